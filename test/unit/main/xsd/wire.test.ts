// XSDs as platforms really have them: letters of Norwegian in namespaces, imports of nothing, UTF-16, forms of values.
import { afterAll, describe, expect, it } from 'vitest';
import { createXsd } from '../../../../main/xsd/xsd.ts';
import { issueKind } from '../../../../renderer/state/xsd-issues.ts';
import { startThread } from '../../../support/threads.ts';

const xsd = createXsd({ startThread });
afterAll(() => xsd.close());

const check = (schema: string, xml: string | Uint8Array) =>
  xsd.validate(
    { schema, xml: typeof xml === 'string' ? Buffer.from(xml) : xml },
    new AbortController().signal,
  );
const head = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('a namespace with Norwegian letters', () => {
  const space = 'http://seres.no/xsd/Fjelldirektoratet/Søknad_om_båtplass/2014';
  const schema = `<xs:schema ${head} xmlns="${space}" targetNamespace="${space}" elementFormDefault="qualified"><xs:element name="melding"><xs:complexType><xs:sequence><xs:element name="båt" type="xs:string"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;

  it('is a namespace as any other, in the schema and in the file', async () => {
    const { nodes, problem } = await xsd.outline(schema, new AbortController().signal);
    expect(problem).toBeNull();
    expect(nodes?.map(({ name }) => name)).toContain('båt');
    expect(
      await check(schema, `<melding xmlns="${space}"><båt>Måka</båt></melding>`),
    ).toMatchObject({ valid: true });
    const wrong = await check(schema, `<melding xmlns="${space}"><bil>Måka</bil></melding>`);
    expect(wrong).toMatchObject({ valid: false, problem: null });
  });

  it('a document that is not well-formed is so all the same', async () => {
    const { issues } = await check(schema, `<melding xmlns="${space}"><båt>`);
    expect(issues[0]?.kind).toBe('malformed');
  });
});

describe('an import', () => {
  const schemaWith = (inside: string) =>
    `<xs:schema ${head} xmlns:o="urn:other"><xs:import namespace="urn:other" schemaLocation="other.xsd"/><xs:element name="a" type="${inside}"/></xs:schema>`;

  it('that nothing refers to forbids no checking; one that is referred to does', async () => {
    expect(await check(schemaWith('xs:int'), '<a>1</a>')).toMatchObject({ valid: true });
    expect(await check(schemaWith('xs:int'), '<a>x</a>')).toMatchObject({ valid: false });
    expect((await check(schemaWith('o:kind'), '<a>1</a>')).problem).toMatchObject({
      kind: 'refers-elsewhere',
    });
  });
});

describe('UTF-16', () => {
  it('is read in a file as in a schema', async () => {
    const schema = `<xs:schema ${head}><xs:element name="a" type="xs:int"/></xs:schema>`;
    expect(
      await check(schema, utf16('<?xml version="1.0" encoding="utf-16"?><a>1</a>')),
    ).toMatchObject({ valid: true });
    expect(
      await check(schema, utf16('<?xml version="1.0" encoding="utf-16"?><a>æ</a>')),
    ).toMatchObject({ valid: false });
  });
});

describe('what is wrong', () => {
  const element = (name: string, type: string) => `<xs:element name="${name}" type="xs:${type}"/>`;
  const schema = `<xs:schema ${head}><xs:element name="m"><xs:complexType><xs:sequence>${element('navn', 'string')}${element('dato', 'date')}${element('sum', 'decimal')}</xs:sequence></xs:complexType></xs:element></xs:schema>`;
  const issuesOf = async (inside: string) =>
    (await check(schema, `<m>${inside}</m>`)).issues.map((issue) => [issueKind(issue), issue.name]);

  it('is the element that is missing, by its name, and not the one behind it', async () => {
    expect(await issuesOf('<dato>2026-01-01</dato><sum>1</sum>')).toEqual([
      ['missing-element', 'navn'],
    ]);
    expect(await issuesOf('<navn/><sum>1</sum>')).toEqual([['missing-element', 'dato']]);
    expect(await issuesOf('<navn/><dato>2026-01-01</dato>')).toEqual([['missing-element', 'sum']]);
  });

  it('is the order where the element stands further down, and the element where it is none of the form', async () => {
    expect(await issuesOf('<dato>2026-01-01</dato><navn/><sum>1</sum>')).toEqual([
      ['not-expected', 'dato'],
    ]);
    const [first] = await issuesOf('<navn/><dato>2026-01-01</dato><sum>1</sum><rest/>');
    expect(first).toEqual(['not-expected', 'rest']);
  });

  it.each([
    ['', '1', 'empty'],
    ['25.11.2026', '1', 'date'],
    ['2026-11-25', '', 'empty'],
    ['2026-11-25', '1 234,50', 'decimal'],
  ])('says the form of a date "%s" and a number "%s": %s', async (date, sum, kind) => {
    expect(await issuesOf(`<navn/><dato>${date}</dato><sum>${sum}</sum>`)).toEqual([
      [kind, kind === 'date' || date === '' ? 'dato' : 'sum'],
    ]);
  });
});
