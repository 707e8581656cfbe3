// The age of the data on the current screen: said by the screen, shown in the status bar and the offline bar.
import { createProviders } from './providers.svelte.ts';

export interface DataAge {
  /** When the server gave the data; null when there is none. */
  readonly fetched: string | null;
  /** `copy`: the server could not be reached. `signed-out`: it no longer knows the sign-in. */
  readonly state: 'live' | 'copy' | 'offline' | 'signed-out';
  readonly busy: boolean;
  /** Asks again. Reads only: a write is never repeated by the program. */
  readonly refresh: () => void;
}

const provided = createProviders<DataAge | undefined>('age of the data');

export const dataAge = {
  /** Of what is furthest inside: a part that says it itself speaks for its screen. */
  get now(): DataAge | undefined {
    return provided.all.findLast((age) => age !== undefined);
  },
};

/** Call it while a component is made; undefined while it has nothing to say. */
export const showDataAge = provided.provide;
