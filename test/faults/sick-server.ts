// A TLS server that writes HTTP by hand, so that it can break every byte. The platform's model behind it is intact.
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  createServer as createTlsServer,
  type Server as TlsServer,
  type TLSSocket,
  type TlsOptions,
} from 'node:tls';
import { callerOf, certificateOf, refusalOf } from '../platform/authentication.ts';
import { findRoute, type Answer, type Call, type Route } from '../platform/call.ts';
import { refusals } from '../platform/errors.ts';
import { createLinks } from '../platform/links.ts';
import type { PlatformPki } from '../platform/pki.ts';
import type { Chance } from '../platform/randomness.ts';
import { usualShape } from '../platform/shape.ts';
import type { State } from '../platform/state.ts';
import { honest, type EvilAddresses, type Fault, type Scene } from './fault.ts';
import { operations, type OperationId } from './operations.ts';

/** The case that is played; without one the server is healthy. */
export interface Play {
  readonly fault: Fault;
  readonly variant: number;
  readonly operation: OperationId;
  /** How often the model did what the operation asks. */
  executed: number;
  /** Requests of the operation that came. */
  requests: number;
  /** The whole secret was sent and not taken back. */
  delivered: boolean;
  /** The names on all pages of the list the model gave. */
  listed: readonly string[];
  over: boolean;
}

export interface SickServer {
  readonly port: number;
  play: Play | undefined;
  stop(): Promise<void>;
}

export interface SickServerOptions {
  readonly state: State;
  readonly routes: readonly Route[];
  readonly pki: PlatformPki;
  readonly evil: EvilAddresses;
  readonly chance: Chance;
  /** The TLS set-up of a case; made before it is played. */
  readonly tlsOf: (play: Play | undefined) => TlsOptions | undefined;
}

export const healthyTls = (pki: PlatformPki): TlsOptions => ({
  key: pki.server.keyPem,
  cert: pki.server.chainPem,
  ca: pki.root.certificatePem,
  requestCert: true,
  rejectUnauthorized: false,
});

export async function startSickServer(options: SickServerOptions): Promise<SickServer> {
  const sockets = new Set<Socket>();
  const secured = new Map<TlsOptions, TlsServer>();
  const server: SickServer = { port: 0, play: undefined, stop };
  const healthy = healthyTls(options.pki);
  const below = new Map<number, Socket>();

  const tlsServer = (settings: TlsOptions): TlsServer => {
    const known = secured.get(settings);
    if (known) return known;
    const made = createTlsServer(settings, (tls) => {
      const raw = below.get(tls.remotePort ?? 0) ?? tls;
      void talk({ ...options, server }, tls, raw);
    });
    made.on('tlsClientError', () => undefined);
    secured.set(settings, made);
    return made;
  };
  const listener = createTcpServer((raw) => {
    sockets.add(raw);
    below.set(raw.remotePort ?? 0, raw);
    raw.on('error', () => undefined);
    raw.once('close', () => sockets.delete(raw));
    const { play } = server;
    if (play && !play.over && play.fault.onConnection) {
      play.fault.onConnection(raw, play.variant);
      return;
    }
    tlsServer(options.tlsOf(play) ?? healthy).emit('connection', raw);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return Object.assign(server, { port: (listener.address() as AddressInfo).port });

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
}

interface Heard {
  readonly call: Omit<Call, 'parts'>;
  readonly length: number;
}

/** Reads requests off one connection and answers each, in order. */
async function talk(
  context: SickServerOptions & { readonly server: SickServer },
  tls: TLSSocket,
  raw: Socket,
): Promise<void> {
  tls.on('error', () => undefined);
  let waiting: Buffer = Buffer.alloc(0);
  let broken = false;
  try {
    for await (const chunk of tls) {
      waiting = Buffer.concat([waiting, chunk as Buffer]);
      const play = context.server.play;
      if (play && !play.over && play.fault.onFirstBytes && isMeant(play, waiting)) {
        play.requests += 1;
        play.fault.onFirstBytes(sceneOf(context, play, tls, raw, () => refusals.notFound));
        broken = true;
      }
      while (!broken) {
        const heard = parse(context.state, waiting, tls);
        if (!heard) break;
        waiting = waiting.subarray(heard.length);
        await respond(context, tls, raw, heard.call);
      }
    }
  } catch {
    // The caller went away, or the fault closed the connection.
  }
}

/** Whether these first bytes are of the operation that is played. */
function isMeant(play: Play, bytes: Buffer): boolean {
  const line = /^([A-Z]+) \/api\/enterpriseusers(\/[^ ?]*)?[ ?]/i.exec(bytes.toString('latin1'));
  if (!line) return false;
  const part = line[2] === '/' ? undefined : line[2];
  const rotate = /\/rotatesecret$/i.test(part ?? '');
  const found: Record<string, OperationId> = {
    GET: part ? 'O2' : 'O1',
    POST: rotate ? 'O4' : 'O3',
    PUT: 'O5',
    DELETE: 'O6',
  };
  return found[line[1]?.toUpperCase() ?? ''] === play.operation;
}

function parse(state: State, bytes: Buffer, tls: TLSSocket): Heard | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  const size = Number(headers['content-length'] ?? 0);
  if (bytes.length < end + 4 + size) return undefined;
  const [method = '', target = '/'] = start.split(' ');
  const [path = '/', query = ''] = target.split('?', 2);
  const caller = callerOf(state, usualShape(), headers, query, certificateOf(tls));
  const body = bytes.subarray(end + 4, end + 4 + size);
  const call = {
    method: method as Call['method'],
    path,
    query,
    given: new URLSearchParams(query),
    headers,
    caller,
    body,
    shape: usualShape(),
    links: createLinks(() => ''),
    address: '',
    request: Readable.from([]),
  };
  return { call, length: end + 4 + size };
}

/** The true answer of the model to a call, behind the platform's own door. */
function perform(context: SickServerOptions, call: Omit<Call, 'parts'>): Answer {
  const found = findRoute(context.routes, call.method, call.path);
  if (!('route' in found)) return refusals.notFound;
  const gate = {
    state: context.state,
    signIn: 'redirect' as const,
    shape: call.shape,
    address: '',
  };
  const answer =
    refusalOf(gate, found.route, call) ?? found.route.act({ ...call, parts: found.parts });
  if (answer instanceof Promise) throw new Error('only routes that answer at once are played here');
  return answer;
}

async function respond(
  context: SickServerOptions & { readonly server: SickServer },
  tls: TLSSocket,
  raw: Socket,
  call: Omit<Call, 'parts'>,
): Promise<void> {
  const { play } = context.server;
  const found = findRoute(context.routes, call.method, call.path);
  const name = 'route' in found ? found.route.operation : '';
  if (!play || play.over) {
    const answer = perform(context, call);
    tls.end(honest(answer, { Connection: 'close' }));
    return;
  }
  const scene = sceneOf(context, play, tls, raw, () => perform(context, call));
  if (name === operations[play.operation].route && play.fault.onRequest) {
    play.requests += 1;
    await play.fault.onRequest(scene);
    return;
  }
  // The operation itself, when the fault is one of the connection, counts too.
  const answer = name === operations[play.operation].route ? scene.act() : perform(context, call);
  if (name === operations[play.operation].route) scene.delivered();
  await scene.say(honest(answer));
  void play.fault.afterOther?.(scene);
}

const namesIn = (answer: Answer): string[] =>
  (JSON.parse(answer.body ?? '[]') as { UserName: string }[]).map((user) => user.UserName);

function sceneOf(
  context: SickServerOptions,
  play: Play,
  tls: TLSSocket,
  raw: Socket,
  act: () => Answer,
): Scene {
  const scene: Scene = {
    tls,
    raw,
    operation: play.operation,
    variant: play.variant,
    earlier: play.requests,
    chance: context.chance,
    evil: context.evil,
    act() {
      const answer = act();
      if (answer.status < 300) play.executed += 1;
      if (play.operation === 'O1' && answer.status < 300)
        play.listed = [...new Set([...play.listed, ...namesIn(answer)])];
      return answer;
    },
    say: (bytes) =>
      new Promise((resolve) => {
        if (tls.destroyed || !tls.writable) resolve();
        else {
          const done = (): void => resolve();
          tls.once('close', done);
          tls.write(bytes, () => {
            tls.off('close', done);
            resolve();
          });
        }
      }),
    hangUp: () => void tls.end(),
    reset: () => void raw.resetAndDestroy(),
    delivered: () => void (play.delivered = true),
    get closed() {
      return tls.destroyed || play.over;
    },
    pause: (ms) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          tls.off('close', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        tls.once('close', done);
      }),
  };
  return scene;
}
