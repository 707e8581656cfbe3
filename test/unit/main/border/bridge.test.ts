// The bridge: no message of a page can run a forbidden handler, hang main, or return more than the contract allows.
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import { failure as failureShape } from '../../../../preload/result.ts';
import type { ToPage } from '../../../../preload/wire.ts';
import {
  createHeldAct,
  createSteadyClock,
  kept,
  rotate,
  startBridge,
  user,
} from '../../../support/bridge.ts';
import { hostileInputs, operations as all, samples } from '../../../support/contract-samples.ts';
import type { Act } from '../../../support/handlers.ts';
import { summary } from '../../renderer/screens/messages/summaries.ts';
import { formsFound, markerSecret } from '../../../support/markers.ts';

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
        name: 'a\u0007b',
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

  it('IPC-06 deep, wide, huge and cyclic values are refused', async () => {
    const { call } = startBridge(() => async () => ({}), { raw: true });
    const inputs = hostileInputs({});
    const refuse = async () => {
      for (const input of inputs)
        expect(await call('app.start', input)).toMatchObject({ ok: false });
    };
    await refuse();
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

  it('IPC-08 a flood is refused, and the window may call again later', async () => {
    let time = 0;
    let ran = 0;
    const { ports, call, log } = startBridge(
      () => async () => {
        ran += 1;
        return {};
      },
      { raw: true, clock: () => time },
    );
    for (let id = 1; id <= 100_000; id++)
      ports.page.post({ kind: 'call', id: 1000 + id, name: 'app.lock', input: {} });
    await vi.waitUntil(() => ports.sent.length === 100_000);
    expect(ran).toBe(200);
    expect(log.lines).toEqual([{ level: 'warn', event: 'window-floods' }]);
    expect(await call('app.lock', {})).toMatchObject({ failure: { kind: 'busy' } });
    time = 1000;
    expect(await call('app.lock', {})).toMatchObject({ ok: true });
  });
});

describe('what goes out', () => {
  it('an answer that cannot be sent becomes a failure with a reference that the log has', async () => {
    const { call, ports, log } = startBridge(() => async () => kept);
    const post = ports.main.post.bind(ports.main);
    Object.assign(ports.main, {
      post(message: ToPage) {
        if (message.kind === 'answer' && message.result.ok) throw new RangeError('Too long.');
        post(message);
      },
    });
    const answer = await call(rotate, user);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'internal' } });
    const reference = !answer.ok && 'reference' in answer.failure && answer.failure.reference;
    expect(log.lines).toContainEqual(
      expect.objectContaining({ event: 'answer-not-sent', reference }) as unknown,
    );
  });

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

  it('progress: of a list that comes in steps nothing is left out, however fast they are', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const completeness = { complete: true, because: null, calls: 3 };
    const { call, ports } = startBridge(() => async (_input, { report }) => {
      for (const [calls, ids] of [['a1'], ['a2', 'a3'], undefined, ['a4']].entries())
        report({ items: 4, calls, ...(ids && { arrived: ids.map((id) => summary({ id })) }) });
      return { messages: [], completeness };
    });
    const input = { ...samples['messages.list'], all: true, asTheyCome: true };
    expect(await call('messages.list', input)).toMatchObject({ ok: true });
    const steps = ports.sent.flatMap((m) =>
      m.kind === 'progress' ? [m.value as { calls: number; arrived?: { id: string }[] }] : [],
    );
    expect(steps.map(({ calls }) => calls)).toEqual([0, 3]);
    expect(steps.map(({ arrived = [] }) => arrived.map(({ id }) => id))).toEqual([
      ['a1'],
      ['a2', 'a3', 'a4'],
    ]);
    vi.useRealTimers();
  });
});

/** Fails with whatever it is given, as careless code does. */
const throwing =
  (error: unknown): Act =>
  () =>
    new Promise((_resolve, reject) => {
      Reflect.apply(reject, undefined, [error]);
    });

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
