// Unpacks one gzip layer under hard limits: size, ratio, and nothing but gzip (PAR-01).
import { promisify } from 'node:util';
import { gunzip as gunzipCallback } from 'node:zlib';

const gunzip = promisify(gunzipCallback);

/** Small answers of many blanks pack well; only what grows beyond this is judged by its ratio. */
const RATIO_FREE_BYTES = 64 * 1024;
export const HIGHEST_RATIO = 200;

const SMALLEST_PIECE = 16 * 1024;

export type PackingFault = 'encoding-not-asked-for' | 'too-large' | 'cut-off' | 'damaged';

/** What is wrong with a packed body. Carries no bytes of it. */
export class BadPacking extends Error {
  override readonly name = 'BadPacking';
  readonly fault: PackingFault;

  constructor(fault: PackingFault) {
    super(`The body could not be unpacked: ${fault}.`);
    this.fault = fault;
  }
}

/** The body after `Content-Encoding`; throws BadPacking. Only `gzip` and `identity` are understood, one layer of it. */
export async function unpack(
  raw: Buffer,
  encoding: string | undefined,
  inflatedBytes: number,
): Promise<Buffer> {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity' || raw.length === 0) return raw;
  if (name !== 'gzip' && name !== 'x-gzip') throw new BadPacking('encoding-not-asked-for');
  const most = Math.min(inflatedBytes, Math.max(RATIO_FREE_BYTES, raw.length * HIGHEST_RATIO));
  try {
    return await gunzip(raw, { maxOutputLength: most, chunkSize: pieceFor(raw, most) });
  } catch (error) {
    throw new BadPacking(faultOf(error));
  }
}

/** The last four bytes say how long it is unpacked: in one piece of that length nothing is copied together afterwards. */
function pieceFor(raw: Buffer, most: number): number {
  const said = raw.length < 4 ? 0 : raw.readUInt32LE(raw.length - 4);
  return Math.max(SMALLEST_PIECE, Math.min(said, most) + 1);
}

function faultOf(error: unknown): PackingFault {
  const code = (error as { code?: unknown }).code;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  return code === 'Z_BUF_ERROR' ? 'cut-off' : 'damaged';
}
