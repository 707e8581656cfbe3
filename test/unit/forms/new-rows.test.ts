// Rows added at once are those that would have been added by hand, one after the other.
import { describe, expect, it } from 'vitest';
import { addRow, setValue } from '../../../preload/forms/form-edits.ts';
import { Form, type FormPart, type RepeatPart } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { addRows, type NewRow } from '../../../preload/forms/new-rows.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { fixedAttribute, group, leaf } from '../../support/outlines.ts';

const SPACE = 'urn:form';
const schemas = {
  plain: formSchemaOf([
    group(0, 'Skjema'),
    leaf(1, 'Navn'),
    group(1, 'Linje-grp-2', { min: 0, max: 1000 }),
    fixedAttribute(2, 'gruppeid', '2'),
    leaf(2, 'Vare-datadef-3'),
    fixedAttribute(3, 'orid', '3'),
    group(2, 'Sted'),
    leaf(3, 'By', 'string', { min: 0, nillable: true }),
    leaf(2, 'Pris', 'decimal', { min: 0 }),
    leaf(1, 'Slutt', 'string', { min: 0 }),
  ]),
  namespaced: formSchemaOf([
    group(0, 'Skjema', { namespace: SPACE }),
    group(1, 'Linje', { min: 0, max: null, namespace: SPACE }),
    leaf(2, 'Vare', 'string', { namespace: SPACE }),
  ]),
};
const formOf = (schema: keyof typeof schemas, xml: string) =>
  new Form(schemas[schema], new XmlTree(xml));

function repeatIn(form: Form): RepeatPart {
  const found = form.parts(form.root as FormPart).find((one) => one.kind === 'repeat');
  if (found?.kind !== 'repeat') throw new Error('It has no repeat.');
  return found;
}
/** One by one, by the edits of a person. */
function byHand(form: Form, rows: readonly NewRow[]): string {
  for (const row of rows) {
    const added = addRow(form, repeatIn(form));
    if (!added.ok) throw new Error(added.refusal.kind);
    form.apply(added.changes);
    for (const [path, value] of Object.entries(row)) {
      const fields = (part: FormPart): readonly FormPart[] =>
        part.kind === 'field' ? [part] : form.parts(part).flatMap(fields);
      const last = form.parts(repeatIn(form)).at(-1);
      const name = path.split('/').at(-1);
      const field = last === undefined ? [] : fields(last).filter((one) => one.of !== null);
      const part = field.find((one) => one.kind === 'field' && one.of.name === name);
      if (part?.kind !== 'field') throw new Error(`There is no ${path}.`);
      const edit = setValue(form, part, value);
      if (!edit.ok) throw new Error(edit.refusal.kind);
      form.apply(edit.changes);
    }
  }
  return form.tree.text;
}
const ROWS: readonly NewRow[] = [
  { '/Vare-datadef-3': 'Æpler & <pærer>', '/Pris': '12.5' },
  { '/Vare-datadef-3': 'two', '/Sted/By': 'Ås' },
  { '/Vare-datadef-3': '', '/Pris': 'not a number' },
];

describe('many rows', () => {
  it.each([
    [
      'behind those that are there',
      '<Skjema>\r\n  <Navn>n</Navn>\r\n  <Linje-grp-2 gruppeid="2">\r\n    <Vare-datadef-3 orid="3">one</Vare-datadef-3>\r\n    <Sted/>\r\n  </Linje-grp-2>\r\n  <Slutt>s</Slutt>\r\n</Skjema>\r\n',
    ],
    ['where there is none yet', '<Skjema>\n  <Navn>n</Navn>\n  <Slutt/>\n</Skjema>'],
    ['in a text without line breaks', '<Skjema><Navn>n</Navn></Skjema>'],
  ])('%s, are those that come one by one', (_, xml) => {
    const form = formOf('plain', xml);
    const edit = addRows(form, repeatIn(form), ROWS);
    if (!edit.ok) throw new Error(edit.refusal.kind);
    form.apply(edit.changes);
    expect(form.tree.text).toBe(byHand(formOf('plain', xml), ROWS));
    expect(repeatIn(form).count).toBe(3 + (xml.includes('<Linje-grp-2') ? 1 : 0));
  });

  it('have the prefix of what they stand in', () => {
    const form = formOf('namespaced', `<f:Skjema xmlns:f="${SPACE}"></f:Skjema>`);
    const edit = addRows(form, repeatIn(form), [{ '/Vare': 'a' }, { '/Vare': 'b' }]);
    if (!edit.ok) throw new Error(edit.refusal.kind);
    form.apply(edit.changes);
    expect(form.tree.text).toMatch(/<f:Linje>\s*<f:Vare>b<\/f:Vare>\s*<\/f:Linje>/);
    expect(form.tree.text).not.toContain('urn:rows');
  });

  it('beyond what the form takes are refused, all of them', () => {
    const form = formOf('plain', '<Skjema><Navn>n</Navn></Skjema>');
    const many = Array.from({ length: 1001 }, () => ({}));
    expect(addRows(form, repeatIn(form), many)).toEqual({
      ok: false,
      refusal: { kind: 'too-many', limit: 1000 },
    });
  });

  it('a character that XML cannot hold refuses them, and says which', () => {
    const form = formOf('plain', '<Skjema><Navn>n</Navn></Skjema>');
    const edit = addRows(form, repeatIn(form), [{ '/Vare-datadef-3': 'a\u0001' }]);
    expect(edit).toMatchObject({ ok: false, refusal: { kind: 'character', code: 1 } });
  });
});
