// Copies the open metadata of the local platform through the whole program, and inspects the result.
import type { Scope } from '../../preload/contract/reference.ts';
import type { Job, JobOf } from '../../preload/contract/jobs.ts';
import type { Held } from '../platform/control.ts';
import type { Platform } from '../platform/platform.ts';
import { connectTo, type Steward, valueOf } from './steward.ts';

/** Operations of the platform that a copy is made of. */
const OPEN = /^(metadata|codeLists|roleRequirements|openRoles)\./;

export interface CopyDesk {
  readonly connection: string;
  readonly platform: Platform;
  readonly steward: Steward;
  start(scope: Scope): Promise<JobOf<'synchronise'>>;
  /** Starts one, and tells how it came to rest. */
  copy(scope?: Scope): Promise<JobOf<'synchronise'>>;
  /** When none runs. */
  rested(): Promise<JobOf<'synchronise'>>;
  /** Starts one of everything, which waits when it has made so many calls. */
  startHeld(calls: number): Promise<JobOf<'synchronise'> & Pick<Held, 'release'>>;
  /** Calls of each operation since the platform last forgot them. */
  calls(): Record<string, number>;
  /** Addresses asked for, in order. */
  asked(): readonly string[];
  /** The documents among them, each once, however many pages it has. */
  documents(): readonly string[];
}

export const EVERYTHING: Scope = { what: 'everything' };

const isCopy = (job: Job): job is JobOf<'synchronise'> => job.kind === 'synchronise';

export async function copyDesk(steward: Steward, platform: Platform): Promise<CopyDesk> {
  const { connection } = await connectTo(steward, platform);
  return { ...watching(steward), ...seen(platform), connection, platform, steward, ...acts() };

  function acts(): Pick<CopyDesk, 'start' | 'startHeld' | 'copy'> {
    const { client } = steward;
    const start = async (scope: Scope) => {
      const job = await valueOf(client.jobs.startSynchronise({ connection, scope }));
      if (!isCopy(job)) throw new Error('Another kind of job.');
      return job;
    };
    return {
      start,
      async startHeld(calls) {
        const held = platform.control.hold('*', false, { from: calls + 1 });
        const job = await start(EVERYTHING);
        await held.reached;
        return { ...job, release: () => held.release() };
      },
      async copy(scope = EVERYTHING) {
        await start(scope);
        return watching(steward).rested();
      },
    };
  }
}

function watching({ client, on }: Steward): Pick<CopyDesk, 'rested'> {
  const until = async (
    fits: (job: JobOf<'synchronise'>) => boolean,
  ): Promise<JobOf<'synchronise'>> => {
    let stop = () => undefined as void;
    const heard = new Promise<JobOf<'synchronise'>>((resolve) => {
      stop = on('jobsChanged', ({ changed }) => {
        const job = changed.find(isCopy);
        if (job !== undefined && fits(job)) resolve(job);
      });
    });
    // It may have been so before anybody listened.
    const now = (await valueOf(client.jobs.list({}))).find(isCopy);
    const found = now !== undefined && fits(now) ? now : await heard;
    stop();
    return found;
  };
  return { rested: () => until(({ state }) => !/running|pausing/.test(state)) };
}

function seen({ control }: Platform): Pick<CopyDesk, 'calls' | 'asked' | 'documents'> {
  const open = () => control.requests.filter(({ operation }) => OPEN.test(operation));
  return {
    calls() {
      const counts: Record<string, number> = {};
      for (const { operation } of open()) counts[operation] = (counts[operation] ?? 0) + 1;
      return counts;
    },
    asked: () => open().map(({ path, query }) => `${path}?${query}`),
    documents: () => [...new Set(open().map(({ path, query }) => documentOf(path, query)))],
  };
}

function documentOf(path: string, query: string): string {
  const parts = query.split('&').filter((part) => !/^(\$|%24)(skip|top)=/i.test(part));
  return `${path.replace(/\/$/, '')}?${parts.join('&')}`;
}
