// Forms made of a template and the cells of a line, by what the schema declares.
import type { FormField, RowProblem } from '../../preload/contract/many-forms.ts';
import type { OutlineNode } from '../../preload/contract/xsd.ts';
import { inputOf, type FieldInput, type ValueProblem } from '../../preload/forms/field-values.ts';
import { fillForm, type FillProblem, type PlacedValue } from '../../preload/forms/fill-form.ts';
import { blankForm } from '../../preload/forms/blank-form.ts';
import {
  type AttributeDeclaration,
  type ElementDeclaration,
  type FormSchema,
  formSchemaOf,
  type GroupDeclaration,
  isOfTypes,
  type Particle,
  usualWay,
  type ValueRules,
  waysOf,
} from '../../preload/forms/form-schema.ts';
import { type Holder, labelIn, labelOf, type LabelLanguage } from '../../preload/forms/labels.ts';
import { fromCell } from '../../preload/forms/cells.ts';
import { XmlTree } from '../../preload/forms/xml-tree.ts';

export interface Cell {
  readonly path: string;
  readonly text: string;
  /** A number, day or truth of a workbook, which is no matter of language. */
  readonly exact: boolean;
}

type Problem = Omit<RowProblem, 'column'>;
export interface FormFiller {
  readonly fields: readonly FormField[];
  labelOf(path: string | null): string | undefined;
  /** An empty cell is no value, whatever the template has there. */
  fill(cells: readonly Cell[]): { readonly xml: string; readonly problems: readonly Problem[] };
}

/** More are not offered. */
const MOST_FIELDS = 5_000;
const DEEPEST = 24;
/** So many rows of what repeats have fields to bring columns to. */
const ROWS = 3;

/** Without a template its forms begin with what the schema asks for. */
export function formFiller(
  outline: readonly OutlineNode[],
  given: {
    readonly cut: boolean;
    readonly template?: string | undefined;
    readonly language: LabelLanguage;
  },
): FormFiller {
  const schema = formSchemaOf(outline, given.cut);
  const template = given.template ?? blankForm(schema);
  const root = rootOf(schema, template);
  const all = root === undefined ? [] : fieldsIn(root, given.language);
  const byPath = new Map(all.map((one) => [plainPath(one.field.path), one]));
  const find = (path: string | null) => (path === null ? undefined : byPath.get(plainPath(path)));
  const label = (path: string | null) => find(path)?.field.label;
  return {
    fields: all.map(({ field }) => field),
    labelOf: label,
    fill(cells) {
      const problems: Problem[] = [];
      const values: PlacedValue[] = [];
      for (const cell of cells) {
        const { path } = cell;
        const known = find(path);
        const field = known?.field.label ?? path;
        if (known === undefined) {
          problems.push({ path, field, kind: 'place', message: 'There is no such field.' });
          continue;
        }
        const read = readCell(inputOf(known.rules), cell, given.language);
        if ('value' in read) values.push({ path, value: read.value });
        else problems.push({ path, field, kind: 'value', message: read.said, value: read.problem });
      }
      const filled = fillForm(schema, template, values);
      if (filled.ok) return { xml: filled.xml, problems };
      return {
        xml: template,
        problems: [...problems, ...filled.problems.map((one) => problemOf(one, label))],
      };
    },
  };
}

/** A number says which of several, and the first one may have none. */
export const plainPath = (path: string): string => path.replaceAll('[1]', '');

type Read =
  | { readonly value: string | null }
  | { readonly problem: NonNullable<RowProblem['value']>; readonly said: string };

function readCell(input: FieldInput, { text, exact }: Cell, language: LabelLanguage): Read {
  if (text === '') return { value: null };
  if (exact && !['boolean', 'enumeration', 'choices'].includes(input.kind)) {
    // A day of a workbook is its first moment.
    const isDay = input.kind === 'dateTime' && /^\d{4}-\d\d-\d\d$/.test(text);
    return { value: isDay ? `${text}T00:00:00` : text };
  }
  const typed = fromCell(input, text, language);
  if (typed.ok) return { value: typed.value };
  if (typed.problem === 'ambiguous')
    return { problem: 'ambiguous', said: `It can be ${typed.either.join(' or ')}.` };
  return { problem: kindOf(input), said: 'It is not what the field takes.' };
}

function kindOf(input: FieldInput): NonNullable<RowProblem['value']> {
  switch (input.kind) {
    case 'number':
      return input.fractionDigits === 0 ? 'integer' : 'decimal';
    case 'date':
    case 'time':
      return input.kind;
    case 'dateTime':
      return 'date-time';
    case 'gYear':
      return 'year';
    default:
      return 'wrong-type';
  }
}

function problemOf(problem: FillProblem, label: (path: string) => string | undefined): Problem {
  if (!('path' in problem))
    return {
      path: null,
      field: '',
      kind: 'place',
      message:
        problem.kind === 'not-xml'
          ? 'The template is not well-formed.'
          : 'The template is of another form.',
    };
  const { path } = problem;
  const of = { path, field: label(path) ?? path };
  if (problem.kind !== 'value')
    return { ...of, kind: 'place', message: `The field cannot be filled in: ${problem.kind}.` };
  const [first] = problem.problems;
  return {
    ...of,
    kind: 'value',
    message: `The value is not one of the field: ${first?.kind ?? ''}.`,
    value: first === undefined ? 'wrong-type' : valueProblem(first),
  };
}

function valueProblem(problem: ValueProblem): NonNullable<RowProblem['value']> {
  switch (problem.kind) {
    case 'empty':
    case 'too-long':
    case 'too-short':
    case 'pattern':
    case 'character':
      return problem.kind;
    case 'not-number':
      return 'decimal';
    case 'not-whole-number':
      return 'integer';
    case 'not-boolean':
      return 'boolean';
    case 'not-date':
      return kindOf({ kind: problem.of });
    case 'other-length':
      return 'length';
    case 'too-many-digits':
    case 'too-many-decimals':
      return 'digits';
    case 'too-many-chosen':
    case 'too-few-chosen':
      return 'length';
    case 'too-small':
    case 'too-large':
      return 'number-range';
    case 'not-in-list':
      return 'not-a-value';
    default:
      return 'wrong-type';
  }
}

function rootOf(schema: FormSchema, template: string): ElementDeclaration | undefined {
  const { root } = new XmlTree(template);
  return (
    schema.roots.find(
      ({ name, namespace }) => name === root?.local && namespace === root.namespace,
    ) ?? schema.roots[0]
  );
}

interface Declared {
  readonly field: FormField;
  readonly rules: ValueRules;
}

interface Walk {
  readonly path: string;
  readonly above: readonly string[];
  readonly required: boolean;
  /** Of the row around it. */
  readonly row: number | undefined;
  readonly depth: number;
  /** What it stands in, among which its label is no other's. */
  readonly holder: Holder | null;
  /** Of one of several types: what the element is called, whichever it is. */
  readonly called?: string | undefined;
  /** What it is in already: what contains itself is offered once. */
  readonly inside: readonly (readonly Particle[])[];
}

/** The fields that a form can have, in the order of its schema. */
function fieldsIn(root: ElementDeclaration, language: LabelLanguage): readonly Declared[] {
  const found: Declared[] = [];
  const known = new Set<string>();
  const put = (of: ElementDeclaration | AttributeDeclaration, path: string, walk: Walk) => {
    const isRequiredHere = of.kind === 'attribute' ? of.required : of.min > 0;
    // What several types of an element have is one column.
    if (known.has(path)) return;
    known.add(path);
    found.push({
      field: {
        path,
        label: walk.called ?? labelIn(walk.holder, of, language),
        above: [...walk.above],
        required: walk.required && isRequiredHere,
      },
      rules: of.rules,
    });
  };
  const visit = (of: ElementDeclaration, path: string, walk: Walk) => {
    if (found.length >= MOST_FIELDS || walk.depth > DEEPEST || of.content === 'raw') return;
    if (of.content === 'text' && of.fixed === null) put(of, path, walk);
    for (const one of of.attributes)
      if (one.fixed === null)
        put(one, `${path}/@${one.name}`, { ...walk, holder: of, called: undefined });
    if (of.content !== 'elements' || walk.inside.includes(of.particles)) return;
    const row = walk.row === undefined ? '' : ` ${String(walk.row)}`;
    const isRoot = walk.depth === 0;
    particles(of.particles, {
      path,
      above: isRoot
        ? []
        : [...walk.above, (walk.called ?? labelIn(walk.holder, of, language)) + row],
      required: walk.required && (isRoot || of.min > 0),
      row: undefined,
      depth: walk.depth + 1,
      holder: of,
      inside: [...walk.inside, of.particles],
    });
  };
  const particles = (all: readonly Particle[], walk: Walk) => {
    for (const of of all) {
      if (of.kind === 'any' || of.max === 0) continue;
      const repeats = of.max === null || of.max > 1;
      // Rows within rows are offered as the first ones alone.
      const isNested = walk.path.includes('[') || walk.row !== undefined;
      const rows = repeats && !isNested ? Math.min(of.max ?? ROWS, ROWS) : 1;
      for (let row = 1; row <= rows; row += 1) {
        const inRow = { ...walk, row: repeats ? row : walk.row };
        const required = walk.required && of.min >= row;
        const number = inRow.row === undefined ? '' : `[${String(inRow.row)}]`;
        if (of.kind === 'choice' && isOfTypes(of)) types(of, number, { ...inRow, required });
        else if (of.kind === 'element') {
          visit(of, `${walk.path}/${of.name}${number}`, { ...inRow, required });
        } else
          particles(of.particles, {
            ...inRow,
            required: required && of.kind === 'sequence',
            depth: walk.depth + 1,
            holder: repeats ? of : walk.holder,
          });
      }
    }
  };
  /** Which type it is, and what stands in each of them. */
  const types = (of: GroupDeclaration, number: string, walk: Walk) => {
    const usual = usualWay(of);
    const ways = waysOf(of).filter((one) => one.kind === 'element');
    const called = labelIn(walk.holder, of, language);
    if (ways.length > 1)
      found.push({
        field: {
          path: `${walk.path}/${of.name}${number}/@xsi:type`,
          label: called,
          above: [...walk.above],
          required: walk.required && usual === undefined,
        },
        rules: {
          base: 'string',
          facets: [],
          values: ways.map((way) => ({ value: way.type, label: labelOf(way, language) })),
          valueCount: ways.length,
        },
      });
    for (const way of ways)
      visit(way, `${walk.path}/${of.name}${number}`, {
        ...walk,
        called,
        depth: walk.depth + 1,
        required: walk.required && way === usual,
      });
  };
  visit(root, `/${root.name}`, {
    path: '',
    above: [],
    required: true,
    row: undefined,
    depth: 0,
    holder: null,
    inside: [],
  });
  return found;
}
