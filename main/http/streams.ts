// Bytes too many for memory on their way out and in: a ring of two buffers one way, a receiver with a brake the other.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';

/** What is sent: opened once, its length fixed before the first byte (checks.md FIL-06). */
export interface UploadSource {
  /** The file's name without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Fills `into` from where the last call ended; how many bytes, 0 at the end. Problem file{...}. */
  read(into: Buffer): Promise<number>;
  close(): Promise<void>;
}

/** Where an answer goes, chunk by chunk. Nothing is at its final place before `commit`. */
export interface Sink {
  write(chunk: Buffer): Promise<void>;
  /** All bytes have come: synced and moved to their place. Problem file{already-exists, ...}. */
  commit(): Promise<void>;
  /** Takes away what was written; never throws. */
  abandon(): Promise<void>;
}

/** One buffer is filled from disk while the socket drains the other: no memory grows with the file. */
const BUFFER_BYTES = 1024 * 1024;

/**
 * Writes all of `source` and ends the request. `sent` is told the bytes that have left. Rejects with Problem
 * file{changed-meanwhile} when the file is shorter than it was; longer ones are cut at the promised length.
 */
export async function pumpOut(
  outgoing: ClientRequest,
  source: UploadSource,
  sent: (bytes: number) => void,
): Promise<void> {
  const ring = [Buffer.allocUnsafe(BUFFER_BYTES), Buffer.allocUnsafe(BUFFER_BYTES)] as const;
  let draining: Promise<void> = Promise.resolve();
  let left = source.bytes;
  for (let turn = 0; left > 0; turn++) {
    const buffer = turn % 2 === 0 ? ring[0] : ring[1];
    const got = await source.read(buffer.subarray(0, Math.min(buffer.length, left)));
    if (got === 0) throw shorter();
    await draining;
    left -= got;
    const gone = source.bytes - left;
    draining = written(outgoing, buffer.subarray(0, got)).then(() => {
      sent(gone);
    });
    // Its failure is met at the next turn; until then it is no unhandled one.
    draining.catch(() => undefined);
  }
  await draining;
  outgoing.end();
}

const written = (outgoing: ClientRequest, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    outgoing.write(chunk, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** Hands each chunk to `write`, one at a time; the socket waits meanwhile. Resolves when all that came was taken. */
export function pumpIn(
  incoming: IncomingMessage,
  write: (chunk: Buffer) => Promise<void>,
  failed: (error: unknown) => void,
): { readonly taken: () => Promise<void> } {
  let last: Promise<void> = Promise.resolve();
  incoming.on('data', (chunk: Buffer) => {
    incoming.pause();
    last = last
      .then(() => write(chunk))
      .then(
        () => void incoming.resume(),
        (error: unknown) => {
          failed(error);
          throw error;
        },
      );
    last.catch(() => undefined);
  });
  return { taken: () => last };
}

const shorter = () =>
  new Problem({
    kind: 'file',
    problem: 'changed-meanwhile',
    message: 'The file became shorter while it was sent.',
  });
