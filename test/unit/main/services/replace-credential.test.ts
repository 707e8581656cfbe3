// A credential in place of another: in every connection at once, whatever it is used for and wherever a kill comes.
import { describe, expect, it } from 'vitest';
import { openCredentialStore } from '../../../../main/secrets/credential-store.ts';
import { inCalls, usesIn } from '../../../../main/secrets/uses.ts';
import { Secret } from '../../../../main/secret.ts';
import { credentialsService } from '../../../../main/services/credentials.ts';
import { openConnectionStore } from '../../../../main/storage/connection-store.ts';
import type { Connection, SignIn } from '../../../../preload/contract/connections.ts';
import { purposesOf, withCredential } from '../../../../preload/contract/used-credentials.ts';
import { connectionTo } from '../../../support/connection-desk.ts';
import {
  copyOf,
  createWorld,
  documentsOf,
  openVault,
  type Steps,
  stopAt,
  type World,
} from '../../../support/fake-keychain.ts';

const connection = (change: Partial<Connection> = {}): Connection => ({
  ...connectionTo('https://here.example'),
  id: 'here',
  extraCa: null,
  ...change,
});

describe('what a connection uses a credential for', () => {
  const token = {
    tokenEndpoint: 'https://tokens.example/t',
    audience: 'a',
    clientId: 'c',
    scopes: ['s'],
  };
  const exchangeEndpoint = 'https://tokens.example/x';
  const key = { by: 'registered-key', key: 'old', keyId: 'k' } as const;
  const proof = { by: 'certificate', certificate: 'old' } as const;
  const ways: [SignIn, string[]][] = [
    [{ way: 'certificate', certificate: 'old' }, ['signIn.certificate']],
    [{ way: 'password', userName: 'old', password: 'old' }, ['signIn.password']],
    [
      { way: 'enterprise-user', userName: 'u', password: 'old', certificate: 'old' },
      ['signIn.certificate', 'signIn.password'],
    ],
    [{ way: 'machine-token', ...token, proof }, ['signIn.proof.certificate']],
    [{ way: 'machine-token', ...token, proof: key }, ['signIn.proof.key']],
    [
      {
        way: 'enterprise-user-token',
        ...token,
        exchangeEndpoint,
        proof: key,
        userName: 'u',
        password: 'old',
      },
      ['signIn.proof.key', 'signIn.password'],
    ],
  ];

  it.each(ways)('is named, and the new one takes its place there: %o', (signIn, purposes) => {
    const before = connection({ signIn, apiKey: 'other' });
    expect(purposesOf(before, 'old')).toEqual(purposes);
    const after = withCredential(before, 'old', 'new');
    expect(purposesOf(after, 'old')).toEqual([]);
    expect(purposesOf(after, 'new')).toEqual(purposes);
    expect(usesIn(after).map(({ use }) => use)).toEqual(usesIn(before).map(({ use }) => use));
  });

  it('a key and the password of a proxy too; nothing else that is spelt the same', () => {
    const proxy = {
      use: 'manual',
      host: 'old',
      port: 1,
      userName: 'old',
      password: 'old',
    } as const;
    const signIn = { way: 'password', userName: 'old', password: 'p' } as const;
    const before = connection({ name: 'old', apiKey: 'old', proxy, signIn });
    expect(purposesOf(before, 'old')).toEqual(['apiKey', 'proxy.password']);
    expect(withCredential(before, 'old', 'new')).toEqual({
      ...before,
      apiKey: 'new',
      proxy: { ...proxy, password: 'new' },
    });
  });
});

const places = ['https://here.example', 'https://there.example'];

async function desk(world: World, steps?: Steps) {
  const documents = documentsOf(world, steps);
  const vault = await openVault(world, { steps });
  const connections = await openConnectionStore({ documents });
  const store = await openCredentialStore({ documents, vault, now: () => new Date() });
  const unheld = () => {
    throw new Error('Only keys are given here.');
  };
  const service = credentialsService({
    store,
    connections,
    reader: {
      apiKey: (key) => new Secret(key),
      certificate: unheld,
      facts: unheld,
      privateKey: unheld,
      password: unheld,
      authorities: unheld,
    },
    notify: () => undefined,
    replaced: () => undefined,
    removed: () => undefined,
    openSecretsOf: () => false,
  });
  return { connections, store, service };
}

it('killed anywhere, every connection has the old key or every one the new, and it works there', async () => {
  const before = createWorld();
  const { store, connections } = await desk(before);
  const old = await store.addApiKey('Old', new Secret('the old key'));
  for (const [at, baseAddress] of places.entries()) {
    const one = {
      ...connection({ id: String(at), baseAddress, apiKey: old.id }),
      extraCaPem: null,
    };
    await store.allow([{ credential: old.id, use: inCalls(one) }]);
    await connections.save(one);
  }
  const seen = new Set<string>();
  for (let point = 1; point < 200; point++) {
    const world = copyOf(before);
    const steps = stopAt(point);
    const killed = await desk(world, steps);
    const call = { signal: new AbortController().signal, report: () => undefined };
    await Promise.resolve(
      killed.service.replace({ credential: old.id, name: 'New', key: 'the new key' }, call),
    ).catch(() => undefined);
    const after = await desk(world);
    await after.store.recover();
    const keys = await Promise.all(
      after.connections
        .all()
        .map(async (one) => (await after.store.apiKey(one.apiKey ?? '', inCalls(one))).expose()),
    );
    expect(new Set(keys).size, `killed at point ${String(point)}`).toBe(1);
    expect(keys).toHaveLength(places.length);
    seen.add(keys[0] ?? '');
    if (steps.passed() < point) {
      expect([...seen]).toEqual(['the old key', 'the new key']);
      return;
    }
  }
  throw new Error('It never came to its end.');
});
