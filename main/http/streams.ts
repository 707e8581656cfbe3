// Large bodies as streams: a ring of buffers for uploads, a receiver with back pressure for downloads.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { fileProblem } from '../problems.ts';

/** What is sent: opened once, its length fixed before the first byte (FIL-06). */
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

/** Filled from disk while the socket drains the others: no memory grows with the file. Measured: `npm run bench -- upload`. */
const BUFFER_BYTES = 512 * 1024;
const BUFFERS = 4;

interface Slot {
  readonly buffer: Buffer;
  /** Until its bytes have left it must not be filled again. */
  drained: Promise<void>;
}

/**
 * Writes all of `source` and ends the request. `sent` is told the bytes that have left. Rejects with Problem
 * file{changed-meanwhile} when the file is shorter than it was; longer ones are cut at the promised length.
 */
export async function pumpOut(
  outgoing: ClientRequest,
  source: UploadSource,
  sent: (bytes: number) => void,
): Promise<void> {
  const slots = Array.from({ length: BUFFERS }, (): Slot => ({
    buffer: Buffer.allocUnsafe(BUFFER_BYTES),
    drained: Promise.resolve(),
  }));
  const ring = [...slots];
  let left = source.bytes;
  for (let slot = ring.shift(); slot !== undefined && left > 0; slot = ring.shift()) {
    await slot.drained;
    const got = await source.read(slot.buffer.subarray(0, Math.min(BUFFER_BYTES, left)));
    if (got === 0) throw shorter();
    left -= got;
    const gone = source.bytes - left;
    slot.drained = written(outgoing, slot.buffer.subarray(0, got)).then(() => {
      sent(gone);
    });
    // Its failure is met when it is this one's turn again; until then it is no unhandled one.
    slot.drained.catch(() => undefined);
    ring.push(slot);
  }
  await Promise.all(slots.map(({ drained }) => drained));
  outgoing.end();
}

const written = (outgoing: ClientRequest, chunk: Buffer) =>
  new Promise<void>((resolve, reject) => {
    outgoing.write(chunk, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** So much may wait for the disk: a chunk has 16 KiB, and a write of each alone takes longer than what it writes. */
const MOST_WAITING_BYTES = 1024 * 1024;

/**
 * Hands what comes to `write`, one piece at a time, made of all that came meanwhile; the socket waits when that is much. `taken`
 * resolves when all that came was written.
 */
export function pumpIn(
  incoming: IncomingMessage,
  write: (piece: Buffer) => Promise<void>,
  failed: (error: unknown) => void,
): { readonly taken: () => Promise<void> } {
  let waiting: Buffer[] = [];
  let bytes = 0;
  /** Stays when it has failed: nothing more is written. */
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting.length > 0) {
      const piece = Buffer.concat(waiting, bytes);
      [waiting, bytes] = [[], 0];
      incoming.resume();
      await write(piece);
    }
    writing = undefined;
  };
  incoming.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes >= MOST_WAITING_BYTES) incoming.pause();
    if (writing !== undefined) return;
    writing = writeAll();
    writing.catch(failed);
  });
  return { taken: () => writing ?? Promise.resolve() };
}

const shorter = () =>
  fileProblem('changed-meanwhile', 'The file became shorter while it was sent.');
