// Faults on demand: what a real network and a sick server do to one answer.
import type { Socket } from 'node:net';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Answer, Content } from './call.ts';

export type Effect =
  /** The connection ends with a TCP reset, or with an orderly FIN, and no answer. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'end' }
  /** No answer; the connection stays open. */
  | { readonly kind: 'stall' }
  /** The head promises the whole body; the connection is reset after `bytes` of it. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Changes parts of the true answer: status 500, 503, 429 with Retry-After, another content type, another body. */
  | {
      readonly kind: 'alter';
      readonly status?: number;
      readonly reason?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** These bytes (latin-1) and the end of the connection. */
  | { readonly kind: 'raw'; readonly bytes: string };

export interface Fault {
  /** Name of an operation, or `*`. */
  readonly operation: string;
  /** Whether the platform does what it was asked before the fault shows. */
  readonly acts: boolean;
  readonly effect: Effect;
  /** How many calls it meets; 1 when left out. */
  readonly times?: number;
}

export interface Wire {
  readonly response: ServerResponse;
  /** The TCP connection below TLS, for a true reset. */
  readonly connection: Socket;
}

/** The body of an answer: bytes, or a content too long to be held in memory. */
function bodyOf(answer: Answer): Buffer | Content {
  return answer.content ?? Buffer.from(answer.body ?? '', 'utf8');
}

const sizeOf = (body: Buffer | Content): number =>
  Buffer.isBuffer(body) ? body.length : body.size;

/** Writes an answer as it is. */
export function write(wire: Wire, answer: Answer): void {
  const body = bodyOf(answer);
  const bare = answer.status === 204 || answer.status === 304;
  wire.response.writeHead(answer.status, answer.reason, {
    'Cache-Control': 'no-store',
    ...answer.headers,
    ...(bare ? {} : { 'Content-Length': String(sizeOf(body)) }),
  });
  if (bare) wire.response.end();
  else if (Buffer.isBuffer(body)) wire.response.end(body);
  else pipeline(body.open(), wire.response, () => undefined);
}

/** Writes the answer, or what the effect makes of it. */
export function spoil(wire: Wire, answer: Answer, effect: Effect): void {
  const tls = wire.response.socket;
  switch (effect.kind) {
    case 'reset':
      return reset(wire);
    case 'end':
      tls?.end();
      return;
    case 'stall':
      return;
    case 'truncate':
      return truncate(wire, answer, effect.bytes);
    case 'alter':
      return write(wire, altered(answer, effect));
    case 'raw':
      tls?.end(Buffer.from(effect.bytes, 'latin1'));
      return;
  }
}

function altered(answer: Answer, change: Extract<Effect, { kind: 'alter' }>): Answer {
  const status = change.status ?? answer.status;
  const body = change.body ?? (change.status === undefined ? answer.body : undefined);
  const content = body === undefined && change.status === undefined ? answer.content : undefined;
  return {
    status,
    reason:
      change.reason ?? (change.status === undefined ? answer.reason : (STATUS_CODES[status] ?? '')),
    headers: { ...(change.status === undefined ? answer.headers : {}), ...change.headers },
    ...(body === undefined ? {} : { body }),
    ...(content === undefined ? {} : { content }),
  };
}

function truncate(wire: Wire, answer: Answer, bytes: number): void {
  const body = bodyOf(answer);
  wire.response.writeHead(answer.status, answer.reason, {
    ...answer.headers,
    'Content-Length': String(sizeOf(body)),
  });
  const afterwards = (): void => void setImmediate(() => reset(wire));
  if (Buffer.isBuffer(body)) wire.response.write(body.subarray(0, bytes), afterwards);
  else void truncateContent(wire, body, bytes).then(afterwards);
}

async function truncateContent(wire: Wire, body: Content, bytes: number): Promise<void> {
  let left = bytes;
  for await (const chunk of body.open()) {
    const piece = (chunk as Buffer).subarray(0, left);
    left -= piece.length;
    await new Promise((resolve) => wire.response.write(piece, resolve));
    if (left <= 0 || wire.response.destroyed) return;
  }
}

function reset(wire: Wire): void {
  wire.connection.resetAndDestroy();
}
