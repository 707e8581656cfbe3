// What fields are called: the schema's own words, else the words of the name.
import { describe, expect, it } from 'vitest';
import { helpOf, labelOf, wordsOf } from '../../../preload/forms/labels.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
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
