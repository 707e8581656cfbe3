// A tunnel through a proxy: CONNECT with Basic sign-in, then the bare socket. TLS and everything secret runs inside it.
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { readReason } from './reason.ts';
import { codeOf } from './tls-problems.ts';

export interface Proxy {
  readonly host: string;
  readonly port: number;
  readonly userName?: string | undefined;
  readonly password?: Secret | undefined;
}

const MOST_HEADER_BYTES = 32 * 1024;

/** A socket whose other end is host:port. Throws Problem unreachable{proxy-...} naming the proxy; aborts with the signal. */
export function openTunnel(
  proxy: Proxy,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const target = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return new Promise((resolve, reject) => {
    const asking = request({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: target,
      headers: { Host: target, ...signInHeader(proxy) },
      agent: false,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
    });
    asking.once('connect', (answer, socket: Socket, head) => {
      if (answer.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(refusal(proxy, answer.statusCode ?? 0, readReason(answer.statusMessage)));
    });
    // A proxy that is no proxy may answer CONNECT like any other request.
    asking.once('response', (answer) => {
      answer.destroy();
      reject(refusal(proxy, answer.statusCode ?? 0, readReason(answer.statusMessage)));
    });
    asking.on('error', (error) => {
      reject(signal.aborted ? error : unreachableProxy(proxy, error));
    });
    asking.end();
  });
}

function signInHeader(proxy: Proxy): Record<string, string> {
  if (proxy.userName === undefined || proxy.userName === '') return {};
  const pair = `${proxy.userName}:${proxy.password?.expose() ?? ''}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function refusal(proxy: Proxy, status: number, reason: string): Problem {
  const needsSignIn = status === 407;
  const words = `${status} ${reason}`.trim();
  return new Problem({
    kind: 'unreachable',
    host: proxy.host,
    problem: needsSignIn ? 'proxy-sign-in-needed' : 'proxy-refused',
    message: needsSignIn
      ? `The proxy asks for a user name and password: ${words}`
      : `The proxy did not open the connection: ${words}`,
  });
}

function unreachableProxy(proxy: Proxy, error: unknown): Problem {
  const unknown = codeOf(error).startsWith('EAI_') || codeOf(error) === 'ENOTFOUND';
  return new Problem({
    kind: 'unreachable',
    host: proxy.host,
    problem: unknown ? 'name-not-found' : 'proxy-refused',
    message: unknown ? 'The name of the proxy is not known.' : 'The proxy cannot be reached.',
  });
}

/** A PAC-style answer (`DIRECT`, `PROXY host:port`, several after `;`) as a proxy, or undefined for a direct line. */
export function proxyFromPac(answer: string): Proxy | undefined {
  for (const part of answer.split(';')) {
    const [kind = '', place = ''] = part.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return undefined;
    // Only plain proxies are spoken to; SOCKS and proxies over TLS are passed over.
    if (!['PROXY', 'HTTP'].includes(kind.toUpperCase())) continue;
    const match = /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(place);
    if (match?.[1] === undefined) continue;
    return { host: match[1].replace(/^\[|\]$/g, ''), port: Number(match[2]) };
  }
  return undefined;
}
