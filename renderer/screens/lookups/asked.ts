// An answer of a look-up service with what it answers, and when it came.
import type { LookupAnswer } from '../../../preload/contract/lookups.ts';
import type { Reference } from '../../state/known-services.ts';

export interface Asked {
  readonly service: Reference;
  readonly answer: LookupAnswer;
  readonly fetched: string;
}

export const cameNow = (service: Reference, answer: LookupAnswer): Asked => ({
  service,
  answer,
  fetched: new Date().toISOString(),
});
