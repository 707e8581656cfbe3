// The rows of a job with a tally: what is asked for each and what became of it, sealed, a line for each step (CCH-01).
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type JobRow, jobRow, type Tally } from '../../preload/contract/jobs.ts';
import { type LookUpResult, lookUpResult } from '../../preload/contract/service-owner.ts';
import { id, instant, z } from '../../preload/contract/schema.ts';
import { failure, type Failure } from '../../preload/result.ts';
import { fileProblemOf, fileTrouble, makeFolder } from '../storage/disk.ts';
import { createSealedLines, openSealedLines, type SealedLines } from '../storage/sealed-lines.ts';
import { tallyOf } from './records.ts';
import { keychainProblem } from '../problems.ts';

const wanted = jobRow.pick({ action: true, subject: true, title: true });
export type Wanted = z.infer<typeof wanted>;

/** What a job was begun with: the first line. */
const asked = z.object({ rows: z.array(wanted) });

const step = z.union([
  z.object({
    row: z.number().int().nonnegative(),
    at: instant,
    state: jobRow.shape.state,
    failure: failure.nullable(),
    /** It may have been done although nobody heard so. */
    tried: z.boolean(),
    /** The entry of the platform that it is about. */
    entry: z.number().int().optional(),
    result: z.unknown().optional(),
    /** The one-time secret that came of it, by its id. */
    secret: id.nullable().optional(),
    /** That secret is at the destination. */
    delivered: z.boolean().optional(),
  }),
  z.object({ at: instant, all: z.enum(['skip', 'again']) }),
  z.object({ at: instant, delivered: z.array(z.number().int().nonnegative()) }),
]);
export type Step = z.input<typeof step>;

export interface Row extends Omit<JobRow, 'secret'> {
  readonly tried: boolean;
  readonly entry: number | undefined;
  readonly secret: string | null;
  readonly delivered: boolean;
  /** Of its last change. */
  readonly revision: number;
}

/** What became of a row, or what it waits for. */
export interface RowState {
  readonly state: Row['state'];
  readonly failure: Failure | null;
  readonly tried?: boolean;
  readonly entry?: number | undefined;
  readonly result?: LookUpResult;
  readonly secret?: string | null;
  readonly delivered?: boolean;
}

/** Changes are on the disk when they resolve. Problem file{...}: then nothing has changed. */
export interface Rows {
  all(): readonly Row[];
  /** Of the last change of any row. */
  revision(): number;
  tally(): Tally;
  hasWaiting(): boolean;
  /** Takes the first that waits: it is under way until something is written of it. */
  take(): Row | undefined;
  /** Those that were taken and of which nothing was written wait again. */
  rest(): void;
  change(row: number, to: RowState): Promise<void>;
  /** The secrets of these rows are at their destination. */
  delivered(rows: readonly number[]): Promise<void>;
  /** What waits is skipped. */
  skipRest(): Promise<void>;
  /** Refused and unknown ones wait again. */
  again(): Promise<void>;
  /** Of the rows that have one, in their order. */
  results(from: number, count: number): Promise<LookUpResult[]>;
  resultCount(): number;
}

export interface RowBook {
  /** With what happened to them so far. */
  create(id: string, rows: readonly Wanted[], steps?: readonly Step[]): Promise<void>;
  /** Kept open until `close`; the same for everyone. Problem file{...}, or keychain{...} while it cannot be read. */
  open(id: string): Promise<Rows>;
  /** Lets go of rows and key in memory. */
  close(id: string): void;
  remove(id: string): Promise<void>;
  /** Files of no known job, left by a kill between two steps, go. */
  sweep(known: readonly string[]): Promise<void>;
  /** Names of files that damaged ones were set aside in. */
  readonly setAside: readonly string[];
}

export interface RowBookNeeds {
  /** The folder `jobs/` of the data folder. */
  readonly folder: string;
  /** 32 bytes from the vault; undefined when there is none and none is to be made. */
  readonly key: (make: boolean) => Promise<Buffer | undefined>;
  readonly now: () => Date;
}

const FILE = /^([0-9a-f-]{36})\.rows$/;

export function createRowBook(needs: RowBookNeeds): RowBook {
  const { folder, key } = needs;
  const opened = new Map<string, Promise<Rows>>();
  const setAside: string[] = [];
  const read = (id: string) => readRows(needs, id, setAside);
  return {
    setAside,
    async create(id, given, steps = []) {
      const secret = await key(true);
      if (!secret) throw noKey();
      await makeFolder(folder);
      await createSealedLines(linesOf(folder, id, secret), [{ rows: given }, ...steps]);
    },
    open(id) {
      const found = opened.get(id) ?? read(id);
      opened.set(id, found);
      // One that fails is tried anew: the keychain may be open by then.
      found.catch(() => opened.delete(id));
      return found;
    },
    close: (id) => void opened.delete(id),
    async remove(id) {
      opened.delete(id);
      await rm(fileOf(folder, id), { force: true }).catch((error: unknown) => {
        throw fileProblemOf(error);
      });
    },
    sweep: (known) => sweep(folder, known),
  };
}

const fileOf = (folder: string, id: string) => path.join(folder, `${id}.rows`);

const linesOf = (folder: string, id: string, key: Buffer) => ({
  ...{ file: fileOf(folder, id), key, purpose: JSON.stringify(['steward-job-rows-1', id]) },
});

async function readRows(
  { folder, key, now }: RowBookNeeds,
  id: string,
  setAside: string[],
): Promise<Rows> {
  const secret = await key(false);
  if (!secret) throw noKey();
  const values: unknown[] = [];
  const meet = (value: unknown, number: number) => values.push(lightened(value, number));
  const found = await openSealedLines(linesOf(folder, id, secret), meet, now);
  if (found.setAside !== undefined) setAside.push(found.setAside);
  return createRows(found.lines, values, now);
}

async function sweep(folder: string, known: readonly string[]): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => {
    const [, id] = FILE.exec(name) ?? [];
    return id !== undefined && !known.includes(id);
  });
  await Promise.all(left.map((name) => rm(path.join(folder, name), { force: true })));
}

/** Results stay on the disk: of 5 000 organisations they would fill the memory. */
function lightened(value: unknown, number: number): unknown {
  const has = typeof value === 'object' && value !== null && 'result' in value;
  return has ? { ...value, result: number } : value;
}

/** A row with what only memory needs: the line of its result. */
interface Kept extends Row {
  readonly result: number | undefined;
}

function createRows(lines: SealedLines, values: readonly unknown[], now: () => Date): Rows {
  const given = asked.safeParse(values[0]);
  if (!given.success) throw fileTrouble('damaged');
  const rows = remembered(given.data.rows, values.slice(1));
  return changing(lines, rows, now);
}

function changing(lines: SealedLines, rows: Kept[], now: () => Date): Rows {
  let first = 0;
  // Greater than any of an earlier opening, so that whoever asks for changes since then gets all rows.
  let revision = now().getTime() * 1000;
  for (const row of rows) rows[row.row] = { ...row, revision };
  const touch = (row: Kept): Kept => ({ ...row, revision: (revision += 1) });
  const write = async (made: Step) => {
    const number = await lines.append(made);
    apply(rows, made, number, touch);
    if ('all' in made || ('state' in made && made.state === 'waiting')) first = 0;
  };
  const at = () => now().toISOString();
  const found = () => rows.flatMap(({ result }) => (result === undefined ? [] : [result]));
  const rest = () => {
    for (const row of rows)
      if (row.state === 'running') rows[row.row] = touch({ ...row, state: 'waiting' });
    first = 0;
  };
  const firstWaiting = () => {
    while (first < rows.length && rows[first]?.state !== 'waiting') first += 1;
    return rows[first];
  };
  // What was under way when the program ended waits again, and may have been done.
  rest();
  return {
    rest,
    all: () => rows,
    revision: () => revision,
    tally: () => tallyOf(rows.map(({ state }) => state)),
    hasWaiting: () => firstWaiting() !== undefined,
    take() {
      const taken = firstWaiting();
      if (taken) rows[first] = touch({ ...taken, state: 'running', failure: null });
      return taken;
    },
    change: (row, to) => write({ row, at: at(), tried: false, ...to }),
    delivered: (some) => write({ at: at(), delivered: [...some] }),
    skipRest: () => write({ at: at(), all: 'skip' }),
    again: () => write({ at: at(), all: 'again' }),
    resultCount: () => found().length,
    async results(from, count) {
      const read = await lines.read(found().slice(from, from + count));
      return read.flatMap(resultOf);
    },
  };
}

function remembered(all: readonly Wanted[], steps: readonly unknown[]): Kept[] {
  const rows = all.map(({ action, subject, title }, row): Kept => ({
    ...{ row, action, subject, title, state: 'waiting', at: null, failure: null },
    ...{ tried: false, entry: undefined, result: undefined },
    ...{ secret: null, delivered: false, revision: 0 },
  }));
  for (const value of steps) {
    const { data } = step.safeParse(value);
    if (data) apply(rows, data, 'row' in data ? data.result : undefined);
  }
  return rows;
}

/** `line`: where the step stands, if it holds a result. */
function apply(rows: Kept[], made: Step, line: unknown, touch = (row: Kept) => row): void {
  if ('all' in made) {
    const from = made.all === 'skip' ? ['waiting', 'running'] : ['refused', 'unknown'];
    const state = made.all === 'skip' ? 'skipped' : 'waiting';
    for (const row of rows)
      if (from.includes(row.state)) rows[row.row] = touch({ ...row, state, at: made.at });
    return;
  }
  if (!('row' in made)) {
    for (const at of made.delivered) {
      const row = rows[at];
      if (row) rows[at] = { ...row, delivered: true };
    }
    return;
  }
  const row = rows[made.row];
  if (!row) return;
  const { at, state, failure: why, tried, entry, result } = made;
  const { secret = row.secret, delivered = row.delivered } = made;
  rows[made.row] = touch({
    ...row,
    ...{ at, state, failure: why, tried, secret, delivered, entry: entry ?? row.entry },
    result: result !== undefined && typeof line === 'number' ? line : row.result,
  });
}

const resultOf = (value: unknown): LookUpResult[] => {
  const { data } = z.object({ result: lookUpResult }).safeParse(value);
  return data ? [data.result] : [];
};

export const noKey = () =>
  keychainProblem(
    'not-stored',
    'The rows of this job are sealed with a key that is not in the keychain now.',
  );
