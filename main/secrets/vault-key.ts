// A random 256-bit key that lives in the vault: made once, read back before it is trusted.
import { randomBytes } from 'node:crypto';
import { Secret } from '../secret.ts';
import { failureOf } from '../problem.ts';
import type { Vault } from './vault.ts';
import { keychainProblem } from '../problems.ts';

const BYTES = 32;

/**
 * The key of this name; creates it with `make`, else undefined when there is none. A memory-only session has its own keys.
 * Problem keychain{...}: {key-lost} when an open keychain has lost it. Then a new one is made with `make` when nothing `isUsed`
 * that only the lost one opens; otherwise a person has to give that up first (`sealing-keys.ts`).
 */
export async function vaultKey(
  vault: KeyVault,
  purpose: string,
  make: true,
  isUsed?: IsUsed,
): Promise<Buffer>;
export async function vaultKey(
  vault: KeyVault,
  purpose: string,
  make: false,
): Promise<Buffer | undefined>;
export async function vaultKey(
  vault: KeyVault,
  purpose: string,
  make: boolean,
  isUsed: IsUsed = () => Promise.resolve(true),
): Promise<Buffer | undefined> {
  const name = nameOf(vault, purpose);
  const found = await readKey(vault, name).catch(async (error: unknown) => {
    if (!isDamaged(error) || !(await vault.isGone(name))) throw error;
    if (!make || (await isUsed())) throw keychainProblem('key-lost', LOST);
    return undefined;
  });
  return found ?? (make ? makeVaultKey(vault, purpose) : undefined);
}

/** The key of this name as a store takes it. `isUsed`: whether the store has anything that is sealed with it. See `vaultKey`. */
export const keyOf =
  (vault: KeyVault, purpose: string, isUsed: IsUsed) =>
  (make: boolean): Promise<Buffer | undefined> =>
    make ? vaultKey(vault, purpose, true, isUsed) : vaultKey(vault, purpose, false);

type KeyVault = Pick<Vault, 'kind' | 'get' | 'put' | 'isGone'>;
/** Whether there is anything that only the present key opens. */
type IsUsed = () => Promise<boolean>;

const LOST =
  'The keychain has lost a key of Steward. What is sealed with it cannot be read until the entry is back; ' +
  '`steward keys` says what that is, and gives it up on request.';

const nameOf = ({ kind }: Pick<Vault, 'kind'>, purpose: string) =>
  kind === 'memory' ? `${purpose}/memory` : purpose;

/** A new key in place of any that is there: what that one sealed stays closed. Problem keychain{...}. */
export async function makeVaultKey(vault: KeyVault, purpose: string): Promise<Buffer> {
  const name = nameOf(vault, purpose);
  const fresh = randomBytes(BYTES);
  await vault.put(name, new Secret(fresh.toString('base64')));
  const back = await readKey(vault, name);
  if (back?.equals(fresh)) return back;
  throw keychainProblem('not-stored', 'The keychain did not keep the key that was given to it.');
}

/** Whether it is, or is about, an entry of an open keychain that cannot be used. */
export const isDamaged = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.kind === 'keychain' && /^(damaged|key-lost)$/.test(failure.problem);
};

async function readKey(vault: KeyVault, name: string): Promise<Buffer | undefined> {
  const text = await vault.get(name);
  if (!text) return undefined;
  const key = Buffer.from(text.expose(), 'base64');
  if (key.length === BYTES) return key;
  // A damaged key is never replaced by itself: everything it sealed would be lost (SAR-03).
  throw keychainProblem('damaged', 'A key in the keychain is damaged.');
}
