// A cell of a table as the value of a field: what a person wrote there, read as if it were typed into the field.
import { isSameWords } from '../contract/rules.ts';
import type { FieldInput } from './field-values.ts';
import { type Choice, choiceLabels } from './labels.ts';
import { fromTyped, type Typed, type TypedLanguage } from './typed-values.ts';

const TRUTHS: Readonly<Partial<Record<string, string>>> = {
  ja: 'true',
  yes: 'true',
  sann: 'true',
  x: 'true',
  nei: 'false',
  no: 'false',
  usann: 'false',
};

/** A value is named by itself or by its label, whatever the case of its letters. What fits nothing is taken as it is. */
export function fromCell(input: FieldInput, text: string, language: TypedLanguage): Typed {
  const cell = text.trim();
  switch (input.kind) {
    case 'boolean':
      return { ok: true, value: TRUTHS[cell.toLowerCase()] ?? cell };
    case 'enumeration':
      return { ok: true, value: valueIn(input.values, cell) };
    case 'choices':
      return { ok: true, value: valuesIn(input.values, cell) };
    default:
      return fromTyped(input, cell, language);
  }
}

function valueIn(values: readonly Choice[], text: string): string {
  if (values.some(({ value }) => value === text)) return text;
  const same = (one: string) => isSameWords(one, text);
  const labelled = values.filter((one) => choiceLabels(one).some(same));
  const alike = labelled.length > 0 ? labelled : values.filter(({ value }) => same(value));
  return alike.length === 1 ? (alike[0]?.value ?? text) : text;
}

/** What may stand between several, the likely first. */
const BETWEEN = [/[;\n]/, /,/, /\s+/];

/** Several of the values, each named as one is. */
function valuesIn(values: readonly Choice[], text: string): string {
  const isKnown = (one: string) => values.some(({ value }) => value === one);
  const whole = valueIn(values, text);
  if (isKnown(whole)) return whole;
  for (const between of BETWEEN) {
    const parts = text
      .split(between)
      .map((part) => valueIn(values, part.trim()))
      .filter(Boolean);
    if (parts.every(isKnown)) return parts.join(' ');
  }
  return text;
}

/** Cells of a table that was copied: tabs between columns; a cell in quotes may hold line breaks. Empty lines are left out. */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, quoted, plain = '', end] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== '\t') {
      if (row.some((one) => one.trim() !== '')) rows.push(row);
      row = [];
    }
    if (cell.lastIndex >= text.length) break;
  }
  return rows;
}
