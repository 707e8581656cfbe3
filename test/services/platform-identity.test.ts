// The signing in of the local platform against api.md and wire.md, with node:https and jose alone: its rules do not rest on ours.
import { createHash, createPrivateKey, randomBytes, randomUUID } from 'node:crypto';
import { Agent, request, type RequestOptions } from 'node:https';
import { createRemoteJWKSet, customFetch, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthority } from '../platform/pki.ts';
import { persons } from '../platform/persons.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { Jar, visit, type Visit } from '../support/sign-in-browser.ts';

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly certificate?: boolean;
}

let platform: Platform;
let now = Date.now();
const agents: Agent[] = [];

beforeAll(async () => {
  platform = await startPlatform({ seed: 3, identity: true, now: () => new Date(now) });
});
let usual: object;
beforeEach(() => {
  now = Date.now();
  usual = { ...platform.control.identity };
});
afterEach(() => {
  const { discovery, splitHosts, redirectPath, missingScope, renewCookies } =
    usual as Platform['control']['identity'];
  const settings = { discovery, splitHosts, redirectPath, missingScope, renewCookies };
  Object.assign(platform.control.identity, settings, { organisationsAsParties: 'certificate' });
  platform.control.clearFaults();
  for (const agent of agents.splice(0)) agent.destroy();
});
afterAll(async () => {
  await platform.stop();
});

function ask(address: string, options: Ask = {}): Promise<Reply> {
  const agent = new Agent({ keepAlive: false });
  agents.push(agent);
  const settings: RequestOptions = {
    method: options.method ?? 'GET',
    agent,
    ca: platform.caPem,
    headers: { Accept: 'application/json', ...options.headers },
    ...(options.certificate
      ? { key: platform.clientKeyPem, cert: platform.clientCertificatePem }
      : {}),
  };
  return new Promise((resolve, reject) => {
    const call = request(address, settings, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? '',
          headers: answer.headers,
          text,
        }),
      );
    });
    call.once('error', reject);
    call.end(options.body);
  });
}

const api = (path: string, options: Ask = {}): Promise<Reply> =>
  ask(`${platform.address}/api/${path}`, {
    ...options,
    headers: { ApiKey: platform.apiKey, ...options.headers },
  });
const withToken = (path: string, token: string, method = 'GET'): Promise<Reply> =>
  api(path, { method, headers: { Authorization: `Bearer ${token}` } });
const form = (address: string, fields: Record<string, string>, more: Ask = {}): Promise<Reply> =>
  ask(address, {
    ...more,
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...more.headers },
  });
const jsonOf = (reply: Reply): Record<string, unknown> =>
  JSON.parse(reply.text) as Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

describe('the endpoint for machine tokens', () => {
  const x5c = (pem: string): string[] =>
    [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)/g)].map(([, base64 = '']) =>
      base64.replace(/\s/g, ''),
    );
  const leaf = (): string[] => x5c(platform.clientCertificatePem).slice(0, 1);

  function sign(claims: JWTPayload = {}, header: object = { x5c: leaf() }, keyPem?: string) {
    const { audience, machineClientId } = platform.identity;
    const seconds = Math.floor(now / 1000);
    const usual = { aud: audience, iss: machineClientId, iat: seconds, exp: seconds + 120 };
    const scope = 'platform:enterpriseusers.read';
    return new SignJWT({ ...usual, scope, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'RS256', ...header })
      .sign(createPrivateKey(keyPem ?? platform.clientKeyPem));
  }
  const exchange = (assertion: string, more: Ask = {}): Promise<Reply> =>
    form(
      platform.identity.machineTokenEndpoint,
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      more,
    );
  const refusal = async (assertion: string | Promise<string>): Promise<unknown[]> => {
    const reply = await exchange(await assertion);
    return [reply.status, jsonOf(reply)['error']];
  };

  it('gives a token for an assertion signed with the certificate, or with a registered key', async () => {
    for (const header of [{ x5c: leaf() }, { kid: platform.identity.machineKeyId }]) {
      const reply = await exchange(await sign({}, header));
      const answer = jsonOf(reply);
      expect([reply.status, answer['token_type'], answer['expires_in'], answer['scope']]).toEqual([
        200,
        'Bearer',
        119,
        'platform:enterpriseusers.read',
      ]);
      const token = text(answer['access_token']);
      expect((await withToken('enterpriseusers', token)).status).toBe(200);
      now += 119_000;
      expect((await withToken('enterpriseusers', token)).status).toBe(401);
    }
  });

  it('refuses wrong audiences, long lives, other algorithms and assertions shown twice', async () => {
    const seconds = Math.floor(now / 1000);
    const invalid = [400, 'invalid_grant'];
    expect(await refusal(sign({ aud: platform.identity.audience.slice(0, -1) }))).toEqual(invalid);
    expect(await refusal(sign({ aud: [platform.identity.audience] }))).toEqual(invalid);
    expect(await refusal(sign({ exp: seconds + 121 }))).toEqual(invalid);
    expect(await refusal(sign({ iat: seconds - 300, exp: seconds - 200 }))).toEqual(invalid);
    expect(await refusal(sign({ iat: seconds + 60, exp: seconds + 90 }))).toEqual(invalid);
    expect(await refusal(sign({ jti: '' }))).toEqual(invalid);
    expect(await refusal(sign({}, { alg: 'PS256', x5c: leaf() }))).toEqual(invalid);
    expect(await refusal(sign({}, {}))).toEqual(invalid);
    const kid = platform.identity.machineKeyId;
    expect(await refusal(sign({}, { x5c: leaf(), kid }))).toEqual(invalid);
    const [head = '', body = ''] = (await sign()).split('.');
    expect(await refusal(`${head}.${body}.AAAA`)).toEqual(invalid);
    const twice = await sign();
    expect((await exchange(twice)).status).toBe(200);
    expect(await refusal(twice)).toEqual(invalid);
  });

  it('refuses certificates of others, unknown clients and keys, and scopes not granted', async () => {
    const number = platform.organisationNumber;
    const stranger = await (
      await createAuthority('Somebody else')
    ).issue({ name: 'Fjordtrafikk AS', organisationNumber: number });
    const other = await platform.pki.intermediate.issue({
      name: 'Bergtind Regnskap AS',
      organisationNumber: '987654325',
    });
    const old = await platform.pki.intermediate.issue({
      name: 'Fjordtrafikk AS',
      organisationNumber: number,
      notBefore: new Date(now - 9e8),
      notAfter: new Date(now - 1e8),
    });
    for (const issued of [stranger, other, old]) {
      const assertion = sign({}, { x5c: x5c(issued.chainPem) }, issued.keyPem);
      expect(await refusal(assertion)).toEqual([401, 'invalid_client']);
    }
    expect(await refusal(sign({ iss: 'nobody' }))).toEqual([401, 'invalid_client']);
    expect(await refusal(sign({}, { kid: 'none' }))).toEqual([401, 'invalid_client']);
    const narrow = platform.control.identity.registerClient({ scopes: ['platform:reportees'] });
    expect(await refusal(sign({ iss: narrow }))).toEqual([400, 'invalid_scope']);
    expect(await refusal(sign({}, { kid: platform.identity.machineKeyId }, other.keyPem))).toEqual([
      400,
      'invalid_grant',
    ]);
    const foreign = await form(platform.identity.machineTokenEndpoint, { grant_type: 'password' });
    expect(jsonOf(foreign)['error']).toBe('unsupported_grant_type');
  });

  it('takes no credential of the platform and counts who shows one', async () => {
    const before = platform.control.identity.credentialsSeen;
    const shown = [{ headers: { ApiKey: platform.apiKey } }, { certificate: true }];
    for (const more of shown) expect((await exchange(await sign(), more)).status).toBe(400);
    expect(platform.control.identity.credentialsSeen).toBe(before + 2);
  });
});

describe('the identity provider', () => {
  const redirect = 'http://127.0.0.1:49321/callback';
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');

  function authorizeAddress(more: Record<string, string> = {}): string {
    const address = new URL(platform.identity.authorizeEndpoint);
    const usual = {
      response_type: 'code',
      client_id: platform.identity.clientId,
      redirect_uri: redirect,
      scope: 'openid profile offline_access platform:enterpriseusers.read platform:profiles.read',
      acr_values: 'Level3',
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries({ ...usual, ...more })) {
      if (value !== '') address.searchParams.set(name, value);
    }
    return address.href;
  }
  const go = (more: Record<string, string> = {}, who: object = {}): Promise<Visit> =>
    visit(authorizeAddress(more), { caPem: platform.caPem, deliver: false, ...who });
  const answered = (done: Visit): Record<string, string> =>
    Object.fromEntries(done.redirect?.searchParams ?? []);
  const client = (): Record<string, string> => ({ client_id: platform.identity.clientId });

  async function signIn(more: Record<string, string> = {}, who: object = {}) {
    const { code = '' } = answered(await go(more, who));
    const reply = await form(platform.identity.tokenEndpoint, {
      ...client(),
      grant_type: 'authorization_code',
      code,
      redirect_uri: more['redirect_uri'] ?? redirect,
      code_verifier: verifier,
    });
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
    return jsonOf(reply) as Record<string, string>;
  }
  const refresh = (token = ''): Promise<Reply> =>
    form(platform.identity.tokenEndpoint, {
      ...client(),
      grant_type: 'refresh_token',
      refresh_token: token,
    });

  it('a person signs in on the page; the token counts at the platform until it ends', async () => {
    const tokens = await signIn({}, { person: 'person-2' });
    expect([tokens['token_type'], tokens['expires_in']]).toEqual(['Bearer', 600]);
    const keys = createRemoteJWKSet(new URL(platform.identity.jwksAddress), {
      [customFetch]: async (address: string) => new Response((await ask(address)).text),
    });
    const { payload } = await jwtVerify(tokens['id_token'] ?? '', keys, {
      issuer: platform.identity.issuer,
      audience: platform.identity.clientId,
      algorithms: ['RS256'],
    });
    expect([payload.sub, payload['name'], payload['nonce'], payload['acr']]).toEqual([
      'person-2',
      persons[1]?.name,
      'nonce-1',
      'Level3',
    ]);
    const token = tokens['access_token'] ?? '';
    expect((await withToken('my/profile', token)).status).not.toBe(401);
    expect((await withToken('enterpriseusers', token)).reason).toContain('organization number');
    now += 600_000;
    expect((await withToken('my/profile', token)).status).toBe(401);
  });

  it('the answer names the issuer, and the level is the one asked for', async () => {
    const done = answered(await go());
    expect([done['state'], done['iss']]).toEqual(['state-1', platform.identity.issuer]);
    const tokens = await signIn({ acr_values: 'Level4' });
    const [, claims = ''] = (tokens['id_token'] ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      acr: 'Level4',
    });
  });

  it('a refresh token works once; shown again, the whole family ends', async () => {
    const first = await signIn();
    const second = jsonOf(await refresh(first['refresh_token']));
    const token = text(second['access_token']);
    expect((await withToken('my/profile', token)).status).not.toBe(401);
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    const again = await refresh(first['refresh_token']);
    expect([again.status, jsonOf(again)['error']]).toEqual([400, 'invalid_grant']);
    expect((await refresh(text(second['refresh_token']))).status).toBe(400);
    expect((await withToken('my/profile', token)).status).toBe(401);
  });

  it('there is no refresh token without offline_access, and none after revocation', async () => {
    expect((await signIn({ scope: 'openid platform:reportees' }))['refresh_token']).toBeUndefined();
    const { refresh_token: token = '' } = await signIn();
    const revoked = await form(platform.identity.revocationEndpoint, { ...client(), token });
    expect(revoked.status).toBe(200);
    expect((await refresh(token)).status).toBe(400);
    const { refresh_token: other } = await signIn();
    platform.control.identity.revokeRefreshTokens();
    expect((await refresh(other)).status).toBe(400);
  });

  it('PKCE is needed, any loopback port is right and any other redirect is not followed', async () => {
    const without = await go({ code_challenge: '', code_challenge_method: '' });
    expect(answered(without)['error']).toBe('invalid_request');
    const moved = { redirect_uri: 'http://127.0.0.1:5/callback/x-4711' };
    expect((await go(moved)).redirect?.href).toContain('127.0.0.1:5/callback/x-4711?code=');
    platform.control.identity.redirectPath = 'registered';
    expect((await go(moved)).redirect).toBeUndefined();
    expect(answered(await go())['code']).toBeDefined();
    platform.control.identity.redirectPath = 'any';
    expect((await go({ redirect_uri: 'https://example.test/callback' })).redirect).toBeUndefined();
  });

  it('the person may say no, the provider may fail, and a test may decide who comes', async () => {
    expect(answered(await go({}, { deny: true }))['error']).toBe('access_denied');
    platform.control.identity.next({ error: 'temporarily_unavailable' });
    expect(answered(await go())['error']).toBe('temporarily_unavailable');
    platform.control.identity.next({ person: 'sunnivab' });
    const [, claims = ''] = ((await signIn())['id_token'] ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: 'person-3',
    });
  });

  it('the discovery document can be missing, or name a token endpoint on another host', async () => {
    const address = `${platform.identity.issuer}/.well-known/openid-configuration`;
    const { issuer, tokenEndpoint, otherTokenEndpoint } = platform.identity;
    expect(jsonOf(await ask(address))).toMatchObject({ issuer, token_endpoint: tokenEndpoint });
    platform.control.identity.splitHosts = true;
    expect(jsonOf(await ask(address))).toMatchObject({ token_endpoint: otherTokenEndpoint });
    const unknown = { ...client(), grant_type: 'refresh_token', refresh_token: 'x' };
    expect(jsonOf(await form(otherTokenEndpoint, unknown))['error']).toBe('invalid_grant');
    platform.control.identity.discovery = false;
    expect((await ask(address)).status).toBe(404);
  });

  it('signing out leads back to the program, and an answer can be lost after the work was done', async () => {
    const jar = new Jar();
    await signIn({}, { jar });
    const { id_token: hint = '', refresh_token: token } = await signIn(
      {},
      { jar, person: 'person-2' },
    );
    const out = new URL(platform.identity.endSessionEndpoint);
    out.searchParams.set('id_token_hint', hint);
    out.searchParams.set('post_logout_redirect_uri', 'http://127.0.0.1:7/signed-out');
    const done = await visit(out.href, { caPem: platform.caPem, deliver: false, jar });
    expect(done.redirect?.href).toBe('http://127.0.0.1:7/signed-out');
    const fresh = (await signIn())['refresh_token'];
    expect(fresh).not.toBe(token);
    const effect = { kind: 'reset' } as const;
    platform.control.fault({ operation: 'identity.token', acts: true, effect });
    await expect(refresh(fresh)).rejects.toThrow();
    expect((await refresh(fresh)).status).toBe(400);
  });
});

describe('name and password', () => {
  const person = persons[0];
  const signIn = (more: Ask = {}, body?: object): Promise<Reply> =>
    ask(`${platform.address}/api/authentication/authenticatewithpassword`, {
      ...more,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...more.headers },
      body: JSON.stringify(body ?? { UserName: person?.userName, UserPassword: person?.password }),
    });
  const cookiesOf = (reply: Reply): string[] =>
    [reply.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
  const cookieOf = (reply: Reply): string =>
    cookiesOf(reply).find((pair) => pair.startsWith('.ASPXAUTH=')) ?? '';
  const withCookie = (Cookie: string): Promise<Reply> => api('my/profile', { headers: { Cookie } });

  it('the cookie comes with and without ApiKey, among others, and ends by the clock', async () => {
    for (const headers of [{}, { ApiKey: platform.apiKey }]) {
      const reply = await signIn({ headers });
      expect(cookiesOf(reply).length).toBeGreaterThan(1);
      expect((await withCookie(cookieOf(reply))).status).not.toBe(302);
      now += platform.control.identity.cookieLifetimeMs;
      expect((await withCookie(cookieOf(reply))).status).toBe(302);
    }
    const wrong = await signIn({}, { UserName: person?.userName, UserPassword: 'x' });
    expect([wrong.status, cookiesOf(wrong)]).toEqual([401, []]);
  });

  it('the cookie may be renewed with any answer, and the old one may end at once', async () => {
    const old = cookieOf(await signIn());
    platform.control.identity.renewCookies = 'drop-old';
    const renewed = cookieOf(await withCookie(old));
    expect(renewed).not.toBe(old);
    platform.control.identity.renewCookies = 'off';
    expect((await withCookie(old)).status).toBe(302);
    expect((await withCookie(renewed)).status).not.toBe(302);
    platform.control.identity.endSessions();
    expect((await withCookie(renewed)).status).toBe(302);
  });

  it('a cookie beside a token or a certificate is refused with words', async () => {
    const headers = { Cookie: cookieOf(await signIn()) };
    const Authorization = `Bearer ${platform.control.addToken()}`;
    const beside = [
      await api('my/profile', { headers: { ...headers, Authorization } }),
      await api('my/profile?ForceEIAuthentication', { headers, certificate: true }),
    ];
    for (const reply of beside) {
      expect([reply.status, reply.reason]).toEqual([400, expect.stringContaining('only one')]);
    }
  });

  it('with a certificate the first call may be 401 though all is right', async () => {
    platform.control.identity.coldCertificate = true;
    const call = (): Promise<Reply> =>
      api('enterpriseusers?ForceEIAuthentication', { certificate: true });
    expect([(await call()).status, (await call()).status]).toEqual([401, 200]);
  });
});

describe('scopes', () => {
  const person = (...scopes: string[]): string =>
    platform.control.identity.addToken({ person: 'person-1', level: 3, scopes });
  const missing = [401, 'Missing required scope'];
  const answer = async (path: string, token: string, method = 'GET') => {
    const reply = await withToken(path, token, method);
    return [reply.status, reply.reason];
  };

  it('a route needs one of its own scopes or the general one of its side', async () => {
    const { identity } = platform.control;
    const organisation = platform.organisationNumber;
    const token = (...scopes: string[]): string => identity.addToken({ organisation, scopes });
    const users = 'enterpriseusers';
    expect((await answer(users, token('platform:enterpriseusers.read')))[0]).toBe(200);
    expect((await answer(users, token('platform:enduser')))[0]).toBe(200);
    expect(await answer(users, token('platform:serviceowner'))).toEqual(missing);
    expect(await answer(users, token('platform:enterpriseusers.write'))).toEqual(missing);
    const rotate = 'enterpriseusers/hr-sykmelding/rotatesecret';
    expect(await answer(rotate, token('platform:enterpriseusers.read'), 'POST')).toEqual(missing);
    const lookup = 'serviceowner/organizations?ForceEIAuthentication&email=x@example.test';
    expect(await answer(lookup, token('platform:enduser'))).toEqual(missing);
    expect((await answer(lookup, token('platform:serviceowner/organizations')))[0]).toBe(200);
    identity.missingScope = 403;
    expect((await answer(users, token('platform:reportees')))[0]).toBe(403);
  });

  it('the list of messages and its single items have scopes of their own', async () => {
    const meta = person('platform:instances.meta');
    const read = person('platform:instances.read');
    expect(await answer('my/messages', meta)).not.toEqual(missing);
    expect(await answer('my/messages/a1', meta)).toEqual(missing);
    expect(await answer('my/messages', read)).toEqual(missing);
    expect(await answer('my/messages/a1', read)).not.toEqual(missing);
    expect(await answer('my/messages/a1', read, 'DELETE')).toEqual(missing);
  });

  it('a path of persons takes no machine for a person; a dead token is 401', async () => {
    const token = platform.control.addToken();
    expect((await answer('my/profile', token))[0]).toBe(302);
    platform.control.identity.organisationsAsParties = 'all';
    expect((await answer('my/profile', token))[0]).not.toBe(302);
    expect((await answer('my/profile', 'nothing'))[0]).toBe(401);
  });
});
