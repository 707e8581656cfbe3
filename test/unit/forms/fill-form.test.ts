// Values into forms by path: all of them or what is wrong, from another form, and what differs between two.
import { describe, expect, it } from 'vitest';
import { changesBetween, fillForm, fitsFrom, valuesOf } from '../../../preload/forms/fill-form.ts';
import { Form } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { changed, XmlTree } from '../../../preload/forms/xml-tree.ts';
import { outlineOfText } from '../../support/form-outline.ts';
import { formOf, randomDocument } from '../../support/random-forms.ts';

const schema =
  outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Skjema"><xs:complexType><xs:sequence>
  <xs:element name="Navn" type="xs:string"/>
  <xs:element name="Linje" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="Belop" type="xs:decimal"/><xs:element name="Dato" type="xs:date" nillable="true"/>
    <xs:element name="Merknad" type="xs:string" minOccurs="0" maxOccurs="2"/>
  </xs:sequence></xs:complexType></xs:element>
  <xs:choice minOccurs="0"><xs:element name="Ja" type="xs:string"/>
    <xs:sequence><xs:element name="Nei" type="xs:string"/><xs:element name="Hvorfor" type="xs:string"/></xs:sequence></xs:choice>
  <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:element name="Kode" type="xs:string"/><xs:element name="Verdi" type="xs:string" minOccurs="0"/></xs:sequence>
</xs:sequence><xs:attribute name="merke" type="xs:string"/></xs:complexType></xs:element></xs:schema>`).then(
    (nodes) => formSchemaOf(nodes),
  );
const BLANK = '<Skjema>\n  <Navn></Navn>\n</Skjema>';

describe('filling', () => {
  it('puts every value where its path says, rows and ways with it', async () => {
    const filled = fillForm(await schema, BLANK, [
      { path: '/Skjema/Navn', value: 'Ola & Kari' },
      { path: '/Skjema/Linje[1]/Belop', value: '12.50' },
      { path: '/Skjema/Linje[2]/Belop', value: '3' },
      { path: '/Skjema/Linje[2]/Dato', value: '2026-12-24' },
      { path: '/Skjema/Linje[2]/Merknad[1]', value: 'en' },
      { path: '/Skjema/Nei', value: 'n' },
      { path: '/Skjema/Kode[1]', value: 'K1' },
      { path: '/Skjema/Kode[2]', value: 'K2' },
      { path: '/Skjema/Verdi[2]', value: 'V2' },
      { path: '/Skjema/@merke', value: 'x' },
    ]);
    expect(filled).toMatchObject({
      ok: true,
      xml: `<Skjema xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" merke="x">
  <Navn>Ola &amp; Kari</Navn>
  <Linje>
    <Belop>12.50</Belop>
    <Dato xsi:nil="true"/>
  </Linje>
  <Linje>
    <Belop>3</Belop>
    <Dato>2026-12-24</Dato>
    <Merknad>en</Merknad>
  </Linje>
  <Nei>n</Nei>
  <Hvorfor></Hvorfor>
  <Kode>K1</Kode>
  <Kode>K2</Kode>
  <Verdi>V2</Verdi>
</Skjema>`,
    });
    expect(filled.ok ? changed(BLANK, filled.changes) : '').toBe(filled.ok ? filled.xml : null);
  });

  it('says everything that is wrong, and then fills nothing', async () => {
    const filled = fillForm(await schema, BLANK, [
      { path: '/Skjema/Navn', value: 'Ola' },
      { path: '/Skjema/Ukjent', value: 'x' },
      { path: '/Skjema/Linje[3]/Belop', value: '1' },
      { path: '/Skjema/Linje[1]/Belop', value: 'mange' },
      { path: '/Skjema/Linje[1]', value: '1' },
      { path: 'Skjema', value: '1' },
      { path: '/Skjema/Navn', value: '\u0000' },
      { path: '/Skjema/Ja', value: 'j' },
      { path: '/Skjema/Nei', value: 'n' },
    ]);
    expect(filled.ok ? [] : filled.problems).toEqual([
      { path: '/Skjema/Ukjent', kind: 'no-such-path' },
      { path: '/Skjema/Linje[3]/Belop', kind: 'row-gap', rows: 0 },
      { path: '/Skjema/Linje[1]/Belop', kind: 'value', problems: [{ kind: 'not-number' }] },
      { path: '/Skjema/Linje[1]', kind: 'no-value-there' },
      { path: 'Skjema', kind: 'no-such-path' },
      { path: '/Skjema/Navn', kind: 'value', problems: [{ kind: 'character', code: 0, at: 0 }] },
      { path: '/Skjema/Nei', kind: 'other-way' },
    ]);
    expect(fillForm(await schema, '<Annet/>', [])).toEqual({
      ok: false,
      problems: [{ kind: 'other-form' }],
    });
    expect(fillForm(await schema, '<Skjema>', [])).toMatchObject({
      ok: false,
      problems: [{ kind: 'not-xml', problem: { kind: 'no-end-tag' } }],
    });
  });
});

describe('FLD-36 types of one element', () => {
  const typed = outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <xs:complexType name="Part" abstract="true"><xs:sequence><xs:element name="Navn" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:complexType name="Person"><xs:complexContent><xs:extension base="Part"><xs:attribute name="fnr" type="xs:string"/></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Foretak"><xs:complexContent><xs:extension base="Part"><xs:sequence><xs:element name="Orgnr" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:complexType name="Sted"><xs:sequence><xs:element name="By" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:complexType name="Utland"><xs:complexContent><xs:extension base="Sted"><xs:sequence><xs:element name="Land" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
    <xs:element name="Skjema"><xs:complexType><xs:sequence>
      <xs:element name="Fra" type="Part"/><xs:element name="Til" type="Part" minOccurs="0" maxOccurs="unbounded"/><xs:element name="Sted" type="Sted" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element></xs:schema>`).then((nodes) => formSchemaOf(nodes));
  const EMPTY = '<Skjema>\n</Skjema>';

  it('are said, usual, or known by what only one of them has', async () => {
    const values = [
      { path: '/Skjema/Fra/Orgnr', value: '974760673' },
      { path: '/Skjema/Fra/Navn', value: 'Fjord' },
      { path: '/Skjema/Til[1]/Navn', value: 'Kari' },
      { path: '/Skjema/Til[2]/@fnr', value: '1' },
      { path: '/Skjema/Til[1]/@xsi:type', value: 'Person' },
      { path: '/Skjema/Sted/By', value: 'Oslo' },
    ];
    const filled = fillForm(await typed, EMPTY, values);
    expect(filled).toMatchObject({
      ok: true,
      xml: `<Skjema xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Fra xsi:type="Foretak">
    <Navn>Fjord</Navn>
    <Orgnr>974760673</Orgnr>
  </Fra>
  <Til xsi:type="Person">
    <Navn>Kari</Navn>
  </Til>
  <Til xsi:type="Person" fnr="1">
    <Navn></Navn>
  </Til>
  <Sted>
    <By>Oslo</By>
  </Sted>
</Skjema>`,
    });
  });

  it('are asked for where nothing says which', async () => {
    const problems = [
      { path: '/Skjema/Fra/Navn', kind: 'no-type' },
      { path: '/Skjema/Sted/@xsi:type', kind: 'no-type' },
      { path: '/Skjema/Sted/By', kind: 'no-type' },
      { path: '/Skjema/@xsi:type', kind: 'no-such-path' },
    ];
    expect(
      fillForm(await typed, EMPTY, [
        { path: '/Skjema/Fra/Navn', value: 'x' },
        { path: '/Skjema/Sted/@xsi:type', value: 'Part' },
        { path: '/Skjema/Sted/By', value: 'x' },
        { path: '/Skjema/@xsi:type', value: 'Skjema' },
      ]),
    ).toEqual({ ok: false, problems });
  });

  it('come from another form with all that is in them', async () => {
    const xml = `<Skjema xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Fra i:type="Foretak"><Navn>a</Navn><Orgnr>b</Orgnr></Fra><Til i:type="Person" fnr="c"><Navn>d</Navn></Til><Til i:type="Foretak"><Navn>e</Navn><Orgnr>f</Orgnr></Til><Sted i:type="Utland"><By>g</By><Land>h</Land></Sted></Skjema>`;
    const other = new Form(await typed, new XmlTree(xml));
    const blank = `<Skjema>\n  <Sted><By></By></Sted>\n</Skjema>`;
    const form = new Form(await typed, new XmlTree(blank));
    const { changes, left } = fitsFrom(form, other);
    expect(left).toEqual([]);
    form.apply(changes);
    expect(valuesOf(form)).toEqual(valuesOf(other));
    expect(changesBetween(other, form)).toEqual([]);
    expect(form.problems()).toEqual([]);
  });
});

it('what differs is told field by field, and a row that was put in between is one row', async () => {
  const form = async (lines: string) =>
    new Form(await schema, new XmlTree(`<Skjema><Navn>a</Navn>${lines}</Skjema>`));
  const line = (value: string) => `<Linje><Belop>${value}</Belop></Linje>`;
  const told = async (one: string, other: string) =>
    changesBetween(await form(one), await form(other)).map(
      ({ kind, path, before, after }) =>
        `${kind} ${path} ${'value' in before ? before.value : before.kind} ${'value' in after ? after.value : after.kind}`,
    );
  expect(await told(line('1') + line('2'), line('1') + line('9') + line('2'))).toEqual([
    'added /Skjema/Linje[2]/Belop absent 9',
  ]);
  expect(await told(line('1') + line('2'), line('1') + line('3'))).toEqual([
    'changed /Skjema/Linje[2]/Belop 2 3',
  ]);
  expect(await told(`${line('1')}<Ja>x</Ja>`, line('1'))).toEqual(['removed /Skjema/Ja x absent']);
  expect(await told(line('1'), line('1'))).toEqual([]);
});

it.each(Array.from({ length: 20 }, (_, at) => at + 1))(
  'all values of one form go into an empty one, which is then the same field by field (seed %i)',
  async (seed) => {
    const { chance, model, xsd } = formOf(seed, { leaves: 12, odd: seed % 2 === 0 });
    const form = formSchemaOf(await outlineOfText(xsd));
    const from = new Form(form, new XmlTree(randomDocument(chance, model)));
    const space = model.namespace === null ? '' : ` xmlns:s="${model.namespace}"`;
    const name = model.namespace === null ? 'Skjema' : 's:Skjema';
    const into = new Form(form, new XmlTree(`<${name}${space} skjemanummer="669"/>`));
    const { changes, left } = fitsFrom(into, from);
    const said = `seed ${String(seed)}\n${from.tree.text}`;
    expect(left, said).toEqual([]);
    into.apply(changes);
    // Pieces of XML where anything may stand are nobody's value.
    const differ = changesBetween(from, into)
      .filter(({ part }) => part.kind !== 'raw')
      .map(({ kind, path, before, after }) => ({ kind, path, before, after }));
    // What has to be in a section that one of the values needs.
    const more = differ.filter(
      ({ kind, after }) => !(kind === 'added' && (after.kind === 'nil' || after.kind === 'empty')),
    );
    expect(more, `${said}\n${into.tree.text}\n${JSON.stringify(more)}`).toEqual([]);
    expect(valuesOf(into).length).toBeGreaterThanOrEqual(valuesOf(from).length);
  },
);
