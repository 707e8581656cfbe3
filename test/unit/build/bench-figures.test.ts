// What all benchmarks have around their figures: amounts asked for, quantiles, and the last line with its ratio.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  askedFor,
  median,
  printResult,
  printTable,
  quantile,
  round,
} from '../../../build/bench/figures.mjs';

const wanted = {
  runs: { usual: 5, quick: 1, most: 100 },
  rows: { usual: 1000, least: 2, most: 2000 },
};

afterEach(() => {
  vi.restoreAllMocks();
});

function printed(): string[] {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  return lines;
}

describe('amounts', () => {
  it('are the usual ones, the small ones of --quick, or what is named, which --quick does not change', () => {
    expect(askedFor([], wanted).amounts).toEqual({ runs: 5, rows: 1000 });
    expect(askedFor(['--quick'], wanted).amounts).toEqual({ runs: 1, rows: 1000 });
    expect(askedFor(['--quick', '--runs', '3'], wanted).amounts).toEqual({ runs: 3, rows: 1000 });
  });

  it.each([
    ['--runs', '0'],
    ['--runs', '101'],
    ['--rows', '1'],
    ['--rows', '2.5'],
    ['--rows', 'many'],
  ])('are whole numbers within their bounds: %s %s is refused', (...args) => {
    expect(() => askedFor(args, wanted)).toThrow(`${args[0]} needs a whole number from`);
  });

  it('that nobody knows are refused, words are taken as they stand', () => {
    expect(() => askedFor(['--row', '3'], wanted)).toThrow('--row');
    expect(askedFor(['--profile', 'there'], wanted, ['profile']).texts).toEqual({
      profile: 'there',
    });
    expect(askedFor([], wanted, ['profile']).texts).toEqual({ profile: undefined });
  });
});

describe('figures', () => {
  it('have the middle of an even number of samples between the two', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 2])).toBe(3.5);
  });

  it('have quantiles of samples in any order, the largest at 1', () => {
    const samples = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(quantile(samples, 0.5)).toBe(101);
    expect(quantile(samples, 0.99)).toBe(199);
    expect(quantile(samples, 1)).toBe(200);
    expect(quantile([7], 0.99)).toBe(7);
  });

  it('are rounded to one digit unless told otherwise', () => {
    expect([round(1.26), round(1.264, 2), round(1.5, 0)]).toEqual([1.3, 1.26, 2]);
  });
});

describe('what is printed', () => {
  it('is a table whose columns stand below each other', () => {
    const lines = printed();
    printTable([
      ['', 'ms', 'runs'],
      ['one call', 1.5, 200],
    ]);
    expect(lines.map((line) => line.length)).toEqual([68, 68]);
    expect(lines[1]).toMatch(/^one call {41}.*1\.5 +200$/);
  });

  it('ends with one line of JSON that has amounts and the ratio to the anchor, and says whether it held', () => {
    const lines = printed();
    const result = {
      amounts: { runs: 2 },
      anchor: { what: 'nothing', ratio: 1.5 },
      figures: { ms: 3 },
    };
    expect(printResult('sample', { ...result, held: false })).toBe(false);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      bench: 'sample',
      node: process.version,
      amounts: { runs: 2 },
      anchor: { what: 'nothing', ratio: 1.5 },
      held: false,
      ms: 3,
    });
    expect(lines.slice(0, -1).join('\n')).toContain('Ratio to the anchor: 1.5. Anchor: nothing.');
    expect(printResult('sample', result)).toBe(true);
  });
});
