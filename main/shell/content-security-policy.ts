// The headers of every response to the page: what the page may load and run (CSP-01, ISO-06).

/** Where the bodies of messages are in each window: the page frames nothing else. */
export const FRAMES = {
  electron: 'app-msg:',
  chromium: 'https://*.message.steward.local',
} as const;

const directives = (frames: readonly string[]): readonly string[] => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  `frame-src ${frames.join(' ')}`,
  "worker-src 'none'",
  "manifest-src 'none'",
  "media-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html dompurify',
];

/** What the page says of itself: it does not know in which window it is, so it names the frames of both. */
export const contentSecurityPolicy = directives(Object.values(FRAMES)).join('; ');

/** The page's origin as in `app://steward` decides which window it is. */
export const policyAt = (origin: string): string =>
  directives([origin.startsWith('https:') ? FRAMES.chromium : FRAMES.electron]).join('; ');

export const securityHeaders = (origin: string): Readonly<Record<string, string>> =>
  Object.freeze({
    'content-security-policy': policyAt(origin),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), ' +
      'display-capture=(), midi=(), payment=(), clipboard-read=(), clipboard-write=(self)',
    'cache-control': 'no-store',
  });
