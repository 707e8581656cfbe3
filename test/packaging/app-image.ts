// The folder of an AppImage as electron-builder puts it together, and how its AppRun starts the program.
// AppRun and the entry are the packager's own; the runtime in front of the file cannot be fetched here, so no AppImage is mounted.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pack } from './packing.ts';

/** `program`: an unpacked program. The folder that would be mounted, with a program that says its arguments, one on a line. */
export async function makeAppFolder(program: string, into: string): Promise<string> {
  const folder = path.join(into, 'program');
  cpSync(program, folder, { recursive: true });
  writeScript(path.join(folder, 'steward'), `printf 'started\\n'; for one; do echo "$one"; done`);
  const made = path.join(into, 'mounted');
  const tools = path.join(into, 'tools');
  for (const name of ['lib/x64', 'runtimes'])
    mkdirSync(path.join(tools, name), { recursive: true });
  writeFileSync(path.join(tools, 'runtimes/runtime-x64'), 'a stand-in');
  writeScript(path.join(tools, 'desktop-file-validate'), 'exit 0');
  writeScript(path.join(tools, 'mksquashfs'), `cp -a "$1" '${made}' && : >"$2"`);
  await pack({
    system: 'linux',
    kinds: ['AppImage'],
    program: folder,
    out: path.join(into, 'packages'),
    tools: { APPIMAGE_TOOLS_PATH: tools },
  });
  return made;
}

function writeScript(file: string, lines: string): void {
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
}

/** What AppRun gives the program, where the system lets programs make user namespaces (their sandbox) or does not. */
export function startAppRun(
  mounted: string,
  args: readonly string[],
  { hasNamespaces }: { readonly hasNamespaces: boolean },
): readonly string[] {
  const own = path.join(mounted, '..', `namespaces-${hasNamespaces}`);
  mkdirSync(own, { recursive: true });
  // As a person's shell finds it; AppRun asks `unshare -Ur true`.
  writeScript(
    path.join(own, 'unshare'),
    `[ "$*" = '-Ur true' ] && exit ${hasNamespaces ? 0 : 1}; exit 9`,
  );
  const { status, stdout, stderr } = spawnSync(path.join(mounted, 'AppRun'), args, {
    encoding: 'utf8',
    env: { PATH: `${own}:/usr/bin:/bin`, HOME: own, APPDIR: mounted },
  });
  process.stdout.write(
    `AppRun ${args.join(' ')}, ${hasNamespaces ? 'with' : 'without'} user namespaces: ${stdout.trim().replaceAll('\n', ' ')}\n`,
  );
  const [first, ...given] = stdout.trimEnd().split('\n');
  if (status !== 0 || first !== 'started') throw new Error(`AppRun failed: ${stdout}${stderr}`);
  return given;
}

/** The entry of the desktop, by key. */
export const entryOf = (mounted: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(path.join(mounted, 'steward.desktop'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const index = line.indexOf('=');
        return index < 0 ? [] : [[line.slice(0, index), line.slice(index + 1)]];
      }),
  );
