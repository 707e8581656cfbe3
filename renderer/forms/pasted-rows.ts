// A table pasted into a repeat of a form: which column is which field, and the rows as they would become.
import { fromCell, pastedCells } from '../../preload/forms/cells.ts';
import {
  checkValue,
  inputOf,
  isWrong,
  type ValueProblem,
} from '../../preload/forms/field-values.ts';
import type { RepeatPart } from '../../preload/forms/form-fields.ts';
import type {
  AttributeDeclaration,
  ElementDeclaration,
  Particle,
} from '../../preload/forms/form-schema.ts';
import { type Holder, labelIn, type LabelLanguage, wordsOf } from '../../preload/forms/labels.ts';
import type { NewRow } from '../../preload/forms/new-rows.ts';

/** A field that one row of the repeat has, once. */
export interface RowField {
  /** Within the row: `/Belop`, `/Sted/Navn`; empty where the row itself holds the text. */
  readonly path: string;
  readonly label: string;
  readonly name: string;
  readonly rules: ElementDeclaration['rules'];
}

export interface PastedCell {
  readonly text: string;
  /** As XML would have it. */
  readonly value: string;
  readonly problem: ValueProblem | undefined;
}

export interface Pasted {
  /** By column, the field it goes into; undefined: it is not used. */
  readonly columns: readonly (RowField | undefined)[];
  readonly headings: readonly string[] | undefined;
  readonly rows: readonly (readonly PastedCell[])[];
}

const DEEPEST = 8;

export function fieldsOfRow({ of }: RepeatPart, language: LabelLanguage): readonly RowField[] {
  const found: RowField[] = [];
  const put = (
    one: ElementDeclaration | AttributeDeclaration,
    path: string,
    holder: Holder | null,
  ) => {
    const { name, rules } = one;
    found.push({ path, label: labelIn(holder, one, language), name: wordsOf(name), rules });
  };
  const visit = (one: ElementDeclaration, path: string, depth: number, holder: Holder | null) => {
    if (one.content === 'raw' || depth > DEEPEST) return;
    if (one.content === 'text') {
      if (one.fixed === null) put(one, path, holder);
      return;
    }
    inside(one.particles, path, depth + 1, one);
  };
  const inside = (particles: readonly Particle[], path: string, depth: number, holder: Holder) => {
    for (const one of particles) {
      // What repeats in a row has no column of its own.
      if (one.kind === 'any' || one.max === null || one.max > 1) continue;
      if (one.kind === 'element') visit(one, `${path}/${one.name}`, depth, holder);
      else inside(one.particles, path, depth + 1, holder);
    }
  };
  if (of.kind === 'element') visit(of, '', 0, null);
  return found;
}

const folded = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The first line is one of headings where it names a field and is no row itself. Without headings, columns are fields in their order. */
export function pastedInto(
  fields: readonly RowField[],
  text: string,
  language: LabelLanguage,
): Pasted {
  const cells = pastedCells(text);
  const [first = []] = cells;
  const named = first.map((cell) =>
    fields.find(({ label, name }) => [label, name].some((one) => folded(one) === folded(cell))),
  );
  const hasHeadings = named.some((one) => one !== undefined);
  const width = Math.max(0, ...cells.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, i) => (hasHeadings ? named[i] : fields[i]));
  return {
    columns,
    headings: hasHeadings ? first : undefined,
    rows: rowsWith(columns, hasHeadings ? cells.slice(1) : cells, language),
  };
}

/** The same rows with other columns. */
export function rowsWith(
  columns: readonly (RowField | undefined)[],
  cells: readonly (readonly string[])[],
  language: LabelLanguage,
): readonly (readonly PastedCell[])[] {
  return cells.map((row) =>
    columns.map((field, i) => {
      const text = (row[i] ?? '').trim();
      if (field === undefined || text === '') return { text, value: '', problem: undefined };
      const typed = fromCell(inputOf(field.rules), text, language);
      const value = typed.ok ? typed.value : text;
      return { text, value, problem: checkValue(field.rules, value).find(isWrong) };
    }),
  );
}

/** As `addRows` takes them; what does not fit is brought in as it is written, to be seen and mended there. */
export const newRows = ({ columns, rows }: Pick<Pasted, 'columns' | 'rows'>): readonly NewRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      columns.flatMap((field, i) => {
        const value = row[i]?.value ?? '';
        return field === undefined || value === '' ? [] : [[field.path, value] as const];
      }),
    ),
  );
