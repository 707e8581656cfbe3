// Decides whether a link in a message may be opened or why not, and whether its text names another host.

export type Verdict =
  | 'open'
  | 'insecure'
  | 'mail'
  | 'phone'
  | 'within'
  | 'program'
  | 'user-name'
  | 'unreadable'
  | 'too-long';

export interface BodyLink {
  /** As it stands behind the words in the message. */
  readonly number: number;
  readonly text: string;
  /** As the browser would ask for it; else as it was written. */
  readonly address: string;
  readonly host: string | null;
  readonly verdict: Verdict;
  /** The host that the words name, where the link leads to another one. */
  readonly claims: string | null;
}

/** What the shell opens is no longer (main/shell/external-address.ts says the same of the rest). */
const LONGEST = 2000;
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\\]/u;
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d+)?$/;
const SHOWN = 300;

export function bodyLink(number: number, text: string, written: string): BodyLink {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const host = url !== undefined && url.host !== '' ? url.host : null;
  const named = hostIn(text);
  return {
    number,
    text,
    address: (url?.href ?? written).slice(0, url === undefined ? SHOWN : LONGEST + 1),
    host,
    verdict: verdictOn(url, written),
    claims: named === undefined || host === null || leadsTo(host, named) ? null : named,
  };
}

function verdictOn(url: URL | undefined, written: string): Verdict {
  if (url === undefined) return /^\s*[a-z][a-z0-9+.-]*:/i.test(written) ? 'unreadable' : 'within';
  switch (url.protocol) {
    case 'https:':
      return verdictOnSecure(url, written);
    case 'http:':
      return 'insecure';
    case 'mailto:':
      return 'mail';
    case 'tel:':
    case 'sms:':
      return 'phone';
    default:
      return 'program';
  }
}

function verdictOnSecure(url: URL, written: string): Verdict {
  if (url.username !== '' || url.password !== '' || hasUser(written)) return 'user-name';
  if (url.href.length > LONGEST) return 'too-long';
  return UNPRINTED.test(url.href) || !HOST.test(url.host) ? 'unreadable' : 'open';
}

/** The parser drops an empty user name. */
const hasUser = (written: string): boolean =>
  (/^\s*https:[/\\]*([^/\\?#]*)/i.exec(written)?.[1] ?? '').includes('@');

const NAMED =
  /(?:https?:\/\/([^\s/?#:]+)|\b(www\.[^\s/?#:]+)|^\s*([\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+\p{L}{2,24})(?=\s*$|[/?#:]))/iu;
/** What looks like a host and is the name of a file. */
const FILE = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|xml|html?|txt|csv|zip|png|jpe?g|gif|tiff?|rtf)$/i;

/** The host that words seem to be the address of. */
function hostIn(text: string): string | undefined {
  const [, after, www, alone] = NAMED.exec(text) ?? [];
  const found = after ?? www ?? alone;
  if (found === undefined || (found === alone && FILE.test(found))) return undefined;
  const address = `https://${found.replace(/[.,;:)\]]+$/, '')}/`;
  return URL.canParse(address) ? new URL(address).host : undefined;
}

const bare = (host: string) => host.replace(/:\d+$/, '').replace(/^www\./, '');

/** The same host, or one below it. */
const leadsTo = (host: string, named: string): boolean =>
  bare(host) === bare(named) || bare(host).endsWith(`.${bare(named)}`);
