// Reads who a party is: a person or an organisation of the registers, with a person's number masked.
import type { NumberedParty } from '../../preload/contract/party-access.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import { maskedIdentityNumber } from './identity-number.ts';
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

/** Of a number alone; a person's is masked. */
export function numberedParty(number: string): NumberedParty {
  const digits = number.replaceAll(/\s/g, '');
  return /^\d{9}$/.test(digits)
    ? { organisationNumber: digits, identityNumber: null }
    : { organisationNumber: null, identityNumber: maskedIdentityNumber(number) };
}
