// Classifying the checker's messages: each kind by what libxml2 really says.
import { afterAll, describe, expect, it } from 'vitest';
import { createXsd } from '../../../../main/xsd/xsd.ts';
import { issueKind, issueText } from '../../../../renderer/state/xsd-issues.ts';
import { startThread } from '../../../support/threads.ts';

const xsd = createXsd({ startThread });
afterAll(() => xsd.close());

const facet = (name: string, value: string, base = 'string') =>
  `<xs:element name="e" minOccurs="0"><xs:simpleType><xs:restriction base="xs:${base}"><xs:${name} value="${value}"/></xs:restriction></xs:simpleType></xs:element>`;
const schemaOf = (content: string) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="A"><xs:complexType><xs:sequence>${content}</xs:sequence><xs:attribute name="id" type="xs:int" fixed="1"/></xs:complexType></xs:element></xs:schema>`;
const issuesOf = async (content: string, xml: string) => {
  const asked = { schema: schemaOf(content), xml: Buffer.from(xml) };
  return (await xsd.validate(asked, new AbortController().signal)).issues;
};

describe('every kind by what is really said', () => {
  it.each([
    ['malformed', '', '<A>'],
    ['wrong-root', '', '<B/>'],
    ['not-expected', '<xs:element name="e" minOccurs="0"/>', '<A><x/></A>'],
    ['missing-element', '<xs:element name="e"/>', '<A/>'],
    ['attribute-not-allowed', '', '<A x="1"/>'],
    ['fixed', '', '<A id="2"/>'],
    ['integer', '', '<A id="x"/>'],
    ['empty', '', '<A id=""/>'],
    ['boolean', '<xs:element name="e" type="xs:boolean"/>', '<A><e>ja</e></A>'],
    ['wrong-type', '<xs:element name="e" type="xs:duration"/>', '<A><e>x</e></A>'],
    ['no-text', '', '<A>text</A>'],
    ['pattern', facet('pattern', '[0-9]'), '<A><e>x</e></A>'],
    ['too-long', facet('maxLength', '1'), '<A><e>xx</e></A>'],
    ['too-short', facet('minLength', '2'), '<A><e>x</e></A>'],
    ['length', facet('length', '2'), '<A><e>x</e></A>'],
    ['not-a-value', facet('enumeration', 'J'), '<A><e>x</e></A>'],
    ['number-range', facet('minInclusive', '2', 'int'), '<A><e>1</e></A>'],
    ['number-range', facet('maxInclusive', '2', 'int'), '<A><e>3</e></A>'],
    ['digits', facet('totalDigits', '2', 'decimal'), '<A><e>123</e></A>'],
    ['digits', facet('fractionDigits', '1', 'decimal'), '<A><e>1.25</e></A>'],
  ])('%s', async (kind, content, xml) => {
    const issues = await issuesOf(content, xml);
    expect(issues.map(issueKind)[0]).toBe(kind);
  });

  it('missing-attribute; what is not known is other', async () => {
    const content =
      '<xs:element name="e"><xs:complexType><xs:attribute name="x" use="required"/></xs:complexType></xs:element>';
    expect((await issuesOf(content, '<A><e/></A>')).map(issueKind)).toEqual(['missing-attribute']);
    expect(issueKind({ kind: 'schema', message: 'Something new.' })).toBe('other');
    expect(issueKind({ kind: 'schema', message: "[facet 'newFacet'] so" })).toBe('other');
  });
});

it('all of it is one text, a line for each', () => {
  const one = { kind: 'schema', column: null, name: null } as const;
  const text = issueText(
    [
      { ...one, line: 4, path: '/A/e', message: 'Two\nlines.' },
      { ...one, line: null, path: null, message: 'No place.' },
    ],
    { head: ['a.xml'], lineOf: (line) => `line ${String(line)}`, more: 'more' },
  );
  expect(text).toBe('a.xml\nline 4\t/A/e\tTwo lines.\nNo place.\nmore');
});
