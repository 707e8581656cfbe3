// The journal of writes: append-only lines, hash-chained, the head anchored in the keychain.
import { randomUUID } from 'node:crypto';
import { type Disk, realDisk } from './disk.ts';
import type { StoreCheck } from './store-check.ts';
import { type KeyStore, openAnchor } from './journal-anchor.ts';
import { createJournalFile, type JournalState, type NewLine } from './journal-file.ts';

export interface JournalEntry {
  readonly connection: string | null;
  readonly connectionName: string;
  readonly environment: 'production' | 'test' | 'none';
  readonly operation: string;
  readonly object: string;
}

export interface JournalLine extends JournalEntry {
  readonly number: number;
  readonly at: string;
  readonly who: string;
  /** Of a `begun` line none yet; the line that ends it carries the same `act`. */
  readonly outcome: 'begun' | 'done' | 'refused' | 'unknown';
  readonly detail: string;
  readonly act: string;
  /** False for a line without a key in a journal that has one: anybody may have written it (ATK-12). */
  readonly confirmed: boolean;
}

export interface Journal {
  /** Writes and syncs the intent; the answer ends it with an outcome. Problem file{...} means nothing was begun. */
  begin(
    entry: JournalEntry,
  ): Promise<{ end(outcome: 'done' | 'refused' | 'unknown', detail: string): Promise<void> }>;
  /** From the file as it is now, the newest first, a piece of it at a time. Problem file{changed-meanwhile} where it is not as it was written. */
  newest(signal?: AbortSignal): AsyncIterable<readonly JournalLine[]>;
  /** How many lines these are but for intents that have an end. */
  acts(): Promise<number>;
  /** Reads the whole file again and compares it with the keychain. */
  verify(): Promise<JournalState>;
  check(run: StoreCheck): Promise<void>;
  /** What is known without reading anything; not anchored while a long journal is read for the first time. */
  state(): JournalState;
  /** Asks the key store again, after a keychain that was locked or absent answers. */
  unlock(): Promise<void>;
  /**
   * For a job, which writes many lines: until the answer is called, the keychain is told of the newest at most every two
   * seconds. Called at the job's pause and end; the newest line is anchored when it resolves.
   */
  relax(): () => Promise<void>;
  /** Anchors the last lines. */
  close(): Promise<void>;
}

export interface JournalOptions {
  readonly folder: string;
  readonly vault: KeyStore;
  /** The user of the operating system. */
  readonly who: string;
  /** Takes secrets, identity numbers and hidden signs out of a text before it is written. */
  readonly clean: (text: string) => string;
  readonly now?: () => Date;
  readonly disk?: Disk;
  /** Of an intent without an end: whether what is known elsewhere says that it was done. */
  readonly isDone?: (line: JournalEntry) => boolean;
}

/** A long journal is read when it is needed, or once the start is over: its reading would slow that down. */
const BESIDE_START_MS = 3000;
const LONGEST_TEXT = 300;
const OWN: Omit<JournalEntry, 'operation' | 'object'> = {
  connection: null,
  connectionName: '',
  environment: 'none',
};

/** Verifies what is there, ends what a crash left open as unknown, and starts a new file beside a damaged one (AUD-05). */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, now = () => new Date(), disk = realDisk, isDone = () => false } = options;
  const anchor = openAnchor(options.vault);
  const lineOf = createLines(options, now);
  const note = (operation: string, object: string, detail: string) =>
    lineOf({ ...OWN, operation, object }, randomUUID(), 'done', detail);
  const file = createJournalFile({ folder, anchor, now, disk, note });

  await anchor.unlock();
  const openNow = async () => {
    await file.open();
    for (const line of file.openIntents()) {
      const why = 'Steward ended before the outcome was known.';
      if (isDone(line)) await file.append(lineOf(line, line.act, 'done', ''));
      else await file.append(lineOf(line, line.act, 'unknown', why));
    }
  };
  let opening: Promise<void> | undefined;
  const opened = () =>
    (opening ??= openNow().catch((error: unknown) => {
      // A disk that refused once may not the next time.
      opening = undefined;
      throw error;
    }));
  if (!(await file.isLong())) await opened();
  // The first that needs it is told when it failed.
  else setTimeout(() => void opened().catch(() => undefined), BESIDE_START_MS).unref();
  return {
    async begin(entry) {
      await opened();
      const act = randomUUID();
      await file.append(lineOf(entry, act, 'begun', ''));
      return {
        end: (outcome, detail) => file.append(lineOf(entry, act, outcome, detail)),
      };
    },
    async *newest(signal) {
      await opened();
      yield* file.newest(signal);
    },
    async acts() {
      await opened();
      return file.acts();
    },
    async verify() {
      await opened();
      return file.verify();
    },
    async check(run) {
      await opened();
      return file.check(run);
    },
    state: () => file.state(),
    async unlock() {
      // A reading that has not begun has the key from the beginning.
      if (!(await anchor.unlock()) || !opening) return;
      await opened();
      await file.open();
    },
    relax: () => anchor.relax(),
    close: () => file.close(),
  };
}

type Lines = (
  entry: JournalEntry,
  act: string,
  outcome: JournalLine['outcome'],
  detail: string,
) => NewLine;

/** Makes lines whose texts are clean and short. */
function createLines(options: JournalOptions, now: () => Date): Lines {
  const clean = (text: string) => options.clean(text).slice(0, LONGEST_TEXT);
  const who = clean(options.who);
  return (entry, act, outcome, detail) => ({
    at: now().toISOString(),
    who,
    connection: entry.connection,
    connectionName: clean(entry.connectionName),
    environment: entry.environment,
    operation: clean(entry.operation),
    object: clean(entry.object),
    outcome,
    detail: clean(detail),
    act,
  });
}
