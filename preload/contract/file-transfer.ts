// Files between organisations (the broker service): what waits and was sent, receipts, confirming, sending.
import { read, write } from './operation.ts';
import { byteProgress, id, instant, line, listProgress, readHandle } from './schema.ts';
import { optionalLine, organisationNumber, party, REFERENCE, listOf, z } from './schema.ts';
import { cleanWord } from './rules.ts';
import { serviceCode, serviceEdition } from './metadata.ts';

/** The platform's name of a file: a GUID. */
export const fileReference = z
  .string({ error: 'wrong-type' })
  .overwrite(cleanWord)
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'wrong-type')
  .meta(REFERENCE);

/** `initialized`: announced, and not there yet; `uploaded`: waits to be downloaded. */
export const fileStatus = z.enum(['initialized', 'uploaded', 'downloaded', 'unknown']);
export type FileStatus = z.infer<typeof fileStatus>;
export const inboxStatus = fileStatus.extract(['initialized', 'uploaded', 'downloaded']);
export type InboxStatus = z.infer<typeof inboxStatus>;

export const transferredFile = z.object({
  reference: z.string(),
  /** As the sender wrote it; empty where the platform gives none. */
  name: z.string(),
  bytes: z.number().nullable(),
  status: fileStatus,
  serviceCode: z.string(),
  serviceEdition: z.number().int().nullable(),
  sender: z.string().nullable(),
  sendersReference: z.string().nullable(),
  sent: instant.nullable(),
  receipt: z.string().nullable(),
});
export type TransferredFile = z.infer<typeof transferredFile>;

const receiptFields = {
  id: z.string(),
  changed: instant.nullable(),
  status: z.enum(['ok', 'unexpected-error', 'validation-failed', 'rejected', 'unknown']),
  /** The platform's own word for it. */
  statusWord: z.string(),
  text: z.string().nullable(),
  sendersReference: z.string().nullable(),
  party: z.string().nullable(),
  /** What the owner of the service calls the party. */
  ownersReference: z.string().nullable(),
  /** The receipt that this one belongs to. */
  parent: z.string().nullable(),
  /** One entry a line, as the platform wrote them. */
  history: z.array(z.string()),
};
export const transferReceipt = z.object({
  ...receiptFields,
  /** Of the sender: one for each receiver. */
  receivers: z.array(z.object(receiptFields)),
});
export type TransferReceipt = z.infer<typeof transferReceipt>;
export type ReceiverReceipt = TransferReceipt['receivers'][number];

const service = z.strictObject({ code: serviceCode, edition: serviceEdition });
const ofParty = z.strictObject({ connection: id, who: party });
const box = z.enum(['in', 'out']);
const oneFile = ofParty.extend({ box, reference: fileReference });

const property = z.strictObject({ name: line(100), value: optionalLine(1000) });
/** What goes along with a file, for the platform and its receivers. */
export const fileDescription = z.strictObject({
  code: serviceCode,
  edition: serviceEdition,
  sendersReference: line(100),
  recipients: z.array(organisationNumber).min(1, 'required').max(100, 'too-many'),
  properties: z.array(property).max(50, 'too-many').default([]),
  /** Names and SHA-256 sums of the files in the zip go along; each is read once more for it. */
  fileList: z.boolean().default(false),
});
export type FileDescription = z.output<typeof fileDescription>;

/** What is kept of the last sending of a service, for the next one. */
export const keptDescription = fileDescription.omit({ code: true, edition: true });
export type KeptDescription = z.output<typeof keptDescription>;

/** What this program sent and got a reference of. The platform has no list of an outbox. */
export const sentFile = z.object({
  reference: z.string(),
  who: party,
  name: z.string(),
  /** Of the zip that was sent. */
  bytes: z.number(),
  sent: instant,
  code: z.string(),
  edition: z.number().int(),
  sendersReference: z.string(),
  recipients: z.array(z.string()),
});
export type SentFile = z.infer<typeof sentFile>;

/** The name of a party may be a person's: the journal has organisations' only, by number. */
const ofFile = (input: { connection: string; who: string; reference: string }) => ({
  connection: input.connection,
  object: `file ${input.reference} of ${input.who}`,
});

export const fileTransfer = {
  /** GET /api/{who}/brokerservice/inbox: files for a party, by status. Statuses that this platform does not list are named in `notListed`. */
  list: read({
    approval: 'none',
    input: ofParty.extend({
      statuses: z.array(inboxStatus).min(1, 'required').max(3, 'too-many').default(['uploaded']),
      service: service.optional(),
      /** When they were sent; both included. */
      from: z.iso.datetime({ offset: true, error: 'time' }).optional(),
      to: z.iso.datetime({ offset: true, error: 'time' }).optional(),
    }),
    output: listOf('files', transferredFile, { notListed: z.array(inboxStatus) }),
    progress: listProgress,
  }),
  /** GET /api/{who}/brokerservice/inbox/{reference}, GET /api/{who}/brokerservice/outbox/{reference}. */
  get: read({ approval: 'none', input: oneFile, output: transferredFile }),
  /** GET /api/{who}/brokerservice/inbox/{reference}/receipt, GET /api/{who}/brokerservice/outbox/{reference}/receipt. */
  receipt: read({ approval: 'none', input: oneFile, output: transferReceipt }),
  /** GET /api/brokerservice/inbox/hasavailablefiles: whether any of these organisations has a file to download: one call each, until one has. */
  waiting: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      recipients: z.array(organisationNumber).min(1, 'required').max(20, 'too-many'),
      service: service.optional(),
    }),
    output: z.object({ waiting: z.boolean() }),
  }),
  /** What this program has sent through the connection as this party, newest first; at most 1 000 are kept. */
  sent: read({ approval: 'none', input: ofParty, output: z.object({ files: z.array(sentFile) }) }),
  /**
   * POST /api/{who}/brokerservice/inbox/{reference}/confirmdownloaded: tells the platform that the file was downloaded: then it may remove
   * it. Already confirmed counts as done. A job that downloads does it by itself, and only for what is whole on the disk.
   */
  confirm: write({
    approval: 'erase',
    input: ofParty.extend({ reference: fileReference }),
    output: z.object({}),
    subject: ofFile,
  }),
  /**
   * POST /api/{who}/brokerservice/outbox: sends a zip as it is; any other file, or a folder with all that is in it, as a zip that is made
   * while it is sent, in constant memory. What systems and office programs put into folders for themselves (`.DS_Store`, `Thumbs.db`,
   * `desktop.ini`, `._*`, `~$*`) stays here, and `leftOut` names it. Problem file{too-large} for what does not fit into a zip of 4 GB. Nothing can be looked up after
   * a lost answer: it is `outcome-unknown`.
   */
  send: write({
    approval: 'send',
    input: ofParty.extend({ source: readHandle, ...fileDescription.shape }),
    output: z.object({
      reference: z.string().nullable(),
      bytes: z.number(),
      leftOut: z.array(z.string()),
    }),
    progress: byteProgress,
    subject: ({ connection, who, code, edition, recipients }) => ({
      connection,
      object: `send 1 files ${code}/${String(edition)} of ${who} to ${String(recipients.length)}`,
    }),
  }),
  /** What is kept of the last sending of this service, sealed; null where nothing is. */
  kept: read({
    approval: 'none',
    input: z.strictObject({ connection: id, code: serviceCode, edition: serviceEdition }),
    output: z.object({ description: keptDescription.nullable() }),
  }),
  keep: read({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      code: serviceCode,
      edition: serviceEdition,
      description: keptDescription.nullable(),
    }),
    output: z.object({}),
  }),
};
