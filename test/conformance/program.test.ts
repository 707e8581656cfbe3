// The entry of the installed program as a process: terminal commands run without Electron, since they need no window.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../package.json';
import { takeInstanceLock } from '../../main/storage/folder-lock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { BIG, settings } from './app.ts';
import { type BuiltShells, buildShells } from './shells.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

let built: BuiltShells;
beforeAll(async () => {
  built = await buildShells();
});
afterAll(() => {
  built.remove();
});

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  /** Started by a runtime that was told where the program is. */
  readonly developed?: boolean;
  readonly runtime?: readonly string[];
}

/** The arguments stand where the runtime puts them: right behind itself. */
function start(args: readonly string[], given: Given = {}): ChildProcess {
  const entry = JSON.stringify(pathToFileURL(built.program).href);
  const lines = `${given.developed === true ? 'process.defaultApp = true;' : ''} await import(${entry})`;
  const runtime = [
    ...AS_IN_ELECTRON,
    ...(given.runtime ?? []),
    '--input-type=module',
    '-e',
    lines,
    '--',
  ];
  return endsWithUs(
    spawn(process.execPath, [...runtime, ...args], {
      env: { ...process.env, ...given.env },
    }),
  );
}

async function finish(child: ChildProcess, input = '') {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (out += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (err += part));
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

const run = (args: readonly string[], given?: Given, input?: string) =>
  finish(start(args, given), input);
const answerOf = ({ out }: { readonly out: string }) => JSON.parse(out) as unknown;
const inMemory = ['--keychain', 'memory'];

describe('the installed program on the command line', () => {
  it('performs a call and ends with its exit code', async () => {
    const [good, bad, wrong] = await Promise.all([
      run(['call', 'settings.get', ...inMemory]),
      run(['call', 'settings.nothing', ...inMemory]),
      run(['call', 'settings.get', '--insecure']),
    ]);
    expect(answerOf(good)).toEqual({ ok: true, value: settings });
    expect([good.code, good.err]).toEqual([0, '']);
    expect(answerOf(bad)).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(bad.code).toBe(1);
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toMatch(/Unknown option: --insecure[\s\S]*Usage:/);
  });

  it('answers whole before it ends, also what is long and through a pipe', async () => {
    const { code, out } = await run(['call', 'oneTimeSecrets.look', '{"secret":"1"}', ...inMemory]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ ok: true, value: { answer: BIG } });
  });

  it('INS-08 finds the word behind switches of the runtime, as an AppImage puts one before it, and no other word', async () => {
    const call = ['call', 'settings.get', ...inMemory];
    const [behind, harmless, opened] = await Promise.all([
      run(['--no-sandbox', ...call]),
      run(['--ozone-platform=wayland', '--disable-gpu', ...call]),
      run(['--ignore-certificate-errors', ...call]),
    ]);
    expect([behind.code, behind.err, answerOf(behind)]).toEqual([
      0,
      '',
      { ok: true, value: settings },
    ]);
    expect([harmless.code, harmless.err]).toEqual([0, '']);
    expect([opened.code, opened.out]).toEqual([1, '']);
    expect(opened.err).toMatch(/^The option --ignore-certificate-errors turns off the checking/);
  });

  it('reads its input from a file, also as an editor of Windows writes it, and says which one is not there', async () => {
    const file = path.join(tempFolder(), 'input.json');
    writeFileSync(file, '\uFEFF{"secret":"1"}\r\n');
    const [given, missing] = await Promise.all([
      run(['call', 'oneTimeSecrets.look', `@${file}`, ...inMemory]),
      run(['call', 'oneTimeSecrets.look', '@/nowhere/input.json', ...inMemory]),
    ]);
    expect([given.code, given.out.length > BIG.length]).toEqual([0, true]);
    expect([missing.code, missing.err]).toEqual([
      2,
      'Could not read the file /nowhere/input.json.\n',
    ]);
  });

  it('reads standard input', async () => {
    const args = ['call', 'oneTimeSecrets.reveal', '-', ...inMemory];
    const { out } = await run(args, {}, '{"secret":"one"}');
    expect(JSON.parse(out)).toEqual({ ok: true, value: { secret: 'one' } });
  });

  it.each([['help'], ['--help'], ['-h'], ['--version'], ['operations', '--json']])(
    'answers %s',
    async (...args) => {
      const { code, out, err } = await run(args);
      expect([code, err]).toEqual([0, '']);
      const begins = args[0] === '--version' ? version : args[0] === 'operations' ? '{' : 'Usage:';
      expect(out.startsWith(begins)).toBe(true);
    },
  );

  it('cancels on SIGTERM, says so, and stops the app', async () => {
    const data = tempFolder();
    const child = start([
      ...['call', 'connections.test', '{"connection":"hangs"}'],
      ...['--data', data, ...inMemory],
    ]);
    const finished = finish(child);
    await expect.poll(() => existsSync(path.join(data, 'serving'))).toBe(true);
    child.kill('SIGTERM');
    const ended = await finished;
    expect(ended.code).toBe(1);
    expect(answerOf(ended)).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(existsSync(path.join(data, 'stopped'))).toBe(true);
  });

  it('INS-01 does not touch a data folder whose window is open', async () => {
    const data = tempFolder();
    const lock = await takeInstanceLock(data, { woken: () => undefined });
    const args = ['call', 'settings.get', '--data', data, ...inMemory, '--wait', '0'];
    const { code, out } = await run(args);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ failure: { kind: 'file', problem: 'in-use' } });
    expect(existsSync(path.join(data, 'serving'))).toBe(false);
    lock?.release();
  });
});

describe('what the program is told apart by', () => {
  it('ISO-09 a call of the installed program is refused where its memory is open; a developer’s is not', async () => {
    const call = ['call', 'settings.get', ...inMemory];
    const runtime = ['--inspect=127.0.0.1:0'];
    const [installed, developed] = await Promise.all([
      run(call, { runtime }),
      run(['.', ...call], { runtime, developed: true }),
    ]);
    expect([installed.code, installed.out]).toEqual([1, '']);
    expect(installed.err).toContain('--inspect');
    expect([developed.code, answerOf(developed)]).toEqual([0, { ok: true, value: settings }]);
  });

  it('in development takes nothing before the program’s folder for a command', async () => {
    const given = { developed: true };
    const [plain, switched, required] = await Promise.all([
      run(['.', '--version'], given),
      run(['--no-sandbox', '.', '--version'], given),
      run(['-r', './call', '/x', '--version'], given),
    ]);
    expect([plain, switched, required].map(({ out }) => out.trim())).toEqual(
      [1, 2, 3].map(() => version),
    );
  });

  // Where no runtime is, the window cannot be opened: that it was tried tells the two ways apart.
  it.each([
    { args: [] },
    { args: ['--data', '/x'] },
    { args: ['--data', 'call'] },
    { args: ['Call'] },
    { args: ['call'], developed: true },
    { args: ['--version', '.'], developed: true },
  ])('opens the window for %o', async ({ args, developed = false }) => {
    const { code, out, err } = await run(args, { developed });
    expect(code).not.toBe(0);
    expect(out).toBe('');
    expect(err).toMatch(/'electron'|Electron/);
  });
});
