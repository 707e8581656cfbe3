// Whether a file is exactly the one whose hash is known, at once: asked in the last moment of the program.
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;

/** `sha512` is base64. Anything that cannot be read is not that file. */
export function isFileWith(sha512: string, file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    try {
      return fstatSync(handle).isFile() && hashOf(handle) === sha512;
    } finally {
      closeSync(handle);
    }
  } catch {
    return false;
  }
}

function hashOf(handle: number): string {
  const hash = createHash('sha512');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let got = readSync(handle, chunk); got > 0; got = readSync(handle, chunk))
    hash.update(chunk.subarray(0, got));
  return hash.digest('base64');
}
