// Marks messages of one party as read, or deletes them, one at a time and never twice.
import type { Run } from '../../preload/contract/contract.ts';
import type { MessageSummary, messages } from '../../preload/contract/messages.ts';
import type { Failure } from '../../preload/result.ts';
import { WholeList } from '../http/complete-list.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { outcomeUnknown } from '../problems.ts';
import { createNotFoundCheck, type Task, valueOf } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';

export interface MessageChangesNeeds {
  /** A person has allowed what the rows delete when the job began. */
  readonly run: Run;
  /** Waits between two messages. */
  readonly gap: () => Promise<void>;
}

type MessageState = ReturnType<typeof messages.get.output.parse>['status']['state'];

/** The messages of one party. The trash is read once in a run at most: it can be as long as the job. */
interface Box {
  /** Of a message in the box; Problem not-found, which is believed by `isGone` alone. */
  stateOf(message: string): Promise<MessageState>;
  markAsRead(message: string): Promise<MessageState>;
  remove(row: Row): Promise<void>;
  /** Undefined where it is not in the list, and the list is cut. */
  isInTrash(message: string): Promise<boolean | undefined>;
  /** Whether the failure says that the message is gone, and not that the platform offers no messages. */
  isGone(failure: Failure | undefined): Promise<boolean>;
}

const DONE: RowState = { state: 'done', failure: null };

export function messageChanges({ run, gap }: MessageChangesNeeds): Task {
  return {
    effect: 'write',
    concurrency: 1,
    gap,
    async createHandler(job, rows) {
      const box = openBox(run, job, rows);
      await resolveUnknown(box, rows);
      return (row, markTried) =>
        row.action === 'delete' ? remove(box, row, markTried) : mark(box, row, markTried);
    },
  };
}

/** The rows are sealed, and the record is not: party and place are those that a person allowed. */
function requestOf({ message }: Row) {
  if (message === undefined) throw new TypeError('A row of another kind.');
  return message;
}

function openBox(run: MessageChangesNeeds['run'], job: BatchRecord, rows: Rows): Box {
  if (job.kind !== 'change-messages') throw new TypeError('Another kind of job.');
  const { connection } = job;
  // All rows of a job are of one party.
  const [who = ''] = rows.all().map((row) => requestOf(row).who);
  const { signal } = new AbortController();
  const party = { connection, who };
  const notFound = createNotFoundCheck();
  const get = async (message: string, markAsRead: boolean) => {
    const { status } = valueOf(
      await run('messages.get', { ...party, message, markAsRead }, signal),
    );
    notFound.areaAnswered();
    return status.state;
  };
  let trash: Promise<WholeList<MessageSummary>> | undefined;
  const loadTrash = () => {
    trash ??= run('messages.trashBin', party, signal).then((answer) => {
      const list = WholeList.of('messages', valueOf(answer));
      notFound.areaAnswered();
      return list;
    });
    // A list that could not be loaded is loaded again for the next row.
    trash.catch(() => (trash = undefined));
    return trash;
  };
  return {
    stateOf: (message) => get(message, false),
    markAsRead: (message) => get(message, true),
    async remove(row) {
      const { from, forGood } = requestOf(row);
      // What lies in the trash goes for good, which the start has said.
      const more = forGood || from === 'trash' ? ({ forGood: true } as const) : {};
      const input = { ...party, message: row.subject, from, ...more };
      valueOf(await run('messages.remove', input, signal));
      notFound.areaAnswered();
    },
    async isInTrash(message) {
      const list = await loadTrash();
      const isThis = ({ id }: MessageSummary) => id.toLowerCase() === message.toLowerCase();
      return list.shown().items.some(isThis) || list.ifWhole()?.some(isThis);
    },
    async isGone(failure) {
      if (failure?.kind !== 'not-found') return false;
      if (!notFound.isBelieved(failure)) await loadTrash().catch(ignoreProblem);
      return notFound.isBelieved(failure);
    },
  };
}

/** Rows without an answer are looked for before anything else is done. Those that cannot be told stay unknown. */
async function resolveUnknown(box: Box, rows: Rows): Promise<void> {
  for (const row of rows.all()) {
    if (row.state !== 'unknown' || !row.tried) continue;
    const became = await becameOf(box, row).catch(ignoreProblem);
    if (became === 'done') await rows.change(row.row, DONE);
  }
}

/** What became of a row that was sent and has no answer. */
async function becameOf(box: Box, row: Row): Promise<'done' | 'not-done' | 'unclear'> {
  const { action, subject } = row;
  if (action === 'delete' && requestOf(row).from === 'trash') {
    const isThere = await box.isInTrash(subject);
    if (isThere === undefined) return 'unclear';
    return isThere ? 'not-done' : 'done';
  }
  try {
    const state = await box.stateOf(subject);
    const isDone = action === 'delete' ? state === 'deleted' : state !== 'unread';
    return isDone ? 'done' : 'not-done';
  } catch (error) {
    if (action === 'delete' && (await box.isGone(failureOf(error)))) return 'done';
    throw error;
  }
}

async function mark(box: Box, row: Row, markTried: () => Promise<void>): Promise<RowState> {
  const { subject, tried } = row;
  return orGone(box, async () => {
    if (tried && (await becameOf(box, row)) === 'done') return DONE;
    await markTried();
    const answered = await box.markAsRead(subject);
    // Some platforms answer with the message as it was before.
    const state = answered === 'unread' ? await box.stateOf(subject) : answered;
    return state === 'unread' ? refused('The platform still shows it as unread.') : DONE;
  });
}

async function remove(box: Box, row: Row, markTried: () => Promise<void>): Promise<RowState> {
  if (row.tried) {
    const became = await becameOf(box, row);
    if (became === 'done') return DONE;
    // It is not sent again where nobody can tell whether it was.
    if (became === 'unclear') return stillUnknown();
  }
  return orGone(box, async () => {
    await markTried();
    try {
      await box.remove(row);
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== undefined && isAboutTheMessage(failure, row))
        return { state: 'refused', failure };
      throw error;
    }
    return DONE;
  });
}

/** What somebody else deleted meanwhile is not found, and holds nothing up. */
async function orGone(box: Box, act: () => Promise<RowState>): Promise<RowState> {
  try {
    return await act();
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== undefined && (await box.isGone(failure)))
      return { state: 'not-found', failure };
    throw error;
  }
}

/** The platform may refuse to delete what was sent to an organisation, in words: the next message may go all the same. */
const isAboutTheMessage = (failure: Failure, row: Row): boolean =>
  requestOf(row).forGood &&
  failure.kind === 'refused' &&
  failure.status === 403 &&
  failure.cause === 'other' &&
  !/^(|forbidden)$/i.test(failure.reason.trim());

const refused = (message: string): RowState => ({
  state: 'refused',
  failure: { kind: 'conflict', message, reason: '' },
});

const stillUnknown = (): RowState => ({
  state: 'unknown',
  failure: outcomeUnknown('The list of the trash is cut, and does not tell.').failure,
  tried: true,
});
