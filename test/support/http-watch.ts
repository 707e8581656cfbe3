// What Node tells of HTTP in this process: bytes the client has read, and what waits in memory to be sent.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage, OutgoingMessage } from 'node:http';
import type { Socket } from 'node:net';

const REQUESTS = 'http.client.request.created';
const CALLS = 'http.server.request.start';

/** Of the client, by their own ports, as long as they are open. */
const sockets = new Map<number, Socket>();
/** By the port of the server: the most that was read on one connection. */
const mostRead = new Map<number, number>();

subscribe(REQUESTS, (message) => {
  (message as { readonly request: ClientRequest }).request.once('socket', (socket: Socket) => {
    const { localPort, remotePort: server } = socket;
    if (localPort === undefined || server === undefined) return;
    if (sockets.get(localPort) === socket) return;
    sockets.set(localPort, socket);
    socket.once('close', () => {
      sockets.delete(localPort);
      noteRead(server, socket);
    });
  });
});

function noteRead(server: number, { bytesRead }: Socket): void {
  mostRead.set(server, Math.max(mostRead.get(server) ?? 0, bytesRead));
}

/** The most bytes that the client has read on one of its connections to this port of a server. */
export function mostReadFrom(server: number): number {
  for (const socket of sockets.values()) if (socket.remotePort === server) noteRead(server, socket);
  return mostRead.get(server) ?? 0;
}

/** Runs `then` once the client has read so many bytes more on its connection from this port: what it does with them is done. */
export function whenRead(port: number, bytes: number, then: () => void): void {
  const socket = sockets.get(port);
  if (socket === undefined) throw new Error(`The client has no connection from port ${port}.`);
  let left = bytes;
  const read = (chunk: Buffer) => {
    left -= chunk.length;
    if (left > 0) return;
    socket.off('data', read);
    then();
  };
  socket.on('data', read);
}

export interface Waiting {
  /** In requests of the client, and in answers of servers: the most that was written and had not left for the system. */
  readonly requests: number;
  readonly answers: number;
  /** The most of the answers' bodies that had come to the client and was not yet `taken`. */
  readonly received: number;
}

export interface Watched {
  /** What was written of the newest request and has not left for the system. */
  readonly unsent: () => number;
  /** So many bytes of what came have gone where they belong. */
  readonly taken: (bytes: number) => void;
  /** Resolves when the client lets no more of the newest answer in, or nothing more of it comes. */
  readonly stopped: () => Promise<void>;
}

/** The most bytes of bodies that waited in memory at once while `work` ran. */
export async function mostWaiting(work: (watched: Watched) => Promise<unknown>): Promise<Waiting> {
  const most = { requests: 0, answers: 0, received: 0 };
  let waiting = 0;
  let asking: ClientRequest | undefined;
  let newest: IncomingMessage | undefined;
  const watch = (outgoing: OutgoingMessage, side: 'requests' | 'answers') => {
    const write = outgoing.write.bind(outgoing) as (...given: unknown[]) => boolean;
    outgoing.write = (...given: unknown[]) => {
      const goesOn = write(...given);
      most[side] = Math.max(most[side], outgoing.writableLength);
      return goesOn;
    };
  };
  const asked = (message: unknown) => {
    const { request } = message as { readonly request: ClientRequest };
    asking = request;
    watch(request, 'requests');
    request.once('response', (answer: IncomingMessage) => {
      newest = answer;
      const emit = answer.emit.bind(answer) as (...given: unknown[]) => boolean;
      // Not as a listener, which would make it flow.
      answer.emit = (name: string, ...given: unknown[]) => {
        if (name === 'data') waiting += (given[0] as Buffer).length;
        most.received = Math.max(most.received, waiting);
        return emit(name, ...given);
      };
    });
  };
  const called = (message: unknown) => {
    watch((message as { readonly response: OutgoingMessage }).response, 'answers');
  };
  subscribe(REQUESTS, asked);
  subscribe(CALLS, called);
  try {
    await work({
      unsent: () => asking?.writableLength ?? 0,
      taken: (bytes) => void (waiting -= bytes),
      stopped: () =>
        new Promise((resolve) => {
          const answer = newest;
          if (answer === undefined || answer.readableEnded || answer.isPaused()) {
            resolve();
            return;
          }
          const stop = () => {
            answer.off('pause', stop).off('close', stop);
            resolve();
          };
          answer.on('pause', stop).on('close', stop);
        }),
    });
  } finally {
    unsubscribe(REQUESTS, asked);
    unsubscribe(CALLS, called);
  }
  return most;
}
