// What is said of a synchronisation of the copy: its name, how far it is, what it would take, and whether it waits for a person.
import type { SynchroniseJob } from '../../../preload/contract/jobs.ts';
import type { Scope } from '../../../preload/contract/reference.ts';
import type { Formats } from '../../texts/formats.ts';
import type { Texts } from '../../texts/en.ts';

type Words = Texts['reference'];
type Documents = SynchroniseJob['documents'];

/** Documents that will not change any more. */
export const doneOf = ({ fetched, unchanged, failed, skipped }: Documents): number =>
  fetched + unchanged + failed + skipped;

/** `ownerName`: where the owners were read. */
export const scopeWords = (scope: Scope, t: Words, ownerName?: string): string =>
  scope.what === 'owner' ? `${t.scope.owner}: ${ownerName ?? scope.owner}` : t.scope[scope.what];

export function jobTitle(
  job: Pick<SynchroniseJob, 'scope' | 'state'>,
  t: Words,
  ownerName?: string,
) {
  const title = t.jobTitle[job.scope.what][job.state];
  return job.scope.what === 'owner' ? t.jobOf(title, ownerName ?? job.scope.owner) : title;
}

export interface Estimate {
  readonly calls: number;
  readonly seconds: number | null;
  readonly bytes: number | null;
}

/** In the order of what a person asks first; only what is known. */
export function estimateWords(
  { calls, seconds, bytes }: Estimate,
  t: Words,
  format: Formats,
): readonly string[] {
  return [
    t.estimate(calls),
    ...(seconds === null ? [] : [t.estimateTime(seconds)]),
    ...(bytes === null ? [] : [t.estimateSize(format.size(bytes))]),
  ];
}

/** Why it stands still, in words; empty where nothing has to be said. */
export const becauseOf = (job: Pick<SynchroniseJob, 'state' | 'because'>, t: Words): string =>
  job.state === 'paused' ? t.because[job.because] : '';

export const hasEnded = ({ state }: Pick<SynchroniseJob, 'state'>): boolean =>
  state === 'stopped' || state === 'finished';
