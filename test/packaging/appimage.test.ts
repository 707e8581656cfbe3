// The folder of an AppImage, its entry, and its launcher where programs may build a sandbox and where not.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePackages } from '../../build/dist.mjs';
import { makeTempFolder } from '../support/temp-folder.ts';
import { makeAppFolder } from './appimage.ts';
import { unpackProgram } from './packed-program.ts';
import { makeStubRuntime } from './stub-runtime.ts';

const temp = makeTempFolder('appimage');
let folder = '';

beforeAll(async () => {
  const runtime = path.join(temp.path, 'runtimes/linux-x64');
  await makeStubRuntime(runtime, 'linux', 'x64');
  const choices = { help: false, dir: true, release: false, systems: ['linux'] } as const;
  const out = path.join(temp.path, 'out');
  await makePackages(
    { ...choices, processors: ['x64'], out },
    { STEWARD_ELECTRON_DIST: path.dirname(runtime) },
  );
  const unpacked = path.join(out, 'linux-unpacked');
  folder = await makeAppFolder(unpacked, path.join(temp.path, 'made'));
  const taken = path.join(temp.path, 'taken-out');
  await unpackProgram(path.join(unpacked, 'resources/app.asar'), taken);
  // The program in the place of the runtime: with the stand-in for Electron, and the command line that it is given.
  const play = [
    `process.env.STEWARD_PLAY = JSON.stringify({ folder: ${JSON.stringify(path.join(taken, 'resources/app'))}, args: process.argv.slice(2) });`,
    `await import(${JSON.stringify(path.join(taken, 'play.js'))});`,
  ];
  writeFileSync(path.join(taken, 'begin.mjs'), play.join('\n'));
  writeFileSync(
    path.join(folder, 'steward'),
    `#!/bin/sh\nexec '${process.execPath}' '${path.join(taken, 'begin.mjs')}' "$@"\n`,
    { mode: 0o755 },
  );
}, 300_000);
afterAll(() => {
  temp.remove();
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs AppRun as the AppImage's runtime does. `sandbox`: whether `unshare` works there. */
function start(args: readonly string[], sandbox: boolean): Promise<Ended> {
  const tools = path.join(temp.path, sandbox ? 'may' : 'may-not');
  mkdirSync(tools, { recursive: true });
  writeFileSync(path.join(tools, 'unshare'), `#!/bin/sh\nexit ${sandbox ? '0' : '1'}\n`, {
    mode: 0o755,
  });
  return new Promise((resolve) => {
    const env = {
      PATH: `${tools}:${process.env['PATH'] ?? ''}`,
      HOME: temp.path,
      LANG: 'C.UTF-8',
      APPDIR: folder,
      APPIMAGE: '/somewhere/steward.AppImage',
    };
    execFile(
      path.join(folder, 'AppRun'),
      [...args],
      { env, timeout: 60_000 },
      (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, out, err });
      },
    );
  });
}

const data = () => ['--data', path.join(temp.path, 'data'), '--keychain', 'memory'];

describe('INS-16 an AppImage', () => {
  it('INS-16 holds its entry, launcher, icon and program, and takes no sandbox away by itself', () => {
    const names = readdirSync(folder);
    expect(names).toEqual(expect.arrayContaining(['AppRun', 'steward', 'steward.desktop', 'usr']));
    const entry = readFileSync(path.join(folder, 'steward.desktop'), 'utf8');
    expect(entry).toMatch(/^Exec=AppRun/m);
    expect(entry).toMatch(/^Name=Steward$/m);
    expect(entry).toMatch(/^Icon=steward$/m);
    expect(entry).not.toContain('--no-sandbox');
  });

  it('INS-16 opens its window where programs may build a sandbox', async () => {
    expect(await start(data(), true)).toEqual({ code: 0, out: '', err: '' });
  });

  it('INS-16 opens none where they may not, and says what to do instead', async () => {
    const { code, out, err } = await start(data(), false);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('This system doesn’t let an AppImage create a sandbox');
    expect(err).toContain('Install the deb or rpm package instead');
  });

  it.each([true, false])(
    'INS-16 performs commands of the terminal (a sandbox is allowed: %s)',
    async (sandbox) => {
      const told = await start(['operations', 'settings.get', '--json'], sandbox);
      expect([told.code, told.err]).toEqual([0, '']);
      expect(JSON.parse(told.out)).toMatchObject({ name: 'settings.get' });
    },
  );
});
