// Comparing two versions of a code list: added, removed and changed codes, and codes that occur several times.
import { describe, expect, it } from 'vitest';
import type { Code } from '../../../../../preload/contract/metadata.ts';
import { compareCodes } from '../../../../../renderer/screens/reference/code-list-compare.ts';

const code = (name: string, value1 = '', value2 = '', value3 = ''): Code => ({
  code: name,
  value1,
  value2,
  value3,
});
const found = (before: readonly Code[], after: readonly Code[]) =>
  compareCodes(before, after).codes.map(({ change, code, values }) =>
    [change, code, ...values].join(' '),
  );

describe('two versions of a code list', () => {
  it('says nothing of what is the same, also where the order is another', () => {
    const list = [code('01', 'Kilogram'), code('02', 'Tonne')];
    expect(compareCodes(list, list)).toEqual({
      codes: [],
      counts: { added: 0, removed: 0, changed: 0, same: 2 },
    });
    expect(found(list, list.toReversed())).toEqual([]);
    expect(compareCodes([], [])).toMatchObject({ codes: [], counts: { same: 0 } });
  });

  it('names what came, what went, and which values of what stayed are other than before', () => {
    const before = [code('01', 'Kilogram', 'kg'), code('02', 'Tonne'), code('03', 'Litre')];
    const after = [code('01', 'Kilogram', 'KG', 'new'), code('03', 'Litre'), code('04', 'Piece')];
    expect(found(before, after)).toEqual(['changed 01 value2 value3', 'removed 02', 'added 04']);
    const { codes, counts } = compareCodes(before, after);
    expect(counts).toEqual({ added: 1, removed: 1, changed: 1, same: 1 });
    expect(codes[0]).toMatchObject({ before: before[0], after: after[0] });
    expect(codes[1]).toMatchObject({ before: before[1], after: undefined });
    expect(codes[2]).toMatchObject({ before: undefined, after: after[2] });
  });

  it('takes 0118 and 118 for two codes: leading zeros count', () => {
    expect(found([code('0118', 'Fjordvik')], [code('118', 'Fjordvik')])).toEqual([
      'removed 0118',
      'added 118',
    ]);
  });

  it('puts what is gone behind what it stood behind', () => {
    const before = ['a', 'b', 'c', 'd', 'e'].map((name) => code(name));
    const after = ['d', 'x', 'c'].map((name) => code(name));
    expect(found(before, after)).toEqual(['removed a', 'removed b', 'removed e', 'added x']);
  });

  it('tells several of the same code apart by their values, and pairs the rest in their order', () => {
    const before = [code('1', 'one'), code('1', 'two'), code('1', 'three')];
    expect(found(before, before.toReversed())).toEqual([]);
    expect(found(before, [code('1', 'two'), code('1', 'uno'), code('1', 'three')])).toEqual([
      'changed 1 value1',
    ]);
    expect(found(before, [code('1', 'three')])).toEqual(['removed 1', 'removed 1']);
    expect(found([code('1', 'one')], [code('1', 'one'), code('1', 'one')])).toEqual(['added 1']);
    const keys = compareCodes(before, []).codes.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('accounts for every code of both lists, whatever they hold', () => {
    let seed = 7;
    const next = (below: number) =>
      (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const list = () =>
      Array.from({ length: next(12) }, () => code(`${next(6)}`, `${next(3)}`, `${next(2)}`));
    for (let run = 0; run < 300; run += 1) {
      const [before, after] = [list(), list()];
      const { codes, counts } = compareCodes(before, after);
      expect(counts.same + counts.changed + counts.removed).toBe(before.length);
      expect(counts.same + counts.changed + counts.added).toBe(after.length);
      expect(codes).toHaveLength(counts.added + counts.removed + counts.changed);
      // Back again: what came goes, what went comes.
      const back = compareCodes(after, before).counts;
      expect([back.added, back.removed]).toEqual([counts.removed, counts.added]);
    }
  });
});
