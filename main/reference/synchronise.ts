// Makes a new copy of the open metadata: lists, then the documents in scope, then all put in place at once.
import type { Area, Scope } from '../../preload/contract/reference.ts';
import type { Failure } from '../../preload/result.ts';
import type { CopyRun } from '../storage/offline-copy/run.ts';
import type { Copy } from './copies.ts';
import { createSlices } from '../pauses.ts';
import { finish, listsIn, type Usage } from './finish.ts';
import { type ListFacts, listFacts, LISTS } from './keys.ts';
import {
  editionOf,
  MOST_CODE_LISTS,
  MOST_SERVICES,
  planTasks,
  schemasOf,
  type Task,
} from './plan.ts';
import { type HaltReason, runWorkQueue, type WorkControl } from './work-queue.ts';
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
import { loadCodeList, listCodeLists } from './metadata/code-lists.ts';
import { loadRequirements } from './metadata/requirements.ts';
import { listRoles } from './metadata/roles.ts';
import { loadSchema } from './metadata/schemas.ts';
import { type ServiceRef, loadService, listServices, serviceIn } from './metadata/services.ts';

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

export interface SynchroniseNeeds extends WorkControl {
  /** Of the job that does it. */
  readonly id: string;
  readonly copy: Copy;
  readonly run: CopyRun;
  readonly source: Source;
  readonly scope: Scope;
  readonly report: (progress: Progress) => void;
  /** Calls and bytes of this process so far. */
  readonly usage: () => Usage;
  readonly now: () => Date;
  readonly clock: () => number;
}

/** Why it halted; 'none': the new copy is in place. A resumed run loads nothing that it has already stored. */
export async function synchronise(needs: SynchroniseNeeds): Promise<HaltReason | 'none'> {
  const context = createContext(needs);
  const { run, scope } = needs;
  const because = await runWorkQueue(listWork(context), needs);
  if (because !== 'none') return because;
  context.tasks = await planTasks(scope, await listsIn(run));
  context.counts.all += context.tasks.length;
  context.counts.services = context.tasks.filter(({ area }) => area === 'services').length;
  await resume(context);
  const end = await runWorkQueue(documentWork(context), needs);
  if (end !== 'none') return end;
  await fail(context, context.switchedOff.releaseAll());
  const halted = needs.haltReason();
  if (halted !== undefined) return halted;
  await finish({ ...needs, ...resultOf(context), schemas: context.schemas });
  return 'none';
}

/** Goes into the report and into the head of the copy. */
const resultOf = ({ switchedOff, cut, counts }: Context) => ({
  skippedAreas: switchedOff.areas(),
  cutAreas: [...cut],
  failed: counts.failed,
});

interface Context extends SynchroniseNeeds {
  readonly switchedOff: SwitchedOffAreas;
  readonly timeLeft: TimeLeft;
  readonly counts: Counts;
  /** Documents that differ from the copy and were stored before the run was resumed. */
  readonly changedBefore: ReadonlySet<string>;
  readonly cut: Set<Area>;
  readonly failedKeys: Set<string>;
  /** Keys of the schemas of each service whose forms were read, by `editionOf`. */
  readonly schemas: Map<string, Set<string>>;
  /** Schemas found while services are loaded; they go before the planned tasks. */
  readonly found: Task[];
  tasks: readonly Task[];
  nextIndex: number;
}

interface Counts {
  all: number;
  stored: number;
  changed: number;
  failed: number;
  skipped: number;
  services: number;
  schemas: number;
}

function createContext(needs: SynchroniseNeeds): Context {
  const { run, clock } = needs;
  const failedKeys = new Set(run.failures().map(({ key }) => key));
  return {
    ...needs,
    switchedOff: createSwitchedOffAreas(),
    timeLeft: createTimeLeft(clock),
    cut: new Set<Area>(),
    counts: {
      all: LIST_TASKS.length,
      stored: 0,
      changed: 0,
      failed: failedKeys.size,
      skipped: 0,
      services: 0,
      schemas: 0,
    },
    changedBefore: new Set(run.changes().map(({ key }) => key)),
    failedKeys,
    schemas: new Map<string, Set<string>>(),
    found: [],
    tasks: [],
    nextIndex: 0,
  };
}

function reportProgress(context: Context): void {
  const { counts, switchedOff, cut, timeLeft, report } = context;
  const { all, stored, changed, failed } = counts;
  const skipped = counts.skipped + switchedOff.skipped;
  const left = all + schemasExpected(context) - stored - failed - skipped;
  report({
    documents: { all, fetched: changed, unchanged: stored - changed, failed, skipped },
    skippedAreas: switchedOff.areas(),
    cutAreas: [...cut],
    secondsLeft: timeLeft.seconds(Math.max(0, left)),
  });
}

/** Schemas of services that were not loaded yet: estimated by the mean of those that were. */
function schemasExpected({ schemas, counts }: Context): number {
  if (schemas.size === 0) return 0;
  return (counts.schemas / schemas.size) * Math.max(0, counts.services - schemas.size);
}

function listWork(context: Context) {
  const { run, source, switchedOff, cut } = context;
  const waiting = LIST_TASKS.filter(({ key }) => !countIfDone(context, key));
  for (const { key, list } of LIST_TASKS)
    if (listFacts.safeParse(run.entry(key)?.facts).data?.cut === true) cut.add(list);
  return {
    next: async () => waiting.shift(),
    load: (task: ListTask) => loadList(source, task),
    async loaded({ key, list }: ListTask, { value, isCut, heldBack }: LoadedList) {
      if (isCut) cut.add(list);
      const facts: ListFacts = { count: value.length, cut: isCut, heldBack };
      await store(context, key, { value, facts });
    },
    async refused({ key, list }: ListTask, failure: Failure) {
      if (!meansOff(failure)) return fail(context, [{ key, failure }]);
      switchedOff.listRefused(list);
      context.counts.skipped += 1;
      reportProgress(context);
    },
  };
}

const isDone = ({ run, failedKeys }: Context, key: string) => run.has(key) || failedKeys.has(key);

/** Counts what a resumed run has already stored. */
function countIfDone(context: Context, key: string): boolean {
  const { run, counts, changedBefore } = context;
  if (run.has(key)) {
    counts.stored += 1;
    if (changedBefore.has(key)) counts.changed += 1;
  }
  return isDone(context, key);
}

/** Counts what a resumed run has stored, and plans the schemas of its services again. */
async function resume(context: Context): Promise<void> {
  const { run, tasks, switchedOff } = context;
  const slices = createSlices();
  for (const task of tasks) {
    if (slices.isDue()) await slices.pause();
    if (!countIfDone(context, task.key)) continue;
    if (run.has(task.key)) switchedOff.loaded(task.area);
    if (task.area === 'services') await planSchemasOf(context, task);
  }
  reportProgress(context);
}

/** Plans the schemas of a service from its stored document, which may be of the older copy. */
async function planSchemasOf(context: Context, task: ServiceTask): Promise<void> {
  const kept = await context.run.read(task.key);
  if (kept !== undefined)
    addSchemas(context, task, partsOfService(kept.value, task.service).schemas);
}

type ServiceTask = Extract<Task, { readonly area: 'services' }>;

function addSchemas(context: Context, { service }: ServiceTask, schemas: readonly Task[]): void {
  const { code, edition } = service;
  const keys = context.schemas.get(editionOf(code, edition)) ?? new Set();
  context.schemas.set(editionOf(code, edition), keys);
  for (const task of schemas) {
    if (keys.has(task.key)) continue;
    keys.add(task.key);
    context.counts.all += 1;
    context.counts.schemas += 1;
    if (!countIfDone(context, task.key)) context.found.push(task);
  }
}

function documentWork(context: Context) {
  const { source } = context;
  return {
    next: () => nextTask(context),
    load: (task: Task) => loadDocument(source, task),
    async loaded(task: Task, document: LoadedDocument) {
      await fail(context, context.switchedOff.loaded(task.area));
      if (task.area === 'services') addSchemas(context, task, document.schemas ?? []);
      await store(context, task.key, document);
    },
    async refused(task: Task, failure: Failure) {
      await fail(context, context.switchedOff.refused(task.area, { key: task.key, failure }));
      if (task.area === 'services') await planSchemasOf(context, task);
      reportProgress(context);
    },
  };
}

/** The next document to load. Documents of areas that are switched off are skipped. */
async function nextTask(context: Context): Promise<Task | undefined> {
  const { found, tasks, switchedOff, counts } = context;
  const slices = createSlices();
  for (;;) {
    if (slices.isDue()) await slices.pause();
    const task = found.shift() ?? tasks[context.nextIndex++];
    if (task === undefined) {
      context.nextIndex = tasks.length;
      return undefined;
    }
    if (isDone(context, task.key)) continue;
    if (!switchedOff.isOff(task.area)) return task;
    counts.skipped += 1;
    if (task.area === 'services') await planSchemasOf(context, task);
    reportProgress(context);
  }
}

async function store(
  context: Context,
  key: string,
  { value, facts }: LoadedDocument,
): Promise<void> {
  const how = await context.run.put(key, value, facts);
  context.counts.stored += 1;
  if (how !== 'unchanged') context.counts.changed += 1;
  context.timeLeft.done();
  reportProgress(context);
}

async function fail(context: Context, all: readonly Refused[]): Promise<void> {
  for (const { key, failure } of all) {
    await context.run.fail(key, failure);
    context.failedKeys.add(key);
    context.counts.failed += 1;
    context.timeLeft.done();
  }
  if (all.length > 0) reportProgress(context);
}

interface TimeLeft {
  /** To be called for each document, loaded or refused. */
  done(): void;
  /** For so many more documents; null until a mean is known. */
  seconds(left: number): number | null;
}

/** Documents before the mean is used. */
const ENOUGH_FOR_MEAN = 20;
/** Weight of the latest document in the mean: about the last hundred count. */
const NEWEST = 0.02;

export function createTimeLeft(clock: () => number): TimeLeft {
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

/** Refused documents of one area, and none loaded: the area is switched off. */
const REFUSALS_THAT_MEAN_OFF = 5;
const METHOD_NOT_ALLOWED = 405;

interface Refused {
  readonly key: string;
  readonly failure: Failure;
}

interface SwitchedOffAreas {
  isOff(area: Area): boolean;
  /** A document of the area was loaded: it is on. Returns its undecided documents, which are failures of their own. */
  loaded(area: Area): readonly Refused[];
  /** A document was refused. Returns those that are failures of their own; an undecided one is not returned yet. */
  refused(area: Area, refused: Refused): readonly Refused[];
  /** The list of the area was refused, so the area is off. */
  listRefused(area: Area): void;
  /** At the end: all that are still undecided, as failures of their own. */
  releaseAll(): readonly Refused[];
  /** Refused documents of areas that turned out to be switched off. */
  readonly skipped: number;
  areas(): Area[];
}

interface AreaState {
  hasLoaded: boolean;
  isOff: boolean;
  undecided: readonly Refused[];
}

export function createSwitchedOffAreas(): SwitchedOffAreas {
  const known = new Map<Area, AreaState>();
  let skipped = 0;
  const of = (area: Area): AreaState => {
    const found = known.get(area) ?? { hasLoaded: false, isOff: false, undecided: [] };
    known.set(area, found);
    return found;
  };
  return {
    isOff: (area) => of(area).isOff,
    loaded(area) {
      const one = of(area);
      one.hasLoaded = true;
      return release(one);
    },
    refused(area, refused) {
      const one = of(area);
      if (one.isOff) skipped += 1;
      if (one.isOff) return [];
      if (one.hasLoaded || !meansOff(refused.failure)) return [refused];
      one.undecided = [...one.undecided, refused];
      if (one.undecided.length < REFUSALS_THAT_MEAN_OFF && !isNoMethod(refused.failure)) return [];
      one.isOff = true;
      skipped += release(one).length;
      return [];
    },
    listRefused: (area) => void (of(area).isOff = true),
    releaseAll: () => [...known.values()].flatMap(release),
    get skipped() {
      return skipped;
    },
    areas: () => [...known].flatMap(([area, { isOff }]) => (isOff ? [area] : [])),
  };
}

function release(area: AreaState): readonly Refused[] {
  const { undecided } = area;
  area.undecided = [];
  return undecided;
}

/** Whether the platform answers so to everything in an area that is switched off (platform.md, Errors). */
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

/** 405 is never said of a single document, so one is enough. */
const isNoMethod = (failure: Failure) =>
  failure.kind === 'refused' && failure.status === METHOD_NOT_ALLOWED;

interface Source {
  readonly client: ReadClient;
  readonly language: Language;
  readonly signal: AbortSignal;
}

interface LoadedDocument {
  readonly value: unknown;
  readonly facts?: unknown;
  /** Of a service: the schemas of its forms. */
  readonly schemas?: readonly Task[];
}

/** Problem unexpected-answer also for a document about something else. */
async function loadDocument(source: Source, task: Task): Promise<LoadedDocument> {
  const { client, language, signal } = source;
  const how = { language, signal, accept: COPY_FORM };
  switch (task.area) {
    case 'services': {
      const value = await loadService(client, task.service, { ...how, links: true });
      return { value, ...partsOfService(value, task.service) };
    }
    case 'role-requirements': {
      const value = await loadRequirements(client, { service: task.service }, how);
      const { requirements, completeness } = value;
      return {
        value,
        facts: { whole: completeness.complete, roles: requirements.map(requirementFact) },
      };
    }
    case 'schemas':
      return { value: (await loadSchema(client, task.document, task.form, signal)).text };
    case 'code-lists':
      return { value: await loadCodeList(client, task.list, how) };
  }
}

/** The facts and the schemas of a service's document. Problem unexpected-answer when it is about another service. */
function partsOfService(document: unknown, ref: ServiceRef) {
  const { restEnabled, enterpriseUserEnabled, forms } = serviceIn(document, ref);
  return {
    facts: { restEnabled, enterpriseUserEnabled, forms: forms.map(formFact) },
    schemas: schemasOf(ref, forms).map((one): Task => ({ ...one, area: 'schemas', document })),
  };
}

const formFact = ({ name, dataFormatId }: Service['forms'][number]) => [name, dataFormatId];

const requirementFact = ({ role, operations }: RoleRequirement) => [
  role,
  [...new Set(operations.map(({ action, name }) => name ?? action))],
];

/** One of the lists that the plan is made from; the areas of LISTS. */
type ListTask =
  | { readonly key: string; readonly list: 'services' }
  | { readonly key: string; readonly list: 'code-lists' }
  | { readonly key: string; readonly list: 'roles' };

const LIST_TASKS: readonly ListTask[] = [
  { key: LISTS.services, list: 'services' },
  { key: LISTS.codeLists, list: 'code-lists' },
  { key: LISTS.roles, list: 'roles' },
];

interface LoadedList {
  readonly value: readonly (ServiceSummary | CodeListHead | OpenRole)[];
  /** The platform's list was longer than a copy may hold. */
  readonly isCut: boolean;
  readonly heldBack: ListFacts['heldBack'];
}

async function loadList(source: Source, { list }: ListTask): Promise<LoadedList> {
  const { client, language, signal } = source;
  const how = { signal, accept: COPY_FORM };
  switch (list) {
    case 'services':
      return limited(await listServices(client, how), MOST_SERVICES);
    case 'code-lists':
      return limited(await listCodeLists(client, { ...how, language }), MOST_CODE_LISTS);
    case 'roles':
      return limited(await listRoles(client, { ...how, language }), Infinity);
  }
}

function limited(list: WholeList<LoadedList['value'][number]>, most: number): LoadedList {
  const { items, completeness } = list.shown();
  return {
    value: items.length > most ? items.slice(0, most) : items,
    isCut: items.length > most,
    heldBack: completeness.because ?? undefined,
  };
}
