// Contact information (platform.md, Profiles and contact information): list, add, remove.
import type { Call } from './call.ts';
import type { Acts } from './door.ts';
import { refusals, refuse } from './errors.ts';
import { listed } from './lists.ts';
import { readBody, textOf, type Fields } from './representation.ts';

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
  const atOf = (call: Call, entries: readonly ContactEntry[]): number => {
    const at = entries.findIndex((entry) => String(entry.id) === call.parts['id']);
    return at < 0 ? refuse(refusals.contactNotFound) : at;
  };
  return {
    'contactInformation.list': (call, { key }) =>
      listed(contacts.of(key), (entry, at) => fieldsOf(call, entry, at)),
    'contactInformation.get'(call, { key }) {
      const at = atOf(call, contacts.of(key));
      return contacts.of(key).map((entry) => fieldsOf(call, entry, at))[at];
    },
    'contactInformation.add': (call, { key }) => add(contacts, call, contacts.of(key)),
    'contactInformation.remove': (call, { key }) =>
      void contacts.of(key).splice(atOf(call, contacts.of(key)), 1),
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

function add(contacts: ContactInformation, call: Call, entries: ContactEntry[]): void {
  const body = readBody(call);
  const { email, mobileNumber, others } = given(body);
  const oneKey = Object.keys(body).length === 1;
  if ((email === '') === (mobileNumber === '') || others) refuse(refusals.contactEitherOr);
  if (call.shape.contactBody === 'one-key' && !oneKey) refuse(refusals.contactEitherOr);
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) refuse(refusals.emailInvalid);
  if (mobileNumber !== '' && !/^(\+|00)?\d{8,15}$/.test(mobileNumber))
    refuse(refusals.mobileInvalid);
  const known = entries.some(
    (entry) =>
      entry.email.toLowerCase() === email.toLowerCase() && entry.mobileNumber === mobileNumber,
  );
  if (known) refuse(refusals.contactKnown);
  entries.push({ id: contacts.nextId(), email, mobileNumber, notified: true });
}

const given = (body: Fields) => ({
  email: textOf(body['Email']).trim(),
  mobileNumber: textOf(body['MobileNumber']).replaceAll(' ', ''),
  others: Object.entries(body).some(([name, value]) => !telling.has(name) && !isEmpty(value)),
});
