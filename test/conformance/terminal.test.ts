// The terminal shell as a process: results on one stream, progress on the other, exit codes, signals, locks.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../preload/contract/contract.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { BIG, settings } from './app.ts';
import { type BuiltShells, buildShells } from './shells.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

let built: BuiltShells;
beforeAll(async () => {
  built = await buildShells();
});
afterAll(() => {
  built.remove();
});

interface Ran {
  readonly code: number | null;
  readonly out: readonly unknown[];
  readonly err: string;
  readonly text: string;
}

function start(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): ChildProcess {
  return endsWithUs(
    spawn(process.execPath, [built.terminal, ...args], {
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    }),
  );
}

async function finish(child: ChildProcess, input = ''): Promise<Ran> {
  let text = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => (err += part));
  child.stdin?.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  const out = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as unknown);
  return { code, out, err, text };
}

const run = (args: readonly string[], env?: Record<string, string>, input?: string) =>
  finish(start([...args, '--keychain', 'memory'], env), input);
const progressOf = ({ err }: Ran) =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{"progress"'))
    .map((line) => JSON.parse(line) as { progress: { steps: [{ detail: string }] } })
    .map(({ progress }) => Number(progress.steps[0].detail));

describe('the border in the terminal', () => {
  it('prints the Result as one line of JSON and exits with 0', async () => {
    const { code, out, text } = await run(['call', 'settings.get']);
    expect({ code, out }).toEqual({ code: 0, out: [{ ok: true, value: settings }] });
    expect(text.trim().split('\n')).toHaveLength(1);
  });

  it('exits with 1 when the operation fails, is unknown, or its input is refused', async () => {
    const [unknown, refused, wrong] = await Promise.all([
      run(['call', 'settings.nothing']),
      run(['call', 'connections.test', '{"connection":"NO"}']),
      run(['call', 'activity.verify']),
    ]);
    expect([unknown.code, refused.code, wrong.code]).toEqual([1, 1, 1]);
    expect(unknown.out).toMatchObject([{ ok: false, failure: { kind: 'not-found' } }]);
    expect(refused.out).toMatchObject([{ ok: false, failure: { kind: 'invalid-input' } }]);
    expect(wrong.out).toMatchObject([{ ok: false, failure: { kind: 'internal' } }]);
  });

  it('writes progress as lines on the other stream: paced, in order, the last one too', async () => {
    const ran = await run(['call', 'connections.test', '{"connection":"reports"}']);
    const numbers = progressOf(ran);
    const [answer] = ran.out as [{ value: { steps: [{ detail: string }] } }];
    // How far apart they are is the bridge's own test, with a clock that it holds: on a busy machine the first and the last are left.
    expect(numbers.length).toBeGreaterThanOrEqual(2);
    expect(numbers.length).toBeLessThanOrEqual(40);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers.at(-1)).toBe(Number(answer.value.steps[0].detail));
    expect(ran.err + ran.text).not.toContain('must not cross');
  });

  it('cancels on SIGINT, says so, and stops the app', async () => {
    const data = tempFolder();
    const child = start([
      'call',
      'connections.test',
      '{"connection":"hangs"}',
      '--data',
      data,
      '--keychain',
      'memory',
    ]);
    const finished = finish(child);
    await expect.poll(() => existsSync(path.join(data, 'serving'))).toBe(true);
    child.kill('SIGINT');
    const { code, out } = await finished;
    expect(code).toBe(1);
    expect(out).toMatchObject([{ ok: false, failure: { kind: 'cancelled' } }]);
    expect(existsSync(path.join(data, 'stopped'))).toBe(true);
  });

  it('carries big values whole, also through a pipe', async () => {
    const { out } = await run(['call', 'oneTimeSecrets.look', '{"secret":"one"}']);
    expect(out).toEqual([{ ok: true, value: { answer: BIG } }]);
  });

  it('performs several calls in one process, and stops at the first that fails', async () => {
    const chain = ['call', 'oneTimeSecrets.reveal', '{"secret":"$STEWARD_WORD"}', 'then'];
    const good = await run([...chain, 'oneTimeSecrets.reveal', '{"secret":"$1.secret"}'], {
      STEWARD_WORD: 'one',
    });
    expect(good.out).toEqual([1, 2].map(() => ({ ok: true, value: { secret: 'one' } })));
    const bad = await run([...chain, 'connections.list', 'then', 'settings.get'], {
      STEWARD_WORD: 'one',
    });
    expect([bad.code, bad.out.length]).toEqual([1, 2]);
  });

  it('reads its input from standard input, so that no secret is on a command line', async () => {
    const { out } = await run(['call', 'oneTimeSecrets.reveal', '-'], {}, '{"secret":"one"}');
    expect(out).toEqual([{ ok: true, value: { secret: 'one' } }]);
  });

  it('turns @path into a handle; has no dialog, and says so', async () => {
    const { out } = await run(['call', 'oneTimeSecrets.reveal', '{"secret":"@x"}']);
    expect(JSON.stringify(out)).not.toContain('@x');
    const dialog = await run(['call', 'files.choose', '{"purpose":"certificate"}']);
    expect(dialog.out).toMatchObject([{ failure: { kind: 'file', problem: 'no-dialog' } }]);
  });

  it('exits with 2 and explains itself when the command line is wrong', async () => {
    const [unknown, json, variable] = await Promise.all([
      run(['call', 'settings.get', '--insecure']),
      run(['call', 'settings.get', 'S3cr3t-One']),
      run(['call', 'oneTimeSecrets.reveal', '{"secret":"$STEWARD_NONE"}']),
    ]);
    expect([unknown.code, json.code, variable.code]).toEqual([2, 2, 2]);
    expect(unknown.err).toMatch(/Unknown option: --insecure[\s\S]*Usage:/);
    expect(json.err).not.toContain('S3cr3t');
    expect(variable.err).toContain('STEWARD_NONE');
    expect(unknown.out.length + json.out.length + variable.out.length).toBe(0);
  });

  it('lists every operation of the contract with its input', async () => {
    const { text } = await finish(start(['operations']));
    const lines = text.trim().split('\n');
    const names = Object.entries(contract).flatMap(([feature, group]) =>
      Object.keys(group).map((name) => `${feature}.${name}`),
    );
    expect(lines.map((line) => line.split(/\s+/)[1])).toEqual(names);
    expect(lines).toContain('write  credentials.addApiKey  { name: text, key: text }');
    const { out } = await finish(start(['operations', 'credentials.addApiKey', '--json']));
    expect(out).toMatchObject([
      { name: 'credentials.addApiKey', input: { required: ['name', 'key'] } },
    ]);
  });

  it('ISO-09 does not begin where certificates are not checked', async () => {
    const { code, out, err } = await run(['call', 'settings.get'], {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    expect([code, out]).toEqual([1, []]);
    expect(err).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  });

  it('INS-01 waits for another Steward on the same data folder, or says that it is open', async () => {
    const data = tempFolder();
    // Another Steward as those see it that look whether there is one: somebody answers at the lock.
    let looks = 0;
    const file = path.join(data, 'steward.lock.1');
    const other = createServer((socket) => {
      looks += 1;
      socket.on('error', () => undefined).end();
    });
    await new Promise<void>((resolve) => other.listen(file, resolve));
    onTestFinished(() => void other.close());
    const args = ['call', 'settings.get', '--data', data, '--keychain', 'memory'];
    const refused = await finish(start([...args, '--wait', '0']));
    expect(refused.code).toBe(1);
    expect(refused.out).toMatchObject([
      { ok: false, failure: { kind: 'file', problem: 'in-use' } },
    ]);
    expect(readdirSync(data)).toEqual(['steward.lock.1']);
    looks = 0;
    const child = start([...args, '--wait', '600']);
    const waiting = finish(child);
    await expect.poll(() => looks).toBeGreaterThan(2);
    expect(child.exitCode).toBeNull();
    other.close();
    expect((await waiting).code).toBe(0);
  });

  it('SAR-02 leaves nothing behind when secrets are in memory and no folder is named', async () => {
    const parent = tempFolder();
    const { code } = await run(['call', 'settings.get'], { TMPDIR: parent });
    expect([code, readdirSync(parent)]).toEqual([0, []]);
  });
});
