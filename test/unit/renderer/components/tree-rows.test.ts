// The rows of a tree: expanded level by level, circles end, and every key of the ARIA pattern moves as it says.
import { describe, expect, it } from 'vitest';
import { treeMove, treeRows, type TreeMove } from '../../../../renderer/components/tree-rows.ts';

const graph: Readonly<Record<string, readonly string[]>> = {
  a: ['b', 'c'],
  b: ['d'],
  c: ['d', 'a'],
  d: [],
  // Each other's child, and its own.
  x: ['y'],
  y: ['x'],
  z: ['z'],
};
const asked: string[] = [];
const shape = {
  keyOf: (item: string) => item,
  childrenOf: (item: string) => {
    asked.push(item);
    return graph[item] ?? [];
  },
};
const rowsOf = (items: string[], opened: string[] = [], above: string[] = []) =>
  treeRows(items, shape, new Set(opened.map((path) => `\n${path.split('').join('\n')}`)), above);
const drawn = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map(
    ({ item, level, expanded, circle }) =>
      `${'  '.repeat(level - 1)}${circle ? '@' : { true: '-', false: '+', undefined: '.' }[`${expanded}`]}${item}`,
  );

describe('rows of a tree', () => {
  it('only what is opened is there, and only that is asked for its children', () => {
    asked.length = 0;
    expect(drawn(['a'])).toEqual(['+a']);
    expect(asked).toEqual(['a']);
    expect(drawn(['a'], ['a'])).toEqual(['-a', '  +b', '  +c']);
    expect(drawn(['a'], ['a', 'ab'])).toEqual(['-a', '  -b', '    .d', '  +c']);
  });

  it('what stands in two places opens in each by itself', () => {
    expect(drawn(['b', 'b'].slice(0, 1).concat('c'), ['c'])).toEqual(['+b', '-c', '  .d', '  +a']);
  });

  it('a circle ends where it meets itself, however much is opened', () => {
    const opened = ['x', 'xy', 'xyx', 'xyxy', 'z', 'zz'];
    expect(drawn(['x', 'z'], opened)).toEqual(['-x', '  -y', '    @x', '-z', '  @z']);
  });

  it('what stands above the tree is not opened in it again', () => {
    expect(drawn(['y'], ['y', 'yx'], ['x'])).toEqual(['-y', '  @x']);
  });

  it('says its place among its neighbours', () => {
    expect(
      rowsOf(['a'], ['a']).map(({ position, size, level }) => [position, size, level]),
    ).toEqual([
      [1, 1, 1],
      [1, 2, 2],
      [2, 2, 2],
    ]);
  });
});

describe('keys in a tree', () => {
  const rows = rowsOf(['a', 'x'], ['a', 'ab']);
  // 0 -a, 1 -b, 2 .d, 3 +c, 4 +x
  const cases: readonly (readonly [number, string, TreeMove | undefined])[] = [
    [0, 'ArrowDown', { to: 1 }],
    [4, 'ArrowDown', { to: 4 }],
    [0, 'ArrowUp', { to: 0 }],
    [3, 'ArrowUp', { to: 2 }],
    [2, 'Home', { to: 0 }],
    [2, 'End', { to: 4 }],
    [3, 'ArrowRight', { toggle: ['\na\nc'], open: true }],
    [1, 'ArrowRight', { to: 2 }],
    [2, 'ArrowRight', undefined],
    [1, 'ArrowLeft', { toggle: ['\na\nb'], open: false }],
    [2, 'ArrowLeft', { to: 1 }],
    [3, 'ArrowLeft', { to: 0 }],
    [4, 'ArrowLeft', undefined],
    [1, '*', { toggle: ['\na\nc'], open: true }],
    [4, '*', { toggle: ['\nx'], open: true }],
    [0, 'q', undefined],
    [0, 'PageDown', undefined],
    [9, 'ArrowDown', undefined],
  ];
  it.each(cases)('from row %i, %s', (at, key, move) => {
    expect(treeMove(rows, at, key)).toEqual(move);
  });

  it.each([
    ['PageDown', 0, 3],
    ['PageDown', 3, 4],
    ['PageUp', 4, 1],
    ['PageUp', 1, 0],
  ])('%s from row %i leads by a page to row %i', (key, at, to) => {
    expect(treeMove(rows, at, key, 3)).toEqual({ to });
  });
});
