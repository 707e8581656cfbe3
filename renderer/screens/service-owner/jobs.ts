// The newest job of look-ups of a connection, to which its search links.
import type { JobOf } from '../../../preload/contract/jobs.ts';
import { newestUnended } from '../../components/job-words.ts';

type LookUp = JobOf<'look-up'>;

/** One that has not ended comes before those that have; of each the newest. */
export function newestOf(jobs: readonly LookUp[], connection: string): LookUp | undefined {
  const own = jobs.filter((job) => job.connection === connection);
  return newestUnended(own) ?? own.toSorted((a, b) => b.started.localeCompare(a.started))[0];
}
