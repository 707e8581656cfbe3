// The rows of a job, each with its request and its outcome: a sealed file with a line for each step (CCH-01).
import { createHmac } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type JobRow, jobRow, type Tally } from '../../preload/contract/jobs.ts';
import { type LookUpResult, lookUpResult } from '../../preload/contract/service-owner.ts';
import { newRequest } from '../../preload/contract/consents.ts';
import { delegationChange } from '../../preload/contract/delegations.ts';
import { fileDescription } from '../../preload/contract/file-transfer.ts';
import { messagePlace, sentForm } from '../../preload/contract/messages.ts';
import { handOverPart } from '../../preload/contract/hand-over-parts.ts';
import { serviceKind } from '../../preload/contract/metadata.ts';
import { id, instant, party, z } from '../../preload/contract/schema.ts';
import { failure, type Failure } from '../../preload/result.ts';
import {
  fileProblemOf,
  fileTrouble,
  makeFolder,
  removeLeftovers,
  setFilesAside,
} from '../storage/disk.ts';
import { sealedLines } from '../storage/log-codecs.ts';
import { createLog, type LogFile, openAppendFile, openLog, readLog } from '../storage/log-file.ts';
import { tallyOf } from './records.ts';
import { keychainProblem } from '../problems.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import type { Sealed } from '../secrets/sealing-keys.ts';

const rowRequest = jobRow.pick({ action: true, subject: true, title: true, leftOut: true }).extend({
  /** What is given or taken back, and for which party: the record, which says it too, is not sealed. */
  delegation: z.object({ who: party, change: delegationChange }).optional(),
  /** Whose message it is, where it lies, and whether a person allowed that it may be gone for good. */
  message: z.object({ who: party, from: messagePlace, forGood: z.boolean() }).optional(),
  /** What is sent, as whose form, and what becomes of it. */
  form: z
    .object({
      who: party,
      serviceCode: z.string(),
      serviceEdition: z.number().int(),
      dataFormatId: z.string(),
      dataFormatVersion: z.string(),
      then: sentForm,
      xml: z.string(),
    })
    .optional(),
  /** What is asked of whom. */
  consent: newRequest.optional(),
  /** Whose file it is, and how long the platform says it is. */
  download: z.object({ who: party, bytes: z.number().nullable() }).optional(),
  /** What is sent, as whom, to whom, and how long the zip is. */
  file: z
    .object({ who: party, path: z.string(), bytes: z.number(), description: fileDescription })
    .optional(),
  /** What of a hand-over it reads, and through which connection; null for what is on this computer. */
  handOver: z
    .object({
      part: handOverPart,
      connection: id.nullable(),
      read: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('list'), list: z.string() }),
        z.object({ kind: z.literal('item'), list: z.string(), id: z.string() }),
        z.object({ kind: z.literal('services') }),
        z.object({
          kind: z.literal('service'),
          service: serviceKind.nullable(),
          code: z.string(),
          edition: z.number().int(),
        }),
        z.object({ kind: z.literal('journal') }),
      ]),
    })
    .optional(),
  /** When the user that a person was shown was made. */
  user: z.object({ created: instant.nullable() }).optional(),
});
export type RowRequest = z.infer<typeof rowRequest>;

/** What a job was begun with. */
const firstLine = z.object({ rows: z.array(rowRequest) });

/** A file that is whole in the folder, or was just to take its place there. */
const placedFile = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });
export type PlacedFile = z.infer<typeof placedFile>;

const step = z.union([
  z.object({
    row: z.number().int().nonnegative(),
    at: instant,
    state: jobRow.shape.state,
    failure: failure.nullable(),
    /** The platform may have done it although no answer came. */
    tried: z.boolean(),
    /** The entry of the platform that it is about. */
    entry: z.number().int().optional(),
    /** The message that was made of it. */
    made: z.string().optional(),
    placed: placedFile.optional(),
    result: z.unknown().optional(),
    /** The id of the one-time secret that the row gave. */
    secret: id.nullable().optional(),
    /** That secret is at the destination. */
    delivered: z.boolean().optional(),
  }),
  z.object({ at: instant, all: z.enum(['skip', 'again']) }),
  z.object({ at: instant, more: z.array(rowRequest) }),
  z.object({ at: instant, delivered: z.array(z.number().int().nonnegative()) }),
]);
export type Step = z.input<typeof step>;

export interface Row extends Omit<JobRow, 'secret'>, RowRequest {
  readonly tried: boolean;
  /** When it was last marked as sent. */
  readonly markedAt: string | undefined;
  /** A person has asked for it once more since then. */
  readonly again: boolean;
  readonly entry: number | undefined;
  readonly placed: PlacedFile | undefined;
  readonly secret: string | null;
  readonly delivered: boolean;
  /** Number of its last change. */
  readonly revision: number;
}

/** The change of a row: its outcome, or what it waits for. */
export interface RowState {
  readonly state: Row['state'];
  readonly failure: Failure | null;
  readonly tried?: boolean;
  readonly entry?: number | undefined;
  readonly made?: string;
  readonly placed?: PlacedFile;
  readonly result?: LookUpResult;
  readonly secret?: string | null;
  readonly delivered?: boolean;
}

/** Changes are on the disk when they resolve. Problem file{...}: then nothing has changed. */
export interface Rows {
  all(): readonly Row[];
  /** Number of the last change of any row. */
  revision(): number;
  tally(): Tally;
  hasWaiting(): boolean;
  /** The first row that waits. It runs until its change is written. */
  claim(): Row | undefined;
  /** Claimed rows of which no change was written wait again. */
  releaseClaimed(): void;
  change(row: number, to: RowState): Promise<void>;
  /** The secrets of these rows are at their destination. */
  markDelivered(rows: readonly number[]): Promise<void>;
  skipWaiting(): Promise<void>;
  /** Rows that became known while others were done; they wait. */
  add(rows: readonly RowRequest[]): Promise<void>;
  /** Refused and unknown rows wait again. */
  retry(): Promise<void>;
  /** Of the rows that have one, in the order of the rows. */
  results(from: number, count: number): Promise<LookUpResult[]>;
  resultCount(): number;
}

export interface RowStore {
  create(id: string, rows: readonly RowRequest[]): Promise<void>;
  /** The same object for everyone until `close`. Problem file{...}, or keychain{...} while the key cannot be read. */
  open(id: string): Promise<Rows>;
  /** Removes rows and key from memory. */
  close(id: string): void;
  remove(id: string): Promise<void>;
  /** Removes the files of jobs that are not among `known`: a kill between two steps leaves such files. */
  removeOrphans(known: readonly string[]): Promise<void>;
  /** Reads the rows of these jobs, by id with whom they concern, and names files of no job. Problem file{...}, keychain{...}. */
  check(run: StoreCheck, known: ReadonlyMap<string, string>): Promise<void>;
  /** 32 bytes, base64url, that only this data folder can make: the same for the same words. */
  keyFor(words: string): Promise<string>;
  /** The files of all jobs: only the key opens them. */
  readonly sealed: Sealed;
  /** Names of the files that damaged lines were set aside in. */
  readonly setAside: readonly string[];
}

export interface RowStoreNeeds {
  /** The folder `jobs/` of the data folder. */
  readonly folder: string;
  /** 32 bytes from the vault; undefined when there is no key and `make` is false. */
  readonly key: (make: boolean) => Promise<Buffer | undefined>;
  readonly now: () => Date;
}

const FILE = /^([0-9a-f-]{36})\.rows$/;
const SET_ASIDE = /^([0-9a-f-]{36})\.rows\.bad-/;

export function createRowStore(needs: RowStoreNeeds): RowStore {
  const { folder, key } = needs;
  const opened = new Map<string, Promise<Rows>>();
  const allSetAside: string[] = [];
  const read = (id: string) => readRows(needs, id, allSetAside);
  const store: RowStore = {
    setAside: allSetAside,
    async create(id, rows) {
      const secret = await key(true);
      if (!secret) throw noRowKey();
      await makeFolder(folder);
      await createLog(bytesOf(folder, id), linesOf(id, secret), [{ rows }]);
    },
    open(id) {
      const found = opened.get(id) ?? read(id);
      opened.set(id, found);
      // A failed opening is tried again by the next caller: the keychain may be unlocked by then.
      found.catch(() => opened.delete(id));
      return found;
    },
    close: (id) => void opened.delete(id),
    async keyFor(words) {
      const secret = await key(true);
      if (!secret) throw noRowKey();
      return createHmac('sha256', secret).update(words).digest('base64url');
    },
    async remove(id) {
      opened.delete(id);
      await rm(fileOf(folder, id), { force: true }).catch((error: unknown) => {
        throw fileProblemOf(error);
      });
    },
    removeOrphans: (known) => removeOrphans(folder, known),
    check: (run, known) => check(needs, { ...store, isOpen: (id) => opened.has(id) }, run, known),
    sealed: {
      count: async () => (await rowFiles(folder)).length,
      async giveUp() {
        const files = (await rowFiles(folder)).map((name) => path.join(folder, name));
        allSetAside.push(...(await setFilesAside(files, needs.now())));
        opened.clear();
      },
    },
  };
  return store;
}

const rowFiles = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => FILE.test(name));

const fileOf = (folder: string, id: string) => path.join(folder, `${id}.rows`);

const bytesOf = (folder: string, id: string) => openAppendFile(fileOf(folder, id));
const linesOf = (id: string, key: Buffer) =>
  sealedLines({ key, purpose: JSON.stringify(['steward-job-rows-1', id]) });

async function readRows(
  { folder, key, now }: RowStoreNeeds,
  id: string,
  allSetAside: string[],
): Promise<Rows> {
  const secret = await key(false);
  if (!secret) throw noRowKey();
  const options = { now, mustExist: true };
  const { log, found, setAside } = await openLog(bytesOf(folder, id), linesOf(id, secret), options);
  if (setAside !== undefined) allSetAside.push(setAside);
  const [first, ...steps] = found.map(withoutResult);
  const request = firstLine.safeParse(first);
  if (!request.success) throw fileTrouble('damaged');
  return createRows(log, replay(request.data.rows, steps), now);
}

async function check(
  { folder, key }: RowStoreNeeds,
  rows: Pick<RowStore, 'open' | 'setAside'> & { readonly isOpen: (id: string) => boolean },
  run: StoreCheck,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const secret = known.size > 0 ? await key(false) : undefined;
  for (const [id, concerns] of known) {
    if (!secret) throw noRowKey();
    const found = { what: `${id}.rows`, concerns };
    const { bytes, ...scan } = await readLog(bytesOf(folder, id), linesOf(id, secret));
    run.read();
    const isReadable = !scan.otherVersion && firstLine.safeParse(scan.values[0]).success;
    if (bytes.length === 0) run.left({ ...found, kind: 'missing' });
    else if (!isReadable) run.left({ ...found, kind: 'unreadable' });
    // A job that has its rows in memory goes on with this very file.
    else if (scan.damaged && rows.isOpen(id)) run.left({ ...found, kind: 'damaged' });
    else if (scan.damaged)
      await run.repair({ ...found, kind: 'damaged' }, async () => {
        await rows.open(id);
        return rows.setAside.at(-1);
      });
  }
  for (const what of names) {
    const [, id] = FILE.exec(what) ?? [];
    if (id !== undefined && !known.has(id)) run.left({ kind: 'orphaned', what });
    const [, of] = SET_ASIDE.exec(what) ?? [];
    if (of !== undefined) run.left({ kind: 'set-aside', what, concerns: known.get(of) ?? null });
  }
}

async function removeOrphans(folder: string, known: readonly string[]): Promise<void> {
  await removeLeftovers(folder).catch(() => undefined);
  const names = await readdir(folder).catch(() => []);
  const orphans = names.filter((name) => {
    const [, id] = FILE.exec(name) ?? [];
    return id !== undefined && !known.includes(id);
  });
  await Promise.all(orphans.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Results stay on the disk: those of 5 000 organisations would fill the memory. */
function withoutResult(value: unknown, line: number): unknown {
  const has = typeof value === 'object' && value !== null && 'result' in value;
  return has ? { ...value, result: line } : value;
}

/** `result`: the number of the line that holds the row's result. */
interface RowInMemory extends Row {
  readonly result: number | undefined;
}

function createRows(lines: LogFile<unknown>, rows: RowInMemory[], now: () => Date): Rows {
  let first = 0;
  // Greater than any of an earlier opening, so that whoever asks for changes since then gets all rows.
  let revision = now().getTime() * 1000;
  for (const row of rows) rows[row.row] = { ...row, revision };
  const revise = (row: RowInMemory): RowInMemory => ({ ...row, revision: (revision += 1) });
  const write = async (made: Step) => {
    const line = await lines.append([made]);
    apply(rows, made, line, revise);
    if ('all' in made || ('state' in made && made.state === 'waiting')) first = 0;
  };
  const timestamp = () => now().toISOString();
  const resultLines = () => rows.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const releaseClaimed = () => {
    for (const row of rows)
      if (row.state === 'running') rows[row.row] = revise({ ...row, state: 'waiting' });
    first = 0;
  };
  const firstWaiting = () => {
    while (first < rows.length && rows[first]?.state !== 'waiting') first += 1;
    return rows[first];
  };
  // Rows that ran when the program ended wait again, and may have been done.
  releaseClaimed();
  return {
    releaseClaimed,
    all: () => rows,
    revision: () => revision,
    tally: () => tallyOf(rows.map(({ state }) => state)),
    hasWaiting: () => firstWaiting() !== undefined,
    claim() {
      const row = firstWaiting();
      if (row) rows[first] = revise({ ...row, state: 'running', failure: null });
      return row;
    },
    change: (row, to) => write({ row, at: timestamp(), tried: false, ...to }),
    markDelivered: (delivered) => write({ at: timestamp(), delivered: [...delivered] }),
    skipWaiting: () => write({ at: timestamp(), all: 'skip' }),
    async add(more) {
      if (more.length > 0) await write({ at: timestamp(), more: [...more] });
    },
    retry: () => write({ at: timestamp(), all: 'again' }),
    resultCount: () => resultLines().length,
    async results(from, count) {
      const values = await lines.read(resultLines().slice(from, from + count));
      return values.flatMap(resultOf);
    },
  };
}

function replay(all: readonly RowRequest[], steps: readonly unknown[]): RowInMemory[] {
  const rows = all.map(newRow);
  for (const value of steps) {
    const { data } = step.safeParse(value);
    if (data) apply(rows, data, 'row' in data ? data.result : undefined);
  }
  return rows;
}

const newRow = (request: RowRequest, row: number): RowInMemory => ({
  ...request,
  row,
  state: 'waiting',
  at: null,
  failure: null,
  tried: false,
  markedAt: undefined,
  again: false,
  entry: undefined,
  placed: undefined,
  result: undefined,
  secret: null,
  delivered: false,
  revision: 0,
});

/** `line`: the number of the step's own line, for a step that holds a result. */
function apply(
  rows: RowInMemory[],
  made: Step,
  line: unknown,
  revise = (row: RowInMemory) => row,
): void {
  if ('all' in made) {
    const from = made.all === 'skip' ? ['waiting', 'running'] : ['refused', 'unknown'];
    const state = made.all === 'skip' ? 'skipped' : 'waiting';
    const again = made.all === 'again';
    for (const row of rows)
      if (from.includes(row.state)) rows[row.row] = revise({ ...row, state, again, at: made.at });
    return;
  }
  if ('more' in made) {
    for (const request of made.more)
      rows.push(revise(newRow(rowRequest.parse(request), rows.length)));
    return;
  }
  if (!('row' in made)) {
    for (const index of made.delivered) {
      const row = rows[index];
      if (row) rows[index] = { ...row, delivered: true };
    }
    return;
  }
  const row = rows[made.row];
  if (!row) return;
  const { at, state, failure: why, tried, entry, result } = made;
  rows[made.row] = revise({
    ...row,
    at,
    state,
    failure: why,
    tried,
    markedAt: state === 'running' && tried ? at : row.markedAt,
    again: false,
    ...(made.made !== undefined && { made: made.made }),
    secret: made.secret === undefined ? row.secret : made.secret,
    delivered: made.delivered ?? row.delivered,
    entry: entry ?? row.entry,
    placed: made.placed ?? row.placed,
    result: result !== undefined && typeof line === 'number' ? line : row.result,
  });
}

const resultOf = (value: unknown): LookUpResult[] => {
  const { data } = z.object({ result: lookUpResult }).safeParse(value);
  return data ? [data.result] : [];
};

const noRowKey = () =>
  keychainProblem(
    'not-stored',
    'The rows of this job are sealed with a key that is not in the keychain now.',
  );
