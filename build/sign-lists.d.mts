// Types of sign-lists.mjs, for the tests.
import type { KeyObject } from 'node:crypto';

export interface SignOrder {
  readonly keyFile: string;
  readonly folder: string;
  readonly passphrase?: string | undefined;
}

/** What stands in `<name>.sig`. */
export function signList(name: string, list: Uint8Array, privateKey: KeyObject | string): string;
/** The names of the lists that were signed; rejects, and signs none, where a file is not the one its list names. */
export function signLists(order: SignOrder): Promise<string[]>;
/** The path of the public key. */
export function makeKey(file: string): Promise<string>;
