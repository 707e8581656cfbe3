// Keeps verified connections of one origin and identity open between exchanges; nothing is shared with another pool (TLS-05).
import type { Socket } from 'node:net';
import type { Secured } from './secure-connection.ts';

/** One connection lent to one exchange. */
export interface PooledConnection {
  readonly socket: Socket;
  readonly protocol: string;
  readonly reused: boolean;
  /** Gives it back for the next exchange. Whoever does not, destroys the socket. */
  release(): void;
}

export interface Pool {
  take(signal: AbortSignal): Promise<PooledConnection>;
  /** Idle connections end now; lent ones end when they come back. */
  close(): void;
}

/** Shorter than servers usually keep a silent connection, so that ours is not the one that finds it closed. */
const IDLE_MS = 20_000;

interface Idle {
  readonly secured: Secured;
  /** Takes it out of the store, ready to be used. */
  readonly wake: () => void;
}

/** `open` must answer only connections whose server is verified. */
export function createPool(open: (signal: AbortSignal) => Promise<Secured>): Pool {
  const idle: Idle[] = [];
  let closed = false;

  const lend = (secured: Secured, reused: boolean): PooledConnection => ({
    socket: secured.socket,
    protocol: secured.protocol,
    reused,
    release: () => {
      const { socket } = secured;
      if (closed || socket.destroyed || !socket.writable) socket.destroy();
      else lay(secured, idle);
    },
  });

  return {
    async take(signal) {
      // The newest first: after a warm-up the write goes out on the very same connection.
      for (let entry = idle.at(-1); entry !== undefined; entry = idle.at(-1)) {
        entry.wake();
        if (!entry.secured.socket.destroyed) return lend(entry.secured, true);
      }
      return lend(await open(signal), false);
    },
    close() {
      closed = true;
      for (const { secured } of [...idle]) secured.socket.destroy();
    },
  };
}

/** An idle connection that says anything, ends or grows old is thrown away: an answer nobody asked for poisons the next. */
function lay(secured: Secured, idle: Idle[]): void {
  const { socket } = secured;
  const drop = () => socket.destroy();
  const timer = setTimeout(drop, IDLE_MS);
  timer.unref();
  const entry: Idle = {
    secured,
    wake: () => {
      clearTimeout(timer);
      const at = idle.indexOf(entry);
      if (at >= 0) idle.splice(at, 1);
      for (const event of ['data', 'end', 'error']) socket.removeListener(event, drop);
      socket.removeListener('close', entry.wake);
      socket.ref();
    },
  };
  for (const event of ['data', 'end', 'error']) socket.on(event, drop);
  socket.on('close', entry.wake);
  socket.unref();
  idle.push(entry);
}
