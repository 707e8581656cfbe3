// File transfers over real TLS: constant memory, exact bytes, cancellation, early answers, and back pressure.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { UploadSource } from '../../../../main/http/streams.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import type { ExchangeProblem, ExchangeRequest } from '../../../../main/http/exchange.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { mostWaiting } from '../../../support/http-watch.ts';
import { routeTo, testPki } from '../../../support/raw-server.ts';

const MIB = 1024 * 1024;
/** The most that Node reads from a connection at once. */
const CHUNK = 64 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function start(act: (request: IncomingMessage, response: ServerResponse) => void) {
  const pki = await testPki();
  const { keyPem: key, chainPem: cert } = pki.server;
  const server: Server = createServer({ key, cert }, act);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const transport = createTransport();
  ends.push(
    () => {
      transport.close();
    },
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const route = routeTo(origin, pki);
  return (change: Partial<ExchangeRequest>) =>
    transport.exchange({
      route,
      method: 'POST',
      address: new URL(`${origin}/api/file`),
      headers: {},
      ...change,
    });
}

/** `bytes` of a pattern; `holds` of them are really there. */
function sourceOf(bytes: number, holds = bytes): UploadSource & { readonly given: () => number } {
  let at = 0;
  return {
    name: 'report.pdf',
    bytes,
    given: () => at,
    read(into) {
      const got = Math.min(into.length, holds - at);
      for (let i = 0; i < got; i += 4096) into.fill((at + i) % 251, i, Math.min(i + 4096, got));
      at += got;
      return Promise.resolve(got);
    },
    close: () => Promise.resolve(),
  };
}

async function hashOf(source: UploadSource): Promise<string> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(MIB);
  for (;;) {
    const got = await source.read(buffer);
    if (got === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, got));
  }
}

const takeAll = (request: IncomingMessage, then: (hash: string, bytes: number) => void) => {
  const hash = createHash('sha256');
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  request.on('end', () => {
    then(hash.digest('hex'), bytes);
  });
};

const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as ExchangeProblem,
  );

describe('a file on its way out', () => {
  it.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB + 7])(
    'LIM-05 %i bytes arrive as they are, with their length said before',
    async (bytes) => {
      let seen: unknown;
      const ask = await start((request, response) => {
        takeAll(request, (hash, count) => {
          seen = { hash, count, length: request.headers['content-length'] };
          response.end('done');
        });
      });
      const steps: number[] = [];
      const answer = await ask({ body: sourceOf(bytes), sent: (sent) => steps.push(sent) });
      expect(answer.status).toBe(200);
      const hash = await hashOf(sourceOf(bytes));
      expect(seen).toEqual({ hash, count: bytes, length: String(bytes) });
      expect(steps.at(-1) ?? 0).toBe(bytes);
      expect(steps).toEqual([...steps].sort((a, b) => a - b));
    },
  );

  it('LIM-05 UPL-01 at most four pieces of 512 KiB are in memory, however large the file and slow the server', async () => {
    const full = Promise.withResolvers<undefined>();
    const ask = await start((request, response) => {
      // Nothing is taken before no more is sent.
      request.pause();
      void full.promise.then(() => request.resume());
      request.on('end', () => response.end());
    });
    const source = sourceOf(32 * MIB);
    let [gone, most] = [0, 0];
    const watched: UploadSource = {
      ...source,
      async read(into) {
        const got = await source.read(into);
        most = Math.max(most, source.given() - gone);
        if (source.given() - gone >= 2 * MIB) full.resolve(undefined);
        return got;
      },
    };
    const { status } = await ask({ body: watched, sent: (bytes) => (gone = bytes) });
    expect([status, gone, most]).toEqual([200, 32 * MIB, 2 * MIB]);
  });

  it('FIL-06 UPL-04 a file that became shorter ends the exchange as changed meanwhile', async () => {
    let whole = false;
    const ask = await start((request) => {
      request.on('error', () => undefined);
      request.on('end', () => (whole = true));
      request.resume();
    });
    const problem = await problemOf(ask({ body: sourceOf(3 * MIB, 2 * MIB) }));
    expect(problem?.failure).toMatchObject({ kind: 'file', problem: 'changed-meanwhile' });
    expect(whole).toBe(false);
  });

  it('CAN-02 a cancel in the middle leaves it open whether it was done', async () => {
    const stop = new AbortController();
    const ask = await start((request) => {
      request.on('error', () => undefined);
      request.resume();
    });
    const problem = await problemOf(
      ask({
        body: sourceOf(512 * MIB),
        signal: stop.signal,
        sent: (bytes) => {
          if (bytes > 4 * MIB) stop.abort();
        },
      }),
    );
    expect(problem?.failure.kind).toBe('cancelled');
    expect(problem?.broken.sent).toBe('maybe');
  });

  it('UPL-02 an answer before the end counts, and the rest never becomes the next request', async () => {
    const ask = await start((request, response) => {
      if (request.method === 'GET') response.end('[]');
      else response.writeHead(413, 'File Too Large').end();
    });
    const answer = await ask({ body: sourceOf(64 * MIB) });
    expect([answer.status, answer.reason]).toEqual([413, 'File Too Large']);
    expect((await ask({ method: 'GET' })).body.toString()).toBe('[]');
  });
});

describe('a body that goes to a receiver', () => {
  const send = (bytes: number) => (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Length': String(bytes), 'Content-Type': 'x/y' });
    let left = bytes;
    const more = () => {
      while (left > 0) {
        const chunk = Buffer.alloc(Math.min(left, 65_536), left % 251);
        left -= chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  };

  itAtLength(
    'LIM-05 is taken piece by piece, one at a time, in order, and waits for a slow receiver: little of it is in memory',
    async () => {
      const ask = await start(send(64 * MIB));
      let busy = 0;
      let most = 0;
      let longest = 0;
      let bytes = 0;
      const hash = createHash('sha256');
      const { received } = await mostWaiting(async ({ taken, stopped }) => {
        const answer = await ask({
          method: 'GET',
          receive: () => async (chunk) => {
            busy += 1;
            most = Math.max(most, busy);
            longest = Math.max(longest, chunk.length);
            // Slower than what comes: until no more is let in, or nothing more comes.
            await stopped();
            hash.update(chunk);
            bytes += chunk.length;
            busy -= 1;
            taken(chunk.length);
          },
        });
        expect([bytes, answer.bytes, answer.body.length, answer.received]).toEqual([
          64 * MIB,
          64 * MIB,
          0,
          true,
        ]);
      });
      expect(most).toBe(1);
      // A piece that is being taken, one that waits for it, and the chunk with which it was enough.
      expect(longest).toBeLessThan(MIB + CHUNK);
      expect(received).toBeLessThan(2 * (MIB + CHUNK));
      const whole = createHash('sha256');
      for (let left = 64 * MIB; left > 0; left -= 65_536)
        whole.update(Buffer.alloc(65_536, left % 251));
      expect(hash.digest('hex')).toBe(whole.digest('hex'));
    },
  );

  it('a receiver that fails ends the exchange with its own reason', async () => {
    const ask = await start(send(8 * MIB));
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const problem = await problemOf(
      ask({ method: 'GET', receive: () => () => Promise.reject(full) }),
    );
    expect(problem?.broken.sent).toBe('maybe');
    expect(problem?.failure.kind).not.toBe('cancelled');
  });

  it('a body cut in the middle is a failure, not a short file', async () => {
    const ask = await start((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000000' });
      response.write(Buffer.alloc(5000), () => response.destroy());
    });
    let bytes = 0;
    const problem = await problemOf(
      ask({
        method: 'GET',
        receive: () => (chunk) => {
          bytes += chunk.length;
          return Promise.resolve();
        },
      }),
    );
    expect(problem?.broken.connectionFault).toBe(true);
    expect(bytes).toBeLessThanOrEqual(5000);
  });

  it('what is no success is collected as always', async () => {
    const ask = await start((_request, response) => {
      response.writeHead(404, 'Not Here').end('{}');
    });
    const receive = () => () => Promise.reject(new Error('never'));
    const answer = await ask({ method: 'GET', receive });
    expect([answer.status, answer.body.toString(), answer.received]).toEqual([404, '{}', false]);
  });
});
