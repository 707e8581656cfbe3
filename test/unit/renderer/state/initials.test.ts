// The initials of an organisation.
import { expect, it } from 'vitest';
import { initialsOf } from '../../../../renderer/state/initials.ts';

it.each([
  ['Fjordtrafikk AS', 'FJ'],
  ['Nordre Øy kommune', 'NØ'],
  ['øst-vest ASA', 'ØV'],
  ['A', 'A'],
  ['', ''],
  ['  – AS', ''],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
