// What is known of the journal's lines without holding them: which are not confirmed, and which acts have no end.
import type { ChainLine } from './hash-chain.ts';

/** A keyed line of this operation names those before it that nobody vouches for: `lines 5 to 8`. */
export const UNCONFIRMED = 'journal.unconfirmed';

interface Begun {
  readonly line: ChainLine;
  /** Number of a line that ends it, and that a later one may name as unconfirmed: then it ended nothing (ATK-12). */
  endedBy?: number;
}

/** As large as there are acts without an end, and sessions without a keychain. */
export class JournalTally {
  /** Number of the last line that has a key; 0 where none has. */
  lastKeyed = 0;
  /** How many lines were there when this process opened the file; what is behind them it wrote itself. Undefined before. */
  found: number | undefined;
  /** Intents that an end stands behind. */
  #hidden = 0;
  readonly #open = new Map<string, Begun>();
  /** First and last of the lines that a keyed one names as unconfirmed. All are before it. */
  readonly #named: (readonly [number, number])[] = [];

  constructor(found?: number) {
    this.found = found;
  }

  /** Each line once, in their order. */
  add(line: ChainLine): void {
    const { act, number, outcome, keyed } = line;
    const begun = this.#open.get(act);
    const isDoubtful = this.#isBehindKeyed(number) && !keyed;
    if (outcome !== 'begun') this.#end(act, isDoubtful ? number : undefined);
    else if (!begun || !isDoubtful) this.#open.set(act, { line });
    if (keyed) this.#markKeyed(line);
  }

  /** Lines without a key in a journal that has one: named as such by a keyed line, or at the end and not of this process. */
  isUnconfirmed(number: number): boolean {
    return (
      this.#named.some(([from, to]) => number >= from && number <= to) || this.#isLoose(number)
    );
  }

  unconfirmed(): number {
    const { lastKeyed, found = 0 } = this;
    const named = this.#named.reduce((sum, [from, to]) => sum + to - from + 1, 0);
    return lastKeyed === 0 ? 0 : named + Math.max(0, found - lastKeyed);
  }

  /** Intents that a line behind them ends. */
  hidden(): number {
    return this.#hidden;
  }

  /** Intents without an end. What is not confirmed neither ends an act nor is one: a keyed line would say it once more. */
  openIntents(): readonly ChainLine[] {
    return [...this.#open.values()].flatMap(({ line, endedBy }) => {
      const isOpen = endedBy === undefined || this.isUnconfirmed(endedBy);
      return isOpen && !this.isUnconfirmed(line.number) ? [line] : [];
    });
  }

  #end(act: string, doubtful: number | undefined): void {
    const begun = this.#open.get(act);
    if (!begun) return;
    if (begun.endedBy === undefined) this.#hidden += 1;
    // Both doubtful, both are named or neither is.
    const isSure =
      doubtful === undefined || (this.#isBehindKeyed(begun.line.number) && !begun.line.keyed);
    if (isSure) this.#open.delete(act);
    else begun.endedBy ??= doubtful;
  }

  #markKeyed({ number, operation, object }: ChainLine): void {
    this.lastKeyed = number;
    const [, from, to] = /^lines (\d+) to (\d+)$/.exec(object) ?? [];
    if (operation === UNCONFIRMED && from !== undefined)
      this.#named.push([Number(from), Number(to)]);
    for (const [act, { endedBy }] of this.#open)
      if (endedBy !== undefined && !this.isUnconfirmed(endedBy)) this.#open.delete(act);
  }

  #isBehindKeyed(number: number): boolean {
    return this.lastKeyed > 0 && number > this.lastKeyed && number <= (this.found ?? Infinity);
  }

  #isLoose(number: number): boolean {
    return this.found !== undefined && this.#isBehindKeyed(number);
  }
}
