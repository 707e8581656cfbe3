// Which job of look-ups a connection's search leads to.
import type { BatchJob } from '../../../preload/contract/jobs.ts';

type LookUpJob = Extract<BatchJob, { kind: 'look-up' }>;

const goesOn = ({ state }: BatchJob): boolean => state !== 'stopped' && state !== 'finished';

export const lookUpsOf = (jobs: readonly BatchJob[], connection: string): readonly LookUpJob[] =>
  jobs.filter((job) => job.kind === 'look-up').filter((job) => job.connection === connection);

/** One that has not ended comes before those that have; of each the newest. */
export const newestOf = (jobs: readonly BatchJob[], connection: string): LookUpJob | undefined =>
  [...lookUpsOf(jobs, connection)].sort(
    (a, b) => Number(goesOn(b)) - Number(goesOn(a)) || b.started.localeCompare(a.started),
  )[0];
