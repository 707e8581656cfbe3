// A TLS server that does exactly what a test says, down to the TCP reset, and counts what it saw.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { type Authority, createAuthority, type Issued } from '../platform/pki.ts';
import { Secret } from '../../main/secret.ts';
import type { Identity, Route } from '../../main/http/exchange.ts';
import { whenRead } from './http-watch.ts';

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly socket: TLSSocket;
  /** Common name of the client certificate, or null. */
  readonly certificate: string | null;
  /** Ends the TCP connection with a reset. */
  readonly reset: () => void;
  /** Writes this, and ends the connection with a reset once the client has read it: a reset takes with it what was not read. */
  readonly cutAfter: (bytes: Buffer | string) => void;
  /** Writes one whole answer with Content-Length. */
  answer(
    status: number,
    reason: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ): void;
}

export interface RawServer {
  readonly port: number;
  /** `https://localhost:port`. */
  readonly origin: string;
  readonly requests: RawRequest[];
  /** Finished TLS handshakes: the client's certificate by common name, or null. */
  readonly handshakes: (string | null)[];
  /** TCP connections taken. */
  connections(): number;
  /** Connections that are still open. */
  open(): number;
  stop(): Promise<void>;
}

export interface RawOptions {
  readonly server: Issued;
  readonly tls?: TlsOptions;
  /** Asks for a client certificate without insisting. */
  readonly asks?: boolean;
  /** An OCSP answer the server staples to its certificate. */
  readonly staple?: Buffer;
  readonly act?: (request: RawRequest) => void;
  /** Instead of HTTP: what to do with a fresh TLS connection. */
  readonly talk?: (socket: TLSSocket, raw: Socket) => void;
}

const commonName = (socket: TLSSocket): string | null => {
  const subject = socket.getPeerCertificate().subject as { CN?: string } | undefined;
  return subject?.CN ?? null;
};

export async function startRawServer(options: RawOptions): Promise<RawServer> {
  const requests: RawRequest[] = [];
  const handshakes: (string | null)[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const tls = createTlsServer({
    key: options.server.keyPem,
    cert: options.server.chainPem,
    requestCert: options.asks === true,
    rejectUnauthorized: false,
    ...options.tls,
  });
  const byPort = new Map<number, Socket>();
  const front = createServer((raw) => {
    connections += 1;
    open.add(raw);
    byPort.set(raw.remotePort ?? 0, raw);
    raw.on('error', () => undefined);
    raw.on('close', () => open.delete(raw));
    tls.emit('connection', raw);
  });
  const { staple } = options;
  if (staple !== undefined) {
    tls.on('OCSPRequest', (_certificate, _issuer, give: (error: null, answer: Buffer) => void) => {
      give(null, staple);
    });
  }
  tls.on('tlsClientError', () => undefined);
  tls.on('secureConnection', (socket: TLSSocket) => {
    const raw = byPort.get(socket.remotePort ?? 0);
    handshakes.push(commonName(socket));
    socket.on('error', () => undefined);
    if (raw === undefined) return;
    if (options.talk !== undefined) options.talk(socket, raw);
    else readRequests(socket, raw, requests, options.act ?? ((r) => r.answer(200, 'OK')));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    port,
    origin: `https://localhost:${port}`,
    requests,
    handshakes,
    connections: () => connections,
    open: () => open.size,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        front.close(() => {
          resolve();
        });
      }),
  };
}

function readRequests(
  socket: TLSSocket,
  raw: Socket,
  requests: RawRequest[],
  act: (request: RawRequest) => void,
): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const end = waiting.indexOf('\r\n\r\n');
      if (end < 0) return;
      const [first = '', ...lines] = waiting.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
        }),
      ) as Record<string, string>;
      const length = Number(headers['content-length'] ?? 0);
      if (waiting.length < end + 4 + length) return;
      const body = Buffer.from(waiting.subarray(end + 4, end + 4 + length));
      waiting = waiting.subarray(end + 4 + length);
      const [method = '', path = ''] = first.split(' ');
      const request: RawRequest = {
        method,
        path,
        headers,
        body,
        socket,
        certificate: commonName(socket),
        reset: () => raw.resetAndDestroy(),
        cutAfter: (bytes) => {
          const { length } = Buffer.from(bytes);
          if (length === 0) raw.resetAndDestroy();
          else whenRead(raw.remotePort ?? 0, length, () => raw.resetAndDestroy());
          socket.write(bytes);
        },
        answer: (status, reason, more = {}, content = '') => {
          socket.write(wholeAnswer(status, reason, more, content));
        },
      };
      requests.push(request);
      act(request);
    }
  });
}

export function wholeAnswer(
  status: number,
  reason: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const all = { 'Content-Length': String(bytes.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1');
  return Buffer.concat([head, bytes]);
}

export const JSON_TYPE = { 'Content-Type': 'application/hal+json; charset=utf-8' };

export interface TestPki {
  readonly root: Authority;
  readonly server: Issued;
  readonly client: Issued;
}

let made: Promise<TestPki> | undefined;

/** A root, a server certificate for localhost and 127.0.0.1, and a client certificate; once per process. */
export function testPki(): Promise<TestPki> {
  made ??= (async () => {
    const root = await createAuthority('Test root');
    const [server, client] = await Promise.all([
      root.issue({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] }),
      root.issue({ name: 'Testvik AS', organisationNumber: '910514318' }),
    ]);
    return { root, server, client };
  })();
  return made;
}

let strange: Promise<TestPki> | undefined;

/** The same from an authority nobody here trusts. */
export function strangerPki(): Promise<TestPki> {
  strange ??= (async () => {
    const root = await createAuthority('Stranger root');
    const server = await root.issue({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] });
    const client = await root.issue({ name: 'Stranger', organisationNumber: '910514318' });
    return { root, server, client };
  })();
  return strange;
}

export function identityFor(origin: string, client: Issued): Identity {
  return { origin, key: new Secret(client.keyPem), certificateChainPem: client.chainPem };
}

/** A direct route that trusts the test root; with `client`, one that shows that certificate. */
export function routeTo(origin: string, pki: Pick<TestPki, 'root'>, client?: Issued): Route {
  return {
    origin,
    highestTls: 'TLSv1.3',
    extraCaPem: pki.root.certificatePem,
    ...(client && { identity: identityFor(origin, client) }),
  };
}
