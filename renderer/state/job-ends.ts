// Which synchronisations came to an end or to a standstill between two lists of jobs: what a person may want to hear of.
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
