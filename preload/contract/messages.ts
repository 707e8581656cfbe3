// The message box of a party (platform.md, Messages): lists and whether they are complete, one message, its changes.
import { savedFile } from './files.ts';
import { read, write } from './operation.ts';
import { isResourceId } from './rules.ts';
import {
  exactLine,
  id,
  instant,
  line,
  listProgress,
  party,
  readHandle,
  REFERENCE,
  resourceId,
  saveTarget,
  shownText,
  listOf,
  z,
} from './schema.ts';

/** A time a person gives: ISO 8601 with Z or an offset. */
const moment = z.iso.datetime({ offset: true, error: 'time' });

/** States by the known words in each language (platform.md, States of a message); `word` is the platform's own, unknown ones included. */
export const messageStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('filling-in'), word: z.string() }),
  z.object({ state: z.literal('signing'), word: z.string() }),
  z.object({ state: z.literal('archived-form'), word: z.string() }),
  z.object({ state: z.literal('unread'), word: z.string() }),
  z.object({ state: z.literal('read'), word: z.string() }),
  z.object({ state: z.literal('archived'), word: z.string() }),
  z.object({ state: z.literal('deleted'), word: z.string() }),
  z.object({ state: z.literal('unknown'), word: z.string() }),
]);
export type MessageStatus = z.infer<typeof messageStatus>;

/** `FormTask` and `Correspondence` of the platform; `unknown` keeps the platform's word. */
export const messageType = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form-task'), word: z.string() }),
  z.object({ kind: z.literal('correspondence'), word: z.string() }),
  z.object({ kind: z.literal('unknown'), word: z.string() }),
]);
export type MessageType = z.infer<typeof messageType>;

export const replyOption = z.object({
  kind: z.enum(['service', 'archive-reference', 'url', 'unknown']),
  /** The platform's word for the kind. */
  word: z.string(),
  text: z.string(),
  /** Shown before it is opened; never fetched by Steward. */
  url: z.string(),
  serviceCode: z.string().nullable(),
  serviceEdition: z.number().int().nullable(),
});
export type ReplyOption = z.infer<typeof replyOption>;

/** A line of a spreadsheet, from 1, and what it is called there; numbers of persons are masked. */
export const rowOfTable = z.object({ line: z.number().int(), title: z.string() });
export type RowOfTable = z.infer<typeof rowOfTable>;

export const messageSummary = z.object({
  /** As the platform says it; only ids of the form of `resourceId` can be asked for. */
  id: z.string(),
  subject: z.string(),
  status: messageStatus,
  type: messageType,
  /** Not in every message. */
  created: instant.optional(),
  lastChanged: instant.nullable(),
  lastChangedBy: z.string().nullable(),
  serviceOwner: z.string().nullable(),
  /** Of a correspondence. */
  sender: z.string().nullable(),
  serviceCode: z.string().nullable(),
  serviceEdition: z.number().int().nullable(),
  replyOptions: z.array(replyOption),
  /** Of an archived message: the id it had before, by which old and new can be matched. */
  originalId: z.string().nullable().optional(),
  /** Absent unless Steward has made it of a spreadsheet on this computer. */
  row: rowOfTable.optional(),
});
export type MessageSummary = z.infer<typeof messageSummary>;

/** `id` is null where the address of the part does not end in one: it can be read, but not named for signing. */
export const formLink = z.object({ id: z.string().nullable(), name: z.string() });
export const attachmentLink = z.object({
  id: z.string().nullable(),
  name: z.string(),
  /** The name with its ending, as the platform has it: never to be used as a path. */
  fileName: z.string(),
  encrypted: z.boolean(),
  /** Must be among what is signed. */
  signingLocked: z.boolean(),
  signedByDefault: z.boolean(),
  /** Null where the platform does not know. */
  bytes: z.number().nullable(),
  /** Its type in the language of the connection, or else as the service has it; null where the link does not say. */
  type: z.string().nullable(),
});
export type FormLink = z.infer<typeof formLink>;
export type AttachmentLink = z.infer<typeof attachmentLink>;

export const message = messageSummary.extend({
  /** Of a correspondence; `body` is HTML and is shown as text or in a frame that runs and loads nothing. */
  summary: z.string().nullable(),
  body: z.string().nullable(),
  /** Reference to an earlier message, where the service owner has set one. */
  archiveReference: z.string().nullable(),
  originalId: z.string().nullable(),
  forms: z.array(formLink),
  attachments: z.array(attachmentLink),
  /** What the platform offers now, by a relation, or by its documented place where messages have no relation for it. */
  can: z.object({
    print: z.boolean(),
    signingText: z.boolean(),
    portal: z.boolean(),
    archiveReference: z.boolean(),
    metadata: z.boolean(),
    validate: z.boolean(),
    archive: z.boolean(),
    /** `asked`: the message asks for it. `possible`: nothing says whether it does. */
    confirm: z.enum(['asked', 'possible', 'no']),
    payment: z.boolean(),
  }),
  /** What the printable version is said to be; null where there is none. */
  printsAs: z.enum(['pdf', 'html']).nullable(),
});
export type Message = z.infer<typeof message>;

const validationEntry = z.object({
  field: z.string().nullable(),
  /** In the platform's words. */
  message: z.string(),
  /** XPath of the field. */
  path: z.string().nullable(),
});
/** What the platform itself says about a form that is being filled in. */
export const messageValidation = z.object({
  success: z.boolean(),
  errors: z.array(validationEntry),
  warnings: z.array(validationEntry),
});
export type MessageValidation = z.infer<typeof messageValidation>;

/** What is deleted in the trash is gone for good; there nothing can be read. */
export const messagePlace = z.enum(['box', 'trash']);
export type MessagePlace = z.infer<typeof messagePlace>;

export const messageList = listOf('messages', messageSummary);
/** `arrived`: those that have come since the last step, where they are told as they come. */
export const messageListProgress = listProgress.extend({
  arrived: z.array(messageSummary).optional(),
});

const target = z.strictObject({ connection: id, who: party, message: resourceId });

/** What becomes of what is sent in (platform.md, States of a message): nothing is signed unless it is said. */
export const then = z.enum(['fill-in', 'await-signature', 'sign-and-archive'], {
  error: 'not-a-choice',
});

/** The same of a form that was not shown before it is sent. */
export const sentForm = then.exclude(['sign-and-archive']);
export type SentForm = z.infer<typeof sentForm>;

/**
 * What a person was shown before signing (platform.md, States of a message): the digest that `signingText` gave,
 * or that there is none, which is checked. Without it nothing is signed.
 */
export const shownBeforeSigning = z.union([
  z.strictObject({ digest: z.string().regex(/^[0-9a-f]{64}$/, 'wrong-type') }),
  z.strictObject({ none: z.literal(true) }),
]);

const serviceCode = z
  .string({ error: 'wrong-type' })
  .regex(/^[A-Za-z0-9_.-]{1,40}$/, 'app-or-service')
  .meta(REFERENCE);
const edition = z.number().int().min(0).max(2_147_483_647);

/** Of a form within a draft: the platform's id of a form the message has, or `new-<n>` for a sub-form it does not have yet. */
export const draftKey = z
  .string({ error: 'wrong-type' })
  .refine(isResourceId, 'wrong-type')
  .meta(REFERENCE);

/**
 * Form XML as text, in a file where it is longer than 64 KiB, or as it stands in the draft of this message on this computer
 * (`formDrafts`), by its key there.
 */
export const formContent = {
  xml: z
    .string({ error: 'wrong-type' })
    .min(1, 'required')
    .max(64 * 1024, 'too-long')
    .optional(),
  file: readHandle.optional(),
  draft: draftKey.optional(),
};
export const dataFormat = {
  dataFormatId: line(60).meta(REFERENCE),
  dataFormatVersion: z
    .string({ error: 'wrong-type' })
    .regex(/^[A-Za-z0-9_.-]{1,40}$/, 'wrong-type')
    .meta(REFERENCE),
};
interface Content {
  readonly xml?: unknown;
  readonly file?: unknown;
  readonly draft?: unknown;
}
const contents = ({ xml, file, draft }: Content) =>
  [xml, file, draft].filter((one) => one !== undefined).length;
export const hasOneContent = (given: Content) => contents(given) === 1;
export const hasAtMostOneContent = (given: Content) => contents(given) <= 1;

/** A message that does not exist yet has no draft. */
const newForm = z
  .strictObject({
    ...dataFormat,
    xml: formContent.xml,
    file: formContent.file,
    /** The one that is kept for this form on this computer (`manyForms.keep`). */
    template: z.literal('kept').optional(),
    /** A message of the same party and service, whose form of this format it is. */
    earlier: resourceId.optional(),
  })
  .refine(
    ({ xml, file, template, earlier }) =>
      [xml, file, template, earlier].filter((one) => one !== undefined).length === 1,
    'exactly-one',
  );

/** An AttachmentTypeName of the service's rules; the platform decides. */
export const attachmentType = exactLine(200);
const newAttachment = z.strictObject({ file: readHandle, type: attachmentType });

/** A form or attachment of a replacement: new, in place of one the message has, or that one unchanged. */
const formOfReplacement = z.union([
  z.strictObject({ kept: resourceId }),
  z
    .strictObject({
      ...dataFormat,
      ...formContent,
      type: z.enum(['main-form', 'sub-form']).default('main-form'),
      replaces: resourceId.optional(),
    })
    .refine(hasOneContent, 'exactly-one'),
]);
const attachmentOfReplacement = z.union([
  z.strictObject({ kept: resourceId, type: attachmentType }),
  newAttachment.extend({ replaces: resourceId.optional() }),
]);

const MOST_PARTS = 100;
const parts = z.array(resourceId).max(MOST_PARTS, 'too-many').default([]);

/** What a message came to: its id may be another one after archiving, and null where the platform gave no address. */
const outcome = z.object({ id: z.string().nullable() });

const subject = (input: z.output<typeof target>) => ({
  connection: input.connection,
  object: `message ${input.message}`,
});

export const messages = {
  /** GET /api/{who}/messages. One page as asked, or with `all` everything between `from` and `to`, last changed first. */
  list: read({
    approval: 'none',
    input: z
      .strictObject({
        connection: id,
        who: party,
        skip: z.number().int().min(0).max(1_000_000).optional(),
        top: z.number().int().min(1).max(10_000).optional(),
        /** `$filter` as the platform's OData takes it; its parser's words come back. */
        filter: line(2000).optional(),
        orderBy: line(200).optional(),
        from: moment.optional(),
        to: moment.optional(),
        all: z.boolean().optional(),
        /** Each message is told while the others are read, in no order, and the answer has none of them. */
        asTheyCome: z.boolean().optional(),
      })
      .refine(({ all, skip, top, orderBy }) => all !== true || !(skip || top || orderBy), {
        message: 'exactly-one',
        path: ['all'],
      })
      .refine(({ all, asTheyCome }) => asTheyCome !== true || all === true, {
        message: 'required',
        path: ['all'],
      }),
    output: messageList,
    progress: messageListProgress,
  }),
  /** GET /api/{who}/messages/{messageid}. Marks a correspondence as read only when it is told to. */
  get: read({
    approval: 'none',
    input: target.extend({ markAsRead: z.boolean().default(false) }),
    output: message,
  }),
  /** POST /api/{who}/messages. Without forms, the platform fills in what the service owner has set (prefilled). */
  create: write({
    approval: 'none',
    input: z
      .strictObject({
        connection: id,
        who: party,
        serviceCode,
        serviceEdition: edition,
        forms: z.array(newForm).max(MOST_PARTS, 'too-many').default([]),
        attachments: z.array(newAttachment).max(MOST_PARTS, 'too-many').default([]),
        then,
        /** Signing at once shows no signing text: it must be said. */
        confirmed: z.literal(true).optional(),
      })
      .refine(({ then, confirmed }) => then !== 'sign-and-archive' || confirmed === true, {
        message: 'required',
        path: ['confirmed'],
      })
      .refine(({ then, forms }) => then === 'fill-in' || forms.length > 0, {
        message: 'required',
        path: ['forms'],
      }),
    output: outcome,
    subject: (input) => ({
      connection: input.connection,
      object: `new message, service ${input.serviceCode}/${input.serviceEdition}`,
    }),
  }),
  /** PUT /api/{who}/messages/{messageid}. Replaces all forms and attachments; what the message has and is not named here is refused, never lost. */
  replace: write({
    approval: 'none',
    input: target
      .extend({
        forms: z.array(formOfReplacement).min(1, 'required').max(MOST_PARTS, 'too-many'),
        attachments: z.array(attachmentOfReplacement).max(MOST_PARTS, 'too-many').default([]),
        drop: z
          .strictObject({
            forms: parts,
            attachments: parts,
            /** Parts without an id can only go all together. */
            unnamed: z.boolean().default(false),
          })
          .optional(),
        /** `lastChanged` of what the person was shown. */
        expected: moment.nullable(),
        then,
        signingText: shownBeforeSigning.optional(),
      })
      .refine(({ then, signingText }) => then !== 'sign-and-archive' || signingText, {
        message: 'required',
        path: ['signingText'],
      }),
    output: outcome,
    subject,
  }),
  /** PUT /api/{who}/messages/{messageid}. */
  sign: write({
    approval: 'none',
    input: target.extend({
      what: z.union([
        z.literal('all'),
        z.strictObject({
          forms: z.array(resourceId).max(MOST_PARTS, 'too-many'),
          attachments: z.array(resourceId).max(MOST_PARTS, 'too-many'),
        }),
      ]),
      /** `lastChanged` of what the person was shown; another one now is a conflict of this field. */
      expected: moment.nullable().optional(),
      signingText: shownBeforeSigning,
    }),
    output: outcome,
    subject,
  }),
  /**
   * DELETE /api/{who}/messages/{messageid}.
   * Into the trash, or out of it. A correspondence to an organisation may be gone for good at once: it is deleted only when that is
   * said, and a person has allowed it. `from`: it is deleted there or nowhere; in the trash nobody looks what it is.
   */
  remove: write({
    approval: 'erase',
    input: target.extend({
      forGood: z.literal(true).optional(),
      from: messagePlace.optional(),
    }),
    output: z.object({}),
    subject,
  }),
  /** GET /api/{who}/messages/{messageid}/validate. Only while it is being filled in. */
  validate: read({ approval: 'none', input: target, output: messageValidation }),
  /** PUT /api/{who}/messages/{messageid}/confirm. Of a correspondence that asks for it. */
  confirm: write({ approval: 'none', input: target, output: z.object({}), subject }),
  /** PUT /api/{who}/messages/{messageid}/archive. Of a correspondence that need not be confirmed: it gets another id. */
  archive: write({ approval: 'none', input: target, output: outcome, subject }),
  /** GET /api/{who}/messages/trashbin. */
  trashBin: read({
    approval: 'none',
    input: z.strictObject({ connection: id, who: party }),
    output: messageList,
    progress: listProgress,
  }),
  /** GET /api/{who}/messages/{messageid}/signingtext. The text that must be shown before signing; `digest` says to `sign` which one was. */
  signingText: read({
    approval: 'none',
    input: target,
    output: z.object({ text: z.string(), digest: z.string() }),
  }),
  /** GET /api/{who}/messages/{messageid}/print. A printable version of a form task, usually PDF; of one form alone, by its data format. */
  print: read({
    approval: 'none',
    input: target.extend({ target: saveTarget, form: z.strictObject(dataFormat).optional() }),
    output: savedFile.extend({ type: z.string() }),
  }),
  /** The earlier message that this one refers to; `message` is its id, null where the platform tells its reference alone. */
  archiveReference: read({
    approval: 'none',
    input: target,
    output: z.object({ reference: z.string(), message: z.string().nullable() }),
  }),
  /** The page where the message is paid for, in the system browser after its host was shown. */
  openPayment: read({ approval: 'none', input: target, output: z.object({ host: z.string() }) }),
  /** Its presentation in the portal, in the system browser after its host was shown. */
  openPortal: read({ approval: 'none', input: target, output: z.object({ host: z.string() }) }),
  /** A link that stands in a message: only https, in the system browser after its host was shown. */
  openLink: read({
    approval: 'none',
    input: z.strictObject({ address: line(2000) }),
    output: z.object({ host: z.string() }),
  }),
  /** Puts a cleaned body where a frame that runs and loads nothing can show it; it is forgotten after some others, and at a lock. */
  showBody: read({
    approval: 'none',
    input: z.strictObject({
      /** HTML in pieces of at most 64 KiB. */
      html: z
        .array(z.string({ error: 'wrong-type' }).max(64 * 1024, 'too-long'))
        .max(16, 'too-many'),
      scheme: z.enum(['light', 'dark']),
      title: shownText,
    }),
    output: z.object({ address: z.string() }),
  }),
};
