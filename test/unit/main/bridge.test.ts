// The bridge: nothing that a page sends can run a handler it should not, hang main, or bring back more than agreed.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, vi } from 'vitest';
import { type Bridge, createBridge } from '../../../main/bridge.ts';
import { createEvents } from '../../../main/events.ts';
import { createOperations } from '../../../main/operations.ts';
import { Problem } from '../../../main/problem.ts';
import { Secret } from '../../../main/secret.ts';
import { failure as failureShape } from '../../../preload/result.ts';
import { hostileInputs, operations as all, samples } from '../../support/contract-samples.ts';
import {
  type Act,
  createRememberingJournal,
  createRememberingLog,
  handlersDoing,
} from '../../support/handlers.ts';
import { formsFound, markerSecret } from '../../support/markers.ts';
import { createCaller, createPorts } from '../../support/ports.ts';

function startBridge(act: (name: string) => Act, { raw = false, clock = (): number => 0 } = {}) {
  const journal = createRememberingJournal();
  const log = createRememberingLog();
  const events = createEvents(log);
  const operations = createOperations({
    handlers: () => handlersDoing(act),
    journal,
    connections: {
      find(id) {
        if (id !== 'c-1') throw new Problem({ kind: 'not-found', message: 'No such connection.' });
        return { id, name: 'Fjord', environment: 'production' } as never;
      },
    },
    log,
  });
  const bridge: Bridge = createBridge({ operations, events, log, clock });
  const ports = createPorts({ raw });
  const window = bridge.serve(ports.main);
  return { bridge, window, ports, events, journal, log, operations, ...createCaller(ports.page) };
}
const rotate = 'enterpriseUsers.rotateSecret';
const user = { connection: 'c-1', userName: 'svc' };
const kept = { secret: 's-1', userName: 'svc', at: '2030-01-01T00:00:00Z', kept: 'keychain' };

/** Says when it began and waits until it is told how to end. */
function createHeldAct() {
  let begin: (signal: AbortSignal) => void = () => undefined;
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  let end: (value: unknown) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ending = new Promise<unknown>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const act: Act = (_input, { signal }) => {
    begin(signal);
    return ending;
  };
  return { act, begun, end, fail };
}

describe('what comes in', () => {
  it('IPC-03 no hostile input reaches a handler, for any operation', async () => {
    let ran = 0;
    const clock = createSteadyClock();
    const { call } = startBridge(
      () => async () => {
        ran += 1;
        return {};
      },
      { raw: true, clock },
    );
    let tried = 0;
    let refused = 0;
    for (const [name] of all) {
      for (const input of hostileInputs(samples[name] ?? {})) {
        tried += 1;
        const result = await call(name, input);
        if (!result.ok && result.failure.kind === 'invalid-input') refused += 1;
        else expect.soft({ name, input: typeof input, result }).toBeUndefined();
      }
    }
    expect({ refused, ran }).toEqual({ refused: tried, ran: 0 });
    expect(tried).toBeGreaterThan(2000);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('IPC-03 each refused field comes with the code the page has a sentence for', async () => {
    const { call } = startBridge(() => async () => ({}));
    const fields = async (name: string, input: unknown) => {
      const result = await call(name, input);
      return !result.ok && result.failure.kind === 'invalid-input' ? result.failure.fields : result;
    };
    const sample = samples['connections.create'];
    const spoilt = { ...sample, name: 'a'.repeat(61), environment: 'prod', language: 1, apiKey: 7 };
    expect(await fields('connections.create', spoilt)).toEqual({
      name: 'too-long',
      environment: 'not-a-choice',
      language: 'not-a-choice',
      apiKey: 'wrong-type',
    });
    expect(await fields('connections.create', {})).toMatchObject({
      name: 'required',
      organisationNumber: 'required',
      signIn: 'required',
    });
    expect(
      await fields('connections.create', {
        ...sample,
        name: 'a\u202eb',
        organisationNumber: '974760674',
        baseAddress: 'http://x',
        proxy: { use: 'manual', host: 'p', port: 70000 },
        signIn: { way: 'other' },
      }),
    ).toEqual({
      name: 'control-characters',
      organisationNumber: 'organisation-number',
      baseAddress: 'base-address',
      'proxy.port': 'out-of-range',
      'signIn.way': 'not-a-choice',
    });
    expect(await fields('settings.change', { clipboardSeconds: 1.5, 'a b': 1 })).toEqual({
      clipboardSeconds: 'not-a-number',
      '?': 'unknown-field',
    });
    expect(await fields('jobs.saveReport', { job: 'j', target: 'file-x' })).toEqual({
      target: 'unknown-handle',
    });
    expect(await fields('app.start', 7)).toEqual({ input: 'wrong-type' });
  });

  it('IPC-06 deep, wide, huge and cyclic values are refused in a moment', async () => {
    const { call } = startBridge(() => async () => ({}), { raw: true });
    const began = performance.now();
    for (const input of hostileInputs({})) await call('app.start', input);
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('IPC-03 messages that are none are dropped, and the bridge goes on', async () => {
    const { ports, call } = startBridge(() => async () => ({}), { raw: true });
    const bad: unknown[] = [null, 7, 'call', [], {}, { kind: 'call' }, { kind: 'call', id: '1' }];
    const more = [
      { kind: 'call', id: 1.5, name: 'app.lock' },
      { kind: 'call', id: 1, name: 7 },
    ];
    for (const message of [...bad, ...more, { kind: 'cancel', id: 99 }])
      ports.page.post(message as never);
    expect(await call('app.lock', {})).toEqual({ ok: true, value: {} });
    expect(ports.sent).toHaveLength(1);
  });

  it('IPC-08 a flood is refused, main stays awake, and the window may call again later', async () => {
    let time = 0;
    let ran = 0;
    const { ports, call, log } = startBridge(
      () => async () => {
        ran += 1;
        return {};
      },
      { raw: true, clock: () => time },
    );
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let batch = 0; batch < 1000; batch++) {
      for (let n = 0; n < 100; n++)
        ports.page.post({ kind: 'call', id: 1000 + batch * 100 + n, name: 'app.lock', input: {} });
      await new Promise(setImmediate);
    }
    await vi.waitFor(() => {
      expect(ports.sent).toHaveLength(100_000);
    });
    delay.disable();
    expect(delay.percentile(99) / 1e6).toBeLessThan(50);
    expect(ran).toBe(200);
    expect(log.lines).toEqual([{ level: 'warn', event: 'window-floods' }]);
    expect(await call('app.lock', {})).toMatchObject({ failure: { kind: 'busy' } });
    time = 1000;
    expect(await call('app.lock', {})).toMatchObject({ ok: true });
  });
});

describe('what goes out', () => {
  it('IPC-04 a field the contract does not name is dropped, in answers, progress and events', async () => {
    const marker = markerSecret('answer');
    const { call, ports, events } = startBridge(() => async (_input, { report }) => {
      report({ step: 'asking', secret: marker });
      return { ...kept, secretText: marker };
    });
    const steps: unknown[] = [];
    const result = await call(rotate, user, { onProgress: (step) => steps.push(step) });
    events.notify('locked', { secret: marker } as never);
    expect(result).toEqual({ ok: true, value: kept });
    expect(steps).toEqual([{ step: 'asking' }]);
    expect(formsFound(JSON.stringify(ports.sent), marker)).toEqual([]);
    expect(ports.sent.at(-1)).toEqual({ kind: 'event', name: 'locked', value: {} });
  });

  it('IPC-04 a Secret that a handler hands out carelessly does not cross, not even hidden', async () => {
    const { call } = startBridge(() => async () => ({ ...kept, userName: new Secret('xyzzy-1') }));
    expect(await call(rotate, user)).toMatchObject({ ok: false, failure: { kind: 'internal' } });
  });

  it('IPC-05 thirty kinds of errors cross as a kind and a reference, with nothing of their text', async () => {
    const marker = markerSecret('error');
    const made = thirtyErrors(marker);
    expect(made).toHaveLength(30);
    for (const error of made) {
      const { call, log, journal } = startBridge(() => throwing(error));
      const result = await call(rotate, user);
      const text = JSON.stringify(result);
      expect(formsFound(text, marker)).toEqual([]);
      expect(text).not.toMatch(/\.ts:|stack|cause|\n/);
      expect(result.ok).toBe(false);
      if (result.ok || result.failure.kind !== 'internal') expect.unreachable(text);
      expect(Object.keys(result.failure).sort()).toEqual(['kind', 'message', 'reference']);
      expect(log.lines).toHaveLength(1);
      expect(log.lines[0]).toMatchObject({ reference: result.failure.reference, event: rotate });
      expect(journal.acts[0]?.outcome).toBe('unknown');
    }
  });

  it('IPC-05 a Problem crosses as its failure alone', async () => {
    const refused = { kind: 'conflict' as const, message: 'In use.', reason: 'Name in use' };
    const { call } = startBridge(
      () => () => Promise.reject(new Problem(refused, new Error('cause with a token'))),
    );
    const result = await call(rotate, user);
    expect(result).toEqual({ ok: false, failure: refused });
    expect(failureShape.safeParse(refused).success).toBe(true);
  });

  it('progress: the first at once, then the newest each 100 ms, the last always, none after the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const held = createHeldAct();
    let report: (step: unknown) => void = () => undefined;
    const { call, ports } = startBridge(() => (input, context) => {
      report = context.report;
      return held.act(input, context);
    });
    const result = call(rotate, user);
    await held.begun;
    const steps = () => ports.sent.flatMap((m) => (m.kind === 'progress' ? [m.value] : []));
    for (const step of ['preparing', 'asking', 'keeping', 'asking']) report({ step });
    expect(steps()).toEqual([{ step: 'preparing' }]);
    vi.advanceTimersByTime(99);
    expect(steps()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(steps()).toEqual([{ step: 'preparing' }, { step: 'asking' }]);
    report({ step: 'keeping' });
    report({ step: 'no such step' });
    held.end(kept);
    await result;
    report({ step: 'preparing' });
    vi.runAllTimers();
    expect(steps()).toEqual([{ step: 'preparing' }, { step: 'asking' }, { step: 'keeping' }]);
    expect(ports.sent.at(-1)?.kind).toBe('answer');
    vi.useRealTimers();
  });
});

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
    expect(await bridge.run(rotate, { ...user, extra: 1 }, signal)).toMatchObject({ ok: false });
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

/** Fails with whatever it is given, as careless code does. */
const throwing =
  (error: unknown): Act =>
  () =>
    new Promise((_resolve, reject) => {
      Reflect.apply(reject, undefined, [error]);
    });

/** A second passes at each look, so that a test of many calls is no flood. */
function createSteadyClock(): () => number {
  let time = 0;
  return () => (time += 1000);
}

/** What Node, V8, zod and careless code throw, each with the marker in it. */
function thirtyErrors(marker: string): unknown[] {
  const caught = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return error;
    }
    throw new Error('Nothing was thrown.');
  };
  const coded = ['ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ENOSPC'];
  const classes = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
  return [
    ...classes.map((Kind) => new Kind(marker)),
    ...coded.map((code) => Object.assign(new Error(`${code} ${marker}`), { code, marker })),
    ...[marker, 7, null, undefined, { message: marker, stack: marker }, [marker], true],
    caught(() => JSON.parse(marker) as unknown),
    caught(() => new URL(`${marker}:// `)),
    caught(() => decodeURIComponent(`%${marker}`)),
    new Error('outer', { cause: new Error(marker) }),
    new AggregateError([new Error(marker)], marker),
    Object.assign(new Error(marker), { name: marker, code: marker }),
    Object.assign(new Error(`x\n    at ${marker} (secret.ts:1:1)`), { errors: [marker] }),
    new DOMException(marker, 'AbortError'),
    Object.assign(new Error('http'), { request: { headers: { ApiKey: marker } } }),
    Object.assign(new Error('input'), { input: marker }),
    Object.assign(new Error('failure'), { failure: { kind: 'internal', message: marker } }),
  ];
}
