// The program itself: what a window needs to begin, the keychain's state, locking, leaving, the system browser.
import type { KeychainState, Start } from '../../preload/contract/app.ts';
import type { Handlers, Notify } from '../../preload/contract/contract.ts';
import type { ConnectionBook } from '../storage/connection-book.ts';

export interface AppNeeds {
  /** Everything `start` answers except the keychain's state. */
  readonly present: () => Promise<Omit<Start, 'keychain'>>;
  readonly keychain: {
    /** As last found. */
    state(): KeychainState;
    /** Asks the keychain, and lets the journal use it when it answers. */
    check(): Promise<KeychainState>;
    useMemory(): Promise<KeychainState>;
  };
  readonly connections: Pick<ConnectionBook, 'find'>;
  readonly notify: Notify;
  readonly openExternal: (address: URL) => Promise<void>;
  readonly lock: () => void;
  readonly holdDrafts: (drafts: number, window: symbol) => void;
  /** False when leaving would interrupt something; the windows have been told what. */
  readonly mayQuit: () => boolean;
  /** Ends the program once this call has been answered. */
  readonly quit: () => void;
}

export function appService(needs: AppNeeds): Handlers<'app'> {
  const { keychain, notify } = needs;
  const announced = (state: KeychainState) => {
    notify('keychainChanged', state);
    return state;
  };
  return {
    start: async () => ({ ...(await needs.present()), keychain: keychain.state() }),
    checkKeychain: async () => announced(await keychain.check()),
    useMemoryKeychain: async () => announced(await keychain.useMemory()),
    async lock() {
      needs.lock();
      return {};
    },
    async holdDrafts({ drafts }, { window }) {
      if (window !== undefined) needs.holdDrafts(drafts, window);
      return {};
    },
    async quit({ anyway }) {
      if (!needs.mayQuit() && !anyway) return { held: true };
      needs.quit();
      return { held: false };
    },
    async openPortal({ connection }) {
      // Only the origin: nothing that a person or a server put behind it is opened (NAV-06).
      const origin = new URL(new URL(needs.connections.find(connection).baseAddress).origin);
      await needs.openExternal(origin);
      return { host: origin.host };
    },
  };
}
