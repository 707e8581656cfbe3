// Long work that goes on while windows come and go: rotations, contact entries, look-ups, copies; one of each kind at a time.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Job, Tally } from '../../preload/contract/jobs.ts';
import type { Scope } from '../../preload/contract/reference.ts';
import type { contactFilters, LookUpResult } from '../../preload/contract/service-owner.ts';
import type { Language, z } from '../../preload/contract/schema.ts';
import type { Result } from '../../preload/result.ts';
import type { Api } from '../platform/api.ts';
import type { Escrow } from '../secrets/escrow.ts';
import { contactKey } from '../file-formats/contact-changes.ts';
import { type Batch, createBatch, type Task } from './batch.ts';
import { contactEntries, contactOf } from './contact-entries.ts';
import type { Destinations, Where } from './destination.ts';
import { lookUps } from './look-ups.ts';
import {
  beginFolder,
  chooseMessages,
  exportFacts,
  messageExports,
  type MessageExportWish,
} from './message-export.ts';
import {
  type BatchRecord,
  hasEnded,
  type JobRecord,
  type JobRecords,
  type MessageExportRecord,
  notNow,
  type RotationRecord,
  shownJob,
  type SynchroniseRecord,
} from './records.ts';
import { type Rotation, rotation, rotationOf, sealedForm, type Settled } from './rotation.ts';
import { noKey, type Row, type RowBook, type Wanted } from './rows.ts';
import { createRuns, type Runs } from './runs.ts';
import { createSynchronisation, NOTHING_COPIED } from './synchronise.ts';
import { failureOf } from '../problem.ts';
import type { Copies } from '../reference/copies.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import { conflict } from '../problems.ts';

export interface Jobs {
  list(): readonly Job[];
  test(where: Where): Promise<void>;
  startRotation(saved: SavedConnection, userNames: readonly string[], where: Where): Promise<Job>;
  startContactEntries(saved: SavedConnection, given: ContactChanges): Promise<Job>;
  startLookUp(saved: SavedConnection, given: LookUpWish): Promise<Job>;
  /** Problem conflict while another one of the same copy is not at its end. */
  startSynchronise(saved: SavedConnection, given: CopyWish): Promise<Job>;
  /** Problem conflict when nothing fits, file{...} when the folder cannot be made. */
  startMessageExport(
    saved: SavedConnection,
    given: MessageExportWish,
    signal: AbortSignal,
  ): Promise<Job>;
  /** Absolute path of an export's folder. */
  exportFolder(id: string): string;
  pause(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  stop(id: string): Promise<Job>;
  /** Of a rotation. */
  resolveRow(id: string, userName: string, how: 'rotate-again' | 'old-one-works'): Promise<Job>;
  /** Refused and unknown rows of any other job wait again, and it goes on. */
  retry(id: string): Promise<Job>;
  /** In their order. */
  rows(id: string): Promise<readonly Row[]>;
  readonly lookUps: LookUps;
  forget(id: string): Promise<void>;
  /** At start, after the escrow's recovery: what ran is paused, what was asked is looked up. */
  recover(): Promise<void>;
  /** Once the keychain can be used: rows of older versions sealed, rows that a kill left looked at, tallies counted. */
  count(): Promise<void>;
  /** Lets go of the rows of jobs that rest, which only an unlocked program may hold. */
  lock(): void;
  /** Resolves when none runs. */
  rest(): Promise<void>;
  /** Ends after the present rows; the next start finds the jobs as `restarted`. */
  close(): Promise<void>;
  /** Names of files with damaged rows. */
  readonly setAside: readonly string[];
}

type ContactFilters = z.infer<typeof contactFilters>;

export interface ContactChanges {
  readonly organisationNumber: string;
  readonly organisationName: string;
  readonly changes: readonly Wanted[];
}

export interface LookUpWish extends ContactFilters {
  readonly organisationNumbers: readonly string[];
  readonly officialContacts: boolean;
  readonly personalContacts: boolean;
}

export interface CopyWish {
  /** The connection's when left out. */
  readonly language?: Language | undefined;
  readonly scope: Scope;
}

/** What jobs of look-ups found, read from their sealed rows: never more of a national identity number than its mask. */
export interface LookUps {
  /** In the order of rows, those that found something. Problem not-found when there is no such job. */
  results(job: string, from: number, count: number): Promise<LookUpPage>;
  /** All of them, one after the other, without holding them all. */
  all(job: string): AsyncIterable<LookUpResult>;
  /** What was asked, and through which connection. */
  filters(job: string): ContactFilters & { readonly connection: string };
}

export interface LookUpPage {
  readonly results: LookUpResult[];
  readonly total: number;
}

export interface JobsNeeds {
  readonly records: JobRecords;
  readonly book: RowBook;
  readonly connections: Pick<ConnectionStore, 'all'>;
  readonly destinations: Destinations;
  readonly escrow: Escrow;
  readonly copies: Pick<Copies, 'open'>;
  readonly api: Pick<Api, 'open' | 'client'>;
  /** Performs an operation of the contract with its checks and its journal lines, like a click. */
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
  readonly now?: () => Date;
  /** Name and version of the program, for manifests. */
  readonly program?: string;
  /** The small gap between two rows that change something. */
  readonly gap?: () => Promise<void>;
  /** False while keys end with the process: rows that are kept without one are not sealed with such a key. */
  readonly keepsKeys?: () => boolean;
  /** Of a run: told at its beginning, and the answer at its pause and end. */
  readonly busy?: () => () => Promise<void>;
}

const GAP_MS = 250;
const restBetweenRows = () => new Promise<void>((resolve) => setTimeout(resolve, GAP_MS));

interface Desk extends JobsNeeds {
  readonly runs: Runs;
  readonly rotation: Rotation;
  readonly batches: Readonly<Record<BatchRecord['kind'], Batch>>;
  readonly now: () => Date;
}

/** A new kind: its record in `records.ts`, its task here, and what begins it below. The compiler asks for the rest. */
function createDesk(given: JobsNeeds): Desk {
  const { records, connections, run, gap = restBetweenRows } = given;
  const now = given.now ?? (() => new Date());
  const book = bringingForward({ ...given, now });
  const needs = { ...given, book, gap, now };
  const rotating = rotation(needs);
  const tasks: Readonly<Record<BatchRecord['kind'], Task>> = {
    'rotate-secrets': rotating,
    'change-contact-entries': contactEntries({ run, gap }),
    'look-up': lookUps({ run }),
    'export-messages': messageExports(needs),
  };
  const batchOf = (kind: BatchRecord['kind']) => createBatch({ records, book, task: tasks[kind] });
  const batches = {
    'rotate-secrets': batchOf('rotate-secrets'),
    'change-contact-entries': batchOf('change-contact-entries'),
    'look-up': batchOf('look-up'),
    'export-messages': batchOf('export-messages'),
  };
  const kinds = { ...batches, synchronise: createSynchronisation(needs) };
  const runs = createRuns({ records, connections, kinds, busy: needs.busy });
  return { ...needs, rotation: rotating, batches, runs };
}

/** Rows that a rotation of an older version keeps in its record are sealed in a file of their own before they are used. */
function bringingForward(needs: JobsNeeds & { readonly now: () => Date }): RowBook {
  const { records, book, now, keepsKeys = () => true } = needs;
  const moving = new Map<string, Promise<void>>();
  const move = async (id: string) => {
    const job = records.batch(id);
    if (job.kind !== 'rotate-secrets' || job.rows === undefined) return;
    if (!keepsKeys()) throw noKey();
    await book.create(id, ...sealedForm(job.rows, now().toISOString()));
    // Killed before this, the record still has them, and the file is made again.
    await records.withoutRows(id, job.tally);
  };
  return {
    ...book,
    async open(id) {
      const under = moving.get(id) ?? move(id).finally(() => moving.delete(id));
      moving.set(id, under);
      await under;
      return book.open(id);
    },
  };
}

export function createJobs(needs: JobsNeeds): Jobs {
  const desk = createDesk(needs);
  const { records, book, destinations, runs } = desk;
  const after = async (id: string, act: Promise<void>) => {
    await act;
    return shownJob(records.find(id));
  };
  return {
    list: () => records.all().map(shownJob),
    test: (where) => destinations.test(where),
    startRotation: (...given) => startRotation(desk, ...given),
    startContactEntries: (...given) => startContactEntries(desk, ...given),
    startLookUp: (...given) => startLookUp(desk, ...given),
    startSynchronise: (...given) => startSynchronise(desk, ...given),
    startMessageExport: (...given) => startMessageExport(desk, ...given),
    exportFolder(id) {
      const job = records.batch(id);
      if (job.kind === 'export-messages') return job.path;
      throw notNow();
    },
    pause: (id) => after(id, runs.pause(id)),
    resume: (id) => after(id, runs.resume(id)),
    stop: (id) => after(id, runs.stop(id)),
    resolveRow: (id, userName, how) => after(id, resolveRow(desk, id, { userName, how })),
    retry: (id) => after(id, retry(desk, id)),
    rows: async (id) => (await book.open(records.batch(id).id)).all(),
    lookUps: lookUpsOf(desk),
    forget: (id) => runs.forget(id),
    recover: () => recover(desk),
    count: () => count(desk),
    lock() {
      for (const { id } of records.all()) if (!runs.isRunning(id)) book.close(id);
    },
    ...{ rest: () => runs.rest(), close: () => runs.close(), setAside: book.setAside },
  };
}

/** What every job says of itself from its first moment. */
const headOf = ({ now }: Desk, saved: SavedConnection) => {
  const at = now().toISOString();
  return {
    ...{ id: randomUUID(), connection: saved.id, connectionName: saved.name },
    ...{ environment: saved.environment, baseAddress: saved.baseAddress },
    ...{ organisationName: saved.organisationName, started: at, changed: at },
    state: 'running' as const,
    because: 'none' as const,
  };
};

async function startRotation(
  desk: Desk,
  saved: SavedConnection,
  userNames: readonly string[],
  where: Where,
): Promise<Job> {
  const rows = [...new Set(userNames)].map((subject) => ({ action: 'rotate' as const, subject }));
  const file = where.kind === 'file' ? where.file : null;
  const job: RotationRecord = {
    ...headOf(desk, saved),
    ...{ kind: 'rotate-secrets', file },
    destination: file === null ? { kind: 'keychain' } : { kind: 'file', name: path.basename(file) },
    tally: { ...NOTHING_YET, waiting: rows.length },
  };
  return begin(desk, job, async () => {
    await desk.book.create(job.id, rows);
    try {
      await desk.destinations.prepare(job, where);
    } catch (error) {
      await desk.book.remove(job.id).catch(() => undefined);
      throw error;
    }
  });
}

/** A job that has ended takes the row up again when it is resumed. */
async function resolveRow(desk: Desk, id: string, settled: Settled): Promise<void> {
  const { records, book, rotation: rotating, runs } = desk;
  const job = rotationOf(records.batch(id));
  const rows = await book.open(id);
  const again = await rotating.resolveRow(job, rows, settled);
  records.tell(id, { tally: rows.tally() });
  if (again && !runs.isRunning(id) && hasEnded(records.find(id)))
    await records.change(id, { state: 'paused', because: 'asked' });
}

/** The rows before the record: a job on the list has them. */
async function begin(desk: Desk, job: JobRecord, prepare: () => Promise<void>): Promise<Job> {
  await desk.runs.begin(job.kind, job.id, async () => {
    await prepare();
    await desk.records.add(job);
  });
  return shownJob(desk.records.find(job.id));
}

const NOTHING_YET: Tally = {
  ...{ waiting: 0, running: 0, done: 0, notFound: 0, refused: 0, unknown: 0, skipped: 0 },
};

async function startContactEntries(
  desk: Desk,
  saved: SavedConnection,
  { organisationNumber, organisationName, changes }: ContactChanges,
): Promise<Job> {
  const rows = onceEach(
    changes,
    ({ action, subject }) => `${action} ${contactKey(contactOf(subject))}`,
  );
  const job: BatchRecord = {
    ...headOf(desk, saved),
    ...{ kind: 'change-contact-entries', organisationNumber, organisationName },
    tally: { ...NOTHING_YET, waiting: rows.length },
  };
  return begin(desk, job, () => desk.book.create(job.id, rows));
}

async function startLookUp(
  desk: Desk,
  saved: SavedConnection,
  { organisationNumbers, officialContacts, personalContacts, ...filters }: LookUpWish,
): Promise<Job> {
  const wanted = organisationNumbers.map((subject) => ({ action: 'look-up' as const, subject }));
  const rows = onceEach(wanted, ({ subject }) => subject);
  const job: BatchRecord = {
    ...headOf(desk, saved),
    ...{ kind: 'look-up', officialContacts, personalContacts, ...filters },
    tally: { ...NOTHING_YET, waiting: rows.length },
  };
  return begin(desk, job, () => desk.book.create(job.id, rows));
}

/** The list is read while no other export can begin; the folder is there before the job. */
async function startMessageExport(
  desk: Desk,
  saved: SavedConnection,
  wish: MessageExportWish,
  signal: AbortSignal,
): Promise<Job> {
  const { runs, records, book, run, program = 'Steward' } = desk;
  const about = headOf(desk, saved);
  const { id, started, environment, baseAddress: platform } = about;
  await runs.begin('export-messages', id, async () => {
    const { rows, list } = await chooseMessages(run, saved.id, wish, signal);
    const { record, head } = exportFacts(wish, list);
    const tally = { ...NOTHING_YET, waiting: rows.length };
    const job: MessageExportRecord = { ...about, ...record, tally };
    await beginFolder(wish.path, { program, started, environment, platform, ...head }, async () => {
      await book.create(id, rows);
      await records.add(job);
    });
  });
  return shownJob(records.find(id));
}

async function startSynchronise(
  desk: Desk,
  saved: SavedConnection,
  { language = saved.language, scope }: CopyWish,
): Promise<Job> {
  const { records, runs, copies } = desk;
  const job: SynchroniseRecord = {
    ...headOf(desk, saved),
    ...{ kind: 'synchronise', language, scope, ...NOTHING_COPIED },
  };
  const same = records.all().filter((one) => isOfSameCopy(one, job));
  if (same.some((one) => !hasEnded(one))) throw notEnded();
  return begin(desk, job, async () => {
    await copies.open(saved.id, language);
    // Only the last one says anything about the copy.
    for (const { id } of same) await runs.forget(id);
  });
}

const isOfSameCopy = (one: JobRecord, job: SynchroniseRecord): boolean =>
  one.kind === 'synchronise' &&
  one.environment === job.environment &&
  one.baseAddress === job.baseAddress &&
  one.language === job.language;

const notEnded = () =>
  conflict('A synchronisation of this copy is not at its end: resume it, or cancel it.');

/** In their order, the first of those with the same key. */
function onceEach(all: readonly Wanted[], keyOf: (one: Wanted) => string): Wanted[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const isNew = !seen.has(keyOf(one));
    seen.add(keyOf(one));
    return isNew;
  });
}

async function retry({ records, runs, batches }: Desk, id: string): Promise<void> {
  const { kind } = records.batch(id);
  // Of a rotation a person settles each row.
  if (kind === 'rotate-secrets') throw notNow();
  await runs.resume(id, () => batches[kind].again(id));
}

async function recover({ records, book, runs }: Desk): Promise<void> {
  await runs.recover();
  // Where the list itself was damaged, rows are all that is left of its jobs.
  if (records.whole) await book.sweep(records.all().map(({ id }) => id));
}

async function count({ records, book, batches }: Desk): Promise<void> {
  for (const job of records.all()) {
    if (job.kind === 'synchronise') continue;
    const isOlder = job.kind === 'rotate-secrets' && job.rows !== undefined;
    if (job.state !== 'paused' && !isOlder) continue;
    // One whose rows cannot be read says so when it is opened.
    await (job.state === 'paused' ? batches[job.kind].count(job.id) : book.open(job.id)).catch(
      (error: unknown) => {
        if (failureOf(error) === undefined) throw error;
      },
    );
    if (job.state !== 'paused') book.close(job.id);
  }
}

/** As many as are held at once. */
const PAGE = 50;

function lookUpsOf({ records, book }: Desk): LookUps {
  const find = (id: string) => {
    const job = records.batch(id);
    if (job.kind === 'look-up') return job;
    throw notNow();
  };
  const rowsOf = (id: string) => book.open(find(id).id);
  return {
    async results(id, from, most) {
      const rows = await rowsOf(id);
      return { results: await rows.results(from, most), total: rows.resultCount() };
    },
    async *all(id) {
      const rows = await rowsOf(id);
      for (let from = 0; from < rows.resultCount(); from += PAGE)
        yield* await rows.results(from, PAGE);
    },
    filters(id) {
      const { connection, roleDefinitionCode, service } = find(id);
      return { connection, roleDefinitionCode, service };
    },
  };
}
