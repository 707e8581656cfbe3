// A text being edited: its original, its changes, and what the editor keeps while it is hidden (undo, cursor).
import { type LineEnds, lineEndsOf, type PlacedChange } from './line-ends.ts';

/** Something wrong at a line, counted by `\n` from 1; the editor finds the place in it. */
export interface EditorMark {
  readonly line: number | null;
  /** From 1; null where only the line is known. */
  readonly column: number | null;
  /** The element, or `@attribute`, that it is about. */
  readonly name: string | null;
  readonly text: string;
}

/** What is not well-formed as far as the editor's own reading of the text tells. */
export interface BrokenPlace {
  readonly line: number;
  readonly column: number;
  readonly kind: 'no-closing-tag' | 'other-closing-tag' | 'syntax' | 'empty';
  readonly name: string | null;
}

export class XmlDocument {
  readonly original: string;
  readonly ends: LineEnds;
  /** Told of every change, by positions of the text before it. */
  readonly onchange: (changes: readonly PlacedChange[]) => void;
  /** Held here by the editor alone. */
  memory: unknown;
  #read: () => string;

  constructor(original: string, onchange: (changes: readonly PlacedChange[]) => void) {
    this.original = original;
    this.ends = lineEndsOf(original);
    this.onchange = onchange;
    this.#read = () => original;
  }

  /** As it stands now. */
  get text(): string {
    return this.#read();
  }

  /** By the editor, which knows it from then on. */
  readBy(read: () => string): void {
    this.#read = read;
  }
}

/** Where in a line a mark belongs: the name it is about, from the column on, or what the line has. */
export function rangeInLine(
  line: string,
  { column, name }: Pick<EditorMark, 'column' | 'name'>,
): { readonly from: number; readonly to: number } {
  const start = line.length - line.trimStart().length;
  const whole = { from: start, to: Math.max(start, line.trimEnd().length) };
  const found = name === null ? -1 : placeOf(line, name);
  if (found !== -1 && name !== null)
    return { from: found, to: found + name.replace('@', '').length };
  if (column === null || column < 1 || column > line.length) return whole;
  return { from: column - 1, to: Math.max(column, Math.min(whole.to, column + 40)) };
}

function placeOf(line: string, name: string): number {
  const isAttribute = name.startsWith('@');
  const bare = (isAttribute ? name.slice(1) : name).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const place = isAttribute
    ? new RegExp(`[\\s](${bare})\\s*=`).exec(line)
    : new RegExp(`<(?:[\\w.-]+:)?(${bare})(?=[\\s/>]|$)`).exec(line);
  return place === null ? -1 : place.index + place[0].indexOf(place[1] ?? '');
}
