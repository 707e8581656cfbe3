// The upload queue: one file after the other, cancelled cleanly, and never sent again when it may have arrived.
import { describe, expect, it } from 'vitest';
import type { Failure, Result } from '../../../../../preload/result.ts';
import {
  isActive,
  isAwaited,
  paceOf,
  shownProgress,
  UploadLine,
} from '../../../../../renderer/screens/messages/upload-line.ts';

interface Sending {
  readonly name: string;
  readonly type: string;
  readonly signal: AbortSignal;
  readonly report: (bytes: number) => void;
  readonly end: (answer: Result<{ id: string | null; settledByList: boolean }>) => void;
}
const file = (name: string, bytes = 1000) => ({
  handle: `file-${name}-0123456789abcdef`,
  name,
  bytes,
});
const refused: Failure = {
  kind: 'refused',
  message: '',
  status: 400,
  reason: 'No',
  reference: 'r',
  cause: 'other',
};
const cancelled: Failure = { kind: 'cancelled', message: '' };
const unknown: Failure = { kind: 'outcome-unknown', message: '', reference: 'r' };

function desk() {
  const sent: Sending[] = [];
  const ended: unknown[] = [];
  let now = 0;
  const shown: string[][] = [];
  const uploads = new UploadLine(
    {
      send: ({ name }, type, { signal, onProgress }) =>
        new Promise((end) => {
          sent.push({ name, type, signal, end, report: (bytes) => onProgress({ bytes }) });
        }),
      ended: async (done) => {
        ended.push(done);
      },
      clock: () => now,
    },
    (list) => shown.push(list.map(({ state }) => state)),
  );
  const states = () => uploads.list.map((one) => `${one.file.name} ${one.state}`);
  const settle = async (at: number, answer: Parameters<Sending['end']>[0]) => {
    sent[at]?.end(answer);
    await new Promise((done) => setImmediate(done));
  };
  return { uploads, shown, sent, ended, states, settle, pass: (ms: number) => (now += ms) };
}

describe('uploads', () => {
  it('go one after the other, and what is added leaves the list', async () => {
    const { uploads, shown, sent, ended, states, settle } = desk();
    uploads.add([file('a'), file('b')], (name) => (name === 'a' ? 'List' : undefined));
    const [a, b] = uploads.list;
    uploads.setType(b?.id ?? 0, 'Other');
    void uploads.start([a?.id ?? 0, b?.id ?? 0]);
    void uploads.start([a?.id ?? 0]);
    expect(states()).toEqual(['a running', 'b waiting']);
    expect(isActive(uploads.list)).toBe(true);
    await settle(0, { ok: true, value: { id: '7', settledByList: false } });
    expect(states()).toEqual(['b running']);
    await settle(1, { ok: true, value: { id: null, settledByList: true } });
    expect(sent.map(({ name, type }) => `${name} ${type}`)).toEqual(['a List', 'b Other']);
    expect(ended).toEqual([
      { id: '7', type: 'List' },
      { id: null, type: 'Other' },
    ]);
    expect(shown.at(0)).toEqual(['chosen', 'chosen']);
    expect(shown.at(-1)).toEqual([]);
    expect({ states: states(), active: isActive(uploads.list) }).toEqual({
      states: [],
      active: false,
    });
  });

  it('can be cancelled: the one under way is cut off and the message read again, the next one goes on', async () => {
    const { uploads, sent, ended, states, settle } = desk();
    uploads.add([file('a'), file('b'), file('c')], () => 'List');
    const [a, b, c] = uploads.list.map(({ id }) => id);
    void uploads.start([a ?? 0, b ?? 0, c ?? 0]);
    uploads.cancel(c ?? 0);
    uploads.cancel(a ?? 0);
    uploads.remove(a ?? 0);
    expect(states()).toEqual(['a stopping', 'b waiting', 'c chosen']);
    expect(sent[0]?.signal.aborted).toBe(true);
    await settle(0, { ok: false, failure: cancelled });
    expect(states()).toEqual(['a cancelled', 'b running', 'c chosen']);
    expect(ended).toEqual([undefined]);
    uploads.stop();
    expect(sent[1]?.signal.aborted).toBe(true);
  });

  it('cut off by the person before their end are not there, whatever was answered; at their end nobody knows', async () => {
    const { uploads, sent, states, settle } = desk();
    const bytes = 5_000_000;
    uploads.add([file('a', bytes), file('b', bytes), file('c', bytes)], () => 'List');
    const ids = uploads.list.map(({ id }) => id);
    void uploads.start(ids);
    for (const [at, done] of [bytes - 1, bytes].entries()) {
      sent[at]?.report(done);
      uploads.cancel(ids[at] ?? 0);
      await settle(at, { ok: false, failure: unknown });
    }
    sent[2]?.report(1);
    await settle(2, { ok: false, failure: unknown });
    expect(states()).toEqual(['a cancelled', 'b failed', 'c failed']);
    expect(uploads.list.map(({ mayBeThere }) => mayBeThere)).toEqual([false, true, true]);
  });

  it('UPL-03 that were surely not done can be tried again, and those that may be there cannot', async () => {
    const { uploads, sent, states, settle } = desk();
    uploads.add([file('a'), file('b')], () => 'List');
    const ids = uploads.list.map(({ id }) => id);
    void uploads.start(ids);
    await settle(0, { ok: false, failure: refused });
    await settle(1, { ok: false, failure: unknown });
    expect(states()).toEqual(['a failed', 'b failed']);
    expect(uploads.list.map(({ mayBeThere }) => mayBeThere)).toEqual([false, true]);
    void uploads.start(ids);
    expect(states()).toEqual(['a running', 'b failed']);
    await settle(2, { ok: true, value: { id: '1', settledByList: false } });
    expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'a']);
  });

  it('UPL-07 are never shown as complete before the platform has confirmed them', async () => {
    const { uploads, sent, settle } = desk();
    uploads.add([file('a', 1000)], () => 'List');
    void uploads.start(uploads.list.map(({ id }) => id));
    const shown = () => uploads.list.map((one) => [shownProgress(one), isAwaited(one)]);
    sent[0]?.report(500);
    expect(shown()).toEqual([[500, false]]);
    sent[0]?.report(1000);
    expect(shown()).toEqual([[990, true]]);
    await settle(0, { ok: true, value: { id: '1', settledByList: false } });
    expect(shown()).toEqual([]);
  });

  it('say how fast they go and how long it takes, when there is something to say', () => {
    const { uploads, sent, pass } = desk();
    uploads.add([file('a', 10_000)], () => 'List');
    void uploads.start(uploads.list.map(({ id }) => id));
    const now = () => uploads.list.map(paceOf)[0];
    expect(now()).toBeUndefined();
    pass(100);
    sent[0]?.report(100);
    expect(now()).toBeUndefined();
    pass(900);
    sent[0]?.report(2000);
    expect(now()).toEqual({ bytesPerSecond: 2000, secondsLeft: 4 });
  });
});
