// A list as a screen has read it: what ListScreen and ListColumn say of it, and what they offer.
import type { completeness, z } from '../../preload/contract/schema.ts';
import type { Failure } from '../../preload/result.ts';

/** Whether a list is all there is, as each list of the platform comes with (`listOf` of the contract). */
export type ListCompleteness = Pick<z.infer<typeof completeness>, 'complete' | 'because'>;

/** Of what is no list of the platform: what Steward keeps itself, one document. */
export const WHOLE: ListCompleteness = { complete: true, because: null };

export interface ListReading {
  /** What is read, which each Query is; undefined before anything was asked for. */
  readonly query:
    | {
        readonly value: unknown;
        readonly failure: Failure | undefined;
        /** Why it could not be read again, where an older value stays shown. */
        readonly refused: Failure | undefined;
        readonly busy: boolean;
        readonly fetched: string | null;
      }
    | undefined;
  /** When the rows are from, where it is not when they were asked for. */
  readonly fetched?: string | null;
  /** What is done, for its failure: "Loading enterprise users". */
  readonly attempted: string;
  readonly refresh: () => unknown;
  /** After a failure, where that is not the same. */
  readonly retry?: () => unknown;
  /** Said below the failure of a refresh, of what stays shown. */
  readonly kept?: string;
  /** What the button that refreshes is called. */
  readonly refreshLabel: string;
  /** Ends a reading that takes long. */
  readonly stop?: (() => void) | undefined;
  /** How far a reading that takes long has come, in words; undefined when there is nothing to say. */
  readonly progress?: string | undefined;
  /** How many there are, and how many of them the filter leaves. */
  readonly total: number;
  readonly shown: number;
  /** Pixels, for the grey rows while it is read the first time. */
  readonly rowHeight?: number;
  /** Of a list of the platform; undefined before one has come. */
  readonly completeness: ListCompleteness | undefined;
}
