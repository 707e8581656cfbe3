// The form that a person begins with: what the checker of whole files says of it, once all is filled in that can be.
import { expect, it } from 'vitest';
import { blankForm } from '../../../preload/forms/blank-form.ts';
import { add, choose, type Edit, setRaw } from '../../../preload/forms/form-edits.ts';
import { Form, type FormPart } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
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

it.each(['', ' minOccurs="0"'])(
  'FLD-36 what has an abstract type is a piece of XML that says its type: %s',
  async (often) => {
    const text = schema(
      `<xs:complexType name="Part" abstract="true"><xs:sequence><xs:element name="Navn" type="xs:string"/></xs:sequence></xs:complexType>
       <xs:complexType name="Person"><xs:complexContent><xs:extension base="Part"/></xs:complexContent></xs:complexType>
       <xs:complexType name="Foretak"><xs:complexContent><xs:extension base="Person"/></xs:complexContent></xs:complexType>
       <xs:element name="Skjema">${holds(`<xs:element name="Fra" type="Part"${often}/>`)}</xs:element>`,
    );
    const form = await begun(text);
    if (often !== '') apply(form, add(form, first(form, 'raw')));
    const raw = first(form, 'raw');
    expect(raw).toMatchObject({ why: 'abstract', of: { abstract: ['Person', 'Foretak'] } });
    expect(raw.element).not.toBeNull();
    const written =
      '<Fra xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="Person"><Navn/></Fra>';
    apply(form, setRaw(form, raw, written));
    expect(await verdictOn(text, form.tree.text)).toMatchObject({ valid: true });
    expect(form.problems()).toEqual([]);
  },
);
