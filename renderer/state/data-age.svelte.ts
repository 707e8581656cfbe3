// The age of the data on the current screen: set by the screen, shown in the status bar and the offline bar.
export interface DataAge {
  /** When the server gave the data; null when there is none. */
  readonly fetched: string | null;
  /** `copy`: the server could not be reached. `signed-out`: it no longer knows the sign-in. */
  readonly state: 'live' | 'copy' | 'offline' | 'signed-out';
  readonly busy: boolean;
  /** Asks again. Reads only: a write is never repeated by the program. */
  readonly refresh: () => void;
}

let age = $state.raw<DataAge>();

export const dataAge = {
  get now(): DataAge | undefined {
    return age;
  },
};

/** To be used in an effect of a screen: `$effect(() => showDataAge({ ... }))`; leaves no trace when the screen goes. */
export function showDataAge(shown: DataAge): () => void {
  age = shown;
  return () => {
    if (age === shown) age = undefined;
  };
}
