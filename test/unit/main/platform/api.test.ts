// The client over real TLS: least credentials, one send per write, and the failures of cut and bad answers.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApi } from '../../../../main/platform/api.ts';
import type { PlatformClient } from '../../../../main/platform/client.ts';
import type { ClientCertificate } from '../../../../main/secrets/credential-store.ts';
import type { AuthHeaders, Authenticator } from '../../../../main/auth/sign-ins.ts';
import { createLongXmlReader } from '../../../../main/http/long-xml.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { USER, World } from '../../../support/escrow-world.ts';
import { startThread } from '../../../support/threads.ts';
import type { ExchangeResponse } from '../../../../main/http/exchange.ts';
import { createPolicy } from '../../../../main/policy/policy.ts';
import { failureOf, Problem } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import type { Failure } from '../../../../preload/result.ts';
import {
  JSON_TYPE,
  type RawRequest,
  type RawServer,
  startRawServer,
  testPki,
  wholeAnswer,
} from '../../../support/raw-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Desk {
  readonly server: RawServer;
  readonly talk: PlatformClient;
  readonly connection: { -readonly [Name in keyof SavedConnection]: SavedConnection[Name] };
  readonly waits: number[];
  readonly logged: unknown[];
  /** Origins whose connections were ended, in their order. */
  readonly left: readonly (string | undefined)[];
  readonly api: ReturnType<typeof createApi>;
}

async function desk(
  act: (request: RawRequest, count: number) => void,
  change: Partial<SavedConnection> = {},
  signIns?: Authenticator,
): Promise<Desk> {
  const pki = await testPki();
  let count = 0;
  const server = await startRawServer({
    server: pki.server,
    asks: true,
    act: (request) => {
      count += 1;
      act(request, count);
    },
  });
  const opened = createTransport();
  const left: (string | undefined)[] = [];
  const transport: typeof opened = {
    ...opened,
    close(origin) {
      left.push(origin);
      opened.close(origin);
    },
  };
  stops.push(
    () => server.stop(),
    () => {
      opened.close();
    },
  );
  const connection: SavedConnection = {
    id: 'one',
    name: 'One',
    environment: 'test',
    baseAddress: server.origin,
    organisationName: 'Testvik AS',
    organisationNumber: '910514318',
    signIn: { way: 'certificate', certificate: 'c' },
    apiKey: 'k',
    highestTls: 'TLSv1.3',
    language: 1044,
    mediaType: 'application/hal+json',
    proxy: { use: 'none' },
    formerHosts: ['old.example.no'],
    extraCa: 'ca.pem',
    extraCaPem: pki.root.certificatePem,
    ...change,
  };
  const certificate: ClientCertificate = {
    key: new Secret(pki.client.keyPem),
    certificateChainPem: pki.client.chainPem,
  };
  const waits: number[] = [];
  const logged: unknown[] = [];
  const api = createApi({
    transport,
    policy: createPolicy(null),
    connections: {
      all: () => [connection],
      find: (id) => {
        if (id === 'one') return { ...connection };
        throw new Problem({ kind: 'not-found', message: 'none' });
      },
    },
    credentials: {
      certificate: () => Promise.resolve(certificate),
      apiKey: () =>
        Promise.resolve(new Secret('marker-api-key', new URL(connection.baseAddress).host)),
      proxyPassword: () => Promise.reject(new Error('not asked for')),
    },
    ...(signIns && { signIns }),
    systemProxy: () => Promise.resolve(undefined),
    log: { warn: (event, fields) => logged.push([event, fields]) },
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    random: () => 1,
    readLongXml: createLongXmlReader(startThread),
  });
  return { server, talk: await api.client('one'), connection, waits, logged, left, api };
}

const users = { path: 'api/enterpriseusers' };
const ok = (r: RawRequest, body = '[]') => {
  r.answer(200, 'OK', JSON_TYPE, body);
};
const failing = (work: Promise<unknown>): Promise<Failure | undefined> =>
  work.then(() => undefined, failureOf);

describe('what a path is shown', () => {
  it('LNK-06 key and certificate only where they are needed, the flag without a value', async () => {
    const { server, talk } = await desk((r) => {
      ok(r);
    });
    const FLAG = '?ForceEIAuthentication';
    const table: readonly [string, string | undefined, string | null, string][] = [
      ['api/enterpriseusers', 'marker-api-key', 'Testvik AS', FLAG],
      ['api/serviceowner/organizations', 'marker-api-key', 'Testvik AS', FLAG],
      ['api/my/messages', 'marker-api-key', 'Testvik AS', `?language=1044&${FLAG.slice(1)}`],
      ['api/metadata', undefined, null, '?language=1044'],
      ['api/metadata/codelists', undefined, null, '?language=1044'],
      ['api/authentication/authenticatewithpassword', 'marker-api-key', null, ''],
      ['api/authentication/other', undefined, null, ''],
    ];
    for (const [path, key, certificate, query] of table) {
      await talk.read({ path });
      const seen = server.requests.at(-1);
      expect([path, seen?.headers['apikey'], seen?.certificate, seen?.path]).toEqual([
        path,
        key,
        certificate,
        `/${path}${query}`,
      ]);
      expect(seen?.headers['authorization'] ?? seen?.headers['cookie']).toBeUndefined();
    }
  });

  it('LNK-06 open reading fetches and shows nothing of us, whatever the connection has', async () => {
    const { server, api } = await desk((r) => {
      ok(r, '{}');
    });
    const open = await api.open('one');
    await open.read({ path: 'api/metadata' });
    await open.follow('/api/enterpriseusers');
    for (const { headers, certificate, path } of server.requests) {
      expect([certificate, path.includes('Force')]).toEqual([null, false]);
      expect(headers).not.toHaveProperty('apikey');
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('cookie');
    }
  });

  it('asks for the media type of the connection, and for its language wherever one is defined', async () => {
    const { server, talk } = await desk(
      (r) => {
        ok(r);
      },
      { mediaType: 'application/json' },
    );
    await talk.read({ ...users, query: { $skip: '50', a: 'æ&=', none: undefined } });
    await talk.read({ path: 'api/metadata/roledefinitions/1' });
    await talk.read({ path: 'api/my/messages', query: { language: '2068' } });
    await talk.read({ path: 'api/my/messages', language: false });
    expect(server.requests[0]?.headers['accept']).toBe('application/json');
    expect(server.requests.map((request) => request.path)).toEqual([
      '/api/enterpriseusers?$skip=50&a=%C3%A6%26%3D&ForceEIAuthentication',
      '/api/metadata/roledefinitions/1?language=1044',
      '/api/my/messages?language=2068&ForceEIAuthentication',
      '/api/my/messages?ForceEIAuthentication',
    ]);
  });

  it('keeps a path below the base address', async () => {
    const { server, talk, connection } = await desk((r) => {
      ok(r);
    });
    expect(connection.baseAddress).toBe(server.origin);
    for (const path of [
      'api/../x',
      'api//x',
      '/api/x',
      'x',
      'api/%2e%2e/x',
      'api/x?y',
      'https://evil.example/api/x',
    ])
      await expect(talk.read({ path })).rejects.toBeInstanceOf(TypeError);
    expect(server.requests).toHaveLength(0);
  });
});

describe('links', () => {
  it('LNK-03 an evil address in any relation is never asked', async () => {
    const evil = await startRawServer({ server: (await testPki()).server, asks: true });
    stops.push(() => evil.stop());
    const { server, talk } = await desk((r) => {
      ok(r);
    });
    const bad = [
      `${evil.origin}/api/x`,
      `https://127.0.0.1:${evil.port}/api/x`,
      `//localhost:${evil.port}/api/x`,
      `${server.origin}@localhost:${evil.port}/api/x`,
      `http://localhost:${server.port}/api/x`,
      `${server.origin}/ui/x`,
    ];
    for (const relation of [
      'self',
      'next',
      'find',
      'form',
      'attachment',
      'print',
      'metadata',
      'roledefinition',
      'location',
    ])
      for (const href of bad) {
        const failure = await failing(talk.follow(href));
        expect([relation, href, failure]).toMatchObject([
          relation,
          href,
          { kind: 'unexpected-answer', field: '_links' },
        ]);
      }
    expect(evil.connections()).toBe(0);
    expect(server.requests).toHaveLength(0);
  });

  it('LNK-02 a link to a former host is asked at our origin, with the credentials of its path', async () => {
    const { server, talk } = await desk((r) => {
      ok(r, '{"a":1}');
    });
    const { value } = await talk.follow('http://old.example.no/api/g2/x7?b=1');
    expect(value).toEqual({ a: 1 });
    await talk.follow('/api/metadata/formtask/1');
    expect(server.requests.map((r) => [r.path, r.headers['apikey']])).toEqual([
      ['/api/g2/x7?b=1&ForceEIAuthentication', 'marker-api-key'],
      ['/api/metadata/formtask/1', undefined],
    ]);
  });

  it.each([301, 302, 303, 307, 308])(
    'LNK-04 a %i to another host is never followed, reading or writing',
    async (status) => {
      const evil = await startRawServer({ server: (await testPki()).server, asks: true });
      stops.push(() => evil.stop());
      const { server, talk } = await desk((r) => {
        r.answer(status, 'Go', { Location: `${evil.origin}/api/x` });
      });
      const kinds = [
        (await failing(talk.read(users)))?.kind,
        (await failing(talk.send('POST', { ...users, body: { a: 1 } })))?.kind,
      ];
      const expected = status === 302 || status === 303 ? 'sign-in-needed' : 'refused';
      expect(kinds).toEqual([expected, expected]);
      expect([evil.connections(), server.requests.length]).toEqual([0, 2]);
    },
  );
});

describe('repeating', () => {
  it('RTY-03 a read is tried three times on resets and on 503, then told', async () => {
    const resets = await desk((r, n) => {
      if (n < 3) r.reset();
      else ok(r, '[1]');
    });
    expect(await resets.talk.read(users)).toEqual([1]);
    expect(resets.waits).toEqual([250, 500]);
    const sick = await desk((r) => {
      r.answer(503, 'Service Unavailable', { 'Retry-After': '1' });
    });
    expect(await failing(sick.talk.read(users))).toMatchObject({
      kind: 'busy',
      retryAfterSeconds: 1,
    });
    expect([sick.server.requests.length, sick.waits]).toEqual([3, [1250, 1500]]);
  });

  const faults: readonly [string, (r: RawRequest) => void][] = [
    [
      'reset',
      (r) => {
        r.reset();
      },
    ],
    [
      'end',
      (r) => {
        r.socket.end();
      },
    ],
    [
      'reset in the head',
      (r) => {
        r.cutAfter('HTTP/1.1 200 OK\r\nConte');
      },
    ],
    [
      'reset in the body',
      (r) => {
        r.cutAfter(wholeAnswer(200, 'OK', JSON_TYPE, '[{"a":1}]').subarray(0, -4));
      },
    ],
    [
      'not HTTP',
      (r) => {
        r.socket.end('garbage\r\n\r\n');
      },
    ],
    [
      '500',
      (r) => {
        r.answer(500, 'Internal Server Error');
      },
    ],
    [
      '502',
      (r) => {
        r.answer(502, 'Bad Gateway');
      },
    ],
    [
      '503',
      (r) => {
        r.answer(503, 'Service Unavailable', { 'Retry-After': '0' });
      },
    ],
    [
      '504',
      (r) => {
        r.answer(504, 'Gateway Timeout');
      },
    ],
    [
      '408',
      (r) => {
        r.answer(408, 'Request Timeout');
      },
    ],
  ];
  it.each(faults)(
    'RTY-01 a write that meets "%s" was sent once, and its outcome is unknown',
    async (_name, fault) => {
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const { server, talk, waits } = await desk(fault);
        const failure = await failing(
          talk.send(method, { ...users, body: method === 'DELETE' ? undefined : { a: 1 } }),
        );
        expect([method, failure?.kind, server.requests.length, waits]).toEqual([
          method,
          'outcome-unknown',
          1,
          [],
        ]);
      }
    },
  );

  it('RTY-01 429 and other refusals end a write at once, as what they are', async () => {
    for (const [status, kind] of [
      [429, 'busy'],
      [400, 'refused'],
      [403, 'refused'],
      [404, 'not-found'],
      [409, 'conflict'],
    ] as const) {
      const { server, talk } = await desk((r) => {
        r.answer(status, 'Words', { 'Retry-After': '0' });
      });
      expect((await failing(talk.send('POST', { ...users, body: {} })))?.kind).toBe(kind);
      expect(server.requests).toHaveLength(1);
    }
  });

  it('a refusal whose body was cut off is still a refusal', async () => {
    const { talk } = await desk((r) => {
      r.cutAfter(
        'HTTP/1.1 403 The API key is not authorized for this operation\r\nContent-Length: 99\r\n\r\nabc',
      );
    });
    expect(await failing(talk.send('POST', { ...users, body: {} }))).toMatchObject({
      kind: 'refused',
      cause: 'api-key-not-authorized',
    });
  });

  it('RTY-05 401 with the certificate: one warm-up GET, then the call once more, then the error', async () => {
    const organisation = 'There is no authenticated organization number set on this request';
    const once = await desk((r, n) => {
      if (n === 1) r.answer(401, organisation);
      else ok(r, '[2]');
    });
    const sent = await once.talk.send('POST', { ...users, body: {} });
    expect(sent).toMatchObject({ value: [2], status: 200, reason: 'OK' });
    expect(once.server.requests.map((r) => `${r.method} ${r.path}`)).toEqual([
      'POST /api/enterpriseusers?ForceEIAuthentication',
      'GET /api/enterpriseusers?$top=1&ForceEIAuthentication',
      'POST /api/enterpriseusers?ForceEIAuthentication',
    ]);
    const always = await desk((r) => {
      r.answer(401, organisation);
    });
    expect(await failing(always.talk.send('POST', { ...users, body: {} }))).toMatchObject({
      kind: 'refused',
      cause: 'organisation-not-authenticated',
    });
    expect(always.server.requests.filter((r) => r.method === 'POST')).toHaveLength(2);
    const scope = await desk((r) => {
      r.answer(401, 'Missing required scope');
    });
    expect(await failing(scope.talk.read(users))).toMatchObject({ cause: 'missing-scope' });
    expect(scope.server.requests).toHaveLength(1);
  });

  it('the warm-up goes out on the connection the write then uses; a sick platform is not sent the write', async () => {
    const { server, talk } = await desk((r) => {
      ok(r);
    });
    await talk.warmUp();
    await talk.send('POST', { ...users, body: {} });
    expect(new Set(server.requests.map((r) => r.socket)).size).toBe(1);
    const refusing = await desk((r) => {
      r.answer(403, 'The API key is not authorized for this operation');
    });
    await refusing.talk.warmUp();
    const sick = await desk((r) => {
      r.answer(500, 'Internal Server Error');
    });
    expect((await failing(sick.talk.warmUp()))?.kind).toBe('unexpected-answer');
  });

  it('what was read just before is the warm-up; a refusal, another client and some seconds later are none', async () => {
    let status = 403;
    const { server, talk, api } = await desk((r) => {
      if (status === 200) ok(r);
      else r.answer(status, 'The API key is not authorized for this operation');
    });
    const asked = () => server.requests.splice(0).length;
    await failing(talk.read(users));
    await talk.warmUp();
    expect(asked()).toBe(2);
    status = 200;
    await talk.read(users);
    await talk.warmUp();
    expect(asked()).toBe(1);
    await (await api.client('one')).warmUp();
    expect(asked()).toBe(1);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 3000);
    await talk.warmUp();
    expect(asked()).toBe(1);
  });
});

describe('tokens and cookies', () => {
  const headersWith = (
    text: string,
    { baseAddress }: Pick<SavedConnection, 'baseAddress'>,
  ): AuthHeaders => ({
    headers: { Cookie: new Secret(text, new URL(baseAddress).host) },
    certificate: false,
  });

  /** Gives out c1, c2, ...; `told` is what the client says to it. */
  function signInsOf() {
    const told: string[] = [];
    let count = 1;
    const nameOf = ({ headers }: AuthHeaders) => headers['Cookie']?.expose() ?? '';
    const signIns: Authenticator = {
      authHeaders: (connection) => Promise.resolve(headersWith(`c${count}`, connection)),
      renew(connection, stale, because) {
        told.push(`renew ${nameOf(stale)} ${because}`);
        count += 1;
        return Promise.resolve(headersWith(`c${count}`, connection));
      },
      discard: (_connection, stale) => told.push(`discard ${nameOf(stale)}`),
      receiveCookies: (_connection, authHeaders, cookies) => {
        if (cookies.length > 0) told.push(`cookies ${nameOf(authHeaders)} ${cookies.join('|')}`);
      },
      drop: (connection) => told.push(`drop ${String(connection)}`),
    };
    return { signIns, told };
  }
  const byPassword = { signIn: { way: 'password', userName: 'u', password: 'p' } } as const;
  const cookieOf = (r: RawRequest) => r.headers['cookie'];

  it('RTY-03 ERR-04 a read that meets the page to sign in at is tried once more with a fresh one', async () => {
    const { signIns, told } = signInsOf();
    const act = (r: RawRequest) => {
      if (cookieOf(r) === 'c1') r.answer(302, 'Found', { Location: '/ui' });
      else ok(r, '[1]');
    };
    const { talk, server } = await desk(act, byPassword, signIns);
    expect(await talk.read(users)).toEqual([1]);
    expect(told).toEqual(['renew c1 signed-out']);
    expect(server.requests.map(cookieOf)).toEqual(['c1', 'c2']);
  });

  it('RTY-03 RTY-05 ERR-04 a write that meets it is not repeated; it is said that the cookie is over', async () => {
    const { signIns, told } = signInsOf();
    const page = await desk(
      (r) => {
        r.answer(200, 'OK', { 'Content-Type': 'text/html' }, '<html>');
      },
      byPassword,
      signIns,
    );
    const failure = await failing(page.talk.send('POST', { ...users, body: {} }));
    expect([failure?.kind, page.server.requests.length]).toEqual(['sign-in-needed', 1]);
    expect(told).toEqual(['discard c1']);
  });

  it('ERR-02 a person who asks for what only an organisation may have stays signed in', async () => {
    const { signIns, told } = signInsOf();
    const reason = 'There is no authenticated organization number set on this request';
    const act = (r: RawRequest) => {
      r.answer(401, reason);
    };
    const person = await desk(act, byPassword, signIns);
    const failure = await failing(person.talk.read(users));
    expect(failure).toMatchObject({ cause: 'organisation-not-authenticated', reason });
    expect([told, person.server.requests.length]).toEqual([[], 1]);
    const pasted = await desk(act, { signIn: { way: 'pasted-token' } }, signIns);
    await failing(pasted.talk.read(users));
    expect(told).toEqual(['renew c1 token-not-taken']);
  });

  it('RTY-05 ATK-23 a write that meets 401 at the door is sent once more with a fresh one, then told', async () => {
    const { signIns, told } = signInsOf();
    const refusing = await desk(
      (r) => {
        r.answer(401, 'The access token is unknown or has expired.');
      },
      byPassword,
      signIns,
    );
    expect((await failing(refusing.talk.send('POST', { ...users, body: {} })))?.kind).toBe(
      'sign-in-needed',
    );
    const asked = refusing.server.requests.map((r) => `${r.method} ${cookieOf(r) ?? ''}`);
    expect(asked).toEqual(['POST c1', 'GET c1', 'POST c2', 'GET c2']);
    expect(told).toEqual(['renew c1 token-not-taken']);
  });

  it.each<[string, (r: RawRequest) => void]>([
    ['takes the same cookie otherwise', (r) => ok(r, '[]')],
    ['says that a scope is missing', (r) => r.answer(401, 'Missing required scope')],
    ['fails', (r) => r.answer(500, 'No')],
    ['breaks off', (r) => r.reset()],
  ])('ATK-23 a 401 to a write is unknown where the server %s', async (_, act) => {
    const { signIns, told } = signInsOf();
    const { talk, server } = await desk(
      (r) => (r.method === 'POST' ? r.answer(401, 'Who are you?') : act(r)),
      byPassword,
      signIns,
    );
    expect((await failing(talk.send('POST', { ...users, body: {} })))?.kind).toBe(
      'outcome-unknown',
    );
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it('ATK-23 a 401 to a write whose rest is missing is unknown', async () => {
    const { talk } = await desk((r) => {
      r.cutAfter('HTTP/1.1 401 Unauthorized\r\nContent-Length: 99\r\n\r\nabc');
    });
    const failure = await failing(talk.send('POST', { ...users, body: {} }));
    expect(failure?.kind).toBe('outcome-unknown');
  });

  it('LNK-06 nothing is shown to open paths, and no certificate goes along', async () => {
    const { signIns } = signInsOf();
    const { talk, server } = await desk(
      (r) => {
        ok(r, '{}');
      },
      byPassword,
      signIns,
    );
    for (const path of ['api/metadata', 'api/authentication/authenticatewithpassword'])
      await talk.read({ path });
    await talk.read(users);
    expect(server.requests.map((r) => [cookieOf(r), r.certificate])).toEqual([
      [undefined, null],
      [undefined, null],
      ['c1', null],
    ]);
  });

  it('AUE-01 cookies of answers are told, each by itself, with what was shown; dropped keys drop them', async () => {
    const { signIns, told } = signInsOf();
    const act = (r: RawRequest) => {
      r.socket.write(
        'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2, x\r\nContent-Length: 2\r\n\r\n[]',
      );
    };
    const { talk, api } = await desk(act, byPassword, signIns);
    await talk.read(users);
    api.drop('one');
    expect(told).toEqual(['cookies c1 a=1|b=2, x', 'drop one']);
  });
});

describe('raw sending', () => {
  const sendRaw = async (act: (r: RawRequest, d: Desk) => void, signal?: AbortSignal) => {
    const d: Desk = await desk((r) => {
      act(r, d);
    });
    const arrived: ExchangeResponse[] = [];
    const failure = await failing(
      d.talk.sendRaw('POST', { ...users, body: {}, signal }, (answer) => {
        arrived.push(answer);
        return Promise.resolve();
      }),
    );
    return { ...d, arrived, failure };
  };

  it('OTS-04 hands over whatever arrived before anything looks at it', async () => {
    const odd: readonly [
      string,
      Record<string, string>,
      Buffer | string,
      Failure['kind'] | undefined,
    ][] = [
      ['JSON', JSON_TYPE, '[{"UserName":"a","Secret":"b"}]', undefined],
      ['no JSON at all', JSON_TYPE, 'S3cr3t', undefined],
      ['another type', { 'Content-Type': 'text/plain' }, '[{"Secret":"b"}]', 'unexpected-answer'],
      ['a page', { 'Content-Type': 'text/html' }, '<html>', 'sign-in-needed'],
      ['bad gzip', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 'not packed', 'unexpected-answer'],
      [
        'brotli',
        { ...JSON_TYPE, 'Content-Encoding': 'br' },
        Buffer.from([1, 2, 3]),
        'unexpected-answer',
      ],
      ['bad UTF-8', JSON_TYPE, Buffer.from([0x5b, 0xff, 0xfe]), undefined],
      ['nothing', JSON_TYPE, '', undefined],
    ];
    for (const [name, headers, body, kind] of odd) {
      const { arrived, failure, server } = await sendRaw((r) => {
        r.answer(200, 'OK', headers, body);
      });
      const raw = arrived.map((a) => a.raw.toString('hex'));
      expect([name, raw, failure?.kind]).toEqual([name, [Buffer.from(body).toString('hex')], kind]);
      expect(server.requests[0]?.headers['accept-encoding']).toBe('identity');
    }
  });

  itAtLength(
    'OTS-05 a successful answer cut off at every byte is handed over as far as it came, and is unknown',
    async () => {
      const whole = wholeAnswer(200, 'OK', JSON_TYPE, '[{"Secret":"abcdefgh"}]');
      const head = whole.indexOf('\r\n\r\n') + 4;
      let cut = 0;
      const { talk } = await desk((r) => {
        r.cutAfter(whole.subarray(0, cut));
      });
      for (cut = 1; cut < whole.length; cut += 1) {
        const arrived: (readonly [string, boolean | undefined])[] = [];
        const sending = talk.sendRaw('POST', { ...users, body: {} }, (answer) => {
          arrived.push([answer.raw.toString(), answer.cut]);
          return Promise.resolve();
        });
        expect([cut, (await failing(sending))?.kind]).toEqual([cut, 'outcome-unknown']);
        const body = whole.subarray(head, cut).toString();
        expect([cut, arrived]).toEqual([cut, body === '' ? [] : [[body, true]]]);
      }
    },
  );

  it('OTS-13 a closed window does not stop what was sent: the late answer still arrives', async () => {
    const controller = new AbortController();
    const { arrived, failure, server } = await sendRaw((r, { talk }) => {
      if (r.method === 'GET') {
        ok(r);
        return;
      }
      controller.abort();
      // A whole call later: whatever the window's end does has been done by then.
      void talk.read(users).then(() => {
        ok(r, '[{"Secret":"late"}]');
      });
    }, controller.signal);
    expect(failure).toBeUndefined();
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(arrived.map((a) => a.raw.toString())).toEqual(['[{"Secret":"late"}]']);
  });

  it('OTS-13 stopped before it was sent, nothing is sent', async () => {
    const { failure, server } = await sendRaw((r) => {
      ok(r);
    }, AbortSignal.abort());
    expect([failure?.kind, server.requests.length]).toEqual(['cancelled', 0]);
  });
});

describe('RTY-01 once bytes have gone where they are wanted, nothing is repeated', () => {
  const text = { 'Content-Type': 'text/plain' };

  it.each([
    ['a refusal that asks for the certificate', (r: RawRequest) => r.answer(401, 'No')],
    ['a reset', (r: RawRequest) => r.reset()],
    ['503', (r: RawRequest) => r.answer(503, 'Busy')],
  ])('a file that was sent, after %s', async (_, act) => {
    const { talk, server } = await desk((r) => {
      if (r.method === 'POST') act(r);
      else ok(r);
    });
    let read = 0;
    const source = {
      name: 'a.pdf',
      bytes: 3,
      read: (into: Buffer) => {
        read += 1;
        return Promise.resolve(into.write('abc'));
      },
      close: () => Promise.resolve(),
    };
    expect(
      await failing(talk.upload({ path: 'api/my/messages/a1/attachments' }, source)),
    ).toBeDefined();
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(read).toBe(1);
  });

  const into = () => {
    const taken = { text: '', ended: '' };
    const sink = {
      write: (chunk: Buffer) => {
        taken.text += chunk.toString();
        return Promise.resolve();
      },
      commit: () => Promise.resolve(void (taken.ended += 'committed')),
      abandon: () => Promise.resolve(void (taken.ended += 'abandoned')),
    };
    return { taken, sink };
  };
  const file = { path: 'api/my/messages/a1/attachments/1' };

  it('a file that comes, cut off after its first bytes', async () => {
    const whole = wholeAnswer(200, 'OK', text, 'abcdef');
    const { talk, server } = await desk((r) => {
      r.socket.write(whole.subarray(0, -3));
    });
    const { taken, sink } = into();
    const write = (chunk: Buffer) =>
      sink.write(chunk).then(() => {
        for (const { reset } of server.requests) reset();
      });
    expect(await failing(talk.download(file, { ...sink, write }))).toBeDefined();
    expect(server.requests).toHaveLength(1);
    expect(taken).toEqual({ text: 'abc', ended: 'abandoned' });
  });

  it('a file of which nothing came is asked for again and comes whole, once', async () => {
    const { talk, server } = await desk((r, count) => {
      if (count === 1) r.reset();
      else if (count === 2) r.answer(503, 'Busy');
      else r.answer(200, 'OK', text, 'abcdef');
    });
    const { taken, sink } = into();
    await talk.download(file, sink);
    expect(server.requests).toHaveLength(3);
    expect(taken).toEqual({ text: 'abcdef', ended: 'committed' });
  });
});

describe('OTS-13 how long an answer is waited for', () => {
  /** The time of the program goes on by itself only here; the network has its own. */
  async function asked(send: (talk: PlatformClient) => Promise<unknown>) {
    const { talk, server } = await desk(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const ended: (string | undefined)[] = [];
    const work = failing(send(talk)).then((failure) => ended.push(failure?.kind));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (server.requests.length === 0) await turn();
    // What came there was written here: the client hears it within the next turns of the loop, and waits for the answer from then on.
    for (let turns = 0; turns < 20; turns++) await turn();
    return { server, ended, work };
  }
  const rotate = (talk: PlatformClient) =>
    talk.sendRaw('POST', { ...users, body: {} }, () => Promise.resolve());

  it('one with a new secret for 120 s: after 119 s of silence it still arrives', async () => {
    const { server, ended, work } = await asked(rotate);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(ended).toEqual([]);
    for (const request of server.requests) ok(request, '[{"Secret":"late"}]');
    await work;
    expect(ended).toEqual([undefined]);
  });

  it('and not for ever: after 120 s its outcome is unknown', async () => {
    const { ended, work } = await asked(rotate);
    await vi.advanceTimersByTimeAsync(120_001);
    await work;
    expect(ended).toEqual(['outcome-unknown']);
  });

  it('one without a secret for less', async () => {
    const { ended, work } = await asked((talk) => talk.send('PUT', { ...users, body: {} }));
    await vi.advanceTimersByTimeAsync(119_000);
    await work;
    expect(ended).toEqual(['outcome-unknown']);
  });
});

describe('cancelling', () => {
  it('CAN-02 a write cancelled after its first byte is unknown, a read is cancelled', async () => {
    for (const [method, kind] of [
      ['PUT', 'outcome-unknown'],
      ['GET', 'cancelled'],
    ] as const) {
      const controller = new AbortController();
      const { talk, server } = await desk(() => {
        controller.abort();
      });
      const call = { ...users, signal: controller.signal };
      const work = method === 'GET' ? talk.read(call) : talk.send(method, { ...call, body: {} });
      expect([(await failing(work))?.kind, server.requests.length]).toEqual([kind, 1]);
      await expect.poll(() => server.open()).toBe(0);
    }
  });
});

describe('keys and the log', () => {
  it('AUT-14 dropped keys close their connections; the next client makes new ones', async () => {
    const { server, talk, api } = await desk((r) => {
      ok(r);
    });
    await talk.read(users);
    api.drop('one');
    await expect.poll(() => server.open()).toBe(0);
    await (await api.client('one')).read(users);
    expect(new Set(server.requests.map((r) => r.socket)).size).toBe(2);
    await expect(api.client('two')).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it.each(['with the next call', 'with keys that are dropped'])(
    'AUT-14 an address that was left keeps no connection with its key: %s',
    async (when) => {
      const { server, talk, api, connection, left } = await desk((r) => {
        ok(r);
      });
      await talk.read(users);
      // As after a change that was saved while the read above was on its way.
      connection.baseAddress = 'https://next.example.no/';
      if (when === 'with the next call') await api.client('one');
      else api.drop('one');
      expect(left).toContain(server.origin);
      await expect.poll(() => server.open()).toBe(0);
    },
  );

  it('LOG-01 a failure is logged with its reference and without secrets or queries', async () => {
    const { talk, logged } = await desk((r) => {
      r.answer(403, 'Words');
    });
    const failure = await failing(talk.read({ ...users, query: { q: 'marker-query' } }));
    const text = JSON.stringify(logged);
    expect(text).toContain((failure as { reference: string }).reference);
    expect(text).not.toMatch(/marker|BEGIN/);
  });

  it('PAR-08 unknown fields, missing links and odd values are read, not refused', async () => {
    const body = '[{"UserName":"a","Zzz":{"x":[]},"Created":null,"n":"007"}]';
    const { talk } = await desk((r) => {
      ok(r, body);
    });
    expect(await talk.read(users)).toEqual(JSON.parse(body));
  });
});

describe('an answer that is not valid HTTP', () => {
  const SECRET = 'the-only-secret-there-is';
  const body = JSON.stringify([{ UserName: USER, Created: '2026-01-02T03:04:05', Secret: SECRET }]);
  const length = `Content-Length: ${body.length}`;
  const type = 'Content-Type: application/json';
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;
  const fine = 'HTTP/1.1 200 OK';
  const chunked = 'Transfer-Encoding: chunked';
  /** What is written at once, piece by piece: a server sends its head before its body more often than not. */
  const answers: Record<string, readonly string[]> = {
    'Transfer-Encoding beside Content-Length': [head(fine, type, chunked, length), chunk],
    'the same in one piece': [head(fine, type, chunked, length) + chunk],
    'Content-Length beside Transfer-Encoding': [head(fine, length, type, chunked), chunk],
    'two different lengths': [head(fine, type, length, 'Content-Length: 7'), body],
    'a length that is no number': [head(fine, 'Content-Length: many'), body],
    'a head with bare line feeds': [`${fine}\n${type}\n${length}\n\n`, body],
    'chunks with bare line feeds': [head(fine, chunked), chunk.replaceAll('\r\n', '\n')],
    'a chunk without its size': [head(fine, type, chunked), body],
    'a chunk that is longer than it says': [head(fine, chunked), `4\r\n${body}\r\n0\r\n\r\n`],
    'a blank in the name of a header': [head(fine, 'Bad Header : x', length), body],
    'a control character in a header': [head(fine, 'X-Note: a\u0001b', length), body],
    'a line that is no header': [head(fine, 'this is no header', length), body],
    'an interim answer in front': [
      head('HTTP/1.1 100 Continue'),
      head(fine, chunked, length),
      chunk,
    ],
    'a status line that is none': [head('OK 200', type, length), body],
    'another version of the protocol': [head('HTTP/9 200 OK', length), body],
    'no head at all': [body],
  };
  const rows = Object.entries(answers).map(([name, pieces]) => [name, pieces, true] as const);
  const [first = ''] = Object.keys(answers);
  const staying = [`${first}, on a connection that stays,`, answers[first] ?? [], false] as const;

  it.each([...rows, staying])(
    'FLD-20 OTS-04 %s is kept with the secret in it, and the code of the parser is said',
    async (_, pieces, closes) => {
      const { talk } = await desk((r) => {
        if (r.method === 'GET') {
          ok(r);
          return;
        }
        for (const piece of pieces) r.socket.write(piece);
        if (closes) r.socket.end();
      });
      const world = new World();
      const escrow = await world.escrow();
      const send: Parameters<World['plan']>[0] = {
        send: (arrived) => talk.sendRaw('POST', users, arrived),
      };
      const failure = await failing(escrow.run(world.plan(send)));
      const [entry] = escrow.list();
      if (entry?.state === 'waiting') {
        // Without a head the bytes are what was asked for.
        expect((await escrow.reveal(entry.id)).expose()).toBe(SECRET);
        return;
      }
      expect(failure).toMatchObject({ kind: 'unexpected-answer', reference: entry?.id });
      expect(failure?.message).toMatch(/HPE_[A-Z_]+/);
      expect(failure?.message).not.toContain(SECRET);
      expect(entry).toMatchObject({ state: 'answer-unclear', kept: 'sealed-file' });
      expect(await escrow.look(entry?.id ?? '')).toContain(body);
    },
  );

  it.each([
    ['a refusal', head('HTTP/1.1 409 Conflict', length, chunked)],
    ['a failure of the server', head('HTTP/1.1 500 Oh', length, chunked)],
  ])('FLD-20 %s is no success: whether it was done is unknown', async (_, text) => {
    const { talk } = await desk(({ socket }) => {
      socket.end(text);
    });
    const world = new World();
    const escrow = await world.escrow();
    const plan = world.plan({ send: (arrived) => talk.sendRaw('POST', users, arrived) });
    expect(await failing(escrow.run(plan))).toMatchObject({ kind: 'outcome-unknown' });
    expect(escrow.list()).toMatchObject([{ state: 'outcome-unknown' }]);
  });

  it('FLD-20 RTY-01 says its code for every other write too', async () => {
    const { talk } = await desk(({ socket }) => {
      socket.end(head(fine, chunked, length) + chunk);
    });
    expect((await failing(talk.send('POST', users)))?.message).toMatch(/not valid HTTP \(HPE_/);
  });
});
