// Hand-over: all that an organisation has on the platform, in a folder that is read and verified without Steward.
import { savedFile } from './files.ts';
import { job } from './jobs.ts';
import { read, write } from './operation.ts';
import {
  byteProgress,
  id,
  newPassphrase,
  organisationNumber,
  readHandle,
  saveTarget,
  shownText,
  z,
} from './schema.ts';
import { handOverPart, handOverState } from './hand-over-parts.ts';

/** Which connection reads a part; null for what is read on this computer. */
const reader = z.strictObject({ part: handOverPart, connection: id.nullable() });
const MOST_PARTS = 20;

const obstacle = z.enum(['no-connection', 'signed-out', 'switched-off', 'not-reached']);
const plannedPart = z.object({
  part: handOverPart,
  /** The connection of this organisation that it can be read through; null for what is read on this computer, and where none can. */
  connection: id.nullable(),
  connectionName: z.string(),
  /**
   * `no-connection`: none of the organisation's connections may read it; `signed-out`: one may when somebody signs in;
   * `switched-off`: the platform does not offer it any more; `not-reached`: nobody can tell now.
   */
  obstacle: obstacle.nullable(),
  /**
   * Other ways to it, the one above among them: those that were tried, and those that by the documents may read it. `some`: not all of the
   * part. An obstacle: why it cannot.
   */
  readers: z.array(
    z.object({
      connection: id,
      name: z.string(),
      reads: z.enum(['all', 'some', 'untried']).or(obstacle),
    }),
  ),
  /** As the platform's list has it; null where that is known only while it is read. */
  count: z.number().int().nullable(),
  calls: z.number().int().nullable(),
  /** Estimated. */
  bytes: z.number().nullable(),
  seconds: z.number().nullable(),
});
export type PlannedPart = z.infer<typeof plannedPart>;
export type PartReader = PlannedPart['readers'][number];

const verified = z.object({
  /** Everything that the hand-over says it has is there and unchanged, and no page leads to what is not. */
  intact: z.boolean(),
  /** By its own word: every part is complete. Null where its manifest cannot be read. */
  complete: z.boolean().nullable(),
  /** When it ended; null where its manifest cannot be read, or it did not end. */
  on: z.string().nullable(),
  organisation: z.string(),
  /** Parts and what they lack, as its manifest says it. */
  lacks: z.array(
    z.object({
      part: z.string(),
      state: handOverState.extract(['incomplete', 'not-offered']),
      onPlatform: z.number().nullable(),
      here: z.number(),
    }),
  ),
  files: z.number().int(),
  bytes: z.number(),
  /** Paths within the folder, at most 100 of each. */
  missing: z.array(z.string()),
  changed: z.array(z.string()),
  /** In the folder, and not among its sums. */
  others: z.array(z.string()),
  /** Pages and where they lead to in vain. */
  brokenLinks: z.array(z.string()),
  /** Parts whose list does not have as many rows as the manifest says. */
  otherCounts: z.array(z.string()),
});
export type VerifiedHandOver = z.infer<typeof verified>;

export const handOver = {
  /**
   * What there is to take along, how each part would be read, and what that costs. Reads each list once, through the first connection of the
   * organisation that may; nothing is marked as read. `through`: tried before any other for its part, and taken when it can read some of it.
   * `parts`: these alone; all when left out.
   */
  plan: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      through: z.array(reader).max(MOST_PARTS, 'too-many').optional(),
      parts: z.array(handOverPart).min(1, 'required').max(MOST_PARTS, 'too-many').optional(),
    }),
    output: z.object({
      organisationNumber: z.string(),
      organisationName: z.string(),
      parts: z.array(plannedPart),
    }),
    progress: z.object({ parts: z.array(plannedPart), of: z.number().int() }),
  }),
  /**
   * Reads the parts into the folder, a few calls at once, and makes pages, lists, sums and a manifest of it. In a folder that holds an earlier
   * hand-over of the same organisation only what is new or changed is asked for. Problem conflict while another one goes on, or where the
   * folder holds anything else.
   */
  start: write({
    approval: 'reveal',
    input: z.strictObject({
      connection: id,
      organisationNumber,
      organisationName: shownText.min(1, 'required'),
      /** From `files.chooseFolder`. */
      folder: saveTarget,
      parts: z.array(reader).min(1, 'required').max(MOST_PARTS, 'too-many'),
    }),
    output: job,
    subject: ({ connection, organisationNumber: number, organisationName, parts }) => ({
      connection,
      object: `hand-over of ${number} ${organisationName}: ${String(parts.length)} parts`,
    }),
  }),
  /**
   * Reads every file of a hand-over again, without a connection or the keychain: of a folder that a person picked, or of a job. Problem
   * file{not-found} where the folder is none.
   */
  verify: read({
    approval: 'none',
    input: z
      .strictObject({ folder: readHandle.optional(), job: id.optional() })
      .refine(
        ({ folder, job: of }) => (folder === undefined) !== (of === undefined),
        'exactly-one',
      ),
    output: verified,
    progress: byteProgress,
  }),
  /**
   * The folder of a job that has ended, as a zip that is encrypted with the passphrase: `age --decrypt` and any unzip open it. Problem
   * file{too-large} beyond what a zip holds (4 GB, 65 535 files).
   */
  saveEncrypted: read({
    approval: 'none',
    input: z.strictObject({ job: id, target: saveTarget, passphrase: newPassphrase }),
    output: savedFile,
    progress: byteProgress,
  }),
};
