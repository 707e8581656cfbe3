// Rebuilds the vault's list from the names that documents and escrow have and the keychain knows (FLT-03).
import type { Log } from '../diagnostics/log.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import type { Vault } from './vault.ts';
import { FIXED_NAMES } from './vault-format.ts';
import type { VaultList } from './vault-list.ts';
import { FOLDER_MARK } from './folder-mark.ts';

/** A secret that belongs to a connection or a user. Those of jobs go with their jobs. */
const ofSomething = /^(credential|secrets|refresh-token)\//;

/** Names of secrets, by what mentions them. */
export interface KnownNames {
  /** The keychain has these, unless it lost them. */
  readonly stored: readonly string[];
  /** It may have these. */
  readonly possible: readonly string[];
}

export interface ListRecoveryNeeds {
  readonly vault: Pick<Vault, 'kind' | 'check' | 'has' | 'names' | 'relist' | 'stateOf'>;
  readonly list: Pick<VaultList, 'setAside' | 'wasEmpty' | 'copy' | 'check'>;
  readonly known: () => KnownNames;
  /** What any list in the folder names, also one that was set aside or is in a backup. Problem file{...}. */
  readonly listed: () => Promise<readonly string[]>;
  readonly log: Pick<Log, 'warn'>;
}

export interface ListRecovery {
  /** Names of files to report: a list that was damaged, lost, or older than what the keychain has. */
  readonly setAside: readonly string[];
  /** Whenever the keychain is usable. Asks it nothing while the list names all that must be there. Problem keychain{...}. */
  run(): Promise<void>;
  /**
   * Reads the list and every secret in it, and asks the keychain for all names that anything here mentions. `concernsOf`: whom
   * a name is about. Problem keychain{...}.
   */
  check(run: StoreCheck, concernsOf: (name: string) => string | null): Promise<void>;
}

/**
 * Without its list a vault still finds every value by its name. The list says which names there are, though: without it secrets
 * would look lost, and erasing would leave them. A list that lacks a name of a secret that was surely stored is an older copy.
 */
export function createListRecovery({
  vault,
  list,
  known,
  listed,
  log,
}: ListRecoveryNeeds): ListRecovery {
  const setAside = list.setAside === undefined ? [] : [list.setAside];
  let isDoubtful = list.setAside !== undefined || list.wasEmpty;
  return {
    setAside,
    async run() {
      if (vault.kind === 'memory') return;
      const { stored, possible } = known();
      const isBehind = stored.some((name) => !vault.has(name));
      // A new folder has no list either, and nothing that could be in it.
      const isNew = list.wasEmpty && stored.length + possible.length === 0;
      if (isNew || !(isBehind || isDoubtful)) return;
      const asItWas = await list.copy();
      const all = [...stored, ...possible, ...FIXED_NAMES, FOLDER_MARK];
      const { found } = await vault.relist(all);
      isDoubtful = false;
      if (found.length === 0) return;
      if (setAside.length === 0) setAside.push(await asItWas.setAside());
      log.warn('vault-list-rebuilt', { count: found.length });
    },
    async check(run, concernsOf) {
      await list.check(run);
      // In memory nothing outlives the session, and what is stored is not touched.
      if (vault.kind === 'memory') return;
      await vault.check();
      const { stored, possible } = known();
      const mentioned = new Set([...stored, ...possible, ...FIXED_NAMES, FOLDER_MARK]);
      for (const name of mentioned) {
        if (vault.has(name)) continue;
        const concerns = concernsOf(name);
        const isThere = (await vault.relist([name])).found.length > 0;
        if (isThere) run.repaired({ kind: 'missing', what: name, concerns });
        else if (stored.includes(name)) run.left({ kind: 'missing', what: name, concerns });
      }
      // Two damages at once: the list has lost the name, and so has what used it. An older list still has it. It is listed again, so
      // that erasing takes it, and named; its value may be the only copy.
      const lost = new Set(await listed());
      await vault.relist([...lost].filter((name) => !mentioned.has(name) && !vault.has(name)));
      for (const name of vault.names(''))
        if (ofSomething.test(name) && !mentioned.has(name))
          run.left({ kind: 'orphaned', what: name });
      for (const name of vault.names('')) {
        const kind = await vault.stateOf(name);
        run.read();
        if (kind !== 'whole') run.left({ kind, what: name, concerns: concernsOf(name) });
      }
    },
  };
}
