// Rows of different heights: where each begins, which is at a place, and what a height that was measured moves.
import { describe, expect, it } from 'vitest';
import { RowHeights } from '../../../../renderer/components/row-heights.ts';

function rows(...estimates: readonly number[]) {
  const heights = new RowHeights();
  heights.set(
    estimates.map((_, i) => `row ${String(i)}`),
    (i) => estimates[i] ?? 0,
  );
  return heights;
}

describe('rows of different heights', () => {
  it('stand below each other by their estimates until they were drawn', () => {
    const heights = rows(10, 20, 30);
    expect([0, 1, 2, 3].map((i) => heights.top(i))).toEqual([0, 10, 30, 60]);
    expect(heights.draw('row 0', 15)).toBe(5);
    expect([heights.top(2), heights.total]).toEqual([35, 65]);
    expect(heights.draw('row 0', 15)).toBe(0);
  });

  it.each([
    [-5, 0],
    [0, 0],
    [9.9, 0],
    [10, 1],
    [29, 1],
    [30, 2],
    [1000, 2],
  ])('at %d pixels row %d is found', (place, index) => {
    expect(rows(10, 20, 30).at(place)).toBe(index);
  });

  it('keep the height they were drawn with when they come back in another order', () => {
    const heights = rows(10, 20, 30);
    heights.draw('row 2', 100);
    heights.set(['row 2', 'new'], () => 7);
    expect([heights.top(1), heights.total, heights.indexOf('new')]).toEqual([100, 107, 1]);
    expect(heights.indexOf('row 0')).toBe(-1);
    // One that is not there any more moves nothing.
    expect(heights.draw('row 0', 50)).toBe(0);
    expect(heights.total).toBe(107);
  });

  it('cost a change at the end nothing before it: 20 000 rows are placed and searched in a moment', () => {
    const heights = rows(...Array.from({ length: 20_000 }, () => 40));
    expect(heights.total).toBe(800_000);
    expect(heights.at(400_020)).toBe(10_000);
  });
});
