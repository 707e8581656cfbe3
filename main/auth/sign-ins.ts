// The sign-in sessions: one per connection, with the certificate, bearer token or cookie that its calls carry.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { MachineSignIn } from '../../preload/contract/used-credentials.ts';
import type { SignInState } from '../../preload/contract/sign-in.ts';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { type ExchangeNeeds, ExchangedSession, exchangeOnce } from './exchanged-token.ts';
import { MachineSession } from './machine-token.ts';
import { type PasswordNeeds, PasswordSession, signInOnce } from './password-sign-in.ts';
import { PastedSession } from './pasted-token.ts';
import { type PersonNeeds, PersonSession } from './person-sign-in.ts';
import {
  type AuthHeaders,
  type AuthRejection,
  type BeginStep,
  NO_FACTS,
  type Revoked,
  type Session,
  type SessionFacts,
  signInNeeded,
} from './session.ts';
import { cancelled, conflict } from '../problems.ts';

export type { AuthHeaders, AuthRejection } from './session.ts';
export { signInNeeded } from './session.ts';

/** The part of signing in that a client needs. */
export interface Authenticator {
  /** Loads or renews what is needed. Problem sign-in-needed when a person must act, or why it could not be loaded. */
  authHeaders(
    connection: SavedConnection,
    signal?: AbortSignal,
    leastMs?: number,
  ): Promise<AuthHeaders>;
  /** After an answer that rejected `stale`: fresh ones, once; undefined when there are none without a person. */
  renew(
    connection: SavedConnection,
    stale: AuthHeaders,
    because: AuthRejection,
    signal?: AbortSignal,
  ): Promise<AuthHeaders | undefined>;
  /** `stale` was rejected by a page to sign in at, and the call is not repeated: the next call does not send it again. */
  discard(connection: SavedConnection, stale: AuthHeaders): void;
  /** The cookies of every answer to a call that carried `authHeaders`: the last ones count (platform.md, Signing in). */
  receiveCookies(
    connection: SavedConnection,
    authHeaders: AuthHeaders,
    cookies: readonly string[],
  ): void;
  /** The scopes of the present token; null where a sign-in method has none. Absent where nobody signs in. */
  grantedScopes?(connection: SavedConnection): readonly string[] | null;
  /** Removes tokens and cookies of one connection, or of all, from memory; what is being loaded is not used any more. */
  drop(connection?: string): void;
}

export interface SignIns extends Authenticator {
  state(connection: SavedConnection): SignInState;
  /** A person asks to sign in now; at an identity provider it takes as long as the browser does. */
  begin(
    connection: SavedConnection,
    report: (step: BeginStep) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Problem conflict where the connection has another sign-in method. */
  pasteToken(connection: SavedConnection, token: Secret): void;
  /** Problem keychain{...} when a refresh token could not be removed; memory is empty by then. */
  signOut(connection: SavedConnection): Promise<Revoked>;
  /**
   * Whether the platform accepts an enterprise user's name and secret: signs in once with the certificate of a connection by
   * certificate, or exchanges the token of a connection by machine token, and drops what it gets. `reason` is the platform's refusal;
   * Problem where it neither accepts nor refuses.
   */
  verify(
    connection: SavedConnection,
    user: { readonly userName: string; readonly secret: Secret },
    signal?: AbortSignal,
  ): Promise<{ readonly works: boolean; readonly reason: string }>;
  /** The connection was removed or has another sign-in method now: removes its refresh token. */
  forget(connection: string): Promise<void>;
  /** At start: removes refresh tokens of connections that do not exist any more. */
  recover(): Promise<void>;
}

export interface SignInNeeds extends ExchangeNeeds, PasswordNeeds, PersonNeeds {
  readonly connections: Pick<ConnectionStore, 'all' | 'find'>;
  readonly credentials: ExchangeNeeds['credentials'] &
    PasswordNeeds['credentials'] &
    Pick<CredentialStore, 'list'>;
  readonly changed: (connection: SavedConnection) => void;
}

const WITH_CERTIFICATE: AuthHeaders = { headers: {}, certificate: true };

/** For certificates alone; every other method is told that somebody must sign in. */
export const certificateOnly: Authenticator = {
  authHeaders: ({ signIn }) =>
    signIn.way === 'certificate'
      ? Promise.resolve(WITH_CERTIFICATE)
      : Promise.reject(signInNeeded('Nobody is signed in at this connection.')),
  renew: () => Promise.resolve(undefined),
  discard: () => undefined,
  receiveCookies: () => undefined,
  drop: () => undefined,
};

interface OpenSession {
  /** Everything a change of which ends the session. */
  readonly settings: string;
  readonly session: Session;
}

export function createSignIns(needs: SignInNeeds): SignIns {
  const { connections, refreshTokens } = needs;
  const sessions = createSessions(needs);
  /** What `work` throws before its first `await` rejects as well. */
  const promised = <T>(work: () => Promise<T>): Promise<T> => Promise.resolve().then(work);
  const of = (connection: SavedConnection) => sessions.of(connection);
  return {
    authHeaders: (connection, signal, leastMs) =>
      promised(() => of(connection).authHeaders(signal, leastMs)),
    renew: (connection, stale, because, signal) =>
      promised(() => of(connection).renew(stale, because, signal)),
    discard: ({ id }, stale) => sessions.find(id)?.discard(stale),
    receiveCookies: ({ id }, authHeaders, cookies) =>
      sessions.find(id)?.receiveCookies(authHeaders, cookies),
    drop: sessions.drop,
    grantedScopes: (connection) => of(connection).facts().scopes,
    state(connection) {
      const { id, signIn } = connection;
      return { connection: id, way: signIn.way, ...of(connection).facts() };
    },
    begin: (connection, report, signal) => promised(() => of(connection).begin(report, signal)),
    pasteToken: (connection, token) => {
      pastedOf(connection, of(connection)).paste(token);
    },
    signOut: (connection) =>
      promised(() => of(connection).signOut()).finally(() => {
        sessions.changed(connection.id);
      }),
    verify: (connection, user, signal) => verify(connection, user, needs, signal),
    forget: (id) => refreshTokens.exclusively(id, () => refreshTokens.remove(id)),
    async recover() {
      const known = new Set(connections.all().map(({ id }) => id));
      for (const id of refreshTokens.all()) if (!known.has(id)) await refreshTokens.remove(id);
    },
  };
}

/** One session per connection, until a setting of its sign-in changes. */
function createSessions(needs: SignInNeeds) {
  const { connections } = needs;
  const open = new Map<string, OpenSession>();
  const changed = (id: string) => {
    const connection = connections.all().find((one) => one.id === id);
    if (connection !== undefined) needs.changed(connection);
  };
  return {
    changed,
    find: (id: string) => open.get(id)?.session,
    of(given: SavedConnection): Session {
      const { id } = given;
      const settings = settingsOf(given);
      const saved = connections.find(id);
      // A call that began before a change of the connection never gets the headers of the time after it (AUT-14).
      if (settingsOf(saved) !== settings) throw cancelled('The connection was changed meanwhile.');
      const known = open.get(id);
      if (known?.settings === settings) return known.session;
      known?.session.drop();
      const sessionChanged = () => {
        if (open.get(id)?.session === session) changed(id);
      };
      const session = createSession(() => connections.find(id), saved, needs, sessionChanged);
      open.set(id, { settings, session });
      return session;
    },
    drop: (id?: string) => {
      for (const [one, { session }] of [...open]) {
        if (id !== undefined && id !== one) continue;
        session.drop();
        open.delete(one);
        changed(one);
      }
    },
  };
}

const settingsOf = ({ signIn, apiKey, baseAddress, environment }: SavedConnection) =>
  JSON.stringify([signIn, apiKey, baseAddress, environment]);

function createSession(
  connection: () => SavedConnection,
  { signIn, baseAddress }: SavedConnection,
  needs: SignInNeeds,
  changed: () => void,
): Session {
  // Of this moment: the session ends when the connection leads elsewhere.
  const place = new URL(baseAddress).host;
  switch (signIn.way) {
    case 'certificate':
      return constantSession(WITH_CERTIFICATE, () => ({
        state: 'ready',
        who: organisationOf(signIn, needs.credentials),
      }));
    case 'none':
      return constantSession({ headers: {}, certificate: false }, () => ({ state: 'open-only' }));
    case 'machine-token': {
      const who = () => consumerIn(connection()) ?? organisationOf(signIn, needs.credentials);
      return new MachineSession(connection, signIn, needs, { who, changed });
    }
    case 'pasted-token':
      return new PastedSession(needs, place, changed);
    case 'person':
      return new PersonSession({ connection, signIn, place, needs }, changed);
    case 'enterprise-user-token':
      return new ExchangedSession(connection, signIn, needs, changed);
    case 'password':
    case 'enterprise-user':
      return new PasswordSession({ connection, signIn, place, needs }, changed);
  }
}

/** For sign-in methods whose headers never change: nothing is loaded, renewed or revoked. */
function constantSession(
  authHeaders: AuthHeaders,
  facts: () => Partial<SessionFacts> & Pick<SessionFacts, 'state'>,
): Session {
  return {
    authHeaders: () => Promise.resolve(authHeaders),
    renew: () => Promise.resolve(undefined),
    discard: () => undefined,
    receiveCookies: () => undefined,
    facts: () => ({ ...NO_FACTS, ...facts() }),
    begin: () => Promise.resolve(),
    drop: () => undefined,
    signOut: () => Promise.resolve('not-offered'),
  };
}

/** Whom a supplier's token stands for: not the supplier, whose certificate signs. */
function consumerIn({ signIn, ...connection }: SavedConnection): SessionFacts['who'] | undefined {
  if (signIn.way !== 'machine-token' || signIn.consumerOrg === undefined) return undefined;
  const { organisationName, organisationNumber } = connection;
  const isOwn = organisationNumber === signIn.consumerOrg;
  const name = isOwn ? `${organisationName} (${organisationNumber})` : signIn.consumerOrg;
  return { kind: 'organisation', name };
}

/** As the certificate names it; the client's id where a registered key signs. */
function organisationOf(
  signIn: Extract<SignIn, { way: 'certificate' | 'machine-token' }>,
  credentials: Pick<CredentialStore, 'list'>,
): SessionFacts['who'] {
  const byKey = signIn.way === 'machine-token' && signIn.proof.by === 'registered-key';
  if (byKey) return { kind: 'organisation', name: signIn.clientId };
  const certificate = signIn.way === 'certificate' ? signIn.certificate : certificateIn(signIn);
  const found = credentials.list().find(({ id }) => id === certificate);
  if (found?.kind !== 'certificate') return null;
  const { commonName, organisationNumber } = found.facts;
  const number = organisationNumber === null ? '' : ` (${organisationNumber})`;
  return { kind: 'organisation', name: `${commonName}${number}` };
}

const certificateIn = ({ proof }: MachineSignIn) =>
  proof.by === 'certificate' ? proof.certificate : undefined;

function pastedOf({ signIn }: SavedConnection, session: Session): PastedSession {
  if (signIn.way === 'pasted-token' && session instanceof PastedSession) return session;
  throw conflict('This connection does not sign in with a pasted token.');
}

async function verify(
  connection: SavedConnection,
  { userName, secret }: { readonly userName: string; readonly secret: Secret },
  needs: SignInNeeds,
  signal: AbortSignal | undefined,
): Promise<{ works: boolean; reason: string }> {
  try {
    await signInAs(connection, { userName, password: secret }, needs, signal);
    return { works: true, reason: '' };
  } catch (error) {
    const failure = error instanceof Problem ? error.failure : undefined;
    // The platform itself says no by 401 alone; with which statuses an exchange does, is not documented.
    const isExchange = connection.signIn.way === 'machine-token';
    const isWord = failure?.kind === 'sign-in-needed' && failure.status > 0;
    if (!isWord || !(isExchange || failure.status === 401)) throw error;
    return { works: false, reason: failure.reason };
  }
}

async function signInAs(
  connection: SavedConnection,
  user: { readonly userName: string; readonly password: Secret },
  needs: SignInNeeds,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { signIn } = connection;
  if (signIn.way === 'certificate') {
    await signInOnce(connection, { ...user, certificate: signIn.certificate }, needs, signal);
    return;
  }
  if (signIn.way !== 'machine-token' || signIn.exchangeEndpoint === undefined)
    throw conflict(
      'A secret is tried with the certificate of a connection, or where it exchanges its machine token.',
    );
  const { exchangeEndpoint } = signIn;
  await exchangeOnce(connection, { ...signIn, exchangeEndpoint }, user, needs, signal);
}
