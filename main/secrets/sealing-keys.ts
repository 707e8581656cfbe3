// Keys that the keychain has lost: what is sealed with them, and giving that up so that Steward can go on (FLT-05).
import type { LostKey, SealingKey } from '../../preload/contract/app.ts';
import { conflict } from '../problems.ts';
import type { Vault } from './vault.ts';
import { isDamaged, makeVaultKey, vaultKey } from './vault-key.ts';

/** What one key seals. */
export interface Sealed {
  /** Number of things that nobody can read without it. */
  count(): Promise<number>;
  /** Keeps them aside, so that nothing asks for them any more. Problem file{...}, or conflict while one is in use. */
  giveUp(): Promise<void>;
}

/** The name of the key in the vault, and what it seals. */
export type KeyUse = Sealed & { readonly name: string };

export interface SealingKeys {
  /** Those that an open keychain has lost, or has damaged. Problem keychain{...} when it cannot tell. */
  lost(): Promise<readonly LostKey[]>;
  /**
   * Gives up what the key sealed, and makes a new one; answers how much it was. Problem conflict for a key that can be read. After
   * a kill in between it can be asked again: what was given up stays so.
   */
  renew(key: SealingKey): Promise<number>;
}

export function createSealingKeys(
  vault: Pick<Vault, 'kind' | 'get' | 'put' | 'isGone'>,
  uses: Readonly<Record<SealingKey, KeyUse>>,
): SealingKeys {
  const isLost = async ({ name }: KeyUse) =>
    vaultKey(vault, name, false).then(
      () => false,
      (error: unknown) => {
        if (isDamaged(error)) return true;
        throw error;
      },
    );
  return {
    async lost() {
      const found: LostKey[] = [];
      for (const [key, use] of Object.entries(uses))
        if (await isLost(use)) found.push({ key: key as SealingKey, sealed: await use.count() });
      return found;
    },
    async renew(key) {
      const use = uses[key];
      if (!(await isLost(use))) throw conflict('This key can be read: nothing has to be given up.');
      const sealed = await use.count();
      await use.giveUp();
      await makeVaultKey(vault, use.name);
      return sealed;
    },
  };
}
