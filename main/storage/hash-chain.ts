// The format of a journal line and of the chain: every hash covers all lines before it, every MAC needs the key.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from '../../preload/contract/schema.ts';
import type { Secret } from '../secret.ts';
import { fileTrouble } from './disk.ts';
import { linesIn } from './log-codecs.ts';
import { pauses } from '../pauses.ts';

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
  readonly head: Head;
  /** Hash after each line that was asked for by its number, as far as it was reached. */
  readonly hashes: ReadonlyMap<number, string>;
  /** Number of the first line with a key, or null. */
  readonly firstKeyed: number | null;
  /** The first line that does not fit, or null. */
  readonly firstBad: number | null;
  /** What is behind the last line break: what a kill in the middle of a write leaves. Empty behind a bad line. */
  readonly unfinished: Buffer;
}

export interface ChainReading {
  /** Without a key only the hashes are checked. */
  readonly key?: Secret | undefined;
  /** Numbers of lines whose hashes are asked for. */
  readonly hashesOf?: readonly number[];
  /** Is given each line before the first bad one. */
  readonly visit?: ((line: ChainLine) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
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

/** No line is longer: its texts are short. What has no line break for so long is none. */
const LONGEST_LINE = 1024 * 1024;

/**
 * Reads and checks the pieces of a file, one after the other, and leaves the loop free now and then: 200 000 lines take seconds. Nothing
 * of them stays in memory but what is asked for.
 */
export async function readChain(
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
  { key, hashesOf = [], visit, signal }: ChainReading = {},
): Promise<Chain> {
  const hashes = new Map<number, string>();
  const wanted = new Set(hashesOf);
  const pause = pauses(signal);
  let head = START;
  let firstKeyed: number | null = null;
  let rest: Buffer = Buffer.alloc(0);
  const result = (firstBad: number | null): Chain => {
    const unfinished = firstBad === null ? rest : Buffer.alloc(0);
    return { head, hashes, firstKeyed, firstBad, unfinished };
  };
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let end = 0;
    for (const { line, place } of linesIn(bytes)) {
      const read = readLine(line, head, key);
      if (!read) return result(head.count + 1);
      const { number, keyed } = read.line;
      visit?.(read.line);
      if (keyed) firstKeyed ??= number;
      if (wanted.has(number)) hashes.set(number, read.hash);
      head = { count: number, hash: read.hash, bytes: head.bytes + line.length + 1 };
      end = place.end;
      await pause();
    }
    rest = Buffer.from(bytes.subarray(end));
    if (rest.length > LONGEST_LINE) return result(head.count + 1);
  }
  return result(null);
}

/**
 * The lines before a head, the newest first, of pieces that come from there back. Each is believed by the hash of the one behind it, and
 * the newest by the head: what is changed meanwhile is never given. Problem file{changed-meanwhile}.
 */
export async function* readBackwards(
  pieces: AsyncIterable<Buffer>,
  head: Head,
  signal?: AbortSignal,
): AsyncGenerator<readonly ChainLine[]> {
  const pause = pauses(signal);
  let fits = (hash: string) => hash === head.hash;
  let next = head.count;
  /** What it says is sure once the hash before it is known. */
  let newer: ChainLine | undefined;
  /** Adds the one that was read before; false where this one is not as it was written. */
  const take = (bytes: Buffer, sure: ChainLine[]): boolean => {
    const parts = partsOf(bytes);
    if (parts === undefined || !fits(parts.hash)) return false;
    if (newer) sure.push(newer);
    newer = undefined;
    const line = parseEntry(parts.entry);
    if (line?.number !== next) return false;
    fits = (before) => hashOf(before, parts.entry) === parts.hash;
    next -= 1;
    newer = line;
    return true;
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([piece, rest]);
    // The first may begin in the piece before.
    const first = bytes.indexOf('\n') + 1;
    rest = first === 0 ? bytes : bytes.subarray(0, first);
    const found = first === 0 ? [] : [...linesIn(bytes, first)].reverse();
    const sure: ChainLine[] = [];
    const isWhole = found.every(({ line }) => take(line, sure));
    yield sure;
    if (!isWhole || rest.length > LONGEST_LINE) throw notAsWritten();
    await pause();
  }
  const sure: ChainLine[] = [];
  const isWhole = [...linesIn(rest)].every(({ line }) => take(line, sure));
  if (isWhole && fits(START.hash) && newer) sure.push(newer);
  yield sure;
  if (!isWhole || next !== 0 || !fits(START.hash)) throw notAsWritten();
}

const notAsWritten = () => fileTrouble('changed-meanwhile');

/** The first line that is missing or other than when the chain had this head, whose hash was asked for; or null. */
export function firstNotReached(
  { head: reached, hashes }: Pick<Chain, 'head' | 'hashes'>,
  head: Pick<Head, 'count' | 'hash'>,
): number | null {
  if (head.count === 0) return null;
  if (head.count > reached.count) return reached.count + 1;
  return hashes.get(head.count) === head.hash ? null : head.count;
}

function readLine(
  bytes: Buffer,
  head: Head,
  key: Secret | undefined,
): { readonly line: ChainLine; readonly hash: string } | undefined {
  const parts = partsOf(bytes);
  if (!parts || parts.hash !== hashOf(head.hash, parts.entry)) return undefined;
  const { hash, mac, entry } = parts;
  const line = parseEntry(entry);
  if (line?.number !== head.count + 1 || line.keyed !== (mac !== '')) return undefined;
  if (line.keyed && key && !same(mac, macOf(hash, key))) return undefined;
  return { line, hash };
}

function partsOf(bytes: Buffer) {
  // Latin-1 keeps every byte as one sign, so that the hash is over the bytes as they stand in the file.
  const [, hash, mac = '', text = ''] = LINE.exec(bytes.toString('latin1')) ?? [];
  return hash === undefined ? undefined : { hash, mac, entry: Buffer.from(text, 'latin1') };
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
