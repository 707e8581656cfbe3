// The age of the data on the current screen: said by the screen, shown in the status bar and the offline bar.
import type { Failure } from '../../preload/result.ts';
import { createProviders } from './providers.svelte.ts';

export interface DataAge {
  /** When the server gave the data; null when there is none. */
  readonly fetched: string | null;
  /** `copy`: the server could not be reached. `signed-out`: it no longer knows the sign-in. */
  readonly state: 'live' | 'copy' | 'offline' | 'signed-out';
  /** Of the last question. */
  readonly failure?: Failure | undefined;
  /** It was read from the offline copy: nobody was asked. */
  readonly fromCopy?: boolean;
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

type Contact = 'connected' | 'not-connected' | 'offline' | 'signed-out';

/** What the last question says of the server; undefined where none was sent, or nothing has come yet. */
export function contactOf(age: DataAge | undefined): Contact | undefined {
  switch (age?.state) {
    case undefined:
      return undefined;
    case 'copy':
    case 'offline':
      return 'offline';
    case 'signed-out':
      return 'signed-out';
    case 'live':
      if (age.failure !== undefined) return contactAfter(age.failure);
      return age.fetched === null || age.fromCopy === true ? undefined : 'connected';
  }
}

/** Words or a status came from the server alone; a certificate that either side refuses lets nothing through. */
function contactAfter(failure: Failure): Contact | undefined {
  if (failure.kind === 'certificate') return 'not-connected';
  const status = 'status' in failure ? (failure.status ?? 0) : 0;
  const reason = 'reason' in failure ? (failure.reason ?? '') : '';
  return status > 0 || reason !== '' ? 'connected' : undefined;
}

/** Call it while a component is made; undefined while it has nothing to say. */
export const showDataAge = provided.provide;
