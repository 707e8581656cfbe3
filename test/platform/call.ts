// What the areas of the platform share: a call, its caller, the response, and the table of routes.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Links } from './links.ts';
import type { Shape } from './shape.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who the platform takes the caller for. */
export interface Caller {
  /** Organisation number, when an organisation has proven itself. */
  readonly organisation?: string;
  /** The enterprise user of a sign-in cookie. */
  readonly user?: string;
  /** Id of the person (persons.ts) of a token or of a sign-in with name and password. */
  readonly person?: string;
  /** Security level of a person's sign-in, 1 for name and password; undefined for all others: not limited. */
  readonly level?: number;
  /** Scopes of a bearer token; undefined: not limited by scopes. */
  readonly scopes?: ReadonlySet<string>;
  /** What was shown and cannot count: two ways of signing in at once, a dead token, a certificate taken too early. */
  readonly misfit?: 'mixed' | 'token' | 'cold';
  /** By what the caller has proven itself. */
  readonly by?: 'token' | 'certificate' | 'cookie';
  /** Subject of an accepted client certificate, whether or not it was asked to count. */
  readonly certificate?: string;
}

export interface Call {
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  /** The parameters of the query. */
  readonly given: URLSearchParams;
  /** The `{…}` parts of the route's path, decoded. */
  readonly parts: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly caller: Caller;
  /** Empty for a streamed route. */
  readonly body: Buffer;
  /** The body as it arrives; only a streamed route reads it, and to its end. */
  readonly request: Readable;
  readonly shape: Shape;
  readonly links: Links;
  /** Base address without a slash at the end. */
  readonly address: string;
}

/** A body that is not held in memory. */
export interface Content {
  readonly size: number;
  open(): Readable;
}

export interface Answer {
  readonly status: number;
  /** The reason phrase carries the platform's words, on success too (platform.md, Errors). */
  readonly reason: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
  /** Instead of `body`: bytes that are no text, or too many to be held in memory. */
  readonly content?: Buffer | Content;
}

/** A text or bytes as they are, in whichever media type is asked for. */
export const documentOf = (
  type: string,
  content: string | Buffer | Content,
  disposition?: string,
): Answer => ({
  status: 200,
  reason: 'OK',
  headers: {
    'Content-Type': type,
    ...(disposition === undefined ? {} : { 'Content-Disposition': disposition }),
  },
  ...(typeof content === 'string' ? { body: content } : { content }),
});

export const html = 'text/html; charset=utf-8';

export interface KeyNeed {
  readonly resource?: string;
  /** The key must be that of the organisation that signs in. */
  readonly ownerMustMatch: boolean;
}

export interface Route {
  /** Name of the operation in counters, faults and API keys. */
  readonly operation: string;
  readonly method: Method;
  /**
   * Below `/api/` (or `ui/…`, a page of the portal), without a slash at the end; literal parts are compared without case. `{name}` stands for one part,
   * `{who}` for a party (my, r<digits> or an organisation number), `{*}` at the end for one or more parts.
   */
  readonly path: string;
  readonly needs: 'nobody' | 'organisation' | 'user';
  /** Instead of `needs`, where documents disagree on it. */
  readonly needsBy?: (shape: Shape) => Route['needs'];
  /** What a user's path answers without sign-in, where that is not the page to sign in at. */
  readonly unsigned?: (shape: Shape) => Answer | undefined;
  /** What it answers since it was switched off (section 13), unless `shape.switchedOffStillOn`. */
  readonly switchedOff?: 403 | 410;
  /** What its API key must be; without it none is wanted. */
  readonly key?: KeyNeed;
  /** One of them opens it to a bearer token, behind the prefix of the switch; without it none is wanted. */
  readonly scopes?: readonly string[];
  /** The body goes to `act` as a stream, of any length. */
  readonly streamed?: boolean;
  /** Most bytes of a body that is not streamed; 1 MiB when left out. */
  readonly largestBody?: number;
  act(call: Call): Answer | Promise<Answer>;
}

export interface Match<R> {
  readonly route: R;
  readonly parts: Readonly<Record<string, string>>;
}

/** The route of a path (beginning with `/api/`), or the methods the path knows. */
export function findRoute<R extends Pick<Route, 'method' | 'path'>>(
  routes: readonly R[],
  method: string,
  path: string,
): Match<R> | { readonly allowed: readonly string[] } {
  const given = path
    .replace(/^\/api\//i, '')
    // Pages of the portal.
    .replace(/^\/(?=ui\/)/, '')
    .replace(/\/$/, '')
    .split('/');
  const fitting = routes.flatMap((route) => {
    const parts = partsOf(route.path.split('/'), given);
    return parts ? [{ route, parts }] : [];
  });
  const match = fitting.find((found) => found.route.method === method);
  return match ?? { allowed: [...new Set(fitting.map((found) => found.route.method))] };
}

function partsOf(
  template: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  const open = template.at(-1) === '{*}';
  if (open ? given.length < template.length : given.length !== template.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [at, wanted] of template.entries()) {
    const value = decoded(given[at] ?? '');
    if (value === undefined || value === '') return undefined;
    if (wanted === '{who}' && !/^(my|r\d+|\d{9})$/.test(value)) return undefined;
    if (wanted.startsWith('{')) parts[wanted.slice(1, -1)] = value;
    else if (wanted.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return parts;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
