// Adds and removes contact information of one organisation, an entry at a time and never twice.
import type { Run } from '../../preload/contract/contract.ts';
import type { ContactEntry } from '../../preload/contract/contact-information.ts';
import { contactKey } from '../file-formats/contact-changes.ts';
import { WholeList } from '../http/complete-list.ts';
import { failureOf } from '../problem.ts';
import { type Task, valueOf } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';

export interface ContactEntriesNeeds {
  readonly run: Run;
  /** Waits between two entries. */
  readonly gap: () => Promise<void>;
}

type ContactList = WholeList<ContactEntry>;

/** The entries of one organisation. Its list is loaded once in a run, and again where it does not fit. */
interface Entries {
  list(): Promise<ContactList>;
  reload(): Promise<ContactList>;
  add(subject: string): Promise<void>;
  remove(entry: number): Promise<void>;
}

const DONE: RowState = { state: 'done', failure: null };

export function contactEntries({ run, gap }: ContactEntriesNeeds): Task {
  return {
    effect: 'write',
    concurrency: 1,
    gap,
    async createHandler(job, rows) {
      const entries = openEntries(run, job);
      await resolveUnknown(entries, rows);
      return (row, markTried) =>
        row.action === 'add' ? add(entries, row, markTried) : remove(entries, row, markTried);
    },
  };
}

function openEntries(run: ContactEntriesNeeds['run'], job: BatchRecord): Entries {
  if (job.kind !== 'change-contact-entries') throw new TypeError('Another kind of job.');
  const of = { connection: job.connection, organisationNumber: job.organisationNumber };
  const { signal } = new AbortController();
  let loaded: Promise<ContactList> | undefined;
  const load = async () =>
    WholeList.of('entries', valueOf(await run('contactInformation.list', of, signal)));
  const reload = () => {
    loaded = load();
    // A list that could not be loaded is loaded again for the next row.
    loaded.catch(() => (loaded = undefined));
    return loaded;
  };
  return {
    list: () => loaded ?? reload(),
    reload,
    async add(subject) {
      const { email } = contactOf(subject);
      const entry = email === null ? { mobileNumber: subject } : { email };
      valueOf(await run('contactInformation.add', { ...of, ...entry }, signal));
    },
    async remove(entry) {
      valueOf(await run('contactInformation.remove', { ...of, entry }, signal));
      loaded = undefined;
    },
  };
}

/** Rows without an answer are looked for in the list before anything else is done. Those it cannot decide stay unknown. */
async function resolveUnknown(entries: Entries, rows: Rows): Promise<void> {
  const unknown = rows.all().filter(({ state, tried }) => state === 'unknown' && tried);
  if (unknown.length === 0) return;
  const list = await entries.list().catch(() => undefined);
  if (!list) return;
  for (const row of unknown) if (wasDone(list, row)) await rows.change(row.row, DONE);
}

function wasDone(list: ContactList, { action, subject, entry, tried }: Row): boolean {
  if (!tried) return false;
  if (action === 'add') return list.shown().items.some(matches(subject));
  return entry !== undefined && list.ifWhole()?.every(({ id }) => id !== entry) === true;
}

async function add(entries: Entries, row: Row, markTried: () => Promise<void>): Promise<RowState> {
  if (row.tried && wasDone(await entries.list(), row)) return DONE;
  await markTried();
  try {
    await entries.add(row.subject);
    return DONE;
  } catch (error) {
    // The entry appeared after the list was loaded: it is almost certainly ours, so this is no refusal.
    if (row.tried && alreadyExists(error)) return DONE;
    throw error;
  }
}

/** Steward refuses an entry that exists before anything is sent, and names the field. */
function alreadyExists(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'conflict' && failure.field !== undefined && failure.reason === '';
}

async function remove(
  entries: Entries,
  row: Row,
  markTried: (entry: number) => Promise<void>,
): Promise<RowState> {
  if (wasDone(await entries.list(), row)) return DONE;
  const found = listedIn(await entries.list(), row) ?? findIn(await entries.reload(), row);
  if (!found) return NOT_FOUND;
  await markTried(found.id);
  try {
    await entries.remove(found.id);
    return DONE;
  } catch (error) {
    if (failureOf(error)?.kind !== 'not-found') throw error;
    const other = findIn(await entries.reload(), row);
    if (!other) return NOT_FOUND;
    if (other.id === found.id) throw error;
    await markTried(other.id);
    await entries.remove(other.id);
    return DONE;
  }
}

/** The entry with exactly this text before one with another spelling of it. */
function listedIn(list: ContactList, { subject }: Row): ContactEntry | undefined {
  const { items } = list.shown();
  const isExactly = ({ email, mobileNumber }: ContactEntry) => (email ?? mobileNumber) === subject;
  return items.find(isExactly) ?? items.find(matches(subject));
}

/** The same; undefined where a whole list is without it. */
const findIn = (list: ContactList, row: Row): ContactEntry | undefined =>
  listedIn(list, row) ?? list.find(matches(row.subject));

const NOT_FOUND: RowState = {
  state: 'not-found',
  failure: { kind: 'not-found', message: 'The organisation has no such contact information.' },
};

/** The same e-mail in any letter case, the same mobile number with and without its country code. */
const matches = (subject: string) => {
  const key = contactKey(contactOf(subject));
  return (entry: ContactEntry) => contactKey(entry) === key;
};

/** Every e-mail address has an `@`, and no mobile number has one. */
export const contactOf = (subject: string): Pick<ContactEntry, 'email' | 'mobileNumber'> =>
  subject.includes('@')
    ? { email: subject, mobileNumber: null }
    : { email: null, mobileNumber: subject };
