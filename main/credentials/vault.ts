// Named secrets in the keychain: chunked under a generation, committed by one manifest write (checks.md 3.11).
import type { Secret } from '../secret.ts';

export interface Vault {
  /** `memory` when nothing outlives the process. */
  readonly kind: 'system' | 'memory';
  /** Old or new, never a mix, whenever the process or the keychain dies. Resolves after read-back and commit. */
  put(name: string, secret: Secret): Promise<void>;
  /** Undefined when never put; Problem keychain{locked} when it was put but the keychain does not show it. */
  get(name: string): Promise<Secret | undefined>;
  remove(name: string): Promise<void>;
  /** Names that were put and not removed, with this prefix; from Steward's own list, without asking the keychain. */
  names(prefix: string): readonly string[];
  /** Writes, reads and deletes a canary. Throws Problem keychain{...}. */
  check(): Promise<void>;
  /** Removes what no manifest names. Runs at start, never while a put runs. */
  collectGarbage(): Promise<void>;
}
