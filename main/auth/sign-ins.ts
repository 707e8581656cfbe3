// What a call carries to say who we are, per connection: nothing but the certificate, a bearer token or a cookie.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { SignInState } from '../../preload/contract/sign-in.ts';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { createMachineSession, type MachineTokenNeeds } from './machine-token.ts';
import { type PasswordNeeds, PasswordSession, signInOnce } from './password-sign-in.ts';
import { PastedSession } from './pasted-token.ts';
import { PersonSession } from './person-sign-in.ts';
import type { PersonNeeds } from './person-tokens.ts';
import {
  type BeginStep,
  NO_FACTS,
  type AuthHeaders,
  QUIET,
  type Revoked,
  type Session,
  type SessionFacts,
  signInNeeded,
  type AuthRejection,
} from './session.ts';
import { cancelled, conflict } from '../problems.ts';

export type { AuthHeaders, AuthRejection } from './session.ts';
export { signInNeeded } from './session.ts';

/** The part of signing in that a client needs. */
export interface Authenticator {
  /** Gets or renews what is needed. Problem sign-in-needed when a person must act, and whatever getting it can end in. */
  present(connection: SavedConnection, signal?: AbortSignal): Promise<AuthHeaders>;
  /** After an answer that did not take `stale`: a fresh one, once; undefined when there is none to be had unasked. */
  renew(
    connection: SavedConnection,
    stale: AuthHeaders,
    because: AuthRejection,
    signal?: AbortSignal,
  ): Promise<AuthHeaders | undefined>;
  /** Told that `stale` was not taken where nothing may be repeated: the next call does not show it again. */
  lapsed(connection: SavedConnection, stale: AuthHeaders): void;
  /** Told the cookies of every answer to a call that carried `authHeaders`: the newest counts (platform.md, Signing in). */
  heard(connection: SavedConnection, authHeaders: AuthHeaders, cookies: readonly string[]): void;
  /** The scopes of the present token; null where nothing has any. Left out by who has none. */
  granted?(connection: SavedConnection): readonly string[] | null;
  /** Tokens and cookies of one connection, or all, out of memory; what is on its way is not used any more. */
  drop(connection?: string): void;
}

export interface SignIns extends Authenticator {
  state(connection: SavedConnection): SignInState;
  /** A person asks to sign in now; for a person it takes as long as the browser does. */
  begin(
    connection: SavedConnection,
    report: (step: BeginStep) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  /** Problem conflict where the connection does not sign in so. */
  pasteToken(connection: SavedConnection, token: Secret): void;
  /** Problem keychain{...} when a refresh token could not be taken away; memory is empty by then. */
  signOut(connection: SavedConnection): Promise<Revoked>;
  /**
   * Whether an enterprise user's name and secret open the door: signs in once with the certificate of a connection by
   * certificate; the cookie is dropped at once. The platform's words where it says no; Problem where it says neither.
   */
  verify(
    connection: SavedConnection,
    user: { readonly userName: string; readonly secret: Secret },
    signal?: AbortSignal,
  ): Promise<{ readonly works: boolean; readonly reason: string }>;
  /** The connection is gone, or signs in otherwise now: its refresh token goes too. */
  forget(connection: string): Promise<void>;
  /** At start: refresh tokens of connections that are gone. */
  recover(): Promise<void>;
}

export interface SignInNeeds extends MachineTokenNeeds, PasswordNeeds, PersonNeeds {
  readonly connections: Pick<ConnectionStore, 'all' | 'find'>;
  readonly credentials: MachineTokenNeeds['credentials'] &
    PasswordNeeds['credentials'] &
    Pick<CredentialStore, 'list'>;
  readonly changed: (connection: SavedConnection) => void;
}

const WITH_CERTIFICATE: AuthHeaders = { headers: {}, certificate: true };

/** For certificates alone; every other way is told that somebody must sign in. */
export const certificateOnly: Authenticator = {
  present: ({ signIn }) =>
    signIn.way === 'certificate'
      ? Promise.resolve(WITH_CERTIFICATE)
      : Promise.reject(signInNeeded('Nobody is signed in at this connection.')),
  renew: () => Promise.resolve(undefined),
  lapsed: () => undefined,
  heard: () => undefined,
  drop: () => undefined,
};

interface Open {
  readonly stamp: string;
  readonly session: Session;
}

export function createSignIns(needs: SignInNeeds): SignIns {
  const { connections, refreshTokens } = needs;
  const sessions = createSessions(needs);
  const settled = <T>(work: () => Promise<T>): Promise<T> => Promise.resolve().then(work);
  const of = (connection: SavedConnection) => sessions.of(connection);
  return {
    present: (connection, signal) => settled(() => of(connection).present(signal)),
    renew: (connection, stale, because, signal) =>
      settled(() => of(connection).renew(stale, because, signal)),
    lapsed: ({ id }, stale) => sessions.known(id)?.lapsed(stale),
    heard: ({ id }, authHeaders, cookies) => sessions.known(id)?.heard(authHeaders, cookies),
    drop: sessions.drop,
    granted: (connection) => of(connection).facts().scopes,
    state(connection) {
      const { id, signIn } = connection;
      return { connection: id, way: signIn.way, ...of(connection).facts() };
    },
    begin: (connection, report, signal) => settled(() => of(connection).begin(report, signal)),
    pasteToken: (connection, token) => {
      pastedOf(connection, of(connection)).paste(token);
    },
    signOut: (connection) =>
      settled(() => of(connection).signOut()).finally(() => {
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

/** One session per connection, as long as nothing about its signing in changes. */
function createSessions(needs: SignInNeeds) {
  const { connections } = needs;
  const open = new Map<string, Open>();
  const changed = (id: string) => {
    const connection = connections.all().find((one) => one.id === id);
    if (connection !== undefined) needs.changed(connection);
  };
  return {
    changed,
    known: (id: string) => open.get(id)?.session,
    of(asked: SavedConnection): Session {
      const { id } = asked;
      const stamp = stampOf(asked);
      const saved = connections.find(id);
      // One client, one way: what began before a change never gets what belongs to the time after it (AUT-14).
      if (stampOf(saved) !== stamp) throw cancelled('The connection was changed meanwhile.');
      const known = open.get(id);
      if (known?.stamp === stamp) return known.session;
      known?.session.drop();
      const tell = () => {
        if (open.get(id)?.session === session) changed(id);
      };
      const session = createSession(() => connections.find(id), saved, needs, tell);
      open.set(id, { stamp, session });
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

/** Everything a change of which ends a sign-in. */
const stampOf = ({ signIn, apiKey, baseAddress, environment }: SavedConnection) =>
  JSON.stringify([signIn, apiKey, baseAddress, environment]);

function createSession(
  connection: () => SavedConnection,
  { signIn }: SavedConnection,
  needs: SignInNeeds,
  changed: () => void,
): Session {
  switch (signIn.way) {
    case 'certificate':
      return settledSession(WITH_CERTIFICATE, () => ({
        state: 'ready',
        who: organisationOf(signIn, needs.credentials),
      }));
    case 'none':
      return settledSession({ headers: {}, certificate: false }, () => ({ state: 'open-only' }));
    case 'machine-token': {
      const who = () => organisationOf(signIn, needs.credentials);
      return createMachineSession(connection, signIn, needs, { who, changed });
    }
    case 'pasted-token':
      return new PastedSession(needs, changed);
    case 'person':
      return new PersonSession({ connection, signIn, needs }, changed);
    case 'password':
    case 'enterprise-user':
      return new PasswordSession(connection, signIn, needs, changed);
  }
}

/** Ways that have nothing to get: what they present never changes. */
function settledSession(
  authHeaders: AuthHeaders,
  facts: () => Partial<SessionFacts> & Pick<SessionFacts, 'state'>,
): Session {
  return {
    ...QUIET,
    present: () => Promise.resolve(authHeaders),
    facts: () => ({ ...NO_FACTS, ...facts() }),
    begin: () => Promise.resolve(),
    drop: () => undefined,
    signOut: () => Promise.resolve('not-offered'),
  };
}

/** As the certificate names it; by the client's id where a registered key speaks. */
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

const certificateIn = ({ proof }: Extract<SignIn, { way: 'machine-token' }>) =>
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
  const { signIn } = connection;
  if (signIn.way !== 'certificate')
    throw conflict('A secret is tried with the certificate of a connection that signs in by it.');
  const given = { userName, password: secret, certificate: signIn.certificate };
  try {
    await signInOnce(connection, given, needs, signal);
    return { works: true, reason: '' };
  } catch (error) {
    const failure = error instanceof Problem ? error.failure : undefined;
    const saysNo = failure?.kind === 'sign-in-needed' && failure.status === 401;
    if (!saysNo) throw error;
    return { works: false, reason: failure.reason };
  }
}
