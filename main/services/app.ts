// The program itself as operations: the start value, the keychain's state, locking, quitting, the system browser.
import type { SaveTarget } from '../../preload/contract/schema.ts';
import type {
  Component,
  KeychainState,
  LostKey,
  SealingKey,
  Start,
} from '../../preload/contract/app.ts';
import type { CheckProgress, CheckReport } from '../../preload/contract/check.ts';
import type { Checks, Handlers, Notify } from '../../preload/contract/contract.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { FileHandles } from '../storage/files.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import type { Log } from '../diagnostics/log.ts';
import { conflict } from '../problems.ts';

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
  readonly connections: Pick<ConnectionStore, 'find'>;
  readonly notify: Notify;
  readonly openExternal: (address: URL) => Promise<void>;
  readonly handles: Pick<FileHandles, 'write' | 'targetName'>;
  /** What is inside this build. */
  readonly materials: {
    components(): Promise<readonly Component[]>;
    bill(): Promise<Uint8Array>;
  };
  readonly report: () => Promise<string>;
  readonly folder: {
    readonly format: number;
    readonly usual: boolean;
    readonly backups: readonly string[];
  };
  readonly erase: (
    what: 'secrets' | 'everything',
  ) => Promise<{ readonly secrets: number; readonly left: readonly string[] }>;
  /** False when erasing would interrupt something or lose a secret that nobody has seen. */
  readonly mayErase: () => boolean;
  readonly keys: {
    lost(): Promise<readonly LostKey[]>;
    renew(key: SealingKey): Promise<number>;
  };
  readonly check: (
    signal: AbortSignal,
    report: (progress: CheckProgress) => void,
  ) => Promise<CheckReport>;
  readonly lock: () => void;
  readonly putAway: { isClosed(): boolean; open(): Promise<boolean> };
  readonly holdDrafts: (drafts: number, window: symbol) => void;
  readonly log: Pick<Log, 'error'>;
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
    start: async () => ({
      ...(await needs.present()),
      keychain: keychain.state(),
      ...(needs.putAway.isClosed() && { putAway: true as const }),
    }),
    checkKeychain: async () => announced(await keychain.check()),
    useMemoryKeychain: async () => announced(await keychain.useMemory()),
    async lock() {
      needs.lock();
      return {};
    },
    openAgain: async () => ({ open: await needs.putAway.open() }),
    async holdDrafts({ drafts }, { window }) {
      if (window !== undefined) needs.holdDrafts(drafts, window);
      return {};
    },
    async tellFault({ name, frames }) {
      const reference = newErrorId();
      needs.log.error(reference, 'page-fault', faultOf(name, frames));
      return { reference };
    },
    async quit({ anyway }) {
      if (!needs.mayQuit() && !anyway) return { held: true };
      needs.quit();
      return { held: false };
    },
    ...records(needs),
    async erase({ what, anyway }) {
      if (!needs.mayErase() && !anyway) return { held: true, secrets: 0, left: [] };
      const erased = await needs.erase(what);
      return { held: false, ...erased, left: [...erased.left] };
    },
    lostKeys: async () => ({ lost: [...(await needs.keys.lost())] }),
    renewKey: async ({ key }) => ({ sealed: await needs.keys.renew(key) }),
    check: (_, { signal, report }) => needs.check(signal, report),
    async openPortal({ connection }) {
      // Only the origin: nothing that a person or a server put behind it is opened (NAV-06).
      const origin = new URL(new URL(needs.connections.find(connection).baseAddress).origin);
      await needs.openExternal(origin);
      return { host: origin.host };
    },
  };
}

/** As the log reads errors of this process: its frames stand behind the message. */
function faultOf(name: string, frames: readonly string[]): Error {
  const fault = new Error('A fault of the page.');
  const lines = frames.map((frame) => `    ${frame}`);
  return Object.assign(fault, { name, stack: [fault.message, ...lines].join('\n') });
}

/** A keychain that answers is not taken away from what comes in full (ATK-29). */
export const keychainChecks = (keychain: Pick<AppNeeds['keychain'], 'state'>): Checks<'app'> => ({
  useMemoryKeychain() {
    if (keychain.state().state === 'ready')
      throw conflict('The keychain answers. Secrets are stored in it.');
  },
});

type Records = 'components' | 'saveBillOfMaterials' | 'report' | 'saveReport' | 'dataFolder';

/** What the program says of itself: what is inside it, what it has written, the report for whoever helps. */
function records(needs: AppNeeds): Pick<Handlers<'app'>, Records> {
  let shown: string | undefined;
  const save = async (target: SaveTarget, content: string | Uint8Array) => {
    await needs.handles.write(target, content, 'target');
    return { name: needs.handles.targetName(target, 'target') };
  };
  return {
    components: async () => ({ all: [...(await needs.materials.components())] }),
    saveBillOfMaterials: async ({ target }) => save(target, await needs.materials.bill()),
    async report() {
      shown = await needs.report();
      return { text: shown };
    },
    // What a person has looked at is what they give away (LOG-08).
    saveReport: async ({ target }) => save(target, shown ?? (await needs.report())),
    dataFolder: async () => ({ ...needs.folder, backups: [...needs.folder.backups] }),
  };
}
