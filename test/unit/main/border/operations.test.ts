// Operations: every write is journalled with its true outcome, even when the window closes or the disk is full.
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../main/problem.ts';
import {
  createHeldAct,
  createSteadyClock,
  kept,
  rotate,
  startBridge,
  user,
} from '../../../support/bridge.ts';
import { operations as all, samples } from '../../../support/contract-samples.ts';

describe('writes', () => {
  it('AUD-01 every write is journalled with its subject and its outcome, no read is', async () => {
    const outcomes = new Map<string, string>();
    const { call, journal } = startBridge(
      () => () => Promise.reject(new Problem({ kind: 'offline', message: 'Offline.' })),
      { clock: createSteadyClock() },
    );
    for (const [name, { effect }] of all) {
      await call(name, samples[name]);
      outcomes.set(name, effect);
    }
    const writes = [...outcomes].flatMap(([name, effect]) => (effect === 'write' ? [name] : []));
    expect(journal.acts.map((act) => act.operation)).toEqual(writes);
    expect(journal.acts.every((act) => act.outcome === 'refused' && act.object !== '')).toBe(true);
    expect(journal.acts.find((act) => act.operation === rotate)).toMatchObject({
      connection: 'c-1',
      connectionName: 'Fjord',
      environment: 'production',
      object: 'svc-payroll',
      detail: 'offline',
    });
  });

  it('AUD-01 an outcome that cannot be known is never called refused', async () => {
    const reference = 'r-1';
    const cases = [
      [{ kind: 'outcome-unknown', message: '', reference }, 'unknown'],
      [{ kind: 'unexpected-answer', message: '', status: 200, reference }, 'unknown'],
      [{ kind: 'internal', message: '', reference }, 'unknown'],
      // A page where an answer was due: somebody took the call. Without a sign-in none was made.
      [{ kind: 'sign-in-needed', message: '', status: 200, reason: 'OK', reference }, 'unknown'],
      [{ kind: 'sign-in-needed', message: '', status: 0, reason: '', reference }, 'refused'],
      [{ kind: 'conflict', message: '', reason: 'Name in use' }, 'refused'],
      [{ kind: 'cancelled', message: '' }, 'refused'],
    ] as const;
    for (const [failure, outcome] of cases) {
      const { call, journal } = startBridge(() => () => Promise.reject(new Problem(failure)));
      await call(rotate, user);
      expect(journal.acts[0], failure.kind).toMatchObject({ outcome });
    }
  });

  it('a write whose answer does not fit the contract has been done all the same', async () => {
    const { call, journal } = startBridge(() => async () => ({ userName: 7 }));
    expect(await call(rotate, user)).toMatchObject({ failure: { kind: 'internal' } });
    expect(journal.acts[0]?.outcome).toBe('done');
  });

  it('is journalled by the name that main knows, and without one in the words of the contract', async () => {
    const objects: string[] = [];
    for (const name of ['svc', undefined]) {
      const { call, journal } = startBridge(() => async () => kept, {
        nameSubject: (_, __, subject) => {
          if (name === undefined) throw new Problem({ kind: 'not-found', message: 'No file.' });
          return { ...subject, object: `called ${name}` };
        },
      });
      expect(await call(rotate, user)).toMatchObject({ ok: true });
      objects.push(...journal.acts.map(({ object }) => object));
    }
    expect(objects).toEqual(['called svc', 'svc']);
  });

  it('DSK-01 a write that cannot be journalled is not begun', async () => {
    let ran = 0;
    const { call, journal } = startBridge(() => async () => {
      ran += 1;
      return kept;
    });
    const full = { kind: 'file', problem: 'disk-full', message: 'The disk is full.' } as const;
    journal.begin = () => Promise.reject(new Problem(full));
    expect(await call(rotate, user)).toEqual({ ok: false, failure: full });
    expect(ran).toBe(0);
  });

  it('a journal that fails after the act does not change what is answered', async () => {
    const { call, journal, log } = startBridge(() => async () => kept);
    journal.begin = async () => ({ end: () => Promise.reject(new Error('full')) });
    expect(await call(rotate, user)).toEqual({ ok: true, value: kept });
    expect(log.lines).toHaveLength(1);
  });

  it('OTS-13 closing a window aborts its reads; a write goes on to its end and is journalled', async () => {
    const write = createHeldAct();
    const read = createHeldAct();
    const { call, window, operations, journal, ports } = startBridge((name) =>
      name === rotate ? write.act : read.act,
    );
    void call(rotate, user);
    void call('enterpriseUsers.list', { connection: 'c-1' });
    const [writing, reading] = [await write.begun, await read.begun];
    window.close();
    expect(reading.aborted).toBe(true);
    expect(writing.aborted).toBe(false);
    expect(operations.writesRunning()).toBe(1);
    write.end(kept);
    await operations.writesEnded();
    expect(journal.acts[0]?.outcome).toBe('done');
    expect(ports.sent).toEqual([]);
  });

  it.each(['app.erase', 'updates.install'])(
    '%s asks what holds the program back, and does not find itself; another write it does',
    async (leaving) => {
      const leave = createHeldAct();
      const write = createHeldAct();
      const { call, operations } = startBridge((name) =>
        name === leaving ? leave.act : write.act,
      );
      void call(leaving, samples[leaving]);
      await leave.begun;
      expect(operations.writesRunning()).toBe(0);
      void call(rotate, user);
      await write.begun;
      expect(operations.writesRunning()).toBe(1);
      leave.end({});
      write.end(kept);
      await operations.writesEnded();
    },
  );

  it('whoever waits for the end of the writes waits for one that began meanwhile too', async () => {
    const [first, second] = [createHeldAct(), createHeldAct()];
    const acts = [first.act, second.act];
    const { call, operations } = startBridge(
      () =>
        (...given) =>
          (acts.shift() ?? first.act)(...given),
    );
    const answers = [call(rotate, user)];
    await first.begun;
    let hasEnded = false;
    const ended = operations.writesEnded().then(() => (hasEnded = true));
    answers.push(call(rotate, user));
    await second.begun;
    first.end(kept);
    await answers[0];
    expect([hasEnded, operations.writesRunning()]).toEqual([false, 1]);
    second.end(kept);
    await ended;
    expect(operations.writesRunning()).toBe(0);
  });

  it('CAN-02 a cancelled write that may have been done stays unknown', async () => {
    const held = createHeldAct();
    const { call, journal } = startBridge(() => held.act);
    const controller = new AbortController();
    const result = call(rotate, user, { signal: controller.signal });
    const signal = await held.begun;
    signal.addEventListener('abort', () => {
      held.fail(new Problem({ kind: 'outcome-unknown', message: 'Cut off.', reference: 'r' }));
    });
    controller.abort();
    expect(await result).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    expect(journal.acts[0]?.outcome).toBe('unknown');
  });

  it('CAN-04 the end of the program aborts what still runs, in windows and in jobs', async () => {
    const clicked = createHeldAct();
    const job = createHeldAct();
    const acts = [clicked.act, job.act];
    const { call, bridge } = startBridge(
      () =>
        (...given) =>
          (acts.shift() ?? clicked.act)(...given),
    );
    void call(rotate, user);
    const first = await clicked.begun;
    void bridge.run(rotate, user, new AbortController().signal);
    const second = await job.begun;
    bridge.abortAll();
    expect([first.aborted, second.aborted]).toEqual([true, true]);
    clicked.end(kept);
    job.end(kept);
  });

  it('a job runs an operation with the same checks and the same journal as a click', async () => {
    const { bridge, journal } = startBridge(() => async () => kept);
    const { signal } = new AbortController();
    const more: typeof user = Object.assign({ extra: 1 }, user);
    expect(await bridge.run(rotate, more, signal)).toMatchObject({ ok: false });
    expect(await bridge.run(rotate, user, signal)).toEqual({ ok: true, value: kept });
    expect(journal.acts.map((act) => act.outcome)).toEqual(['done']);
  });

  it('CAN-01 a cancelled read is answered as cancelled', async () => {
    const { call } = startBridge(
      () =>
        (_input, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              reject(new Error('socket closed'));
            });
          }),
    );
    const controller = new AbortController();
    const result = call('enterpriseUsers.list', { connection: 'c-1' }, controller);
    setImmediate(() => {
      controller.abort();
    });
    expect(await result).toMatchObject({ failure: { kind: 'cancelled' } });
  });
});
