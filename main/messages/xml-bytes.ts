// An XML document's bytes and text: finds the charset, so that changed text is written in the same one.
import { z } from '../../preload/contract/schema.ts';

/** How a document's bytes were written: a byte order mark is no part of its text. */
export const written = z.object({ charset: z.enum(['utf-8', 'latin1']), mark: z.boolean() });
export type Written = z.infer<typeof written>;

/** Of a text that was typed. */
export const PLAIN: Written = { charset: 'utf-8', mark: false };

export interface WrittenXml {
  readonly xml: string;
  readonly written: Written;
}

const DECLARED = /^(\s*<\?xml[^>]*?encoding\s*=\s*["'])([A-Za-z0-9._-]+)/;
const LATIN1 = /^(iso-8859-1|latin-?1|us-ascii)$/i;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The charset that somebody said, or that the document declares; undefined for bytes that are none of it. */
export function xmlOf(bytes: Buffer, said?: string): WrittenXml | undefined {
  const mark = bytes.subarray(0, MARK.length).equals(MARK);
  const declared = DECLARED.exec(bytes.subarray(0, 200).toString('latin1'))?.[2];
  if (!mark && LATIN1.test(said ?? declared ?? ''))
    return { xml: bytes.toString('latin1'), written: { charset: 'latin1', mark } };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const xml = decoder.decode(mark ? bytes.subarray(MARK.length) : bytes);
    return { xml, written: { charset: 'utf-8', mark } };
  } catch {
    return undefined;
  }
}

/**
 * The text as it was written before. One with signs that Latin-1 does not have is UTF-8 from then on, and says so; undefined
 * for a text with half of a sign, which no bytes can hold.
 */
export function xmlBytes(xml: string, { charset, mark }: Written): Buffer | undefined {
  if (!isWellFormed(xml)) return undefined;
  if (charset === 'utf-8') return Buffer.concat([mark ? MARK : Buffer.alloc(0), Buffer.from(xml)]);
  const declared = DECLARED.exec(xml)?.[2];
  const isLatin1 = declared === undefined || LATIN1.test(declared);
  if (isLatin1 && !/[\u0100-\uffff]/.test(xml)) return Buffer.from(xml, 'latin1');
  return Buffer.from(isLatin1 ? saidInUtf8(xml) : xml);
}

/** Without a sign of which there is only one half. */
export const isWellFormed = (xml: string): boolean => !/\p{Surrogate}/u.test(xml);

/** A text that is about to be written in UTF-8 must not say that it is not. */
export const saidInUtf8 = (xml: string): string => xml.replace(DECLARED, '$1utf-8');
