// Rotates the secrets of many users, one at a time: put down before it is sent, never a write repeated blindly (RTY-09).
import { keptSecret } from '../../preload/contract/enterprise-users.ts';
import type { Result } from '../../preload/result.ts';
import type { Escrow } from '../secrets/escrow.ts';
import { notInFile } from '../secrets/secret-file.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Hand, Task } from './batch.ts';
import type { Destination, Destinations } from './destination.ts';
import { type BatchRecord, notNow, OLDER_STATES, type OlderRow } from './records.ts';
import type { RotationRecord } from './records.ts';
import type { Row, Rows, RowState, Step, Wanted } from './rows.ts';
import { becauseOfKeeping } from './runs.ts';
import { serial } from '../serial.ts';

export interface RotationNeeds {
  readonly destinations: Destinations;
  readonly escrow: Escrow;
  /** Performs an operation of the contract with its checks and its journal lines, like a click. */
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
  /** The small gap between two users. */
  readonly gap: () => Promise<void>;
}

export interface Rotation extends Task {
  /** A refused or unknown row, as a person settles it; true when it waits again. */
  resolveRow(job: BatchRecord, rows: Rows, settled: Settled): Promise<boolean>;
}

export interface Settled {
  readonly userName: string;
  readonly how: 'rotate-again' | 'old-one-works';
}

/** How long a new secret waits, sealed, for the next writing of the file at most. */
const LONGEST_WAIT_MS = 30_000;

export function rotation(needs: RotationNeeds): Rotation {
  const { destinations, escrow, run, gap } = needs;
  /** Of jobs that run, or are just ended. */
  const opened = new Map<string, Delivery>();
  const open = async (job: RotationRecord, rows: Rows, remake: boolean): Promise<Delivery> => {
    const found = opened.get(job.id);
    if (found) return found;
    const made = createDelivery(await destinations.open(job, { remake }), rows, escrow);
    opened.set(job.id, made);
    return made;
  };
  const close = (id: string) => {
    opened.get(id)?.close();
    opened.delete(id);
  };
  return {
    ...{ effect: 'write', atOnce: 1, gap },
    async recover(job, rows) {
      const left = rows.all().filter(({ state, tried }) => state === 'waiting' && tried);
      // Nothing in the escrow: nothing was sent, or the server refused.
      for (const row of left) {
        const known = fromEscrow(escrow, job, row.subject);
        if (known) await rows.change(row.row, { ...known, failure: null });
      }
    },
    async begin(job, rows) {
      close(job.id);
      // A file that alone has some of the secrets is put back by a person, not begun anew.
      const isAlone = onlyAtDestination(rows, escrow).length > 0;
      const delivery = await open(rotationOf(job), rows, !isAlone);
      await delivery.deliverRest();
      delivery.proveWhole();
      return createHand({ run, escrow }, job, delivery);
    },
    async rested({ id }) {
      try {
        await opened.get(id)?.write();
      } finally {
        close(id);
      }
      return undefined;
    },
    async settle(job, rows) {
      try {
        // Whoever stops the job without its file gets what is left in a new one.
        const delivery = await open(rotationOf(job), rows, true);
        await delivery.deliverRest();
        await delivery.settle();
      } finally {
        close(job.id);
      }
    },
    forget: (job) => destinations.forget(rotationOf(job)),
    async resolveRow({ id }, rows, { userName, how }) {
      const row = rows.all().find(({ subject }) => subject === userName);
      if (row?.state !== 'refused' && row?.state !== 'unknown') throw notNow();
      const left = escrow
        .list()
        .find(
          (one) => one.job === id && one.userName === userName && !/waiting|conf/.test(one.state),
        );
      if (left) await escrow.resolve(left.id, how === 'rotate-again' ? 'rotated-again' : how);
      const again = how === 'rotate-again';
      await rows.change(row.row, { state: again ? 'waiting' : 'skipped', failure: null });
      return again;
    },
  };
}

export function rotationOf(job: BatchRecord): RotationRecord {
  if (job.kind === 'rotate-secrets') return job;
  throw notNow();
}

function createHand(
  { run, escrow }: Pick<RotationNeeds, 'run' | 'escrow'>,
  { id, connection }: BatchRecord,
  delivery: Delivery,
): Hand {
  const { signal } = new AbortController();
  const rotate = async (userName: string): Promise<RowState> => {
    const input = { connection, userName, job: id };
    const result = await run('enterpriseUsers.rotateSecret', input, signal);
    if (result.ok) {
      const { secret } = keptSecret.parse(result.value);
      return { state: 'done', failure: null, secret };
    }
    // The escrow alone knows what was sent.
    const known = fromEscrow(escrow, { id, connection }, userName);
    if (known) return { ...known, failure: result.failure };
    throw new Problem(result.failure);
  };
  return async (row, mark) => {
    await mark();
    const state = await rotate(row.subject);
    if (state.state === 'unknown') return { ...state, because: 'unknown-outcome' };
    try {
      const delivered = await delivery.deliver(row, state.secret ?? '');
      return { ...state, ...(delivered && { delivered }) };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      // The secret is safe in the escrow, and handed over when the job goes on.
      return { ...state, because: becauseOfKeeping(failure) };
    }
  };
}

/** The newest attempt of this job for this user that left something behind. */
function fromEscrow(
  escrow: Escrow,
  { id, connection }: Pick<BatchRecord, 'id' | 'connection'>,
  userName: string,
): Pick<RowState, 'state' | 'secret'> | undefined {
  const entry = escrow.of(connection, userName).find((one) => one.job === id);
  if (!entry) return undefined;
  const came = entry.state === 'waiting' || entry.state === 'confirmed';
  return came ? { state: 'done', secret: entry.id } : { state: 'unknown', secret: null };
}

/** Rows whose secrets were handed over and let go of here: nobody else has them. */
const onlyAtDestination = (rows: Rows, escrow: Escrow): readonly Row[] => {
  const held = new Set(escrow.list().map(({ id }) => id));
  return rows
    .all()
    .filter(({ delivered, secret }) => delivered && secret !== null && !held.has(secret));
};

interface Delivery {
  /** True when it is at the destination for good; otherwise it waits, sealed, for the next `write`. */
  deliver(row: Row, secret: string): Promise<boolean>;
  /** Secrets that a kill or a lost destination kept from being handed over. */
  deliverRest(): Promise<void>;
  /** Problem file{changed-meanwhile} when a secret that is nowhere else is not at the destination any more. */
  proveWhole(): void;
  /** What waits is at the destination and proven when it resolves; the escrow's copies of earlier writings go. */
  write(): Promise<void>;
  /** Proves that everything is there, then lets the escrow's last copies go. */
  settle(): Promise<void>;
  close(): void;
}

function createDelivery(destination: Destination, rows: Rows, escrow: Escrow): Delivery {
  const waiting: number[] = [];
  /** At the destination since an earlier writing; the escrow has copies of them as well. */
  let doubled: number[] = [];
  const oneAtATime = serial();
  let timer: NodeJS.Timeout | undefined;
  const writeNow = async () => {
    clearTimeout(timer);
    timer = undefined;
    const some = [...waiting];
    if (some.length === 0) return;
    await destination.write();
    await rows.delivered(some);
    waiting.splice(0, some.length);
    await letGo();
    doubled.push(...some);
  };
  /** A writing proves the earlier ones again. Rows whose own end is not written yet are left: after a kill the escrow alone knows that they were sent. */
  const letGo = async () => {
    const all = rows.all();
    const ended = doubled.filter((row) => all[row]?.secret !== null);
    doubled = doubled.filter((row) => !ended.includes(row));
    try {
      await destination.letGo(ended.flatMap((row) => all[row] ?? []));
    } catch (error) {
      // A copy that stays is let go of at the end of the job.
      if (!failureOf(error)) throw error;
    }
  };
  const write = () => oneAtATime(writeNow);
  const deliver = async ({ row, subject }: Row, secret: string): Promise<boolean> => {
    if (await destination.deliver(subject, secret)) return true;
    waiting.push(row);
    // One that fails is tried again with the next row, which says so.
    timer ??= setTimeout(() => void write().catch(() => undefined), LONGEST_WAIT_MS);
    if (!destination.isFull()) return false;
    await write();
    return true;
  };
  return {
    deliver,
    write,
    async deliverRest() {
      // What waits for a writing was handed over already.
      await write();
      const held = new Set(escrow.list().map(({ id }) => id));
      const there: number[] = [];
      for (const row of rows.all()) {
        if (row.secret === null || (row.delivered && destination.has(row.subject))) continue;
        if (held.has(row.secret) && (await deliver(row, row.secret))) there.push(row.row);
      }
      if (there.length > 0) await rows.delivered(there);
      await write();
    },
    proveWhole() {
      if (onlyAtDestination(rows, escrow).some(({ subject }) => !destination.has(subject)))
        throw notInFile();
    },
    async settle() {
      await write();
      await destination.settle(rows.all());
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/** Rows of an older version, as what was asked and what became of it. */
export const sealedForm = (older: readonly OlderRow[], at: string): [Wanted[], Step[]] => [
  older.map(({ userName }) => ({ action: 'rotate', subject: userName })),
  older.flatMap((row, n): Step[] => {
    if (row.state === 'waiting' && row.at === null && row.failure === null) return [];
    return [
      {
        ...{ row: n, at: row.at ?? at, state: OLDER_STATES[row.state], failure: row.failure },
        ...{ tried: row.state === 'rotating', secret: row.secret, delivered: row.delivered },
      },
    ];
  }),
];
