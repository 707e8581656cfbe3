// Finding by any part of a name, as a Norwegian types it.
import { describe, expect, it } from 'vitest';
import { folded, found } from '../../../../renderer/state/palette.ts';

const screens = [
  'Enterprise users',
  'Activity',
  'Connections and credentials',
  'Settings',
  'Lås nå',
];
const find = (typed: string) => found(screens, typed, (name) => name);

describe('found', () => {
  it('everything, in its order, while nothing is typed', () => {
    expect(find('  ')).toEqual(screens);
  });

  it('needs every word, in any order and any case', () => {
    expect(find('CRED conn')).toEqual(['Connections and credentials']);
    expect(find('users x')).toEqual([]);
  });

  it('puts names with a word that begins so first', () => {
    expect(find('t')).toEqual([
      'Enterprise users',
      'Activity',
      'Connections and credentials',
      'Settings',
    ]);
    expect(find('se')[0]).toBe('Settings');
  });

  it('finds å by a, ø by o and æ by ae, and the letters themselves', () => {
    expect(find('las na')).toEqual(['Lås nå']);
    expect(find('lås')).toEqual(['Lås nå']);
    expect(folded('Ærlig Øre')).toBe('aerlig ore');
  });
});
