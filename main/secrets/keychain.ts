// The only access to the operating system's keychain: one call at a time, each with a time limit.
import type { Failure } from '../../preload/result.ts';
import { within } from '../cancel.ts';
import { Problem } from '../problem.ts';
import { atProcessEnd } from '../process-end.ts';

/** Small text entries. Every method throws Problem keychain{...}; `read` answers undefined when there is none. */
export interface Keychain {
  readonly kind: 'system' | 'memory';
  /** Undefined also when the keychain is locked and cannot prompt: the library answers the same, so the vault keeps a list. */
  read(account: string): Promise<string | undefined>;
  /** ASCII text of 1 to 2048 bytes. */
  write(account: string, value: string): Promise<void>;
  /** True when there was an entry. */
  remove(account: string): Promise<boolean>;
}

/** The three calls of the native library that are used. Its two `find` calls end the process on a locked keyring. */
export interface NativeKeychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, value: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export type KeychainProblem = Extract<Failure, { kind: 'keychain' }>['problem'];

/** Windows holds 2560 bytes per entry; we stay below on every system (SAR-05). */
export const LARGEST_ENTRY = 2048;
const ASCII = /^[\x20-\x7e\n]*$/;
const TIME_LIMIT_MS = 15_000;
/** A call that has run for so long is not waited for when the program ends. */
const END_GRACE_MS = 1000;

const SENTENCES: Readonly<Record<KeychainProblem, string>> = {
  absent: 'This computer has no keychain service that Steward can use.',
  locked: 'The keychain is locked. Unlock it and try again.',
  'timed-out': 'The keychain does not answer. It may be asking for its password in another window.',
  damaged: 'A secret in the keychain is damaged or was removed by another program.',
  refused: 'The keychain refused the call.',
  'too-large': 'The value is too large for the keychain.',
  'key-lost': 'The keychain has lost a key of Steward.',
  'other-place': 'A credential may be used only where a person has allowed it.',
  'not-stored': 'The keychain said yes but did not store the value.',
};

/** The Problem for a keychain problem; `message` replaces the usual sentence. */
export function keychainTrouble(
  problem: KeychainProblem,
  cause?: unknown,
  message: string = SENTENCES[problem],
): Problem {
  return new Problem({ kind: 'keychain', problem, message }, cause);
}

const RESTARTED =
  'The keychain service was restarted. Restart Steward to reach it again, or keep secrets in memory.';

/** Error texts of libsecret, D-Bus, Credential Manager and Keychain Services, as observed; the first match wins. */
const WORDS: readonly (readonly [KeychainProblem, RegExp, string?])[] = [
  // libsecret keeps the service that it first connected to until the process ends (observed).
  ['absent', /the name :\d|session wrapping the secret/i, RESTARTED],
  ['too-large', /stub received bad data|data (is )?too (large|long)/i],
  ['timed-out', /timeout was reached|timed? out|did not receive a reply|NoReply/i],
  ['timed-out', /disconnected from message bus|connection is closed|remote peer disconnected/i],
  ['locked', /locked collection|is locked|not unlocked|interaction is not allowed/i],
  // The service runs but has no keyring yet, which it makes when the person first unlocks it.
  ['locked', /object does not exist at path|no such (interface|object).*collection/i],
  ['absent', /failed to load keytar|cannot autolaunch|could not connect|ServiceUnknown/i],
  ['absent', /was not provided by any|name has no owner|specified logon session does not exist/i],
  ['refused', /dismissed|cancel|denied|not permitted/i],
];

export function keychainProblemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const words = error instanceof Error ? error.message : '';
  const found = WORDS.find(([, pattern]) => pattern.test(words));
  return keychainTrouble(found?.[0] ?? 'refused', error, found?.[2]);
}

export interface SystemKeychainOptions {
  /** The service name of the entries, as the system's keychain program shows it. */
  readonly service: string;
  readonly timeLimitMs?: number;
  /** Loads the native library at the first call, so that a missing libsecret is a Problem and no crash at start. */
  readonly load?: () => Promise<NativeKeychain>;
}

export function createSystemKeychain({
  service,
  timeLimitMs = TIME_LIMIT_MS,
  load = loadNative,
}: SystemKeychainOptions): Keychain {
  const queue = createQueue(timeLimitMs);
  let loaded: Promise<NativeKeychain> | undefined;
  const native = () => (loaded ??= load().catch(forget));
  // A failure to load is not cached, so that a retry works after libsecret was installed.
  const forget = (error: unknown): never => {
    loaded = undefined;
    throw keychainTrouble('absent', error);
  };

  return {
    kind: 'system',
    async read(account) {
      const value = await queue(async () => (await native()).getPassword(service, account));
      return value ?? undefined;
    },
    async write(account, value) {
      refuseUnfit(value);
      await queue(async () => (await native()).setPassword(service, account, value));
    },
    remove: (account) => queue(async () => (await native()).deletePassword(service, account)),
  };
}

/** For one session, on the person's request or with `--keychain memory`: it ends with the process. */
export function createMemoryKeychain(): Keychain {
  const entries = new Map<string, string>();
  return {
    kind: 'memory',
    read: async (account) => entries.get(account),
    async write(account, value) {
      refuseUnfit(value);
      entries.set(account, value);
    },
    remove: async (account) => entries.delete(account),
  };
}

async function loadNative(): Promise<NativeKeychain> {
  const keytar = await import('keytar');
  return keytar.default;
}

/** The library cuts at NUL, refuses the empty text, and Windows counts bytes (SAR-04, SAR-05). */
function refuseUnfit(value: string): void {
  if (value.length > LARGEST_ENTRY) throw keychainTrouble('too-large');
  if (value === '' || !ASCII.test(value)) {
    throw keychainTrouble('refused', undefined, 'Only ASCII text goes into the keychain.');
  }
}

/**
 * Runs calls one after the other. A native call cannot be stopped and holds a thread of libuv's pool (four of them block
 * files and DNS), so while one is overdue no other begins: all waiting and new calls fail as timed-out.
 */
function createQueue(limitMs: number) {
  let last: Promise<unknown> = Promise.resolve();
  let overdue = false;

  async function runNow<T>(call: () => Promise<T>): Promise<T> {
    if (overdue) throw keychainTrouble('timed-out');
    const stopWatching = endDespite();
    const answer = call().finally(() => {
      overdue = false;
      stopWatching();
    });
    const late = () => {
      overdue = true;
      return keychainTrouble('timed-out');
    };
    return within(limitMs, late, answer).catch((error: unknown) => {
      throw keychainProblemOf(error);
    });
  }

  return <T>(call: () => Promise<T>): Promise<T> => {
    if (overdue) return Promise.reject(keychainTrouble('timed-out'));
    const mine = last.then(() => runNow(call));
    last = mine.catch(() => undefined);
    return mine;
  };
}

/**
 * Node joins libuv's threads when it ends: with a call stuck behind a password prompt `process.exit` would wait for as
 * long as the prompt is open (25 s measured with a stopped daemon). The end then kills the process, which the vault survives at
 * every point. Returns a function that takes that back.
 */
function endDespite(): () => void {
  const begun = Date.now();
  return atProcessEnd(() => (Date.now() - begun > END_GRACE_MS ? 'kill' : undefined));
}
