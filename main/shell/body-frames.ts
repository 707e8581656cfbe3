// Serves the frames of messages: each gets one document, the body it was made for, and never another (CSP-05, NAV-01).
import { bodyDocument } from '../messages/body-document.ts';
import type { ShownBody } from '../messages/shown-bodies.ts';
import type { PageAnswer } from './page-files.ts';

export interface BodyFrames {
  /** Whether the address is of the origins that bodies have, be there a body or not. */
  covers(address: string): boolean;
  /**
   * Whether it is a body that is known, for the first time, as the first document of a frame in the page. The frame may not be there
   * yet: the body's name, which nobody else knows, admits it all the same.
   */
  admits(navigation: Navigation, page: ElectronFrame): boolean;
  /** True once for each frame: what a frame asks for later is the message leading it away. */
  isFirstOf(frame: number | object): boolean;
  /**
   * The numbered link that a frame, whose document is a known body, asks to follow. It is followed nowhere: the page is told of it,
   * and knows what stands in its list under that number.
   */
  linkPressed(address: string, within: string): PressedLink | undefined;
  /** The document, or 404 for what is forgotten, is not quite its address, or is asked for in another way. */
  answer(address: string, method?: string): PageAnswer;
}

/** A link by its number, as `renderer/screens/messages/clean-body.ts` wrote it into the body of this name. */
export interface PressedLink {
  readonly body: string;
  readonly link: number;
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
const LINK = /^[1-9]\d{0,2}$/;

export function openBodyFrames(
  { before, after, ancestor }: BodyOrigins,
  find: (name: string) => ShownBody | undefined,
  readFonts: () => string,
): BodyFrames {
  let fonts: string | undefined;
  const headers = bodyHeaders(ancestor);
  /** Addresses of bodies that have had their frame. */
  const admitted = new Set<string>();
  const seen = new Set<number>();
  const seenObjects = new WeakSet();
  const nameAt = (address: string): string | undefined => {
    if (!address.startsWith(before) || !address.endsWith(after)) return undefined;
    const name = address.slice(before.length, address.length - after.length);
    return NAME.test(name) && find(name) !== undefined ? name : undefined;
  };
  const bodyAt = (address: string): ShownBody | undefined => {
    const name = nameAt(address);
    return name === undefined ? undefined : find(name);
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
    admits({ url, isMainFrame, frame }, page) {
      if (isMainFrame || bodyAt(url) === undefined || admitted.has(url)) return false;
      if (frame !== null) {
        if (frame.parent?.frameTreeNodeId !== page.frameTreeNodeId) return false;
        if (!isFirstOf(frame.frameTreeNodeId)) return false;
      }
      admitted.add(url);
      return true;
    },
    isFirstOf,
    linkPressed(address, within) {
      const body = nameAt(within);
      if (body === undefined || !address.startsWith(within)) return undefined;
      const link = address.slice(within.length);
      return LINK.test(link) ? { body, link: Number(link) } : undefined;
    },
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
