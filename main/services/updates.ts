// Updates as operations: the present state, checking, downloading, installing.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Updates } from '../updates/updates.ts';

export interface UpdatesServiceNeeds {
  readonly updates: Updates;
  /** False when leaving would interrupt something. No window is told: whoever asks to install says it. */
  readonly mayQuit: () => boolean;
}

export function updatesService({ updates, mayQuit }: UpdatesServiceNeeds): Handlers<'updates'> {
  return {
    state: async () => updates.state(),
    check: (_input, { signal }) => updates.check(signal),
    download: (_input, { signal, report }) => updates.download(signal, report),
    async install({ anyway }) {
      if (!mayQuit() && !anyway) return { held: true };
      await updates.install();
      return { held: false };
    },
  };
}
