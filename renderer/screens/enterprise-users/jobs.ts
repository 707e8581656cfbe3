// What a bulk rotation says of itself: counts, what may be pressed, and what its file is called.
import type { BatchRow, RotationJob } from '../../../preload/contract/jobs.ts';

export interface JobCounts {
  readonly all: number;
  readonly rotated: number;
  /** Refused and unknown rows: a person has to look at them. */
  readonly toSettle: number;
  readonly left: number;
}

export function countsOf({ tally }: RotationJob): JobCounts {
  return {
    all: Object.values(tally).reduce((sum, n) => sum + n, 0),
    rotated: tally.done,
    toSettle: tally.refused + tally.unknown,
    left: tally.waiting + tally.running,
  };
}

export type RowWord = 'waiting' | 'rotating' | 'rotated' | 'refused' | 'unknown' | 'skipped';

/** What a row is called here. */
export const ROW_WORDS: Readonly<Record<BatchRow['state'], RowWord>> = {
  waiting: 'waiting',
  running: 'rotating',
  done: 'rotated',
  'not-found': 'refused',
  refused: 'refused',
  unknown: 'unknown',
  skipped: 'skipped',
};

export const hasEnded = (job: RotationJob): boolean =>
  job.state === 'stopped' || job.state === 'finished';
export const canPause = (job: RotationJob): boolean => job.state === 'running';
export const canResume = (job: RotationJob): boolean => job.state === 'paused';
/** A row is settled while the job stands still, so that two rotations never run beside each other. */
export const canSettle = (job: RotationJob): boolean =>
  job.state !== 'running' && job.state !== 'pausing';

/** The newest job of a connection that has not ended. */
export function openJob(jobs: readonly RotationJob[], connection: string): RotationJob | undefined {
  return jobs
    .filter((job) => job.connection === connection && !hasEnded(job))
    .sort((a, b) => b.started.localeCompare(a.started))[0];
}
