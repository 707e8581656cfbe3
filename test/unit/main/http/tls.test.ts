// Trust over real TLS: servers that no client may accept, and a certificate that only the right server sees.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import type { TlsOptions } from 'node:tls';
import type { Failure } from '../../../../preload/result.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import {
  ExchangeProblem,
  type ExchangeRequest,
  type Route,
} from '../../../../main/http/exchange.ts';
import { type Authority, createAuthority, type Issued } from '../../../platform/pki.ts';
import { namelessServer, stapledServer, weakServer } from '../../../support/bad-certificates.ts';
import {
  identityFor,
  type RawOptions,
  type RawServer,
  routeTo,
  startRawServer,
  strangerPki,
  testPki,
} from '../../../support/raw-server.ts';

const day = 86_400_000;
const servers: RawServer[] = [];
let transport = createTransport();
afterEach(async () => {
  transport.close();
  transport = createTransport();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(options: RawOptions): Promise<RawServer> {
  const server = await startRawServer(options);
  servers.push(server);
  return server;
}

const ask = (route: Route, more: Partial<ExchangeRequest> = {}) =>
  transport.exchange({
    route,
    method: 'GET',
    address: new URL(`${route.origin}/api/x`),
    headers: {},
    ...more,
  });

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(ExchangeProblem);
  return (error as ExchangeProblem).failure;
}

interface BadServer {
  readonly server: Issued;
  readonly rootPem?: string;
  readonly tls?: TlsOptions;
  /** Asked at this host instead of localhost. */
  readonly host?: string;
}

const anyStrength: TlsOptions = { ciphers: 'DEFAULT@SECLEVEL=0' };

async function ordered(order: Parameters<Authority['issue']>[0]) {
  const { root } = await testPki();
  return { server: await root.issue(order), rootPem: root.certificatePem };
}

const badServers: readonly [string, string, () => Promise<BadServer> | BadServer][] = [
  [
    'an unknown authority',
    'server-unknown-issuer',
    async () => ({ server: (await strangerPki()).server }),
  ],
  [
    'its own signature',
    'server-self-signed',
    () => ({ server: weakServer({ selfSigned: true }).server }),
  ],
  [
    'an expired certificate',
    'server-expired',
    () =>
      ordered({
        name: 'localhost',
        hosts: ['localhost'],
        notBefore: new Date(Date.now() - 9 * day),
        notAfter: new Date(Date.now() - day),
      }),
  ],
  [
    'a certificate of tomorrow',
    'server-not-yet-valid',
    () =>
      ordered({
        name: 'localhost',
        hosts: ['localhost'],
        notBefore: new Date(Date.now() + day),
        notAfter: new Date(Date.now() + 9 * day),
      }),
  ],
  [
    'a certificate for another host',
    'server-wrong-host',
    () => ordered({ name: 'other.example', hosts: ['other.example'] }),
  ],
  [
    'an IP address that is not in the certificate',
    'server-wrong-host',
    async () => ({
      ...(await ordered({ name: 'localhost', hosts: ['localhost'] })),
      host: '127.0.0.1',
    }),
  ],
  ['a short key', 'server-weak', () => ({ ...weakServer({ bits: 1024 }), tls: anyStrength })],
  [
    'a SHA-1 signature',
    'server-weak',
    () => ({ ...weakServer({ digest: 'sha1' }), tls: anyStrength }),
  ],
  ['a common name alone', 'server-without-names', () => namelessServer()],
  [
    'no suite with forward secrecy',
    'server-no-forward-secrecy',
    async () => {
      const { server, root } = await testPki();
      const tls = { ciphers: 'AES128-GCM-SHA256:AES256-SHA', maxVersion: 'TLSv1.2' } as const;
      return { server, rootPem: root.certificatePem, tls };
    },
  ],
  [
    'TLS 1.1 only',
    'server-protocol-too-old',
    async () => {
      const { server, root } = await testPki();
      const tls = { ...anyStrength, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
      return { server, rootPem: root.certificatePem, tls };
    },
  ],
];

describe('servers that are refused', () => {
  it.each(badServers)('TLS-03 %s is refused as %s', async (_name, problem, make) => {
    const bad = await make();
    const { client } = await testPki();
    const server = await serve({
      server: bad.server,
      asks: true,
      ...(bad.tls && { tls: bad.tls }),
    });
    const origin = `https://${bad.host ?? 'localhost'}:${server.port}`;
    const route: Route = { origin, highestTls: 'TLSv1.3', extraCaPem: bad.rootPem };
    const withIdentity = { ...route, identity: identityFor(origin, client) };
    expect(await failureOf(ask(route))).toMatchObject({ kind: 'certificate', problem });
    expect(await failureOf(ask(withIdentity))).toMatchObject({ kind: 'certificate', problem });
    expect(server.requests).toHaveLength(0);
    // TLS-10: nobody refused has seen our certificate.
    expect(server.handshakes.filter((name) => name !== null)).toEqual([]);
  });

  it.each([
    ['server-not-yet-valid', 'a clock that is behind'],
    ['server-expired', 'a clock that is ahead'],
  ])(
    'CLK-04 %s says what the clock shows and when the certificate is valid: it may be %s',
    async (problem) => {
      const make = badServers.find(([, one]) => one === problem)?.[2];
      const bad = await make?.();
      if (bad === undefined) throw new Error('There is no such server.');
      const { client } = await testPki();
      // The computer's clock stands, so that it is known what it shows.
      vi.useFakeTimers({ toFake: ['Date'] });
      onTestFinished(() => void vi.useRealTimers());
      // A server that insists on our certificate breaks off before the library's verdict: then it is ours.
      for (const insists of [false, true]) {
        const server = await serve({
          server: bad.server,
          asks: true,
          ...(insists && { tls: { maxVersion: 'TLSv1.2', rejectUnauthorized: true } }),
        });
        const { origin } = server;
        const route: Route = { origin, highestTls: 'TLSv1.3', extraCaPem: bad.rootPem };
        const failure = await failureOf(ask({ ...route, identity: identityFor(origin, client) }));
        if (failure?.kind !== 'certificate') throw new Error('It was taken.');
        expect(failure.problem).toBe(problem);
        const { now = '', from = '', until = '' } = failure.dates ?? {};
        expect(now).toBe(new Date().toISOString());
        if (problem === 'server-expired') expect(Date.parse(until)).toBeLessThan(Date.parse(now));
        else expect(Date.parse(from)).toBeGreaterThan(Date.parse(now));
        expect(Date.parse(until) - Date.parse(from)).toBe(8 * day);
      }
    },
  );

  it('CLK-04 what is wrong with a certificate whatever the time is says nothing of the clock', async () => {
    const server = await serve({ server: (await strangerPki()).server });
    const failure = await failureOf(ask({ origin: server.origin, highestTls: 'TLSv1.3' }));
    expect(failure).not.toHaveProperty('dates');
  });

  it('TLS-03 a stapled "revoked" is refused, a stapled "good" is not', async () => {
    for (const state of ['good', 'revoked'] as const) {
      const { server: issued, rootPem, staple } = stapledServer(state);
      const server = await serve({ server: issued, staple });
      const route: Route = { origin: server.origin, highestTls: 'TLSv1.3', extraCaPem: rootPem };
      if (state === 'good') expect((await ask(route)).status).toBe(200);
      else expect(await failureOf(ask(route))).toMatchObject({ problem: 'server-revoked' });
    }
  });

  it('TLS-09 an unknown issuer is named', async () => {
    const server = await serve({ server: (await strangerPki()).server });
    const failure = await failureOf(ask({ origin: server.origin, highestTls: 'TLSv1.3' }));
    expect(failure).toMatchObject({ kind: 'certificate' });
    expect(JSON.stringify(failure)).toContain('Stranger root');
  });

  it('TLS-02 an environment that switches checks off changes nothing', async () => {
    const server = await serve({ server: (await strangerPki()).server });
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const failure = await failureOf(ask({ origin: server.origin, highestTls: 'TLSv1.3' }));
      expect(failure).toMatchObject({ kind: 'certificate', problem: 'server-unknown-issuer' });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('TLS-01 the authority in our own certificate chain is not trusted as a server authority', async () => {
    const own = await strangerPki();
    const server = await serve({ server: own.server, asks: true });
    const chainPem = own.client.certificatePem + own.root.certificatePem;
    const withAuthority = { ...own.client, chainPem };
    const route: Route = {
      origin: server.origin,
      highestTls: 'TLSv1.3',
      identity: identityFor(server.origin, withAuthority),
    };
    expect(await failureOf(ask(route))).toMatchObject({ problem: 'server-unknown-issuer' });
    const source = readFileSync(
      new URL('../../../../main/http/secure-connection.ts', import.meta.url),
      'utf8',
    );
    expect(source).not.toMatch(/pfx/);
  });
});

describe('whose certificate it is, and what lacks', () => {
  const chains = async () => {
    const root = await createAuthority('Fjord root');
    const issuing = await root.issueAuthority('Fjord issuing');
    const order = { name: 'localhost', hosts: ['localhost'] };
    const whole = await issuing.issue(order);
    const alone = (issued: Issued): Issued => ({ ...issued, chainPem: issued.certificatePem });
    const fetched = await issuing.issue({ ...order, issuerAt: 'http://fjord.invalid/issuing.cer' });
    const below = await root.issue(order);
    return {
      other: (await createAuthority('Another root')).certificatePem,
      root: root.certificatePem,
      issuing: issuing.certificatePem,
      whole,
      withRoot: { ...whole, chainPem: whole.chainPem + root.certificatePem },
      alone: alone(whole),
      fetched: alone(fetched),
      below,
    };
  };
  type Chains = Awaited<ReturnType<typeof chains>>;
  const [UNKNOWN, MISSING] = ['server-unknown-issuer', 'server-missing-intermediate'];
  const rows: readonly [
    string,
    (all: Chains) => readonly [sent: Issued, caFile: string | undefined],
    readonly [problem: string | undefined, issuer: string] | undefined,
  ][] = [
    ['whole chain, no CA file', (a) => [a.whole, undefined], [UNKNOWN, 'Fjord root']],
    ['whole chain, another CA file', (a) => [a.whole, a.other], [UNKNOWN, 'Fjord root']],
    ['chain with its root, no CA file', (a) => [a.withRoot, undefined], [UNKNOWN, 'Fjord root']],
    ['issued by the root, no CA file', (a) => [a.below, undefined], [UNKNOWN, 'Fjord root']],
    ['alone, no CA file', (a) => [a.alone, undefined], [UNKNOWN, 'Fjord issuing']],
    ['alone, the issuer elsewhere', (a) => [a.fetched, undefined], [MISSING, 'Fjord issuing']],
    ['alone, the root as CA file', (a) => [a.alone, a.root], [MISSING, 'Fjord issuing']],
    ['alone, another CA file', (a) => [a.alone, a.other], [MISSING, 'Fjord issuing']],
    ['alone, the intermediate as CA file', (a) => [a.alone, a.issuing], undefined],
    ['alone, both in the CA file', (a) => [a.alone, a.root + a.issuing], undefined],
    ['whole chain, the intermediate as CA file', (a) => [a.whole, a.issuing], undefined],
    ['whole chain, the root as CA file', (a) => [a.whole, a.root], undefined],
  ];
  let made: Promise<Chains> | undefined;
  it.each(rows)(
    '(FLD-09) an issuer that is not known, and one that is left out: %s',
    async (_what, given, expected) => {
      made ??= chains();
      const [issued, extraCaPem] = given(await made);
      const { client } = await testPki();
      const insisting = { maxVersion: 'TLSv1.2', rejectUnauthorized: true } as const;
      for (const tls of [undefined, insisting]) {
        const server = await serve({
          server: issued,
          asks: true,
          ...(tls && { tls: { ...tls, ca: (await testPki()).root.certificatePem } }),
        });
        const { origin } = server;
        const identity = identityFor(origin, client);
        const asked = ask({ origin, highestTls: 'TLSv1.3', extraCaPem, identity });
        if (expected === undefined) expect((await asked).status).toBe(200);
        else {
          const [problem, issuer] = expected;
          expect(await failureOf(asked)).toMatchObject({ kind: 'certificate', problem, issuer });
        }
      }
    },
  );

  const weak = [
    ['RSA of 1024 bits', { bits: 1024 }],
    ['signed with SHA-1', { digest: 'sha1' }],
  ] as const;
  it.each(weak)(
    '(FLD-07) our own weak certificate is not called the server’s: %s',
    async (_what, how) => {
      const { server: issued, root } = await testPki();
      const server = await serve({ server: issued, asks: true });
      const { server: own } = weakServer(how);
      const failure = await failureOf(ask(routeTo(server.origin, { root }, own)));
      expect(failure).toMatchObject({ kind: 'certificate', problem: 'weak' });
      expect(failure.message).not.toMatch(/server/i);
      expect(server.requests).toEqual([]);
    },
  );

  it('(FLD-07) a chain of ours that cannot be read is not called the server’s', async () => {
    const { server: issued, root, client } = await testPki();
    const server = await serve({ server: issued, asks: true });
    const cut = { ...client, chainPem: client.chainPem.replace(/[A-Za-z0-9]{40}/, '') };
    const failure = await failureOf(ask(routeTo(server.origin, { root }, cut)));
    expect(failure).toMatchObject({ kind: 'certificate', problem: 'unreadable' });
  });
});

describe('who sees our certificate', () => {
  it('TLS-05 every identity has connections of its own; none is shared or resumed', async () => {
    const { server: issued, root, client } = await testPki();
    const second = await root.issue({ name: 'Nordvik AS', organisationNumber: '974760673' });
    const server = await serve({ server: issued, asks: true });
    const one = routeTo(server.origin, { root }, client);
    const two = routeTo(server.origin, { root }, second);
    const none = routeTo(server.origin, { root });
    for (const route of [one, two, none, one, two, none]) await ask(route);
    expect(server.requests.map((r) => r.certificate)).toEqual([
      'Testvik AS',
      'Nordvik AS',
      null,
      'Testvik AS',
      'Nordvik AS',
      null,
    ]);
    expect(server.requests.map((r) => r.socket.isSessionReused())).not.toContain(true);
  });

  it.each(['with our certificate', 'without it'])(
    'TLS-05 what one connection trusts, and the TLS it may use, are no other’s: %s',
    async (how) => {
      const { server: issued, root, client } = await testPki();
      const { root: stranger } = await strangerPki();
      const server = await serve({ server: issued, asks: true, tls: { minVersion: 'TLSv1.3' } });
      const ours = how === 'without it' ? undefined : client;
      const good = routeTo(server.origin, { root }, ours);
      const others: readonly [Route, object][] = [
        [{ ...good, extraCaPem: undefined }, { problem: 'server-unknown-issuer' }],
        [
          routeTo(server.origin, { root: stranger }, ours),
          { problem: 'server-missing-intermediate' },
        ],
        [{ ...good, highestTls: 'TLSv1.2' }, { kind: 'certificate' }],
      ];
      for (const [route, failure] of others) {
        expect((await ask(good)).status).toBe(200);
        expect(await failureOf(ask(route))).toMatchObject(failure);
      }
      const shown = server.handshakes.filter((name) => name !== null);
      expect(shown).toEqual(ours === undefined ? [] : ['Testvik AS']);
    },
  );

  it('TLS-05 after close a new connection is made, with the new certificate', async () => {
    const { server: issued, root, client } = await testPki();
    const server = await serve({ server: issued, asks: true });
    const route = routeTo(server.origin, { root }, client);
    await ask(route);
    const before = server.connections();
    transport.close(server.origin);
    await ask(route);
    expect(server.connections()).toBeGreaterThan(before);
    expect(server.requests.at(-1)?.socket.isSessionReused()).toBe(false);
  });

  it('TLS-06 of five servers that ask for a certificate only the one it belongs to sees it', async () => {
    const { server: issued, root, client } = await testPki();
    const five = await Promise.all(
      [1, 2, 3, 4, 5].map(() => serve({ server: issued, asks: true })),
    );
    const ours = five[2] ?? fail();
    const identity = identityFor(ours.origin, client);
    for (const server of five) {
      const route = { ...routeTo(server.origin, { root }), identity };
      if (server === ours) await ask(route);
      else expect((await failureOf(ask(route))).kind).toBe('internal');
      await ask(routeTo(server.origin, { root }));
    }
    const seen = five.map((server) => server.handshakes.filter((name) => name !== null));
    expect(seen).toEqual([[], [], ['Testvik AS'], [], []]);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'TLS-10 first contact under %s is made without the certificate',
    async (version) => {
      const { server: issued, root, client } = await testPki();
      const tls = { minVersion: version, maxVersion: version };
      const server = await serve({ server: issued, asks: true, tls });
      await ask(routeTo(server.origin, { root }, client));
      await ask(routeTo(server.origin, { root }, client));
      expect(server.handshakes).toEqual([null, 'Testvik AS']);
    },
  );

  it('TLS-10 a server that insists on a certificate under TLS 1.2 is judged by the chain it showed', async () => {
    const { server: issued, root, client } = await testPki();
    const insisting: TlsOptions = {
      maxVersion: 'TLSv1.2',
      requestCert: true,
      rejectUnauthorized: true,
      ca: root.certificatePem,
    };
    const good = await serve({ server: issued, tls: insisting });
    expect((await ask(routeTo(good.origin, { root }, client))).status).toBe(200);
    const bad = await serve({ server: (await strangerPki()).server, tls: insisting });
    const failure = await failureOf(ask(routeTo(bad.origin, { root }, client)));
    expect(failure).toMatchObject({ problem: 'server-missing-intermediate' });
    expect(bad.handshakes).toEqual([]);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'TLS-08 a server that refuses our certificate under %s is not called a network error',
    async (version) => {
      const { server: issued, root } = await testPki();
      const { client } = await strangerPki();
      const server = await serve({
        server: issued,
        tls: {
          maxVersion: version,
          requestCert: true,
          rejectUnauthorized: true,
          ca: root.certificatePem,
        },
      });
      const failure = await failureOf(ask(routeTo(server.origin, { root }, client)));
      expect(failure).toMatchObject({ kind: 'certificate', problem: 'refused-by-server' });
    },
  );

  it('TLS-08 a socket that just closes after our certificate says "refused or missing"; later cuts do not', async () => {
    const { server: issued, root, client } = await testPki();
    const closing = await serve({
      server: issued,
      asks: true,
      act: (r) => {
        r.socket.destroy();
      },
    });
    expect(await failureOf(ask(routeTo(closing.origin, { root }, client)))).toMatchObject({
      kind: 'certificate',
      problem: 'refused-by-server',
    });
    let count = 0;
    const flaky = await serve({
      server: issued,
      asks: true,
      act: (r) => {
        count += 1;
        if (count === 1) r.answer(200, 'OK');
        else r.reset();
      },
    });
    const route = routeTo(flaky.origin, { root }, client);
    await ask(route);
    expect(await failureOf(ask(route))).toMatchObject({ kind: 'unreachable', problem: 'reset' });
  });

  it('TLS-11 offers HTTP/1.1 only', async () => {
    const { server: issued, root } = await testPki();
    const server = await serve({ server: issued, tls: { ALPNProtocols: ['h2', 'http/1.1'] } });
    await ask(routeTo(server.origin, { root }));
    expect(server.requests[0]?.socket.alpnProtocol).toBe('http/1.1');
  });
});

function fail(): never {
  throw new Error('There is no such server.');
}
