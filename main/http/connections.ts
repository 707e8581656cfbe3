// Finds or opens the connection for a route: one pool per origin, identity, CA, TLS limit and proxy (TLS-05).
import { createHash } from 'node:crypto';
import { orAborted, until } from '../cancel.ts';
import { Problem } from '../problem.ts';
import { createPool, type PooledConnection, type Pool } from './pool.ts';
import {
  connectSecurely,
  createContext,
  type ProbeReport,
  probeServer,
} from './secure-connection.ts';
import { failureFrom, OWN } from './tls-problems.ts';
import type { Route } from './exchange.ts';
import { cancelled } from '../problems.ts';

export interface LentConnection {
  readonly connection: PooledConnection;
  /** No answer has come from this server to this identity yet: a cut may be its refusal of the certificate. */
  readonly newcomer: boolean;
  /** To be called when an answer came. */
  accepted(): void;
}

export interface Connections {
  /** Throws Problem; `cancelled` when the signal was the reason. Nothing has been sent then. */
  take(route: Route, ms: number, signal?: AbortSignal): Promise<LentConnection>;
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

  const poolOf = (route: Route, ms: number): OpenPool => {
    const name = nameOf(route);
    const known = pools.get(name);
    if (known !== undefined) return known;
    const pool = createPool(createOpener(route, ms, now));
    const made = { origin: route.origin, pool, accepted: route.identity === undefined };
    pools.set(name, made);
    return made;
  };

  return {
    async take(route, ms, signal) {
      const open = poolOf(route, ms);
      const connection = await limited(route, ms, signal, (both) => open.pool.take(both));
      const accepted = () => {
        open.accepted = true;
      };
      return { connection, newcomer: !open.accepted && !connection.reused, accepted };
    },
    probe: (route, report, ms, signal) =>
      limited(route, ms, signal, (both) => probeServer(route, both, report, now)),
    close(origin) {
      for (const [name, open] of pools) {
        if (origin !== undefined && open.origin !== origin) continue;
        pools.delete(name);
        open.pool.close();
      }
    },
  };
}

/** Looks once without our certificate, then opens connections with it. The look is shared, the connections are not. */
function createOpener(route: Route, connectMs: number, now: () => Date) {
  let context: ReturnType<typeof createContext> | undefined;
  let looking: Promise<void> | undefined;

  const lookOnce = (): Promise<void> => {
    if (looking !== undefined) return looking;
    looking = until({ limit: { ms: connectMs, late: timedOut } }, (signal) =>
      probeServer(route, signal, () => undefined, now),
    ).catch((error: unknown) => {
      looking = undefined;
      throw error;
    });
    return looking;
  };
  return async (signal: AbortSignal) => {
    if (route.identity !== undefined) await orAborted(lookOnce(), signal);
    context ??= createContext(route, route.identity);
    return connectSecurely(route, context, route.identity !== undefined, signal);
  };
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

/** What makes two routes different, hashed so that no secret becomes a key of a map. */
function nameOf({ origin, identity, extraCaPem, highestTls, proxy }: Route): string {
  const parts = [origin, extraCaPem, highestTls, proxy?.host, proxy?.port, proxy?.userName];
  const secrets = [
    identity?.certificateChainPem,
    identity?.key.expose(),
    proxy?.password?.expose(),
  ];
  return createHash('sha256')
    .update(JSON.stringify([parts, secrets]))
    .digest('base64');
}
