// The journal's key and the last head it is known to have reached, both stored in the keychain (AUD-02, AUD-03).
import { randomBytes } from 'node:crypto';
import { Secret } from '../secret.ts';
import type { Head } from './hash-chain.ts';
import { serial } from '../serial.ts';

const KEY = 'journal-key';
const HEAD = 'journal-anchor';
const KEY_BYTES = 32;
/** Lines come in pairs; a keychain write costs more than a line. A kill before it leaves the file ahead of the anchor, which is no damage. */
const WAIT_MS = 250;
/** The same while a job writes line after line. */
const RELAXED_WAIT_MS = 2000;

/** Where the journal's key and anchor are kept; the vault of main/secrets fits. */
export interface KeyStore {
  /** `memory`: nothing outlives the process, so lines are chained but not keyed. */
  readonly kind: 'system' | 'memory';
  /** Undefined when never put; throws when it cannot be read. */
  get(name: string): Promise<Secret | undefined>;
  put(name: string, secret: Secret): Promise<void>;
  /** True when an open keychain has lost what was put; throws when it cannot tell. */
  isGone(name: string): Promise<boolean>;
}

export type KnownHead = Pick<Head, 'count' | 'hash'>;

export interface Anchor {
  /** Undefined while the keychain does not answer or nothing outlives the process. */
  key(): Secret | undefined;
  /** Asks the keychain for the key unless it is known; true when it became known now. Never throws. */
  unlock(): Promise<boolean>;
  /** A key of its own for a journal that has none yet. Only when the keychain said that there is none. */
  makeKey(): Promise<void>;
  /** True when the keychain answered and had no key. */
  keyIsMissing(): boolean;
  /** The head last anchored; undefined when there is none or it cannot be read. */
  known(): Promise<KnownHead | undefined>;
  /** Writes the head a little later; newer heads take the place of older ones. */
  moveTo(head: Head): void;
  /** Until the answer is called, heads are written at most every two seconds; then the newest at once. */
  relax(): () => Promise<void>;
  /** Writes what waits, now. */
  settle(): Promise<void>;
  /** False while the newest head could not be written. */
  holds(): boolean;
}

export function openAnchor(store: KeyStore): Anchor {
  let key: Secret | undefined;
  let missing = false;
  const writer = createWriter(store);

  return {
    ...writer,
    key: () => key,
    keyIsMissing: () => missing && key === undefined,
    async unlock() {
      if (key || store.kind === 'memory') return false;
      try {
        key = await store.get(KEY);
        missing = key === undefined;
        return key !== undefined || missing;
      } catch {
        missing = await store.isGone(KEY).catch(() => false);
        return missing;
      }
    },
    async makeKey() {
      const made = new Secret(randomBytes(KEY_BYTES).toString('base64'));
      try {
        await store.put(KEY, made);
        key = made;
      } catch {
        // The keychain refuses; lines stay unkeyed and the journal says that it is unanchored.
      }
    },
    async known() {
      if (!key) return undefined;
      const text = (await store.get(HEAD).catch(() => undefined))?.expose() ?? '';
      const [, count, hash] = /^(\d{1,15}) ([0-9a-f]{64})$/.exec(text) ?? [];
      return hash === undefined ? undefined : { count: Number(count), hash };
    },
    moveTo(head) {
      if (key) writer.moveTo(head);
    },
  };
}

function createWriter(store: KeyStore) {
  let newest: Head | undefined;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;
  const oneAtATime = serial();
  let relaxed = 0;

  const writeNow = async () => {
    const head = newest;
    if (!head) return;
    newest = undefined;
    try {
      await store.put(HEAD, new Secret(`${String(head.count)} ${head.hash}`));
      failed = false;
    } catch {
      failed = true;
    }
  };
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    return oneAtATime(writeNow);
  };
  return {
    moveTo(head: Head) {
      newest = head;
      const wait = relaxed > 0 ? RELAXED_WAIT_MS : WAIT_MS;
      timer ??= setTimeout(() => void settle(), wait).unref();
    },
    relax() {
      relaxed += 1;
      let over = false;
      return async () => {
        if (over) return;
        over = true;
        relaxed -= 1;
        await settle();
      };
    },
    settle,
    holds: () => !failed,
  };
}
