// Jobs as they stand on this computer: a checkpoint after every step, so that a kill costs at most a question.
import { type RotationJob, rotationJob } from '../preload/contract/jobs.ts';
import { z } from '../preload/contract/schema.ts';
import { Problem } from './problem.ts';
import type { Document, Documents } from './storage/documents.ts';

const record = z.object({
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
});
export type JobRecord = z.infer<typeof record>;
export type Row = JobRecord['rows'][number];

export interface JobRecords {
  all(): readonly JobRecord[];
  /** Problem not-found when there is none. */
  find(id: string): JobRecord;
  add(value: JobRecord): Promise<void>;
  change(id: string, to: Partial<Omit<JobRecord, 'rows'>>): Promise<JobRecord>;
  changeRow(id: string, userName: string, to: Partial<Row>): Promise<JobRecord>;
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
  return createRecords(document, needs);
}

function createRecords(
  document: Document<JobRecord[]>,
  { now, changed }: JobRecordsNeeds,
): JobRecords {
  const find = (id: string): JobRecord => {
    const found = document.value().find((one) => one.id === id);
    if (found) return found;
    throw new Problem({ kind: 'not-found', message: 'There is no such job.' });
  };
  const save = async (to: (all: JobRecord[]) => JobRecord[]) => {
    changed(await document.change(to));
  };
  const changeOne = async (id: string, to: (one: JobRecord) => JobRecord) => {
    const stamped = (one: JobRecord) => ({ ...to(one), changed: now().toISOString() });
    await save((all) => all.map((one) => (one.id === id ? stamped(one) : one)));
    return find(id);
  };
  return {
    all: () => document.value(),
    find,
    add: (value) => save((all) => [value, ...all]),
    change: (id, to) => changeOne(id, (one) => ({ ...one, ...to })),
    changeRow: (id, userName, to) =>
      changeOne(id, (one) => ({
        ...one,
        rows: one.rows.map((row) =>
          row.userName === userName ? { ...row, at: now().toISOString(), ...to } : row,
        ),
      })),
    forget: (id) => save((all) => all.filter((one) => one.id !== id)),
  };
}

/** What the page may know: no path. */
export const shownJob = (value: JobRecord): RotationJob => rotationJob.parse(value);

export const hasWaiting = ({ rows }: JobRecord): boolean =>
  rows.some(({ state }) => state === 'waiting');
