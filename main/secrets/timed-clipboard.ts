// Copies a secret for a limited time: clears it later and at the end, unless something else was copied (CLP-02).
import type { Notify } from '../../preload/contract/contract.ts';
import type { Secret } from '../secret.ts';

/** The part of the shell's clipboard that is used here. */
export interface ClipboardDoor {
  write(secret: Secret): Promise<void>;
  holds(secret: Secret): Promise<boolean>;
  clear(): Promise<void>;
}

export interface TimedClipboard {
  /** Returns after how many seconds it is cleared. */
  copy(secret: Secret): Promise<number>;
  /** Clears our secret now: when the program ends or locks. */
  clear(): Promise<void>;
}

export interface TimedClipboardOptions {
  readonly clipboard: ClipboardDoor;
  readonly seconds: () => number;
  readonly notify: Notify;
  /** Calls `act` after `ms`; returns a function that cancels it. */
  readonly after?: (ms: number, act: () => void) => () => void;
}

/** Another program may hold the clipboard for a moment. */
const TRIES = 5;
const BETWEEN_TRIES_MS = 200;
/** After so many in vain; and so on until it answers. */
const LATER_MS = 5_000;

export function createTimedClipboard(options: TimedClipboardOptions): TimedClipboard {
  const { clipboard, seconds, notify, after = afterByTimer } = options;
  let ours: Secret | undefined;
  let cancel = () => {};

  const wait = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve));
  const clear = async () => {
    cancel();
    for (let tried = 1; ; tried += 1) {
      const secret = ours;
      if (!secret) return;
      const found = await clearIfOurs(clipboard, secret);
      // What was copied meanwhile has a time of its own.
      if (ours !== secret) return;
      if (found !== 'busy') {
        ours = undefined;
        notify('clipboardCleared', { cleared: found === 'cleared' });
        return;
      }
      if (tried === TRIES) break;
      await wait(BETWEEN_TRIES_MS);
    }
    cancel = after(LATER_MS, () => void clear());
  };
  return {
    clear,
    async copy(secret) {
      await clipboard.write(secret);
      cancel();
      ours = secret;
      const left = seconds();
      cancel = after(left * 1000, () => void clear());
      return left;
    },
  };
}

/** What the person copied since stays; a clipboard that does not answer may still have our secret. */
async function clearIfOurs(
  clipboard: ClipboardDoor,
  secret: Secret,
): Promise<'cleared' | 'not-ours' | 'busy'> {
  try {
    if (!(await clipboard.holds(secret))) return 'not-ours';
    await clipboard.clear();
    return 'cleared';
  } catch {
    return 'busy';
  }
}

const afterByTimer = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
};
