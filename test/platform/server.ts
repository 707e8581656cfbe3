// The HTTPS server of the platform: TLS that asks for a client certificate, the door, the routes, the faults.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { callerOf, certificateOf, refusalOf, withRenewedCookie } from './authentication.ts';
import { findRoute, type Answer, type Call, type Route } from './call.ts';
import type { ControlRoom, Exchange, SeenRequest } from './control.ts';
import { methodNotAllowed, refusals, switchedOffWith, worded } from './errors.ts';
import { spoil, write, type Wire } from './faults.ts';
import type { Links } from './links.ts';
import type { Issued } from './pki.ts';
import type { State } from './state.ts';

export interface ServerParts {
  readonly state: State;
  readonly room: ControlRoom;
  readonly routes: readonly Route[];
  readonly links: Links;
  readonly address: () => string;
}

export interface ServerTls {
  readonly server: Issued;
  readonly clientAuthorityPem: string;
  readonly highestTls?: 'TLSv1.2' | 'TLSv1.3';
  /** `required`: a caller without an acceptable certificate does not get through the handshake. */
  readonly clientCertificates: 'requested' | 'required';
}

export interface PlatformServer {
  readonly port: number;
  /** Ends every connection and numbers the next ones from 1. */
  reset(): void;
  /** Until then every connection ends, and each new one as it comes. */
  cutOff(): void;
  stop(): Promise<void>;
}

const usualBody = 1024 * 1024;

/** `parts` is asked once for each call, which keeps to what it was given. */
export async function listen(
  parts: () => ServerParts,
  tls: ServerTls,
  port: number,
): Promise<PlatformServer> {
  let connections = new Connections();
  let isCut = false;
  const server = createServer(
    {
      key: tls.server.keyPem,
      cert: tls.server.chainPem,
      ca: tls.clientAuthorityPem,
      requestCert: true,
      rejectUnauthorized: tls.clientCertificates === 'required',
      ALPNProtocols: ['http/1.1'],
      ...(tls.highestTls ? { maxVersion: tls.highestTls } : {}),
    },
    (request, response) => {
      answer(parts(), connections, request, response).catch((error: unknown) => {
        // A caller that went away in the middle of a streamed body wants no answer; anything else is our own fault.
        if (!request.destroyed) throw error;
      });
    },
  );
  // None ends by itself after a while: on a busy machine a caller may be just about to use it again.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket: Socket) => {
    connections.opened(socket);
    if (isCut) socket.destroy();
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    reset() {
      connections.closeAll();
      connections = new Connections();
      isCut = false;
    },
    cutOff() {
      isCut = true;
      connections.closeAll();
    },
    stop: () => stop(server, connections),
  };
}

async function stop(server: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  connections.closeAll();
  await closed;
}

/** The TCP connections below TLS, found again by the caller's port. */
export class Connections {
  private readonly open = new Map<number, { readonly socket: Socket; readonly number: number }>();
  private count = 0;

  opened(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.count += 1;
    this.open.set(port, { socket, number: this.count });
    socket.on('error', () => undefined);
    socket.once('close', () => this.open.delete(port));
  }

  below(tls: Socket): { readonly socket: Socket; readonly number: number } {
    return this.open.get(tls.remotePort ?? 0) ?? { socket: tls, number: 0 };
  }

  closeAll(): void {
    for (const { socket } of this.open.values()) socket.destroy();
  }
}

async function answer(
  parts: ServerParts,
  connections: Connections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const socket = request.socket as TLSSocket;
  const connection = connections.below(socket);
  const wire: Wire = { response, connection: connection.socket };
  response.on('error', () => undefined);
  const call = callOf(parts, request);
  const found = findRoute(parts.routes, call.method, call.path);
  const operation = 'route' in found ? found.route.operation : 'unknown';
  const seen: SeenRequest = {
    operation,
    method: call.method,
    path: call.path,
    query: call.query,
    headers: Object.keys(request.headers),
    accept: request.headers.accept ?? '',
    ...(call.caller.certificate === undefined ? {} : { certificate: call.caller.certificate }),
    protocol: socket.getProtocol() ?? '',
    connection: connection.number,
    status: 0,
  };
  parts.room.seen(seen);
  const streamed = 'route' in found && found.route.streamed === true;
  const body = streamed
    ? Buffer.alloc(0)
    : await bodyOf(request, 'route' in found ? (found.route.largestBody ?? usualBody) : usualBody);
  if (body === 'aborted') return;
  await later(parts.room.control.latencyMs);
  await parts.room.passing(operation, false);
  const fault = parts.room.faultFor(operation);
  const result =
    fault?.acts === false
      ? { status: 0, reason: '' }
      : parts.room.watched({
          ...exchangeOf(call, body),
          answer: shaped(parts, await perform(parts, found, { ...call, request }, body)),
        });
  seen.status = result.status;
  await parts.room.passing(operation, true);
  if (fault) spoil(wire, result, fault.effect);
  else write(wire, result);
}

const exchangeOf = (
  { method, path, query, headers }: Pick<Call, 'method' | 'path' | 'query' | 'headers'>,
  body: Buffer | 'too-large',
): Omit<Exchange, 'answer'> => ({
  method,
  path,
  query,
  type: headers['content-type'] ?? '',
  body: body === 'too-large' ? Buffer.alloc(0) : body,
  isOfTest: headers['user-agent'] !== undefined,
});

/** Words and addresses as the switches have them. */
function shaped(parts: ServerParts, answer: Answer): Answer {
  const { shape } = parts.room.control;
  const said = worded(answer, shape.errorWords);
  const location = said.headers?.['Location'];
  const base = `${parts.address()}/api/`;
  if (shape.locations !== 'relative' || !String(location).startsWith(base)) return said;
  const relative = String(location).slice(parts.address().length);
  return { ...said, headers: { ...said.headers, Location: relative } };
}

/** The door, then the route; counts what was carried out. */
async function perform(
  parts: ServerParts,
  found: ReturnType<typeof findRoute<Route>>,
  call: Omit<Call, 'parts' | 'body'>,
  body: Buffer | 'too-large',
): Promise<Answer> {
  if (!('route' in found)) {
    return found.allowed.length > 0 ? methodNotAllowed(found.allowed) : refusals.notFound;
  }
  const { shape } = parts.room.control;
  if (parts.room.isTooMany()) return refusals.tooMany;
  const gate = {
    state: parts.state,
    shape,
    signIn: parts.room.control.signIn,
    address: parts.address(),
  };
  const refusal = refusalOf(gate, found.route, call);
  if (refusal) return refusal;
  const { switchedOff } = found.route;
  if (switchedOff !== undefined && !shape.switchedOffStillOn) return switchedOffWith(switchedOff);
  if (body === 'too-large') return refusals.bodyTooLarge;
  const result = await found.route.act({ ...call, parts: found.parts, body });
  if (result.status < 400) parts.room.done(found.route.operation);
  return withRenewedCookie(parts.state, shape, call.headers, result);
}

function callOf(
  parts: ServerParts,
  request: IncomingMessage,
): Omit<Call, 'parts' | 'body' | 'request'> {
  const [asked = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const certificate = certificateOf(request.socket as TLSSocket);
  return {
    method: (request.method ?? 'GET') as Call['method'],
    path: parts.links.behind(asked) ?? asked,
    query,
    given: new URLSearchParams(query),
    headers: request.headers,
    shape: parts.room.control.shape,
    links: parts.links,
    address: parts.address(),
    caller: callerOf(parts.state, parts.room.control.shape, request.headers, query, certificate),
  };
}

async function bodyOf(
  request: IncomingMessage,
  largestBody: number,
): Promise<Buffer | 'too-large' | 'aborted'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length;
      if (size <= largestBody) chunks.push(chunk as Buffer);
    }
  } catch {
    return 'aborted';
  }
  return size > largestBody ? 'too-large' : Buffer.concat(chunks);
}

const later = (ms: number): Promise<void> =>
  ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
