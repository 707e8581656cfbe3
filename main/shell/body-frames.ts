// Serves the frames of messages: each gets one document, the body it was made for, and never another (CSP-05, NAV-01).
import type { ShownBody } from '../messages/shown-bodies.ts';
import type { PageAnswer } from './page-files.ts';

export interface BodyFrames {
  /** Whether the address is of the origins that bodies have, be there a body or not. */
  covers(address: string): boolean;
  /** Whether it is the first document of a frame in the page, and a body that is known. */
  admits(navigation: Navigation, page: ElectronFrame): boolean;
  /** True once for each frame: what a frame asks for later is the message leading it away. */
  isFirstOf(frame: number | object): boolean;
  /** The document, or 404 for what is forgotten, is not quite its address, or is asked for in another way. */
  answer(address: string, method?: string): PageAnswer;
}

/** What Electron's `will-frame-navigate` says, as far as it matters. */
interface ElectronFrame {
  readonly frameTreeNodeId: number;
  readonly parent: ElectronFrame | null;
}
interface Navigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  readonly frame: ElectronFrame | null;
}

export interface BodyOrigins {
  /** The address is `<before><name><after>`. */
  readonly before: string;
  readonly after: string;
  /** The page, as a source of a content security policy. */
  readonly ancestor: string;
}

const NAME = /^[0-9a-f]{32}$/;

export function openBodyFrames(
  { before, after, ancestor }: BodyOrigins,
  find: (name: string) => ShownBody | undefined,
  readFonts: () => string,
): BodyFrames {
  let fonts: string | undefined;
  const headers = bodyHeaders(ancestor);
  const seen = new Set<number>();
  const seenObjects = new WeakSet();
  const bodyAt = (address: string): ShownBody | undefined => {
    if (!address.startsWith(before) || !address.endsWith(after)) return undefined;
    const name = address.slice(before.length, address.length - after.length);
    return NAME.test(name) ? find(name) : undefined;
  };
  const isFirstOf = (frame: number | object): boolean => {
    const had = typeof frame === 'number' ? seen.has(frame) : seenObjects.has(frame);
    if (typeof frame === 'number') seen.add(frame);
    else seenObjects.add(frame);
    return !had;
  };
  return {
    covers: (address) =>
      address.startsWith(before) && originPart(address, before).endsWith(after.replace(/\/$/, '')),
    admits: ({ url, isMainFrame, frame }, page) =>
      !isMainFrame &&
      frame?.parent?.frameTreeNodeId === page.frameTreeNodeId &&
      bodyAt(url) !== undefined &&
      isFirstOf(frame.frameTreeNodeId),
    isFirstOf,
    answer(address, method = 'GET') {
      const body = method === 'GET' ? bodyAt(address) : undefined;
      if (body === undefined) return { status: 404, headers, body: Buffer.from('Not found') };
      return {
        status: 200,
        headers,
        body: Buffer.from(bodyDocument(body, (fonts ??= readFonts()))),
      };
    },
  };
}

/** What stands between the beginning and the first slash after it. */
const originPart = (address: string, before: string): string =>
  address.slice(before.length).split(/[/?#\\]/, 1)[0] ?? '';

/**
 * `ancestor` is the only place that may show it, as a source of a content security policy. The headers alone must hold even
 * if the HTML were not clean.
 */
export function bodyHeaders(ancestor: string): Readonly<Record<string, string>> {
  return Object.freeze({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      'sandbox',
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      'font-src data:',
      "form-action 'none'",
      "base-uri 'none'",
      `frame-ancestors ${ancestor}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-write=()',
    // A page that asks its frames for these shows no frame without them.
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  });
}

/** Our typography around cleaned HTML. Its ground can be reached by Tab: without a script, what is longer than its box is scrolled by the keys. */
export const bodyDocument = ({ html, scheme, title }: ShownBody, fonts: string): string =>
  `<!doctype html><html data-scheme="${scheme}"><head><meta charset="utf-8">` +
  `<meta name="referrer" content="no-referrer"><title>${asText(title ?? '')}</title>` +
  `<style>${fonts}${TYPOGRAPHY}</style></head><body tabindex="0">${html}</body></html>`;

const asText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Colours and letters as the page's own in the same scheme: a frame without scripts can take none from it. */
const TYPOGRAPHY = `
:root { color-scheme: light; --ground: #fff; --text: #1f2c3d; --soft: #545e6b; --line: #b8bcc1; --tint: #f3f4f4; --link: #0d5eac; }
:root[data-scheme=dark] { color-scheme: dark; --ground: #192029; --text: #ebeced; --soft: #a4a8ad; --line: #49515a; --tint: #232b35; --link: #a9c4e4; }
html { background: var(--ground); scrollbar-gutter: stable; }
body { margin: 0; padding: 14px 16px 18px; max-width: 76ch; color: var(--text); background: var(--ground); overflow-wrap: anywhere;
  font: 12px/1.5 'Inter Variable', system-ui, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif;
  font-feature-settings: 'cv05' 1, 'ss03' 1; -webkit-font-smoothing: antialiased; }
h1, h2, h3, h4, h5, h6 { margin: 1.1em 0 .4em; line-height: 1.3; font-weight: 650; font-size: 1em; }
h1 { font-size: 1.35em; } h2 { font-size: 1.2em; } h3 { font-size: 1.08em; }
p, ul, ol, dl, blockquote, pre, table, figure { margin: 0 0 .75em; }
body:focus { outline: none; } body > :first-child { margin-top: 0; } body > :last-child { margin-bottom: 0; }
ul, ol { padding-left: 1.6em; } li { margin: .15em 0; } li > ul, li > ol { margin-bottom: 0; }
dt { font-weight: 600; } dd { margin: 0 0 .4em 1.2em; }
blockquote { padding-left: .9em; border-left: 3px solid var(--line); color: var(--soft); }
hr { border: 0; border-top: 1px solid var(--line); margin: 1em 0; }
table { border-collapse: collapse; max-width: 100%; }
th, td { border: 1px solid var(--line); padding: 4px 8px; text-align: left; vertical-align: top; }
th { background: var(--tint); font-weight: 600; }
caption { text-align: left; color: var(--soft); padding-bottom: .3em; }
[align=right] { text-align: right; } [align=center] { text-align: center; }
pre, code, kbd, samp, tt { font-family: 'JetBrains Mono Variable', 'Cascadia Mono', ui-monospace, 'DejaVu Sans Mono', monospace;
  font-size: .93em; font-variant-ligatures: none; font-feature-settings: normal; }
pre, .plain { white-space: pre-wrap; }
small { font-size: .88em; } big { font-size: 1.1em; } mark { background: #ffe9a8; color: #1f2c3d; }
a { color: var(--link); text-decoration: underline; text-underline-offset: 2px; }
a[data-link]::after { content: '[' attr(data-link) ']'; font-size: .78em; font-weight: 600; vertical-align: .35em; margin-left: .15em; }
.field { border-bottom: 1px dotted var(--line); }
`.replaceAll('\n', ' ');
