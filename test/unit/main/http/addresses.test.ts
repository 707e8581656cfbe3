// Paths of the API: what a name may be in them, encoded, and what never leaves its place.
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../../main/http/addresses.ts';
import { isAddressable } from '../../../../preload/contract/rules.ts';

const base = 'https://api.example.test';
const toUser = (name: string) =>
  addressOf(base, { path: `api/enterpriseusers/${encodeURIComponent(name)}/rotatesecret` });

describe('a name in a path', () => {
  it.each([
    ...[
      'lønn system',
      'dom\\x',
      'a/b',
      '100%',
      'nr#1',
      'hva?',
      'a%2fb',
      'v1..2',
      '.a',
      'a.',
      '...x',
    ],
    ...['a;b', 'kari@dom', 'a\u200eb', 'a\u00a0b', "o'hara"],
  ])('FLD-15 is one part of it, encoded: %j', (name) => {
    expect(isAddressable(name)).toBe(true);
    const parts = toUser(name).pathname.split('/');
    expect(parts.slice(1, 3)).toEqual(['api', 'enterpriseusers']);
    expect(parts).toHaveLength(5);
    expect(decodeURIComponent(parts[3] ?? '')).toBe(name);
  });

  it.each([
    ...[
      '.',
      '..',
      '../reportees',
      'a/../b',
      '..\\x',
      'a/..',
      'a/.;x',
      '%2e%2e',
      '%2e%2e%2fx',
      '%252e',
    ],
    ...['a\0b', '\ud800', '... /x'],
  ])('LNK-01 is refused where a server may read another path: %j', (name) => {
    // However often it is encoded: some servers go on decoding.
    expect(isAddressable(name)).toBe(false);
    expect(() => toUser(name)).toThrow(Error);
  });
});
