// Notifications of the system: what of Today is told outside the window, and that each step of it is told once.
import { createHash } from 'node:crypto';
import { localeFor } from '../preload/contract/locale.ts';
import { ageInDays } from '../preload/contract/rules.ts';
import { z } from '../preload/contract/schema.ts';
import type { Settings } from '../preload/contract/settings.ts';
import type { Today, TodayItem } from '../preload/contract/today.ts';
import { type Fact, noticeOf } from './notice-words.ts';
import { serial } from './serial.ts';
import type { Notifications } from './shell/shell.ts';
import type { Document, Documents } from './storage/documents.ts';

/** One thing to tell of. */
interface Told {
  /** An id of it, by its kind: `certificate/<id>`. */
  readonly key: string;
  /** How far it has come: what grew is told again. */
  readonly step: number;
  readonly fact: Fact;
}

/** By key, the highest step that was told. Ids, digests and numbers: no name, and nothing that leads to one. */
const memory = z.strictObject({ told: z.record(z.string(), z.number()) });
type Memory = z.infer<typeof memory>['told'];

/** A person who is about to store it needs no reminder. */
const SECRET_WAITS_MS = 3_600_000;
/** Drafts do not expire; one that nobody touched for so long may have been forgotten. */
const DRAFT_RESTS_DAYS = 14;

const EXPIRY = {
  'within-60-days': 1,
  'within-30-days': 2,
  'within-7-days': 3,
  expired: 4,
} as const;

/** What of it may be told now, as urgent as Today has it. */
export function tellable(items: readonly TodayItem[], now: Date): readonly Told[] {
  return items.flatMap((item) => thingOf(item, now) ?? []);
}

function thingOf(item: TodayItem, now: Date): Told | undefined {
  switch (item.kind) {
    case 'certificate': {
      const { credential, expiry, daysLeft } = item;
      const fact = { kind: 'certificate', expired: expiry === 'expired', daysLeft } as const;
      return { key: `certificate/${credential}`, step: EXPIRY[expiry], fact };
    }
    case 'secret': {
      const isForgotten = now.getTime() - Date.parse(item.at) >= SECRET_WAITS_MS;
      if (item.state !== 'waiting' || !isForgotten) return undefined;
      return { key: `secret/${item.secret}`, step: 1, fact: { kind: 'secret' } };
    }
    case 'overdue': {
      const { connection, count, newest } = item;
      // One more is overdue when the newest of their secrets is a newer one.
      const step = Date.parse(newest);
      return { key: `overdue/${connection}`, step, fact: { kind: 'overdue', count } };
    }
    case 'draft': {
      const days = ageInDays(item.changed, now) ?? 0;
      if (days < DRAFT_RESTS_DAYS) return undefined;
      return {
        key: keyOfDraft(item),
        step: Date.parse(item.changed),
        fact: { kind: 'draft', days },
      };
    }
    default:
      return undefined;
  }
}

type Draft = Extract<TodayItem, { kind: 'draft' }>;

/** Whose message it is, and which, is nobody's business. */
const keyOfDraft = ({ connection, who, message }: Draft): string => {
  const whole = JSON.stringify([connection, who, message]);
  return `draft/${createHash('sha256').update(whole).digest('hex').slice(0, 32)}`;
};

/** What waits, and of what kinds that could not be looked up. */
export interface Looked {
  readonly items: readonly TodayItem[];
  readonly unknown: readonly Fact['kind'][];
}

/** What is new since `told`, and all that has been told then: what is gone is forgotten. */
export function newSince(
  told: Memory,
  { items, unknown }: Looked,
  now: Date,
): { readonly tell: readonly Told[]; readonly told: Memory } {
  const things = tellable(items, now);
  const tell = things.filter(({ key, step }) => step > (told[key] ?? -Infinity));
  const waits = new Set(things.map(({ key }) => key));
  const isKept = (key: string) =>
    waits.has(key) || unknown.some((kind) => key.startsWith(`${kind}/`));
  return {
    tell,
    told: {
      ...Object.fromEntries(Object.entries(told).filter(([key]) => isKept(key))),
      ...Object.fromEntries(tell.map(({ key, step }) => [key, step])),
    },
  };
}

export interface NoticesNeeds {
  readonly host: Notifications;
  readonly waits: () => Promise<Today>;
  /** The same of what is in memory anyway: nothing that the keychain has to open. */
  readonly waitsInMemory: () => Promise<Today>;
  readonly documents: Pick<Documents, 'open'>;
  readonly settings: () => Pick<Settings, 'notifications' | 'language'>;
  readonly osLanguage: string;
  /** Whether the program is put away: then it must not open what that has let go. */
  readonly isPutAway: () => boolean;
  /** Whether a window is at Today, also one that nobody looks at. */
  readonly showsToday: () => boolean;
  readonly opened: () => void;
  readonly now: () => Date;
}

export interface Notices {
  /** Ends it; what it is about to write is written then. */
  end(): Promise<void>;
}

/** The windows that are at Today. */
export function createTodayWindows() {
  const windows = new Set<symbol>();
  return {
    note: (shown: boolean, window: symbol): void => {
      if (shown) windows.add(window);
      else windows.delete(window);
    },
    isAny: (): boolean => windows.size > 0,
  };
}

/** A start has better things to do at first. */
const FIRST_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Looks shortly after the start, every hour and when a day begins, until it is ended; no call is made for it. */
export function startNotices(needs: NoticesNeeds): Notices {
  const oneAtATime = serial();
  const look = createLook(needs);
  let isEnded = false;
  let timer: NodeJS.Timeout | undefined;
  const lookAfter = (ms: number) => {
    timer = setTimeout(() => {
      void oneAtATime(async () => {
        if (isEnded) return;
        // What fails now is looked at again with the next.
        await look(() => isEnded).catch(() => undefined);
        if (!isEnded) lookAfter(untilNext(needs.now()));
      });
    }, ms);
    timer.unref();
  };
  lookAfter(FIRST_MS);
  return {
    async end() {
      isEnded = true;
      clearTimeout(timer);
      await oneAtATime.idle();
    },
  };
}

function untilNext(now: Date): number {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.min(HOUR_MS, tomorrow.getTime() - now.getTime());
}

function createLook(needs: NoticesNeeds): (isEnded: () => boolean) => Promise<void> {
  const { host, now } = needs;
  let document: Document<z.infer<typeof memory>> | undefined;
  /** Also what the disk did not take: it is not told again before the next start. */
  let known: Memory | undefined;
  return async (isEnded) => {
    const { notifications, language } = needs.settings();
    if (!notifications) return;
    document ??= await needs.documents.open('notices', memory, { told: {} });
    const before = known ?? document.value().told;
    const { tell, told } = newSince(before, await looked(needs), now());
    if (isEnded() || JSON.stringify(told) === JSON.stringify(before)) return;
    known = told;
    // Somebody who has it before them is told by it.
    const isSeen = !needs.isPutAway() && needs.showsToday() && host.isWatched();
    const locale = localeFor(language, needs.osLanguage);
    const notice = isSeen
      ? undefined
      : noticeOf(
          tell.map(({ fact }) => fact),
          locale,
        );
    if (notice !== undefined) host.show(notice, needs.opened);
    await document.change(() => ({ told }));
  };
}

async function looked({ isPutAway, waits, waitsInMemory }: NoticesNeeds): Promise<Looked> {
  if (isPutAway()) return { items: (await waitsInMemory()).items, unknown: ['draft', 'overdue'] };
  const { items, unknown } = await waits();
  return { items, unknown: unknown.includes('drafts') ? ['draft'] : [] };
}
