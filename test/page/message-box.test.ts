// The messages of a party as they are read: what comes is there at once, and a later visit asks for changes alone.
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MessageSummary } from '../../preload/contract/messages.ts';
import type * as boxModule from '../../renderer/screens/messages/message-box.svelte.ts';
import type * as rangeModule from '../../renderer/screens/messages/message-range.ts';
import { summary } from '../unit/renderer/screens/messages/summaries.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { emptyLayout, makeConnection } from './support/samples.ts';
import { startPage } from './support/start.ts';

const OWN = '974760673';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse('2026-06-01T12:00:00.000Z');
const whole = { complete: true, because: null, calls: 2 } as const;

let page: Page;
let box: boxModule.MessageBox;
let EVERYTHING: rangeModule.Range;

const letter = (id: string, hoursAgo: number, more: Partial<MessageSummary> = {}) =>
  summary({ id, lastChanged: new Date(NOON - hoursAgo * HOUR).toISOString(), ...more });
const ids = (messages: readonly MessageSummary[] = box.messages) =>
  messages.map(({ id }) => id).sort();
const asked = () => page.main.last('messages.list');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOON });
  page = await openPage({ address: '#/c-1/inbox' });
  ({ EVERYTHING } = await import('../../renderer/screens/messages/message-range.ts'));
  const { boxOf } = await import('../../renderer/screens/messages/message-box.svelte.ts');
  await startPage(page, {
    connections: [makeConnection('c-1')],
    chosen: 'c-1',
    layout: emptyLayout,
  });
  page.main.always('formDrafts.list', () => ({ drafts: [], unreadable: [] }));
  box = boxOf('c-1', OWN);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Everything, answered with these. */
async function read(...messages: readonly MessageSummary[]): Promise<void> {
  const loading = box.load({ range: EVERYTHING, filter: box.question.filter });
  asked().report({ items: messages.length, calls: 1, arrived: [...messages] });
  asked().answer({ messages: [], completeness: whole });
  await loading;
}
/** A folder shows it after so long. */
async function visit(after: number): Promise<void> {
  vi.setSystemTime(Date.now() + after);
  box.enter(box.list);
  await Promise.resolve();
}

it('what was deleted while the list was read is not back with its answer', async () => {
  await read(letter('a', 1), letter('b', 2));
  const again = box.load({ range: EVERYTHING, filter: box.question.filter });
  box.changedBy({ change: 'delete', from: 'box' } as Parameters<typeof box.changedBy>[0], ['b']);
  expect(ids()).toEqual(['a']);
  asked().report({ items: 2, calls: 1, arrived: [letter('a', 1), letter('b', 2)] });
  asked().answer({ messages: [], completeness: whole });
  await again;
  expect(ids()).toEqual(['a']);
});

describe('what was looked for in a folder', () => {
  it('FLD-32 is there on the way back, in that folder of that party alone', async () => {
    // It ends with a component, and here is none.
    vi.doMock('../../renderer/state/navigator.ts', () => ({ createNavigator: () => undefined }));
    onTestFinished(() => void vi.doUnmock('../../renderer/state/navigator.ts'));
    const { MessagesModel } =
      await import('../../renderer/screens/messages/messages-model.svelte.ts');
    const { acting } = await import('../../renderer/state/acting.svelte.ts');
    const actor = acting.now;
    if (actor === null) throw new Error('Nobody is acted for.');
    const folder = (name: 'inbox' | 'archive') =>
      new MessagesModel(makeConnection('c-1'), actor, name);
    const first = folder('inbox');
    first.typed = 'skjenkebevilling';
    first.part = 'unread';
    const again = folder('inbox');
    expect([again.typed, again.part]).toEqual(['skjenkebevilling', 'unread']);
    const other = folder('archive');
    expect([other.typed, other.part]).toEqual(['', 'all']);
    again.clearFilter();
    expect([again.typed, again.part]).toEqual(['', 'all']);
  });
});

describe('a list that is read for the first time', () => {
  it('has its first messages at once, the others now and then, and all of them in the end', async () => {
    const loading = box.load();
    expect(asked().input).toMatchObject({ all: true, asTheyCome: true });
    asked().report({ items: 1, calls: 1, arrived: [letter('a1', 1)] });
    expect(ids()).toEqual(['a1']);
    asked().report({ items: 2, calls: 2, arrived: [letter('a2', 2)] });
    asked().report({ items: 3, calls: 3, arrived: [letter('a3', 3)] });
    expect(ids()).toEqual(['a1']);
    vi.advanceTimersByTime(200);
    expect(ids()).toEqual(['a1', 'a2', 'a3']);
    expect(box.orders.inbox['last-changed'].map(({ message }) => message.id)).toEqual([
      'a1',
      'a2',
      'a3',
    ]);
    asked().report({ items: 4, calls: 4, arrived: [letter('a4', 4)] });
    asked().answer({ messages: [], completeness: whole });
    expect(await loading).toBe(true);
    expect(ids(box.list.value?.messages)).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(box.list.value?.completeness).toEqual(whole);
  });

  it('is shown seldomer the more has come: each time costs what there is', () => {
    void box.load();
    const many = Array.from({ length: 50_000 }, (_, i) => letter(`a${String(i)}`, i));
    asked().report({ items: 1, calls: 1, arrived: many });
    asked().report({ items: 2, calls: 2, arrived: [letter('b', 1)] });
    vi.advanceTimersByTime(900);
    expect(box.messages).toHaveLength(50_000);
    vi.advanceTimersByTime(200);
    expect(box.messages).toHaveLength(50_001);
    box.leave();
  });

  it('keeps what came when a person stops it, or when it fails, and says that it is not all', async () => {
    void box.load();
    asked().report({ items: 1, calls: 1, arrived: [letter('a1', 1)] });
    box.stop();
    expect(ids()).toEqual(['a1']);
    expect(box.list.value?.completeness.complete).toBe(false);
    expect(box.stopped).toBe(true);
    expect(box.counts).toBeUndefined();

    box.list.forget();
    const loading = box.load();
    asked().report({ items: 2, calls: 1, arrived: [letter('a1', 1), letter('a2', 2)] });
    asked().fail({ kind: 'unreachable', message: 'No answer.', problem: 'refused', host: 'x' });
    expect(await loading).toBe(false);
    expect(ids()).toEqual(['a1', 'a2']);
    expect(box.list.value?.completeness.complete).toBe(false);
    expect(box.list.failure?.kind).toBe('unreachable');
  });

  it('keeps the older one whole when a refresh fails or is stopped', async () => {
    await read(letter('a1', 1), letter('a2', 2));
    void box.load();
    asked().report({ items: 1, calls: 1, arrived: [letter('b1', 1)] });
    box.stop();
    expect(ids()).toEqual(['a1', 'a2']);
    expect(box.list.value?.completeness).toEqual(whole);
  });
});

describe('a later visit', () => {
  it('asks for what changed since the newest, and puts that in the place of what it was', async () => {
    await read(
      letter('a1', 1, { status: { state: 'unread', word: 'Ulest' } }),
      letter('a2', 2),
      letter('a3', 3),
    );
    const before = box.list.value?.messages.find(({ id }) => id === 'a3');
    await visit(6 * MINUTE);
    expect(asked().input).toMatchObject({ from: new Date(NOON - HOUR - 2 * MINUTE).toISOString() });
    const changed = [
      letter('a1', 1),
      letter('b2', 0, { originalId: 'a2', status: { state: 'archived', word: 'Arkivert' } }),
      letter('a4', 0),
    ];
    asked().report({ items: 3, calls: 1, arrived: changed });
    asked().answer({ messages: [], completeness: whole });
    await settled();
    expect(ids()).toEqual(['a1', 'a3', 'a4', 'b2']);
    expect(box.messages.find(({ id }) => id === 'a1')?.status.state).toBe('read');
    expect(box.messages.find(({ id }) => id === 'a3')).toBe(before);
    expect(box.counts).toEqual({ inbox: 0, 'work-list': 0 });
  });

  it('asks for all of it where a person wants it anew, something else is asked, or the whole of it is old', async () => {
    await read(letter('a1', 1));
    const calls = () => page.main.calls('messages.list').length;
    const before = calls();
    await visit(MINUTE);
    expect(calls()).toBe(before);
    void box.load();
    expect(asked().input).not.toHaveProperty('from');
    asked().answer({ messages: [letter('a1', 1)], completeness: whole });
    await settled();
    expect(box.list.busy).toBe(false);
    box.outdate();
    await visit(MINUTE);
    expect(asked().input).not.toHaveProperty('from');
    asked().answer({ messages: [letter('a1', 1)], completeness: whole });
    await settled();
    expect(box.list.busy).toBe(false);
    await visit(13 * HOUR);
    expect(asked().input).not.toHaveProperty('from');
    asked().answer({
      messages: [letter('a1', 1)],
      completeness: { ...whole, complete: false, because: 'limit' },
    });
    await settled();
    expect(box.list.busy).toBe(false);
    await visit(6 * MINUTE);
    expect(asked().input).not.toHaveProperty('from');
    expect(calls()).toBe(before + 4);
  });
});
