// Values that a field may have, as forms write them: the words that a person chooses by, and the codes of the XML.
import { expect, it } from 'vitest';
import { fromCell } from '../../../preload/forms/cells.ts';
import { checkValue, inputOf, isWrong, withChoice } from '../../../preload/forms/field-values.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { choiceHelp } from '../../../preload/forms/labels.ts';
import { choiceOf, valueName } from '../../../preload/forms/part-names.ts';
import { Form } from '../../../preload/forms/form-fields.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { en } from '../../../renderer/texts/en.ts';
import { outlineOfText, verdictOn } from '../../support/form-outline.ts';

/** A form with one field, whose type stands in the schema by this name. */
async function fieldOf(type: string, value: string) {
  const schema = formSchemaOf(
    await outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="Skjema"><xs:complexType><xs:sequence>
        <xs:element name="Valg"><xs:complexType><xs:simpleContent><xs:extension base="T">
          <xs:attribute name="orid" type="xs:positiveInteger" use="required" fixed="7"/>
        </xs:extension></xs:simpleContent></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>${type}</xs:schema>`),
  );
  const form = new Form(schema, new XmlTree(`<Skjema><Valg orid="7">${value}</Valg></Skjema>`));
  const [part] = form.root === null ? [] : form.parts(form.root);
  if (part?.kind !== 'field') throw new Error('No field');
  return part;
}
const choices = (inner: string) =>
  `<xs:simpleType name="T"><xs:restriction base="xs:string">${inner}</xs:restriction></xs:simpleType>`;
const tekst = (lang: string, kind: string, text: string) =>
  `<tekst lang="${lang}" teksttype="${kind}">${text}</tekst>`;
const choice = (value: string, said: string) =>
  `<xs:enumeration value="${value}"><xs:annotation>${said}</xs:annotation></xs:enumeration>`;
const documented = (said: string) => `<xs:documentation>${said}</xs:documentation>`;

type Row = [what: string, said: string, shown: [string, string], help?: string];
it.each<Row>([
  [
    'texts in the documentation',
    documented(tekst('NOB', 'LEDE', 'Laks') + tekst('NNO', 'LEDE', 'Laksen')),
    ['Laks', 'Laks'],
  ],
  [
    'texts in an appinfo, in each language',
    `<xs:appinfo>${tekst('NOB', 'LEDE', 'Laks')}${tekst('ENG', 'LEDE', 'Salmon')}</xs:appinfo>`,
    ['Laks', 'Salmon'],
  ],
  [
    'numbers of languages',
    documented(tekst('1033', 'LEDE', 'Salmon') + tekst('1044', 'LEDE', 'Laks')),
    ['Laks', 'Salmon'],
  ],
  [
    'texts that are wrapped in another element, over several lines',
    documented(`<info><tekster>${tekst('NOB', 'LEDE', '\n   Laks\n  ')}</tekster></info>`),
    ['Laks', 'Laks'],
  ],
  ['no texts but plain documentation', documented('Laks'), ['Laks', 'Laks']],
  [
    'a help text alone',
    documented(tekst('NOB', 'HJELP', 'Bare fra oppdrett')),
    ['01', '01'],
    'Bare fra oppdrett',
  ],
  [
    'a word and a help text',
    documented(tekst('NOB', 'LEDE', 'Laks') + tekst('NOB', 'HJELP', 'Bare fra oppdrett')),
    ['Laks', 'Laks'],
    'Bare fra oppdrett',
  ],
])('FLD-33 a choice is shown by its words: %s', async (_, said, [nb, inEnglish], help) => {
  const part = await fieldOf(choices(choice('01', said) + choice('02', documented('Sei'))), '01');
  const state = { kind: 'value', value: '01' } as const;
  const shown = (locale: 'nb' | 'en') => valueName(part, state, en.formFields, { locale });
  expect([shown('nb'), shown('en')]).toEqual([nb, inEnglish]);
  const chosen = choiceOf(part, state);
  expect(chosen === undefined ? null : choiceHelp(chosen, 'nb')).toBe(help ?? null);
});

it('FLD-33 words stand at the choices of a type, of what restricts it, of unions and of attributes', async () => {
  const word = (text: string) => documented(tekst('NOB', 'LEDE', text));
  const outline =
    await outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Skjema"><xs:complexType><xs:sequence>
      <xs:element name="a" type="Snever"/><xs:element name="b" type="Begge"/></xs:sequence>
      <xs:attribute name="c" type="T"/></xs:complexType></xs:element>
    ${choices(choice('1', word('En')) + choice('2', word('To')))}
    <xs:simpleType name="Snever"><xs:restriction base="T">${choice('2', word('Bare to'))}</xs:restriction></xs:simpleType>
    <xs:simpleType name="Begge"><xs:union memberTypes="T Snever"/></xs:simpleType></xs:schema>`);
  expect(outline.map(({ values }) => values.map(({ texts }) => texts?.[0]?.text))).toEqual([
    [],
    ['Bare to'],
    ['En', 'To', 'Bare to'],
    ['En', 'To'],
  ]);
});

it.each([
  ['the word', 'Laks'],
  ['the word in another language', 'salmon'],
  ['the code', '01'],
])('FLD-33 a cell of a table names a choice by %s', async (_, cell) => {
  const said = tekst('NOB', 'LEDE', 'Laks') + tekst('ENG', 'LEDE', 'Salmon');
  const part = await fieldOf(
    choices(choice('01', documented(said)) + choice('02', documented('Sei'))),
    '',
  );
  expect(fromCell(inputOf(part.of.rules), cell, 'nb')).toEqual({ ok: true, value: '01' });
});

const WORDS = [
  ['01', 'Laks'],
  ['02', 'Sei, fersk'],
  ['03', 'Torsk'],
] as const;
const FISH = WORDS.map(([value, text]) => choice(value, documented(tekst('NOB', 'LEDE', text))));
const item = `<xs:simpleType name="Art"><xs:restriction base="xs:string"><xs:length value="2"/>${FISH.join('')}</xs:restriction></xs:simpleType>`;
const listOf = (facets: string) =>
  facets === ''
    ? `${item}<xs:simpleType name="T"><xs:list itemType="Art"/></xs:simpleType>`
    : `${item}<xs:simpleType name="T"><xs:restriction><xs:simpleType><xs:list itemType="Art"/></xs:simpleType>${facets}</xs:restriction></xs:simpleType>`;
const facet = (name: string, value: string) => `<xs:${name} value="${value}"/>`;

it.each([
  ['as many as one likes', '', [0, null], ['', '01', '02 01', ' 01\n 03 ', '04', '01 04']],
  [
    'at least one, at most two',
    facet('minLength', '1') + facet('maxLength', '2'),
    [1, 2],
    ['', '01', '02 01', '01 02 03', 'x'],
  ],
  ['exactly two', facet('length', '2'), [2, 2], ['', '01', '01 02', '01 02 03']],
  [
    'as a pattern of the whole list has it',
    facet('pattern', '01( 0[1-3])*'),
    [0, null],
    ['01', '01 02', '02 01'],
  ],
])('FLD-35 a list of choices is a choice of many: %s', async (_, facets, [min, max], values) => {
  const type = listOf(facets);
  for (const value of values) {
    const part = await fieldOf(type, value);
    expect(inputOf(part.of.rules)).toMatchObject({ kind: 'choices', min, max, complete: true });
    const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="A" type="T"/>${type}</xs:schema>`;
    const { valid } = await verdictOn(schema, `<A>${value}</A>`);
    // As the checker of whole files says.
    expect([value, !checkValue(part.of.rules, value).some(isWrong)]).toEqual([value, valid]);
  }
});

it('FLD-35 what is chosen is shown by its words, and one comes or goes in the order of the list', async () => {
  const { of, ...part } = await fieldOf(listOf(''), '');
  const shown = (value: string) =>
    valueName({ ...part, of }, { kind: 'value', value }, en.formFields, {
      locale: 'nb',
    });
  expect([shown('03 01'), shown('01 77')]).toEqual(['Torsk, Laks', 'Laks, 77']);
  expect(withChoice(of.rules, '', '02')).toBe('02');
  expect(withChoice(of.rules, '03', '01')).toBe('01 03');
  expect(withChoice(of.rules, ' 01  03 77', '02')).toBe('01 02 03 77');
  expect(withChoice(of.rules, '01 02 03', '02')).toBe('01 03');
});

it.each([
  ['Laks', '01'],
  ['Sei, fersk', '02'],
  ['Laks; Sei, fersk', '01 02'],
  ['Torsk, laks', '03 01'],
  ['01 03', '01 03'],
  ['Laks, Hval', 'Laks, Hval'],
])('FLD-35 a cell with “%s” is several choices', async (cell, value) => {
  const part = await fieldOf(listOf(''), '');
  expect(fromCell(inputOf(part.of.rules), cell, 'nb')).toEqual({ ok: true, value });
});

it('FLD-35 whole lists that are told by name are choices of one', async () => {
  const type = `${item}<xs:simpleType name="T"><xs:restriction><xs:simpleType><xs:list itemType="Art"/></xs:simpleType>${choice('01 02', documented('Begge'))}${choice('03', documented('Bare torsk'))}</xs:restriction></xs:simpleType>`;
  const part = await fieldOf(type, '01 02');
  expect(inputOf(part.of.rules)).toMatchObject({ kind: 'enumeration' });
  expect(checkValue(part.of.rules, '01 02').some(isWrong)).toBe(false);
  expect(checkValue(part.of.rules, '01').some(isWrong)).toBe(true);
});
