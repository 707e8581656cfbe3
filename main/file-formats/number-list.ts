// A file of organisation numbers: the valid numbers, and the lines that contain something else.
import {
  cleanLine,
  isOrganisationNumber,
  organisationNumberOf,
} from '../../preload/contract/rules.ts';
import type { FieldProblem } from '../../preload/result.ts';
import type { CsvRow } from '../storage/csv-reading.ts';
import { filledCells, type HeadingRule } from './headings.ts';
import { excerpt, headingKey, unfitFile } from './text-files.ts';

export interface NumberList {
  /** Each once, in the order of the file. */
  readonly organisationNumbers: string[];
  readonly repeated: number;
  readonly refused: { line: number; text: string; problem: FieldProblem }[];
}

const MOST_NUMBERS = 5_000;
const LONGEST_TEXT = 40;
/** What a column of organisation numbers is called. */
export const HEADINGS = [
  ...['organisationnumber', 'organizationnumber', 'organisationno', 'orgno', 'orgnumber'],
  ...['organisasjonsnummer', 'organisasjonsnr', 'orgnummer', 'orgnr'],
];

const columnIn = (cells: readonly string[]) =>
  cells.findIndex((cell) => HEADINGS.includes(headingKey(cell)));

export const NUMBER_TABLE: HeadingRule = {
  // A title may be the very words of a heading, and stands alone.
  named: (cells) => (columnIn(cells) < 0 ? 0 : filledCells(cells)),
  isLine: ({ cells }, head) => numberIn(cells[columnIn(head.cells)] ?? '') !== undefined,
};

/** Problem invalid-input{file: too-many} beyond 5 000. */
export function numberList(rows: readonly CsvRow[]): NumberList {
  const found = new Set<string>();
  const refused: NumberList['refused'] = [];
  let repeated = 0;
  for (const { line, texts } of candidates(rows))
    for (const text of texts) {
      const number = numberIn(text);
      if (number === undefined) refused.push({ line, text: shown(text), problem: NO_NUMBER });
      else if (found.has(number)) repeated += 1;
      else found.add(number);
      if (Math.max(found.size, refused.length) > MOST_NUMBERS)
        throw unfitFile('too-many', 'The file has too many lines.');
    }
  return { organisationNumbers: [...found], repeated, refused };
}

const NO_NUMBER = 'organisation-number';

/** What should be a number: under a heading that says so, else every cell but words beside a number. */
function candidates(rows: readonly CsvRow[]) {
  const [first, ...others] = rows;
  const column = columnIn(first?.cells ?? []);
  if (column >= 0)
    return others.map(({ line, cells }) => ({ line, texts: given([cells[column] ?? '']) }));
  return rows.flatMap(({ line, cells }, index) => {
    const texts = given(cells);
    const numbers = texts.filter(isNumeric);
    // Headings in words we do not know.
    if (index === 0 && texts.every((text) => !/\d/.test(text))) return [];
    return [{ line, texts: numbers.length > 0 ? numbers : texts }];
  });
}

const given = (cells: readonly string[]) => cells.map(cleanLine).filter((cell) => cell !== '');

const isNumeric = (text: string) => numberIn(text) !== undefined || !/\p{L}/u.test(text);

function numberIn(text: string): string | undefined {
  const number = organisationNumberOf(text);
  return isOrganisationNumber(number) ? number : undefined;
}

/** Of eleven digits and more, which may be a person's, six are shown. */
function shown(text: string): string {
  const digits = text.match(/\d/g)?.length ?? 0;
  let seen = 0;
  const masked =
    digits < 11 ? text : text.replaceAll(/\d/g, (one) => ((seen += 1) > 6 ? '•' : one));
  return excerpt(masked, LONGEST_TEXT);
}
