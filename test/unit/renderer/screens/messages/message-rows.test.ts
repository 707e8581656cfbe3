// The rows of a folder: by status, part, search and sorting, with local drafts, and fast with thousands.
import { describe, expect, it } from 'vitest';
import type { FormDraftSummary } from '../../../../../preload/contract/form-drafts.ts';
import type { Message, MessageStatus } from '../../../../../preload/contract/messages.ts';
import {
  FolderOrders,
  inOrder,
  MessageOrders,
} from '../../../../../renderer/screens/messages/message-orders.ts';
import {
  changedBy,
  type Column,
  COLUMNS,
  draftsIn,
  findable,
  folderOf,
  foundBy,
  fromWhom,
  isInPart,
  neighbour,
  serviceOf,
  sortingOf,
  summaryOf,
  USUAL_SORTING,
} from '../../../../../renderer/screens/messages/message-rows.ts';
import { createFormats } from '../../../../../renderer/texts/formats.ts';
import { summary } from './summaries.ts';

const { compare } = createFormats('nb');
const inState = (state: MessageStatus['state'], id = 'a1') =>
  summary({ id, status: { state, word: state } });
const form = { kind: 'form-task', word: 'FormTask' } as const;

describe('the folder', () => {
  it('follows from the status alone; what nobody knows is in the inbox', () => {
    const folders = {
      unread: 'inbox',
      read: 'inbox',
      unknown: 'inbox',
      'filling-in': 'work-list',
      signing: 'work-list',
      archived: 'archive',
      'archived-form': 'archive',
      deleted: 'trash',
    } as const satisfies Record<MessageStatus['state'], string>;
    for (const [state, folder] of Object.entries(folders))
      expect([state, folderOf(inState(state as MessageStatus['state']))]).toEqual([state, folder]);
  });
  it('has parts, of which "all" is everything', () => {
    expect(isInPart(inState('read'), 'all')).toBe(true);
    expect(isInPart(inState('read'), 'unread')).toBe(false);
    expect(isInPart(inState('unread'), 'unread')).toBe(true);
    expect(isInPart(inState('signing'), 'signing')).toBe(true);
    expect(isInPart(inState('signing'), 'filling-in')).toBe(false);
    expect(isInPart({ ...inState('archived-form'), type: form }, 'forms')).toBe(true);
    expect(isInPart({ ...inState('archived-form'), type: form }, 'correspondence')).toBe(false);
    expect(isInPart(inState('archived'), 'correspondence')).toBe(true);
    expect(isInPart(inState('archived'), 'forms')).toBe(false);
  });
});

describe('finding', () => {
  const all = [
    summary({ id: 'a1', subject: 'Årsmelding for fergene', sender: null }),
    summary({ id: 'a2', subject: 'Vedtak', sender: 'Sjøfartsetaten', serviceCode: '150' }),
    summary({ id: 'a3', subject: 'Vedtak', serviceEdition: null }),
  ].map(findable);
  const found = (typed: string) => foundBy(all, typed).map(({ message }) => message.id);

  it('goes by subject, sender, owner and code, by any part, without Norwegian letters', () => {
    expect(found('arsmelding')).toEqual(['a1']);
    expect(found('SJOFART')).toEqual(['a2']);
    expect(found('150/7 vedtak')).toEqual(['a2']);
    expect(found('fyrtilsynet')).toEqual(['a1', 'a2', 'a3']);
    expect(found('vedtak 4628/7')).toEqual([]);
    expect(found('   ')).toEqual(['a1', 'a2', 'a3']);
  });
  it('shows the sender, else the owner, and the service as far as it is said', () => {
    expect(all.map(({ message }) => fromWhom(message))).toEqual([
      'Fyrtilsynet',
      'Sjøfartsetaten',
      'Fyrtilsynet',
    ]);
    expect(all.map(({ message }) => serviceOf(message))).toEqual(['4628/7', '150/7', '4628']);
    expect(serviceOf(summary({ serviceCode: null }))).toBe('');
  });
});

describe('the order', () => {
  const all = [
    summary({ id: 'a1', subject: 'Årsmelding', lastChanged: null }),
    summary({ id: 'a2', subject: 'Østre havn', lastChanged: '2026-03-02T10:00:00Z', sender: 'B' }),
    summary({ id: 'a3', subject: 'vedtak', lastChanged: '2026-03-03T10:00:00Z', sender: 'a' }),
    summary({ id: 'a4', subject: 'Vedtak', lastChanged: '2026-03-01T10:00:00Z', sender: 'B' }),
  ];
  const orders = new MessageOrders();
  const by = (column: Column, rising: boolean, of = all) =>
    inOrder(orders.of(of, compare), { column, rising }).map(({ message }) => message.id);

  it('is by time with what has none as the oldest, by subject as Norwegians sort, by sender', () => {
    expect(by('last-changed', false)).toEqual(['a3', 'a2', 'a4', 'a1']);
    expect(by('last-changed', true)).toEqual(['a1', 'a4', 'a2', 'a3']);
    expect(by('subject', true)).toEqual(['a3', 'a4', 'a2', 'a1']);
    expect(by('sender', true)).toEqual(['a3', 'a2', 'a4', 'a1']);
  });
  it('is the same whether the messages come at once or one after the other, in any turn, and some go', () => {
    const first = all.slice(0, 2);
    for (const some of [first, all.slice(1), [], all.toReversed(), all.slice(3), all])
      for (const column of COLUMNS)
        expect(by(column, true, some)).toEqual(
          inOrder(new MessageOrders().of(some, compare), { column, rising: true }).map(
            ({ message }) => message.id,
          ),
        );
  });
  it('is another one in another language, and of a message that became another', () => {
    const turned = inOrder(
      orders.of(all, (a, b) => compare(b, a)),
      { column: 'subject', rising: true },
    );
    expect(turned.map(({ message }) => message.id)).toEqual(['a1', 'a2', 'a3', 'a4']);
    const renamed = all.map((one) => (one.id === 'a4' ? { ...one, subject: 'Aa' } : one));
    expect(by('subject', true, renamed)).toContain('a4');
    expect(by('subject', true, renamed)).toHaveLength(all.length);
  });
  it('of each folder is that of all without the messages of others, also once some have moved', () => {
    const states = ['unread', 'archived', 'read', 'filling-in', 'deleted', 'signing'] as const;
    const messages = (turn: number) =>
      Array.from({ length: 60 }, (_, i) => {
        const state = states[(i + (i % 7 === 0 ? turn : 0)) % states.length] ?? 'read';
        return summary({
          id: `a${String(i)}`,
          subject: `Vedtak ${String(i % 5)}`,
          lastChanged: `2026-03-0${String(1 + (i % 4))}T10:00:00Z`,
          status: { state, word: state },
        });
      });
    const [ofAll, byFolder] = [new MessageOrders(), new FolderOrders()];
    const first = messages(0);
    const later = messages(1).map((one, i) => (i % 7 === 0 ? one : (first[i] ?? one)));
    for (const some of [first.slice(0, 40), first, later, later.slice(20)]) {
      const [whole, folders] = [ofAll.of(some, compare), byFolder.of(some, compare)];
      expect(byFolder.of(some, compare).inbox).toBe(folders.inbox);
      for (const [folder, orders] of Object.entries(folders))
        for (const column of COLUMNS)
          expect(orders[column].map(({ message }) => message)).toEqual(
            whole[column].map(({ message }) => message).filter((one) => folderOf(one) === folder),
          );
    }
  });
  it('is what was remembered, where that is still an order', () => {
    expect(sortingOf({ column: 'subject', rising: true })).toEqual({
      column: 'subject',
      rising: true,
    });
    expect(sortingOf({ column: 'size', rising: true })).toEqual(USUAL_SORTING);
    expect(sortingOf(undefined)).toEqual(USUAL_SORTING);
  });
});

describe('a change in place', () => {
  it('keeps only what a line shows: a list of thousands holds no bodies', () => {
    const line = summary();
    const read = { ...line, body: '<p>Hei</p>', summary: 'x', forms: [] } as unknown as Message;
    expect(summaryOf(read)).toEqual(line);
  });
  it('leaves the place to the next one, at the end to the one before', () => {
    const ids = ['a1', 'a2', 'a3'];
    expect(neighbour(ids, 'a2')).toBe('a3');
    expect(neighbour(ids, 'a3')).toBe('a2');
    expect(neighbour(['a1'], 'a1')).toBeNull();
    expect(neighbour(ids, 'b1')).toBeNull();
  });
});

describe('drafts of this computer', () => {
  const draft = (who: string, message: string): FormDraftSummary => ({
    who,
    message,
    subject: 'x',
    environment: 'test',
    forms: 1,
    changed: '2026-03-01T10:00:00Z',
  });
  it('are those of this party; without a message in the work list they are left over', () => {
    const messages = [inState('filling-in', 'a1'), inState('archived-form', 'a2')];
    const { kept, left } = draftsIn(
      [draft('910514318', 'a1'), draft('910514318', 'a2'), draft('r1', 'a3')],
      '910514318',
      messages,
    );
    expect([...kept]).toEqual(['a1', 'a2']);
    expect(left.map(({ message }) => message)).toEqual(['a2']);
  });
});

describe('many messages', () => {
  const messages = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      summary({
        id: `a${String(i)}`,
        subject: `Vedtak ${String((i * 7919) % 20_000)} om kystvei og ferge`,
        lastChanged: new Date(Date.UTC(2026, 0, 1) - i * 60_000).toISOString(),
      }),
    );

  it('of a hundred thousand, few new ones are put in their places by as many comparisons as they need', () => {
    const all = messages(100_000);
    let compared = 0;
    const counting = (a: string, b: string) => {
      compared += 1;
      return compare(a, b);
    };
    const orders = new MessageOrders();
    orders.of(all.slice(10), counting);
    compared = 0;
    const now = orders.of(all, counting);
    expect(compared).toBeLessThan(2 * 10 * 30);
    expect(now['last-changed'].slice(0, 10).map(({ message }) => message)).toEqual(
      all.slice(0, 10),
    );
    compared = 0;
    expect(orders.of(all, counting)).toBe(now);
    expect(inOrder(now, { column: 'subject', rising: true })).toBe(now.subject);
    expect(compared).toBe(0);
  });
});

describe('a list that a job has changed', () => {
  const all = [inState('unread', 'a1'), inState('read', 'a2'), inState('unread', 'a3')];

  it('loses what was deleted, and shows as read what was marked; the rest stays as it was', () => {
    expect(changedBy(all, 'delete', ['a1', 'a9']).map(({ id }) => id)).toEqual(['a2', 'a3']);
    const marked = changedBy(all, 'mark-as-read', ['a1', 'a2']);
    expect(marked.map(({ status }) => status.state)).toEqual(['read', 'read', 'unread']);
    expect(marked[1]).toBe(all[1]);
  });

  it('is the same when it comes a second time', () => {
    const once = changedBy(all, 'delete', ['a1']);
    expect(changedBy(once, 'delete', ['a1'])).toEqual(once);
  });
});
