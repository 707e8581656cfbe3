// Detects a DOCTYPE from a document's first bytes, before any parser reads them.

const LESS = 0x3c;
const QUESTION = 0x3f;
const EXCLAMATION = 0x21;
const DASH = 0x2d;

/**
 * Only what stands before the first element can be one; comments and instructions there are passed over. Signs of two bytes
 * (UTF-16) are read as one: the zeros between do not matter for any sign of the markup.
 */
export function hasDoctype(document: Uint8Array): boolean {
  const start = document.subarray(0, 4);
  const bytes = start.includes(0) ? document.filter((byte) => byte !== 0) : document;
  for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, at)) {
    if (bytes[at + 1] === QUESTION) at = after(bytes, at + 2, '?>');
    else if (bytes[at + 1] !== EXCLAMATION) return false;
    else if (bytes[at + 2] === DASH) at = after(bytes, at + 4, '-->');
    else return true;
  }
  return false;
}

/** Behind the end mark; behind everything where there is none. */
function after(bytes: Uint8Array, from: number, mark: string): number {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(mark, from);
  return found < 0 ? bytes.length : found + mark.length;
}
