// What outlives a screen: one for each key, gone behind the lock, in another connection and for another party.
import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageStatus, MessageSummary } from '../../preload/contract/messages.ts';
import type * as actingModule from '../../renderer/state/acting.svelte.ts';
import type * as keptModule from '../../renderer/state/kept.svelte.ts';
import type * as paletteModule from '../../renderer/state/palette-sources.svelte.ts';
import type * as referenceModule from '../../renderer/state/reference.svelte.ts';
import type * as sessionModule from '../../renderer/state/session.svelte.ts';
import type * as boxModule from '../../renderer/screens/messages/message-box.svelte.ts';
import { openPage, type Page } from './support/page.ts';
import { emptyLayout, makeConnection } from './support/samples.ts';
import { startPage } from './support/start.ts';

const OWN = '974760673';
const OTHER = '910514318';

type MessageList = NonNullable<boxModule.MessageBox['list']['value']>;

let page: Page;
let kept: typeof keptModule;
let keepEach: typeof keptModule.keepEach;
let acting: typeof actingModule.acting;
let session: typeof sessionModule.session;
let reference: typeof referenceModule;
let palette: typeof paletteModule;
let box: typeof boxModule;

beforeEach(async () => {
  page = await openPage({ address: '#/c-1/inbox' });
  kept = await import('../../renderer/state/kept.svelte.ts');
  ({ keepEach } = kept);
  ({ acting } = await import('../../renderer/state/acting.svelte.ts'));
  ({ session } = await import('../../renderer/state/session.svelte.ts'));
  reference = await import('../../renderer/state/reference.svelte.ts');
  palette = await import('../../renderer/state/palette-sources.svelte.ts');
  box = await import('../../renderer/screens/messages/message-box.svelte.ts');
  await startPage(page, {
    connections: [makeConnection('c-1'), makeConnection('c-2')],
    chosen: 'c-1',
    layout: emptyLayout,
  });
});

describe('what is kept', () => {
  it('is made once for each key, outside of whoever asked first', () => {
    const made: string[] = [];
    const { of, all } = keepEach(
      (name: string) => {
        made.push(name);
        return { name, leave: () => undefined };
      },
      () => true,
    );
    let first: unknown;
    const end = page.asWindow(() => {
      first = of('a');
    });
    end();
    expect(of('a')).toBe(first);
    expect(of('b')).not.toBe(first);
    expect(made).toEqual(['a', 'b']);
    expect(all().map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('is left once and forgotten behind the lock, and made anew after it', () => {
    const left: number[] = [];
    let made = 0;
    const { of, all } = keepEach(
      (name: string) => {
        const number = (made += 1);
        return { name, number, leave: () => left.push(number) };
      },
      () => true,
    );
    of('a');
    page.flush();
    session.lock();
    page.flush();
    expect(left).toEqual([1]);
    expect(all()).toEqual([]);
    session.unlock();
    page.flush();
    expect(of('a').number).toBe(2);
    page.flush();
    expect(left).toEqual([1]);
  });
});

const keepers = [
  { name: 'what the palette found', of: () => palette.paletteSources('c-1', OWN), party: true },
  { name: 'a party’s messages', of: () => box.boxOf('c-1', OWN), party: true },
  { name: 'the copy of the metadata', of: () => reference.copyOf('c-1'), party: false },
];

describe.each(keepers)('$name', ({ of, party }) => {
  it('is not kept behind the lock', () => {
    const before = of();
    page.flush();
    expect(of()).toBe(before);
    session.lock();
    page.flush();
    session.unlock();
    page.flush();
    expect(of()).not.toBe(before);
  });

  it('is not kept in another connection', () => {
    const before = of();
    page.flush();
    const connections = session.connections;
    page.main.tell('connectionsChanged', { all: [...connections], chosen: 'c-2' });
    page.flush();
    page.main.tell('connectionsChanged', { all: [...connections], chosen: 'c-1' });
    page.flush();
    expect(of()).not.toBe(before);
  });

  it(party ? 'is not kept for another party' : 'is the same for every party', () => {
    const before = of();
    page.flush();
    acting.choose(OTHER);
    page.flush();
    expect(acting.now?.who).toBe(OTHER);
    acting.choose(OWN);
    page.flush();
    expect(acting.now?.who).toBe(OWN);
    expect(of() === before).toBe(!party);
  });
});

it('the copy in the connection’s own language is one, whether or not it is said that none is asked for', () => {
  expect(reference.copyOf('c-1', undefined)).toBe(reference.copyOf('c-1'));
  expect(reference.copyOf('c-1', 1033)).not.toBe(reference.copyOf('c-1'));
});

describe('what waits, for the sidebar', () => {
  const message = (id: string, state: MessageStatus['state']): MessageSummary => ({
    id,
    subject: id,
    status: { state, word: state },
    type: { kind: 'unknown', word: 'x' },
    lastChanged: null,
    lastChangedBy: null,
    serviceOwner: null,
    sender: null,
    serviceCode: null,
    serviceEdition: null,
    replyOptions: [],
  });
  const list = (...states: readonly MessageStatus['state'][]): MessageList => ({
    messages: states.map((state, i) => message(`b${String(i)}`, state)),
    completeness: { complete: true, because: null, calls: 1 },
  });
  /** A folder reads its box. */
  async function read(answer: MessageList): Promise<void> {
    const loading = box.boxOf('c-1', OWN).load();
    page.main.last('messages.list').answer(answer);
    await loading;
    page.flush();
  }
  const counts = () => [kept.keptCount('inbox'), kept.keptCount('work-list')];

  it('is not known before the box was read, is counted then, and follows what is done', async () => {
    expect(counts()).toEqual([undefined, undefined]);
    await read(list('unread', 'unread', 'read', 'filling-in', 'signing', 'archived'));
    expect(counts()).toEqual([2, 2]);
    const { list: query } = box.boxOf('c-1', OWN);
    query.change((value) => ({ ...value, messages: value.messages.slice(1) }));
    expect(counts()).toEqual([1, 2]);
    expect(page.main.calls('messages.list')).toHaveLength(1);
  });

  it('is not known of a part of the box, of the past, and of a list that is not whole', async () => {
    await read({
      ...list('unread'),
      completeness: { complete: false, because: 'limit', calls: 9 },
    });
    expect(counts()).toEqual([undefined, undefined]);
    const of = box.boxOf('c-1', OWN);
    of.question = { ...of.question, range: { preset: 'last-year', from: '', to: '' } };
    await read(list('unread'));
    expect(counts()).toEqual([undefined, undefined]);
    of.question = { ...of.question, range: { preset: 'all', from: '', to: '' } };
    await read(list('unread'));
    expect(counts()).toEqual([1, 0]);
  });

  it('goes with the lock and with the party', async () => {
    await read(list('unread'));
    session.lock();
    page.flush();
    session.unlock();
    page.flush();
    expect(counts()).toEqual([undefined, undefined]);
    await read(list('unread'));
    acting.choose(OTHER);
    page.flush();
    expect(counts()).toEqual([undefined, undefined]);
  });
});
