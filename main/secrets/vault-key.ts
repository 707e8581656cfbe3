// A random 256-bit key that lives in the vault: made once, read back before it is trusted.
import { randomBytes } from 'node:crypto';
import { Secret } from '../secret.ts';
import type { Vault } from './vault.ts';
import { keychainProblem } from '../problems.ts';

const BYTES = 32;

/**
 * The key of this name; creates it with `make`, else undefined when there is none. A memory-only session has its own keys.
 * Problem keychain{...}.
 */
export async function vaultKey(vault: Vault, purpose: string, make: true): Promise<Buffer>;
export async function vaultKey(
  vault: Vault,
  purpose: string,
  make: false,
): Promise<Buffer | undefined>;
export async function vaultKey(
  vault: Vault,
  purpose: string,
  make: boolean,
): Promise<Buffer | undefined> {
  const name = vault.kind === 'memory' ? `${purpose}/memory` : purpose;
  const found = await readKey(vault, name);
  if (found || !make) return found;
  const fresh = randomBytes(BYTES);
  await vault.put(name, new Secret(fresh.toString('base64')));
  const back = await readKey(vault, name);
  if (back?.equals(fresh)) return back;
  throw keychainProblem('not-stored', 'The keychain did not keep the key that was given to it.');
}

async function readKey(vault: Vault, name: string): Promise<Buffer | undefined> {
  const text = await vault.get(name);
  if (!text) return undefined;
  const key = Buffer.from(text.expose(), 'base64');
  if (key.length === BYTES) return key;
  // A damaged key is never replaced: everything it sealed would be lost (SAR-03).
  throw keychainProblem('damaged', 'A key in the keychain is damaged.');
}
