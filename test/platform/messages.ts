// The message box (platform.md, Messages): lists, reading, printing, deleting. Submitting is in submission.ts.
import type { Answer, Call, Route } from './call.ts';
import { refusalWith } from './errors.ts';
import { faultsOf } from './form-validation.ts';
import { pageOf } from './lists.ts';
import type { Message } from './message-box.ts';
import {
  changed,
  detailOf,
  located,
  mayRead,
  messageOf,
  notFalse,
  notFound,
  pathOf,
  printed,
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

export function messageRoutes(parts: MessageParts): readonly Route[] {
  const route = (
    operation: string,
    method: Route['method'],
    last: string,
    act: Route['act'],
  ): Route => ({
    operation,
    method,
    path: `{who}/messages${last}`,
    needs: 'user',
    apiKey: true,
    act,
  });
  const one =
    (act: (call: Call, message: Message) => Answer, binned = false) =>
    (call: Call) => {
      const message = messageOf(parts, call, binned);
      return 'refused' in message ? message.refused : act(call, message);
    };
  return [
    route('messages.list', 'GET', '', (call) => list(parts, call)),
    route('messages.trashBin', 'GET', '/trashbin', (call) => trashBin(parts, call)),
    route(
      'messages.get',
      'GET',
      '/{messageId}',
      one((call, message) => read(parts, call, message)),
    ),
    route(
      'messages.remove',
      'DELETE',
      '/{messageId}',
      one((c, m) => remove(parts, c, m), true),
    ),
    route('messages.print', 'GET', '/{messageId}/print', one(print)),
    route(
      'messages.signingText',
      'GET',
      '/{messageId}/signingtext',
      one((c, m) => signing(parts, c, m)),
    ),
    route(
      'messages.validate',
      'GET',
      '/{messageId}/validate',
      one((c, m) => validate(parts, c, m)),
    ),
    route('messages.archiveReference', 'GET', '/{messageId}/archivereference', one(reference)),
    route(
      'messages.archive',
      'PUT',
      '/{messageId}/archive',
      one((c, m) => file(parts, c, m)),
    ),
    route(
      'messages.confirm',
      'PUT',
      '/{messageId}/confirm',
      one((c, m) => confirm(parts, c, m)),
    ),
  ];
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
    return represent(call, listOf(items, { relation: 'messages', self, find }), {
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
  return represent(call, alone(call, message, isSigned(parts, message)), messageShown);
}

function remove(parts: MessageParts, call: Call, message: Message): Answer {
  const letterToOrganisation =
    message.kind === 'Correspondence' && message.box.organisationNumber !== undefined;
  if (letterToOrganisation && call.shape.organisationLetters === 'refused') {
    return refusalWith(403, 'A correspondence sent to an organization cannot be deleted.');
  }
  if (message.binned || message.withoutBin) {
    parts.box.remove(message);
  } else {
    message.binned = true;
    changed(parts, call, message);
  }
  return { status: 204, reason: 'Message Deleted' };
}

function print(_: Call, message: Message): Answer {
  if (message.kind !== 'FormTask') return notFound;
  const head = [message.subject.trim(), message.box.name, printed(message, message.changed)];
  const lines = [...head, ...message.forms.map((form) => form.name)];
  if (Number(message.id.slice(1)) % 9 === 0) {
    return {
      status: 200,
      reason: 'OK',
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
      body: `<!DOCTYPE html><html lang="nb"><body>${lines.map((l) => `<p>${escaped(l)}</p>`).join('')}</body></html>`,
    };
  }
  return {
    status: 200,
    reason: 'OK',
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${message.id}.pdf"`,
    },
    content: pdfOf(lines),
  };
}

/** Both PUT of a form being filled in and PUT of one that waits can sign it: the text is there for both. */
const isSigned = (parts: MessageParts, message: Message): boolean =>
  message.state === 'signing' ||
  (message.state === 'filling' && (detailOf(parts, message)?.steps.length ?? 0) > 1);

function signing(parts: MessageParts, call: Call, message: Message): Answer {
  if (!isSigned(parts, message)) return notFound;
  const text = signingText(message.subject, message.box.name);
  const self = { href: call.links.to(`${pathOf(message)}/signingtext`) };
  return represent(call, { SigningText: text, _links: { self } }, { name: 'SigningText' });
}

function validate(parts: MessageParts, call: Call, message: Message): Answer {
  const faults = formFaults(parts, message);
  const self = { href: call.links.to(`${pathOf(message)}/validate`) };
  const value = { Success: faults.length === 0, ValidationErrors: faults, ValidationWarnings: [] };
  return represent(call, { ...value, _links: { self } }, { name: 'ValidationResult' });
}

/** What keeps the forms of a message from being completed. */
export function formFaults(parts: MessageParts, message: Message): ReturnType<typeof faultsOf> {
  const known = detailOf(parts, message)?.forms ?? [];
  return message.forms.flatMap((part) => {
    const format = known.find(
      ({ format: { id, version } }) =>
        id === part.formatId && String(version) === part.formatVersion,
    );
    return format ? faultsOf(format.format, part.data()) : [];
  });
}

function reference(call: Call, message: Message): Answer {
  if (message.archiveReference === undefined) return notFound;
  const value = {
    ArchiveReference: message.archiveReference,
    _links: {
      self: { href: call.links.to(`${pathOf(message)}/archivereference`) },
      message: { href: call.links.to(pathOf(message)) },
    },
  };
  return represent(call, value, { name: 'ArchiveReference' });
}

/** A correspondence is put away under a new id. */
function file(parts: MessageParts, call: Call, message: Message): Answer {
  if (message.kind !== 'Correspondence' || message.state === 'filed') return notFound;
  message.state = 'filed';
  parts.box.renumber(message);
  changed(parts, call, message);
  return located(call, 204, 'Message Archived', pathOf(message));
}

function confirm(parts: MessageParts, call: Call, message: Message): Answer {
  if (message.kind !== 'Correspondence') return notFound;
  message.confirmed = true;
  changed(parts, call, message);
  return { status: 204, reason: 'Message Confirmed' };
}
