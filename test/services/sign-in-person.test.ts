// Signing in as a person: the browser, the answer, one-time refresh tokens, and the end, against a certified provider.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSystemKeychain, type NativeKeychain } from '../../main/secrets/keychain.ts';
import { refreshTokenName } from '../../main/auth/refresh-token-store.ts';
import { accountIn } from '../../main/secrets/vault-format.ts';
import { failureOf } from '../../main/problem.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { openSignInDesk, person, personWay, type SignInDesk } from '../support/sign-in-desk.ts';
import { startSteward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { smallestSet } from '../../renderer/state/scopes.ts';

let platform: Platform;
let desk: SignInDesk;
const entries = new Map<string, string>();
let keychainWorks = true;

/** Outlives the program, as the keychain of a computer does. */
const native: NativeKeychain = {
  getPassword: (_service, account) => Promise.resolve(entries.get(account) ?? null),
  setPassword: (_service, account, text) => {
    if (!keychainWorks) return Promise.reject(new Error('The keychain is locked.'));
    entries.set(account, text);
    return Promise.resolve();
  },
  deletePassword: (_service, account) => Promise.resolve(entries.delete(account)),
};
const keychain = createSystemKeychain({ service: 'Test', load: () => Promise.resolve(native) });
const folder = makeTempFolder('steward-person');

beforeAll(async () => {
  platform = await startPlatform({ identity: true });
  desk = await openSignInDesk(platform, {
    dataFolder: `${folder.path}/data`,
    keychain: 'system',
    replacements: { keychain },
  });
});
afterEach(() => {
  keychainWorks = true;
  desk.browser.visitor = {};
  desk.browser.opens = true;
  Object.assign(platform.control.identity, {
    discovery: true,
    splitHosts: false,
    redirectPath: 'any',
    accessTokenSeconds: 600,
  });
  platform.control.clearFaults();
  platform.control.forget();
});
afterAll(async () => {
  await desk.stop();
  await platform.stop();
  folder.remove();
});

const ownProfile = (connection: string) => desk.client.profile.own({ connection });
const stateOf = (connection: string) => valueOf(desk.client.signIn.state({ connection }));
const seen = (operation: string) =>
  platform.control.requests.filter((one) => one.operation === operation);
const lastVisit = async () => {
  const visit = await desk.visits.at(-1);
  if (visit === undefined) throw new Error('No browser was opened.');
  return visit;
};
const authorizeQuery = async () => {
  const { way } = await lastVisit();
  return new URL(way[0] ?? '').searchParams;
};

describe('signing in', () => {
  it('AUT-01 AUT-02 AUT-03 by the system browser; calls are the person’s and carry the token alone', async () => {
    const connection = await desk.connect(personWay(platform));
    const opened = desk.visits.length;
    expect((await stateOf(connection)).state).toBe('needed');
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
    expect(desk.visits).toHaveLength(opened);
    // Steps in between may follow each other faster than they are told.
    const steps = await desk.begin(connection);
    expect([steps[0], steps.at(-1)]).toEqual(['discovering', 'verifying']);
    expect(await stateOf(connection)).toMatchObject({
      state: 'signed-in',
      securityLevel: 3,
      renews: true,
      failure: null,
      who: { kind: 'person', name: person.name },
    });
    expect(await valueOf(ownProfile(connection))).toMatchObject({ name: person.name });
    const [call] = seen('profile.own');
    expect(call?.headers).toEqual(expect.arrayContaining(['apikey', 'authorization']));
    expect(call?.headers).not.toContain('cookie');
    expect(call?.certificate).toBeUndefined();
    const { redirect, status, text } = await lastVisit();
    expect([redirect?.hostname, status]).toEqual(['127.0.0.1', 200]);
    expect(text).not.toContain(redirect?.searchParams.get('code'));
  });

  it('AUT-02 AUT-15 two attempts differ in challenge, state, nonce, port and path, and ask for no more than is set', async () => {
    const connection = await desk.connect(personWay(platform));
    const seenValues: Record<string, string | null>[] = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      await desk.begin(connection);
      const query = await authorizeQuery();
      expect(query.get('code_challenge_method')).toBe('S256');
      expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
      expect(query.get('scope')).toBe('openid profile offline_access altinn:enduser');
      expect(query.get('acr_values')).toBe('Level3');
      const redirect = new URL(query.get('redirect_uri') ?? '');
      expect(redirect.pathname.length).toBeGreaterThan(20);
      const { port, pathname } = redirect;
      const names = ['code_challenge', 'state', 'nonce'];
      const values = names.map((name) => [name, query.get(name)] as const);
      seenValues.push({ ...Object.fromEntries(values), port, pathname });
    }
    const [one = {}, other = {}] = seenValues;
    for (const name of Object.keys(one)) expect(one[name], name).not.toBe(other[name]);
  });

  it('AUT-15 the smallest set that is offered signs a person in, with the ID token that the nonce asks for', async () => {
    const offered = smallestSet('person').map((name) => `altinn:${name}`);
    const connection = await desk.connect(personWay(platform, { scopes: offered }));
    await desk.begin(connection);
    expect((await authorizeQuery()).get('scope')).toBe(['openid', ...offered].join(' '));
    expect(await valueOf(ownProfile(connection))).toMatchObject({ name: person.name });
  });

  it('AUT-07 neither API key, cookie nor certificate is shown to the provider, also when it has two hosts', async () => {
    const before = platform.control.identity.credentialsSeen;
    platform.control.identity.splitHosts = true;
    const connection = await desk.connect(personWay(platform));
    await desk.begin(connection);
    expect((await stateOf(connection)).state).toBe('signed-in');
    expect(platform.control.identity.credentialsSeen).toBe(before);
  });

  it('addresses may be typed in, and the provider may insist on a registered path', async () => {
    const { identity } = platform;
    Object.assign(platform.control.identity, { discovery: false, redirectPath: 'registered' });
    const provider = {
      found: 'typed' as const,
      issuer: identity.issuer,
      authorizeEndpoint: identity.authorizeEndpoint,
      tokenEndpoint: identity.otherTokenEndpoint,
      jwksAddress: identity.jwksAddress,
    };
    const connection = await desk.connect(
      personWay(platform, { provider, callbackPath: '/callback', acrValues: 'Level4' }),
    );
    await desk.begin(connection);
    expect(await stateOf(connection)).toMatchObject({ state: 'signed-in', securityLevel: 4 });
    expect(seen('identity.discovery')).toHaveLength(0);
  });

  it('AUT-07 a discovery document of another issuer is refused before anything is opened', async () => {
    const connection = await desk.connect(personWay(platform));
    const opened = desk.visits.length;
    platform.control.fault({
      operation: 'identity.discovery',
      acts: false,
      effect: {
        kind: 'alter',
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ issuer: 'https://other.example.test' }),
      },
    });
    expect(await desk.client.signIn.begin({ connection })).toMatchObject({
      failure: { kind: 'unexpected-answer', field: 'issuer' },
    });
    expect(desk.visits).toHaveLength(opened);
  });

  it('a person who says no, and a browser that does not open, are told; nothing is kept', async () => {
    const connection = await desk.connect(personWay(platform));
    desk.browser.visitor = { deny: true };
    const words = 'access_denied: The person said no.';
    expect(await desk.client.signIn.begin({ connection })).toMatchObject({
      failure: { kind: 'sign-in-needed', reason: words },
    });
    expect(await stateOf(connection)).toMatchObject({ who: null, failure: { reason: words } });
    desk.browser.opens = false;
    expect((await desk.client.signIn.begin({ connection })).ok).toBe(false);
    expect((await stateOf(connection)).state).not.toBe('under-way');
  });

  it.each<[string, (connection: string) => Promise<unknown>, object]>([
    ['nothing was tried', () => Promise.resolve(), { failure: null }],
    ['a list was asked for', (connection) => ownProfile(connection), { failure: null }],
    [
      'the connection was tested',
      (connection) => desk.client.connections.test({ connection }),
      { failure: null },
    ],
    [
      'the person said no',
      (connection) => {
        desk.browser.visitor = { deny: true };
        return desk.client.signIn.begin({ connection });
      },
      { failure: { kind: 'sign-in-needed', reason: 'access_denied: The person said no.' } },
    ],
  ])('FLD-13 where nobody has signed in yet, nothing has expired: %s', async (_, act, facts) => {
    const connection = await desk.connect(personWay(platform));
    await act(connection);
    expect(await stateOf(connection)).toMatchObject({ state: 'needed', since: null, ...facts });
  });

  it('AUT-03 cancelling ends the wait and the listener; the late answer reaches nobody', async () => {
    const connection = await desk.connect(personWay(platform));
    desk.browser.visitor = { deliver: false };
    const stop = new AbortController();
    const onProgress = ({ step }: { step: string }) => {
      if (step === 'browser-opened') stop.abort();
    };
    const begun = await desk.client.signIn.begin(
      { connection },
      { signal: stop.signal, onProgress },
    );
    expect(begun).toMatchObject({ failure: { kind: 'cancelled' } });
    const { redirect } = await lastVisit();
    await expect.poll(() => reach(redirect)).toBe('refused');
    expect((await stateOf(connection)).state).toBe('needed');
  });

  it('AUT-05 a new attempt ends the one before', async () => {
    const connection = await desk.connect(personWay(platform));
    desk.browser.visitor = { deliver: false };
    const lost = desk.client.signIn.begin({ connection });
    await expect.poll(async () => (await stateOf(connection)).state).toBe('under-way');
    desk.browser.visitor = {};
    await desk.begin(connection);
    expect(await lost).toMatchObject({ failure: { kind: 'cancelled' } });
    expect((await stateOf(connection)).state).toBe('signed-in');
  });
});

async function reach(address: URL | undefined): Promise<string> {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(Number(address?.port), '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve('reached');
    });
    socket.once('error', () => {
      resolve('refused');
    });
  });
}

describe('renewing', () => {
  const signedIn = async () => {
    const connection = await desk.connect(personWay(platform));
    await desk.begin(connection);
    platform.control.forget();
    return connection;
  };

  it('AUT-08 fifty calls with an ended token share one renewal', async () => {
    const connection = await signedIn();
    platform.control.identity.expireTokens();
    await Promise.all(Array.from({ length: 50 }, () => valueOf(ownProfile(connection))));
    expect(seen('identity.token')).toHaveLength(1);
  });

  it('AUT-08 one-time tokens are used one after the other, also by a program that was started again', async () => {
    const connection = await signedIn();
    for (let round = 0; round < 3; round++) {
      platform.control.identity.expireTokens();
      await valueOf(ownProfile(connection));
    }
    const opened = desk.visits.length;
    await desk.app.stop();
    const again = await startSteward({
      dataFolder: desk.dataFolder,
      keychain: 'system',
      replacements: { keychain },
    });
    try {
      const state = () => again.client.signIn.state({ connection }).then(valueOf);
      expect(await state()).toMatchObject({ state: 'ready', renews: true });
      const own = await valueOf(again.client.profile.own({ connection }));
      expect(own).toMatchObject({ name: person.name });
      expect(await state()).toMatchObject({
        state: 'signed-in',
        securityLevel: 3,
        who: { kind: 'person', name: person.name },
      });
      expect(desk.visits).toHaveLength(opened);
    } finally {
      await again.stop();
    }
    desk = await openAgain();
  });

  it('AUT-08 a new token is not used before the keychain has taken its refresh token', async () => {
    const connection = await signedIn();
    platform.control.identity.expireTokens();
    keychainWorks = false;
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'keychain' } });
    const calls = seen('profile.own').length;
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'keychain' } });
    expect(seen('profile.own')).toHaveLength(calls);
    keychainWorks = true;
    await valueOf(ownProfile(connection));
    expect(seen('identity.token')).toHaveLength(1);
  });

  it('AUT-08 after a lost answer the token is not shown again: a person signs in, and the old one is kept until then', async () => {
    const connection = await signedIn();
    platform.control.identity.expireTokens();
    platform.control.fault({
      operation: 'identity.token',
      acts: true,
      effect: { kind: 'reset' },
    });
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
    expect(seen('identity.token')).toHaveLength(1);
    expect(await stateOf(connection)).toMatchObject({ state: 'ended', renews: true });
    await desk.begin(connection);
    await valueOf(ownProfile(connection));
  });

  it('AUT-08 MEM-02 locking while a renewal is under way neither loses its one-time token nor shows one twice', async () => {
    const connection = await signedIn();
    platform.control.identity.expireTokens();
    const held = platform.control.hold('identity.token', true);
    const waiting = ownProfile(connection);
    await held.reached;
    desk.app.lock();
    const next = ownProfile(connection);
    held.release();
    expect(await waiting).toMatchObject({ failure: { kind: 'cancelled' } });
    await valueOf(next);
    expect(seen('identity.token').map(({ status }) => status)).toEqual([200, 200]);
  });

  it('AUT-08 a provider that could not be reached is asked again later', async () => {
    const connection = await signedIn();
    platform.control.identity.expireTokens();
    platform.control.fault({
      operation: 'identity.token',
      acts: false,
      effect: { kind: 'alter', status: 503, reason: 'Service Unavailable' },
    });
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'busy' } });
    await valueOf(ownProfile(connection));
  });

  it('AUT-08 a refresh token that the provider has ended signs out, with the provider’s words', async () => {
    const connection = await signedIn();
    platform.control.identity.expireTokens();
    platform.control.identity.revokeRefreshTokens();
    const reason = expect.stringContaining('invalid_grant') as string;
    const told = { kind: 'sign-in-needed', reason };
    expect(await ownProfile(connection)).toMatchObject({ failure: told });
    expect(await stateOf(connection)).toMatchObject({
      state: 'ended',
      renews: false,
      failure: told,
    });
  });

  it('a person without a refresh token is signed in until the token ends', async () => {
    const scopes = ['openid', 'profile', 'altinn:enduser'];
    const connection = await desk.connect(personWay(platform, { scopes }));
    await desk.begin(connection);
    expect(await stateOf(connection)).toMatchObject({ state: 'signed-in', renews: false });
    platform.control.identity.expireTokens();
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
    expect((await stateOf(connection)).state).toBe('ended');
  });
});

/** The same program on the same folder. */
async function openAgain(): Promise<SignInDesk> {
  const fresh = makeTempFolder('steward-person-2');
  const before = desk;
  const opened = await openSignInDesk(platform, {
    dataFolder: `${fresh.path}/data`,
    keychain: 'system',
    replacements: { keychain },
  });
  return {
    ...opened,
    stop: async () => {
      await before.stop();
      await opened.stop();
      fresh.remove();
    },
  };
}

describe('the end', () => {
  it('AUT-11 signing out forgets, revokes and opens the provider’s page; the refresh token is dead', async () => {
    const connection = await desk.connect(personWay(platform));
    await desk.begin(connection);
    const living = platform.control.identity.living.tokens;
    const { state, revoked } = await valueOf(desk.client.signIn.signOut({ connection }));
    expect([state.state, state.who, revoked]).toEqual(['needed', null, 'yes']);
    expect(seen('identity.revoke')).toHaveLength(1);
    expect(platform.control.identity.living.tokens).toBeLessThan(living);
    const address = (await lastVisit()).way[0] ?? '';
    expect(address).toContain(platform.identity.endSessionEndpoint);
    expect(address).not.toContain('id_token_hint');
    expect(await ownProfile(connection)).toMatchObject({ failure: { kind: 'sign-in-needed' } });
  });

  it('AUT-11 offline, everything here is forgotten all the same', async () => {
    const connection = await desk.connect(personWay(platform));
    await desk.begin(connection);
    platform.control.fault({
      operation: '*',
      acts: false,
      effect: { kind: 'reset' },
      times: 5,
    });
    const { state, revoked } = await valueOf(desk.client.signIn.signOut({ connection }));
    expect([state.state, state.renews, revoked]).toEqual(['needed', false, 'no']);
  });

  it('a removed connection, and one with another provider, leave no refresh token in the keychain', async () => {
    const format = readFileSync(path.join(desk.dataFolder, 'format.json'), 'utf8');
    const { folder: data } = JSON.parse(format) as { folder: { id: string } };
    const isKept = (of: string) => entries.has(accountIn(data.id, refreshTokenName(of)));
    const connection = await desk.connect(personWay(platform));
    const { all } = await valueOf(desk.client.connections.list({}));
    const known = new Set(['id', 'extraCa']);
    const saved = Object.entries(all.find(({ id }) => id === connection) ?? {});
    const fields = Object.fromEntries(saved.filter(([name]) => !known.has(name)));
    const change = (changes: object) =>
      desk.client.connections.change({ ...fields, ...changes, connection } as never);
    await desk.begin(connection);
    await valueOf(change({ name: 'Renamed' }));
    expect((await stateOf(connection)).state).toBe('ready');
    expect(isKept(connection)).toBe(true);
    await valueOf(change({ signIn: personWay(platform, { acrValues: 'Level4' }) }));
    expect(isKept(connection)).toBe(false);
    expect(await stateOf(connection)).toMatchObject({ state: 'needed', renews: false });
    await desk.begin(connection);
    await valueOf(desk.client.connections.remove({ connection }));
    expect(isKept(connection)).toBe(false);
    await expect(
      valueOf(desk.client.signIn.state({ connection })).catch((error: unknown) => {
        throw failureOf(error) ?? error;
      }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });
});
