// How the terminal locks the data folder: at once when it is free, else it waits for its time limit or a signal.
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { notFound } from '../../../../main/problems.ts';
import { takeInstanceLock } from '../../../../main/storage/folder-lock.ts';
import { runTerminal } from '../../../../main/shell/terminal-run.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** Runs a call until it has the folder: what is done then is the program's matter. */
async function call(data: string, wait: string, signal = new AbortController().signal) {
  const out: unknown[] = [];
  let created = 0;
  const code = runTerminal({
    args: ['call', 'settings.get', '--data', data, '--keychain', 'memory', '--wait', wait],
    env: {},
    packaged: false,
    folder: data,
    readInput: async () => Buffer.alloc(0),
    taken: async () => undefined,
    out: (line) => out.push(JSON.parse(line)),
    err: () => undefined,
    signal,
    createApp: async () => {
      created += 1;
      throw new Error('It has the folder.');
    },
  }).catch((error: unknown) => (error as Error).message);
  return { code: await code, created, out };
}

async function held() {
  const data = tempFolder();
  const lock = await takeInstanceLock(data, { woken: () => undefined, quiet: true });
  let isHeld = lock !== undefined;
  expect(isHeld).toBe(true);
  const release = () => {
    if (isHeld) lock?.release();
    isHeld = false;
  };
  onTestFinished(release);
  return { data, release };
}
const heldFolder = async () => (await held()).data;

/** A clock that stands. `waiting` until the call has looked in vain so often; `pass` lets it look once more. */
function standingClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = () => void vi.advanceTimersToNextTimer();
  async function waiting(looks: number) {
    for (let look = 1; ; look += 1) {
      await expect.poll(() => vi.getTimerCount(), { interval: 1 }).toBe(1);
      if (look === looks) return;
      pass();
    }
  }
  return { waiting, pass };
}
/** It looks ten times a second. */
const SECOND = 10;

const inUse = [{ ok: false, failure: { kind: 'file', problem: 'in-use' } }];

describe('the data folder in the terminal', () => {
  it('that is free is taken at once, once, and given back', async () => {
    const data = tempFolder();
    for (let again = 0; again < 2; again++) {
      expect(await call(data, '5')).toEqual({ code: 'It has the folder.', created: 1, out: [] });
    }
  });

  it('INS-07 says to another start which operations it performs, and nothing that they were given', async () => {
    const data = tempFolder();
    const holders: unknown[] = [];
    const secret = '{"name":"hunter2"}';
    const held = (by: unknown) => holders.push(by);
    await runTerminal({
      args: ['call', 'jobs.list', secret, 'then', 'jobs.resume', secret, '--data', data],
      env: {},
      packaged: false,
      folder: data,
      readInput: async () => Buffer.alloc(0),
      taken: async () => undefined,
      out: () => undefined,
      err: () => undefined,
      signal: new AbortController().signal,
      createApp: async () => {
        await takeInstanceLock(data, { woken: () => undefined, held });
        throw new Error('It has the folder.');
      },
    }).catch(() => undefined);
    expect(holders).toEqual([{ kind: 'command', name: 'call jobs.list then jobs.resume' }]);
  });

  it('INS-01 that another has is waited for no longer than was told', async () => {
    expect(await call(await heldFolder(), '0')).toMatchObject({ code: 1, created: 0, out: inUse });
  });

  it('INS-01 that another has is waited for, and taken when it is given back', async () => {
    const { data, release } = await held();
    const clock = standingClock();
    const called = call(data, '2');
    await clock.waiting(2 * SECOND);
    release();
    clock.pass();
    expect(await called).toEqual({ code: 'It has the folder.', created: 1, out: [] });
  });

  it('INS-01 that another keeps is given up after the time that was told', async () => {
    const data = await heldFolder();
    const clock = standingClock();
    const called = call(data, '2');
    await clock.waiting(2 * SECOND);
    clock.pass();
    expect(await called).toMatchObject({ code: 1, created: 0, out: inUse });
  });

  it('INS-01 that another has is not waited for any more once it was stopped', async () => {
    const data = await heldFolder();
    const clock = standingClock();
    const stop = new AbortController();
    const called = call(data, '600', stop.signal);
    await clock.waiting(SECOND);
    stop.abort();
    clock.pass();
    expect(await called).toMatchObject({ code: 1, created: 0, out: inUse });
  });

  it.each([
    [{ kind: 'window' }, 'Steward is open with this data folder.'],
    [
      { kind: 'command', name: 'call jobs.resume' },
      '"steward call jobs.resume" is using this data folder.',
    ],
  ] as const)('INS-07 is said to be held by %o, which is not woken', async (holder, said) => {
    const data = tempFolder();
    let woken = 0;
    const lock = await takeInstanceLock(data, { woken: () => (woken += 1), holder });
    onTestFinished(() => lock?.release());
    const { code, out } = await call(data, '0');
    expect([code, woken]).toEqual([1, 0]);
    expect((out[0] as { failure: { message: string } }).failure.message.startsWith(said)).toBe(
      true,
    );
  });

  it('INS-01 that another has is not waited for by one that was stopped', async () => {
    const stopped = AbortSignal.abort();
    expect(await call(await heldFolder(), '600', stopped)).toMatchObject({
      code: 1,
      created: 0,
      out: inUse,
    });
  });
});

describe('what others have named', () => {
  const HOSTILE = 'a\u009b2J\u001b]0;b\u0007\u007f\u0085\rc\td';

  it.each([
    ['an answer', ['call', 'settings.get', '--keychain', 'memory', '--data']],
    ['an option that nobody knows', ['call', 'settings.get', `--${HOSTILE}`, '--data']],
  ])('PAR-18 never steers the terminal: %s', async (_, args) => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const data = tempFolder();
    await runTerminal({
      args: [...args, data],
      env: {},
      packaged: false,
      folder: data,
      readInput: async () => Buffer.alloc(0),
      taken: async () => undefined,
      out: say,
      err: say,
      signal: new AbortController().signal,
      createApp: async () => {
        throw notFound(HOSTILE);
      },
    });
    const all = said.join('\n');
    expect(all).toContain('2J');
    expect(all).not.toMatch(/(?![\t\n])\p{Cc}/u);
    // For whoever reads it as JSON nothing is another text.
    if (all.startsWith('{'))
      expect(JSON.parse(all)).toMatchObject({ failure: { message: HOSTILE } });
    else expect(all).toContain('\\u009b');
  });
});
