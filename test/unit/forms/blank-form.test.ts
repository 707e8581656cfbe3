// The form that a person begins with: what the checker of whole files says of it, once all is filled in that can be.
import { expect, it } from 'vitest';
import { blankForm } from '../../../preload/forms/blank-form.ts';
import { addRow, choose, type Edit, remove, setValue } from '../../../preload/forms/form-edits.ts';
import { Form, type FormPart, pathOf } from '../../../preload/forms/form-fields.ts';
import { labelOf } from '../../../preload/forms/labels.ts';
import { formSchemaOf, type Particle } from '../../../preload/forms/form-schema.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { outlineOfText, verdictOn } from '../../support/form-outline.ts';
import { partsIn } from '../../support/form-parts.ts';

const OWN = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"';
const schema = (content: string, more = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"') =>
  `<xs:schema ${more}>${content}</xs:schema>`;
const holds = (inner: string, more = '') =>
  `<xs:complexType><xs:sequence>${inner}</xs:sequence>${more}</xs:complexType>`;

async function begun(text: string): Promise<Form> {
  const form = formSchemaOf(await outlineOfText(text));
  return new Form(form, new XmlTree(blankForm(form)));
}

it.each([
  [
    'a fixed attribute of the root that has a namespace',
    schema(
      `<xs:attribute name="versjon" type="xs:string" fixed="1"/><xs:element name="Skjema">${holds('<xs:element name="Navn" type="xs:string"/>', '<xs:attribute ref="t:versjon" use="required"/><xs:attribute name="nr" use="required" fixed="7"/>')}</xs:element>`,
      OWN,
    ),
  ],
  [
    'attributes that are all qualified',
    schema(
      `<xs:element name="Skjema">${holds('', '<xs:attribute name="a" use="required" fixed="&lt;&amp;&quot;"/><xs:attribute name="b" use="required" fixed="2"/>')}</xs:element>`,
      `${OWN} attributeFormDefault="qualified" elementFormDefault="qualified"`,
    ),
  ],
  [
    'a required attribute of the root with a default, and one with a single value',
    schema(
      `<xs:element name="Skjema">${holds('', '<xs:attribute name="a" type="xs:int" use="required"/><xs:attribute name="b" use="required"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="B"/></xs:restriction></xs:simpleType></xs:attribute>').replace('type="xs:int" use="required"', 'type="xs:int" default="3"')}</xs:element>`,
    ),
  ],
  [
    'a root that has to be empty',
    schema(
      '<xs:element name="Skjema"><xs:complexType><xs:attribute name="id" type="xs:int" use="required" fixed="1"/></xs:complexType></xs:element>',
    ),
  ],
  ['a root that may hold nothing', schema(`<xs:element name="Skjema">${holds('')}</xs:element>`)],
  [
    'a root that is one text without a line break',
    schema(
      '<xs:element name="Skjema"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="0"/></xs:restriction></xs:simpleType></xs:element>',
    ),
  ],
  [
    'a root that is one fixed text',
    schema('<xs:element name="Skjema" type="xs:string" fixed="Nullskjema"/>'),
  ],
  [
    'an element of mixed content that has to be there',
    schema(
      `<xs:element name="Skjema">${holds('<xs:element name="Tekst"><xs:complexType mixed="true"><xs:sequence><xs:element name="b" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>')}</xs:element>`,
    ),
  ],
  [
    'an abstract head that one element stands for',
    schema(
      `<xs:element name="Kontakt" abstract="true"/><xs:element name="Epost" substitutionGroup="Kontakt" type="xs:string"/><xs:element name="Skjema">${holds('<xs:element ref="Kontakt" minOccurs="2" maxOccurs="3"/>')}</xs:element>`,
    ),
  ],
  [
    'an abstract type that one type is derived from',
    schema(
      `<xs:complexType name="Part" abstract="true"/><xs:complexType name="Person"><xs:complexContent><xs:extension base="Part"/></xs:complexContent></xs:complexType><xs:element name="Skjema">${holds('<xs:element name="Fra" type="Part" minOccurs="2" maxOccurs="3"/><xs:element name="Til" type="Part"/>')}</xs:element>`,
    ),
  ],
  [
    'an abstract element in the place of the root',
    schema(
      `<xs:element name="Alle" abstract="true"/><xs:element name="Skjema" substitutionGroup="Alle">${holds('<xs:element name="Navn" type="xs:string"/>')}</xs:element>`,
    ),
  ],
])('FLD-36 a blank form can be valid: %s', async (_, text) => {
  const { tree } = await begun(text);
  expect(tree.root?.local).toBe('Skjema');
  expect(await verdictOn(text, tree.text)).toMatchObject({ valid: true });
});

const apply = (form: Form, edit: Edit) => {
  if (!edit.ok) throw new Error(JSON.stringify(edit.refusal));
  form.apply(edit.changes);
};
const first = <K extends FormPart['kind']>(form: Form, kind: K) => {
  const found = partsIn(form).find(({ part }) => part.kind === kind)?.part;
  return found as Extract<FormPart, { readonly kind: K }>;
};

it.each([
  ['abstract', 'abstract="true"', ['Epost', 'Telefon']],
  ['one of its own', 'type="xs:string"', ['Kontakt', 'Epost', 'Telefon']],
  ['closed to others', 'type="xs:string" block="substitution"', undefined],
])('FLD-36 a head that is %s is a choice of what stands for it', async (_, head, ways) => {
  const text = schema(
    `<xs:element name="Kontakt" ${head}/><xs:element name="Epost" type="xs:string" substitutionGroup="Kontakt"/><xs:element name="Telefon" type="xs:string" substitutionGroup="Epost"/><xs:element name="Skjema">${holds('<xs:element ref="Kontakt"/>')}</xs:element>`,
  );
  const form = await begun(text);
  const choice = first(form, 'choice') as ReturnType<typeof first<'choice'>> | undefined;
  expect(choice?.ways.map((way) => (way.kind === 'any' ? '' : way.name))).toEqual(ways);
  if (choice !== undefined) apply(form, choose(form, choice, (ways?.length ?? 0) - 1));
  expect(await verdictOn(text, form.tree.text)).toMatchObject({ valid: true });
  expect(form.problems()).toEqual([]);
});

/** Two types of an abstract one, the second of which needs more. */
const PARTS = (prefix = '') =>
  `<xs:complexType name="Part" abstract="true"><xs:sequence><xs:element name="Navn" type="xs:string"/></xs:sequence></xs:complexType>
   <xs:complexType name="Person"><xs:annotation><xs:documentation>En person</xs:documentation></xs:annotation><xs:complexContent><xs:extension base="${prefix}Part"/></xs:complexContent></xs:complexType>
   <xs:complexType name="Foretak"><xs:complexContent><xs:extension base="${prefix}Person"><xs:sequence><xs:element name="Orgnr" type="xs:string"/></xs:sequence><xs:attribute name="land" fixed="NO" use="required"/></xs:extension></xs:complexContent></xs:complexType>`;
const QUALIFIED = `${OWN} elementFormDefault="qualified"`;
const wayNames = ({ ways }: { readonly ways: readonly Particle[] }) =>
  ways.map((way) => (way.kind === 'element' ? `${way.type} (${labelOf(way, 'nb')})` : way.kind));

it.each([
  ['in no namespace', undefined, '', '', 'Foretak'],
  ['of a namespace', OWN, 't:', '', 'ns:Foretak'],
  ['of the namespace of names without prefix', QUALIFIED, 't:', '', 'Foretak'],
  ['that may be left out', undefined, '', ' minOccurs="0"', 'Foretak'],
  ['that come several times', QUALIFIED, 't:', ' maxOccurs="3"', 'Foretak'],
])(
  'FLD-36 a person chooses the type of what has an abstract one: %s',
  async (_, own, prefix, often, said) => {
    const text = schema(
      `${PARTS(prefix)}<xs:element name="Skjema">${holds(`<xs:element name="Fra" type="${prefix}Part"${often}/>`)}</xs:element>`,
      own,
    );
    const form = await begun(text);
    const begunWith = form.tree.text;
    const repeat = first(form, 'repeat') as ReturnType<typeof first<'repeat'>> | undefined;
    const isRow = repeat !== undefined;
    if (isRow) {
      expect(addRow(form, repeat)).toMatchObject({ ok: false });
      apply(form, addRow(form, repeat, 0, 1));
    } else {
      const choice = first(form, 'choice');
      expect(choice).toMatchObject({ chosen: null, elements: [] });
      expect(form.problems().map(({ kind }) => kind)).toEqual(
        often === '' ? ['no-way-chosen'] : [],
      );
      expect(wayNames(choice)).toEqual(['Person (En person)', 'Foretak (Foretak)']);
      apply(form, choose(form, choice, 1));
    }
    expect(form.tree.text).toContain(`xsi:type="${said}"`);
    expect(first(form, 'choice').chosen).toBe(1);
    expect(await verdictOn(text, form.tree.text)).toMatchObject({ valid: true });
    expect(form.problems()).toEqual([]);
    expect(
      partsIn(form).flatMap(({ part }) => (part.kind === 'field' ? [pathOf(part)] : [])),
    ).toEqual(['Navn', 'Orgnr'].map((name) => `/Skjema/Fra${isRow ? '[1]' : ''}/${name}`));
    // What does not fit the other type goes, as with any choice; what does stays.
    apply(form, setValue(form, first(form, 'field'), 'Kari'));
    apply(form, choose(form, first(form, 'choice'), 0));
    expect(form.tree.text).not.toContain('Kari');
    apply(form, setValue(form, first(form, 'field'), 'Ola'));
    expect(await verdictOn(text, form.tree.text)).toMatchObject({ valid: true });
    apply(form, choose(form, first(form, 'choice'), 1));
    expect(form.tree.text).toContain('Ola');
    expect(form.problems().map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'missing-attribute land',
      'missing Orgnr',
    ]);
    if (often.includes('minOccurs')) {
      apply(form, remove(form, first(form, 'choice')));
      expect(form.tree.text.replace(/ xmlns:xsi="[^"]*"/, '')).toBe(begunWith);
    }
  },
);

it('FLD-36 a type that need not be said is there at the start, and may become another one', async () => {
  const text = schema(
    `<xs:complexType name="Sted"><xs:sequence><xs:element name="Navn" type="xs:string"/></xs:sequence></xs:complexType>
     <xs:complexType name="Adresse"><xs:complexContent><xs:extension base="t:Sted"><xs:sequence><xs:element name="Land" type="xs:string" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
     <xs:complexType name="Tall"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType>
     <xs:complexType name="Enhet"><xs:simpleContent><xs:extension base="t:Tall"><xs:attribute name="enhet" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
     <xs:element name="Skjema">${holds('<xs:element name="Sted" type="t:Sted"/><xs:element name="Tall" type="t:Tall" minOccurs="0"/>')}</xs:element>`,
    QUALIFIED,
  );
  const form = await begun(text);
  expect(form.tree.text).toContain(
    '<Sted><Navn></Navn></Sted>'.replace('><', '>\n    <').replace('</Sted>', '\n  </Sted>'),
  );
  expect(form.tree.text).not.toContain('xsi');
  const choices = () => partsIn(form).flatMap(({ part }) => (part.kind === 'choice' ? [part] : []));
  const [sted, tall] = choices();
  if (sted === undefined || tall === undefined) throw new Error('No choices');
  expect([sted.chosen, tall.chosen]).toEqual([0, null]);
  // What is absent can be typed into as it is.
  const field = form.parts(tall)[0];
  if (field?.kind !== 'field') throw new Error('No field');
  apply(form, setValue(form, field, '7'));
  expect(form.current(field)).toMatchObject({ id: field.id, kind: 'field' });
  apply(form, choose(form, sted, 1));
  apply(form, choose(form, choices()[1] ?? tall, 1));
  expect(form.tree.text).toContain('<Tall xsi:type="Enhet">7</Tall>');
  expect(choices().map(({ chosen }) => chosen)).toEqual([1, 1]);
  expect(
    await verdictOn(text, form.tree.text.replace('<Navn></Navn>', '<Navn>x</Navn>')),
  ).toMatchObject({ valid: true });
  apply(form, choose(form, choices()[1] ?? tall, 0));
  expect(form.tree.text).toContain('<Tall>7</Tall>');
  expect(form.problems()).toEqual([]);
});

const FRA = (attributes: string, inner = '<Navn>Kari</Navn>') =>
  `<t:Skjema xmlns:t="urn:t" xmlns:o="urn:o" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Fra${attributes}>${inner}</Fra></t:Skjema>`;

it.each([
  ['by its namespace, whatever its prefix', ' i:type="t:Person"', 0, 'section', []],
  ['with a prefix of its own', ' xmlns:q="urn:t" i:type="q:Person"', 0, 'section', []],
  ['of another namespace', ' i:type="o:Person"', null, 'raw', ['other-type']],
  ['of no namespace', ' i:type="Person"', null, 'raw', ['other-type']],
  ['of a prefix that is none', ' i:type="p:Person"', null, 'raw', ['other-type']],
  ['that is abstract', ' i:type="t:Part"', null, 'raw', ['other-type']],
  ['that is not said', '', null, 'raw', ['no-way-chosen']],
  ['that is “no value” alone', ' i:nil="true"', null, 'raw', ['no-way-chosen']],
])(
  'FLD-36 a type in a document is the one it says: %s',
  async (_, said, chosen, kind, problems) => {
    const text = schema(
      `${PARTS('t:')}<xs:element name="Skjema">${holds('<xs:element name="Fra" type="t:Part" nillable="true"/>')}</xs:element>`,
      OWN,
    );
    const written = FRA(said);
    const form = new Form(formSchemaOf(await outlineOfText(text)), new XmlTree(written));
    const choice = first(form, 'choice');
    expect(choice.chosen).toBe(chosen);
    expect(form.parts(choice).map((part) => part.kind)).toEqual([kind]);
    expect(form.problems().map((one) => one.kind)).toEqual(problems);
    expect(form.tree.text).toBe(written);
    if (said.includes('nil')) return;
    expect((await verdictOn(text, written)).valid).toBe(problems.length === 0);
    // Choosing it keeps what was there, and says the type in the prefix that is there.
    apply(form, choose(form, choice, 0));
    expect(form.tree.text).toContain('<Navn>Kari</Navn>');
    expect(await verdictOn(text, form.tree.text)).toMatchObject({ valid: true });
    expect(first(form, 'choice').chosen).toBe(0);
  },
);

it('FLD-36 a type of the same name in another namespace is another type, also where there is no choice', async () => {
  const text = schema(
    `<xs:complexType name="Person"><xs:sequence><xs:element name="Navn" type="xs:string"/></xs:sequence></xs:complexType>
     <xs:element name="Skjema">${holds('<xs:element name="Fra" type="t:Person"/>')}</xs:element>`,
    OWN,
  );
  const form = formSchemaOf(await outlineOfText(text));
  const kinds = (said: string) =>
    partsIn(new Form(form, new XmlTree(FRA(said)))).map(({ part }) => part.kind);
  expect(kinds(' i:type="t:Person"')).toEqual(['section', 'field']);
  expect(kinds(' i:type="o:Person"')).toEqual(['raw']);
  const typed = new Form(form, new XmlTree(FRA(' i:type="t:Person"')));
  const at = typed.tree.text.indexOf('"t:Person"') + 1;
  expect(typed.apply([{ from: at, to: at + 1, insert: 'o' }])).toBe('structure');
  expect(partsIn(typed).map(({ part }) => part.kind)).toEqual(['raw']);
});

it.each([
  ['nothing is closed', '', '', '', ['Mindre', 'Mer', 'Minst']],
  ['the element takes no extension', ' block="extension"', '', '', ['Mindre']],
  ['the element takes no restriction', ' block="restriction"', '', '', ['Mer']],
  ['the type lets nothing stand for it', '', ' block="#all"', '', []],
  ['the schema lets nothing stand for anything', '', '', ' blockDefault="#all"', []],
  [
    'the element takes what the schema does not',
    ' block=""',
    ' block=""',
    ' blockDefault="#all"',
    ['Mindre', 'Mer', 'Minst'],
  ],
])(
  'FLD-36 only types that the schema takes are offered: %s',
  async (_, element, type, all, names) => {
    const text = schema(
      `<xs:complexType name="Grunn"${type}><xs:sequence><xs:element name="a" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>
     <xs:complexType name="Mindre"><xs:complexContent><xs:restriction base="Grunn"><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
     <xs:complexType name="Lukket" abstract="true"><xs:complexContent><xs:extension base="Grunn"/></xs:complexContent></xs:complexType>
     <xs:complexType name="Mer"><xs:complexContent><xs:extension base="Lukket"/></xs:complexContent></xs:complexType>
     <xs:complexType name="Minst"><xs:complexContent><xs:restriction base="Mer"><xs:sequence><xs:element name="a" type="xs:string"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>
     <xs:element name="Skjema">${holds(`<xs:element name="Del" type="Grunn"${element}/>`)}</xs:element>`,
      `xmlns:xs="http://www.w3.org/2001/XMLSchema"${all}`,
    );
    const form = await begun(text);
    const choice = first(form, 'choice') as ReturnType<typeof first<'choice'>> | undefined;
    const offered = choice === undefined ? [] : choice.ways.slice(1);
    expect(offered.map((way) => (way.kind === 'element' ? way.type : ''))).toEqual(names);
    for (const type of ['Mindre', 'Mer', 'Minst', 'Lukket']) {
      const written = `<Skjema><Del xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}"><a>x</a></Del></Skjema>`;
      expect({ type, valid: (await verdictOn(text, written)).valid }).toEqual({
        type,
        valid: names.includes(type),
      });
    }
  },
);
