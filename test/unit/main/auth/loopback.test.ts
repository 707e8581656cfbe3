// The listener for a browser's answer: one address, one answer, a time limit, and nothing of a request displayed.
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  listenForBrowser,
  type Loopback,
  SIGN_IN_LIMIT_MS,
} from '../../../../main/auth/loopback.ts';
import { failureOf } from '../../../../main/problem.ts';

const open: Loopback[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function listening(options?: Parameters<typeof listenForBrowser>[0]) {
  const loopback = await listenForBrowser(options);
  open.push(loopback);
  return { loopback, address: new URL(loopback.address) };
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

function ask(address: URL | string, { method = 'GET', headers = {} }: Asked = {}) {
  return new Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }>(
    (resolve, reject) => {
      const call = request(address, { method, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
        });
      });
      call.on('error', reject);
      call.end();
    },
  );
}

const reachable = (port: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

describe('AUT-03 the loopback listener', () => {
  it('AUT-03 is on the loopback address alone, at a random port and a path nobody can guess', async () => {
    const [one, other] = [await listening(), await listening()];
    expect(one.address.hostname).toBe('127.0.0.1');
    expect(one.address.port).not.toBe(other.address.port);
    expect(one.address.pathname).not.toBe(other.address.pathname);
    expect(one.address.pathname.slice(1)).toMatch(/^[\w-]{32}$/);
  });

  it('AUT-03 other paths, methods and names of the host are refused, and the wait goes on', async () => {
    const { loopback, address } = await listening();
    const coming = loopback.answer(() => true);
    const at = (path: string) => new URL(path, address.origin);
    const refused: [URL, Asked | undefined, number][] = [
      [at('/'), undefined, 404],
      [at('/favicon.ico'), undefined, 404],
      [at(`${address.pathname}/more?state=s`), undefined, 404],
      [at(address.pathname.toUpperCase()), undefined, 404],
      [address, { method: 'POST' }, 405],
      [address, { method: 'HEAD' }, 405],
      [address, { method: 'OPTIONS' }, 405],
      [address, { headers: { Host: 'evil.example.test' } }, 421],
      [address, { headers: { Host: `localhost:${address.port}` } }, 421],
      [address, { headers: { Host: '127.0.0.1' } }, 421],
    ];
    for (const [to, asked, status] of refused) expect((await ask(to, asked)).status).toBe(status);
    const right = new URL(`${address.href}?state=s&code=c`);
    expect((await ask(right)).status).toBe(200);
    expect((await coming).href).toBe(right.href);
  });

  it('AUT-03 AUT-05 one answer is taken, then the port is closed; what is not ours is ignored', async () => {
    const { loopback, address } = await listening();
    const coming = loopback.answer(({ searchParams }) => searchParams.get('state') === 'ours');
    expect((await ask(`${address.href}?state=theirs&code=evil`)).status).toBe(404);
    expect((await ask(address)).status).toBe(404);
    expect((await ask(`${address.href}?state=ours&code=1`)).status).toBe(200);
    expect((await coming).searchParams.get('code')).toBe('1');
    await expect.poll(() => reachable(address.port)).toBe(false);
  });

  it('AUT-05 before anybody waits, an answer does nothing', async () => {
    const { address } = await listening();
    expect((await ask(`${address.href}?state=s`)).status).toBe(404);
  });

  it('AUT-03 after its time nobody is let in, and a cancelled wait ends at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const late = await listening();
    let error: unknown;
    const nobody = late.loopback.answer(() => true).catch((e: unknown) => (error = e));
    await vi.advanceTimersByTimeAsync(SIGN_IN_LIMIT_MS - 1);
    expect([error, await reachable(late.address.port)]).toEqual([undefined, true]);
    await vi.advanceTimersByTimeAsync(1);
    await nobody;
    expect(failureOf(error)?.kind).toBe('sign-in-needed');
    vi.useRealTimers();
    await expect.poll(() => reachable(late.address.port)).toBe(false);
    const stop = new AbortController();
    const cancelled = await listening();
    const waiting = cancelled.loopback.answer(() => true, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await expect.poll(() => reachable(cancelled.address.port)).toBe(false);
  });

  it('AUT-03 the page is static, in the browser’s language, and shows nothing of the request', async () => {
    const { loopback, address } = await listening();
    const coming = loopback.answer(({ searchParams }) => searchParams.has('last'));
    const probe = '<script>alert(1)</script>';
    const evil = `${address.href}?state=${encodeURIComponent(probe)}&error=marker-error`;
    const norwegian = await ask(evil, { headers: { 'Accept-Language': 'fr, nb-NO;q=0.9, en' } });
    expect(norwegian.text).toContain('Ingen venter');
    expect(norwegian.text).not.toMatch(/script|marker-error/);
    const english = await ask(`${address.href}?last=1&code=marker-code`);
    await coming;
    expect(english.text).toContain('Steward has received the answer');
    expect(english.text).not.toContain('marker-code');
    const { headers } = english;
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect([headers['cache-control'], headers['referrer-policy'], headers.connection]).toEqual([
      ...['no-store', 'no-referrer', 'close'],
    ]);
  });

  it('AUT-03 a thousand connections that say nothing do not keep the answer out', async () => {
    const { loopback, address } = await listening();
    const coming = loopback.answer(() => true);
    const idle = Array.from({ length: 1000 }, () => connect(Number(address.port), '127.0.0.1'));
    for (const socket of idle) socket.on('error', () => undefined);
    try {
      // Those above the limit are turned away at once; those below give way when they have said nothing for a while.
      const answered = async () =>
        (await ask(`${address.href}?code=1`).catch(() => undefined))?.status;
      await expect.poll(answered, { interval: 250 }).toBe(200);
      await coming;
    } finally {
      for (const socket of idle) socket.destroy();
    }
  });
});
