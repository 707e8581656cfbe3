// The message box (platform.md, Messages): lists, reading, printing, deleting. Submitting is in submission.ts.
import type { Answer, Call } from './call.ts';
import { languageOf } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refusalWith } from './errors.ts';
import type { FormFault } from './form-validation.ts';
import { pageOf } from './lists.ts';
import type { Message } from './message-box.ts';
import {
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
  type MessageParts,
} from './message-desk.ts';
import { filterOf, orderOf, QueryFault, type Value } from './message-query.ts';
import { escaped, signingText } from './message-texts.ts';
import { alone, inList, messageShown } from './message-view.ts';
import type { Party } from './parties.ts';
import { pdfOf } from './pdf.ts';
import { listOf, represent } from './representation.ts';
import { momentOf } from './timestamps.ts';

export const messageActs = (parts: MessageParts) =>
  ({
    'messages.list': (call) => list(parts, call),
    'messages.trashBin': (call) => trashBin(parts, call),
    'messages.get': reading(parts, (call, message) => read(parts, call, message)),
    'messages.remove': reading(parts, (call, message) => remove(parts, call, message), true),
    'messages.print': reading(parts, print),
    'messages.signingText': reading(parts, signing),
    'messages.validate': reading(parts, (call, message) => validate(parts, call, message)),
    'messages.customData': reading(parts, customData),
    'messages.archive': reading(parts, (call, message) => file(parts, call, message)),
    'messages.confirm': reading(parts, (call, message) => confirm(parts, call, message)),
    'messages.payment': (call) => pay(parts, call),
  }) satisfies Partial<Acts>;

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

function list(parts: MessageParts, call: Call): Answer {
  const party = parts.parties.partyOf(call);
  if ('refused' in party) return party.refused;
  return shownList(call, party, parts.box.of(party), '');
}

function trashBin(parts: MessageParts, call: Call): Answer {
  const party = parts.parties.partyOf(call);
  if ('refused' in party) return party.refused;
  return shownList(call, party, parts.box.bin(party), '/trashbin');
}

/** The database with its dates and its limit first; then filter, order and page (platform.md, Limits). */
function shownList(call: Call, party: Party, stored: readonly Message[], last: string): Answer {
  const query = new URLSearchParams(call.query);
  const bounds = { from: query.get('dateFrom'), to: query.get('dateTo') };
  const from = bounds.from === null ? -Infinity : momentOf(bounds.from);
  const to = bounds.to === null ? Infinity : momentOf(bounds.to);
  if (from === undefined || to === undefined) {
    return refusalWith(400, 'The values of dateFrom and dateTo must be dates.');
  }
  // An item exactly on a bound is left out (platform.md, Limits).
  const dated =
    from === -Infinity && to === Infinity && call.caller.level === undefined
      ? stored
      : stored.filter((m) => m.changed > from && m.changed < to && mayRead(call, m.level));
  const fetched = dated.slice(0, call.shape.dataLimit);
  try {
    const page = pageOf(asked(call, query, fetched), call.query, call.shape);
    const self = call.links.to(`/api/${party.id}/messages${last}`);
    const find = `${call.links.to(`/api/${party.id}/messages`)}/{MessageId}`;
    const items = page.map((message) => inList(call, message));
    const cut = fetched.length < dated.length;
    const facts = { relation: 'messages', self };
    const older = last === '' || call.shape.trashBinItems === 'older';
    return represent(call, listOf(items, older ? { ...facts, find } : facts), {
      ...messageShown,
      ...(cut ? { headers: { 'X-Warning-LimitReached': String(call.shape.dataLimit) } } : {}),
    });
  } catch (error) {
    if (error instanceof QueryFault) return refusalWith(400, error.message);
    throw error;
  }
}

function asked(call: Call, query: URLSearchParams, from: readonly Message[]): readonly Message[] {
  const look = (message: Message, property: string): Value | undefined =>
    propertyOf(call, message, property);
  const filter = query.get('$filter');
  const order = query.get('$orderby');
  const kept = filter === null ? from : from.filter(filterOf(filter, properties, look));
  return order === null ? kept : kept.toSorted(orderOf(order, properties, look));
}

function read(parts: MessageParts, call: Call, message: Message): Answer {
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
  return represent(call, alone(call, message, earlier), messageShown);
}

function remove(parts: MessageParts, call: Call, message: Message): Answer {
  const letterToOrganisation =
    message.kind === 'Correspondence' && message.box.organisationNumber !== undefined;
  const rule = letterToOrganisation ? call.shape.organisationLetters : 'binned';
  if (rule === 'refused') {
    return refusalWith(403, 'A correspondence sent to an organization cannot be deleted.');
  }
  if (message.binned || message.withoutBin || rule === 'gone') {
    parts.box.remove(message);
  } else {
    message.binned = true;
    changed(parts, call, message);
  }
  return { status: 204, reason: 'Message Deleted' };
}

/** `dataFormatId` and `dataFormatVersion` narrow it to one form (section 4). */
function print(call: Call, message: Message): Answer {
  if (message.kind !== 'FormTask') return notFound;
  const query = new URLSearchParams(call.query);
  const [id, version] = [query.get('dataFormatId'), query.get('dataFormatVersion')];
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

const htmlOf = (lines: readonly string[]): Answer => ({
  status: 200,
  reason: 'OK',
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html><html lang="nb"><body>${lines.map((l) => `<p>${escaped(l)}</p>`).join('')}</body></html>`,
});

export const printedAs = (name: string, lines: readonly string[]): Answer => ({
  status: 200,
  reason: 'OK',
  headers: {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${name}.pdf"`,
  },
  content: pdfOf(lines),
});

/** 404 when the message is not at a signing step (section 4). */
function signing(call: Call, message: Message): Answer {
  if (message.state !== 'signing') return notFound;
  const text = signingText(message.subject, message.box.name, languageOf(call));
  switch (call.shape.signingText) {
    case 'html':
      return htmlOf([text]);
    case 'text':
      return {
        status: 200,
        reason: 'OK',
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
        body: text,
      };
    case 'resource': {
      const self = { href: call.links.to(`${pathOf(message)}/signingtext`) };
      return represent(call, { SigningText: text, _links: { self } }, { name: 'SigningText' });
    }
  }
}

/** Its form is not documented. */
function customData(call: Call, message: Message): Answer {
  const self = { href: call.links.to(`${pathOf(message)}/custommessagedata`) };
  const value = {
    CustomMessageData: [{ Key: 'Saksnummer', Value: `2026/${message.id.slice(1)}` }],
  };
  return represent(call, { ...value, _links: { self } }, { name: 'CustomMessageData' });
}

/** 200 both for good and bad, while the form is being filled in (section 4). */
function validate(parts: MessageParts, call: Call, message: Message): Answer {
  if (message.state !== 'filling') return notFound;
  const faults = formFaults(parts, message);
  const value = { Success: faults.length === 0, ValidationErrors: faults, ValidationWarnings: [] };
  return represent(call, value, { name: 'ValidationResult' });
}

/** What keeps the forms of a message from being completed. */
export function formFaults(parts: MessageParts, message: Message): readonly FormFault[] {
  const known = detailOf(parts, message)?.forms ?? [];
  return message.forms.flatMap((part) => {
    const format = known.find(
      ({ format: { id, version } }) =>
        id === part.formatId && String(version) === part.formatVersion,
    );
    return format ? parts.metadata.faultsOf(format.format, part.data()) : [];
  });
}

/** A correspondence is put away under a new id, unless it waits for its confirmation. */
function file(parts: MessageParts, call: Call, message: Message): Answer {
  if (message.kind !== 'Correspondence' || message.state === 'filed') return notFound;
  if (message.asksConfirmation && !message.confirmed) {
    return refusalWith(403, 'The message must be confirmed before it can be archived.');
  }
  message.state = 'filed';
  parts.box.renumber(message);
  changed(parts, call, message);
  return located(call, 204, 'Message Archived', pathOf(message));
}

function confirm(parts: MessageParts, call: Call, message: Message): Answer {
  if (!message.asksConfirmation) return notFound;
  message.confirmed = true;
  changed(parts, call, message);
  return { status: 204, reason: 'Message Confirmed' };
}

/** Hosts a payment may return to: those registered with the API key. */
const returnHosts = ['127.0.0.1', 'localhost'];

/** What the person does in the browser: the form is paid, and so signed and archived under a new id. */
function pay(parts: MessageParts, call: Call): Answer {
  const message = parts.box.findAnywhere(call.parts['messageId'] ?? '');
  const isOpen = message?.state === 'filling' || message?.state === 'signing';
  if (!message?.payment || !isOpen || message.box.id !== call.parts['party']) return notFound;
  const back = new URLSearchParams(call.query).get('returnurl');
  if (back !== null && !(URL.canParse(back) && returnHosts.includes(new URL(back).hostname))) {
    return refusalWith(400, 'The domain of returnurl is not registered.');
  }
  message.state = 'sent';
  message.archiveReference = parts.box.newArchiveReference();
  parts.box.renumber(message);
  message.changed = parts.now().getTime();
  parts.box.touched(message);
  const resource = call.links.to(pathOf(message));
  if (back === null) return { status: 204, reason: 'Paid', headers: { Location: resource } };
  const to = new URL(back);
  to.searchParams.set('resource', resource);
  return { status: 302, reason: 'Found', headers: { Location: to.href } };
}
