// The XML Schema of a data format and a form that fits it, both written from one model (platform.md, Open metadata).
import {
  modelOf,
  namespaceOf,
  oddityOf,
  seedOf,
  type DataFormat,
  type Facets,
  type Field,
  type Group,
} from './form-models.ts';

/** The schema document; the same for the same id and version. */
export function xsdOf(format: DataFormat): string {
  const model = modelOf(format);
  const [head = '', ...lines] =
    model.root === 'melding' ? meldingSchema(format) : skjemaSchema(format);
  const encoding = oddityOf(format) === 'utf-16' ? 'utf-16' : 'utf-8';
  return `<?xml version="1.0" encoding="${encoding}"?>\n${[...opened(format, head), ...lines].join('\n')}\n`;
}

/** The head of a schema with what is unusual about it. */
function opened(format: DataFormat, head: string): string[] {
  switch (oddityOf(format)) {
    case 'namespace': {
      const space = namespaceOf(format);
      return [head.replace(/>$/, ` xmlns="${space}" targetNamespace="${space}">`)];
    }
    case 'unused-import': {
      const prefix = /^<(\w+):/.exec(head)?.[1] ?? 'xs';
      return [
        head,
        `  <${prefix}:import namespace="http://felles.fjordvik.example/typer" schemaLocation="felles.xsd"/>`,
      ];
    }
    default:
      return [head];
  }
}

/** A filled-in form of the data format: every group once, every field with a value that fits. */
export function sampleFormOf(format: DataFormat): string {
  const model = modelOf(format);
  const space = oddityOf(format) === 'namespace' ? { xmlns: namespaceOf(format) } : {};
  const attributes = Object.entries({ ...space, ...rootAttributes(format) }).map(
    ([k, v]) => ` ${k}="${escape(v)}"`,
  );
  const write = (node: Group | Field, path: string, depth: number): string[] => {
    const pad = '  '.repeat(depth);
    const at = `${path}/${node.name}`;
    const { name, marks } = writtenAs(format, node, at);
    const open = `${pad}<${name}${marks.map(([k, v]) => ` ${k}="${v}"`).join('')}>`;
    if (node.kind === 'field') return [`${open}${escape(node.sample)}</${name}>`];
    const inner = node.children.flatMap((child) => write(child, at, depth + 1));
    return [open, ...inner, `${pad}</${name}>`];
  };
  return [
    `<${model.root}${attributes.join('')}>`,
    ...model.groups.flatMap((node) => write(node, '', 1)),
    `</${model.root}>`,
  ].join('\n');
}

/** Attributes the root must have, with their fixed values. */
function rootAttributes(format: DataFormat): Record<string, string> {
  return format.provider === 'model'
    ? {
        dataFormatProvider: 'MODELL',
        dataFormatId: format.id,
        dataFormatVersion: String(format.version),
      }
    : {
        skjemanummer: format.id,
        spesifikasjonsnummer: String(format.version),
        tittel: format.title,
      };
}

type Marks = readonly (readonly [string, string])[];

/** The element of a node: registry forms carry numbers in their names and as fixed attributes. */
function writtenAs(
  format: DataFormat,
  node: Group | Field,
  path: string,
): { readonly name: string; readonly marks: Marks } {
  if (format.provider === 'model') {
    return { name: node.name.charAt(0).toLowerCase() + node.name.slice(1), marks: [] };
  }
  const number = String(1000 + (seedOf(path) % 38_000));
  return node.kind === 'group'
    ? { name: `${node.name}-grp-${number}`, marks: [['gruppeid', number]] }
    : { name: `${node.name}-datadef-${number}`, marks: [['orid', number]] };
}

function meldingSchema(format: DataFormat): string[] {
  const { groups } = modelOf(format);
  const types: string[] = [];
  const typeOf = (node: Group | Field, path: string): string => {
    const name = `${path}${node.name}`;
    if (node.kind === 'field') types.push(...simpleType(node.facets, 'xs', 1, `Felt${name}`));
    else {
      const inner = node.children.map((child) => ({ child, type: typeOf(child, name) }));
      types.push(
        `  <xs:complexType name="Gruppe${name}">`,
        '    <xs:sequence>',
        ...inner.flatMap(({ child, type }) => element(child, type)),
        '    </xs:sequence>',
        '  </xs:complexType>',
      );
    }
    return node.kind === 'field' ? `Felt${name}` : `Gruppe${name}`;
  };
  const element = (node: Group | Field, type: string): string[] => [
    `      <xs:element name="${writtenAs(format, node, '').name}" type="${type}"${occurs(node)}>`,
    ...annotation('xs', node.label, 4),
    '      </xs:element>',
  ];
  const root = groups.flatMap((node) => element(node, typeOf(node, '')));
  const fixed = Object.entries(rootAttributes(format)).map(
    ([name, value]) =>
      `    <xs:attribute name="${name}" type="xs:string" use="required" fixed="${escape(value)}"/>`,
  );
  return [
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" attributeFormDefault="unqualified">',
    '  <xs:element name="melding" type="Melding">',
    ...annotation('xs', format.title, 2),
    '  </xs:element>',
    '  <xs:complexType name="Melding">',
    '    <xs:sequence>',
    ...root,
    '    </xs:sequence>',
    ...fixed,
    '  </xs:complexType>',
    ...types,
    '</xs:schema>',
  ];
}

function skjemaSchema(format: DataFormat): string[] {
  const write = (node: Group | Field, path: string, depth: number): string[] => {
    const at = `${path}/${node.name}`;
    const pad = '  '.repeat(depth);
    const { name, marks } = writtenAs(format, node, at);
    const fixed = marks.map(
      ([key, value]) =>
        `<xsd:attribute name="${key}" type="xsd:positiveInteger" use="required" fixed="${value}"/>`,
    );
    const open = [
      `${pad}<xsd:element name="${name}"${occurs(node)}>`,
      ...annotation('xsd', node.label, depth + 1),
      `${pad}  <xsd:complexType>`,
    ];
    const close = [`${pad}  </xsd:complexType>`, `${pad}</xsd:element>`];
    if (node.kind === 'field') {
      const content = `<xsd:simpleContent><xsd:extension base="Felt-repformat-${marks[0]?.[1]}">${fixed.join('')}</xsd:extension></xsd:simpleContent>`;
      formats.push(...simpleType(node.facets, 'xsd', 1, `Felt-repformat-${marks[0]?.[1]}`));
      return [...open, `${pad}    ${content}`, ...close];
    }
    const children = node.children.flatMap((child) => write(child, at, depth + 3));
    const sequence = [`${pad}    <xsd:sequence>`, ...children, `${pad}    </xsd:sequence>`];
    return [...open, ...sequence, ...fixed.map((line) => `${pad}    ${line}`), ...close];
  };
  const formats: string[] = [];
  const groups = modelOf(format).groups.flatMap((node) => write(node, '', 4));
  const fixed = Object.entries(rootAttributes(format)).map(
    ([name, value]) =>
      `      <xsd:attribute name="${name}" type="xsd:string" use="required" fixed="${escape(value)}"/>`,
  );
  return [
    '<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" attributeFormDefault="unqualified">',
    '  <xsd:element name="Skjema">',
    ...annotation('xsd', format.title, 2),
    '    <xsd:complexType>',
    '      <xsd:sequence>',
    ...groups,
    '      </xsd:sequence>',
    ...fixed,
    '    </xsd:complexType>',
    '  </xsd:element>',
    ...formats,
    '</xsd:schema>',
  ];
}

function occurs(node: Group | Field): string {
  const min = node.kind === 'field' ? Number(node.required) : node.min;
  const max = node.kind === 'field' ? 1 : node.max;
  return `${min === 1 ? '' : ` minOccurs="${min}"`}${max === 1 ? '' : ` maxOccurs="${max}"`}`;
}

function annotation(prefix: string, label: string, depth: number): string[] {
  const p = `${prefix}:`;
  return [
    `${'  '.repeat(depth)}<${p}annotation><${p}documentation xml:lang="nb">${escape(label)}</${p}documentation></${p}annotation>`,
  ];
}

function simpleType(facets: Facets, prefix: string, depth: number, name: string): string[] {
  const pad = '  '.repeat(depth);
  return [
    `${pad}<${prefix}:simpleType name="${name}">`,
    `${pad}  <${prefix}:restriction base="${prefix}:${facets.base}">`,
    ...facetsOf(facets).map(
      ([key, value]) => `${pad}    <${prefix}:${key} value="${escape(value)}"/>`,
    ),
    `${pad}  </${prefix}:restriction>`,
    `${pad}</${prefix}:simpleType>`,
  ];
}

function facetsOf(facets: Facets): (readonly [string, string])[] {
  switch (facets.base) {
    case 'string':
      return [
        ...(facets.minLength === undefined
          ? []
          : [['minLength', String(facets.minLength)] as const]),
        ...(facets.maxLength === undefined
          ? []
          : [['maxLength', String(facets.maxLength)] as const]),
        ...(facets.pattern === undefined ? [] : [['pattern', facets.pattern] as const]),
        ...(facets.values ?? []).map((value) => ['enumeration', value] as const),
      ];
    case 'integer':
      return [
        ['minInclusive', String(facets.min)],
        ['maxInclusive', String(facets.max)],
      ];
    case 'decimal':
      return [
        ['totalDigits', String(facets.totalDigits)],
        ['fractionDigits', String(facets.fractionDigits)],
      ];
    case 'date':
    case 'boolean':
      return [];
  }
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escape = (value: string): string => value.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);
