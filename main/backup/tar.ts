// The tar format as far as a backup needs it: ordinary files one after the other, written and read in pieces.
import { fileTrouble } from '../storage/disk.ts';

export interface TarFile {
  /** At most 100 signs of ASCII. */
  readonly name: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

const BLOCK = 512;
const LONGEST_NAME = 100;
const LARGEST = 0o77777777777;
/** Where each field begins, and how long it is. */
const FIELDS = {
  name: [0, LONGEST_NAME],
  mode: [100, 8],
  size: [124, 12],
  time: [136, 12],
  sum: [148, 8],
  kind: [156, 1],
  magic: [257, 8],
} as const;
const FILE = '0';
const USTAR = 'ustar\u{0}00';

/** Problem file{too-large} for what one such file cannot hold, changed-meanwhile where a content is not as long as it said. */
export async function* tarPieces(
  files: AsyncIterable<TarFile> | Iterable<TarFile>,
): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes, content } of files) {
    if (!/^[\x21-\x7e]+$/.test(name) || name.length > LONGEST_NAME || bytes > LARGEST)
      throw fileTrouble('too-large');
    yield headOf(name, bytes);
    let written = 0;
    for await (const piece of content) {
      written += piece.length;
      yield piece;
    }
    if (written !== bytes) throw fileTrouble('changed-meanwhile');
    if (bytes % BLOCK > 0) yield Buffer.alloc(BLOCK - (bytes % BLOCK));
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headOf(name: string, bytes: number): Buffer {
  const head = Buffer.alloc(BLOCK);
  const put = ([at, length]: readonly [number, number], text: string) =>
    head.write(text, at, length, 'latin1');
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0');
  put(FIELDS.name, name);
  put(FIELDS.mode, octal(0o600, 8));
  put([108, 8], octal(0, 8));
  put([116, 8], octal(0, 8));
  put(FIELDS.size, octal(bytes, 12));
  put(FIELDS.time, octal(0, 12));
  put(FIELDS.kind, FILE);
  put(FIELDS.magic, USTAR);
  put(FIELDS.sum, `${octal(sumOf(head), 7)}\u{0} `);
  return head;
}

/** Over the block with blanks in place of the sum. */
function sumOf(head: Buffer): number {
  const [at, length] = FIELDS.sum;
  return head.reduce((sum, byte, i) => sum + (i >= at && i < at + length ? 0x20 : byte), 0);
}

/**
 * The files in their order; what of one is not read is passed over. Read to the end of `pieces`, so that whoever makes them has seen their
 * end. Problem file{damaged} for anything that `tarPieces` does not write.
 */
export async function* readTar(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const source = createSource(pieces);
  for (;;) {
    const head = await source.block();
    if (head.every((byte) => byte === 0)) break;
    const { name, bytes } = readHead(head);
    let left = bytes;
    const content = async function* () {
      while (left > 0) {
        const piece = await source.upTo(left);
        left -= piece.length;
        yield piece;
      }
    };
    yield { name, bytes, content: content() };
    while (left > 0) left -= (await source.upTo(left)).length;
    for (let padding = (BLOCK - (bytes % BLOCK)) % BLOCK; padding > 0;)
      padding -= (await source.upTo(padding)).length;
  }
  await source.rest();
}

function readHead(head: Buffer): { readonly name: string; readonly bytes: number } {
  const text = ([at, length]: readonly [number, number]) =>
    head.toString('latin1', at, at + length).split('\u{0}')[0] ?? '';
  const size = text(FIELDS.size);
  const isOurs =
    text(FIELDS.kind) === FILE &&
    /^[0-7]{11}$/.test(size) &&
    Number.parseInt(text(FIELDS.sum), 8) === sumOf(head);
  if (!isOurs) throw fileTrouble('damaged');
  return { name: text(FIELDS.name), bytes: Number.parseInt(size, 8) };
}

function createSource(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const upTo = async (most: number): Promise<Buffer> => {
    while (held.length === 0) {
      const next = await iterator.next();
      if (next.done === true) throw fileTrouble('damaged');
      held = Buffer.from(next.value);
    }
    const piece = held.subarray(0, most);
    held = held.subarray(piece.length);
    return piece;
  };
  return {
    upTo,
    async block(): Promise<Buffer> {
      const parts: Buffer[] = [];
      for (let left = BLOCK; left > 0; left -= parts.at(-1)?.length ?? 0)
        parts.push(await upTo(left));
      return Buffer.concat(parts);
    },
    /** Nothing but the zeros of the end may come. */
    async rest(): Promise<void> {
      let piece: Uint8Array = held;
      for (;;) {
        if (piece.some((byte) => byte !== 0)) throw fileTrouble('damaged');
        const next = await iterator.next();
        if (next.done === true) return;
        piece = next.value;
      }
    },
  };
}
