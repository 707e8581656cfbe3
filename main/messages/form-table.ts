// A table of forms: which column goes into which field, and what becomes of each line, tried before anything is sent.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import { createHash } from 'node:crypto';
import type { HiddenRows } from '../../preload/contract/files.ts';
import type {
  FormField,
  FormRow,
  MappedColumn,
  RowProblem,
  TableColumn,
  Template,
} from '../../preload/contract/many-forms.ts';
import type { Language } from '../../preload/contract/schema.ts';
import type { SchemaProblem } from '../../preload/contract/xsd.ts';
import { filledCells, fromHeadings } from '../file-formats/headings.ts';
import type { ReadTable, Table, TableRow } from '../file-formats/table.ts';
import { excerpt, headingKey, unfitFile } from '../file-formats/text-files.ts';
import { withMaskedNumbers } from '../http/identity-number.ts';
import { refusedField } from '../problems.ts';
import type { FindSchema, SchemaAsked } from '../reference/form-schemas.ts';
import type { FileHandles } from '../storage/files.ts';
import type { Xsd } from '../xsd/xsd.ts';
import { formFile } from './content.ts';
import type { ReadEarlierForm } from './earlier-form.ts';
import { saidInUtf8 } from './xml-bytes.ts';
import { type FormFiller, formFiller, plainPath } from './form-filler.ts';
import type { KeptForms } from './kept-forms.ts';

export interface FormTableNeeds {
  readonly readTable: ReadTable;
  readonly findSchema: FindSchema;
  readonly xsd: Pick<Xsd, 'outline' | 'validate'>;
  readonly kept: Pick<KeptForms, 'of'>;
  readonly earlier: ReadEarlierForm;
  readonly handles: Pick<FileHandles, 'read' | 'charset'>;
  /** Of a connection: how numbers and days of a text are read. */
  readonly languageOf: (connection: string) => Language;
}

export interface FormTableRequest extends Omit<SchemaAsked, 'fresh'> {
  readonly who: string;
  readonly file: ReadHandle;
  readonly template: Template;
  readonly mapping?: readonly MappedColumn[] | undefined;
  readonly nameBy?: number | undefined;
}

export interface TriedTable {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly fields: readonly FormField[];
  readonly mapping: readonly MappedColumn[];
  readonly mappingFrom: 'given' | 'kept' | 'headings';
  readonly nameBy: number | null;
  readonly rows: readonly FormRow[];
  /** Of the lines without problems, in their order. */
  readonly forms: readonly {
    readonly line: number;
    readonly title: string;
    readonly xml: string;
  }[];
  /** Says what was tried: the same for the same table, template, schema and mapping. */
  readonly digest: string;
  readonly problem: { readonly kind: SchemaProblem; readonly message: string } | null;
  readonly hiddenRows: HiddenRows | undefined;
  readonly headingLine?: number | undefined;
}

export interface TableProgress {
  readonly step: 'reading' | 'checking';
  readonly done: number;
  readonly all: number;
}

/** A form in a call is no longer. */
export const LONGEST_FORM = 64 * 1024;
const SAMPLES = 3;
const MOST_PROBLEMS = 5;
const LONGEST_CELL = 80;
/** Between two reports of progress. */
const REPORT_ROWS = 10;

/** Problem invalid-input{file, template, mapping...}, file{...}, and what reading the schema throws. */
export async function tryTable(
  needs: FormTableNeeds,
  request: FormTableRequest,
  signal: AbortSignal,
  report: (progress: TableProgress) => void,
): Promise<TriedTable> {
  report({ step: 'reading', done: 0, all: 0 });
  const table = await needs.readTable(request.file, signal);
  // Where all is hidden there are no lines yet: a person says whether they count.
  const isHidden = table.hiddenRows !== undefined;
  const divided = ({ rows }: Pick<Table, 'rows'>) => {
    const [head = isHidden ? NO_HEADINGS : undefined, ...body] = rows;
    if (head === undefined || (body.length === 0 && !isHidden))
      throw unfitFile('required', 'The table has no line below its headings.');
    return { head, body };
  };
  const first = divided(table);
  const { text: schema } = await needs.findSchema(request, signal);
  const kept = await needs.kept.of(request);
  const template = await templateOf(needs, request, kept.template, signal);
  const { nodes, cut, problem } = await needs.xsd.outline(schema, signal);
  const about = { name: table.name, hiddenRows: table.hiddenRows };
  if (problem !== null || nodes === null) {
    const columns = columnsOf(first.head, first.body);
    return { ...about, columns, ...NOTHING_TRIED, problem: problem ?? NO_OUTLINE };
  }
  const language = LANGUAGES[request.language ?? needs.languageOf(request.connection)];
  const filler = formFiller(nodes, { cut, template, language });
  const found = fromHeadings(table, {
    // Whatever a person maps: the same table has the same headings.
    named: (cells) =>
      mappingOf(undefined, kept.mapping, { line: 0, cells }, filler.fields).mapping.length,
    isLine: ({ cells }, { cells: heads }) => filledCells(cells) >= filledCells(heads),
  });
  const { head, body } = divided(found);
  const { mapping, mappingFrom } = mappingOf(request.mapping, kept.mapping, head, filler.fields);
  const digest = createHash('sha256')
    .update(table.bytes)
    .update(JSON.stringify([schema, template ?? null, mapping, request.who, request.code]))
    .update(JSON.stringify([table.hiddenRows ?? null, found.headingLine ?? null]))
    .update(JSON.stringify([request.edition, request.dataFormatId, request.dataFormatVersion]))
    .digest('hex');
  const columns = columnsOf(head, body);
  const nameBy = request.nameBy ?? tellingColumn(columns.length, body);
  const trial = { filler, mapping, nameBy, schema, signal, report, xsd: needs.xsd };
  const { rows, forms, problem: stopped } = await tryRows(trial, body);
  return {
    ...about,
    columns,
    headingLine: found.headingLine,
    fields: filler.fields,
    mapping,
    mappingFrom,
    nameBy,
    rows,
    forms,
    digest,
    problem: stopped,
  };
}

const LANGUAGES = { 1033: 'en', 1044: 'nb', 2068: 'nn' } as const;
const NO_HEADINGS = { line: 1, cells: [] };
const NO_OUTLINE = { kind: 'malformed', message: 'The schema has no outline.' } as const;
const NOTHING_TRIED = {
  fields: [],
  mapping: [],
  mappingFrom: 'headings',
  nameBy: null,
  rows: [],
  forms: [],
  digest: '',
} as const;

/** Undefined: as the schema asks for it. */
async function templateOf(
  { handles, earlier }: FormTableNeeds,
  { template, ...request }: FormTableRequest,
  kept: string | null,
  signal: AbortSignal,
): Promise<string | undefined> {
  switch (template.from) {
    case 'schema':
      return undefined;
    case 'file':
      return saidInUtf8((await formFile(handles, { file: template.file }, 'template')).xml);
    case 'kept':
      if (kept !== null) return kept;
      throw refusedField('template', 'not-a-choice', 'No form is kept for this service.');
    case 'message':
      return earlier({ ...request, message: template.message }, 'template', signal);
  }
}

const shown = (text: string) => excerpt(withMaskedNumbers(text) ?? '', LONGEST_CELL);

function columnsOf(head: TableRow, body: readonly TableRow[]): TableColumn[] {
  const width = [head, ...body.slice(0, 100)].reduce((most, { cells }) => {
    const last = cells.findLastIndex((cell) => cell.trim() !== '');
    return Math.max(most, last + 1);
  }, 0);
  return Array.from({ length: width }, (_, column) => ({
    heading: excerpt(head.cells[column] ?? '', 200),
    samples: body
      .map(({ cells }) => (cells[column] ?? '').trim())
      .filter((cell) => cell !== '')
      .slice(0, SAMPLES)
      .map(shown),
  }));
}

/** What the person said, what was used last where all of its headings are there, or what the headings suggest. */
function mappingOf(
  given: readonly MappedColumn[] | undefined,
  kept: readonly { readonly heading: string; readonly path: string }[],
  head: TableRow,
  fields: readonly FormField[],
): Pick<TriedTable, 'mapping' | 'mappingFrom'> {
  if (given !== undefined) return { mapping: checked(given), mappingFrom: 'given' };
  const headings = head.cells.map((cell) => cell.trim());
  const known = new Set(fields.map(({ path }) => path));
  const again = kept.flatMap(({ heading, path }) => {
    const column = headings.indexOf(heading);
    return column < 0 || !known.has(path) ? [] : [{ column, path }];
  });
  if (kept.length > 0 && again.length === kept.length)
    return { mapping: again, mappingFrom: 'kept' };
  return { mapping: suggested(headings, fields), mappingFrom: 'headings' };
}

function checked(given: readonly MappedColumn[]): readonly MappedColumn[] {
  const isTwice =
    new Set(given.map(({ column }) => column)).size < given.length ||
    new Set(given.map(({ path }) => path)).size < given.length;
  if (isTwice) throw refusedField('mapping', 'same-as-before', 'A column or field is used twice.');
  return given;
}

/** A heading that is a field's path, label or name, whatever its letter case. Of several that it fits none. */
export function suggested(
  headings: readonly string[],
  fields: readonly FormField[],
): readonly MappedColumn[] {
  const taken = new Set<string>();
  return headings.flatMap((heading, column) => {
    const key = headingKey(plainName(heading));
    if (key === '') return [];
    const [found, ...others] =
      WAYS.map((way) =>
        fields.filter((field) => !taken.has(field.path) && headingKey(way(field)) === key),
      ).find((some) => some.length > 0) ?? [];
    if (found === undefined || others.length > 0) return [];
    taken.add(found.path);
    return [{ column, path: found.path }];
  });
}

const WAYS: readonly ((field: FormField) => string)[] = [
  ({ path }) => path,
  ({ label }) => label,
  ({ path }) => plainName(path.split('/').at(-1) ?? ''),
  ({ label, above }) => [...above, label].join(' '),
];

/** Elements of the platform's forms are called `Navn-datadef-123`: people leave out the number. */
const plainName = (name: string) =>
  name.trim().replace(/-(?:datadef|grp|gruppe)-\d+(?:\[\d+\])?$/i, '');

interface Trial {
  readonly filler: FormFiller;
  readonly mapping: readonly MappedColumn[];
  readonly nameBy: number | null;
  readonly schema: string;
  readonly xsd: Pick<Xsd, 'validate'>;
  readonly signal: AbortSignal;
  readonly report: (progress: TableProgress) => void;
}

async function tryRows(trial: Trial, body: readonly TableRow[]) {
  const rows: FormRow[] = [];
  const forms: { line: number; title: string; xml: string }[] = [];
  const earlier = new Map<string, number>();
  for (const [index, row] of body.entries()) {
    if (index % REPORT_ROWS === 0)
      trial.report({ step: 'checking', done: index, all: body.length });
    const tried = await tryRow(trial, row, earlier);
    if ('stopped' in tried) return { rows: [], forms: [], problem: tried.stopped };
    const { problems, xml } = tried;
    const title = titleOf(row, trial.nameBy);
    const { line } = row;
    rows.push({
      line,
      title,
      problems: problems.slice(0, MOST_PROBLEMS),
      problemCount: problems.length,
    });
    if (problems.length > 0) continue;
    earlier.set(xml, line);
    forms.push({ line, title, xml });
  }
  trial.report({ step: 'checking', done: body.length, all: body.length });
  return { rows, forms, problem: null };
}

/** As it is shown: two persons whose numbers are masked may look the same. Null where no column has something else in each line. */
function tellingColumn(columns: number, body: readonly TableRow[]): number | null {
  for (let column = 0; column < columns; column += 1) {
    const cells = new Set(body.map((row) => titleOf(row, column)));
    if (cells.size === body.length && !cells.has('')) return column;
  }
  return null;
}

const titleOf = ({ cells }: TableRow, nameBy: number | null) =>
  (nameBy === null ? cells : [cells[nameBy] ?? ''])
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .slice(0, 2)
    .map(shown)
    .join(' · ');

type Tried =
  | { readonly problems: readonly RowProblem[]; readonly xml: string }
  /** Something is wrong with the schema, and not with this line. */
  | { readonly stopped: NonNullable<TriedTable['problem']> };

async function tryRow(
  { filler, mapping, schema, xsd, signal }: Trial,
  { cells, exact = [] }: TableRow,
  earlier: ReadonlyMap<string, number>,
): Promise<Tried> {
  const given = mapping.map(({ column, path }) => ({
    path,
    text: (cells[column] ?? '').trim(),
    exact: exact.includes(column),
  }));
  const { xml, problems } = filler.fill(given);
  const columnOf = (path: string | null) =>
    mapping.find((one) => path !== null && samePlace(one.path, path))?.column ?? null;
  const located = problems.map((one): RowProblem => ({ ...one, column: columnOf(one.path) }));
  if (located.length > 0) return { problems: located, xml };
  const whole = (kind: RowProblem['kind'], message: string): Tried => ({
    problems: [{ column: null, path: null, field: '', kind, message }],
    xml,
  });
  if (xml.length > LONGEST_FORM) return whole('too-long', 'The form is longer than 64 KiB.');
  const before = earlier.get(xml);
  if (before !== undefined) return whole('twice', String(before));
  const { issues, problem } = await xsd.validate({ schema, xml: Buffer.from(xml) }, signal);
  if (problem !== null) return { stopped: problem };
  return {
    problems: issues.map((issue) => ({
      column: columnOf(issue.path),
      path: issue.path,
      field: filler.labelOf(issue.path) ?? issue.name ?? '',
      // Of what is empty, every rule of its type speaks.
      ...(EMPTY.test(issue.message)
        ? { kind: 'value' as const, value: 'empty' as const }
        : { kind: 'schema' as const, issue }),
      message: issue.message,
    })),
    xml,
  };
}

const EMPTY = /The value '' |has a length of '0'|^Element '[^']*': '' is not a valid value/;

const samePlace = (one: string, other: string) => plainPath(one) === plainPath(other);
