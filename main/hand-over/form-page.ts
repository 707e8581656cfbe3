// A form as a page to read: everything that it says, by its own labels and as the language writes it.
import type { Locale } from '../../preload/contract/locale.ts';
import { columnsOf } from '../../preload/forms/field-rows.ts';
import { rawXml } from '../../preload/forms/form-edits.ts';
import {
  type ChoicePart,
  type FieldPart,
  Form,
  type FormPart,
  isInXml,
  isNilElement,
  type RepeatPart,
  type SectionPart,
  stateOf,
  type ValuePart,
} from '../../preload/forms/form-fields.ts';
import {
  type ElementDeclaration,
  type FormSchema,
  isOfTypes,
  usualWay,
} from '../../preload/forms/form-schema.ts';
import { labelIn } from '../../preload/forms/labels.ts';
import { holderOf, partName, rowName, valueName, wayName } from '../../preload/forms/part-names.ts';
import { partWords, type PartWords } from '../../preload/forms/part-words.ts';
import { number } from '../../preload/writing.ts';
import { escaped } from '../messages/html-text.ts';
import { endOf, startOf, XmlTree } from '../../preload/forms/xml-tree.ts';

export interface FormPageRequest {
  readonly xml: string;
  /** As `formSchemaOf` makes it of the outline of the form's XSD. */
  readonly schema: FormSchema;
  readonly language: Locale;
}

/**
 * What holds something, as HTML to stand below an `h1`; '' where nothing does. It is also well-formed as XML, and the same for the same form. Its classes:
 * `dl.form-fields` are names and values, `table.form-rows` is what comes several times, `pre.form-xml` is XML as it stands. Line breaks of values are kept, for
 * `white-space: pre-wrap`.
 *
 * Undefined where the XML is not well-formed, or another form than the schema's: then there is only the XML.
 */
export function formAsHtml({ xml, schema, language }: FormPageRequest): string | undefined {
  const form = new Form(schema, new XmlTree(xml));
  const { root } = form;
  if (root === null) return undefined;
  return new FormPage(form, language).written(root).toWellFormed();
}

/** The page's own title stands above. */
const FIRST_LEVEL = 2;
const LAST_LEVEL = 6;

/** Names and values that follow each other are one list. */
type Piece = { readonly row: string } | { readonly block: string };

class FormPage {
  readonly #form: Form;
  readonly #words: PartWords;
  readonly #in: { readonly locale: Locale };

  constructor(form: Form, locale: Locale) {
    this.#form = form;
    this.#words = partWords[locale];
    this.#in = { locale };
  }

  written(root: FormPart): string {
    return joined(
      root.kind === 'section' ? this.#inside(root, FIRST_LEVEL) : this.#part(root, FIRST_LEVEL),
    );
  }

  *#part(part: FormPart, level: number, name = this.#nameOf(part)): Generator<Piece> {
    if (!isInXml(part)) return;
    switch (part.kind) {
      case 'field':
      case 'attribute': {
        const value = this.#valueOf(part);
        if (part.kind === 'attribute' && !part.known)
          yield row(name, pre(rawXml(this.#form, part)));
        else if (value !== '') yield row(name, escaped(value));
        yield* this.#inside(part, level);
        break;
      }
      case 'raw':
        yield row(name, pre(rawXml(this.#form, part)));
        break;
      case 'section': {
        const inside = joined(this.#inside(part, level + 1));
        if (inside !== '') yield section(name, level, inside);
        else if (part.element !== null && isNilElement(part.element))
          yield row(name, escaped(this.#words.nil));
        break;
      }
      case 'repeat': {
        const columns = columnsOf(part);
        if (columns === undefined) yield* this.#inside(part, level);
        else yield* this.#table(part, columns, name);
        break;
      }
      case 'group':
        // One that comes once is as if its parts stood there themselves.
        if (part.index === null) yield* this.#inside(part, level);
        else yield* this.#section(part, level, name);
        break;
      case 'choice':
        yield* this.#choice(part, level, name);
        break;
    }
  }

  *#section(part: FormPart, level: number, name: string): Generator<Piece> {
    const inside = joined(this.#inside(part, level + 1));
    if (inside !== '') yield section(name, level, inside);
  }

  *#inside(part: FormPart, level: number): Generator<Piece> {
    for (const one of this.#form.parts(part)) yield* this.#part(one, level);
    if (part.kind === 'section' || part.kind === 'field') yield* this.#strays(part);
  }

  /** An element in a text and a text between elements are no parts, and yet they are said. */
  *#strays({ kind, element }: SectionPart | FieldPart): Generator<Piece> {
    for (const one of element?.content ?? []) {
      if (one.kind === 'element' && kind === 'field')
        yield row(one.local, pre(this.#form.tree.text.slice(startOf(one), endOf(one))));
      if (
        (one.kind === 'text' || one.kind === 'cdata') &&
        kind === 'section' &&
        /\S/.test(one.value)
      )
        yield row(this.#words.otherContent, escaped(one.value.trim()));
    }
  }

  *#choice(part: ChoicePart, level: number, name: string): Generator<Piece> {
    const { of, ways, chosen } = part;
    const way = chosen === null ? undefined : ways[chosen];
    const said =
      chosen === null || way === undefined || way === usualWay(of)
        ? undefined
        : wayName({ of, way, index: chosen }, holderOf(part), this.#words, this.#in);
    const title = said === undefined ? name : `${name} (${said})`;
    let pieces: readonly Piece[];
    // The choice has the name of the element, what is chosen that of its type.
    if (isOfTypes(of))
      pieces = this.#form.parts(part).flatMap((one) => [...this.#part(one, level, title)]);
    else if (way?.kind !== 'element') pieces = [...this.#section(part, level, title)];
    // What is chosen has a name of its own, and the choice none.
    else if (partName(part, this.#words, this.#in) === this.#words.choice)
      pieces = [...this.#inside(part, level)];
    else pieces = [...this.#section(part, level, name)];
    if (pieces.length > 0) yield* pieces;
    // That it was chosen is all that is said.
    else if (said !== undefined) yield row(name, escaped(said));
  }

  *#table(
    part: RepeatPart,
    columns: readonly ElementDeclaration[],
    name: string,
  ): Generator<Piece> {
    const holder = part.of.kind === 'element' ? part.of : null;
    const lines = this.#form.parts(part).map((line, at) => this.#line(line, at, columns));
    const body = lines.filter((line) => line !== '').join('\n');
    if (body === '') return;
    const heads = columns
      .map((column) => escaped(labelIn(holder, column, this.#in.locale)))
      .map((label) => `<th scope="col">${label}</th>`);
    const head = `<thead><tr><td></td>${heads.join('')}</tr></thead>`;
    const caption = `<caption>${escaped(name)}</caption>`;
    yield {
      block: `<table class="form-rows">${caption}\n${head}\n<tbody>\n${body}\n</tbody></table>`,
    };
  }

  /** What has no column stands below. */
  #line(line: FormPart, at: number, columns: readonly ElementDeclaration[]): string {
    const parts = line.kind === 'section' ? this.#form.parts(line) : [];
    const values = columns.map((column) => {
      const cell = parts.find((one) => one.of === column);
      return cell?.kind === 'field' ? this.#valueOf(cell) : '';
    });
    const others: Piece[] = [];
    for (const one of parts)
      others.push(
        ...(one.kind === 'field' ? this.#inside(one, LAST_LEVEL) : this.#part(one, LAST_LEVEL)),
      );
    if (line.kind === 'section') others.push(...this.#strays(line));
    else others.push(...this.#part(line, LAST_LEVEL));
    const below = joined(others);
    if (below === '' && values.every((value) => value === '')) return '';
    const cells = values.map((value) => `<td>${escaped(value)}</td>`).join('');
    const own = `<tr><th scope="row">${number(this.#in.locale, at + 1)}</th>${cells}</tr>`;
    return below === ''
      ? own
      : `${own}\n<tr><td></td><td colspan="${columns.length}">${below}</td></tr>`;
  }

  #nameOf(part: FormPart): string {
    return rowName(part, this.#words, this.#in);
  }

  #valueOf(part: ValuePart): string {
    return valueName(part, stateOf(part), this.#words, this.#in);
  }
}

const row = (name: string, html: string): Piece => ({
  row: `<dt>${escaped(name)}</dt><dd>${html}</dd>`,
});
function section(name: string, level: number, html: string): Piece {
  const heading = `h${Math.min(level, LAST_LEVEL)}`;
  return { block: `<section><${heading}>${escaped(name)}</${heading}>\n${html}\n</section>` };
}
const pre = (xml: string): string => `<pre class="form-xml">${escaped(xml)}</pre>`;

function joined(pieces: Iterable<Piece>): string {
  const written: string[] = [];
  let rows: string[] = [];
  const endList = () => {
    if (rows.length > 0) written.push(`<dl class="form-fields">\n${rows.join('\n')}\n</dl>`);
    rows = [];
  };
  for (const piece of pieces) {
    if ('row' in piece) rows.push(piece.row);
    else {
      endList();
      written.push(piece.block);
    }
  }
  endList();
  return written.join('\n');
}
