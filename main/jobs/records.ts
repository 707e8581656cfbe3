// The records of jobs in `jobs.json`: their shapes, and changes that take effect before they are on the disk.
import {
  type Job,
  job as jobShape,
  jobDetails,
  jobHead,
  type JobRow,
  type Tally,
  tally,
} from '../../preload/contract/jobs.ts';
import { handOverPart } from '../../preload/contract/hand-over-parts.ts';
import { z } from '../../preload/contract/schema.ts';
import { contactFilters } from '../../preload/contract/service-owner.ts';
import type { Document, Documents } from '../storage/documents.ts';
import { conflict, notFound } from '../problems.ts';

export const EMPTY_TALLY: Tally = {
  waiting: 0,
  running: 0,
  done: 0,
  notFound: 0,
  refused: 0,
  unknown: 0,
  skipped: 0,
};

/** Where the connection led when the job began. */
const baseAddress = z.string();
const { synchronise: ofCopy, ...ofRows } = jobDetails;
const rotation = z.object({
  ...jobHead,
  kind: z.literal('rotate-secrets'),
  ...ofRows['rotate-secrets'].shape,
  tally,
  /** Absolute path of a file destination; the page knows only its name. */
  file: z.string().nullable(),
  baseAddress,
});
/** Rows of these are in a file of their own (`rows.ts`): the record holds nothing about a person. */
const contactEntries = z.object({
  ...jobHead,
  kind: z.literal('change-contact-entries'),
  ...ofRows['change-contact-entries'].shape,
  tally,
  baseAddress,
});
const delegationChanges = z.object({
  ...jobHead,
  kind: z.literal('change-delegations'),
  ...ofRows['change-delegations'].shape,
  tally,
  baseAddress,
});
const messageChanges = z.object({
  ...jobHead,
  kind: z.literal('change-messages'),
  ...ofRows['change-messages'].shape,
  tally,
  baseAddress,
});
const formSending = z.object({
  ...jobHead,
  kind: z.literal('send-forms'),
  ...ofRows['send-forms'].shape,
  tally,
  baseAddress,
});
const userDeletion = z.object({
  ...jobHead,
  kind: z.literal('delete-users'),
  ...ofRows['delete-users'].shape,
  tally,
  baseAddress,
});
const consentRequests = z.object({
  ...jobHead,
  kind: z.literal('request-consents'),
  ...ofRows['request-consents'].shape,
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
  /** Proves which files in the folder are of the export. */
  sealKey: z.string(),
});
const handOver = z.object({
  ...jobHead,
  kind: z.literal('hand-over'),
  ...ofRows['hand-over'].shape,
  tally,
  baseAddress,
  /** Absolute, of the folder; the page knows only its name. */
  path: z.string(),
  /** Of the pages of messages and forms; index and lists are in both. */
  locale: z.enum(['en', 'nb']),
  /** Through which connection each part is read; of jobs before there was a choice the rows say it. */
  readers: z.array(z.object({ part: handOverPart, connection: z.string().nullable() })).default([]),
});
const fileDownload = z.object({
  ...jobHead,
  kind: z.literal('download-files'),
  ...ofRows['download-files'].shape,
  tally,
  baseAddress,
  /** Absolute, of the folder; the page knows only its name. */
  path: z.string(),
});
const fileSending = z.object({
  ...jobHead,
  kind: z.literal('send-files'),
  ...ofRows['send-files'].shape,
  tally,
  baseAddress,
});
/** The documents are in the copy (`main/reference/`); the record says how far it came. */
const synchronisation = z.object({
  ...jobHead,
  kind: z.literal('synchronise'),
  ...ofCopy.omit({ unchanged: true }).shape,
  documents: z.object({
    /** Grows while schemas are found. */
    all: z.number().int(),
    /** New ones, and those that differ from the copy before. */
    fetched: z.number().int(),
    unchanged: z.number().int(),
    failed: z.number().int(),
    /** Of areas that are switched off. */
    skipped: z.number().int(),
  }),
  baseAddress,
});
/** The stored form, whose words stay; `shownJob` makes the contract's form of it. */
const record = z.discriminatedUnion('kind', [
  rotation,
  contactEntries,
  delegationChanges,
  messageChanges,
  formSending,
  userDeletion,
  consentRequests,
  lookUps,
  messageExport,
  handOver,
  fileDownload,
  fileSending,
  synchronisation,
]);

export type JobRecord = z.infer<typeof record>;
export type RotationRecord = z.infer<typeof rotation>;
export type LookUpRecord = z.infer<typeof lookUps>;
export type MessageExportRecord = z.infer<typeof messageExport>;
export type HandOverRecord = z.infer<typeof handOver>;
export type FileDownloadRecord = z.infer<typeof fileDownload>;
export type FileSendingRecord = z.infer<typeof fileSending>;
export type BatchRecord =
  | RotationRecord
  | z.infer<typeof contactEntries>
  | z.infer<typeof delegationChanges>
  | z.infer<typeof messageChanges>
  | z.infer<typeof formSending>
  | z.infer<typeof userDeletion>
  | z.infer<typeof consentRequests>
  | LookUpRecord
  | MessageExportRecord
  | HandOverRecord
  | FileDownloadRecord
  | FileSendingRecord;
export type SynchroniseRecord = z.infer<typeof synchronisation>;
export type JobKind = JobRecord['kind'];
export type Because = JobRecord['because'];

export interface Change extends Partial<
  Pick<SynchroniseRecord, 'documents' | 'bytes' | 'secondsLeft' | 'skippedAreas' | 'cutAreas'> &
    Pick<FileDownloadRecord, 'files' | 'bytes'>
> {
  readonly state?: JobRecord['state'];
  readonly because?: Because;
  readonly tally?: Tally;
}

export interface JobRecords {
  /** False when the file was damaged and its jobs are lost. */
  readonly isIntact: boolean;
  /** With changes that the disk has not taken yet. */
  all(): readonly JobRecord[];
  /** Problem not-found when there is none. */
  find(id: string): JobRecord;
  /** Problem conflict when it has no rows. */
  batch(id: string): BatchRecord;
  synchronisation(id: string): SynchroniseRecord;
  add(value: JobRecord): Promise<void>;
  /** Written when it resolves. Problem file{...}: then nothing has changed. */
  change(id: string, to: Change): Promise<void>;
  /** Takes effect at once and is written later: for what can be counted again, such as progress. */
  report(id: string, to: Change): void;
  /** Takes effect at once and is written as soon as the disk allows: for what has happened whatever the disk does. */
  conclude(id: string, to: Change): Promise<void>;
  /** Whether something that was concluded of this job is still to be written. */
  isUnwritten(id: string): boolean;
  forget(id: string): Promise<void>;
  /** Writes what is not written yet, as far as the disk takes it, and never tries again. */
  close(): Promise<void>;
}

export interface JobRecordsNeeds {
  readonly documents: Documents;
  readonly now: () => Date;
  readonly changed: (what: { changed: readonly JobRecord[]; removed: readonly string[] }) => void;
  /** Between two attempts to write what the disk refused. */
  readonly retryMs?: number;
}

/** How long after its report a change is written at the latest. */
const REPORT_WRITE_MS = 10_000;
const RETRY_MS = 2_000;

/** Newest first, as in `jobs.json`. */
export async function openJobRecords(needs: JobRecordsNeeds): Promise<JobRecords> {
  const document = await needs.documents.open('jobs', z.array(record), []);
  const isIntact = !needs.documents.setAside.some((name) => name.startsWith('jobs.json.'));
  return { ...createRecords(document, needs), isIntact };
}

function createRecords(
  document: Document<JobRecord[]>,
  { now, changed, retryMs = RETRY_MS }: JobRecordsNeeds,
): Omit<JobRecords, 'isIntact'> {
  /** Changes that are not written yet, by job. */
  const pending = new Map<string, Change & { readonly changed: string }>();
  const unwritten = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let isClosed = false;

  const withPending = (one: JobRecord): JobRecord => ({
    ...one,
    ...pending.get(one.id),
  });
  const all = () => document.value().map(withPending);
  const announce = (id: string) => {
    changed({ changed: all().filter((one) => one.id === id), removed: [] });
  };
  /** Every write includes all pending changes. */
  const save = async (to: (all: JobRecord[]) => JobRecord[]) => {
    const written = new Map(pending);
    await document.change((records) => {
      for (const [id, change] of pending) written.set(id, change);
      return to(records.map(withPending));
    });
    for (const [id, change] of written) removeWritten(id, change);
  };
  /** What was changed while the document was being written stays pending. */
  const removeWritten = (id: string, written: Change) => {
    const rest = Object.entries(pending.get(id) ?? {}).filter(
      ([name, value]) => !Object.is(value, written[name as keyof Change]),
    );
    if (rest.some(([name]) => name !== 'changed')) {
      pending.set(id, { changed: now().toISOString(), ...Object.fromEntries(rest) });
      return;
    }
    pending.delete(id);
    unwritten.delete(id);
  };
  const writeWithin = (ms: number) => {
    const latest = performance.now() + ms;
    if (isClosed || latest >= dueAt) return;
    clearTimeout(timer);
    dueAt = latest;
    timer = setTimeout(() => {
      dueAt = Infinity;
      void writePending();
    }, ms);
    timer.unref();
  };
  const writePending = async () => {
    if (pending.size === 0) return;
    await save((records) => records).catch(() => {
      writeWithin(retryMs);
    });
  };
  const addPending = (id: string, to: Change) => {
    pending.set(id, { ...pending.get(id), ...to, changed: now().toISOString() });
  };
  const changeOne = async (id: string, to: (one: JobRecord) => JobRecord) => {
    await save((records) => records.map((one) => (one.id === id ? to(one) : one)));
    announce(id);
  };
  return {
    ...findersOf(all),
    all,
    async add(value) {
      await save((records) => [value, ...records]);
      announce(value.id);
    },
    change: (id, to) => changeOne(id, (one) => ({ ...one, ...to, changed: now().toISOString() })),
    report(id, to) {
      addPending(id, to);
      announce(id);
      writeWithin(REPORT_WRITE_MS);
    },
    async conclude(id, to) {
      addPending(id, to);
      await writePending();
      if (pending.get(id)?.state !== undefined) unwritten.add(id);
      // Whoever receives this may begin the next job, so `isUnwritten` must be right by now.
      announce(id);
    },
    isUnwritten: (id) => unwritten.has(id),
    async forget(id) {
      await save((records) => records.filter((one) => one.id !== id));
      pending.delete(id);
      unwritten.delete(id);
      changed({ changed: [], removed: [id] });
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await writePending();
    },
  };
}

function findersOf(all: () => readonly JobRecord[]) {
  const find = (id: string): JobRecord => {
    const found = all().find((one) => one.id === id);
    if (found) return found;
    throw notFound('There is no such job.');
  };
  return {
    find,
    batch: (id: string): BatchRecord => {
      const found = find(id);
      if (found.kind === 'synchronise') throw wrongState();
      return found;
    },
    synchronisation: (id: string): SynchroniseRecord => {
      const found = find(id);
      if (found.kind === 'synchronise') return found;
      throw wrongState();
    },
  };
}

export function tallyOf(states: readonly JobRow['state'][]): Tally {
  const count = (state: JobRow['state']) => states.filter((one) => one === state).length;
  return {
    waiting: count('waiting'),
    running: count('running'),
    done: count('done'),
    notFound: count('not-found'),
    refused: count('refused'),
    unknown: count('unknown'),
    skipped: count('skipped'),
  };
}

/** The contract's form of a record, which has no path. */
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
    ...EMPTY_TALLY,
    waiting: Math.max(0, all - done - refused - skipped),
    done,
    refused,
    skipped,
  };
}

export const hasEnded = ({ state }: JobRecord): boolean =>
  state === 'stopped' || state === 'finished';

export const wrongState = () => conflict('The job is in another state by now; look at it again.');
