// Jobs on the command line: followed until they pause or end, with exit codes.
import type { Job } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import type { Caller } from './caller.ts';

/** Of the process. Documented in `--help` and the guide; scripts rely on them. */
export const EXIT = { done: 0, notDone: 1, wrong: 2, paused: 3, nothing: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Operations that let a job go on, or say how it stands. */
const LETS_GO_ON = /^jobs\.(start[A-Z]\w*|resume|retry|resolveRow)$/;

export interface Following {
  /** Aborted by SIGINT: the job pauses. */
  readonly signal: AbortSignal;
  readonly err: (line: string) => void;
  /** Paused at once instead of followed. */
  readonly detach: boolean;
}

/** The job that this answer is about, if the operation lets one go on. */
export function jobOf(name: string, result: Result<unknown>): Job | undefined {
  return result.ok && LETS_GO_ON.test(name) ? (result.value as Job) : undefined;
}

const isMoving = ({ state }: Job) => state === 'running' || state === 'pausing';

/** A job goes on only while the process lives: what it rests as is the answer. */
export async function followJob(
  caller: Caller,
  job: Job,
  { signal, err, detach }: Following,
): Promise<Job> {
  if (!isMoving(job)) return job;
  const pause = () => void caller.call('jobs.pause', { job: job.id });
  const rested = new Promise<Job>((resolve) => {
    const show = (now: Job) => {
      if (now.id !== job.id) return;
      err(JSON.stringify({ job: now }));
      if (!isMoving(now)) resolve(now);
    };
    caller.onEvent((name, value) => {
      if (name !== 'jobsChanged') return;
      (value as { readonly changed: readonly Job[] }).changed.forEach(show);
    });
    // It may have come to rest before anyone listened.
    void now(caller, job.id).then((found) => {
      if (found && !isMoving(found)) show(found);
    });
  });
  if (signal.aborted || detach) pause();
  signal.addEventListener('abort', pause);
  const last = await rested;
  signal.removeEventListener('abort', pause);
  return (await now(caller, job.id)) ?? last;
}

async function now(caller: Caller, id: string): Promise<Job | undefined> {
  const all = await caller.call('jobs.list', {});
  return all.ok ? all.value.find((job) => job.id === id) : undefined;
}

/** Of a call that failed. That no file waits is no failure for a schedule, and no success either. */
export const exitCodeOfFailure = (name: string, failure: Failure): ExitCode =>
  name === 'jobs.startFileDownload' && failure.kind === 'conflict' && failure.field === 'files'
    ? EXIT.nothing
    : EXIT.notDone;

/** Done is only what was done for every row, and for all that there is. */
export function exitCodeOf(job: Job): ExitCode {
  if (job.state === 'paused' || isMoving(job)) return EXIT.paused;
  if (job.state === 'stopped') return EXIT.notDone;
  return leftOf(job) > 0 || isOfCutList(job) ? EXIT.notDone : EXIT.done;
}

const isOfCutList = ({ details }: Job): boolean => 'wholeList' in details && !details.wholeList;

function leftOf(job: Job): number {
  const { refused, unknown, notFound } = job.tally;
  return refused + unknown + notFound;
}

/** For the person who reads standard error; undefined when there is nothing to be done. */
export function sentenceOf(job: Job): string | undefined {
  const left = leftOf(job);
  switch (exitCodeOf(job)) {
    case EXIT.paused:
      return `The job is paused: ${WHY[job.because]} To resume it: steward call jobs.resume '{"job":"${job.id}"}'`;
    case EXIT.notDone:
      if (job.state === 'stopped') return 'The job was stopped.';
      return left === 0
        ? 'The job has ended. The platform did not return the whole list: there may be more than was done.'
        : `The job has ended. Rows that need attention: ${String(left)}. To see them: steward call jobs.rows '{"job":"${job.id}","from":0,"count":500,"onlyOpen":true}'`;
    default:
      return undefined;
  }
}

const WHY: Readonly<Record<Job['because'], string>> = {
  none: 'it is waiting to be resumed.',
  asked: 'as you asked.',
  'two-refusals': 'the platform refused twice in a row. Find out why first.',
  destination: 'Steward could not write to its file or folder. Fix that first.',
  restarted: 'Steward closed while it ran.',
  'brought-back':
    'it was brought back from a backup. What it had left to do may have been done since: look first.',
  'unknown-outcome': 'a call got no answer, so it is unknown whether it was done.',
  unreachable: 'Steward cannot reach the platform.',
  'sign-in-needed': 'the sign-in has ended, or the certificate is not accepted.',
  'connection-changed': 'its connection was removed or now leads elsewhere.',
  'disk-full': 'the disk is full. Make room first.',
  'disk-read-only': 'the disk is read-only. Make it writable first.',
  'disk-failed': 'Steward could not write to the disk. Fix that first.',
  keychain:
    'the keychain cannot be used, or lacks something the job needs. Unlock or restore it first.',
  managed: 'the organisation does not allow this on this computer.',
  'program-error': 'an error in Steward stopped it.',
};
