// The four media types: which one is requested, what a response body is; and a request body, which is JSON.
import type { Problem } from '../problem.ts';
import {
  JSON_LIMITS,
  type JsonLimits,
  readJson,
  readJsonInSlices,
  UnreadableJson,
} from './hal-json.ts';
import type { ReadLongXml } from './long-xml.ts';
import { readXml, UnreadableXml, XML_LIMITS, type XmlLimits } from './hal-xml.ts';
import { pauses } from '../pauses.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import type { ExchangeResponse } from './exchange.ts';
import { unexpectedAnswer } from '../problems.ts';

export type MediaType =
  | 'application/hal+json'
  | 'application/hal+xml'
  | 'application/xml'
  | 'application/json';

/** The part of an answer that says what its body is. */
export type Bodied = Pick<ExchangeResponse, 'status' | 'headers' | 'body'>;

/** `Accept` for a connection: relations come only with HAL (platform.md, Media types), so who needs `links` asks for that form. */
export function acceptFor(mediaType: MediaType, links: boolean): MediaType {
  if (!links) return mediaType;
  switch (mediaType) {
    case 'application/json':
    case 'application/hal+json':
      return 'application/hal+json';
    case 'application/xml':
    case 'application/hal+xml':
      return 'application/hal+xml';
  }
}

/** The media type and charset of `Content-Type`, in lower case. */
export function contentTypeOf(headers: Bodied['headers']): { type: string; charset?: string } {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1])
    .find((one) => one !== undefined);
  const name = type.trim().toLowerCase();
  return charset === undefined ? { type: name } : { type: name, charset };
}

/** The syntax of a type that can be read: `application/*+json`, `text/xml` and the like. */
export function syntaxOf(type: string): 'json' | 'xml' | undefined {
  const found = /^(?:application|text)\/(?:[a-z0-9.+-]+\+)?(json|xml)$/.exec(type)?.[1];
  // A page in XML is a page; its type is spelt like data.
  if (found === undefined || type === 'application/xhtml+xml') return undefined;
  return found === 'json' ? 'json' : 'xml';
}

/** The open metadata gives all services of a platform at once (platform.md, Lists). */
const LARGE_JSON: JsonLimits = { ...JSON_LIMITS, keys: 2_000_000, items: 2_000_000 };
const LARGE_XML: XmlLimits = {
  ...XML_LIMITS,
  bytes: 64 * 1024 * 1024,
  nodes: 2_000_000,
  references: 2_000_000,
};

export interface ReadOptions {
  /** Takes the limits of the metadata list instead of the usual ones (PAR-01). */
  readonly large?: boolean | undefined;
}

/**
 * The plain value of a body, by its `Content-Type` and not by what was asked for: some endpoints have JSON only and
 * answer it to XML (platform.md, Media types). Scalars of XML are text. Throws Problem unexpected-answer with `field` `content-type` or
 * `body`, never with a word of what it read (LOG-03).
 */
export function readBodyOf(answer: Bodied, options: ReadOptions = {}): unknown {
  const { type, charset } = contentTypeOf(answer.headers);
  const large = options.large === true;
  try {
    switch (syntaxOf(type)) {
      case 'json':
        return readJson(answer.body, charset, large ? LARGE_JSON : JSON_LIMITS);
      case 'xml':
        return readXml(answer.body, charset, large ? LARGE_XML : XML_LIMITS);
      case undefined:
        break;
    }
  } catch (error) {
    throw unreadable(answer, faultOf(error));
  }
  throw unexpected('The answer is of a type that was not asked for.', answer, 'content-type');
}

/** Longer bodies are read in slices. */
const LONG_BODY = 256 * 1024;

export interface SlicedOptions extends ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly readLongXml: ReadLongXml;
}

/** The same; a long body leaves the loop free while it is read (ATK-17). Problem cancelled once the signal is aborted. */
export async function readBodyInSlices(
  answer: Bodied,
  { large = false, signal, readLongXml }: SlicedOptions,
): Promise<unknown> {
  const { body: bytes } = answer;
  const { type, charset } = contentTypeOf(answer.headers);
  const syntax = syntaxOf(type);
  if (bytes.length < LONG_BODY || syntax === undefined) return readBodyOf(answer, { large });
  try {
    if (syntax === 'xml')
      return await readLongXml({ bytes, charset, limits: large ? LARGE_XML : XML_LIMITS, signal });
    const limits = large ? LARGE_JSON : JSON_LIMITS;
    return await readJsonInSlices(bytes, { charset, limits, pause: pauses(signal) });
  } catch (error) {
    const isFault = error instanceof UnreadableJson || error instanceof UnreadableXml;
    throw isFault ? unreadable(answer, error.fault) : error;
  }
}

export interface WrittenBody {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/**
 * A plain value (with `_links` and `_embedded` where there are any) as the body of a call. It is JSON whatever the connection asks
 * for: bodies in XML have another shape, which is documented for one of them only (platform.md, Media types). Secrets are exposed by
 * the caller, before.
 */
export function writeBody(value: unknown, mediaType: MediaType): WrittenBody {
  const type = acceptsHal(mediaType) ? 'application/hal+json' : 'application/json';
  return { bytes: Buffer.from(JSON.stringify(value)), contentType: `${type}; charset=utf-8` };
}

const acceptsHal = (mediaType: MediaType) => mediaType.includes('hal+');

/** Only the name of the fault: the text may begin with a secret. */
function faultOf(error: unknown): string {
  return error instanceof UnreadableJson || error instanceof UnreadableXml ? error.fault : 'syntax';
}

const unreadable = (answer: Bodied, fault: string) =>
  unexpected(`The answer cannot be read: ${fault}.`, answer, 'body');

function unexpected(message: string, { status }: Bodied, field: string): Problem {
  const reference = newErrorId();
  return unexpectedAnswer(message, { status, reference, field });
}
