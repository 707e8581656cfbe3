// Forms from lines of a table where an element may be of several types: which columns there are, and what they make.
import { expect, it } from 'vitest';
import { formFiller } from '../../../../main/messages/form-filler.ts';
import { outlineOfText, verdictOn } from '../../../support/form-outline.ts';

const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="Part" abstract="true"><xs:sequence><xs:element name="Navn" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="Person"><xs:annotation><xs:documentation>En person</xs:documentation></xs:annotation><xs:complexContent><xs:extension base="Part"/></xs:complexContent></xs:complexType>
  <xs:complexType name="Foretak"><xs:complexContent><xs:extension base="Part"><xs:sequence><xs:element name="Orgnr" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="Sted"><xs:sequence><xs:element name="By" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="Utland"><xs:complexContent><xs:extension base="Sted"><xs:sequence><xs:element name="Land" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:element name="Skjema"><xs:complexType><xs:sequence>
    <xs:element name="Fra" type="Part"/><xs:element name="Sted" type="Sted"/>
  </xs:sequence></xs:complexType></xs:element></xs:schema>`;

it('FLD-36 a type is a column, and what several types have is one', async () => {
  const outline = await outlineOfText(SCHEMA);
  const filler = formFiller(outline, { cut: false, language: 'nb' });
  expect(
    filler.fields.map(
      ({ path, label, above, required }) =>
        `${path} ${[...above, label].join(' > ')}${required ? ' *' : ''}`,
    ),
  ).toEqual([
    '/Skjema/Fra/@xsi:type Fra *',
    '/Skjema/Fra/Navn Fra > Navn',
    '/Skjema/Fra/Orgnr Fra > Orgnr',
    '/Skjema/Sted/@xsi:type Sted',
    '/Skjema/Sted/By Sted > By *',
    '/Skjema/Sted/Land Sted > Land',
  ]);
  const made = (cells: Readonly<Record<string, string>>) =>
    filler.fill(
      Object.entries(cells).map(([path, text]) => ({
        path: `/Skjema/${path}`,
        text,
        exact: false,
      })),
    );
  const filled = made({
    'Fra/Navn': 'Kari',
    'Fra/@xsi:type': 'En person',
    'Sted/By': 'Oslo',
    'Sted/@xsi:type': '',
  });
  expect(filled.problems).toEqual([]);
  expect(filled.xml).toContain('<Fra xsi:type="Person">');
  expect(await verdictOn(SCHEMA, filled.xml)).toMatchObject({ valid: true });
  const other = made({ 'Fra/Navn': 'Fjord', 'Fra/Orgnr': '1', 'Fra/@xsi:type': 'Foretak' });
  expect(other.problems).toEqual([]);
  expect(await verdictOn(SCHEMA, other.xml)).toMatchObject({ valid: true });
  expect(made({ 'Fra/Navn': 'Kari' }).problems).toMatchObject([
    { path: '/Skjema/Fra/Navn', kind: 'place' },
  ]);
});
