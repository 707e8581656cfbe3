// The page's end of the border: calls, answers, progress, cancellation and events on a port that the test controls.
import { describe, expect, it } from 'vitest';
import { contract } from '../../../preload/contract/contract.ts';
import type { ToMain, ToPage } from '../../../preload/wire.ts';
import { connect } from '../../../renderer/client.ts';

function fakePort() {
  const sent: ToMain[] = [];
  const listeners = new Set<(message: ToPage) => void>();
  return {
    sent,
    listeners,
    say: (message: ToPage) => {
      for (const listener of listeners) listener(message);
    },
    port: {
      post: (message: ToMain) => void sent.push(message),
      listen: (receive: (message: ToPage) => void) => {
        listeners.add(receive);
        return () => void listeners.delete(receive);
      },
    },
  };
}

describe('connect', () => {
  it('has one function for every operation of the contract, which calls it by its name', () => {
    const { port, sent } = fakePort();
    const { client } = connect(port);
    const features = client as unknown as Record<
      string,
      Record<string, (input: object) => unknown>
    >;
    const names = Object.entries(contract).flatMap(([feature, operations]) =>
      Object.keys(operations).map((operation) => [feature, operation] as const),
    );
    expect(names.length).toBeGreaterThan(100);
    for (const [feature, operation] of names) {
      const once = features[feature]?.[operation];
      expect(once).toBe(features[feature]?.[operation]);
      void once?.({});
    }
    expect(sent.map((message) => message.kind === 'call' && message.name)).toEqual(
      names.map(([feature, operation]) => `${feature}.${operation}`),
    );
  });

  it('cannot be changed, and is nothing that could be waited for', async () => {
    const { port, sent } = fakePort();
    const { client } = connect(port);
    for (const one of [client, client.app]) {
      expect(() => Object.assign(one, { start: () => undefined })).toThrow(TypeError);
      expect(Reflect.setPrototypeOf(one, {})).toBe(false);
      expect(await (one as unknown)).toBe(one);
      expect(String(Object.keys(one))).toBe('');
    }
    expect(sent).toEqual([]);
  });

  it('sends a call by name and settles it with the answer of the same id', async () => {
    const { port, sent, say } = fakePort();
    const { client } = connect(port);
    const first = client.settings.get({});
    const second = client.connections.list({});
    expect(sent).toEqual([
      { kind: 'call', id: 1, name: 'settings.get', input: {} },
      { kind: 'call', id: 2, name: 'connections.list', input: {} },
    ]);
    say({ kind: 'answer', id: 2, result: { ok: true, value: { all: [], chosen: null } } });
    const failure = { kind: 'offline', message: 'No network.' } as const;
    say({ kind: 'answer', id: 1, result: { ok: false, failure } });
    expect(await second).toEqual({ ok: true, value: { all: [], chosen: null } });
    expect(await first).toEqual({ ok: false, failure });
  });

  it('hands progress to its own call only, and none after the answer', async () => {
    const { port, say } = fakePort();
    const { client } = connect(port);
    const seen: unknown[] = [];
    const call = client.connections.test(
      { connection: 'a' },
      { onProgress: (step) => seen.push(step) },
    );
    say({ kind: 'progress', id: 1, value: { steps: [] } });
    say({ kind: 'progress', id: 7, value: { steps: ['other'] } });
    say({ kind: 'answer', id: 1, result: { ok: true, value: { passed: true, steps: [] } } });
    say({ kind: 'progress', id: 1, value: { steps: ['late'] } });
    await call;
    expect(seen).toEqual([{ steps: [] }]);
  });

  it('ATK-17 a list that comes in parts is whole when its call settles, each with its own', async () => {
    const { port, say } = fakePort();
    const { client } = connect(port);
    const [first, second] = [client.jobs.list({}), client.connections.list({})];
    say({ kind: 'part', id: 2, field: 'all', items: ['a', 'b'] });
    say({ kind: 'part', id: 9, field: 'all', items: ['nobody asked'] });
    say({ kind: 'part', id: 2, field: 'all', items: ['c'] });
    say({ kind: 'answer', id: 1, result: { ok: true, value: [] } });
    say({ kind: 'answer', id: 2, result: { ok: true, value: { all: [], chosen: null } } });
    expect(await first).toEqual({ ok: true, value: [] });
    expect(await second).toEqual({ ok: true, value: { all: ['a', 'b', 'c'], chosen: null } });
  });

  it('CAN-02 an abort asks main, and only main says how the call ended', async () => {
    const { port, sent, say } = fakePort();
    const { client } = connect(port);
    const stopper = new AbortController();
    const call = client.enterpriseUsers.remove(
      { connection: 'a', userName: 'erp' },
      { signal: stopper.signal },
    );
    stopper.abort();
    expect(sent.at(-1)).toEqual({ kind: 'cancel', id: 1 });
    const failure = { kind: 'outcome-unknown', message: 'Cut off.', reference: 'r1' } as const;
    say({ kind: 'answer', id: 1, result: { ok: false, failure } });
    expect(await call).toEqual({ ok: false, failure });
  });

  it('does not send what was aborted before it began, and cancels nothing after the answer', async () => {
    const { port, sent, say } = fakePort();
    const { client } = connect(port);
    const before = await client.settings.get({}, { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(sent).toEqual([]);

    const stopper = new AbortController();
    const call = client.activity.verify({}, { signal: stopper.signal });
    const value = { state: 'whole', lines: 0, firstBadLine: null, unconfirmed: 0 } as const;
    say({ kind: 'answer', id: 1, result: { ok: true, value } });
    await call;
    stopper.abort();
    expect(sent.map((message) => message.kind)).toEqual(['call']);
  });

  it('gives events to who asked for them until they stop, and hears nothing once closed', () => {
    const { port, say, listeners } = fakePort();
    const { on, close } = connect(port);
    const seen: unknown[] = [];
    const stop = on('clipboardCleared', (value) => seen.push(value));
    say({ kind: 'event', name: 'clipboardCleared', value: { cleared: true } });
    say({ kind: 'event', name: 'locked', value: {} });
    stop();
    say({ kind: 'event', name: 'clipboardCleared', value: { cleared: false } });
    expect(seen).toEqual([{ cleared: true }]);
    close();
    expect(listeners.size).toBe(0);
  });
});
