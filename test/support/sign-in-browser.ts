// A minimal browser for signing in: cookies, redirects and the identity provider's form, up to the loopback address.
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';

export interface Visitor {
  readonly caPem: string;
  /** Id of the person to choose on the page; the first when left out. */
  readonly person?: string;
  /** Presses the other button. */
  readonly deny?: boolean;
  /** False: does not visit the loopback address, only tells it. */
  readonly deliver?: boolean;
  /** The same browser again, with the cookies of earlier visits; a new one when left out. */
  readonly jar?: Jar;
}

export interface Visit {
  /** The redirect to the program, with `code` or `error`; undefined when the provider stayed on a page of its own. */
  readonly redirect: URL | undefined;
  /** The last page: of the provider, or of the program's listener when it was visited. */
  readonly status: number;
  readonly text: string;
  /** Addresses visited, in order. */
  readonly way: readonly string[];
}

interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

const mostSteps = 12;

/** Walks from an authorization (or sign-out) address as a person with a browser does. */
export async function visit(address: string, visitor: Visitor): Promise<Visit> {
  const jar = visitor.jar ?? new Jar();
  const agent = new Agent({ ca: visitor.caPem, keepAlive: false });
  const way: string[] = [];
  let next: { readonly url: URL; readonly form?: string } = { url: new URL(address) };
  for (let step = 0; step < mostSteps; step += 1) {
    const { url, form } = next;
    way.push(url.href);
    if (url.protocol === 'http:') {
      if (visitor.deliver === false) return { redirect: url, status: 0, text: '', way };
      const last = await load(url, {});
      return { redirect: url, status: last.status, text: last.text, way };
    }
    const reply = await load(url, { agent, cookie: jar.for(url), ...(form ? { form } : {}) });
    jar.keep(url, reply.cookies);
    if (reply.location !== undefined) {
      next = { url: new URL(reply.location, url) };
      continue;
    }
    const filled = fill(reply.text, visitor);
    if (filled === undefined) return { redirect: undefined, ...reply, way };
    next = { url: new URL(filled.action ?? url.href, url), form: filled.body };
  }
  throw new Error(`The sign-in did not end after ${mostSteps} steps: ${way.join(' ')}`);
}

/** The sign-in page or the sign-out page, filled in; undefined for any other. */
function fill(page: string, visitor: Visitor): { action?: string; body: string } | undefined {
  const people = [...page.matchAll(/name="person" value="([^"]+)"/g)].map((found) => found[1]);
  if (people.length > 0) {
    const person = visitor.person ?? people[0] ?? '';
    if (!people.includes(person)) throw new Error(`${person} is not on the page.`);
    const action = visitor.deny === true ? 'deny' : 'sign-in';
    return { body: new URLSearchParams({ person, action }).toString() };
  }
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
  if (action === undefined || xsrf === undefined) return undefined;
  return { action, body: new URLSearchParams({ xsrf, logout: 'yes' }).toString() };
}

/** The cookies of one browser, by origin and path. */
export class Jar {
  private readonly kept = new Map<string, { origin: string; path: string; pair: string }>();

  keep(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const pair = line.split(';')[0] ?? '';
      const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/';
      const key = `${url.origin} ${path} ${pair.split('=')[0]}`;
      if (pair.endsWith('=')) this.kept.delete(key);
      else this.kept.set(key, { origin: url.origin, path, pair });
    }
  }

  for(url: URL): string {
    return [...this.kept.values()]
      .filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join('; ');
  }
}

interface Loading {
  readonly agent?: Agent;
  readonly cookie?: string;
  readonly form?: string;
}

function load(url: URL, { agent, cookie, form }: Loading): Promise<Reply> {
  const options = {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'text/html',
      ...(cookie ? { Cookie: cookie } : {}),
      ...(form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
  };
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage): void => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          location: answer.headers.location,
          cookies: answer.headers['set-cookie'] ?? [],
          text,
        }),
      );
    };
    const call = agent
      ? request(url, { ...options, agent }, answered)
      : plainRequest(url, options, answered);
    call.once('error', reject);
    call.end(form);
  });
}
