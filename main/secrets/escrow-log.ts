// The escrow's records and their encoding in its log: a log of an unknown version is not changed (OTS-10).
import { z } from '../../preload/contract/schema.ts';
import { framed } from '../storage/log-codecs.ts';
import type { LogFile } from '../storage/log-file.ts';
import { fileProblem } from '../problems.ts';

/** The facts of an attempt, repeated in every record, so that one damaged record never hides the attempt. */
const facts = z.object({
  connection: z.string(),
  environment: z.enum(['production', 'test']),
  userName: z.string(),
  operation: z.enum(['create', 'rotateSecret']),
  job: z.string().nullable(),
  /** The vault of the escrow key and the secret; `memory` ends with the session. */
  vault: z.enum(['system', 'memory']),
  session: z.string(),
});
export type Facts = z.infer<typeof facts>;

const record = z.object({
  id: z.string(),
  at: z.string(),
  step: z.enum([
    'intent', // written and synced before anything is sent
    'not-sent', // over: no byte of the call left this computer
    'refused', // over: the server surely did not act
    'answer', // the sealed answer
    'unclear', // the sealed answer is not what was asked for
    'unknown', // no usable answer came
    'stored', // the secret is in the vault
    'done', // the attempt ended; the secret waits for a person
    'kept', // a person lets it stay in the keychain
    'again', // a person will rotate again; the next stored attempt ends this one
    'renamed', // the user has another name now
    'closed', // nothing is owed any more; the vault may forget it
    'gone', // and has forgotten it
  ]),
  facts,
  /** base64 of the sealed answer, and which key opens it. */
  sealed: z.object({ key: z.string(), data: z.string() }).optional(),
  /** Which key vouches for all of the above, and how. A session without the key writes none. */
  mac: z.object({ key: z.string(), tag: z.string() }).optional(),
});
export type EscrowRecord = z.infer<typeof record>;

/** What a key vouches for, as one text. */
export function vouchedText({ id, at, step, facts, sealed }: EscrowRecord): string {
  const { connection, environment, userName, operation, job, vault, session } = facts;
  const named = [connection, environment, userName, operation, job, vault, session];
  return JSON.stringify([id, at, step, named, sealed ? [sealed.key, sealed.data] : null]);
}

/** Steps that take a secret away, or let it be taken away: without a key nobody believes them. */
const ENDING: ReadonlySet<EscrowRecord['step']> = new Set(['closed', 'again']);
/** Steps that end an attempt: without a key nobody believes them while there is a secret. */
const ENDED: ReadonlySet<EscrowRecord['step']> = new Set(['gone', 'not-sent', 'refused']);

/** A record, and whether this process wrote it. */
export interface Noted {
  readonly record: EscrowRecord;
  readonly own: boolean;
}

export interface Believed {
  readonly records: readonly EscrowRecord[];
  /** How many were not written by who holds the key, in an attempt that has others. */
  readonly foreign: number;
  /** The key vouches for all that is left. */
  readonly vouched: boolean;
}

/**
 * What is believed of a log once its key is there (ATK-12): of an attempt, only what the key vouches for, from the first such
 * record on. An attempt without any may be one whose key is lost: it is shown, but nothing in it ends a secret.
 */
export function believed(
  noted: readonly Noted[],
  isVouched: (record: EscrowRecord) => boolean,
  isHeld: (record: EscrowRecord) => boolean,
): Believed {
  const records: EscrowRecord[] = [];
  const keyed = new Set<string>();
  let [foreign, vouched] = [0, true];
  for (const { record, own } of noted) {
    const isSure = isVouched(record);
    if (own || isSure) keyed.add(record.id);
    else if (keyed.has(record.id)) {
      foreign++;
      continue;
    }
    vouched &&= isSure;
    const isEnd = ENDING.has(record.step) || (ENDED.has(record.step) && isHeld(record));
    if (own || isSure || !isEnd) records.push(record);
  }
  return { records, foreign, vouched };
}

export const escrowRecords = framed<EscrowRecord>({
  mark: 'STWESCRO',
  version: 1,
  record,
  refusal: () =>
    fileProblem(
      'damaged',
      'The file with one-time secrets was written by another version of Steward. It is left as it is; secrets cannot be made or rotated until that version has been used to finish them.',
    ),
});

export type EscrowLog = LogFile<EscrowRecord>;
