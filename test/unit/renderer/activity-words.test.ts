// Every change in the journal has words in both languages; none is shown by its technical name.
import { expect, it } from 'vitest';
import { contract } from '../../../preload/contract/contract.ts';
import { activity as en } from '../../../renderer/texts/en/activity.ts';
import { activity as nb } from '../../../renderer/texts/nb/activity.ts';

const writes = Object.entries(contract).flatMap(([feature, operations]) =>
  Object.entries(operations)
    .filter(([, { effect }]) => effect === 'write')
    .map(([name]) => `${feature}.${name}`),
);

it('knows of every operation that writes', () => {
  expect(writes.length).toBeGreaterThan(40);
  expect(writes.filter((name) => en.operation[name] === undefined)).toEqual([]);
  expect(writes.filter((name) => nb.operation[name] === undefined)).toEqual([]);
});
