// Reads messages (platform.md, Messages) for every service that uses them: tolerant in words, exact in ids.
import type {
  AttachmentLink,
  FormLink,
  Message,
  MessageStatus,
  MessageSummary,
  MessageType,
  ReplyOption,
} from '../../preload/contract/messages.ts';
import { isResourceId } from '../../preload/contract/rules.ts';
import type { Answered, PlatformClient } from '../platform/client.ts';
import { decoded, encoded } from '../http/addresses.ts';
import { fieldOf, type Link } from '../http/hal.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { booleanOf, integerOf, textOf } from '../http/values.ts';
import type { Problem } from '../problem.ts';
import { notFound, refusedFields, unexpectedAnswer } from '../problems.ts';

/** One message of a party. */
export interface MessageTarget {
  readonly who: string;
  readonly message: string;
}

export const messagePath = {
  all: (who: string) => encoded`api/${who}/messages`,
  trashBin: (who: string) => encoded`api/${who}/messages/trashbin`,
  one: ({ who, message }: MessageTarget) => encoded`api/${who}/messages/${message}`,
  act: (target: MessageTarget, act: 'validate' | 'confirm' | 'archive') =>
    messagePath.one(target) + encoded`/${act}`,
  signingText: (target: MessageTarget) => `${messagePath.one(target)}/signingtext`,
  forms: (target: MessageTarget) => `${messagePath.one(target)}/forms`,
  form: (target: MessageTarget, form: string) => messagePath.one(target) + encoded`/forms/${form}`,
  attachments: (target: MessageTarget) => `${messagePath.one(target)}/attachments/`,
  stream: (target: MessageTarget) => `${messagePath.one(target)}/attachments/streamedattachment`,
  attachment: (target: MessageTarget, attachment: string) =>
    messagePath.one(target) + encoded`/attachments/${attachment}`,
};

/** Every spelling, by language, in lower case (platform.md, Values). What is in neither column is unknown. */
const FORM_WORDS: Readonly<Record<string, MessageStatus['state']>> = {
  ...named('filling-in', 'utfylling', 'completion', 'filling in'),
  ...named('signing', 'signering', 'signing'),
  ...named('archived-form', 'sendt og arkivert', 'send og arkivert', 'sent and archived'),
  // The portal shows forms so (platform.md, States of a message).
  ...named('archived-form', 'arkivert', 'archived'),
  ...named('deleted', 'slettet', 'sletta', 'deleted'),
};
const LETTER_WORDS: Readonly<Record<string, MessageStatus['state']>> = {
  ...named('unread', 'ulest', 'ulesen', 'unread'),
  ...named('read', 'lest', 'lesen', 'read', 'åpnet', 'opna', 'opened'),
  ...named('archived', 'arkivert', 'archived'),
  ...named('deleted', 'slettet', 'sletta', 'deleted'),
};

function named(state: MessageStatus['state'], ...words: readonly string[]) {
  return Object.fromEntries(words.map((word) => [word, state]));
}

/** The word decides with the type: `Arkivert` is another thing for a form than for a correspondence. */
export function statusOf(word: string, { kind }: MessageType): MessageStatus {
  const known = word.normalize('NFC').trim().toLowerCase();
  const [first, second] =
    kind === 'form-task' ? [FORM_WORDS, LETTER_WORDS] : [LETTER_WORDS, FORM_WORDS];
  const find = (words: typeof first) => (Object.hasOwn(words, known) ? words[known] : undefined);
  return { state: find(first) ?? find(second) ?? 'unknown', word };
}

export function typeOf(word: string): MessageType {
  switch (word.trim().toLowerCase()) {
    case 'formtask':
      return { kind: 'form-task', word };
    case 'correspondence':
      return { kind: 'correspondence', word };
    default:
      return { kind: 'unknown', word };
  }
}

/** A line for a person: without what turns the order of signs around, and without control signs (CSP-07). */
const plain = (text: string | null): string | null =>
  text?.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ') ?? null;

/** One item of a list. */
export function readSummary(reader: ResourceReader): MessageSummary {
  const type = typeOf(reader.text('Type', 'MessageType') ?? '');
  return {
    id: reader.requiredText('MessageId', 'Id'),
    subject: plain(reader.text('Subject')) ?? '',
    status: statusOf(reader.text('Status') ?? '', type),
    type,
    created: reader.instant('CreatedDate', 'CreateDate') ?? undefined,
    lastChanged: reader.instant('LastChangedDateTime', 'LastChanged'),
    lastChangedBy: plain(withMaskedNumbers(reader.text('LastChangedBy'))),
    serviceOwner: plain(reader.text('ServiceOwner')),
    sender: plain(reader.text('MessageSender')),
    serviceCode: reader.text('ServiceCode'),
    serviceEdition: reader.integer('ServiceEdition', 'ServiceEditionCode', 'ServiceEdtionCode'),
    replyOptions: reader.readers('ReplyOptions').map(readReplyOption),
    originalId: reader.text('OriginalId') ?? undefined,
  };
}

function readReplyOption(reader: ResourceReader): ReplyOption {
  const word = reader.text('Type') ?? '';
  return {
    kind: replyKind(word),
    word,
    text: plain(reader.text('Text')) ?? '',
    url: reader.text('URL') ?? '',
    serviceCode: reader.text('ServiceCode'),
    serviceEdition: reader.integer('ServiceEditionCode', 'ServiceEdition', 'ServiceEdtionCode'),
  };
}

function replyKind(word: string): ReplyOption['kind'] {
  switch (word.trim().toLowerCase()) {
    case 'service':
      return 'service';
    case 'archivereference':
      return 'archive-reference';
    case 'url':
      return 'url';
    default:
      return 'unknown';
  }
}

/** A part of a message with the address it is read from, which never leaves main. */
export type FormPart = FormLink & { readonly href: string };
export type AttachmentPart = AttachmentLink & { readonly href: string };

/** One message, what it is for a person and where its parts are. */
export interface ReadMessage {
  readonly shown: Message;
  readonly forms: readonly FormPart[];
  readonly attachments: readonly AttachmentPart[];
  /** The first link of a relation, by any of its spellings. */
  readonly link: (...relations: readonly [string, ...string[]]) => Link | null;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Only a person who opens a message may say so (RTY-07). */
  readonly markAsRead?: boolean;
}

/** Throws Problem unexpected-answer when the answer is about another message than was asked for. */
export async function readMessage(
  client: Pick<PlatformClient, 'read'>,
  target: MessageTarget,
  { signal, markAsRead = false }: ReadOptions = {},
): Promise<ReadMessage> {
  const query = { markAsRead: String(markAsRead) };
  const call = { path: messagePath.one(target), query, links: true, signal };
  const reader = readerOf(await client.read(call), 'the message');
  const summary = readSummary(reader);
  if (summary.id.toLowerCase() !== target.message.toLowerCase()) throw reader.wrong('MessageId');
  const forms = reader.links('form', 'forms').map((link) => readForm(link, reader));
  const attachments = reader
    .links('attachment', 'attachments')
    .map((link) => readAttachment(link, reader));
  const has = (...relations: readonly [string, ...string[]]) => reader.link(...relations) !== null;
  // No document shows the relations of these acts, only their places.
  const isInInbox =
    summary.type.kind === 'correspondence' && ['unread', 'read'].includes(summary.status.state);
  return {
    shown: {
      ...summary,
      summary: reader.text('Summary', 'MessageSummary'),
      body: reader.text('Body', 'MessageBody'),
      archiveReference: reader.text('ArchiveReference'),
      originalId: reader.text('OriginalId'),
      forms: forms.map(({ id, name }) => ({ id, name })),
      attachments: attachments.map(shownAttachment),
      can: {
        print: has('print'),
        signingText: has(...SIGNING_TEXT),
        portal: has('portalview'),
        archiveReference: has('archivereference'),
        metadata: has('metadata'),
        validate: has('validate') || summary.status.state === 'filling-in',
        // What asks to be confirmed is not archived before.
        archive: has('archive') || (isInInbox && !has('confirm')),
        confirm: has('confirm') ? 'asked' : isInInbox && !has('archive') ? 'possible' : 'no',
        payment: has('payment'),
      },
      printsAs: printsAs(reader),
    },
    forms,
    attachments,
    link: (...relations) => reader.link(...relations),
  };
}

/** PDF, unless the link says that it is a page (sometimes `application/text-html`). */
function printsAs(reader: Pick<ResourceReader, 'link'>): Message['printsAs'] {
  const found = reader.link('print');
  if (found === null) return null;
  return /html/i.test(textOf(fieldOf(found.facts, 'mime-type')) ?? '') ? 'html' : 'pdf';
}

/** Its address stays in main. */
const shownAttachment = (part: AttachmentPart): AttachmentLink => ({
  id: part.id,
  name: part.name,
  fileName: part.fileName,
  encrypted: part.encrypted,
  signingLocked: part.signingLocked,
  signedByDefault: part.signedByDefault,
  bytes: part.bytes,
  type: part.type,
});

/** Also spelt with a slip (platform.md, Messages). */
export const SIGNING_TEXT = ['signingtext', 'signingtest'] as const;

function readForm(link: Link, reader: ResourceReader): FormPart {
  const name = factOf(link, textOf, 'form.name', reader, 'name', 'title') ?? '';
  return { id: idAtEnd(link.href), name, href: link.href };
}

function readAttachment(link: Link, reader: ResourceReader): AttachmentPart {
  const text = (fact: string) => factOf(link, textOf, `attachment.${fact}`, reader, fact);
  const flag = (fact: string) =>
    factOf(link, booleanOf, `attachment.${fact}`, reader, fact) ?? false;
  const name = text('name') ?? '';
  const bytes = factOf(link, integerOf, 'attachment.filesize', reader, 'filesize');
  return {
    id: idAtEnd(link.href),
    name,
    // The name may lack the ending, and may be all there is (platform.md, Forms and attachments).
    fileName: text('fileName') ?? name,
    encrypted: flag('encrypted'),
    signingLocked: flag('signinglocked'),
    signedByDefault: flag('signedbydefault'),
    bytes: bytes === null || bytes < 0 ? null : bytes,
    type: plain(text('AttachmentTypeLocalized') ?? text('AttachmentType')),
    href: link.href,
  };
}

function factOf<T>(
  { facts }: Link,
  read: (value: unknown) => T | null | undefined,
  field: string,
  reader: ResourceReader,
  ...names: readonly string[]
): T | null {
  const value = read(fieldOf(facts, ...names));
  if (value === undefined) throw reader.wrong(field);
  return value;
}

const PATHS_BELOW_LISTS = /^(?:trashbin|streamedattachment)$/i;

/** The id an address ends in, decoded; null for one that says nothing of it. */
export function idAtEnd(address: string): string | null {
  const [path = ''] = address.split(/[?#]/, 1);
  const [, list = '', last = ''] = /(?:([^/]*)\/)?([^/]+)\/*$/.exec(path) ?? [];
  if (/^(?:[A-Za-z]?\d{1,18}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(last))
    return last;
  // Below a list that is documented, whatever stands there is an id, but for the documented paths.
  const isId = /^(?:messages|forms|attachments)$/i.test(list) && !PATHS_BELOW_LISTS.test(last);
  if (!isId) return null;
  const id = decoded(last);
  return id !== undefined && isResourceId(id) ? id : null;
}

/** The id of what was made, from `Location`; null where the platform gave none (platform.md, States of a message; PAR-15). */
export const locatedId = ({ location }: Pick<Answered, 'location'>): string | null =>
  location === undefined ? null : idAtEnd(location.trim());

export const invalidField = (
  field: string,
  problem: 'not-a-choice' | 'required' | 'xml' | 'encoding' | 'resource-id' | 'server-address',
): Problem => refusedFields({ [field]: problem });

export const notThere = (what: string): Problem => notFound(`The message has no such ${what}.`);

export function misread(what: string, field: string): Problem {
  const message = `The answer about ${what} cannot be understood: ${field}.`;
  const reference = newErrorId();
  return unexpectedAnswer(message, { reference, field });
}
