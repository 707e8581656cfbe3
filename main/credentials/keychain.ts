// The one door to the operating system's keychain: one call at a time, each with a time limit.

/** Small text entries. Every method throws Problem keychain{...}; `read` answers undefined when there is none. */
export interface Keychain {
  readonly kind: 'system' | 'memory';
  read(account: string): Promise<string | undefined>;
  /** ASCII text of 1 to 2048 bytes. */
  write(account: string, value: string): Promise<void>;
  /** True when something was there. */
  remove(account: string): Promise<boolean>;
}
