// FLT-09 The built window and the built command line on a disk that is full when they start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/imports.ts';
import { describeAsRoot, mountSmall, placeForMounts, unmount } from '../support/needs-root.ts';

const place = placeForMounts('steward-full-start');
const small = path.join(place.path, 'small');
const data = path.join(small, 'data');
const ballast = path.join(small, 'ballast');
const SENTENCE =
  'The disk that holds the data folder is full. Free up space on it, then start Steward again. Nothing in it was changed.';

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

function run(entry: string, args: readonly string[], until?: () => boolean): Promise<Ran> {
  const all = [path.join(root, 'dist/main', entry), ...args, '--data', data];
  const options = ['--keychain', 'memory'];
  const child = endsWithUs(
    spawn(process.execPath, [...all, ...options], { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let said = '';
  const hear = (text: string) => (said += text);
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  if (until) void eventually(() => expect(until()).toBe(true)).finally(() => child.kill('SIGTERM'));
  return once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
}

const call = (name: string, input: object) =>
  run('terminal.js', ['call', name, JSON.stringify(input)]);
const logged = (event: string) =>
  readFileSync(path.join(data, 'logs/steward.log'), 'utf8').split(event).length - 1;

describeAsRoot('FLT-09 a disk that is full at the start', () => {
  beforeAll(async () => {
    mountSmall(small, '48m');
    await ensureBuilt({ logLevel: 'silent' });
  });
  beforeEach(() => {
    rmSync(data, { recursive: true, force: true });
  });
  afterAll(() => {
    unmount(small);
    place.remove();
  });

  const fill = () => {
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  };
  const empty = () => {
    rmSync(ballast, { force: true });
  };

  it('FLT-09 a new folder: window and terminal say the same sentence and exit with 1', async () => {
    fill();
    const window = await run('chromium.js', ['--headless']);
    const terminal = await call('settings.get', {});
    empty();
    expect(window).toEqual({ code: 1, said: `Steward could not start. ${SENTENCE}\n` });
    const failure = { kind: 'file', problem: 'disk-full', message: SENTENCE };
    expect([terminal.code, JSON.parse(terminal.said)]).toEqual([1, { ok: false, failure }]);
  });

  it('FLT-09 a folder in use: the window says it before its browser starts, and has everything once there is room', async () => {
    expect((await call('settings.change', { scheme: 'dark' })).code).toBe(0);
    const before = readFileSync(path.join(data, 'settings.json'));
    fill();
    const window = await run('chromium.js', ['--headless']);
    const read = await call('settings.get', {});
    empty();
    expect(window).toEqual({ code: 1, said: `Steward could not start. ${SENTENCE}\n` });
    // What only reads needs no room.
    expect([read.code, JSON.parse(read.said)]).toMatchObject([0, { value: { scheme: 'dark' } }]);
    expect(readFileSync(path.join(data, 'settings.json'))).toEqual(before);
    const starts = logged('"start"');
    const again = await run('chromium.js', ['--headless'], () => logged('"start"') > starts);
    expect(again).toEqual({ code: 0, said: '' });
  });
});
