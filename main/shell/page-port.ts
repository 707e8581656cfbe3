// A Port over a channel of text: JSON out, JSON in; anything that is not a message is dropped.
import type { Port, ToMain, ToPage } from '../../preload/wire.ts';

export interface PagePort {
  readonly port: Port<ToPage, ToMain>;
  /** Gives a text from the page to whoever listens on the port. */
  receive(text: unknown): void;
}

/** Longer texts are dropped unread; the bridge answers everything below its own, smaller limit. */
const LONGEST_TEXT = 16 * 1024 * 1024;

export function createPagePort(send: (text: string) => void): PagePort {
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
      const message = parse(text);
      if (message === undefined) return;
      for (const listener of [...listeners]) listener(message);
    },
  };
}

function parse(text: unknown): ToMain | undefined {
  if (typeof text !== 'string' || text.length > LONGEST_TEXT) return undefined;
  try {
    // The bridge reads it as unknown and checks every field itself.
    return JSON.parse(text) as ToMain;
  } catch {
    return undefined;
  }
}
