// Who has signed in and by which rules: issued tokens and cookies, machine clients and keys, and what tests may set.
import { createPublicKey } from 'node:crypto';
import { type Organisation, type Person, persons } from './persons.ts';
import type { Chance } from './randomness.ts';
import { allScopes } from './scopes.ts';

/** What a bearer token stands for. */
export interface Grant {
  readonly organisation?: string;
  /** Id of a person. */
  readonly person?: string;
  /** Enterprise user of an exchanged token. */
  readonly user?: string;
  /** Undefined: as if it held every scope. */
  readonly scopes?: ReadonlySet<string>;
  /** Security level of the sign-in of a person. */
  readonly level?: number;
  /** Milliseconds of the platform's clock. */
  expires: number;
}

/** What a sign-in cookie stands for: a person by name and password, or an enterprise user. */
export interface Session {
  readonly person?: string;
  readonly user?: string;
  expires: number;
}

export interface MachineClient {
  readonly id: string;
  readonly organisation: string;
  readonly scopes: ReadonlySet<string>;
  /** Numbers of the organisations that have delegated their scopes to this supplier. */
  readonly customers: ReadonlySet<string>;
}

/** A public key registered for a client. */
export interface RegisteredKey {
  readonly clientId: string;
  readonly publicPem: string;
}

/** Who signs in at the next visit to the identity provider, instead of showing the page. */
export interface NextVisit {
  /** Id, user name or name of a person. */
  readonly person?: string;
  /** Another `acr` than was asked for, e.g. `Level3`. */
  readonly level?: string;
  /** The person says no: `access_denied`. */
  readonly deny?: boolean;
  /** Any other error of the authorization answer, e.g. `temporarily_unavailable`. */
  readonly error?: string;
}

/** What tests and the demo set: `control.identity`. */
export interface IdentityControl {
  readonly persons: readonly Person[];
  /** Once; without it the page with the list of persons is shown. */
  next(visit: NextVisit): void;
  /** Off: there is no discovery document, addresses must be typed in. */
  discovery: boolean;
  /** The discovery document names a token endpoint on another host and port than the issuer's. */
  splitHosts: boolean;
  /** `registered`: only the path `/callback` on loopback, as a strict provider has it; the port is always free. */
  redirectPath: 'any' | 'registered';
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  machineTokenSeconds: number;
  /** What a token without the scope of a route meets. */
  missingScope: 401 | 403;
  cookieLifetimeMs: number;
  /** A new cookie with every answer to a cookie; the old one goes on working, or ends at once. */
  renewCookies: 'off' | 'keep-old' | 'drop-old';
  /** The next call with a certificate gets 401 though all is right; then it is off again. */
  coldCertificate: boolean;
  /** How often a sign-in endpoint was shown an API key, a platform cookie or a client certificate. */
  readonly credentialsSeen: number;
  /** A token got elsewhere, of a person, an organisation or an enterprise user; it lives for ever unless told otherwise. */
  addToken(grant: {
    readonly person?: string;
    readonly organisation?: string;
    readonly user?: string;
    readonly scopes?: readonly string[];
    readonly level?: number;
    readonly seconds?: number;
  }): string;
  /** A client for machine tokens; the test organisation and all scopes when left out. Gives the client id. */
  registerClient(options?: {
    readonly id?: string;
    readonly organisation?: string;
    readonly scopes?: readonly string[];
    readonly customers?: readonly string[];
  }): string;
  /** The organisations that the machine tokens so far stand for. */
  readonly machineTokensFor: string[];
  /** A public key (PEM) for the client; gives the `kid`. */
  registerKey(publicPem: string, clientId?: string): string;
  /** Ends every cookie now. */
  endSessions(): void;
  /** Ends every access token now, of persons and machines. */
  expireTokens(): void;
  /** Ends every refresh token now, as an administrator of the provider may. */
  revokeRefreshTokens(): void;
  /** Cookies and tokens that count now. */
  readonly living: { readonly cookies: number; readonly tokens: number };
}

export interface Identity {
  readonly control: IdentityControl;
  readonly clients: ReadonlyMap<string, MachineClient>;
  readonly keys: ReadonlyMap<string, RegisteredKey>;
  addToken(token: string, grant: Omit<Grant, 'expires'>, seconds?: number): void;
  dropToken(token: string): void;
  /** The living grant of a token. */
  grantOf(token: string): Grant | undefined;
  newCookie(session: Omit<Session, 'expires'>): string;
  dropCookie(cookie: string): void;
  sessionOf(cookie: string): Session | undefined;
  /** True once per `coldCertificate`. */
  takeColdness(): boolean;
  takeVisit(): NextVisit | undefined;
  credentialSeen(): void;
  /** Called by `revokeRefreshTokens`; set by the provider when it runs. */
  onRevokeAll: () => void;
}

export const defaultMachineClient = 'c0a1e7d4-5b7e-4f0a-9a53-2b8f6d0e91c7';
const cookieSigns = '0123456789ABCDEF';

export function createIdentity(
  chance: Chance,
  organisation: Organisation,
  now: () => Date,
): Identity {
  const tokens = new Map<string, Grant>();
  const cookies = new Map<string, Session>();
  const clients = new Map<string, MachineClient>();
  const keys = new Map<string, RegisteredKey>();
  const living = <T extends { expires: number }>(found: T | undefined): T | undefined =>
    found !== undefined && found.expires > now().getTime() ? found : undefined;
  const count = (all: Iterable<{ expires: number }>): number =>
    [...all].filter((entry) => living(entry) !== undefined).length;
  const end = (all: Iterable<{ expires: number }>): void => {
    for (const entry of all) entry.expires = 0;
  };
  let visit: NextVisit | undefined;
  let credentialsSeen = 0;
  const control: IdentityControl = {
    persons,
    ...usualSettings(),
    get credentialsSeen() {
      return credentialsSeen;
    },
    get living() {
      return { cookies: count(cookies.values()), tokens: count(tokens.values()) };
    },
    next: (wanted) => void (visit = wanted),
    addToken({ scopes, seconds, ...grant }) {
      const token = chance.text(80, `${cookieSigns}abcdef-_`);
      const kept = { ...grant, ...(scopes ? { scopes: new Set(scopes) } : {}) };
      identity.addToken(token, kept, seconds);
      return token;
    },
    registerClient(options = {}) {
      const id = options.id ?? `client-${chance.text(12, cookieSigns)}`;
      const owner = options.organisation ?? organisation.number;
      const { scopes = allScopes, customers = [] } = options;
      const held = { scopes: new Set(scopes), customers: new Set(customers) };
      clients.set(id, { id, organisation: owner, ...held });
      return id;
    },
    registerKey(publicPem, clientId = defaultMachineClient) {
      const pem = createPublicKey(publicPem).export({ type: 'spki', format: 'pem' }).toString();
      const kid = `key-${chance.text(16, cookieSigns)}`;
      keys.set(kid, { clientId, publicPem: pem });
      return kid;
    },
    endSessions: () => end(cookies.values()),
    expireTokens: () => end(tokens.values()),
    revokeRefreshTokens: () => identity.onRevokeAll(),
  };
  const identity: Identity = {
    control,
    clients,
    keys,
    addToken(token, grant, seconds) {
      const expires = seconds === undefined ? Infinity : now().getTime() + seconds * 1000;
      tokens.set(token, { ...grant, expires });
    },
    dropToken: (token) => void tokens.delete(token),
    grantOf: (token) => living(tokens.get(token)),
    newCookie(session) {
      const cookie = chance.text(64, cookieSigns);
      cookies.set(cookie, { ...session, expires: now().getTime() + control.cookieLifetimeMs });
      return cookie;
    },
    dropCookie: (cookie) => void cookies.delete(cookie),
    sessionOf: (cookie) => living(cookies.get(cookie)),
    takeColdness() {
      const cold = control.coldCertificate;
      control.coldCertificate = false;
      return cold;
    },
    takeVisit() {
      const taken = visit;
      visit = undefined;
      return taken;
    },
    credentialSeen: () => void (credentialsSeen += 1),
    onRevokeAll: () => undefined,
  };
  control.registerClient({ id: defaultMachineClient });
  return identity;
}

function usualSettings() {
  return {
    discovery: true,
    splitHosts: false,
    redirectPath: 'any' as const,
    machineTokensFor: [] as string[],
    accessTokenSeconds: 600,
    refreshTokenSeconds: 8 * 3600,
    machineTokenSeconds: 119,
    missingScope: 401 as const,
    cookieLifetimeMs: 30 * 60_000,
    renewCookies: 'off' as const,
    coldCertificate: false,
  };
}
