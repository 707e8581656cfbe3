// The file of a run: a line for each stored or failed document; each line is valid independently.
import { summedLines } from '../log-codecs.ts';
import { readOwnFile } from './own-file.ts';

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
  /** After the last line break. */
  readonly end: number;
}

const FORMAT = 1;

export const runLine = (json: string): Buffer => summedLines.encode(json, 0);
export const headLine = ({ id, about }: RunHead) =>
  runLine(JSON.stringify({ run: FORMAT, id, about }));

/** `damaged` when the first line is, which identifies the run. Other damaged lines are left out. */
export async function readRun(
  file: string,
  want: 'head' | 'records',
): Promise<FoundRun | 'absent' | 'damaged'> {
  const bytes = await readOwnFile(file);
  if (bytes === 'absent' || bytes === 'damaged') return bytes;
  const first = bytes.indexOf(10) + 1;
  const { values, places } = await summedLines.scan(
    want === 'head' ? bytes.subarray(0, first) : bytes,
  );
  const [head, ...records] = values.map((json): unknown => JSON.parse(json));
  if (places[0]?.start !== 0 || !isHead(head)) return 'damaged';
  const end = bytes.lastIndexOf(10) + 1;
  return { id: head.id, about: head.about, records: records as RunRecord[], end };
}

/** The checksum proves that this program wrote the line, so only the format is checked. */
const isHead = (value: unknown): value is RunHead =>
  (value as { run?: unknown } | null | undefined)?.run === FORMAT;
