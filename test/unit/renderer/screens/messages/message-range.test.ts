// The date range of a list: presets in this computer's time zone, and days of one's own.
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  EVERYTHING,
  FIRST,
  isLimited,
  isPossible,
  ownRange,
  type Preset,
  type Range,
} from '../../../../../renderer/screens/messages/message-range.ts';

const range = (preset: Preset, from = '', to = ''): Range => ({ preset, from, to });
const NOW = new Date(2026, 4, 31, 14, 30);
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date);
const bounds = (preset: Preset, from = '', to = '') => boundsOf(range(preset, from, to), NOW);

describe('the bounds', () => {
  it('begin at midnight of the first day, this day counted', () => {
    expect(bounds('30-days')).toEqual({ from: day(2026, 5, 2).toISOString() });
    expect(bounds('this-year')).toEqual({ from: day(2026, 1, 1).toISOString() });
  });
  it('go back whole months, and to the last day of one that is shorter', () => {
    expect(bounds('3-months')).toEqual({ from: day(2026, 2, 28).toISOString() });
    expect(bounds('12-months')).toEqual({ from: day(2025, 5, 31).toISOString() });
    expect(boundsOf(range('3-months'), new Date(2026, 0, 15))).toEqual({
      from: day(2025, 10, 15).toISOString(),
    });
  });
  it('of last year end with its last millisecond', () => {
    expect(bounds('last-year')).toEqual({
      from: day(2025, 1, 1).toISOString(),
      to: new Date(day(2026, 1, 1).getTime() - 1).toISOString(),
    });
  });
  it('of days of one’s own include the last day, over the end of a month, and may be open at either end', () => {
    const { from, to } = bounds('own', '2026-03-01', '2026-03-31');
    expect(from).toBe(day(2026, 3, 1).toISOString());
    expect(to).toBe(new Date(day(2026, 4, 1).getTime() - 1).toISOString());
    expect(bounds('own', '2026-03-01')).toEqual({ from });
    expect(bounds('own', '', '2026-03-31')).toEqual({ to });
  });
  it('leave out what is no day, and everything of "all"', () => {
    expect(bounds('own', '2026-02-30', 'x')).toEqual({});
    expect(bounds('all', '2026-03-01')).toEqual({});
  });
});

describe('days of one’s own', () => {
  it('begin with those that are shown, and come to the same bounds', () => {
    const shown = bounds('last-year');
    const own = ownRange(shown);
    expect(own).toEqual(range('own', '2025-01-01', '2025-12-31'));
    expect(boundsOf(own, NOW)).toEqual(shown);
    expect(ownRange({})).toEqual(range('own'));
  });
});

describe('a range', () => {
  it('is possible unless its first day is after its last', () => {
    expect(isPossible(range('own', '2026-03-02', '2026-03-01'))).toBe(false);
    expect(isPossible(range('own', '2026-03-01', '2026-03-01'))).toBe(true);
    expect(isPossible(range('own', '2026-03-02'))).toBe(true);
    expect(isPossible(range('all', '2', '1'))).toBe(true);
  });
  it('leaves something out unless it has no end at all; the first one does', () => {
    expect(isLimited(FIRST)).toBe(true);
    expect(isLimited(EVERYTHING)).toBe(false);
    expect(isLimited(range('own'))).toBe(false);
    expect(isLimited(range('own', '', '2026-03-01'))).toBe(true);
  });
});
