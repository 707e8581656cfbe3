// The grid of rights as data: which rights can be given again, adding without loss, toggling, and arrow keys.
import { describe, expect, it } from 'vitest';
import type { Right } from '../../../../../preload/contract/role-definitions.ts';
import {
  ACTIONS,
  countOf,
  expressible,
  inWords,
  marked,
  movedIn,
  rightsOf,
  rowsOf,
  tickOf,
  withRows,
} from '../../../../../renderer/screens/role-definitions/rights.ts';

const given = (serviceCode: string, serviceEdition: number, action: (typeof ACTIONS)[number]) => ({
  serviceCode,
  serviceEdition,
  action,
});
const right = (part: Partial<Right>): Right => ({
  id: null,
  type: 'Service',
  serviceCode: '0042',
  serviceEdition: 1,
  action: { word: 'Read', known: 'Read' },
  source: null,
  delegable: null,
  ...part,
});

describe('rows', () => {
  it('are one per service and edition, with each action once and in the order of the columns', () => {
    const rows = rowsOf([
      given('0042', 1, 'Sign'),
      given('42', 1, 'Read'),
      given('0042', 1, 'Read'),
      given('0042', 2, 'Write'),
      given('0042', 1, 'Read'),
    ]);
    expect(rows).toEqual([
      { code: '0042', edition: 1, actions: ['Read', 'Sign'] },
      { code: '42', edition: 1, actions: ['Read'] },
      { code: '0042', edition: 2, actions: ['Write'] },
    ]);
    expect(countOf(rows)).toBe(4);
    expect(rowsOf(rightsOf(rows))).toEqual(rows);
  });

  it('adding keeps every action there was and puts new services first', () => {
    const rows = rowsOf([given('1', 1, 'Sign'), given('2', 1, 'Read')]);
    const after = withRows(rows, [
      { code: '2', edition: 1, actions: ['Write'] },
      { code: '9', edition: 3, actions: [] },
      { code: '9', edition: 3, actions: ['Read'] },
    ]);
    expect(after).toEqual([
      { code: '9', edition: 3, actions: ['Read'] },
      { code: '1', edition: 1, actions: ['Sign'] },
      { code: '2', edition: 1, actions: ['Read', 'Write'] },
    ]);
    expect(rows[1]?.actions).toEqual(['Read']);
  });

  it('toggling touches the rows that are named and leaves the others the same objects', () => {
    const rows = rowsOf([given('1', 1, 'Read'), given('2', 1, 'Read')]);
    const on = marked(rows, new Set(['1/1']), ['Write', 'Read'], true);
    expect(on[0]?.actions).toEqual(['Read', 'Write']);
    expect(on[1]).toBe(rows[1]);
    expect(marked(on, new Set(['1/1']), ACTIONS, false)[0]?.actions).toEqual([]);
    expect(marked(rows, new Set(['1/1']), ['Read'], true)[0]).toBe(rows[0]);
    expect([tickOf(0, 0), tickOf(0, 2), tickOf(1, 2), tickOf(2, 2)]).toEqual([
      ...['none', 'none', 'some', 'all'],
    ]);
  });
});

describe('what cannot be given again', () => {
  it('is every right without edition, without service, with Access or an unknown action', () => {
    const fine = right({ action: { word: 'Archive-Read', known: 'ReadArchive' } });
    const lost = [
      right({ serviceEdition: null }),
      right({ serviceCode: '' }),
      right({ action: { word: 'Access', known: 'Access' } }),
      right({ action: { word: 'Approve', known: 'unknown' } }),
      right({ serviceEdition: -1 }),
    ];
    const found = expressible([lost[0]!, fine, ...lost.slice(1)]);
    expect(found.given).toEqual([given('0042', 1, 'ReadArchive')]);
    expect(found.lost).toEqual(lost);
  });
});

describe('moving in the grid', () => {
  const size = { rows: 5, columns: 8, page: 3 };
  const key = (name: string, more = {}) => ({ key: name, ctrlKey: false, altKey: false, ...more });
  it.each([
    ['ArrowDown', { row: 2, column: 0 }],
    ['ArrowUp', { row: 0, column: 0 }],
    ['ArrowLeft', { row: 1, column: 0 }],
    ['ArrowRight', { row: 1, column: 1 }],
    ['End', { row: 1, column: 7 }],
    ['PageDown', { row: 4, column: 0 }],
    ['PageUp', { row: 1, column: 0 }],
  ])('%s', (name, to) => {
    expect(movedIn({ row: 1, column: 0 }, key(name), size)).toEqual(to);
  });
  it('goes to the corners with Ctrl, stays inside, and leaves other keys alone', () => {
    const at = { row: 3, column: 3 };
    expect(movedIn(at, key('Home', { ctrlKey: true }), size)).toEqual({ row: 0, column: 0 });
    expect(movedIn(at, key('End', { ctrlKey: true }), size)).toEqual({ row: 4, column: 7 });
    expect(movedIn({ row: 4, column: 7 }, key('PageDown'), size)).toEqual({ row: 4, column: 7 });
    expect(movedIn(at, key('ArrowLeft', { altKey: true }), size)).toBeUndefined();
    expect(movedIn(at, key(' '), size)).toBeUndefined();
  });
});

it('actions are told as in a sentence, with one capital', () => {
  const list = (parts: readonly string[]) => parts.join(' and ');
  expect(inWords(['Read', 'Read archive'], list)).toBe('Read and read archive');
  expect(inWords([], list)).toBe('');
});
