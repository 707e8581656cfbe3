// An attacker's HTTP server on this computer: it records whatever reaches it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Attacker {
  /** Where it would hear of `name`. */
  readonly at: (name: string) => string;
  /** Names that were asked for, and every connection as such. */
  readonly hits: readonly string[];
  stop(): Promise<void>;
}

/** `pages`: what it serves itself, for a browser that is let in on purpose. */
export async function startAttacker(
  pages: (at: Attacker['at']) => Readonly<Record<string, string>> = () => ({}),
): Promise<Attacker> {
  const hits: string[] = [];
  let own: Readonly<Record<string, string>> = {};
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    const page = own[name];
    if (page === undefined) hits.push(name);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  server.on('connection', () => hits.push('connection'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const at = (name: string) => `http://127.0.0.1:${String(port)}/${name}`;
  own = pages(at);
  return {
    at,
    hits,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
