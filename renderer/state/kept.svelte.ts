// What outlives the component that asks for it first: one for each key, gone behind the lock and in another place.
import { untrack } from 'svelte';
import { session } from './session.svelte.ts';

interface Keepable {
  /** Stops what it reads. */
  leave(): void;
}
type Key = readonly (string | number | undefined)[];

export interface Kept<K extends Key, T> {
  /** Made at the first call; the same one until it is forgotten. */
  readonly of: (...key: K) => T;
  readonly all: () => readonly T[];
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
  const known = new Map<string, T>();
  const begin = (name: string, key: K): T => {
    let made: T | undefined;
    // What it derives must outlive the component as well.
    const end = $effect.root(() => {
      made = make(...key);
      $effect(() => {
        if (!session.locked && isCurrent(...key)) return;
        untrack(() => {
          known.get(name)?.leave();
          known.delete(name);
          end();
        });
      });
    });
    if (made === undefined) throw new Error('A root runs at once.');
    known.set(name, made);
    return made;
  };
  return {
    of: (...key) =>
      untrack(() => {
        const name = JSON.stringify(key);
        return known.get(name) ?? begin(name, key);
      }),
    all: () => [...known.values()],
  };
}
