// The last step of a synchronisation: compares with the old copy, drops what no list names, puts the copy in place.
import type { z } from '../../preload/contract/schema.ts';
import { codeListHead, openRole, serviceSummary } from '../../preload/contract/metadata.ts';
import type { Area, Scope } from '../../preload/contract/reference.ts';
import { failure } from '../../preload/result.ts';
import type { OfflineCopy } from '../storage/offline-copy.ts';
import type { CopyRun } from '../storage/offline-copy/run.ts';
import { createSlices, mapInSlices } from '../pauses.ts';
import { changesBetween, countOf, type Listed } from './changes.ts';
import type { Copy } from './copies.ts';
import { type CopyHead, LISTS } from './keys.ts';
import { isRetained } from './plan.ts';

export interface Usage {
  readonly calls: number;
  readonly bytes: number;
  readonly seconds: number;
}

export interface FinishInput {
  readonly id: string;
  readonly copy: Copy;
  readonly run: CopyRun;
  readonly scope: Scope;
  readonly failed: number;
  readonly skippedAreas: Area[];
  readonly cutAreas: Area[];
  readonly schemas: ReadonlyMap<string, ReadonlySet<string>>;
  readonly usage: () => Usage;
  readonly now: () => Date;
}

/** A first run that loaded no list leaves no copy: an empty copy would claim that the platform has no services. */
export async function finish(input: FinishInput): Promise<void> {
  const { copy, run, schemas } = input;
  const isEmpty = Object.values(LISTS).every((key) => !run.has(key));
  if (isEmpty && copy.head() === undefined) {
    await run.abandon();
    return;
  }
  const lists = await listsIn(run);
  const head = await headOf(input, lists);
  await run.commit(head, await isRetained(lists, schemas));
  await copy.replaced();
}

/** Undefined for a list that cannot be read. A run falls back on the lists of the copy. */
export async function listsIn(from: Pick<CopyRun | OfflineCopy, 'read'>): Promise<Listed> {
  const listIn = async <T>(key: string, item: z.ZodType<T>) =>
    listOf((await from.read(key))?.value, item);
  return {
    services: await listIn(LISTS.services, serviceSummary),
    codeLists: await listIn(LISTS.codeLists, codeListHead),
    roles: await listIn(LISTS.roles, openRole),
  };
}

async function listOf<T>(value: unknown, item: z.ZodType<T>): Promise<T[] | undefined> {
  if (!Array.isArray(value)) return undefined;
  const read = await mapInSlices(value, (one) => item.safeParse(one));
  return read.every(({ success }) => success) ? read.flatMap(({ data }) => data ?? []) : undefined;
}

const MOST_FAILURES = 500;

async function headOf(input: FinishInput, lists: Listed): Promise<CopyHead> {
  const { id, copy, run, scope, failed, skippedAreas, cutAreas, now } = input;
  const { environment, baseAddress, language } = copy.of;
  const before = copy.head();
  const finishedAt = now().toISOString();
  const found = await changesBetween({
    before: await listsIn(copy.store),
    now: lists,
    slices: createSlices(),
    changed: run.changes().flatMap(({ key, how }) => (how === 'changed' ? [key] : [])),
  });
  const last = { at: finishedAt, scope, failed, skippedAreas, cutAreas };
  const fetched = run.entry(LISTS.services)?.storedAt ?? before?.fetched ?? finishedAt;
  return {
    environment,
    baseAddress,
    language,
    fetched,
    job: id,
    last: { ...last, changed: before === undefined ? 0 : countOf(found) },
    failures: failuresOf(run),
    changes: before === undefined ? null : { since: before.fetched, at: fetched, ...found },
    pace: paceOf(input.usage()) ?? before?.pace ?? null,
  };
}

function failuresOf(run: CopyRun): CopyHead['failures'] {
  return run
    .failures()
    .slice(0, MOST_FAILURES)
    .flatMap(({ key, why }) => {
      const read = failure.safeParse(why);
      return read.success ? [{ key, failure: read.data }] : [];
    });
}

/** Fewer calls say nothing about the speed of the platform. */
const ENOUGH_CALLS = 20;

const paceOf = ({ calls, bytes, seconds }: Usage): CopyHead['pace'] =>
  calls < ENOUGH_CALLS ? null : { secondsPerCall: seconds / calls, bytesPerCall: bytes / calls };
