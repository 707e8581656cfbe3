// Many rows of a repeat added at once: each is made by itself, so that the thousandth costs what the first does.
import { addRow, type Edit, setValue } from './form-edits.ts';
import {
  Form,
  type FormPart,
  isValuePart,
  pathOf,
  type RepeatPart,
  type ValuePart,
} from './form-fields.ts';
import type { ElementDeclaration } from './form-schema.ts';
import { namespacesIn, type XmlElement, XmlTree, XSI } from './xml-tree.ts';

/** By path within the row: `/Belop`, `/Sted/Navn`; empty where the row itself holds the text. What is not named stays as a new row has it. */
export type NewRow = Readonly<Record<string, string>>;

/** Behind those that are there. Values are taken as they are, whatever their type says. */
export function addRows(form: Form, part: RepeatPart, rows: readonly NewRow[]): Edit {
  const { of } = part;
  if (of.max !== null && part.count + rows.length > of.max)
    return { ok: false, refusal: { kind: 'too-many', limit: of.max } };
  const first = addRow(form, part);
  if (!first.ok || rows.length === 0) return first;
  const at = first.changes.findIndex(({ insert }) => insert.includes(`${of.name}`));
  const change = first.changes[at];
  const holder = holderOf(part);
  if (change === undefined || holder === undefined || of.kind !== 'element')
    return { ok: false, refusal: { kind: 'no-place' } };
  const row = new RowMaker(of, change.insert, namespacesIn(holder));
  const made: string[] = [];
  for (const values of rows) {
    const text = row.make(values);
    if (typeof text !== 'string') return text;
    made.push(text);
  }
  const changes = first.changes.map((one, i) =>
    i === at ? { ...one, insert: made.join('') } : one,
  );
  return { ok: true, changes };
}

function holderOf({ parent }: FormPart): XmlElement | undefined {
  for (let one = parent; one !== null; one = one.parent)
    if (one.kind === 'section' && one.element !== null) return one.element;
  return undefined;
}

/** A new row, as it would be inserted, in an element of its own that declares what is declared around it. */
class RowMaker {
  readonly #of: ElementDeclaration;
  readonly #text: string;
  readonly #start: string;

  constructor(of: ElementDeclaration, text: string, scope: ReadonlyMap<string, string>) {
    this.#of = of;
    this.#text = text;
    const declared = new Map(
      [...scope].filter(([prefix]) => prefix !== 'xml' && prefix !== 'xmlns'),
    );
    if (!declared.has('xsi')) declared.set('xsi', XSI);
    const marks = [...declared].map(
      ([prefix, space]) =>
        ` xmlns${prefix === '' ? '' : `:${prefix}`}="${space.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    );
    this.#start = `<w:rows xmlns:w="urn:rows"${marks.join('')}>`;
  }

  make(values: NewRow): string | Edit {
    const around = `${this.#start}${this.#text}${END}`;
    const form = new Form({ roots: [this.#root()], cut: false }, new XmlTree(around));
    const [repeat] = form.root === null ? [] : form.parts(form.root);
    const [row] = repeat === undefined ? [] : form.parts(repeat);
    if (row === undefined) return { ok: false, refusal: { kind: 'no-place' } };
    const base = pathOf(row);
    const found: ValuePart[] = [];
    const visit = (one: FormPart) => {
      if (isValuePart(one)) found.push(one);
      if (one.kind !== 'repeat') form.parts(one).forEach(visit);
    };
    visit(row);
    // Those that are there keep their place while others come: their parts are found again by path.
    for (const [path, value] of Object.entries(values)) {
      const index = found.findIndex((one) => pathOf(one) === base + path);
      const now =
        index === -1 ? undefined : (form.find(found[index]?.id ?? '') as ValuePart | undefined);
      if (now === undefined) continue;
      const edit = setValue(form, now, value);
      if (!edit.ok) return edit;
      form.apply(edit.changes);
    }
    return form.tree.text.slice(this.#start.length, -END.length);
  }

  #root(): ElementDeclaration {
    return {
      kind: 'element',
      index: -1,
      min: 1,
      max: 1,
      name: 'rows',
      documentation: '',
      texts: [],
      namespace: 'urn:rows',
      type: '',
      typeNamespace: null,
      typed: null,
      content: 'elements',
      nillable: false,
      abstract: null,
      fixed: null,
      default: null,
      rules: { base: '', facets: [], values: [], valueCount: 0 },
      attributes: [],
      anyAttribute: false,
      particles: [this.#of],
      unordered: false,
    };
  }
}

const END = '</w:rows>';
