// Serves the page's own files from a list made at the start; nothing else exists at its origin (ISO-06).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { securityHeaders } from './content-security-policy.ts';

export interface PageAnswer {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PageFiles {
  /** The answer for a request at the page's origin; a path that is not in the list is 404. */
  answer(address: string, method?: string): PageAnswer;
  /** Paths in the list, for tests: each begins with a slash. */
  readonly paths: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** `origin` as in `https://steward.local` or `app://steward`; `folder` holds the built page. */
export function openPageFiles(folder: string, origin: string): PageFiles {
  const files = new Map(list(folder).map((name) => [`/${name}`, path.join(folder, name)]));
  const security = securityHeaders(origin);
  const notFound: PageAnswer = {
    status: 404,
    headers: { ...security, 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from('Not found'),
  };
  return {
    paths: [...files.keys()],
    answer(address, method = 'GET') {
      const wanted = method === 'GET' ? wantedPath(address, origin) : undefined;
      const file = wanted === undefined ? undefined : files.get(wanted);
      const type = TYPES[path.extname(file ?? '')];
      if (file === undefined || type === undefined) return notFound;
      const headers = { ...security, 'content-type': type };
      return { status: 200, headers, body: readFileSync(file) };
    },
  };
}

/**
 * Real files in real folders only: a symbolic link is not in the list. An unknown ending is not served either. Walked by
 * hand: a recursive readdir goes into linked folders from Node 22 on.
 */
function list(folder: string, within = ''): string[] {
  return readdirSync(path.join(folder, within), { withFileTypes: true }).flatMap((entry) => {
    const name = `${within}${entry.name}`;
    if (entry.isDirectory()) return list(folder, `${name}/`);
    return entry.isFile() && Object.hasOwn(TYPES, path.extname(entry.name)) ? [name] : [];
  });
}

/**
 * The path as it was written, without decoding: names in the list are plain ASCII, so an escape never fits.
 * The URL parser has already resolved `..`, which cannot lead out of a list.
 */
function wantedPath(address: string, origin: string): string | undefined {
  // The parser would drop a control character at the end and turn a backslash.
  if (/[\p{Cc}\s\\]/u.test(address)) return undefined;
  if (!address.startsWith(`${origin}/`) || !URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  if (pathname !== '/') return pathname;
  // Only as it was written: a `/..` at the root is `/` to the parser from Node 22 on, and was nothing before.
  return /^\/([?#]|$)/.test(address.slice(origin.length)) ? '/index.html' : undefined;
}
