// The connection through a proxy: CONNECT, Basic sign-in, its refusals, and no data of ours visible to it.
import { afterEach, expect, it } from 'vitest';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { proxyFromPac } from '../../../../main/http/proxy.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import type { ExchangeProblem, Route } from '../../../../main/http/exchange.ts';
import { Secret } from '../../../../main/secret.ts';
import { routeTo, startRawServer, testPki } from '../../../support/raw-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

interface Seen {
  readonly targets: string[];
  readonly signIns: (string | undefined)[];
  /** Everything that went through, as latin-1. */
  through: string;
}

async function startProxy(status = 200, reason = 'OK'): Promise<{ port: number; seen: Seen }> {
  const seen: Seen = { targets: [], signIns: [], through: '' };
  const open = new Set<Socket>();
  const proxy: Server = createServer((_request, response) => {
    response.writeHead(405).end();
  });
  proxy.on('connect', (request, client: Socket) => {
    open.add(client);
    client.on('error', () => undefined);
    seen.targets.push(request.url ?? '');
    seen.signIns.push(request.headers['proxy-authorization']);
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} ${reason}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(Number((request.url ?? '').split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    });
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      seen.through += chunk.toString('latin1');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => client.write(chunk));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    for (const socket of open) socket.destroy();
    proxy.close();
  });
  return { port: (proxy.address() as AddressInfo).port, seen };
}

async function setUp(proxy: NonNullable<Route['proxy']>) {
  const pki = await testPki();
  const server = await startRawServer({ server: pki.server, asks: true });
  const transport = createTransport();
  stops.push(
    () => server.stop(),
    () => {
      transport.close();
    },
  );
  const route: Route = { ...routeTo(server.origin, pki, pki.client), proxy };
  const ask = () =>
    transport.exchange({
      route,
      method: 'GET',
      address: new URL(`${server.origin}/api/x`),
      headers: {},
      credentials: { ApiKey: new Secret('marker-key') },
    });
  return { server, ask };
}

it('TLS-06 a call goes through the tunnel; the proxy sees neither key, certificate nor path', async () => {
  const { port, seen } = await startProxy();
  const { server, ask } = await setUp({
    host: '127.0.0.1',
    port,
    userName: 'kari',
    password: new Secret('påss:word'),
  });
  expect((await ask()).status).toBe(200);
  expect(server.requests[0]).toMatchObject({ certificate: 'Testvik AS' });
  expect(new Set(seen.targets)).toEqual(new Set([`localhost:${server.port}`]));
  const basic = `Basic ${Buffer.from('kari:påss:word').toString('base64')}`;
  expect(new Set(seen.signIns)).toEqual(new Set([basic]));
  expect(seen.through).not.toMatch(/marker-key|Testvik|\/api\/x/);
});

it('a proxy that says no, or is not there, is told apart from the platform', async () => {
  const asking = await startProxy(407, 'Proxy Authentication Required');
  const refusing = await startProxy(502, 'Bad Gateway');
  const gone = await startProxy();
  for (const stop of stops.splice(-1)) await stop();
  const cases = [
    [{ host: '127.0.0.1', port: asking.port }, 'proxy-sign-in-needed'],
    [{ host: '127.0.0.1', port: refusing.port }, 'proxy-refused'],
    [{ host: '127.0.0.1', port: gone.port }, 'proxy-refused'],
    [{ host: 'proxy.invalid', port: 8080 }, 'name-not-found'],
  ] as const;
  for (const [proxy, problem] of cases) {
    const { server, ask } = await setUp(proxy);
    const error = (await ask().catch((e: unknown) => e)) as ExchangeProblem;
    expect(error.failure).toMatchObject({ kind: 'unreachable', host: proxy.host, problem });
    expect(error.broken.sent).toBe('nothing');
    expect(server.connections()).toBe(0);
  }
});

it('reads the answer of the system', () => {
  expect(proxyFromPac('DIRECT')).toBeUndefined();
  expect(proxyFromPac('PROXY proxy.example:3128')).toEqual({ host: 'proxy.example', port: 3128 });
  expect(proxyFromPac('SOCKS5 s:1; PROXY [::1]:8080; DIRECT')).toEqual({ host: '::1', port: 8080 });
  expect(proxyFromPac('DIRECT; PROXY late:1')).toBeUndefined();
  expect(proxyFromPac('')).toBeUndefined();
});
