// Deletes enterprise users, one at a time, and only those that a person was shown: never another one of the same name.
import type { Run } from '../../preload/contract/contract.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { isSameTime } from '../secrets/enterprise-user-answers.ts';
import { createNotFoundCheck, type Task, valueOf } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';

export interface UserDeletionNeeds {
  readonly run: Run;
  /** Waits between two users. */
  readonly gap: () => Promise<void>;
  /** Removes what this computer holds of a user whose deletion is only found afterwards. */
  readonly forgetUser: (connection: string, userName: string) => Promise<void>;
}

/** The users of one connection. */
interface Users {
  remove(row: Row): Promise<void>;
  /** Whether the user that was meant is gone; one that was made under its name since then is another. */
  isGone(row: Row): Promise<boolean>;
  /** Whether the failure says that the user is gone, and not that the platform offers no users. */
  saysGone(failure: Failure | undefined): Promise<boolean>;
  forget(row: Row): Promise<void>;
}

const DONE: RowState = { state: 'done', failure: null };

export function userDeletion({ run, gap, forgetUser }: UserDeletionNeeds): Task {
  return {
    effect: 'write',
    concurrency: 1,
    gap,
    async createHandler(job, rows) {
      const users = openUsers({ run, forgetUser }, job);
      await resolveUnknown(users, rows);
      return (row, markTried) => remove(users, row, markTried);
    },
  };
}

function openUsers({ run, forgetUser }: Omit<UserDeletionNeeds, 'gap'>, job: BatchRecord): Users {
  if (job.kind !== 'delete-users') throw new TypeError('Another kind of job.');
  const { connection } = job;
  const { signal } = new AbortController();
  const notFound = createNotFoundCheck();
  /** Once in a run at most, and only where no user has answered yet. */
  let asked: Promise<void> | undefined;
  const askArea = async () => {
    const { fromCopy } = valueOf(await run('enterpriseUsers.list', { connection }, signal));
    if (!fromCopy) notFound.areaAnswered();
  };
  const saysGone = async (failure: Failure | undefined) => {
    if (failure?.kind !== 'not-found') return false;
    if (!notFound.isBelieved(failure)) await (asked ??= askArea()).catch(ignoreProblem);
    return notFound.isBelieved(failure);
  };
  return {
    saysGone,
    async remove({ subject: userName, user }) {
      const input = { connection, userName, created: user?.created ?? null };
      valueOf(await run('enterpriseUsers.remove', input, signal));
      notFound.areaAnswered();
    },
    async isGone({ subject: userName, user }) {
      try {
        const found = valueOf(await run('enterpriseUsers.get', { connection, userName }, signal));
        notFound.areaAnswered();
        const shown = user?.created ?? null;
        return shown !== null && found.created !== null && !isSameTime(shown, found.created);
      } catch (error) {
        if (await saysGone(failureOf(error))) return true;
        throw error;
      }
    },
    forget: ({ subject }) => forgetUser(connection, subject),
  };
}

/** Rows without an answer are looked for before anything else is done. Those that cannot be told stay unknown. */
async function resolveUnknown(users: Users, rows: Rows): Promise<void> {
  for (const row of rows.all()) {
    if (row.state !== 'unknown' || !row.tried) continue;
    const isGone = await users.isGone(row).catch(ignoreProblem);
    if (isGone !== true) continue;
    await users.forget(row);
    await rows.change(row.row, DONE);
  }
}

async function remove(users: Users, row: Row, markTried: () => Promise<void>): Promise<RowState> {
  if (row.tried && (await users.isGone(row))) {
    await users.forget(row);
    return DONE;
  }
  await markTried();
  try {
    await users.remove(row);
    return DONE;
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== undefined && (await users.saysGone(failure)))
      return { state: 'not-found', failure };
    throw error;
  }
}
