// A tunnel through a proxy: CONNECT with Basic sign-in, then the bare socket. TLS and everything secret runs inside it.
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { domainToASCII } from 'node:url';
import { noProxyIn } from '../../preload/contract/rules.ts';
import type { Failure } from '../../preload/result.ts';
import { Problem } from '../problem.ts';
import { internalProblem } from '../problems.ts';
import type { Secret } from '../secret.ts';
import { bareHost, isAcceptableHost } from './host-names.ts';
import { cleanWords, readReason } from './reason.ts';
import { codeOf, failureFrom, OWN } from './tls-problems.ts';

export interface Proxy {
  readonly host: string;
  readonly port: number;
  readonly userName?: string | undefined;
  readonly password?: Secret | undefined;
}

/** Host and port, as what belongs to a proxy names it. */
export const placeOfProxy = ({ host, port }: Pick<Proxy, 'host' | 'port'>): string =>
  `${host.toLowerCase()}:${String(port)}`;

const MOST_HEADER_BYTES = 32 * 1024;

type Unreachable = Extract<Failure, { kind: 'unreachable' }>;

/** A socket whose other end is host:port. Throws Problem unreachable{proxy-...} naming the proxy, offline; aborts with the signal. */
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
      reject(refusal(proxy, answer));
    });
    // A proxy that is no proxy may answer CONNECT like any other request.
    asking.once('response', (answer) => {
      answer.destroy();
      reject(refusal(proxy, answer));
    });
    asking.on('error', (error) => {
      // What ends it says more than the library's word that it was ended.
      const why: unknown = signal.aborted ? signal.reason : error;
      const isCancelled = signal.aborted && codeOf(why) !== OWN.timedOut;
      reject(isCancelled ? error : silence(proxy, why));
    });
    asking.end();
  });
}

function signInHeader(proxy: Proxy): Record<string, string> {
  if (proxy.userName === undefined || proxy.userName === '') return {};
  const { password } = proxy;
  if (password?.isFor(placeOfProxy(proxy)) === false)
    throw internalProblem('The password belongs to another proxy.');
  const pair = `${proxy.userName}:${password?.expose() ?? ''}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

function refusal(proxy: Proxy, answer: IncomingMessage): Problem {
  const [status, reason] = [answer.statusCode ?? 0, readReason(answer.statusMessage)];
  const said = { host: proxy.host, status, reason } as const;
  const words = `${status} ${reason}`.trim();
  if (status !== 407) {
    const message = `The proxy did not open the connection: ${words}`;
    return trouble('proxy-refused', message, said);
  }
  const taken = schemesIn(answer.headersDistinct['proxy-authenticate'] ?? []);
  if (taken.length > 0 && !taken.some((scheme) => scheme.toLowerCase() === 'basic')) {
    const detail = cleanWords(taken.join(', '));
    const message = `The proxy takes only sign-in that Steward does not offer: ${detail}.`;
    return trouble('proxy-sign-in-unsupported', message, { ...said, detail });
  }
  return proxy.userName === undefined || proxy.userName === ''
    ? trouble('proxy-sign-in-needed', `The proxy asks for a user name and password: ${words}`, said)
    : trouble(
        'proxy-sign-in-refused',
        `The proxy refused the user name or password: ${words}`,
        said,
      );
}

/** The names of the ways of signing in that `Proxy-Authenticate` offers, each once (RFC 9110, 11.7.1). */
function schemesIn(headers: readonly string[]): string[] {
  const challenges = headers.flatMap((header) =>
    header
      // What is quoted may hold commas and words that look like a scheme.
      .replace(/"(?:[^"\\]|\\.)*"?/g, '')
      .split(',')
      .flatMap((part) => /^\s*([^\s=,]+)(?!\s*=)(?:\s|$)/.exec(part)?.[1] ?? []),
  );
  return [...new Set(challenges)];
}

/** Nobody listens, the name is unknown, nothing was said in time, or what was said is no HTTP. */
function silence({ host }: Proxy, error: unknown): Problem {
  const failure = failureFrom(error, { host, identity: false });
  if (failure.kind === 'offline') return new Problem(failure, error);
  const isCut = codeOf(error).startsWith('HPE_') || codeOf(error) === 'ECONNRESET';
  if (isCut) return trouble('proxy-refused', 'What answers there is not an http proxy.', { host });
  const problem = failure.kind === 'unreachable' ? failure.problem : 'network';
  const why = SILENCE[problem] ?? 'it cannot be reached';
  return trouble('proxy-unreachable', `The proxy does not answer: ${why}.`, { host });
}

const SILENCE: Partial<Record<Unreachable['problem'], string>> = {
  'name-not-found': 'its name is not known',
  refused: 'nothing listens on its port',
  'timed-out': 'nothing came in time',
};

function trouble(
  problem: Unreachable['problem'],
  message: string,
  about: Omit<Unreachable, 'kind' | 'problem' | 'message'>,
): Problem {
  return new Problem({ kind: 'unreachable', problem, message, ...about });
}

/** A setting of the system that names a proxy of a kind that is not spoken to: never a reason to go past it. */
export const unsupportedProxy = (setting: string): Problem =>
  trouble('proxy-unsupported', `Steward uses http proxies only, and the system names ${setting}.`, {
    host: '',
    detail: setting,
  });

/** A setting of the system that is no address of a proxy. `setting` must not be its text, which may hold a password. */
export const unreadableProxy = (setting: string): Problem =>
  trouble(
    'proxy-unreadable',
    `The setting of the system is no address of a proxy, such as http://proxy.example.org:3128: ${setting}.`,
    { host: '', detail: setting },
  );

/** A setting of the system that is a proxy script, or an answer of one: nothing here runs it. `setting` must not be its text. */
export const scriptAsProxy = (setting: string): Problem =>
  trouble(
    'proxy-script',
    `The setting of the system is a proxy script or an answer of one, and no address of a proxy: ${setting}.`,
    { host: '', detail: setting },
  );

/** As curl, browsers and most others have it where a setting or the answer of a script names no port. */
const USUAL_PORT = 80;

/** `host:port`, as the settings of a system have it; undefined when it is none. */
export function proxyAt(place: string): Proxy | undefined {
  const [, name = '', digits] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(place) ?? [];
  const host = name.startsWith('[') ? name : domainToASCII(name);
  const port = digits === undefined ? USUAL_PORT : Number(digits);
  if (!isAcceptableHost(host) || port < 1 || port > 65_535) return undefined;
  return { host: bareHost(host), port };
}

/**
 * A PAC-style answer (`DIRECT`, `PROXY host:port`, several after `;`) as a proxy, or undefined for a direct line. Problem
 * unreachable{proxy-unsupported, proxy-unreadable, proxy-script} when it names only proxies that cannot be used, or is no answer.
 */
export function proxyFromPac(answer: string): Proxy | undefined {
  const parts = answer.split(';').flatMap((part) => part.trim() || []);
  for (const part of parts) {
    if (part.toUpperCase() === 'DIRECT') return undefined;
    const proxy = isPlain(part) ? proxyAt(part.replace(/^\S+\s*/, '')) : undefined;
    if (proxy !== undefined) return proxy;
  }
  const [first] = parts;
  if (first === undefined) return undefined;
  if (isPlain(first)) throw unreadableProxy(cleanWords(first));
  if (isOther(first)) throw unsupportedProxy(cleanWords(first));
  throw noProxyIn(answer) === undefined ? unreadableProxy('PAC') : scriptAsProxy('PAC');
}

/** Only plain proxies are spoken to; SOCKS and proxies over TLS are passed over. */
const isPlain = (part: string) => /^(?:PROXY|HTTP)(?:\s|$)/i.test(part);
const isOther = (part: string) => /^(?:HTTPS|QUIC|SOCKS[45]?)(?:\s|$)/i.test(part);
