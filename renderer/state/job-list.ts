// The list of jobs with what an event said of some of them.
import type { Job } from '../../preload/contract/jobs.ts';

export interface JobNews {
  readonly changed: readonly Job[];
  /** Ids of those that were taken off the list. */
  readonly removed: readonly string[];
}

/** Newest first, as the list was. */
export function withChanges(jobs: readonly Job[], { changed, removed }: JobNews): Job[] {
  const fresh = changed.filter(({ id }) => jobs.every((job) => job.id !== id));
  const now = jobs.map((job) => changed.find(({ id }) => id === job.id) ?? job);
  return [...fresh, ...now].filter(({ id }) => !removed.includes(id));
}
