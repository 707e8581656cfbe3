// Role requirements as a table: columns are the steps in order, cells the rights in each.
import { expect, test } from 'vitest';
import type { RoleRequirement } from '../../../../../preload/contract/metadata.ts';
import { tableOf } from '../../../../../renderer/screens/reference/requirement-table.ts';

type Operation = RoleRequirement['operations'][number];
const step = (sequence: number | null, name: string, securityLevel: number | null) => ({
  sequence,
  name,
  securityLevel,
});
const may = (word: string, ...appliesTo: Operation['appliesTo']): Operation => ({
  action: { word, known: 'unknown' },
  name: null,
  appliesTo,
});
const role = (id: number, ...operations: Operation[]): RoleRequirement => ({
  role: id,
  code: null,
  name: `Role ${id}`,
  parents: [],
  parentCodes: [],
  delegable: null,
  operations,
});
const words = (cells: readonly (readonly Operation[])[]) =>
  cells.map((cell) => cell.map(({ action }) => action.word));

test('steps stand in their order, the first one without a number; what names no step holds for all', () => {
  const { steps, rows } = tableOf([
    role(1, may('Sign', step(1, 'SendIn', 3)), may('Read')),
    role(2, may('Write', step(null, 'FormFilling', 2), step(1, 'SendIn', 3))),
  ]);
  expect(steps.map(({ name, securityLevel }) => [name, securityLevel])).toEqual([
    ['FormFilling', 2],
    ['SendIn', 3],
  ]);
  expect(rows.map(({ cells }) => words(cells))).toEqual([
    [['Read'], ['Sign', 'Read']],
    [['Write'], ['Write']],
  ]);
});

test('the same step with another security level is a column of its own', () => {
  const { steps, rows } = tableOf([
    role(1, may('Sign', step(1, 'SendIn', 3))),
    role(2, may('Sign', step(1, 'SendIn', 4))),
  ]);
  expect(steps).toHaveLength(2);
  expect(rows.map(({ cells }) => words(cells))).toEqual([
    [['Sign'], []],
    [[], ['Sign']],
  ]);
});

test('without any step there is one cell with all of it', () => {
  const { steps, rows } = tableOf([role(1, may('Access')), role(2)]);
  expect(steps).toEqual([]);
  expect(rows.map(({ cells }) => words(cells))).toEqual([[['Access']], [[]]]);
});
