// Makes a new copy of the open metadata: lists, then the documents in scope, then all put in place at once.
import type { Area, Scope } from '../../preload/contract/reference.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import type { CopyRun } from '../storage/offline-copy/run.ts';
import type { Copy } from './copies.ts';
import { createSlices } from './slices.ts';
import { finish, listsIn, type Spent } from './finish.ts';
import { type ListFacts, listFacts, LISTS } from './keys.ts';
import {
  editionOf,
  MOST_CODE_LISTS,
  MOST_SERVICES,
  planned,
  schemasOf,
  type Task,
} from './plan.ts';
import { type Driving, type Halt, pump } from './pump.ts';
import type {
  CodeListHead,
  OpenRole,
  RoleRequirement,
  Service,
  ServiceSummary,
} from '../../preload/contract/metadata.ts';
import type { Language } from '../../preload/contract/schema.ts';
import type { WholeList } from '../http/complete-list.ts';
import type { ReadClient } from '../platform/client.ts';
import { COPY_FORM } from './metadata/call.ts';
import { fetchCodeList, listCodeLists } from './metadata/code-lists.ts';
import { fetchRequirements } from './metadata/requirements.ts';
import { listRoles } from './metadata/roles.ts';
import { fetchSchema } from './metadata/schemas.ts';
import { type AskedService, fetchService, listServices, serviceIn } from './metadata/services.ts';

export interface Progress {
  readonly documents: {
    readonly all: number;
    readonly fetched: number;
    readonly unchanged: number;
    readonly failed: number;
    readonly skipped: number;
  };
  readonly skippedAreas: Area[];
  readonly cutAreas: Area[];
  readonly secondsLeft: number | null;
}

export interface SynchroniseNeeds extends Driving {
  /** Of the job that does it. */
  readonly id: string;
  readonly copy: Copy;
  readonly run: CopyRun;
  readonly asking: Asking;
  readonly scope: Scope;
  readonly report: (progress: Progress) => void;
  /** What this process has asked for so far. */
  readonly spent: () => Spent;
  readonly now: () => Date;
  readonly clock: () => number;
}

/** Why it rests; 'none': the new copy is in place. A run that was resumed asks for nothing that it has already put down. */
export async function synchronise(needs: SynchroniseNeeds): Promise<Halt | 'none'> {
  const context = createDesk(needs);
  const { run, scope } = needs;
  const because = await pump(listWork(context), needs);
  if (because !== 'none') return because;
  context.tasks = planned(scope, await listsIn(run));
  context.counts.all += context.tasks.length;
  context.counts.services = context.tasks.filter(({ area }) => area === 'services').length;
  await takeUp(context);
  const end = await pump(documentWork(context), needs);
  if (end !== 'none') return end;
  await fail(context, context.off.rest());
  const halted = needs.halt();
  if (halted !== undefined) return halted;
  await finish({ ...needs, ...resultOf(context), schemas: context.schemas });
  return 'none';
}

/** What stands in the report and in the head of the copy. */
const resultOf = ({ off, cut, counts }: Context) => ({
  skippedAreas: off.areas(),
  cutAreas: [...cut],
  failed: counts.failed,
});

interface Context extends SynchroniseNeeds {
  readonly off: SwitchedOff;
  readonly remaining: Remaining;
  readonly counts: Counts;
  /** Documents of a run that is resumed which are other than in the copy. */
  readonly changedBefore: ReadonlySet<string>;
  readonly cut: Set<Area>;
  readonly failedKeys: Set<string>;
  /** Of services whose forms were read, by the name of their edition. */
  readonly schemas: Map<string, Set<string>>;
  /** What came up meanwhile goes first. */
  readonly first: Task[];
  tasks: readonly Task[];
  at: number;
}

interface Counts {
  all: number;
  got: number;
  changed: number;
  failed: number;
  skipped: number;
  services: number;
  schemas: number;
}

function createDesk(needs: SynchroniseNeeds): Context {
  const { run, clock } = needs;
  const failedKeys = new Set(run.failures().map(({ key }) => key));
  return {
    ...needs,
    off: createSwitchedOff(),
    remaining: createRemaining(clock),
    cut: new Set<Area>(),
    counts: {
      all: LIST_TASKS.length,
      got: 0,
      changed: 0,
      failed: failedKeys.size,
      skipped: 0,
      services: 0,
      schemas: 0,
    },
    changedBefore: new Set(run.changes().map(({ key }) => key)),
    failedKeys,
    schemas: new Map<string, Set<string>>(),
    first: [],
    tasks: [],
    at: 0,
  };
}

function tell(context: Context): void {
  const { counts, off, cut, remaining, report } = context;
  const { all, got, changed, failed } = counts;
  const skipped = counts.skipped + off.given;
  const left = all + schemasToCome(context) - got - failed - skipped;
  report({
    documents: { all, fetched: changed, unchanged: got - changed, failed, skipped },
    skippedAreas: off.areas(),
    cutAreas: [...cut],
    secondsLeft: remaining.seconds(Math.max(0, left)),
  });
}

/** As many for each service that was not read yet as for those that were. */
function schemasToCome({ schemas, counts }: Context): number {
  if (schemas.size === 0) return 0;
  return (counts.schemas / schemas.size) * Math.max(0, counts.services - schemas.size);
}

function listWork(context: Context) {
  const { run, asking, off, cut } = context;
  const waiting = LIST_TASKS.filter(({ key }) => !countIfThere(context, key));
  for (const { key, list } of LIST_TASKS)
    if (listFacts.safeParse(run.entry(key)?.facts).data?.cut === true) cut.add(list);
  return {
    next: async () => waiting.shift(),
    ask: (task: ListTask) => fetchList(asking, task),
    async got({ key, list }: ListTask, { value, isCut, heldBack }: FetchedList) {
      if (isCut) cut.add(list);
      const facts: ListFacts = { count: value.length, cut: isCut, heldBack };
      await put(context, key, { value, facts });
    },
    async refused({ key, list }: ListTask, failure: Failure) {
      if (!meansOff(failure)) return fail(context, [{ key, failure }]);
      off.listIsOff(list);
      context.counts.skipped += 1;
      tell(context);
    },
  };
}

const isThere = ({ run, failedKeys }: Context, key: string) =>
  run.entry(key) !== undefined || failedKeys.has(key);

/** Counts what a run that is resumed has already put down. */
function countIfThere(context: Context, key: string): boolean {
  const { run, counts, changedBefore } = context;
  if (run.entry(key) !== undefined) {
    counts.got += 1;
    if (changedBefore.has(key)) counts.changed += 1;
  }
  return isThere(context, key);
}

/** Schemas that services of a run that is resumed lead to are not forgotten. */
async function takeUp(context: Context): Promise<void> {
  const { run, tasks, off } = context;
  const slices = createSlices();
  for (const task of tasks) {
    if (slices.due()) await slices.rest();
    if (!countIfThere(context, task.key)) continue;
    if (run.entry(task.key) !== undefined) off.good(task.area);
    if (task.area === 'services') await leadsTo(context, task);
  }
  tell(context);
}

/** Plans what the service that is kept leads to, be it of an older copy. */
async function leadsTo(context: Context, task: ServiceTask): Promise<void> {
  const kept = await context.run.read(task.key);
  if (kept === undefined) return;
  try {
    addSchemas(context, task, serviceParts(kept.value, task.service).more);
  } catch (error) {
    // An older program may have kept what this one does not understand.
    if (failureOf(error) === undefined) throw error;
  }
}

type ServiceTask = Extract<Task, { readonly area: 'services' }>;

function addSchemas(context: Context, { service }: ServiceTask, more: readonly Task[]): void {
  const { code, edition } = service;
  const keys = context.schemas.get(editionOf(code, edition)) ?? new Set();
  context.schemas.set(editionOf(code, edition), keys);
  for (const task of more) {
    if (keys.has(task.key)) continue;
    keys.add(task.key);
    context.counts.all += 1;
    context.counts.schemas += 1;
    if (!countIfThere(context, task.key)) context.first.push(task);
  }
}

function documentWork(context: Context) {
  const { asking } = context;
  return {
    next: () => nextTask(context),
    ask: (task: Task) => fetchDocument(asking, task),
    async got(task: Task, fetched: Fetched) {
      await fail(context, context.off.good(task.area));
      if (task.area === 'services') addSchemas(context, task, fetched.more ?? []);
      await put(context, task.key, fetched);
    },
    async refused(task: Task, failure: Failure) {
      await fail(context, context.off.bad(task.area, { key: task.key, failure }));
      if (task.area === 'services') await leadsTo(context, task);
      tell(context);
    },
  };
}

/** Documents of areas that are switched off are passed over. */
async function nextTask(context: Context): Promise<Task | undefined> {
  const { first, tasks, off, counts } = context;
  const slices = createSlices();
  for (;;) {
    if (slices.due()) await slices.rest();
    const task = first.shift() ?? tasks[context.at++];
    if (task === undefined) {
      context.at = tasks.length;
      return undefined;
    }
    if (isThere(context, task.key)) continue;
    if (!off.isOff(task.area)) return task;
    counts.skipped += 1;
    if (task.area === 'services') await leadsTo(context, task);
    tell(context);
  }
}

async function put(context: Context, key: string, { value, facts }: Fetched): Promise<void> {
  const how = await context.run.put(key, value, facts);
  context.counts.got += 1;
  if (how !== 'unchanged') context.counts.changed += 1;
  context.remaining.done();
  tell(context);
}

async function fail(context: Context, all: readonly Refused[]): Promise<void> {
  for (const { key, failure } of all) {
    await context.run.fail(key, failure);
    context.failedKeys.add(key);
    context.counts.failed += 1;
    context.remaining.done();
  }
  if (all.length > 0) tell(context);
}

interface Remaining {
  /** One more document is done. */
  done(): void;
  /** Null while too little is known. */
  seconds(left: number): number | null;
}

/** Documents, until a mean says something. */
const ENOUGH_FOR_MEAN = 20;
/** Weight of the newest: about the last hundred count. */
const NEWEST = 0.02;

export function createRemaining(clock: () => number): Remaining {
  let [count, mean, last] = [0, 0, clock()];
  return {
    done() {
      const now = clock();
      count += 1;
      mean += (now - last - mean) * Math.max(NEWEST, 1 / count);
      last = now;
    },
    seconds: (left) => (count < ENOUGH_FOR_MEAN ? null : Math.ceil((mean * left) / 1000)),
  };
}

/** So many documents without a good one among them are no accident. */
const ENOUGH = 5;
const METHOD_NOT_ALLOWED = 405;

interface Refused {
  readonly key: string;
  readonly failure: Failure;
}

interface SwitchedOff {
  isOff(area: Area): boolean;
  /** The platform gave a document of it: those that were held back are failures by themselves. */
  good(area: Area): readonly Refused[];
  /** A document that could not be had. Answers those that are failures by themselves; held back ones are none yet. */
  bad(area: Area, refused: Refused): readonly Refused[];
  /** The list of the area is not given. */
  listIsOff(area: Area): void;
  /** At the end: whatever is still held back. */
  rest(): readonly Refused[];
  /** Documents of areas that turned out to be switched off, and that were held back until then. */
  readonly given: number;
  areas(): Area[];
}

interface Known {
  isGood: boolean;
  isOff: boolean;
  held: readonly Refused[];
}

export function createSwitchedOff(): SwitchedOff {
  const known = new Map<Area, Known>();
  let given = 0;
  const of = (area: Area): Known => {
    const found = known.get(area) ?? { isGood: false, isOff: false, held: [] };
    known.set(area, found);
    return found;
  };
  return {
    isOff: (area) => of(area).isOff,
    good(area) {
      const one = of(area);
      one.isGood = true;
      return release(one);
    },
    bad(area, refused) {
      const one = of(area);
      if (one.isOff) given += 1;
      if (one.isOff) return [];
      if (one.isGood || !meansOff(refused.failure)) return [refused];
      one.held = [...one.held, refused];
      if (one.held.length < ENOUGH && !isNoMethod(refused.failure)) return [];
      one.isOff = true;
      given += release(one).length;
      return [];
    },
    listIsOff: (area) => void (of(area).isOff = true),
    rest: () => [...known.values()].flatMap(release),
    get given() {
      return given;
    },
    areas: () => [...known].flatMap(([area, { isOff }]) => (isOff ? [area] : [])),
  };
}

function release(one: Known): readonly Refused[] {
  const { held } = one;
  one.held = [];
  return held;
}

/** Whether this is what a platform says to everything in an area that it has switched off (platform.md, Errors). */
export function meansOff(failure: Failure): boolean {
  switch (failure.kind) {
    case 'not-found':
    case 'sign-in-needed':
      return true;
    case 'refused':
      return failure.status !== 400 && failure.status < 500;
    default:
      return false;
  }
}

/** Of no single document can it be said that it may not be read like this. */
const isNoMethod = (failure: Failure) =>
  failure.kind === 'refused' && failure.status === METHOD_NOT_ALLOWED;

interface Asking {
  readonly reading: ReadClient;
  readonly language: Language;
  readonly signal: AbortSignal;
}

interface Fetched {
  readonly value: unknown;
  readonly facts?: unknown;
  /** What it leads to. */
  readonly more?: readonly Task[];
}

/** Throws Problem: also for a document that is about something else. */
async function fetchDocument(asking: Asking, task: Task): Promise<Fetched> {
  const { reading, language, signal } = asking;
  const how = { language, signal, accept: COPY_FORM };
  switch (task.area) {
    case 'services': {
      const value = await fetchService(reading, task.service, { ...how, links: true });
      return { value, ...serviceParts(value, task.service) };
    }
    case 'role-requirements': {
      const value = await fetchRequirements(reading, { service: task.service }, how);
      return { value, facts: value.requirements.map(requirementFact) };
    }
    case 'schemas':
      return { value: (await fetchSchema(reading, task.document, task.form, signal)).text };
    case 'code-lists':
      return { value: await fetchCodeList(reading, task.list, how) };
  }
}

/** What a service's document says of itself and leads to. Problem unexpected-answer when it is another's. */
function serviceParts(document: unknown, asked: AskedService) {
  const { enterpriseUserEnabled, forms } = serviceIn(document, asked);
  return {
    facts: { enterpriseUserEnabled, forms: forms.map(formFact) },
    more: schemasOf(asked, forms).map((one): Task => ({ ...one, area: 'schemas', document })),
  };
}

const formFact = ({ name, dataFormatId }: Service['forms'][number]) => [name, dataFormatId];

const requirementFact = ({ role, operations }: RoleRequirement) => [
  role,
  [...new Set(operations.map(({ action, name }) => name ?? action))],
];

/** One of the lists that all hangs on; the areas of LISTS. */
type ListTask =
  | { readonly key: string; readonly list: 'services' }
  | { readonly key: string; readonly list: 'code-lists' }
  | { readonly key: string; readonly list: 'roles' };

const LIST_TASKS: readonly ListTask[] = [
  { key: LISTS.services, list: 'services' },
  { key: LISTS.codeLists, list: 'code-lists' },
  { key: LISTS.roles, list: 'roles' },
];

interface FetchedList {
  readonly value: readonly (ServiceSummary | CodeListHead | OpenRole)[];
  /** It was longer than a copy takes. */
  readonly isCut: boolean;
  readonly heldBack: ListFacts['heldBack'];
}

async function fetchList(asking: Asking, { list }: ListTask): Promise<FetchedList> {
  const { reading, language, signal } = asking;
  const how = { signal, accept: COPY_FORM };
  switch (list) {
    case 'services':
      return limited(await listServices(reading, how), MOST_SERVICES);
    case 'code-lists':
      return limited(await listCodeLists(reading, { ...how, language }), MOST_CODE_LISTS);
    case 'roles':
      return limited(await listRoles(reading, { ...how, language }), Infinity);
  }
}

const limited = (
  { items, completeness }: WholeList<FetchedList['value'][number]>,
  most: number,
): FetchedList => ({
  value: items.length > most ? items.slice(0, most) : items,
  isCut: items.length > most,
  heldBack: completeness.because ?? undefined,
});
