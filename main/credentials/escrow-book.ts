// What the escrow's records say of each attempt, and what a person is shown of it; writing goes through here.
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Secret } from '../secret.ts';
import type { EscrowLog, EscrowRecord, Facts } from './escrow-log.ts';
import type { Vault } from './vault.ts';

type Phase = 'open' | 'answered' | 'unclear' | 'unknown' | 'stored' | 'kept' | 'closing' | 'over';

export interface Attempt {
  readonly id: string;
  readonly at: string;
  readonly facts: Facts;
  readonly phase: Phase;
  /** A person said that the secret will be rotated again. */
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

/** A record changes what is known of its attempt; one whose intent was damaged begins with any other. */
export function applied(before: Attempt | undefined, record: EscrowRecord): Attempt {
  return {
    id: record.id,
    at: before?.at ?? record.at,
    facts: record.facts,
    phase: PHASES[record.step] ?? before?.phase ?? 'open',
    again: (before?.again ?? false) || record.step === 'again',
    sealed: record.sealed ?? before?.sealed,
  };
}

/** Vault name of an attempt's secret. It holds no user name (SAR-10). */
export const secretName = ({ id, facts }: Pick<Attempt, 'id' | 'facts'>) =>
  `${SECRETS}${facts.connection}/${id}`;
export const SECRETS = 'secrets/';

export interface BookOptions {
  readonly vault: Vault;
  /** This run of the program: what memory held ends with it. */
  readonly session: string;
  readonly now: () => Date;
  readonly changed: () => void;
}

/** All attempts that are known, in the order they began. */
export interface Book {
  readonly attempts: readonly Attempt[];
  find(id: string): Attempt | undefined;
  of(user: User): readonly Attempt[];
  /** Written and synced when it resolves. */
  note(attempt: NewNote, ...steps: readonly EscrowRecord['step'][]): Promise<void>;
  /** Like note, for what has happened anyway: when it cannot be written, this session still knows it. */
  noteOrKnow(attempt: NewNote, ...steps: readonly EscrowRecord['step'][]): Promise<void>;
  show(attempt: Attempt): OneTimeSecret | undefined;
  /** Attempts that run now; they are shown when they have ended. */
  readonly running: Set<string>;
  /** Users for whom one runs, from its first moment (OTS-09). */
  readonly busy: Set<string>;
  announce(): void;
  /** Secrets that neither the log nor the vault took. */
  readonly inMemoryOnly: Map<string, Secret>;
  use(log: Pick<EscrowLog, 'records' | 'append'>): void;
}

export type NewNote = Pick<Attempt, 'id' | 'facts'> & Partial<Pick<Attempt, 'sealed'>>;

export function createBook({ vault, session, now, changed }: BookOptions): Book {
  const attempts = new Map<string, Attempt>();
  const running = new Set<string>();
  const busy = new Set<string>();
  const inMemoryOnly = new Map<string, Secret>();
  let log: Pick<EscrowLog, 'append'> = notOpen;
  const learn = (record: EscrowRecord) =>
    void attempts.set(record.id, applied(attempts.get(record.id), record));
  const book: Book = {
    running,
    busy,
    announce: changed,
    inMemoryOnly,
    get attempts() {
      return [...attempts.values()];
    },
    find: (id) => attempts.get(id),
    of: (user) => [...attempts.values()].filter(({ facts }) => isSameUser(facts, user)),
    async note(attempt, ...steps) {
      const records = recordsOf(attempt, steps, now());
      await log.append(...records);
      records.forEach(learn);
      changed();
    },
    async noteOrKnow(attempt, ...steps) {
      await book.note(attempt, ...steps).catch(() => {
        recordsOf(attempt, steps, now()).forEach(learn);
        changed();
      });
    },
    show: (attempt) =>
      running.has(attempt.id) ? undefined : shown(attempt, { vault, session, book }),
    use(opened) {
      attempts.clear();
      opened.records.forEach(learn);
      log = opened;
    },
  };
  return book;
}

const notOpen: Pick<EscrowLog, 'append'> = {
  append: () => Promise.reject(new Error('The escrow log is not open.')),
};

type User = Pick<Facts, 'connection' | 'userName'>;
const isSameUser = (one: User, other: User) =>
  one.connection === other.connection && one.userName === other.userName;

const recordsOf = (
  { id, facts, sealed }: NewNote,
  steps: readonly EscrowRecord['step'][],
  at: Date,
): EscrowRecord[] =>
  steps.map((step) => ({ id, at: at.toISOString(), step, facts, ...(sealed ? { sealed } : {}) }));

interface View {
  readonly vault: Vault;
  readonly session: string;
  readonly book: Book;
}

function shown(attempt: Attempt, view: View): OneTimeSecret | undefined {
  if (attempt.phase === 'over') return undefined;
  const { id, at, facts } = attempt;
  return {
    id,
    connection: facts.connection,
    environment: facts.environment,
    userName: facts.userName,
    operation: facts.operation,
    at,
    ...standing(attempt, view),
    job: facts.job,
    previousHeld: isPreviousHeld(attempt, view),
  };
}

/** Said from what is there now, never from a guess: a key that is not there today may be there tomorrow. */
function standing(attempt: Attempt, view: View): Pick<OneTimeSecret, 'state' | 'kept'> {
  const lost = { state: 'outcome-unknown', kept: 'nowhere' } as const;
  const { phase, facts } = attempt;
  if (view.book.inMemoryOnly.has(attempt.id)) return { state: 'waiting', kept: 'memory' };
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

/** A memory vault ended with its session; a system vault that is not in use now is believed. */
function isReachable(attempt: Attempt, { vault, session }: View): boolean {
  const { facts } = attempt;
  if (facts.vault === 'memory') return facts.session === session;
  return vault.kind === 'memory' || vault.names(SECRETS).includes(secretName(attempt));
}

const canUnseal = ({ facts, sealed }: Attempt, { session }: View): boolean =>
  sealed !== undefined && (facts.vault === 'system' || facts.session === session);

function isPreviousHeld(attempt: Attempt, view: View): boolean {
  const all = view.book.of(attempt.facts);
  return all
    .slice(0, all.indexOf(attempt))
    .some(
      (older) => (older.phase === 'stored' || older.phase === 'kept') && isReachable(older, view),
    );
}
