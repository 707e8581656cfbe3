// Rotates the secrets of many users, one at a time, and stores each in the keychain or an encrypted file.
import type { Run } from '../../preload/contract/contract.ts';
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
import { failureOf, ignoreProblem, Problem } from '../problem.ts';
import { fileProblem, keychainProblem } from '../problems.ts';
import type { Secret } from '../secret.ts';
import { serial } from '../serial.ts';
import type { RowHandler, Task } from './batch.ts';
import { type BatchRecord, type RotationRecord, wrongState } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';
import { becauseOf } from './runner.ts';

export interface RotationNeeds {
  readonly vault: Vault;
  readonly escrow: Escrow;
  readonly age?: AgeOptions | undefined;
  /** Performs an operation of the contract with its checks and its journal lines, like a click. */
  readonly run: Run;
  /** Remembers of a user in which file its new secret is. */
  readonly savedInFile?: (connection: string, userName: string, name: string) => Promise<void>;
  /** Waits between two users. */
  readonly gap: () => Promise<void>;
}

export interface Rotation extends Task {
  /** Writes, reads back and removes a trial entry. Nothing is rotated. */
  testDestination(choice: DestinationChoice): Promise<void>;
  /** Tests the destination, then reserves it for this job. */
  prepare(job: RotationRecord, choice: DestinationChoice): Promise<void>;
  /** A person decides about a refused or unknown row; true when the row waits again. */
  resolveRow(job: BatchRecord, rows: Rows, resolution: RowResolution): Promise<boolean>;
}

/** Where the secrets of a job go. */
export type DestinationChoice =
  | { readonly kind: 'keychain' }
  | { readonly kind: 'file'; readonly file: string; readonly passphrase: Secret };

export interface RowResolution {
  readonly userName: string;
  readonly how: 'rotate-again' | 'old-one-works';
}

export function createRotation(needs: RotationNeeds): Rotation {
  const { escrow, gap } = needs;
  const destinations = createDestinations(needs);
  /** Of jobs that run or are just ending. */
  const deliveries = new Map<string, Delivery>();
  const open = async (job: RotationRecord, rows: Rows, remake: boolean): Promise<Delivery> => {
    const found = deliveries.get(job.id);
    if (found) return found;
    const { connection, file } = job;
    const delivery = createDelivery(await destinations.open(job, { remake }), rows, {
      escrow,
      async noteWritten(users) {
        if (file === null) return;
        for (const user of users) await needs.savedInFile?.(connection, user, path.basename(file));
      },
    });
    deliveries.set(job.id, delivery);
    return delivery;
  };
  const close = (id: string) => {
    deliveries.get(id)?.dispose();
    deliveries.delete(id);
  };
  return {
    effect: 'write',
    concurrency: 1,
    gap,
    testDestination: (choice) => destinations.test(choice),
    prepare: (job, choice) => destinations.prepare(job, choice),
    async recover(job, rows) {
      const interrupted = rows.all().filter(({ state, tried }) => state === 'waiting' && tried);
      // A row that the escrow does not know was never sent, or the server refused it.
      for (const row of interrupted) {
        const known = stateFromEscrow(escrow, job, row.subject);
        if (known) await rows.change(row.row, { ...known, failure: null });
      }
    },
    async createHandler(job, rows) {
      close(job.id);
      // A lost file that had the only copy of some secrets must be restored by a person, and is never made anew.
      const mayRemake = onlyAtDestination(rows, escrow).length === 0;
      const delivery = await open(rotationOf(job), rows, mayRemake);
      await delivery.deliverRest();
      delivery.checkDelivered();
      return createHandler(needs, job, delivery);
    },
    async onPause({ id }) {
      try {
        await deliveries.get(id)?.write();
      } finally {
        close(id);
      }
      return undefined;
    },
    async deliverAll(job, rows) {
      try {
        // A person who stops the job without its file gets the remaining secrets in a new file.
        const delivery = await open(rotationOf(job), rows, true);
        await delivery.deliverRest();
        await delivery.complete();
      } finally {
        close(job.id);
      }
    },
    forget: (job) => destinations.forget(rotationOf(job)),
    async resolveRow({ id }, rows, { userName, how }) {
      const row = rows.all().find(({ subject }) => subject === userName);
      if (row?.state !== 'refused' && row?.state !== 'unknown') throw wrongState();
      const attempt = escrow
        .list()
        .find(
          (one) => one.job === id && one.userName === userName && !/waiting|conf/.test(one.state),
        );
      if (attempt) await escrow.resolve(attempt.id, how === 'rotate-again' ? 'rotated-again' : how);
      const waitsAgain = how === 'rotate-again';
      await rows.change(row.row, { state: waitsAgain ? 'waiting' : 'skipped', failure: null });
      return waitsAgain;
    },
  };
}

export function rotationOf(job: BatchRecord): RotationRecord {
  if (job.kind === 'rotate-secrets') return job;
  throw wrongState();
}

/** The row is marked before it is sent, and never sent again while its outcome is unknown (RTY-09). */
function createHandler(
  { run, escrow }: Pick<RotationNeeds, 'run' | 'escrow'>,
  { id, connection }: BatchRecord,
  delivery: Delivery,
): RowHandler {
  const { signal } = new AbortController();
  const rotate = async (userName: string): Promise<RowState> => {
    const input = { connection, userName, job: id };
    const result = await run('enterpriseUsers.rotateSecret', input, signal);
    if (result.ok) {
      const { secret } = result.value;
      return { state: 'done', failure: null, secret };
    }
    // The escrow alone knows what was sent.
    const known = stateFromEscrow(escrow, { id, connection }, userName);
    if (known) return { ...known, failure: result.failure };
    throw new Problem(result.failure);
  };
  return async (row, markTried) => {
    await markTried();
    const state = await rotate(row.subject);
    if (state.state === 'unknown') return { ...state, because: 'unknown-outcome' };
    try {
      const delivered = await delivery.deliver(row, state.secret ?? '');
      return { ...state, ...(delivered && { delivered }) };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      // The secret is safe in the escrow and is delivered when the job goes on.
      return { ...state, because: becauseOf(failure) };
    }
  };
}

/** The state of the row, from the last attempt of this job for this user in the escrow. */
function stateFromEscrow(
  escrow: Escrow,
  { id, connection }: Pick<BatchRecord, 'id' | 'connection'>,
  userName: string,
): Pick<RowState, 'state' | 'secret'> | undefined {
  const entry = escrow.of(connection, userName).find((one) => one.job === id);
  if (!entry) return undefined;
  const isRotated = entry.state === 'waiting' || entry.state === 'confirmed';
  return isRotated ? { state: 'done', secret: entry.id } : { state: 'unknown', secret: null };
}

/** Rows whose secrets the escrow has no copy of any more: only the destination has them. */
const onlyAtDestination = (rows: Rows, escrow: Escrow): readonly Row[] => {
  const inEscrow = new Set(escrow.list().map(({ id }) => id));
  return rows
    .all()
    .filter(({ delivered, secret }) => delivered && secret !== null && !inEscrow.has(secret));
};

interface Delivery {
  /** True when the secret is at the destination for good; otherwise it waits, sealed, for the next `write`. */
  deliver(row: Row, secret: string): Promise<boolean>;
  /** Delivers secrets that a kill or a lost destination held up. */
  deliverRest(): Promise<void>;
  /** Problem file{changed-meanwhile} when a secret that exists nowhere else is not at the destination any more. */
  checkDelivered(): void;
  /** When it resolves, what waited is at the destination and verified; the escrow's copies of earlier writes are gone. */
  write(): Promise<void>;
  /** Verifies that the destination has everything, then removes the escrow's last copies. */
  complete(): Promise<void>;
  dispose(): void;
}

/** How long a new secret waits, sealed, for the next write of the file at most. */
const LONGEST_WAIT_MS = 30_000;

interface DeliveryNeeds {
  readonly escrow: Escrow;
  /** Their secrets are in the file now. */
  readonly noteWritten: (userNames: readonly string[]) => Promise<void>;
}

function createDelivery(
  destination: Destination,
  rows: Rows,
  { escrow, noteWritten }: DeliveryNeeds,
): Delivery {
  const waiting: number[] = [];
  /** Rows that an earlier write brought to the destination, and whose secrets are in the escrow as well. */
  let withCopy: number[] = [];
  const oneAtATime = serial();
  let timer: NodeJS.Timeout | undefined;
  const writeNow = async () => {
    clearTimeout(timer);
    timer = undefined;
    const written = [...waiting];
    if (written.length === 0) return;
    await destination.write();
    await rows.markDelivered(written);
    waiting.splice(0, written.length);
    // What is only remembered holds nothing up.
    const all = rows.all();
    await noteWritten(written.flatMap((row) => all[row]?.subject ?? [])).catch(ignoreProblem);
    await removeCopies();
    withCopy.push(...written);
  };
  /**
   * A write verifies the earlier ones again. A row whose own end is not stored yet keeps its copy: after a kill the escrow alone
   * knows that it was sent.
   */
  const removeCopies = async () => {
    const all = rows.all();
    const ended = withCopy.filter((row) => all[row]?.secret !== null);
    withCopy = withCopy.filter((row) => !ended.includes(row));
    // A copy that cannot be removed now is removed at the end of the job.
    await destination.removeCopies(ended.flatMap((row) => all[row] ?? [])).catch(ignoreProblem);
  };
  const write = () => oneAtATime(writeNow);
  const deliver = async ({ row, subject }: Row, secret: string): Promise<boolean> => {
    if (await destination.deliver(subject, secret)) return true;
    waiting.push(row);
    // A failed write is tried again with the next row, which then reports the failure.
    timer ??= setTimeout(() => void write().catch(() => undefined), LONGEST_WAIT_MS);
    if (!destination.isFull()) return false;
    await write();
    return true;
  };
  return {
    deliver,
    write,
    async deliverRest() {
      // First what waits already, so that it is not delivered twice.
      await write();
      const inEscrow = new Set(escrow.list().map(({ id }) => id));
      const delivered: number[] = [];
      for (const row of rows.all()) {
        if (row.secret === null || (row.delivered && destination.has(row.subject))) continue;
        if (inEscrow.has(row.secret) && (await deliver(row, row.secret))) delivered.push(row.row);
      }
      if (delivered.length > 0) await rows.markDelivered(delivered);
      await write();
    },
    checkDelivered() {
      if (onlyAtDestination(rows, escrow).some(({ subject }) => !destination.has(subject)))
        throw notInFile();
    },
    async complete() {
      await write();
      await destination.complete(rows.all());
    },
    dispose() {
      clearTimeout(timer);
    },
  };
}

interface Destination {
  /** False when a delivered secret is not there any more. */
  has(userName: string): boolean;
  /** True when the secret is there for good; false when the next `write` stores it. A second delivery changes nothing. */
  deliver(userName: string, secret: string): Promise<boolean>;
  /** Enough secrets wait for a write. */
  isFull(): boolean;
  /** Stores what waits, and verifies it: read back and opened. */
  write(): Promise<void>;
  /** Removes the escrow's copies of what was verified in this run. */
  removeCopies(rows: readonly Row[]): Promise<void>;
  /** Verifies that the destination has everything, then removes the escrow's last copies. */
  complete(rows: readonly Row[]): Promise<void>;
}

/** Vault name of the passphrase of a rotation into a file. */
export const passphraseName = (job: string) => `jobs/${job}/passphrase`;
const passphraseOf = ({ id }: RotationRecord) => passphraseName(id);

function createDestinations({ vault, escrow, age }: RotationNeeds) {
  const placeOf = (file: string, passphrase: Secret, about = ''): SecretFilePlace => ({
    file,
    passphrase,
    about,
    age,
  });
  const aboutOf = (job: RotationRecord) =>
    `${job.organisationName}, ${job.connectionName}, ${job.environment}, ${job.started}`;
  const test = (choice: DestinationChoice) =>
    choice.kind === 'keychain'
      ? vault.check()
      : trySecretFile(placeOf(choice.file, choice.passphrase));
  return {
    test,
    async prepare(job: RotationRecord, choice: DestinationChoice): Promise<void> {
      await test(choice);
      if (choice.kind === 'keychain') return;
      // The passphrase first: after a kill a file that nobody can open would be of no use.
      await vault.put(passphraseOf(job), choice.passphrase);
      await createSecretFile(placeOf(choice.file, choice.passphrase, aboutOf(job)));
    },
    /** For the rows of one run. A lost file is made anew with `remake`; otherwise Problem file{not-found}. */
    async open(
      job: RotationRecord,
      { remake }: { readonly remake: boolean },
    ): Promise<Destination> {
      if (job.file === null) return keychainDestination(escrow);
      const passphrase = await vault.get(passphraseOf(job));
      if (!passphrase) throw noPassphrase();
      await removeTemporaryFiles(job.file).catch(() => undefined);
      const place = placeOf(job.file, passphrase, aboutOf(job));
      return fileDestination(await openFile(place, remake), escrow);
    },
    /** Removes the passphrase, which is not needed any more. */
    forget: async (job: RotationRecord): Promise<void> => {
      if (job.file !== null) await vault.remove(passphraseOf(job));
    },
  };
}

/** A kill while this file was being replaced leaves such files beside it. */
async function removeTemporaryFiles(file: string): Promise<void> {
  const [folder, start] = [path.dirname(file), `.${path.basename(file)}.`];
  const isTemporary = (name: string) =>
    name.startsWith(start) && /^[0-9a-f]{16}\.tmp$/.test(name.slice(start.length));
  const names = (await readdir(folder)).filter(isTemporary);
  await Promise.all(names.map((name) => rm(path.join(folder, name), { force: true })));
}

/** A file that was removed is made again; one that is not ours is left alone. */
async function openFile(place: SecretFilePlace, remake: boolean): Promise<SecretFile> {
  try {
    return await openSecretFile(place);
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'file' || failure.problem !== 'not-found') throw error;
    if (!remake) throw fileIsGone();
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
    removeCopies: async () => undefined,
    complete: async () => undefined,
  };
}

/** Secrets in one write of a file: each write costs a second of work outside the event loop. */
const SECRETS_PER_WRITE = 50;

function fileDestination(file: SecretFile, escrow: Escrow): Destination {
  let waiting = new Map<string, { readonly id: string; readonly secret: Secret }>();
  /** What the escrow gave under these ids in this run, and the file was verified to hold. */
  const verified = new Map<string, Secret>();
  return {
    has: (userName) => file.has(userName),
    async deliver(userName, id) {
      waiting.set(userName, { id, secret: await escrow.reveal(id) });
      return false;
    },
    isFull: () => waiting.size >= SECRETS_PER_WRITE,
    async write() {
      const written = waiting;
      if (written.size === 0) return;
      await file.add(new Map([...written].map(([userName, { secret }]) => [userName, secret])));
      // Another secret of the same user may have come meanwhile.
      waiting = new Map([...waiting].filter(([userName, one]) => written.get(userName) !== one));
      for (const { id, secret } of written.values()) verified.set(id, secret);
    },
    async removeCopies(rows) {
      for (const { secret: id } of rows) {
        if (id === null || !verified.has(id)) continue;
        if (escrow.find(id)?.state === 'waiting') await escrow.confirmStored(id);
        verified.delete(id);
      }
    },
    async complete(rows) {
      const inFile = await file.verify();
      const entries = new Map(escrow.list().map((entry) => [entry.id, entry]));
      const copies = rows.flatMap((row) => {
        const entry = row.secret === null ? undefined : entries.get(row.secret);
        return entry ? [{ userName: row.subject, delivered: row.delivered, entry }] : [];
      });
      for (const { userName, entry, delivered } of copies) {
        // The secret was in memory only when it was written to the file: the file has it, the escrow does not.
        if (entry.kept === 'nowhere' && delivered && inFile.has(userName)) continue;
        const secret = verified.get(entry.id) ?? (await escrow.reveal(entry.id));
        if (inFile.get(userName)?.expose() !== secret.expose()) throw notInFile();
      }
      for (const { entry } of copies) {
        if (entry.kept === 'nowhere') await escrow.resolve(entry.id, 'dropped');
        else await escrow.confirmStored(entry.id);
      }
    },
  };
}

const noPassphrase = () =>
  keychainProblem('not-stored', 'The passphrase of this job’s file is not in the keychain.');

const fileIsGone = () =>
  fileProblem(
    'not-found',
    'The file with the secrets of this job is not there. Put it back, or stop the job.',
  );
