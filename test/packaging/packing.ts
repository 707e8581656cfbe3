// electron-builder on an unpacked program with our configuration, with tools that lie here instead of fetched ones.
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configFor } from '../../build/packaging/choices.mjs';
import { root } from '../support/imports.ts';

export interface Packing {
  readonly system: 'linux' | 'win';
  /** As electron-builder names them. */
  readonly kinds: readonly string[];
  /** The unpacked program; its files may be written to. */
  readonly program: string;
  readonly out: string;
  readonly version?: string;
  /** Where the tools lie; set while it packs. */
  readonly tools: Readonly<Record<string, string>>;
}

/** The files that were made. */
export async function pack({
  system,
  kinds,
  program,
  out,
  version,
  tools,
}: Packing): Promise<readonly string[]> {
  const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Parameters<
    typeof configFor
  >[2];
  const choices = { help: false, dir: false, release: false, out, systems: [system] } as const;
  const config = configFor({ ...choices, processors: ['x64'] }, {}, product);
  const extraMetadata = { ...config.extraMetadata, ...(version === undefined ? {} : { version }) };
  const platform = system === 'win' ? Platform.WINDOWS : Platform.LINUX;
  const before = Object.keys(tools).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, tools);
  try {
    return await build({
      projectDir: root,
      prepackaged: program,
      targets: platform.createTarget([...kinds], Arch.x64),
      config: { ...config, extraMetadata } as Configuration,
      publish: 'never',
    });
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
