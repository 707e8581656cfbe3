// Host 3 (section 9): a machine token and the name and secret of an enterprise user for a token of that user.
import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { documentOf, type Answer } from './call.ts';
import type { SignInSite } from './identity-server.ts';
import { platformName } from './names.ts';
import type { State } from './state.ts';

const path = '/authentication/api/v1/exchange/maskinporten';
const header = `x-${platformName.toLowerCase()}-enterpriseuser-authentication`;

/** The life of the new token is not documented. */
const seconds = 1800;

export function exchangeSite(state: State): SignInSite {
  const isExchange = ({ url }: IncomingMessage): boolean => (url ?? '').split('?')[0] === path;
  return {
    operationOf: (request) => (isExchange(request) ? 'identity.exchange' : 'identity.unknown'),
    answer: (request) =>
      Promise.resolve(isExchange(request) ? exchanged(state, request) : notFound),
  };
}

const notFound: Answer = { status: 404, reason: 'Not Found' };
/** Error statuses are not documented; nothing of the credentials is said. */
const refused: Answer = { status: 401, reason: 'Unauthorized' };

function exchanged(state: State, { method, headers }: IncomingMessage): Answer {
  if (method !== 'GET') return { status: 405, reason: 'Method Not Allowed' };
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const grant = state.identity.grantOf(bearer);
  const given = credentialsIn(headers[header]);
  const user = state.users.get(given?.name.toLowerCase() ?? '');
  const organisation = grant?.user === undefined ? grant?.organisation : undefined;
  const isKnown = user !== undefined && user.secret === given?.secret;
  if (organisation === undefined || !isKnown || user.owner !== organisation) return refused;
  const token = randomBytes(48).toString('base64url');
  const scopes = grant?.scopes;
  const kept = { organisation, user: user.name, ...(scopes ? { scopes } : {}) };
  state.identity.addToken(token, kept, seconds);
  return documentOf('application/json; charset=utf-8', JSON.stringify(token));
}

/** Base64 of name and secret, in UTF-8 and without `Basic `; the name ends at the first colon. */
function credentialsIn(value: string | string[] | undefined) {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 1 ? undefined : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
}
