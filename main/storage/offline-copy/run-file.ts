// What a run has put and could not have, line by line: each line counts or does not, whatever stands around it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorCode, fileProblemOf } from '../disk.ts';

export type RunRecord =
  | {
      readonly key: string;
      readonly hash: string;
      /** Milliseconds. */
      readonly at: number;
      readonly facts: unknown;
    }
  | { readonly key: string; readonly why: unknown };

/** The first line. */
export interface RunHead {
  readonly id: string;
  readonly about: unknown;
}

export interface FoundRun extends RunHead {
  readonly records: readonly RunRecord[];
  /** Behind the last line that has an end. */
  readonly end: number;
}

const FORMAT = 1;
const SUM = 16;

export function runLine(json: string): Buffer {
  return Buffer.from(`${sumOf(json)} ${json}\n`);
}
export const headLine = ({ id, about }: RunHead) =>
  runLine(JSON.stringify({ run: FORMAT, id, about }));

const sumOf = (json: string | Buffer) =>
  createHash('sha256').update(json).digest('hex').slice(0, SUM);

/** Undefined for a line that is not as it was written. */
function parsed(line: Buffer): unknown {
  const json = line.subarray(SUM + 1);
  if (line[SUM] !== 0x20 || line.toString('latin1', 0, SUM) !== sumOf(json)) return undefined;
  return JSON.parse(json.toString());
}

/** `damaged` where nobody can say what run it was. Lines behind the first that are not whole are left out. */
export async function readRun(
  file: string,
  want: 'head' | 'records',
): Promise<FoundRun | 'absent' | 'damaged'> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'ENOENT') return 'absent';
    if (['EISDIR', 'EIO', 'ELOOP', 'ENXIO'].includes(code)) return 'damaged';
    throw fileProblemOf(error);
  }
  const first = bytes.indexOf(10);
  const head = first < 0 ? undefined : parsed(bytes.subarray(0, first));
  if (!isHead(head)) return 'damaged';
  const { id, about } = head;
  const end = bytes.lastIndexOf(10) + 1;
  const rest = want === 'head' ? [] : linesOf(bytes.subarray(first + 1, end));
  return { id, about, records: rest.map(parsed).filter(isRecord), end };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}

/** The sums say that they are our own words; only another format is left to be told apart. */
const isHead = (value: unknown): value is RunHead =>
  (value as { run?: unknown } | null | undefined)?.run === FORMAT;
const isRecord = (value: unknown): value is RunRecord => value !== undefined;
