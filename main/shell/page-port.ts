// A Port over a channel of text: JSON out, JSON in; anything that is not a message is dropped.
import type { Result } from '../../preload/result.ts';
import type { Port, ToMain, ToPage } from '../../preload/wire.ts';

export interface PagePort {
  readonly port: Port<ToPage, ToMain>;
  /** Gives a text from the page to whoever listens on the port. */
  receive(text: unknown): void;
}

/** Longer texts are refused unread; the bridge answers everything below its own, smaller limit. */
const LONGEST_TEXT = 16 * 1024 * 1024;

/** How much of it is parsed at once, and in each second: parsing holds main, before the bridge can count calls (ATK-20). */
const MOST_AT_ONCE = 32 * 1024 * 1024;
const MOST_PER_SECOND = 8 * 1024 * 1024;

/** The beginning of a call as the page writes it: whoever waits for its answer is told, though the rest is not read. */
const CALL = /^\{"kind":"call","id":(\d{1,15}),/;
const TOO_LONG: Result<never> = {
  ok: false,
  failure: {
    kind: 'invalid-input',
    message: 'The input is too long.',
    fields: { input: 'too-long' },
  },
};
const TOO_MUCH: Result<never> = {
  ok: false,
  failure: { kind: 'busy', message: 'Too much at once.', retryAfterSeconds: 4 },
};

/** `clock`: milliseconds that never jump back. */
export function createPagePort(
  send: (text: string) => void,
  clock: () => number = () => performance.now(),
): PagePort {
  const mayParse = createAllowance(clock);
  const listeners = new Set<(message: ToMain) => void>();
  return {
    port: {
      post: (message) => {
        send(JSON.stringify(message));
      },
      listen(receive) {
        listeners.add(receive);
        return () => listeners.delete(receive);
      },
    },
    receive(text) {
      if (typeof text !== 'string') return;
      if (text.length > LONGEST_TEXT || !mayParse(text.length)) {
        const id = CALL.exec(text.slice(0, 64))?.[1];
        const result = text.length > LONGEST_TEXT ? TOO_LONG : TOO_MUCH;
        if (id !== undefined)
          send(JSON.stringify({ kind: 'answer', id: Number(id), result } satisfies ToPage));
        return;
      }
      const message = parse(text);
      if (message === undefined) return;
      for (const listener of [...listeners]) listener(message);
    },
  };
}

function createAllowance(clock: () => number): (length: number) => boolean {
  let left = MOST_AT_ONCE;
  let since = clock();
  return (length) => {
    const now = clock();
    left = Math.min(MOST_AT_ONCE, left + ((now - since) / 1000) * MOST_PER_SECOND);
    since = now;
    if (length > left) return false;
    left -= length;
    return true;
  };
}

function parse(text: string): ToMain | undefined {
  try {
    // The bridge reads it as unknown and checks every field itself.
    return JSON.parse(text) as ToMain;
  } catch {
    return undefined;
  }
}
