// The bytes of attachments: small ones in memory, large ones in files deleted at the end, invented ones made when read.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pdfOf } from './pdf.ts';

export interface StoredBytes {
  readonly size: number;
  readonly sha256: () => string;
  readonly open: () => Readable;
  /** Removes the file that holds them, when there is one. */
  readonly discard?: () => void;
}

export interface Spool {
  /** Takes a stream in constant memory; bytes beyond `keepBelow` go to a file. Rejects when the caller goes away. */
  store(source: Readable): Promise<StoredBytes>;
  /** Removes the files. */
  clear(): void;
}

const keepBelow = 1024 * 1024;

export function createSpool(): Spool {
  let folder: string | undefined;
  return {
    async store(source) {
      const hash = createHash('sha256');
      let kept: Buffer[] = [];
      let size = 0;
      let file: { readonly path: string; readonly stream: NodeJS.WritableStream } | undefined;
      try {
        for await (const given of source) {
          const chunk = given as Buffer;
          hash.update(chunk);
          size += chunk.length;
          kept.push(chunk);
          if (size <= keepBelow) continue;
          folder ??= mkdtempSync(path.join(tmpdir(), 'steward-platform-attachments-'));
          file ??= opened(folder);
          for (const piece of kept) await written(file.stream, piece);
          kept = [];
        }
      } catch (error) {
        if (file) rmSync(file.path, { force: true });
        throw error;
      }
      const sha256 = hash.digest('hex');
      if (!file) return { ...storedBytes(Buffer.concat(kept)), sha256: () => sha256 };
      const { stream, path: at } = file;
      await new Promise<void>((resolve) => stream.end(() => resolve()));
      const discard = (): void => rmSync(at, { force: true });
      return { size, sha256: () => sha256, open: () => createReadStream(at), discard };
    },
    clear() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function opened(folder: string) {
  const at = path.join(folder, randomBytes(8).toString('hex'));
  return { path: at, stream: createWriteStream(at, { mode: 0o600 }) };
}

const written = (stream: NodeJS.WritableStream, chunk: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });

export function storedBytes(bytes: Buffer): StoredBytes {
  return {
    size: bytes.length,
    sha256: () => createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes]),
  };
}

const block = 64 * 1024;

/** `size` repeatable bytes that are held nowhere; every block of 64 KiB is another. */
export function inventedBytes(size: number, seed: number): StoredBytes {
  const pieces = function* (): Generator<Buffer> {
    for (let at = 0; at < size; at += block) {
      const piece = Buffer.alloc(Math.min(block, size - at), `${seed}:${at} steward test bytes\n`);
      yield piece;
    }
  };
  return {
    size,
    sha256() {
      const hash = createHash('sha256');
      for (const piece of pieces()) hash.update(piece);
      return hash.digest('hex');
    },
    open: () => Readable.from(pieces()),
  };
}

/** A document as agencies attach it, by the ending of its name. */
export function inventedDocument(fileName: string, title: string): StoredBytes {
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  switch (ending) {
    case 'pdf':
      return storedBytes(pdfOf([title, '', fileName]));
    case 'xml':
      return storedBytes(
        Buffer.from(`<?xml version="1.0"?>\n<vedlegg><tittel>${ending}</tittel></vedlegg>\n`),
      );
    default:
      return storedBytes(Buffer.from(`${title}\r\n${fileName}\r\n`));
  }
}

const mimeTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  xml: 'application/xml',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv; charset=iso-8859-1',
  txt: 'text/plain; charset=utf-8',
};

export const mimeTypeOf = (fileName: string): string =>
  mimeTypes[/\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
