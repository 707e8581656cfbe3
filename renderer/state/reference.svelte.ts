// The copy of the open metadata that belongs to the connection in use, kept current, and its synchronisation.
import type { CopyState, Scope } from '../../preload/contract/reference.ts';
import type { SynchroniseJob } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/result.ts';
import { Reading } from './reading.svelte.ts';
import { session } from './session.svelte.ts';
import { client, on } from './steward.ts';

let kept: Copy | undefined;
let endKept = () => undefined as void;

/** Of one connection, in its language. */
export class Copy {
  readonly connection: string;
  /** Call `load()` of it when it has no value. */
  readonly state: Reading<CopyState>;
  /** The running or resting synchronisation of this connection's copy; the last one that ended, else. */
  readonly job = $derived.by(() => newest(this.connection));
  /** Counts the copies that were put in place: whoever reads it in an effect reads again after each. */
  version = $state(0);

  constructor(connection: string) {
    this.connection = connection;
    this.state = new Reading((asking) => client.reference.state({ connection }, asking));
  }

  /** Undefined when it began. */
  async start(scope: Scope): Promise<Failure | undefined> {
    const answer = await client.jobs.startSynchronise({ connection: this.connection, scope });
    return answer.ok ? undefined : answer.failure;
  }

  renewed(state: CopyState): void {
    this.state.take(state);
    this.version += 1;
  }
}

const newest = (connection: string): SynchroniseJob | undefined =>
  session.synchronisations
    .filter((job) => job.connection === connection)
    .toSorted((a, b) => b.started.localeCompare(a.started))[0];

export function copyOf(connection: string): Copy {
  if (kept?.connection === connection) return kept;
  kept?.state.leave();
  endKept();
  let made: Copy | undefined;
  // It outlives the component that happens to ask first, and so must what it derives.
  endKept = $effect.root(() => {
    made = new Copy(connection);
  });
  if (made === undefined) throw new Error('A root runs at once.');
  kept = made;
  return made;
}

on('referenceChanged', ({ connection, state }) => {
  if (kept?.connection === connection) kept.renewed(state);
});
