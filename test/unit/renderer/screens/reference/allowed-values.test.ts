// The allowed values of a schema: their elements, and the code lists with exactly the same values.
import { expect, test } from 'vitest';
import type { OutlineNode } from '../../../../../preload/contract/xsd.ts';
import {
  allowedIn,
  fitting,
  knownFrom,
} from '../../../../../renderer/screens/reference/allowed-values.ts';

const node = (
  depth: number,
  name: string,
  more: Partial<Pick<OutlineNode, 'kind' | 'valueCount'>> & { values?: readonly string[] } = {},
): OutlineNode => ({
  depth,
  name,
  kind: more.kind ?? 'element',
  type: '',
  base: '',
  min: 1,
  max: 1,
  line: 1,
  documentation: '',
  facets: [],
  fixed: null,
  default: null,
  recursive: false,
  values: (more.values ?? []).map((value) => ({ value, label: '' })),
  valueCount: more.valueCount ?? more.values?.length ?? 0,
});
const list = (name: string, ...codes: readonly string[]) =>
  knownFrom({
    name,
    version: 2,
    language: 1033,
    codes: codes.map((code) => ({ code, value1: '', value2: '', value3: '' })),
  });

test('each stands with its path; groups have no step of their own, attributes an @', () => {
  const found = allowedIn([
    node(0, 'Form'),
    node(1, '', { kind: 'choice' }),
    node(2, 'Car', { values: ['a', 'b'] }),
    node(3, 'kind', { kind: 'attribute', values: ['x'] }),
    node(1, 'End', { values: ['1'] }),
  ]);
  expect(found.map(({ path }) => path)).toEqual(['/Form/Car', '/Form/Car/@kind', '/Form/End']);
});

test('a code list fits with exactly the same codes, in any order; leading zeros count', () => {
  const [values] = allowedIn([node(0, 'Kind', { values: ['01', '2', '3'] })]);
  if (values === undefined) throw new Error('There is one.');
  const known = [
    list('same', '3', '01', '2'),
    list('fewer', '01', '2'),
    list('more', '01', '2', '3', '4'),
    list('no-zero', '1', '2', '3'),
    list('twice', '01', '2', '3', '3'),
  ];
  expect(fitting(values, known).map(({ name }) => name)).toEqual(['same', 'twice']);
});

test('one value alone, or values of which not all came, fit nothing', () => {
  const [one, cut] = allowedIn([
    node(0, 'One', { values: ['1'] }),
    node(0, 'Cut', { values: ['1', '2'], valueCount: 700 }),
  ]);
  if (one === undefined || cut === undefined) throw new Error('There are two.');
  expect(fitting(one, [list('l', '1')])).toEqual([]);
  expect(fitting(cut, [list('l', '1', '2')])).toEqual([]);
});
