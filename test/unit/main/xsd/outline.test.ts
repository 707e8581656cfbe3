// The outline of a schema, read by the real checker in its thread.
import { afterAll, describe, expect, it } from 'vitest';
import { createXsd, LARGEST_SCHEMA } from '../../../../main/xsd/xsd.ts';
import type { OutlineNode } from '../../../../preload/contract/xsd.ts';
import { sampleFormOf, xsdOf } from '../../../platform/xsd.ts';
import { startThread } from '../../../support/threads.ts';

const xsd = createXsd({ startThread });
afterAll(() => xsd.close());

const never = new AbortController().signal;
const schema = (content: string, more = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${more}>\n${content}\n</xs:schema>`;

async function outlined(content: string, more = ''): Promise<readonly OutlineNode[]> {
  const { nodes, problem } = await xsd.outline(schema(content, more), never);
  expect(problem).toBeNull();
  return nodes ?? [];
}

/** Such as `  Navn 0-1 string`, two spaces for each level. */
const drawn = (nodes: readonly OutlineNode[]) =>
  nodes.map(({ depth, kind, name, type, min, max, recursive }) => {
    const sign = { element: '', attribute: '@', sequence: '&', choice: '|', any: '*' }[kind];
    const times = `${String(min)}-${max === null ? 'n' : String(max)}`;
    return `${'  '.repeat(depth)}${sign}${name} ${times} ${type}${recursive ? ' again' : ''}`;
  });

describe('what an element holds', () => {
  it('stands under it in the order of the document, attributes last, with how often it comes', async () => {
    const nodes = await outlined(`
      <xs:element name="Skjema"><xs:complexType><xs:sequence>
        <xs:element name="Navn" type="xs:string"/>
        <xs:element name="Linje" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:all>
          <xs:element name="Sum" type="xs:decimal" minOccurs="0"/>
        </xs:all></xs:complexType></xs:element>
        <xs:element name="Tre" type="xs:string" minOccurs="2" maxOccurs="3"/>
        <xs:any namespace="##other" minOccurs="0"/>
      </xs:sequence>
      <xs:attribute name="id" type="xs:int" use="required" fixed="7"/>
      <xs:attribute name="lang" type="xs:language" default="nb"/>
      <xs:anyAttribute/>
      </xs:complexType></xs:element>`);
    expect(drawn(nodes)).toEqual([
      'Skjema 1-1 ',
      '  Navn 1-1 string',
      '  Linje 0-n ',
      '    Sum 0-1 decimal',
      '  Tre 2-3 string',
      '  *##other 0-1 ',
      '  @id 1-1 int',
      '  @lang 0-1 language',
      '  *@ 0-1 ',
    ]);
    expect(nodes[6]).toMatchObject({ fixed: '7', default: null });
    expect(nodes[7]).toMatchObject({ fixed: null, default: 'nb' });
    expect(nodes.slice(0, 4).map(({ line }) => line)).toEqual([3, 4, 5, 6]);
  });

  it('groups that come once vanish, others are nodes', async () => {
    const nodes = await outlined(`
      <xs:element name="A"><xs:complexType><xs:sequence>
        <xs:sequence><xs:element name="ett" type="xs:string"/></xs:sequence>
        <xs:sequence minOccurs="0" maxOccurs="4"><xs:element name="to" type="xs:string"/></xs:sequence>
        <xs:choice><xs:element name="tre" type="xs:string"/><xs:group ref="G" maxOccurs="unbounded"/></xs:choice>
        <xs:group ref="G"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:group name="G"><xs:sequence><xs:element name="fire" type="xs:string"/></xs:sequence></xs:group>`);
    expect(drawn(nodes)).toEqual([
      'A 1-1 ',
      '  ett 1-1 string',
      '  & 0-4 ',
      '    to 1-1 string',
      '  | 1-1 ',
      '    tre 1-1 string',
      '    &G 1-n ',
      '      fire 1-1 string',
      '  fire 1-1 string',
    ]);
  });

  it('what is extended comes first, what is restricted is replaced', async () => {
    const nodes = await outlined(`
      <xs:element name="A" type="Mer"/><xs:element name="B" type="Mindre"/>
      <xs:complexType name="Grunn"><xs:sequence><xs:element name="en" type="xs:string" minOccurs="0"/></xs:sequence>
        <xs:attribute name="x" type="xs:string"/><xs:attributeGroup ref="AG"/></xs:complexType>
      <xs:attributeGroup name="AG"><xs:attribute name="y" type="xs:string"/></xs:attributeGroup>
      <xs:complexType name="Mer"><xs:complexContent><xs:extension base="Grunn">
        <xs:sequence><xs:element name="to" type="xs:string"/></xs:sequence>
        <xs:attribute name="z" type="xs:string"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="Mindre"><xs:complexContent><xs:restriction base="Grunn">
        <xs:sequence><xs:element name="en" type="xs:string"/></xs:sequence>
        <xs:attribute name="x" type="xs:string" use="required"/><xs:attribute name="y" use="prohibited"/>
      </xs:restriction></xs:complexContent></xs:complexType>`);
    expect(drawn(nodes)).toEqual([
      'A 1-1 Mer',
      '  en 0-1 string',
      '  to 1-1 string',
      '  @x 0-1 string',
      '  @y 0-1 string',
      '  @z 0-1 string',
      'B 1-1 Mindre',
      '  en 1-1 string',
      '  @x 1-1 string',
    ]);
  });

  it('only elements that no other holds are roots; references show what they point at', async () => {
    const nodes = await outlined(
      `<xs:element name="Del" type="xs:date"><xs:annotation><xs:documentation>En del</xs:documentation></xs:annotation></xs:element>
       <xs:element name="Hel"><xs:complexType><xs:sequence><xs:element ref="t:Del" maxOccurs="2"/></xs:sequence>
         <xs:attribute ref="t:merke" use="required"/></xs:complexType></xs:element>
       <xs:attribute name="merke" type="xs:boolean"/>`,
      ' xmlns:t="urn:t" targetNamespace="urn:t"',
    );
    expect(drawn(nodes)).toEqual(['Hel 1-1 ', '  Del 1-2 date', '  @merke 1-1 boolean']);
    expect(nodes[1]?.documentation).toBe('En del');
  });
});

describe('what a text may be', () => {
  const typed = async (types: string) =>
    (await outlined(`<xs:element name="A" type="T"/>${types}`))[0];

  it('facets come down through restrictions; the narrower holds, patterns all hold', async () => {
    expect(
      await typed(`
        <xs:simpleType name="T"><xs:restriction base="U"><xs:maxLength value="5"/><xs:pattern value="[a-z]+"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="U"><xs:restriction base="xs:token"><xs:minLength value="1"/><xs:maxLength value="9"/><xs:pattern value=".+"/></xs:restriction></xs:simpleType>`),
    ).toMatchObject({
      type: 'T',
      base: 'token',
      facets: [
        { name: 'minLength', value: '1' },
        { name: 'pattern', value: '.+' },
        { name: 'maxLength', value: '5' },
        { name: 'pattern', value: '[a-z]+' },
      ],
    });
  });

  it('values come with what is said of them, in Norwegian where there is a choice', async () => {
    const said = (language: string, text: string) =>
      `<xs:documentation xml:lang="${language}">${text}</xs:documentation>`;
    const found = await typed(`<xs:simpleType name="T">
      <xs:annotation>${said('en', 'Kind')}${said('nb', ' Fiskens\n   art ')}</xs:annotation>
      <xs:restriction base="xs:string">
      <xs:enumeration value="01"><xs:annotation>${said('en', 'Salmon')}${said('no', 'Laks')}</xs:annotation></xs:enumeration>
      <xs:enumeration value="02"><xs:annotation>${said('en', 'Trout')}</xs:annotation></xs:enumeration>
      <xs:enumeration value="03"/></xs:restriction></xs:simpleType>`);
    expect(found).toMatchObject({
      documentation: 'Fiskens\nart',
      values: [
        { value: '01', label: 'Laks' },
        { value: '02', label: 'Trout' },
        { value: '03', label: '' },
      ],
      valueCount: 3,
      facets: [],
    });
  });

  it('text with attributes, lists and unions are told', async () => {
    const nodes = await outlined(`
      <xs:element name="A"><xs:complexType><xs:sequence>
        <xs:element name="belop"><xs:complexType><xs:simpleContent><xs:extension base="Tall"><xs:attribute name="orid" type="xs:int" fixed="9"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
        <xs:element name="liste"><xs:simpleType><xs:list itemType="Tall"/></xs:simpleType></xs:element>
        <xs:element name="valg"><xs:simpleType><xs:union memberTypes=" Ja  Nei "/></xs:simpleType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:simpleType name="Tall"><xs:restriction base="xs:decimal"><xs:totalDigits value="4"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="Ja"><xs:restriction base="xs:string"><xs:enumeration value="J"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="Nei"><xs:restriction base="xs:string"><xs:enumeration value="N"/></xs:restriction></xs:simpleType>`);
    const digits = { name: 'totalDigits', value: '4' };
    expect(nodes[1]).toMatchObject({ type: 'Tall', base: 'decimal', facets: [digits] });
    expect(nodes[2]).toMatchObject({ kind: 'attribute', depth: 2, fixed: '9' });
    expect(nodes[3]).toMatchObject({ facets: [{ name: 'list', value: 'Tall' }, digits] });
    expect(nodes[4]).toMatchObject({
      facets: [{ name: 'union', value: 'Ja, Nei' }],
      values: [
        { value: 'J', label: '' },
        { value: 'N', label: '' },
      ],
    });
  });
});

describe('what fields are made from', () => {
  const about = (node: OutlineNode | undefined) => ({
    content: node?.content,
    nillable: node?.nillable,
    unordered: node?.unordered,
  });

  it('content, “no value” and order are told where they are other than usual', async () => {
    const nodes = await outlined(`
      <xs:element name="A"><xs:complexType><xs:sequence>
        <xs:element name="tekst" type="xs:string" nillable="true"/>
        <xs:element name="merket"><xs:complexType><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="m"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
        <xs:element name="blandet"><xs:complexType mixed="true"><xs:sequence/></xs:complexType></xs:element>
        <xs:element name="arvet" type="Mer"/>
        <xs:element name="hva"/><xs:element name="ukjent" type="Borte"/>
        <xs:element name="alle"><xs:complexType><xs:all><xs:element name="a" type="xs:date"/></xs:all></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Grunn" mixed="true"><xs:sequence/></xs:complexType>
      <xs:complexType name="Mer"><xs:complexContent><xs:extension base="Grunn"/></xs:complexContent></xs:complexType>`);
    const told = new Map(nodes.map((node) => [node.name, about(node)]));
    const plain = { nillable: undefined, unordered: undefined };
    expect(told.get('A')).toEqual({ ...plain, content: 'elements' });
    expect(told.get('tekst')).toEqual({ ...plain, content: 'text', nillable: true });
    expect(told.get('merket')).toEqual({ ...plain, content: 'text' });
    expect(told.get('blandet')).toEqual({ ...plain, content: 'mixed' });
    expect(told.get('arvet')).toEqual({ ...plain, content: 'mixed' });
    expect(told.get('hva')).toEqual({ ...plain, content: 'unknown' });
    expect(told.get('ukjent')).toEqual({ ...plain, content: 'unknown' });
    expect(told.get('alle')).toEqual({ ...plain, content: 'elements', unordered: true });
    expect(told.get('m')?.content).toBeUndefined();
  });

  it('names have the namespace that a document writes them in', async () => {
    const inside = `<xs:element name="A"><xs:complexType><xs:sequence>
      <xs:element name="lokal" type="xs:string"/><xs:element name="annen" type="xs:string" form="qualified"/><xs:element ref="t:B"/><xs:any/></xs:sequence>
      <xs:attribute name="m"/><xs:attribute ref="t:n"/></xs:complexType></xs:element><xs:element name="B" type="xs:string"/><xs:attribute name="n"/>`;
    const spaces = async (more: string) =>
      (await outlined(inside, ` xmlns:t="urn:t" targetNamespace="urn:t"${more}`)).map(
        ({ name, namespace }) => `${name} ${namespace ?? '-'}`,
      );
    expect(await spaces('')).toEqual([
      'A urn:t',
      'lokal -',
      'annen urn:t',
      'B urn:t',
      ' urn:t',
      'm -',
      'n urn:t',
    ]);
    expect((await spaces(' elementFormDefault="qualified"'))[1]).toBe('lokal urn:t');
    expect((await spaces(' attributeFormDefault="qualified"'))[5]).toBe('m urn:t');
  });

  it('what the platform says in `tekst` elements is told apart from documentation', async () => {
    const said = (lang: string, kind: string, text: string) =>
      `<tekst lang="${lang}" teksttype="${kind}">${text}</tekst>`;
    const [node] = await outlined(
      `<xs:element name="A" type="xs:string"><xs:annotation>
        <xs:documentation>Mer om det ${said('NOB', 'HJELP', ' Skriv\n  hele ')}</xs:documentation>
        <xs:appinfo><tekster>${said('NOB', 'LEDE', 'Navn')}${said('ENG', 'LEDE', 'Name')}${said('NOB', 'LEDE', ' ')}</tekster></xs:appinfo>
      </xs:annotation></xs:element>`,
    );
    expect(node?.documentation).toBe('Mer om det');
    expect(node?.texts).toEqual([
      { kind: 'HJELP', language: 'NOB', text: 'Skriv\nhele' },
      { kind: 'LEDE', language: 'NOB', text: 'Navn' },
      { kind: 'LEDE', language: 'ENG', text: 'Name' },
    ]);
  });

  it('patterns of one restriction are alternatives, and a way of a choice holds together', async () => {
    const nodes = await outlined(`
      <xs:element name="A"><xs:complexType><xs:choice>
        <xs:sequence><xs:element name="a" type="T"/><xs:element name="b" type="T"/></xs:sequence>
        <xs:sequence><xs:element name="c" type="T"/></xs:sequence>
      </xs:choice></xs:complexType></xs:element>
      <xs:simpleType name="T"><xs:restriction base="U"><xs:pattern value="a+"/><xs:pattern value="b|c"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="U"><xs:restriction base="xs:string"><xs:pattern value=".{2}"/></xs:restriction></xs:simpleType>`);
    expect(drawn(nodes)).toEqual([
      'A 1-1 ',
      '  | 1-1 ',
      '    & 1-1 ',
      '      a 1-1 T',
      '      b 1-1 T',
      '    c 1-1 T',
    ]);
    expect(nodes[3]?.facets.map(({ value }) => value)).toEqual(['.{2}', 'a+|b|c']);
  });
});

describe('PAR-13 what has no end is ended', () => {
  it('types that hold themselves are written once', async () => {
    const nodes = await outlined(`
      <xs:element name="A" type="T"/><xs:element name="B"><xs:complexType><xs:sequence><xs:group ref="G"/></xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="T"><xs:sequence><xs:element name="barn" type="T" minOccurs="0"/><xs:element name="to" type="U" minOccurs="0"/></xs:sequence></xs:complexType>
      <xs:complexType name="U"><xs:complexContent><xs:extension base="T"/></xs:complexContent></xs:complexType>
      <xs:group name="G"><xs:sequence><xs:element name="g" minOccurs="0"><xs:complexType><xs:group ref="G"/></xs:complexType></xs:element></xs:sequence></xs:group>`);
    expect(drawn(nodes)).toEqual([
      'A 1-1 T',
      '  |barn 0-1 ',
      '    barn 1-1 T again',
      '    barn 1-1 U',
      '      |barn 0-1 ',
      '        barn 1-1 T again',
      '        barn 1-1 U again',
      '      to 0-1 U again',
      '  to 0-1 U',
      '    |barn 0-1 ',
      '      barn 1-1 T again',
      '      barn 1-1 U again',
      '    to 0-1 U again',
      'B 1-1 ',
      '  g 0-1 ',
      '    g 0-1  again',
    ]);
  });

  it('FLD-36 types of one element are told one after the other, as long as that is not too much', async () => {
    const types = (all: number, abstract: string, inner: string) => `
      <xs:element name="A"><xs:complexType><xs:sequence>
        <xs:element name="del" type="T" minOccurs="0"><xs:annotation><xs:documentation>En del</xs:documentation></xs:annotation></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="T"${abstract}><xs:sequence/></xs:complexType>
      ${Array.from({ length: all }, (_, at) => `<xs:complexType name="T${String(at)}"><xs:annotation><xs:documentation>Nr ${String(at)}</xs:documentation></xs:annotation><xs:complexContent><xs:extension base="T"><xs:sequence>${inner}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`).join('')}`;
    const nodes = await outlined(
      types(2, ' abstract="true"', '<xs:element name="x" type="xs:int"/>'),
    );
    expect(drawn(nodes)).toEqual([
      'A 1-1 ',
      '  |del 0-1 ',
      '    del 1-1 T0',
      '      x 1-1 int',
      '    del 1-1 T1',
      '      x 1-1 int',
    ]);
    expect(nodes.map(({ typed, documentation }) => [typed, documentation])).toEqual([
      [undefined, ''],
      [undefined, 'En del'],
      ['said', 'Nr 0'],
      [undefined, ''],
      ['said', 'Nr 1'],
      [undefined, ''],
    ]);
    // Each of them in each other: all that is told then is their names.
    const deep = await outlined(types(8, ' abstract="true"', '<xs:element name="inne" type="T"/>'));
    expect(drawn(deep)).toEqual(['A 1-1 ', '  del 0-1 T']);
    expect(deep[1]?.abstract).toEqual(Array.from({ length: 8 }, (_, at) => `T${String(at)}`));
    const plain = await outlined(types(8, '', '<xs:element name="inne" type="T"/>'));
    expect(drawn(plain)).toEqual(['A 1-1 ', '  del 0-1 T']);
  });

  it('a number of times that no schema may have is taken for one', async () => {
    const times = (value: string) => `minOccurs="${value}" maxOccurs="${value}"`;
    const nodes = await outlined(`
      <xs:element name="A"><xs:complexType><xs:sequence>
        <xs:element name="a" ${times('-1')}/><xs:element name="b" ${times('1.5')}/><xs:element name="c" ${times('many')}/>
        <xs:element name="d" ${times('9'.repeat(20))}/><xs:element name="e" ${times('0')}/><xs:element name="f" ${times('')}/>
      </xs:sequence></xs:complexType></xs:element>`);
    const shown = nodes.slice(1).map(({ name, min, max }) => [name, min, max]);
    const one = ['a', 'b', 'c', 'd', 'f'].map((name) => [name, 1, 1]);
    expect(shown).toEqual([...one, ['e', 0, 0]].toSorted());
  });

  it('circles that no schema may have do no harm', async () => {
    const nodes = await outlined(`
      <xs:element name="A" type="T"/><xs:element name="B" type="S"/><xs:element name="C"><xs:complexType><xs:group ref="G"/><xs:attributeGroup ref="H"/></xs:complexType></xs:element>
      <xs:complexType name="T"><xs:complexContent><xs:extension base="T"><xs:attribute name="x"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:simpleType name="S"><xs:restriction base="S"/></xs:simpleType>
      <xs:group name="G"><xs:sequence><xs:group ref="G"/></xs:sequence></xs:group>
      <xs:attributeGroup name="H"><xs:attributeGroup ref="H"/></xs:attributeGroup>`);
    expect(nodes.map(({ name }) => name)).toEqual(['A', 'x', 'B', 'C']);
  });

  it('what doubles with each level is cut at 5 000 nodes, or after so many groups without any', async () => {
    const doubling = (part: (at: number) => string) =>
      Array.from({ length: 40 }, (_, at) => part(at)).join('');
    const many = await xsd.outline(
      schema(
        `<xs:element name="A" type="T0"/>${doubling(
          (at) =>
            `<xs:complexType name="T${String(at)}"><xs:sequence><xs:element name="a" type="T${String(at + 1)}"/><xs:element name="b" type="T${String(at + 1)}"/></xs:sequence></xs:complexType>`,
        )}`,
      ),
      never,
    );
    expect([many.nodes?.length, many.cut, many.problem]).toEqual([5000, true, null]);
    const none = await xsd.outline(
      schema(
        `<xs:element name="A"><xs:complexType><xs:group ref="G0"/></xs:complexType></xs:element>${doubling(
          (at) =>
            `<xs:group name="G${String(at)}"><xs:sequence><xs:group ref="G${String(at + 1)}"/><xs:group ref="G${String(at + 1)}"/></xs:sequence></xs:group>`,
        )}`,
      ),
      never,
    );
    expect([none.nodes?.length, none.cut]).toEqual([1, true]);
  });

  it('long lists of values are cut and counted', async () => {
    const values = Array.from(
      { length: 800 },
      (_, at) => `<xs:enumeration value="${String(at)}"/>`,
    ).join('');
    const nodes = await outlined(
      `<xs:element name="A" type="T"/><xs:simpleType name="T"><xs:restriction base="xs:string">${values}</xs:restriction></xs:simpleType>`,
    );
    expect([nodes[0]?.values.length, nodes[0]?.valueCount]).toEqual([500, 800]);
  });
});

describe('what is no schema to work with', () => {
  const problemOf = async (text: string) => {
    const { nodes, problem } = await xsd.outline(text, never);
    return [problem?.kind, nodes === null] as const;
  };

  it('is told apart', async () => {
    expect(await problemOf('<a')).toEqual(['malformed', true]);
    expect(await problemOf('')).toEqual(['malformed', true]);
    expect(await problemOf('<schema/>')).toEqual(['malformed', true]);
    const entity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>';
    expect(await problemOf(`${entity}${schema('&x;')}`)).toEqual(['doctype', true]);
    const large = schema(`<!--${' '.repeat(LARGEST_SCHEMA)}-->`);
    expect(await problemOf(large)).toEqual(['too-large', true]);
    expect(await problemOf(schema('<xs:sequence>'.repeat(400)))).toEqual(['malformed', true]);
  });

  it('LNK-08 one that refers elsewhere shows what is here, and where the rest would be', async () => {
    const { nodes, problem } = await xsd.outline(
      schema('<xs:include schemaLocation="felles.xsd"/><xs:element name="A" type="Felles"/>'),
      never,
    );
    expect(problem).toMatchObject({ kind: 'refers-elsewhere' });
    expect(problem?.message).toContain('felles.xsd');
    expect(nodes?.map(({ name, type }) => [name, type])).toEqual([['A', 'Felles']]);
  });
});

it.each(['model', 'registry'] as const)(
  'a whole %s form is outlined as it is filled in',
  async (provider) => {
    const format = { id: '5872', version: 48213, provider, title: 'Godstransport' };
    const { nodes, problem, cut } = await xsd.outline(xsdOf(format), never);
    expect([problem, cut]).toEqual([null, false]);
    const names = new Set(nodes?.map(({ name }) => name));
    const used = [...sampleFormOf(format).matchAll(/<([\w.-]+)/g)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !names.has(name))).toEqual([]);
    expect(nodes?.every(({ base, kind }) => kind !== 'attribute' || base !== '')).toBe(true);
  },
);
