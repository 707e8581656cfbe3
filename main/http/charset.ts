// In which charset the bytes of a document are: by their mark, by what their header or declaration says.

const LATIN1 = /^(iso-8859-1|latin1|windows-1252)$/;
const UTF8 = /^(utf-?8|us-ascii)$/;

/** The name of a charset that documents may be in. */
export type Charset = 'utf-8' | 'latin1' | 'utf-16le' | 'utf-16be';

/**
 * `said`: what a header or a declaration says. A mark in front of the bytes says more than both, and a document that says UTF-16 and has no zero in it
 * is not: servers that write into a string declare it wrongly. Undefined for any other charset (PAR-02).
 */
export function charsetOf(bytes: Uint8Array, said = 'utf-8'): Charset | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const name = said.toLowerCase();
  if (/^utf-?16/.test(name)) {
    if (!bytes.subarray(0, 200).includes(0)) return 'utf-8';
    // Without a mark: the zero of the first sign, which is a bracket or a brace, tells.
    return first === 0 ? 'utf-16be' : 'utf-16le';
  }
  if (LATIN1.test(name)) return 'latin1';
  return UTF8.test(name) ? 'utf-8' : undefined;
}

/** The text without its mark. Throws a TypeError for bytes that are none of the charset. */
export function decodedAs(bytes: Uint8Array, charset: Charset): string {
  if (charset === 'latin1') return Buffer.from(bytes).toString('latin1');
  return new TextDecoder(charset, { fatal: true }).decode(bytes);
}
