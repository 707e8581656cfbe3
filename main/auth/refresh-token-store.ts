// The one-time refresh token of each connection: in the vault only, used by one caller at a time (AUT-08).
import { createHash } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';
import { signInState } from '../../preload/contract/sign-in.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { Vault } from '../secrets/vault.ts';
import { serialByKey } from '../serial.ts';

/** With what is known of its person, so that a restarted program can say who is signed in. */
export interface RefreshToken {
  readonly token: Secret;
  /** `sub` of the ID token; null without one. */
  readonly subject: string | null;
  readonly who: z.infer<typeof signInState>['who'];
  readonly securityLevel: number | null;
  readonly scopes: readonly string[];
}

const storedToken = z.object({
  /** Hash of the provider, client and platform it was given for: it is never sent to others. */
  bound: z.string(),
  token: z.string(),
  subject: z.string().nullable(),
  who: signInState.shape.who,
  securityLevel: z.number().nullable(),
  scopes: z.array(z.string()),
});

const PREFIX = 'refresh-token/';
export const refreshTokenName = (connection: string) => PREFIX + connection;

export interface RefreshTokenStore {
  has(connection: string): boolean;
  /** Undefined when there is none, or when it was given for other settings of the connection. Problem keychain{...}. */
  read(connection: SavedConnection): Promise<RefreshToken | undefined>;
  /** Resolves when it is stored. Problem keychain{...}; then the one before is still stored. */
  put(connection: SavedConnection, refresh: RefreshToken): Promise<void>;
  remove(connection: string): Promise<void>;
  /** Runs after all earlier work for the same connection, since a one-time token must be used once. */
  exclusively<T>(connection: string, work: () => Promise<T>): Promise<T>;
  /** Ids of connections that have one. */
  all(): readonly string[];
}

export function createRefreshTokenStore(
  vault: Pick<Vault, 'names' | 'has' | 'get' | 'put' | 'remove'>,
): RefreshTokenStore {
  const all = () => vault.names(PREFIX).map((name) => name.slice(PREFIX.length));
  const has = (connection: string) => vault.has(refreshTokenName(connection));
  return {
    all,
    has,
    async read(connection) {
      if (!has(connection.id)) return undefined;
      const found = parse(await vault.get(PREFIX + connection.id));
      if (found?.bound !== bindingOf(connection)) return undefined;
      return { ...found, token: new Secret(found.token) };
    },
    put(connection, refresh) {
      const bound = bindingOf(connection);
      const text = JSON.stringify({ ...refresh, bound, token: refresh.token.expose() });
      return vault.put(refreshTokenName(connection.id), new Secret(text));
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

/** One that cannot be read counts as none: signing in again replaces it. */
function parse(text: Secret | undefined): z.infer<typeof storedToken> | undefined {
  if (text === undefined) return undefined;
  try {
    return storedToken.parse(JSON.parse(text.expose()));
  } catch {
    return undefined;
  }
}
