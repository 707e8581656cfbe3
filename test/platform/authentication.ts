// Authentication and authorisation: key, certificate and flag, token and scopes, cookie (platform.md, Signing in).
import type { IncomingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { documentOf, type Answer, type Call, type Caller, type Route } from './call.ts';
import type { Acts } from './door.ts';
import { refusals, signInPage } from './errors.ts';
import { readBody, textOf } from './representation.ts';
import { personOf } from './persons.ts';
import type { Shape } from './shape.ts';
import type { State } from './state.ts';

/** What the TLS layer found out about the caller. */
export interface CertificateFacts {
  readonly subject: string;
  readonly organisation: string | undefined;
}

/** The client certificate, when there is one that the platform's authority has issued and that is valid. */
export function certificateOf(socket: TLSSocket): CertificateFacts | undefined {
  const subject = socket.getPeerCertificate().subject as
    | Partial<Record<string, string | string[]>>
    | undefined;
  if (!subject || !socket.authorized) return undefined;
  const all = Object.entries(subject)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
  return { subject: all, organisation: organisationIn(all) };
}

/** The organisation number in the text of a subject (`name=value` parts), as enterprise certificates carry it. */
export function organisationIn(subject: string): string | undefined {
  const number = /(?:serialNumber=|(?:organizationIdentifier|2\.5\.4\.97)=NTRNO-)(\d{9})/;
  return number.exec(subject)?.[1];
}

const cookieOf = (
  headers: IncomingHttpHeaders,
  { cookieName }: Pick<Shape, 'cookieName'>,
): string | undefined =>
  (headers.cookie ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);

/** The caller, as far as the call proves one. A certificate counts only with the flag in the query. */
export function callerOf(
  state: State,
  shape: Shape,
  headers: IncomingHttpHeaders,
  query: string,
  certificate: CertificateFacts | undefined,
): Caller {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const cookie = cookieOf(headers, shape);
  const flagged = query.split('&').includes('ForceEIAuthentication');
  const counting = flagged ? certificate?.organisation : undefined;
  const shown = certificate === undefined ? {} : { certificate: certificate.subject };
  if (cookie !== undefined && (token !== undefined || counting !== undefined)) {
    return { ...shown, misfit: 'mixed' };
  }
  if (token !== undefined) return { ...shown, ...callerOfToken(state, token) };
  if (counting !== undefined) {
    if (state.identity.takeColdness()) return { ...shown, misfit: 'cold' };
    return { ...shown, organisation: counting, by: 'certificate' };
  }
  return { ...shown, ...(cookie === undefined ? {} : callerOfCookie(state, cookie)) };
}

function callerOfToken(state: State, token: string): Caller {
  const grant = state.identity.grantOf(token);
  if (grant === undefined) return { misfit: 'token' };
  const { expires: _expires, ...caller } = grant;
  return { by: 'token', ...caller };
}

function callerOfCookie(state: State, cookie: string): Caller {
  const session = state.identity.sessionOf(cookie);
  if (session?.user !== undefined) return { by: 'cookie', user: session.user };
  if (session?.person === undefined) return {};
  return { by: 'cookie', person: session.person, level: 1 };
}

export interface Gate {
  readonly state: State;
  readonly signIn: 'redirect' | 'page';
  readonly shape: Shape;
  readonly address: string;
}

export interface AtTheDoor {
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** The documented path, beginning with `/api/`. */
  readonly path: string;
}

type DoorOf = Pick<Route, 'needs' | 'needsBy' | 'unsigned' | 'key' | 'scopes'>;

/** Why a call may not go on, or undefined. */
export function refusalOf(gate: Gate, route: DoorOf, call: AtTheDoor): Answer | undefined {
  const given = call.headers.apikey;
  if (route.key && (given === undefined || given === '')) return refusals.apiKeyMissing;
  const stranger = strangerRefusal(gate, route, call);
  if (stranger) return stranger;
  if (!route.key) return undefined;
  const key = gate.state.apiKeys.get(String(given));
  const { resource, ownerMustMatch } = route.key;
  const fits =
    key !== undefined &&
    (resource === undefined || key.resources === undefined || key.resources.has(resource)) &&
    (!ownerMustMatch || key.owner === call.caller.organisation);
  return fits ? scopeRefusal(gate, route, call) : refusals.apiKeyNotAuthorized;
}

/** Why the caller does not count as signed in for the route. */
function strangerRefusal(
  { signIn, shape, address }: Gate,
  { needs: usual, needsBy, unsigned, key }: DoorOf,
  { caller, path }: AtTheDoor,
): Answer | undefined {
  const needs = needsBy?.(shape) ?? usual;
  if (caller.misfit === 'cold') return refusals.organisationMissing;
  // Where the key alone is enough, a token that is shown must be good all the same.
  if (needs === 'nobody' && !(key && caller.misfit === 'token')) return undefined;
  if (caller.misfit === 'mixed') return refusals.signInsMixed;
  if (needs === 'organisation') {
    // An exchanged token opens what organisations may do, but not their enterprise users (section 9).
    const isExchanged = caller.by === 'token' && caller.user !== undefined;
    const isOutside = isExchanged && /^\/api\/enterpriseusers(\/|$)/i.test(path);
    if (caller.organisation !== undefined && !isOutside) return undefined;
    const unflagged = caller.certificate !== undefined && caller.by === undefined;
    return unflagged && caller.misfit === undefined && shape.missingFlag === 'certificate'
      ? refusals.certificateBlamed
      : refusals.organisationMissing;
  }
  if (caller.person !== undefined || caller.user !== undefined) return undefined;
  if (caller.misfit === 'token') return refusals.tokenDead;
  const { organisationAsParty: allowed } = shape;
  const isOrganisation = caller.organisation !== undefined;
  const counts =
    isOrganisation &&
    (allowed === 'all' || (allowed === 'certificate' && caller.by === 'certificate'));
  if (counts) return undefined;
  return isOrganisation && allowed !== 'browser'
    ? refusals.userMissing
    : (unsigned?.(shape) ?? signInPage(signIn, address, path));
}

/** File transfer has two scopes, or one without ending (section 7). */
const spelt = (scope: string, { scopePrefix, brokerScopes }: Shape): string =>
  scopePrefix + (brokerScopes === 'one' ? scope.replace(/^(brokerservice)\.\w+$/, '$1') : scope);

/** A bearer token needs one of the scopes of the path; other ways of signing in have none (platform.md, Scopes). */
function scopeRefusal(
  { state, shape }: Gate,
  { scopes: wanted }: Pick<Route, 'scopes'>,
  { caller: { scopes } }: AtTheDoor,
): Answer | undefined {
  if (scopes === undefined || wanted === undefined) return undefined;
  if (wanted.some((scope) => scopes.has(spelt(scope, shape)))) return undefined;
  return state.identity.control.missingScope === 401
    ? refusals.scopeMissing
    : refusals.scopeForbidden;
}

/** The answer with a new cookie beside it, when the platform renews cookies (platform.md, Signing in). */
export function withRenewedCookie(
  { identity }: State,
  shape: Shape,
  headers: IncomingHttpHeaders,
  answer: Answer,
): Answer {
  const rule = identity.control.renewCookies;
  const cookie = cookieOf(headers, shape);
  const session = cookie === undefined ? undefined : identity.sessionOf(cookie);
  if (rule === 'off' || cookie === undefined || session === undefined) return answer;
  if (rule === 'drop-old') identity.dropCookie(cookie);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'Set-Cookie': cookieLine(shape, identity.newCookie(session)),
    },
  };
}

const cookieLine = ({ cookieName }: Shape, value: string): string =>
  `${cookieName}=${value}; path=/; secure; HttpOnly`;

/** Name and password for a cookie; an enterprise user must come with its organisation's certificate. */
export const authenticationActs = (state: State) =>
  ({
    'authentication.password'(call: Call): Answer {
      const body = readBody(call);
      const name = textOf(body['UserName']);
      const session = sessionFor(state, call.caller, name, textOf(body['UserPassword']));
      if (session === undefined) return refusals.wrongPassword;
      return {
        ...documentOf('application/json; charset=utf-8', '{}'),
        headers: { 'Set-Cookie': cookiesOf(state, call.shape, session) },
      };
    },
  }) satisfies Partial<Acts>;

function sessionFor(state: State, caller: Caller, name: string, password: string) {
  const user = state.users.get(name.toLowerCase());
  if (user !== undefined) {
    const known = user.secret === password && caller.organisation === user.owner;
    return known ? { user: user.name } : undefined;
  }
  const person = personOf(name);
  const known = person?.userName === name.toLowerCase() && person.password === password;
  return known ? { person: person.id } : undefined;
}

/** The cookie that counts, between others that may be ignored (platform.md, Signing in). */
function cookiesOf(
  state: State,
  shape: Shape,
  session: { person?: string; user?: string },
): string[] {
  return [
    `ASP.NET_SessionId=${state.chance.text(24, 'abcdefghijklmnopqrstuvwxyz012345')}; path=/; HttpOnly`,
    cookieLine(shape, state.identity.newCookie(session)),
    'PortalLanguage=1044; path=/; secure',
  ];
}
