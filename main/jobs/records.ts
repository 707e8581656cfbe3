// Jobs as they stand on this computer: a checkpoint after every step, so that a kill costs at most a question.
import {
  contactEntriesJob,
  type Job,
  job as jobShape,
  lookUpJob,
  type MessageExportJob,
  messageExportJob,
  rotationJob,
  type SynchroniseJob,
  synchroniseJob,
  type tally,
} from '../../preload/contract/jobs.ts';
import { z } from '../../preload/contract/schema.ts';
import { contactFilters } from '../../preload/contract/service-owner.ts';
import { Problem } from '../problem.ts';
import type { Document, Documents } from '../storage/documents.ts';

const rotation = z.object({
  ...rotationJob.shape,
  rows: z.array(
    z.object({
      ...rotationJob.shape.rows.element.shape,
      /** The secret is at the destination. */
      delivered: z.boolean(),
    }),
  ),
  /** Absolute path of a file destination; the page knows only its name. */
  file: z.string().nullable(),
  /** It has ended and nothing of it is left to hand over. */
  settled: z.boolean(),
  /** Where the connection led when it began. Jobs of an older version do not say. */
  baseAddress: z.string().optional(),
});
const baseAddress = z.string();
/** Rows of these are in a file of their own (`rows.ts`): here is only what no person is in. */
const contactEntries = contactEntriesJob.extend({ baseAddress });
const lookUps = lookUpJob.extend({ baseAddress, ...contactFilters.shape });
/** The absolute path of the folder; the page knows only its name. */
const messageExport = messageExportJob.extend({ baseAddress, path: z.string() });
/** What it has put down is in the copy (`main/reference/`): here is how far it came. */
const synchronisation = synchroniseJob.extend({ baseAddress });
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
export type BatchRecord = z.infer<typeof contactEntries> | LookUpRecord | MessageExportRecord;
export type SynchroniseRecord = z.infer<typeof synchronisation>;
export type Row = RotationRecord['rows'][number];
export type Tally = z.infer<typeof tally>;
export type JobKind = JobRecord['kind'];
export type Because = JobRecord['because'];

interface Change extends Partial<
  Pick<SynchroniseJob, 'documents' | 'bytes' | 'secondsLeft' | 'skippedAreas' | 'cutAreas'> &
    Pick<MessageExportJob, 'files'>
> {
  readonly state?: JobRecord['state'];
  readonly because?: Because;
  readonly settled?: boolean;
  readonly tally?: Tally;
}

export interface JobRecords {
  /** False when the file was damaged and its jobs are gone. */
  readonly whole: boolean;
  all(): readonly JobRecord[];
  /** Problem not-found when there is none. */
  find(id: string): JobRecord;
  /** Problem conflict when it is of another kind. */
  rotation(id: string): RotationRecord;
  batch(id: string): BatchRecord;
  synchronisation(id: string): SynchroniseRecord;
  add(value: JobRecord): Promise<void>;
  change(id: string, to: Change): Promise<void>;
  changeRow(id: string, userName: string, to: Partial<Row>): Promise<RotationRecord>;
  forget(id: string): Promise<void>;
}

export interface JobRecordsNeeds {
  readonly documents: Documents;
  readonly now: () => Date;
  readonly changed: (all: readonly JobRecord[]) => void;
}

/** Newest first, as `jobs.json`. */
export async function openJobRecords(needs: JobRecordsNeeds): Promise<JobRecords> {
  const document = await needs.documents.open('jobs', z.array(record), []);
  const whole = !needs.documents.setAside.some((name) => name.startsWith('jobs.json.'));
  return { ...createRecords(document, needs), whole };
}

function createRecords(
  document: Document<JobRecord[]>,
  { now, changed }: JobRecordsNeeds,
): Omit<JobRecords, 'whole'> {
  const found = finders(document);
  const { rotation } = found;
  const save = async (to: (all: JobRecord[]) => JobRecord[]) => {
    changed(await document.change(to));
  };
  const changeOne = (id: string, to: (one: JobRecord) => JobRecord) => {
    const stamped = (one: JobRecord) => ({ ...to(one), changed: now().toISOString() });
    return save((all) => all.map((one) => (one.id === id ? stamped(one) : one)));
  };
  return {
    ...found,
    all: () => document.value(),
    add: (value) => save((all) => [value, ...all]),
    change: (id, to) => changeOne(id, (one) => ({ ...one, ...to })),
    async changeRow(id, userName, to) {
      await changeOne(id, (one) => {
        if (one.kind !== 'rotate-secrets') return one;
        const changedRow = (row: Row) => ({ ...row, at: now().toISOString(), ...to });
        const rows = one.rows.map((row) => (row.userName === userName ? changedRow(row) : row));
        return { ...one, rows };
      });
      return rotation(id);
    },
    forget: (id) => save((all) => all.filter((one) => one.id !== id)),
  };
}

function finders(document: Document<JobRecord[]>) {
  const find = (id: string): JobRecord => {
    const found = document.value().find((one) => one.id === id);
    if (found) return found;
    throw new Problem({ kind: 'not-found', message: 'There is no such job.' });
  };
  return {
    find,
    rotation: (id: string): RotationRecord => {
      const found = find(id);
      if (found.kind === 'rotate-secrets') return found;
      throw notNow();
    },
    batch: (id: string): BatchRecord => {
      const found = find(id);
      if (found.kind === 'rotate-secrets' || found.kind === 'synchronise') throw notNow();
      return found;
    },
    synchronisation: (id: string): SynchroniseRecord => {
      const found = find(id);
      if (found.kind === 'synchronise') return found;
      throw notNow();
    },
  };
}

/** What the page may know: no path. */
export const shownJob = (value: JobRecord): Job => jobShape.parse(value);

export const hasEnded = ({ state }: JobRecord): boolean =>
  state === 'stopped' || state === 'finished';

export const notNow = () =>
  new Problem({
    kind: 'conflict',
    message: 'The job is in another state by now; look at it again.',
    reason: '',
  });
