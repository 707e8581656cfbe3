// What a check of everything on this computer reads, finds and repairs: the report, store by store.
import { failure } from '../result.ts';
import { z } from './schema.ts';

/** In the order in which they are checked. */
export const checkedStore = z.enum([
  'documents',
  'journal',
  'vault',
  'escrow',
  'jobs',
  'drafts',
  'copy',
]);
export type CheckedStore = z.infer<typeof checkedStore>;

/**
 * `damaged`: not as it was written. `missing`: it should be here and is not. `unreadable`: it is here and nothing opens it.
 * `orphaned`: nothing that Steward has belongs to it. `set-aside`: kept from an earlier damage.
 */
export const findingKind = z.enum(['damaged', 'missing', 'unreadable', 'orphaned', 'set-aside']);

export const finding = z.object({
  kind: findingKind,
  /** The name of the file, or of what is in the keychain. */
  what: z.string(),
  /** Whom it concerns: a connection, a user, a job or a credential by name. */
  concerns: z.string().nullable(),
  /** `left`: to a person; nothing of it was changed. */
  outcome: z.enum(['repaired', 'left']),
  /** The file in which a repair has kept what was damaged. */
  kept: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

export const storeReport = z.object({
  store: checkedStore,
  /** How many things were read. */
  read: z.number().int(),
  findings: z.array(finding),
  /** Why the rest of it could not be checked. */
  failure: failure.nullable(),
});
export type StoreReport = z.infer<typeof storeReport>;

export const checkReport = z.object({
  stores: z.array(storeReport),
  repaired: z.number().int(),
  /** How much is left to a person; a store that could not be checked counts as one. */
  left: z.number().int(),
  /** Nothing could be written, so damage was left as it is. */
  readOnly: z.boolean(),
});
export type CheckReport = z.infer<typeof checkReport>;

export const checkProgress = z.object({
  store: checkedStore,
  /** How many stores are done, and how many there are. */
  done: z.number().int(),
  of: z.number().int(),
  /** How many things of this one were read so far. */
  read: z.number().int(),
});
export type CheckProgress = z.infer<typeof checkProgress>;
