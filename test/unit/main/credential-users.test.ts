// Which connections a credential is used by: each way of signing in, the API key, and the password of a proxy.
import { describe, expect, it } from 'vitest';
import { usersOf } from '../../../main/infrastructure.ts';
import type { SavedConnection } from '../../../main/storage/connection-store.ts';

const connection = (id: string, more: Partial<SavedConnection>): SavedConnection => ({
  id,
  name: id,
  environment: 'test',
  baseAddress: 'https://platform.example.test/',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '974760673',
  signIn: { way: 'none' },
  apiKey: null,
  highestTls: 'TLSv1.2',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCa: null,
  extraCaPem: null,
  ...more,
});
const machine = {
  way: 'machine-token' as const,
  tokenEndpoint: 'https://login.example.test/token',
  audience: 'https://login.example.test/',
  clientId: 'client',
  scopes: ['a:b'],
};
const at = { host: 'proxy.example.test', port: 8080, userName: 'kari' } as const;

/** Named by what they use. */
const connections = {
  all: () => [
    connection('nothing', {}),
    connection('certificate', { signIn: { way: 'certificate', certificate: 'k' } }),
    connection('other certificate', { signIn: { way: 'certificate', certificate: 'other' } }),
    connection('proof by certificate', {
      signIn: { ...machine, proof: { by: 'certificate', certificate: 'k' } },
    }),
    connection('registered key', {
      signIn: { ...machine, proof: { by: 'registered-key', key: 'k', keyId: '1' } },
    }),
    connection('name of a key at the provider', {
      signIn: { ...machine, proof: { by: 'registered-key', key: 'other', keyId: 'k' } },
    }),
    connection('password', { signIn: { way: 'password', userName: 'k', password: 'other' } }),
    connection('own password', { signIn: { way: 'password', userName: 'kari', password: 'k' } }),
    connection('enterprise user', {
      signIn: { way: 'enterprise-user', userName: 'erp', password: 'other', certificate: 'k' },
    }),
    connection('password of an enterprise user', {
      signIn: { way: 'enterprise-user', userName: 'erp', password: 'k', certificate: 'other' },
    }),
    connection('API key', { apiKey: 'k' }),
    connection('other API key', { apiKey: 'other' }),
    connection('proxy', { proxy: { use: 'manual', ...at, password: 'k' } }),
    connection('other proxy', { proxy: { use: 'manual', ...at, password: 'other' } }),
    connection('proxy without password', { proxy: { use: 'manual', ...at } }),
  ],
};

describe('the users of a credential', () => {
  it('are the connections that sign in with it, have it as API key, or pass their proxy with it', () => {
    expect(usersOf('k', connections)).toEqual([
      'certificate',
      'proof by certificate',
      'registered key',
      'own password',
      'enterprise user',
      'password of an enterprise user',
      'API key',
      'proxy',
    ]);
  });

  it('are none where no connection names it', () => {
    expect(usersOf('unused', connections)).toEqual([]);
  });
});
