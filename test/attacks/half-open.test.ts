// Another account of this computer holds connections to the place where the browser brings the answer of a sign-in.
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { openSignInDesk, personWay } from '../support/sign-in-desk.ts';
import { visit } from '../support/sign-in-browser.ts';
import { valueOf } from '../support/steward.ts';
import { tell } from './report.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ identity: true });
});
afterAll(() => platform.stop());

/** Connections that are open here, whatever the other end makes of them. */
async function hold(port: number, count: number, says: string): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const ready = new Promise<Socket>((resolve) => {
      socket.once('connect', () => {
        if (says !== '') socket.write(says);
        resolve(socket);
      });
      socket.once('close', () => {
        resolve(socket);
      });
    });
    return ready;
  });
  return Promise.all(opened);
}

it.each([
  ['say nothing', ''],
  ['begin a request', 'GET / HT'],
  ['never end their headers', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y'],
  ['never send what they announce', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n'],
])('ATK-33 400 connections that %s do not keep the answer of a sign-in out', async (what, says) => {
  const held: Socket[] = [];
  const keptOut = Promise.withResolvers<string>();
  const desk = await openSignInDesk(platform, {
    shell: {
      async openExternal(address) {
        const { port } = new URL(address.searchParams.get('redirect_uri') ?? '');
        held.push(...(await hold(Number(port), 400, says)));
        visit(address.href, { caPem: platform.caPem }).catch((error: unknown) => {
          keptOut.resolve(`kept out: ${String(error)}`);
        });
      },
    },
  });
  onTestFinished(() => desk.stop());
  onTestFinished(() => {
    for (const socket of held) socket.destroy();
  });
  const connection = await desk.connect(personWay(platform));
  const stop = new AbortController();
  const began = desk.client.signIn.begin({ connection }, { signal: stop.signal });
  const signedIn = async () => {
    await began;
    return (await valueOf(desk.client.signIn.state({ connection }))).state;
  };
  const state = await Promise.race([signedIn(), keptOut.promise]);
  stop.abort();
  tell('ATK-33', `400 connections that ${what}`, state);
  expect(state).toBe('signed-in');
});
