// Servers at foreign origins that must never be called: plain HTTP, and HTTPS that asks for a certificate.
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { PlatformPki } from '../platform/pki.ts';
import type { EvilAddresses } from './fault.ts';

export interface EvilServers {
  readonly addresses: EvilAddresses;
  /** Connections of any kind. */
  readonly connections: number;
  /** Requests or handshakes that carried an API key, a cookie, an authorization or a client certificate. */
  readonly credentials: number;
  stop(): Promise<void>;
}

/** Their certificate is one the program trusts, so that only its own rules keep the credentials back. */
export async function startEvilServers(pki: PlatformPki): Promise<EvilServers> {
  const seen = { connections: 0, credentials: 0 };
  const sockets = new Set<Socket>();
  const note = (request: IncomingMessage): void => {
    const names = Object.keys(request.headers);
    if (names.some((name) => /^(apikey|cookie|authorization)$/.test(name))) seen.credentials += 1;
  };
  const plain = createServer((request, response) => {
    note(request);
    response.end('[]');
  });
  const tls = { key: pki.server.keyPem, cert: pki.server.chainPem, ca: pki.root.certificatePem };
  const secure = createSecureServer(
    { ...tls, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      note(request);
      response.end('[]');
    },
  );
  secure.on('secureConnection', (socket: TLSSocket) => {
    if (Object.keys(socket.getPeerCertificate()).length > 0) seen.credentials += 1;
  });
  const servers: readonly Server[] = [plain, secure];
  for (const server of servers) {
    server.on('connection', (socket: Socket) => {
      seen.connections += 1;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const port = (server: Server): number => (server.address() as AddressInfo).port;
  return {
    addresses: {
      http: `http://localhost:${port(plain)}`,
      https: `https://localhost:${port(secure)}`,
    },
    get connections() {
      return seen.connections;
    },
    get credentials() {
      return seen.credentials;
    },
    async stop() {
      const closed = servers.map((s) => new Promise<void>((done) => s.close(() => done())));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}
