// The last exchanges of this session with servers, kept in memory without secrets and without bodies.
import type { Failure } from '../../preload/result.ts';
import type { Recorded } from '../../preload/contract/explorer.ts';
import { type Transport } from '../http/transport.ts';
import { ExchangeProblem, type ExchangeRequest, type ExchangeResponse } from '../http/exchange.ts';
import { failureOf } from '../problem.ts';

export interface RequestLog {
  /** Exchanges after number `since`, oldest first; at most the last 500 of the session. */
  list(since?: number): readonly Recorded[];
  clear(): void;
  /** Ties a reference that was shown to a person to the exchanges of a call. */
  refer(call: string, reference: string, failure?: Failure): void;
  /** The last exchange of the call that the reference belongs to, and what was shown. */
  about(reference: string): About;
  find(number: number): Recorded | undefined;
}

/** What a person was shown of a failure. */
export interface ShownFailure {
  readonly kind: Failure['kind'];
  readonly message: string;
  /** The platform's words. */
  readonly reason: string;
  readonly details: readonly string[];
}

export interface About {
  readonly exchange?: Recorded | undefined;
  readonly failure?: ShownFailure | undefined;
}

/** The side that the transport's recorder writes to. */
export interface RecordedRequests extends RequestLog {
  begin(request: ExchangeRequest): (end: End) => void;
}

export interface End {
  readonly answer?: ExchangeResponse | undefined;
  readonly failure?: Failure | undefined;
}

export interface RequestLogNeeds {
  readonly now: () => Date;
  /** Makes what takes live secrets and national identity numbers out of texts and makes hidden signs visible. */
  readonly cleaner: () => (text: string) => string;
  /** A clock that only runs forward, in milliseconds. */
  readonly clock?: () => number;
}

const MOST = 500;
const MOST_REFERENCES = 500;
const MOST_HEADERS = 60;
const LONGEST_VALUE = 500;
const LONGEST_ADDRESS = 4096;
const HIDDEN = '••••';

interface Kept {
  readonly call: string | undefined;
  readonly seen: Recorded;
}

export function createRequestLog({
  now,
  cleaner,
  clock = () => performance.now(),
}: RequestLogNeeds): RecordedRequests {
  let kept: readonly Kept[] = [];
  let last = 0;
  const references = new Map<string, { call: string; failure: ShownFailure | undefined }>();

  return {
    list: (since = 0) => kept.map(({ seen }) => seen).filter(({ number }) => number > since),
    clear() {
      kept = [];
      references.clear();
    },
    refer(call, reference, failure) {
      references.set(reference, { call, failure: failure && cleanFailure(failure, cleaner()) });
      if (references.size > MOST_REFERENCES) references.delete([...references.keys()][0] ?? '');
      kept = kept.map((one) =>
        one.call === call ? { ...one, seen: { ...one.seen, reference } } : one,
      );
    },
    about(reference) {
      const found = references.get(reference);
      if (found === undefined) return {};
      const exchange = kept.findLast(({ call }) => call === found.call)?.seen;
      return { exchange, failure: found.failure };
    },
    find: (number) => kept.find(({ seen }) => seen.number === number)?.seen,
    begin(request) {
      const at = now().toISOString();
      const started = clock();
      return (end) => {
        const ms = Math.max(0, Math.round(clock() - started));
        last += 1;
        const seen = cleaned({ number: last, at, ms, ...factsOf(request, end) }, cleaner());
        kept = [...kept.slice(-(MOST - 1)), { call: request.trace?.call, seen }];
      };
    },
  };
}

/** The same transport, each of whose exchanges is written down when it is over, however it ended. */
export function recorded(
  transport: Transport,
  requestLog: Pick<RecordedRequests, 'begin'>,
): Transport {
  return {
    ...transport,
    async exchange(request) {
      const ended = requestLog.begin(request);
      try {
        const answer = await transport.exchange(request);
        ended({ answer });
        return answer;
      } catch (error) {
        const answer = error instanceof ExchangeProblem ? error.broken.partial : undefined;
        ended({ answer, failure: failureOf(error) });
        throw error;
      }
    },
  };
}

type Facts = Omit<Recorded, 'number' | 'at' | 'ms'>;

function factsOf(request: ExchangeRequest, { answer, failure }: End): Facts {
  const responseHeaders = Object.entries(answer?.headers ?? {}).slice(0, MOST_HEADERS);
  return {
    connection: request.trace?.connection ?? null,
    method: request.method,
    url: shownAddress(request),
    status: answer?.status ?? null,
    reason: answer?.reason ?? '',
    requestHeaders: requestHeadersOf(request),
    responseHeaders: responseHeaders.map(([name, value]) => ({
      name,
      value: WITHHELD.test(name) ? HIDDEN : name === 'location' ? shownLocation(value) : value,
    })),
    sentBytes: sizeOf(request.body),
    bytes: answer?.bytes ?? 0,
    tls: answer?.tls.protocol ?? null,
    reused: answer?.tls.reused ?? null,
    failure: failure?.kind ?? null,
    correlation: correlationOf(answer?.headers ?? {}),
    reference: null,
  };
}

const sizeOf = (body: ExchangeRequest['body']) =>
  Buffer.isBuffer(body) ? body.length : (body?.bytes ?? 0);

/** Values of request headers that say nothing of anybody. All others are shown by name only. */
const TELLING =
  /^(accept|accept-encoding|accept-language|content-type|content-length|user-agent)$/i;
/** Values of response headers that are secrets by their nature. */
const WITHHELD =
  /^(set-cookie|authorization|www-authenticate|proxy-authenticate|authentication-info)$/i;

function requestHeadersOf({ headers, credentials }: ExchangeRequest) {
  const given = Object.entries(headers).map(([name, value]) => ({
    name,
    value: TELLING.test(name) ? value : HIDDEN,
  }));
  const secret = Object.keys(credentials ?? {}).map((name) => ({ name, value: HIDDEN }));
  return [...given, ...secret].slice(0, MOST_HEADERS);
}

const SECRET_NAME =
  /token|code|secret|password|passphrase|assertion|apikey|api_key|state|nonce|session|verifier/i;

/** Values of a query are shown for calls of the API alone: elsewhere they are parts of signing in. */
function shownAddress({ address, trace }: ExchangeRequest): string {
  return shownQuery(address.href, (name) => trace !== undefined && !isSecretName(name));
}

/** A header of the answer may carry a code or a token in its query. */
const shownLocation = (location: string) => shownQuery(location, (name) => !isSecretName(name));

/** Names such as `serviceCode` and `roleDefinitionCode` are plain words of the API. */
const isSecretName = (name: string) =>
  SECRET_NAME.test(name) && !/^(service|role|language|postal)[a-z]*code$/i.test(name);

function shownQuery(address: string, isShown: (name: string) => boolean): string {
  const [withoutFragment = ''] = address.split('#', 1);
  const queryStart = withoutFragment.indexOf('?');
  if (queryStart < 0) return withoutFragment;
  const pairs = withoutFragment.slice(queryStart + 1).split('&');
  const shown = pairs.map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s, 2);
    return value === undefined || isShown(name) ? pair : `${name}=${HIDDEN}`;
  });
  return `${withoutFragment.slice(0, queryStart)}?${shown.join('&')}`;
}

/** What the people of the platform find an exchange by. */
function correlationOf(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers)
    .filter(([name]) => /^date$|correlation|request-?id|trace/i.test(name))
    .slice(0, 10)
    .map(([name, value]) => ({ name, value }));
}

/** One cleaner for all texts of an exchange: making it gathers every live secret. */
function cleaned(seen: Recorded, clean: (text: string) => string): Recorded {
  // Cleaned before it is cut: half a secret would not be found.
  const short = (text: string) => clean(text).slice(0, LONGEST_VALUE);
  const each = (headers: Recorded['requestHeaders']) =>
    headers.map(({ name, value }) => ({ name: short(name), value: short(value) }));
  return {
    ...seen,
    url: clean(seen.url).slice(0, LONGEST_ADDRESS),
    reason: short(seen.reason),
    requestHeaders: each(seen.requestHeaders),
    responseHeaders: each(seen.responseHeaders),
    correlation: each(seen.correlation),
  };
}

/** What was shown to the person is kept as far as a report needs it. */
function cleanFailure(failure: Failure, clean: (text: string) => string): ShownFailure {
  const details = 'details' in failure ? (failure.details ?? []) : [];
  return {
    kind: failure.kind,
    message: clean(failure.message),
    reason: 'reason' in failure ? clean(failure.reason ?? '') : '',
    details: details.map(clean),
  };
}
