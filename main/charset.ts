// In which charset the bytes of a document are: by their mark, by what their header or declaration says, by themselves.

const UTF8 = /^(utf-?8|us-ascii)$/;
const DECLARED = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

/**
 * What an XML document declares, in whatever charset its first line is; undefined where it declares nothing. The zeros of UTF-16
 * do not matter for any sign of a declaration, nor does a mark.
 */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 400).filter((byte) => byte !== 0);
  return DECLARED.exec(
    Buffer.from(start)
      .toString('latin1')
      .replace(/^(?:ï»¿|ÿþ|þÿ)/, ''),
  )?.[1];
}

/**
 * The name of a charset, as the Encoding Standard has it: what is called Latin-1 is Windows-1252, which has signs where the other has
 * none. `said`: what a header or a declaration says. A mark in front of the bytes says more than both, and a document that says UTF-16 and
 * has no zero in it is not: programs that write into a string declare it wrongly. Undefined for a name that nobody knows (PAR-02).
 */
export function charsetOf(bytes: Uint8Array, said = 'utf-8'): string | undefined {
  const marked = markedCharset(bytes);
  if (marked !== undefined) return marked;
  const named = charsetNamed(said);
  if (named?.startsWith('utf-16') !== true) return named;
  if (!bytes.subarray(0, 200).includes(0)) return 'utf-8';
  // Without a mark: the zero of the first sign, which is a bracket or a brace, tells.
  return bytes[0] === 0 ? 'utf-16be' : 'utf-16le';
}

/** By any of its names; undefined for one that nobody knows. */
export function charsetNamed(said: string): string | undefined {
  const name = said.trim().toLowerCase();
  if (UTF8.test(name)) return 'utf-8';
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

export function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** The text without its mark. Throws a TypeError for bytes that are none of the charset. */
export const decodedAs = (bytes: Uint8Array, charset: string): string =>
  new TextDecoder(charset, { fatal: true }).decode(bytes);
