// Attackers that listen on this computer over HTTP, TCP and UDP and record whatever reaches them.
import { createSocket, type Socket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import type { Attacker } from '../conformance/ways-out.ts';

export interface Listening extends Attacker {
  /** What arrived, by name of the way. */
  readonly hits: string[];
  stop(): Promise<void>;
}

/** A page that runs the script, served by the attacker itself. */
export const PAGE =
  '<!doctype html><title>Steward</title><body><script type="module" src="./probe.js"></script>';

export async function listenAsAttacker(script: (attacker: Attacker) => string): Promise<Listening> {
  const hits: string[] = [];
  const http = createHttpServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    // Its own page, for the counter-test in a browser without walls.
    if (name === 'page.html') response.setHeader('content-type', 'text/html').end(PAGE);
    else if (name === 'probe.js') {
      response.setHeader('content-type', 'text/javascript').end(script(ports));
    } else {
      hits.push(`http ${name}`);
      response.end();
    }
  });
  http.on('upgrade', (request, socket) => {
    hits.push(`http ${(request.url ?? '').slice(1)}`);
    socket.destroy();
  });
  const tcp = createServer((socket) => {
    hits.push('tcp');
    socket.destroy();
  });
  const udp: Socket = createSocket('udp4', () => hits.push('udp'));
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
  http.on('connection', () => hits.push('connection'));
  return {
    ...ports,
    hits,
    async stop() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      await new Promise((done) => tcp.close(done));
      await new Promise<void>((done) => udp.close(done));
    },
  };
}
