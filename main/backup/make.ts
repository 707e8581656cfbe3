// Makes a backup: the data folder at one moment and its part of the keychain, in one file encrypted with a passphrase.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { failureOf } from '../problem.ts';
import { conflict } from '../problems.ts';
import { type EncryptedFile, writeEncrypted } from '../secrets/age-file.ts';
import { keychainTrouble } from '../secrets/keychain.ts';
import type { Vault } from '../secrets/vault.ts';
import { isUsedOnce } from '../secrets/vault-list.ts';
import { readInPieces } from '../storage/disk.ts';
import { BACKUPS, COPYING } from '../storage/folder-places.ts';
import { copyAtOnce } from './copied-folder.ts';
import { BACKUP_FORM, type BackupManifest, DATA, KEYCHAIN, MANIFEST } from './manifest.ts';
import { type TarFile, tarPieces } from './tar.ts';

export interface MakingNeeds {
  /** The data folder. */
  readonly folder: string;
  /** The form of the folder. */
  readonly folderForm: number;
  readonly program: string;
  readonly vault: Pick<Vault, 'kind' | 'names' | 'get'>;
  readonly counts: () => BackupManifest['counts'];
  /** The keychain knows of the journal's last line when it resolves. */
  readonly settle: () => Promise<void>;
  readonly now: () => Date;
}

export interface Making extends EncryptedFile {
  readonly report: (step: { readonly bytes: number; readonly total: number }) => void;
}

/**
 * Aborted or failed it leaves nothing. Problem keychain{absent} where secrets are in memory only, {locked, ...} where it cannot be read;
 * conflict while another one is made, file{changed-meanwhile, disk-full, ...}.
 */
export function createBackupMaker(
  needs: MakingNeeds,
): (making: Making) => Promise<Pick<BackupManifest, 'made' | 'counts'> & { lost: number }> {
  let isMaking = false;
  return async (making) => {
    if (isMaking) {
      await making.sink.abandon();
      throw conflict('Another backup is being made.');
    }
    isMaking = true;
    const copy = path.join(needs.folder, BACKUPS, COPYING);
    try {
      return await make(needs, copy, making);
    } finally {
      isMaking = false;
      await rm(copy, { recursive: true, force: true }).catch(() => undefined);
    }
  };
}

async function make(needs: MakingNeeds, copy: string, { report, ...file }: Making) {
  const { folder, vault, folderForm, program } = needs;
  const { signal } = file;
  const before = async () => {
    if (vault.kind === 'memory') throw keychainTrouble('absent', undefined, IN_MEMORY);
    await needs.settle();
    const besides = async () => ({
      counts: needs.counts(),
      ...(await readKeychain(vault, signal)),
    });
    return copyAtOnce(folder, copy, { signal, besides });
  };
  const { files, besides } = await before().catch(async (error: unknown) => {
    await file.sink.abandon();
    throw error;
  });
  const { counts, lost, entries, bytes: keychain } = besides;
  const made = needs.now().toISOString();
  const written: BackupManifest = {
    steward: 'backup',
    form: BACKUP_FORM,
    folderForm,
    program,
    made,
    counts,
    keychain: { bytes: keychain.length, sha256: sumOf(keychain), entries, lost },
    files: [...files],
  };
  const text = Buffer.from(`${JSON.stringify(written, null, 2)}\n`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, text.length + keychain.length);
  const all: readonly TarFile[] = [
    { name: MANIFEST, bytes: text.length, content: [text] },
    { name: KEYCHAIN, bytes: keychain.length, content: [keychain] },
    ...files.map(({ name, bytes }) => ({
      name: DATA + name,
      bytes,
      content: readInPieces(path.join(copy, name)),
    })),
  ];
  try {
    const counted = countedPieces(tarPieces(all), signal, (bytes) => {
      report({ bytes: Math.min(bytes, total), total });
    });
    await writeEncrypted(counted, file);
  } finally {
    keychain.fill(0);
  }
  return { made, counts, lost };
}

async function* countedPieces(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  report: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    bytes += piece.length;
    report(bytes);
    yield piece;
  }
}

/** All that the keychain has of this folder but for what works once. What it has lost is counted: the rest is worth as much. */
async function readKeychain(vault: MakingNeeds['vault'], signal: AbortSignal) {
  const found: { name: string; value: string }[] = [];
  let lost = 0;
  for (const name of vault.names('')) {
    signal.throwIfAborted();
    if (isUsedOnce(name)) continue;
    try {
      const value = (await vault.get(name))?.expose();
      if (value === undefined) lost += 1;
      else found.push({ name, value });
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== 'keychain' || failure.problem !== 'damaged') throw error;
      lost += 1;
    }
  }
  return { entries: found.length, lost, bytes: Buffer.from(JSON.stringify(found)) };
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const IN_MEMORY =
  'Steward keeps secrets in memory only in this session, so a backup would be without those in the keychain.';
