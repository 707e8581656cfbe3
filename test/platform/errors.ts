// The error forms of the platform: words in the reason phrase and mostly no body (platform.md, Errors).
import { STATUS_CODES } from 'node:http';
import { documentOf, html, type Answer } from './call.ts';

const plain = (status: number, reason: string): Answer => ({ status, reason });

export const refusals = {
  apiKeyMissing: plain(400, "Required header 'ApiKey' is missing."),
  apiKeyNotAuthorized: plain(403, 'The API key is not authorized for this operation'),
  organisationMissing: plain(
    401,
    'There is no authenticated organization number set on this request',
  ),
  certificateBlamed: plain(401, 'The client certificate is missing or could not be validated.'),
  userMissing: plain(
    403,
    'This operation requires an authenticated user; the request is authenticated as an organization only.',
  ),
  tooMany: { ...plain(429, 'Too Many Requests'), headers: { 'Retry-After': '1' } },
  nameTaken: plain(400, 'This user name is already taken. You must enter a unique user name.'),
  nameMissing: plain(400, 'The UserName field is required.'),
  bodyUnreadable: plain(400, 'The request body could not be read.'),
  bodyType: plain(415, 'Unsupported Media Type'),
  bodyTooLarge: plain(413, 'Request Entity Too Large'),
  notAcceptable: plain(406, 'Not Acceptable'),
  notFound: plain(404, 'Not Found'),
  userNotFound: plain(404, 'The enterprise user was not found.'),
  wrongPassword: plain(401, 'The user name or password is wrong.'),
  signInsMixed: plain(
    400,
    'The request carries a sign-in cookie beside an access token or a certificate. Use only one of them.',
  ),
  tokenDead: plain(401, 'The access token is unknown or has expired.'),
  scopeMissing: plain(401, 'Missing required scope'),
  scopeForbidden: plain(403, 'The access token lacks a scope that this operation requires.'),
  levelTooLow: plain(403, 'A higher security level is required. Sign in again at that level.'),
  serviceNotFound: plain(404, 'The service was not found.'),
  serviceCodeMissing: plain(400, 'The parameter serviceCode is required.'),
  serviceEditionMissing: plain(400, 'The parameter serviceEditionCode is required.'),
  formNotFound: plain(404, 'The form was not found.'),
  codeListNotFound: plain(404, 'The code list was not found.'),
  roleDefinitionNotFound: plain(404, 'The role definition was not found.'),
  roleTypeMissing: plain(400, 'The RoleType field is required.'),
  roleNameMissing: plain(400, 'The RoleName field is required.'),
  roleNameTaken: plain(400, 'A role definition with this name already exists.'),
  onlyLocalRoles: plain(403, 'Only local role definitions can be changed or deleted.'),
  contactNotFound: plain(404, 'The contact information was not found.'),
  contactEitherOr: plain(
    400,
    'Either Email or MobileNumber must be filled in, and no other field.',
  ),
  contactKnown: plain(400, 'The contact information is already registered.'),
  emailInvalid: plain(400, 'The e-mail address is not valid.'),
  mobileInvalid: plain(400, 'The mobile number is not valid.'),
  organisationNotFound: plain(404, 'The organization was not found.'),
  personNotFound: plain(404, 'The personal contact was not found.'),
  noServiceOwner: plain(403, 'The authenticated organization is not a service owner.'),
  noAccessManager: plain(403, 'Only an access manager or main administrator may do this.'),
  receiverNotFound: plain(404, 'The receiver was not found.'),
  roleNotFound: plain(404, 'The role was not found.'),
  rightNotFound: plain(404, 'The right was not found.'),
  notAllowedToAct: plain(403, 'You are not authorized to act on behalf of this reportee.'),
} as const;

/** File transfer spells errors otherwise than the rest; its numbers are not documented. */
export const refusedFile = (status: number, code: number, words: string): Answer =>
  errorIn('camel-message', status, code, words);

/** A refusal whose words name what was wrong in this call. */
export const refusalWith = (status: number, words: string): Answer => plain(status, words);

/** Ends what an operation does: the door answers with it. */
export class Refused extends Error {
  constructor(readonly answer: Answer) {
    super(answer.reason);
  }
}

export function refuse(answer: Answer): never {
  throw new Refused(answer);
}

/** Ends it with words that name what was wrong in this call. */
export function refuseWith(status: number, words: string): never {
  throw new Refused(plain(status, words));
}

export function methodNotAllowed(allowed: readonly string[]): Answer {
  return { ...plain(405, 'Method Not Allowed'), headers: { Allow: allowed.join(', ') } };
}

/** The answer with its words where the switch wants them: the model stands instead of the reason phrase (section 12). */
export function worded(answer: Answer, where: 'reason' | 'model'): Answer {
  const isBare = answer.body === undefined && answer.content === undefined;
  if (where === 'reason' || answer.status < 400 || !isBare) return answer;
  const model = errorIn('model', answer.status, 1000 + answer.status, answer.reason);
  return { ...model, headers: { ...answer.headers, ...model.headers } };
}

/** What a user-authenticated path answers to a call without token or cookie: it is taken for a browser. */
export function signInPage(form: 'redirect' | 'page', address: string, path: string): Answer {
  const goto = `${address}/ui/authentication?goto=${encodeURIComponent(path)}`;
  if (form === 'redirect') return { status: 302, reason: 'Found', headers: { Location: goto } };
  return documentOf(
    html,
    `<!DOCTYPE html><html lang="nb"><head><title>Logg inn</title></head><body><form action="${goto}"><button>Logg inn</button></form></body></html>`,
  );
}

/** How an area that was switched off answers. */
export type GoneForm = 403 | 404 | 405 | 410 | 'page';

/** The words stand in the error model. */
export const switchedOffWith = (status: 403 | 410): Answer =>
  errorIn('model', status, 1000 + status, 'This operation has been switched off.');

export function gone(form: GoneForm): Answer {
  switch (form) {
    case 403:
      return plain(403, 'Forbidden');
    case 404:
      return refusals.notFound;
    case 405:
      return methodNotAllowed(['GET']);
    case 410:
      return switchedOffWith(410);
    case 'page':
      return documentOf(
        html,
        '<!DOCTYPE html><html lang="nb"><head><title>Tjenesten er lagt ned</title></head><body><h1>Denne delen av tjenesten er lagt ned</h1></body></html>',
      );
  }
}

/** The forms in which servers word an error (platform.md, Errors). */
export type ErrorForm =
  | 'reason'
  | 'latin1-reason'
  | 'model'
  | 'model-array'
  | 'camel'
  | 'camel-message'
  | 'errors-inside'
  | 'xml-model'
  | 'xml-array';

/** An error answer whose words stand where the form says; with a body, the reason phrase is the standard one. */
export function errorIn(form: ErrorForm, status: number, code: number, words: string): Answer {
  const json = (value: unknown): Answer => ({
    ...plain(status, STATUS_CODES[status] ?? ''),
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  });
  const model = { ErrorCode: code, ErrorMessage: words };
  const xml = `<Error><ErrorCode>${code}</ErrorCode><ErrorMessage>${escaped(words)}</ErrorMessage></Error>`;
  const xmlAnswer = (body: string): Answer => ({
    ...plain(status, STATUS_CODES[status] ?? ''),
    headers: { 'Content-Type': 'application/xml; charset=utf-8' },
    body: `<?xml version="1.0" encoding="utf-8"?>${body}`,
  });
  switch (form) {
    case 'reason':
      return plain(status, words);
    case 'latin1-reason':
      // Reason phrases are latin-1 on the wire: Norwegian letters fit, others do not.
      return plain(status, Buffer.from(words, 'latin1').toString('latin1'));
    case 'model':
      return json(model);
    case 'model-array':
      return json([model]);
    case 'camel':
      return json({ errorCode: code, errorDescription: words });
    case 'camel-message':
      return json({ errorCode: code, errorMessage: words });
    case 'errors-inside':
      return json({ status, errors: [model] });
    case 'xml-model':
      return xmlAnswer(xml);
    case 'xml-array':
      return xmlAnswer(`<ArrayOfError>${xml}</ArrayOfError>`);
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
