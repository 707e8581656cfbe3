// Secret: text that cannot be printed, logged, serialised or cloned by accident.
import { inspect } from 'node:util';

const HIDDEN = '[secret]';
/** How many Secrets hold a text: the same key or password often lives in several. */
const live = new Map<string, number>();
const observers = new Set<LiveTexts>();
const forgotten = new FinalizationRegistry<string>((text) => {
  const holders = (live.get(text) ?? 1) - 1;
  if (holders > 0) {
    live.set(text, holders);
    return;
  }
  live.delete(text);
  for (const observer of observers) observer.gone(text);
  // The engine keeps the text in which something was matched last, which may be this one.
  LAST_MATCH.test('');
});
const LAST_MATCH = /^/;

/** Told of each text once when the first Secret holds it, and once when the last one is gone. */
export interface LiveTexts {
  came(text: string): void;
  gone(text: string): void;
}

/** Holds one secret. `expose()` is the only way to the text; call it as late as possible and keep nothing of it. */
export class Secret {
  readonly #text: string;
  /** The one place that it may be shown to in a header: host and port. Without one it is shown to none (ATK-28). */
  readonly #place: string | undefined;
  /** A function among the own properties makes structuredClone throw instead of sending an empty shell. */
  readonly uncloneable = (): never => {
    throw new TypeError('A secret is not cloned.');
  };

  constructor(text: string, place?: string) {
    this.#text = text;
    this.#place = place;
    const holders = live.get(text) ?? 0;
    live.set(text, holders + 1);
    forgotten.register(this, text);
    if (holders === 0) for (const observer of observers) observer.came(text);
  }

  expose(): string {
    return this.#text;
  }

  isFor(place: string): boolean {
    return this.#place === place;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }

  [Symbol.toPrimitive](): string {
    return HIDDEN;
  }
}

/** Every text that a Secret in memory holds, now and from now on: for the log's last line of defence. */
export function followSecrets(observer: LiveTexts): void {
  for (const text of live.keys()) observer.came(text);
  observers.add(observer);
}
