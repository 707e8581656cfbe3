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

export function createTimedClipboard(options: TimedClipboardOptions): TimedClipboard {
  const { clipboard, seconds, notify, after = afterByTimer } = options;
  let ours: Secret | undefined;
  let cancel = () => {};

  const clear = async () => {
    cancel();
    const secret = ours;
    ours = undefined;
    if (!secret) return;
    const cleared = await clearIfOurs(clipboard, secret);
    notify('clipboardCleared', { cleared });
  };
  return {
    clear,
    async copy(secret) {
      await clipboard.write(secret);
      cancel();
      ours = secret;
      const wait = seconds();
      cancel = after(wait * 1000, () => void clear());
      return wait;
    },
  };
}

/** True when the clipboard had our secret and is empty now; what the person copied since stays. */
async function clearIfOurs(clipboard: ClipboardDoor, secret: Secret): Promise<boolean> {
  try {
    if (!(await clipboard.holds(secret))) return false;
    await clipboard.clear();
    return true;
  } catch {
    return false;
  }
}

const afterByTimer = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
};
