// The attachments of a message: added in a body or as a stream of any length, read, and removed.
import { documentOf, type Answer, type Call } from './call.ts';
import {
  attachmentOf,
  attachmentRefusal,
  madeAttachment,
  sizeRefusal,
  typeRefusal,
} from './attachment-rules.ts';
import type { Acts } from './door.ts';
import { refusals, refusalWith, refuse } from './errors.ts';
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
import { mediaTypeOf, readBody, type Reply } from './representation.ts';

const attachmentNotFound = refusalWith(404, 'The attachment was not found.');

export function attachmentActs(parts: MessageParts) {
  const [of, change] = [reading(parts), changing(parts)];
  return {
    'attachments.stream': change(stream),
    'attachments.add': change(add),
    'attachments.list': of(list),
    'attachments.content': of(content),
    'attachments.remove': change(remove),
  } satisfies Partial<Acts>;
}

function add(call: Call, message: Message, parts: MessageParts): Answer | Reply {
  const attachment = attachmentOf(parts, readBody(call));
  const detail = detailOf(parts, message);
  const refused = detail && attachmentRefusal(detail, attachment, message.attachments);
  return refused ?? kept(parts, call, message, attachment);
}

async function stream(call: Call, message: Message, parts: MessageParts): Promise<Answer | Reply> {
  const fileName = call.given.get('fileName') ?? '';
  const type = call.given.get('attachmentType') ?? '';
  if (mediaTypeOf(call) !== 'application/octet-stream') refuse(refusals.bodyType);
  const detail = detailOf(parts, message);
  const early = detail && typeRefusal(detail, { fileName, type }, message.attachments);
  if (early) refuse(early);
  const stored = await parts.spool.store(call.request);
  const refused =
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
): Reply {
  message.attachments.push(attachment);
  changed(parts, call, message);
  return located(call, `${pathOf(message)}/attachments/${attachment.id}`);
}

/** AttachmentType is the id of the type, AttachmentTypeLocalized its name (section 4). */
function list(_call: Call, message: Message, parts: MessageParts): object[] {
  const rules = detailOf(parts, message)?.attachmentRules ?? [];
  return message.attachments.map((one) => ({
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
    _links: { self: `${pathOf(message)}/attachments/${encodeURIComponent(one.id)}` },
  }));
}

const named = (call: Call, { attachments }: Message): AttachmentPart =>
  attachments.find(({ id }) => id === call.parts['attachmentId']) ?? refuse(attachmentNotFound);

function content(call: Call, message: Message): Answer {
  const { mimeType, disposition, fileName, content: bytes } = named(call, message);
  return documentOf(mimeType, bytes, asHeader(disposition ?? dispositionOf(fileName)));
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

function remove(call: Call, message: Message, parts: MessageParts): void {
  const attachment = named(call, message);
  message.attachments = message.attachments.filter((one) => one !== attachment);
  changed(parts, call, message);
}
