// The messages that were unread or awaited a signature when their list was read last; in memory, gone with the lock.
import type { MessageSummary } from '../../preload/contract/messages.ts';

type Waits = 'unread' | 'to-sign';

interface Party {
  readonly connection: string;
  readonly who: string;
}

/** One party's messages that wait, and when its list was read last. */
export interface WaitingMessagesOf {
  readonly who: string;
  readonly unread: number;
  readonly toSign: number;
  /** ISO 8601. */
  readonly read: string;
}

/** What one reading of a party's list has seen. */
export interface Reading {
  take(messages: readonly MessageSummary[]): void;
  /** Everything between the two times, in milliseconds, was seen: what is not among it is gone. */
  isWhole(from: number, to: number): void;
}

export interface WaitingMessages {
  reading(party: Party): Reading;
  /** It was read, signed or removed here. */
  dealtWith(message: Party & { readonly message: string }): void;
  /** Of the parties of a connection whose lists were read. */
  of(connection: string): readonly WaitingMessagesOf[];
  forget(): void;
}

interface Known {
  readonly who: string;
  readonly messages: Map<string, { readonly waits: Waits; readonly changed: number }>;
  read: Date;
}

export function createWaitingMessages(now: () => Date): WaitingMessages {
  const known = new Map<string, Known>();
  const keyOf = ({ connection, who }: Party) => `${connection} ${who}`;
  const knownOf = (party: Party): Known => {
    const found = known.get(keyOf(party)) ?? { who: party.who, messages: new Map(), read: now() };
    known.set(keyOf(party), found);
    return found;
  };
  return {
    reading(party) {
      const seen = new Set<string>();
      return {
        take(messages) {
          const { messages: waiting } = knownOf(party);
          for (const message of messages) {
            seen.add(message.id);
            const waits = waitsFor(message);
            const changed = Date.parse(message.lastChanged ?? '');
            if (waits === undefined) waiting.delete(message.id);
            else waiting.set(message.id, { waits, changed });
          }
        },
        isWhole(from, to) {
          const of = knownOf(party);
          of.read = now();
          for (const [id, { changed }] of of.messages)
            if (!seen.has(id) && !(changed < from || changed > to)) of.messages.delete(id);
        },
      };
    },
    dealtWith: ({ message, ...party }) => void known.get(keyOf(party))?.messages.delete(message),
    of: (connection) =>
      [...known].flatMap(([key, { who, messages, read }]) => {
        if (key !== keyOf({ connection, who })) return [];
        const all = [...messages.values()];
        const count = (wanted: Waits) => all.filter(({ waits }) => waits === wanted).length;
        return { who, unread: count('unread'), toSign: count('to-sign'), read: read.toISOString() };
      }),
    forget: () => {
      known.clear();
    },
  };
}

function waitsFor({ status }: MessageSummary): Waits | undefined {
  if (status.state === 'unread') return 'unread';
  return status.state === 'signing' ? 'to-sign' : undefined;
}
