// A form as parts: states, ids, rows, and what does not fit, each with its path.
import { describe, expect, it } from 'vitest';
import { setValue } from '../../../preload/forms/form-edits.ts';
import {
  checkPart,
  Form,
  type FormPart,
  pathOf,
  rangeOf,
  stateOf,
  type ValuePart,
} from '../../../preload/forms/form-fields.ts';
import { formSchemaOf, type FormSchema } from '../../../preload/forms/form-schema.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { partsIn } from '../../support/form-parts.ts';
import { outlineOfText, verdictOn } from '../../support/form-outline.ts';

const xsdOf = (content: string, more = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${more}>${content}</xs:schema>`;
const schemaOf = async (content: string, more = ''): Promise<FormSchema> =>
  formSchemaOf(await outlineOfText(xsdOf(content, more)));
const open = () => true;

const LEAF = (name: string, more = '') =>
  `<xs:element name="${name}"${more}><xs:complexType><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="orid" type="xs:int" use="required" fixed="7"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>`;
const SKJEMA = `<xs:element name="Skjema"><xs:complexType><xs:sequence>
  ${LEAF('Navn')}${LEAF('Sted', ' nillable="true" minOccurs="0"')}
  <xs:element name="Linje" minOccurs="0" maxOccurs="2"><xs:complexType><xs:sequence>${LEAF('Sum')}</xs:sequence></xs:complexType></xs:element>
  <xs:element name="Type" type="xs:string" fixed="A" minOccurs="1"/>
  <xs:element name="Fritt" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:any minOccurs="0" processContents="skip"/></xs:sequence></xs:complexType></xs:element>
</xs:sequence></xs:complexType></xs:element>`;
const schema = schemaOf(SKJEMA);
const formOf = async (inner: string) =>
  new Form(
    await schema,
    new XmlTree(`<Skjema xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${inner}</Skjema>`),
  );
const drawn = (form: Form) =>
  partsIn(form, open).map(({ part, depth }) => {
    const state = part.kind === 'field' ? stateOf(part) : undefined;
    return `${'  '.repeat(depth)}${part.kind} ${pathOf(part)}${state === undefined ? '' : ` ${'value' in state ? state.value : `(${state.kind})`}`}`;
  });

describe('the parts of a form', () => {
  it('stand in the order of the schema, what is absent too; fixed values are silent', async () => {
    const form = await formOf(
      '<Navn orid="7">a</Navn><Linje><Sum orid="7"></Sum></Linje><Type>A</Type><Fritt>b <c/></Fritt>',
    );
    expect(drawn(form)).toEqual([
      'field /Skjema/Navn a',
      'field /Skjema/Sted (absent)',
      'repeat /Skjema',
      '  section /Skjema/Linje[1]',
      '    field /Skjema/Linje[1]/Sum (empty)',
      'raw /Skjema/Fritt',
    ]);
    expect(form.problems()).toEqual([]);
  });

  it('absent, empty, without value, and a value are told apart', async () => {
    const state = async (sted: string) => {
      const form = await formOf(`<Navn orid="7">a</Navn>${sted}<Type>A</Type>`);
      const part = form.partAt('/Skjema')!;
      return stateOf(form.parts(part)[1] as ValuePart);
    };
    expect(await state('')).toEqual({ kind: 'absent' });
    expect(await state('<Sted orid="7"/>')).toEqual({ kind: 'empty' });
    expect(await state('<Sted orid="7" xsi:nil="1"/>')).toEqual({ kind: 'nil' });
    expect(await state('<Sted orid="7"> </Sted>')).toEqual({ kind: 'value', value: ' ' });
  });

  it('are found by path, and say where they stand', async () => {
    const form = await formOf(
      '<Navn orid="7">a</Navn><Linje><Sum orid="7">1</Sum></Linje><Linje><Sum orid="7">2</Sum></Linje><Type>A</Type>',
    );
    const { text } = form.tree;
    for (const path of ['/Skjema/Linje[2]/Sum', '/*/*[3]/*', '/x:Skjema/Linje[2]/x:Sum[1]'])
      expect(pathOf(form.partAt(path) as FormPart)).toBe('/Skjema/Linje[2]/Sum');
    expect(form.partAt('/Skjema/Linje[3]')).toBeUndefined();
    const part = form.partAt('/Skjema/Linje[2]/Sum') as FormPart;
    const { from, to } = rangeOf(part) ?? { from: 0, to: 0 };
    expect(text.slice(from, to)).toBe('<Sum orid="7">2</Sum>');
  });
});

it.each([
  ['<Ukjent/>', 'unknown-element /Skjema/Ukjent Ukjent'],
  ['<Navn orid="7" feil="1">a</Navn>', 'unknown-attribute /Skjema/Navn/@feil feil'],
  ['<Navn orid="8">a</Navn>', 'not-fixed-value /Skjema/Navn/@orid orid'],
  ['<Navn>a</Navn>', 'missing-attribute /Skjema/Navn orid'],
  ['<Navn orid="7"/>tekst', 'text-not-allowed /Skjema Skjema'],
  ['<Navn orid="7"/><Navn orid="7"/>', 'too-many /Skjema/Navn[2] Navn'],
  ['<Sted orid="7"/><Navn orid="7"/>', 'wrong-order /Skjema/Navn Navn'],
  ['<Navn orid="7"/><Linje/>', 'missing /Skjema/Linje Sum'],
  ['<Navn orid="7" xsi:nil="true"/>', 'nil-not-allowed /Skjema/Navn Navn'],
  ['<Navn orid="7"/><Sted orid="7" xsi:nil="true">a</Sted>', 'nil-with-content /Skjema/Sted Sted'],
  ['<x:Navn xmlns:x="urn:x"/>', 'unknown-namespace /Skjema/Navn Navn'],
  ['<Navn orid="7"/><Linje xsi:type="Annen"/>', 'other-type /Skjema/Linje Linje'],
  ['<Navn orid="7"/><Type>B</Type>', 'not-fixed-value /Skjema/Type Type'],
] as const)('%s has %s', async (inner, problem) => {
  const form = await formOf(inner + (inner.includes('<Type') ? '' : '<Type>A</Type>'));
  expect(form.problems().map(({ kind, path, name }) => `${kind} ${path} ${name}`)).toContain(
    problem,
  );
  const verdict = await verdictOn(xsdOf(SKJEMA), form.tree.text);
  expect(verdict.valid).toBe(false);
});

it('FLD-03 what does not fit is shown as it is and stays, and a wrong root is named', async () => {
  const form = await formOf('<Ukjent><b/></Ukjent><Navn orid="7"/><Type>A</Type>');
  const raw = partsIn(form, open).find(({ part }) => part.kind === 'raw' && part.why === 'misfit');
  expect(raw === undefined ? '' : pathOf(raw.part)).toBe('/Skjema/Ukjent');
  const other = new Form(await schema, new XmlTree('<Annet/>'));
  expect(other.root).toBeNull();
  expect(other.problems()).toMatchObject([{ kind: 'wrong-root', path: '/Annet', name: 'Annet' }]);
});

it('what contains itself is shown as deep as it is there, and offered once more', async () => {
  const form = new Form(
    await schemaOf(
      '<xs:element name="A" type="T"/><xs:complexType name="T"><xs:sequence><xs:element name="n" type="xs:string"/><xs:element name="barn" type="T" minOccurs="0"/></xs:sequence></xs:complexType>',
    ),
    new XmlTree('<A><n>1</n><barn><n>2</n><barn><n>3</n></barn></barn></A>'),
  );
  expect(drawn(form)).toEqual([
    'field /A/n 1',
    'section /A/barn',
    '  field /A/barn/n 2',
    '  section /A/barn/barn',
    '    field /A/barn/barn/n 3',
    '    section /A/barn/barn/barn',
    '      field /A/barn/barn/barn/n (absent)',
    '      section /A/barn/barn/barn/barn',
  ]);
  expect(form.problems()).toEqual([]);
});

it('`all` takes any order, and groups that repeat have rows', async () => {
  const form = new Form(
    await schemaOf(
      `<xs:element name="A"><xs:complexType><xs:sequence>
        <xs:element name="B"><xs:complexType><xs:all><xs:element name="x" type="xs:string"/><xs:element name="y" type="xs:string" minOccurs="0"/></xs:all></xs:complexType></xs:element>
        <xs:sequence maxOccurs="3"><xs:element name="k" type="xs:string"/><xs:element name="v" type="xs:string" minOccurs="0"/></xs:sequence>
        <xs:choice maxOccurs="4"><xs:element name="p" type="xs:string"/><xs:element name="q" type="xs:string"/></xs:choice>
      </xs:sequence></xs:complexType></xs:element>`,
    ),
    new XmlTree('<A><B><y>2</y><x>1</x></B><k>a</k><k>b</k><v>c</v><q>d</q><p>e</p><q>f</q></A>'),
  );
  expect(form.problems()).toEqual([]);
  expect(drawn(form)).toEqual([
    'section /A/B',
    '  field /A/B/x 1',
    '  field /A/B/y 2',
    'repeat /A',
    '  group /A',
    '    field /A/k[1] a',
    '    field /A/v[1] (absent)',
    '  group /A',
    '    field /A/k[2] b',
    '    field /A/v[2] c',
    'repeat /A',
    '  choice /A',
    '    field /A/q[1] d',
    '  choice /A',
    '    field /A/p[1] e',
    '  choice /A',
    '    field /A/q[2] f',
  ]);
});

describe('1 000 rows of 20 fields', () => {
  const leaves = Array.from({ length: 20 }, (_, at) => `Belop${String(at)}-datadef-${String(at)}`);
  const many = schemaOf(
    `<xs:element name="Skjema"><xs:complexType><xs:sequence><xs:element name="Linje" maxOccurs="1000"><xs:complexType><xs:sequence>${leaves.map((name) => LEAF(name)).join('')}</xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>`,
  );
  const row = `  <Linje>\n${leaves.map((name) => `    <${name} orid="7">verdi</${name}>\n`).join('')}  </Linje>\n`;
  const text = `<Skjema>\n${row.repeat(1000)}</Skjema>`;

  it('FLD-07 closed rows are not made, and typing makes nothing anew', async () => {
    const form = new Form(await many, new XmlTree(text));
    expect(partsIn(form, (part) => part.kind === 'repeat')).toHaveLength(1001);
    const rows = partsIn(form, open);
    expect(rows).toHaveLength(21_001);
    const part = form.partAt('/Skjema/Linje[500]/Belop3-datadef-3') as ValuePart;
    const edit = setValue(form, part, 'ny');
    expect(edit.ok && form.apply(edit.changes)).toBe('value');
    expect(stateOf(part)).toEqual({ kind: 'value', value: 'ny' });
    const after = partsIn(form, open);
    expect(after.every((one, at) => one.part === rows[at]?.part)).toBe(true);
    expect(form.find(part.id)).toBe(part);
    expect(checkPart(part)).toEqual([]);
    expect(form.tree.text).toBe(
      text.replace(
        new RegExp(`^((?:[^]*?<Linje>){500}[^]*?Belop3-datadef-3 orid="7">)verdi`),
        '$1ny',
      ),
    );
  });
});

const single =
  '<xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="974760673"/></xs:restriction></xs:simpleType>';
it.each([
  [
    'fixed',
    '<xs:attribute name="etatid" type="xs:string" use="required" fixed="974760673"/>',
    ' etatid="974760673"',
    [],
  ],
  [
    'fixed, and not there',
    '<xs:attribute name="etatid" type="xs:string" fixed="974760673"/>',
    '',
    [],
  ],
  [
    'the only value there is',
    `<xs:attribute name="etatid" use="required">${single}</xs:attribute>`,
    ' etatid="974760673"',
    [],
  ],
  [
    'what the form came with',
    '<xs:attribute name="etatid" type="xs:positiveInteger" use="required"/>',
    ' etatid="974760673"',
    [],
  ],
  [
    'wrong',
    '<xs:attribute name="etatid" type="xs:positiveInteger" use="required"/>',
    ' etatid="x"',
    ['etatid'],
  ],
  [
    'missing',
    '<xs:attribute name="etatid" type="xs:positiveInteger" use="required"/>',
    '',
    ['etatid'],
  ],
  [
    'a person’s own',
    '<xs:attribute name="referanse" type="xs:string"/>',
    ' referanse="1"',
    ['referanse'],
  ],
] as const)('FLD-37 an attribute of the root that is %s', async (_, declared, written, fields) => {
  const of = formSchemaOf(
    await outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Skjema"><xs:complexType><xs:sequence>
      <xs:element name="Navn" type="xs:string"/></xs:sequence>${declared}</xs:complexType></xs:element></xs:schema>`),
  );
  const form = new Form(of, new XmlTree(`<Skjema${written}><Navn/></Skjema>`));
  const found = form.root === null ? [] : form.parts(form.root);
  expect(found.flatMap((part) => (part.kind === 'attribute' ? [part.of.name] : []))).toEqual(
    fields,
  );
});
