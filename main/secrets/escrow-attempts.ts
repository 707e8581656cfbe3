// The state of each attempt, derived from the escrow's records, and what a person sees of it. All writes pass here.
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Secret } from '../secret.ts';
import {
  believed,
  type EscrowLog,
  type EscrowRecord,
  type Facts,
  type Noted,
} from './escrow-log.ts';
import type { Vault } from './vault.ts';

type Phase = 'open' | 'answered' | 'unclear' | 'unknown' | 'stored' | 'kept' | 'closing' | 'over';

export interface Attempt {
  readonly id: string;
  readonly begunAt: string;
  readonly facts: Facts;
  readonly phase: Phase;
  /** A person decided that the secret will be rotated again. */
  readonly again: boolean;
  readonly sealed: EscrowRecord['sealed'];
}

const PHASES: Readonly<Partial<Record<EscrowRecord['step'], Phase>>> = {
  intent: 'open',
  'not-sent': 'over',
  refused: 'over',
  answer: 'answered',
  unclear: 'unclear',
  unknown: 'unknown',
  stored: 'stored',
  kept: 'kept',
  closed: 'closing',
  gone: 'over',
};

/** The attempt after one more record; any record can be the first, because the intent may be damaged. */
export function applied(before: Attempt | undefined, record: EscrowRecord): Attempt {
  const phase = PHASES[record.step] ?? before?.phase ?? 'open';
  return {
    id: record.id,
    begunAt: before?.begunAt ?? record.at,
    facts: record.facts,
    phase,
    again: (before?.again ?? false) || record.step === 'again',
    // Not needed any more once the vault has the secret.
    sealed: NEEDS_ANSWER.has(phase) ? (record.sealed ?? before?.sealed) : undefined,
  };
}

const NEEDS_ANSWER: ReadonlySet<Phase> = new Set<Phase>(['open', 'answered', 'unclear', 'unknown']);

/** The steps that lead to a phase; the intent twice, so that one damaged record cannot hide it. */
const STEPS_TO: Readonly<Record<Exclude<Phase, 'over'>, readonly EscrowRecord['step'][]>> = {
  open: ['intent', 'intent'],
  answered: ['answer'],
  unclear: ['unclear'],
  unknown: ['unknown'],
  stored: ['stored'],
  kept: ['stored', 'kept'],
  closing: ['closed'],
};

/** The fewest records that give this attempt. */
function shortened({ id, begunAt, facts, phase, again, sealed }: Attempt): EscrowRecord[] {
  if (phase === 'over') return [];
  const steps = again ? [...STEPS_TO[phase], 'again' as const] : STEPS_TO[phase];
  return steps.map((step) => ({ id, at: begunAt, step, facts, ...(sealed && { sealed }) }));
}

/** Vault name of an attempt's secret. It holds no user name (SAR-10). */
export const secretName = ({ id, facts }: Pick<Attempt, 'id' | 'facts'>) =>
  `${SECRETS}${facts.connection}/${id}`;
export const SECRETS = 'secrets/';

/** What is shown of the attempts that changed, newest first, and which are not shown any more. */
export interface Changes {
  readonly changed: OneTimeSecret[];
  readonly removed: string[];
}

export interface AttemptIndexOptions {
  readonly vault: Vault;
  /** Id of this run of the program: secrets in memory end with it. */
  readonly session: string;
  readonly now: () => Date;
  readonly changed: (changes: Changes) => void;
  /** The record as the escrow's key vouches for it. */
  readonly vouch: (record: EscrowRecord) => EscrowRecord;
}

/** The attempts that are not over, in the order they began. */
export interface AttemptIndex {
  readonly attempts: readonly Attempt[];
  find(id: string): Attempt | undefined;
  /** True also when it is over. */
  knows(id: string): boolean;
  /** In the order they began. */
  of(user: User): readonly Attempt[];
  /** Written and synced when it resolves. */
  note(attempt: NewNote, ...steps: readonly EscrowRecord['step'][]): Promise<void>;
  /** Like `note`, for what has happened whatever the disk does: when it cannot be written, it is kept in memory. */
  noteOrKnow(attempt: NewNote, ...steps: readonly EscrowRecord['step'][]): Promise<void>;
  show(attempt: Attempt): OneTimeSecret | undefined;
  /** Attempts that run now; they are not shown before they have ended. */
  readonly running: Set<string>;
  /** Users with a running attempt, from its first moment (OTS-09). */
  readonly busy: Set<string>;
  /** Publishes the changes of this user, or of all, soon. */
  announce(user?: User): void;
  /** Publishes the pending changes now. */
  settle(): void;
  /** Changes of this attempt are published when `work` has ended: the steps of it are no news. */
  asOneChange(id: string, work: () => Promise<void>): Promise<void>;
  /** Secrets that could be written neither to the log nor to the vault. */
  readonly inMemoryOnly: Map<string, Secret>;
  /** Attempts whose secret an open keychain did not have when it was asked in this session. */
  readonly absent: Set<string>;
  use(records: readonly EscrowRecord[], log: Pick<EscrowLog, 'append' | 'compact'>): void;
  /**
   * Takes the records that were found as they are believed now that the key is there; the first time only. Answers what has to
   * become of the log: nothing, to be written anew, or that also set aside, because somebody else wrote in it.
   */
  judge(isVouched: (record: EscrowRecord) => boolean): 'keep' | 'rewrite' | 'set-aside';
  /** False while what was found has not been judged. */
  readonly isJudged: boolean;
  /** Makes the log shorter: when it has doubled since, or with `now` whenever it is worth it. */
  compact(now?: boolean): Promise<void>;
  /** The fewest records that tell of all attempts. */
  records(): readonly EscrowRecord[];
}

export type NewNote = Pick<Attempt, 'id' | 'facts'> & Partial<Pick<Attempt, 'sealed'>>;

/** Time between two events: changes in between are published together. */
export const ANNOUNCE_INTERVAL_MS = 200;

export function createAttemptIndex({
  vault,
  session,
  now,
  changed,
  vouch,
}: AttemptIndexOptions): AttemptIndex {
  const attempts = createIndex();
  const running = new Set<string>();
  const busy = new Set<string>();
  const inMemoryOnly = new Map<string, Secret>();
  const absent = new Set<string>();
  let log: Pick<EscrowLog, 'append' | 'compact'> = notOpen;
  let openCount = 0;
  /** Every record so far, until those that were found are judged. */
  let noted: Noted[] | undefined;
  const show = (attempt: Attempt) =>
    running.has(attempt.id) ? undefined : shown(attempt, { vault, session, index });
  const feed = createChangeFeed((id) => {
    const attempt = attempts.find(id);
    return attempt && show(attempt);
  }, changed);
  const apply = (record: EscrowRecord) => {
    // `previousHeld` of every entry of the user may change with any of them.
    const before = attempts.find(record.id);
    if (before) feed.mark(attempts.of(before.facts));
    attempts.apply(record);
    feed.mark([{ id: record.id }, ...attempts.of(record.facts)]);
  };
  const applyOwn = (record: EscrowRecord) => {
    noted?.push({ record, own: true });
    apply(record);
  };
  const toNote = (attempt: NewNote, steps: readonly EscrowRecord['step'][]) =>
    recordsOf(attempt, steps, now()).map(vouch);
  const index: AttemptIndex = {
    running,
    busy,
    inMemoryOnly,
    absent,
    show,
    get attempts() {
      return attempts.all();
    },
    find: attempts.find,
    knows: attempts.knows,
    of: attempts.of,
    async note(attempt, ...steps) {
      const records = toNote(attempt, steps);
      await log.append(records, () => {
        records.forEach(applyOwn);
      });
      feed.send();
      // The note is stored, so a failed compaction is no failure of it.
      await index.compact().catch(() => undefined);
    },
    async noteOrKnow(attempt, ...steps) {
      await index.note(attempt, ...steps).catch(() => {
        toNote(attempt, steps).forEach(applyOwn);
        feed.send();
      });
    },
    announce(user) {
      feed.mark(user ? attempts.of(user) : attempts.all());
      feed.send();
    },
    settle: () => {
      feed.sendNow();
    },
    async asOneChange(id, work) {
      feed.hold(id);
      try {
        await work();
      } finally {
        feed.release(id);
        feed.send();
      }
    },
    compact: (now = false) => log.compact(() => index.records(), now),
    records: () => attempts.all().flatMap(shortened).map(vouch),
    judge(isVouched) {
      if (!noted) return 'keep';
      const isHeld = (record: EscrowRecord) => vault.has(secretName(record));
      const { records, foreign, vouched } = believed(noted, isVouched, isHeld);
      noted = undefined;
      feed.mark(attempts.all());
      attempts.clear();
      records.forEach(apply);
      return foreign > 0 ? 'set-aside' : vouched ? 'keep' : 'rewrite';
    },
    get isJudged() {
      return noted === undefined;
    },
    use(records, opened) {
      attempts.clear();
      noted = records.length > 0 ? records.map((record) => ({ record, own: false })) : undefined;
      records.forEach(apply);
      log = opened;
      // Nobody has read the list before the log is opened first; when it is opened again, the changes are published.
      if (openCount++ === 0) feed.markAllSent();
      else feed.send();
    },
  };
  return index;
}

/** The attempts by id and by user; of those that are over only the id. */
function createIndex() {
  const live = new Map<string, Attempt>();
  const over = new Set<string>();
  const users = new Map<string, Set<string>>();
  /** The order in which attempts began: a renamed user has attempts of two names. */
  const startOrder = new Map<string, number>();
  let order = 0;
  const removeFromUser = ({ id, facts }: Attempt) => {
    const key = userKey(facts);
    const ids = users.get(key);
    ids?.delete(id);
    if (ids?.size === 0) users.delete(key);
  };
  return {
    all: (): readonly Attempt[] => [...live.values()],
    find: (id: string) => live.get(id),
    knows: (id: string) => live.has(id) || over.has(id),
    of: (user: User): readonly Attempt[] =>
      [...(users.get(userKey(user)) ?? [])]
        .flatMap((id) => live.get(id) ?? [])
        .sort((a, b) => (startOrder.get(a.id) ?? 0) - (startOrder.get(b.id) ?? 0)),
    apply(record: EscrowRecord): void {
      const { id } = record;
      if (over.has(id)) return;
      const before = live.get(id);
      const after = applied(before, record);
      if (before) removeFromUser(before);
      if (after.phase === 'over') {
        live.delete(id);
        startOrder.delete(id);
        over.add(id);
        return;
      }
      if (!before) startOrder.set(id, (order += 1));
      live.set(id, after);
      const key = userKey(after.facts);
      users.set(key, (users.get(key) ?? new Set()).add(id));
    },
    clear(): void {
      for (const one of [live, over, users, startOrder]) one.clear();
    },
  };
}

/** Publishes only entries that differ from the last ones, and several changes together. */
function createChangeFeed(
  shownNow: (id: string) => OneTimeSecret | undefined,
  publish: (changes: Changes) => void,
) {
  const sent = new Map<string, string>();
  const marked = new Set<string>();
  const held = new Set<string>();
  let last = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  /** The marked entries that differ from what was published; they count as published from now on. */
  const takeChanges = (): Changes => {
    const changes: Changes = { changed: [], removed: [] };
    const ready = [...marked].filter((id) => !held.has(id));
    for (const id of ready) {
      marked.delete(id);
      const entry = shownNow(id);
      const text = entry && JSON.stringify(entry);
      if (text === sent.get(id)) continue;
      if (entry && text !== undefined) {
        sent.set(id, text);
        changes.changed.push(entry);
      } else {
        sent.delete(id);
        changes.removed.push(id);
      }
    }
    changes.changed.reverse();
    return changes;
  };
  const sendNow = () => {
    clearTimeout(timer);
    timer = undefined;
    const changes = takeChanges();
    if (changes.changed.length + changes.removed.length === 0) return;
    last = performance.now();
    publish(changes);
  };
  return {
    mark: (attempts: readonly Pick<Attempt, 'id'>[]) => {
      for (const { id } of attempts) marked.add(id);
    },
    markAllSent: () => void takeChanges(),
    hold: (id: string) => void held.add(id),
    release: (id: string) => void held.delete(id),
    sendNow,
    send() {
      const wait = last + ANNOUNCE_INTERVAL_MS - performance.now();
      if (wait <= 0) sendNow();
      else timer ??= setTimeout(sendNow, wait).unref();
    },
  };
}

const notOpen: Pick<EscrowLog, 'append' | 'compact'> = {
  append: () => Promise.reject(new Error('The escrow log is not open.')),
  compact: () => Promise.resolve(),
};

type User = Pick<Facts, 'connection' | 'userName'>;
const userKey = ({ connection, userName }: User) => JSON.stringify([connection, userName]);

const recordsOf = (
  { id, facts, sealed }: NewNote,
  steps: readonly EscrowRecord['step'][],
  now: Date,
): EscrowRecord[] =>
  steps.map((step) => ({ id, at: now.toISOString(), step, facts, ...(sealed ? { sealed } : {}) }));

interface View {
  readonly vault: Vault;
  readonly session: string;
  readonly index: AttemptIndex;
}

function shown(attempt: Attempt, view: View): OneTimeSecret | undefined {
  if (attempt.phase === 'over') return undefined;
  const { id, begunAt, facts } = attempt;
  return {
    id,
    connection: facts.connection,
    environment: facts.environment,
    userName: facts.userName,
    operation: facts.operation,
    at: begunAt,
    ...stateOf(attempt, view),
    job: facts.job,
    previousHeld: isPreviousHeld(attempt, view),
  };
}

/** Derived from what is available now: a key that is missing today may be back tomorrow. */
function stateOf(attempt: Attempt, view: View): Pick<OneTimeSecret, 'state' | 'kept'> {
  const lost = { state: 'outcome-unknown', kept: 'nowhere' } as const;
  const { phase, facts } = attempt;
  if (view.index.inMemoryOnly.has(attempt.id)) return { state: 'waiting', kept: 'memory' };
  const kept = facts.vault === 'memory' ? 'memory' : 'keychain';
  switch (phase) {
    case 'stored':
      return isReachable(attempt, view) ? { state: 'waiting', kept } : lost;
    case 'kept':
      return isReachable(attempt, view) ? { state: 'confirmed', kept } : lost;
    case 'closing':
      return { state: 'confirmed', kept };
    case 'answered':
      return canUnseal(attempt, view) ? { state: 'waiting', kept: 'sealed-file' } : lost;
    case 'unclear':
      return canUnseal(attempt, view) ? { state: 'answer-unclear', kept: 'sealed-file' } : lost;
    case 'open':
    case 'unknown':
    case 'over':
      return lost;
  }
}

/**
 * The secrets of a memory vault end with its session. Those of a system vault that is not in use now count as reachable, and so
 * does one that the vault's own list does not name, until the keychain was asked: the list may have been lost (FLT-03).
 */
function isReachable(attempt: Attempt, { vault, session, index }: View): boolean {
  const { id, facts } = attempt;
  if (facts.vault === 'memory') return facts.session === session;
  return vault.kind === 'memory' || vault.has(secretName(attempt)) || !index.absent.has(id);
}

const canUnseal = ({ facts, sealed }: Attempt, { session }: View): boolean =>
  sealed !== undefined && (facts.vault === 'system' || facts.session === session);

function isPreviousHeld(attempt: Attempt, view: View): boolean {
  const all = view.index.of(attempt.facts);
  return all
    .slice(0, all.indexOf(attempt))
    .some(
      (older) => (older.phase === 'stored' || older.phase === 'kept') && isReachable(older, view),
    );
}
