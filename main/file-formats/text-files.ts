// What readers of files have in common: how headings are compared, safe excerpts of unusable lines, the refusal.
import type { Problem } from '../problem.ts';
import type { FieldProblem } from '../../preload/result.ts';
import { refusedField } from '../problems.ts';

/** Enough for every list that a person puts together; more was picked by mistake. */
export const MOST_FILE_BYTES = 1024 * 1024;

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
