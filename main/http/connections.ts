// Finds or opens the connection for a route: one pool per origin, identity, CA, TLS limit and proxy (TLS-05).
import { createHash } from 'node:crypto';
import { orAborted, until } from '../cancel.ts';
import { Problem } from '../problem.ts';
import {
  connectSecurely,
  createContext,
  type ProbeReport,
  probeServer,
  type Secured,
} from './secure-connection.ts';
import { certificatesIn, weaknessOf } from './server-certificate.ts';
import { certificateFailure, failureFrom, OWN, ownCertificateFailure } from './tls-problems.ts';
import type { Identity, Route } from './exchange.ts';
import { cancelled } from '../problems.ts';
import type { Socket } from 'node:net';

export interface LentConnection {
  readonly connection: PooledConnection;
  /** No answer has come from this server to this identity yet: a cut may be its refusal of the certificate. */
  readonly newcomer: boolean;
  /** To be called when an answer came. */
  accepted(): void;
}

export interface Connections {
  /** Throws Problem; `cancelled` when the signal was the reason. Nothing has been sent then. */
  acquire(route: Route, ms: number, signal?: AbortSignal): Promise<LentConnection>;
  probe(route: Route, report: ProbeReport, ms: number, signal?: AbortSignal): Promise<void>;
  close(origin?: string): void;
}

interface OpenPool {
  readonly origin: string;
  readonly pool: Pool;
  accepted: boolean;
}

export function createConnections(now: () => Date): Connections {
  const pools = new Map<string, OpenPool>();
  const anonymous = createAnonymousContexts();

  const poolOf = (route: Route, ms: number): OpenPool => {
    const name = nameOf(route);
    const known = pools.get(name);
    if (known !== undefined) return known;
    const pool = createPool(createOpener(route, { connectMs: ms, anonymous, now }));
    const made = { origin: route.origin, pool, accepted: route.identity === undefined };
    pools.set(name, made);
    return made;
  };

  return {
    async acquire(route, ms, signal) {
      const open = poolOf(route, ms);
      const connection =
        open.pool.take() ?? (await limited(route, ms, signal, (both) => open.pool.open(both)));
      const accepted = () => {
        open.accepted = true;
      };
      return { connection, newcomer: !open.accepted && !connection.reused, accepted };
    },
    probe: (route, report, ms, signal) =>
      limited(route, ms, signal, (both) =>
        probeServer(route, anonymous.of(route), both, report, now),
      ),
    close(origin) {
      anonymous.clear();
      for (const [name, open] of pools) {
        if (origin !== undefined && open.origin !== origin) continue;
        pools.delete(name);
        open.pool.close();
      }
    },
  };
}

type Context = ReturnType<typeof createContext>;

interface AnonymousContexts {
  of(route: Route): Context;
  /** Those that will be asked for are made anew: nothing of a former set of roots is kept. */
  clear(): void;
}

/** Those that show no certificate, one for each set of roots: reading the roots takes as long as many calls. */
function createAnonymousContexts(): AnonymousContexts {
  const made = new Map<string, Context>();
  return {
    of({ origin, extraCaPem, highestTls }) {
      const name = JSON.stringify([extraCaPem, highestTls]);
      const context = made.get(name) ?? createContext({ origin, extraCaPem, highestTls });
      made.set(name, context);
      return context;
    },
    clear: () => {
      made.clear();
    },
  };
}

interface OpenerNeeds {
  readonly connectMs: number;
  readonly anonymous: AnonymousContexts;
  readonly now: () => Date;
}

/** A look ends before whoever waits for it does: it knows whether the proxy or the server was silent. */
const LOOK = 0.9;

/** Looks once without our certificate, then opens connections with it. The look is shared, the connections are not. */
function createOpener(route: Route, { connectMs, anonymous, now }: OpenerNeeds) {
  const { identity } = route;
  if (identity === undefined)
    return (signal: AbortSignal) => connectSecurely(route, anonymous.of(route), false, signal);
  let own: Context | undefined;
  let looking: Promise<void> | undefined;

  const lookOnce = (): Promise<void> => {
    if (looking !== undefined) return looking;
    looking = until({ limit: { ms: connectMs * LOOK, late: timedOut } }, (signal) =>
      probeServer(route, anonymous.of(route), signal, () => undefined, now),
    ).catch((error: unknown) => {
      looking = undefined;
      throw error;
    });
    return looking;
  };
  const prepare = async () => (own ??= createOwn(route, identity, anonymous));
  return async (signal: AbortSignal) => {
    // Ours reads its roots while the server is being reached.
    const [, context] = await Promise.all([orAborted(lookOnce(), signal), prepare()]);
    return connectSecurely(route, context, true, signal);
  };
}

/** With our certificate, if it is as strong as a server's must be. What is wrong with the roots is told of the context that has them alone. */
function createOwn(route: Route, identity: Identity, anonymous: AnonymousContexts): Context {
  anonymous.of(route);
  let weakness: string | undefined;
  try {
    weakness = weaknessOf(certificatesIn(identity.certificateChainPem));
    if (weakness === undefined) return createContext(route, identity);
  } catch (error) {
    throw new Problem(ownCertificateFailure(error));
  }
  throw new Problem(certificateFailure('weak', weakness));
}

/** Runs with a time limit and the caller's signal; what it throws becomes a Problem. */
async function limited<T>(
  route: Route,
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await until({ signals: [signal], limit: { ms, late: timedOut } }, work);
  } catch (error) {
    throw asProblem(error, route, signal);
  }
}

function asProblem(error: unknown, route: Route, signal?: AbortSignal): Problem {
  if (signal?.aborted === true) return cancelled();
  if (error instanceof Problem) return error;
  const { hostname } = new URL(route.origin);
  return new Problem(failureFrom(error, { host: hostname, identity: false }));
}

const timedOut = () => Object.assign(new Error('Timed out.'), { code: OWN.timedOut });

/** What makes two routes different. Hashed, so that no secret becomes a key of a map. */
function nameOf({ origin, identity, extraCaPem, highestTls, proxy }: Route): string {
  const who = identity === undefined ? '' : digestOf(identity);
  const password = proxy?.password === undefined ? '' : hashed(proxy.password.expose());
  const through = proxy && [proxy.host, proxy.port, proxy.userName, password];
  return JSON.stringify([origin, who, extraCaPem, highestTls, through]);
}

/** The same identity is asked for with every call: it is hashed once. */
const digests = new WeakMap<Identity, string>();
function digestOf(identity: Identity): string {
  const known = digests.get(identity);
  if (known !== undefined) return known;
  const digest = hashed(JSON.stringify([identity.certificateChainPem, identity.key.expose()]));
  digests.set(identity, digest);
  return digest;
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64');

/** One connection lent to one exchange. */
interface PooledConnection {
  readonly socket: Socket;
  readonly protocol: string;
  readonly reused: boolean;
  /** Gives it back for the next exchange, for as long as the server said that it keeps it. Whoever does not, destroys the socket. */
  release(keptMs?: number): void;
}

interface Pool {
  /** One that is idle. */
  take(): PooledConnection | undefined;
  open(signal: AbortSignal): Promise<PooledConnection>;
  /** Idle connections end now; lent ones end when they come back. */
  close(): void;
}

/** Shorter than servers usually keep a silent connection, so that ours is not the one that finds it closed. */
const IDLE_MS = 20_000;
/** A write must not be on its way while the server closes: nobody could say whether it was done. */
const BEFORE_CLOSING_MS = 1500;

interface Idle {
  readonly secured: Secured;
  readonly keptMs: number;
  /** Takes it out of the store, ready to be used. */
  readonly wake: () => void;
}

/** `open` must answer only connections whose server is verified. */
function createPool(open: (signal: AbortSignal) => Promise<Secured>): Pool {
  const idle: Idle[] = [];
  let closed = false;

  const lend = (secured: Secured, reused: boolean, known = Infinity): PooledConnection => ({
    socket: secured.socket,
    protocol: secured.protocol,
    reused,
    release: (keptMs = known) => {
      const { socket } = secured;
      if (closed || socket.destroyed || !socket.writable) socket.destroy();
      else keepIdle(secured, idle, keptMs);
    },
  });

  return {
    take() {
      // The newest first: after a warm-up the write goes out on the very same connection.
      for (let entry = idle.at(-1); entry !== undefined; entry = idle.at(-1)) {
        entry.wake();
        if (!entry.secured.socket.destroyed) return lend(entry.secured, true, entry.keptMs);
      }
      return undefined;
    },
    open: async (signal) => lend(await open(signal), false),
    close() {
      closed = true;
      for (const { secured } of [...idle]) secured.socket.destroy();
    },
  };
}

/** An idle connection that says anything, ends or grows old is thrown away: an answer nobody asked for poisons the next. */
function keepIdle(secured: Secured, idle: Idle[], keptMs: number): void {
  const { socket } = secured;
  const drop = () => socket.destroy();
  const timer = setTimeout(drop, Math.min(IDLE_MS, keptMs - BEFORE_CLOSING_MS));
  timer.unref();
  const entry: Idle = {
    secured,
    keptMs,
    wake: () => {
      clearTimeout(timer);
      const index = idle.indexOf(entry);
      if (index >= 0) idle.splice(index, 1);
      for (const event of ['data', 'end', 'error']) socket.removeListener(event, drop);
      socket.removeListener('close', entry.wake);
      socket.ref();
    },
  };
  for (const event of ['data', 'end', 'error']) socket.on(event, drop);
  socket.on('close', entry.wake);
  socket.unref();
  idle.push(entry);
}
