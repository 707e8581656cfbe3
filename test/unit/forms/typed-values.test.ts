// Numbers and dates as people type them: digits as they are, and never a guess.
import { expect, it } from 'vitest';
import { fromTyped, numberFromTyped, toTyped } from '../../../preload/forms/typed-values.ts';
import type { FieldInput } from '../../../preload/forms/field-values.ts';
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
