// Patterns told as sentences: what a person reads for the shapes that forms have, and examples that are always right.
import { expect, it } from 'vitest';
import { checkValue } from '../../../preload/forms/field-values.ts';
import type { ValueRules } from '../../../preload/forms/form-schema.ts';
import { examplesOf } from '../../../preload/forms/pattern-shape.ts';
import { patternMatch } from '../../../preload/forms/xsd-pattern.ts';
import { valueWords } from '../../../renderer/forms/field-words.ts';
import { formFields as en } from '../../../renderer/texts/en/form-fields.ts';
import { formFields as nb } from '../../../renderer/texts/nb/form-fields.ts';
import { createFormats } from '../../../renderer/texts/formats.ts';
import { rulesOfText } from '../../support/outlines.ts';

const IN = {
  en: { t: en, typedIn: { locale: 'en', format: createFormats('en') } },
  nb: { t: nb, typedIn: { locale: 'nb', format: createFormats('nb') } },
} as const;

/** What is said of a value that the pattern refuses. */
function said(rules: ValueRules, value: string, language: 'en' | 'nb'): string {
  const problem = checkValue(rules, value).find(({ kind }) => kind === 'pattern');
  if (problem === undefined) throw new Error(`${value} is not refused`);
  return valueWords(problem, IN[language].t, IN[language].typedIn);
}
const patterned = (pattern: string, base = 'string') =>
  rulesOfText(base, { facets: [{ name: 'pattern', value: pattern }] });

it.each([
  ['[0-9]{4}', '12', 'Enter four digits, for example 0150', 'Skriv fire sifre, for eksempel 0150'],
  [String.raw`\d{11}`, '1', 'Enter 11 digits, for example 12345678901', 'Skriv 11 sifre, for eksempel 12345678901'], // prettier-ignore
  ['[0-9][0-9][0-9]', '1', 'Enter three digits, for example 123', 'Skriv tre sifre, for eksempel 123'], // prettier-ignore
  ['[0-9]{1,6}', 'x', 'Enter one to six digits, for example 123', 'Skriv 1 til 6 sifre, for eksempel 123'], // prettier-ignore
  ['[0-9]+', 'x', 'Enter digits only, for example 123', 'Skriv bare sifre, for eksempel 123'],
  ['[0-9]{9}|[0-9]{11}', '1', 'Enter nine digits or 11 digits, for example 123456789', 'Skriv ni sifre eller 11 sifre, for eksempel 123456789'], // prettier-ignore
  ['[1-9][0-9]{2}', '012', 'Enter one digit from 1 to 9 and two digits, for example 123', 'Skriv ett siffer fra 1 til 9 og to sifre, for eksempel 123'], // prettier-ignore
  ['[A-ZÆØÅ]{2}[0-9]{5}', 'x', 'Enter two capital letters and five digits, for example AB12345', 'Skriv to store bokstaver og fem sifre, for eksempel AB12345'], // prettier-ignore
  ['[A-Z]{3}', 'ÆØÅ', 'Enter three capital letters from A to Z, for example ABC', 'Skriv tre store bokstaver fra A til Z, for eksempel ABC'], // prettier-ignore
  [String.raw`[0-9]{4}-[0-9]{2}`, '1', 'Enter four digits, “-” and two digits, for example 1234-56', 'Skriv fire sifre, «-» og to sifre, for eksempel 1234-56'], // prettier-ignore
  [String.raw`[0-9]{2}\.[0-9]{2}\.[0-9]{4}`, '1', 'Enter two digits, “.”, two digits, “.” and four digits, for example 31.12.2026', 'Skriv to sifre, «.», to sifre, «.» og fire sifre, for eksempel 31.12.2026'], // prettier-ignore
  [String.raw`(\+)?[0-9]{8,12}`, '1', 'Enter optionally “+” and eight to 12 digits, for example 12345678', 'Skriv eventuelt «+» og 8 til 12 sifre, for eksempel 12345678'], // prettier-ignore
  ['[A-ZÆØÅ]+-[0-9]*', 'x', 'Enter one capital letter or more, “-” and any number of digits, for example ABC-123', 'Skriv én stor bokstav eller flere, «-» og så mange sifre du vil, for eksempel ABC-123'], // prettier-ignore
  ['J|N', 'x', 'Enter “J” or “N”, for example J', 'Skriv «J» eller «N», for eksempel J'],
  ['[JN]', 'x', 'Enter “J” or “N”, for example J', 'Skriv «J» eller «N», for eksempel J'],
  ['(ja|nei)', 'x', 'Enter “ja” or “nei”, for example ja', 'Skriv «ja» eller «nei», for eksempel ja'], // prettier-ignore
  ['.{3,10}', 'x', 'Enter three to ten characters, for example ABC', 'Skriv 3 til 10 tegn, for eksempel ABC'], // prettier-ignore
  ['[a-zæøåA-ZÆØÅ ]{1,20}', '1', 'Enter one to 20 letters or spaces, for example ABC', 'Skriv 1 til 20 bokstaver eller mellomrom, for eksempel ABC'], // prettier-ignore
  [String.raw`[^@]+@[^@]+\.[^@]+`, 'x', 'Enter an e-mail address, for example navn@eksempel.no', 'Skriv en e-postadresse, for eksempel navn@eksempel.no'], // prettier-ignore
] as const)('FLD-27 %s is a sentence', (pattern, value, english, norwegian) => {
  expect(said(patterned(pattern), value, 'en')).toBe(english);
  expect(said(patterned(pattern), value, 'nb')).toBe(norwegian);
});

it.each([
  [String.raw`-{0,1}[0-9]{1,}\.[0-9]{2}`, '1.234', 'Enter a number with two decimals, for example 123.45', 'Skriv et tall med to desimaler, for eksempel 123,45'], // prettier-ignore
  [String.raw`[0-9]{1,12}\.[0-9]{2}`, '1.234', 'Enter a number with two decimals, and at most 12 digits before them, for example 123.45', 'Skriv et tall med to desimaler, og høyst 12 sifre foran dem, for eksempel 123,45'], // prettier-ignore
  [String.raw`-?\d+(\.\d{1,2})?`, '1.234', 'Enter a number with at most two decimals, for example 123', 'Skriv et tall med høyst to desimaler, for eksempel 123'], // prettier-ignore
  ['-?[0-9]{1,15}', '1.5', 'Enter a whole number of at most 15 digits, for example 123', 'Skriv et heltall på høyst 15 sifre, for eksempel 123'], // prettier-ignore
] as const)('FLD-27 %s of a decimal is a number', (pattern, value, english, norwegian) => {
  expect(said(patterned(pattern, 'decimal'), value, 'en')).toBe(english);
  expect(said(patterned(pattern, 'decimal'), value, 'nb')).toBe(norwegian);
});

it.each([
  [String.raw`(([0-9]{2}[A-Z])+/)*([0-9]{2}[A-Z])+;`, 'Enter it in this form: 12A;'],
  [String.raw`[a-f02468\-]{4}`, 'Enter it in this form: abcd'],
])('FLD-27 %s is more than a sentence says: an example', (pattern, english) => {
  expect(said(patterned(pattern), 'x', 'en')).toBe(english);
});

it('FLD-27 an example keeps to the other rules of the field, and nothing is made up where none does', () => {
  const [facet] = patterned('[0-9]{1,4}').facets;
  if (facet === undefined) throw new Error('No facet');
  const most = {
    ...patterned('', 'integer'),
    facets: [facet, { name: 'maxInclusive', value: '9' }],
  };
  expect(said(most, '12345', 'en')).toBe('Enter one to four digits, for example 1');
  const none = {
    ...patterned('', 'integer'),
    facets: [facet, { name: 'minInclusive', value: '5555' }],
  };
  expect(said(none, '12345', 'en')).toBe('Enter one to four digits');
});

const PATTERNS = ['[0-9]*', '(ja|nei)+', '[a-zæøå]+(-[a-z]+)?', '[^a-c]*x', '.{2,4}', String.raw`\S+`, String.raw`\p{Lu}\p{Ll}*`, '[a-z-[aeiou]]+', String.raw`\i\c*`, '(a|aa)*b?', String.raw`[\p{L} .]{1,9}`, '', 'a{0}', '[0-9]{200}', String.raw`([A-Z]{2}\d+ ?){3,}`] as const; // prettier-ignore
it.each(PATTERNS)('FLD-27 %s has examples that it takes, or none', (pattern) => {
  const found = examplesOf(pattern);
  expect(found.filter((one) => patternMatch(pattern)?.(one) !== true)).toEqual([]);
  // Nothing is an example only where nothing else is possible, or it would be too long.
  expect(found.length > 0).toBe(!['', 'a{0}', '[0-9]{200}'].includes(pattern));
});
