// Types of sign-lists.mjs, for the tests.
import type { KeyObject } from 'node:crypto';

/** `days` and `now` where they differ from 180 or 400 days from this moment. */
interface Term {
  readonly days?: number | undefined;
  readonly now?: Date | undefined;
}
export interface SignOrder extends Term {
  /** With what the root says of it beside it, as `<keyFile>.named`. */
  readonly keyFile: string;
  readonly folder: string;
  readonly passphrase?: string | undefined;
}
export interface NameOrder extends Term {
  readonly rootFile: string;
  readonly publicFile: string;
  readonly passphrase?: string | undefined;
}

/** What stands in `<name>.sig`. */
export function signList(
  what: Term & {
    readonly name: string;
    readonly list: Uint8Array;
    readonly privateKey: KeyObject | string;
    readonly named: string;
  },
): string;
/** The root's word for the key that signs lists. */
export function nameKey(
  what: Term & { readonly root: KeyObject | string; readonly publicKey: KeyObject | string },
): string;
/** The path of what it wrote. */
export function nameKeyFile(order: NameOrder): Promise<string>;
/** The names of the lists that were signed; rejects, and signs none, where a file is not the one its list names. */
export function signLists(order: SignOrder): Promise<string[]>;
/** The path of the public key. */
export function makeKey(file: string): Promise<string>;
