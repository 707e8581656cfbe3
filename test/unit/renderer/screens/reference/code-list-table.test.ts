// Codes in a table: found in all columns or one, sorted, copied.
import { describe, expect, it } from 'vitest';
import type { Code } from '../../../../../preload/contract/metadata.ts';
import {
  codeRows,
  type CodeView,
  nextSorting,
  rowText,
  SORTINGS,
  usedColumns,
} from '../../../../../renderer/screens/reference/code-list-table.ts';
import { layout } from '../../../../../preload/contract/layout.ts';

const codes: readonly Code[] = [
  { code: '10', value1: 'Søre Ørnes', value2: '', value3: '' },
  { code: '0118', value1: 'Fjordvik', value2: '2', value3: '' },
  { code: '2', value1: 'Bjørkåsen', value2: '10', value3: '' },
  { code: '2', value1: 'Årdal', value2: '', value3: '' },
];
const collator = new Intl.Collator('nb', { numeric: true, sensitivity: 'base' });
const view: CodeView = {
  filter: '',
  within: 'all',
  sort: undefined,
  rising: true,
  compare: (a, b) => collator.compare(a, b),
};
const shown = (change: Partial<CodeView>) =>
  codeRows(codes, { ...view, ...change }).map(({ at }) => at);

describe('codes in a table', () => {
  it('stand as the platform gave them until they are sorted', () => {
    expect(shown({})).toEqual([0, 1, 2, 3]);
    expect(shown({ sort: 'code' })).toEqual([2, 3, 0, 1]);
    expect(shown({ sort: 'code', rising: false })).toEqual([1, 0, 2, 3]);
    expect(shown({ sort: 'value1' })).toEqual([2, 1, 0, 3]);
  });

  it('without a value stand last both ways', () => {
    expect(shown({ sort: 'value2' })).toEqual([1, 2, 0, 3]);
    expect(shown({ sort: 'value2', rising: false })).toEqual([2, 1, 0, 3]);
  });

  it('are found by every word typed, Norwegian letters or not, in one column or all', () => {
    expect(shown({ filter: 'sore ornes' })).toEqual([0]);
    expect(shown({ filter: 'BJØRK' })).toEqual([2]);
    expect(shown({ filter: '10' })).toEqual([0, 2]);
    expect(shown({ filter: '10', within: 'code' })).toEqual([0]);
    expect(shown({ filter: '10', within: 'value2' })).toEqual([2]);
    // Not across the border of two columns.
    expect(shown({ filter: '0118fjord' })).toEqual([]);
    expect(shown({ filter: ' 2  fjord ' })).toEqual([1]);
  });

  it('are sorted rising, falling and as given by pressing one heading', () => {
    const first = nextSorting({ sort: undefined, rising: true }, 'value1');
    expect(first).toEqual({ sort: 'value1', rising: true });
    const second = nextSorting(first, 'value1');
    expect(second).toEqual({ sort: 'value1', rising: false });
    expect(nextSorting(second, 'value1')).toEqual({ sort: undefined, rising: true });
    expect(nextSorting(second, 'code')).toEqual({ sort: 'code', rising: true });
  });

  it('are remembered as sorted by names that the layout takes', () => {
    for (const column of [...Object.values(SORTINGS), 'given']) {
      const sorting = { 'code-lists': { column, rising: true } };
      expect(layout.partial().safeParse({ sorting }).success).toBe(true);
    }
  });

  it('become one line for a spreadsheet', () => {
    const [row] = codeRows([{ code: '01', value1: 'a\tb', value2: 'c\r\nd', value3: '' }], view);
    expect(row && rowText(row)).toBe('01\ta b\tc d\t');
  });

  it('say which columns are used', () => {
    expect([...usedColumns(codes)]).toEqual(['code', 'value1', 'value2']);
    expect([...usedColumns([])]).toEqual([]);
  });
});
