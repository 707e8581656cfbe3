// A form as a page to read: what stands in it, what it is called, and that nothing in it is markup or is lost.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formAsHtml } from '../../../main/hand-over/form-page.ts';
import type { Locale } from '../../../preload/contract/locale.ts';
import { rawXml } from '../../../preload/forms/form-edits.ts';
import { Form, type FormPart, stateOf } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf, type FormSchema } from '../../../preload/forms/form-schema.ts';
import { valueName } from '../../../preload/forms/part-names.ts';
import { partWords } from '../../../preload/forms/part-words.ts';
import { textOf, type XmlElement, XmlTree } from '../../../preload/forms/xml-tree.ts';
import { outlineOfText } from '../../support/form-outline.ts';
import { kindsForm } from '../../support/kinds-form.ts';
import { longForm } from '../../support/large-forms.ts';
import { damaged, formOf, randomDocument } from '../../support/random-forms.ts';

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const schemaOf = async (content: string): Promise<FormSchema> =>
  formSchemaOf(
    await outlineOfText(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</xs:schema>`,
    ),
  );
const element = (name: string, content: string, more = '') =>
  `<xs:element name="${name}"${more}><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
const leaf = (name: string, type = 'string', more = '') =>
  `<xs:element name="${name}" type="xs:${type}" minOccurs="0"${more}/>`;
const MANY = ' minOccurs="0" maxOccurs="unbounded"';
/** A schema with one root, `Skjema`. */
const skjema = (content: string, types = '') => schemaOf(element('Skjema', content) + types);
const page = (schema: FormSchema, inner: string, language: Locale = 'nb') =>
  formAsHtml({ xml: `<Skjema ${XSI}>${inner}</Skjema>`, schema, language });

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../fixtures/forms', name), 'utf8');

function parsed(html: string): XmlElement {
  const { root, problem } = new XmlTree(`<body>${html}</body>`);
  if (root === null) throw new Error(`${JSON.stringify(problem)}\n${html}`);
  return root;
}
function* elementsIn(of: XmlElement): Generator<XmlElement> {
  yield of;
  for (const one of of.content) if (one.kind === 'element') yield* elementsIn(one);
}
/** What is read of it: each text with the element that it stands in, as deep as sections are. */
function read(html: string | undefined): readonly string[] {
  const said = (of: XmlElement, indent: string): string[] =>
    of.content.flatMap((one) => {
      if (one.kind !== 'element') return [];
      switch (one.local) {
        case 'section':
          return said(one, `${indent}  `);
        case 'tr':
          return [indent + [...elementsIn(one)].slice(1).map(textOf).join(' | ')];
        case 'dl':
        case 'table':
        case 'thead':
        case 'tbody':
          return said(one, indent);
        default: {
          const [inside] = one.content;
          return inside?.kind === 'element'
            ? said(one, indent)
            : [`${indent}${one.local} ${textOf(one)}`];
        }
      }
    });
  return said(parsed(html ?? ''), '');
}

describe('a form as a page', () => {
  it('has sections as headings, fields by their names and what comes several times as a table, in both languages', async () => {
    const schema = formSchemaOf(await outlineOfText(kindsForm.schema));
    const xml = kindsForm.data
      .replace('<Pris>1</Pris>', '<Pris>1234.5</Pris>')
      .replace('<ErRiktig>', '<FraDato>2026-02-01</FraDato><ErRiktig>');
    expect(read(formAsHtml({ xml, schema, language: 'nb' }))).toEqual([
      '  h2 Innsender',
      ...['  dt Navn', '  dd Fjord & Fjell Ås', '  dt Postnummer', '  dd 0518'],
      ...['  dt Belop', '  dd 12,50', '  dt Fra dato', '  dd 01.02.2026'],
      ...['  dt Er riktig', '  dd Ja', '  dt Art', '  dd laks'],
      'caption Linje',
      ' | Vare | Pris',
      '1 | en | 1234,5',
      '2 | to | ',
    ]);
    const english = read(formAsHtml({ xml, schema, language: 'en' }));
    expect(english).toEqual(
      expect.arrayContaining(['  dd 12.50', '  dd 01/02/2026', '  dd Yes', '1 | en | 1234.5']),
    );
  });

  it('is nothing where nothing is filled in, and undefined where the XML cannot be read as this form', async () => {
    const schema = await skjema(leaf('Navn') + element('Del', leaf('Sted'), ' minOccurs="0"'));
    expect(page(schema, '')).toBe('');
    expect(page(schema, '<Navn/><Del><Sted></Sted></Del>')).toBe('');
    expect(page(schema, '<Navn>a<Navn>')).toBeUndefined();
    expect(page(schema, '<Navn>&ukjent;</Navn>')).toBeUndefined();
    expect(formAsHtml({ xml: '<Annet/>', schema, language: 'nb' })).toBeUndefined();
    expect(formAsHtml({ xml: '', schema, language: 'nb' })).toBeUndefined();
  });

  it('a root that holds a text alone, or anything, is its one field', async () => {
    const text = await schemaOf('<xs:element name="Skjema" type="xs:date"/>');
    expect(read(page(text, '2026-02-01'))).toEqual(['dt Skjema', 'dd 01.02.2026']);
    const mixed = await schemaOf(
      '<xs:element name="Skjema"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType></xs:element>',
    );
    expect(read(page(mixed, 'a <b/>'))).toEqual([
      'dt Skjema',
      `pre <Skjema ${XSI}>a <b/></Skjema>`,
    ]);
  });

  it('nothing in it is markup: neither values, attributes and XML of the form nor words of the schema', async () => {
    const hostile = `<script>alert(1)</script> "'&<img src=x onerror=y>]]>-->`;
    const written = hostile
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;');
    const documented = `<xs:annotation><xs:documentation>${written}</xs:documentation></xs:annotation>`;
    const schema = await skjema(
      `<xs:element name="Navn" minOccurs="0"><xs:complexType>${documented}<xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="art" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
       <xs:element name="Valg" minOccurs="0">${documented}<xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="1">${documented}</xs:enumeration></xs:restriction></xs:simpleType></xs:element>
       <xs:element name="Del"${MANY}>${documented}<xs:complexType><xs:sequence>${leaf('a')}<xs:element name="b" type="xs:string" minOccurs="0">${documented}</xs:element></xs:sequence></xs:complexType></xs:element>`,
    );
    const html = page(
      schema,
      `<Navn art="${written}" ukjent="${written}">${written}</Navn><Valg>1</Valg><Del><a>${written}</a><b>${written}</b></Del><Ukjent a="${written}">${written}</Ukjent>`,
    );
    const allowed = 'body section h2 h3 h4 h5 h6 dl dt dd pre table caption thead tbody tr th td';
    const all = [...elementsIn(parsed(html ?? ''))];
    expect(
      all.map(({ local }) => local).filter((one) => !allowed.split(' ').includes(one)),
    ).toEqual([]);
    expect(
      [
        ...new Set(
          all.flatMap((one) => one.attributes.map(({ local, value }) => `${local}=${value}`)),
        ),
      ].sort(),
    ).toEqual(['class=form-fields', 'class=form-rows', 'class=form-xml', 'scope=col', 'scope=row']);
    expect(
      all
        .filter((one) => textOf(one).startsWith(hostile))
        .map(({ local }) => local)
        .sort(),
    ).toEqual(['caption', 'dd', 'dd', 'dd', 'dt', 'dt', 'td', 'td', 'th']);
    expect(html).not.toMatch(/<script|<img|style=|["']&lt;/);
  });

  it('a value has the label of its list, in the language', async () => {
    const said = (language: string, text: string) =>
      `<tekst lang="${language}" teksttype="LEDE">${text}</tekst>`;
    const choice = (value: string, nob: string, eng: string) =>
      `<xs:enumeration value="${value}"><xs:annotation><xs:appinfo>${said('NOB', nob)}${said('ENG', eng)}</xs:appinfo></xs:annotation></xs:enumeration>`;
    const schema = await skjema(
      '<xs:element name="Art" type="Art"/><xs:element name="Arter" minOccurs="0"><xs:simpleType><xs:list itemType="Art"/></xs:simpleType></xs:element>',
      `<xs:simpleType name="Art"><xs:restriction base="xs:string">${choice('01', 'Laks', 'Salmon')}${choice('02', 'Torsk', 'Cod')}</xs:restriction></xs:simpleType>`,
    );
    const inner = '<Art>01</Art><Arter>02 01 77</Arter>';
    expect(read(page(schema, inner))).toEqual([
      'dt Art',
      'dd Laks',
      'dt Arter',
      'dd Torsk, Laks, 77',
    ]);
    expect(read(page(schema, inner, 'en'))).toContain('dd Cod, Salmon, 77');
    expect(read(page(schema, '<Art>9</Art>'))).toEqual(['dt Art', 'dd 9']);
  });

  it('what can be no table is under a heading for each, and repeats in it have theirs', async () => {
    const lines = await skjema(
      element(
        'Ordre',
        leaf('Nr') + element('Linje', leaf('Vare') + leaf('Antall', 'int'), MANY),
        MANY,
      ) + leaf('Telefon', 'string', ' maxOccurs="unbounded"').replace(' minOccurs="0"', ''),
    );
    const html = page(
      lines,
      `<Ordre><Nr>A</Nr><Linje><Vare>en</Vare></Linje><Linje/><Linje><Antall>3</Antall></Linje></Ordre><Ordre/><Ordre><Linje><Vare>to</Vare></Linje></Ordre><Telefon>1</Telefon><Telefon>2</Telefon>`,
    );
    expect(read(html)).toEqual([
      ...['  h2 Ordre 1', '  dt Nr', '  dd A'],
      ...['  caption Linje', '   | Vare | Antall', '  1 | en | ', '  3 |  | 3'],
      ...['  h2 Ordre 3', '  caption Linje', '   | Vare | Antall', '  1 | to | '],
      ...['dt Telefon 1', 'dd 1', 'dt Telefon 2', 'dd 2'],
    ]);
    const deep = fixture('two-level-repeats.xml');
    const schema = formSchemaOf(await outlineOfText(fixture('two-level-repeats.xsd')));
    const headings = read(formAsHtml({ xml: deep, schema, language: 'nb' })).filter((line) =>
      / h\d /.test(line),
    );
    expect(headings.slice(0, 5)).toEqual([
      '  h2 Avsender',
      '  h2 Forsendelse 1',
      '    h3 Mottaker',
      '    h3 Kolli 1',
      '      h4 Temperatur',
    ]);
  });

  it('a choice is what was chosen; one with a name, or with a way of several, says so', async () => {
    const schema = await skjema(
      `<xs:choice minOccurs="0">${leaf('Orgnr')}<xs:sequence>${leaf('Fornavn')}${leaf('Etternavn')}</xs:sequence></xs:choice>
       <xs:group ref="Mottaker" minOccurs="0"/>
       <xs:choice${MANY}>${leaf('p')}${leaf('q')}</xs:choice>`,
      `<xs:group name="Mottaker"><xs:choice>${leaf('Bedrift')}${leaf('Person')}</xs:choice></xs:group>`,
    );
    expect(read(page(schema, '<Orgnr>9</Orgnr>'))).toEqual(['dt Orgnr', 'dd 9']);
    expect(
      read(page(schema, '<Fornavn>Kari</Fornavn><Bedrift>A</Bedrift><q>1</q><p>2</p>')),
    ).toEqual([
      ...['  h2 Ett av disse (Alternativ 2)', '  dt Fornavn', '  dd Kari'],
      ...['  h2 Mottaker', '  dt Bedrift', '  dd A'],
      ...['dt Q', 'dd 1', 'dt P', 'dd 2'],
    ]);
    expect(read(page(schema, '<Orgnr/><Bedrift/><q/>'))).toEqual([
      ...['dt Ett av disse', 'dd Orgnr', 'dt Mottaker', 'dd Bedrift'],
      ...['dt Ett av disse 1', 'dd Q'],
    ]);
    expect(read(page(schema, '<Fornavn>Kari</Fornavn>', 'en'))).toContain(
      '  h2 One of these (Option 2)',
    );
  });

  it('what comes together several times is under a heading for each time', async () => {
    const schema = await skjema(
      `<xs:sequence${MANY}><xs:element name="k" type="xs:string"/>${leaf('v')}</xs:sequence>`,
    );
    expect(read(page(schema, '<k>a</k><k/><k>b</k><v>c</v>'))).toEqual([
      ...['  h2 Gruppe 1', '  dt K', '  dd a'],
      ...['  h2 Gruppe 3', '  dt K', '  dd b', '  dt V', '  dd c'],
    ]);
  });

  it('what may be of several types has its own name, and the type that was chosen', async () => {
    const schema = await skjema(
      '<xs:element name="Fra" type="Part" minOccurs="0"/><xs:element name="Sted" type="Sted" maxOccurs="3"/>',
      `<xs:complexType name="Part" abstract="true"><xs:sequence>${leaf('Navn')}</xs:sequence></xs:complexType>
       <xs:complexType name="Foretak"><xs:complexContent><xs:extension base="Part"><xs:sequence>${leaf('Orgnr')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
       <xs:complexType name="Person"><xs:complexContent><xs:extension base="Part"/></xs:complexContent></xs:complexType>
       <xs:complexType name="Sted"><xs:sequence>${leaf('By')}</xs:sequence></xs:complexType>
       <xs:complexType name="Utland"><xs:complexContent><xs:extension base="Sted"><xs:sequence>${leaf('Land')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
    );
    const inner =
      '<Fra xsi:type="Foretak"><Navn>A</Navn><Orgnr>9</Orgnr></Fra><Sted><By>Bergen</By></Sted><Sted xsi:type="Utland"><Land>SE</Land></Sted>';
    expect(read(page(schema, inner))).toEqual([
      ...['  h2 Fra (Foretak)', '  dt Navn', '  dd A', '  dt Orgnr', '  dd 9'],
      ...['  h2 Sted 1', '  dt By', '  dd Bergen'],
      ...['  h2 Sted 2 (Utland)', '  dt Land', '  dd SE'],
    ]);
    expect(read(page(schema, '<Fra><Navn>A</Navn></Fra>'))).toEqual([
      'dt Fra',
      'pre <Fra><Navn>A</Navn></Fra>',
    ]);
  });

  it('what the schema does not know is shown as XML where it stands, in tables too, and what has no value says so', async () => {
    const schema = await skjema(
      `${leaf('Navn', 'string', ' nillable="true"')}${element('Linje', leaf('Vare') + leaf('Pris'), MANY)}${element('Del', leaf('a'), ' minOccurs="0" nillable="true"')}
       <xs:element name="Fritt" minOccurs="0"><xs:complexType><xs:sequence><xs:any maxOccurs="2" processContents="skip"/></xs:sequence></xs:complexType></xs:element>`,
    );
    const html = page(
      schema,
      `<Navn ny="1 &amp; 2" xsi:nil="true"/>fritt <![CDATA[<tekst>]]><Linje ny="3"><Vare>a<b>c</b></Vare><Annet/></Linje><Linje>tekst</Linje><Del xsi:nil="true"/><Fritt><b xmlns="urn:b">d</b></Fritt><Ukjent><c/></Ukjent>`,
    );
    const said = read(html);
    expect(said).toEqual([
      ...['dt Navn', 'dd Ingen verdi (nil)', 'dt ny', 'pre ny="1 &amp; 2"'],
      'caption Linje',
      ' | Vare | Pris',
      '1 | a | ',
      expect.stringMatching(/ny="3".*<b>c<\/b>.*<Annet\/>/),
      '2 |  | ',
      expect.stringContaining('tekst'),
      ...['dt Del', 'dd Ingen verdi (nil)'],
      ...['  h2 Fritt', '  dt Annet innhold', '  pre <b xmlns="urn:b">d</b>'],
      ...['dt Ukjent', 'pre <Ukjent><c/></Ukjent>'],
      ...['dt Annet innhold', 'dd fritt', 'dt Annet innhold', 'dd <tekst>'],
    ]);
  });

  it('no heading is lower than six, and what contains itself ends with what is there', async () => {
    const schema = await schemaOf(
      `<xs:element name="Skjema" type="T"/><xs:complexType name="T"><xs:sequence>${leaf('n')}<xs:element name="Skjema" type="T" minOccurs="0"/></xs:sequence></xs:complexType>`,
    );
    const depth = 90;
    const html = page(
      schema,
      `${'<Skjema><n>1</n>'.repeat(depth)}<n>innerst</n>${'</Skjema>'.repeat(depth)}`,
    );
    const headings = [...elementsIn(parsed(html ?? ''))].flatMap(
      ({ local }) => /^h\d/.exec(local) ?? [],
    );
    expect([...new Set(headings)]).toEqual(['h2', 'h3', 'h4', 'h5', 'h6']);
    expect(html).toContain('innerst');
  });

  it('takes a form of 2 MB, whose page is the same each time', async () => {
    const { schema, data } = longForm(2000);
    expect(data.length).toBeGreaterThan(1_700_000);
    const request = {
      xml: data,
      schema: formSchemaOf(await outlineOfText(schema)),
      language: 'nb',
    } as const;
    const html = formAsHtml(request);
    expect(html?.match(/<caption>Tillegg<\/caption>/g)).toHaveLength(2000);
    expect(formAsHtml(request)).toBe(html);
  });
});

const seeds = Array.from({ length: 25 }, (_, at) => at + 1);
it.each(seeds)('nothing that a form says is lost, whatever it is (seed %i)', async (seed) => {
  const { chance, model, xsd } = formOf(seed, { leaves: 3 + (seed % 20) });
  const schema = formSchemaOf(await outlineOfText(xsd));
  for (let round = 0; round < 6; round += 1) {
    const valid = randomDocument(chance, model);
    const xml = round % 2 === 0 ? valid : damaged(chance, valid);
    const form = new Form(schema, new XmlTree(xml));
    const html = formAsHtml({ xml, schema, language: 'nb' });
    expect(html === undefined, xml).toBe(form.root === null);
    if (html === undefined || form.root === null) continue;
    const said = `${xml}\n${html}`;
    const plain = (text: string) => text.replaceAll(/\r\n?/g, '\n');
    const texts = ['', ...[...elementsIn(parsed(html))].map((one) => plain(textOf(one)))];
    if (/[\s>]tekst/.test(xml)) expect(html).toContain('tekst');
    const visit = (part: FormPart) => {
      if (part.kind === 'field' || (part.kind === 'attribute' && part.known))
        expect(texts, said).toContain(
          plain(valueName(part, stateOf(part), partWords.nb, { locale: 'nb' })),
        );
      else if (part.kind === 'raw' || part.kind === 'attribute')
        expect(texts, said).toContain(plain(rawXml(form, part)));
      for (const one of form.parts(part)) visit(one);
    };
    visit(form.root);
  }
});
