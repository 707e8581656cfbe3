// Takes out of a text what no file may hold: live secrets in every usual encoding, personal numbers, hidden signs.
import { inspect } from 'node:util';
import { liveSecrets } from './secret.ts';

const HIDDEN = '[secret]';
/** Shorter texts occur by chance; no credential is that short. */
const SHORTEST_SECRET = 6;
const SHORTEST_PART = 16;

/** Replaces every secret that lives now, plain or encoded (checks.md LOG-01). Made for one line; not to be kept. */
export function secretRedactor(): (text: string) => string {
  // The same key or password often lives in several Secrets.
  const texts = new Set(liveSecrets().map((secret) => secret.expose()));
  const known = [...texts].flatMap(parts);
  const encoded = new Map<string, readonly Variant[]>();
  const variantsOf = (part: string) => {
    const found = encoded.get(part) ?? variants(part);
    encoded.set(part, found);
    return found;
  };
  // No encoding is shorter than the secret: most texts are too short for most secrets.
  return (text) =>
    known
      .filter((part) => part.length <= text.length)
      .flatMap(variantsOf)
      .reduce(replaceVariant, text);
}

/** A key in PEM form is also a secret line by line: a text may hold only some of them. */
function parts(secret: string): readonly string[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const lines = secret
    .split(/\r?\n/)
    .filter((line) => line.length >= SHORTEST_PART && !line.startsWith('-----'));
  return lines.length > 1 ? [secret, ...lines] : [secret];
}

interface Variant {
  readonly text: string;
  /** Hexadecimal digits come in either case. */
  readonly anyCase: boolean;
}

/** Raw, JSON, JSON in JSON, URL, form, base64 and base64url at three offsets (which covers Basic), HTML, hex, inspect. */
function variants(secret: string): readonly Variant[] {
  const bytes = Buffer.from(secret);
  const json = inside(JSON.stringify(secret));
  const exact = [
    secret,
    json,
    inside(JSON.stringify(json)),
    html(secret),
    inside(inspect(secret)),
    ...base64Forms(bytes),
  ];
  const hexadecimal = [
    encodeURIComponent(secret),
    // An address escapes the apostrophe too, which encodeURIComponent leaves.
    encodeURIComponent(secret).replaceAll("'", '%27'),
    new URLSearchParams([['', secret]]).toString().slice(1),
    bytes.toString('hex'),
  ];
  return [
    ...unique(exact).map((text) => ({ text, anyCase: false })),
    ...unique(hexadecimal).map((text) => ({ text, anyCase: true })),
  ].sort((a, b) => b.text.length - a.text.length);
}

const unique = (texts: readonly string[]) => [
  ...new Set(texts.filter((text) => text.length >= SHORTEST_SECRET)),
];

const inside = (quoted: string) => quoted.slice(1, -1);

const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** The signs that depend on the secret alone, wherever it begins within a group of three bytes. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    return (['base64', 'base64url'] as const).map((form) =>
      shifted.toString(form).slice(first, last),
    );
  });
}

function replaceVariant(text: string, { text: variant, anyCase }: Variant): string {
  if (!anyCase) return text.replaceAll(variant, HIDDEN);
  if (variant.length > text.length) return text;
  return text.replace(new RegExp(escapeForRegExp(variant), 'gi'), HIDDEN);
}

const escapeForRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/** Our own ids and checksums: digits in a row inside one are nobody's number. */
const OWN_TOKEN = String.raw`\b(?:[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b`;
const IDENTITY_NUMBER = new RegExp(String.raw`(${OWN_TOKEN})|(?<!\d)\d{6}[ -]?\d{5}(?!\d)`, 'g');
const ORGANISATION_NUMBER = new RegExp(
  String.raw`(${OWN_TOKEN})|(?<!\d)\d{3}[ .]?\d{3}[ .]?\d{3}(?!\d)`,
  'g',
);

/** National identity numbers (11 digits) and organisation numbers (9 digits), with or without blanks. */
export function maskNumbers(text: string): string {
  return maskIdentityNumbers(text).replace(
    ORGANISATION_NUMBER,
    (_all, token?: string) => token ?? '[organisation-number]',
  );
}

/** Eleven digits standing alone are taken for a person's number, whatever its check digits. */
export function maskIdentityNumbers(text: string): string {
  return text.replace(IDENTITY_NUMBER, (_all, token?: string) => token ?? '[identity-number]');
}

/** Line breaks, escape, C1, bidirectional and other invisible signs, and halves of pairs, as \\u{...} (LOG-05). */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** Words that the paths of api.md are made of; any other part of a path names somebody or something. */
const PATH_WORDS = new Set(
  (
    'api my profile contactinformation enterpriseusers rotatesecret messages forms formdata attachments ' +
    'streamedattachment signingtext trashbin reportees reporteeconversion serviceowner organizations officialcontacts ' +
    'personalcontacts roles roledefinitions authorization metadata formtask correspondence xsd codelists ' +
    'rolerequirements authentication authenticatewithpassword rights delegations lookup brokerservice token print'
  ).split(' '),
);

/** `/api/{}/messages/{}` of an address or a path: no origin, no query, no name (LOG-04). */
export function routeTemplate(address: string): string {
  const [beforeQuery = ''] = address.split(/[?#]/, 1);
  return beforeQuery
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .split('/')
    .map((part) => (part === '' || PATH_WORDS.has(part.toLowerCase()) ? part : '{}'))
    .join('/');
}
