// The one-time refresh token of each connection: in the vault only, one user of it at a time (AUT-08).
import { createHash } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';
import { signInState } from '../../preload/contract/sign-in.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { Vault } from '../secrets/vault.ts';
import { serialByKey } from '../serial.ts';

/** A refresh token with what is known of its owner, so that a restarted program can say who is signed in. */
export interface KeptRefresh {
  readonly token: Secret;
  /** `sub` of the ID token; null without one. */
  readonly subject: string | null;
  readonly who: z.infer<typeof signInState>['who'];
  readonly securityLevel: number | null;
  readonly scopes: readonly string[];
}

const kept = z.object({
  /** Of the provider, client and platform it was given for: it is never shown to others. */
  bound: z.string(),
  token: z.string(),
  subject: z.string().nullable(),
  who: signInState.shape.who,
  securityLevel: z.number().nullable(),
  scopes: z.array(z.string()),
});

const PREFIX = 'refresh-token/';
export const refreshNameOf = (connection: string) => PREFIX + connection;

export interface RefreshTokenStore {
  has(connection: string): boolean;
  /** Undefined when there is none, or it was given for another set-up of the connection. Problem keychain{...}. */
  read(connection: SavedConnection): Promise<KeptRefresh | undefined>;
  /** Resolves when it is safely kept. Problem keychain{...}; then the one before is still there. */
  put(connection: SavedConnection, refresh: KeptRefresh): Promise<void>;
  remove(connection: string): Promise<void>;
  /** Runs after all earlier work for the same connection: a one-time token is used by one at a time. */
  exclusively<T>(connection: string, work: () => Promise<T>): Promise<T>;
  /** Ids of connections that have one. */
  all(): readonly string[];
}

export function createRefreshTokenStore(
  vault: Pick<Vault, 'names' | 'has' | 'get' | 'put' | 'remove'>,
): RefreshTokenStore {
  const all = () => vault.names(PREFIX).map((name) => name.slice(PREFIX.length));
  const has = (connection: string) => vault.has(refreshNameOf(connection));
  return {
    ...{ all, has },
    async read(connection) {
      if (!has(connection.id)) return undefined;
      const found = parse(await vault.get(PREFIX + connection.id));
      if (found?.bound !== bindingOf(connection)) return undefined;
      return { ...found, token: new Secret(found.token) };
    },
    put(connection, refresh) {
      const bound = bindingOf(connection);
      const text = JSON.stringify({ ...refresh, bound, token: refresh.token.expose() });
      return vault.put(refreshNameOf(connection.id), new Secret(text));
    },
    remove: async (connection) => {
      if (has(connection)) await vault.remove(PREFIX + connection);
    },
    exclusively: serialByKey(),
  };
}

function bindingOf({ signIn, baseAddress, environment }: SavedConnection): string {
  const facts = JSON.stringify([signIn, new URL(baseAddress).origin, environment]);
  return createHash('sha256').update(facts).digest('base64url');
}

/** What cannot be read is as good as none: signing in again replaces it. */
function parse(text: Secret | undefined): z.infer<typeof kept> | undefined {
  if (text === undefined) return undefined;
  try {
    return kept.parse(JSON.parse(text.expose()));
  } catch {
    return undefined;
  }
}
