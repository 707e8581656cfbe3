// Look-ups of service owners (platform.md, Service owners): organisations, their contacts, roles of persons.
import type { Call } from './call.ts';
import { defaultLanguage, languageOf, type Language } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { listed, type Listing } from './lists.ts';
import type { Metadata } from './metadata.ts';
import { roleDefinitionOf, roleFields, type RoleDefinition } from './role-definitions.ts';
import { nameOfService, rolesFor } from './role-requirements.ts';
import type {
  OfficialContact,
  PersonalContact,
  RegisteredOrganisation,
} from './service-owner-data.ts';
import { localTime } from './timestamps.ts';
import type { World } from './world.ts';

/** `unfiltered` is called for each list without e-mail and telephone number. */
interface ServiceOwnerParts extends World {
  readonly unfiltered: () => void;
}

const base = '/api/serviceowner/organizations';

export function serviceOwnerActs(parts: ServiceOwnerParts) {
  const of = (act: (call: Call, organisation: RegisteredOrganisation) => unknown) => (call: Call) =>
    act(
      call,
      parts.register.find(call.parts['number'] ?? '') ?? refuse(refusals.organisationNotFound),
    );
  return {
    'serviceOwner.organisations': (call) => search(parts, call),
    'serviceOwner.organisation': of(expanded),
    'serviceOwner.officialContacts': of((call, { official }) =>
      listed(official, (one, at) => contactFields(call, one, at)),
    ),
    'serviceOwner.personalContacts': of((call, found) => personal(parts.metadata, call, found)),
    'serviceOwner.roles': of(rolesOf),
    'serviceOwner.roleDefinition': roleDefinition,
  } satisfies Partial<Acts>;
}

/** Digits after the country code, when there is one. */
const national = (number: string): string => number.replace(/^(\+47|0047|\+46)/, '');

/**
 * E-mail and number together narrow: the organisation must have both. Found by a number as it is written in the register; a number without country code finds those with one too. An
 * organisation stands in the answer once for each contact point that fits.
 */
function search(parts: ServiceOwnerParts, call: Call): Listing | object[] {
  const email = call.given.get('email')?.trim().toLowerCase() ?? '';
  const phone = call.given.get('phoneNumber')?.trim() ?? '';
  const shown = (one: RegisteredOrganisation): object => organisationFields(call, one);
  if (email === '' && phone === '') {
    parts.unfiltered();
    return parts.register.all.map(shown);
  }
  const hasEmail = (contact: OfficialContact): boolean =>
    email !== '' && contact.email.toLowerCase() === email;
  const hasPhone = (contact: OfficialContact): boolean =>
    phone !== '' &&
    contact.mobileNumber !== '' &&
    (contact.mobileNumber === phone || national(contact.mobileNumber) === phone);
  const found = parts.register.all.flatMap((organisation) => {
    const contacts = [...organisation.official, ...organisation.personal];
    const narrowed =
      (email === '' || contacts.some(hasEmail)) && (phone === '' || contacts.some(hasPhone));
    const fitting = contacts.filter((one) => hasEmail(one) || hasPhone(one));
    return narrowed ? fitting.map(() => organisation) : [];
  });
  return listed(found, shown);
}

/** With the official contacts where `$expand` names them (section 8). */
function expanded(call: Call, organisation: RegisteredOrganisation): object {
  const wanted = (call.given.get('$expand') ?? '').toLowerCase().split(',');
  const fields = organisationFields(call, organisation);
  if (!wanted.includes('officialcontacts')) return fields;
  const officialcontacts = organisation.official.map((one, at) => contactFields(call, one, at));
  return { ...fields, _embedded: { officialcontacts } };
}

function organisationFields(call: Call, organisation: RegisteredOrganisation): object {
  const path = `${base}/${organisation.number}`;
  return {
    Name: organisation.name,
    OrganizationNumber: organisation.number,
    Type: organisation.form,
    LastChanged: time(call, organisation.changed, 2),
    LastConfirmed: time(call, organisation.confirmed, 0),
    _links: {
      self: path,
      personalcontacts: `${path}/personalcontacts`,
      ...(call.shape.officialContactsLink === 'given'
        ? { officialcontacts: `${path}/officialcontacts` }
        : {}),
    },
  };
}

const time = (call: Call, at: Date | undefined, digits: number): string | null =>
  at === undefined ? null : localTime(at, digits, call.shape.zonelessTimes);

function contactFields(call: Call, contact: OfficialContact, index: number): object {
  const name = call.shape.spellings === 'mixed' && index % 2 === 1 ? 'Email' : 'EMailAddress';
  return {
    MobileNumber: contact.mobileNumber,
    MobileNumberChanged: contact.mobileNumber === '' ? null : time(call, contact.changed, 3),
    [name]: contact.email,
    [`${name}Changed`]: contact.email === '' ? null : time(call, contact.changed, 0),
  };
}

function personal(
  metadata: Metadata,
  call: Call,
  { number, personal: all }: RegisteredOrganisation,
): Listing {
  const path = `${base}/${number}/personalcontacts`;
  return listed(all.filter(filterOf(metadata, call.given)), (contact, index) => ({
    PersonalContactId: contact.id,
    Name: contact.name,
    SocialSecurityNumber: contact.socialSecurityNumber,
    ...contactFields(call, contact, index),
    _links: { roles: `${path}/${contact.id}/roles` },
  }));
}

/** By role, and by what gives access to a service. */
function filterOf(
  metadata: Metadata,
  given: URLSearchParams,
): (contact: PersonalContact) => boolean {
  const code = given.get('roleDefinitionCode') ?? '';
  const serviceCode = given.get('serviceCode') ?? '';
  const edition = given.get('serviceEdition') ?? '';
  if ((serviceCode === '') !== (edition === ''))
    refuseWith(400, 'serviceCode and serviceEdition must be given together.');
  const service =
    serviceCode === ''
      ? undefined
      : (metadata.find(serviceCode, Number(edition)) ?? refuse(refusals.serviceNotFound));
  const giving = service && new Set(rolesFor(nameOfService(service)).map((role) => role.id));
  return ({ roles }) =>
    (code === '' || roles.some((id) => codeOf(id) === code.toUpperCase())) &&
    (!giving || roles.some((id) => giving.has(id)));
}

const codeOf = (id: number): string | undefined => roleDefinitionOf(String(id))?.code;

function rolesOf(call: Call, { personal: all }: RegisteredOrganisation): Listing {
  const { roles } =
    all.find(({ id }) => id === call.parts['person']) ?? refuse(refusals.personNotFound);
  const language = defaultLanguage(call);
  return listed(
    roles.flatMap((id) => roleDefinitionOf(String(id)) ?? []),
    (role) => ({
      ...roleFields(role, language),
      RoleDefinitionCode: role.code,
      _links: { roledefinition: `/api/serviceowner/roledefinitions/${role.id}` },
    }),
  );
}

/** Every fifth is missing here though the open metadata knows it (platform.md, Service owners). */
function roleDefinition(call: Call): object {
  const role = roleDefinitionOf(call.parts['id'] ?? '');
  if (!role || role.id % 5 === 0) return refuse(refusals.roleDefinitionNotFound);
  return ownerRoleDefinition(role, languageOf(call));
}

/** As service owners read it. */
export const ownerRoleDefinition = (role: RoleDefinition, language: Language): object => ({
  ...roleFields(role, language),
  RoleDefinitionCode: role.code,
  _links: { self: `/api/serviceowner/roledefinitions/${role.id}` },
});
