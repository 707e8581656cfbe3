// Ticks in the list: single, ranges by Shift that grow and shrink, all and none.
import { expect, it } from 'vitest';
import {
  allToggled,
  noTicks,
  ranged,
  tickState,
  toggled,
  without,
} from '../../../renderer/components/ticks.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const itself = (name: string) => name;
const names = (ticks: { names: ReadonlySet<string> }) => [...ticks.names].sort();

it('a tick toggles', () => {
  expect(names(toggled(noTicks, 'b'))).toEqual(['b']);
  expect(names(toggled(toggled(noTicks, 'b'), 'b'))).toEqual([]);
});

it('a range begins at the row ticked last, grows, shrinks and turns', () => {
  const ticks = toggled(toggled(noTicks, 'e'), 'b');
  const grown = ranged(ticks, order, 'b', 'd');
  expect(names(grown)).toEqual(['b', 'c', 'd', 'e']);
  const shrunk = ranged(grown, order, 'd', 'c');
  expect(names(shrunk)).toEqual(['b', 'c', 'e']);
  expect(names(ranged(shrunk, order, 'c', 'a'))).toEqual(['a', 'b', 'e']);
});

it('without an anchor a range begins at the present row', () => {
  expect(names(ranged(noTicks, order, 'c', 'd'))).toEqual(['c', 'd']);
});

it('an anchor that the filter hides is not used', () => {
  const ticks = toggled(noTicks, 'z');
  expect(names(ranged(ticks, order, 'b', 'c'))).toEqual(['b', 'c', 'z']);
});

it('a row that is not shown changes nothing', () => {
  const ticks = toggled(noTicks, 'a');
  expect(ranged(ticks, order, 'a', 'missing')).toBe(ticks);
});

it('ticking all takes what is shown and leaves what the filter hides', () => {
  const hidden = toggled(noTicks, 'z');
  const all = allToggled(hidden, order);
  expect(names(all)).toEqual([...order, 'z']);
  expect(tickState(all, order, itself)).toBe('all');
  expect(names(allToggled(all, order))).toEqual(['z']);
  expect(tickState(noTicks, [], itself)).toBe('none');
});

it('a removed user keeps no tick', () => {
  const ticks = toggled(toggled(noTicks, 'a'), 'b');
  expect(names(without(ticks, (name) => name !== 'a'))).toEqual(['b']);
  expect(without(ticks, () => true)).toBe(ticks);
  expect(tickState(ticks, order, itself)).toBe('some');
});

it('a list of which nothing is ticked is not looked through', () => {
  const looked = (): string => {
    throw new Error('A row was looked at.');
  };
  expect(tickState(noTicks, order, looked)).toBe('none');
});
