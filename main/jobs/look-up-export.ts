// Saves what look-ups found as a table: out of a job, or asked anew; whole identity numbers are always asked for anew.
import type { CallContext, Handlers } from '../../preload/contract/contract.ts';
import type { LookUpResult } from '../../preload/contract/service-owner.ts';
import type { Api } from '../platform/api.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { ResourceReader } from '../http/reader.ts';
import type { Log } from '../diagnostics/log.ts';
import { failureOf } from '../problem.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Tables } from '../storage/tables.ts';
import {
  type ContactFilters,
  identityNumber,
  officialContacts,
  openOrganisation,
  personalContacts,
  readOfficial,
  readOrganisation,
  readPersonal,
} from '../platform/organisations.ts';
import { notFound } from '../problems.ts';
import type { XlsxColumn } from '../storage/xlsx-worker.ts';

/** What jobs of look-ups found, as the job engine keeps it. Each throws Problem not-found for no such job. */
export interface LookUps {
  /** In the order of the job's rows. */
  results(
    job: string,
    from: number,
    count: number,
  ): Promise<{ readonly results: LookUpResult[]; readonly total: number }>;
  all(job: string): AsyncIterable<LookUpResult>;
  /** What the job asked for, and over which connection. */
  filters(job: string): ContactFilters & { readonly connection: string };
}

export interface ExportNeeds {
  readonly api: Api;
  readonly handles: Pick<FileHandles, 'name'>;
  readonly tables: Tables;
  readonly lookUps: LookUps;
  readonly log: Pick<Log, 'info'>;
}

type Given = Parameters<Handlers<'serviceOwner'>['exportResults']>[0];
type Call = CallContext<{ done: number; of: number }>;

/** As gentle as a job of look-ups. */
const MOST_AT_ONCE = 3;

export async function exportResults(needs: ExportNeeds, given: Given, call: Call) {
  const { connection, target, format, identityNumbers } = given;
  // First of all: a file that was never chosen is no reason to ask the server.
  needs.handles.name(target, 'target');
  const table = resultTable(identityNumbers !== 'none');
  const found = await sourceOf(needs, given, call.signal);
  const counted = { done: 0, numbers: 0 };
  async function* rows() {
    for await (const result of found.results) {
      yield* table.rowsOf(result);
      counted.numbers += result.personalContacts?.length ?? 0;
      call.report({ done: (counted.done += 1), of: found.count });
    }
  }
  const saved = await needs.tables.save(
    { handle: target, field: 'target', format },
    { columns: table.columns, rows: rows() },
    call.signal,
  );
  // That numbers were taken out is worth a line; whose they are is not for the log.
  if (identityNumbers === 'whole')
    needs.log.info('identity-numbers-exported', { connection, count: counted.numbers });
  return saved;
}

interface Source {
  readonly count: number;
  readonly results: AsyncIterable<LookUpResult>;
}

async function sourceOf(needs: ExportNeeds, given: Given, signal: AbortSignal): Promise<Source> {
  const { of, connection } = given;
  const numbers = given.identityNumbers === 'whole' ? identityNumber : undefined;
  if ('organisationNumbers' in of) {
    const { organisationNumbers, ...filters } = of;
    const client = await needs.api.client(connection);
    const ask = (number: string) => askAll(client, number, filters, signal, numbers);
    const results = inOrder(organisationNumbers, ask);
    return { count: organisationNumbers.length, results };
  }
  const { connection: home, ...filters } = needs.lookUps.filters(of.job);
  if (home !== connection) throw otherConnection();
  const { total } = await needs.lookUps.results(of.job, 0, 1);
  const kept = needs.lookUps.all(of.job);
  if (numbers === undefined) return { count: total, results: kept };
  const client = await needs.api.client(connection);
  const withNumbers = (result: LookUpResult) =>
    askPersons(client, result, filters, signal, numbers);
  return { count: total, results: inOrder(kept, withNumbers) };
}

type NumberOf = (contact: ResourceReader) => string | null;

const personOf = (numberOf: NumberOf | undefined) => (contact: ResourceReader) => ({
  ...readPersonal(contact),
  ...(numberOf && { identityNumber: numberOf(contact) }),
});

async function askAll(
  client: PlatformClient,
  number: string,
  filters: ContactFilters,
  signal: AbortSignal,
  numberOf: NumberOf | undefined,
): Promise<LookUpResult> {
  const desk = await openOrganisation(client, number, signal);
  const official = await officialContacts(desk);
  const personal = await personalContacts(desk, filters);
  return {
    organisation: readOrganisation(desk.organisation),
    officialContacts: official.items.map(readOfficial),
    personalContacts: personal.items.map(personOf(numberOf)),
  };
}

/** The persons as they are now; of an organisation that is gone those that the job found, with masked numbers. */
async function askPersons(
  client: PlatformClient,
  result: LookUpResult,
  filters: ContactFilters,
  signal: AbortSignal,
  numberOf: NumberOf,
): Promise<LookUpResult> {
  if ((result.personalContacts ?? []).length === 0) return result;
  try {
    const { organisationNumber } = result.organisation;
    const desk = await openOrganisation(client, organisationNumber, signal);
    const { items } = await personalContacts(desk, filters);
    return { ...result, personalContacts: items.map(personOf(numberOf)) };
  } catch (error) {
    if (failureOf(error)?.kind === 'not-found') return result;
    throw error;
  }
}

/** A few at a time, handed on in the order in which they came. */
async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for await (const item of items) {
    const one = act(item);
    // It is waited for later; until then its failure is nobody's.
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
