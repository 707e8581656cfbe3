// What a person does to a form's parts, as changes of its text: nothing but what is meant changes, byte by byte.
import { elementsOf, type Match, matchContent } from './content-match.ts';
import {
  attributeOf,
  type AttributePart,
  type ChoicePart,
  type FieldPart,
  type Form,
  type FormPart,
  isInXml,
  isNamed,
  isNilElement,
  isRequired,
  type RawPart,
  type RepeatPart,
  type SectionPart,
  type ValuePart,
} from './form-fields.ts';
import {
  type AttributeDeclaration,
  type ElementDeclaration,
  isOfTypes,
  type Particle,
  usualWay,
  waysOf,
} from './form-schema.ts';
import {
  changed,
  endOf,
  illegalIn,
  isXmlnsAttribute,
  namespacesIn,
  type PlacedChange,
  startOf,
  textOf,
  typeAttributeOf,
  type XmlAttribute,
  type XmlContent,
  type XmlElement,
  type XmlProblem,
  type XmlText,
  XmlTree,
  XSI,
} from './xml-tree.ts';

export type Refusal =
  /** XML cannot hold the character at this place of the value. */
  | { readonly kind: 'character'; readonly code: number; readonly at: number }
  | { readonly kind: 'not-nillable' }
  | { readonly kind: 'required' }
  | { readonly kind: 'too-many' | 'too-few'; readonly limit: number }
  /** It is not in the XML, or it is already. */
  | { readonly kind: 'not-there' | 'there-already' }
  /** What it would stand in has another type than the schema says, or is none. */
  | { readonly kind: 'no-place' }
  | { readonly kind: 'not-xml'; readonly problem: XmlProblem };

/** `changes` are for `Form.apply`, the editor and `formDrafts.edit` alike; none where everything is as it should be already. */
export type Edit =
  | { readonly ok: true; readonly changes: readonly PlacedChange[] }
  | { readonly ok: false; readonly refusal: Refusal };

const done = (changes: readonly PlacedChange[]): Edit => ({
  ok: true,
  changes: changes
    .filter(({ from, to, insert }) => from < to || insert !== '')
    .toSorted((a, b) => a.from - b.from || a.to - b.to),
});
const refused = (refusal: Refusal): Edit => ({ ok: false, refusal });
const GONE = refused({ kind: 'not-there' });

/** Puts it into the XML where it is absent, with what must be above and beside it. Line breaks become those of the text. */
export function setValue(form: Form, given: ValuePart, typed: string): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  const value = typed.replaceAll(/\r\n?/g, '\n');
  const illegal = illegalIn(value);
  if (illegal !== null) return refused({ kind: 'character', ...illegal });
  if (part.kind === 'attribute') return setAttribute(form, part, value);
  const { element } = part;
  if (element === null) return addWith(form, part, { value });
  const nil = nilOf(element);
  const isNil = isNilElement(element);
  if (!isNil && textOf(element) === value) return done([]);
  const start = startOf(element);
  const changes = textChanges(form, element, start, value);
  if (isNil && nil !== undefined) changes.push(withoutAttribute(element, start, nil));
  return done(changes);
}

export const clearValue = (form: Form, part: ValuePart): Edit => setValue(form, part, '');

/** “No value”: `xsi:nil`, whose namespace is declared at the root where it is not yet. */
export function setNil(form: Form, given: FieldPart | SectionPart): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  if (!part.of.nillable) return refused({ kind: 'not-nillable' });
  const { element } = part;
  if (element === null) return addWith(form, part, { nil: true });
  if (isNilElement(element)) return done([]);
  const start = startOf(element);
  const changes = part.kind === 'field' ? emptied(element, start) : withoutContent(element, start);
  const nil = nilOf(element);
  if (nil !== undefined) changes.push(rawChange(start, nil, 'true'));
  else {
    const xsi = xsiIn(form, element);
    changes.push(...xsi.changes, attributeAdded(element, start, `${xsi.prefix}:nil="true"`));
  }
  return done(changes);
}

/** It is empty then. */
export function unsetNil(form: Form, given: FieldPart | SectionPart): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  const { element } = part;
  const nil = element === null ? undefined : nilOf(element);
  if (element === null || nil === undefined) return refused({ kind: 'not-there' });
  return done([withoutAttribute(element, startOf(element), nil)]);
}

/** Out of the XML, with all that is in it. What has to be there is refused, unless there are more of it than there may be. */
export function remove(form: Form, given: Exclude<FormPart, RepeatPart>): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  if (!isInXml(part)) return refused({ kind: 'not-there' });
  if (part.kind === 'attribute') {
    if (part.of.required) return refused({ kind: 'required' });
    const { element } = part.parent;
    const found = element === null ? undefined : attributeOf(element, part.of);
    if (element === null || found === undefined) return refused({ kind: 'not-there' });
    return done([withoutAttribute(element, startOf(element), found)]);
  }
  const { parent } = part;
  if (parent === null) return refused({ kind: 'required' });
  if (parent.kind === 'repeat') {
    if (parent.count <= parent.of.min) return refused({ kind: 'too-few', limit: parent.of.min });
  } else if (isRequired(part) && !isMisfit(part)) return refused({ kind: 'required' });
  return done(elementsIn(part).map((element) => without(form, element)));
}

const isMisfit = (part: FormPart) => part.kind === 'raw' && part.why === 'misfit';

/** An optional section, field, attribute, group or element of XML that is absent, with what has to be in it. */
export function add(form: Form, given: Exclude<FormPart, RepeatPart>): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  if (isInXml(part)) return refused({ kind: 'there-already' });
  if (part.kind === 'attribute') return setAttribute(form, part, part.of.default ?? '');
  // Where anything may stand, a person says what.
  if (part.kind === 'raw' && part.of?.kind !== 'element') return refused({ kind: 'no-place' });
  return addWith(form, part, {});
}

/** Before the row of this index; behind the last one where it is left out. A row that is a choice needs its way, an index of its ways, unless one is usual. */
export function addRow(form: Form, given: RepeatPart, index = given.count, way?: number): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  const { of } = part;
  if (of.max !== null && part.count >= of.max) return refused({ kind: 'too-many', limit: of.max });
  if (of.kind !== 'choice') return addWith(form, part, {}, index);
  const chosen = way === undefined ? usualWay(of) : waysOf(of)[way];
  return chosen === undefined
    ? refused({ kind: 'no-place' })
    : addWith(form, part, { way: chosen }, index);
}

/** A copy right behind it. */
export function duplicateRow(form: Form, given: FormPart): Edit {
  const row = form.current(given);
  if (row === undefined) return GONE;
  const { parent } = row;
  if (parent?.kind !== 'repeat' || !isInXml(row)) return refused({ kind: 'not-there' });
  const { max } = parent.of;
  if (max !== null && parent.count >= max) return refused({ kind: 'too-many', limit: max });
  const { from, to } = spanOf(elementsIn(row));
  const { text } = form.tree;
  return done([{ from: to, to, insert: gapBefore(text, from) + text.slice(from, to) }]);
}

export const removeRow = (form: Form, row: FormPart): Edit =>
  row.parent?.kind === 'repeat' && row.kind !== 'repeat'
    ? remove(form, row)
    : refused({ kind: 'not-there' });

/** To this index among the rows. All of them keep their ids; those that it passes are written anew around it. */
export function moveRow(form: Form, given: FormPart, to: number): Edit {
  const row = form.current(given);
  if (row === undefined) return GONE;
  const { parent } = row;
  if (parent?.kind !== 'repeat') return refused({ kind: 'not-there' });
  const spans = form.parts(parent).map((one) => spanOf(elementsIn(one)));
  const index = form.parts(parent).indexOf(row);
  const place = Math.max(0, Math.min(to, spans.length - 1));
  const [own, other] = [spans[index], spans[place]];
  if (own === undefined || other === undefined) return refused({ kind: 'not-there' });
  const { text } = form.tree;
  if (place === index) return done([]);
  if (place < index) {
    const last = spans[index - 1] ?? other;
    const gap = text.slice(last.to, own.from);
    return done([
      { from: other.from, to: own.from, insert: '' },
      { from: own.to, to: own.to, insert: gap + text.slice(other.from, last.to) },
    ]);
  }
  const first = spans[index + 1] ?? other;
  const gap = text.slice(own.to, first.from);
  return done([
    { from: own.from, to: own.from, insert: text.slice(first.from, other.to) + gap },
    { from: own.to, to: other.to, insert: '' },
  ]);
}

/** Another way of a choice: what was there of the one before goes, unless all of it may stand in another type. `way` is an index of `ways`. */
export function choose(form: Form, given: ChoicePart, way: number): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  const chosen = part.ways[way];
  if (chosen === undefined) return refused({ kind: 'no-place' });
  if (part.chosen === way) return done([]);
  const wish: Wish = { way: chosen };
  if (part.elements.length === 0) return addWith(form, part, wish);
  const holder = holderOf(part);
  if (holder === undefined) return refused({ kind: 'no-place' });
  const [only, ...others] = part.elements;
  if (
    isOfTypes(part.of) &&
    chosen.kind === 'element' &&
    only !== undefined &&
    others.length === 0 &&
    holdsAny(only) &&
    mayHold(chosen, only)
  )
    return done(retyped(form, only, chosen));
  const { text } = form.tree;
  const made = newOne(part.of, [], wish, MOST_LEVELS);
  const { from, to } = spanOf(part.elements);
  const gap = gapBefore(text, from);
  const writer = new Writer(form, holder.element, part.elements[0], gap);
  const insert = made.map((one) => writer.element(one)).join(gap);
  return done([{ from, to, insert }, ...writer.changes]);
}

const isOfSchema = (one: XmlAttribute) => isXmlnsAttribute(one) || one.namespace === XSI;

const holdsAny = ({ content, attributes }: XmlElement): boolean =>
  content.length > 0 || !attributes.every(isOfSchema);

/** Whether all that stands in the element is declared. */
function mayHold(of: ElementDeclaration, element: XmlElement): boolean {
  const isKnown = (one: XmlAttribute) =>
    isOfSchema(one) || of.attributes.some((known) => isNamed(one, known));
  if (!of.anyAttribute && !element.attributes.every(isKnown)) return false;
  switch (of.content) {
    case 'raw':
      return true;
    case 'text':
      return element.content.every(({ kind }) => kind !== 'element');
    case 'elements':
      return !element.content.some(isText) && matchContent(of, element).misfits.length === 0;
  }
}

/** What it says of its type, and nothing else. */
function retyped(form: Form, element: XmlElement, of: ElementDeclaration): PlacedChange[] {
  const start = startOf(element);
  const said = typeAttributeOf(element);
  if (of.typed === 'own') return said === undefined ? [] : [withoutAttribute(element, start, said)];
  const name = typeName(of, namespacesIn(element));
  const declared =
    name.declares === null ? [] : [`xmlns:${name.prefix}="${inAttribute(name.declares, '"')}"`];
  if (said !== undefined)
    return [
      rawChange(start, said, name.name),
      ...declared.map((one) => attributeAdded(element, start, one)),
    ];
  const xsi = xsiIn(form, element);
  const written = [...declared, `${xsi.prefix}:type="${name.name}"`].join(' ');
  return [...xsi.changes, attributeAdded(element, start, written)];
}

/** The whole element as XML; none takes it out. For a place where anything may stand and nothing does, it is put there. */
export function setRaw(form: Form, given: RawPart, xml: string): Edit {
  const part = form.current(given);
  if (part === undefined) return GONE;
  if (xml.trim() === '') return remove(form, part);
  let changes: readonly PlacedChange[];
  if (part.element !== null) {
    const from = startOf(part.element);
    changes = [{ from, to: from + part.element.length, insert: xml }];
  } else {
    const made = addWith(form, part, { xml });
    if (!made.ok) return made;
    ({ changes } = made);
  }
  const { problem } = new XmlTree(changed(form.tree.text, changes));
  return problem === null ? done(changes) : refused({ kind: 'not-xml', problem });
}

/** As it is written now, an attribute with its name; empty where there is nothing. */
export function rawXml({ tree }: Form, part: RawPart | AttributePart): string {
  if (part.kind === 'raw') {
    const { element } = part;
    return element === null ? '' : tree.text.slice(startOf(element), endOf(element));
  }
  const { element } = part.parent;
  const found = element === null ? undefined : attributeOf(element, part.of);
  if (element === null || found === undefined) return '';
  const start = startOf(element);
  return tree.text.slice(start + found.offset, start + found.valueOffset + found.raw.length + 1);
}

// --- values

function setAttribute(form: Form, part: AttributePart, value: string): Edit {
  const { element } = part.parent;
  if (element === null) return addWith(form, part.parent, { attribute: { of: part.of, value } });
  const start = startOf(element);
  const found = attributeOf(element, part.of);
  if (found !== undefined)
    return done(found.value === value ? [] : [rawChange(start, found, value)]);
  const scope = namespacesIn(element);
  const name = attributeName(part.of, scope);
  const declared = name.declares === null ? '' : `xmlns:${name.prefix}="${name.declares}" `;
  return done([
    attributeAdded(element, start, `${declared}${name.name}="${inAttribute(value, '"')}"`),
  ]);
}

const rawChange = (start: number, { valueOffset, raw, quote }: XmlAttribute, value: string) => ({
  from: start + valueOffset,
  to: start + valueOffset + raw.length,
  insert: inAttribute(value, quote),
});

const nilOf = ({ attributes }: XmlElement) =>
  attributes.find(({ namespace, local }) => namespace === XSI && local === 'nil');

/** Behind its name and attributes, from its `<`. */
const attributesEnd = ({ attributes, prefix, local }: XmlElement): number => {
  const last = attributes.at(-1);
  if (last !== undefined) return last.valueOffset + last.raw.length + 1;
  return 1 + local.length + (prefix === '' ? 0 : prefix.length + 1);
};

function attributeAdded(element: XmlElement, start: number, written: string): PlacedChange {
  const at = start + attributesEnd(element);
  return { from: at, to: at, insert: ` ${written}` };
}

/** With the blanks before it. */
function withoutAttribute(element: XmlElement, start: number, one: XmlAttribute): PlacedChange {
  const index = element.attributes.indexOf(one);
  const before = attributesEnd({ ...element, attributes: element.attributes.slice(0, index) });
  return { from: start + before, to: start + one.valueOffset + one.raw.length + 1, insert: '' };
}

/** The first piece that is more than blanks takes the value, in the way it is written there; all others go. */
function textChanges(
  form: Form,
  element: XmlElement,
  start: number,
  value: string,
): PlacedChange[] {
  if (element.endLength === 0) {
    if (value === '') return [];
    return [opened(element, start, inText(form, value))];
  }
  const pieces = element.content.filter(isText);
  const taken =
    pieces.find(({ kind }) => kind === 'cdata') ??
    pieces.find(({ raw }) => /[^ \t\r\n]/.test(raw)) ??
    pieces[0];
  if (taken === undefined) {
    const from = start + element.startLength;
    return [{ from, to: from, insert: inText(form, value) }];
  }
  return pieces.map((piece) => {
    const isCdata = piece.kind === 'cdata';
    const from = start + piece.offset + (isCdata && piece === taken ? CDATA_START.length : 0);
    const length = piece.raw.length + (isCdata && piece !== taken ? CDATA_START.length + 3 : 0);
    const written = isCdata ? inCdata(form, value) : inText(form, value);
    return { from, to: from + length, insert: piece === taken ? written : '' };
  });
}

const isText = (piece: XmlContent): piece is XmlText =>
  piece.kind === 'text' || piece.kind === 'cdata';
const CDATA_START = '<![CDATA[';

function emptied(element: XmlElement, start: number): PlacedChange[] {
  return element.content.filter(isText).map((piece) => {
    const from = start + piece.offset;
    const length = piece.raw.length + (piece.kind === 'cdata' ? CDATA_START.length + 3 : 0);
    return { from, to: from + length, insert: '' };
  });
}

const withoutContent = (element: XmlElement, start: number): PlacedChange[] =>
  element.endLength === 0
    ? []
    : [
        {
          from: start + element.startLength,
          to: start + element.length - element.endLength,
          insert: '',
        },
      ];

const nameOf = ({ prefix, local }: XmlElement) => (prefix === '' ? local : `${prefix}:${local}`);

/** `<a/>` with something in it. */
function opened(element: XmlElement, start: number, content: string): PlacedChange {
  const to = start + element.startLength;
  return { from: to - 2, to, insert: `>${content}</${nameOf(element)}>` };
}

function inText(form: Form, value: string): string {
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return text.includes('\n') ? text.replaceAll('\n', lineEndOf(form.tree.text)) : text;
}

function inCdata(form: Form, value: string): string {
  const text = value.replaceAll(']]>', ']]]]><![CDATA[>');
  return text.includes('\n') ? text.replaceAll('\n', lineEndOf(form.tree.text)) : text;
}

const inAttribute = (value: string, quote: '"' | "'") =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(quote, quote === '"' ? '&quot;' : '&apos;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;');

const lineEndOf = (text: string): string => /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';

// --- places

interface Holder {
  readonly part: SectionPart;
  readonly element: XmlElement;
  /** From the first part in the holder to the one it is about. */
  readonly path: readonly FormPart[];
}

/** The section in the XML that holds the part; undefined where something else stands there. */
function holderOf(part: FormPart): Holder | undefined {
  const path = [part];
  for (let above = part.parent; above !== null; above = above.parent) {
    if (above.kind === 'section' && above.element !== null)
      return { part: above, element: above.element, path };
    if (above.kind === 'field' || above.kind === 'raw') return undefined;
    path.unshift(above);
  }
  return undefined;
}

function elementsIn(part: FormPart): readonly XmlElement[] {
  switch (part.kind) {
    case 'group':
    case 'choice':
      return part.elements;
    case 'attribute':
    case 'repeat':
      return [];
    default:
      return part.element === null ? [] : [part.element];
  }
}

function spanOf(elements: readonly XmlElement[]): { readonly from: number; readonly to: number } {
  const [first, last] = [elements[0], elements.at(-1)];
  return first === undefined || last === undefined
    ? { from: 0, to: 0 }
    : { from: startOf(first), to: endOf(last) };
}

/** Blanks between what stands before and this place. */
function gapBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && ' \t\r\n'.includes(text.charAt(from - 1))) from -= 1;
  return text.charAt(from - 1) === '>' ? text.slice(from, at) : '';
}

/** With its own line, where it has one. */
function without({ tree }: Form, element: XmlElement): PlacedChange {
  const from = startOf(element);
  const line = /(?:\r\n|\r|\n)[ \t]*$/.exec(gapBefore(tree.text, from))?.[0] ?? '';
  return { from: from - line.length, to: from + element.length, insert: '' };
}

interface Neighbours {
  readonly before: XmlElement | undefined;
  readonly after: XmlElement | undefined;
}

/** `index`: of a new row, for the last part of the path. */
function neighboursOf(holder: Holder, index: number | undefined): Neighbours {
  const { matches } = matchContent(holder.part.of, holder.element);
  if (holder.part.of.unordered) {
    const all = matches.flatMap(elementsOf).toSorted((a, b) => a.offset - b.offset);
    return { before: all.at(-1), after: undefined };
  }
  const before: XmlElement[] = [];
  const after: XmlElement[] = [];
  let level: readonly Match[] | undefined = matches;
  const { path } = holder;
  for (let depth = 0; depth < path.length; depth += 1) {
    const part = path[depth];
    const place: number = level?.findIndex(({ of }) => of === part?.of) ?? -1;
    const match: Match | undefined = level?.[place];
    if (part === undefined || level === undefined || match === undefined) break;
    level.slice(0, place).forEach((one) => before.push(...elementsOf(one)));
    after.unshift(...level.slice(place + 1).flatMap(elementsOf));
    const rows =
      'instances' in match
        ? match.instances.map((one) => one.flatMap(elementsOf))
        : match.elements.map((one) => [one]);
    const isLast = depth === path.length - 1;
    const next = path[depth + 1];
    let row = 0;
    if (part.kind === 'repeat')
      row = isLast ? (index ?? rows.length) : (indexOf(next) ?? rows.length);
    else if (match.of.kind === 'any') row = rows.length;
    rows.slice(0, row).forEach((one) => before.push(...one));
    if (isLast) {
      after.unshift(...rows.slice(row).flat());
      break;
    }
    after.unshift(...rows.slice(row + 1).flat());
    level = 'instances' in match ? match.instances[row] : undefined;
    // The row itself is the next part: it stands in the same match.
    if (part.kind === 'repeat') depth += 1;
  }
  return { before: before.at(-1), after: after[0] };
}

const indexOf = (part: FormPart | undefined): number | null =>
  part === undefined || part.kind === 'attribute' || part.kind === 'repeat' ? null : part.index;

// --- new elements

interface Wish {
  readonly value?: string;
  readonly nil?: boolean;
  readonly attribute?: { readonly of: AttributeDeclaration; readonly value: string };
  readonly way?: Particle;
  readonly xml?: string;
}

interface NewElement {
  readonly of: ElementDeclaration;
  readonly attributes: readonly (readonly [AttributeDeclaration, string])[];
  readonly nil: boolean;
  readonly text: string;
  readonly children: readonly NewElement[];
}

function addWith(
  form: Form,
  part: Exclude<FormPart, AttributePart>,
  wish: Wish,
  row?: number,
): Edit {
  const holder = holderOf(part);
  if (holder === undefined) return refused({ kind: 'no-place' });
  // The uppermost that is not there: all below it is written with it.
  const top = holder.path.findIndex((one) =>
    one.kind === 'repeat' ? one === part : !isInXml(one),
  );
  const path = holder.path.slice(0, top + 1);
  const [first] = path.slice(-1);
  if (first === undefined || first.kind === 'attribute') return refused({ kind: 'no-place' });
  const { before, after } = neighboursOf({ ...holder, path }, row);
  const { of } = first;
  const chain = holder.path.slice(top + 1).map((one) => one.of);
  const made = of === null || of.kind === 'any' ? [] : newOne(of, chain, wish, MOST_LEVELS);
  return insertion(form, holder.element, { before, after }, made, wish.xml);
}

const MOST_LEVELS = 40;

type Chain = readonly (Particle | AttributeDeclaration | null)[];

/** One of the particle, with what has to be in it, and with what the chain leads to, which gets what is wished for. */
function newOne(
  of: Particle,
  chain: Chain,
  wish: Wish | undefined,
  levels: number,
): readonly NewElement[] {
  if (of.kind === 'any' || levels === 0) return [];
  if (of.kind === 'element') return [newElement(of, chain, wish, levels)];
  const [next, ...rest] = chain;
  if (of.kind === 'choice') {
    // None is chosen for the person.
    const way =
      next === undefined ? (wish?.way ?? usualWay(of)) : of.particles.find((one) => one === next);
    if (way === undefined) return [];
    const made = newOne(way, rest, next === undefined ? undefined : wish, levels);
    return made.length > 0 ? made : firstOf(way, levels);
  }
  const made = newInside(of.particles, chain, wish, levels);
  return made.length > 0 ? made : firstOf(of, levels);
}

/** Where nothing has to be there, the first of what may be; of types none, so that the element waits for its own. */
function firstOf(of: Particle, levels: number): readonly NewElement[] {
  if (of.kind === 'any' || of.kind === 'element') return [];
  const first = isOfTypes(of) ? of.particles.at(-1) : of.particles[0];
  return first === undefined ? [] : newOne(first, [], undefined, levels - 1);
}

const MOST_AT_ONCE = 1000;

/** What has to be in an element or a sequence, and what the chain leads to. */
function newInside(
  particles: readonly Particle[],
  [next, ...rest]: Chain,
  wish: Wish | undefined,
  levels: number,
): readonly NewElement[] {
  return particles.flatMap((one) => {
    const led = one === next ? newOne(one, rest, wish, levels) : [];
    const more = Math.min(one.min, MOST_AT_ONCE) - (one === next ? 1 : 0);
    const others = Array.from({ length: Math.max(0, more) });
    return [...led, ...others.flatMap(() => newOne(one, [], undefined, levels))];
  });
}

/** Those that have to be there, and the one that is wished for. */
export const newAttributes = (
  of: ElementDeclaration,
  wish?: Wish['attribute'],
): readonly (readonly [AttributeDeclaration, string])[] =>
  of.attributes.flatMap((one) => {
    if (wish?.of === one) return [[one, wish.value] as const];
    return one.required ? [[one, one.fixed ?? one.default ?? onlyOf(one) ?? ''] as const] : [];
  });

/** No value is made up; where only one is possible, it is that. */
export const newText = (of: ElementDeclaration): string =>
  of.fixed ?? (of.default === null && !of.nillable ? onlyOf(of) : undefined) ?? '';

const onlyOf = ({ rules }: ElementDeclaration | AttributeDeclaration): string | undefined =>
  rules.valueCount === 1 && rules.facets.every(({ name }) => name !== 'list')
    ? rules.values[0]?.value
    : undefined;

function newElement(
  of: ElementDeclaration,
  chain: Chain,
  wish: Wish | undefined,
  levels: number,
): NewElement {
  const goal = chain.length === 0 ? wish : undefined;
  const attributes = newAttributes(of, goal?.attribute);
  const text = goal?.value ?? newText(of);
  const isOpen = of.content === 'text' && text === '' && goal?.value === undefined;
  const nil = goal?.nil === true || (of.nillable && isOpen && of.default === null);
  const holdsNone = of.content !== 'elements' || goal?.nil === true;
  const children = holdsNone ? [] : newInside(of.particles, chain, wish, levels - 1);
  return { of, attributes, nil, text: nil ? '' : text, children };
}

function insertion(
  form: Form,
  holder: XmlElement,
  { before, after }: Neighbours,
  made: readonly NewElement[],
  xml: string | undefined,
): Edit {
  const { text } = form.tree;
  const start = startOf(holder);
  const nil = isNilElement(holder) ? nilOf(holder) : undefined;
  const more = nil === undefined ? [] : [withoutAttribute(holder, start, nil)];
  const beside = before ?? after;
  if (beside !== undefined) {
    const gap = gapBefore(text, startOf(beside));
    const writer = new Writer(form, holder, beside, gap);
    const all = xml === undefined ? made.map((one) => writer.element(one)) : [xml];
    const at = before === undefined ? startOf(beside) : endOf(before);
    const insert = all.map((one) => (before === undefined ? one + gap : gap + one)).join('');
    return done([{ from: at, to: at, insert }, ...writer.changes, ...more]);
  }
  const outer = gapBefore(text, start);
  const isRoot = holder.parent === null;
  const hasLines = isRoot ? /[\r\n]/.test(text) : /[\r\n]/.test(outer);
  const close = hasLines ? lineEndOf(isRoot ? text : outer) + indentOf(outer) : '';
  const gap = hasLines ? close + unitOf(form, holder) : '';
  const writer = new Writer(form, holder, undefined, gap);
  const all = xml === undefined ? made.map((one) => writer.element(one)) : [xml];
  const insert = all.map((one) => gap + one).join('');
  if (holder.endLength === 0)
    return done([opened(holder, start, insert + close), ...writer.changes, ...more]);
  const end = start + holder.length - holder.endLength;
  const inside = text.slice(start + holder.startLength, end);
  const trailing = /(?:\r\n|\r|\n)[ \t]*$/.exec(inside)?.[0];
  const at = trailing === undefined ? end : end - trailing.length;
  const closing = trailing === undefined ? close : '';
  return done([{ from: at, to: at, insert: insert + closing }, ...writer.changes, ...more]);
}

const indentOf = (gap: string) => /[ \t]*$/.exec(gap)?.[0] ?? '';

/** By how much what stands in an element is further in. */
function unitOf(form: Form, element: XmlElement): string {
  const { text } = form.tree;
  for (
    let one: XmlElement | null = element;
    one !== null && one.parent !== null;
    one = one.parent
  ) {
    const own = indentOf(gapBefore(text, startOf(one)));
    const above = indentOf(gapBefore(text, startOf(one.parent)));
    if (own.length > above.length && own.startsWith(above)) return own.slice(above.length);
  }
  return '  ';
}

interface AttributeName {
  readonly name: string;
  readonly prefix: string;
  /** Namespace that has to be declared for its prefix. */
  readonly declares: string | null;
}

export function attributeName(
  { name, namespace }: Pick<AttributeDeclaration, 'name' | 'namespace'>,
  scope: ReadonlyMap<string, string>,
): AttributeName {
  if (namespace === null) return { name, prefix: '', declares: null };
  const found = [...scope].find(([prefix, space]) => prefix !== '' && space === namespace)?.[0];
  if (found !== undefined) return { name: `${found}:${name}`, prefix: found, declares: null };
  const prefix = freePrefix('ns', scope);
  return { name: `${prefix}:${name}`, prefix, declares: namespace };
}

/** What `xsi:type` says: also without a prefix, where that stands for the namespace. */
function typeName(
  { type, typeNamespace }: ElementDeclaration,
  scope: ReadonlyMap<string, string>,
): AttributeName {
  if (isBound(scope, '', typeNamespace)) return { name: type, prefix: '', declares: null };
  return attributeName({ name: type, namespace: typeNamespace }, scope);
}

function freePrefix(wanted: string, scope: ReadonlyMap<string, string>): string {
  let prefix = wanted;
  for (let more = 2; scope.has(prefix); more += 1) prefix = `${wanted}${more}`;
  return prefix;
}

/** The prefix of `xsi:nil` and `xsi:type` at an element, and what declares it at the root where nothing does yet. */
function xsiIn(
  form: Form,
  element: XmlElement,
): { readonly prefix: string; readonly changes: readonly PlacedChange[] } {
  const scope = namespacesIn(element);
  const found = [...scope].find(([prefix, space]) => prefix !== '' && space === XSI)?.[0];
  const { root, text } = form.tree;
  if (found !== undefined || root === null) return { prefix: found ?? 'xsi', changes: [] };
  // Wherever it stands for something else further in, another one is taken.
  let prefix = 'xsi';
  for (let more = 2; scope.has(prefix) || text.includes(`xmlns:${prefix}=`); more += 1)
    prefix = `xsi${more}`;
  return { prefix, changes: [attributeAdded(root, startOf(root), `xmlns:${prefix}="${XSI}"`)] };
}

/** Writes new elements as their neighbours are written: prefixes, line ends, indentation. */
class Writer {
  /** Of the text elsewhere, which the new elements need. */
  changes: readonly PlacedChange[] = [];
  readonly #form: Form;
  readonly #holder: XmlElement;
  readonly #beside: XmlElement | undefined;
  readonly #gap: string;
  readonly #unit: string;
  #xsi: string | undefined;

  constructor(form: Form, holder: XmlElement, beside: XmlElement | undefined, gap: string) {
    this.#form = form;
    this.#holder = holder;
    this.#beside = beside;
    this.#gap = /[\r\n]/.test(gap) ? gap : '';
    const own = indentOf(gap);
    const above = indentOf(gapBefore(form.tree.text, startOf(holder)));
    this.#unit =
      own.length > above.length && own.startsWith(above)
        ? own.slice(above.length)
        : unitOf(form, holder);
  }

  element(made: NewElement): string {
    return this.#element(made, namespacesIn(this.#holder), this.#gap);
  }

  #element(made: NewElement, around: ReadonlyMap<string, string>, gap: string): string {
    const { of } = made;
    const marks: string[] = [];
    let scope = around;
    const declare = (prefix: string, space: string) => {
      scope = new Map([...scope, [prefix, space]]);
      marks.push(`xmlns${prefix === '' ? '' : `:${prefix}`}="${inAttribute(space, '"')}"`);
    };
    let prefix = this.#prefixFor(of.namespace, scope);
    if (prefix === undefined) {
      prefix = '';
      declare('', of.namespace ?? '');
    }
    for (const [attribute, value] of made.attributes) {
      const name = attributeName(attribute, scope);
      if (name.declares !== null) declare(name.prefix, name.declares);
      marks.push(`${name.name}="${inAttribute(value, '"')}"`);
    }
    if (of.typed === 'said') {
      const type = typeName(of, scope);
      if (type.declares !== null) declare(type.prefix, type.declares);
      marks.push(`${this.#xsiPrefix()}:type="${type.name}"`);
    }
    if (made.nil) marks.push(`${this.#xsiPrefix()}:nil="true"`);
    const name = prefix === '' ? of.name : `${prefix}:${of.name}`;
    const start = `<${[name, ...marks].join(' ')}`;
    if (made.nil) return `${start}/>`;
    if (of.content === 'text') return `${start}>${inText(this.#form, made.text)}</${name}>`;
    if (made.children.length === 0) return `${start}/>`;
    const inner = gap === '' ? '' : lastLine(gap) + this.#unit;
    const children = made.children.map((one) => inner + this.#element(one, scope, inner)).join('');
    return `${start}>${children}${gap === '' ? '' : lastLine(gap)}</${name}>`;
  }

  #prefixFor(space: string | null, scope: ReadonlyMap<string, string>): string | undefined {
    const like = [this.#beside, this.#holder].find(
      (one) => one?.namespace === space && isBound(scope, one.prefix, space),
    );
    if (like !== undefined) return like.prefix;
    if (isBound(scope, '', space)) return '';
    return [...scope].find(([, bound]) => bound === space)?.[0];
  }

  #xsiPrefix(): string {
    if (this.#xsi === undefined) {
      const found = xsiIn(this.#form, this.#holder);
      this.changes = found.changes;
      this.#xsi = found.prefix;
    }
    return this.#xsi;
  }
}

/** One line end with the blanks behind it: empty lines are not repeated further in. */
const lastLine = (gap: string) => /(?:\r\n|\r|\n)[ \t]*$/.exec(gap)?.[0] ?? gap;

const isBound = (scope: ReadonlyMap<string, string>, prefix: string, space: string | null) =>
  (scope.get(prefix) ?? '') === (space ?? '');
