// A proxy that opens tunnels to this computer, or refuses them with the words a test gives it, and keeps what it saw.
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface RawProxy {
  readonly port: number;
  readonly targets: string[];
  /** The pairs that were sent, decoded; undefined where none was. */
  readonly signIns: (string | undefined)[];
  /** Everything that went through, as latin-1. */
  through(): string;
  stop(): void;
}

export interface RawProxyOptions {
  /** Status and words of its refusal. */
  readonly refuses?: string;
  /** Header lines of its refusal. */
  readonly says?: readonly string[];
  /** The pair it takes; it refuses any other. */
  readonly takes?: string;
  /** Takes the connection and never says a word. */
  readonly silent?: boolean;
  /** What it says in place of HTTP. */
  readonly garbles?: string;
}

export async function startRawProxy(options: RawProxyOptions = {}): Promise<RawProxy> {
  const { refuses, says = [], takes, silent = false, garbles } = options;
  const [targets, signIns, open] = [
    [] as string[],
    [] as (string | undefined)[],
    new Set<Socket>(),
  ];
  let through = '';
  const proxy: Server = createServer((_request, response) => {
    response.writeHead(405).end();
  });
  proxy.on('connect', (request, client: Socket) => {
    open.add(client);
    client.on('error', () => undefined);
    targets.push(request.url ?? '');
    const pair = pairIn(request.headers['proxy-authorization']);
    signIns.push(pair);
    if (silent) return;
    if (garbles !== undefined) {
      client.end(garbles);
      return;
    }
    if (refuses !== undefined || (takes !== undefined && pair !== takes)) {
      const head = [`HTTP/1.1 ${refuses ?? '407 Proxy Authentication Required'}`, ...says];
      client.end(`${head.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(Number((request.url ?? '').split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    });
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      through += chunk.toString('latin1');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => client.write(chunk));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    targets,
    signIns,
    through: () => through,
    stop() {
      for (const socket of open) socket.destroy();
      proxy.close();
    },
  };
}

function pairIn(header: string | undefined): string | undefined {
  const [, sent] = /^Basic (.+)$/.exec(header ?? '') ?? [];
  return sent === undefined ? undefined : Buffer.from(sent, 'base64').toString();
}
