// Opens the escrow log for this process; only to read without the lock or with another version's file (INS-02, OTS-10).
import { Problem } from '../problem.ts';
import type { FolderLock } from '../storage/folder-lock.ts';
import { type AppendFile, openLog, readLog } from '../storage/log-file.ts';
import type { AttemptIndex } from './escrow-attempts.ts';
import { type EscrowLog, type EscrowRecord, escrowRecords } from './escrow-log.ts';
import { serial } from '../serial.ts';
import { fileProblem } from '../problems.ts';

export const LOG_NAME = 'escrow.log';

export interface OpenerOptions {
  readonly file: AppendFile;
  readonly now: () => Date;
  readonly index: AttemptIndex;
  readonly hold: () => Promise<FolderLock | undefined>;
}

export interface Opener {
  /** Opens for writing; otherwise it only reads what can be read. */
  tryOpen(): Promise<void>;
  /** The log, open for writing; tries again each time. Throws Problem file{in-use} or file{damaged}. */
  need(): Promise<EscrowLog>;
  /** Keeps the log as it stands beside a new one with these records; answers its name. */
  replace(records: () => readonly EscrowRecord[]): Promise<string>;
  /** Files to report: damaged records that were set aside, or a log that cannot be read. */
  readonly setAside: readonly string[];
  close(): Promise<void>;
}

export function createOpener({ file, now, index, hold }: OpenerOptions): Opener {
  let held: FolderLock | undefined;
  let log: EscrowLog | undefined;
  let closed = false;
  const setAside: string[] = [];

  const open = async (): Promise<EscrowLog> => {
    if (log) return log;
    if (closed) throw heldElsewhere();
    held ??= await hold();
    if (!held) throw heldElsewhere();
    const opened = await openLog(file, escrowRecords, { now });
    log = opened.log;
    if (opened.setAside !== undefined) setAside.push(opened.setAside);
    index.use(opened.found, log);
    return log;
  };
  const oneAtATime = serial();
  const need = (): Promise<EscrowLog> => oneAtATime(open);
  return {
    need,
    setAside,
    async replace(records) {
      const opened = await need();
      const kept = await file.setAside(await file.read(), now());
      await opened.rewrite(records);
      setAside.push(kept);
      return kept;
    },
    async tryOpen() {
      await need().catch(async (trouble: unknown) => {
        if (!(trouble instanceof Problem)) throw trouble;
        const readable = await onlyRead(file, index, trouble);
        if (!readable && setAside.length === 0) setAside.push(LOG_NAME);
      });
    },
    async close() {
      await oneAtATime.idle();
      closed = true;
      log = undefined;
      held?.release();
      held = undefined;
    },
  };
}

async function onlyRead(file: AppendFile, index: AttemptIndex, trouble: Problem): Promise<boolean> {
  const { values, otherVersion } = await readLog(file, escrowRecords);
  index.use(values, {
    append: () => Promise.reject(trouble),
    compact: () => Promise.resolve(),
  });
  return !otherVersion;
}

const heldElsewhere = () =>
  fileProblem('in-use', 'Another Steward has the file with one-time secrets open. Close it first.');
