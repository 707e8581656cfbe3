// One store's part in a check of everything: what it tells of itself, and how it asks to be repaired.
import type { Finding } from '../../preload/contract/check.ts';

/** Something that is not as it should be. */
export type Found = Pick<Finding, 'kind' | 'what'> & Partial<Pick<Finding, 'concerns'>>;

export interface StoreCheck {
  /** Aborted when the check is cancelled: a store stops between two things that it reads. */
  readonly signal: AbortSignal;
  /** So many more things were read, 1 when left out. Problem cancelled once the check was. */
  read(count?: number): void;
  /** Left to a person. */
  left(found: Found): void;
  /** Done while it was read, as stores do that repair what they open. */
  repaired(found: Found, kept?: string): void;
  /**
   * Repairs it, where anything may be written at all; what cannot be repaired is left. `act` answers the name of the file that
   * it kept the damage in. The first repair is noted in the journal; one that notes itself there says so.
   */
  repair(
    found: Found,
    act: () => Promise<string | undefined>,
    how?: { readonly notesItself: boolean },
  ): Promise<void>;
}
