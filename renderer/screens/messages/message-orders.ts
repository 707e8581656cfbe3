// The messages of a list in each order they are shown in. A change costs what changed, another order nothing.
import type { MessageSummary } from '../../../preload/contract/messages.ts';
import {
  type Column,
  type Findable,
  findable,
  folderOf,
  fromWhom,
  type Sorting,
} from './message-rows.ts';
import type { Folder } from './places.ts';

/** By time with the newest first, by text from A; equal ones stay in the order of time. */
export type Orders = Readonly<Record<Column, readonly Findable[]>>;

type Compare = (a: Findable, b: Findable) => number;
type CompareTexts = (a: string, b: string) => number;

const NONE: Orders = { 'last-changed': [], subject: [], sender: [] };

/** Remembers the orders of the list that it was asked about last. */
export class MessageOrders {
  #now = NONE;
  readonly #known = new Map<MessageSummary, Findable>();
  #texts: CompareTexts | undefined;

  of(messages: readonly MessageSummary[], texts: CompareTexts): Orders {
    if (texts !== this.#texts) this.#known.clear();
    if (this.#known.size === 0) this.#now = NONE;
    this.#texts = texts;
    const fresh = messages.filter((one) => !this.#known.has(one)).map(findable);
    for (const one of fresh) this.#known.set(one.message, one);
    const orders = ordersOf(texts);
    const kept = this.#known.size === messages.length ? this.#now : this.#without(messages);
    if (fresh.length > 0 || kept !== this.#now)
      this.#now = {
        'last-changed': merged(kept['last-changed'], fresh, orders['last-changed']),
        subject: merged(kept.subject, fresh, orders.subject),
        sender: merged(kept.sender, fresh, orders.sender),
      };
    return this.#now;
  }

  #without(messages: readonly MessageSummary[]): Orders {
    const there = new Set(messages);
    for (const one of this.#known.keys()) if (!there.has(one)) this.#known.delete(one);
    const rest = (rows: readonly Findable[]) => rows.filter(({ message }) => there.has(message));
    const { subject, sender } = this.#now;
    return {
      'last-changed': rest(this.#now['last-changed']),
      subject: rest(subject),
      sender: rest(sender),
    };
  }
}

/** The orders of each folder: picking its messages out of an order of all, whenever another is chosen, would take most of the time. */
export class FolderOrders {
  readonly #orders = ofEachFolder(() => new MessageOrders());

  of(messages: readonly MessageSummary[], texts: CompareTexts): Readonly<Record<Folder, Orders>> {
    const found = ofEachFolder((): MessageSummary[] => []);
    for (const one of messages) found[folderOf(one)].push(one);
    return ofEachFolder((folder) => this.#orders[folder].of(found[folder], texts));
  }
}

const ofEachFolder = <T>(of: (folder: Folder) => T): Readonly<Record<Folder, T>> => ({
  inbox: of('inbox'),
  'work-list': of('work-list'),
  archive: of('archive'),
  trash: of('trash'),
});

export function inOrder(orders: Orders, { column, rising }: Sorting): readonly Findable[] {
  const rows = orders[column];
  return rising === (column !== 'last-changed') ? rows : rows.toReversed();
}

function ordersOf(texts: CompareTexts): Readonly<Record<Column, Compare>> {
  const byTime: Compare = (a, b) => b.time - a.time;
  const byText =
    (textOf: (message: MessageSummary) => string): Compare =>
    (a, b) =>
      texts(textOf(a.message), textOf(b.message)) || byTime(a, b);
  return {
    'last-changed': byTime,
    // Those of a spreadsheet stand together, each by what it is called.
    subject: byText(({ subject, row }) =>
      row === undefined ? subject : `${subject} ${row.title}`,
    ),
    sender: byText(fromWhom),
  };
}

/** Few into many: each is looked for where it belongs, and the rest is copied. Equal ones come after those that were there. */
function merged(
  sorted: readonly Findable[],
  more: readonly Findable[],
  compare: Compare,
): readonly Findable[] {
  const fresh = more.toSorted(compare);
  if (sorted.length === 0) return fresh;
  const all: Findable[] = [];
  let from = 0;
  for (const one of fresh) {
    let [low, high] = [from, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = sorted[middle];
      if (other !== undefined && compare(other, one) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) {
      const before = sorted[from];
      if (before !== undefined) all.push(before);
    }
    all.push(one);
  }
  for (; from < sorted.length; from += 1) {
    const rest = sorted[from];
    if (rest !== undefined) all.push(rest);
  }
  return all;
}
