// Passwords, cookies and levels at the local platform (platform.md, Signing in), with node:https alone.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { persons } from '../platform/persons.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { startStandAlone } from '../platform/stand-alone.ts';
import {
  signInCaller,
  type Ask,
  type Reply,
  type SignInCaller,
} from '../support/sign-in-caller.ts';

let platform: Platform;
let caller: SignInCaller;
let now = Date.now();

beforeAll(async () => {
  platform = await startPlatform({ seed: 3, now: () => new Date(now) });
  caller = signInCaller(platform);
});
beforeEach(() => {
  now = Date.now();
});
afterEach(() => {
  Object.assign(platform.control.identity, {
    missingScope: 401,
    renewCookies: 'off',
  });
  Object.assign(platform.control.shape, usualShape());
  platform.control.clearFaults();
});
afterAll(async () => {
  await platform.stop();
});

describe('name and password', () => {
  const person = persons[0];
  const signIn = (more: Ask = {}, body?: object): Promise<Reply> =>
    caller.ask(`${platform.address}/api/authentication/authenticatewithpassword`, {
      ...more,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...more.headers },
      body: JSON.stringify(body ?? { UserName: person?.userName, UserPassword: person?.password }),
    });
  const cookiesOf = (reply: Reply): string[] =>
    [reply.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0] ?? '');
  const cookieOf = (reply: Reply): string =>
    cookiesOf(reply).find((pair) => pair.startsWith('.AspxAuthProd=')) ?? '';
  const withCookie = (Cookie: string): Promise<Reply> =>
    caller.api('my/profile', { headers: { Cookie } });

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
      await caller.api('my/profile', { headers: { ...headers, Authorization } }),
      await caller.api('my/profile?ForceEIAuthentication', { headers, certificate: true }),
    ];
    for (const reply of beside) {
      expect([reply.status, reply.reason]).toEqual([400, expect.stringContaining('only one')]);
    }
  });

  it('it opens what needs level 1 only; a sign-in at a higher level opens more', async () => {
    const party = `r${person?.party}`;
    const { id } = platform.control.messages.make({ party, level: 3, kind: 'Correspondence' });
    const path = `my/messages/${id}?markAsRead=false`;
    const low = await caller.api(path, { headers: { Cookie: cookieOf(await signIn()) } });
    expect([low.status, low.reason]).toEqual([403, expect.stringContaining('security level')]);
    const high = platform.control.identity.addToken({ person: person?.id ?? '', level: 3 });
    expect((await caller.withToken(path, high)).status).toBe(200);
  });

  it('an enterprise user comes with its certificate; the cookie then works without', async () => {
    const name = 'hr-sykmelding';
    const body = { UserName: name, UserPassword: platform.control.secretOf(name) };
    expect((await signIn({}, body)).status).toBe(401);
    const address = `${platform.address}/api/authentication/authenticatewithpassword`;
    const reply = await caller.ask(`${address}?ForceEIAuthentication`, {
      method: 'POST',
      certificate: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(200);
    expect((await withCookie(cookieOf(reply))).status).toBe(200);
  });

  it('with a certificate the first call may be 401 though all is right', async () => {
    platform.control.identity.coldCertificate = true;
    const call = (): Promise<Reply> =>
      caller.api('enterpriseusers?ForceEIAuthentication', { certificate: true });
    expect([(await call()).status, (await call()).status]).toEqual([401, 200]);
  });
});

describe('alone, as a process of its own', () => {
  it('it says where to sign in, and is steered from outside', async () => {
    const alone = await startStandAlone({ seed: 3 });
    try {
      const { identity, control } = alone.announcement;
      expect(identity.persons.map(({ id }) => id)).toEqual(persons.map(({ id }) => id));
      const steer = (method: string, what: string, body?: object): Promise<Response> =>
        fetch(control + what, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
      await steer('PUT', 'identity', { machineTokenSeconds: 2, credentialsSeen: 7 });
      expect(await (await steer('GET', 'identity')).json()).toMatchObject({
        machineTokenSeconds: 2,
        credentialsSeen: 0,
        living: { cookies: 0, tokens: 0 },
      });
      const made = (await (await steer('POST', 'tokens', { person: 'person-1' })).json()) as object;
      expect(made).toEqual({ token: expect.any(String) as string });
      expect(alone.control.identity.living.tokens).toBe(1);
    } finally {
      await alone.stop();
    }
  });
});

describe('organisations at paths of persons', () => {
  const answer = async (path: string, token: string, method = 'GET') => {
    const reply = await caller.withToken(path, token, method);
    return [reply.status, reply.reason];
  };

  it('are no persons, or taken for a browser, or count as a party, by switch', async () => {
    const token = platform.control.addToken();
    // Section 9: 403 with text, not a redirect, since 21.7.
    expect(await answer('my/profile', token)).toEqual([
      403,
      expect.stringContaining('authenticated user'),
    ]);
    platform.control.shape.organisationAsParty = 'browser';
    expect((await answer('my/profile', token))[0]).toBe(302);
    platform.control.shape.organisationAsParty = 'all';
    expect((await answer('my/profile', token))[0]).not.toBe(302);
  });
});
