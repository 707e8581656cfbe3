// What outlives the component that asks for it first: one for each key, gone behind the lock and in another place.
import { untrack } from 'svelte';
import { session } from './session.svelte.ts';

interface Keepable {
  /** Stops what it reads. */
  leave(): void;
  /** What waits on screens, by their ids, as far as it is known: for the sidebar. It goes with what it was counted in. */
  readonly counts?: Readonly<Record<string, number>> | undefined;
}
type Key = readonly (string | number | undefined)[];

interface One<K extends Key, T> {
  readonly key: K;
  readonly made: T;
  readonly end: () => void;
}

export interface Kept<K extends Key, T> {
  /** Made at the first call; the same one until it is forgotten. */
  readonly of: (...key: K) => T;
  readonly all: () => readonly T[];
}

/** All that is kept now, whoever keeps it. */
let keptNow = $state.raw<readonly Keepable[]>([]);

/** What waits on a screen, as far as what was read in this session tells; undefined where it does not. */
export function keptCount(screen: string): number | undefined {
  for (const { counts } of keptNow) if (counts?.[screen] !== undefined) return counts[screen];
  return undefined;
}

/**
 * What `make` makes of a key is left and forgotten when the window is locked, and when `isCurrent` no longer holds of its
 * key: another connection was chosen, or another party.
 */
export function keepEach<K extends Key, T extends Keepable>(
  make: (...key: K) => T,
  isCurrent: (...key: K) => boolean,
): Kept<K, T> {
  // Not state: who is given one has it until it is forgotten.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  const known = new Map<string, One<K, T>>();
  /** Counts what was made, so that each is watched. */
  let count = $state(0);
  const begin = (name: string, key: K): T => {
    let made: T | undefined;
    // What it derives must outlive the component as well.
    const end = $effect.root(() => {
      made = make(...key);
    });
    if (made === undefined) throw new Error('A root runs at once.');
    known.set(name, { key, made, end });
    count += 1;
    keptNow = [...keptNow, made];
    return made;
  };
  // Never inside of a component: what the lock makes due in there is not run any more when the lock takes the component away.
  $effect.root(() => {
    $effect(() => {
      void count;
      for (const [name, { key, made, end }] of [...known]) {
        if (!session.locked && isCurrent(...key)) continue;
        untrack(() => {
          known.delete(name);
          keptNow = keptNow.filter((one) => one !== made);
          made.leave();
          end();
        });
      }
    });
  });
  return {
    of: (...key) =>
      untrack(() => {
        const name = JSON.stringify(key);
        return known.get(name)?.made ?? begin(name, key);
      }),
    all: () => [...known.values()].map(({ made }) => made),
  };
}
