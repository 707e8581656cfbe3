// Machine tokens and the local platform's identity provider (platform.md, Signing in), with node:https and jose alone.
import { createHash, createPrivateKey, randomBytes, randomUUID } from 'node:crypto';
import { createRemoteJWKSet, customFetch, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthority } from '../platform/pki.ts';
import { persons } from '../platform/persons.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { Jar, visit, type Visit } from '../support/sign-in-browser.ts';
import {
  jsonOf,
  signInCaller,
  type Ask,
  type Reply,
  type SignInCaller,
} from '../support/sign-in-caller.ts';

let platform: Platform;
let caller: SignInCaller;
let now = Date.now();

beforeAll(async () => {
  platform = await startPlatform({ seed: 3, identity: true, now: () => new Date(now) });
  caller = signInCaller(platform);
});
beforeEach(() => {
  now = Date.now();
});
afterEach(() => {
  Object.assign(platform.control.identity, {
    discovery: true,
    splitHosts: false,
    redirectPath: 'any',
  });
  platform.control.clearFaults();
});
afterAll(async () => {
  await platform.stop();
});

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
    const scope = 'altinn:enterpriseusers.read';
    return new SignJWT({ ...usual, scope, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'RS256', ...header })
      .sign(createPrivateKey(keyPem ?? platform.clientKeyPem));
  }
  const exchange = (assertion: string, more: Ask = {}): Promise<Reply> =>
    caller.form(
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
        'altinn:enterpriseusers.read',
      ]);
      const token = text(answer['access_token']);
      expect((await caller.withToken('enterpriseusers', token)).status).toBe(200);
      now += 119_000;
      expect((await caller.withToken('enterpriseusers', token)).status).toBe(401);
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
    const narrow = platform.control.identity.registerClient({ scopes: ['altinn:reportees'] });
    expect(await refusal(sign({ iss: narrow }))).toEqual([400, 'invalid_scope']);
    expect(await refusal(sign({}, { kid: platform.identity.machineKeyId }, other.keyPem))).toEqual([
      400,
      'invalid_grant',
    ]);
    const foreign = await caller.form(platform.identity.machineTokenEndpoint, {
      grant_type: 'password',
    });
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
      scope: 'openid profile offline_access altinn:enterpriseusers.read altinn:profiles.read',
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
    const reply = await caller.form(platform.identity.tokenEndpoint, {
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
    caller.form(platform.identity.tokenEndpoint, {
      ...client(),
      grant_type: 'refresh_token',
      refresh_token: token,
    });

  it('a person signs in on the page; the token counts at the platform until it ends', async () => {
    const tokens = await signIn({}, { person: 'person-2' });
    expect([tokens['token_type'], tokens['expires_in']]).toEqual(['Bearer', 600]);
    const keys = createRemoteJWKSet(new URL(platform.identity.jwksAddress), {
      [customFetch]: async (address: string) => new Response((await caller.ask(address)).text),
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
    expect((await caller.withToken('my/profile', token)).status).not.toBe(401);
    expect((await caller.withToken('enterpriseusers', token)).reason).toContain(
      'organization number',
    );
    now += 600_000;
    expect((await caller.withToken('my/profile', token)).status).toBe(401);
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
    expect((await caller.withToken('my/profile', token)).status).not.toBe(401);
    expect(second['refresh_token']).not.toBe(first['refresh_token']);
    const again = await refresh(first['refresh_token']);
    expect([again.status, jsonOf(again)['error']]).toEqual([400, 'invalid_grant']);
    expect((await refresh(text(second['refresh_token']))).status).toBe(400);
    expect((await caller.withToken('my/profile', token)).status).toBe(401);
  });

  it('there is no refresh token without offline_access, and none after revocation', async () => {
    expect((await signIn({ scope: 'openid altinn:reportees' }))['refresh_token']).toBeUndefined();
    const { refresh_token: token = '' } = await signIn();
    const revoked = await caller.form(platform.identity.revocationEndpoint, { ...client(), token });
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
    expect(jsonOf(await caller.ask(address))).toMatchObject({
      issuer,
      token_endpoint: tokenEndpoint,
    });
    platform.control.identity.splitHosts = true;
    expect(jsonOf(await caller.ask(address))).toMatchObject({ token_endpoint: otherTokenEndpoint });
    const unknown = { ...client(), grant_type: 'refresh_token', refresh_token: 'x' };
    expect(jsonOf(await caller.form(otherTokenEndpoint, unknown))['error']).toBe('invalid_grant');
    platform.control.identity.discovery = false;
    expect((await caller.ask(address)).status).toBe(404);
  });

  it('signing out leads back to the program, and an answer can be lost after the work was done', async () => {
    const jar = new Jar();
    await signIn({}, { jar });
    const other = await go({}, { jar, person: 'person-3' });
    expect(other.way.filter((address) => address.includes('/logout'))).toEqual([]);
    const { id_token: hint = '', refresh_token: token } = await signIn({}, { jar });
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
