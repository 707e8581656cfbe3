// Look-ups of service owners (platform.md, Service owners): organisations, their contacts, roles of persons.
import type { Answer, Call } from './call.ts';
import { defaultLanguage, languageOf } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refusalWith } from './errors.ts';
import { listed, pageOf } from './lists.ts';
import type { Metadata } from './metadata.ts';
import { listOf, represent } from './representation.ts';
import { roleDefinitionOf, roleFields } from './role-definitions.ts';
import { nameOfService, rolesFor } from './role-requirements.ts';
import type {
  OfficialContact,
  PersonalContact,
  Register,
  RegisteredOrganisation,
} from './service-owner-data.ts';
import { localTime } from './timestamps.ts';

export interface ServiceOwnerParts {
  readonly register: Register;
  readonly metadata: Metadata;
  /** Called for each list without e-mail and telephone number. */
  readonly unfiltered: () => void;
}

const base = '/api/serviceowner/organizations';

export function serviceOwnerActs(parts: ServiceOwnerParts) {
  const of =
    (act: (call: Call, organisation: RegisteredOrganisation) => Answer) => (call: Call) => {
      const found = parts.register.find(call.parts['number'] ?? '');
      return found ? act(call, found) : refusals.organisationNotFound;
    };
  return {
    'serviceOwner.organisations': (call) => search(parts, call),
    'serviceOwner.organisation': of((call, found) =>
      represent(call, expanded(call, found), { name: 'Organization' }),
    ),
    'serviceOwner.officialContacts': of(official),
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
async function search(parts: ServiceOwnerParts, call: Call): Promise<Answer> {
  const given = new URLSearchParams(call.query);
  const email = given.get('email')?.trim().toLowerCase() ?? '';
  const phone = given.get('phoneNumber')?.trim() ?? '';
  const self = call.links.to(base);
  const answer = (found: readonly RegisteredOrganisation[]): Answer =>
    represent(
      call,
      listOf(
        found.map((organisation) => organisationFields(call, organisation)),
        { relation: 'organizations', self },
      ),
      { name: 'Organization' },
    );
  if (email === '' && phone === '') {
    parts.unfiltered();
    return answer(parts.register.all);
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
  return answer(pageOf(found, call.query, call.shape));
}

/** With the official contacts where `$expand` names them (section 8). */
function expanded(call: Call, organisation: RegisteredOrganisation): object {
  const wanted = (new URLSearchParams(call.query).get('$expand') ?? '').toLowerCase().split(',');
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
      self: { href: call.links.to(path) },
      personalcontacts: { href: call.links.to(`${path}/personalcontacts`) },
      ...(call.shape.officialContactsLink === 'given'
        ? { officialcontacts: { href: call.links.to(`${path}/officialcontacts`) } }
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

const official = (call: Call, organisation: RegisteredOrganisation): Answer =>
  listed(call, organisation.official, (one, at) => contactFields(call, one, at), {
    name: 'OfficialContact',
    relation: 'officialcontacts',
    path: `${base}/${organisation.number}/officialcontacts`,
  });

function personal(metadata: Metadata, call: Call, organisation: RegisteredOrganisation): Answer {
  const path = `${base}/${organisation.number}/personalcontacts`;
  const fits = filterOf(metadata, new URLSearchParams(call.query));
  if ('status' in fits) return fits;
  return listed(
    call,
    organisation.personal.filter(fits.test),
    (contact, index) => ({
      PersonalContactId: contact.id,
      Name: contact.name,
      SocialSecurityNumber: contact.socialSecurityNumber,
      ...contactFields(call, contact, index),
      _links: { roles: { href: call.links.to(`${path}/${contact.id}/roles`) } },
    }),
    { name: 'PersonalContact', relation: 'personalcontacts', path },
  );
}

/** By role, and by what gives access to a service. */
function filterOf(
  metadata: Metadata,
  given: URLSearchParams,
): Answer | { readonly test: (contact: PersonalContact) => boolean } {
  const code = given.get('roleDefinitionCode') ?? '';
  const serviceCode = given.get('serviceCode') ?? '';
  const edition = given.get('serviceEdition') ?? '';
  if ((serviceCode === '') !== (edition === '')) {
    return refusalWith(400, 'serviceCode and serviceEdition must be given together.');
  }
  const service = serviceCode === '' ? undefined : metadata.find(serviceCode, Number(edition));
  if (serviceCode !== '' && !service) return refusals.serviceNotFound;
  const giving = service && new Set(rolesFor(nameOfService(service)).map((role) => role.id));
  return {
    test: ({ roles }) =>
      (code === '' || roles.some((id) => codeOf(id) === code.toUpperCase())) &&
      (!giving || roles.some((id) => giving.has(id))),
  };
}

const codeOf = (id: number): string | undefined => roleDefinitionOf(String(id))?.code;

function rolesOf(call: Call, organisation: RegisteredOrganisation): Answer {
  const contact = organisation.personal.find((one) => one.id === call.parts['person']);
  if (!contact) return refusals.personNotFound;
  const path = `${base}/${organisation.number}/personalcontacts/${contact.id}/roles`;
  const language = defaultLanguage(call);
  const toRole = (id: number): string => call.links.to(`/api/serviceowner/roledefinitions/${id}`);
  return listed(
    call,
    contact.roles.flatMap((id) => roleDefinitionOf(String(id)) ?? []),
    (role) => ({
      ...roleFields(role, language),
      RoleDefinitionCode: role.code,
      _links: { roledefinition: { href: toRole(role.id) } },
    }),
    { name: 'Role', relation: 'roles', path },
  );
}

/** Every fifth is missing here though the open metadata knows it (platform.md, Service owners). */
function roleDefinition(call: Call): Answer {
  const role = roleDefinitionOf(call.parts['id'] ?? '');
  if (!role || role.id % 5 === 0) return refusals.roleDefinitionNotFound;
  const self = call.links.to(`/api/serviceowner/roledefinitions/${role.id}`);
  const value = {
    ...roleFields(role, languageOf(call)),
    RoleDefinitionCode: role.code,
    _links: { self: { href: self } },
  };
  return represent(call, value, { name: 'RoleDefinition' });
}
