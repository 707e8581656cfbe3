// Jobs of every kind as one list: how far each is, what waits for a person, and its words.
import type { BatchJob, Job, RotationJob, SynchroniseJob } from '../../../preload/contract/jobs.ts';
import type { Texts } from '../../texts/en.ts';

export interface Listed {
  readonly job: Job;
  readonly name: string;
  readonly value: number;
  readonly max: number;
  readonly progress: string;
  /** Rows a person should look at. */
  readonly open: number;
}

/** Newest first. */
export const listed = (jobs: readonly Job[], t: Texts): readonly Listed[] =>
  [...jobs]
    .sort((a, b) => b.started.localeCompare(a.started))
    .map((job) => {
      if (job.kind === 'rotate-secrets') return ofRotation(job, t);
      return job.kind === 'synchronise' ? ofCopy(job, t) : ofBatch(job, t);
    });

function ofCopy(job: SynchroniseJob, { batches: t, reference }: Texts): Listed {
  const { all: max, fetched, unchanged, failed, skipped } = job.documents;
  const value = fetched + unchanged + failed + skipped;
  const { scope } = job;
  const what = reference.scope[scope.what];
  const name = reference.jobName(scope.what === 'owner' ? `${what} (${scope.owner})` : what);
  const far = t.progress(value, max);
  // Nothing of it has to be settled: what failed is tried again by the next one.
  const progress = failed === 0 ? far : `${far}, ${reference.failedShort(failed)}`;
  return { job, name, value, max, progress, open: 0 };
}

function ofRotation(job: RotationJob, { jobs: t }: Texts): Listed {
  const { done: value, refused, unknown } = job.tally;
  const max = Object.values(job.tally).reduce((sum, n) => sum + n, 0);
  return {
    job,
    name: t.kind,
    value,
    max,
    progress: t.running.done(value, max),
    open: refused + unknown,
  };
}

function ofBatch(job: BatchJob, { batches: t }: Texts): Listed {
  const { tally } = job;
  const max = Object.values(tally).reduce((sum, n) => sum + n, 0);
  const value = max - tally.waiting - tally.running;
  const open = tally.refused + tally.unknown;
  return { job, name: t.kind[job.kind], value, max, progress: t.progress(value, max), open };
}

export const hasEnded = ({ state }: Job): boolean => state === 'stopped' || state === 'finished';
