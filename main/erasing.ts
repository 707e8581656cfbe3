// Takes Steward off this computer: every entry in the keychain, and when asked everything that it has written.
import { Problem } from './problem.ts';

export interface Erasing {
  /** How many entries of the keychain were removed. Problem keychain{...}, file{...}; then it can be asked again. */
  erase(what: 'secrets' | 'everything'): Promise<number>;
}

export function createErasing(): Erasing {
  return {
    async erase() {
      throw new Problem({ kind: 'not-found', message: 'Nothing can be erased.' });
    },
  };
}
