// The route to a server for one connection: its proxy, its extra CA, its TLS limit.
import type { CredentialStore } from '../secrets/credential-store.ts';
import { throughProxy } from '../secrets/uses.ts';
import type { Route } from '../http/exchange.ts';
import type { Policy } from '../policy/policy.ts';
import type { SavedConnection } from '../storage/connection-store.ts';

export interface RoutesNeeds {
  readonly credentials: Pick<CredentialStore, 'proxyPassword'>;
  readonly systemProxy: (address: URL) => Promise<Route['proxy']>;
  readonly policy: Pick<Policy, 'inForce'>;
}

export interface Routes {
  /** To the platform, without our certificate. Problem not-found or keychain{...} for a proxy's password, managed. */
  toPlatform(connection: SavedConnection): Promise<Route>;
  /** To another server that this connection needs, such as its identity provider. */
  to(connection: SavedConnection, address: URL): Promise<Route>;
}

export function createRoutes(needs: RoutesNeeds): Routes {
  return {
    async toPlatform(saved) {
      const connection = needs.policy.inForce(saved);
      const address = new URL(connection.baseAddress);
      const { highestTls } = connection;
      return { ...(await route(connection, address, needs)), highestTls };
    },
    to: async (saved, address) => route(needs.policy.inForce(saved), address, needs),
  };
}

async function route(
  connection: SavedConnection,
  address: URL,
  needs: RoutesNeeds,
): Promise<Route> {
  return {
    origin: address.origin,
    extraCaPem: connection.extraCaPem ?? undefined,
    highestTls: 'TLSv1.3',
    proxy: await proxyOf(connection, address, needs),
  };
}

async function proxyOf(
  { proxy }: SavedConnection,
  address: URL,
  { credentials, systemProxy }: RoutesNeeds,
): Promise<Route['proxy']> {
  if (proxy.use === 'none') return undefined;
  if (proxy.use === 'system') return systemProxy(address);
  const { host, port, userName, password } = proxy;
  const secret =
    password === undefined
      ? undefined
      : await credentials.proxyPassword(password, throughProxy(proxy));
  return { host, port, userName, password: secret };
}
