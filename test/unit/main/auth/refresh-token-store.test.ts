// One-time refresh tokens in the vault: bound to their connection settings, and used by one caller at a time.
import { describe, expect, it } from 'vitest';
import { createRefreshTokenStore } from '../../../../main/auth/refresh-token-store.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { connectionTo } from '../../../support/connection-desk.ts';
import { createWorld, openVault } from '../../../support/fake-keychain.ts';

async function openDraftStore() {
  const world = createWorld();
  const vault = await openVault(world);
  return { store: createRefreshTokenStore(vault), vault, world };
}

const signIn = {
  way: 'person' as const,
  provider: { found: 'discovery' as const, issuer: 'https://provider.example.test' },
  clientId: 'client-1',
  scopes: ['openid'],
  acrValues: 'Level3',
};
const connection = {
  ...connectionTo('https://platform.example.test', { signIn }),
  id: 'c',
  extraCa: null,
  extraCaPem: null,
} as SavedConnection;
const refresh = {
  token: new Secret('MARKER-REFRESH'),
  subject: 'person-1',
  who: { kind: 'person' as const, name: 'Kari' },
  securityLevel: 3,
  scopes: ['openid'],
};

describe('a kept refresh token', () => {
  it('AUT-08 is found again with its owner, in the keychain and nowhere else', async () => {
    const { store, world } = await openDraftStore();
    expect(await store.read(connection)).toBeUndefined();
    await store.put(connection, refresh);
    const found = await store.read({
      ...connection,
      name: 'Renamed',
      mediaType: 'application/xml',
    });
    expect(found).toMatchObject({ subject: 'person-1', who: { name: 'Kari' }, securityLevel: 3 });
    expect(found?.token.expose()).toBe('MARKER-REFRESH');
    expect([...world.files.values()].join()).not.toContain('MARKER');
    expect([store.has('c'), store.all()]).toEqual([true, ['c']]);
    await store.remove('c');
    await store.remove('c');
    expect(store.all()).toEqual([]);
  });

  it.each<[string, Partial<SavedConnection>]>([
    [
      'another provider',
      { signIn: { ...signIn, provider: { ...signIn.provider, issuer: 'https://x.test' } } },
    ],
    ['another client', { signIn: { ...signIn, clientId: 'client-2' } }],
    ['more scopes', { signIn: { ...signIn, scopes: ['openid', 'altinn:enduser'] } }],
    ['another platform', { baseAddress: 'https://other.example.test' }],
    ['another environment', { environment: 'production' }],
  ])('AUT-08 LNK-09 is not given out for %s', async (_what, change) => {
    const { store } = await openDraftStore();
    await store.put(connection, refresh);
    expect(await store.read({ ...connection, ...change })).toBeUndefined();
  });

  it('what cannot be read is as good as none', async () => {
    const { store, vault } = await openDraftStore();
    for (const text of ['{"token":"x"}', 'nonsense', '[]']) {
      await vault.put('refresh-token/c', new Secret(text));
      expect(await store.read(connection)).toBeUndefined();
    }
  });

  it('AUT-08 is used by one at a time, in the order in which they came, also after a failure', async () => {
    const { store } = await openDraftStore();
    const told: string[] = [];
    let release = () => {};
    const first = store.exclusively('c', async () => {
      await new Promise<void>((go) => (release = go));
      told.push('first');
      throw new Error('first');
    });
    const second = store.exclusively('c', () => Promise.resolve(told.push('second')));
    const other = store.exclusively('d', () => Promise.resolve(told.push('other')));
    await other;
    release();
    await expect(first).rejects.toThrow('first');
    await second;
    expect(told).toEqual(['other', 'first', 'second']);
  });
});
