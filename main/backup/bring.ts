// Brings a backup back, first half: read whole and verified beside the folder, and its secrets put into the keychain.
import { createHash, randomBytes } from 'node:crypto';
import { realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from '../../preload/contract/schema.ts';
import { failureOf } from '../problem.ts';
import { cancelled } from '../problems.ts';
import { Secret } from '../secret.ts';
import { decryptPieces } from '../secrets/age.ts';
import { keychainTrouble } from '../secrets/keychain.ts';
import type { Vault } from '../secrets/vault.ts';
import { idInVaultList, vaultListFile } from '../secrets/vault-list.ts';
import {
  fileProblemOf,
  fileTrouble,
  keepReserve,
  makeFolder,
  readOrdinaryFile,
  realDisk,
  renamePatiently,
  syncFolder,
  watchRoom,
  writeNew,
} from '../storage/disk.ts';
import { sealDocument, unsealDocument } from '../storage/documents.ts';
import type { FileSource } from '../storage/file-streams.ts';
import { BACKUPS, BRINGING, BROUGHT, FORMAT_FILE } from '../storage/folder-places.ts';
import { writeSummed } from './copied-folder.ts';
import {
  anyManifest,
  BACKUP_FORM,
  type BackupManifest,
  DATA,
  KEYCHAIN,
  keychainPart,
  MANIFEST,
  manifest,
  MOST_KEYCHAIN,
  MOST_MANIFEST,
} from './manifest.ts';
import { readTar, type TarFile } from './tar.ts';

export interface BringingNeeds {
  /** The data folder, in which there is nothing to lose. */
  readonly folder: string;
  /** The newest form of folders that this Steward knows. */
  readonly folderForm: number;
  /** A vault whose list stands in another folder, for the folder of this id. */
  readonly vaultIn: (folder: string, id: string) => Promise<Vault>;
}

export interface Bringing {
  readonly source: FileSource;
  readonly passphrase: Secret;
  readonly signal: AbortSignal;
  readonly report: (step: { readonly bytes: number; readonly total: number }) => void;
}

/** What stands beside the files of one that counts: the next start goes by it. */
export const brought = z.object({
  made: z.string(),
  /** The id of the folder from then on. */
  folder: z.string(),
  /** What the folder is to have, and nothing else that a backup has. */
  files: z.array(z.string()),
});
export const BROUGHT_FILE = 'brought.json';

/** What an age file begins with. */
const AGE = 'age-encryption.org/v1\n';
const PIECE = 256 * 1024;

/**
 * Everything is read and compared before anything of it is used. When it resolves, the next start puts the files in place; whatever fails
 * before that leaves folder and keychain as they were, and so does a kill, after the next start. Problem file{wrong-passphrase, not-a-backup,
 * newer, damaged, disk-full, ...}, keychain{...}, cancelled.
 */
export async function bringBack(needs: BringingNeeds, bringing: Bringing): Promise<BackupManifest> {
  const beside = path.join(needs.folder, BACKUPS, BRINGING);
  const data = path.join(beside, 'data');
  const made: { vault?: Vault } = {};
  try {
    await dropUnfinished(beside, needs);
    await makeFolder(data);
    const read = await readBackup(needs, data, bringing);
    const id = randomBytes(16).toString('hex');
    await pauseJobs(path.join(data, 'jobs.json'));
    await writeFormat(needs.folder, data, { id, said: read.said });
    made.vault = await needs.vaultIn(data, id);
    if (made.vault.kind === 'memory') throw keychainTrouble('absent', undefined, IN_MEMORY);
    await made.vault.check();
    for (const [name, secret] of read.secrets) {
      bringing.signal.throwIfAborted();
      await made.vault.put(name, secret, { fresh: true });
    }
    const files = read.said.files.map(({ name }) => name);
    const said: z.infer<typeof brought> = { made: read.said.made, folder: id, files };
    await writeNew(path.join(beside, BROUGHT_FILE), JSON.stringify(said));
    await syncFolder(data);
    await syncFolder(beside);
    bringing.signal.throwIfAborted();
    // From here on it counts.
    await renamePatiently(beside, path.join(needs.folder, BACKUPS, BROUGHT), realDisk);
    await syncFolder(path.join(needs.folder, BACKUPS)).catch(() => undefined);
    return read.said;
  } catch (error) {
    await undo(beside, made.vault);
    if (failureOf(error) === undefined && bringing.signal.aborted) throw cancelled();
    throw fileProblemOf(error);
  }
}

/** While the keychain keeps an entry the list of them stays, and the next start asks again. */
async function undo(beside: string, vault: Vault | undefined): Promise<void> {
  try {
    await vault?.erase([]);
    await rm(beside, { recursive: true, force: true });
  } catch {
    // Neither is what went wrong first, of which the person is told.
  }
}

/** What a kill or a keychain that did not answer left of one that never counted: from the keychain first. Problem keychain{...}. */
export async function dropUnfinished(
  beside: string,
  needs: Pick<BringingNeeds, 'vaultIn'>,
): Promise<void> {
  await dropEntries(path.join(beside, 'data'), needs);
  await rm(beside, { recursive: true, force: true });
}

/** Removes what the list of the vault in this folder names. Problem keychain{...}: then it is still listed. */
export async function dropEntries(
  folder: string,
  { vaultIn }: Pick<BringingNeeds, 'vaultIn'>,
): Promise<void> {
  const id = await idInVaultList(vaultListFile(folder));
  if (id !== undefined) await (await vaultIn(folder, id)).erase([]);
}

interface ReadBackup {
  readonly said: BackupManifest;
  readonly secrets: ReadonlyMap<string, Secret>;
}

async function readBackup(
  { folder, folderForm }: BringingNeeds,
  data: string,
  { source, passphrase, signal, report }: Bringing,
): Promise<ReadBackup> {
  const room = watchRoom(folder);
  const files = readTar(decryptPieces(piecesOf(source, signal, report), passphrase.expose()));
  const first = await files.next();
  if (first.done === true || first.value.name !== MANIFEST) throw fileTrouble('not-a-backup');
  const said = manifestIn(await bytesOf(first.value, MOST_MANIFEST), folderForm);
  await keepReserve(
    folder,
    said.files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const second = await files.next();
  if (second.done === true || second.value.name !== KEYCHAIN) throw fileTrouble('damaged');
  const secrets = secretsIn(await bytesOf(second.value, MOST_KEYCHAIN), said);
  const waiting = [...said.files];
  for await (const { name, content } of files) {
    const next = waiting.shift();
    if (next === undefined || name !== DATA + next.name) throw fileTrouble('damaged');
    const written = await writeSummed(path.join(data, next.name), content, room);
    if (written.sha256 !== next.sha256) throw fileTrouble('damaged');
  }
  if (waiting.length > 0) throw fileTrouble('damaged');
  return { said, secrets };
}

async function* piecesOf(
  source: FileSource,
  signal: AbortSignal,
  report: Bringing['report'],
): AsyncGenerator<Uint8Array> {
  for (let bytes = 0; ;) {
    signal.throwIfAborted();
    const piece = Buffer.alloc(PIECE);
    const got = await source.read(piece);
    if (bytes === 0 && !piece.toString('latin1', 0, AGE.length).startsWith(AGE))
      throw fileTrouble('not-a-backup');
    if (got === 0) return;
    bytes += got;
    report({ bytes, total: source.bytes });
    yield piece.subarray(0, got);
  }
}

async function bytesOf({ bytes, content }: TarFile, most: number): Promise<Buffer> {
  if (bytes > most) throw fileTrouble('not-a-backup');
  const parts: Uint8Array[] = [];
  for await (const piece of content) parts.push(piece);
  return Buffer.concat(parts);
}

function manifestIn(bytes: Buffer, folderForm: number): BackupManifest {
  const value = jsonIn(bytes);
  const any = anyManifest.safeParse(value).data;
  if (any === undefined) throw fileTrouble('not-a-backup');
  if (any.form > BACKUP_FORM || any.folderForm > folderForm) throw fileTrouble('newer');
  const said = manifest.safeParse(value).data;
  // Without its journal nothing would say what was done before.
  if (!said?.files.some(({ name }) => name === 'journal.jsonl')) throw fileTrouble('not-a-backup');
  return said;
}

function secretsIn(bytes: Buffer, { keychain }: BackupManifest): ReadonlyMap<string, Secret> {
  const sum = createHash('sha256').update(bytes).digest('hex');
  const entries = keychainPart.safeParse(jsonIn(bytes)).data;
  bytes.fill(0);
  if (sum !== keychain.sha256 || entries === undefined) throw fileTrouble('damaged');
  return new Map(entries.map(({ name, value }) => [name, new Secret(value)]));
}

/** The parser's own error would hold the beginning of the text (LOG-03). */
function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What a job had left to do may have been done after the backup was made: nothing of it goes on without a person who knows that. */
async function pauseJobs(file: string): Promise<void> {
  const text = await readOrdinaryFile(file).catch(() => undefined);
  const all = unsealDocument(text?.toString('utf8') ?? '');
  if (!Array.isArray(all)) return;
  const paused = all.map((one: Readonly<Record<string, unknown>>) => {
    const isOver = one['state'] === 'stopped' || one['state'] === 'finished';
    return isOver ? one : { ...one, state: 'paused', because: 'brought-back' };
  });
  await rm(file);
  await writeNew(file, sealDocument(paused));
}

/** An id of its own: the folder that the backup was made of may be in use, and its entries in this keychain. */
async function writeFormat(
  folder: string,
  data: string,
  { id, said }: { readonly id: string; readonly said: BackupManifest },
): Promise<void> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const place = { path: await realpath(folder), device: String(dev), inode: String(ino) };
  const { folderForm: format, program, made: written } = said;
  const text = JSON.stringify({ format, program, written, folder: { id, place } }, null, 2);
  await writeNew(path.join(data, FORMAT_FILE), `${text}\n`);
}

const IN_MEMORY =
  'Steward keeps secrets in memory only in this session. Start it with the keychain to bring a backup back.';
