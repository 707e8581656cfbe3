// Uploads over real TLS: early refusals count, what breaks off is not confirmed, and the token outlives the sending.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AuthHeaders } from '../../../../main/auth/sign-ins.ts';
import type { UploadSource } from '../../../../main/http/streams.ts';
import { createLongXmlReader } from '../../../../main/http/long-xml.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import { startThread } from '../../../support/threads.ts';
import { createPlatformClient } from '../../../../main/platform/client.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { connectionTo } from '../../../support/connection-desk.ts';
import { JSON_TYPE, routeTo, testPki } from '../../../support/raw-server.ts';

const MIB = 1024 * 1024;
const path = 'api/my/messages/a1/attachments/streamedattachment';

function sourceOf(bytes: number) {
  const state = { given: 0, closed: false };
  const source: UploadSource = {
    name: 'a.pdf',
    bytes,
    read(into) {
      const got = Math.min(into.length, bytes - state.given);
      state.given += got;
      return Promise.resolve(got);
    },
    close: () => Promise.resolve(void (state.closed = true)),
  };
  return { state, source };
}

/** A platform that takes reads, and does with an upload what the test says; how it is signed in to changes little. */
async function desk(
  take: (request: IncomingMessage, response: ServerResponse) => void,
  way: 'certificate' | 'token' = 'certificate',
) {
  const pki = await testPki();
  const { keyPem: key, chainPem: cert } = pki.server;
  let posts = 0;
  const server = createServer({ key, cert }, (request, response) => {
    request.on('error', () => undefined);
    if (request.method === 'GET') {
      response.writeHead(200, JSON_TYPE).end('[]');
      return;
    }
    posts += 1;
    take(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${String((server.address() as AddressInfo).port)}`;
  const transport = createTransport();
  onTestFinished(() => {
    transport.close();
    server.closeAllConnections();
    server.close();
  });
  const lives: (number | undefined)[] = [];
  const headers: AuthHeaders =
    way === 'certificate'
      ? { headers: {}, certificate: true }
      : {
          headers: { Authorization: new Secret('Bearer t', new URL(origin).host) },
          certificate: false,
        };
  const connection = { ...connectionTo(origin), id: 'one' } as SavedConnection;
  const route = routeTo(origin, pki);
  const client = createPlatformClient(
    {
      connection,
      known: route,
      unknown: route,
      apiKey: undefined,
      authenticator: {
        authHeaders(_connection, _signal, leastMs) {
          lives.push(leastMs);
          return Promise.resolve(headers);
        },
        renew: () => Promise.resolve(undefined),
        discard: () => undefined,
        receiveCookies: () => undefined,
        drop: () => undefined,
      },
    },
    {
      transport,
      log: { warn: () => undefined },
      wait: () => Promise.resolve(),
      readLongXml: createLongXmlReader(startThread),
    },
  );
  const upload = (source: UploadSource, signal?: AbortSignal) =>
    client.upload({ path, signal }, source).then(() => undefined, failureOf);
  return { upload, posts: () => posts, lives };
}

describe('a platform that refuses before it has everything', () => {
  it.each([
    ['413', 'certificate', 413, 'File Too Large'],
    ['401 to a certificate', 'certificate', 401, 'Not you'],
    ['401 to a token', 'token', 401, 'Not you'],
    ['403', 'certificate', 403, 'Not this one'],
  ] as const)(
    'UPL-02 %s is shown as that, the upload stops, and nothing is sent again',
    async (_, way, status, reason) => {
      const { upload, posts } = await desk((_request, response) => {
        response.writeHead(status, reason).end();
      }, way);
      const { state, source } = sourceOf(256 * MIB);
      const failure = await upload(source);
      expect(failure).toMatchObject({ status, reason });
      expect(['refused', 'sign-in-needed']).toContain(failure?.kind);
      expect(posts()).toBe(1);
      expect(state.given).toBeLessThan(64 * MIB);
      expect(state.closed).toBe(true);
    },
  );

  it('UPL-02 ATK-23 a 401 after the last byte may come from behind what was done: not confirmed', async () => {
    const { upload, posts } = await desk((request, response) => {
      request.resume().on('end', () => response.writeHead(401, 'Not you').end());
    });
    expect(await upload(sourceOf(3 * MIB).source)).toMatchObject({ kind: 'outcome-unknown' });
    expect(posts()).toBe(1);
  });
});

describe('an upload that breaks off', () => {
  it.each([
    [
      'in its middle',
      (request: IncomingMessage) => request.once('data', () => request.socket.destroy()),
    ],
    [
      'before its answer',
      (request: IncomingMessage) => request.resume().on('end', () => request.socket.destroy()),
    ],
  ])('UPL-03 by a reset %s is not confirmed, and not sent again', async (_, act) => {
    const { upload, posts } = await desk(act);
    const { state, source } = sourceOf(16 * MIB);
    expect(await upload(source)).toMatchObject({ kind: 'outcome-unknown' });
    expect(posts()).toBe(1);
    expect(state.closed).toBe(true);
  });

  it('UPL-03 a server that takes no more for two minutes ends it, as not confirmed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { upload, posts } = await desk((request) => request.pause());
    const { state, source } = sourceOf(256 * MIB);
    let ended = false;
    const uploading = upload(source).finally(() => (ended = true));
    // Until nothing moves any more: the sockets on both sides hold some MiB.
    let before = -1;
    for (let still = 0; still < 200; still += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (posts() === 0 || state.given !== before) still = 0;
      before = state.given;
    }
    vi.advanceTimersByTime(119_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(await uploading).toMatchObject({ kind: 'outcome-unknown' });
    expect(state.given).toBeLessThan(64 * MIB);
  });
});

it('UPL-06 the upload asks for a token that holds for ten minutes more; no other call does', async () => {
  const { upload, lives } = await desk((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end());
  }, 'token');
  expect(await upload(sourceOf(3 * MIB).source)).toBeUndefined();
  expect(lives.at(-1)).toBe(600_000);
  expect(lives.slice(0, -1).every((ms) => ms === undefined)).toBe(true);
});
