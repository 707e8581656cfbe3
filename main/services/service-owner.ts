// Look-ups for service owners: finds organisations, their contacts and roles, and saves the results as a table.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import type { LookUpResult, Organisation } from '../../preload/contract/service-owner.ts';
import type { Api } from '../platform/api.ts';
import type { Answered, PlatformClient } from '../platform/client.ts';
import { NUMBER_TABLE, numberList } from '../file-formats/number-list.ts';
import { fromHeadings } from '../file-formats/headings.ts';
import { LIST_LIMITS, type ReadTable } from '../file-formats/table.ts';
import { encoded } from '../http/addresses.ts';
import {
  type Completeness,
  itemReaders,
  type ListStep,
  readWholeList,
  together,
} from '../http/complete-list.ts';
import { readerOf, type ResourceReader } from '../http/reader.ts';
import { readRoleDefinition } from '../http/role-reader.ts';
import type { LookUps } from '../jobs/jobs.ts';
import type { Log } from '../diagnostics/log.ts';
import {
  askOrganisation,
  type ContactFilters,
  identityNumber,
  officialContacts,
  openOrganisation,
  personalContacts,
  personIn,
  readOrganisation,
  readPersonal,
  rolesOf,
} from '../platform/organisations.ts';
import { failureOf, type Problem } from '../problem.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Tables } from '../storage/tables.ts';
import { notFound } from '../problems.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

export interface ServiceOwnerNeeds {
  readonly api: Api;
  readonly handles: FileHandles;
  readonly readTable: ReadTable;
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
  validate: 'api/serviceowner/notifications/validaterecipient',
  openRole: (role: number) => encoded`api/metadata/roledefinitions/${role}`,
};

export function serviceOwnerService(needs: ServiceOwnerNeeds): Service {
  const { api, readTable, lookUps, log } = needs;
  const open = async (connection: string, number: string, signal: AbortSignal) =>
    openOrganisation(await api.client(connection), number, signal);
  return {
    async readNumbers({ file }, { signal }) {
      const table = await readTable(file, signal, LIST_LIMITS);
      const { rows, hiddenRows, headingLine } = fromHeadings(table, NUMBER_TABLE);
      return { ...numberList(rows), hiddenRows, headingLine };
    },
    results: ({ job, from, count }) => lookUps.results(job, from, count),
    exportResults: (given, call) => exportResults(needs, given, call),
    find: async (given, { signal, report }) =>
      find(await api.client(given.connection), given, signal, report),
    get: async ({ connection, organisationNumber }, { signal }) =>
      readOrganisation(
        await askOrganisation(await api.client(connection), organisationNumber, signal),
      ),
    names: async ({ connection, organisationNumbers }, { signal }) =>
      names(await api.client(connection), organisationNumbers, signal),
    async officialContacts({ connection, organisationNumber }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      return (await officialContacts(context)).as('contacts');
    },
    async personalContacts({ connection, organisationNumber, ...filters }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      return (await personalContacts(context, filters)).map(readPersonal).as('contacts');
    },
    async rolesOf({ connection, organisationNumber, person }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      const list = await rolesOf(context, await personIn(context, person), person);
      return list.map(readRoleDefinition).as('roles');
    },
    async validateRecipient({ connection, recipient, service }, { signal }) {
      const client = await api.client(connection);
      const value = await client.read({
        path: path.validate,
        query: {
          ...('organisationNumber' in recipient
            ? { organizationNumber: recipient.organisationNumber }
            : { socialSecurityNumber: recipient.identityNumber, lastName: recipient.lastName }),
          serviceCode: service?.code,
          serviceEditionCode: service === undefined ? undefined : String(service.edition),
        },
        signal,
      });
      const reader = readerOf(value, 'the recipient');
      return {
        inbox: reader.requiredBoolean('inboxAccessible'),
        sms: reader.requiredBoolean('canReceiveNotificationBySms'),
        email: reader.requiredBoolean('canReceiveNotificationByEmail'),
      };
    },
    roleDefinition: (given, { signal }) => roleDefinition(api, given, signal),
    async revealNumber({ connection, organisationNumber, person }, { signal }) {
      const context = await open(connection, organisationNumber, signal);
      const found = (await personIn(context, person)) ?? raise(noSuchPerson());
      // That a number was shown is worth a line; whose it was is not for the log.
      log.info('identity-number-shown', { connection });
      return { identityNumber: identityNumber(found) };
    },
  };
}

/** An e-mail address and a telephone number given together narrow the look-up: who has both (platform.md, Service owners). */
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
    ...(email === undefined || phones.length > 0 ? [] : [{ email }]),
    ...phones.map((phone) => ({ ...(email !== undefined && { email }), phoneNumber: phone })),
  ];
  for (const filter of filters) {
    const sofar = together(parts).calls;
    const list = await readWholeList({
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
    const { items, completeness } = list.shown();
    found.push(...items);
    parts.push(completeness);
  }
  return { organisations: onceEach(found), completeness: together(parts) };
}

const noneIfMissing = (error: unknown): undefined => {
  if (failureOf(error)?.kind !== 'not-found') throw error;
};

async function names(client: PlatformClient, numbers: readonly string[], signal: AbortSignal) {
  const nameOf = async (organisationNumber: string) => {
    const found = await askOrganisation(client, organisationNumber, signal).catch(noneIfMissing);
    return { organisationNumber, name: found === undefined ? null : readOrganisation(found).name };
  };
  const organisations: Awaited<ReturnType<typeof nameOf>>[] = [];
  for await (const one of inOrder(new Set(numbers), nameOf)) organisations.push(one);
  return { organisations };
}

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

/** From the open metadata: their own definitions were switched off for service owners in 2023 (platform.md, Service owners). */
async function roleDefinition(
  api: Api,
  { connection, role, language }: Given<'roleDefinition'>,
  signal: AbortSignal,
) {
  const reading = await api.open(connection);
  const spoken = language === undefined ? {} : { query: { language: String(language) } };
  return exactly(role, await reading.load({ path: path.openRole(role), signal, ...spoken }));
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

/** As gentle as a job of look-ups. */
const MOST_AT_ONCE = 3;

/** Saves what look-ups found as a table: from a job's results, or loaded anew, as whole identity numbers always are. */
async function exportResults(
  needs: ServiceOwnerNeeds,
  given: Given<'exportResults'>,
  call: CallContext<{ done: number; of: number }>,
) {
  const { connection, target, format, identityNumbers } = given;
  // First, since a file that was never chosen is no reason to send anything.
  needs.handles.targetName(target, 'target');
  const table = resultTable(identityNumbers !== 'none');
  const found = await sourceOf(needs, given, call.signal);
  const parts: Completeness[] = [];
  const loaded: LookUpResult[] = [];
  let numbers = 0;
  // All of it is read before anything is written: the file says first of all whether it is whole.
  for await (const result of found.results()) {
    parts.push(result.completeness);
    if (!found.stored) loaded.push(result);
    numbers += result.personalContacts?.length ?? 0;
    call.signal.throwIfAborted();
    call.report({ done: parts.length, of: found.count });
  }
  async function* rows() {
    for await (const result of found.stored ? found.results() : loaded) yield* table.rowsOf(result);
  }
  const completeness = together(parts);
  const saved = await needs.tables.save(
    { handle: target, field: 'target', format },
    { columns: table.columns, rows: rows(), completeness },
    call.signal,
  );
  // The log says that numbers were exported, and not whose they are.
  if (identityNumbers === 'whole')
    needs.log.info('identity-numbers-exported', { connection, count: numbers });
  return { ...saved, completeness };
}

interface Source {
  readonly count: number;
  /** On this computer, where they can be read again; what is loaded from the platform is held. */
  readonly stored: boolean;
  readonly results: () => AsyncIterable<LookUpResult>;
}

async function sourceOf(
  needs: ServiceOwnerNeeds,
  given: Given<'exportResults'>,
  signal: AbortSignal,
): Promise<Source> {
  const { of, connection } = given;
  const numbers = given.identityNumbers === 'whole' ? identityNumber : undefined;
  if ('organisationNumbers' in of) {
    const { organisationNumbers, ...filters } = of;
    const client = await needs.api.client(connection);
    const load = (number: string) => loadAll(client, number, filters, signal, numbers);
    const results = () => inOrder(organisationNumbers, load);
    return { count: organisationNumbers.length, stored: false, results };
  }
  const { connection: connectionOfJob, ...filters } = needs.lookUps.filters(of.job);
  if (connectionOfJob !== connection) throw otherConnection();
  const { total } = await needs.lookUps.results(of.job, 0, 1);
  const stored = () => needs.lookUps.all(of.job);
  if (numbers === undefined) return { count: total, stored: true, results: stored };
  const client = await needs.api.client(connection);
  const withNumbers = (result: LookUpResult) =>
    loadPersons(client, result, filters, signal, numbers);
  return { count: total, stored: false, results: () => inOrder(stored(), withNumbers) };
}

type NumberOf = (contact: ResourceReader) => string | null;

const personOf = (numberOf: NumberOf | undefined) => (contact: ResourceReader) => ({
  ...readPersonal(contact),
  ...(numberOf && { identityNumber: numberOf(contact) }),
});

async function loadAll(
  client: PlatformClient,
  number: string,
  filters: ContactFilters,
  signal: AbortSignal,
  numberOf: NumberOf | undefined,
): Promise<LookUpResult> {
  const context = await openOrganisation(client, number, signal);
  const official = (await officialContacts(context)).shown();
  const personal = (await personalContacts(context, filters)).map(personOf(numberOf)).shown();
  return {
    organisation: readOrganisation(context.organisation),
    officialContacts: official.items,
    personalContacts: personal.items,
    completeness: together([official.completeness, personal.completeness]),
  };
}

/** The persons as they are now; of an organisation that is gone those that the job found, with masked numbers. */
async function loadPersons(
  client: PlatformClient,
  result: LookUpResult,
  filters: ContactFilters,
  signal: AbortSignal,
  numberOf: NumberOf,
): Promise<LookUpResult> {
  if ((result.personalContacts ?? []).length === 0) return result;
  try {
    const { organisationNumber } = result.organisation;
    const context = await openOrganisation(client, organisationNumber, signal);
    const persons = (await personalContacts(context, filters)).map(personOf(numberOf)).shown();
    return {
      ...result,
      personalContacts: persons.items,
      completeness: together([result.completeness, persons.completeness]),
    };
  } catch (error) {
    if (failureOf(error)?.kind === 'not-found') return result;
    throw error;
  }
}

/** A few at a time; the results come in the order of the items. */
async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for await (const item of items) {
    const one = act(item);
    // Awaited later; until then its failure must not count as unhandled.
    void one.catch(() => undefined);
    running.push(one);
    const [first] = running;
    if (running.length < MOST_AT_ONCE || first === undefined) continue;
    yield await first;
    void running.shift();
  }
  for (const one of running) yield await one;
}

const otherConnection = () => notFound('This connection has no such job.');

type Contact = NonNullable<LookUpResult['officialContacts']>[number];

const TIME = 24;
const BEFORE_NUMBER: readonly XlsxColumn[] = [
  { heading: 'organisation number', width: 20 },
  { heading: 'name', width: 36 },
  { heading: 'form', width: 8 },
  { heading: 'last changed', width: TIME },
  { heading: 'last confirmed', width: TIME },
  { heading: 'contact', width: 10 },
  { heading: 'person', width: 28 },
];
const NUMBER: XlsxColumn = { heading: 'national identity number', width: 24 };
const AFTER_NUMBER: readonly XlsxColumn[] = [
  { heading: 'e-mail', width: 36 },
  { heading: 'e-mail changed', width: TIME },
  { heading: 'mobile number', width: 18 },
  { heading: 'mobile number changed', width: TIME },
];

interface ResultTable {
  readonly columns: readonly XlsxColumn[];
  rowsOf(result: LookUpResult): string[][];
}

/** Without numbers there is no column for them. */
function resultTable(withNumbers: boolean): ResultTable {
  const number = (one: string | null) => (withNumbers ? [one ?? ''] : []);
  return {
    columns: [...BEFORE_NUMBER, ...(withNumbers ? [NUMBER] : []), ...AFTER_NUMBER],
    rowsOf({ organisation, officialContacts, personalContacts }) {
      const head = [
        ...[organisation.organisationNumber, organisation.name, organisation.form ?? ''],
        ...[organisation.lastChanged ?? '', organisation.lastConfirmed ?? ''],
      ];
      const official = (officialContacts ?? []).map((one) => [
        ...[...head, 'official', '', ...number(null), ...pointsOf(one)],
      ]);
      const personal = (personalContacts ?? []).map((one) => [
        ...[...head, 'personal', one.name, ...number(one.identityNumber), ...pointsOf(one)],
      ]);
      const none = [...head, '', '', ...number(null), '', '', '', ''];
      return official.length + personal.length > 0 ? [...official, ...personal] : [none];
    },
  };
}

const pointsOf = ({ email, emailChanged, mobileNumber, mobileNumberChanged }: Contact) =>
  [email, emailChanged, mobileNumber, mobileNumberChanged].map((cell) => cell ?? '');
