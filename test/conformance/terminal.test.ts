// The terminal shell as a process: results on one stream, progress on the other, exit codes, signals, locks.
import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
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
  return startWith(args, 'pipe', { env, ...(cwd === undefined ? {} : { cwd }) });
}

const startWith = (
  args: readonly string[],
  stdio: StdioOptions,
  { env, ...where }: { readonly env?: Record<string, string>; readonly cwd?: string } = {},
): ChildProcess =>
  endsWithUs(
    spawn(process.execPath, [built.terminal, ...args], {
      env: { ...process.env, ...env },
      stdio,
      ...where,
    }),
  );

async function finish(child: ChildProcess, input: string | Buffer = ''): Promise<Ran> {
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

const run = (args: readonly string[], env?: Record<string, string>, input?: string | Buffer) =>
  finish(start([...args, '--keychain', 'memory'], env), input);
const HANGS = ['call', 'connections.test', '{"connection":"hangs"}'] as const;
const UNKEPT = ['--keychain', 'memory'] as const;
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

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'FLD-22 cancels on %s, says so, and stops the app',
    async (signal) => {
      const data = tempFolder();
      const child = start([...HANGS, '--data', data, ...UNKEPT]);
      const finished = finish(child);
      await expect.poll(() => existsSync(path.join(data, 'serving'))).toBe(true);
      child.kill(signal);
      const { code, out } = await finished;
      expect(code).toBe(1);
      expect(out).toMatchObject([{ ok: false, failure: { kind: 'cancelled' } }]);
      expect(existsSync(path.join(data, 'stopped'))).toBe(true);
    },
  );

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

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8', (text) => Buffer.from(text)],
    ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without one', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16, the high byte first', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('FLD-24 reads JSON in %s, from standard input and from a file', async (_name, encoded) => {
    const folder = tempFolder();
    const bytes = encoded('{"secret":"one"}');
    writeFileSync(path.join(folder, 'input.json'), bytes);
    const reveal = ['call', 'oneTimeSecrets.reveal'];
    const expected = [{ ok: true, value: { secret: 'one' } }];
    const piped = await run([...reveal, '-'], {}, bytes);
    const read = await run([...reveal, `@${path.join(folder, 'input.json')}`]);
    expect([piped.out, read.out]).toEqual([expected, expected]);
  });

  it('FLD-24 says of what is no text that it is none', async () => {
    const { code, err } = await run(
      ['call', 'settings.get', '-'],
      {},
      Buffer.from('{"a":"æ"}', 'latin1'),
    );
    expect(code).toBe(2);
    expect(err).toBe(
      'Could not read the standard input: it is not text in UTF-8 or UTF-16. Save it as UTF-8.\n',
    );
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

describe('FLD-22 whoever reads the terminal', () => {
  const reports = ['call', 'connections.test', '{"connection":"reports"}', ...UNKEPT];

  it.each([
    ['a list of operations', ['operations', '--json']],
    ['the answer of a call', ['call', 'settings.get', ...UNKEPT]],
  ])('may go before the end of %s: it ends quietly, as a shell expects', async (_name, args) => {
    const child = start(args);
    child.stdout?.destroy();
    const { code, err } = await finish(child);
    expect({ code, err }).toEqual({ code: 141, err: '' });
  });

  it('may go between two calls: the second is not begun', async () => {
    const data = tempFolder();
    const child = start([
      'call',
      'settings.get',
      'then',
      ...HANGS.slice(1),
      '--data',
      data,
      ...UNKEPT,
    ]);
    child.stdout?.destroy();
    expect((await finish(child)).code).toBe(141);
  });

  it('may leave the progress unread: the work goes on, and the answer is whole', async () => {
    const child = start(reports);
    child.stderr?.destroy();
    const { code, out } = await finish(child);
    expect({ code, out }).toMatchObject({ code: 0, out: [{ ok: true }] });
  });

  it.skipIf(process.platform !== 'linux')('may be a log on a full disk: the same', async () => {
    const full = openSync('/dev/full', 'w');
    const child = startWith(reports, ['pipe', 'pipe', full]);
    const { code, out } = await finish(child);
    expect({ code, out }).toMatchObject({ code: 0, out: [{ ok: true }] });
  });

  it.skipIf(process.platform !== 'linux')(
    'may be a file on a full disk: that the answer was not written is said',
    async () => {
      const full = openSync('/dev/full', 'w');
      const { code, err } = await finish(startWith(['operations'], ['pipe', full, 'pipe']));
      expect({ code, err }).toEqual({
        code: 1,
        err: 'The answer could not be written to standard output: the disk is full.\n',
      });
    },
  );

  it('leaves no folder behind, and the next start takes away what one that was killed has left', async () => {
    const TMPDIR = tempFolder();
    const folders = () => readdirSync(TMPDIR).filter((name) => name.startsWith('steward-call-'));
    const serving = () =>
      folders().filter((name) => existsSync(path.join(TMPDIR, name, 'serving')));
    await run(['call', 'settings.get'], { TMPDIR });
    expect(folders()).toEqual([]);
    const killed = start([...HANGS, ...UNKEPT], { TMPDIR });
    await expect.poll(serving).toHaveLength(1);
    const left = folders();
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(folders()).toEqual(left);
    const living = start([...HANGS, ...UNKEPT], { TMPDIR });
    const ended = finish(living);
    await expect.poll(() => serving().filter((name) => !left.includes(name))).toHaveLength(1);
    mkdtempSync(path.join(TMPDIR, 'steward-other-'));
    const fresh = path.basename(mkdtempSync(path.join(TMPDIR, 'steward-call-')));
    for (const name of folders()) if (name !== fresh) utimesSync(path.join(TMPDIR, name), 0, 0);
    const { code } = await run(['call', 'settings.get'], { TMPDIR });
    expect(code).toBe(0);
    // What was killed is gone; what lives is left, what was made a moment ago, and what is none of ours.
    expect(folders()).toHaveLength(2);
    expect(folders()).not.toContain(left[0]);
    expect(readdirSync(TMPDIR)).toHaveLength(3);
    living.kill('SIGINT');
    await ended;
    expect(folders()).toEqual([fresh]);
  });
});

describe('FLD-23 a data folder that cannot be had', () => {
  type Given = [args: readonly string[], env: Record<string, string>, named: string];
  it.each<[string, (folder: string) => Given]>([
    [
      'below a file',
      (folder) => {
        const file = path.join(folder, 'file');
        writeFileSync(file, '');
        return [['--data', path.join(file, 'data')], {}, path.join(file, 'data')];
      },
    ],
    ['where nothing can be made', () => [['--data', '/proc/steward'], {}, '/proc/steward']],
    [
      'in a home folder that is not there',
      () => [[], { HOME: '/proc/nobody', XDG_DATA_HOME: '' }, '/proc/nobody/.local/share/steward'],
    ],
    [
      'without a folder for what is soon gone',
      () => [[...UNKEPT], { TMPDIR: '/proc/none' }, '/proc/none'],
    ],
  ])('%s: is named, and that another can be', async (_name, make) => {
    const [args, env, named] = make(tempFolder());
    const { code, out, err } = await finish(start(['call', 'settings.get', ...args], env));
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatchObject([{ ok: false, failure: { kind: 'file' } }]);
    const { message } = (out[0] as { failure: { message: string } }).failure;
    expect(message).toContain(named);
    expect(message).toContain('--data');
  });
});
