// The addresses of code lists: written and read back, and invalid ones.
import { describe, expect, it } from 'vitest';
import {
  idOf,
  otherFor,
  type Place,
  placeOf,
  versionOf,
} from '../../../../../renderer/screens/reference/code-list-places.ts';

const places: readonly (readonly [string | null, Place])[] = [
  [null, { kind: 'none' }],
  ['Units', { kind: 'list', name: 'Units', version: null }],
  ['Units/3', { kind: 'list', name: 'Units', version: 3 }],
  ['Empty list/0', { kind: 'list', name: 'Empty list', version: 0 }],
  ['A+compare/2', { kind: 'list', name: 'A+compare', version: 2 }],
  ['Units/3+compare', { kind: 'list', name: 'Units', version: 3, compare: 'some' }],
  ['Units/3+compare/1', { kind: 'list', name: 'Units', version: 3, compare: 1 }],
  ['Units/3+compare/before', { kind: 'list', name: 'Units', version: 3, compare: 'before' }],
];

describe('places of code lists', () => {
  it.each(places)('%s is read and written back', (id, place) => {
    expect(placeOf(id)).toEqual(place);
    expect(idOf(place)).toBe(id);
  });

  it.each(['Units/x', 'Units/3/4', 'Units/3+other', 'a?b/1', 'a%2F/1', '/3'])(
    '%s is no place',
    (id) => expect(placeOf(id)).toEqual({ kind: 'none' }),
  );

  it('goes to the newest version where none is named, and to the named one where it is not there', () => {
    const list = { versions: [{ version: 4 }, { version: 2 }] };
    expect(versionOf(list, { version: null })).toBe(4);
    expect(versionOf(list, { version: 3 })).toBe(3);
    expect(versionOf({ versions: [] }, { version: null })).toBeUndefined();
  });

  it('compares with the next older version, else a newer one, else with itself before', () => {
    const list = { versions: [{ version: 4 }, { version: 2 }, { version: 1 }] };
    expect(otherFor(list, 4, true)).toBe(2);
    expect(otherFor(list, 1, true)).toBe(2);
    expect(otherFor({ versions: [{ version: 1 }] }, 1, true)).toBe('before');
    expect(otherFor({ versions: [{ version: 1 }] }, 1, false)).toBeUndefined();
  });
});
