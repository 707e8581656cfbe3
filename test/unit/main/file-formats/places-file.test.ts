// A file of places: taken whole, or refused with each fault by its path and in a sentence.
import { describe, expect, it } from 'vitest';
import { LARGEST_PLACES_FILE, readPlacesFile } from '../../../../main/file-formats/places-file.ts';
import { failureOf } from '../../../../main/problem.ts';

const place = { name: 'Test', environment: 'test', baseAddress: 'https://test.platform.example' };
const person = { kind: 'person', name: 'People', issuer: 'https://login.example' };
const machine = {
  kind: 'machine-token',
  name: 'Machines',
  tokenEndpoint: 'https://machine.example/token',
};
const least = { version: 1, name: 'Fjord IT', places: [place] };

const bytes = (content: unknown) =>
  content instanceof Uint8Array
    ? content
    : new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));

function refused(content: unknown) {
  try {
    readPlacesFile(bytes(content));
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === 'invalid-input')
      return { fields: failure.fields, message: failure.message };
  }
  throw new Error('It was taken.');
}

describe('a good file', () => {
  it('is taken with what it leaves out filled in', () => {
    expect(readPlacesFile(bytes({ ...least, providers: [person, machine] }))).toEqual({
      version: 1,
      name: 'Fjord IT',
      places: [{ ...place, formerHosts: [], highestTls: 'TLSv1.3' }],
      providers: [person, machine],
    });
  });

  it.each([
    ['places alone', least],
    ['providers alone', { version: 1, name: 'Fjord IT', providers: [person] }],
    ['a byte order mark', `\uFEFF${JSON.stringify(least)}`],
    [
      'one name for people and for machines',
      {
        ...least,
        providers: [
          { ...person, name: 'A' },
          { ...machine, name: 'A' },
        ],
      },
    ],
  ])('%s', (_, content) => {
    expect(readPlacesFile(bytes(content)).name).toBe('Fjord IT');
  });

  it('holds as much as it may: fifty of each', () => {
    const many = {
      ...least,
      places: Array.from({ length: 50 }, (_, i) => ({
        ...place,
        name: `Place ${String(i)}`,
        baseAddress: `https://p${String(i)}.example`,
        formerHosts: Array.from(
          { length: 20 },
          (__, k) => `old-${String(k)}.${'a'.repeat(60)}.example`,
        ),
      })),
    };
    expect(bytes(many).length).toBeLessThan(LARGEST_PLACES_FILE);
    expect(readPlacesFile(bytes(many)).places).toHaveLength(50);
  });
});

describe('a bad file', () => {
  const withPlace = (more: object) => ({ ...least, places: [{ ...place, ...more }] });
  const rows: readonly (readonly [
    what: string,
    content: unknown,
    fields: Readonly<Record<string, string>>,
    sentence: string,
  ])[] = [
    ['no text at all', '', { file: 'json' }, 'is empty'],
    ['blanks', ' \n', { file: 'json' }, 'is empty'],
    ['no JSON', '{"version": 1,', { file: 'json' }, 'must be JSON'],
    ['UTF-16', Buffer.from(JSON.stringify(least), 'utf16le'), { file: 'json' }, 'must be JSON'],
    [
      'Latin-1',
      Buffer.from('{"name":"Sør"}', 'latin1'),
      { file: 'not-utf-8' },
      'must be UTF-8 text',
    ],
    [
      'a field twice',
      '{"version":1,"name":"A","name":"B"}',
      { name: 'twice' },
      'has the field name twice',
    ],
    ['a list', [least], { input: 'wrong-type' }, 'the file must be an object in braces'],
    [
      'a managed.json',
      { version: 1, managedBy: 'IT', places: [place] },
      { file: 'managed-file' },
      'is a managed.json',
    ],
    ['another version', { ...least, version: 2 }, { version: 'not-a-choice' }, 'version must be 1'],
    [
      'nobody who hands it out',
      { version: 1, places: [place] },
      { name: 'required' },
      'name is missing',
    ],
    ['an empty name', { ...least, name: ' ' }, { name: 'required' }, 'name must be filled in'],
    [
      'neither places nor providers',
      { version: 1, name: 'IT' },
      { places: 'required' },
      'places is missing',
    ],
    ['an empty list', { ...least, places: [] }, { places: 'required' }, 'places must be filled in'],
    [
      'too many',
      { ...least, places: Array.from({ length: 51 }, () => place) },
      { places: 'too-many' },
      'places must be a shorter list',
    ],
    [
      'an unknown field',
      { ...least, proxy: { use: 'none' } },
      { proxy: 'unknown-field' },
      'proxy is a field that this version does not know',
    ],
    [
      'an unknown field of a place',
      withPlace({ apiKey: 'x' }),
      { 'places.0.apiKey': 'unknown-field' },
      'places[0].apiKey is a field that this version does not know',
    ],
    [
      'no name of a place',
      withPlace({ name: undefined }),
      { 'places.0.name': 'required' },
      'places[0].name is missing',
    ],
    [
      'another environment',
      withPlace({ environment: 'staging' }),
      { 'places.0.environment': 'not-a-choice' },
      'places[0].environment must be one of production, test',
    ],
    [
      'an address without TLS',
      withPlace({ baseAddress: 'http://a.example' }),
      { 'places.0.baseAddress': 'base-address' },
      'places[0].baseAddress must be an https address without user name and query',
    ],
    [
      'an address with a name before it',
      withPlace({ baseAddress: 'https://platform.example@evil.example' }),
      { 'places.0.baseAddress': 'base-address' },
      'places[0].baseAddress must be an https address',
    ],
    [
      'letters that only look alike',
      withPlace({ baseAddress: 'https://plаtform.example' }),
      { 'places.0.baseAddress': 'base-address' },
      'places[0].baseAddress must be an https address',
    ],
    [
      'a former host with its scheme',
      withPlace({ formerHosts: ['https://old.example'] }),
      { 'places.0.formerHosts.0': 'host-name' },
      'places[0].formerHosts[0] must be the name of a host',
    ],
    [
      'TLS that is too old',
      withPlace({ highestTls: 'TLSv1.1' }),
      { 'places.0.highestTls': 'not-a-choice' },
      'places[0].highestTls must be one of TLSv1.2, TLSv1.3',
    ],
    [
      'two places of one name',
      { ...least, places: [place, { ...place, name: 'TEST', baseAddress: 'https://b.example' }] },
      { 'places.1.name': 'twice' },
      'places[1].name must be another one: it is in the list twice',
    ],
    [
      'one address twice',
      {
        ...least,
        places: [place, { ...place, name: 'B', baseAddress: 'https://TEST.platform.example:443/' }],
      },
      { 'places.1.baseAddress': 'twice' },
      'places[1].baseAddress must be another one',
    ],
    [
      'a provider of another kind',
      { ...least, providers: [{ ...person, kind: 'saml' }] },
      { 'providers.0.kind': 'not-a-choice' },
      'providers[0].kind must be one of the kinds',
    ],
    [
      'an issuer with a query',
      { ...least, providers: [{ ...person, issuer: 'https://a.example?x' }] },
      { 'providers.0.issuer': 'server-address' },
      'providers[0].issuer must be an https address',
    ],
    [
      'an exchange host by its name',
      { ...least, providers: [{ ...machine, exchangeEndpoint: 'x.example' }] },
      { 'providers.0.exchangeEndpoint': 'server-address' },
      'providers[0].exchangeEndpoint must be an https address',
    ],
    [
      'an issuer twice',
      { ...least, providers: [person, { ...person, name: 'B' }] },
      { 'providers.1.issuer': 'twice' },
      'providers[1].issuer must be another one',
    ],
  ];
  it.each(rows)('%s', (_, content, fields, sentence) => {
    const found = refused(content);
    expect(found.fields).toEqual(fields);
    expect(found.message).toContain(sentence);
    expect(found.message).toMatch(
      /^This file of places .+\. Correct it, or ask whoever handed it out/s,
    );
  });

  it('says all that is wrong at once', () => {
    const { fields, message } = refused({ version: 1, places: [{ ...place, baseAddress: 'x' }] });
    expect(Object.keys(fields)).toEqual(['name', 'places.0.baseAddress']);
    expect(message).toContain('name is missing; places[0].baseAddress must be');
  });
});
