// When a token is renewed, on a clock independent of the computer's time, and what concurrent callers share.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MachineSession } from '../../../../main/auth/machine-token.ts';
import { createServerTimes } from '../../../../main/auth/server-times.ts';
import { PastedSession } from '../../../../main/auth/pasted-token.ts';
import { type CachedToken, TokenCache, signInNeeded } from '../../../../main/auth/session.ts';
import type { ExchangeResponse } from '../../../../main/http/exchange.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { connectionTo } from '../../../support/connection-desk.ts';

const authHeaders = () => ({ headers: { Authorization: new Secret('x') }, certificate: false });

function cacheOf(seconds: number | undefined) {
  const clock = { wall: Date.parse('2026-03-01T12:00:00Z'), mono: 1000 };
  const state = { loads: 0, changes: 0, fails: undefined as Error | undefined };
  const waiting: (() => void)[] = [];
  let holdsBack = false;
  const cache = new TokenCache<CachedToken>({
    clock: { now: () => new Date(clock.wall), monotonic: () => clock.mono },
    changed: () => {
      state.changes += 1;
    },
    async load() {
      state.loads += 1;
      if (holdsBack) await new Promise<void>((go) => waiting.push(go));
      if (state.fails) throw state.fails;
      return { authHeaders: authHeaders(), seconds };
    },
  });
  const holdBack = () => {
    holdsBack = true;
    return () => {
      holdsBack = false;
      for (const go of waiting.splice(0)) go();
    };
  };
  return { cache, clock, state, holdBack };
}

describe('AUT-10 the life of a token', () => {
  it.each([
    [119, 95_100, 95_300],
    [120, 95_900, 96_100],
    [10, 7_900, 8_100],
    [3600, 3_539_000, 3_541_000],
    [600, 539_000, 541_000],
  ])(
    'AUT-10 LIM-06 one of %i s is used until shortly before its end',
    async (seconds, kept, over) => {
      const { cache, clock, state } = cacheOf(seconds);
      const first = await cache.authHeaders();
      clock.mono += kept;
      expect(await cache.authHeaders()).toBe(first);
      clock.mono += over - kept;
      expect(await cache.authHeaders()).not.toBe(first);
      expect(state.loads).toBe(2);
    },
  );

  it('UPL-06 one that must hold for longer is renewed before, and one that cannot be renewed is used while it lasts', async () => {
    const { cache, clock, state } = cacheOf(3600);
    const first = await cache.authHeaders();
    clock.mono += 2_999_000;
    expect(await cache.authHeaders(undefined, 600_000)).toBe(first);
    clock.mono += 2000;
    state.fails = new Error('away');
    expect(await cache.authHeaders(undefined, 600_000)).toBe(first);
    state.fails = undefined;
    expect(await cache.authHeaders()).toBe(first);
    const second = await cache.authHeaders(undefined, 600_000);
    expect(second).not.toBe(first);
    expect(await cache.authHeaders(undefined, 600_000)).toBe(second);
  });

  it('AUT-10 a changed clock of the computer neither ends nor prolongs it', async () => {
    const { cache, clock, state } = cacheOf(119);
    const first = await cache.authHeaders();
    for (const jump of [86_400_000, -2 * 86_400_000]) {
      clock.wall += jump;
      expect(await cache.authHeaders()).toBe(first);
      expect(cache.times().secondsLeft).toBe(119);
    }
    clock.mono += 119_000;
    await cache.authHeaders();
    expect(state.loads).toBe(2);
  });

  it('AUT-10 LIM-06 the time left is told, and never less than none', async () => {
    const { cache, clock } = cacheOf(119);
    expect(cache.times()).toEqual({ since: null, until: null, secondsLeft: null });
    await cache.authHeaders();
    clock.mono += 20_500;
    expect(cache.times()).toEqual({
      since: '2026-03-01T12:00:00.000Z',
      until: '2026-03-01T12:01:59.000Z',
      secondsLeft: 98,
    });
    clock.mono += 1e9;
    expect(cache.times().secondsLeft).toBe(0);
    const cookie = cacheOf(undefined).cache;
    await cookie.authHeaders();
    expect(cookie.times()).toMatchObject({ until: null, secondsLeft: null });
  });

  it('AUT-10 one that cannot be renewed early is used to its end', async () => {
    const { cache, clock, state } = cacheOf(100);
    const first = await cache.authHeaders();
    state.fails = signInNeeded('no');
    clock.mono += 90_000;
    expect(await cache.authHeaders()).toBe(first);
    clock.mono += 11_000;
    await expect(cache.authHeaders()).rejects.toBe(state.fails);
    expect(cache.failure()?.kind).toBe('sign-in-needed');
  });
});

describe('AUT-08 those who wait', () => {
  it('AUT-08 share one getting, and its failure', async () => {
    const { cache, state, holdBack } = cacheOf(100);
    const release = holdBack();
    const all = Array.from({ length: 50 }, () => cache.authHeaders());
    release();
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(state.loads).toBe(1);
  });

  it('AUT-08 a renewal that another has made already is taken', async () => {
    const { cache, state } = cacheOf(100);
    const stale = await cache.authHeaders();
    const [one, other] = await Promise.all([cache.renew(stale), cache.renew(stale)]);
    expect(one).toBe(other);
    expect(await cache.renew(stale)).toBe(one);
    expect(state.loads).toBe(2);
  });

  it('AUT-08 what was not taken is not shown again, also when no fresh one is to be had', async () => {
    const { cache, state } = cacheOf(100);
    const stale = await cache.authHeaders();
    state.fails = signInNeeded('no');
    await expect(cache.renew(stale)).rejects.toBe(state.fails);
    await expect(cache.authHeaders()).rejects.toBe(state.fails);
  });

  it('one who goes does not end the getting of the others', async () => {
    const { cache, holdBack, state } = cacheOf(100);
    const release = holdBack();
    const stop = new AbortController();
    const gone = cache.authHeaders(stop.signal);
    const stays = cache.authHeaders();
    stop.abort();
    await expect(gone).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    release();
    expect(await stays).toBeDefined();
    expect(state.loads).toBe(1);
  });

  it('AUT-14 what comes after it was dropped is not used', async () => {
    const { cache, holdBack } = cacheOf(100);
    const release = holdBack();
    const waiting = cache.authHeaders();
    cache.clear();
    release();
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    expect(cache.token()).toBeUndefined();
  });
});

describe('a page to sign in at, which says that a person is needed', () => {
  const clock = { now: () => new Date(), monotonic: () => performance.now() };

  /** A session whose provider gives another token at each request. */
  function machineSession() {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const signIn = {
      way: 'machine-token' as const,
      tokenEndpoint: 'https://provider.example.test/token',
      audience: 'https://provider.example.test',
      clientId: 'client-1',
      scopes: ['one'],
      proof: { by: 'registered-key' as const, key: 'k', keyId: 'k1' },
    };
    const connection = {
      ...connectionTo('https://platform.example.test', { signIn }),
      id: 'c',
      extraCa: null,
      extraCaPem: null,
    } as SavedConnection;
    let requests = 0;
    const exchange = () => {
      requests += 1;
      const body = Buffer.from(
        JSON.stringify({
          access_token: `token-${requests}`,
          token_type: 'Bearer',
          expires_in: 600,
        }),
      );
      return Promise.resolve({ status: 200, headers: {}, body } as unknown as ExchangeResponse);
    };
    const needs = {
      ...clock,
      serverTimes: createServerTimes(clock.now),
      transport: { exchange },
      routeTo: () => Promise.resolve({ origin: 'https://provider.example.test' } as never),
      credentials: {
        privateKey: () => Promise.resolve(key),
        certificate: () => Promise.reject(new Error('not asked')),
      },
    };
    const facts = { who: () => null, changed: () => undefined };
    return new MachineSession(() => connection, signIn, needs, facts);
  }

  it('neither ends nor renews a machine token; a 401 renews it', async () => {
    const session = machineSession();
    const first = await session.authHeaders();
    expect(await session.renew(first, 'signed-out')).toBeUndefined();
    session.discard(first);
    expect(await session.authHeaders()).toBe(first);
    expect(await session.renew(first, 'token-not-taken')).not.toBe(first);
  });

  it('does not end a pasted token; a 401 does', async () => {
    const session = new PastedSession(clock, 'platform.example.test', () => undefined);
    session.paste(new Secret('token'));
    const pasted = await session.authHeaders();
    expect(await session.renew(pasted, 'signed-out')).toBeUndefined();
    session.discard(pasted);
    expect(await session.authHeaders()).toBe(pasted);
    await session.renew(pasted, 'token-not-taken');
    await expect(session.authHeaders()).rejects.toMatchObject({
      failure: { kind: 'sign-in-needed' },
    });
    expect(session.facts().state).toBe('ended');
  });
});
