// The attachment rules of a service (AttachmentRules), and attachments as request bodies carry them.
import { mimeTypeOf, storedBytes, type StoredBytes } from './attachment-content.ts';
import type { Answer } from './call.ts';
import { refusalWith, refuseWith } from './errors.ts';
import type { FormFault } from './form-validation.ts';
import type { AttachmentPart } from './message-box.ts';
import type { MessageParts } from './message-desk.ts';
import { textOf, type Fields } from './representation.ts';
import type { AttachmentRule, ServiceDetail } from './service-data.ts';

/** The unit of MaxFileSize is not documented; here it is MiB, and 0 is no limit. */
const mebibyte = 1024 * 1024;

type Wanted = Pick<AttachmentPart, 'fileName' | 'type'>;

/** Why the service does not take it beside `present`, before its bytes are known; undefined when it does. */
export function typeRefusal(
  detail: ServiceDetail,
  { fileName, type = '' }: Wanted,
  present: readonly AttachmentPart[],
): Answer | undefined {
  const rule = detail.attachmentRules.find((one) => one.typeName === type);
  if (!rule) return refusalWith(400, `The AttachmentType ${type} is not allowed for the service.`);
  if (fileName.trim() === '') return refusalWith(400, 'The FileName field is required.');
  if (!allowedEnding(rule, fileName)) {
    return refusalWith(
      400,
      `The file type of ${fileName} is not allowed: ${rule.allowedFileTypes}`,
    );
  }
  const count = present.filter((one) => one.type === type).length;
  return count < rule.maxCount
    ? undefined
    : refusalWith(400, `At most ${rule.maxCount} attachments of the type ${type} are allowed.`);
}

export function sizeRefusal(detail: ServiceDetail, type: string, size: number): Answer | undefined {
  const most = detail.attachmentRules.find((one) => one.typeName === type)?.maxFileSize ?? 0;
  if (size === 0) return refusalWith(400, 'The attachment is empty.');
  return most > 0 && size > most * mebibyte
    ? refusalWith(400, `The attachment is larger than ${most} MB.`)
    : undefined;
}

export function attachmentRefusal(
  detail: ServiceDetail,
  wanted: AttachmentPart,
  present: readonly AttachmentPart[],
): Answer | undefined {
  return (
    typeRefusal(detail, wanted, present) ??
    sizeRefusal(detail, wanted.type ?? '', wanted.content.size)
  );
}

/** Loose text such as `*.xml, zip, enc` or `.xml, .doc` (platform.md, Values). */
function allowedEnding(rule: AttachmentRule, fileName: string): boolean {
  const endings = rule.allowedFileTypes.split(/[,;\s]+/).map((one) => one.replace(/^\*?\.?/, ''));
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return endings.includes('*') || endings.some((one) => one.toLowerCase() === ending);
}

export function tooFewAttachments(
  detail: ServiceDetail,
  present: readonly AttachmentPart[],
): readonly FormFault[] {
  return detail.attachmentRules
    .filter((rule) => present.filter((one) => one.type === rule.typeName).length < rule.minCount)
    .map((rule) => ({
      FieldName: rule.typeName,
      ErrorMessage: `At least ${rule.minCount} attachments of the type ${rule.typeName} are needed.`,
      FieldXPath: '',
    }));
}

/** `{FileName, AttachmentType, Data}` of a body. */
export function attachmentOf(parts: MessageParts, item: Fields): AttachmentPart {
  const data = textOf(item['Data']).replace(/\s/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(data))
    refuseWith(400, 'The Data of the attachment is no base64.');
  const content = storedBytes(Buffer.from(data, 'base64'));
  return madeAttachment(parts, textOf(item['FileName']), textOf(item['AttachmentType']), content);
}

export function madeAttachment(
  parts: MessageParts,
  fileName: string,
  type: string,
  content: StoredBytes,
): AttachmentPart {
  return {
    id: parts.box.newPartId(),
    name: fileName.replace(/\.[^.]+$/, ''),
    fileName,
    type,
    mimeType: mimeTypeOf(fileName),
    encrypted: false,
    signingLocked: false,
    signedByDefault: true,
    sizeShown: content.size,
    content,
  };
}
