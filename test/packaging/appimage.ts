// The folder of an AppImage as the packager fills it, with stand-ins for the tools that it would fetch.
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { configFor } from '../../build/packaging/choices.mjs';
import { root } from '../support/imports.ts';

interface Tools {
  /** Fetches runtime, libraries and mksquashfs; replaced while the folder is made. */
  getAppImageTools: (version: string, arch: unknown) => Promise<unknown>;
}

/** `program`: an unpacked program. Answers the folder that would be pressed into the AppImage. */
export async function makeAppFolder(program: string, into: string): Promise<string> {
  const folder = path.join(into, 'app-folder');
  const out = path.join(into, 'packages');
  const tools = path.join(into, 'tools');
  for (const one of [out, path.join(tools, 'lib')]) mkdirSync(one, { recursive: true });
  const copied = path.join(into, 'program');
  cpSync(program, copied, { recursive: true });
  // Instead of pressing the folder, it is kept; then the file that the runtime goes in front of.
  const keeps = `#!/bin/sh\ncp -a "$1" '${folder}' && : > "$2"\n`;
  writeFileSync(path.join(tools, 'mksquashfs'), keeps, { mode: 0o755 });
  writeFileSync(path.join(tools, 'runtime'), 'a runtime');
  const asked: unknown[] = [];
  const module = createRequire(import.meta.url)('app-builder-lib/out/toolsets/linux') as Tools;
  const before = module.getAppImageTools;
  module.getAppImageTools = async (version) => {
    asked.push(version);
    return {
      runtimeLibraries: path.join(tools, 'lib'),
      runtime: path.join(tools, 'runtime'),
      mksquashfs: path.join(tools, 'mksquashfs'),
    };
  };
  const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Parameters<
    typeof configFor
  >[2];
  const choices = { help: false, dir: false, release: false, out, systems: ['linux'] } as const;
  try {
    await build({
      projectDir: root,
      prepackaged: copied,
      targets: Platform.LINUX.createTarget(['AppImage'], Arch.x64),
      config: configFor(
        { ...choices, processors: ['x64'] },
        {},
        product,
      ) as unknown as Configuration,
      publish: 'never',
    });
  } finally {
    module.getAppImageTools = before;
  }
  if (asked[0] !== '1.0.3') throw new Error(`Another toolset was asked for: ${String(asked[0])}.`);
  if (!readdirSync(out).some((name) => name.endsWith('.AppImage'))) throw new Error('No AppImage.');
  return folder;
}
