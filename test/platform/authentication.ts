// Who is calling: API key, client certificate with ForceEIAuthentication, bearer token, sign-in cookie (api.md, Authentication).
import type { IncomingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Answer, Caller, Route } from './call.ts';
import { refusals, signInPage } from './errors.ts';
import { jsonAnswer, readJson } from './representation.ts';
import type { State } from './state.ts';

/** What the TLS layer found out about the caller. */
export interface CertificateFacts {
  readonly subject: string;
  readonly organisation: string | undefined;
}

/** The client certificate, when there is one that the platform's authority has issued and that is valid. */
export function certificateOf(socket: TLSSocket): CertificateFacts | undefined {
  const subject = socket.getPeerCertificate().subject as
    Partial<Record<string, string | string[]>> | undefined;
  if (!subject || !socket.authorized) return undefined;
  const all = Object.entries(subject).map(([key, value]) => `${key}=${String(value)}`);
  const number = /(?:serialNumber=|(?:organizationIdentifier|2\.5\.4\.97)=NTRNO-)(\d{9})/.exec(
    all.join(', '),
  );
  return { subject: all.join(', '), organisation: number?.[1] };
}

/** The caller, as far as the call proves one. A certificate counts only with the flag in the query. */
export function callerOf(
  state: State,
  headers: IncomingHttpHeaders,
  query: string,
  certificate: CertificateFacts | undefined,
): Caller {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const cookie = /(?:^|;\s*)\.ASPXAUTH=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  const flagged = query.split('&').includes('ForceEIAuthentication');
  const organisation =
    token === undefined
      ? flagged
        ? certificate?.organisation
        : undefined
      : state.tokens.get(token);
  const user = cookie === undefined ? undefined : state.cookies.get(cookie);
  return {
    ...(organisation === undefined ? {} : { organisation }),
    ...(user === undefined ? {} : { user }),
    ...(certificate === undefined ? {} : { certificate: certificate.subject }),
  };
}

export interface Gate {
  readonly state: State;
  readonly signIn: 'redirect' | 'page';
  readonly address: string;
}

/** Why a call may not go on, or undefined. */
export function refusalOf(
  gate: Gate,
  route: Pick<Route, 'needs' | 'apiKey' | 'operation'>,
  call: {
    readonly headers: IncomingHttpHeaders;
    readonly caller: Caller;
    readonly path: string;
  },
): Answer | undefined {
  const given = call.headers.apikey;
  if (route.apiKey && (given === undefined || given === '')) return refusals.apiKeyMissing;
  if (route.needs === 'organisation' && call.caller.organisation === undefined) {
    return refusals.organisationMissing;
  }
  if (route.needs === 'user' && call.caller.user === undefined && !call.caller.organisation) {
    return signInPage(gate.signIn, gate.address, call.path);
  }
  if (!route.apiKey) return undefined;
  const key = gate.state.apiKeys.get(String(given));
  const fits =
    key !== undefined &&
    (key.operations === undefined || key.operations.has(route.operation)) &&
    (call.caller.organisation === undefined || key.owner === call.caller.organisation);
  return fits ? undefined : refusals.apiKeyNotAuthorized;
}

/** Name and password for a cookie; an enterprise user must come with its organisation's certificate. */
export function authenticationRoutes(state: State): readonly Route[] {
  return [
    {
      operation: 'authentication.password',
      method: 'POST',
      path: 'authentication/authenticatewithpassword',
      needs: 'nobody',
      apiKey: false,
      act(call) {
        const body = readJson(call);
        if ('status' in body) return body;
        const user = state.users.get(textOf(body.value['UserName']).toLowerCase());
        const known = user !== undefined && user.secret === textOf(body.value['UserPassword']);
        if (!known || call.caller.organisation !== user.owner) return refusals.wrongPassword;
        const cookie = state.chance.text(64, '0123456789ABCDEF');
        state.cookies.set(cookie, user.name);
        return {
          ...jsonAnswer({}),
          headers: { 'Set-Cookie': `.ASPXAUTH=${cookie}; path=/; secure; HttpOnly` },
        };
      },
    },
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
