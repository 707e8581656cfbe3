// The representations of a message: in lists, alone, and in the trash.
import type { Call } from './call.ts';
import type { Message, ReplyOption } from './message-box.ts';
import { pathOf, printed, statusOf } from './message-desk.ts';

export const messageShown = { name: 'Message' } as const;

/** The fields of lists. */
export function inList(call: Call, message: Message): object {
  return { ...fields(call, message), _links: listLinks(call, message) };
}

/** The single-message read: a correspondence has its text, a form task its forms, both their attachments. */
export function alone(call: Call, message: Message, earlier: Message | undefined): object {
  const letter = message.kind === 'Correspondence';
  const path = pathOf(message);
  const form = message.forms.map((part) => ({
    href: call.links.to(`${path}/forms/${part.id}`),
    name: part.name,
  }));
  const attachment = message.attachments.map((part) => ({
    href: call.links.to(`${path}/attachments/${part.id}`),
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
      ...(earlier ? { archivereference: { href: call.links.to(pathOf(earlier)) } } : {}),
      // The relation is also spelt signingtest (platform.md, Messages).
      ...(message.state === 'signing'
        ? {
            [numberOf(message) % 5 === 0 ? 'signingtest' : 'signingtext']: {
              href: call.links.to(`${path}/signingtext`),
            },
          }
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
  const to = (of: string, more: object = {}): object => ({ href: call.links.to(of), ...more });
  const kind = message.kind === 'FormTask' ? 'formtask' : 'correspondence';
  const html = numberOf(message) % 9 === 0;
  const metadata = to(`/api/metadata/${kind}/${message.serviceCode}/${message.edition}`);
  if (message.binned && call.shape.trashBinItems === 'metadata') return { metadata };
  // In the older form not every item in the bin has an address of its own.
  const self = message.binned && numberOf(message) % 2 === 1 ? {} : { self: to(path) };
  return {
    ...self,
    ...(message.kind === 'FormTask' && !message.binned
      ? {
          print: to(`${path}/print`, {
            'mime-type': html ? 'application/text-html' : 'application/pdf',
          }),
        }
      : {}),
    metadata,
    ...(message.binned
      ? {}
      : { portalview: { href: `${call.address}/ui/messagebox/${message.box.id}/${message.id}` } }),
  };
}

/** What can be done next, as relations. */
function stepLinks(call: Call, message: Message): Record<string, unknown> {
  const { validate, archive, confirm, ...others } = linkedSteps(call, message);
  return call.shape.stepLinks === 'given'
    ? { ...others, ...asGiven({ validate, archive, confirm }) }
    : others;
}

const asGiven = (links: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(links).filter(([, link]) => link !== undefined));

function linkedSteps(call: Call, message: Message): Record<string, unknown> {
  const to = (last: string): object => ({ href: call.links.to(`${pathOf(message)}/${last}`) });
  switch (message.state) {
    case 'filling':
      return {
        validate: to('validate'),
        ...(message.payment ? { payment: paymentLink(call, message) } : {}),
      };
    case 'signing':
      return message.payment ? { payment: paymentLink(call, message) } : {};
    case 'sent':
    case 'filed':
      return {};
    case 'unread':
    case 'read': {
      const waits = message.asksConfirmation && !message.confirmed;
      return waits ? { confirm: to('confirm') } : { archive: to('archive') };
    }
  }
}

/** Opened in the browser, where nothing of the API is known (section 4, payment). */
const paymentLink = (call: Call, message: Message): object => ({
  href: call.links.to(`/api/ui/payment/${message.box.id}/${message.id}`),
});
