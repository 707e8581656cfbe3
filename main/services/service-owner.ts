// Look-ups of service owners: organisations by what is known of them, and from there by relations, never all at once.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import type { Organisation } from '../../preload/contract/service-owner.ts';
import type { Api } from '../platform/api.ts';
import type { Answered, PlatformClient } from '../platform/client.ts';
import { numberList } from '../file-formats/number-list.ts';
import { readRows } from '../file-formats/text-files.ts';
import {
  type Completeness,
  itemReaders,
  type ListStep,
  readWholeList,
  together,
} from '../http/complete-list.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { readRoleDefinition } from '../http/role-reader.ts';
import type { Log } from '../diagnostics/log.ts';
import { exportResults, type LookUps } from '../jobs/look-up-export.ts';
import {
  askOrganisation,
  identityNumber,
  officialContacts,
  openOrganisation,
  personalContacts,
  personIn,
  readOfficial,
  readOrganisation,
  readPersonal,
  rolesOf,
} from '../platform/organisations.ts';
import { failureOf, type Problem } from '../problem.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Tables } from '../storage/tables.ts';
import { notFound } from '../problems.ts';

export interface ServiceOwnerNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly tables: Tables;
  readonly lookUps: LookUps;
  readonly log: Pick<Log, 'info'>;
}

type Service = Handlers<'serviceOwner'>;
type Given<O extends keyof Service> = Parameters<Service[O]>[0];
type Query = Readonly<Record<string, string | undefined>>;
type Report = CallContext<ListStep>['report'];

const path = {
  all: 'api/serviceowner/organizations',
  role: (role: number) => `api/serviceowner/roledefinitions/${role}`,
  openRole: (role: number) => `api/metadata/roledefinitions/${role}`,
};

export function serviceOwnerService(needs: ServiceOwnerNeeds): Service {
  const { api, handles, lookUps, log } = needs;
  const open = async (connection: string, number: string, signal: AbortSignal) =>
    openOrganisation(await api.client(connection), number, signal);
  const roleLinks = createRoleLinks();
  return {
    readNumbers: async ({ file }) => numberList(await readRows(handles, file)),
    results: ({ job, from, count }) => lookUps.results(job, from, count),
    exportResults: (given, call) => exportResults(needs, given, call),
    find: async (given, { signal, report }) =>
      find(await api.client(given.connection), given, signal, report),
    get: async ({ connection, organisationNumber }, { signal }) =>
      readOrganisation(
        await askOrganisation(await api.client(connection), organisationNumber, signal),
      ),
    async officialContacts({ connection, organisationNumber }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      const { items, completeness } = await officialContacts(context);
      return { contacts: items.map(readOfficial), completeness };
    },
    async personalContacts({ connection, organisationNumber, ...filters }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      const { items, completeness } = await personalContacts(context, filters);
      return { contacts: items.map(readPersonal), completeness };
    },
    async rolesOf({ connection, organisationNumber, person }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      const { items, completeness } = await rolesOf(
        context,
        await personIn(context, person),
        person,
      );
      for (const reader of items) roleLinks.keep(connection, reader);
      return { roles: items.map(readRoleDefinition), completeness };
    },
    roleDefinition: (given, { signal }) => roleDefinition(api, given, roleLinks, signal),
    async revealNumber({ connection, organisationNumber, person }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      const found = (await personIn(context, person)) ?? raise(noSuchPerson());
      // That a number was shown is worth a line; whose it was is not for the log.
      log.info('identity-number-shown', { connection });
      return { identityNumber: identityNumber(found) };
    },
  };
}

/** Each thing given is asked for by itself: what a server makes of two at once is not documented. */
async function find(
  client: PlatformClient,
  given: Given<'find'>,
  signal: AbortSignal,
  report: Report,
) {
  const found: Organisation[] = [];
  const parts: Completeness[] = [];
  const { organisationNumber: number, email, phoneNumber } = given;
  if (number !== undefined) {
    const organisation = await askOrganisation(client, number, signal).catch(noneIfMissing);
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
      load: (page) => client.load({ path: path.all, query: { ...filter, ...page }, signal }),
      read: (value) =>
        itemReaders(
          value,
          'the organisations',
          ['organizations', 'organisations'],
          ['OrganizationNumber'],
        ).map(readOrganisation),
      key: (one) => one.organisationNumber,
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

/** As it was given, and without and with its country code: registers hold all of these (platform.md, Service owners). */
export function spellingsOf(phoneNumber: string): readonly string[] {
  const given = phoneNumber.replaceAll(/\s/g, '');
  const [, home] = /^(?:(?:\+|00)47)?(\d{8})$/.exec(given) ?? [];
  const [, abroad] = /^(?:\+|00)(\d+)$/.exec(given) ?? [];
  if (home !== undefined) return [...new Set([given, home, `+47${home}`, `0047${home}`])];
  return abroad === undefined ? [given] : [...new Set([given, `+${abroad}`, `00${abroad}`])];
}

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

/** Links to role definitions may lead nowhere: then the open metadata is asked for the same id (platform.md, Service owners). */
async function roleDefinition(
  api: Api,
  { connection, role, language }: Given<'roleDefinition'>,
  links: ReturnType<typeof createRoleLinks>,
  signal: AbortSignal,
) {
  const client = await api.client(connection);
  const href = links.of(connection, role);
  const read = (answer: Answered) => exactly(role, answer);
  try {
    const answer =
      href === undefined
        ? await client.load({ path: path.role(role), signal })
        : await client.follow(href, { signal });
    return { ...read(answer), from: 'service-owner' as const };
  } catch (error) {
    noneIfMissing(error);
  }
  const reading = await api.open(connection);
  const spoken = language === undefined ? {} : { query: { language: String(language) } };
  const call = { path: path.openRole(role), language: language === undefined, signal, ...spoken };
  return { ...read(await reading.load(call)), from: 'open-metadata' as const };
}

function exactly(role: number, { value }: Answered): RoleDefinition {
  const reader = readerOf(value, 'a role definition');
  const found = readRoleDefinition(reader);
  if (found.id !== role) throw reader.wrong('RoleDefinitionId');
  return found;
}

const noSuchPerson = () => notFound('The organisation has no such personal contact.');

function raise(problem: Problem): never {
  throw problem;
}
