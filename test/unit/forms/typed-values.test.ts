// Numbers and dates as people type them: digits as they are, and never a guess.
import { expect, it } from 'vitest';
import { fromTyped, numberFromTyped, toTyped } from '../../../preload/forms/typed-values.ts';
import {
  checkValue,
  type FieldInput,
  inputOf,
  isWrong,
} from '../../../preload/forms/field-values.ts';
import { fillForm } from '../../../preload/forms/fill-form.ts';
import { formSchemaOf } from '../../../preload/forms/form-schema.ts';
import { leaf, group } from '../../support/outlines.ts';
import { createChance } from '../../platform/randomness.ts';

const NUMBER: FieldInput = {
  kind: 'number',
  fractionDigits: null,
  totalDigits: null,
  signed: true,
};
const WHOLE: FieldInput = { ...NUMBER, fractionDigits: 0 };
const DATE: FieldInput = { kind: 'date' };

const said = (input: FieldInput, text: string, language: 'en' | 'nb') => {
  const found = fromTyped(input, text, language);
  if (found.ok) return found.value;
  return found.problem === 'ambiguous' ? `? ${found.either.join(' | ')}` : found.problem;
};

it.each([
  ['1 234,50', '1234.50', '1234.50'],
  ['1\u00A0234\u00A0567', '1234567', '1234567'],
  ['1.234,50', '1234.50', '1234.50'],
  ['1,234.50', '1234.50', '1234.50'],
  ['1.234.567', '1234567', '1234567'],
  ['1,5', '1.5', '1.5'],
  ['1.5', '1.5', '1.5'],
  ['1,234', '1.234', '? 1234 | 1.234'],
  ['1.234', '? 1234 | 1.234', '1.234'],
  ['0.234', '0.234', '0.234'],
  ['−12', '-12', '-12'],
  ['007', '007', '007'],
  ['12345678901234567890,12', '12345678901234567890.12', '12345678901234567890.12'],
  ['12 34', 'not-number', 'not-number'],
  ['1,2,3', 'not-number', 'not-number'],
  ['1.2,3.4', 'not-number', 'not-number'],
  ['100 kr', 'not-number', 'not-number'],
  ['-', 'not-number', 'not-number'],
  ['1e5', 'not-number', 'not-number'],
] as const)('FLD-05 %s is %s in Norwegian, %s in English', (typed, norwegian, english) => {
  expect(said(NUMBER, typed, 'nb')).toBe(norwegian);
  expect(said(NUMBER, typed, 'en')).toBe(english);
});

it('a whole number may be grouped by the mark that is no decimal mark', () => {
  expect(said(WHOLE, '1.234', 'nb')).toBe('1234');
  expect(said(WHOLE, '1,234', 'en')).toBe('1234');
  expect(said(WHOLE, '1,234', 'nb')).toBe('? 1234 | 1.234');
});

it.each([
  ['24.12.2026', '2026-12-24', '2026-12-24'],
  ['3.4.2026', '2026-04-03', '2026-04-03'],
  ['24. desember 2026', '2026-12-24', '2026-12-24'],
  ['24 Dec 2026', '2026-12-24', '2026-12-24'],
  ['December 24, 2026', '2026-12-24', '2026-12-24'],
  ['2026-12-24', '2026-12-24', '2026-12-24'],
  ['03/04/2026', '2026-04-03', '? 2026-04-03 | 2026-03-04'],
  ['24/12/2026', '2026-12-24', '2026-12-24'],
  ['12/24/2026', 'not-date', '2026-12-24'],
  ['24.12.26', '? 2026-12-24 | 1926-12-24', '? 2026-12-24 | 1926-12-24'],
  ['24122026', '2026-12-24', '2026-12-24'],
  ['20101112', '? 1112-10-20 | 2010-11-12', '? 1112-10-20 | 2010-11-12'],
  ['31.02.2026', 'not-date', 'not-date'],
  ['i morgen', 'not-date', 'not-date'],
] as const)('%s is %s in Norwegian, %s in English', (typed, norwegian, english) => {
  expect(said(DATE, typed, 'nb')).toBe(norwegian);
  expect(said(DATE, typed, 'en')).toBe(english);
});

it('times, months, and days with times', () => {
  expect(said({ kind: 'time' }, '9.30', 'nb')).toBe('09:30:00');
  expect(said({ kind: 'time' }, '25:00', 'nb')).toBe('not-date');
  expect(said({ kind: 'dateTime' }, '24.12.2026 kl. 14.30', 'nb')).toBe('2026-12-24T14:30:00');
  expect(said({ kind: 'dateTime' }, '24 Dec 2026, 14:30:05.5', 'en')).toBe('2026-12-24T14:30:05.5');
  expect(said({ kind: 'dateTime' }, '03/04/2026 10:00', 'en')).toBe(
    '? 2026-04-03T10:00:00 | 2026-03-04T10:00:00',
  );
  expect(said({ kind: 'gYearMonth' }, 'desember 2026', 'nb')).toBe('2026-12');
  expect(said({ kind: 'gYear' }, '2026', 'nb')).toBe('2026');
});

it('FLD-05 what is shown gives the same again when it is typed', () => {
  const chance = createChance(11);
  const kinds: readonly FieldInput[] = [NUMBER, WHOLE, DATE, { kind: 'dateTime' }, { kind: 'time' }, { kind: 'gYearMonth' }, { kind: 'gYear' }, { kind: 'other', base: 'duration' }]; // prettier-ignore
  const values = ['1234.567', '0.5', '.5', '5.', '-0', '+12', '2026-12-24', '2026-12-24Z', '-0044-01-01', '2026-12-24T14:30:00', '2026-12-24T14:30:00.50+01:00', '14:30:00', '24:00:00', '2026-12', '2026', 'P1D', 'feil'] as const; // prettier-ignore
  for (let step = 0; step < 2000; step += 1) {
    const kind = kinds[chance.below(kinds.length)] ?? NUMBER;
    const xml =
      chance.below(2) === 0
        ? chance.pick(values)
        : `${String(chance.below(99999))}.${chance.text(chance.below(5), '0123456789')}`;
    for (const language of ['en', 'nb'] as const) {
      const shown = toTyped(kind, xml, language);
      const back = fromTyped(kind, shown, language);
      if (shown !== xml) expect(back).toEqual({ ok: true, value: xml });
    }
  }
  expect(toTyped(NUMBER, '1234.5', 'nb')).toBe('1234,5');
  expect(toTyped(DATE, '2026-12-24', 'nb')).toBe('24.12.2026');
  expect(toTyped(DATE, '2026-12-24', 'en')).toBe('24 Dec 2026');
  expect(numberFromTyped('1234,5', 'nb')).toEqual({ ok: true, value: '1234.5' });
});

// Patterns as registries of forms write them, and numbers as people type them.
const TWO = String.raw`-{0,1}[0-9]{1,}\.[0-9]{2}`;
it.each([
  [TWO, '1000', '1000.00'],
  [TWO, '1000.5', '1000.50'],
  [TWO, '1000.50', '1000.50'],
  [TWO, '1000.500', '1000.50'],
  [TWO, '.5', '0.50'],
  [TWO, '-7', '-7.00'],
  [TWO, '+7', '7.00'],
  [TWO, '-0', '0.00'],
  // Another number is nobody's to make.
  [TWO, '1000.555', null],
  [String.raw`[0-9]{0,12}\.[0-9]{0,2}`, '12', '12.0'],
  [String.raw`-?\d+\.\d{1}`, '12', '12.0'],
  [String.raw`\d+(\.\d{4})`, '12.25', '12.2500'],
  [String.raw`[0-9]{1,15}`, '12.00', '12'],
  [String.raw`[1-9][0-9]*`, '007', '7'],
  // One digit is missing: zeros would hide it.
  ['[0-9]{9}', '97476067', null],
  [String.raw`[0-9]+\.[0-9]{2}|X`, '5', '5.00'],
  // What is not read here forbids nothing, and changes nothing.
  [String.raw`^\d+\.\d\d$`, '5', '5'],
] as const)(
  'FLD-34 a number is written as its pattern asks: %s makes %s %s',
  (pattern, xml, written) => {
    const of = leaf(1, 'Belop', 'decimal', { facets: [{ name: 'pattern', value: pattern }] });
    const input = inputOf(of);
    for (const language of ['nb', 'en'] as const) {
      const typed = language === 'nb' ? xml.replace('.', ',') : xml;
      expect(said(input, typed, language)).toBe(written ?? xml);
    }
    const isFit = !checkValue(of, written ?? xml).some(isWrong);
    expect(isFit).toBe(written !== null);
    // What comes from a table or another form, too.
    const filled = fillForm(formSchemaOf([group(0, 'Skjema'), of]), '<Skjema><Belop/></Skjema>', [
      { path: '/Skjema/Belop', value: xml },
    ]);
    expect(filled.ok ? filled.xml : null).toBe(
      written === null ? null : `<Skjema><Belop>${written}</Belop></Skjema>`,
    );
  },
);

it.each([
  [TWO, '1000', '1000.00'],
  [TWO, '-7.5', '-7.50'],
  [TWO, '7.555', '7.555'],
  [String.raw`[0-9]{1,12}\.[0-9]{2}`, '12', '12.00'],
  [String.raw`[0-9]{1,12}(\.[0-9]{2})?`, '12.5', '12.50'],
  // A clock time or a version is no amount.
  [String.raw`[0-9]{2}\.[0-9]{2}`, '12', '12'],
  ['[0-9]{9}', '12', '12'],
] as const)(
  'FLD-34 a text whose pattern lets it be nothing but a number is one: %s makes %s %s',
  (pattern, xml, written) => {
    const of = leaf(1, 'Belop', 'string', { facets: [{ name: 'pattern', value: pattern }] });
    const isNumber = inputOf(of).kind === 'number';
    const typed = isNumber ? xml.replace('.', ',') : xml;
    expect(said(inputOf(of), typed, 'nb')).toBe(written);
    // Shown as the language writes it, and read as the same again.
    const shown = toTyped(inputOf(of), written, 'nb');
    expect(said(inputOf(of), shown, 'nb')).toBe(written);
  },
);

it('FLD-34 whole numbers and limits beside the pattern hold, and what is shown is read as the same again', () => {
  const of = leaf(1, 'Belop', 'decimal', {
    facets: [
      { name: 'pattern', value: TWO },
      { name: 'maxInclusive', value: '999' },
    ],
  });
  expect(said(inputOf(of), '1000', 'nb')).toBe('1000');
  expect(said(inputOf(of), '999', 'nb')).toBe('999.00');
  expect(toTyped(inputOf(of), '12.50', 'nb')).toBe('12,50');
  // As a file has it that nobody has mended yet.
  expect(toTyped(inputOf(of), '12.5', 'nb')).toBe('12.5');
  const whole = leaf(1, 'Antall', 'nonNegativeInteger', {
    facets: [{ name: 'pattern', value: '[0-9]{1,4}' }],
  });
  expect(said(inputOf(whole), '12', 'nb')).toBe('12');
  expect(said(inputOf(whole), '+12', 'nb')).toBe('12');
});
