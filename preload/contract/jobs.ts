// Jobs: long work that survives a kill, done row by row with a checkpoint per row.
import { read, write } from './operation.ts';
import { failure } from '../result.ts';
import {
  byteProgress,
  environment,
  existingText,
  id,
  instant,
  language,
  line,
  newPassphrase,
  listedNumber,
  organisationNumber,
  party,
  readHandle,
  resourceId,
  saveTarget,
  shownText,
  z,
} from './schema.ts';
import { cleanWord } from './rules.ts';
import { email, mobileNumber } from './contact-information.ts';
import { delegationChange } from './delegations.ts';
import { fileDescription, fileReference } from './file-transfer.ts';
import { handOverPart } from './hand-over-parts.ts';
import { formProgress, formTable } from './many-forms.ts';
import { messagePlace, sentForm } from './messages.ts';
import { serviceCode, serviceEdition } from './metadata.ts';
import { area, scope } from './reference.ts';
import { contactFilters } from './service-owner.ts';
import { userName } from './enterprise-users.ts';

/** How many rows are in which state, of every kind; the rows themselves are asked for (`rows`). */
export const tally = z.object({
  waiting: z.number().int(),
  running: z.number().int(),
  done: z.number().int(),
  /** Looked up, and the platform knows none. */
  notFound: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  skipped: z.number().int(),
});
export type Tally = z.infer<typeof tally>;
/** Where a message lies; what is in the trash bin can be listed, but not read. */
export const exportFolder = z.enum(['inbox', 'work-list', 'archive']);
export type ExportFolder = z.infer<typeof exportFolder>;
/** ISO 8601 with Z or an offset, as the list of messages takes it. */
const moment = z.iso.datetime({ offset: true, error: 'time' });
export const exportWish = z.object({
  folders: z.array(exportFolder).min(1, 'required').max(3, 'too-many'),
  /** Both included; null for no bound. */
  from: moment.nullable(),
  to: moment.nullable(),
  /** Beside the message and its body. */
  forms: z.boolean(),
  attachments: z.boolean(),
  print: z.boolean(),
});
export type ExportWish = z.infer<typeof exportWish>;

export const messageChange = z.enum(['mark-as-read', 'delete']);
export type MessageChange = z.infer<typeof messageChange>;
export const LONGEST_TITLE = 200;
/** `title`: its subject, as far as a row shows it. */
const chosenMessage = z.strictObject({
  message: resourceId,
  title: shownText.optional(),
});

const contactAction = z.enum(['add', 'remove']);
/** What is added has its rules; what is there is removed as it is. */
const contactChange = z
  .union([
    z.strictObject({ action: contactAction, email: existingText }),
    z.strictObject({ action: contactAction, mobileNumber: existingText }),
  ])
  .overwrite((change) => {
    if (change.action === 'remove') return change;
    return 'email' in change
      ? { ...change, email: cleanWord(change.email) }
      : { ...change, mobileNumber: cleanWord(change.mobileNumber) };
  })
  .superRefine((change, context) => {
    if (change.action === 'remove') return;
    const [field, read] =
      'email' in change
        ? (['email', email.safeParse(change.email)] as const)
        : (['mobileNumber', mobileNumber.safeParse(change.mobileNumber)] as const);
    const message = read.error?.issues[0]?.message;
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: [field] });
  });

/** Of jobs that move files. */
const bytesMoved = {
  /** Whole. */
  files: z.number().int(),
  /** Of these, and of the one that is on its way. */
  bytes: z.number(),
  /** Of all, as far as it is known. */
  totalBytes: z.number(),
};

/** What jobs of one kind alone say. A new kind is a line here; the compiler asks for the rest. */
export const jobDetails = {
  /** Secrets of many users. */
  'rotate-secrets': z.object({
    destination: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('keychain') }),
      z.object({ kind: z.literal('file'), name: z.string() }),
    ]),
  }),
  /** Contact information added or removed, one entry at a time. */
  'change-contact-entries': z.object({ organisationNumber: z.string() }),
  /** Roles and rights of one party given and taken back, one at a time. */
  'change-delegations': z.object({ who: party }),
  /** Messages of one party marked as read, or deleted, one at a time. */
  'change-messages': z.object({ who: party, change: messageChange, from: messagePlace }),
  /** Forms of one service sent as one party, a message for each, one at a time. */
  'send-forms': z.object({
    who: party,
    serviceCode,
    serviceEdition,
    /** As the open metadata calls it; empty where it does not tell. */
    serviceName: z.string(),
    then: sentForm,
  }),
  /** Requests for consent sent, one at a time. */
  'request-consents': z.object({}),
  /** Enterprise users deleted, one at a time. */
  'delete-users': z.object({}),
  /** Organisations looked up by a service owner. */
  'look-up': z.object({ officialContacts: z.boolean(), personalContacts: z.boolean() }),
  /** Messages of one party, each with its parts, written into a new folder. */
  'export-messages': z.object({
    who: party,
    wish: exportWish,
    /** Name of the new folder. */
    folder: z.string(),
    /** Whether the platform gave the whole list of the messages. */
    wholeList: z.boolean(),
    /** Whole in the folder. */
    files: z.number().int(),
    /** Of these, and of those that are just coming. */
    bytes: z.number(),
  }),
  /** Everything that the organisation has on the platform, written into a folder: a row for each list, and for each thing in it. */
  'hand-over': z.object({
    organisationNumber: z.string(),
    parts: z.array(handOverPart),
    /** Name of the folder. */
    folder: z.string(),
    /** Whole in the folder. */
    files: z.number().int(),
    bytes: z.number(),
  }),
  /** Files for one party downloaded into a folder, one at a time; each is confirmed once it is whole on the disk. */
  'download-files': z.object({
    who: party,
    /** Name of the folder. */
    folder: z.string(),
    confirm: z.boolean(),
    /** Whether the platform gave the whole list, where all that wait were asked for. */
    wholeList: z.boolean(),
    ...bytesMoved,
  }),
  /** Files and folders sent as one party to other organisations, one at a time. */
  'send-files': z.object({ who: party, serviceCode, serviceEdition, ...bytesMoved }),
  /**
   * The open metadata copied to this computer. Its tally counts documents: `waiting` grows while schemas become known, `refused`
   * could not be loaded, `skipped` are of areas that are switched off.
   */
  synchronise: z.object({
    language,
    scope,
    /** Of those that are done: the same as before. */
    unchanged: z.number().int(),
    /** Received. */
    bytes: z.number(),
    /** As far as can be told; null at the beginning, and when it does not run. */
    secondsLeft: z.number().int().nullable(),
    skippedAreas: z.array(area),
    /** Areas that list more than a copy takes (20 000 services, 1 000 code lists); the rest of them is left out. */
    cutAreas: z.array(area),
  }),
};
export type JobKind = keyof typeof jobDetails;

/** What every job says of itself. */
export const jobHead = {
  id,
  connection: id,
  connectionName: z.string(),
  environment,
  /** Whom it acts for, whatever the window acts for meanwhile. */
  organisationName: z.string(),
  state: z.enum(['running', 'pausing', 'paused', 'stopped', 'finished']),
  /** Why it is paused or stopped. */
  because: z.enum([
    'none',
    'asked',
    'two-refusals',
    'destination',
    'restarted',
    /** It had more to do when the backup was made that is used now, and some of that may have been done since. */
    'brought-back',
    'unknown-outcome',
    'unreachable',
    'sign-in-needed',
    'connection-changed',
    /** The disk that Steward keeps its own files on, or the one that it writes to. */
    'disk-full',
    'disk-read-only',
    'disk-failed',
    /** It cannot be used, or has not what the job needs. */
    'keychain',
    /** What the organisation has settled on this computer. */
    'managed',
    /** An error of Steward's own. */
    'program-error',
  ]),
  started: instant,
  changed: instant,
};

const jobOf = <K extends JobKind>(kind: K) =>
  z.object({ ...jobHead, kind: z.literal(kind), tally, details: jobDetails[kind] });
export const job = z.discriminatedUnion('kind', [
  jobOf('rotate-secrets'),
  jobOf('change-contact-entries'),
  jobOf('change-delegations'),
  jobOf('change-messages'),
  jobOf('send-forms'),
  jobOf('request-consents'),
  jobOf('delete-users'),
  jobOf('look-up'),
  jobOf('export-messages'),
  jobOf('hand-over'),
  jobOf('download-files'),
  jobOf('send-files'),
  jobOf('synchronise'),
]);
export type Job = z.infer<typeof job>;
export type JobOf<K extends JobKind> = Extract<Job, { kind: K }>;

export const jobRow = z.object({
  /** From 0. */
  row: z.number().int(),
  action: z.enum([
    'add',
    'remove',
    'look-up',
    'export',
    'rotate',
    'mark-as-read',
    'delete',
    'send',
    'download',
  ]),
  /**
   * The e-mail, the mobile number, the organisation number, the id of the message, the user name, receiver and role or right, the
   * line of the table, of a request for consent with whom it asks for what, or the file's reference or name.
   */
  subject: z.string(),
  /** What a person calls it: the subject of the message, the first cells of the line, or the name of the file. */
  title: z.string().optional(),
  /** Of a folder that is sent: how many files in it are not, because a system or an office program makes them for itself. */
  leftOut: z.number().int().positive().optional(),
  state: z.enum(['waiting', 'running', 'done', 'not-found', 'refused', 'unknown', 'skipped']),
  at: instant.nullable(),
  failure: failure.nullable(),
  /** The id of the message that was made, the reference of the file that was sent, or the name under which it lies in the folder. */
  made: z.string().optional(),
  /** Of a rotation: the one-time secret that came of it. Not in what `changedSince` asks for: `secretsChanged` says it. */
  secret: id.optional(),
});
export type JobRow = z.infer<typeof jobRow>;

export const destination = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keychain') }),
  z.strictObject({
    kind: z.literal('file'),
    target: saveTarget,
    passphrase: newPassphrase,
  }),
]);

const one = z.strictObject({ job: id });

export const jobs = {
  list: read({ approval: 'none', input: z.strictObject({}), output: z.array(job) }),
  /** Writes, reads back and removes a trial entry at the destination; nothing is rotated. */
  testDestination: read({
    approval: 'none',
    input: z.strictObject({ destination }),
    output: z.object({}),
  }),
  startRotation: write({
    approval: 'reveal',
    input: z.strictObject({
      connection: id,
      userNames: z.array(userName).min(1, 'required').max(2000, 'too-many'),
      destination,
    }),
    output: job,
    subject: (input) => ({
      connection: input.connection,
      object: `${String(input.userNames.length)} users`,
    }),
  }),
  /** One entry at a time; each with the checks and journal lines of a click. */
  startContactEntries: write({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      organisationNumber: listedNumber,
      organisationName: shownText.min(1, 'required'),
      changes: z.array(contactChange).min(1, 'required').max(2000, 'too-many'),
    }),
    output: job,
    subject: (input) => ({
      connection: input.connection,
      object: `${String(input.changes.length)} contact entries of ${input.organisationNumber} ${input.organisationName}`,
    }),
  }),
  /** One role or right at a time; each with the checks and journal lines of a click. What is given is asked for once, here. */
  startDelegations: write({
    approval: 'grant',
    input: z.strictObject({
      connection: id,
      who: party,
      organisationName: shownText.min(1, 'required'),
      changes: z.array(delegationChange).min(1, 'required').max(2000, 'too-many'),
    }),
    output: job,
    // The name of a person is theirs: the journal has those of organisations only.
    subject: ({ connection, who, organisationName, changes }) => ({
      connection,
      object: `${String(changes.length)} roles and rights of ${who}${/^\d{9}$/.test(who) ? ` ${organisationName}` : ''}`,
    }),
  }),
  /**
   * One message at a time; each deletion with the checks and journal lines of a click, and asked for once, here. A message that may be
   * gone for good at once is deleted only where that is said of it.
   */
  startMessageChanges: write({
    approval: 'erase',
    input: z
      .strictObject({
        connection: id,
        who: party,
        organisationName: shownText.min(1, 'required'),
        change: messageChange,
        from: messagePlace.default('box'),
        messages: z
          .array(chosenMessage.extend({ forGood: z.literal(true).optional() }))
          .min(1, 'required')
          .max(2000, 'too-many'),
      })
      // What lies in the trash cannot be opened.
      .refine(({ change, from }) => change === 'delete' || from === 'box', {
        message: 'not-a-choice',
        path: ['from'],
      }),
    output: job,
    // The name of a person is theirs: the journal has those of organisations only.
    subject: ({ connection, who, organisationName, change, messages }) => ({
      connection,
      object: `${change} ${String(messages.length)} messages of ${who}${/^\d{9}$/.test(who) ? ` ${organisationName}` : ''}`,
    }),
  }),
  /**
   * The forms of a table, as `manyForms.plan` has tried them, one message at a time; each with the checks and journal lines of a click, and
   * asked for once, here. Problem conflict when the table, the template or the schema is another one by now: then nothing is begun.
   */
  startForms: write({
    approval: 'send',
    input: formTable.extend({
      organisationName: shownText.min(1, 'required'),
      /** As the open metadata calls the service; empty where it does not tell. */
      serviceName: shownText,
      then: sentForm,
      /** Of the plan: how many of its forms are valid, which are those that are sent, and what was tried. */
      count: z.number().int().min(1, 'required').max(2000, 'too-many'),
      digest: z.string().regex(/^[0-9a-f]{64}$/, 'wrong-type'),
    }),
    output: job,
    progress: formProgress,
    // The name of a person is theirs: the journal has those of organisations only.
    subject: ({ connection, who, organisationName, code, edition: of, count, then }) => ({
      connection,
      object: `${then === 'fill-in' ? 'save' : 'send'} ${String(count)} forms ${code}/${String(of)} of ${who}${/^\d{9}$/.test(who) ? ` ${organisationName}` : ''}`,
    }),
  }),
  /**
   * The requests of a table, as `consents.readFile` has tried them, one at a time; each with the checks and journal lines of a click, and asked
   * for once, here. Problem conflict when the table, or what it was compared with, is another by now: then nothing is begun.
   */
  startConsentRequests: write({
    approval: 'send',
    input: z.strictObject({
      connection: id,
      file: readHandle,
      count: z.number().int().min(1, 'required').max(2000, 'too-many'),
      digest: z.string().regex(/^[0-9a-f]{64}$/, 'wrong-type'),
    }),
    output: job,
    subject: ({ connection, count }) => ({
      connection,
      object: `${String(count)} requests for consent`,
    }),
  }),
  /** One user at a time; each with the checks and journal lines of a click, and asked for once, here. */
  startUserDeletion: write({
    approval: 'erase',
    input: z.strictObject({
      connection: id,
      users: z
        .array(
          z.strictObject({
            userName,
            /** As it was shown: another user of that name, made since then, is not deleted. */
            created: instant.nullable().optional(),
          }),
        )
        .min(1, 'required')
        .max(2000, 'too-many'),
    }),
    output: job,
    subject: ({ connection, users }) => ({
      connection,
      object: `delete ${String(users.length)} users`,
    }),
  }),
  /** Reads only, a few at a time. What it finds is kept sealed, without national identity numbers. */
  startLookUp: write({
    approval: 'none',
    input: contactFilters.extend({
      connection: id,
      organisationNumbers: z.array(organisationNumber).min(1, 'required').max(5000, 'too-many'),
      officialContacts: z.boolean(),
      personalContacts: z.boolean(),
    }),
    output: job,
    subject: (input) => ({
      connection: input.connection,
      object: `${String(input.organisationNumbers.length)} organisations`,
    }),
  }),
  /** Reads only, without any credential. One at a time; an ended one of the same copy is taken off the list. */
  startSynchronise: write({
    approval: 'none',
    input: z.strictObject({ connection: id, language: language.optional(), scope }),
    output: job,
    subject: (input) => ({
      connection: input.connection,
      object: `open metadata: ${input.scope.what}`,
    }),
  }),
  /**
   * Reads the list anew, makes the folder, and goes through the messages, a few at a time. Reads only, and nothing of it marks
   * a message as read. Problem conflict when nothing fits, or more than 20 000 messages do. Where `messages` names them, the list is
   * not read, and dates and filter choose nothing.
   */
  startMessageExport: write({
    approval: 'reveal',
    input: z.strictObject({
      ...exportWish.shape,
      connection: id,
      who: party,
      /** For the manifest. */
      partyName: shownText.min(1, 'required'),
      /** From `files.chooseFolder`. */
      folder: saveTarget,
      filter: line(2000).optional(),
      messages: z.array(chosenMessage).min(1, 'required').max(2000, 'too-many').optional(),
    }),
    output: job,
    // The name of a person is theirs: the journal has those of organisations only.
    subject: (input) => ({
      connection: input.connection,
      object: `messages of ${input.who}${/^\d{9}$/.test(input.who) ? ` ${input.partyName}` : ''}`,
    }),
  }),
  /**
   * GET /api/{who}/brokerservice/inbox/{reference}/download: files for a party into a folder that exists: those named, or all that wait.
   * Each is confirmed once it is whole on the disk, unless `confirm` is false. Problem conflict at the field `files` when none waits.
   */
  startFileDownload: write({
    approval: 'none',
    input: z.strictObject({
      connection: id,
      who: party,
      organisationName: shownText.min(1, 'required'),
      folder: saveTarget,
      files: z.array(fileReference).min(1, 'required').max(2000, 'too-many').optional(),
      service: z.strictObject({ code: serviceCode, edition: serviceEdition }).optional(),
      confirm: z.boolean().default(true),
    }),
    output: job,
    // The name of a person is theirs: the journal has those of organisations only.
    subject: ({ connection, who, organisationName, files }) => ({
      connection,
      object: `download ${files === undefined ? 'all' : String(files.length)} files of ${who}${/^\d{9}$/.test(who) ? ` ${organisationName}` : ''}`,
    }),
  }),
  /**
   * POST /api/{who}/brokerservice/outbox: each file or folder is sent as a file of its own, with the checks and journal lines of a click,
   * and asked for once, here. One whose answer was lost is never sent again: the platform has no list to find it in. A retry leaves it
   * alone.
   */
  startFileSending: write({
    approval: 'send',
    input: fileDescription.extend({
      connection: id,
      who: party,
      organisationName: shownText.min(1, 'required'),
      sources: z.array(readHandle).min(1, 'required').max(100, 'too-many'),
    }),
    output: job,
    subject: ({ connection, who, organisationName, code, edition: of, sources, recipients }) => ({
      connection,
      object: `send ${String(sources.length)} files ${code}/${String(of)} of ${who} to ${String(recipients.length)}${/^\d{9}$/.test(who) ? ` ${organisationName}` : ''}`,
    }),
  }),
  /** Reads every file of an export again and compares it with the manifest. */
  verifyExport: read({
    approval: 'none',
    input: one,
    output: z.object({
      files: z.number().int(),
      /** Paths within the folder, at most 100 of each. */
      missing: z.array(z.string()),
      changed: z.array(z.string()),
      /** In the folder, and not in the manifest. */
      others: z.array(z.string()),
    }),
    progress: byteProgress,
  }),
  /** Rows of any job but a synchronisation, whose documents are told by `reference.failures`. Problem conflict for that one. */
  rows: read({
    approval: 'none',
    input: one.extend({
      from: z.number().int().min(0, 'out-of-range'),
      count: z.number().int().min(1, 'out-of-range').max(500, 'out-of-range'),
      /** Only those a person should look at: refused, unknown and not found. */
      onlyOpen: z.boolean().optional(),
      /** Only those that changed after this `revision` of an earlier answer. */
      changedSince: z.number().int().optional(),
    }),
    output: z.object({
      rows: z.array(jobRow),
      /** How many there are from 0 on, whatever `count` takes of them. */
      total: z.number().int(),
      /** Grows with each change of a row. */
      revision: z.number().int(),
    }),
  }),
  /** Refused and unknown rows of a job with rows, but a rotation, wait again, and it goes on; what was done meanwhile is seen and not done twice. */
  retry: write({
    approval: 'none',
    input: one,
    output: job,
    subject: (input) => ({ object: `job ${input.job}` }),
  }),
  /** Stops after the present row. */
  pause: read({ approval: 'none', input: one, output: job }),
  resume: write({
    approval: 'none',
    input: one,
    output: job,
    subject: (input) => ({ object: `job ${input.job}` }),
  }),
  /** Ends it; rows not begun are skipped. */
  stop: write({
    approval: 'none',
    input: one,
    output: job,
    subject: (input) => ({ object: `job ${input.job}` }),
  }),
  /** A refused or unknown row: rotate again, or take it as done without. */
  resolveRow: write({
    approval: 'none',
    input: one.extend({ userName, how: z.enum(['rotate-again', 'old-one-works']) }),
    output: job,
    subject: (input) => ({ object: `job ${input.job}: ${input.userName}` }),
  }),
  /** CSV without secrets, safe for spreadsheet programs, UTF-8 with BOM. */
  saveReport: read({
    approval: 'none',
    input: one.extend({ target: saveTarget }),
    output: z.object({ name: z.string(), rows: z.number() }),
  }),
  /**
   * Has the system show what the job has written for a person: the file of secrets of a rotation, the folder of an export. Selected in its
   * folder, and never opened (NAV-07). Problem conflict for a job that writes none.
   */
  showWritten: read({ approval: 'none', input: one, output: z.object({}) }),
  /** Takes a job that has ended off the list. */
  forget: write({
    approval: 'none',
    input: one,
    output: z.object({}),
    subject: (input) => ({ object: `job ${input.job}` }),
  }),
};
