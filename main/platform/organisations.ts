// One organisation as a service owner sees it: loaded by its number, its contacts and roles by its links.
import type {
  OfficialContact,
  Organisation,
  PersonalContact,
  contactFilters,
} from '../../preload/contract/service-owner.ts';
import type { z } from '../../preload/contract/schema.ts';
import type { Answered, PlatformClient } from './client.ts';
import { encoded } from '../http/addresses.ts';
import { maskedIdentityNumber } from '../http/identity-number.ts';
import { itemReaders, readWholeList } from '../http/complete-list.ts';
import { linkWith } from '../http/hal.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';

export type ContactFilters = z.infer<typeof contactFilters>;
type Query = Readonly<Record<string, string | undefined>>;

const path = {
  one: (number: string) => encoded`api/serviceowner/organizations/${number}/`,
  official: (number: string) => encoded`api/serviceowner/organizations/${number}/officialcontacts/`,
  personal: (number: string) => encoded`api/serviceowner/organizations/${number}/personalcontacts/`,
  roles: (number: string, person: string) =>
    encoded`api/serviceowner/organizations/${number}/personalcontacts/${person}/roles`,
};

/** One organisation, and where it says that more of it is. */
export interface Context {
  readonly client: PlatformClient;
  readonly number: string;
  readonly organisation: ResourceReader;
  readonly signal: AbortSignal;
}

export const openOrganisation = async (
  client: PlatformClient,
  number: string,
  signal: AbortSignal,
): Promise<Context> => ({
  client,
  number,
  signal,
  organisation: await askOrganisation(client, number, signal),
});

/** Exactly the organisation that was asked for (PAR-09). */
export async function askOrganisation(client: PlatformClient, number: string, signal: AbortSignal) {
  const value = await client.read({ path: path.one(number), links: true, signal });
  const reader = readerOf(value, 'an organisation');
  if (reader.requiredText('OrganizationNumber', 'OrganisationNumber') !== number)
    throw reader.wrong('OrganizationNumber');
  return reader;
}

/** A list behind a relation; servers without relations have it at its documented path. */
const behind =
  ({ client, signal }: Pick<Context, 'client' | 'signal'>) =>
  (from: ResourceReader | undefined, relation: string, documented: string, filters: Query = {}) =>
  (page: Query): Promise<Answered> => {
    const href = from?.link(relation)?.href;
    const query = { ...filters, ...page };
    return href === undefined
      ? client.load({ path: documented, query, links: true, signal })
      : client.follow(linkWith(href, query), { links: true, signal });
  };

export const officialContacts = (context: Context) =>
  readWholeList({
    load: behind(context)(context.organisation, 'officialcontacts', path.official(context.number)),
    read: (value) =>
      itemReaders(
        value,
        'the official contacts',
        ['officialcontacts'],
        ['MobileNumber', 'EMailAddress', 'Email'],
      ).map(readOfficial),
    // They have no id: the same contact twice says nothing more.
    key: (contact) => JSON.stringify(contact),
  });

export const personalContacts = (
  context: Context,
  { roleDefinitionCode, service }: ContactFilters = {},
) =>
  readWholeList({
    load: behind(context)(context.organisation, 'personalcontacts', path.personal(context.number), {
      roleDefinitionCode,
      serviceCode: service?.code,
      serviceEdition: service === undefined ? undefined : String(service.edition),
    }),
    read: (value) =>
      itemReaders(value, 'the personal contacts', ['personalcontacts'], ['PersonalContactId']),
    key: (reader) => reader.requiredText('PersonalContactId'),
  });

/** Undefined where a whole list is without the person. */
export async function personIn(
  context: Context,
  person: string,
): Promise<ResourceReader | undefined> {
  const persons = await personalContacts(context);
  return persons.find(
    (one) => one.requiredText('PersonalContactId').toLowerCase() === person.toLowerCase(),
  );
}

export const rolesOf = (context: Context, contact: ResourceReader | undefined, person: string) =>
  readWholeList({
    load: behind(context)(contact, 'roles', path.roles(context.number, person)),
    read: (value) => itemReaders(value, 'the roles', ['roles'], ['RoleDefinitionId']),
    key: (reader) => String(reader.requiredInteger('RoleDefinitionId')),
  });

export function readOrganisation(reader: ResourceReader): Organisation {
  return {
    organisationNumber: reader.requiredText('OrganizationNumber', 'OrganisationNumber'),
    name: reader.requiredText('Name'),
    form: reader.text('Type'),
    lastChanged: reader.instant('LastChanged'),
    lastConfirmed: reader.instant('LastConfirmed'),
  };
}

export function readOfficial(reader: ResourceReader): OfficialContact {
  return {
    mobileNumber: reader.text('MobileNumber'),
    mobileNumberChanged: reader.instant('MobileNumberChanged'),
    email: reader.text('EMailAddress', 'Email'),
    emailChanged: reader.instant('EMailAddressChanged', 'EmailChanged'),
  };
}

export function readPersonal(reader: ResourceReader): PersonalContact {
  return {
    id: reader.requiredText('PersonalContactId'),
    name: reader.requiredText('Name'),
    identityNumber: maskedIdentityNumber(identityNumber(reader)),
    ...readOfficial(reader),
  };
}

/** The whole national identity number: for who asked for it on purpose. */
export const identityNumber = (contact: ResourceReader): string | null =>
  contact.text('SocialSecurityNumber');
