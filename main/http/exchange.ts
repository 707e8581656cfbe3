// One exchange over HTTPS: its route, request, answer and limits, and how far it came when it broke.
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { Proxy } from './proxy.ts';
import type { UploadSource } from './streams.ts';

/** Who we are towards exactly one origin. Key and chain are PEM, never a pfx (TLS-01). */
export interface Identity {
  /** Scheme, host and port, as URL.origin gives them; the identity is offered nowhere else. */
  readonly origin: string;
  readonly key: Secret;
  readonly certificateChainPem: string;
}

/** How to reach an origin. One pool of connections per distinct value and identity (TLS-05). */
export interface Route {
  readonly origin: string;
  readonly identity?: Identity | undefined;
  readonly extraCaPem?: string | undefined;
  readonly highestTls: 'TLSv1.2' | 'TLSv1.3';
  readonly proxy?: Proxy | undefined;
}

export interface ExchangeRequest {
  readonly route: Route;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** On route.origin; anything else is refused before a socket is opened. */
  readonly address: URL;
  /** Plain headers. Credential headers are refused here (LNK-05). */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that carry credentials, each set only where its secret belongs (ATK-28). */
  readonly credentials?: Readonly<Record<string, Secret>> | undefined;
  /** All of it, or a source that is read as the socket drains. */
  readonly body?: Buffer | UploadSource | undefined;
  /** Told the bytes of a source that have left. */
  readonly sent?: ((bytes: number) => void) | undefined;
  /**
   * Asked once the head of a successful answer has come: where its body goes, or undefined to collect it as always. A
   * received body is not unpacked, not limited in size and not in `body`.
   */
  readonly receive?: ((head: ResponseHead) => Receiver | undefined) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Once a byte was written the signal no longer counts; only the limits do (OTS-13). */
  readonly uninterruptible?: boolean | undefined;
  /** For the request log: which call of which connection this exchange belongs to. */
  readonly trace?: { readonly call: string; readonly connection: string } | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
export type Receiver = (chunk: Buffer) => Promise<void>;

export interface Limits {
  /** Name, connection, proxy and TLS, each attempt. */
  readonly connectMs: number;
  /** Between two bytes. */
  readonly idleMs: number;
  /** From the last byte of a streamed body to the first of its answer. */
  readonly answerMs: number;
  /** The whole exchange (CAN-03). */
  readonly totalMs: number;
  /** Of a received body so many bytes must come in a minute, on the average of some: a drip keeps the idle time from running out (ATK-31). */
  readonly minuteBytes: number;
  readonly compressedBytes: number;
  readonly inflatedBytes: number;
}

export interface ExchangeResponse {
  readonly status: number;
  /** Latin-1 kept, UTF-8 recovered, control characters removed, at most 500 characters. */
  readonly reason: string;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Body bytes as they came, before gunzip; what escrow seals. */
  readonly raw: Buffer;
  /** Each `Set-Cookie` by itself: joined they could not be told apart. */
  readonly cookies: readonly string[];
  /** Bytes of the body, also where they went to a receiver. */
  readonly bytes: number;
  /** Whether the body went to the request's receiver. */
  readonly received: boolean;
  readonly tls: { readonly protocol: string; readonly reused: boolean };
  /** The answer broke off: `body` and `raw` are the bytes that came before. */
  readonly cut?: boolean | undefined;
  /** It is not valid HTTP: `raw` is what came on the line, head and body, and `status` 0 where no status line can be read. */
  readonly garbled?: boolean | undefined;
}

/** Whether what came may hold what was asked for: it says success, or nobody can tell what it says. */
export const maySucceed = ({ status, garbled }: ExchangeResponse): boolean =>
  (status >= 200 && status < 300) || (garbled === true && status === 0);

/** How far an exchange came when it broke: only `nothing` proves that the server cannot have acted (RTY-04). */
export interface BrokenExchange {
  readonly sent: 'nothing' | 'maybe';
  /** The line failed, not what was said on it: a read may be tried again. */
  readonly connectionFault?: boolean | undefined;
  /** The answer as far as it came, if a status line came. `cut` is missing when all came but it could not be unpacked. */
  readonly partial?: ExchangeResponse | undefined;
  /** The parser's code, where the answer is not valid HTTP. */
  readonly notHttp?: string | undefined;
}

/** The only way an exchange fails once it is allowed: what to show, and how far it came. */
export class ExchangeProblem extends Problem {
  readonly broken: BrokenExchange;

  constructor(problem: Problem, how: BrokenExchange) {
    super(problem.failure, problem.cause);
    this.broken = how;
  }
}
