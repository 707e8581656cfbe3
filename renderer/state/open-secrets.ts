// Which one-time secrets and unknown outcomes of a connection wait for a person. Pure.
import type { Job } from '../../preload/contract/jobs.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';

/** Newest first, as main tells them. */
export const openSecretsOf = (
  secrets: readonly OneTimeSecret[],
  connection: string,
): readonly OneTimeSecret[] =>
  secrets.filter((entry) => entry.connection === connection && entry.state !== 'confirmed');

/** A job hands its own secrets over; a person resolves what is unknown, and what no job speaks for any more. */
export const isForPerson = (
  entry: Pick<OneTimeSecret, 'job' | 'state'>,
  jobs: readonly Pick<Job, 'id'>[],
): boolean =>
  entry.job === null || entry.state !== 'waiting' || jobs.every((job) => job.id !== entry.job);
