// Text files that a person picked: read within limits as rows, with a safe excerpt of each unusable line.
import type { Problem } from '../problem.ts';
import { type CsvRow, readCsv } from '../storage/csv-reading.ts';
import type { FileHandles } from '../storage/files.ts';
import type { FieldProblem } from '../../preload/result.ts';
import { refusedField } from '../problems.ts';

/** Enough for every list that a person puts together; more was picked by mistake. */
export const MOST_FILE_BYTES = 1024 * 1024;

type Handles = Pick<FileHandles, 'read'>;

/** Rows with anything in them. Problem file{too-large, ...}, invalid-input{file: wrong-type} for what is no text. */
export async function readRows(handles: Handles, file: string): Promise<readonly CsvRow[]> {
  const rows = readCsv(await handles.read(file, MOST_FILE_BYTES));
  if (rows === undefined) throw unfitFile('wrong-type', 'The file is no text.');
  return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

export function unfitFile(problem: FieldProblem, message: string): Problem {
  return refusedField('file', problem, message);
}

/** Signs that are not seen or turn the text around them are left out. */
export function excerpt(text: string, longest: number): string {
  const plain = text.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const signs = [...plain];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : plain;
}

/** A heading as it is compared: `E-post` is `epost`, `Org.nr.` is `orgnr`. */
export const headingKey = (cell: string): string =>
  cell.toLowerCase().replaceAll(/[^\p{L}\p{N}+]/gu, '');
