// An XML document's bytes and text: read in one way, be it to check, fill in or send it; written back as it came.
import { isUtf8 } from 'node:buffer';
import { charsetNamed, charsetOf, declaredCharset, decodedAs, markedCharset } from '../charset.ts';
import { z } from '../../preload/contract/schema.ts';

/** How a document's bytes were written: a byte order mark is no part of its text. */
export const written = z.object({ charset: z.string(), mark: z.boolean() });
export type Written = z.infer<typeof written>;

/** Of a text that was typed. */
export const PLAIN: Written = { charset: 'utf-8', mark: false };

export interface WrittenXml {
  readonly xml: string;
  readonly written: Written;
}

/**
 * What the bytes can be. `sure`: they are what they say they are, or can be nothing else. Where they say one thing and are
 * another, there is what they say, if they can be that, and what else they may be: a person knows which is true.
 */
export interface Readings {
  readonly sure: boolean;
  readonly all: readonly WrittenXml[];
}

const DECLARED = /^(\s*<\?xml[^>]*?encoding\s*=\s*["'])([A-Za-z0-9._:-]+)/;
const MARKS: Readonly<Record<string, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};
const WINDOWS = 'windows-1252';
const LATIN9 = 'iso-8859-15';

export function readingsOf(bytes: Uint8Array): Readings {
  const declared = charsetOf(bytes, declaredCharset(bytes) ?? unsaid(bytes));
  const asSaid = declared === undefined ? undefined : readAs(bytes, declared);
  if (markedCharset(bytes) !== undefined || declared?.startsWith('utf-16') === true)
    return only(asSaid);
  const isUnicode = isUtf8(bytes);
  const others = (isUnicode ? ['utf-8'] : guessed(bytes))
    .flatMap((charset) => readAs(bytes, charset) ?? [])
    .filter(({ xml }) => xml !== asSaid?.xml && /^\s*</.test(xml));
  // Plain letters are the same in all charsets that are left.
  if (asSaid === undefined) return { sure: bytes.every((byte) => byte < 0x80), all: others };
  const isDoubtful = others.length > 0 && (isUnicode || /[\x80-\x9f]/.test(asSaid.xml));
  return isDoubtful ? { sure: false, all: [asSaid, ...others] } : only(asSaid);
}

/** What a server sent: it is what the header says, else what the document declares. */
export function toldXml(bytes: Uint8Array, said: string | undefined): WrittenXml | undefined {
  const asSaid = said === undefined ? undefined : readAs(bytes, said);
  return asSaid ?? readAs(bytes, declaredCharset(bytes) ?? 'utf-8');
}

/** UTF-16 without a mark tells itself by the zero of its first sign. */
const unsaid = ([first, second]: Uint8Array) => (first === 0 || second === 0 ? 'utf-16' : 'utf-8');

/** Of bytes that are not UTF-8: every byte is a sign in the charset of older programs, and eight of them are others in the later Latin-9. */
const guessed = (bytes: Uint8Array): readonly string[] => {
  const isLatin9 = bytes.some((byte) => LATIN9_OWN.has(byte)) && !bytes.some(isControl);
  return isLatin9 ? [WINDOWS, LATIN9] : [WINDOWS];
};
const LATIN9_OWN = new Set([0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe]);
const isControl = (byte: number) => byte >= 0x80 && byte <= 0x9f;

const only = (found: WrittenXml | undefined): Readings => ({
  sure: found !== undefined,
  all: found === undefined ? [] : [found],
});

/** By the name of a charset that somebody chose; undefined for bytes that are none of it, and for a name that nobody knows. */
export function readAs(bytes: Uint8Array, said: string): WrittenXml | undefined {
  const charset = charsetOf(bytes, said);
  if (charset === undefined) return undefined;
  try {
    return {
      xml: decodedAs(bytes, charset),
      written: { charset, mark: markedCharset(bytes) !== undefined },
    };
  } catch {
    return undefined;
  }
}

/**
 * The text as it was written before. One with signs that its charset does not have, or that says another charset, is UTF-8 from
 * then on, and says so; undefined for a text with half of a sign, which no bytes can hold.
 */
export function xmlBytes(xml: string, { charset, mark }: Written): Buffer | undefined {
  if (!isWellFormed(xml)) return undefined;
  if (mark)
    return Buffer.concat([
      MARKS[charset] ?? Buffer.alloc(0),
      encodedAs(xml, charset) ?? Buffer.alloc(0),
    ]);
  const declared = DECLARED.exec(xml)?.[2];
  const says = declared === undefined ? undefined : charsetNamed(declared);
  const agrees = says === undefined || familyOf(says) === familyOf(charset);
  return (agrees ? encodedAs(xml, charset) : undefined) ?? Buffer.from(saidInUtf8(xml));
}

/** Which of the two forms of UTF-16 it is, no declaration says. */
const familyOf = (charset: string) => charset.replace(/^utf-16[bl]e$/, 'utf-16');

/** Undefined where the charset has no place for a sign of it, and for one with signs of several bytes that is not Unicode. */
function encodedAs(text: string, charset: string): Buffer | undefined {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (charset === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const signs = signsOf(charset);
  const codes = Array.from(text, (sign) => signs.get(sign));
  return codes.includes(undefined) ? undefined : Buffer.from(codes as number[]);
}

/** What each byte is, the other way round; no byte stands for a sign that has two. */
function signsOf(charset: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(charset);
  const signs = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return new Map(
    signs.flatMap((sign, byte) => (sign === '\ufffd' || sign === '' ? [] : [[sign, byte]])),
  );
}

/** Without a sign of which there is only one half. */
export const isWellFormed = (xml: string): boolean => !/\p{Surrogate}/u.test(xml);

/** A text that is about to be sent, or written in UTF-8, must not say that it is anything else. */
export const saidInUtf8 = (xml: string): string =>
  xml.replace(DECLARED, (whole, before: string, name: string) =>
    charsetNamed(name) === 'utf-8' ? whole : `${before}utf-8`,
  );
