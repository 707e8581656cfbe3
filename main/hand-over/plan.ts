// What a hand-over would take: the lists of each part read once, through a connection of the organisation that may.
import { SIGN_INS, callersOf } from '../../preload/contract/endpoints.ts';
import type { PartReader, PlannedPart } from '../../preload/contract/hand-over.ts';
import { type HandOverPart, handOverPart } from '../../preload/contract/hand-over-parts.ts';
import { obstacleOf } from '../../preload/failures.ts';
import type { Run } from '../../preload/contract/contract.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import type { Journal } from '../storage/journal.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { HandOverList, ListTools } from './list.ts';
import { groupsOf, listsOf, NAMING, servicesIn } from './lists.ts';
import { type NamedService, type OwnedService, ownedServices } from './owned-services.ts';
import { OWNER_REQUESTS } from './owner-lists.ts';

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

export interface PlanAsked {
  /** What a person looks at, of whose organisation all is. */
  readonly chosen: SavedConnection;
  /** Tried first for its part, and taken when it can read some of it. */
  readonly through?: readonly PartReading[] | undefined;
  /** All when left out. */
  readonly parts?: readonly HandOverPart[] | undefined;
}
interface PartReading {
  readonly part: HandOverPart;
  readonly connection: string | null;
}

/** Problem cancelled. Parts are told as they become known, in their order. */
export async function planHandOver(
  { run, connections, journal }: PlanNeeds,
  { chosen, through = [], parts: wanted = handOverPart.options }: PlanAsked,
  signal: AbortSignal,
  report: (step: { readonly parts: PlannedPart[]; readonly of: number }) => void,
): Promise<PlannedPart[]> {
  const own = connections
    .filter((one) => isBesideOf(chosen, one))
    // What a person looks at now is tried first.
    .toSorted((a, b) => Number(b.id === chosen.id) - Number(a.id === chosen.id));
  const measured: Measured = { calls: 0, ms: 0 };
  const parts: PlannedPart[] = [];
  const asking: Asking = {
    run,
    own,
    measured,
    journal,
    chosen,
    signal,
    through,
    named: { requested: [], others: [] },
    owned: new Map(),
  };
  const of = wanted.length;
  for (const part of handOverPart.options.filter((one) => wanted.includes(one))) {
    signal.throwIfAborted();
    parts.push(await planPart(asking, part));
    report({ parts: timed(parts, measured), of });
  }
  return timed(parts, measured);
}

/** Another way to the same organisation on the same platform. */
export const isBesideOf = (one: SavedConnection, other: SavedConnection): boolean =>
  one.organisationNumber === other.organisationNumber &&
  one.environment === other.environment &&
  one.baseAddress === other.baseAddress;

/** What nobody could read a part through is no choice; what the platform refuses, it says itself. */
export function isReader(part: HandOverPart, through: SavedConnection | undefined): boolean {
  if (part === 'journal') return through === undefined;
  return through !== undefined && (part === 'services' || signsIn(through));
}

const signsIn = ({ signIn }: SavedConnection): boolean => signIn.way !== 'none';

interface Asking {
  readonly run: Run;
  readonly own: readonly SavedConnection[];
  readonly measured: Measured;
  readonly journal: Pick<Journal, 'acts'>;
  readonly chosen: SavedConnection;
  readonly signal: AbortSignal;
  readonly through: readonly PartReading[];
  /** Services that the lists name which are read so far: one of them may be the organisation's own. */
  readonly named: { readonly requested: NamedService[]; readonly others: NamedService[] };
  /** By connection. */
  readonly owned: Map<string, Promise<readonly OwnedService[]>>;
}

async function planPart(asking: Asking, part: HandOverPart): Promise<PlannedPart> {
  const nothing: PlannedPart = {
    part,
    connection: null,
    connectionName: '',
    obstacle: null,
    readers: [],
    count: null,
    calls: null,
    bytes: null,
    seconds: null,
  };
  if (part === 'journal') {
    const count = await asking.journal.acts();
    return { ...nothing, count, calls: 0, bytes: count * BYTES_OF_LINE };
  }
  const wanted = asking.through.find((one) => one.part === part)?.connection;
  // Which services occur is known when the rest is read; anybody may ask for what is open.
  if (part === 'services') {
    const { id, name } = asking.own.find((one) => one.id === wanted) ?? asking.chosen;
    const readers = asking.own.map((one) => readerOf(one, 'all'));
    return { ...nothing, connection: id, connectionName: name, readers };
  }
  const readers: PartReader[] = [];
  let obstacle: NonNullable<PlannedPart['obstacle']> = 'no-connection';
  let taken: PlannedPart | undefined;
  let isSettled = false;
  for (const connection of inOrder(asking.own, part, wanted)) {
    if (isSettled) {
      // Tried when somebody asks for it: all its lists would be read once more.
      if (mayRead(connection, part)) readers.push(readerOf(connection, 'untried'));
      continue;
    }
    const { obstacle: met, isSome, figures } = await countOf(asking, connection, part);
    const { id, name } = connection;
    const read = { ...nothing, connection: id, connectionName: name, ...figures };
    readers.push(readerOf(connection, met === null ? 'all' : isSome ? 'some' : met));
    isSettled = met === null || (isSome && id === wanted);
    // Where no connection has all of the part, what one has of it is taken along, and the rest is told.
    if (isSettled) taken = read;
    else if (isSome) taken ??= read;
    if (met !== null && TELLING.indexOf(met) > TELLING.indexOf(obstacle)) obstacle = met;
  }
  return { ...(taken ?? { ...nothing, obstacle }), readers };
}

const readerOf = ({ id, name }: SavedConnection, reads: PartReader['reads']): PartReader => ({
  connection: id,
  name,
  reads,
});

/** What one connection may not do, another may; what tells more of the way to it is said. */
const TELLING: readonly PlannedPart['obstacle'][] = [
  'no-connection',
  'not-reached',
  'switched-off',
  'signed-out',
];

/**
 * What a person wants comes first, then those that the documents name for the part; what another way of signing in may do, the platform says
 * itself.
 */
const inOrder = (
  own: readonly SavedConnection[],
  part: HandOverPart,
  wanted: string | null | undefined,
) =>
  own
    .filter(signsIn)
    .toSorted((a, b) => Number(mayRead(b, part)) - Number(mayRead(a, part)))
    .toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted));

const mayRead = ({ signIn }: SavedConnection, part: HandOverPart): boolean =>
  groupsOf[part].some((group) => SIGN_INS[callersOf(group)].includes(signIn.way));

interface CountedPart {
  /** Null where a list is too long to be counted before it is read. */
  readonly figures: Pick<PlannedPart, 'count' | 'calls' | 'bytes'>;
  readonly obstacle: PlannedPart['obstacle'];
  /** The platform gave something of it. */
  readonly isSome: boolean;
}

async function countOf(
  asking: Asking,
  connection: SavedConnection,
  part: HandOverPart,
): Promise<CountedPart> {
  const { measured, named } = asking;
  const tools = toolsOf(asking, connection);
  let [count, calls, bytes] = [0, 0, 0];
  let failure: Failure | undefined;
  let [isSome, isCounted] = [false, true];
  for (const list of listsOf(part)) {
    const began = performance.now();
    try {
      const found = await list.load(tools);
      isSome ||= !list.isHere && found.calls > 0;
      isCounted &&= !list.isFeed || found.complete;
      measured.calls += found.calls;
      measured.ms += performance.now() - began;
      const items = found.items.length;
      count += items;
      calls += found.calls + items * callsOf(list);
      bytes += items * (list.hasFiles ? BYTES_OF_MESSAGE : BYTES_OF_ITEM);
      if (list.key === OWNER_REQUESTS) named.requested.push(...servicesIn(found.items));
      if (NAMING.includes(part)) named.others.push(...servicesIn(found.items));
    } catch (error) {
      const found = failureOf(error);
      if (found === undefined || found.kind === 'cancelled') throw error;
      failure ??= found;
    }
  }
  return {
    figures:
      isSome && isCounted ? { count, calls, bytes } : { count: null, calls: null, bytes: null },
    obstacle: failure === undefined ? null : obstacleIn(failure),
    isSome,
  };
}

function toolsOf(
  { run, signal, named, owned }: Asking,
  { id: connection, organisationNumber: who, organisationName: organisation }: SavedConnection,
): ListTools {
  const needs = { run, connection, who, organisation, signal };
  return {
    ...needs,
    owned() {
      const asked = owned.get(connection) ?? ownedServices({ ...needs, named: async () => named });
      owned.set(connection, asked);
      return asked;
    },
  };
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
