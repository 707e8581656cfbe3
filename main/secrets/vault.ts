// The vault: named secrets in the keychain, or in memory when the person asked for that.
import type { KeychainState } from '../../preload/contract/app.ts';
import { failureOf } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { createMemoryKeychain, type Keychain, keychainTrouble } from './keychain.ts';
import { listInMemory, type VaultEntry, type VaultList } from './vault-list.ts';
import { type Relisted, VaultStore } from './vault-store.ts';

export interface Vault {
  /** `memory` when nothing outlives the process. */
  readonly kind: 'system' | 'memory';
  /**
   * Old or new, never a mix, whenever the process or the keychain dies. Resolves after read-back and commit. `fresh`: the
   * name holds a new random id, and nothing is looked for under it first.
   */
  put(name: string, secret: Secret, how?: { readonly fresh?: boolean }): Promise<void>;
  /**
   * Undefined when never put; Problem keychain{locked} when it was put but the keychain does not show it, {damaged} when
   * the keychain is open and the entry is not whole, {absent} when it was put before the vault went memory-only.
   */
  get(name: string): Promise<Secret | undefined>;
  remove(name: string): Promise<void>;
  /** Whether the name was put and not removed, from Steward's own list. */
  has(name: string): boolean;
  /**
   * Asks the keychain for those of these names that Steward's own list does not have, because the list may have lost them: what
   * it has is listed, what it has not is proven. Asks nothing in memory-only mode. Problem keychain{...}.
   */
  relist(names: readonly string[]): Promise<Relisted>;
  /** True when the keychain is open and has lost what was put under this name. Problem keychain{...} when it cannot tell. */
  isGone(name: string): Promise<boolean>;
  /** Names that were put and not removed, with this prefix; from Steward's own list, without asking the keychain. */
  names(prefix: string): readonly string[];
  /** Writes, reads and deletes a canary. Throws Problem keychain{...}. */
  check(): Promise<void>;
  /**
   * The same proof for repeated calls: its entry stays for the next one, and is removed after a while without calls, or by
   * `rest`.
   */
  prove(): Promise<void>;
  rest(): Promise<void>;
  /** The state of the keychain for the page. Never throws. */
  probe(): Promise<KeychainState>;
  /** From now on secrets are kept in this process only. Stored ones stay, and cannot be read meanwhile. */
  useMemory(): void;
  /**
   * Removes every secret of the list and of `more`, in that order, and takes no new one from then on; answers how many
   * there were. Nothing is begun while the keychain is not open. Problem keychain{...}: the rest is still there and listed, secrets are
   * taken again, and it can be asked for again.
   */
  erase(more: readonly string[]): Promise<number>;
  /** In a copy of a folder: copies what the first one has to the names of this one; continues where it was stopped. */
  copyFromOrigin(): Promise<void>;
  /** What the keychain has of a name that was put. Problem keychain{...} when it cannot tell. */
  stateOf(name: string): Promise<'whole' | 'damaged' | 'missing'>;
  /** Removes chunks that no manifest names. Runs at start, never during a put of the same name; no calls when all is tidy. */
  collectGarbage(): Promise<void>;
}

const READY = 'Secrets are kept in the keychain of this computer.';
const MEMORY = 'Secrets are kept in memory only and end with the program.';
const ERASED = 'The secrets of Steward are being removed from this computer; no new one is kept.';
const OUT_OF_REACH =
  'This secret is in the keychain, but Steward keeps secrets in memory only in this session.';

/** The entry of a proof is removed when no proof was needed for so long. */
const PROOF_STAYS_MS = 5000;

/** `keychain.kind` decides whether the vault begins in memory. */
export function createVault(needs: {
  readonly keychain: Keychain;
  readonly list: VaultList;
  /** The id of the data folder. */
  readonly folder: string;
}): Vault {
  const { list: stored, folder } = needs;
  const system = new VaultStore(needs.keychain, stored, folder);
  let memory =
    needs.keychain.kind === 'memory' ? createMemoryStore(needs.keychain, folder) : undefined;
  const puts = createPuts();
  const store = () => memory?.store ?? system;
  const proof = createProof(store);

  /** In memory-only mode stored names are not touched: they are neither absent nor removable. */
  const storeFor = (name: string) => {
    if (!memory) return system;
    if (stored.find(name) && !memory.list.find(name)) {
      throw keychainTrouble('absent', undefined, OUT_OF_REACH);
    }
    return memory.store;
  };

  return {
    get kind() {
      return memory ? ('memory' as const) : ('system' as const);
    },
    put: (name, secret, { fresh = false } = {}) => puts.run(() => store().put(name, secret, fresh)),
    get: async (name) => storeFor(name).get(name),
    remove: async (name) => storeFor(name).remove(name),
    has: (name) => isHeld(stored.find(name)) || isHeld(memory?.list.find(name)),
    relist: async (names) => (memory ? { found: [], absent: [] } : system.relist(names)),
    isGone: async (name) => !memory && system.isGone(name),
    names: (prefix) => [
      ...new Set([...held(stored, prefix), ...(memory ? held(memory.list, prefix) : [])]),
    ],
    check: async () => store().check(),
    ...proof,
    probe: async () => (memory ? { state: 'memory', message: MEMORY } : probe(system)),
    useMemory() {
      memory ??= createMemoryStore(createMemoryKeychain(), folder);
    },
    erase: (more) =>
      puts.without(async () => {
        // Stored entries cannot be reached, so they must not count as removed.
        if (memory && stored.all().length > 0)
          throw keychainTrouble('absent', undefined, OUT_OF_REACH);
        return store().erase(more);
      }),
    stateOf: async (name) => storeFor(name).stateOf(name),
    collectGarbage: async () => (memory ? undefined : system.collectGarbage()),
    copyFromOrigin: async () => (memory ? undefined : system.copyFromOrigin()),
  };
}

/** Proofs that keep their entry for the next one; it is removed when there was none for a while. */
function createProof(store: () => VaultStore): Pick<Vault, 'prove' | 'rest'> {
  let timer: NodeJS.Timeout | undefined;
  const rest = async () => {
    clearTimeout(timer);
    timer = undefined;
    await store().rest();
  };
  return {
    async prove() {
      clearTimeout(timer);
      await store().prove();
      clearTimeout(timer);
      // Should this fail, the next check removes the entry.
      timer = setTimeout(() => void rest().catch(() => undefined), PROOF_STAYS_MS).unref();
    },
    rest,
  };
}

/** Puts of secrets until erasing begins: it waits for running puts and refuses later ones. */
function createPuts() {
  const running = new Set<Promise<void>>();
  let over = false;
  return {
    async run(put: () => Promise<void>): Promise<void> {
      if (over) throw keychainTrouble('refused', undefined, ERASED);
      const mine = put();
      running.add(mine);
      await mine.finally(() => running.delete(mine));
    },
    async without<T>(erase: () => Promise<T>): Promise<T> {
      over = true;
      try {
        await Promise.allSettled(running);
        return await erase();
      } catch (error) {
        over = false;
        throw error;
      }
    },
  };
}

/** Also what the folder that this one is a copy of has, and was not copied yet. */
const isHeld = (entry: VaultEntry | undefined): boolean =>
  entry !== undefined && (entry.stored || (entry.origin?.stored ?? false));

const held = (list: VaultList, prefix: string) =>
  list.all().flatMap((entry) => {
    return isHeld(entry) && entry.name.startsWith(prefix) ? [entry.name] : [];
  });

function createMemoryStore(keychain: Keychain, folder: string) {
  const list = listInMemory();
  return { list, store: new VaultStore(keychain, list, folder) };
}

async function probe(store: VaultStore): Promise<KeychainState> {
  try {
    await store.check();
    return { state: 'ready', message: READY };
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'keychain') throw error;
    const { problem, message } = failure;
    const known = problem === 'absent' || problem === 'locked' ? problem : 'not-answering';
    return { state: known, message };
  }
}
