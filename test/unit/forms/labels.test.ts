// What fields are called: the schema's own words, else the words of the name.
import { describe, expect, it } from 'vitest';
import {
  choiceHelp,
  choiceLabel,
  helpOf,
  labelIn,
  labelOf,
  wordsOf,
} from '../../../preload/forms/labels.ts';
import { Form, isValuePart } from '../../../preload/forms/form-fields.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { XmlTree } from '../../../preload/forms/xml-tree.ts';
import { partName } from '../../../preload/forms/part-names.ts';
import { formFields as nb } from '../../../renderer/texts/nb/form-fields.ts';
import { partsIn } from '../../support/form-parts.ts';
import { outlineOfText } from '../../support/form-outline.ts';

it.each([
  ['OppgavegiverFodselsnummer-datadef-26', 'Oppgavegiver fodselsnummer'],
  ['RapporteringsEnhet-grp-4', 'Rapporterings enhet'],
  ['EnhetOrganisasjonsnummer-datadef-18', 'Enhet organisasjonsnummer'],
  ['MVAGrunnlagBeløp-datadef-1', 'MVA grunnlag beløp'],
  ['orgNrMVA', 'Org nr MVA'],
  ['Adresse2Linje', 'Adresse 2 linje'],
  ['kontakt_person.navn', 'Kontakt person navn'],
  ['ÅrstallØkning', 'Årstall økning'],
  ['KID', 'KID'],
  ['-grp-4', '-grp-4'],
] as const)('%s is %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

describe('what the schema says comes first', () => {
  it('LEDE in the language, then documentation that is short, then the name; HJELP is help', async () => {
    const said = (lang: string, kind: string, text: string) =>
      `<tekst lang="${lang}" teksttype="${kind}">${text}</tekst>`;
    const element = (name: string, inner: string) =>
      `<xs:element name="${name}" type="xs:string"><xs:annotation>${inner}</xs:annotation></xs:element>`;
    const schema = formSchemaOf(
      await outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="A"><xs:complexType><xs:sequence>
        ${element('a-datadef-1', `<xs:appinfo>${said('NOB', 'LEDE', 'Navn')}${said('ENG', 'LEDE', 'Name')}${said('NOB', 'HJELP', 'Hele\n navnet')}</xs:appinfo>`)}
        ${element('b-datadef-2', `<xs:documentation>${said('NNO', 'LEDE', 'Kven')}</xs:documentation>`)}
        ${element('c', '<xs:documentation>Beløp i kroner</xs:documentation>')}
        ${element('SumBeløp', `<xs:documentation>${'Lang forklaring. '.repeat(20)}</xs:documentation>`)}
        <xs:element name="NavnIgjen" type="xs:string"/>
      </xs:sequence></xs:complexType></xs:element></xs:schema>`),
    );
    const all = (schema.roots[0]?.particles ?? []).filter((one) => one.kind === 'element');
    expect(all.map((one) => labelOf(one, 'nb'))).toEqual([
      'Navn',
      'Kven',
      'Beløp i kroner',
      'Sum beløp',
      'Navn igjen',
    ]);
    expect(all.map((one) => labelOf(one, 'en')).slice(0, 2)).toEqual(['Name', 'Kven']);
    expect(all.map((one) => helpOf(one, 'en')?.slice(0, 12) ?? null)).toEqual([
      'Hele\nnavnet',
      null,
      null,
      'Lang forklar',
      null,
    ]);
  });
});

const TELL = 'Oppgi samlet omsetning i inntektsåret';
const REST = 'Ta med omsetning fra alle avdelinger, også dem i utlandet. Se rettledningen punkt 3.';
it.each([
  ['Navn', 'Navn', null],
  ['Navn. Fornavn først.', 'Navn. Fornavn først.', null],
  [`${TELL}. ${REST}`, TELL, REST],
  [`${TELL}?  ${REST}`, `${TELL}?`, REST],
  [`${TELL}\n${REST}`, TELL, REST],
  [
    `Oppgi f.eks. Org. nr. 974 760 673 eller kr. 100 for 1. Januar i inntektsåret. ${REST}`,
    'Oppgi f.eks. Org. nr. 974 760 673 eller kr. 100 for 1. Januar i inntektsåret',
    REST,
  ],
  [`Er svaret ja (jf. § 4)? ${REST}`, 'Er svaret ja (jf. § 4)?', REST],
] as const)('FLD-37 of a long label the first sentence is the label: %j', (text, label, help) => {
  const of = { name: 'a', documentation: '', texts: [{ kind: 'LEDE', language: 'NOB', text }] };
  expect([labelOf(of, 'nb'), helpOf(of, 'nb')]).toEqual([label, help]);
  const choice = { value: '1', label: '', texts: of.texts };
  expect([choiceLabel(choice, 'nb'), choiceHelp(choice, 'nb')]).toEqual([label, help]);
});

it('FLD-37 a sentence that is longer than a label is as many words as fit, and all of it is the help', () => {
  const text = `${'samlet omsetning '.repeat(36)}i året`;
  const own = { kind: 'LEDE', language: 'NOB', text };
  const help = { kind: 'HJELP', language: 'NOB', text: 'Hele kroner' };
  const of = { name: 'a', documentation: '', texts: [own, help] };
  expect(text.length).toBeGreaterThan(600);
  expect(labelOf(of, 'nb')).toMatch(
    /^(samlet omsetning )+samlet…$|^(samlet omsetning )*samlet omsetning…$/,
  );
  expect(labelOf(of, 'nb').length).toBeLessThanOrEqual(120);
  expect(helpOf(of, 'nb')).toBe(`${text} Hele kroner`);
});

const called = (name: string, text: string, more = '') =>
  `<xs:element name="${name}" type="xs:string"${more}><xs:annotation><xs:documentation><tekst lang="NOB" teksttype="LEDE">${text}</tekst></xs:documentation></xs:annotation></xs:element>`;
it.each([
  [
    'numbered',
    called('a', 'Beløp') + called('b', 'Dato') + called('c', 'Beløp'),
    ['Beløp (1)', 'Dato', 'Beløp (2)'],
  ],
  [
    'named by their groups',
    '<xs:group ref="Inn" minOccurs="0"/><xs:group ref="Ut" minOccurs="0"/>',
    ['Beløp (Inn)', 'Beløp (Ut)'],
  ],
  [
    'as they are, where a fixed text has the same',
    called('a', 'Beløp') + called('b', 'Beløp', ' fixed="x"'),
    ['Beløp', 'Beløp'],
  ],
  [
    'as they are, in a row of a group that repeats',
    `${called('a', 'Beløp')}<xs:sequence minOccurs="0" maxOccurs="3">${called('b', 'Beløp')}${called('c', 'Dato')}</xs:sequence>`,
    ['Beløp', 'Beløp', 'Dato'],
  ],
] as const)('FLD-37 labels that are alike in one section are %s', async (_, content, labels) => {
  const schema = formSchemaOf(
    await outlineOfText(`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:group name="Inn"><xs:sequence>${called('i', 'Beløp')}</xs:sequence></xs:group>
      <xs:group name="Ut"><xs:sequence>${called('u', 'Beløp')}</xs:sequence></xs:group>
      <xs:element name="A"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element></xs:schema>`),
  );
  const form = new Form(schema, new XmlTree('<A><b/></A>'));
  const typedIn = { locale: 'nb' } as const;
  const named = partsIn(form)
    .filter(({ part }) => isValuePart(part))
    .map(({ part }) => partName(part, nb, typedIn));
  const [root] = schema.roots;
  const held = root === undefined ? [] : root.particles;
  const direct = held
    .filter((one) => one.kind === 'element')
    .map((one) => labelIn(root ?? null, one, 'nb'));
  expect(named).toEqual(labels);
  expect(labels).toEqual(expect.arrayContaining(direct));
});
