// Large forms for measuring and for journeys: schemas as registries of forms write them, and XML that fits.

export interface LargeForm {
  readonly title: string;
  readonly schema: string;
  readonly data: string;
}

interface Kind {
  readonly name: string;
  readonly base: string;
  readonly facets: string;
  readonly value: (i: number) => string;
}

/** By turns. */
const KINDS: readonly Kind[] = [
  text('Navn', '<xsd:maxLength value="175"/>', (i) => `Virksomhet ${i} & sønner`),
  text('Postnummer', '<xsd:pattern value="[0-9]{4}"/>', (i) => String(i % 10_000).padStart(4, '0')),
  {
    name: 'Belop',
    base: 'decimal',
    facets: '<xsd:totalDigits value="12"/><xsd:fractionDigits value="2"/>',
    value: (i) => `${i}.50`,
  },
  {
    name: 'Antall',
    base: 'integer',
    facets: '<xsd:minInclusive value="0"/><xsd:maxInclusive value="99999"/>',
    value: String,
  },
  { name: 'Dato', base: 'date', facets: '', value: () => '2026-03-14' },
  { name: 'ErRiktig', base: 'boolean', facets: '', value: (i) => String(i % 2 === 0) },
  text(
    'Art',
    ['laks', 'ørret', 'torsk'].map((one) => `<xsd:enumeration value="${one}"/>`).join(''),
    () => 'torsk',
  ),
];

function text(name: string, facets: string, value: Kind['value']): Kind {
  return {
    name,
    base: 'string',
    facets,
    value: (i) => value(i).replaceAll('&', '&amp;'),
  };
}

const kindAt = (i: number): Kind => KINDS[i % KINDS.length] ?? text('Navn', '', String);
const nameOf = (i: number) => `${kindAt(i).name}${i}-datadef-${1000 + i}`;
const field = (i: number) => `<xsd:element name="${nameOf(i)}"><xsd:complexType>
<xsd:simpleContent><xsd:extension base="T${i % KINDS.length}">
<xsd:attribute name="orid" type="xsd:positiveInteger" use="required" fixed="${1000 + i}"/>
</xsd:extension></xsd:simpleContent></xsd:complexType></xsd:element>`;
const value = (i: number) =>
  `<${nameOf(i)} orid="${1000 + i}">${kindAt(i).value(i)}</${nameOf(i)}>`;
const group = (name: string, inner: string, occurs = '') =>
  `<xsd:element name="${name}"${occurs}><xsd:complexType><xsd:sequence>${inner}</xsd:sequence></xsd:complexType></xsd:element>`;
const count = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);
const document = (inner: string) =>
  [
    '<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">',
    group('Skjema', inner),
    ...KINDS.map(
      ({ base, facets }, i) =>
        `<xsd:simpleType name="T${i}"><xsd:restriction base="xsd:${base}">${facets}</xsd:restriction></xsd:simpleType>`,
    ),
    '</xsd:schema>',
  ].join('\n');

/** So many fields, in sections of twenty that stand in chapters of five. */
export function wideForm(fields: number): LargeForm {
  const sections = count(Math.ceil(fields / 20)).map((at) => ({
    name: `Del${at + 1}`,
    fields: count(Math.min(20, fields - at * 20), at * 20),
  }));
  const chapters = count(Math.ceil(sections.length / 5)).map((at) => ({
    name: `Kapittel${at + 1}`,
    sections: sections.slice(at * 5, at * 5 + 5),
  }));
  const schema = chapters.map((chapter) =>
    group(
      chapter.name,
      chapter.sections.map((one) => group(one.name, one.fields.map(field).join('\n'))).join('\n'),
    ),
  );
  const data = chapters.map((chapter) => [
    `  <${chapter.name}>`,
    ...chapter.sections.flatMap((one) => [
      `    <${one.name}>`,
      ...one.fields.map((i) => `      ${value(i)}`),
      `    </${one.name}>`,
    ]),
    `  </${chapter.name}>`,
  ]);
  return {
    title: `Skjema med ${fields} felter`,
    schema: document(schema.join('\n')),
    data: ['<Skjema>', ...data.flat(), '</Skjema>', ''].join('\r\n'),
  };
}

/** So many rows of six fields, each with two rows of three fields in it. */
export function longForm(rows: number): LargeForm {
  const [own, inner] = [count(6), count(3, 10)];
  const occurs = ' minOccurs="0" maxOccurs="2000"';
  const schema = [
    group('Innsender', count(3, 20).map(field).join('\n')),
    group(
      'Ansatt',
      `${own.map(field).join('\n')}\n${group('Tillegg', inner.map(field).join('\n'), occurs)}`,
      occurs,
    ),
  ];
  const extra = `    <Tillegg>${inner.map(value).join('')}</Tillegg>`;
  const data = count(rows).flatMap(() => [
    '  <Ansatt>',
    ...own.map((i) => `    ${value(i)}`),
    extra,
    extra,
    '  </Ansatt>',
  ]);
  return {
    title: `Skjema med ${rows} rader`,
    schema: document(schema.join('\n')),
    data: [
      '<Skjema>',
      '  <Innsender>',
      ...count(3, 20).map((i) => `    ${value(i)}`),
      '  </Innsender>',
      ...data,
      '</Skjema>',
      '',
    ].join('\r\n'),
  };
}
