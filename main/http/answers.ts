// Turns a response into its meaning: success, or one Failure with the server's own words (platform.md, Errors).
import type { Failure } from '../../preload/result.ts';
import { Problem } from '../problem.ts';
import { decodeBody, readJson, UnreadableJson } from './hal-json.ts';
import {
  contentTypeOf,
  readBodyInSlices,
  readBodyOf,
  type ReadOptions,
  syntaxOf,
} from './media-types.ts';
import { findModel, linesModel, type ErrorModel } from './error-models.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { readRetryAfter } from './retries.ts';
import type { ExchangeResponse } from './exchange.ts';

/** The part of an answer this file looks at. */
export type Answer = Pick<ExchangeResponse, 'status' | 'reason' | 'headers' | 'body'>;

type RefusedCause = Extract<Failure, { kind: 'refused' }>['cause'];

/** Status and what the server said about it: the reason phrase, ErrorMessage, or both when they differ. */
export interface Words {
  readonly reason: string;
  readonly errorCode?: number | undefined;
  /** The rows of a body that says more than one sentence, e.g. the faults of a form. */
  readonly details?: readonly string[] | undefined;
}

const USUAL_WAIT_SECONDS = 30;
const MOST_ERROR_BYTES = 256 * 1024;
/** Phrases that say no more than the number does. */
const STOCK_PHRASE =
  /^(|ok|created|no content|found|see other|moved permanently|bad request|unauthorized|forbidden|not found|method not allowed|not acceptable|conflict|gone|length required|(request entity|payload|content) too large|unsupported media type|too many requests|internal server error|bad gateway|service (temporarily )?unavailable|gateway time-?out|error)$/i;

const API_KEY = /\bapi[\s-]?key\b/i;
const NAME_TAKEN =
  /already (taken|in use|exists?|used)|name is (taken|in use)|must enter a unique|finnes allerede|allerede i bruk|er opptatt/i;
const NOT_SIGNED_IN =
  /not (logged|signed) in|log ?in|sign ?in|not authenticated|authentication (is )?required|ikke (logget inn|autentisert)/i;

/** Read as latin-1, where a byte order mark is three letters. */
const PAGE_START = /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html)/i;

/** A page for a browser, by its type or, where the type lies, by its first signs. */
function isPage({ headers, body }: Answer): boolean {
  const { type } = contentTypeOf(headers);
  if (/^(text\/html|application\/xhtml\+xml)$/.test(type)) return true;
  return PAGE_START.test(body.subarray(0, 300).toString('latin1'));
}

/** The Failure of an answer that is no success, else undefined. Looks at the status, the words, and whether it is a page. */
export function refusalOf(answer: Answer, now: Date = new Date()): Failure | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return isPage(answer) ? signInNeeded(answer) : undefined;
  if (status === 302 || status === 303) return signInNeeded(answer);
  if (status >= 300 && status < 400) return refused(answer, 'redirected');
  if (status >= 400 && status < 500) return faultOfCaller(answer, now);
  if (status >= 500 && status < 600) return faultOfServer(answer, now);
  return unexpected('The server answered with a status that does not exist.', answer);
}

function faultOfCaller(answer: Answer, now: Date): Failure {
  const { reason } = wordsOf(answer);
  switch (answer.status) {
    case 400:
      if (API_KEY.test(reason)) return refused(answer, 'api-key-missing');
      return NAME_TAKEN.test(reason) ? conflict(reason) : refused(answer, 'other');
    case 401:
      return notKnown(answer, reason);
    case 403:
      return notAllowed(answer, reason);
    case 404:
      return { kind: 'not-found', message: 'The platform does not know it.', reason };
    case 405:
    case 410:
      return refused(answer, 'not-offered-any-more');
    case 409:
      return conflict(reason);
    case 429:
      return busy(answer, now);
    default:
      return NAME_TAKEN.test(reason) ? conflict(reason) : refused(answer, 'other');
  }
}

function notKnown(answer: Answer, reason: string): Failure {
  if (/\bscope\b/i.test(reason)) return refused(answer, 'missing-scope');
  if (/organi[sz]ation/i.test(reason)) return refused(answer, 'organisation-not-authenticated');
  return signInNeeded(answer);
}

/** "Not signed in", "not allowed" and "key not allowed" are three things (AUT-13). */
function notAllowed(answer: Answer, reason: string): Failure {
  if (API_KEY.test(reason)) return refused(answer, 'api-key-not-authorized');
  if (/\bscope\b/i.test(reason)) return refused(answer, 'missing-scope');
  // "The authenticated organization is not a service owner" says that it is known, and may not.
  if (/\b(no|not an?) authenticated organi[sz]ation/i.test(reason))
    return refused(answer, 'organisation-not-authenticated');
  if (NOT_SIGNED_IN.test(reason)) return signInNeeded(answer);
  // Without words one reason only is documented; a page comes from something in front of the API.
  const silent = STOCK_PHRASE.test(reason) && !isPage(answer);
  return refused(answer, silent ? 'api-key-not-authorized' : 'other');
}

function faultOfServer(answer: Answer, now: Date): Failure {
  const { status } = answer;
  const { reason } = wordsOf(answer);
  if (status === 503 || (status === 502 && answer.headers['retry-after'] !== undefined))
    return busy(answer, now);
  const words = STOCK_PHRASE.test(reason) ? '' : `: ${reason}`;
  return unexpected(`The platform failed with ${status}${words}.`, { status, reason });
}

/** The server's words of an answer; what its body says beside a stock phrase, both when both say something. */
export function wordsOf(answer: Answer): Words {
  const model = errorModelOf(answer);
  const { reason } = answer;
  if (model === undefined || model.text === '') return { reason, errorCode: model?.code };
  const both = !STOCK_PHRASE.test(reason) && !model.text.includes(reason);
  const all = both ? `${reason} – ${model.text}` : model.text;
  // One row that the words already hold says nothing more.
  const details = model.rows.filter((row) => model.rows.length > 1 || !all.includes(row));
  return {
    reason: all,
    errorCode: model.code,
    details: details.length === 0 ? undefined : details,
  };
}

/** The error model of a body in JSON or XML, or the lines of one in plain text. */
function errorModelOf(answer: Answer): ErrorModel | undefined {
  const { status, headers, body } = answer;
  if (status < 400 || body.length === 0 || body.length > MOST_ERROR_BYTES) return undefined;
  const { type } = contentTypeOf(headers);
  try {
    if (syntaxOf(type) !== undefined) return findModel(readBodyOf(answer));
    const isText = (type === 'text/plain' || type === '') && !isPage(answer);
    return isText ? linesModel(textOf(answer) ?? '') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The value of a successful answer in any of the four media types, undefined for one without a body. Throws Problem:
 * sign-in-needed for a page, unexpected-answer for any other type (PAR-03) and for a body that cannot be read.
 */
export const readAnswer = (answer: Answer, mayBeEmpty: boolean, options?: ReadOptions): unknown =>
  hasBody(answer, mayBeEmpty) ? readBodyOf(answer, options) : undefined;

/** The same; a long one in slices. Problem cancelled once the signal is aborted. */
export const readAnswerInSlices = async (
  answer: Answer,
  mayBeEmpty: boolean,
  options: Parameters<typeof readBodyInSlices>[1],
): Promise<unknown> =>
  hasBody(answer, mayBeEmpty) ? readBodyInSlices(answer, options) : undefined;

function hasBody(answer: Answer, mayBeEmpty: boolean): boolean {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw new Problem(refusal);
  if (answer.status === 204 || answer.status === 205 || answer.body.length === 0) {
    if (mayBeEmpty) return false;
    throw new Problem(unexpected('The answer is empty.', answer, 'body'));
  }
  return true;
}

/** Throws Problem unexpected-answer when the content type is none that can be read. */
export function checkContentType(answer: Answer): void {
  if (syntaxOf(contentTypeOf(answer.headers).type) !== undefined) return;
  const what = 'The answer is of a type that was not asked for.';
  throw new Problem(unexpected(what, answer, 'content-type'));
}

/** JSON of a body; Problem unexpected-answer without a word of it (LOG-03). */
export function readBody(body: Buffer, charset: string | undefined, status: number): unknown {
  try {
    return readJson(body, charset);
  } catch (error) {
    const fault = error instanceof UnreadableJson ? error.fault : 'syntax';
    throw new Problem(
      unexpected(`The answer cannot be read: ${fault}.`, { status, reason: '' }, 'body'),
    );
  }
}

/** A body as text for a person to look at; undefined when its bytes are no text. */
export function textOf(answer: Answer): string | undefined {
  try {
    return decodeBody(answer.body, contentTypeOf(answer.headers).charset);
  } catch {
    return undefined;
  }
}

function signInNeeded(answer: Answer): Failure {
  return {
    kind: 'sign-in-needed',
    message: 'The platform did not take this call as signed in.',
    status: answer.status,
    reason: wordsOf(answer).reason,
    reference: newErrorId(),
  };
}

function refused(answer: Answer, cause: RefusedCause): Failure {
  const { reason, errorCode, details } = wordsOf(answer);
  return {
    kind: 'refused',
    message: `The platform refused the call with ${answer.status}.`,
    status: answer.status,
    reason,
    reference: newErrorId(),
    cause,
    ...(errorCode !== undefined && { errorCode }),
    ...(details !== undefined && { details: [...details] }),
  };
}

function conflict(reason: string): Failure {
  return {
    kind: 'conflict',
    message: 'The platform refused it because it conflicts with what it already has.',
    reason,
  };
}

function busy(answer: Answer, now: Date): Failure {
  const asked = readRetryAfter(answer.headers['retry-after'], now);
  return {
    kind: 'busy',
    message: 'The platform takes no more calls for a while.',
    retryAfterSeconds: asked ?? USUAL_WAIT_SECONDS,
    status: answer.status,
    reason: wordsOf(answer).reason,
  };
}

function unexpected(
  message: string,
  { status, reason }: Pick<Answer, 'status' | 'reason'>,
  field?: string,
): Failure {
  return {
    kind: 'unexpected-answer',
    message,
    status,
    reference: newErrorId(),
    ...(reason !== '' && { reason }),
    ...(field !== undefined && { field }),
  };
}
