// The count of visits tells what grows with the size from what grows with its square, in loops and in searches.
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../main/storage/csv-reading.ts';
import { growth, MOST_GROWTH, visitsOf } from './visits.ts';

const lines = (count: number) => Buffer.from('a;b\n'.repeat(count));

const searches = () =>
  [
    [RegExp.prototype, 'exec'],
    [String.prototype, 'indexOf'],
    [String.prototype, 'includes'],
    [Array.prototype, 'indexOf'],
    [Array.prototype, 'includes'],
  ].map(([of, name]) => Object.getOwnPropertyDescriptor(of, String(name)));

describe('visits', () => {
  it('are about the same each time, and of twice as much about twice as many', async () => {
    const of = (count: number) => visitsOf(() => readCsv(lines(count)));
    await of(1000);
    const [one, again, twice] = [await of(1000), await of(1000), await of(2000)];
    expect(Math.abs(again / one - 1)).toBeLessThan(0.1);
    expect(Math.abs(twice / one - 2)).toBeLessThan(0.3);
  });

  it('of reading each line once grow with their number', async () => {
    expect(await growth((count) => readCsv(lines(count)), 1600)).toBeLessThan(MOST_GROWTH);
  });

  it('of reading all lines for each grow with the square of their number', async () => {
    const squared = (count: number) => {
      for (let from = 0; from < count; from += 16) readCsv(lines(count));
    };
    expect(await growth(squared, 1600)).toBeGreaterThan(8);
  });

  it.each<[string, (text: string, from: number) => unknown]>([
    ['indexOf', (text, from) => text.indexOf('b', from)],
    ['includes', (text, from) => text.includes('b', from)],
    ['an expression', (text, from) => /b/.test(text.slice(from))],
    ['replaceAll by an expression', (text) => text.replaceAll(/b/g, 'c')],
    ['includes of a list', (text) => Array.from({ length: text.length }, () => 0).includes(1)],
  ])('of %s over all of it for each part grow with its square', async (_name, search) => {
    const squared = (size: number) => {
      const text = 'a;\n'.repeat(size / 4);
      for (let from = 0; from < size; from += 1) search(text, from);
    };
    expect(await growth(squared, 1600)).toBeGreaterThan(8);
  });

  it('leave the language as it was, also where the work fails', async () => {
    const before = searches();
    await expect(visitsOf(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(searches()).toEqual(before);
  });
});
