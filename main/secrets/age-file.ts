// An encrypted file that comes in pieces: written whole or not at all, and constant in memory whatever its size.
import type { Sink } from '../http/streams.ts';
import { type AgeOptions, encryptPieces } from './age.ts';

export interface EncryptedFile {
  readonly passphrase: string;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  /** For tests: how much work the passphrase is. */
  readonly age?: AgeOptions | undefined;
}

/** Aborted or failed it leaves nothing. */
export async function writeEncrypted(
  pieces: AsyncIterable<Uint8Array>,
  { passphrase, sink, signal, age }: EncryptedFile,
): Promise<void> {
  try {
    for await (const piece of encryptPieces(pieces, passphrase, age))
      await sink.write(Buffer.from(piece));
    signal.throwIfAborted();
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  await sink.commit();
}
