// Redirects from a browser and answers of a provider: only valid ones sign a person in, once, through our transport.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import { exportJWK, SignJWT, type JWTPayload } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginAttempt } from '../../../../main/auth/oidc.ts';
import { PersonSession } from '../../../../main/auth/person-sign-in.ts';
import { createServerTimes } from '../../../../main/auth/server-times.ts';
import { createRefreshTokenStore } from '../../../../main/auth/refresh-token-store.ts';
import type { ExchangeRequest, ExchangeResponse } from '../../../../main/http/exchange.ts';
import { failureOf } from '../../../../main/problem.ts';
import type { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { connectionTo } from '../../../support/connection-desk.ts';

const issuer = 'https://provider.example.test';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** What the provider and the browser do in one attempt, where it differs from the right thing. */
interface Scenario {
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** Of the answer that the browser brings. */
  readonly answer?: Readonly<Record<string, string | undefined>>;
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly tokenStatus?: number;
  readonly claims?: JWTPayload;
  readonly keys?: unknown;
  /** While the provider gives its keys, the last request of a sign-in. */
  readonly meanwhile?: () => void;
  readonly scopes?: readonly string[];
}

const answerOf = (value: unknown, status = 200): ExchangeResponse => {
  const body = Buffer.from(JSON.stringify(value));
  const headers = { 'content-type': 'application/json' };
  const tls = { protocol: 'TLSv1.3', reused: false };
  return {
    status,
    reason: '',
    headers,
    body,
    raw: body,
    cookies: [],
    bytes: body.length,
    received: false,
    tls,
  };
};

function stage(scenario: Scenario) {
  const asked: ExchangeRequest[] = [];
  const opened: URL[] = [];
  const browsed: number[] = [];
  const kept = new Map<string, Secret>();
  const query = (name: string) => opened.at(-1)?.searchParams.get(name) ?? '';
  const respond = async ({ address }: ExchangeRequest): Promise<ExchangeResponse> => {
    if (address.pathname.includes('.well-known'))
      return answerOf({ ...DOCUMENT, ...scenario.discovery });
    if (address.pathname === '/jwks') scenario.meanwhile?.();
    if (address.pathname === '/jwks')
      return answerOf(
        scenario.keys ?? { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256' }] },
      );
    const tokens = {
      access_token: 'marker-access',
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: 'marker-refresh',
      id_token: await idToken(query('nonce'), scenario.claims),
    };
    return answerOf({ ...tokens, ...scenario.tokens }, scenario.tokenStatus);
  };
  const signIn = {
    way: 'person' as const,
    provider: { found: 'discovery' as const, issuer },
    clientId: 'client-1',
    scopes: [...(scenario.scopes ?? ['openid'])],
    acrValues: '',
  };
  const connection = {
    ...connectionTo('https://platform.example.test', { signIn }),
    id: 'c',
    extraCa: null,
    extraCaPem: null,
  } as SavedConnection;
  const session = new PersonSession(
    {
      connection: () => connection,
      signIn,
      place: 'platform.example.test',
      needs: {
        transport: {
          exchange(given) {
            asked.push(given);
            return respond(given);
          },
        },
        routeTo: (_connection, { origin }) => Promise.resolve({ origin, highestTls: 'TLSv1.3' }),
        now: () => new Date(),
        monotonic: () => performance.now(),
        serverTimes: createServerTimes(() => new Date()),
        refreshTokens: createRefreshTokenStore(vaultOn(kept)),
        openExternal(address) {
          opened.push(address);
          const back = new URL(query('redirect_uri'));
          const right = { code: 'code-1', state: query('state'), iss: issuer };
          for (const [name, value] of Object.entries({ ...right, ...scenario.answer }))
            if (value !== undefined) back.searchParams.set(name, value);
          request(back, (reply) => browsed.push(reply.resume().statusCode ?? 0)).end();
          return Promise.resolve();
        },
      },
    },
    () => undefined,
  );
  return { session, asked, opened, browsed, kept };
}

const DOCUMENT = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: 'https://tokens.example.test/token',
  jwks_uri: `${issuer}/jwks`,
  authorization_response_iss_parameter_supported: true,
};

const vaultOn = (kept: Map<string, Secret>) => ({
  kind: 'system' as const,
  put: (name: string, secret: Secret) => Promise.resolve(void kept.set(name, secret)),
  get: (name: string) => Promise.resolve(kept.get(name)),
  remove: (name: string) => Promise.resolve(void kept.delete(name)),
  names: (prefix: string) => [...kept.keys()].filter((name) => name.startsWith(prefix)),
  has: (name: string) => kept.has(name),
});

function idToken(nonce: string, claims: JWTPayload = {}): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const usual = { iss: issuer, aud: 'client-1', sub: 'person-1', name: 'Kari', nonce };
  return new SignJWT({ ...usual, iat: seconds, exp: seconds + 600, ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .sign(privateKey);
}

const begin = (session: PersonSession, signal?: AbortSignal) =>
  session
    .begin(() => undefined, signal)
    .then(
      () => undefined,
      (error: unknown) => failureOf(error) ?? { kind: 'thrown', message: String(error) },
    );

describe('an attempt', () => {
  it('AUT-02 AUT-04 AUT-07 that goes right sends verifier and code once, to the token endpoint alone', async () => {
    const { session, asked, opened, kept, browsed } = stage({});
    expect(await begin(session)).toBeUndefined();
    expect(session.facts()).toMatchObject({ state: 'signed-in', who: { name: 'Kari' } });
    const [post, ...more] = asked.filter(({ method }) => method === 'POST');
    expect([post?.address.href, more]).toEqual(['https://tokens.example.test/token', []]);
    const form = new URLSearchParams((post?.body as Buffer).toString());
    expect(form.get('code_verifier')).toMatch(/^[\w.~-]{43,128}$/);
    expect([form.get('code'), form.get('client_id')]).toEqual(['code-1', 'client-1']);
    for (const request_ of asked) {
      expect(request_.credentials).toBeUndefined();
      expect(request_.route.identity).toBeUndefined();
    }
    expect(opened[0]?.href.startsWith(`${issuer}/authorize?`)).toBe(true);
    expect(opened[0]?.href).not.toContain(form.get('code_verifier') ?? 'none');
    expect([...kept.keys()]).toEqual(['refresh-token/c']);
    expect(browsed).toEqual([200]);
  });

  it('that is dropped during its last request signs nobody in, and stores nothing', async () => {
    const { session, kept } = stage({
      meanwhile: () => {
        session.drop();
      },
    });
    expect(await begin(session)).toMatchObject({ kind: 'cancelled' });
    expect(session.facts()).toMatchObject({ state: 'needed', who: null });
    expect(kept.size).toBe(0);
  });

  const bad: [string, Scenario, string, number][] = [
    [
      'AUT-04 an answer of another issuer',
      { answer: { iss: 'https://evil.example.test' } },
      'iss',
      0,
    ],
    ['AUT-04 an answer without the issuer it must name', { answer: { iss: undefined } }, 'iss', 0],
    ['AUT-04 an ID token with another nonce', { claims: { nonce: 'other' } }, 'id_token', 1],
    [
      'AUT-04 an ID token of another issuer',
      { claims: { iss: 'https://evil.test' } },
      'id_token',
      1,
    ],
    ['AUT-04 an ID token for another client', { claims: { aud: 'client-2' } }, 'id_token', 1],
    ['AUT-04 an ID token that has ended', { claims: { exp: 1000 } }, 'id_token', 1],
    ['AUT-04 keys of nobody', { keys: { keys: [] } }, 'id_token', 1],
    ['AUT-04 no ID token', { tokens: { id_token: undefined } }, 'id_token', 1],
    ['AUT-04 no token', { tokens: { access_token: undefined } }, 'access_token', 1],
    ['AUT-04 a token of another type', { tokens: { token_type: 'mac' } }, 'token_type', 1],
    ['AUT-04 a token that is no header', { tokens: { access_token: 'a\r\nb' } }, 'access_token', 1],
    [
      'AUT-07 a token endpoint in clear',
      { discovery: { token_endpoint: 'http://x.test/t' } },
      'token_endpoint',
      0,
    ],
    [
      'AUT-07 keys with a user name',
      { discovery: { jwks_uri: 'https://a@x.test/' } },
      'jwks_uri',
      0,
    ],
    [
      'AUT-07 no address to authorize at',
      { discovery: { authorization_endpoint: 7 } },
      'authorization_endpoint',
      0,
    ],
    [
      'AUT-07 a document of another issuer',
      { discovery: { issuer: 'https://x.test' } },
      'issuer',
      0,
    ],
    ['AUT-07 a document without issuer', { discovery: { issuer: undefined } }, 'issuer', 0],
  ];
  it.each(bad)('%s signs nobody in', async (_what, scenario, field, posts) => {
    const { session, asked, kept } = stage(scenario);
    expect(await begin(session)).toMatchObject({ kind: 'unexpected-answer', field });
    expect(session.facts()).toMatchObject({ state: 'needed', who: null });
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(posts);
    expect(kept.size).toBe(0);
    await expect(session.authHeaders()).rejects.toMatchObject({
      failure: { kind: 'sign-in-needed' },
    });
  });

  it.each([
    ['another state', { state: 'forged' }],
    ['no state', { state: undefined }],
    ['an empty state', { state: '' }],
    ['another state and an error', { state: 'forged', error: 'access_denied' }],
  ])('AUT-05 an answer with %s does nothing: the attempt goes on', async (_what, answer) => {
    const { session, asked, browsed } = stage({ answer });
    const stop = new AbortController();
    const going = begin(session, stop.signal);
    await expect.poll(() => browsed).toEqual([404]);
    expect(session.facts().state).toBe('under-way');
    stop.abort();
    expect(await going).toMatchObject({ kind: 'cancelled' });
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('AUT-04 an error of the provider is told in its words, cleaned, and no code beside it is redeemed', async () => {
    const answer = { error: 'access_denied', error_description: 'No\u0000 \u202ething' };
    const { session, asked } = stage({ answer });
    expect(await begin(session)).toMatchObject({
      kind: 'sign-in-needed',
      reason: 'access_denied: No thing',
    });
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
    const refusing = stage({ tokens: { error: 'invalid_grant' }, tokenStatus: 400 });
    expect(await begin(refusing.session)).toMatchObject({
      kind: 'refused',
      status: 400,
      reason: 'invalid_grant',
    });
  });

  it('AUT-03 an ID token is asked for and needed whatever scopes were typed', async () => {
    const { session, opened } = stage({
      scopes: ['altinn:enduser'],
      tokens: { id_token: undefined },
    });
    expect(await begin(session)).toMatchObject({ kind: 'unexpected-answer', field: 'id_token' });
    expect(opened[0]?.searchParams.get('scope')).toBe('openid altinn:enduser');
    expect(session.facts()).toMatchObject({
      state: expect.not.stringMatching('^signed-in$') as string,
    });
  });

  it('AUT-04 an answer is redeemed once, by our transport alone', async () => {
    const url = (path: string) => new URL(path, issuer);
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal('fetch', fetched);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const forms: Record<string, string>[] = [];
    const attempt = await beginAttempt({
      endpoints: {
        issuer,
        authorize: url('/authorize'),
        token: url('/token'),
        keys: url('/jwks'),
        revocation: undefined,
        endSession: undefined,
        answersNameIssuer: false,
      },
      clientId: 'client-1',
      scopes: ['openid'],
      redirectAddress: 'http://127.0.0.1:1/x',
      post: async (form) => {
        forms.push(Object.fromEntries(form));
        return answerOf({ access_token: 'a', id_token: await idToken(attempt.nonce) });
      },
    });
    const { searchParams } = attempt.address;
    const state = searchParams.get('state') ?? '';
    const answer = new URL(`http://127.0.0.1:1/x?code=c&state=${state}`);
    expect((await attempt.redeem(answer)).status).toBe(200);
    await expect(attempt.redeem(answer)).rejects.toMatchObject({
      failure: { kind: 'unexpected-answer' },
    });
    const [form, ...more] = forms;
    expect(more).toEqual([]);
    expect(form).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'http://127.0.0.1:1/x',
      client_id: 'client-1',
      code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/) as string,
    });
    const challenge = createHash('sha256')
      .update(form?.['code_verifier'] ?? '')
      .digest('base64url');
    expect(searchParams.get('code_challenge')).toBe(challenge);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(fetched).not.toHaveBeenCalled();
    expect(globalThis.fetch).toBe(fetched);
  });
});
