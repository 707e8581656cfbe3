// The attachments of a message: added in a body or as a stream of any length, read, and removed.
import type { Answer, Call } from './call.ts';
import {
  attachmentOf,
  attachmentRefusal,
  madeAttachment,
  sizeRefusal,
  typeRefusal,
} from './attachment-rules.ts';
import type { Acts } from './door.ts';
import { refusals, refusalWith } from './errors.ts';
import type { AttachmentPart, Message } from './message-box.ts';
import {
  changed,
  changing,
  detailOf,
  located,
  notOpen,
  pathOf,
  reading,
  type MessageParts,
} from './message-desk.ts';
import { listOf, mediaTypeOf, readBody, represent } from './representation.ts';

const attachmentNotFound = refusalWith(404, 'The attachment was not found.');

export const attachmentActs = (parts: MessageParts) =>
  ({
    'attachments.stream': changing(parts, (call, message) => stream(parts, call, message)),
    'attachments.add': changing(parts, (call, message) => add(parts, call, message)),
    'attachments.list': reading(parts, (call, message) => list(parts, call, message)),
    'attachments.content': reading(parts, content),
    'attachments.remove': changing(parts, (call, message) => remove(parts, call, message)),
  }) satisfies Partial<Acts>;

function add(parts: MessageParts, call: Call, message: Message): Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const attachment = attachmentOf(parts, body.value);
  if ('status' in attachment) return attachment;
  const detail = detailOf(parts, message);
  const refused = detail && attachmentRefusal(detail, attachment, message.attachments);
  return refused ?? kept(parts, call, message, attachment);
}

/** Reads the stream to its end also when the type is refused, as a server behind a proxy does. */
async function stream(parts: MessageParts, call: Call, message: Message): Promise<Answer> {
  const query = new URLSearchParams(call.query);
  const fileName = query.get('fileName') ?? '';
  const type = query.get('attachmentType') ?? '';
  if (mediaTypeOf(call) !== 'application/octet-stream') return refusals.bodyType;
  const detail = detailOf(parts, message);
  const early = detail && typeRefusal(detail, { fileName, type }, message.attachments);
  const stored = await parts.spool.store(call.request);
  const refused =
    early ??
    (detail && sizeRefusal(detail, type, stored.size)) ??
    // While the bytes came, another call may have moved the message on or filled its places.
    (message.state === 'filling' ? undefined : notOpen) ??
    (detail && typeRefusal(detail, { fileName, type }, message.attachments));
  return refused ?? kept(parts, call, message, madeAttachment(parts, fileName, type, stored));
}

function kept(
  parts: MessageParts,
  call: Call,
  message: Message,
  attachment: AttachmentPart,
): Answer {
  message.attachments.push(attachment);
  changed(parts, call, message);
  const path = `${pathOf(message)}/attachments/${attachment.id}`;
  return located(call, 201, 'Attachment Created', path);
}

/** AttachmentType is the id of the type, AttachmentTypeLocalized its name (section 4). */
function list(parts: MessageParts, call: Call, message: Message): Answer {
  const path = `${pathOf(message)}/attachments`;
  const rules = detailOf(parts, message)?.attachmentRules ?? [];
  const items = message.attachments.map((one) => ({
    Name: one.name,
    FileName: one.fileName,
    FileSize: one.sizeShown,
    IsEncrypted: one.encrypted,
    ...(one.type === undefined
      ? {}
      : {
          AttachmentType: one.type,
          AttachmentTypeLocalized:
            rules.find(({ typeName }) => typeName === one.type)?.typeNameLanguage ?? one.type,
        }),
    _links: { self: { href: call.links.to(`${path}/${one.id}`) } },
  }));
  const self = call.links.to(path);
  return represent(call, listOf(items, { relation: 'attachments', self }), { name: 'Attachment' });
}

const named = (call: Call, message: Message): AttachmentPart | undefined =>
  message.attachments.find((one) => one.id === call.parts['attachmentId']);

function content(call: Call, message: Message): Answer {
  const attachment = named(call, message);
  if (!attachment) return attachmentNotFound;
  return {
    status: 200,
    reason: 'OK',
    headers: {
      'Content-Type': attachment.mimeType,
      'Content-Disposition': asHeader(attachment.disposition ?? dispositionOf(attachment.fileName)),
    },
    content: attachment.content,
  };
}

export function dispositionOf(fileName: string): string {
  const plain = fileName.replace(/[^\u0020-\u007e]|["\\]/g, '_');
  const exact = encodeURIComponent(fileName).replaceAll("'", '%27');
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** The bytes of UTF-8, as servers send them; line ends cannot be in a header. */
const asHeader = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  Buffer.from(text.replace(/[\u0000-\u001f\u007f]/g, ' '), 'utf8').toString('latin1');

function remove(parts: MessageParts, call: Call, message: Message): Answer {
  const attachment = named(call, message);
  if (!attachment) return attachmentNotFound;
  message.attachments = message.attachments.filter((one) => one !== attachment);
  changed(parts, call, message);
  return { status: 204, reason: 'Attachment Deleted' };
}
