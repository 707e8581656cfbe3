// One resource model for all the shapes of HAL that servers send.
import { describe, expect, it } from 'vitest';
import {
  expandTemplate,
  fieldOf,
  itemsOf,
  linkOf,
  linkWith,
  readList,
  readOne,
  readResource,
  variablesOf,
} from '../../../../main/http/hal.ts';

const names = (value: unknown) =>
  readList(value, 'users', 'enterpriseusers')?.map((one) => fieldOf(one.state, 'UserName'));

describe('lists', () => {
  const user = (name: string) => ({ UserName: name });
  it.each<[string, unknown, unknown]>([
    ['a bare array', [user('a'), user('b')], ['a', 'b']],
    ['HAL _embedded', { _links: {}, _embedded: { users: [user('a')] } }, ['a']],
    ['_embedded under another name', { _embedded: { whatever: [user('a')] } }, ['a']],
    ['_embedded under another name, an object', { _embedded: { whatever: user('a') } }, ['a']],
    ['_embedded with an object for a list of one', { _embedded: { users: user('a') } }, ['a']],
    ['a named array', { EnterpriseUsers: [user('a')], Count: 1 }, ['a']],
    ['an object for a list of one', user('a'), ['a']],
    ['an empty array', [], []],
    ['an empty _embedded', { _embedded: {} }, []],
    ['an empty element', '', []],
    ['an empty HAL XML list: nothing but links', { _links: { self: { href: '/' } } }, []],
    ['an empty named element', { Count: '0', Users: '' }, []],
    ['an element that wraps one', { Users: { User: user('a') } }, ['a']],
    ['an element that wraps several', { Users: { Person: [user('a'), user('b')] } }, ['a', 'b']],
    ['a root that holds one', { User: user('a') }, ['a']],
    ['one object with links', { _links: { self: { href: '/' } }, UserName: 'a' }, ['a']],
  ])('%s', (_name, value, expected) => {
    expect(names(value)).toEqual(expected);
  });

  it('PAR-08 what is no list is not an empty list', () => {
    for (const value of [
      null,
      'x',
      3,
      [1],
      [null],
      { a: { b: 1 } },
      { _embedded: { a: [], b: [] } },
    ])
      expect(names(value)).toBeUndefined();
  });

  it('one resource comes as itself or as an array of one', () => {
    expect(readOne([user('a')])?.state).toEqual(user('a'));
    expect(readOne(user('a'))?.state).toEqual(user('a'));
    expect(readOne([])).toBeUndefined();
    expect(readOne([user('a'), user('b')])).toBeUndefined();
  });
});

describe('items', () => {
  it.each<[unknown, readonly unknown[]]>([
    [undefined, []],
    [null, []],
    ['', []],
    [' \n ', []],
    [[], []],
    [{}, []],
    [
      ['a', null],
      ['a', null],
    ],
    ['a', ['a']],
    [0, [0]],
    [{ A: 1, B: 2 }, [{ A: 1, B: 2 }]],
    [{ A: 1 }, [{ A: 1 }]],
    [{ item: '1' }, ['1']],
    [{ int: ['1', '2'] }, ['1', '2']],
    [{ Right: [{ A: 1 }] }, [{ A: 1 }]],
    [{ Right: { A: 1, B: 2 } }, [{ A: 1, B: 2 }]],
    [{ _links: { self: '/' } }, [{ _links: { self: '/' } }]],
  ])('of %j are %j', (value, expected) => {
    expect(itemsOf(value)).toEqual(expected);
  });
});

describe('fields and links', () => {
  it('keeps every relation with its facts in the spelling of the server, also unknown ones', () => {
    const resource = readResource({
      _links: {
        'Brand-New': { href: '/n', color: 'red', deep: { a: 1 } },
        Form: '/f/1',
        form: [{ href: '/f/2' }],
        broken: {},
      },
    });
    expect(resource?.relations).toEqual([
      {
        name: 'Brand-New',
        links: [{ href: '/n', templated: false, facts: { color: 'red', deep: { a: 1 } } }],
      },
      { name: 'Form', links: [{ href: '/f/1', templated: false, facts: {} }] },
      { name: 'form', links: [{ href: '/f/2', templated: false, facts: {} }] },
    ]);
    expect(resource?.links.get('form')?.map(({ href }) => href)).toEqual(['/f/1', '/f/2']);
  });

  it('finds a field by any letter case and spelling; the exact one wins', () => {
    expect(fieldOf({ serviceEDITION: 1 }, 'ServiceEdition')).toBe(1);
    expect(fieldOf({ ServiceEdtionCode: 2 }, 'ServiceEditionCode', 'ServiceEdtionCode')).toBe(2);
    expect(fieldOf({ secret: 'no', Secret: 'yes' }, 'Secret')).toBe('yes');
    expect(fieldOf({}, 'toString')).toBeUndefined();
  });

  it('reads links given as an object, an array, a string, or not at all', () => {
    const resource = readResource({
      _links: {
        self: { href: '/api/a' },
        form: [{ href: '/api/f/1', name: 'one' }, { href: '/api/f/2' }, 'nonsense', 7],
        Print: '/api/p',
        find: { href: '/api/m/{MessageId}', isTemplated: 'true' },
        broken: { hreff: 'x' },
        nothing: null,
      },
      Name: 'x',
    });
    if (resource === undefined) throw new Error('not read');
    expect(linkOf(resource, 'self')).toEqual({ href: '/api/a', templated: false, facts: {} });
    expect(resource.links.get('form')?.map((link) => link.href)).toEqual([
      '/api/f/1',
      '/api/f/2',
      'nonsense',
    ]);
    expect(linkOf(resource, 'form')?.facts).toEqual({ name: 'one' });
    expect(linkOf(resource, 'print')?.href).toBe('/api/p');
    expect(linkOf(resource, 'find')?.templated).toBe(true);
    expect(linkOf(resource, 'broken', 'nothing')).toBeUndefined();
    expect(resource.state).toEqual({ Name: 'x' });
    for (const links of [undefined, null, 'x', 7, []])
      expect(readResource({ _links: links })?.links.size).toBe(0);
  });

  it('reads the names of a template from it, in whatever letter case they come', () => {
    expect(variablesOf('/api/m/{messageId}{?language,who}')).toEqual([
      'messageId',
      'language',
      'who',
    ]);
    expect(expandTemplate('/api/m/{MessageId}', { messageid: 'a/1 æ' })).toBe(
      '/api/m/a%2F1%20%C3%A6',
    );
    expect(expandTemplate('/api/m{?a,b}{&c}', { a: '1', c: '3' })).toBe('/api/m?a=1&c=3');
    expect(expandTemplate('/api/m{?a}', {})).toBe('/api/m');
  });
});

describe('linkWith', () => {
  it('fills templates, adds the rest, and leaves out what is not given', () => {
    const query = { roleDefinitionCode: 'A&B', $skip: undefined, serviceCode: '0011' };
    const both = 'roleDefinitionCode=A%26B&serviceCode=0011';
    expect(linkWith('https://a/api/x', query)).toBe(`https://a/api/x?${both}`);
    expect(linkWith('https://a/api/x?z=1', query)).toBe(`https://a/api/x?z=1&${both}`);
    expect(linkWith('/api/x{?RoleDefinitionCode,other}', query)).toBe(
      '/api/x?RoleDefinitionCode=A%26B&serviceCode=0011',
    );
    expect(linkWith('/api/x{?other}', {})).toBe('/api/x');
    expect(linkWith('/api/x#part', { $skip: '50' })).toBe('/api/x?$skip=50');
  });
});
