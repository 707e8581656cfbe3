// The words about a download for offline use: what it covers, and what it would cost.
import type { Scope } from '../../../preload/contract/reference.ts';
import type { Formats } from '../../texts/formats.ts';
import type { Texts } from '../../texts/en.ts';

type Words = Texts['reference'];

/** `ownerName`: where the owners were read. */
export const scopeWords = (scope: Scope, t: Words, ownerName?: string): string =>
  scope.what === 'owner' ? `${t.scope.owner}: ${ownerName ?? scope.owner}` : t.scope[scope.what];

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
