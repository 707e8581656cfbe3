// Secret: text that cannot be printed, logged, serialised or cloned by accident.
import { inspect } from 'node:util';

const HIDDEN = '[secret]';
const live = new Set<WeakRef<Secret>>();
const forgotten = new FinalizationRegistry<WeakRef<Secret>>((ref) => live.delete(ref));

/** Holds one secret. `expose()` is the only way to the text; call it as late as possible and keep nothing of it. */
export class Secret {
  readonly #text: string;
  /** A function among the own properties makes structuredClone throw instead of sending an empty shell. */
  readonly uncloneable = (): never => {
    throw new TypeError('A secret is not cloned.');
  };

  constructor(text: string) {
    this.#text = text;
    const ref = new WeakRef(this);
    live.add(ref);
    forgotten.register(this, ref);
  }

  expose(): string {
    return this.#text;
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

/** Every secret still in memory, for the log's last line of defence. */
export function liveSecrets(): Secret[] {
  return [...live].flatMap((ref) => ref.deref() ?? []);
}
