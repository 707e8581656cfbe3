// The messages that cross the border and the port they cross on. JSON only: bridges carry them as text.
import type { Result } from './result.ts';

export type ToMain =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number };

export type ToPage =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  /** More items of a long list, the field of an answer that comes later: neither side is held by one long text. */
  | {
      readonly kind: 'part';
      readonly id: number;
      readonly field: string;
      readonly items: readonly unknown[];
    }
  /** A list that came in parts is empty in it. */
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<unknown> }
  | { readonly kind: 'event'; readonly name: string; readonly value: unknown };

/** One end of a border crossing. `listen` returns a function that stops listening. */
export interface Port<Out, In> {
  post(message: Out): void;
  listen(receive: (message: In) => void): () => void;
}

/**
 * A message is text on its way through a bridge: Electron's clones what else it is given, value by value, and refuses the reactive
 * state of a page (a Proxy) and what is deeper than a thousand levels.
 */
export interface TextPort {
  post(text: string): void;
  listen(receive: (text: string) => void): () => void;
}

/** What a bridge puts on the page's `window`, and nothing else. */
export interface StewardWindow {
  readonly steward: TextPort;
}
