// What a bulk rotation says of itself: counts, what may be pressed, and what its file is called.
import type { Environment } from '../../../preload/contract/schema.ts';
import type { Job } from '../../../preload/contract/jobs.ts';

export type JobRow = Job['rows'][number];

export interface JobCounts {
  readonly all: number;
  readonly rotated: number;
  /** Refused and unknown rows: a person has to look at them. */
  readonly toSettle: number;
  readonly left: number;
}

export function countsOf(job: Job): JobCounts {
  const of = (...states: JobRow['state'][]) =>
    job.rows.filter((row) => states.includes(row.state)).length;
  return {
    all: job.rows.length,
    rotated: of('rotated'),
    toSettle: of('refused', 'unknown'),
    left: of('waiting', 'rotating'),
  };
}

export const hasEnded = (job: Job): boolean => job.state === 'stopped' || job.state === 'finished';
export const canPause = (job: Job): boolean => job.state === 'running';
export const canResume = (job: Job): boolean => job.state === 'paused';
/** A row is settled while the job stands still, so that two rotations never run beside each other. */
export const canSettle = (job: Job): boolean => job.state !== 'running' && job.state !== 'pausing';

/** The newest job of a connection that has not ended. */
export function openJob(jobs: readonly Job[], connection: string): Job | undefined {
  return jobs
    .filter((job) => job.connection === connection && !hasEnded(job))
    .sort((a, b) => b.started.localeCompare(a.started))[0];
}

/** Carries the environment, so that a file is never taken for that of another one. */
export function fileName(
  organisation: string,
  environment: Environment,
  what: string,
  now: Date,
  ending: string,
): string {
  const safe = organisation
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('å', 'a')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return [safe, environment === 'production' ? 'PRODUCTION' : 'test', what, day]
    .filter((part) => part !== '')
    .join('-')
    .concat(ending);
}
