// Dates, ages and numbers as each language writes them, and odd values that must not break a screen.
import { describe, expect, it } from 'vitest';
import { en } from '../../../../renderer/texts/en.ts';
import {
  counted,
  createFormats,
  daysSince,
  EMPTY,
  plural,
  timeOf,
} from '../../../../renderer/texts/formats.ts';

const english = createFormats('en', 'Europe/Oslo');
const norwegian = createFormats('nb', 'Europe/Oslo');
const instant = '2019-03-12T08:14:05Z';

describe('formats', () => {
  it('write dates and times in the language, at the time of this computer', () => {
    expect(english.dateTime(instant)).toBe('12 Mar 2019, 09:14');
    expect(norwegian.dateTime(instant)).toBe('12. mars 2019, 09:14');
    expect(english.date(instant)).toBe('12 Mar 2019');
    expect(norwegian.time(instant)).toBe('09:14');
    expect(english.timeWithSeconds(instant)).toBe('09:14:05');
  });

  it.each([null, undefined, '', 'not a time', '2026-13-45'])('show a dash for %s', (odd) => {
    expect(english.dateTime(odd)).toBe(EMPTY);
    expect(norwegian.daysAgo(odd, new Date(instant))).toBe(EMPTY);
    expect(timeOf(odd)).toBeUndefined();
  });

  it('count days by the calendar, not by the hour', () => {
    expect(daysSince(new Date(2026, 10, 20, 23, 59), new Date(2026, 10, 21, 0, 1))).toBe(1);
    expect(daysSince(new Date(2026, 10, 21, 0, 1), new Date(2026, 10, 21, 23, 59))).toBe(0);
    expect(daysSince(new Date(2026, 2, 28, 12), new Date(2026, 2, 30, 11))).toBe(2);
    expect(english.daysAgo(new Date(2026, 10, 20), new Date(2026, 10, 21))).toBe('yesterday');
    expect(norwegian.daysAgo(new Date(2026, 10, 18), new Date(2026, 10, 21))).toBe(
      'for 3 dager siden',
    );
  });

  it('say the date of a time that is not of today', () => {
    const time = new Date(2026, 10, 20, 14, 32);
    const local = createFormats('en');
    expect(local.timeOrDate(time, new Date(2026, 10, 20, 23, 59))).toBe('14:32');
    expect(local.timeOrDate(time, new Date(2026, 10, 21, 0, 1))).toBe('20 Nov 2026, 14:32');
    expect(local.timeOrDate(null, new Date())).toBe(EMPTY);
  });

  it('group an organisation number in threes and leave anything else alone', () => {
    expect(english.organisationNumber('910514318')).toBe('910\u00a0514\u00a0318');
    expect(english.organisationNumber('91051')).toBe('91051');
    expect(english.organisationNumber('')).toBe('');
  });

  it('write sizes in thousands, with one decimal where it says something', () => {
    const sizes = [0, 999, 1000, 48_230, 1_310_000, 2_000_000_000, 5e12];
    expect(sizes.map(english.size)).toEqual([
      ...['0 bytes', '999 bytes', '1 kB', '48.2 kB'],
      ...['1.3 MB', '2 GB', '5,000 GB'],
    ]);
    expect(norwegian.size(48_230)).toBe('48,2\u00a0kB');
    expect(norwegian.size(394)).toBe('394\u00a0byte');
    expect(norwegian.size(5e12)).toBe('5\u202f000\u00a0GB');
  });

  it('write numbers, shares, seconds and counts with the marks of the language', () => {
    expect([english.number(1_234_567.5), norwegian.number(1_234_567.5)]).toEqual([
      '1,234,567.5',
      '1\u202f234\u202f567,5',
    ]);
    expect([english.percent(0.45), norwegian.percent(0.45)]).toEqual(['45%', '45\u202f%']);
    expect([english.seconds(1200), norwegian.seconds(1200)]).toEqual([
      '1,200\u00a0s',
      '1\u202f200\u202fs',
    ]);
    const times = [0, 40.4, 120, 3600, 7800, 3_600_000];
    expect(times.map(english.duration)).toEqual([
      ...['1\u00a0s', '40\u00a0s', '2\u00a0min', '1\u00a0h'],
      ...['2\u00a0h\u00a010\u00a0min', '1,000\u00a0h'],
    ]);
    expect(norwegian.duration(7800)).toBe('2\u00a0t\u00a010\u00a0min');
    expect(counted('en', 1, 'day', 'days')).toBe('1 day');
    expect(counted('nb', 1234, 'dag', 'dager')).toBe('1\u202f234 dager');
    expect(en.words.days(1234)).toBe('1,234 days');
  });

  it.each([
    ['', ''],
    ['  ', ''],
    ['2026-11-02', '2026-11-02'],
    ['2.11.2026', '2026-11-02'],
    ['02/11/2026', '2026-11-02'],
    ['2 11 2026', '2026-11-02'],
    ['29.2.2024', '2024-02-29'],
    ['29.2.2026', undefined],
    ['0.1.2026', undefined],
    ['1.13.2026', undefined],
    ['1.1.26', undefined],
    ['2026-1-1', undefined],
    ['soon', undefined],
  ])('read %o, as it is typed, as the day %o', (typed, day) => {
    expect(english.parseDay(typed)).toBe(day);
    expect(norwegian.parseDay(typed)).toBe(day);
  });

  it('write a day as it is typed, and nothing for what is none', () => {
    expect([english.day('2026-11-02'), norwegian.day('2026-11-02')]).toEqual([
      '02/11/2026',
      '02.11.2026',
    ]);
    expect(norwegian.day('2026-02-30')).toBe('');
  });

  it('sort æ, ø and å last and numbers by value', () => {
    const names = ['åse', 'erp-10', 'øre', 'erp-2', 'ærlig', 'zz'];
    expect([...names].sort(norwegian.compare)).toEqual([
      'erp-2',
      'erp-10',
      'zz',
      'ærlig',
      'øre',
      'åse',
    ]);
  });

  it('choose the word for a count', () => {
    const days = { one: 'day', other: 'days' };
    expect([0, 1, 2].map((n) => plural('en', n, days))).toEqual(['days', 'day', 'days']);
  });
});
