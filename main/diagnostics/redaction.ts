// Redacts what no file and no page may hold: live secrets in usual spellings, personal numbers, invisible characters.
import { inspect } from 'node:util';
import { pathWords, templateOf } from '../../preload/contract/endpoints.ts';
import { followSecrets } from '../secret.ts';

const HIDDEN = '[secret]';
/** Shorter texts occur by chance; no credential is that short. */
const SHORTEST_SECRET = 6;
const SHORTEST_PART = 16;
/** Of letters and digits alone: fewer occur by chance in a text whose blanks and dashes are not looked at. */
const SHORTEST_LOOSE = 12;
/** Longer ones are tokens and keys in PEM form: another case makes something else of them, and nobody spells them by hand. */
const LONGEST_SPELT_BY_HAND = 100;
/** So many characters in a row of a secret give too much of it away, wherever in it they stand (ATK-34). */
const SHORTEST_RUN = 12;
/** Of these at least so many are letters and digits, in the middle of a UUID. */
const SHORTEST_BARE_RUN = 9;

/** Different ones in a run: `0000-4000-8000` stands in many ids, and tells nothing of a secret that has it too. */
const FEWEST_DIFFERENT = 5;

/** Replaces every secret that lives now, plain or encoded (LOG-01, ATK-04). Made for one text or message; not to be kept. */
export function secretRedactor(): (text: string) => string {
  index.update();
  return (text) => index.redact(text);
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
  /** `any-case`: hexadecimal digits come in either. `loose`: only letters and digits count, in any case. */
  readonly match: 'exact' | 'any-case' | 'loose';
}

/**
 * The letters and digits of which no run may be shown. Not of what is built by us around a secret that lives as well, whose other
 * words are everybody's: an entry of the keychain, the head of the journal.
 */
function runnable(secret: string): readonly string[] {
  if (/^\s*[{[]|^\d+ [0-9a-f]{64}$/.test(secret)) return [];
  const lines = secret.split(/\r?\n/);
  // The first line of a key is the same in all keys of its kind.
  const told = secret.startsWith('-----BEGIN') ? lines.slice(2).filter(isOfKey) : [secret];
  return told
    .map((text) => text.replace(/^(?:Bearer|Basic) |^\.[A-Za-z0-9]+=/, ''))
    .filter((text) => text.length >= SHORTEST_RUN);
}
const isOfKey = (line: string) => !line.startsWith('-----');

/** Raw, JSON, JSON in JSON, URL, form, base64 and base64url at three offsets (which covers Basic), HTML, hex, inspect; and loosely. */
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
    ...base64Forms(bytes, ['base64', 'base64url']),
  ];
  const hexadecimal = [
    encodeURIComponent(wellFormed),
    // An address escapes the apostrophe too, which encodeURIComponent leaves.
    encodeURIComponent(wellFormed).replaceAll("'", '%27'),
    new URLSearchParams([['', secret]]).toString().slice(1),
    bytes.toString('hex'),
  ];
  const loose = [secret, ...spellings(secret).flatMap(encoded)].map((text) => bare(text));
  return [
    ...unique(exact).map((text) => ({ text, match: 'exact' as const })),
    ...unique(hexadecimal).map((text) => ({ text: folded(text), match: 'any-case' as const })),
    ...unique(loose, SHORTEST_LOOSE).map((text) => ({ text, match: 'loose' as const })),
  ];
}

const unique = (texts: readonly string[], shortest = SHORTEST_SECRET) => [
  ...new Set(texts.filter((text) => text.length >= shortest)),
];

const inside = (quoted: string) => quoted.slice(1, -1);

const html = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** As somebody may write it before it is encoded. */
const spellings = (secret: string): readonly string[] =>
  secret.length > LONGEST_SPELT_BY_HAND
    ? [secret]
    : unique([
        secret,
        secret.toLowerCase(),
        secret.toUpperCase(),
        secret.replaceAll('-', ''),
        secret.replace(/[^A-Za-z0-9]/g, ''),
      ]);

/** Base64 and hexadecimal of UTF-8 and of both orders of UTF-16. */
function encoded(text: string): readonly string[] {
  const wide = Buffer.from(text, 'utf16le');
  return [Buffer.from(text), wide, Buffer.from(wide).swap16()].flatMap((bytes) => [
    ...base64Forms(bytes, ['base64']),
    bytes.toString('hex'),
  ]);
}

/** The signs that depend on the secret alone, wherever it begins within a group of three bytes. */
function base64Forms(
  bytes: Buffer,
  alphabets: readonly ('base64' | 'base64url')[],
): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor((shifted.length * 8) / 6);
    return alphabets.map((form) => shifted.toString(form).slice(first, last));
  });
}

/** Case of ASCII letters only, so that no sign changes its place: encoded forms are ASCII. */
const folded = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Letters and digits alone, in one case. */
const bare = (text: string) => folded(text).replace(/[^a-z0-9]+/g, '');

/**
 * The forms of all live secrets by their first signs: what a text costs does not grow with the secrets in memory (FLT-08).
 * Forms of a secret are made when a text is looked at the first time after it came, and go with it.
 */
function createIndex() {
  const fresh = new Set<string>();
  const known = new Set<string>();
  const asItStands = createSieve();
  const exact = createForms(asItStands);
  const anyCase = createForms(asItStands);
  const bareSigns = createSieve();
  const loose = createForms(bareSigns);
  const runs = createRuns(bareSigns);
  const forms = { exact, 'any-case': anyCase, loose };
  followSecrets({
    came: (text) => fresh.add(text),
    gone(text) {
      fresh.delete(text);
      if (known.delete(text)) change(text, 'remove');
    },
  });
  const change = (secret: string, how: 'add' | 'remove') => {
    for (const text of new Set(runnable(secret))) runs[how](text);
    for (const part of new Set(parts(secret)))
      for (const { text, match } of variants(part)) forms[match][how](text);
  };
  const findAsItStands = (text: string, starts: readonly number[], found: Span[]) => {
    const low = folded(text);
    for (const start of starts) {
      const length = Math.max(exact.longestAt(text, start), anyCase.longestAt(low, start));
      if (length > 0) found.push({ start, end: start + length });
    }
  };
  const findLoosely = (view: View, starts: readonly number[], found: Span[]) => {
    const { signs, places } = bareWithPlaces(view.text);
    const hide = (start: number, end: number) => {
      const first = places[start] ?? 0;
      const last = places[end - 1] ?? 0;
      found.push({ start: view.starts?.[first] ?? first, end: view.ends?.[last] ?? last + 1 });
    };
    let hidden = 0;
    for (const start of starts) {
      const length = loose.longestAt(signs, start);
      if (length > 0) hide(start, start + length);
      if (start < hidden) continue;
      const run = runs.around(signs, start);
      if (run === undefined) continue;
      hide(run.start, run.end);
      hidden = run.end;
    }
  };
  const sieves = { asItStands: asItStands.counts, bare: bareSigns.counts };
  return {
    update() {
      for (const text of fresh) {
        known.add(text);
        change(text, 'add');
      }
      fresh.clear();
    },
    redact(text: string): string {
      if (text.length < SHORTEST_SECRET || known.size === 0) return text;
      const first = candidatesIn(text, sieves);
      if (first === undefined) return text;
      const found: Span[] = [];
      if (first.asItStands) findAsItStands(text, first.asItStands, found);
      if (first.bare) findLoosely({ text }, first.bare, found);
      if (first.escapes)
        for (const view of readings(text)) {
          const { bare: starts } = candidatesIn(view.text, sieves) ?? {};
          if (starts) findLoosely(view, starts, found);
        }
      return found.length === 0 ? text : withoutSpans(text, found);
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Found forms that overlap are hidden together: what sticks out of one may be the rest of another. */
function withoutSpans(text: string, found: Span[]): string {
  let out = '';
  let copied = 0;
  let [start, end] = [0, 0];
  const hide = () => {
    if (end === start) return;
    out += text.slice(copied, start) + HIDDEN;
    copied = end;
  };
  for (const span of found.sort((a, b) => a.start - b.start)) {
    if (span.start >= end) {
      hide();
      ({ start, end } = span);
    } else end = Math.max(end, span.end);
  }
  hide();
  return out + text.slice(copied);
}

/** Texts by their first six signs, each as often as it was added. */
function createForms(sieve: Sieve) {
  const byStart = new Map<string, Map<string, number>>();
  const startOf = (text: string, at = 0) => text.slice(at, at + SHORTEST_SECRET);
  return {
    add(form: string) {
      const same = byStart.get(startOf(form)) ?? new Map<string, number>();
      if (same.size === 0) sieve.add(form);
      byStart.set(startOf(form), same.set(form, (same.get(form) ?? 0) + 1));
    },
    remove(form: string) {
      const same = byStart.get(startOf(form));
      const count = same?.get(form) ?? 0;
      if (count > 1) same?.set(form, count - 1);
      else same?.delete(form);
      if (same?.size !== 0) return;
      byStart.delete(startOf(form));
      sieve.remove(form);
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

/** Letters and digits of a secret, and where they stand in it. */
interface Spelt {
  readonly signs: string;
  readonly places: Uint32Array;
  readonly length: number;
}

const BLOCK = SHORTEST_SECRET;
const STEP = SHORTEST_BARE_RUN - BLOCK + 1;

/**
 * Runs of texts by blocks of theirs that begin at every fourth sign: each run of nine holds one of these whole. Whoever finds it looks
 * how far the text goes on like the secret on both sides.
 */
function createRuns(sieve: Sieve) {
  const texts = new Map<string, { count: number; readonly spelt: Spelt }>();
  const byBlock = new Map<string, Set<Spelt>>();
  const blocksOf = ({ signs }: Spelt) => {
    const all = new Set<string>();
    for (let at = 0; at + BLOCK <= signs.length; at += STEP) all.add(signs.slice(at, at + BLOCK));
    return all;
  };
  return {
    add(text: string) {
      const known = texts.get(text);
      if (known !== undefined) {
        known.count += 1;
        return;
      }
      const spelt = { ...bareWithPlaces(text), length: text.length };
      texts.set(text, { count: 1, spelt });
      for (const block of blocksOf(spelt)) {
        const same = byBlock.get(block) ?? new Set();
        if (same.size === 0) sieve.add(block);
        byBlock.set(block, same.add(spelt));
      }
    },
    remove(text: string) {
      const known = texts.get(text);
      if (known === undefined) return;
      known.count -= 1;
      if (known.count > 0) return;
      texts.delete(text);
      for (const block of blocksOf(known.spelt)) {
        const same = byBlock.get(block);
        same?.delete(known.spelt);
        if (same?.size !== 0) continue;
        byBlock.delete(block);
        sieve.remove(block);
      }
    },
    /** The longest run that a block which begins here is part of. */
    around(signs: string, start: number): Span | undefined {
      let longest: Span = { start, end: start };
      const block = signs.slice(start, start + BLOCK);
      for (const secret of byBlock.get(block) ?? [])
        for (
          let at = secret.signs.indexOf(block);
          at >= 0;
          at = secret.signs.indexOf(block, at + 1)
        ) {
          const { before, after } = sameAround(signs, start, secret.signs, at);
          if (before + after <= longest.end - longest.start) continue;
          // What stands between and around them in the secret does not stand in the text.
          if (before + after < SHORTEST_BARE_RUN) continue;
          if (charactersOf(secret, at - before, at + after) < SHORTEST_RUN) continue;
          const run = secret.signs.slice(at - before, at + after);
          if (new Set(run).size < FEWEST_DIFFERENT) continue;
          longest = { start: start - before, end: start + after };
        }
      return longest.end === start ? undefined : longest;
    },
  };
}

/** How far two texts go on alike to both sides of a block. */
function sameAround(signs: string, start: number, secret: string, at: number) {
  let [before, after] = [0, BLOCK];
  while (before < at && signs[start - before - 1] === secret[at - before - 1]) before += 1;
  while (at + after < secret.length && signs[start + after] === secret[at + after]) after += 1;
  return { before, after };
}

/** Of the secret as it is written, with what stands between and around these of its letters and digits. */
const charactersOf = ({ places, signs, length }: Spelt, from: number, to: number): number =>
  (to === signs.length ? length : (places[to] ?? length)) -
  (from === 0 ? 0 : (places[from - 1] ?? 0) + 1);

/** Slots of a sieve: a sixth of them is taken by the forms of 5 000 secrets. */
const SLOT_BITS = 20;
const MOST_COUNTED = 255;

/** Five bits for each letter, in either case, and digit; 0 for all other signs. */
const CLASS_BITS = 5;
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = /[0-9a-z]/i.test(String.fromCharCode(code))
    ? Number.parseInt(String.fromCharCode(code), 36)
    : -1;
  return digit < 0 ? 0 : (digit % 31) + 1;
});
const classOf = (code: number) => (code < 128 ? (CLASSES[code] ?? 0) : 0);
/** The classes of the last six signs; what was there before is shifted out. */
const LAST_SIX = 2 ** (CLASS_BITS * SHORTEST_SECRET) - 1;
const then = (six: number, next: number) => ((six << CLASS_BITS) | next) & LAST_SIX;
const slotOf = (six: number) => Math.imul(six, 0x9e3779b1) >>> (32 - SLOT_BITS);

type Sieve = ReturnType<typeof createSieve>;

/** Whether forms may begin with six signs: it lets some through that none begins with. */
function createSieve() {
  const counts = new Uint8Array(2 ** SLOT_BITS);
  const slot = (text: string) => {
    let six = 0;
    for (let at = 0; at < SHORTEST_SECRET; at += 1) six = then(six, classOf(text.charCodeAt(at)));
    return slotOf(six);
  };
  const count = (text: string) => counts[slot(text)] ?? 0;
  return {
    counts,
    // What was counted to the end is never let go: a place that is looked at in vain costs little.
    add(text: string) {
      if (count(text) < MOST_COUNTED) counts[slot(text)] = count(text) + 1;
    },
    remove(text: string) {
      if (count(text) > 0 && count(text) < MOST_COUNTED) counts[slot(text)] = count(text) - 1;
    },
  };
}

interface Candidates {
  /** Where a form may begin in the text. */
  readonly asItStands: readonly number[] | undefined;
  /** The same, counted in letters and digits alone. */
  readonly bare: readonly number[] | undefined;
  readonly escapes: boolean;
}

const [PERCENT, AMPERSAND, EQUALS, BACKSLASH] = [0x25, 0x26, 0x3d, 0x5c];
/** From here on a sign may be another way to write a letter or a digit. */
const FIRST_STYLED = 0xaa;

/** One pass that nearly every text ends with: it makes nothing and looks at each sign once. */
function candidatesIn(
  text: string,
  sieves: { readonly asItStands: Uint8Array; readonly bare: Uint8Array },
): Candidates | undefined {
  const { asItStands, bare } = sieves;
  let starts: number[] | undefined;
  let bareStarts: number[] | undefined;
  let escapes = false;
  let [six, bareSix, seen] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sign = classOf(code);
    six = then(six, sign);
    if (asItStands[slotOf(six)] !== 0 && at >= SHORTEST_SECRET - 1)
      (starts ??= []).push(at - SHORTEST_SECRET + 1);
    if (sign === 0) {
      escapes ||=
        code === PERCENT ||
        code === AMPERSAND ||
        code === EQUALS ||
        code === BACKSLASH ||
        code >= FIRST_STYLED;
      continue;
    }
    bareSix = then(bareSix, sign);
    seen += 1;
    if (bare[slotOf(bareSix)] !== 0 && seen >= SHORTEST_SECRET)
      (bareStarts ??= []).push(seen - SHORTEST_SECRET);
  }
  if (!escapes && starts === undefined && bareStarts === undefined) return undefined;
  return { asItStands: starts, bare: bareStarts, escapes };
}

function bareWithPlaces(text: string): { readonly signs: string; readonly places: Uint32Array } {
  const places = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (classOf(text.charCodeAt(at)) !== 0) places[count++] = at;
  }
  return { signs: bare(text), places };
}

/** A text as it reads, and where each of its signs stands in the text as it is written; without places both are one. */
interface View {
  readonly text: string;
  readonly starts?: Uint32Array;
  readonly ends?: Uint32Array;
}

/** Escapes inside escapes: a text in JSON in JSON, an address within an address. */
const DEEPEST_ESCAPES = 3;

/** What a text with escapes in it reads as: none where they are none after all. */
function readings(text: string): readonly View[] {
  const views: View[] = [];
  for (let view = unescaped({ text }); view !== undefined; view = unescaped(view)) {
    views.push(view);
    if (views.length === DEEPEST_ESCAPES) break;
  }
  return views;
}

/** Letters and digits in another style that NFKC makes plain: raised, in circles, wide, of mathematics. */
const STYLED =
  '[ªº²³¹ʰ-ʸˡ-ˣᴬ-ᵪ⁰-ₜ℀-⅏⅐-↋①-⓿㉐-㊿㎀-㏿ﬀ-ﬆ０-ｚ\\u{1d400}-\\u{1d7ff}\\u{1f100}-\\u{1f1ff}\\u{1fbf0}-\\u{1fbf9}]';
/** In no case alike: `k` is also a folded sign of Kelvin. */
const ESCAPE = new RegExp(
  String.raw`[%=]([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|&#[xX]0{0,8}([0-9a-fA-F]{1,6});|&#0{0,8}(\d{1,7});|&(amp|lt|gt|quot|apos|AMP|LT|GT|QUOT);|(${STYLED})`,
  'gu',
);

/** Escapes of addresses, quoted-printable, JSON, scripts and HTML, and styled signs; undefined without one. */
function unescaped({ text, starts, ends }: View): View | undefined {
  if (text.search(ESCAPE) < 0) return undefined;
  const startAt = new Uint32Array(text.length);
  const endAt = new Uint32Array(text.length);
  let read = '';
  let copied = 0;
  const put = (signs: string, from: number, to: number) => {
    for (let at = 0; at < signs.length; at += 1) {
      const alone = signs.length === to - from;
      const first = alone ? from + at : from;
      const last = alone ? from + at : to - 1;
      startAt[read.length + at] = starts?.[first] ?? first;
      endAt[read.length + at] = ends?.[last] ?? last + 1;
    }
    read += signs;
  };
  for (const match of text.matchAll(ESCAPE)) {
    put(text.slice(copied, match.index), copied, match.index);
    copied = match.index + match[0].length;
    put(signOf(match), match.index, copied);
  }
  put(text.slice(copied), copied, text.length);
  return { text: read, starts: startAt, ends: endAt };
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const LAST_CODE = 0x10ffff;

function signOf([
  ,
  percent,
  unit,
  byte,
  hexadecimal,
  decimal,
  name,
  styled,
]: RegExpExecArray): string {
  if (styled !== undefined) return styled.normalize('NFKC');
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? ' ';
  const digits = percent ?? unit ?? byte ?? hexadecimal;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code <= LAST_CODE ? String.fromCodePoint(code) : ' ';
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

/**
 * `/api/{}/messages/{}` of an address or a path: no origin, no query, no name (LOG-04). What a documented path has as a parameter is a name, also
 * where it reads like a word of others; of any other path each part that is no such word is one.
 */
export function routeTemplate(address: string): string {
  const [beforeQuery = ''] = address.split(/[?#]/, 1);
  const parts = beforeQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split('/');
  const below = parts.findIndex((part) => part.toLowerCase() === 'api') + 1;
  const end = parts.at(-1) === '' ? -1 : undefined;
  const template = templateOf(parts.slice(below, end));
  const isWord = (part: string, at: number) =>
    part === '' ||
    at === below - 1 ||
    (at < below || template === undefined
      ? pathWords.has(part.toLowerCase())
      : template[at - below]?.startsWith('{') === false);
  return parts.map((part, at) => (isWord(part, at) ? part : '{}')).join('/');
}

const index = createIndex();
