// Shutdown: what quitting would interrupt, and how everything that runs comes to its end.
import type { EventValue, Notify } from '../preload/contract/contract.ts';
import type { Job } from '../preload/contract/jobs.ts';
import type { OneTimeSecret } from '../preload/contract/one-time-secrets.ts';
import type { Bridge } from './border/bridge.ts';
import type { Jobs } from './jobs/jobs.ts';
import { endsWithin } from './cancel.ts';
import type { Operations } from './border/operations.ts';
import type { Shell } from './shell/shell.ts';

/** CAN-04: a write that was sent gets this long to end; then its outcome is unknown. */
export const SHUTDOWN_GRACE_MS = 10_000;
/** For a write that was cut off to say so in the journal, and for each of the steps of the end. */
const CLEANUP_LIMIT_MS = 1000;

export interface ShutdownNeeds {
  readonly secrets: () => readonly OneTimeSecret[];
  /** Secrets that arrived and that only this process holds. */
  readonly unsaved: () => number;
  readonly jobs: () => readonly Job[];
  readonly operations: Pick<Operations, 'writesRunning' | 'writesEnded'>;
  /** Drafts in the windows that nobody saved. */
  readonly drafts: () => number;
  readonly notify: Notify;
}

/** Drafts that nobody saved, by the window that holds them; a window that is gone holds none. */
export function createDrafts() {
  const held = new Map<symbol, number>();
  return {
    hold: (drafts: number, window: symbol): void => void held.set(window, drafts),
    drop: (window: symbol): void => void held.delete(window),
    count: (): number => [...held.values()].reduce((sum, drafts) => sum + drafts, 0),
  };
}

/** False when leaving would interrupt something or leave a secret unseen; the windows are told what. */
export function mayQuit(needs: ShutdownNeeds): boolean {
  const held = whatHolds(needs);
  const free = isNothing(held);
  if (!free) needs.notify('quitHeld', held);
  return free;
}

/** The same, where whoever asks says so: no window is told. */
export const isFree = (needs: ShutdownNeeds): boolean => isNothing(whatHolds(needs));

const isNothing = (held: EventValue<'quitHeld'>) =>
  held.secretsWaiting + held.jobsRunning + held.writesRunning + held.draftsUnsaved === 0;

function whatHolds(needs: ShutdownNeeds): EventValue<'quitHeld'> {
  const waiting = needs.secrets().filter(isWaiting).length;
  return {
    secretsWaiting: Math.max(waiting, needs.unsaved()),
    jobsRunning: needs.jobs().filter(({ state }) => state === 'running' || state === 'pausing')
      .length,
    writesRunning: needs.operations.writesRunning(),
    draftsUnsaved: needs.drafts(),
  };
}

/** A secret of a job goes to the job's destination; no person is looking at it. */
const isWaiting = (entry: OneTimeSecret) => entry.state === 'waiting' && entry.job === null;

/** Ends the program once the call that asks for it has been answered: quitting closes the window the answer goes to. */
export const quitAfterAnswer =
  (shell: Pick<Shell, 'quit'>) =>
  (then?: () => void): void => {
    setImmediate(() => {
      shell.quit(then);
    });
  };

export interface Running {
  readonly operations: Pick<Operations, 'writesEnded'>;
  readonly jobs: Pick<Jobs, 'close'>;
  readonly bridge: Pick<Bridge, 'abortAll'>;
}

/** Lets jobs and writes come to their end, then cuts them off; `ends` run one after the other, and none can stop the next. */
export async function shutDown(
  { operations, jobs, bridge }: Running,
  ends: readonly (() => Promise<unknown> | void)[],
  graceMs = SHUTDOWN_GRACE_MS,
): Promise<void> {
  // Jobs first: they begin no other row while the present one ends.
  const resting = jobs.close().then(() => operations.writesEnded());
  await endsWithin(graceMs, resting);
  bridge.abortAll();
  await endsWithin(CLEANUP_LIMIT_MS, operations.writesEnded());
  for (const end of ends) await endsWithin(CLEANUP_LIMIT_MS, Promise.resolve().then(end));
}
