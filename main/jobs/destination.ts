// Where a job's secrets go: the keychain, or one encrypted file; tested before the first call, proven before a copy is dropped.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AgeOptions } from '../secrets/age.ts';
import type { Escrow } from '../secrets/escrow.ts';
import {
  createSecretFile,
  notInFile,
  openSecretFile,
  type SecretFile,
  type SecretFilePlace,
  trySecretFile,
} from '../secrets/secret-file.ts';
import type { Vault } from '../secrets/vault.ts';
import type { RotationRecord } from './records.ts';
import type { Row } from './rows.ts';
import { failureOf } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { fileProblem, keychainProblem } from '../problems.ts';

export interface Destinations {
  /** Writes, reads back and removes a trial entry. Nothing is rotated. */
  test(where: Where): Promise<void>;
  /** Tests, then takes the place for this job. */
  prepare(job: RotationRecord, where: Where): Promise<void>;
  /** For the rows of one run. A file that is gone is made anew with `remake`; otherwise Problem file{not-found}. */
  open(job: RotationRecord, how: { readonly remake: boolean }): Promise<Destination>;
  /** The passphrase is no longer needed. */
  forget(job: RotationRecord): Promise<void>;
}

export type Where =
  | { readonly kind: 'keychain' }
  | { readonly kind: 'file'; readonly file: string; readonly passphrase: Secret };

export interface Destination {
  /** False when what was delivered is not there any more. */
  has(userName: string): boolean;
  /** True when the secret is there for good; false when the next `write` takes it. Done again, it changes nothing. */
  deliver(userName: string, secret: string): Promise<boolean>;
  /** Enough waits for a writing. */
  isFull(): boolean;
  /** Puts down what waits, and proves it: read back, and opened. */
  write(): Promise<void>;
  /** Drops the escrow's copies of what was proven in this run. */
  letGo(rows: readonly Row[]): Promise<void>;
  /** Proves that the destination holds everything, then lets the escrow's last copies go. */
  settle(rows: readonly Row[]): Promise<void>;
}

export interface DestinationNeeds {
  readonly vault: Vault;
  readonly escrow: Escrow;
  readonly age?: AgeOptions | undefined;
}

const passphraseOf = (job: RotationRecord) => `jobs/${job.id}/passphrase`;

export function createDestinations(needs: DestinationNeeds): Destinations {
  const { vault, escrow, age } = needs;
  const placeOf = (file: string, passphrase: Secret, about = ''): SecretFilePlace => ({
    ...{ file, passphrase, about, age },
  });
  const aboutOf = (job: RotationRecord) =>
    `${job.organisationName}, ${job.connectionName}, ${job.environment}, ${job.started}`;
  const test = (where: Where) =>
    where.kind === 'keychain'
      ? vault.check()
      : trySecretFile(placeOf(where.file, where.passphrase));

  return {
    test,
    async prepare(job, where) {
      await test(where);
      if (where.kind === 'keychain') return;
      // The passphrase first: a file that nobody can open would be of no use after a kill.
      await vault.put(passphraseOf(job), where.passphrase);
      await createSecretFile(placeOf(where.file, where.passphrase, aboutOf(job)));
    },
    async open(job, { remake }) {
      if (job.file === null) return keychainDestination(escrow);
      const passphrase = await vault.get(passphraseOf(job));
      if (!passphrase) throw noPassphrase();
      await removeTorn(job.file).catch(() => undefined);
      const place = placeOf(job.file, passphrase, aboutOf(job));
      return fileDestination(await openFile(place, remake), escrow);
    },
    forget: (job) => (job.file === null ? Promise.resolve() : vault.remove(passphraseOf(job))),
  };
}

/** What a kill left between writing this file anew and putting it in its place. */
async function removeTorn(file: string): Promise<void> {
  const [folder, start] = [path.dirname(file), `.${path.basename(file)}.`];
  const isTorn = (name: string) =>
    name.startsWith(start) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(start.length));
  const torn = (await readdir(folder)).filter(isTorn);
  await Promise.all(torn.map((name) => rm(path.join(folder, name), { force: true })));
}

/** A file that was removed is made again; one that is not ours is left alone. */
async function openFile(place: SecretFilePlace, remake: boolean): Promise<SecretFile> {
  try {
    return await openSecretFile(place);
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'file' || failure.problem !== 'not-found') throw error;
    if (!remake) throw fileGone();
    await createSecretFile(place);
    return openSecretFile(place);
  }
}

function keychainDestination(escrow: Escrow): Destination {
  return {
    has: () => true,
    async deliver(_userName, secret) {
      await escrow.keep(secret);
      return true;
    },
    isFull: () => false,
    write: async () => undefined,
    letGo: async () => undefined,
    settle: async () => undefined,
  };
}

/** A file is written anew for so many secrets at once: each writing costs a second of work beside the loop. */
const ONE_WRITING = 50;

function fileDestination(file: SecretFile, escrow: Escrow): Destination {
  let waiting = new Map<string, { readonly id: string; readonly secret: Secret }>();
  /** What the escrow gave in this run under these ids, and the file proved to hold. */
  const proven = new Map<string, Secret>();
  return {
    has: (userName) => file.has(userName),
    async deliver(userName, id) {
      waiting.set(userName, { id, secret: await escrow.reveal(id) });
      return false;
    },
    isFull: () => waiting.size >= ONE_WRITING,
    async write() {
      const some = waiting;
      if (some.size === 0) return;
      await file.add(new Map([...some].map(([userName, { secret }]) => [userName, secret])));
      // Another secret of the same user may have come meanwhile.
      waiting = new Map([...waiting].filter(([userName, one]) => some.get(userName) !== one));
      for (const { id, secret } of some.values()) proven.set(id, secret);
    },
    async letGo(rows) {
      for (const { secret: id } of rows) {
        if (id === null || !proven.has(id)) continue;
        if (escrow.find(id)?.state === 'waiting') await escrow.confirmStored(id);
        proven.delete(id);
      }
    },
    async settle(rows) {
      const inFile = await file.verify();
      const entries = new Map(escrow.list().map((entry) => [entry.id, entry]));
      const left = rows.flatMap((row) => {
        const entry = row.secret === null ? undefined : entries.get(row.secret);
        return entry ? [{ userName: row.subject, delivered: row.delivered, entry }] : [];
      });
      for (const { userName, entry, delivered } of left) {
        // Only memory had it when it was written to the file: the file is the one that is right.
        if (entry.kept === 'nowhere' && delivered && inFile.has(userName)) continue;
        const present = proven.get(entry.id) ?? (await escrow.reveal(entry.id));
        if (inFile.get(userName)?.expose() !== present.expose()) throw notInFile();
      }
      for (const { entry } of left) {
        if (entry.kept === 'nowhere') await escrow.resolve(entry.id, 'dropped');
        else await escrow.confirmStored(entry.id);
      }
    },
  };
}

const noPassphrase = () =>
  keychainProblem('not-stored', 'The passphrase of this job’s file is not in the keychain.');

const fileGone = () =>
  fileProblem(
    'not-found',
    'The file with the secrets of this job is not there. Put it back, or stop the job.',
  );
