// New versions of the program: looked for at one address, checked by signature and version, downloaded and installed when asked.
import type { Notify } from '../preload/contract/contract.ts';
import type { ManagedSettings } from '../preload/contract/managed.ts';
import type { Settings } from '../preload/contract/settings.ts';
import type { UpdatesState } from '../preload/contract/updates.ts';
import type { Transport } from './http/transport.ts';
import { Problem } from './problem.ts';
import type { Installer } from './shell/shell.ts';

export interface Updates {
  state(): UpdatesState;
  check(signal: AbortSignal): Promise<UpdatesState>;
  download(
    signal: AbortSignal,
    report: (step: { bytes: number; of: number | null }) => void,
  ): Promise<UpdatesState>;
  /** Problem conflict when nothing was downloaded. Ends the program after the app has stopped. */
  install(): void;
}

export interface UpdatesNeeds {
  readonly version: string;
  readonly installer: Installer | undefined;
  readonly managed: ManagedSettings | null;
  readonly settings: () => Settings;
  readonly transport: Transport;
  readonly systemProxy: (address: URL) => Promise<string>;
  readonly notify: Notify;
  /** Stops the app once the present call has been answered, then calls `then`, which ends the program. */
  readonly quit: (then: () => void) => void;
  readonly now: () => Date;
}

export function createUpdates({ settings }: UpdatesNeeds): Updates {
  const nothing = () =>
    new Problem({ kind: 'conflict', message: 'Updates are switched off.', reason: '' });
  return {
    state: () => ({
      state: 'off',
      why: settings().updateAddress === null ? 'no-address' : 'not-installed',
    }),
    check: () => Promise.reject(nothing()),
    download: () => Promise.reject(nothing()),
    install() {
      throw nothing();
    },
  };
}
