// Copies of documents to be damaged, filled up and killed: what is in them, and what must be.
import { onTestFinished } from 'vitest';
import { type Disk, realDisk } from '../../main/storage/disk.ts';
import { type OfflineCopy, openOfflineCopy } from '../../main/storage/offline-copy.ts';
import type { CopyRun } from '../../main/storage/offline-copy/run.ts';
import { createClock } from './clock.ts';

export type Values = ReadonlyMap<string, unknown>;

/** Closed when the running test ends. */
export async function openCopy(
  folder: string,
  disk: Disk = realDisk,
  now = createClock().now,
): Promise<OfflineCopy> {
  const copy = await openOfflineCopy({ folder, now, disk });
  onTestFinished(() => copy.close());
  return copy;
}

/** Of a computer that never loses power: for tests that write ten thousand times. */
export const unsynced: Disk = {
  ...realDisk,
  open: async (...given) => {
    const handle = await realDisk.open(...given);
    const nothing = () => Promise.resolve();
    return Object.assign(handle, { sync: nothing, datasync: nothing });
  },
};

/** All that can be read of it. */
export async function valuesOf(copy: OfflineCopy): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const key of [...copy.keys()]) {
    const found = await copy.read(key);
    if (found) values.set(key, found.value);
  }
  return values;
}

/** Puts all of them and makes them the copy, alone. */
export async function commitAll(copy: OfflineCopy, values: Values, head: unknown): Promise<void> {
  const run = await copy.begin(head);
  await putAll(run, values);
  await run.commit(head, () => false);
}

export async function putAll(run: CopyRun, values: Values): Promise<void> {
  for (const [key, value] of values) await run.put(key, value, { of: key });
}
