// Listens on this computer for the one redirect that a browser brings from an identity provider (RFC 8252 7.3).
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { orAborted, until } from '../cancel.ts';
import { signInNeeded } from './session.ts';

export interface Loopback {
  /** `http://127.0.0.1:<port>/<path>`: what the provider is asked to send the browser to. */
  readonly address: string;
  /** The first request to exactly this address that `isOurs`; Problem sign-in-needed after the time limit, or cancelled. */
  answer(isOurs: (address: URL) => boolean, signal?: AbortSignal): Promise<URL>;
  close(): void;
}

export interface LoopbackOptions {
  /** A path that the provider has registered; one that nobody can guess when left out. */
  readonly path?: string | undefined;
}

/** A person has so long to sign in. */
export const SIGN_IN_LIMIT_MS = 5 * 60_000;
/** Other programs may connect as often as they like: the browser needs one connection, which asks at once. */
const MOST_CONNECTIONS = 64;
const SLOWEST_REQUEST_MS = 5_000;
const SERVER_LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: SLOWEST_REQUEST_MS,
  requestTimeout: SLOWEST_REQUEST_MS,
  connectionsCheckingInterval: 1000,
};

export async function listenForBrowser(options: LoopbackOptions = {}): Promise<Loopback> {
  const { path = `/${randomBytes(24).toString('base64url')}` } = options;
  let waiting: ((address: URL) => boolean) | undefined;
  const server = createServer(SERVER_LIMITS, (request, response) => {
    const address = addressIn(request, origin, path);
    const status = typeof address === 'number' ? address : waiting?.(address) === true ? 200 : 404;
    respond(response, status, request);
  });
  keepNewest(server);
  const origin = await listen(server);
  const close = () => {
    waiting = undefined;
    closeSoon(server);
  };
  return {
    address: `${origin}${path}`,
    close,
    answer(isOurs, signal) {
      const received = new Promise<URL>((resolve) => {
        waiting = (address) => {
          if (!isOurs(address)) return false;
          waiting = undefined;
          resolve(address);
          return true;
        };
      });
      const late = () => signInNeeded('Nobody signed in within five minutes.');
      const ends = { signals: [signal], limit: { ms: SIGN_IN_LIMIT_MS, late } };
      return until(ends, (ended) => orAborted(received, ended)).finally(close);
    },
  };
}

/**
 * None is turned away: others would only have to hold as many as are taken, and the browser would be the next (ATK-33). The oldest
 * that has not said a word goes first, then the oldest.
 */
function keepNewest(server: Server): void {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size <= MOST_CONNECTIONS) return;
    const [oldest] = open;
    const silent = [...open].find((one) => one.bytesRead === 0 && one !== socket);
    (silent ?? oldest)?.destroy();
  });
}

/** No new connection is accepted; what is being written may end. */
function closeSoon(server: Server): void {
  server.close();
  server.closeIdleConnections();
  setTimeout(() => {
    server.closeAllConnections();
  }, 1000).unref();
}

/** IPv4 first, since every browser reaches it at the same address; IPv6 on a computer without it. */
async function listen(server: Server): Promise<string> {
  const port = await listenAt(server, '127.0.0.1').catch(() => undefined);
  if (port !== undefined) return `http://127.0.0.1:${port}`;
  return `http://[::1]:${await listenAt(server, '::1')}`;
}

function listenAt(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The address of a request, or the status it is refused with. `Host` is checked, since a page may resolve its own name to us. */
function addressIn({ headers, method, url }: IncomingMessage, origin: string, path: string) {
  if (headers.host !== new URL(origin).host) return 421;
  if (url === undefined || url.split('?', 1)[0] !== path) return 404;
  if (method !== 'GET') return 405;
  return URL.canParse(url, origin) ? new URL(url, origin) : 400;
}

const STYLE =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  Connection: 'close',
};

/** The same words whatever was sent: nothing of a request is ever shown. */
const WORDS = {
  en: {
    received: [
      'Steward has received the answer',
      'You can close this page and go back to Steward.',
    ],
    refused: ['Nothing here', 'Nobody is waiting for this answer.'],
  },
  nb: {
    received: ['Steward har fått svaret', 'Du kan lukke denne siden og gå tilbake til Steward.'],
    refused: ['Ingenting her', 'Ingen venter på dette svaret.'],
  },
} as const;

function respond(response: ServerResponse, status: number, { headers }: IncomingMessage): void {
  const language = languageOf(headers['accept-language'] ?? '');
  const [title, text] = WORDS[language][status === 200 ? 'received' : 'refused'];
  response.writeHead(status, HEADERS);
  response.end(
    `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
  );
}

/** The first of the browser's languages that we have. */
function languageOf(accepted: string): keyof typeof WORDS {
  const first = accepted
    .split(',')
    .map((one) => /^\s*(nb|nn|no|en)\b/i.exec(one)?.[1]?.toLowerCase())
    .find((one) => one !== undefined);
  return first === undefined || first === 'en' ? 'en' : 'nb';
}
