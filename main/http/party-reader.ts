// Reads who a party is: a person or an organisation of the registers, with a person's number masked.
import type { NumberedParty, ToldParty } from '../../preload/contract/party-access.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import { maskedIdentityNumber } from './identity-number.ts';
import { fieldOf } from './hal.ts';
import type { ResourceReader } from './reader.ts';

/** A reportee without its id, which service owners are not given. */
export type Party = Omit<Reportee, 'id'>;

export function readParty(reader: ResourceReader): Party {
  const type = reader.text('Type') ?? '';
  return {
    name: reader.requiredText('Name'),
    kind: kindOf(type),
    type,
    organisationNumber: reader.text('OrganizationNumber'),
    parentOrganisationNumber: reader.text('ParentOrganizationNumber'),
    form: reader.text('OrganizationForm'),
    status: statusOf(reader.text('Status')),
    identityNumber: maskedIdentityNumber(reader.text('SocialSecurityNumber')),
  };
}

function kindOf(type: string): Reportee['kind'] {
  if (/^person$/i.test(type)) return 'person';
  // `Foretak` is the documented word, the others are met (platform.md, Parties).
  return /^(foretak|enterprise|business|organi[sz]ation)$/i.test(type) ? 'organisation' : 'unknown';
}

function statusOf(word: string | null): Reportee['status'] {
  if (word === null) return null;
  if (/^(active|aktiv)$/i.test(word)) return { known: 'active', word };
  return { known: /^(deleted|slettet|sletta)$/i.test(word) ? 'deleted' : 'unknown', word };
}

/** In a field of an answer: an object that says who it is, or the number alone. Null where nobody is named. */
export function toldPartyIn(reader: ResourceReader, field: string): ToldParty | null {
  if (typeof fieldOf(reader.resource.state, field) === 'object') {
    const told = reader.object(field);
    return told === null ? null : readParty(told);
  }
  const number = reader.text(field);
  if (number === null) return null;
  const numbers = numberedParty(number);
  return {
    ...numbers,
    name: null,
    kind: numbers.organisationNumber === null ? 'person' : 'organisation',
    type: '',
    parentOrganisationNumber: null,
    form: null,
    status: null,
  };
}

/** The same where somebody must be named. Problem unexpected-answer. */
export function requiredPartyIn(reader: ResourceReader, field: string): ToldParty {
  const party = toldPartyIn(reader, field);
  if (party === null) throw reader.wrong(field);
  return party;
}

/** Of a number alone; a person's is masked. */
export function numberedParty(number: string): NumberedParty {
  const digits = number.replaceAll(/\s/g, '');
  return /^\d{9}$/.test(digits)
    ? { organisationNumber: digits, identityNumber: null }
    : { organisationNumber: null, identityNumber: maskedIdentityNumber(number) };
}
