// Rotates the secrets of many users, one at a time: a checkpoint per row, never a write repeated blindly (ux.md, Bulk rotation; RTY-09).
import { keptSecret } from '../../preload/contract/enterprise-users.ts';
import type { Failure, Result } from '../../preload/result.ts';
import type { Escrow } from '../credentials/escrow.ts';
import type { Destination, Destinations } from './destination.ts';
import {
  type Because,
  hasEnded,
  type JobRecord,
  type JobRecords,
  notNow,
  type RotationRecord,
  type Row,
} from './records.ts';
import type { Course, Kind } from './runs.ts';

/** How far a row came, and why the job must not go on if it must not. */
type RowEnd = { readonly row: Partial<Row>; readonly because: Because };

export interface RotationNeeds {
  readonly records: JobRecords;
  readonly destinations: Destinations;
  readonly escrow: Escrow;
  /** Performs an operation of the contract with its checks and its journal lines, like a click. */
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
  /** The small gap between two users. */
  readonly gap: () => Promise<void>;
}

export interface Rotation extends Kind {
  /** A refused or unknown row, as a person settles it. */
  resolveRow(settled: Settled): Promise<void>;
}

const MOST_REFUSALS_IN_A_ROW = 2;

interface Desk extends RotationNeeds {
  readonly signal: AbortSignal;
}

export function createRotation(needs: RotationNeeds): Rotation {
  const desk: Desk = { ...needs, signal: new AbortController().signal };
  const { records, destinations } = needs;
  return {
    // What its destination lacks is found, and said, on the way.
    ready: async () => undefined,
    run: (id, course) => rotateAndEnd(desk, id, course),
    async stop(id) {
      const destination = await destinations.open(records.rotation(id));
      await deliverRest(desk, id, destination);
      await end(desk, id, destination);
    },
    recover: ({ id }) => recover(desk, records.rotation(id)),
    forget: ({ id }: JobRecord) => destinations.forget(records.rotation(id)),
    resolveRow: (settled) => resolveRow(desk, settled),
  };
}

/** Why the job rests; `none` when it has ended. */
async function rotateAndEnd(desk: Desk, id: string, course: Course): Promise<Because> {
  const destination = await desk.destinations.open(desk.records.rotation(id));
  await deliverRest(desk, id, destination);
  const because = await rotateRows(desk, id, course, destination);
  if (!course.isStopped() && because !== 'none') return because;
  await end(desk, id, destination);
  return 'none';
}

/** One row after the other until something says that it must not go on. */
async function rotateRows(
  desk: Desk,
  id: string,
  course: Course,
  destination: Destination,
): Promise<Because> {
  let refusals = 0;
  for (;;) {
    const halted = course.halt();
    if (halted !== undefined) return halted;
    const next = desk.records.rotation(id).rows.find(isWaiting);
    if (!next) return 'none';
    const { row, because } = await rotateRow(desk, id, next.userName);
    await desk.records.changeRow(id, next.userName, row);
    if (row.secret) await deliver(desk, id, next.userName, row.secret, destination);
    refusals = row.state === 'refused' ? refusals + 1 : 0;
    if (refusals >= MOST_REFUSALS_IN_A_ROW) return 'two-refusals';
    if (because !== 'none') return because;
    if (desk.records.rotation(id).rows.some(isWaiting)) await desk.gap();
  }
}

const isWaiting = ({ state }: Row) => state === 'waiting';

async function rotateRow(desk: Desk, id: string, userName: string): Promise<RowEnd> {
  const { connection } = desk.records.rotation(id);
  await desk.records.changeRow(id, userName, { state: 'rotating', failure: null });
  const input = { connection, userName, job: id };
  const result = await desk.run('enterpriseUsers.rotateSecret', input, desk.signal);
  if (!result.ok) return afterFailure(desk, id, userName, result.failure);
  const { secret } = keptSecret.parse(result.value);
  return { row: { state: 'rotated', secret, failure: null }, because: 'none' };
}

/** What the failure says, unless the escrow knows better: it alone knows what was sent. */
function afterFailure(desk: Desk, id: string, userName: string, failure: Failure): RowEnd {
  const known = fromEscrow(desk.escrow, id, userName);
  if (known) return { row: { ...known, failure }, because: becauseOf(known) };
  switch (failure.kind) {
    case 'outcome-unknown':
    case 'unexpected-answer':
      return { row: { state: 'unknown', failure }, because: 'unknown-outcome' };
    case 'unreachable':
    case 'offline':
    case 'busy':
    case 'cancelled':
      return { row: { state: 'waiting', failure }, because: 'unreachable' };
    case 'keychain':
    case 'file':
    case 'managed':
    case 'internal':
      return { row: { state: 'waiting', failure }, because: 'destination' };
    case 'invalid-input':
    case 'sign-in-needed':
    case 'refused':
    case 'not-found':
    case 'conflict':
    case 'certificate':
      return { row: { state: 'refused', failure }, because: 'none' };
  }
}

const becauseOf = ({ state }: Partial<Row>): Because =>
  state === 'unknown' ? 'unknown-outcome' : 'none';

/** The newest attempt of this job for this user that left something behind. */
function fromEscrow(escrow: Escrow, job: string, userName: string): Partial<Row> | undefined {
  const entry = escrow.list().find((one) => one.job === job && one.userName === userName);
  if (!entry) return undefined;
  const came = entry.state === 'waiting' || entry.state === 'confirmed';
  return came ? { state: 'rotated', secret: entry.id } : { state: 'unknown', secret: null };
}

async function deliver(
  desk: Desk,
  id: string,
  userName: string,
  secret: string,
  destination: Destination,
): Promise<void> {
  await destination.deliver(userName, secret);
  await desk.records.changeRow(id, userName, { delivered: true });
}

/** Secrets that a kill or a lost destination kept from being handed over. */
async function deliverRest(desk: Desk, id: string, destination: Destination): Promise<void> {
  const held = new Set(desk.escrow.list().map((entry) => entry.id));
  for (const { userName, secret, delivered } of desk.records.rotation(id).rows) {
    if (secret === null || (delivered && destination.has(userName))) continue;
    if (held.has(secret)) await deliver(desk, id, userName, secret, destination);
  }
}

async function end(desk: Desk, id: string, destination: Destination): Promise<void> {
  const { records } = desk;
  const waiting = records.rotation(id).rows.filter(({ state }) => state === 'waiting');
  for (const { userName } of waiting) await records.changeRow(id, userName, { state: 'skipped' });
  await destination.settle(records.rotation(id).rows);
  const state = waiting.length > 0 ? 'stopped' : 'finished';
  await records.change(id, {
    state,
    because: waiting.length > 0 ? 'asked' : 'none',
    settled: true,
  });
}

export interface Settled {
  readonly id: string;
  readonly userName: string;
  readonly how: 'rotate-again' | 'old-one-works';
  /** Whether the job runs: then it meets the row on its way. */
  readonly runs: boolean;
}

async function resolveRow(desk: Desk, { id, userName, how, runs }: Settled): Promise<void> {
  const { records, escrow } = desk;
  const row = records.rotation(id).rows.find((one) => one.userName === userName);
  if (row?.state !== 'refused' && row?.state !== 'unknown') throw notNow();
  const open = escrow
    .list()
    .find((one) => one.job === id && one.userName === userName && !/waiting|conf/.test(one.state));
  if (open) await escrow.resolve(open.id, how === 'rotate-again' ? 'rotated-again' : how);
  const state = how === 'rotate-again' ? 'waiting' : 'skipped';
  const { state: now } = await records.changeRow(id, userName, { state, failure: null });
  // A job that has ended takes the row up again.
  if (state === 'waiting' && !runs && now !== 'paused')
    await records.change(id, { state: 'paused', because: 'asked', settled: false });
}

async function recover(desk: Desk, job: RotationRecord): Promise<void> {
  const { records, escrow, destinations } = desk;
  const { id, rows, settled } = job;
  for (const { userName, state: before } of rows) {
    if (before !== 'rotating') continue;
    // Nothing in the escrow: nothing was sent, or the server refused.
    const known = fromEscrow(escrow, id, userName) ?? { state: 'waiting' as const };
    await records.changeRow(id, userName, known);
  }
  if (!hasEnded(job) || settled) return;
  await destinations
    .open(records.rotation(id))
    .then((destination) => end(desk, id, destination))
    .catch(() => undefined);
}
