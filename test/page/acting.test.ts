// Whom calls act for: remembered per connection, changed only after unsaved drafts were asked about.
// A party that no longer exists is given up, and a removed connection forgets its party.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reportee } from '../../preload/contract/reportees.ts';
import type * as actingModule from '../../renderer/state/acting.svelte.ts';
import type * as draftsModule from '../../renderer/state/drafts.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { emptyLayout, makeConnection, makeParty } from './support/samples.ts';
import { startPage } from './support/start.ts';

const OWN = '974760673';
const ONE = '910514318';
const party = (number: string, more: Partial<Reportee> = {}) =>
  makeParty(`r${number}`, { name: `Party ${number}`, organisationNumber: number, ...more });
const deleted = { known: 'deleted', word: 'Deleted' } as const;

let page: Page;
let acting: typeof actingModule.acting;
let drafts: typeof draftsModule;

/** Acting for `who` since before the start. */
async function begin(who: string | null, recent: readonly string[] = []) {
  await startPage(page, {
    connections: [makeConnection('c-1'), makeConnection('c-2', { organisationNumber: ONE })],
    chosen: 'c-1',
    layout: {
      ...emptyLayout,
      actsAsUser: { 'c-1': true, 'c-2': true },
      parties: { 'c-1': { acting: who, recent: [...recent], starred: [] } },
    },
  });
}
/** Main answers the list of parties. */
async function read(parties: readonly Reportee[], complete = true) {
  const done = acting.parties?.load();
  page.main.last('reportees.list').answer({
    reportees: [...parties],
    completeness: { complete, because: complete ? null : 'limit', calls: 1 },
  });
  await done;
  page.flush();
}

beforeEach(async () => {
  vi.useFakeTimers();
  page = await openPage({ address: '#/c-1/inbox' });
  ({ acting } = await import('../../renderer/state/acting.svelte.ts'));
  drafts = await import('../../renderer/state/drafts.svelte.ts');
});

describe('who is acted for', () => {
  it('is nobody without a connection, and the own organisation where nobody else was chosen', async () => {
    expect(acting.now).toBeNull();
    expect(acting.parties).toBeUndefined();
    await begin(null);
    expect(acting.now).toMatchObject({ who: OWN, name: 'Fjordtrafikk AS', own: true });
  });

  it('is a party chosen before, by its number until the list came, and by its name then', async () => {
    await begin(ONE);
    expect(acting.now).toMatchObject({ who: ONE, name: ONE, kind: 'organisation', own: false });
    await read([party(ONE)]);
    expect(acting.now).toMatchObject({ who: ONE, name: `Party ${ONE}`, own: false });
  });

  it('is another one in another connection', async () => {
    await begin(ONE);
    page.main.tell('connectionsChanged', {
      all: [makeConnection('c-1'), makeConnection('c-2', { organisationNumber: ONE })],
      chosen: 'c-2',
    });
    expect(acting.now).toMatchObject({ who: ONE, own: true });
  });
});

describe('choosing', () => {
  it('is kept for the connection, newest first and at most five', async () => {
    await begin(
      null,
      ['1', '2', '3', '4', '5'].map((n) => `r${n}`),
    );
    acting.choose(ONE);
    expect(acting.now?.who).toBe(ONE);
    expect(acting.recent).toEqual([ONE, 'r1', 'r2', 'r3', 'r4']);
    acting.choose('r2');
    expect(acting.recent).toEqual(['r2', ONE, 'r1', 'r3', 'r4']);
    vi.advanceTimersByTime(400);
    expect(page.main.last('layout.remember').input.parties?.['c-1']).toMatchObject({
      acting: 'r2',
    });
  });

  it('the own organisation again is no choice of a party, and no recent one', async () => {
    await begin(ONE);
    acting.choose(OWN);
    expect(acting.now?.own).toBe(true);
    expect(acting.recent).toEqual([]);
  });

  it('asks about drafts first, and does nothing where the person stays', async () => {
    await begin(null);
    drafts.holdDraft({ name: () => 'Changes', isUnsaved: () => true });
    const done = vi.fn<() => void>();
    acting.choose(ONE, done);
    expect(acting.now?.own).toBe(true);
    drafts.drafts.stay();
    expect(done).not.toHaveBeenCalled();
    acting.choose(ONE, done);
    drafts.drafts.discard();
    expect(acting.now?.who).toBe(ONE);
    expect(done).toHaveBeenCalledOnce();
  });

  it('stars what the person stars, each once', async () => {
    await begin(null);
    acting.star(ONE, true);
    acting.star(ONE, true);
    acting.star('r7', true);
    expect(acting.starred).toEqual([ONE, 'r7']);
    acting.star(ONE, false);
    expect(acting.starred).toEqual(['r7']);
  });
});

describe('a party that was chosen before', () => {
  const check = () => {
    acting.check();
    page.flush();
  };

  it('stays while the list was not read', async () => {
    await begin(ONE);
    check();
    expect(acting.now?.who).toBe(ONE);
  });

  it('and is in the list stays', async () => {
    await begin(ONE);
    await read([party(ONE)]);
    check();
    expect(acting.now?.who).toBe(ONE);
    expect(acting.lost).toBeUndefined();
  });

  it('that is gone is left for the own organisation, for good, and said until it was seen', async () => {
    await begin(ONE);
    await read([]);
    check();
    expect(acting.now?.own).toBe(true);
    expect(acting.lost).toEqual({ connection: 'c-1', who: ONE, name: null, why: 'gone' });
    await read([party(ONE)]);
    check();
    expect(acting.now?.own).toBe(true);
    acting.seen();
    expect(acting.lost).toBeUndefined();
  });

  it('is not given up because a list that is not whole does not have it', async () => {
    await begin(ONE);
    await read([], false);
    check();
    expect(acting.now?.who).toBe(ONE);
  });

  it('that was deleted is left, unless the person chose it all the same', async () => {
    await begin(ONE);
    await read([party(ONE, { status: deleted })]);
    check();
    expect(acting.now?.own).toBe(true);
    expect(acting.lost).toMatchObject({ why: 'deleted', name: `Party ${ONE}` });
    acting.choose(ONE);
    check();
    expect(acting.now?.who).toBe(ONE);
    expect(acting.lost).toBeUndefined();
  });

  it('that the person chose in this session is left all the same when it is gone', async () => {
    await begin(null);
    acting.choose(ONE);
    await read([]);
    check();
    expect(acting.now?.own).toBe(true);
    expect(acting.lost).toMatchObject({ why: 'gone' });
  });

  it('is not left while something is unsaved, which that would throw away', async () => {
    await begin(ONE);
    const saved = drafts.holdDraft({ name: () => 'Changes', isUnsaved: () => true });
    await read([]);
    check();
    expect(acting.now?.who).toBe(ONE);
    saved();
    check();
    expect(acting.now?.own).toBe(true);
  });

  it('of one connection is not said to be lost in another', async () => {
    await begin(ONE);
    await read([]);
    check();
    page.main.tell('connectionsChanged', {
      all: [makeConnection('c-1'), makeConnection('c-2')],
      chosen: 'c-2',
    });
    expect(acting.lost).toBeUndefined();
  });
});

describe('what was read', () => {
  it('is read once for whoever asks, and anew after it was forgotten', async () => {
    await begin(null);
    const seen = page.seen(() => acting.parties?.value?.length);
    await read([party(ONE)]);
    expect(acting.parties?.value).toHaveLength(1);
    acting.forget('c-1');
    page.flush();
    expect(acting.parties?.value).toBeUndefined();
    expect(acting.completeness).toBeUndefined();
    expect(seen.values).toEqual([undefined, 1, undefined]);
    seen.end();
  });

  it('for a set-up that was forgotten meanwhile is stopped and not taken', async () => {
    await begin(null);
    const before = acting.parties;
    void before?.load();
    const call = page.main.last('reportees.list');
    acting.forget('c-1');
    expect(call.stopped).toBe(true);
    call.answer({
      reportees: [party(ONE)],
      completeness: { complete: true, because: null, calls: 1 },
    });
    await settled();
    expect(before?.value).toBeUndefined();
    expect(acting.parties?.value).toBeUndefined();
  });
});
