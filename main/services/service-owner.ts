// Look-ups of service owners (api.md): organisations by what is known of them, and from there by relations, never all at once.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import type {
  OfficialContact,
  Organisation,
  PersonalContact,
} from '../../preload/contract/service-owner.ts';
import type { Answered, Api, Conversation } from '../api.ts';
import { maskedIdentityNumber } from '../http/identity-number.ts';
import {
  type Completeness,
  itemReaders,
  linkWith,
  type ListStep,
  readWholeList,
  together,
} from '../http/paged-list.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { readRoleDefinition } from '../http/role-reader.ts';
import type { Log } from '../log.ts';
import { failureOf, Problem } from '../problem.ts';

export interface ServiceOwnerNeeds {
  readonly api: Api;
  readonly log: Pick<Log, 'info'>;
}

type Service = Handlers<'serviceOwner'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Query = Readonly<Record<string, string | undefined>>;
type Report = CallContext<ListStep>['report'];

const root = 'api/serviceowner';
const path = {
  all: `${root}/organizations`,
  one: (number: string) => `${root}/organizations/${number}/`,
  official: (number: string) => `${root}/organizations/${number}/officialcontacts/`,
  personal: (number: string) => `${root}/organizations/${number}/personalcontacts/`,
  roles: (number: string, person: string) =>
    `${root}/organizations/${number}/personalcontacts/${person}/roles`,
  role: (role: number) => `${root}/roledefinitions/${role}`,
  openRole: (role: number) => `api/metadata/roledefinitions/${role}`,
};

export function serviceOwnerService({ api, log }: ServiceOwnerNeeds): Service {
  const roleLinks = createRoleLinks();
  return {
    readNumbers: notYet,
    results: notYet,
    exportResults: notYet,
    find: async (given, { signal, report }) =>
      find(await api.conversation(given.connection), given, signal, report),
    get: async ({ connection, organisationNumber }, { signal }) =>
      readOrganisation(await one(await api.conversation(connection), organisationNumber, signal)),
    async officialContacts({ connection, organisationNumber }, { signal }) {
      const desk = await open(api, connection, organisationNumber, signal);
      const { items, completeness } = await officialContacts(desk);
      return { contacts: items.map(readOfficial), completeness };
    },
    async personalContacts({ connection, organisationNumber, ...filters }, { signal }) {
      const desk = await open(api, connection, organisationNumber, signal);
      const { items, completeness } = await personalContacts(desk, filters);
      return { contacts: items.map(readPersonal), completeness };
    },
    async rolesOf({ connection, organisationNumber, person }, { signal }) {
      const desk = await open(api, connection, organisationNumber, signal);
      const { items, completeness } = await rolesOf(desk, await personIn(desk, person), person);
      for (const reader of items) roleLinks.keep(connection, reader);
      return { roles: items.map(readRoleDefinition), completeness };
    },
    roleDefinition: (given, { signal }) => roleDefinition(api, given, roleLinks, signal),
    async revealNumber({ connection, organisationNumber, person }, { signal }) {
      const desk = await open(api, connection, organisationNumber, signal);
      const found = (await personIn(desk, person)) ?? raise(noSuchPerson());
      // That a number was shown is worth a line; whose it was is not for the log.
      log.info('identity-number-shown', { connection });
      return { identityNumber: found.text('SocialSecurityNumber') };
    },
  };
}

/** Each thing given is asked for by itself: what a server makes of two at once is not documented. */
async function find(
  conversation: Conversation,
  given: Given<'find'>,
  signal: AbortSignal,
  report: Report,
) {
  const found: Organisation[] = [];
  const parts: Completeness[] = [];
  const { organisationNumber, email, phoneNumber } = given;
  if (organisationNumber !== undefined) {
    const organisation = await one(conversation, organisationNumber, signal).catch(noneIfMissing);
    if (organisation) found.push(readOrganisation(organisation));
    parts.push({ complete: true, because: null, calls: 1 });
  }
  const phones = phoneNumber === undefined ? [] : spellingsOf(phoneNumber);
  const filters: readonly Query[] = [
    ...(email === undefined ? [] : [{ email }]),
    ...phones.map((phone) => ({ phoneNumber: phone })),
  ];
  for (const filter of filters) {
    const sofar = together(parts).calls;
    const { items, completeness } = await readWholeList({
      ask: (page) => conversation.ask({ path: path.all, query: { ...filter, ...page }, signal }),
      read: (value) =>
        itemReaders(
          value,
          'the organisations',
          ['organizations', 'organisations'],
          ['OrganizationNumber'],
        ).map(readOrganisation),
      key: ({ organisationNumber: number }) => number,
      report: ({ items: some, calls }) => {
        report({ items: found.length + some, calls: sofar + calls });
      },
    });
    found.push(...items);
    parts.push(completeness);
  }
  return { organisations: onceEach(found), completeness: together(parts) };
}

const noneIfMissing = (error: unknown): undefined => {
  if (failureOf(error)?.kind !== 'not-found') throw error;
};

const onceEach = (all: readonly Organisation[]) => [
  ...new Map(all.map((one) => [one.organisationNumber, one])).values(),
];

/** As it was given, and without and with its country code: registers hold all of these (wire.md, Service-owner look-ups). */
export function spellingsOf(phoneNumber: string): readonly string[] {
  const given = phoneNumber.replaceAll(/\s/g, '');
  const [, home] = /^(?:(?:\+|00)47)?(\d{8})$/.exec(given) ?? [];
  const [, abroad] = /^(?:\+|00)(\d+)$/.exec(given) ?? [];
  if (home !== undefined) return [...new Set([given, home, `+47${home}`, `0047${home}`])];
  return abroad === undefined ? [given] : [...new Set([given, `+${abroad}`, `00${abroad}`])];
}

/** One organisation, and where it says that more of it is. */
interface Desk {
  readonly conversation: Conversation;
  readonly number: string;
  readonly organisation: ResourceReader;
  readonly signal: AbortSignal;
}

async function open(
  api: Api,
  connection: string,
  number: string,
  signal: AbortSignal,
): Promise<Desk> {
  const conversation = await api.conversation(connection);
  return { conversation, number, signal, organisation: await one(conversation, number, signal) };
}

/** Exactly the organisation that was asked for (PAR-09). */
async function one(conversation: Conversation, number: string, signal: AbortSignal) {
  const value = await conversation.read({ path: path.one(number), links: true, signal });
  const reader = readerOf(value, 'an organisation');
  if (reader.requiredText('OrganizationNumber', 'OrganisationNumber') !== number)
    throw reader.wrong('OrganizationNumber');
  return reader;
}

/** A list behind a relation; servers without relations have it at its documented path. */
const behind =
  ({ conversation, signal }: Pick<Desk, 'conversation' | 'signal'>) =>
  (from: ResourceReader | undefined, relation: string, documented: string, filters: Query = {}) =>
  (page: Query): Promise<Answered> => {
    const href = from?.link(relation)?.href;
    const query = { ...filters, ...page };
    return href === undefined
      ? conversation.ask({ path: documented, query, links: true, signal })
      : conversation.follow(linkWith(href, query), { links: true, signal });
  };

const officialContacts = (desk: Desk) =>
  readWholeList({
    ask: behind(desk)(desk.organisation, 'officialcontacts', path.official(desk.number)),
    read: (value) =>
      itemReaders(
        value,
        'the official contacts',
        ['officialcontacts'],
        ['MobileNumber', 'EMailAddress', 'Email'],
      ),
    // They have no id: the same contact twice says nothing more.
    key: (reader) => JSON.stringify(readOfficial(reader)),
  });

type Filters = Pick<Given<'personalContacts'>, 'roleDefinitionCode' | 'service'>;

const personalContacts = (desk: Desk, { roleDefinitionCode, service }: Filters = {}) =>
  readWholeList({
    ask: behind(desk)(desk.organisation, 'personalcontacts', path.personal(desk.number), {
      roleDefinitionCode,
      serviceCode: service?.code,
      serviceEdition: service === undefined ? undefined : String(service.edition),
    }),
    read: (value) =>
      itemReaders(value, 'the personal contacts', ['personalcontacts'], ['PersonalContactId']),
    key: (reader) => reader.requiredText('PersonalContactId'),
  });

async function personIn(desk: Desk, person: string): Promise<ResourceReader | undefined> {
  const { items } = await personalContacts(desk);
  return items.find(
    (one) => one.requiredText('PersonalContactId').toLowerCase() === person.toLowerCase(),
  );
}

const rolesOf = (desk: Desk, contact: ResourceReader | undefined, person: string) =>
  readWholeList({
    ask: behind(desk)(contact, 'roles', path.roles(desk.number, person)),
    read: (value) => itemReaders(value, 'the roles', ['roles'], ['RoleDefinitionId']),
    key: (reader) => String(reader.requiredInteger('RoleDefinitionId')),
  });

/** Links to role definitions as roles of persons showed them, the newest of each. */
function createRoleLinks(most = 500) {
  const kept = new Map<string, string>();
  const keyOf = (connection: string, role: number) => `${connection} ${role}`;
  return {
    keep(connection: string, reader: ResourceReader): void {
      const href = reader.link('roledefinition')?.href;
      if (href === undefined) return;
      kept.set(keyOf(connection, reader.requiredInteger('RoleDefinitionId')), href);
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
    },
    of: (connection: string, role: number) => kept.get(keyOf(connection, role)),
  };
}

/** Links to role definitions may lead nowhere: then the open metadata is asked for the same id (wire.md). */
async function roleDefinition(
  api: Api,
  { connection, role, language }: Given<'roleDefinition'>,
  links: ReturnType<typeof createRoleLinks>,
  signal: AbortSignal,
) {
  const conversation = await api.conversation(connection);
  const href = links.of(connection, role);
  const read = (answer: Answered) => exactly(role, answer);
  try {
    const answer =
      href === undefined
        ? await conversation.ask({ path: path.role(role), signal })
        : await conversation.follow(href, { signal });
    return { ...read(answer), from: 'service-owner' as const };
  } catch (error) {
    noneIfMissing(error);
  }
  const reading = await api.open(connection);
  const spoken = language === undefined ? {} : { query: { language: String(language) } };
  const call = { path: path.openRole(role), language: language === undefined, signal, ...spoken };
  return { ...read(await reading.ask(call)), from: 'open-metadata' as const };
}

function exactly(role: number, { value }: Answered): RoleDefinition {
  const reader = readerOf(value, 'a role definition');
  const found = readRoleDefinition(reader);
  if (found.id !== role) throw reader.wrong('RoleDefinitionId');
  return found;
}

function readOrganisation(reader: ResourceReader): Organisation {
  return {
    organisationNumber: reader.requiredText('OrganizationNumber', 'OrganisationNumber'),
    name: reader.requiredText('Name'),
    form: reader.text('Type'),
    lastChanged: reader.instant('LastChanged'),
    lastConfirmed: reader.instant('LastConfirmed'),
  };
}

function readOfficial(reader: ResourceReader): OfficialContact {
  return {
    mobileNumber: reader.text('MobileNumber'),
    mobileNumberChanged: reader.instant('MobileNumberChanged'),
    email: reader.text('EMailAddress', 'Email'),
    emailChanged: reader.instant('EMailAddressChanged', 'EmailChanged'),
  };
}

function readPersonal(reader: ResourceReader): PersonalContact {
  return {
    id: reader.requiredText('PersonalContactId'),
    name: reader.requiredText('Name'),
    identityNumber: maskedIdentityNumber(reader.text('SocialSecurityNumber')),
    ...readOfficial(reader),
  };
}

const noSuchPerson = () =>
  new Problem({ kind: 'not-found', message: 'The organisation has no such personal contact.' });

function raise(problem: Problem): never {
  throw problem;
}

const notYet = async () => {
  throw new Problem({ kind: 'internal', message: 'Not there yet.', reference: '' });
};
