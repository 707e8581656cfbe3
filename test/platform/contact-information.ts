// Contact information (platform.md, Profiles and contact information): list, add, remove.
import type { Answer, Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusals } from './errors.ts';
import { pageOf } from './lists.ts';
import { readBody, represent, textOf, type Fields } from './representation.ts';

export interface ContactEntry {
  readonly id: number;
  readonly email: string;
  readonly mobileNumber: string;
  readonly notified: boolean;
}

export interface ContactInformation {
  /** Of an organisation, by its number. */
  of(organisation: string): ContactEntry[];
  nextId(): number;
}

export function createContactInformation(): ContactInformation {
  const byOrganisation = new Map<string, ContactEntry[]>();
  let last = 418_000;
  const nextId = (): number => (last += 7);
  return {
    of(organisation) {
      const entries = byOrganisation.get(organisation) ?? [
        { id: nextId(), email: `post@${organisation}.example`, mobileNumber: '', notified: true },
        { id: nextId(), email: '', mobileNumber: '90000418', notified: true },
        { id: nextId(), email: 'vakt.båt@fjordtrafikk.example', mobileNumber: '', notified: false },
      ];
      byOrganisation.set(organisation, entries);
      return entries;
    },
    nextId,
  };
}

export function contactInformationActs(contacts: ContactInformation) {
  const atOf = (call: Call, entries: readonly ContactEntry[]): number =>
    entries.findIndex((entry) => String(entry.id) === call.parts['id']);
  return {
    'contactInformation.list'(call, { key }) {
      const page = pageOf(contacts.of(key), call.query, call.shape);
      return represent(
        call,
        page.map((entry, at) => fieldsOf(call, entry, at)),
        { name: 'ContactInformation' },
      );
    },
    'contactInformation.get'(call, { key }) {
      const entries = contacts.of(key);
      const at = atOf(call, entries);
      const entry = entries[at];
      if (!entry) return refusals.contactNotFound;
      return represent(call, fieldsOf(call, entry, at), { name: 'ContactInformation' });
    },
    'contactInformation.add': (call, { key }) => add(contacts, call, contacts.of(key)),
    'contactInformation.remove'(call, { key }) {
      const entries = contacts.of(key);
      const at = atOf(call, entries);
      if (at < 0) return refusals.contactNotFound;
      entries.splice(at, 1);
      return { status: 204, reason: 'Contact Information Deleted' };
    },
  } satisfies Partial<Acts>;
}

function fieldsOf({ shape }: Call, entry: ContactEntry, at: number): object {
  const isOdd = shape.values === 'mixed' && at % 2 === 1;
  const asNumber = isOdd && /^[1-9]\d{7}$/.test(entry.mobileNumber);
  return {
    Id: entry.id,
    Name: entry.email || entry.mobileNumber,
    Email: entry.email,
    MobileNumber: asNumber ? Number(entry.mobileNumber) : entry.mobileNumber,
    IsSelectedForNotification: entry.notified,
  };
}

/** Nothing, or the default of the field's type. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === false;
const telling = new Set(['Email', 'MobileNumber', '_links', '_embedded']);

function add(contacts: ContactInformation, call: Call, entries: ContactEntry[]): Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const { email, mobileNumber, others } = given(body.value);
  const oneKey = Object.keys(body.value).length === 1;
  if ((email === '') === (mobileNumber === '') || others) return refusals.contactEitherOr;
  if (call.shape.contactBody === 'one-key' && !oneKey) return refusals.contactEitherOr;
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return refusals.emailInvalid;
  if (mobileNumber !== '' && !/^(\+|00)?\d{8,15}$/.test(mobileNumber))
    return refusals.mobileInvalid;
  const known = entries.some(
    (entry) =>
      entry.email.toLowerCase() === email.toLowerCase() && entry.mobileNumber === mobileNumber,
  );
  if (known) return refusals.contactKnown;
  entries.push({ id: contacts.nextId(), email, mobileNumber, notified: true });
  return { status: 204, reason: 'Contact Information Created' };
}

const given = (body: Fields) => ({
  email: textOf(body['Email']).trim(),
  mobileNumber: textOf(body['MobileNumber']).replaceAll(' ', ''),
  others: Object.entries(body).some(([name, value]) => !telling.has(name) && !isEmpty(value)),
});
