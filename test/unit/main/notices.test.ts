// What notifications tell of: each step once, nothing that is gone, and no name. Today is stood in for.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noticeOf } from '../../../main/notice-words.ts';
import { newSince, type NoticesNeeds, startNotices, tellable } from '../../../main/notices.ts';
import { openDocuments } from '../../../main/storage/documents.ts';
import type { Notice } from '../../../main/shell/shell.ts';
import type { TodayItem } from '../../../preload/contract/today.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const START = new Date(2026, 5, 15, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const STEP = 5 * MINUTE;
const ago = (ms: number, now = START) => new Date(now.getTime() - ms).toISOString();

type Of<K extends TodayItem['kind']> = Extract<TodayItem, { kind: K }>;
const MARK = 'Marked';
const where = { connection: 'c-1', connectionName: MARK, environment: 'test' } as const;
const certificate = (expiry: Of<'certificate'>['expiry'], daysLeft: number): Of<'certificate'> => ({
  kind: 'certificate',
  credential: 'k-1',
  name: MARK,
  expiry,
  daysLeft,
});
const secret = (at: string, state: Of<'secret'>['state'] = 'waiting'): Of<'secret'> => ({
  kind: 'secret',
  ...where,
  secret: 's-1',
  userName: MARK,
  operation: 'rotateSecret',
  state,
  kept: 'keychain',
  at,
});
const overdue = (count: number, newest: string): Of<'overdue'> => ({
  kind: 'overdue',
  ...where,
  count,
  userName: MARK,
  oldest: ago(900 * DAY),
  newest,
});
const draft = (changed: string, message = MARK): Of<'draft'> => ({
  kind: 'draft',
  ...where,
  who: MARK,
  message,
  subject: MARK,
  changed,
});
const others: readonly TodayItem[] = [
  { kind: 'damaged-files', names: [MARK] },
  { kind: 'journal', state: 'damaged' },
  {
    kind: 'job',
    ...where,
    job: 'j-1',
    jobKind: 'rotate-secrets',
    because: 'asked',
    changed: ago(DAY),
  },
  { kind: 'sign-in', ...where, way: 'person' },
  { kind: 'update', version: MARK, state: 'found' },
];

let time = START;
const folder = { path: '' };
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder.path = tempFolder('steward-notices');
  time = START;
});
afterEach(() => {
  vi.useRealTimers();
});

/** A program with this folder that runs until it is ended; `pass` lets its time go by. */
async function open(given: Partial<NoticesNeeds> = {}) {
  const shown: Notice[] = [];
  const world = {
    items: [] as readonly TodayItem[],
    unknown: [] as 'drafts'[],
    looks: 0,
    memoryLooks: 0,
    notifications: true,
    language: 'en' as 'en' | 'nb',
    away: false,
    today: false,
    watched: false,
    opened: 0,
  };
  const writing = new Set<Promise<unknown>>();
  const awaited = async <T>(work: Promise<T>): Promise<T> => {
    writing.add(work);
    return work.finally(() => writing.delete(work));
  };
  const stored = await openDocuments({ folder: folder.path });
  const documents: NoticesNeeds['documents'] = {
    async open(...args) {
      const document = await awaited(stored.open(...args));
      return { ...document, change: (to) => awaited(document.change(to)) };
    },
  };
  const notices = startNotices({
    host: {
      isWatched: () => world.watched,
      show: (notice, opened) => {
        shown.push(notice);
        opened();
      },
    },
    async waits() {
      world.looks += 1;
      return { items: [...world.items], unknown: world.unknown };
    },
    async waitsInMemory() {
      world.memoryLooks += 1;
      const inMemory = ['certificate', 'secret'];
      return { items: world.items.filter(({ kind }) => inMemory.includes(kind)), unknown: [] };
    },
    documents,
    settings: () => world,
    osLanguage: 'en-GB',
    isPutAway: () => world.away,
    showsToday: () => world.today,
    opened: () => (world.opened += 1),
    now: () => time,
    ...given,
  });
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= STEP) {
      const step = Math.min(left, STEP);
      time = new Date(time.getTime() + step);
      await vi.advanceTimersByTimeAsync(step);
      // The disk has a time of its own.
      while (writing.size > 0) await Promise.allSettled(writing);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { world, shown, pass, end: () => notices.end() };
}
const titles = (shown: readonly Notice[]) => shown.map(({ title }) => title);

describe('what is told', () => {
  it('NOT-01 a certificate is told of once at each of its steps, and not between them', async () => {
    const { world, shown, pass, end } = await open();
    for (const [expiry, daysLeft] of [
      ['within-60-days', 59],
      ['within-60-days', 40],
      ['within-30-days', 29],
      ['within-7-days', 6],
      ['within-7-days', 0],
      ['expired', -1],
      ['expired', -30],
    ] as const) {
      world.items = [certificate(expiry, daysLeft)];
      await pass(2 * HOUR);
    }
    expect(titles(shown)).toEqual([
      'A certificate expires in 59 days',
      'A certificate expires in 29 days',
      'A certificate expires in 6 days',
      'A certificate has expired',
    ]);
    expect(new Set(shown.map(({ body }) => body))).toEqual(
      new Set(['Open Today in Steward for details.']),
    );
    await end();
  });

  it('NOT-01 a new secret is told of when it has waited for an hour; what is only unclear is not', () => {
    const told = (at: string, state?: Of<'secret'>['state']) =>
      tellable([secret(at, state)], START).length;
    expect([told(ago(59 * MINUTE)), told(ago(HOUR)), told(ago(30 * DAY))]).toEqual([0, 1, 1]);
    expect([told(ago(DAY), 'outcome-unknown'), told(ago(DAY), 'answer-unclear')]).toEqual([0, 0]);
    expect(told(ago(-DAY))).toBe(0);
  });

  it('NOT-01 overdue secrets are told of again when one more is overdue, not when one was rotated', async () => {
    const { world, shown, pass, end } = await open();
    for (const item of [
      overdue(1, ago(200 * DAY)),
      overdue(2, ago(190 * DAY)),
      overdue(1, ago(200 * DAY)),
      overdue(2, ago(190 * DAY)),
      overdue(12, ago(181 * DAY)),
    ]) {
      world.items = [item];
      await pass(2 * HOUR);
    }
    expect(titles(shown)).toEqual([
      'A secret is overdue',
      '2 secrets are overdue',
      '12 secrets are overdue',
    ]);
    await end();
  });

  it('NOT-01 a draft is told of once it has rested for two weeks, and again after it was touched', async () => {
    const { world, shown, pass, end } = await open();
    world.items = [draft(ago(13 * DAY))];
    await pass(HOUR);
    expect(shown).toEqual([]);
    await pass(DAY);
    await pass(2 * DAY);
    expect(titles(shown)).toEqual(['An unsent form was last changed 14 days ago']);
    world.items = [draft(time.toISOString())];
    await pass(15 * DAY);
    expect(shown).toHaveLength(2);
    await end();
  });

  it('NOT-01 several are one notification, with the most urgent of them', async () => {
    const { world, shown, pass, end } = await open();
    world.items = [certificate('within-7-days', 1), overdue(3, ago(DAY)), draft(ago(20 * DAY))];
    await pass(HOUR);
    expect(shown).toEqual([
      {
        title: '3 things need attention in Steward',
        body: 'Most urgent: a certificate expires in 1 day.',
      },
    ]);
    world.language = 'nb';
    world.items = [...world.items, draft(ago(30 * DAY), 'other')];
    await pass(HOUR);
    expect(shown[1]).toEqual({
      title: 'Et skjema som ikke er sendt, ble sist endret for 30 dager siden',
      body: 'Åpne «I dag» i Steward for å se mer.',
    });
    await end();
  });

  it('NOT-01 what is told elsewhere is not told of here', () => {
    expect(tellable(others, START)).toEqual([]);
  });
});

describe('what is remembered', () => {
  it('NOT-02 a new start repeats nothing, and forgets what is gone', async () => {
    const first = await open();
    const items = [certificate('within-7-days', 5), secret(ago(DAY))];
    first.world.items = items;
    await first.pass(HOUR);
    expect(first.shown).toHaveLength(1);
    await first.end();

    const second = await open();
    second.world.items = items;
    await second.pass(HOUR);
    expect(second.shown).toEqual([]);
    // The secret is stored; later another one waits under the same id.
    second.world.items = [items[0] as TodayItem];
    await second.pass(HOUR);
    await second.end();

    const third = await open();
    third.world.items = items;
    await third.pass(HOUR);
    expect(titles(third.shown)).toEqual(['A new secret has not been stored']);
    await third.end();
  });

  it('NOT-02 what cannot be looked up is not taken for gone', async () => {
    const { world, shown, pass, end } = await open();
    const items = [draft(ago(20 * DAY)), overdue(1, ago(DAY)), certificate('expired', -1)];
    world.items = items;
    await pass(HOUR);
    world.items = items.slice(1);
    world.unknown = ['drafts'];
    await pass(2 * HOUR);
    world.away = true;
    world.items = items;
    world.unknown = [];
    await pass(2 * HOUR);
    world.away = false;
    await pass(2 * HOUR);
    expect(shown).toHaveLength(1);
    await end();
  });

  it('NOT-02 a disk that takes nothing does not make it tell the same every hour', async () => {
    const change = async () => {
      throw new Error('full');
    };
    const documents = { open: async () => ({ value: () => ({ told: {} }), change }) };
    const { world, shown, pass, end } = await open({ documents: documents as never });
    world.items = [certificate('expired', -1)];
    await pass(5 * HOUR);
    expect(shown).toHaveLength(1);
    await end();
  });

  it('NOT-02 it holds ids and numbers alone', () => {
    const items = [certificate('expired', -1), secret(ago(DAY)), overdue(3, ago(DAY))];
    const { told } = newSince(
      {},
      { items: [...items, draft(ago(20 * DAY)), ...others], unknown: [] },
      START,
    );
    expect(Object.keys(told)).toEqual([
      'certificate/k-1',
      'secret/s-1',
      'overdue/c-1',
      expect.stringMatching(/^draft\/[0-9a-f]{32}$/),
    ]);
    expect(JSON.stringify(told)).not.toContain(MARK);
  });
});

describe('when it is told', () => {
  it('NOT-03 nothing is told while the setting is off, and what still waits when it is on again', async () => {
    const { world, shown, pass, end } = await open();
    world.notifications = false;
    world.items = [certificate('within-30-days', 20)];
    await pass(5 * HOUR);
    expect([shown, world.looks]).toEqual([[], 0]);
    world.notifications = true;
    await pass(HOUR);
    expect(titles(shown)).toEqual(['A certificate expires in 20 days']);
    await end();
  });

  it('NOT-03 who looks at Today is told by it; a window at Today that nobody looks at tells nobody', async () => {
    const { world, shown, pass, end } = await open();
    Object.assign(world, {
      today: true,
      watched: true,
      items: [certificate('within-60-days', 50)],
    });
    await pass(HOUR);
    // They go elsewhere: what they have seen is not told.
    world.today = false;
    await pass(HOUR);
    expect(shown).toEqual([]);
    Object.assign(world, { today: true, watched: false });
    world.items = [certificate('within-30-days', 29)];
    await pass(HOUR);
    Object.assign(world, { today: false, watched: true });
    world.items = [certificate('within-7-days', 6)];
    await pass(HOUR);
    // Put away, Today is not to be seen.
    Object.assign(world, { today: true, watched: true, away: true });
    world.items = [certificate('expired', -1)];
    await pass(HOUR);
    expect(shown).toHaveLength(3);
    expect(world.opened).toBe(3);
    await end();
  });

  it('NOT-03 put away, it opens nothing that the keychain seals, and says the same words', async () => {
    const { world, shown, pass, end } = await open();
    Object.assign(world, { away: true });
    world.items = [secret(ago(DAY)), draft(ago(20 * DAY))];
    await pass(2 * HOUR);
    expect([world.looks, world.memoryLooks > 0]).toEqual([0, true]);
    expect(titles(shown)).toEqual(['A new secret has not been stored']);
    await end();
  });

  it('NOT-03 it looks soon after the start, each hour and when a day begins, and no more once it is ended', async () => {
    time = new Date(2026, 5, 15, 23, 30);
    const { world, pass, end } = await open();
    await pass(29_000);
    expect(world.looks).toBe(0);
    await pass(2000);
    expect(world.looks).toBe(1);
    // The day begins before the hour is over.
    await pass(30 * MINUTE);
    expect(world.looks).toBe(2);
    await pass(3 * HOUR);
    expect(world.looks).toBe(5);
    await end();
    await pass(DAY);
    expect(world.looks).toBe(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('NOT-03 a look that fails is followed by the next', async () => {
    let attempts = 0;
    const waits = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not now');
      return { items: [certificate('expired', -1)], unknown: [] };
    };
    const { shown, pass, end } = await open({ waits });
    await pass(2 * HOUR);
    expect(shown).toHaveLength(1);
    await end();
  });
});

it('NOT-04 no text of a notification names anything, in either language, whatever waits', () => {
  const expiries = ['within-60-days', 'within-30-days', 'within-7-days', 'expired'] as const;
  const all: readonly TodayItem[] = [
    ...expiries.map((expiry, i) => certificate(expiry, 3 - i)),
    secret(ago(DAY)),
    overdue(1, ago(DAY)),
    overdue(7, ago(DAY)),
    draft(ago(20 * DAY)),
    draft(ago(15 * DAY)),
    ...others,
  ];
  const facts = tellable(all, START).map(({ fact }) => fact);
  expect(facts).toHaveLength(9);
  const texts = (['en', 'nb'] as const).flatMap((locale) => [
    ...facts.map((fact) => noticeOf([fact], locale)),
    ...facts.map((_, i) => noticeOf(facts.slice(i), locale)),
  ]);
  for (const text of texts) {
    const said = `${text?.title ?? ''} ${text?.body ?? ''}`;
    expect(said).not.toMatch(/Marked|undefined|NaN|\b[cks]-1\b/);
    expect(said).not.toMatch(/(?<!\d)0 |\b-\d/);
    expect(text?.title.length).toBeLessThan(80);
  }
  expect(noticeOf([], 'en')).toBeUndefined();
});
