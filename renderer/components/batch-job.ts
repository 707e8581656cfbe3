// What the panel of a job with a tally needs to know of it; the job of the contract fits.
import type { Failure } from '../../preload/result.ts';
import type { Texts } from '../texts/en.ts';

type Words = Texts['batches'];

export interface ShownJob {
  readonly kind: keyof Words['title'];
  readonly state: keyof Words['title']['look-up'];
  /** Why it is paused or stopped. */
  readonly because: keyof Words['because'];
  readonly environment: 'production' | 'test';
  readonly organisationName: string;
  readonly started: string;
  /** How many rows are in which state. */
  readonly tally: Readonly<Record<keyof Words['counts'], number>>;
}

export interface ShownRow {
  readonly row: number;
  readonly action: keyof Words['row'];
  readonly subject: string;
  readonly title?: string | undefined;
  readonly state: keyof Words['row']['look-up'];
  readonly at: string | null;
  readonly failure: Failure | null;
}
