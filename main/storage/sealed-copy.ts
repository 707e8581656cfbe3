// Sealed copies of server data for offline use: bound to their owner, dropped at any damage (CCH-01, CCH-02).
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, readOrdinaryFile, removeLeftovers, replaceFile } from './disk.ts';
import { seal, unseal } from './sealed.ts';

export interface SealedCopies {
  /** The text written for this name and owner, or undefined; a copy that cannot be opened is removed. */
  read(name: string, owner: string): Promise<string | undefined>;
  /** Problem file{...} or keychain{...}; a caller may go on without the copy. */
  write(name: string, owner: string, text: string): Promise<void>;
  drop(name: string): Promise<void>;
}

/** Part of the seal's purpose, so that a copy of another version is never opened. */
const VERSION = 'steward-copy-1';

export interface SealedCopyOptions {
  /** The folder `copies/` of the data folder. */
  readonly folder: string;
  /** 32 bytes from the vault. `read` with a key that is not there means that no copy can be opened. */
  readonly key: (make: boolean) => Promise<Buffer | undefined>;
}

export function openSealedCopies({ folder, key }: SealedCopyOptions): SealedCopies {
  // A hash, so that the file name does not reveal whose data it holds.
  const fileOf = (name: string) =>
    path.join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.copy`);
  const purpose = (name: string, owner: string) => JSON.stringify([VERSION, name, owner]);
  const drop = (name: string) => rm(fileOf(name), { force: true, recursive: true });

  // Before anything is written, whose temporary file has such a name as well.
  const swept = removeLeftovers(folder).catch(() => undefined);

  return {
    drop,
    async read(name, owner) {
      const sealed = await readOrdinaryFile(fileOf(name)).catch((error: unknown) => missing(error));
      if (sealed === 'absent') return undefined;
      const secret = await key(false);
      // Without a key the copy may be another session's: it is not used, and not removed.
      if (!secret) return undefined;
      const bytes = sealed ? unseal(secret, purpose(name, owner), sealed) : undefined;
      if (bytes) return bytes.toString('utf8');
      await drop(name).catch(() => undefined);
      return undefined;
    },
    async write(name, owner, text) {
      const secret = await key(true);
      if (!secret) return;
      await swept;
      await makeFolder(folder);
      await replaceFile(fileOf(name), seal(secret, purpose(name, owner), Buffer.from(text)));
    },
  };
}

const missing = (error: unknown): 'absent' | undefined =>
  (error as { code?: unknown }).code === 'ENOENT' ? 'absent' : undefined;
