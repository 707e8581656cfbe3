// A text file that is rotated when it is full, so that a log never grows without end.
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** Never through a link that somebody has put in its place, nor waiting for a pipe (ATK-16). */
const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  constants.O_NOFOLLOW |
  constants.O_NONBLOCK;
const FILE_BYTES = 1024 * 1024;
const FILES = 5;

export interface RotatingFile {
  /** Throws what node:fs throws; the next line begins on a line of its own whatever happened. */
  append(line: string): void;
  close(): void;
}

const fileName = (number: number) =>
  number === 0 ? 'steward.log' : `steward.${String(number)}.log`;

/** The last lines of all files together, oldest first; none of a folder that is not there. Reads no more than is asked for. */
export function lastLines(folder: string, most: number, mostBytes: number): readonly string[] {
  let lines: readonly string[] = [];
  let left = mostBytes;
  for (let number = 0; number < FILES && lines.length < most && left > 0; number++) {
    const end = endOf(path.join(folder, fileName(number)), left);
    left -= end.bytes;
    lines = [...end.lines, ...lines];
  }
  return lines.slice(-most);
}

function endOf(file: string, mostBytes: number): { bytes: number; lines: readonly string[] } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    const bytes = Math.min(size, mostBytes);
    const read = Buffer.alloc(bytes);
    readSync(descriptor, read, 0, bytes, size - bytes);
    const lines = read.toString('utf8').split('\n');
    // What is read from the middle of a line is no line.
    if (bytes < size) lines.shift();
    return { bytes, lines: lines.filter((line) => line !== '') };
  } catch {
    return { bytes: 0, lines: [] };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** `steward.log` in the folder; at 1 MB it becomes `steward.1.log` and the fifth file is dropped. */
export function createRotatingFile(folder: string): RotatingFile {
  const named = (number: number) => path.join(folder, fileName(number));
  let open: { readonly descriptor: number; bytes: number } | undefined;
  let torn = false;

  const current = () => {
    if (open) return open;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(named(0), APPEND, 0o600);
    open = { descriptor, bytes: fstatSync(descriptor).size };
    return open;
  };
  const close = () => {
    if (open) closeSync(open.descriptor);
    open = undefined;
  };
  const rotate = () => {
    close();
    rmSync(named(FILES - 1), { force: true });
    for (let number = FILES - 2; number >= 0; number--) {
      try {
        renameSync(named(number), named(number + 1));
      } catch {
        // Not there yet.
      }
    }
  };
  return {
    append(line: string) {
      const bytes = Buffer.from(`${torn ? '\n' : ''}${line}\n`);
      if (current().bytes + bytes.length > FILE_BYTES) rotate();
      torn = true;
      const file = current();
      const written = writeSync(file.descriptor, bytes);
      file.bytes += written;
      torn = written !== bytes.length;
    },
    close,
  };
}
