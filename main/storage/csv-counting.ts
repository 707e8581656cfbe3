// Counts the rows of a CSV that Steward wrote, while it is read in pieces: a long one is never in memory as a whole.
import { isPartRow } from './csv.ts';
import { readCsv } from './csv-reading.ts';

export interface RowCount {
  add(piece: Buffer): void;
  /** Of those that were added: without the headings, and without the row that says that the list is not whole. */
  rows(): number;
}

const QUOTE = 0x22;
const LINE_END = 0x0a;
/** Of the first row only so much is kept as the one that is looked for has. */
const BEGINNING = 4096;

export function createRowCount(): RowCount {
  let [ended, isQuoted, isOpen] = [0, false, false];
  let first = Buffer.alloc(0);
  return {
    add(piece) {
      if (first.length < BEGINNING)
        first = Buffer.concat([first, piece.subarray(0, BEGINNING - first.length)]);
      for (let at = 0; at < piece.length; at += 1) {
        const byte = piece[at];
        // Two quotes for one inside a cell end it and begin it again.
        if (byte === QUOTE) isQuoted = !isQuoted;
        isOpen = byte !== LINE_END || isQuoted;
        if (!isOpen) ended += 1;
      }
    },
    rows() {
      const all = ended + (isOpen ? 1 : 0);
      const above = isPartRow(readCsv(first)?.[0]?.cells ?? []) ? 2 : 1;
      return Math.max(0, all - above);
    },
  };
}
