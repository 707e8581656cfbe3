// The list of jobs with what an event said of some of them.
import type { Job } from '../../preload/contract/jobs.ts';

/** Newest first, as the list was. */
export function withChanges(
  jobs: readonly Job[],
  changed: readonly Job[],
  removed: readonly string[],
): Job[] {
  const fresh = changed.filter(({ id }) => jobs.every((job) => job.id !== id));
  const now = jobs.map((job) => changed.find(({ id }) => id === job.id) ?? job);
  return [...fresh, ...now].filter(({ id }) => !removed.includes(id));
}
