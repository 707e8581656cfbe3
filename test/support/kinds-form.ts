// A form with a field of every kind, a repeat and an optional part: its schema, and XML as people leave it.

const TOWNS = Array.from({ length: 40 }, (_, i) => `K${String(i + 1)}`);

const values = (of: readonly string[]) =>
  of.map((one) => `<xsd:enumeration value="${one}"/>`).join('');
const simple = (name: string, base: string, facets: string, more = '') =>
  `<xsd:element name="${name}"${more}><xsd:simpleType><xsd:restriction base="xsd:${base}">${facets}</xsd:restriction></xsd:simpleType></xsd:element>`;
const optional = ' minOccurs="0"';

const schema = `<?xml version="1.0" encoding="utf-8"?>
<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
<xsd:element name="Skjema"><xsd:complexType><xsd:sequence>
<xsd:element name="Innsender"><xsd:complexType><xsd:sequence>
${simple('Navn', 'string', '<xsd:maxLength value="40"/>')}
${simple('Postnummer', 'string', '<xsd:pattern value="[0-9]{4}"/>')}
<xsd:element name="Belop" type="xsd:decimal" nillable="true"/>
<xsd:element name="FraDato" type="xsd:date" minOccurs="0"/>
<xsd:element name="ErRiktig" type="xsd:boolean"/>
${simple('Art', 'string', values(['laks', 'torsk', 'sei']))}
${simple('Kommune', 'string', values(TOWNS), optional)}
${simple('Merknad', 'string', '<xsd:maxLength value="2000"/>', optional)}
</xsd:sequence></xsd:complexType></xsd:element>
<xsd:element name="Linje" minOccurs="0" maxOccurs="20"><xsd:complexType><xsd:sequence>
<xsd:element name="Vare" type="xsd:string"/>
<xsd:element name="Pris" type="xsd:decimal" minOccurs="0"/>
</xsd:sequence></xsd:complexType></xsd:element>
<xsd:element name="Begrunnelse" minOccurs="0"><xsd:complexType><xsd:sequence>
<xsd:element name="Tekst" type="xsd:string"/>
</xsd:sequence></xsd:complexType></xsd:element>
</xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>
`;

/** Line ends, blanks, a comment, references and another way to write a boolean: none of it may change. */
const data = `<?xml version="1.0"?>\r
<!-- fra fagsystemet -->\r
<Skjema>\r
  <Innsender>\r
    <Navn>Fjord &amp; Fjell &#xC5;s</Navn>\r
    <Postnummer >0518</Postnummer >\r
\t<Belop>12.50</Belop>\r
    <ErRiktig>1</ErRiktig>\r
    <Art>laks</Art>\r
  </Innsender>\r
  <Linje><Vare>en</Vare><Pris>1</Pris></Linje>\r
  <Linje><Vare><![CDATA[to]]></Vare></Linje>\r
</Skjema>\r
`;

export const kindsForm = { title: 'Skjema med alle slags felter', schema, data };
