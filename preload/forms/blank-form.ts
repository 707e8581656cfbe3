// The form that a person begins with where there is no other: what its schema asks for, and no more.
import { add, addRow, attributeName, newAttributes, newText } from './form-edits.ts';
import { Form, isInXml, isRequired } from './form-fields.ts';
import {
  type ElementDeclaration,
  type FormSchema,
  type Particle,
  usualWay,
} from './form-schema.ts';
import { XmlTree } from './xml-tree.ts';

/** Parts that have to be there, one after the other. */
const MOST_PARTS = 5_000;

/** Of the first root of the schema; empty where it has none. */
export function blankForm(schema: FormSchema): string {
  const [root] = schema.roots;
  if (root === undefined) return '';
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${rootOf(root)}\n`;
  const form = new Form(schema, new XmlTree(text));
  for (let added = 0; added < MOST_PARTS && addMissing(form); added += 1);
  return form.tree.text;
}

function rootOf(of: ElementDeclaration): string {
  const marks: string[] = [];
  const scope = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);
  const declare = (prefix: string, space: string) => {
    scope.set(prefix, space);
    marks.push(`xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(space)}"`);
  };
  if (of.namespace !== null) declare('', of.namespace);
  for (const [attribute, value] of newAttributes(of)) {
    const name = attributeName(attribute, scope);
    if (name.declares !== null) declare(name.prefix, name.declares);
    marks.push(`${name.name}="${escaped(value)}"`);
  }
  const start = [of.name, ...marks].join(' ');
  // A line break is content: where nothing or a text is to stand in it, there is none.
  if (of.content !== 'elements') return `<${start}>${escaped(newText(of))}</${of.name}>`;
  return of.particles.some(mayHold) ? `<${start}>\n</${of.name}>` : `<${start}/>`;
}

const mayHold = (of: Particle): boolean =>
  of.max !== 0 && (of.kind === 'element' || of.kind === 'any' || of.particles.some(mayHold));

/** The first of the root's parts that has to be there. False where all are. */
function addMissing(form: Form): boolean {
  const { root } = form;
  if (root === null) return false;
  for (const part of form.parts(root)) {
    if (part.kind === 'attribute') continue;
    // Nothing is chosen that a person has to choose.
    if (part.kind === 'choice' && usualWay(part.of) === undefined) continue;
    if (!isRequired(part)) continue;
    const isThere = part.kind === 'repeat' ? part.count >= part.of.min : isInXml(part);
    if (isThere) continue;
    const edit = part.kind === 'repeat' ? addRow(form, part) : add(form, part);
    if (!edit.ok || edit.changes.length === 0) continue;
    form.apply(edit.changes);
    return true;
  }
  return false;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
