// Named secrets in the keychain, or in memory when the person asked for that: one place that says which.
import type { KeychainState } from '../../preload/contract/app.ts';
import { z } from '../../preload/contract/schema.ts';
import { failureOf } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { Documents } from '../storage/documents.ts';
import { createMemoryKeychain, type Keychain, keychainTrouble } from './keychain.ts';
import { type VaultEntry, vaultEntry } from './vault-format.ts';
import { type VaultList, VaultStore } from './vault-store.ts';

export interface Vault {
  /** `memory` when nothing outlives the process. */
  readonly kind: 'system' | 'memory';
  /** Old or new, never a mix, whenever the process or the keychain dies. Resolves after read-back and commit. */
  put(name: string, secret: Secret): Promise<void>;
  /**
   * Undefined when never put; Problem keychain{locked} when it was put but the keychain does not show it, {damaged} when
   * the keychain is open and the entry is not whole, {absent} when it was put before the vault went memory-only.
   */
  get(name: string): Promise<Secret | undefined>;
  remove(name: string): Promise<void>;
  /** Names that were put and not removed, with this prefix; from Steward's own list, without asking the keychain. */
  names(prefix: string): readonly string[];
  /** Writes, reads and deletes a canary. Throws Problem keychain{...}. */
  check(): Promise<void>;
  /** Whether the keychain can be used, in words for the page. Never throws. */
  probe(): Promise<KeychainState>;
  /** From now on secrets are kept in this process only. What is stored stays as it is and cannot be read meanwhile. */
  useMemory(): void;
  /**
   * Removes every secret of the list and of `more`, in that order, and takes no new one from then on; answers how many
   * there were. Nothing is begun while the keychain is not open. Problem keychain{...}: the rest is still there and
   * listed, secrets are taken again, and it can be asked for again.
   */
  erase(more: readonly string[]): Promise<number>;
  /** Removes what no manifest names. Runs at start, never while a put of the same name runs; asks nothing when tidy. */
  collectGarbage(): Promise<void>;
}

const READY = 'Secrets are kept in the keychain of this computer.';
const MEMORY = 'Secrets are kept in memory only and end with the program.';
const ERASED = 'The secrets of Steward are being removed from this computer; no new one is kept.';
const OUT_OF_REACH =
  'This secret is in the keychain, but Steward keeps secrets in memory only in this session.';

/** `keychain.kind` decides what the vault begins with; the list of names is `vault.json`. */
export async function createVault(needs: {
  readonly keychain: Keychain;
  readonly documents: Documents;
}): Promise<Vault> {
  const stored = await openList(needs.documents);
  const system = new VaultStore(needs.keychain, stored);
  let memory = needs.keychain.kind === 'memory' ? createMemoryStore(needs.keychain) : undefined;
  const puts = createPuts();

  /** In memory-only mode a stored name is neither absent nor removable: nothing of it is touched. */
  const storeFor = (name: string) => {
    if (!memory) return system;
    if (isIn(stored, name) && !isIn(memory.list, name)) {
      throw keychainTrouble('absent', undefined, OUT_OF_REACH);
    }
    return memory.store;
  };

  return {
    get kind() {
      return memory ? ('memory' as const) : ('system' as const);
    },
    put: (name, secret) => puts.run(() => (memory?.store ?? system).put(name, secret)),
    get: async (name) => storeFor(name).get(name),
    remove: async (name) => storeFor(name).remove(name),
    names: (prefix) => [
      ...new Set([...held(stored, prefix), ...(memory ? held(memory.list, prefix) : [])]),
    ],
    check: async () => (memory?.store ?? system).check(),
    probe: async () => (memory ? { state: 'memory', message: MEMORY } : probe(system)),
    useMemory() {
      memory ??= createMemoryStore(createMemoryKeychain());
    },
    erase: (more) =>
      puts.without(async () => {
        // Nothing of what is stored can be reached, so that it must not be called removed.
        if (memory && stored.all().length > 0)
          throw keychainTrouble('absent', undefined, OUT_OF_REACH);
        return (memory?.store ?? system).erase(more);
      }),
    collectGarbage: async () => (memory ? undefined : system.collectGarbage()),
  };
}

/** New secrets, until erasing begins: what is being put then is waited for, what comes later is refused. */
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

const isIn = (list: VaultList, name: string) => list.all().some((entry) => entry.name === name);

const held = (list: VaultList, prefix: string) =>
  list.all().flatMap(({ name, stored }) => (stored && name.startsWith(prefix) ? [name] : []));

async function openList(documents: Documents): Promise<VaultList> {
  const schema = z.object({ entries: z.array(vaultEntry) });
  const document = await documents.open('vault', schema, { entries: [] });
  return {
    all: () => document.value().entries,
    change: (to) => document.change((now) => ({ entries: to(now.entries) })),
  };
}

function createMemoryStore(keychain: Keychain) {
  let entries: readonly VaultEntry[] = [];
  const list: VaultList = {
    all: () => entries,
    async change(to) {
      entries = to(entries);
    },
  };
  return { list, store: new VaultStore(keychain, list) };
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
