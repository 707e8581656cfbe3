// Finds the synchronisations that ended or stopped between two lists of jobs, except those a person stopped.
import type { Job, JobOf } from '../../preload/contract/jobs.ts';

const isAtRest = ({ state }: Job): boolean =>
  state === 'paused' || state === 'stopped' || state === 'finished';

/** What was pressed by the person on the spot, a pause or a cancel, is no news. */
export function newsOf(
  before: readonly Job[],
  after: readonly Job[],
): readonly JobOf<'synchronise'>[] {
  const moving = new Set(before.filter((job) => !isAtRest(job)).map(({ id }) => id));
  return after
    .filter((job) => job.kind === 'synchronise')
    .filter((job) => moving.has(job.id) && isAtRest(job) && job.because !== 'asked');
}
