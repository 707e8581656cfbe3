// Attackers that listen on this computer over HTTP, TCP and UDP and record whatever reaches them.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Attacker } from '../conformance/ways-out.ts';

export interface Listening extends Attacker {
  /** What arrived, by name of the way. */
  readonly hits: readonly string[];
  /** Comes when what was sent before is among them: each listener has heard what was sent to it afterwards. */
  heard(): Promise<void>;
  stop(): Promise<void>;
}

/** A page that runs the script, served by the attacker itself. */
export const PAGE =
  '<!doctype html><title>Steward</title><body><script type="module" src="./probe.js"></script>';

export async function listenAsAttacker(script: (attacker: Attacker) => string): Promise<Listening> {
  const hits: { readonly name: string; readonly from: number | undefined }[] = [];
  /** The ports that `heard` sends from. */
  const own = new Set<number | undefined>();
  const hit = (name: string, from: number | undefined) => hits.push({ name, from });
  const http = createHttpServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    // Its own page, for the counter-test in a browser without walls.
    if (name === 'page.html') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (name === 'probe.js') {
      response.setHeader('content-type', 'text/javascript').end(script(ports));
    } else {
      hit(`http ${name}`, request.socket.remotePort);
      response.end();
    }
  });
  http.on('upgrade', (request, socket) => {
    hit(`http ${(request.url ?? '').slice(1)}`, request.socket.remotePort);
    socket.destroy();
  });
  const tcp = createServer((socket) => {
    hit('tcp', socket.remotePort);
    socket.destroy();
  });
  const udp: Socket = createSocket('udp4', (_text, { port }) => hit('udp', port));
  await Promise.all([
    new Promise<void>((done) => http.listen(0, '127.0.0.1', done)),
    new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done)),
    new Promise<void>((done) => udp.bind(0, '127.0.0.1', done)),
  ]);
  const ports: Attacker = {
    http: (http.address() as AddressInfo).port,
    tcp: (tcp.address() as AddressInfo).port,
    udp: udp.address().port,
  };
  // Any connection counts, also one whose request was never sent.
  http.on('connection', (socket) => hit('connection', socket.remotePort));
  return {
    ...ports,
    get hits() {
      return hits.filter(({ from }) => !own.has(from)).map(({ name }) => name);
    },
    async heard() {
      for (const port of [ports.http, ports.tcp]) {
        const socket = connect({ port, host: '127.0.0.1' });
        await once(socket, 'connect');
        own.add(socket.localPort);
        // One listener answers and ends, the other ends at once.
        socket.on('error', () => undefined).resume();
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
        await once(socket, 'close');
      }
      const socket = createSocket('udp4');
      await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
      const { port } = socket.address();
      own.add(port);
      const come = new Promise<void>((done) => {
        udp.on('message', (_text, from) => {
          if (from.port === port) done();
        });
      });
      socket.send('x', ports.udp, '127.0.0.1');
      await come;
      await new Promise<void>((done) => socket.close(done));
    },
    async stop() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      await new Promise((done) => tcp.close(done));
      await new Promise<void>((done) => udp.close(done));
    },
  };
}
