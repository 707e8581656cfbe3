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
});
export type EscrowRecord = z.infer<typeof record>;

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
