// Adds and removes contact information of one organisation, an entry at a time: none twice, whatever was lost on the way.
import {
  type ContactEntry,
  contactInformation,
} from '../../preload/contract/contact-information.ts';
import type { Result } from '../../preload/result.ts';
import { contactKey } from '../file-formats/contact-changes.ts';
import { failureOf, Problem } from '../problem.ts';
import { type Task, valueOf } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';

export interface ContactEntriesNeeds {
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
  /** The small gap between two entries. */
  readonly gap: () => Promise<void>;
}

type List = ReturnType<typeof contactInformation.list.output.parse>;

/** What the organisation has, read once for a run and again where it does not fit. */
interface Desk {
  list(): Promise<List>;
  listAgain(): Promise<List>;
  add(subject: string): Promise<void>;
  remove(entry: number): Promise<void>;
}

const DONE: RowState = { state: 'done', failure: null };

export function contactEntries({ run, gap }: ContactEntriesNeeds): Task {
  return {
    ...{ effect: 'write', atOnce: 1, gap },
    async begin(job, rows) {
      const desk = createDesk(run, job);
      await settleUnknown(desk, rows);
      return (row, mark) => (row.action === 'add' ? add(desk, row, mark) : remove(desk, row, mark));
    },
  };
}

function createDesk(run: ContactEntriesNeeds['run'], job: BatchRecord): Desk {
  if (job.kind !== 'change-contact-entries') throw new TypeError('Another kind of job.');
  const { connection, organisationNumber } = job;
  const { signal } = new AbortController();
  const at = { connection, organisationNumber };
  const perform = async (name: string, more: object = {}) =>
    valueOf(await run(`contactInformation.${name}`, { ...at, ...more }, signal));
  let known: Promise<List> | undefined;
  const read = async () => contactInformation.list.output.parse(await perform('list'));
  const listAgain = () => {
    known = read();
    // A list that could not be read is asked for again by the next row.
    known.catch(() => (known = undefined));
    return known;
  };
  return {
    list: () => known ?? listAgain(),
    listAgain,
    async add(subject) {
      const { email, mobileNumber } = contactOf(subject);
      await perform('add', email === null ? { mobileNumber } : { email });
    },
    async remove(entry) {
      await perform('remove', { entry });
      known = undefined;
    },
  };
}

/** What got no answer is looked at before anything else is done. What cannot be seen stays unknown. */
async function settleUnknown(desk: Desk, rows: Rows): Promise<void> {
  const open = rows.all().filter(({ state, tried }) => state === 'unknown' && tried);
  if (open.length === 0) return;
  const list = await desk.list().catch(() => undefined);
  if (!list) return;
  for (const row of open) if (wasDone(list, row)) await rows.change(row.row, DONE);
}

function wasDone({ entries, completeness }: List, { action, subject, entry, tried }: Row): boolean {
  if (!tried) return false;
  if (action === 'add') return entries.some(isFor(subject));
  return entry !== undefined && completeness.complete && entries.every(({ id }) => id !== entry);
}

async function add(desk: Desk, row: Row, mark: () => Promise<void>): Promise<RowState> {
  if (row.tried && wasDone(await desk.list(), row)) return DONE;
  await mark();
  try {
    await desk.add(row.subject);
    return DONE;
  } catch (error) {
    // It came in between: that it was ours is certain enough not to be called a refusal.
    if (row.tried && isThereAlready(error)) return DONE;
    throw error;
  }
}

/** Said by Steward, which names the field, before anything is sent. */
function isThereAlready(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.kind === 'conflict' && failure.field !== undefined && failure.reason === '';
}

async function remove(
  desk: Desk,
  row: Row,
  mark: (entry: number) => Promise<void>,
): Promise<RowState> {
  if (wasDone(await desk.list(), row)) return DONE;
  const found = findIn(await desk.list(), row) ?? findIn(await desk.listAgain(), row);
  if (!found) return notThere(await desk.list());
  await mark(found.id);
  try {
    await desk.remove(found.id);
    return DONE;
  } catch (error) {
    if (failureOf(error)?.kind !== 'not-found') throw error;
    const other = findIn(await desk.listAgain(), row);
    if (!other) return notThere(await desk.list());
    if (other.id === found.id) throw error;
    await mark(other.id);
    await desk.remove(other.id);
    return DONE;
  }
}

/** The very same one before one that only means the same. */
const findIn = ({ entries }: List, { subject }: Row): ContactEntry | undefined =>
  entries.find(({ email, mobileNumber }) => (email ?? mobileNumber) === subject) ??
  entries.find(isFor(subject));

function notThere({ completeness }: List): RowState {
  if (!completeness.complete) throw notComplete();
  const message = 'The organisation has no such contact information.';
  return { state: 'not-found', failure: { kind: 'not-found', message } };
}

/** The same e-mail in any letter case, the same mobile number with and without its country code. */
const isFor = (subject: string) => {
  const wanted = contactKey(contactOf(subject));
  return (entry: ContactEntry) => contactKey(entry) === wanted;
};

/** No mobile number has the sign that every e-mail has. */
export const contactOf = (subject: string): Pick<ContactEntry, 'email' | 'mobileNumber'> =>
  subject.includes('@')
    ? { email: subject, mobileNumber: null }
    : { email: null, mobileNumber: subject };

const notComplete = () =>
  new Problem({
    kind: 'refused',
    message:
      'The platform did not give the whole list, so what is not in it may be there all the same.',
    ...{ status: 200, reason: '', reference: '', cause: 'other' },
  });
