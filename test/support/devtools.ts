// One target of a browser, steered over its debug port without a library that answers question boxes by itself.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
}

export interface Devtools {
  readonly url: string;
  /** Resolves with the result; undefined when the target is gone before it answers. */
  send(method: string, params?: object): Promise<Message['result'] | undefined>;
  on(method: string, hear: (params: NonNullable<Message['params']>) => void): void;
  /** When the browser has closed the connection. */
  readonly gone: Promise<unknown>;
  close(): void;
}

/** The first page of the browser that listens at this port. */
export async function openDevtools(port: string): Promise<Devtools> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`);
  const targets = (await list.json()) as readonly { type: string; url: string; id: string }[];
  const page = targets.find(({ type }) => type === 'page');
  if (page === undefined) throw new Error('The browser has no page.');
  const socket = await upgraded(`http://127.0.0.1:${port}/devtools/page/${page.id}`);
  const answers = new Map<number, (result: Message['result']) => void>();
  const hearers = new Map<string, (params: NonNullable<Message['params']>) => void>();
  let last = 0;
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => {
      for (const answer of answers.values()) answer(undefined);
      resolve();
    });
  });
  // A browser that ends resets its connections.
  socket.on('error', () => undefined);
  readTexts(socket, (text) => {
    const { id, method, params, result } = JSON.parse(text) as Message;
    if (id !== undefined) answers.get(id)?.(result);
    if (method !== undefined) hearers.get(method)?.(params ?? {});
  });
  return {
    url: page.url,
    send: (method, params = {}) =>
      new Promise((resolve) => {
        last += 1;
        answers.set(last, resolve);
        if (socket.destroyed) resolve(undefined);
        else socket.write(framed(JSON.stringify({ id: last, method, params })));
      }),
    on: (method, hear) => void hearers.set(method, hear),
    gone,
    close: () => void socket.destroy(),
  };
}

async function upgraded(address: string): Promise<Socket> {
  const key = Buffer.alloc(16, 1).toString('base64');
  const request = get(address, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': key,
      'sec-websocket-version': '13',
    },
  });
  const [, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Socket];
  return socket;
}

/** RFC 6455: one masked text frame; a mask of zeros leaves the bytes as they are. */
function framed(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt8(0x81, 0);
  head.writeUInt8(0x80 | 126, 1);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/** Text frames of a server, which are not masked; the browser sends each message in one frame. */
function readTexts(socket: Socket, hear: (text: string) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const short = waiting.length < 2 ? 0 : waiting.readUInt8(1);
      const start = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (waiting.length < start) return;
      const length =
        short === 127
          ? Number(waiting.readBigUInt64BE(2))
          : short === 126
            ? waiting.readUInt16BE(2)
            : short;
      if (waiting.length < start + length) return;
      const text = waiting.toString('utf8', start, start + length);
      if ((waiting.readUInt8(0) & 0x0f) === 1) hear(text);
      waiting = waiting.subarray(start + length);
    }
  });
}
