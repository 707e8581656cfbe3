// A packed program unpacked from its archive into an empty folder and started there, out of reach of this project.
import { extractAll } from '@electron/asar';
import { execFile, type ExecFileException } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { root } from '../support/imports.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface PackedProgram {
  /** Folder of package.json. */
  readonly folder: string;
  /** Starts the program's entry with this command line; the page makes the calls, then the last window is closed. */
  play(args: readonly string[], calls?: readonly (readonly [string, unknown])[]): Promise<Ended>;
  /** Runs a module of these lines as if it stood in the package. */
  run(lines: string): Promise<Ended>;
}

/** `into`: an empty folder outside the project. Beside the program it gets the stand-in as the module `electron`, and no more. */
export async function unpackProgram(archive: string, into: string): Promise<PackedProgram> {
  const folder = path.join(into, 'resources', 'app');
  extractAll(archive, folder);
  const electron = path.join(into, 'node_modules', 'electron');
  mkdirSync(electron, { recursive: true });
  writeFileSync(path.join(electron, 'package.json'), '{"type":"module","exports":"./index.js"}');
  await bundle('test/support/fake-electron.ts', electron, 'index.js');
  await bundle('test/packaging/play-program.ts', into, 'play.js');
  writeFileSync(path.join(into, 'package.json'), '{"type":"module"}');
  const start = (file: string, env: Readonly<Record<string, string>> = {}) =>
    new Promise<Ended>((resolve) => {
      const options = { cwd: into, env: { ...surroundings(into), ...env }, timeout: 110_000 };
      const child = execFile(process.execPath, [file], options, (error, out, err) => {
        resolve({ code: codeOf(error), out, err });
      });
      child.stdin?.end();
    });
  return {
    folder,
    play: (args, calls) =>
      start(path.join(into, 'play.js'), { STEWARD_PLAY: JSON.stringify({ folder, args, calls }) }),
    run(lines) {
      const file = path.join(folder, 'looked-at.mjs');
      writeFileSync(file, lines);
      return start(file);
    },
  };
}

const codeOf = (error: ExecFileException | null): number =>
  error === null ? 0 : typeof error.code === 'number' ? error.code : -1;

/** Nothing of this project, of a developer's shell or of the runner of tests. */
const surroundings = (home: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  LANG: 'en_GB.UTF-8',
});

async function bundle(entry: string, outDir: string, fileName: string): Promise<void> {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    root,
    plugins: [
      {
        name: 'stand-in-is-electron',
        enforce: 'pre',
        resolveId: (name) =>
          name.endsWith('/fake-electron.ts') && !entry.endsWith('fake-electron.ts')
            ? { id: 'electron', external: true }
            : undefined,
      },
    ],
    build: {
      ssr: path.join(root, entry),
      outDir,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { entryFileNames: fileName } },
    },
  });
}
