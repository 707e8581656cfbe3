// The rows of an outline: expansion, search, names, and how often each may occur.
import { describe, expect, it } from 'vitest';
import type { OutlineNode } from '../../../../../preload/contract/xsd.ts';
import { treeRows } from '../../../../../renderer/components/tree-rows.ts';
import { oftenOf, OutlineTree } from '../../../../../renderer/screens/reference/xsd-outline.ts';

const node = (depth: number, name: string, more: Partial<OutlineNode> = {}): OutlineNode => ({
  depth,
  name,
  kind: 'element',
  type: '',
  base: '',
  min: 1,
  max: 1,
  line: 1,
  documentation: '',
  facets: [],
  values: [],
  valueCount: 0,
  fixed: null,
  default: null,
  recursive: false,
  ...more,
});
const FORM = [
  node(0, 'Skjema'),
  node(1, 'Innsender', { documentation: 'Hvem som sender inn' }),
  node(2, 'Navn'),
  node(2, 'Adresse'),
  node(3, 'Poststed'),
  node(1, '', { kind: 'choice' }),
  node(2, 'Båt'),
  node(2, 'Navn'),
  node(1, 'id', { kind: 'attribute' }),
];
const tree = new OutlineTree(FORM);
const rowsOf = (of: OutlineTree, opened: ReadonlySet<string>, only?: ReadonlySet<number>) =>
  treeRows(of.roots(only), of.shape(only), opened);
const names = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ item, level }) => `${'  '.repeat(level - 1)}${item.node.name}`);

describe('an outline as rows', () => {
  it('shows what is opened, each place by itself', () => {
    expect(names(rowsOf(tree, new Set()))).toEqual(['Skjema']);
    const opened = new Set([tree.pathOf(0), tree.pathOf(3)]);
    expect(names(rowsOf(tree, opened))).toEqual(['Skjema', '  Innsender', '  ', '  id']);
    opened.add(tree.pathOf(1));
    const rows = rowsOf(tree, opened);
    expect(names(rows).slice(2, 5)).toEqual(['    Navn', '    Adresse', '      Poststed']);
    expect(rows[3]).toMatchObject({ position: 2, size: 2, expanded: true });
    expect(rows[4]?.expanded).toBeUndefined();
    expect(rows[5]).toMatchObject({ level: 2, position: 2, size: 3, expanded: false });
    expect(names(rowsOf(tree, tree.all()))).toHaveLength(FORM.length);
  });

  it('opens whole levels at first, as many as do not flood the window', () => {
    expect(rowsOf(tree, tree.firstOpened())).toHaveLength(FORM.length);
    const wide = new OutlineTree([
      node(0, 'A'),
      ...Array.from({ length: 50 }, () => [node(1, 'B'), node(2, 'C')]).flat(),
    ]);
    expect(rowsOf(wide, wide.firstOpened())).toHaveLength(51);
    expect(rowsOf(new OutlineTree([]), new Set())).toEqual([]);
  });

  it('finds all words in name and description, Norwegian letters either way, with what they stand in', () => {
    expect(tree.hits(' ')).toBeUndefined();
    expect([...(tree.hits('bat') ?? [])]).toEqual([6]);
    expect([...(tree.hits('sender hvem') ?? [])]).toEqual([1]);
    const hits = tree.hits('navn') ?? new Set();
    expect(names(rowsOf(tree, tree.all(), tree.withAbove(hits)))).toEqual([
      ...['Skjema', '  Innsender', '    Navn', '  ', '    Navn'],
    ]);
    expect(rowsOf(tree, tree.all(), tree.withAbove(tree.hits('nothing') ?? new Set()))).toEqual([]);
  });

  it('names places as files do, without groups', () => {
    expect(tree.xpath(4)).toBe('/Skjema/Innsender/Adresse/Poststed');
    expect(tree.xpath(6)).toBe('/Skjema/Båt');
    expect(tree.xpath(8)).toBe('/Skjema/@id');
  });
});

it.each([
  [1, 1, { kind: 'required' }],
  [0, 1, { kind: 'optional' }],
  [0, null, { kind: 'any' }],
  [1, null, { kind: 'some' }],
  [3, null, { kind: 'at-least', count: 3 }],
  [2, 2, { kind: 'exactly', count: 2 }],
  [0, 5, { kind: 'up-to', count: 5 }],
  [2, 5, { kind: 'between', min: 2, max: 5 }],
  [0, 0, { kind: 'never' }],
])('%s to %s', (min, max, often) => {
  expect(oftenOf({ min, max })).toEqual(often);
});
