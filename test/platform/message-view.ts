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
export function alone(call: Call, message: Message, isSigned: boolean): object {
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
      // The relation is also spelt signingtest (platform.md, Messages).
      ...(isSigned
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
    LastChangedDateTime: printed(message, message.changed),
    LastChangedBy: message.changedBy,
    ServiceOwner: message.owner,
    Type: message.kind,
    ...(message.kind === 'Correspondence' ? { MessageSender: message.sender } : {}),
    ServiceCode: message.serviceCode,
    ServiceEdition: message.edition,
    ...(message.replyOptions.length > 0
      ? { ReplyOptions: message.replyOptions.map(replyOption) }
      : {}),
  };
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
  // In the trash bin not every item has an address of its own (platform.md, Media types).
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
    metadata: to(`/api/metadata/${kind}/${message.serviceCode}/${message.edition}`),
    portalview: { href: `${call.address}/ui/messagebox/${message.box.id}/${message.id}` },
  };
}

/** What can be done next, as relations. */
function stepLinks(call: Call, message: Message): Record<string, unknown> {
  const to = (last: string): object => ({ href: call.links.to(`${pathOf(message)}/${last}`) });
  switch (message.state) {
    case 'filling':
      return { validate: to('validate') };
    case 'signing':
      return {};
    case 'sent':
      return { archivereference: to('archivereference') };
    case 'unread':
    case 'read':
    case 'filed':
      return {
        ...(message.archiveReference === undefined
          ? {}
          : { archivereference: to('archivereference') }),
        ...(message.state === 'filed' ? {} : { archive: to('archive') }),
        ...(message.confirmed ? {} : { confirm: to('confirm') }),
      };
  }
}
