// A hand-over as one file to send: a zip of its folder, encrypted with a passphrase; age and any unzip open it.
import type { Sink } from '../http/streams.ts';
import { type AgeOptions, encryptPieces } from '../secrets/age.ts';
import { openZipSource } from '../storage/zip-source.ts';

const PIECE = 256 * 1024;

export interface ArchiveNeeds {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly passphrase: string;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  readonly report: (step: { readonly bytes: number; readonly total: number }) => void;
  /** For tests: how much work the passphrase is. */
  readonly age?: AgeOptions;
}

/**
 * Read, packed, encrypted and written in pieces. Aborted or failed it leaves nothing. Problem file{too-large} beyond what a zip holds
 * (4 GB, 65 535 files), file{not-a-file} for a folder with links in it, changed-meanwhile for one that another program writes to.
 */
export async function writeArchive({
  folder,
  passphrase,
  sink,
  signal,
  report,
  age,
}: ArchiveNeeds): Promise<void> {
  try {
    const source = await openZipSource(folder);
    try {
      const pieces = encryptPieces(piecesOf(source, signal, report), passphrase, age);
      for await (const piece of pieces) await sink.write(Buffer.from(piece));
    } finally {
      await source.close();
    }
    signal.throwIfAborted();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  await sink.commit();
}

async function* piecesOf(
  source: { readonly bytes: number; read(into: Buffer): Promise<number> },
  signal: AbortSignal,
  report: ArchiveNeeds['report'],
): AsyncGenerator<Uint8Array> {
  for (let bytes = 0; ;) {
    signal.throwIfAborted();
    const piece = Buffer.allocUnsafe(PIECE);
    const got = await source.read(piece);
    if (got === 0) return;
    bytes += got;
    report({ bytes, total: source.bytes });
    yield piece.subarray(0, got);
  }
}
