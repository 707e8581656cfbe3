// Jobs as they stand on this computer: a checkpoint after every step, so that a kill costs at most a question.
import {
  type Job,
  job as jobShape,
  jobDetails,
  jobHead,
  type JobRow,
  type Tally,
  tally,
} from '../../preload/contract/jobs.ts';
import { id, instant, z } from '../../preload/contract/schema.ts';
import { contactFilters } from '../../preload/contract/service-owner.ts';
import { failure } from '../../preload/result.ts';
import type { Document, Documents } from '../storage/documents.ts';
import { conflict, notFound } from '../problems.ts';

const NO_ROWS: Tally = {
  ...{ waiting: 0, running: 0, done: 0, notFound: 0, refused: 0, unknown: 0, skipped: 0 },
};
/** Of a rotation of an older version, which kept its rows here. */
const olderRow = z.object({
  userName: z.string(),
  state: z.enum(['waiting', 'rotating', 'rotated', 'refused', 'unknown', 'skipped']),
  at: instant.nullable(),
  failure: failure.nullable(),
  secret: id.nullable(),
  delivered: z.boolean(),
});
export type OlderRow = z.infer<typeof olderRow>;

/** Where the connection led when the job began. */
const baseAddress = z.string();
const { synchronise: ofCopy, ...ofRows } = jobDetails;
const rotation = z.object({
  ...jobHead,
  kind: z.literal('rotate-secrets'),
  ...ofRows['rotate-secrets'].shape,
  tally: tally.default(NO_ROWS),
  /** Absolute path of a file destination; the page knows only its name. */
  file: z.string().nullable(),
  /** Rotations of the oldest version do not say. */
  baseAddress: baseAddress.optional(),
  /** Until `bringForward` has sealed them in a file of their own. */
  rows: z.array(olderRow).optional(),
  /** False: it ended, and something of it was left to hand over. Of older versions. */
  settled: z.boolean().optional(),
});
/** Rows of these are in a file of their own (`rows.ts`): here is only what no person is in. */
const contactEntries = z.object({
  ...jobHead,
  kind: z.literal('change-contact-entries'),
  ...ofRows['change-contact-entries'].shape,
  tally,
  baseAddress,
});
const lookUps = z.object({
  ...jobHead,
  kind: z.literal('look-up'),
  ...ofRows['look-up'].shape,
  ...contactFilters.shape,
  tally,
  baseAddress,
});
const messageExport = z.object({
  ...jobHead,
  kind: z.literal('export-messages'),
  ...ofRows['export-messages'].shape,
  tally,
  baseAddress,
  /** Absolute, of the folder; the page knows only its name. */
  path: z.string(),
});
/** What it has put down is in the copy (`main/reference/`): here is how far it came. */
const synchronisation = z.object({
  ...jobHead,
  kind: z.literal('synchronise'),
  ...ofCopy.omit({ unchanged: true }).shape,
  documents: z.object({
    /** Grows while schemas become known. */
    all: z.number().int(),
    /** New or other than before. */
    fetched: z.number().int(),
    unchanged: z.number().int(),
    failed: z.number().int(),
    /** Of areas that are switched off. */
    skipped: z.number().int(),
  }),
  baseAddress,
});
/** As it stands in `jobs.json`: these words stay; the contract's are made of them by `shownJob`. */
const record = z.discriminatedUnion('kind', [
  rotation,
  contactEntries,
  lookUps,
  messageExport,
  synchronisation,
]);

export type JobRecord = z.infer<typeof record>;
export type RotationRecord = z.infer<typeof rotation>;
export type LookUpRecord = z.infer<typeof lookUps>;
export type MessageExportRecord = z.infer<typeof messageExport>;
export type BatchRecord =
  RotationRecord | z.infer<typeof contactEntries> | LookUpRecord | MessageExportRecord;
export type SynchroniseRecord = z.infer<typeof synchronisation>;
export type JobKind = JobRecord['kind'];
export type Because = JobRecord['because'];

export interface Change extends Partial<
  Pick<SynchroniseRecord, 'documents' | 'bytes' | 'secondsLeft' | 'skippedAreas' | 'cutAreas'> &
    Pick<MessageExportRecord, 'files'>
> {
  readonly state?: JobRecord['state'];
  readonly because?: Because;
  readonly tally?: Tally;
}

export interface JobRecords {
  /** False when the file was damaged and its jobs are gone. */
  readonly whole: boolean;
  /** As they are known: what the disk did not take yet included. */
  all(): readonly JobRecord[];
  /** Problem not-found when there is none. */
  find(id: string): JobRecord;
  /** Problem conflict when it has no rows. */
  batch(id: string): BatchRecord;
  synchronisation(id: string): SynchroniseRecord;
  add(value: JobRecord): Promise<void>;
  /** On the disk when it resolves. Problem file{...}: then nothing has changed. */
  change(id: string, to: Change): Promise<void>;
  /** Known at once and written later: for what can be counted again, as how far a job came. */
  tell(id: string, to: Change): void;
  /** Known at once, and written as soon as the disk takes it: for what has happened whatever the disk says. */
  conclude(id: string, to: Change): Promise<void>;
  /** Whether something that was concluded of this job is still to be written. */
  isUnwritten(id: string): boolean;
  /** The rows of a rotation of an older version are in a file of their own now. */
  withoutRows(id: string, tally: Tally): Promise<void>;
  forget(id: string): Promise<void>;
  /** Writes what is still to be written, as far as the disk takes it, and tries no more. */
  close(): Promise<void>;
}

export interface JobRecordsNeeds {
  readonly documents: Documents;
  readonly now: () => Date;
  readonly changed: (what: { changed: readonly JobRecord[]; removed: readonly string[] }) => void;
  /** Between two tries to write what the disk refused. */
  readonly retryMs?: number;
}

/** How late what was only told is written. */
const TELL_MS = 10_000;
const RETRY_MS = 2_000;

/** Newest first, as `jobs.json`. */
export async function openJobRecords(needs: JobRecordsNeeds): Promise<JobRecords> {
  const document = await needs.documents.open('jobs', z.array(record), []);
  const whole = !needs.documents.setAside.some((name) => name.startsWith('jobs.json.'));
  return { ...createRecords(document, needs), whole };
}

function createRecords(
  document: Document<JobRecord[]>,
  { now, changed, retryMs = RETRY_MS }: JobRecordsNeeds,
): Omit<JobRecords, 'whole'> {
  /** What is known above the document, by job. */
  const known = new Map<string, Change & { readonly changed: string }>();
  const unwritten = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let due = Infinity;
  let closed = false;

  const withKnown = (one: JobRecord): JobRecord => ({ ...tallied(one), ...known.get(one.id) });
  const all = () => document.value().map(withKnown);
  const found = finders(all);
  const announce = (id: string) => {
    changed({ changed: all().filter((one) => one.id === id), removed: [] });
  };
  /** Every write takes along what is known. */
  const save = async (to: (all: JobRecord[]) => JobRecord[]) => {
    const taken = new Map(known);
    await document.change((records) => {
      for (const [id, change] of known) taken.set(id, change);
      return to(records.map(withKnown));
    });
    for (const [id, written] of taken) drop(id, written);
  };
  /** What came while it was written stays known. */
  const drop = (id: string, written: Change) => {
    const left = Object.entries(known.get(id) ?? {}).filter(
      ([name, value]) => !Object.is(value, written[name as keyof Change]),
    );
    if (left.some(([name]) => name !== 'changed')) {
      known.set(id, { changed: now().toISOString(), ...Object.fromEntries(left) });
      return;
    }
    known.delete(id);
    unwritten.delete(id);
  };
  const writeIn = (ms: number) => {
    const at = performance.now() + ms;
    if (closed || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      due = Infinity;
      void writeKnown();
    }, ms);
    timer.unref();
  };
  const writeKnown = async () => {
    if (known.size === 0) return;
    await save((records) => records).catch(() => {
      writeIn(retryMs);
    });
  };
  const know = (id: string, to: Change) => {
    known.set(id, { ...known.get(id), ...to, changed: now().toISOString() });
  };
  const changeOne = async (id: string, to: (one: JobRecord) => JobRecord) => {
    await save((records) => records.map((one) => (one.id === id ? to(one) : one)));
    announce(id);
  };
  return {
    ...found,
    all,
    async add(value) {
      await save((records) => [value, ...records]);
      announce(value.id);
    },
    change: (id, to) => changeOne(id, (one) => ({ ...one, ...to, changed: now().toISOString() })),
    tell(id, to) {
      know(id, to);
      announce(id);
      writeIn(TELL_MS);
    },
    async conclude(id, to) {
      know(id, to);
      await writeKnown();
      if (known.get(id)?.state !== undefined) unwritten.add(id);
      // Whoever hears of it may begin the next one: what the disk took is taken by now.
      announce(id);
    },
    isUnwritten: (id) => unwritten.has(id),
    withoutRows: (id, counted) =>
      changeOne(id, (one) => {
        if (one.kind !== 'rotate-secrets') return one;
        // Nothing became of it today: `changed` stays.
        const moved = { ...one, rows: undefined, settled: undefined, tally: counted };
        if (one.settled !== false || !hasEnded(one)) return moved;
        return { ...moved, state: 'paused', because: 'restarted' };
      }),
    async forget(id) {
      await save((records) => records.filter((one) => one.id !== id));
      known.delete(id);
      unwritten.delete(id);
      changed({ changed: [], removed: [id] });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await writeKnown();
    },
  };
}

function finders(all: () => readonly JobRecord[]) {
  const find = (id: string): JobRecord => {
    const found = all().find((one) => one.id === id);
    if (found) return found;
    throw notFound('There is no such job.');
  };
  return {
    find,
    batch: (id: string): BatchRecord => {
      const found = find(id);
      if (found.kind === 'synchronise') throw notNow();
      return found;
    },
    synchronisation: (id: string): SynchroniseRecord => {
      const found = find(id);
      if (found.kind === 'synchronise') return found;
      throw notNow();
    },
  };
}

/** With what rows that are still in the record come to. */
function tallied(value: JobRecord): JobRecord {
  if (value.kind !== 'rotate-secrets' || value.rows === undefined) return value;
  if (Object.values(value.tally).some((n) => n > 0)) return value;
  return { ...value, tally: tallyOf(value.rows.map(({ state }) => OLDER_STATES[state])) };
}

export const OLDER_STATES: Readonly<Record<OlderRow['state'], JobRow['state']>> = {
  ...{ waiting: 'waiting', rotating: 'running', rotated: 'done' },
  ...{ refused: 'refused', unknown: 'unknown', skipped: 'skipped' },
};

export function tallyOf(states: readonly JobRow['state'][]): Tally {
  const of = (state: JobRow['state']) => states.filter((one) => one === state).length;
  return {
    ...{ waiting: of('waiting'), running: of('running'), done: of('done') },
    ...{ notFound: of('not-found'), refused: of('refused') },
    ...{ unknown: of('unknown'), skipped: of('skipped') },
  };
}

/** What the page may know: no path. */
export const shownJob = (value: JobRecord): Job =>
  jobShape.parse(
    value.kind === 'synchronise'
      ? {
          ...value,
          tally: documentTally(value.documents),
          details: { ...value, ...value.documents },
        }
      : { ...value, details: value },
  );

function documentTally({ all, ...ended }: SynchroniseRecord['documents']): Tally {
  const { fetched, unchanged, failed: refused, skipped } = ended;
  const done = fetched + unchanged;
  return {
    ...NO_ROWS,
    waiting: Math.max(0, all - done - refused - skipped),
    done,
    refused,
    skipped,
  };
}

export const hasEnded = ({ state }: JobRecord): boolean =>
  state === 'stopped' || state === 'finished';

export const notNow = () => conflict('The job is in another state by now; look at it again.');
