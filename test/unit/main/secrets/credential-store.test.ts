// The credential store: facts outside, secrets inside the vault, and both consistent after a crash.
import { describe, expect, it } from 'vitest';
import type { ImportedCertificate } from '../../../../main/secrets/certificates.ts';
import {
  type CredentialStore,
  openCredentialStore,
  vaultNameOf,
} from '../../../../main/secrets/credential-store.ts';
import { type Keychain, keychainTrouble } from '../../../../main/secrets/keychain.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import type { Use } from '../../../../main/secrets/uses.ts';
import { createClock } from '../../../support/clock.ts';
import {
  copyOf,
  createWorld,
  documentsOf,
  keychainOf,
  openVault,
  type Steps,
  stopAt,
  type World,
} from '../../../support/fake-keychain.ts';

const certificate: ImportedCertificate = {
  key: new Secret('MARKER-KEY'),
  certificateChainPem: 'MARKER-CHAIN',
  facts: {
    subject: 'CN=Testkommune',
    commonName: 'Testkommune',
    organisationNumber: '910514318',
    issuer: 'CN=Issuer',
    serialNumber: '01',
    fingerprintSha256: 'AA',
    validFrom: '2030-01-01T00:00:00.000Z',
    validTo: '2030-12-31T00:00:00.000Z',
    keyType: 'EC P-256',
    chain: [],
  },
  leftOut: [],
};

const HERE: Use = { goes: 'calls', to: 'here.example', environment: 'production' };

async function openKey(book: CredentialStore, credential: string): Promise<string> {
  await book.allow([{ credential, use: HERE }]);
  return (await book.apiKey(credential, HERE)).expose();
}

async function openBook(world: World, given: { keychain?: Keychain; steps?: Steps } = {}) {
  const clock = createClock('2030-06-01T00:00:00.000Z');
  const documents = documentsOf(world, given.steps);
  const keychain = given.keychain ?? keychainOf(world, given.steps);
  const vault = await openVault(world, { keychain, steps: given.steps });
  const used = new Map<string, string[]>();
  const usedBy = (credential: string) => used.get(credential) ?? [];
  const book = await openCredentialStore({
    documents,
    vault,
    now: clock.now,
    usedBy,
  });
  return { book, vault, clock, used };
}
const failureIn = async (work: Promise<unknown>) =>
  failureOf(await work.catch((error: unknown) => error));

describe('what it keeps', () => {
  it('SAR-01 facts are in the file, secrets are in the keychain and nowhere else', async () => {
    const world = createWorld();
    const { book } = await openBook(world);
    await book.addCertificate('Certificate', certificate);
    await book.addApiKey('Key', new Secret('MARKER-API-KEY-1234'));
    await book.addProxyPassword('Proxy', new Secret('MARKER-PROXY'));
    const files = [...world.files.values()].join();
    expect(files).toContain('CN=Testkommune');
    expect(files).not.toContain('MARKER');
    expect(JSON.stringify(book.list())).not.toContain('MARKER');
  });

  it('is the same after a restart', async () => {
    const world = createWorld();
    const first = await openBook(world);
    const [cert, key, proxy] = [
      await first.book.addCertificate('Certificate', certificate),
      await first.book.addApiKey('API key', new Secret('MARKER-API-KEY-1234')),
      await first.book.addProxyPassword('Proxy', new Secret('pass word')),
    ];
    const { book, used } = await openBook(world);
    used.set(key.id, ['connection-1']);
    expect(book.list().map(({ name }) => name)).toEqual(['API key', 'Certificate', 'Proxy']);
    expect(book.list()[0]).toMatchObject({
      lastFour: '1234',
      memoryOnly: false,
      usedBy: ['connection-1'],
    });
    await book.allow([cert, key, proxy].map(({ id }) => ({ credential: id, use: HERE })));
    const kept = await book.certificate(cert.id, HERE);
    expect([kept.key.expose(), kept.certificateChainPem]).toEqual(['MARKER-KEY', 'MARKER-CHAIN']);
    expect((await book.apiKey(key.id, HERE)).expose()).toBe('MARKER-API-KEY-1234');
    expect((await book.proxyPassword(proxy.id, HERE)).expose()).toBe('pass word');
  });

  it('shows nothing of a short key, and of no key more than four signs', async () => {
    const { book } = await openBook(createWorld());
    expect(await book.addApiKey('Short', new Secret('abcd'))).toMatchObject({ lastFour: '' });
  });

  it('a name is used once for each kind', async () => {
    const { book } = await openBook(createWorld());
    await book.addApiKey('Fjord', new Secret('one'));
    const twice = await failureIn(book.addApiKey('Fjord', new Secret('two')));
    expect(twice).toMatchObject({ kind: 'invalid-input', fields: { name: 'name-in-use' } });
    await book.addProxyPassword('Fjord', new Secret('three'));
    expect(book.list().map(({ kind }) => kind)).toEqual(['api-key', 'proxy-password']);
  });

  it('TLS-13 an expired certificate is shown as such and never given out', async () => {
    const { book, clock } = await openBook(createWorld());
    const { id } = await book.addCertificate('Certificate', certificate);
    const expiryAt = (instant: string) => {
      clock.set(instant);
      return book.list()[0];
    };
    expect(expiryAt('2030-10-01T00:00:00Z')).toMatchObject({
      expiry: 'ok',
      facts: { daysLeft: 91 },
    });
    expect(expiryAt('2030-11-15T00:00:00Z')).toMatchObject({ expiry: 'within-60-days' });
    expect(expiryAt('2030-12-15T00:00:00Z')).toMatchObject({ expiry: 'within-30-days' });
    expect(expiryAt('2030-12-28T00:00:00Z')).toMatchObject({ expiry: 'within-7-days' });
    expect(expiryAt('2031-01-01T00:00:00Z')).toMatchObject({ expiry: 'expired' });
    expect(await failureIn(book.certificate(id, HERE))).toMatchObject({
      kind: 'certificate',
      problem: 'expired',
    });
    clock.set('2029-12-31T00:00:00Z');
    expect(await failureIn(book.certificate(id, HERE))).toMatchObject({ problem: 'not-yet-valid' });
  });

  it('what is not there is told, and a kind is never taken for another', async () => {
    const { book } = await openBook(createWorld());
    const { id } = await book.addApiKey('Key', new Secret('one'));
    expect(await failureIn(book.certificate(id, HERE))).toMatchObject({ problem: 'missing' });
    expect(await failureIn(book.proxyPassword(id, HERE))).toMatchObject({ kind: 'not-found' });
    expect(await failureIn(book.remove('nothing'))).toMatchObject({ kind: 'not-found' });
  });
});

describe('what it may be used for', () => {
  const elsewhere: readonly Use[] = [
    { ...HERE, to: 'here.example:8443' },
    { ...HERE, environment: 'test' },
    { ...HERE, goes: 'sign-in' },
    { ...HERE, audience: 'https://here.example' },
    { goes: 'through', to: 'here.example' },
  ];
  const otherPlace = { kind: 'keychain', problem: 'other-place' };

  it('ATK-02 stands with the secret: a new one goes nowhere, an allowed one there and for that alone, also after a restart', async () => {
    const world = createWorld();
    const { book } = await openBook(world);
    const { id } = await book.addApiKey('Key', new Secret('MARKER-API-KEY-1234'));
    expect(await failureIn(book.apiKey(id, HERE))).toMatchObject({
      ...otherPlace,
      message: '“Key” may not be used at here.example: nobody has allowed it.',
    });
    await book.allow([{ credential: id, use: HERE }]);
    for (const { book: either } of [{ book }, await openBook(world)]) {
      expect((await either.apiKey(id, HERE)).expose()).toBe('MARKER-API-KEY-1234');
      expect(await either.uses(id)).toEqual([HERE]);
      for (const use of elsewhere)
        expect(await failureIn(either.apiKey(id, use)), JSON.stringify(use)).toMatchObject(
          otherPlace,
        );
    }
    expect([...world.files.values()].join()).not.toContain('here.example');
  });

  it('ATK-02 is asked of every kind', async () => {
    const { book } = await openBook(createWorld());
    const key = { key: new Secret('k'), keyType: 'RSA 2048' };
    const all = [
      [await book.addCertificate('c', certificate), 'certificate'],
      [await book.addApiKey('a', new Secret('one')), 'apiKey'],
      [await book.addProxyPassword('p', new Secret('two')), 'proxyPassword'],
      [await book.addPassword('w', new Secret('three')), 'password'],
      [await book.addPrivateKey('r', key), 'privateKey'],
    ] as const;
    for (const [{ id }, kind] of all)
      expect(await failureIn(book[kind](id, HERE)), kind).toMatchObject(otherPlace);
  });

  it('grows by what is allowed, once each, two at a time', async () => {
    const { book } = await openBook(createWorld());
    const { id } = await book.addApiKey('Key', new Secret('one'));
    await Promise.all(elsewhere.map((use) => book.allow([{ credential: id, use }])));
    await book.allow([...elsewhere, HERE].map((use) => ({ credential: id, use })));
    expect(await book.uses(id)).toEqual([...elsewhere, HERE]);
    expect(await book.uses('nothing')).toEqual([]);
    const gone = book.allow([{ credential: 'nothing', use: HERE }]);
    expect(await failureIn(gone)).toMatchObject({ kind: 'not-found' });
  });

  it('where the keychain says nothing, what is allowed is what was saved', async () => {
    const world = createWorld();
    const { id } = await (await openBook(world)).book.addApiKey('Key', new Secret('one'));
    const locked = () => Promise.reject(keychainTrouble('locked'));
    const keychain: Keychain = { kind: 'system', read: locked, write: locked, remove: locked };
    const { book } = await openBook(world, { keychain });
    const all = [{ credential: id, use: HERE }];
    expect(await book.notAllowed(all, all)).toEqual([]);
    expect(await failureIn(book.notAllowed(all, []))).toMatchObject({ problem: 'locked' });
  });

  it('ATK-02 LOG-03 a secret that does not say what it is for is damaged: it goes nowhere, and no error has it', async () => {
    const world = createWorld();
    const { book, vault } = await openBook(world);
    const { id } = await book.addApiKey('Key', new Secret('MARKER-API-KEY-1234'));
    for (const text of ['MARKER-API-KEY-1234', '{"secret":"MARKER-API-KEY-1234"}']) {
      await vault.put(vaultNameOf(id), new Secret(text));
      await book.recover();
      const failure = await failureIn(book.apiKey(id, HERE));
      expect(failure).toMatchObject({ kind: 'keychain', problem: 'damaged' });
      expect(JSON.stringify(failure)).not.toContain('MARKER');
    }
  });

  it('a start asks the keychain for nothing', async () => {
    const world = createWorld();
    await (await openBook(world)).book.addApiKey('Key', new Secret('one'));
    const steps = stopAt(Infinity);
    const { book } = await openBook(world, { steps });
    const passed = steps.passed();
    await book.recover();
    expect(steps.passed()).toBe(passed);
  });
});

describe('when the keychain fails', () => {
  const locked = () => Promise.reject(keychainTrouble('locked'));

  it('SAR-03 what could not be added is not listed, what could not be removed stays', async () => {
    const world = createWorld();
    const { id } = await (await openBook(world)).book.addApiKey('Kept', new Secret('one'));
    const keychain: Keychain = { kind: 'system', read: locked, write: locked, remove: locked };
    const { book } = await openBook(world, { keychain });
    expect(await failureIn(book.addApiKey('New', new Secret('two')))).toMatchObject({
      problem: 'locked',
    });
    expect(await failureIn(book.remove(id))).toMatchObject({ problem: 'locked' });
    expect(book.list().map(({ name }) => name)).toEqual(['Kept']);
    const after = (await openBook(world)).book;
    await after.recover();
    expect(after.list().map(({ name }) => name)).toEqual(['Kept']);
    expect(await openKey(after, id)).toBe('one');
  });

  it('memory-only credentials are marked, work, and are gone in the next process', async () => {
    const world = createWorld();
    const stored = await (await openBook(world)).book.addApiKey('Stored', new Secret('one'));
    const before = copyOf(world);
    const { book, vault } = await openBook(world);
    vault.useMemory();
    const added = await book.addApiKey('Session', new Secret('two'));
    expect(book.list().map(({ name, memoryOnly }) => [name, memoryOnly])).toEqual([
      ['Session', true],
      ['Stored', false],
    ]);
    expect(await openKey(book, added.id)).toBe('two');
    expect(await failureIn(book.apiKey(stored.id, HERE))).toMatchObject({
      kind: 'keychain',
      problem: 'absent',
    });
    expect(await failureIn(book.remove(stored.id))).toMatchObject({ kind: 'keychain' });
    await book.remove(added.id);
    expect(book.list().map(({ name }) => name)).toEqual(['Stored']);
    await book.addApiKey('Session', new Secret('three'));
    expect(world).toEqual(before);
  });
});

describe('stopped at every point', () => {
  const start = async (world: World, steps?: Steps) => {
    const opened = await openBook(world, steps && { steps });
    await opened.vault.collectGarbage();
    await opened.book.recover();
    return opened.book;
  };

  it('VLT-01 adding: afterwards the credential is there and works, or nothing of it is anywhere', async () => {
    const seen = new Set<number>();
    for (let point = 1; point < 200; point++) {
      const world = createWorld();
      const steps = stopAt(point);
      const { book } = await openBook(world, { steps });
      await book.addApiKey('Key', new Secret('k'.repeat(3000))).catch(() => undefined);
      if (steps.passed() < point) break;
      const after = await start(world);
      const [found] = after.list();
      seen.add(after.list().length);
      if (found) expect(await openKey(after, found.id)).toBe('k'.repeat(3000));
      else expect(world.entries.size).toBe(0);
    }
    expect(seen).toEqual(new Set([0, 1]));
  });

  it('SAR-09 VLT-01 removing: afterwards it is there and works, or nothing of it is anywhere', async () => {
    const whole = createWorld();
    const { id } = await (
      await openBook(whole)
    ).book.addApiKey('Key', new Secret('k'.repeat(3000)));
    for (let point = 1; point < 200; point++) {
      const world = copyOf(whole);
      const steps = stopAt(point);
      const { book } = await openBook(world, { steps });
      await book.remove(id).catch(() => undefined);
      if (steps.passed() < point) break;
      const after = await start(world);
      if (after.list().length > 0) expect(await openKey(after, id)).toBe('k'.repeat(3000));
      else expect(world.entries.size).toBe(0);
    }
  });
});
