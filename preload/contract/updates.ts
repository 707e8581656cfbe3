// Updates of the program itself: checked for, downloaded and installed only when the person asks for it.
import { read, write } from './operation.ts';
import { z } from './schema.ts';

const version = z.string();

/** A version that is newer than this one and whose signature fits. */
export const foundUpdate = z.object({
  version,
  /** When it was released, as the publisher says; ISO 8601. */
  released: z.string(),
  /** Plain text, as written by the publisher. */
  notes: z.string(),
  bytes: z.number().int().nullable(),
});
export type FoundUpdate = z.infer<typeof foundUpdate>;

/** When a list that may count was last read, at this start or an earlier one; ISO 8601. Null: never. */
const lastLook = z.string().nullable();

/** The version whose installation was begun at an earlier start, and that does not run: the attempt failed or was refused. */
const notInstalled = version.optional();

export const updatesState = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('off'),
    /**
     * `no-address`: nobody has given one; `managed`: the organisation has switched it off; `no-key`: this build carries no key
     * to check signatures with; `not-installed`: this is no installed program, its files are somebody else's to renew.
     */
    why: z.enum(['no-address', 'managed', 'no-key', 'not-installed']),
  }),
  /** Not looked since the start. */
  z.object({ state: z.literal('idle'), lookedAt: lastLook, notInstalled }),
  z.object({ state: z.literal('current'), checkedAt: z.string() }),
  z.object({
    state: z.literal('found'),
    checkedAt: z.string(),
    update: foundUpdate,
    notInstalled,
  }),
  z.object({
    state: z.literal('downloaded'),
    checkedAt: z.string(),
    update: foundUpdate,
    notInstalled,
  }),
]);
export type UpdatesState = z.infer<typeof updatesState>;

/** Why a new version is not taken: the `field` of the conflict that says so. */
export const updateRefusal = z.enum([
  'off',
  'nothing-found',
  'not-downloaded',
  'address',
  'no-list',
  'redirected',
  'unsigned',
  'signature',
  'expired',
  'key-expired',
  'future',
  'older',
  'replayed',
  'pre-release',
  'system',
  'file',
  'publisher',
  'place',
]);
export type UpdateRefusal = z.infer<typeof updateRefusal>;

export const updates = {
  state: read({ approval: 'none', input: z.strictObject({}), output: updatesState }),
  /** Asks the address. Failures: unreachable, certificate, unexpected-answer, conflict (its `field` is an UpdateRefusal). */
  check: read({ approval: 'none', input: z.strictObject({}), output: updatesState }),
  /** Gets what was found into a private folder and checks it; nothing is installed. */
  download: read({
    approval: 'none',
    input: z.strictObject({}),
    output: updatesState,
    progress: z.object({ bytes: z.number().int(), of: z.number().int().nullable() }),
  }),
  /** Ends the program and starts the new version; refused as `quit` is while something would be lost, unless `anyway`. */
  install: write({
    approval: 'override',
    input: z.strictObject({ anyway: z.boolean() }),
    output: z.object({ held: z.boolean() }),
    subject: () => ({ object: 'program' }),
  }),
};
