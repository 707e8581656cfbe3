// A mark in the keychain for this data folder: a folder copied from elsewhere does not find its own.
import { failureOf } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { Vault } from './vault.ts';

const MARK = 'folder-mark';

/**
 * False when this folder was marked in a keychain, and this one does not have the mark: it is that of another account or
 * computer, or it was emptied. It is marked anew then, so that this is found once. Problem keychain{...}.
 */
export async function isKeychainOfFolder(
  vault: Pick<Vault, 'kind' | 'has' | 'names' | 'get' | 'put'>,
): Promise<boolean> {
  // A folder without secrets has nothing that it could miss.
  if (vault.kind === 'memory' || vault.names('').length === 0) return true;
  if (!vault.has(MARK)) {
    await vault.put(MARK, new Secret('1'));
    return true;
  }
  try {
    return (await vault.get(MARK)) !== undefined;
  } catch (error) {
    const failure = failureOf(error);
    // Of an open keychain: what is locked says so.
    if (failure?.kind !== 'keychain' || failure.problem !== 'damaged') throw error;
    await vault.put(MARK, new Secret('1'));
    return false;
  }
}
