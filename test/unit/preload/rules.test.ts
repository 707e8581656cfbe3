// The rules that the page asks in place of schemas: on every sample they say what the schemas say.
import { describe, expect, it } from 'vitest';
import { enterpriseUsers } from '../../../preload/contract/enterprise-users.ts';
import { serviceCode, serviceEdition } from '../../../preload/contract/metadata.ts';
import {
  isParty,
  isServiceCode,
  isServiceEdition,
  userNameProblem,
} from '../../../preload/contract/rules.ts';
import { party, serverAddress } from '../../../preload/contract/schema.ts';

describe('rules without schemas', () => {
  it.each([
    ['erp', undefined],
    ['Ola.Æ_1@x', undefined],
    ['', 'required'],
    ['a'.repeat(100), undefined],
    ['a'.repeat(101), 'too-long'],
    ['/'.repeat(101), 'too-long'],
    ['two words', 'user-name'],
    ['a/b', 'user-name'],
    ['a\u202eb', undefined],
    ['a\u00a0b', 'user-name'],
    [' \u200b', 'required'],
    ['50%', 'user-name'],
  ])('a user name: %s', (name, problem) => {
    expect(userNameProblem(name)).toBe(problem);
    const given = enterpriseUsers.create.input.safeParse({ connection: 'c', userName: name });
    expect(given.error?.issues[0]?.message).toBe(problem);
  });

  it.each([
    ['my', true],
    ['r123', true],
    ['974760673', true],
    ['r', false],
    ['97476067', false],
    ['my ', false],
    ['../x', false],
  ])('who a call is made for: %s', (who, fine) => {
    expect(isParty(who)).toBe(fine);
    expect(party.safeParse(who).success).toBe(fine);
  });

  it.each([
    ['1234', 5, true, true],
    ['a-b_C', 0, true, true],
    ['x'.repeat(41), 999_999_999, false, true],
    ['', 1_000_000_000, false, false],
    ['a/b', -1, false, false],
    ['æ', 1.5, false, false],
    ['1', Number.NaN, true, false],
  ])('a service: %s, edition %d', (code, edition, codeIsFine, editionIsFine) => {
    expect([isServiceCode(code), isServiceEdition(edition)]).toEqual([codeIsFine, editionIsFine]);
    expect([
      serviceCode.safeParse(code).success,
      serviceEdition.safeParse(edition).success,
    ]).toEqual([codeIsFine, editionIsFine]);
  });
});

describe('the address of a provider’s server', () => {
  it.each([
    'https://login.example.test',
    'https://login.example.test/',
    'https://login.example.test:8443/a/b.c_d~e%20/-',
    'https://127.0.0.1:1/x',
  ])('may be %s', (address) => {
    expect(serverAddress.safeParse(address).success).toBe(true);
  });

  it.each([
    ['another scheme', 'http://login.example.test/'],
    ['a user name', 'https://kari@login.example.test/'],
    ['a query', 'https://login.example.test/?a=1'],
    ['a fragment', 'https://login.example.test/#a'],
    ['letters beyond ASCII', 'https://løgin.example.test/'],
    ['a port that is none', 'https://login.example.test:99999/'],
    ['a step upwards', 'https://login.example.test/a/../b'],
    ['a point at the end of the host, by which it is another one', 'https://login.example.test./'],
    ['a point at the end of the host and no path', 'https://login.example.test.'],
    ['a point before the port', 'https://login.example.test.:443/'],
    ['something before it', 'x https://login.example.test/'],
  ])('has not %s', (_what, address) => {
    const { error } = serverAddress.safeParse(address);
    expect(error?.issues.map(({ message }) => message)).toEqual(['server-address']);
  });
});
