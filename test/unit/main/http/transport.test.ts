// The exchange over real TLS: failures, limits, cut connections, cancellation, credentials set by the transport alone.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { gzipSync } from 'node:zlib';
import { createTransport } from '../../../../main/http/transport.ts';
import {
  ExchangeProblem,
  type ExchangeRequest,
  type Route,
} from '../../../../main/http/exchange.ts';
import { Secret } from '../../../../main/secret.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { eventually } from '../../../support/eventually.ts';
import {
  JSON_TYPE,
  type RawOptions,
  type RawRequest,
  type RawServer,
  routeTo,
  startRawServer,
  testPki,
  wholeAnswer,
} from '../../../support/raw-server.ts';

const servers: RawServer[] = [];
const transports: ReturnType<typeof createTransport>[] = [];
afterEach(async () => {
  for (const transport of transports.splice(0)) transport.close();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(act: RawOptions['act'], more: Partial<RawOptions> = {}) {
  const pki = await testPki();
  const server = await startRawServer({ server: pki.server, ...(act && { act }), ...more });
  servers.push(server);
  const transport = createTransport();
  transports.push(transport);
  const route = routeTo(server.origin, pki);
  const ask = (change: Partial<ExchangeRequest> = {}) =>
    transport.exchange({
      route,
      method: 'GET',
      address: new URL(`${server.origin}/api/things`),
      headers: {},
      ...change,
    });
  return { server, transport, route, ask, pki };
}

const brokenBy = async (work: Promise<unknown>): Promise<ExchangeProblem> => {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(ExchangeProblem);
  return error as ExchangeProblem;
};

describe('an exchange', () => {
  it('keeps one connection for exchanges in turn', async () => {
    const { server, ask } = await start((r) => {
      r.answer(200, 'OK', JSON_TYPE, '[]');
    });
    for (let i = 0; i < 20; i++) expect((await ask()).body.toString()).toBe('[]');
    expect(server.connections()).toBe(1);
    expect((await ask()).tls).toEqual({ protocol: 'TLSv1.3', reused: true });
  });

  it('opens a new connection when the server closed the old one', async () => {
    const { server, ask } = await start((r) => {
      r.socket.end(wholeAnswer(200, 'OK', { Connection: 'close' }, 'x'));
    });
    await ask();
    await ask();
    expect(server.connections()).toBe(2);
  });

  it('is not sent on a connection that the server is about to close, by its own word', async () => {
    const { server, ask } = await start((r) => {
      r.answer(200, 'OK', { 'Keep-Alive': 'timeout=2, max=9' }, 'x');
    });
    await ask();
    expect(server.connections()).toBe(1);
    // Half a second and a half before it, which is long before the usual limit.
    await eventually(() => expect(server.open()).toBe(0));
    expect((await ask()).tls.reused).toBe(false);
  });

  it('is sent on the same connection where the server keeps it for long, or does not say', async () => {
    for (const header of [{ 'Keep-Alive': 'timeout=120' }, { 'Keep-Alive': 'max=5' }]) {
      const { server, ask } = await start((r) => {
        r.answer(200, 'OK', header, 'x');
      });
      await ask();
      expect((await ask()).tls.reused).toBe(true);
      expect(server.connections()).toBe(1);
    }
  });

  // An idle connection is closed after 20 s anyway.
  const sooner = { timeout: 15_000 };
  it(
    'throws a connection away when the server speaks unasked, so that no answer meets the wrong call',
    sooner,
    async () => {
      const closed: Promise<unknown>[] = [];
      const { server, ask } = await start((r) => {
        closed.push(new Promise((resolve) => r.socket.once('close', resolve)));
        r.answer(200, 'OK', {}, r.path.slice(-1));
        r.socket.write(wholeAnswer(200, 'Poison', {}, 'poison'));
      });
      const answers = [await ask()];
      // It comes at its own time; a connection that is used before cannot know.
      await Promise.all(closed);
      answers.push(...(await Promise.all([ask(), ask()])));
      expect(answers.map((a) => a.reason)).toEqual(['OK', 'OK', 'OK']);
      await Promise.all(closed);
      expect(server.connections()).toBe(3);
    },
  );

  it('sends the body of a write once, with its length', async () => {
    const { server, ask } = await start((r) => {
      r.answer(204, 'Contact Information Created');
    });
    const answer = await ask({ method: 'POST', body: Buffer.from('{"a":"æ"}') });
    expect(answer.reason).toBe('Contact Information Created');
    expect(server.requests.map((r) => [r.headers['content-length'], r.body.toString()])).toEqual([
      ['10', '{"a":"æ"}'],
    ]);
  });

  it('LNK-04 follows no redirect', async () => {
    const evil = await start((r) => {
      r.answer(200, 'OK');
    });
    const { server, ask } = await start((r) => {
      r.answer(Number(r.path.slice(-3)), 'Go', { Location: `${evil.server.origin}/api/x` });
    });
    for (const status of [301, 302, 303, 307, 308]) {
      for (const method of ['GET', 'POST'] as const) {
        const address = new URL(`${server.origin}/api/${status}`);
        expect((await ask({ method, address })).status).toBe(status);
      }
    }
    expect(evil.server.connections()).toBe(0);
  });
});

describe('reason phrases', () => {
  const reasons: readonly [string, Buffer | string, string][] = [
    ['latin-1', Buffer.from('Ugyldig f\xf8dselsnummer', 'latin1'), 'Ugyldig fødselsnummer'],
    ['UTF-8', Buffer.from('Ugyldig fødselsnummer: æøå'), 'Ugyldig fødselsnummer: æøå'],
    ['none', '', ''],
    ['a quote', "Required header 'ApiKey' is missing.", "Required header 'ApiKey' is missing."],
    ['C1 controls', Buffer.from('a\x9bb', 'latin1'), 'a b'],
    ['bidi', Buffer.from('abc\u202edef'), 'abc def'],
    ['500 signs at most', 'x'.repeat(8000), 'x'.repeat(500)],
  ];
  it.each(reasons)('LOG-05 %s', async (_name, bytes, expected) => {
    const { ask } = await start((r) => {
      const head = Buffer.concat([Buffer.from('HTTP/1.1 400 '), Buffer.from(bytes)]);
      r.socket.write(Buffer.concat([head, Buffer.from('\r\nContent-Length: 0\r\n\r\n')]));
    });
    expect((await ask()).reason).toBe(expected);
  });
});

describe('credentials', () => {
  it('LNK-05 a caller cannot set a credential header itself; nothing is sent', async () => {
    const { server, ask } = await start(undefined);
    for (const name of [
      'ApiKey',
      'apikey',
      'API-KEY',
      'Authorization',
      'Cookie',
      'Proxy-Authorization',
      'X-Some-Authentication',
    ]) {
      const problem = await brokenBy(ask({ headers: { [name]: 'x' } }));
      expect([problem.failure.kind, problem.broken.sent]).toEqual(['internal', 'nothing']);
    }
    expect(server.connections()).toBe(0);
  });

  it('LNK-05 a caller cannot change what is on the line either', async () => {
    const { server, ask } = await start(undefined);
    for (const name of ['Host', 'Transfer-Encoding', 'Content-Length', 'Connection']) {
      expect((await brokenBy(ask({ headers: { [name]: 'x' } }))).failure.kind).toBe('internal');
    }
    expect(server.connections()).toBe(0);
  });

  it('LNK-01 an address on any other origin is refused before a socket is opened', async () => {
    const other = await start(undefined);
    const { server, ask } = await start(undefined);
    const wrong = [
      `${other.server.origin}/api/x`,
      `https://127.0.0.1:${server.port}/api/x`,
      `http://localhost:${server.port}/api/x`,
      `https://localhost/api/x`,
      `https://localhost.evil.example:${server.port}/api/x`,
      `https://user@localhost:${server.port}/api/x`,
    ];
    for (const address of wrong) {
      const problem = await brokenBy(
        ask({ address: new URL(address), credentials: { ApiKey: new Secret('k') } }),
      );
      expect([address, problem.broken.sent]).toEqual([address, 'nothing']);
    }
    expect(server.connections() + other.server.connections()).toBe(0);
  });

  it.each([
    ['another host', 'evil.example'],
    ['another port', 'localhost:1'],
    ['no place', undefined],
  ])('ATK-28 sends no credential that belongs to %s, whatever its kind', async (_, place) => {
    const { server, ask } = await start(undefined);
    for (const name of ['ApiKey', 'Authorization', 'Cookie', 'X-Enterprise-Authentication']) {
      const strayed = { [name]: new Secret('s3cret', place) };
      const own = { ApiKey: new Secret('own', new URL(server.origin).host) };
      const problem = await brokenBy(ask({ credentials: { ...own, ...strayed } }));
      expect([name, problem.failure.kind, problem.broken.sent]).toEqual([
        name,
        'internal',
        'nothing',
      ]);
    }
    expect(server.connections()).toBe(0);
  });

  it('sends given credentials to the origin', async () => {
    const { server, ask } = await start((r) => {
      r.answer(200, 'OK');
    });
    await ask({ credentials: { ApiKey: new Secret('s3cret-key', new URL(server.origin).host) } });
    expect(server.requests[0]?.headers['apikey']).toBe('s3cret-key');
  });
});

describe('limits', () => {
  it('CAN-03 the total limit ends an answer that drips one byte after the other', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let drips = 0;
    const { ask, server } = await start((r) => {
      r.socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n');
      const drip = () => {
        if (r.socket.destroyed) return;
        drips += 1;
        r.socket.write('x', () => void setImmediate(drip));
      };
      drip();
    });
    let problem: ExchangeProblem | undefined;
    const limits = { idleMs: 120_000, totalMs: 60_000 };
    const ending = brokenBy(ask({ limits })).then((found) => (problem = found));
    await expect.poll(() => drips).toBeGreaterThan(20);
    vi.advanceTimersByTime(limits.totalMs - 10_000);
    const before = drips;
    await expect.poll(() => drips).toBeGreaterThan(before + 20);
    expect(problem).toBeUndefined();
    vi.advanceTimersByTime(10_000);
    await ending;
    expect(problem?.failure).toMatchObject({ kind: 'unreachable', problem: 'timed-out' });
    vi.useRealTimers();
    await expect.poll(() => server.open()).toBe(0);
  });

  it('the idle limit ends a silent server', async () => {
    const { ask } = await start(() => undefined);
    const problem = await brokenBy(ask({ limits: { idleMs: 100 } }));
    expect(problem.failure).toMatchObject({ kind: 'unreachable', problem: 'timed-out' });
    expect(problem.broken.sent).toBe('maybe');
  });

  it('PAR-14 a header flood, contradicting lengths and what is no HTTP end as an unexpected answer', async () => {
    const bad = [
      `HTTP/1.1 200 OK\r\n${'X-Flood: yyyyyyyyyyyyyyyyyyyy\r\n'.repeat(4000)}\r\n`,
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nab',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n',
      'Hello, I am not HTTP\r\n\r\n',
    ];
    for (const text of bad) {
      const { ask } = await start((r) => {
        r.socket.write(text);
      });
      const problem = await brokenBy(ask({ limits: { totalMs: 3000 } }));
      expect([text.slice(0, 60), problem.failure.kind]).toEqual([
        text.slice(0, 60),
        'unexpected-answer',
      ]);
      expect(problem.broken.sent).toBe('maybe');
    }
  });

  it('a flood of interim answers ends', async () => {
    const { ask } = await start((r) => {
      r.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200));
    });
    expect((await brokenBy(ask())).failure.kind).toBe('unexpected-answer');
  });
});

describe('packed bodies', () => {
  const packed =
    (encoding: string, body: Buffer): RawOptions['act'] =>
    (r: RawRequest) => {
      r.answer(200, 'OK', { ...JSON_TYPE, 'Content-Encoding': encoding }, body);
    };

  it('asks for gzip only and unpacks one layer', async () => {
    const { server, ask } = await start(packed('gzip', gzipSync('[1,2]')));
    const answer = await ask();
    expect(answer.body.toString()).toBe('[1,2]');
    expect(answer.raw).toEqual(gzipSync('[1,2]'));
    expect(server.requests[0]?.headers['accept-encoding']).toBe('gzip');
  });

  it.each([
    ['identity', Buffer.from('[3]')],
    [' Identity ', Buffer.from('[3]')],
    ['X-GZIP', gzipSync('[3]')],
  ])('takes %s as well', async (encoding, body) => {
    const { ask } = await start(packed(encoding, body));
    expect((await ask()).body.toString()).toBe('[3]');
  });

  it.each(['br', 'zstd', 'deflate', 'gzip, gzip', 'gzip, br', 'compress'])(
    'PAR-01 refuses %s',
    async (encoding) => {
      const { ask } = await start(packed(encoding, gzipSync('[]')));
      const problem = await brokenBy(ask());
      expect(problem.failure.kind).toBe('unexpected-answer');
      expect(problem.broken.partial).toMatchObject({ status: 200, raw: gzipSync('[]') });
      expect(problem.broken.partial?.cut).toBeUndefined();
    },
  );

  itAtLength(
    'PAR-01 bombs of 1 000:1 and beyond are refused at the limit: what lies behind it is not unpacked',
    async () => {
      const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
      // Whoever unpacks a quarter of it, 50 MiB, finds damage; the limit is 32.
      const { ask } = await start(packed('gzip', bomb.fill(0xff, bomb.length / 4)));
      expect((await brokenBy(ask())).failure.message).toContain('too-large');
    },
  );

  it('PAR-01 a body beyond the limit is cut off while it comes', async () => {
    const { ask } = await start((r) => {
      r.socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const chunk = `${(65536).toString(16)}\r\n${'x'.repeat(65536)}\r\n`;
      const more = () => {
        while (!r.socket.destroyed && r.socket.write(chunk));
      };
      r.socket.on('drain', more);
      more();
    });
    const problem = await brokenBy(ask());
    expect(problem.failure).toMatchObject({ kind: 'unexpected-answer' });
    expect(problem.broken.partial?.raw.length).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  it('a damaged or cut gzip is refused, and what came is kept', async () => {
    const whole = gzipSync('{"a":1}');
    for (const body of [whole.subarray(0, 12), Buffer.from('plain text'), damaged(whole)]) {
      const { ask } = await start(packed('gzip', body));
      const problem = await brokenBy(ask());
      expect(problem.failure.kind).toBe('unexpected-answer');
      expect(problem.broken.partial?.raw).toEqual(body);
    }
  });

  it('PAR-01 what a gzip says of its length is a guess: several in one are read whole, and a lie is damage', async () => {
    const long = Array.from({ length: 12_000 }, (_, n) => String(n * 7919)).join(' ');
    const parts = ['{"a":"', long, '"}'].map((text) => gzipSync(text));
    const { ask } = await start(packed('gzip', Buffer.concat(parts)));
    expect((await ask()).body.toString()).toBe(`{"a":"${long}"}`);
    for (const said of [0, 1, 0xffff_ffff]) {
      const body = gzipSync('{"a":1}');
      body.writeUInt32LE(said, body.length - 4);
      const problem = await brokenBy((await start(packed('gzip', body))).ask());
      expect(problem.failure.kind).toBe('unexpected-answer');
    }
  });
});

const damaged = (whole: Buffer) => {
  const copy = Buffer.from(whole);
  copy.writeUInt8(copy.readUInt8(whole.length - 6) ^ 0xff, whole.length - 6);
  return copy;
};

describe('cuts', () => {
  it('RTY-04 "nothing" is claimed only when no byte of a request was written', async () => {
    const { server, ask, route, pki, transport } = await start((r) => {
      r.reset();
    });
    const sentFor = async (change: Partial<ExchangeRequest>) =>
      (await brokenBy(ask({ method: 'POST', ...change }))).broken.sent;
    const at = (origin: string, more: Partial<Route> = {}) => ({
      route: { ...route, origin, ...more },
      address: new URL(`${origin}/api/x`),
    });
    const closed = await startRawServer({ server: pki.server });
    await closed.stop();
    expect(await sentFor(at(closed.origin))).toBe('nothing');
    expect(await sentFor(at('https://name.invalid'))).toBe('nothing');
    expect(await sentFor({ route: { ...route, extraCaPem: undefined } })).toBe('nothing');
    expect(await sentFor({ signal: AbortSignal.abort() })).toBe('nothing');
    expect(server.requests).toHaveLength(0);
    expect(await sentFor({})).toBe('maybe');
    transport.close();
  });

  it('RTY-04 a reset or an end before the answer, in its head and in its body is "maybe"', async () => {
    const text = wholeAnswer(200, 'OK', JSON_TYPE, '{"a":"0123456789"}');
    const points = [0, 1, 9, 15, 30, text.length - 18, text.length - 9, text.length - 1];
    for (const how of ['reset', 'end'] as const) {
      for (const at of points) {
        const { ask } = await start((r) => {
          if (how === 'end') r.socket.end(text.subarray(0, at));
          else r.cutAfter(text.subarray(0, at));
        });
        const problem = await brokenBy(ask({ method: 'POST' }));
        expect([how, at, problem.broken.sent]).toEqual([how, at, 'maybe']);
      }
    }
  });

  it('OTS-05 bytes that came before a cut are kept with their status', async () => {
    const { ask } = await start((r) => {
      r.cutAfter(
        'HTTP/1.1 200 Fine\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n[{"Secret":"ab',
      );
    });
    const { broken } = await brokenBy(ask({ method: 'POST' }));
    expect(broken.partial).toMatchObject({ status: 200, reason: 'Fine', cut: true });
    expect(broken.partial?.raw.toString()).toBe('[{"Secret":"ab');
  });

  it('a parse error carries none of the bytes it stumbled over', async () => {
    const { ask } = await start((r) => {
      r.socket.write('S3cr3t-garbage\r\n\r\n');
    });
    const problem = await brokenBy(ask());
    expect(JSON.stringify(problem.failure) + String(problem.cause)).not.toContain('S3cr3t');
  });
});

describe('cancelling', () => {
  it('CAN-01 closes the socket at once: no clock has to go on for it', async () => {
    const { server, ask } = await start(() => undefined);
    const controller = new AbortController();
    const work = brokenBy(ask({ signal: controller.signal }));
    await expect.poll(() => server.requests.length).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    controller.abort();
    const problem = await work;
    expect(problem.failure.kind).toBe('cancelled');
    expect(problem.broken.sent).toBe('maybe');
    while (server.open() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('CAN-01 also while the connection is being made', async () => {
    const { ask } = await start(undefined);
    const controller = new AbortController();
    const work = brokenBy(ask({ signal: controller.signal }));
    controller.abort();
    expect((await work).broken.sent).toBe('nothing');
  });

  it('CAN-01 what was given up before it began is not sent over a connection that waits', async () => {
    const { server, ask, transport } = await start((r) => {
      r.answer(200, 'OK', JSON_TYPE, '[]');
    });
    await ask();
    const problem = await brokenBy(ask({ signal: AbortSignal.abort() }));
    expect([problem.failure.kind, problem.broken.sent]).toEqual(['cancelled', 'nothing']);
    expect(server.requests).toHaveLength(1);
    // The connection goes on being of use.
    await ask();
    expect([server.requests.length, server.open()]).toEqual([2, 1]);
    transport.close();
  });

  it('OTS-13 an uninterruptible exchange goes on once it was sent', async () => {
    let reply: (() => void) | undefined;
    const { server, ask } = await start((r) => {
      reply = () => {
        r.answer(200, 'Late', JSON_TYPE, '[]');
      };
    });
    const controller = new AbortController();
    const work = ask({ method: 'POST', signal: controller.signal, uninterruptible: true });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    reply?.();
    expect((await work).reason).toBe('Late');
  });
});
