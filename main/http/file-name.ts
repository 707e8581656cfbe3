// The name of a file in `Content-Disposition`, as browsers read it; what it may be on a disk, others decide.
import { charsetNamed, decodedAs } from '../charset.ts';

/** A parameter: `name=token`, `name="quoted"`; a token goes to the next semicolon, blanks in it too. */
const PARAMETER = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

/** `filename*` (RFC 6266) before `filename`; of two alike the first. `header`: each of its bytes one sign, as Node gives it. */
export function fileNameIn(header: string): string | undefined {
  const given = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of `;${header}`.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? token.trim();
    if (value !== '' && !given.has(key)) given.set(key, value);
  }
  const plain = given.get('filename');
  return extended(given.get('filename*')) ?? (plain === undefined ? undefined : plainName(plain));
}

/** `utf-8'nb'%C3%A5.pdf` (RFC 8187); undefined for what cannot be read, and then the plain name counts. */
function extended(value: string | undefined): string | undefined {
  const [, charset = '', text = ''] = /^([^']+)'[^']*'(.+)$/.exec(value ?? '') ?? [];
  if (/%(?![0-9a-f]{2})/i.test(text)) return undefined;
  return decoded(bytesOf(text, '%'), charset);
}

/** Encoded words (RFC 2047), escapes of an address, bare UTF-8 and Windows-1252 have no place here, and are sent. */
function plainName(text: string): string {
  if (/%[0-9a-f]{2}/i.test(text) && !/%(?![0-9a-f]{2})/i.test(text))
    return decoded(bytesOf(text, '%'), 'utf-8') ?? text;
  if (/[\x80-\xff]/.test(text)) {
    const bytes = Buffer.from(text, 'latin1');
    return decoded(bytes, 'utf-8') ?? decodedAs(bytes, 'windows-1252');
  }
  return text
    .replaceAll(/(?<=\?=)\s+(?==\?)/g, '')
    .replaceAll(
      /=\?([^?]+)\?([bq])\?([^?]*)\?=/gi,
      (word, charset: string, how: string, of: string) => {
        const isBase64 = how.toLowerCase() === 'b';
        const bytes = isBase64 ? Buffer.from(of, 'base64') : bytesOf(of.replaceAll('_', ' '), '=');
        return decoded(bytes, charset) ?? word;
      },
    );
}

/** `%E5` or `=E5` is a byte. */
const bytesOf = (text: string, mark: '%' | '=') =>
  Buffer.from(
    text.replaceAll(new RegExp(`${mark}([0-9a-f]{2})`, 'gi'), (_whole, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    ),
    'latin1',
  );

function decoded(bytes: Buffer, said: string): string | undefined {
  const charset = charsetNamed(said);
  try {
    return charset && decodedAs(bytes, charset);
  } catch {
    return undefined;
  }
}
