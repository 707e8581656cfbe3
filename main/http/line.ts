// What comes on the line during one exchange, kept as it is: an answer that the parser does not take may hold a secret.
import type { Socket } from 'node:net';
import type { Limits } from './exchange.ts';

export interface Line {
  readonly bytes: () => Buffer;
  /** Calls back once nothing has come for a moment. */
  readonly whenQuiet: (act: () => void) => void;
  /** The socket is as it was. */
  readonly letGo: () => void;
}

/** A server that sends its answer in pieces sends the next one sooner than this. */
const QUIET_MS = 2000;

/**
 * To be called when the parser already listens. Node destroys the socket of an answer that its parser does not take, within
 * the event that brought the piece, and with it what is still to come: a body behind a wrong head. That one call waits for
 * `letGo`. `isTaken`: whether the body goes elsewhere.
 */
export function keepLine(
  socket: Socket,
  { compressedBytes, idleMs }: Pick<Limits, 'compressedBytes' | 'idleMs'>,
  isTaken: () => boolean,
): Line {
  const pieces: Buffer[] = [];
  let length = 0;
  let parses = false;
  let quiet: NodeJS.Timeout | undefined;
  const before = (piece: Buffer) => {
    parses = true;
    quiet?.refresh();
    if (isTaken()) pieces.length = 0;
    else if (length < compressedBytes) {
      pieces.push(piece);
      length += piece.length;
    }
  };
  const after = () => {
    parses = false;
  };
  socket.prependListener('data', before);
  socket.on('data', after);
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => (parses ? socket : destroy(error));
  return {
    bytes: () => Buffer.concat(pieces),
    whenQuiet(act) {
      quiet = setTimeout(act, Math.min(QUIET_MS, idleMs));
    },
    letGo() {
      clearTimeout(quiet);
      socket.off('data', before);
      socket.off('data', after);
      Reflect.deleteProperty(socket, 'destroy');
    },
  };
}
