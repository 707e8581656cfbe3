// The HTTPS servers for signing in: each a separate origin that records what it receives and can have faults and holds.
import { STATUS_CODES, type IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Answer } from './call.ts';
import type { ControlRoom } from './control.ts';
import { spoil, write } from './faults.ts';
import type { Identity } from './identity.ts';
import type { Issued } from './pki.ts';
import { Connections } from './server.ts';
import { oauthError } from './token-endpoint.ts';

export interface SignInSite {
  /** Name of the operation in counters, faults, holds and the log of requests. */
  operationOf(request: IncomingMessage): string;
  answer(request: IncomingMessage): Promise<Answer>;
}

export interface SignInServerParts {
  readonly identity: Identity;
  readonly room: ControlRoom;
  readonly site: SignInSite;
}

export interface SignInTls {
  readonly certificate: Issued;
  readonly clientAuthorityPem: string;
}

export interface SignInServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** `now` is asked once for each call: whom it is put to, and who answers it. */
export async function listenForSignIn(
  tls: SignInTls,
  now: () => SignInServerParts,
  port: number,
): Promise<SignInServer> {
  const connections = new Connections();
  const options = {
    key: tls.certificate.keyPem,
    cert: tls.certificate.chainPem,
    ca: tls.clientAuthorityPem,
    // Asked for only to see who shows one: no sign-in endpoint wants a certificate.
    requestCert: true,
    rejectUnauthorized: false as boolean,
    ALPNProtocols: ['http/1.1'],
  };
  const server = createServer(options, (request, response) => {
    serve(now(), connections, request, response).catch((error: unknown) => {
      if (!request.destroyed) throw error;
    });
  });
  server.on('connection', (socket: Socket) => connections.opened(socket));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.closeAll();
      await closed;
    },
  };
}

async function serve(
  { identity, room, site }: SignInServerParts,
  connections: Connections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const socket = request.socket as TLSSocket;
  const { socket: connection, number } = connections.below(socket);
  const wire = { response, connection };
  response.on('error', () => undefined);
  const operation = site.operationOf(request);
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const seen = {
    operation,
    method: request.method ?? 'GET',
    path,
    query,
    headers: Object.keys(request.headers),
    accept: request.headers.accept ?? '',
    protocol: socket.getProtocol() ?? '',
    connection: number,
    status: 0,
  };
  room.seen(seen);
  await room.passing(operation, false);
  const fault = room.faultFor(operation);
  const result =
    fault?.acts === false
      ? { status: 0, reason: '' }
      : room.watched({
          ...{ method: seen.method, path: publishedPath[operation] ?? path, query },
          // The body is read where it is answered.
          ...{ type: '', body: Buffer.alloc(0), isOfTest: false },
          answer: await answerOf(identity, site, request),
        });
  seen.status = result.status;
  if (result.status > 0 && result.status < 400) room.done(operation);
  await room.passing(operation, true);
  if (fault) spoil(wire, result, fault.effect);
  else write(wire, result);
}

function answerOf(identity: Identity, site: SignInSite, request: IncomingMessage): Promise<Answer> {
  if (!showsPlatformCredential(request)) return site.answer(request);
  identity.credentialSeen();
  const words = 'Credentials of the platform were shown to the identity provider.';
  return Promise.resolve(oauthError(400, 'invalid_request', words));
}

/** Documents name these by what they are, since each environment has its own addresses. */
const publishedPath: Readonly<Record<string, string>> = {
  'identity.token': '{identity provider token endpoint}',
  'identity.machineToken': '{machine token provider}/token',
};

/** Nothing of these has any business here: API key, sign-in cookie, client certificate. */
function showsPlatformCredential({ headers, socket }: IncomingMessage): boolean {
  const { raw } = (socket as TLSSocket).getPeerCertificate() as { raw?: Buffer };
  return (
    headers['apikey'] !== undefined ||
    raw !== undefined ||
    /(^|;\s*)\.ASPXAUTH\w*=/i.test(headers.cookie ?? '')
  );
}

/** The body of a request as text; more than 64 KiB is cut off, which no reader of forms will take. */
export async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) if (text.length < 65_536) text += String(chunk);
  return text;
}

/** What a handler of Node's own kind answers, kept instead of sent. */
export function captured(
  request: IncomingMessage,
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const response = new ServerResponse(request);
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        chunks.push(Buffer.from(chunk as string));
      }
    };
    Object.assign(response, {
      write(chunk: unknown) {
        keep(chunk);
        return true;
      },
      end(chunk?: unknown) {
        keep(chunk);
        const status = response.statusCode;
        const reason = response.statusMessage || (STATUS_CODES[status] ?? '');
        resolve({
          status,
          reason,
          headers: headersOf(response),
          body: Buffer.concat(chunks).toString('utf8'),
        });
        response.emit('finish');
        return response;
      },
    });
    Promise.resolve(handle(request, response)).catch(reject);
  });
}

/** In the spelling that our own writer uses, without those that it sets. */
function headersOf(response: ServerResponse): Record<string, string | string[]> {
  const own = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'];
  return Object.fromEntries(
    Object.entries(response.getHeaders()).flatMap(([name, value]) => {
      if (value === undefined || own.includes(name)) return [];
      const spelt = name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
      return [[spelt, Array.isArray(value) ? value : String(value)]];
    }),
  );
}
