// A hand-over as one file to send: a zip of its folder, encrypted with a passphrase; age and any unzip open it.
import { type EncryptedFile, writeEncrypted } from '../secrets/age-file.ts';
import { openZipSource } from '../storage/zip-source.ts';

const PIECE = 256 * 1024;

export interface ArchiveNeeds extends EncryptedFile {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly report: (step: { readonly bytes: number; readonly total: number }) => void;
}

/**
 * Read, packed, encrypted and written in pieces. Aborted or failed it leaves nothing. Problem file{too-large} beyond what a zip holds
 * (4 GB, 65 535 files), file{not-a-file} for a folder with links in it, changed-meanwhile for one that another program writes to.
 */
export async function writeArchive({ folder, report, ...file }: ArchiveNeeds): Promise<void> {
  const source = await openZipSource(folder).catch(async (error: unknown) => {
    await file.sink.abandon();
    throw error;
  });
  try {
    await writeEncrypted(piecesOf(source, file.signal, report), file);
  } finally {
    await source.close();
  }
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
