// Takes along what an organisation has on the platform: lists, then what is in them, then services and pages.
import type { Run } from '../../preload/contract/contract.ts';
import type { Form } from '../../preload/contract/forms.ts';
import { type HandOverPart, handOverPart } from '../../preload/contract/hand-over-parts.ts';
import { formSchemaOf, type FormSchema } from '../../preload/forms/form-schema.ts';
import type { Message } from '../../preload/contract/messages.ts';
import type { Locale } from '../../preload/contract/locale.ts';
import { resourceId } from '../../preload/contract/schema.ts';
import type { Failure } from '../../preload/result.ts';
import { formAsHtml } from '../hand-over/form-page.ts';
import { link, pageOf } from '../hand-over/pages.ts';
import { handOverWords } from '../hand-over/words.ts';
import {
  beginHandOver,
  dataOf,
  fileNameOf,
  type HandOverFolder,
  type HandOverNeeds,
  itemOf,
  jsonIn,
  listItem,
  openHandOver,
} from '../hand-over/folder.ts';
import { finishHandOver, type PartFacts } from '../hand-over/finish.ts';
import { writeJournalList } from '../hand-over/journal-list.ts';
import { takeFeed } from '../hand-over/feed.ts';
import type { HandOverList, ListTools } from '../hand-over/list.ts';
import { listNamed, listsOf, NAMING, servicesIn } from '../hand-over/lists.ts';
import { messagePage } from '../hand-over/message-page.ts';
import {
  type NamedService,
  type OwnedService,
  ownedServices,
} from '../hand-over/owned-services.ts';
import { OWNER_REQUESTS } from '../hand-over/owner-lists.ts';
import {
  BAD_ID,
  exportMessage,
  isOfThePart,
  type Left,
  messageItem,
  type MessageTools,
} from '../messages/export-files.ts';
import { receivedXml } from '../messages/content.ts';
import type { Api } from '../platform/api.ts';
import { failureOf, Problem } from '../problem.ts';
import { conflict } from '../problems.ts';
import {
  createConcurrencyLimiter,
  MOST_AT_ONCE,
  whileBusy,
} from '../reference/concurrency-limiter.ts';
import type { Journal } from '../storage/journal.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import { safeFileName } from '../storage/file-names.ts';
import type { StartThread } from '../threads.ts';
import { type RowHandler, type Task, valueOf } from './batch.ts';
import { createFolderProgress } from './file-progress.ts';
import { openFolders } from './open-folders.ts';
import type { BatchRecord, Change, HandOverRecord, JobRecords } from './records.ts';
import type { Row, RowRequest, Rows, RowState } from './rows.ts';
import type { RunControl } from './runner.ts';

export interface HandOverTaskNeeds extends HandOverNeeds {
  readonly api: Pick<Api, 'client'>;
  readonly connections: Pick<ConnectionStore, 'all'>;
  readonly records: JobRecords;
  readonly run: Run;
  readonly journal: Pick<Journal, 'newest'>;
  readonly program: string;
  readonly startThread?: StartThread | undefined;
  /** For tests: how long it waits where the platform is busy is not left to chance. */
  readonly random?: (() => number) | undefined;
}

export interface HandOverRequest {
  readonly organisationNumber: string;
  readonly organisationName: string;
  /** Absolute path of a folder that does not exist, is empty, or holds a hand-over of the same organisation. */
  readonly path: string;
  readonly locale: Locale;
  readonly parts: readonly { readonly part: HandOverPart; readonly connection: string | null }[];
}

const MESSAGES = 'messages';

/** So many rows more than calls: while what was read takes its place on the disk, others are read. */
const MOST_SETTLING = 2;

export function handOver(needs: HandOverTaskNeeds): Task {
  const folders = openFolders((job: HandOverRecord) => openHandOver(job.path, needs));
  return {
    effect: 'read',
    concurrency: MOST_AT_ONCE + MOST_SETTLING,
    gap: async () => undefined,
    async checkReady(job) {
      await openHandOver(recordOf(job).path, needs);
    },
    createHandler: async (job, rows, control) => {
      const of = recordOf(job);
      return createHandler(needs, of, await folders.begin(of), rows, control);
    },
    onPause: async (job) => {
      const folder = await folders.of(recordOf(job)).catch(() => undefined);
      folders.end(recordOf(job));
      return folder && folder.manifest.count();
    },
    finish: async (job, rows, how) => {
      const of = recordOf(job);
      try {
        return await finish(needs, of, await folders.of(of), rows, how);
      } finally {
        folders.end(of);
      }
    },
  };
}

function recordOf(job: BatchRecord): HandOverRecord {
  if (job.kind !== 'hand-over') throw new TypeError('Another kind of job.');
  return job;
}

/** A row for each list that rests on no other; what is in them is known when they are read. In the order of the parts. */
export function handOverRows({
  parts,
  locale,
}: Pick<HandOverRequest, 'parts' | 'locale'>): readonly RowRequest[] {
  return handOverPart.options.flatMap((part) => {
    const chosen = parts.find((one) => one.part === part);
    // Services are told by all the others.
    if (chosen === undefined || part === 'services') return [];
    const { connection } = chosen;
    if (part === 'journal') {
      const journal = { part, connection: null, read: { kind: 'journal' as const } };
      return [rowOf(part, journal, handOverWords[locale].parts.journal)];
    }
    return listsOf(part)
      .filter(({ isLast }) => !isLast)
      .map((list) => listRow(list, connection, locale));
  });
}

const listRow = (
  { key, part, title }: HandOverList,
  connection: string | null,
  locale: Locale,
): RowRequest => rowOf(key, { part, connection, read: { kind: 'list', list: key } }, title[locale]);

const rowOf = (
  subject: string,
  handed: NonNullable<RowRequest['handOver']>,
  title?: string,
): RowRequest => ({
  action: 'export',
  subject,
  handOver: handed,
  ...(title !== undefined && title !== '' && { title }),
});

/** The folder exists before the job does. Problem conflict, file{...}. */
export const beginFolder = (
  saved: SavedConnection,
  { organisationNumber: number, organisationName: name, path: root }: HandOverRequest,
  begun: string,
  keyFor: HandOverNeeds['keyFor'],
) =>
  beginHandOver(
    root,
    {
      begun,
      environment: saved.environment,
      platform: saved.baseAddress,
      organisation: { number, name },
    },
    keyFor,
  );

interface Work extends HandOverTaskNeeds {
  readonly job: HandOverRecord;
  readonly rows: Rows;
  readonly folder: HandOverFolder;
  readonly signal: AbortSignal;
  readonly schemas: Map<string, Promise<FormSchema | undefined>>;
  /** By the connection that says it. */
  readonly owned: Map<string, Promise<readonly OwnedService[]>>;
  readonly report: (row: number) => (bytes: number) => void;
}

async function createHandler(
  needs: HandOverTaskNeeds,
  job: HandOverRecord,
  folder: HandOverFolder,
  rows: Rows,
  { callSignal: signal, haltRequested }: RunControl,
): Promise<RowHandler> {
  const { random = Math.random } = needs;
  const limiter = createConcurrencyLimiter({ clock: () => performance.now(), random });
  const progress = createFolderProgress(needs.records, job.id, folder.manifest);
  const work: Work = {
    ...needs,
    job,
    rows,
    folder,
    signal,
    schemas: new Map(),
    owned: new Map(),
    report: progress.of,
  };
  let active = 0;
  const addLater = async () => {
    if (active === 0 && !rows.hasWaiting()) await rows.add(laterRows(work));
  };
  // A kill between the last row and these.
  await addLater();
  return async (row) => {
    active += 1;
    let state: RowState;
    try {
      state = await whileBusy(limiter, haltRequested, (wasRead) => handled(work, row, wasRead));
    } finally {
      active -= 1;
      progress.of(row.row)(0);
    }
    await addLater();
    return state;
  };
}

/**
 * What rests on all that was read before, whatever came of it: first the lists of what a service owner's services have, whose names stand in
 * the others; then the services that occur.
 */
function laterRows({ job, rows }: Work): readonly RowRequest[] {
  const known = new Set(rows.all().map(({ subject }) => subject));
  const readerOf = (part: HandOverPart) =>
    job.readers.find((one) => one.part === part)?.connection ?? job.connection;
  const lists = job.parts
    .flatMap(listsOf)
    .filter(({ isLast, key }) => isLast && !known.has(key))
    .map((list) => listRow(list, readerOf(list.part), job.locale));
  if (lists.length > 0 || !job.parts.includes('services') || known.has('services')) return lists;
  const read = { kind: 'services' as const };
  const title = handOverWords[job.locale].parts.services;
  return [rowOf('services', { part: 'services', connection: readerOf('services'), read }, title)];
}

/** What speaks of the row alone ends the row; whatever the next one would meet as well ends the run. */
async function handled(work: Work, row: Row, wasRead: () => void): Promise<RowState> {
  try {
    return await readRow(work, row, wasRead);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || !isOfThePart(failure)) throw error;
    return { state: 'refused', failure };
  }
}

const DONE: RowState = { state: 'done', failure: null };

async function readRow(work: Work, row: Row, wasRead: () => void): Promise<RowState> {
  const request = row.handOver;
  if (request === undefined) throw new TypeError('A row of another kind.');
  const { part, connection, read } = request;
  switch (read.kind) {
    case 'list':
      return readList(work, { part, list: read.list, connection: needed(work, connection) });
    case 'item': {
      const of = { list: read.list, id: read.id, connection: needed(work, connection) };
      return read.list === MESSAGES
        ? readOneMessage(work, of, { report: work.report(row.row), wasRead })
        : readItem(work, part, of);
    }
    case 'services':
      return readServices(work, needed(work, connection));
    case 'service':
      return readService(work, { ...read, connection: needed(work, connection) });
    case 'journal':
      return writeJournal(work);
  }
}

/** One that leads elsewhere by now would read another platform, or another organisation, into this folder. */
function needed({ connections, job }: Work, id: string | null): string {
  const found = connections.all().find((one) => one.id === id);
  if (
    found === undefined ||
    found.organisationNumber !== job.organisationNumber ||
    found.environment !== job.environment ||
    found.baseAddress !== job.baseAddress
  )
    throw conflict(
      'The connection that this was to be read through is gone, or leads elsewhere by now.',
    );
  return found.id;
}

function toolsOf(work: Work, connection: string): ListTools {
  const { run, job, signal, owned } = work;
  const { organisationNumber: who, organisationName: organisation } = job;
  const needs = { run, connection, who, organisation, signal };
  return {
    ...needs,
    async owned() {
      const asked =
        owned.get(connection) ?? ownedServices({ ...needs, named: () => namedServices(work) });
      owned.set(connection, asked);
      // What failed is asked for again.
      return asked.catch((error: unknown) => {
        owned.delete(connection);
        throw error;
      });
    },
  };
}

async function namedServices({ folder }: Work) {
  const requests = await dataOf(folder, listItem(OWNER_REQUESTS));
  const others: NamedService[] = [];
  const isNaming = (within: string) => NAMING.some((part) => within.startsWith(`${part}/`));
  for await (const value of dataIn(folder, isNaming)) others.push(...servicesIn(value));
  return { requested: servicesIn(requests), others };
}

/** One file at a time: there may be thousands. */
async function* dataIn(
  folder: HandOverFolder,
  isWanted: (within: string) => boolean,
): AsyncGenerator<unknown> {
  for (const item of [...folder.manifest.items()])
    for (const file of folder.manifest.entry(item).files)
      if (file.part === 'data' && isWanted(file.path)) yield jsonIn(folder, file);
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function readList(
  work: Work,
  { part, list: key, connection }: { part: HandOverPart; list: string; connection: string },
): Promise<RowState> {
  const list = listNamed(key);
  if (list === undefined) throw new TypeError('There is no such list.');
  const { folder, rows } = work;
  if (list.isFeed) {
    await takeFeed({ ...work, connection }, list);
    return DONE;
  }
  const { items, complete } = await list.load(toolsOf(work, connection));
  await folder.put(
    {
      item: listItem(key),
      changed: null,
      part: 'data',
      into: [part],
      name: `${key}.json`,
      source: '',
    },
    json({ complete, items }),
  );
  if (list.detail === undefined && !list.hasFiles) return DONE;
  const known = new Set(rows.all().map(({ subject }) => subject));
  const present = list.hasFiles ? await folder.present() : new Set<string>();
  const wanted = items.flatMap((item): RowRequest[] => {
    const id = list.idOf(item);
    const subject = itemOf(key, id);
    if (id === '' || known.has(subject)) return [];
    known.add(subject);
    if (list.hasFiles && isThere(work, id, list.changedOf(item), present)) return [];
    const request = { part, connection, read: { kind: 'item' as const, list: key, id } };
    return [rowOf(subject, request, list.nameOf(item))];
  });
  await rows.add(wanted);
  return DONE;
}

/** All of the message is in the folder, and it has not been changed since. */
function isThere(
  { folder }: Work,
  id: string,
  changed: string | null,
  present: ReadonlySet<string>,
): boolean {
  const entry = folder.manifest.entry(messageItem(MESSAGES, id));
  return (
    changed !== null &&
    entry.changed === changed &&
    entry.missing?.length === 0 &&
    entry.files.every((file) => present.has(file.path))
  );
}

interface ItemAsked {
  readonly list: string;
  readonly id: string;
  readonly connection: string;
}

async function readItem(
  work: Work,
  part: HandOverPart,
  { list: key, id, connection }: ItemAsked,
): Promise<RowState> {
  const list = listNamed(key);
  if (list?.detail === undefined) throw new TypeError('There is no such item.');
  const detail = await list.detail(toolsOf(work, connection), id);
  await work.folder.put(
    {
      item: itemOf(key, id),
      changed: null,
      part: 'data',
      into: [part, key],
      name: fileNameOf(id, 'json'),
      source: '',
    },
    json(detail),
  );
  return DONE;
}

async function readOneMessage(
  work: Work,
  { id, connection }: ItemAsked,
  tools: Pick<MessageTools, 'report' | 'wasRead'>,
): Promise<RowState> {
  if (!resourceId.safeParse(id).success) return { state: 'refused', failure: BAD_ID };
  const { api, folder, signal, now, job } = work;
  const client = await api.client(connection);
  const missing = await exportMessage(
    {
      client,
      folder,
      signal,
      now,
      ...tools,
      wish: { forms: true, attachments: true, print: true },
      under: MESSAGES,
      pages: {
        form: (xml, { form, message }) => formPage(work, connection, xml, form, message),
        message: (shown, files) => messagePage(shown, files, job.locale),
      },
    },
    { who: job.organisationNumber, message: id },
  );
  const [first] = missing;
  return first === undefined ? DONE : stateOf(first);
}

const stateOf = ({ failure }: Left): RowState => ({ state: 'refused', failure });

async function formPage(
  work: Work,
  connection: string,
  xml: Buffer,
  { dataFormatId, dataFormatVersion, name }: Form,
  { serviceCode: code, serviceEdition: edition }: Message,
): Promise<string | undefined> {
  if (code === null || edition === null || dataFormatId === null || dataFormatVersion === null)
    return undefined;
  const asked = { connection, code, edition, dataFormatId, dataFormatVersion };
  const key = JSON.stringify([code, edition, dataFormatId, dataFormatVersion]);
  const found = work.schemas.get(key) ?? schemaOf(work, asked);
  work.schemas.set(key, found);
  const schema = await found;
  if (schema === undefined) return undefined;
  const { xml: text } = receivedXml(xml, 'application/xml');
  const { locale } = work.job;
  const html = formAsHtml({ xml: text, schema, language: locale });
  return (
    html &&
    pageOf({
      locale,
      title: name,
      aside: link('../message.html', handOverWords[locale].toMessage),
      body: html,
    })
  );
}

interface SchemaAsked {
  readonly connection: string;
  readonly code: string;
  readonly edition: number;
  readonly dataFormatId: string;
  readonly dataFormatVersion: string;
}

/** Undefined where the platform has none that can be read: the form is kept as XML then. */
async function schemaOf(
  { run, signal }: Work,
  asked: SchemaAsked,
): Promise<FormSchema | undefined> {
  const answer = await run('xsd.view', asked, signal);
  if (!answer.ok) {
    if (isOfThePart(answer.failure)) return undefined;
    throw new Problem(answer.failure);
  }
  const { outline, cut } = answer.value;
  return outline === null ? undefined : formSchemaOf(outline, cut);
}

/** Codes of all services that lists and what is in them name, in an order that is the same each time. */
async function readServices(work: Work, connection: string): Promise<RowState> {
  const { folder, rows, run, signal } = work;
  const found = new Map<string, { readonly code: string; readonly edition: number }>();
  for await (const value of dataIn(folder, (within) => !within.startsWith('services/')))
    for (const one of servicesIn(value)) found.set(`${one.code}/${String(one.edition)}`, one);
  const services = [...found.keys()].toSorted().flatMap((key) => found.get(key) ?? []);
  const named = await namesOf({ run, signal }, connection, services);
  await folder.put(
    {
      item: listItem('services'),
      changed: null,
      part: 'data',
      into: ['services'],
      name: 'services.json',
      source: '',
    },
    json({ complete: true, items: services.map((one, at) => named[at] ?? one) }),
  );
  const known = new Set(rows.all().map(({ subject }) => subject));
  const wanted = services.flatMap(({ code, edition }, at): RowRequest[] => {
    const subject = itemOf('service', `${code}/${String(edition)}`);
    if (known.has(subject)) return [];
    const { kind = null, name = '' } = named[at] ?? {};
    const read = { kind: 'service' as const, service: kind, code, edition };
    return [rowOf(subject, { part: 'services', connection, read }, name)];
  });
  await rows.add(wanted);
  return DONE;
}

const MOST_NAMES = 2000;

async function namesOf(
  { run, signal }: Pick<Work, 'run' | 'signal'>,
  connection: string,
  services: readonly { readonly code: string; readonly edition: number }[],
) {
  const named = [];
  for (let from = 0; from < services.length; from += MOST_NAMES) {
    const some = services.slice(from, from + MOST_NAMES);
    const input = { connection, services: some };
    named.push(...valueOf(await run('reference.named', input, signal)).services);
  }
  return named;
}

interface ServiceAsked {
  readonly connection: string;
  readonly service: 'formtask' | 'correspondence' | 'lookup' | 'broker' | null;
  readonly code: string;
  readonly edition: number;
}

/** Its document, its role requirements and its schemas; a service that the open metadata does not have is told as such. */
async function readService(
  work: Work,
  { connection, service: kind, code, edition }: ServiceAsked,
): Promise<RowState> {
  const { folder, run, signal } = work;
  const of = { connection, code, edition };
  const home = safeFileName(`${code}-${String(edition)}`);
  const files = folder.filesOf(itemOf('service', `${code}/${String(edition)}`));
  const put = (part: string, name: string, content: Buffer) =>
    files.put({ changed: null, part, into: ['services', home], name, source: '' }, content);
  let failure: Failure | null = null;
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      const found = failureOf(error);
      if (found === undefined || !isOfThePart(found)) throw error;
      failure ??= found;
    }
  };
  await attempt(async () => {
    const { requirements } = valueOf(await run('reference.requirements', of, signal));
    await put('requirements', 'role-requirements.json', json(requirements));
  });
  if (kind === 'formtask' || kind === 'correspondence')
    await attempt(async () => {
      const { raw, service } = valueOf(await run('reference.service', { ...of, kind }, signal));
      await put('raw', 'service.json', Buffer.from(`${raw}\n`));
      for (const { dataFormatId, dataFormatVersion } of service.forms)
        await attempt(async () => {
          const asked = { ...of, dataFormatId, dataFormatVersion };
          const { text } = valueOf(await run('xsd.view', asked, signal));
          const name = safeFileName(`${dataFormatId}-${dataFormatVersion}.xsd`);
          await put(`schema ${dataFormatId}/${dataFormatVersion}`, name, Buffer.from(text));
        });
    });
  await files.settle();
  return failure === null ? DONE : ofService(failure);
}

/** What the open metadata does not have is not there to be taken along. */
const ofService = (failure: Failure): RowState =>
  failure.kind === 'not-found' ? { state: 'not-found', failure } : { state: 'refused', failure };

/** Lines that were there when the job began: its own acts would make it another each time. */
async function writeJournal({
  folder,
  journal,
  job,
  signal,
  startThread,
}: Work): Promise<RowState> {
  await writeJournalList({ folder, journal, until: job.started, signal, startThread });
  return DONE;
}

/** Pages, tables, sums and manifest of what is in the folder. */
async function finish(
  needs: HandOverTaskNeeds,
  job: HandOverRecord,
  folder: HandOverFolder,
  rows: Rows,
  how: 'finished' | 'stopped',
): Promise<Change> {
  const names = new Map(needs.connections.all().map(({ id, name }) => [id, name]));
  const parts = job.parts.map((part): PartFacts => {
    const own = rows.all().filter(({ handOver: of }) => of?.part === part);
    const connection = own.find(({ handOver: of }) => of?.connection)?.handOver?.connection;
    return {
      part,
      readAs: names.get(connection ?? '') ?? '',
      rows: own.map(({ subject, title, state, failure, handOver: of }) => ({
        subject,
        title: title ?? '',
        state,
        failure,
        isList: of?.read.kind !== 'item' && of?.read.kind !== 'service',
      })),
    };
  });
  await finishHandOver({
    folder,
    parts,
    state: how === 'stopped' ? 'cancelled' : 'finished',
    now: needs.now,
    program: needs.program,
    systems: needs.connections
      .all()
      .filter(
        ({ environment, baseAddress }) =>
          environment === job.environment && baseAddress === job.baseAddress,
      )
      .map(({ name, signIn }) => ({ name, way: signIn.way })),
    startThread: needs.startThread,
  });
  await folder.tidy();
  return folder.manifest.count();
}
