// The format of a journal line and of the chain: every hash covers all lines before it, every MAC needs the key.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';
import { cancelled } from '../problems.ts';
import type { Secret } from '../secret.ts';
import { linesIn } from './log-codecs.ts';
import { pauses } from './log-file.ts';

const journalLine = z.strictObject({
  number: z.number().int(),
  at: z.string(),
  who: z.string(),
  connection: z.string().nullable(),
  connectionName: z.string(),
  environment: z.enum(['production', 'test', 'none']),
  operation: z.string(),
  object: z.string(),
  outcome: z.enum(['begun', 'done', 'refused', 'unknown']),
  detail: z.string(),
  act: z.string(),
  /** Whether the line has a mac; under the hash, so that a mac cannot be taken away unseen. */
  keyed: z.boolean(),
});
export type ChainLine = z.infer<typeof journalLine>;

/** How far a chain reaches: number of lines, hash of the last, bytes of the file. */
export interface Head {
  readonly count: number;
  readonly hash: string;
  readonly bytes: number;
}

export const START: Head = { count: 0, hash: '0'.repeat(64), bytes: 0 };

export interface Chain {
  /** The lines before the first bad one. */
  readonly lines: readonly ChainLine[];
  /** Hash after each of `lines`. */
  readonly hashes: readonly string[];
  readonly head: Head;
  /** The first line that does not fit, or null. */
  readonly firstBad: number | null;
  /** Bytes after the last line break: what a kill in the middle of a write leaves. */
  readonly unfinished: number;
}

const LINE = /^\{"hash":"([0-9a-f]{64})","mac":"([0-9a-f]{64}|)","entry":(\{.*\})\}$/;

const hashOf = (previous: string, entry: Buffer) =>
  createHash('sha256').update(previous).update('\n').update(entry).digest('hex');

const macOf = (hash: string, key: Secret) =>
  createHmac('sha256', Buffer.from(key.expose(), 'base64')).update(hash).digest('hex');

export interface Sealed {
  readonly text: string;
  readonly head: Head;
}

/** The text of the next line, without its line break, and the head after it. `key` is given exactly when the line says keyed. */
export function sealLine(head: Head, line: ChainLine, key: Secret | undefined): Sealed {
  const entry = JSON.stringify(line);
  const hash = hashOf(head.hash, Buffer.from(entry));
  const mac = key && line.keyed ? macOf(hash, key) : '';
  const text = `{"hash":"${hash}","mac":"${mac}","entry":${entry}}`;
  return {
    text,
    head: { count: head.count + 1, hash, bytes: head.bytes + Buffer.byteLength(text) + 1 },
  };
}

/** Reads and checks a whole file. Without a key only the hashes are checked. */
export function readChain(bytes: Buffer, key: Secret | undefined): Chain {
  const reading = chainSteps(bytes, key);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

/** The same, and the loop is left free now and then: 200 000 lines take seconds. */
export async function readChainInSteps(
  bytes: Buffer,
  key: Secret | undefined,
  signal?: AbortSignal,
): Promise<Chain> {
  const reading = chainSteps(bytes, key);
  const pause = pauses();
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
    if (signal?.aborted === true) throw cancelled();
    await pause();
  }
}

/** Stops behind each line. */
function* chainSteps(bytes: Buffer, key: Secret | undefined): Generator<undefined, Chain> {
  const lines: ChainLine[] = [];
  const hashes: string[] = [];
  let head = START;
  let firstBad: number | null = null;
  for (const { line, place } of linesIn(bytes)) {
    const read = readLine(line, head, key);
    if (!read) {
      firstBad = head.count + 1;
      break;
    }
    lines.push(read.line);
    hashes.push(read.hash);
    head = { count: head.count + 1, hash: read.hash, bytes: place.end };
    yield;
  }
  const unfinished = firstBad === null ? bytes.length - head.bytes : 0;
  return { lines, hashes, head, firstBad, unfinished };
}

/** The first line that is missing or other than when the chain had this head, or null. */
export function firstNotReached(chain: Chain, head: Pick<Head, 'count' | 'hash'>): number | null {
  if (head.count === 0) return null;
  if (head.count > chain.head.count) return chain.head.count + 1;
  return chain.hashes[head.count - 1] === head.hash ? null : head.count;
}

function readLine(
  bytes: Buffer,
  head: Head,
  key: Secret | undefined,
): { readonly line: ChainLine; readonly hash: string } | undefined {
  // Latin-1 keeps every byte as one sign, so that the hash is over the bytes as they stand in the file.
  const [, hash = '', mac = '', text = ''] = LINE.exec(bytes.toString('latin1')) ?? [];
  const entry = Buffer.from(text, 'latin1');
  if (hash === '' || hash !== hashOf(head.hash, entry)) return undefined;
  const line = parseEntry(entry);
  if (line?.number !== head.count + 1 || line.keyed !== (mac !== '')) return undefined;
  if (line.keyed && key && !same(mac, macOf(hash, key))) return undefined;
  return { line, hash };
}

function parseEntry(entry: Buffer): ChainLine | undefined {
  try {
    const read = journalLine.safeParse(JSON.parse(entry.toString('utf8')));
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

const same = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));
