// A pasted table: which column becomes which field of a row, and what each cell is there.
import { describe, expect, it } from 'vitest';
import { Form, type RepeatPart } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { fieldsOfRow, newRows, pastedInto } from '../../../renderer/forms/pasted-rows.ts';
import { codesFound, ownFacts } from '../../../renderer/forms/insertable.ts';
import { en } from '../../../renderer/texts/en.ts';
import { group, leaf } from '../../support/outlines.ts';

const schema = formSchemaOf([
  group(0, 'Skjema'),
  group(1, 'Linje', { min: 0, max: 100 }),
  leaf(2, 'Vare-datadef-3', 'string', { documentation: 'Item' }),
  group(2, 'Sted'),
  leaf(3, 'By'),
  leaf(2, 'Pris', 'decimal', { min: 0 }),
  leaf(2, 'Mange', 'string', { max: 5 }),
]);
const form = new Form(schema, new XmlTree('<Skjema/>'));
const repeat = form.parts(form.root!).find((one) => one.kind === 'repeat') as RepeatPart;
const fields = fieldsOfRow(repeat, 'en');

describe('a row', () => {
  it('has the fields that it has once, also those further in', () => {
    expect(fields.map(({ path, label }) => [path, label])).toEqual([
      ['/Vare-datadef-3', 'Item'],
      ['/Sted/By', 'By'],
      ['/Pris', 'Pris'],
    ]);
  });
});

describe('a table', () => {
  it('with the names of fields in its first line is brought to them, by label or name, in any order', () => {
    const found = pastedInto(fields, 'pris\tNote\tVare\n1,5\tx\tone\n', 'nb');
    expect(found.columns.map((one) => one?.path)).toEqual(['/Pris', undefined, '/Vare-datadef-3']);
    expect(newRows(found)).toEqual([{ '/Pris': '1.5', '/Vare-datadef-3': 'one' }]);
  });

  it('without names is brought to the fields in their order, and its first line is a row', () => {
    const found = pastedInto(fields, 'one\tÅs\nx\ty\n', 'nb');
    expect(found.headings).toBeUndefined();
    expect(newRows(found)).toEqual([
      { '/Vare-datadef-3': 'one', '/Sted/By': 'Ås' },
      { '/Vare-datadef-3': 'x', '/Sted/By': 'y' },
    ]);
  });

  it('says which cells do not fit, and keeps them as they are', () => {
    const found = pastedInto(fields, 'Pris\nmany\n', 'en');
    expect(found.rows[0]?.[0]).toMatchObject({ text: 'many', problem: { kind: 'not-number' } });
    expect(newRows(found)).toEqual([{ '/Pris': 'many' }]);
  });
});

describe('what can be put into a field', () => {
  it('is name and number of the organisation, and its address once that is known', () => {
    const words = en.formFields.insert.facts;
    const of = { name: 'Fjord AS', number: '910514318' };
    expect(
      ownFacts({ ...of, profile: undefined }, words).filter(({ value }) => value !== ''),
    ).toEqual([
      { label: words.number, value: '910514318' },
      { label: words.name, value: 'Fjord AS' },
    ]);
    const address = { street: 'Kaien 1', postCode: '0150', city: 'Oslo' };
    const profile = {
      entity: null,
      email: 'post@example.com',
      mobileNumber: null,
      address: { street: null, postCode: null, city: null },
      businessAddress: address,
      lastModifiedBy: null,
      lastModified: null,
      notified: null,
    };
    expect(ownFacts({ ...of, profile }, words)).toContainEqual({
      label: words.postCode,
      value: '0150',
    });
  });

  it('is a code that is found by the words of its texts', () => {
    const codes = [
      { code: '01', value1: 'Red wine', value2: 'Rødvin', value3: '' },
      { code: '02', value1: 'White wine', value2: 'Hvitvin', value3: '' },
    ];
    expect(codesFound(codes, 'wine hvit').map(({ code }) => code)).toEqual(['02']);
    expect(codesFound(codes, ' ')).toHaveLength(2);
  });
});
