// The forms in test/fixtures/forms, which others show and edit: valid, and as large as real ones.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isWrong } from '../../../preload/forms/field-values.ts';
import { checkPart, Form } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf, type Particle } from '../../../preload/forms/form-schema.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { partsIn } from '../../support/form-parts.ts';
import { outlineOfText, verdictOn } from '../../support/form-outline.ts';
import { root } from '../../support/imports.ts';

const read = (name: string) => readFileSync(path.join(root, 'test/fixtures/forms', name), 'utf8');

const leavesIn = (part: Particle): number =>
  part.kind === 'any'
    ? 0
    : part.kind === 'element' && part.content === 'text'
      ? 1
      : part.particles.reduce((sum, one) => sum + leavesIn(one), 0);

it.each([
  ['small', 23],
  ['large', 603],
  ['two-level-repeats', 17],
] as const)('%s has %i leaves, and everything in it fits', async (name, leaves) => {
  const [xsd, xml] = [read(`${name}.xsd`), read(`${name}.xml`)];
  const schema = formSchemaOf(await outlineOfText(xsd));
  expect(schema.roots.reduce((sum, one) => sum + leavesIn(one), 0)).toBe(leaves);
  const form = new Form(schema, new XmlTree(xml));
  expect(form.problem).toBeNull();
  expect(form.problems()).toEqual([]);
  const wrong = partsIn(form).flatMap(({ part }) =>
    part.kind === 'field' ? checkPart(part).filter(isWrong) : [],
  );
  expect(wrong).toEqual([]);
  expect((await verdictOn(xsd, xml)).valid).toBe(true);
});
