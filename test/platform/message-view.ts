// The representations of a message: in lists, alone, and in the trash.
import type { Call } from './call.ts';
import type { Message, ReplyOption } from './message-box.ts';
import { pathOf, printed, statusOf } from './message-desk.ts';

/** The fields of lists. */
export function inList(call: Call, message: Message): object {
  return { ...fields(call, message), _links: listLinks(call, message) };
}

/** The single-message read: a correspondence has its text, a form task its forms, both their attachments. */
export function alone(call: Call, message: Message, earlier: Message | undefined): object {
  const letter = message.kind === 'Correspondence';
  const path = pathOf(message);
  const form = message.forms.map((part) => ({
    href: `${path}/forms/${encodeURIComponent(part.id)}`,
    name: part.name,
  }));
  const attachment = message.attachments.map((part) => ({
    href: `${path}/attachments/${encodeURIComponent(part.id)}`,
    name: part.name,
    fileName: part.fileName,
    encrypted: part.encrypted,
    signinglocked: part.signingLocked,
    signedbydefault: part.signedByDefault,
    filesize: part.sizeShown,
  }));
  return {
    ...fields(call, message),
    ...(letter ? { Summary: message.summary, Body: message.body() } : {}),
    ...(letter && message.archiveReference !== undefined
      ? { ArchiveReference: message.archiveReference }
      : {}),
    _links: {
      ...listLinks(call, message),
      ...(form.length > 0 ? { form } : {}),
      ...(attachment.length > 0 ? { attachment } : {}),
      ...stepLinks(call, message),
      ...(earlier ? { archivereference: pathOf(earlier) } : {}),
      // The relation is also spelt signingtest (platform.md, Messages).
      ...(message.state === 'signing'
        ? { [numberOf(message) % 5 === 0 ? 'signingtest' : 'signingtext']: `${path}/signingtext` }
        : {}),
    },
  };
}

function fields(call: Call, message: Message): object {
  return {
    MessageId: message.id,
    Subject: message.subject,
    Status: statusOf(call, message),
    LastChangedDateTime: printed(call, message, message.changed),
    ...createdField(call, message),
    ...(message.originalId === undefined ? {} : { OriginalId: message.originalId }),
    LastChangedBy: message.changedBy,
    ServiceOwner: message.owner,
    Type: message.kind,
    // A form names the organisation it was sent for (section 4).
    ...(message.kind === 'Correspondence' || message.box.organisationNumber !== undefined
      ? { MessageSender: message.kind === 'Correspondence' ? message.sender : message.box.name }
      : {}),
    ServiceCode: message.serviceCode,
    ServiceEdition: message.edition,
    ...(message.replyOptions.length > 0
      ? { ReplyOptions: message.replyOptions.map(replyOption) }
      : {}),
  };
}

function createdField(call: Call, message: Message): object {
  const { createdField: name } = call.shape;
  return name === 'none' ? {} : { [name]: printed(call, message, message.created) };
}

const replyOption = (option: ReplyOption): object => ({
  Type: option.type,
  URL: option.url,
  Text: option.text,
  ...(option.serviceCode === undefined
    ? {}
    : { ServiceCode: option.serviceCode, ServiceEditionCode: option.serviceEdition }),
});

const numberOf = (message: Message): number => Number(message.id.slice(1));

function listLinks(call: Call, message: Message): Record<string, unknown> {
  const path = pathOf(message);
  const kind = message.kind === 'FormTask' ? 'formtask' : 'correspondence';
  const html = numberOf(message) % 9 === 0;
  const metadata = `/api/metadata/${kind}/${message.serviceCode}/${message.edition}`;
  if (message.binned && call.shape.trashBinItems === 'metadata') return { metadata };
  // In the older form not every item in the bin has an address of its own.
  const self = message.binned && numberOf(message) % 2 === 1 ? {} : { self: path };
  return {
    ...self,
    ...(message.kind === 'FormTask' && !message.binned
      ? {
          print: {
            href: `${path}/print`,
            'mime-type': html ? 'application/text-html' : 'application/pdf',
          },
        }
      : {}),
    metadata,
    ...(message.binned ? {} : { portalview: `/ui/messagebox/${message.box.id}/${message.id}` }),
  };
}

/** What can be done next, as relations. */
function stepLinks({ shape }: Call, message: Message): Record<string, unknown> {
  const to = (step: string) =>
    shape.stepLinks === 'given' ? { [step]: `${pathOf(message)}/${step}` } : {};
  // Opened in the browser, where nothing of the API is known (section 4, payment).
  const payment = message.payment
    ? { payment: `/api/ui/payment/${message.box.id}/${message.id}` }
    : {};
  switch (message.state) {
    case 'filling':
      return { ...to('validate'), ...payment };
    case 'signing':
      return payment;
    case 'sent':
    case 'filed':
      return {};
    case 'unread':
    case 'read':
      return to(message.asksConfirmation && !message.confirmed ? 'confirm' : 'archive');
  }
}
