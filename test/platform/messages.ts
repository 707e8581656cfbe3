// The message box (platform.md, Messages): lists, reading, printing, deleting. Submitting is in submission.ts.
import { documentOf, html, type Answer, type Call } from './call.ts';
import { languageOf } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import type { FormFault } from './form-validation.ts';
import { byOData, listed, type Listing } from './lists.ts';
import type { FormPart, Message } from './message-box.ts';
import {
  boxOwner,
  changed,
  detailOf,
  located,
  mayRead,
  notFalse,
  notFound,
  pathOf,
  printed,
  reading,
  statusOf,
  validation,
  type MessageParts,
} from './message-desk.ts';
import type { Value } from './message-query.ts';
import { escaped, signingText } from './message-texts.ts';
import { alone, inList } from './message-view.ts';
import type { Party } from './parties.ts';
import { pdfOf } from './pdf.ts';
import { Reply } from './representation.ts';
import { momentOf } from './timestamps.ts';

export function messageActs(parts: MessageParts) {
  const of = reading(parts);
  return {
    'messages.list': (call) => list(parts, call),
    'messages.trashBin': (call) => trashBin(parts, call),
    'messages.get': of(read),
    'messages.remove': of(remove, true),
    'messages.print': of(print),
    'messages.signingText': of(signing),
    'messages.validate': of(validate),
    'messages.customData': of(customData),
    'messages.archive': of(file),
    'messages.confirm': of(confirm),
    'messages.payment': (call) => pay(parts, call),
  } satisfies Partial<Acts>;
}

const properties: Readonly<Record<string, string>> = {
  MessageId: 'String',
  Subject: 'String',
  Status: 'String',
  LastChangedDateTime: 'DateTime',
  LastChangedBy: 'String',
  ServiceOwner: 'String',
  Type: 'String',
  MessageSender: 'String',
  ServiceCode: 'String',
  ServiceEdition: 'Int32',
  ArchiveReference: 'String',
  /** Can be filtered and sorted though no answer shows it (platform.md, Lists). */
  CreatedDate: 'DateTime',
  CreateDate: 'DateTime',
};

function propertyOf(call: Call, message: Message, property: string): Value | undefined {
  const shown: Readonly<Record<string, Value>> = {
    MessageId: message.id,
    Subject: message.subject,
    LastChangedDateTime: new Date(message.changed),
    LastChangedBy: message.changedBy,
    ServiceOwner: message.owner,
    Type: message.kind,
    MessageSender: message.sender === '' ? null : message.sender,
    ServiceCode: message.serviceCode,
    ServiceEdition: message.edition,
    ArchiveReference: message.archiveReference ?? null,
    CreatedDate: new Date(message.created),
    CreateDate: new Date(message.created),
  };
  return property === 'Status' ? statusOf(call, message) : shown[property];
}

const find = (party: Party): object => ({ find: `/api/${party.id}/messages/{MessageId}` });

function list(parts: MessageParts, call: Call): Listing {
  const party = boxOwner(parts, call);
  return shownList(call, parts.box.of(party), find(party));
}

function trashBin(parts: MessageParts, call: Call): Listing {
  const party = boxOwner(parts, call);
  const isOlder = call.shape.trashBinItems === 'older';
  return shownList(call, parts.box.bin(party), isOlder ? find(party) : {});
}

/** The database with its dates and its limit first; then filter, order and page (platform.md, Limits). */
function shownList(call: Call, stored: readonly Message[], facts: object): Listing {
  const bound = (name: string, without: number): number => {
    const text = call.given.get(name);
    return text === null
      ? without
      : (momentOf(text) ?? refuseWith(400, 'The values of dateFrom and dateTo must be dates.'));
  };
  const [from, to] = [bound('dateFrom', -Infinity), bound('dateTo', Infinity)];
  // An item exactly on a bound is left out (platform.md, Limits).
  const dated =
    from === -Infinity && to === Infinity && call.caller.level === undefined
      ? stored
      : stored.filter((m) => m.changed > from && m.changed < to && mayRead(call, m.level));
  const { dataLimit } = call.shape;
  const isCut = dated.length > dataLimit;
  const asked = byOData(call, dated.slice(0, dataLimit), properties, (message, property) =>
    propertyOf(call, message, property),
  );
  return listed(asked, (message) => inList(call, message), {
    ...facts,
    ...(isCut ? { headers: { 'X-Warning-LimitReached': String(dataLimit) } } : {}),
  });
}

function read(call: Call, message: Message, parts: MessageParts): object {
  if (message.state === 'unread' && notFalse(call, 'markAsRead')) {
    message.state = 'read';
    parts.box.markedRead.push(message.id);
  }
  // The earlier message that the service owner refers to (section 12), not the item itself.
  const earlier =
    message.kind === 'Correspondence' && message.archiveReference !== undefined
      ? parts.box
          .of(message.box)
          .find((one) => one.state === 'sent' && one.archiveReference === message.archiveReference)
      : undefined;
  return alone(call, message, earlier);
}

function remove(call: Call, message: Message, parts: MessageParts): void {
  const letterToOrganisation =
    message.kind === 'Correspondence' && message.box.organisationNumber !== undefined;
  const rule = letterToOrganisation ? call.shape.organisationLetters : 'binned';
  if (rule === 'refused')
    refuseWith(403, 'A correspondence sent to an organization cannot be deleted.');
  if (message.binned || message.withoutBin || rule === 'gone') {
    parts.box.remove(message);
  } else {
    message.binned = true;
    changed(parts, call, message);
  }
}

/** `dataFormatId` and `dataFormatVersion` narrow it to one form (section 4). */
function print(call: Call, message: Message): Answer {
  if (message.kind !== 'FormTask') return notFound;
  const { given } = call;
  const [id, version] = [given.get('dataFormatId'), given.get('dataFormatVersion')];
  const forms = message.forms.filter(
    (form) =>
      (id === null || form.formatId === id) && (version === null || form.formatVersion === version),
  );
  if (forms.length === 0 && id !== null) return refusals.formNotFound;
  const lines = [...headOf(call, message), ...forms.map((form) => form.name)];
  return Number(message.id.slice(1)) % 9 === 0 ? htmlOf(lines) : printedAs(message.id, lines);
}

/** The status stands in it, so that its language can be seen. */
const headOf = (call: Call, message: Message): string[] => [
  message.subject.trim(),
  message.box.name,
  printed(call, message, message.changed),
  statusOf(call, message),
];

const htmlOf = (lines: readonly string[]): Answer =>
  documentOf(
    html,
    `<!DOCTYPE html><html lang="nb"><body>${lines.map((l) => `<p>${escaped(l)}</p>`).join('')}</body></html>`,
  );

export const printedAs = (name: string, lines: readonly string[]): Answer =>
  documentOf('application/pdf', pdfOf(lines), `inline; filename="${name}.pdf"`);

/** 404 when the message is not at a signing step (section 4). */
function signing(call: Call, message: Message): unknown {
  if (message.state !== 'signing') refuse(notFound);
  const text = signingText(message.subject, message.box.name, languageOf(call));
  switch (call.shape.signingText) {
    case 'html':
      return htmlOf([text]);
    case 'text':
      return documentOf('text/plain; charset=utf-8', text);
    case 'resource':
      return { SigningText: text, _links: { self: `${pathOf(message)}/signingtext` } };
  }
}

/** Its form is not documented. */
const customData = (_call: Call, message: Message): object => ({
  CustomMessageData: [{ Key: 'Saksnummer', Value: `2026/${message.id.slice(1)}` }],
  _links: { self: `${pathOf(message)}/custommessagedata` },
});

/** 200 both for good and bad, while the form is being filled in (section 4). */
const validate = (_call: Call, message: Message, parts: MessageParts): object =>
  message.state === 'filling' ? validation(formFaults(parts, message)) : notFound;

/** What keeps the forms of a message from being completed. */
export const formFaults = (parts: MessageParts, message: Message): readonly FormFault[] =>
  message.forms.flatMap((part) => faultsOf(parts, message, part));

/** What the schema of a form finds wrong. */
export function faultsOf(
  parts: MessageParts,
  message: Message,
  { formatId, formatVersion, data }: FormPart,
): readonly FormFault[] {
  const known = detailOf(parts, message)?.forms.find(
    ({ format: { id, version } }) => id === formatId && String(version) === formatVersion,
  );
  return known ? parts.metadata.faultsOf(known.format, data()) : [];
}

/** A correspondence is put away under a new id, unless it waits for its confirmation. */
function file(call: Call, message: Message, parts: MessageParts): Reply {
  if (message.kind !== 'Correspondence' || message.state === 'filed') refuse(notFound);
  if (message.asksConfirmation && !message.confirmed)
    refuseWith(403, 'The message must be confirmed before it can be archived.');
  message.state = 'filed';
  parts.box.renumber(message);
  changed(parts, call, message);
  return located(call, pathOf(message));
}

function confirm(call: Call, message: Message, parts: MessageParts): void {
  if (!message.asksConfirmation) refuse(notFound);
  message.confirmed = true;
  changed(parts, call, message);
}

/** Hosts a payment may return to: those registered with the API key. */
const returnHosts = ['127.0.0.1', 'localhost'];

/** What the person does in the browser: the form is paid, and so signed and archived under a new id. */
function pay(parts: MessageParts, { parts: named, given, links }: Call): Answer | Reply {
  const message = parts.box.findAnywhere(named['messageId'] ?? '');
  const isOpen = message?.state === 'filling' || message?.state === 'signing';
  if (!message?.payment || !isOpen || message.box.id !== named['party']) return refuse(notFound);
  const back = given.get('returnurl');
  if (back !== null && !(URL.canParse(back) && returnHosts.includes(new URL(back).hostname)))
    refuseWith(400, 'The domain of returnurl is not registered.');
  message.state = 'sent';
  message.archiveReference = parts.box.newArchiveReference();
  parts.box.renumber(message);
  message.changed = parts.now().getTime();
  parts.box.touched(message);
  if (back === null) return new Reply({ location: pathOf(message) });
  const to = new URL(back);
  to.searchParams.set('resource', links.to(pathOf(message)));
  return { status: 302, reason: 'Found', headers: { Location: to.href } };
}
