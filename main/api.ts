// One connection's conversation with the platform: entry points, credentials, errors as Problems.
import type { ExchangeResponse } from './http/transport.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiCall {
  /** Path below the base address beginning with `api/`, parts already encoded, only documented entry points. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  /** Adds the `ForceEIAuthentication` flag (without value) on certificate connections. */
  readonly organisation: boolean;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Conversation {
  /** Reads and parses; retried as retries.ts says. Problem on every bad answer of api.md's error table and wire.md. */
  read(call: ApiCall): Promise<unknown>;
  /** Sends exactly once (RTY-01); the parsed body, or undefined for 204. */
  send(method: Exclude<Method, 'GET'>, call: ApiCall): Promise<unknown>;
  /** Sends exactly once and hands over the bytes before anything looks at them. Bad statuses become Problems. */
  sendRaw(
    method: Exclude<Method, 'GET'>,
    call: ApiCall,
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ): Promise<ExchangeResponse>;
  /** One harmless GET on the same connection, so that the certificate is known before a write. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

export interface Api {
  /** Throws Problem not-found when there is no such connection, sign-in or keychain problems as they are. */
  conversation(connection: string): Promise<Conversation>;
  /** Drops sockets and cached keys of one connection, or all. */
  drop(connection?: string): void;
}
