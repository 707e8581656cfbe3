// One HTTPS exchange on node:https: two-way TLS, proxy, limits, abort. Knows no API and follows no redirect.
import type { Secret } from '../secret.ts';

/** Who we are towards exactly one origin. Key and chain are PEM, never a pfx (checks.md TLS-01). */
export interface Identity {
  /** Scheme, host and port, as URL.origin gives them; the identity is offered nowhere else. */
  readonly origin: string;
  readonly key: Secret;
  readonly certificateChainPem: string;
}

/** How to reach an origin. One agent per distinct value and identity (TLS-05). */
export interface Route {
  readonly origin: string;
  readonly identity?: Identity | undefined;
  readonly extraCaPem?: string | undefined;
  readonly highestTls: 'TLSv1.2' | 'TLSv1.3';
  readonly proxy?:
    | {
        readonly host: string;
        readonly port: number;
        readonly userName?: string | undefined;
        readonly password?: Secret | undefined;
      }
    | undefined;
}

export interface ExchangeRequest {
  readonly route: Route;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** On route.origin; anything else is refused before a socket is opened. */
  readonly address: URL;
  /** Plain headers. Credential headers are refused here (LNK-05). */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that carry credentials, set only after the origin check. */
  readonly credentials?: Readonly<Record<string, Secret>> | undefined;
  readonly body?: Buffer | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Limits {
  readonly connectMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
  readonly compressedBytes: number;
  readonly inflatedBytes: number;
}

export interface ExchangeResponse {
  readonly status: number;
  /** Latin-1 kept, UTF-8 recovered, control characters removed, at most 500 characters. */
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Body bytes as they came, before gunzip; what escrow seals. */
  readonly raw: Buffer;
  readonly tls: { readonly protocol: string; readonly reused: boolean };
}

/** How far an exchange came when it broke: only `nothing` proves that the server cannot have acted (RTY-04). */
export interface BrokenExchange {
  readonly sent: 'nothing' | 'maybe';
  /** Status and bytes that did arrive, if any. */
  readonly partial?: { readonly status: number; readonly raw: Buffer } | undefined;
}

export interface Transport {
  /** Rejects with a Broken error (Problem with `broken: BrokenExchange`) or Problem cancelled. */
  exchange(request: ExchangeRequest): Promise<ExchangeResponse>;
  /** Closes every agent of this connection's routes: after a change of credentials, on lock, at the end. */
  close(origin?: string): void;
}
