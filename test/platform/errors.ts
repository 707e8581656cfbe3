// The error forms of the platform: words in the reason phrase and mostly no body (api.md, Errors).
import type { Answer } from './call.ts';

const plain = (status: number, reason: string): Answer => ({ status, reason });

export const refusals = {
  apiKeyMissing: plain(400, "Required header 'ApiKey' is missing."),
  apiKeyNotAuthorized: plain(403, 'The API key is not authorized for this operation'),
  organisationMissing: plain(
    401,
    'There is no authenticated organization number set on this request',
  ),
  nameTaken: plain(400, 'This user name is already taken. You must enter a unique user name.'),
  nameMissing: plain(400, 'The UserName field is required.'),
  bodyUnreadable: plain(400, 'The request body could not be read.'),
  bodyType: plain(415, 'Unsupported Media Type'),
  bodyTooLarge: plain(413, 'Request Entity Too Large'),
  notAcceptable: plain(406, 'Not Acceptable'),
  notFound: plain(404, 'Not Found'),
  userNotFound: plain(404, 'The enterprise user was not found.'),
  wrongPassword: plain(401, 'The user name or password is wrong.'),
} as const;

export function methodNotAllowed(allowed: readonly string[]): Answer {
  return { ...plain(405, 'Method Not Allowed'), headers: { Allow: allowed.join(', ') } };
}

/** The error model some newer endpoints use instead of a reason phrase. */
export function errorModel(status: number, code: number, message: string): Answer {
  return {
    status,
    reason: 'Bad Request',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ ErrorCode: code, ErrorMessage: message }),
  };
}

/** What a user-authenticated path answers to a call without token or cookie: it is taken for a browser. */
export function signInPage(form: 'redirect' | 'page', address: string, path: string): Answer {
  const goto = `${address}/ui/authentication?goto=${encodeURIComponent(path)}`;
  if (form === 'redirect') return { status: 302, reason: 'Found', headers: { Location: goto } };
  return {
    status: 200,
    reason: 'OK',
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
    body: `<!DOCTYPE html><html lang="nb"><head><title>Logg inn</title></head><body><form action="${goto}"><button>Logg inn</button></form></body></html>`,
  };
}
