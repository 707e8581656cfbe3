// A file of connections as text: read as it was written, and everything else told apart by what to do about it.
import { describe, expect, it } from 'vitest';
import {
  type ConnectionFileContent,
  type FiledConnection,
  parseConnectionFile,
  writeConnectionFile,
} from '../../../../main/file-formats/connection-file.ts';
import { Secret } from '../../../../main/secret.ts';

const connection: FiledConnection = {
  ...{ name: 'Fjord', environment: 'production', baseAddress: 'https://here.example' },
  ...{ organisationName: 'Fjordtrafikk AS', organisationNumber: '910514318' },
  signIn: { way: 'certificate', certificate: 'certificate-1' },
  ...{ apiKey: 'api-key-1', highestTls: 'TLSv1.3', language: 1044 },
  ...{ mediaType: 'application/hal+json', proxy: { use: 'none' }, formerHosts: [] },
  ...{ extraCa: null, leftOut: [] },
};
const content: ConnectionFileContent = {
  ...{ made: '2026-05-04T08:00:00.000Z', for: 'self', settings: { scheme: 'dark' } },
  connections: [connection, { ...connection, name: 'Bergen' }],
  credentials: [
    {
      ...{ id: 'certificate-1', kind: 'certificate', name: 'Ours', subject: 'CN=Fjord' },
      validTo: '2027-05-04T08:00:00.000Z',
    },
    { id: 'api-key-1', kind: 'api-key', name: 'Key', secret: new Secret('s3cret-text') },
  ],
};
const written = () => writeConnectionFile(content);
/** The same with some of it replaced. */
const changed = (change: object) =>
  JSON.stringify({ ...(JSON.parse(written()) as object), ...change });
const withConnection = (change: object) => changed({ connections: [{ ...connection, ...change }] });

describe('a file of connections', () => {
  it('is read as it was written, sorted by name, and says first what it is', () => {
    const read = parseConnectionFile(written());
    if (typeof read === 'string') throw new TypeError(read);
    expect(read.connections.map(({ name }) => name)).toEqual(['Bergen', 'Fjord']);
    expect(read.credentials[1]?.secret?.expose()).toBe('s3cret-text');
    const { credentials, connections: _connections, ...rest } = read;
    expect(rest).toEqual({ made: content.made, for: 'self', settings: { scheme: 'dark' } });
    expect(credentials[0]).toEqual(content.credentials[0]);
    expect(written().split('\n')[1]).toContain('with their secrets');
    const open = { ...content, credentials: content.credentials.slice(0, 1) };
    expect(writeConnectionFile(open).split('\n')[1]).toContain('without secrets');
  });

  it('is the same for the same connections, in whichever order they are given', () => {
    const connections = content.connections.toReversed();
    expect(writeConnectionFile({ ...content, connections })).toBe(written());
  });

  it('drops what it does not name', () => {
    const read = parseConnectionFile(withConnection({ id: 'c-1', offers: {}, token: 'x' }));
    expect(JSON.stringify(read)).not.toMatch(/c-1|offers|token/);
  });

  const foreign: readonly (readonly [string, string | Uint8Array])[] = [
    ['nothing', ''],
    ['no JSON', 'steward-connections'],
    ['half of it', written().slice(0, 300)],
    ['a list', '[]'],
    ['null', 'null'],
    ['another format', changed({ format: 'steward-secrets-1' })],
    ['no version', changed({ version: undefined })],
    ['a version that is no number', changed({ version: '1' })],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x7b, 0)],
    ['very deep JSON', '['.repeat(200_000)],
  ];
  it.each(foreign)('%s is foreign', (_, text) => {
    expect(parseConnectionFile(text)).toBe('foreign');
  });

  it('a higher version is newer, whatever else it holds', () => {
    expect(parseConnectionFile('{"format":"steward-connections","version":2}')).toBe('newer');
  });

  const damaged: readonly (readonly [string, () => string])[] = [
    ['version 0', () => changed({ version: 0 })],
    ['no connections', () => changed({ connections: undefined })],
    ['no credentials', () => changed({ credentials: undefined })],
    ['a time that is none', () => changed({ made: 'yesterday' })],
    ['for nobody', () => changed({ for: 'everybody' })],
    ['a setting beyond its limits', () => changed({ settings: { idleLockMinutes: 100_000 } })],
    ['an address without TLS', () => withConnection({ baseAddress: 'http://here.example' })],
    [
      'an address with a name in it',
      () => withConnection({ baseAddress: 'https://a@here.example' }),
    ],
    ['a number of no organisation', () => withConnection({ organisationNumber: '910514319' })],
    ['a name that turns around', () => withConnection({ name: 'a\u202eb' + '\u0007' })],
    ['a way of signing in that nobody knows', () => withConnection({ signIn: { way: 'magic' } })],
    ['no key, and a sign-in', () => withConnection({ apiKey: null })],
    ['a credential that is not in it', () => withConnection({ apiKey: 'api-key-2' })],
    ['a credential of another kind', () => withConnection({ apiKey: 'certificate-1' })],
    ['two credentials of one id', () => changed({ credentials: [...keys(), ...keys()] })],
    [
      'one key for two places in production',
      () =>
        changed({ connections: [connection, { ...connection, baseAddress: 'https://b.example' }] }),
    ],
    [
      'too many connections',
      () => changed({ connections: Array.from({ length: 201 }, () => connection) }),
    ],
    [
      'a secret that is no text',
      () => changed({ credentials: [{ ...keys()[1], secret: 5 }, keys()[0]] }),
    ],
  ];
  const keys = () => (JSON.parse(written()) as { credentials: object[] }).credentials;
  it.each(damaged)('%s is damaged', (_, text) => {
    expect(parseConnectionFile(text())).toBe('damaged');
  });
});
