// The cookie of a password sign-in over real TLS: hostile cookies beside it, and the requests that carry it.
import { afterEach, describe, expect, it } from 'vitest';
import {
  PasswordSession,
  signInCookieOf,
  signInOnce,
} from '../../../../main/auth/password-sign-in.ts';
import type { ExchangeResponse } from '../../../../main/http/exchange.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { connectionTo } from '../../../support/connection-desk.ts';
import { type RawRequest, startRawServer, testPki } from '../../../support/raw-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const GOOD = 'Set-Cookie: .ASPXAUTH=AB12; path=/; secure; HttpOnly';

async function signIn(
  head: readonly string[],
  { status = '200 OK', body = '', password = 'p' } = {},
) {
  const pki = await testPki();
  const act = ({ socket }: RawRequest) => {
    const lines = [`HTTP/1.1 ${status}`, ...head, `Content-Length: ${body.length}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  };
  const server = await startRawServer({ server: pki.server, asks: true, act });
  const transport = createTransport();
  stops.push(
    () => server.stop(),
    () => {
      transport.close();
    },
  );
  const { origin } = server;
  const connection = {
    ...connectionTo(origin, { mediaType: 'application/json' }),
    id: 'c',
    extraCa: null,
    extraCaPem: pki.root.certificatePem,
  } as SavedConnection;
  const needs = {
    transport,
    toPlatform: () =>
      Promise.resolve({
        origin,
        highestTls: 'TLSv1.3' as const,
        extraCaPem: pki.root.certificatePem,
      }),
    credentials: {
      apiKey: () => Promise.resolve(new Secret('marker-key', new URL(origin).host)),
      password: () => Promise.reject(new Error('not asked for')),
      certificate: () => Promise.reject(new Error('not asked for')),
    },
    now: () => new Date(),
    monotonic: () => 0,
  };
  const given = { userName: 'kari', password: new Secret(password) };
  const outcome = await signInOnce(connection, given, needs).catch((error: unknown) => {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return failure;
  });
  return { outcome, requests: server.requests };
}

describe('a password sign-in', () => {
  it('AUE-01 AUT-12 sends name and password in the body alone, every sign of them', async () => {
    const password = `<&"{%}'\\ >${'Æ'.repeat(40)}`;
    const { outcome, requests } = await signIn([GOOD], { password });
    expect(outcome).toBe('.ASPXAUTH=AB12');
    const [request] = requests;
    expect(request?.path).toBe('/api/authentication/authenticatewithpassword');
    expect(JSON.parse(String(request?.body))).toEqual({ UserName: 'kari', UserPassword: password });
    expect(request?.headers).toMatchObject({ apikey: 'marker-key' });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.certificate).toBeNull();
  });

  it('LNK-10 a hundred other cookies and those of other domains change nothing', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `Set-Cookie: c${at}=${'x'.repeat(100)}`);
    const foreign = 'Set-Cookie: .ASPXAUTH=EVIL; Domain=evil.example.test';
    expect((await signIn([...many, GOOD, foreign, ...many])).outcome).toBe('.ASPXAUTH=AB12');
  });

  it('LNK-10 a cookie of a megabyte ends the answer, and nothing else', async () => {
    const { outcome } = await signIn([`Set-Cookie: x=${'x'.repeat(1_000_000)}`, GOOD]);
    expect(outcome).toMatchObject({ kind: 'unexpected-answer' });
  });

  it.each<[string, string, string[], object]>([
    ['401', '401 The user name or password is wrong.', [], { kind: 'sign-in-needed', status: 401 }],
    ['401 with a cookie', '401 Unauthorized', [GOOD], { kind: 'sign-in-needed', status: 401 }],
    ['a redirect with a cookie', '302 Found', [GOOD], { kind: 'sign-in-needed', status: 302 }],
    ['success without a cookie', '200 OK', [], { kind: 'unexpected-answer', field: 'Set-Cookie' }],
    ['a refused key', '403 The API key is not authorized', [], { cause: 'api-key-not-authorized' }],
    ['a sick platform', '503 Service Unavailable', [], { kind: 'busy' }],
  ])('AUE-01 %s is told as what it is, after one call', async (_what, status, head, failure) => {
    const { outcome, requests } = await signIn(head, { status });
    expect(outcome).toMatchObject(failure);
    expect(requests).toHaveLength(1);
  });
});

/** A session on a platform that gives the cookies C1, C2, and so on. */
function session() {
  let signIns = 0;
  const exchange = () => {
    signIns += 1;
    const answer = { status: 200, headers: {}, cookies: [`.ASPXAUTH=C${signIns}`] };
    return Promise.resolve(answer as unknown as ExchangeResponse);
  };
  const connection = {
    ...connectionTo('https://platform.example.test', { mediaType: 'application/json' }),
    apiKey: null,
  } as SavedConnection;
  const made = new PasswordSession(
    {
      connection: () => connection,
      signIn: { way: 'password', userName: 'u', password: 'p' },
      place: 'platform.example.test',
      needs: {
        transport: { exchange },
        toPlatform: () => Promise.resolve({ origin: 'https://platform.example.test' } as never),
        credentials: {
          password: () => Promise.resolve(new Secret('p')),
          apiKey: () => Promise.reject(new Error('not asked')),
          certificate: () => Promise.reject(new Error('not asked')),
        },
        now: () => now,
        monotonic: () => performance.now(),
      },
    },
    () => undefined,
  );
  const cookie = async () => (await made.authHeaders()).headers['Cookie']?.expose();
  return { session: made, cookie, begin: () => made.begin(() => undefined) };
}

describe('the session of a password', () => {
  it('signs in again after a page to sign in at, and only then', async () => {
    const { session: one, cookie } = session();
    const first = await one.authHeaders();
    expect(await cookie()).toBe('.ASPXAUTH=C1');
    one.discard(first);
    expect(await cookie()).toBe('.ASPXAUTH=C2');
    one.discard(first);
    expect(await cookie()).toBe('.ASPXAUTH=C2');
  });

  it('LNK-10 sends the last cookie of an answer, and none of an answer to an earlier sign-in', async () => {
    const { session: one, cookie, begin } = session();
    const first = await one.authHeaders();
    one.receiveCookies(first, ['.ASPXAUTH=NEW']);
    expect(await cookie()).toBe('.ASPXAUTH=NEW');
    await begin();
    one.receiveCookies(first, ['.ASPXAUTH=OLD']);
    expect(await cookie()).toBe('.ASPXAUTH=C2');
    one.receiveCookies(await one.authHeaders(), ['.ASPXAUTH=; Max-Age=0']);
    expect(await cookie()).toBe('.ASPXAUTH=C3');
  });
});

const now = new Date('2026-03-01T12:00:00Z');
const host = 'platform.example.test';
const found = (...lines: string[]) => signInCookieOf(lines, host, now);

describe('LNK-10 the sign-in cookie', () => {
  it('LNK-10 is found among others, the newest counts', () => {
    const others = ['ASP.NET_SessionId=x; path=/', 'PortalLanguage=1044'];
    expect(found(...others)).toBeUndefined();
    expect(found(...others, '.ASPXAUTH=AB12; path=/; secure; HttpOnly')).toEqual({
      pair: '.ASPXAUTH=AB12',
    });
    expect(found('.ASPXAUTH=A', '.ASPXAUTH=B; Secure', 'x=y')).toEqual({ pair: '.ASPXAUTH=B' });
  });

  it.each([
    '.ASPXAUTH2=A',
    'X.ASPXAUTH=A',
    '.aspxauth=A',
    '.ASPXAUTH',
    '.ASPXAUTH=A; Domain=evil.example.test',
    '.ASPXAUTH=A; Domain=atform.example.test',
    '.ASPXAUTH=A B',
    '.ASPXAUTH=A,B',
    '.ASPXAUTH="A"',
    '.ASPXAUTH=\u00e6',
    `.ASPXAUTH=${'A'.repeat(1_000_000)}`,
  ])('LNK-10 is not taken from %.60s', (line) => {
    expect(found(line)).toBeUndefined();
  });

  it('LNK-10 a domain above the host makes no difference: it is sent to one origin only', () => {
    expect(found('.ASPXAUTH=A; Domain=.example.test')).toEqual({ pair: '.ASPXAUTH=A' });
    expect(found('.ASPXAUTH=A; domain=PLATFORM.example.test; Path=/')).toEqual({
      pair: '.ASPXAUTH=A',
    });
  });

  it.each([
    '.ASPXAUTH=; path=/',
    '.ASPXAUTH=A; Max-Age=0',
    '.ASPXAUTH=A; Max-Age=-1; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
    '.ASPXAUTH=A; expires=Tue, 12-Oct-1999 00:00:00 GMT',
  ])('AUE-01 the platform takes it back with %s', (line) => {
    expect(found(line)).toBe('ended');
  });

  it.each(['.AspxAuthProd', '.AspxAuthTT02', '.ASPXAUTH'])(
    'LNK-10 goes back under the name it came with: %s, and the former name may be removed beside it',
    (name) => {
      const pair = `${name}=A`;
      expect(found(`${pair}; Path=/; Secure`)).toEqual({ pair });
      expect(found(`${pair}; Path=/; Secure`, '.ASPXAUTH_OLD=; Max-Age=0')).toEqual({ pair });
      const former = name === '.ASPXAUTH' ? '.AspxAuthProd' : '.ASPXAUTH';
      expect(found(pair, `${former}=; Max-Age=0`)).toEqual({ pair });
      expect(found(`${former}=; Max-Age=0`, pair)).toEqual({ pair });
      expect(found(pair, `${name}=; Max-Age=0`)).toBe('ended');
    },
  );

  it('LNK-10 a hundred cookies are none of our business', () => {
    const many = Array.from({ length: 100 }, (_, at) => `c${at}=${'x'.repeat(4000)}`);
    expect(found(...many, '.ASPXAUTH=A', ...many)).toEqual({ pair: '.ASPXAUTH=A' });
  });
});
