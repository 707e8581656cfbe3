// A job that the terminal began: followed to where it rests, and what that means for the exit code.
import type { AnsweredJob } from '../../preload/contract/jobs.ts';
import type { Result } from '../../preload/result.ts';
import type { Caller } from './caller.ts';

/** Of the process. Documented in `--help` and the guide; scripts rely on them. */
export const EXIT = { done: 0, notDone: 1, wrong: 2, paused: 3 } as const;
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
export function jobOf(name: string, result: Result<unknown>): AnsweredJob | undefined {
  return result.ok && LETS_GO_ON.test(name) ? (result.value as AnsweredJob) : undefined;
}

const isMoving = ({ state }: AnsweredJob) => state === 'running' || state === 'pausing';

/** A job goes on only while the process lives: what it rests as is the answer. */
export async function followJob(
  caller: Caller,
  job: AnsweredJob,
  { signal, err, detach }: Following,
): Promise<AnsweredJob> {
  if (!isMoving(job)) return job;
  const pause = () => void caller.call('jobs.pause', { job: job.id });
  const rested = new Promise<AnsweredJob>((resolve) => {
    const look = (now: AnsweredJob) => {
      if (now.id !== job.id) return;
      err(JSON.stringify({ job: { ...now, rows: undefined } }));
      if (!isMoving(now)) resolve(now);
    };
    caller.onEvent((name, value) => {
      if (name !== 'jobsChanged') return;
      (value as { readonly changed: readonly AnsweredJob[] }).changed.forEach(look);
    });
    // It may have come to rest before anyone listened.
    void now(caller, job.id).then((found) => {
      if (found && !isMoving(found)) look(found);
    });
  });
  if (signal.aborted || detach) pause();
  signal.addEventListener('abort', pause);
  const last = await rested;
  signal.removeEventListener('abort', pause);
  return (await now(caller, job.id)) ?? last;
}

/** With its rows, where an event has none. */
async function now(caller: Caller, id: string): Promise<AnsweredJob | undefined> {
  const all = await caller.call('jobs.list', {});
  return all.ok ? (all.value as readonly AnsweredJob[]).find((job) => job.id === id) : undefined;
}

/** Done is only what was done for every row. */
export function exitCodeOf(job: AnsweredJob): ExitCode {
  if (job.state === 'paused' || isMoving(job)) return EXIT.paused;
  if (job.state === 'stopped') return EXIT.notDone;
  return leftOf(job) > 0 ? EXIT.notDone : EXIT.done;
}

function leftOf(job: AnsweredJob): number {
  if (job.kind === 'synchronise') return job.documents.failed;
  const { refused, unknown, notFound } = job.tally;
  return refused + unknown + notFound;
}

/** For the person who reads standard error; undefined when there is nothing to be done. */
export function sentenceOf(job: AnsweredJob): string | undefined {
  const left = leftOf(job);
  switch (exitCodeOf(job)) {
    case EXIT.paused:
      return `The job is paused: ${WHY[job.because]} Go on: steward call jobs.resume '{"job":"${job.id}"}'`;
    case EXIT.notDone:
      return job.state === 'stopped'
        ? 'The job was stopped.'
        : `The job has ended, but ${String(left)} of its rows did not go. See them: steward call jobs.rows '{"job":"${job.id}","from":0,"count":500,"onlyOpen":true}'`;
    default:
      return undefined;
  }
}

const WHY: Readonly<Record<AnsweredJob['because'], string>> = {
  none: 'it waits to go on.',
  asked: 'as it was asked to.',
  'two-refusals': 'the platform refused twice in a row. Find out why first.',
  destination: 'what it writes to could not be written. See to it first.',
  restarted: 'Steward was ended while it ran.',
  'unknown-outcome': 'a call got no answer, so nobody knows whether it was done.',
  unreachable: 'the platform cannot be reached.',
  'sign-in-needed': 'the sign-in has ended, or the certificate is not accepted.',
  'connection-changed': 'its connection was removed or leads elsewhere now.',
  'disk-full': 'the disk is full. Make room first.',
  'disk-read-only': 'the disk is read-only. Make it writable first.',
  'disk-failed': 'the disk could not be written. See to it first.',
  'program-error': 'an error of Steward stopped it.',
};
