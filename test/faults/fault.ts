// What a fault is, what it does to one exchange, and how the call may end.
import type { Socket } from 'node:net';
import type { TLSSocket, TlsOptions } from 'node:tls';
import type { FailureKind } from '../../preload/result.ts';
import type { Answer } from '../platform/call.ts';
import type { Chance } from '../platform/randomness.ts';
import type { OperationId } from './operations.ts';

/**
 * `ok` done and said so · `copy` a read answered from the labelled copy on this computer · `rejected` the server
 * surely did not do it · `notsent` no byte of the call left · `unknown` it may have been done · `salvage` something
 * came back that is kept but not understood · `internal` the program has no words for it: never expected.
 */
export type Outcome = 'ok' | 'copy' | 'rejected' | 'notsent' | 'unknown' | 'salvage' | 'internal';

export type Group = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** One exchange at the sick server. */
export interface Scene {
  readonly tls: TLSSocket;
  /** The connection below TLS. */
  readonly raw: Socket;
  readonly operation: OperationId;
  readonly variant: number;
  /** How many requests of the operation came before this one in this case. */
  readonly earlier: number;
  readonly chance: Chance;
  readonly evil: EvilAddresses;
  /** The model does what it was asked and counts it. */
  act(): Answer;
  say(bytes: Buffer | string): Promise<void>;
  /** FIN after what was said. */
  hangUp(): void;
  /** TCP reset. */
  reset(): void;
  /** The whole secret is on its way in an answer of at most 1 MB (OTS-03), and nothing will take it back. */
  delivered(): void;
  readonly closed: boolean;
  pause(ms: number): Promise<void>;
}

export interface EvilAddresses {
  readonly http: string;
  readonly https: string;
}

/** Where the connection of a fault points when it is not the sick server itself. */
export type Place = 'server' | 'closed-port' | 'no-such-name' | 'proxy-407' | 'proxy-502';

export interface Expectation {
  readonly read: readonly Outcome[];
  /** Creating and rotating. */
  readonly secret: readonly Outcome[];
  readonly rename: readonly Outcome[];
  readonly remove: readonly Outcome[];
}

export interface Fault {
  readonly id: string;
  readonly title: string;
  /** Number of variants (cut positions, statuses); 1 when left out. */
  readonly variants?: number;
  /** Left out: all six. */
  readonly operations?: readonly OperationId[];
  readonly expect: Expectation;
  /** Every failure must be of one of these kinds (and name this problem). */
  readonly says?: { readonly kinds: readonly FailureKind[]; readonly problem?: string };
  /** Waits for time limits of the product: run side by side with the others of its kind, and not in `npm test`. */
  readonly slow?: boolean;
  /** Makes what is costly to make, before anything is measured. */
  readonly prepare?: () => void;
  readonly place?: Place;
  /** Takes the connection before TLS; otherwise TLS begins. */
  readonly onConnection?: (raw: Socket, variant: number) => void;
  /** Another TLS set-up than the healthy one. */
  readonly tls?: (parts: TlsParts) => Promise<TlsOptions>;
  /** Called on the first bytes of the operation, before the request is whole. */
  readonly onFirstBytes?: (scene: Scene) => void;
  readonly onRequest?: (scene: Scene) => Promise<void> | void;
  /** Called after a request before the operation (the warm-up) was answered. */
  readonly afterOther?: (scene: Pick<Scene, 'variant' | 'reset'>) => Promise<void>;
}

export interface TlsParts {
  readonly variant: number;
  readonly healthy: TlsOptions;
  /** A server certificate for localhost with the given faults. */
  certificate(order: {
    readonly authority: 'platform' | 'unknown' | 'client-p12';
    readonly hosts?: readonly string[];
    readonly notBefore?: Date;
    readonly notAfter?: Date;
  }): Promise<Pick<TlsOptions, 'key' | 'cert'>>;
}

const OK: readonly Outcome[] = ['ok'];
const failed: readonly Outcome[] = ['notsent', 'rejected', 'unknown', 'salvage', 'copy'];

/** The same class for every write; a read may fail in any honest way. */
export const writes = (...outcomes: readonly Outcome[]): Expectation => ({
  read: outcomes.includes('ok') ? [...OK, ...failed] : failed,
  secret: outcomes,
  rename: outcomes,
  remove: outcomes,
});

export const notSent = writes('notsent');
export const unknown = writes('unknown');
export const rejected = writes('rejected');
export const fine: Expectation = { read: OK, secret: OK, rename: OK, remove: OK };
/** Done, and the answer cannot be relied on. */
export const unclear = writes('unknown', 'salvage');
/** The program may see through it, or say that it does not. */
export const fineOrUnclear = writes('ok', 'unknown', 'salvage');

/** An HTTP answer as bytes, with the true length unless told otherwise. */
export function http(
  status: number | string,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
  body: Buffer | string = '',
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  const framed = 'Content-Length' in headers || 'Transfer-Encoding' in headers;
  const all = { ...headers, ...(framed ? {} : { 'Content-Length': String(bytes.length) }) };
  const lines = Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`, 'latin1'),
    bytes,
  ]);
}

/** The model's own answer as bytes. */
export function honest(
  answer: Answer,
  more: Readonly<Record<string, string>> = {},
  body: Buffer | string = answer.body ?? '',
): Buffer {
  const bare = answer.status === 204 ? { 'Content-Length': '' } : {};
  return http(answer.status, answer.reason, { ...answer.headers, ...bare, ...more }, body);
}

/** Whether the bytes of a (cut, wrapped) JSON answer hold the whole one-time secret of the true answer. */
export function holdsSecret(bytes: Buffer | string, answer: Answer): boolean {
  const written = /"Secret":"((?:[^"\\]|\\.)*)"/.exec(answer.body ?? '')?.[1];
  return written !== undefined && bytes.includes(written);
}

export interface Case {
  readonly fault: Fault;
  readonly operation: OperationId;
  readonly variant: number;
}
