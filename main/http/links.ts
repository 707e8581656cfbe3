// The one function that decides whether an address from a server may be called with our credentials (LNK-01).
import { isAcceptableHost } from './host-names.ts';

export type LinkDecision =
  | { readonly use: true; readonly address: URL; readonly rebased: boolean }
  | {
      readonly use: false;
      readonly because: LinkRefusal;
      /** Of another host that answers at the usual port: a person may know it as a former name of the platform. */
      readonly host?: string;
    };

export type LinkRefusal =
  | 'not-an-address'
  | 'too-long'
  | 'forbidden-signs'
  | 'not-https'
  | 'user-name'
  | 'host'
  | 'other-origin'
  | 'path';

const LONGEST = 4096;
const NO_LINK_SIGNS = /[\p{Cc}\s\\\u2028\u2029\ufeff]/u;
/** Encoded dots, slashes and backslashes, also encoded twice: what a server behind may read as another path. */
const ENCODED = /%(25)*(2e|2f|5c|00)/i;
/**
 * A segment of dots, also with what servers take away before they look for dots: parameters behind a semicolon, blanks and more
 * dots at its end (ATK-18). A segment of parameters alone is an empty one to them.
 */
const DOT_SEGMENT = /(^|\/)\.+(%(25)*(09|0a|0d|20)|\.)*(\/|;|%(25)*3b|$)/i;
const EMPTY_SEGMENT = /\/(\/|;|%(25)*3b)/i;

/**
 * Whether `href` lies on the connection's origin below its `/api/`. A host of `formerHosts` (exact names) is rebased:
 * path and query stay, the origin becomes the connection's own. Everything else is refused; nothing is fetched here.
 */
export function decideLink(
  href: unknown,
  base: URL,
  formerHosts: readonly string[] = [],
): LinkDecision {
  if (typeof href !== 'string' || href === '') return no('not-an-address');
  if (href.length > LONGEST) return no('too-long');
  const tidy = encodeBlanksInQuery(href);
  if (NO_LINK_SIGNS.test(tidy)) return no('forbidden-signs');
  const [beforeQuery = ''] = tidy.split(/[?#]/, 1);
  if (hasForeignHostSigns(tidy)) return no('host');
  if (!URL.canParse(tidy, base.href)) return no('not-an-address');
  const address = new URL(tidy, base);
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return no('not-https');
  if (address.username !== '' || address.password !== '' || authorityOf(tidy).includes('@'))
    return no('user-name');
  if (!isAcceptableHost(address.hostname)) return no('host');
  const rebased = address.origin !== base.origin && isFormer(address, formerHosts);
  if (!rebased && address.protocol !== 'https:') return no('not-https');
  if (!rebased && address.origin !== base.origin)
    return address.port === ''
      ? { ...no('other-origin'), host: address.hostname }
      : no('other-origin');
  if (!isApiPath(beforeQuery, address, base)) return no('path');
  return { use: true, address: new URL(address.pathname + address.search, base.origin), rebased };
}

const no = (because: LinkRefusal) => ({ use: false, because }) as const;

/** Servers put bare blanks into values of a query (platform.md, Media types); there, and only there, they are harmless. */
function encodeBlanksInQuery(href: string): string {
  const queryStart = href.indexOf('?');
  if (queryStart < 0) return href;
  return href.slice(0, queryStart) + href.slice(queryStart).replaceAll(/(?<=\S) (?=\S)/g, '%20');
}

/** What stands between `//` and the path. */
function authorityOf(href: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(href)?.[1] ?? '';
}

/** A host must be written as it will be asked: no unicode to fold, no escapes. */
function hasForeignHostSigns(href: string): boolean {
  return /[^\x21-\x7e]|%/.test(authorityOf(href));
}

/** A former name only on the usual ports: another port is another server. */
function isFormer(address: URL, formerHosts: readonly string[]): boolean {
  return address.port === '' && formerHosts.some((host) => host.toLowerCase() === address.hostname);
}

function isApiPath(written: string, address: URL, base: URL): boolean {
  const path = written.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '');
  if (ENCODED.test(path) || EMPTY_SEGMENT.test(path) || DOT_SEGMENT.test(path)) return false;
  const root = `${base.pathname.replace(/\/+$/, '')}/api/`;
  return address.pathname.startsWith(root) && address.pathname.length > root.length;
}
