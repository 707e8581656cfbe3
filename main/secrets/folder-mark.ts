// Marks this data folder in the keychain, so that a folder copied to another account or computer is recognised.
import { failureOf } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { Vault } from './vault.ts';

export const FOLDER_MARK = 'folder-mark';

/**
 * False when this folder was marked in a keychain and this keychain does not have the mark: it is that of another account or
 * computer, or it was emptied. The mark is then made again, so that this is reported once. Problem keychain{...}.
 */
export async function isKeychainOfFolder(
  vault: Pick<Vault, 'kind' | 'has' | 'names' | 'get' | 'put'>,
): Promise<boolean> {
  // A folder without secrets needs no mark.
  if (vault.kind === 'memory' || vault.names('').length === 0) return true;
  if (!vault.has(FOLDER_MARK)) {
    await vault.put(FOLDER_MARK, new Secret('1'));
    return true;
  }
  try {
    return (await vault.get(FOLDER_MARK)) !== undefined;
  } catch (error) {
    const failure = failureOf(error);
    // `damaged` means an open keychain without the entry; a locked one fails in another way.
    if (failure?.kind !== 'keychain' || failure.problem !== 'damaged') throw error;
    await vault.put(FOLDER_MARK, new Secret('1'));
    return false;
  }
}
