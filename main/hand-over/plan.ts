// What a hand-over would take: each part's lists read once, through the first connection of the organisation that may.
import { SIGN_INS, callersOf } from '../../preload/contract/endpoints.ts';
import type { PlannedPart } from '../../preload/contract/hand-over.ts';
import { type HandOverPart, handOverPart } from '../../preload/contract/hand-over-parts.ts';
import { obstacleOf } from '../../preload/failures.ts';
import type { Run } from '../../preload/contract/contract.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import type { Journal } from '../storage/journal.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { groupsOf, type HandOverList, listsOf } from './lists.ts';

export interface PlanNeeds {
  readonly run: Run;
  /** All of this computer. */
  readonly connections: readonly SavedConnection[];
  readonly journal: Pick<Journal, 'acts'>;
}

/** Of one message, its forms, attachments and printed page, as most are; of anything else its list is a good guess. */
const CALLS_OF_MESSAGE = 4;
const BYTES_OF_MESSAGE = 300_000;
const BYTES_OF_ITEM = 2_000;
const BYTES_OF_LINE = 400;
const CALLS_AT_ONCE = 6;

interface Measured {
  calls: number;
  ms: number;
}

/** Problem cancelled. Parts are told as they become known, in their order. */
export async function planHandOver(
  { run, connections, journal }: PlanNeeds,
  chosen: SavedConnection,
  signal: AbortSignal,
  report: (step: { readonly parts: PlannedPart[]; readonly of: number }) => void,
): Promise<PlannedPart[]> {
  const own = connections
    .filter(
      (one) =>
        one.organisationNumber === chosen.organisationNumber &&
        one.environment === chosen.environment &&
        one.baseAddress === chosen.baseAddress,
    )
    // What a person looks at now is tried first.
    .toSorted((a, b) => Number(b.id === chosen.id) - Number(a.id === chosen.id));
  const measured: Measured = { calls: 0, ms: 0 };
  const parts: PlannedPart[] = [];
  for (const part of handOverPart.options) {
    signal.throwIfAborted();
    parts.push(await planPart({ run, own, measured, journal, chosen, signal }, part));
    report({ parts: timed(parts, measured), of: handOverPart.options.length });
  }
  return timed(parts, measured);
}

interface Asking {
  readonly run: Run;
  readonly own: readonly SavedConnection[];
  readonly measured: Measured;
  readonly journal: Pick<Journal, 'acts'>;
  readonly chosen: SavedConnection;
  readonly signal: AbortSignal;
}

async function planPart(asking: Asking, part: HandOverPart): Promise<PlannedPart> {
  const nothing: PlannedPart = {
    part,
    connection: null,
    connectionName: '',
    obstacle: null,
    count: null,
    calls: null,
    bytes: null,
    seconds: null,
  };
  if (part === 'journal') {
    const count = await asking.journal.acts();
    return { ...nothing, count, calls: 0, bytes: count * BYTES_OF_LINE };
  }
  // Which services occur is known when the rest is read; anybody may ask for what is open.
  if (part === 'services') {
    const { id, name } = asking.chosen;
    return { ...nothing, connection: id, connectionName: name };
  }
  let obstacle: NonNullable<PlannedPart['obstacle']> = 'no-connection';
  let some: PlannedPart | undefined;
  for (const connection of inOrder(asking.own, part)) {
    const { obstacle: met, ...figures } = await countOf(asking, connection, part);
    const { id, name } = connection;
    const read = { ...nothing, connection: id, connectionName: name, ...figures };
    if (met === null) return read;
    // Where no connection has all of the part, what one has of it is taken along, and the rest is told.
    if (figures.calls !== null) some ??= read;
    if (TELLING.indexOf(met) > TELLING.indexOf(obstacle)) obstacle = met;
  }
  return some ?? { ...nothing, obstacle };
}

/** What one connection may not do, another may; what tells more of the way to it is said. */
const TELLING: readonly PlannedPart['obstacle'][] = [
  'no-connection',
  'not-reached',
  'switched-off',
  'signed-out',
];

/** Those that the documents name for the part come first; what another way of signing in may do, the platform says itself. */
const inOrder = (own: readonly SavedConnection[], part: HandOverPart) =>
  own
    .filter(({ signIn }) => signIn.way !== 'none')
    .toSorted((a, b) => Number(mayRead(b, part)) - Number(mayRead(a, part)));

const mayRead = ({ signIn }: SavedConnection, part: HandOverPart): boolean =>
  groupsOf[part].some((group) => SIGN_INS[callersOf(group)].includes(signIn.way));

async function countOf(
  { run, measured, signal }: Asking,
  { id: connection, organisationNumber: who }: SavedConnection,
  part: HandOverPart,
): Promise<Pick<PlannedPart, 'count' | 'calls' | 'bytes' | 'obstacle'>> {
  let [count, calls, bytes] = [0, 0, 0];
  let failure: Failure | undefined;
  let answered = 0;
  for (const list of listsOf(part)) {
    const began = performance.now();
    try {
      const found = await list.load({ run, connection, who, signal });
      if (!list.isHere) answered += 1;
      measured.calls += found.calls;
      measured.ms += performance.now() - began;
      const items = found.items.length;
      count += items;
      calls += found.calls + items * callsOf(list);
      bytes += items * (list.hasFiles ? BYTES_OF_MESSAGE : BYTES_OF_ITEM);
    } catch (error) {
      const found = failureOf(error);
      if (found === undefined || found.kind === 'cancelled') throw error;
      failure ??= found;
    }
  }
  const obstacle = failure === undefined ? null : obstacleIn(failure);
  return answered > 0
    ? { count, calls, bytes, obstacle }
    : { count: null, calls: null, bytes: null, obstacle };
}

const callsOf = (list: HandOverList): number =>
  list.hasFiles ? CALLS_OF_MESSAGE : list.detail === undefined ? 0 : 1;

function obstacleIn(failure: Failure): NonNullable<PlannedPart['obstacle']> {
  if (failure.kind === 'refused' && failure.switchedOff !== undefined) return 'switched-off';
  if (failure.kind === 'refused' && [405, 410].includes(failure.status)) return 'switched-off';
  if (failure.kind === 'not-found') return 'switched-off';
  const obstacle = obstacleOf(failure);
  if (obstacle === 'sign-in') return 'signed-out';
  return obstacle === 'away' ? 'not-reached' : 'no-connection';
}

/** From the calls that were made just now; several are made at once. */
function timed(parts: readonly PlannedPart[], { calls: made, ms }: Measured): PlannedPart[] {
  const each = made === 0 ? null : ms / made / 1000;
  return parts.map((one) => ({
    ...one,
    seconds:
      one.calls === null || each === null
        ? null
        : Math.ceil((one.calls * each) / Math.min(CALLS_AT_ONCE, Math.max(1, one.calls))),
  }));
}
