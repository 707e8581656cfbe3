// What a run of a job is, whatever it does: begun once, paused, resumed, stopped, found again after a kill (ux.md, Long work).
import { failureOf, Problem } from '../problem.ts';
import type { ConnectionBook } from '../storage/connection-book.ts';
import {
  type Because,
  hasEnded,
  type JobKind,
  type JobRecord,
  type JobRecords,
  notNow,
} from './records.ts';

/** What a run may ask before it begins a row. */
export interface Course {
  /** Why no further row may begin; undefined when one may. */
  halt(): Because | undefined;
  /** A person wants no more of it: rows that were not begun are skipped. */
  isStopped(): boolean;
  /** Fires when a person asks for a pause or an end, and when the program closes. */
  readonly asked: AbortSignal;
}

/** What jobs of one kind do. Everything but a Problem ends the run as a kill would: the next start finds it. */
export interface Kind {
  /** Before a resume: a Problem when it could not go on. */
  ready(id: string): Promise<void>;
  /** Works to the end of the job, or until `course` halts it: why it rests then; `none` when it has ended. */
  run(id: string, course: Course): Promise<Because>;
  /** Ends a job that rests. */
  stop(id: string): Promise<void>;
  /** At start: what a kill left behind. */
  recover(job: JobRecord): Promise<void>;
  /** Takes away what it keeps beside its record. */
  forget(job: JobRecord): Promise<void>;
}

export interface Runs {
  /** `make` puts the record down, or finds it, and answers its id; meanwhile no other of this kind can begin. */
  begin(kind: JobKind, make: () => Promise<string>): Promise<void>;
  /** Of a job that is paused. With `prepare`, which makes rows wait again, also of one that has ended. */
  resume(id: string, prepare?: () => Promise<void>): Promise<void>;
  pause(id: string): Promise<void>;
  stop(id: string): Promise<void>;
  forget(id: string): Promise<void>;
  isRunning(id: string): boolean;
  recover(): Promise<void>;
  rest(): Promise<void>;
  close(): Promise<void>;
}

export interface RunsNeeds {
  readonly records: JobRecords;
  readonly connections: Pick<ConnectionBook, 'all'>;
  readonly kinds: Readonly<Record<JobKind, Kind>>;
}

/** A run of one job: what a person asked of it meanwhile, and its end. */
interface Run {
  id: string;
  asked: 'nothing' | 'pause' | 'stop' | 'close';
  readonly told: AbortController;
  done: Promise<void>;
}

interface Desk extends RunsNeeds {
  /** One of a kind at a time. */
  readonly runs: Map<JobKind, Run>;
  /** Resting jobs that are just being ended: none of them may begin again meanwhile. */
  readonly ending: Set<string>;
}

export function createRuns(needs: RunsNeeds): Runs {
  const desk: Desk = { ...needs, runs: new Map(), ending: new Set() };
  const { records, runs } = desk;
  return {
    begin: (kind, make) => begin(desk, kind, make),
    resume: (id, prepare) => resume(desk, id, prepare),
    async pause(id) {
      const run = runOf(desk, id);
      if (run?.asked !== 'nothing') return;
      tell(run, 'pause');
      await records.change(id, { state: 'pausing', because: 'asked' });
    },
    stop: (id) => stop(desk, id),
    async forget(id) {
      const job = records.find(id);
      if (!hasEnded(job) || runOf(desk, id)) throw notNow();
      await desk.kinds[job.kind].forget(job);
      await records.forget(id);
    },
    isRunning: (id) => runOf(desk, id) !== undefined,
    recover: () => recover(desk),
    rest: () => rest(desk),
    close() {
      for (const run of runs.values()) tell(run, 'close');
      return rest(desk);
    },
  };
}

function tell(run: Run, asked: Exclude<Run['asked'], 'nothing'>): void {
  run.asked = asked;
  run.told.abort();
}

async function rest({ runs }: Desk): Promise<void> {
  await Promise.all([...runs.values()].map(({ done }) => done));
}

const runOf = ({ runs }: Desk, id: string): Run | undefined =>
  [...runs.values()].find((run) => run.id === id);

async function resume(desk: Desk, id: string, prepare?: () => Promise<void>): Promise<void> {
  const job = desk.records.find(id);
  const mayBegin = job.state === 'paused' || (prepare !== undefined && hasEnded(job));
  if (!mayBegin || desk.ending.has(id)) throw notNow();
  if (!leadsThere(desk, job)) throw connectionChanged();
  const make = async () => {
    await desk.kinds[job.kind].ready(id);
    await prepare?.();
    return id;
  };
  await begin(desk, job.kind, make, id);
}

async function begin(
  desk: Desk,
  kind: JobKind,
  make: () => Promise<string>,
  id = '',
): Promise<void> {
  const { runs, records } = desk;
  if (runs.has(kind)) throw otherRuns();
  const run: Run = { id, asked: 'nothing', told: new AbortController(), done: Promise.resolve() };
  runs.set(kind, run);
  const over = () => {
    runs.delete(kind);
  };
  const begun = (async () => {
    try {
      run.id = await make();
      await records.change(run.id, { state: 'running', because: 'none' });
    } catch (error) {
      over();
      throw error;
    }
  })();
  // A checkpoint that cannot be written ends the run; the next start finds the row that was under way.
  run.done = begun
    .then(() => work(desk, kind, run))
    .catch(() => undefined)
    .finally(over);
  await begun;
}

async function work(desk: Desk, kind: JobKind, run: Run): Promise<void> {
  const { records, kinds } = desk;
  const course: Course = {
    halt() {
      if (run.asked !== 'nothing') return 'asked';
      return leadsThere(desk, records.find(run.id)) ? undefined : 'connection-changed';
    },
    isStopped: () => run.asked === 'stop',
    asked: run.told.signal,
  };
  const because = await kinds[kind].run(run.id, course).catch((error: unknown): Because => {
    if (failureOf(error) === undefined) throw error;
    return 'destination';
  });
  if (because !== 'none' && run.asked !== 'close')
    await records.change(run.id, { state: 'paused', because });
}

async function stop(desk: Desk, id: string): Promise<void> {
  const { records, kinds, ending } = desk;
  const run = runOf(desk, id);
  if (run) {
    tell(run, 'stop');
    await records.change(id, { state: 'pausing', because: 'asked' });
    return;
  }
  const job = records.find(id);
  if (job.state !== 'paused' || ending.has(id)) throw notNow();
  ending.add(id);
  await kinds[job.kind].stop(id).finally(() => ending.delete(id));
}

async function recover({ records, kinds }: Desk): Promise<void> {
  for (const { id, kind, state } of records.all()) {
    await kinds[kind].recover(records.find(id));
    if (state === 'running' || state === 'pausing')
      await records.change(id, { state: 'paused', because: 'restarted' });
  }
}

/** A job begun at one place never goes on at another, least of all in another environment. */
function leadsThere({ connections }: Desk, job: JobRecord): boolean {
  const found = connections.all().find(({ id }) => id === job.connection);
  if (found?.environment !== job.environment) return false;
  return job.baseAddress === undefined || job.baseAddress === found.baseAddress;
}

const otherRuns = () =>
  new Problem({
    kind: 'conflict',
    message: 'Another job of this kind runs. They run one after the other.',
    reason: '',
  });

const connectionChanged = () =>
  new Problem({
    kind: 'conflict',
    message: 'The connection of this job was removed or leads elsewhere now.',
    reason: '',
  });
