// The form that a person begins with where there is no other: what its schema asks for, and no more.
import { add, addRow } from './form-edits.ts';
import { Form, isInXml, isRequired } from './form-fields.ts';
import type { FormSchema } from './form-schema.ts';
import { XmlTree } from './xml-tree.ts';

/** Parts that have to be there, one after the other. */
const MOST_PARTS = 5_000;

/** Of the first root of the schema; empty where it has none. */
export function blankForm(schema: FormSchema): string {
  const [root] = schema.roots;
  if (root === undefined) return '';
  const space = root.namespace === null ? '' : ` xmlns="${escaped(root.namespace)}"`;
  const fixed = root.attributes
    .filter(({ required, fixed: value }) => required && value !== null)
    // An attribute with a namespace of its own is left to the check.
    .filter(({ namespace }) => namespace === null)
    .map((one) => ` ${one.name}="${escaped(one.fixed ?? '')}"`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root.name}${space}${fixed.join('')}>\n</${root.name}>\n`;
  const form = new Form(schema, new XmlTree(text));
  for (let added = 0; added < MOST_PARTS && addMissing(form); added += 1);
  return form.tree.text;
}

/** The first of the root's parts that has to be there. False where all are. */
function addMissing(form: Form): boolean {
  const { root } = form;
  if (root === null) return false;
  for (const part of form.parts(root)) {
    if (part.kind === 'raw' || part.kind === 'choice' || part.kind === 'attribute') continue;
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
