// Redacts what no file may contain: live secrets in every usual encoding, personal numbers, invisible characters.
import { inspect } from 'node:util';
import { followSecrets } from '../secret.ts';

const HIDDEN = '[secret]';
/** Shorter texts occur by chance; no credential is that short. */
const SHORTEST_SECRET = 6;
const SHORTEST_PART = 16;

/** Replaces every secret that lives now, plain or encoded (LOG-01). Made for one line; not to be kept. */
export function secretRedactor(): (text: string) => string {
  return (text) => {
    index.update();
    return index.redact(text);
  };
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
  // Half of a pair has no form in an address.
  const wellFormed = bytes.toString();
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
    encodeURIComponent(wellFormed),
    // An address escapes the apostrophe too, which encodeURIComponent leaves.
    encodeURIComponent(wellFormed).replaceAll("'", '%27'),
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

/** Case of ASCII letters only, so that no sign changes its place: encoded forms are ASCII. */
const folded = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * The forms of all live secrets by their first signs: what a line costs does not grow with the secrets in memory (FLT-08).
 * Forms of a secret are made when a line is written the first time after it came, and go with it.
 */
function createIndex() {
  const fresh = new Set<string>();
  const known = new Set<string>();
  const exact = createForms();
  const anyCase = createForms();
  followSecrets({
    came: (text) => fresh.add(text),
    gone(text) {
      fresh.delete(text);
      if (known.delete(text)) change(text, 'remove');
    },
  });
  const change = (secret: string, how: 'add' | 'remove') => {
    for (const part of new Set(parts(secret)))
      for (const form of variants(part))
        if (form.anyCase) anyCase[how](folded(form.text));
        else exact[how](form.text);
  };
  return {
    update() {
      for (const text of fresh) {
        known.add(text);
        change(text, 'add');
      }
      fresh.clear();
    },
    /** Found forms that overlap are hidden together: what sticks out of one may be the rest of another. */
    redact(text: string): string {
      const low = folded(text);
      let out = '';
      let copied = 0;
      let [start, end] = [0, 0];
      const hide = () => {
        if (end === start) return;
        out += text.slice(copied, start) + HIDDEN;
        copied = end;
      };
      for (let index = 0; index + SHORTEST_SECRET <= text.length; index += 1) {
        const length = Math.max(exact.longestAt(text, index), anyCase.longestAt(low, index));
        if (length === 0) continue;
        if (index >= end) {
          hide();
          [start, end] = [index, index + length];
        } else end = Math.max(end, index + length);
      }
      hide();
      return copied === 0 ? text : out + text.slice(copied);
    },
  };
}

/** Texts by their first six signs, each as often as it was added. */
function createForms() {
  const byStart = new Map<string, Map<string, number>>();
  const startOf = (text: string, at = 0) => text.slice(at, at + SHORTEST_SECRET);
  return {
    add(form: string) {
      const same = byStart.get(startOf(form)) ?? new Map<string, number>();
      byStart.set(startOf(form), same.set(form, (same.get(form) ?? 0) + 1));
    },
    remove(form: string) {
      const same = byStart.get(startOf(form));
      const count = same?.get(form) ?? 0;
      if (count > 1) same?.set(form, count - 1);
      else same?.delete(form);
      if (same?.size === 0) byStart.delete(startOf(form));
    },
    /** Length of the longest that begins here; 0 without one. */
    longestAt(text: string, index: number): number {
      let longest = 0;
      for (const form of byStart.get(startOf(text, index))?.keys() ?? [])
        if (form.length > longest && text.startsWith(form, index)) longest = form.length;
      return longest;
    },
  };
}

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

/** Words that the documented paths are made of; any other part of a path names somebody or something. */
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

const index = createIndex();
