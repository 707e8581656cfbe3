// Rows of jobs as they are done, for a list that shows what they change: it follows without being read for each.
import type { JobKind, JobOf, JobRow } from '../../preload/contract/jobs.ts';
import { hasEnded, progressOf } from '../components/job-words.ts';
import { readAllRows } from './job-rows.ts';
import { createRereading } from './latest-only.ts';
import { client } from './main-process.ts';
import { readWhileShown } from './query.svelte.ts';
import { session } from './session.svelte.ts';

interface Follower<K extends JobKind> {
  readonly kind: K;
  /** Whether the list shows what it changes. */
  readonly isOurs: (job: JobOf<K>) => boolean;
  /** When the list was read: what ended before is in it. */
  readonly fetched: () => string | null;
  /** Rows that are done; one may come more than once. */
  readonly take: (job: JobOf<K>, rows: readonly JobRow[]) => void;
}

/** While the component is made; until it is gone. */
export function followDoneRows<K extends JobKind>({ kind, isOurs, fetched, take }: Follower<K>) {
  const revisions = new Map<string, number>();
  const followed = () =>
    session
      .jobsOf(kind)
      .filter((job) => isOurs(job) && (!hasEnded(job) || job.changed > (fetched() ?? job.changed)));
  const reading = createRereading(async (signal) => {
    for (const job of followed()) {
      const answer = await readAllRows(
        (from, count, changedSince) =>
          client.jobs.rows(
            { job: job.id, from, count, ...(changedSince !== undefined && { changedSince }) },
            { signal },
          ),
        revisions.get(job.id),
      );
      // What could not be read is read with the next change, or with the list.
      if (!answer.ok || signal.aborted) return;
      revisions.set(job.id, answer.revision);
      const done = answer.rows.filter(({ state }) => state === 'done');
      if (done.length > 0) take(job, done);
    }
  });
  readWhileShown(() => ({ load: reading.again, leave: reading.end }), {
    again: () => followed().map((job) => [job.changed, progressOf(job).ended]),
  });
}
