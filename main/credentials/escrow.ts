// Never loses a one-time secret: intent before the call, the sealed raw answer before parsing, then the vault (checks.md 3.12).
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Notify } from '../../preload/contract/contract.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Environment } from '../../preload/contract/schema.ts';
import type { ExchangeResponse } from '../http/transport.ts';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { type AppendFile, openAppendFile } from '../storage/append-file.ts';
import type { Held } from '../storage/exclusive.ts';
import { runAttempt } from './escrow-attempt.ts';
import { type Attempt, type Book, type Changes, createBook } from './escrow-book.ts';
import { closeWith, keepFor, lookAt, resolveAs, revealOf } from './escrow-hand.ts';
import type { Facts } from './escrow-log.ts';
import { createOpener, LOG_NAME, type Opener } from './escrow-opener.ts';
import { recoverAll, settleKept } from './escrow-recovery.ts';
import { createSealer, type Sealer } from './escrow-seal.ts';
import { createShelf, type Shelf } from './escrow-shelf.ts';
import type { Vault } from './vault.ts';

/** One create or rotate, as the service knows it. */
export interface AttemptPlan {
  readonly connection: string;
  readonly environment: Environment;
  readonly userName: string;
  readonly operation: 'create' | 'rotateSecret';
  readonly job?: string | undefined;
  readonly report: (step: { readonly step: 'preparing' | 'asking' | 'keeping' }) => void;
  readonly warmUp: () => Promise<void>;
  /** Sends exactly once; `arrived` must be awaited before anything looks at the answer. */
  readonly send: (
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ) => Promise<ExchangeResponse>;
  /** Finds the secret in the answer; throws Problem unexpected-answer when it is not what was asked for (PAR-09). */
  readonly read: (body: Buffer) => { readonly secret: Secret; readonly created: string | null };
}

export interface Escrow {
  /**
   * Steps 0 to 9 of checks.md 3.12. Rejects with Problem conflict while an attempt for this user is open (OTS-09), with a
   * file or keychain Problem when nothing was sent (OTS-02), and with outcome-unknown or unexpected-answer afterwards.
   */
  run(
    plan: AttemptPlan,
  ): Promise<{ readonly entry: OneTimeSecret; readonly created: string | null }>;
  /** Open entries and confirmed ones that are still held, newest first. */
  list(): readonly OneTimeSecret[];
  find(id: string): OneTimeSecret | undefined;
  /** Of one user, newest first. */
  of(connection: string, userName: string): readonly OneTimeSecret[];
  reveal(id: string): Promise<Secret>;
  /** The kept bytes of an answer-unclear entry as text. */
  look(id: string): Promise<string>;
  keep(id: string): Promise<OneTimeSecret>;
  confirmStored(id: string): Promise<void>;
  /** `rotated-again` before the new rotation lets it begin and ends this entry when it is stored. */
  resolve(id: string, how: 'rotated-again' | 'old-one-works' | 'dropped'): Promise<void>;
  /** At start, before anything else, and whenever the keychain came back: finishes what a crash or it left. */
  recover(): Promise<void>;
  /** Secrets that arrived and are in the vault of neither kind yet: the program must not be left (OTS-03). */
  unsaved(): number;
  /** The user has another name on the server; what is held for it follows. */
  renamed(connection: string, from: string, to: string): Promise<void>;
  /** The user is gone from the server: confirmed secrets go, what nobody has confirmed stays. */
  removed(connection: string, userName: string): Promise<void>;
  /** Name of the file in which damaged records were set aside at the start, if any. */
  readonly setAside: readonly string[];
  /** Answers when what runs has ended, at the latest after the time limit; the rest is found at the next start. */
  close(timeLimitMs?: number): Promise<void>;
}

export interface EscrowOptions {
  readonly folder: string;
  readonly vault: Vault;
  readonly now?: () => Date;
  readonly notify?: Notify;
  /** Replaced by fault tests. */
  readonly file?: AppendFile;
  /** The escrow of this folder for this process alone; undefined when another has it. */
  readonly hold: () => Promise<Held | undefined>;
}

/** What the parts of the escrow share. */
export interface Parts {
  readonly book: Book;
  readonly sealer: Sealer;
  readonly shelf: Shelf;
  readonly opener: Opener;
  readonly vault: Vault;
  readonly session: string;
}

/** Disk that must be free before anything is sent. */
const ROOM = 1024 * 1024;

export async function openEscrow(options: EscrowOptions): Promise<Escrow> {
  const { folder, vault, now = () => new Date(), notify, hold } = options;
  const session = randomUUID();
  const changed = (changes: Changes) => notify?.('secretsChanged', changes);
  const book = createBook({ vault, session, now, changed });
  const file = options.file ?? openAppendFile(path.join(folder, LOG_NAME));
  const opener = createOpener({ file, now, book, hold });
  const sealer = createSealer(vault);
  const parts: Parts = { book, sealer, shelf: createShelf(vault, book), opener, vault, session };
  const list = () => book.attempts.flatMap((attempt) => book.show(attempt) ?? []).reverse();
  await opener.tryOpen();
  return assembled(parts, list);
}

function assembled(parts: Parts, list: () => OneTimeSecret[]): Escrow {
  const { book, opener, sealer } = parts;
  return {
    list,
    find: (id) => shownOf(book, id),
    of: (connection, userName) =>
      book
        .of({ connection, userName })
        .flatMap((attempt) => book.show(attempt) ?? [])
        .reverse(),
    run: (plan) => run(plan, parts),
    reveal: (id) => revealOf(known(book, id), parts),
    look: (id) => lookAt(known(book, id), parts),
    keep: (id) => keepFor(known(book, id), parts),
    confirmStored: (id) => closeWith(known(book, id), parts),
    resolve: (id, how) => resolveAs(known(book, id), how, parts),
    recover: () => recoverAll(parts),
    unsaved: () => list().filter((entry) => isUnsaved(entry, parts)).length,
    async renamed(connection, from, to) {
      for (const { id, facts } of book.of({ connection, userName: from }))
        await book.note({ id, facts: { ...facts, userName: to } }, 'renamed');
    },
    async removed(connection, userName) {
      const held = book.of({ connection, userName });
      await parts.shelf.forget(held.filter(({ phase }) => phase === 'kept'));
    },
    get setAside() {
      return opener.setAside;
    },
    async close(timeLimitMs = 0) {
      await ended(book, timeLimitMs);
      book.settle();
      await parts.vault.rest().catch(() => undefined);
      sealer.forget();
      await opener.close();
    },
  };
}

/** Of this session: what an earlier one left sealed does not become safer by staying. */
const isUnsaved = ({ id, state, kept }: OneTimeSecret, { book, session }: Parts) =>
  state === 'waiting' &&
  book.find(id)?.facts.session === session &&
  (kept === 'sealed-file' || book.inMemoryOnly.has(id));

function known(book: Book, id: string): Attempt {
  const attempt = book.find(id);
  if (attempt && book.show(attempt)) return attempt;
  throw new Problem({ kind: 'not-found', message: 'This secret is not kept here any more.' });
}

async function run(plan: AttemptPlan, parts: Parts) {
  const { book, vault, session } = parts;
  const { connection, environment, userName, operation, job = null } = plan;
  const facts: Facts = {
    connection,
    environment,
    userName,
    operation,
    job,
    vault: vault.kind,
    session,
  };
  const id = randomUUID();
  const user = JSON.stringify([connection, userName]);
  if (book.busy.has(user)) throw openAlready();
  book.busy.add(user);
  book.running.add(id);
  try {
    plan.report({ step: 'preparing' });
    await preflight(facts, parts);
    const { created } = await runAttempt(plan, { id, facts }, parts);
    book.running.delete(id);
    await settleKept(id, parts);
    return { entry: entryOf(book, id), created };
  } finally {
    book.running.delete(id);
    book.busy.delete(user);
    book.announce(plan);
  }
}

function shownOf(book: Book, id: string): OneTimeSecret | undefined {
  const attempt = book.find(id);
  return attempt && book.show(attempt);
}

function entryOf(book: Book, id: string): OneTimeSecret {
  const entry = shownOf(book, id);
  if (!entry) throw new Error('An attempt ended without an entry.');
  return entry;
}

/** Step 0. Whatever throws here, nothing has been sent. */
async function preflight(facts: Facts, { book, opener, sealer, vault }: Parts): Promise<void> {
  const log = await opener.need();
  const blocking = book.of(facts).some((attempt) => {
    const state = book.show(attempt)?.state;
    return (state === 'outcome-unknown' || state === 'answer-unclear') && !attempt.again;
  });
  if (blocking) throw openAlready();
  await log.needRoom(ROOM);
  await vault.prove();
  await sealer.prepare();
}

function openAlready(): Problem {
  return new Problem({
    kind: 'conflict',
    message:
      'An earlier attempt for this user is not finished: its outcome must be settled before a new one begins.',
    reason: '',
  });
}

/** Waits for running attempts, so that their answers are kept and not only their question (CAN-04). */
async function ended(book: Book, timeLimitMs: number): Promise<void> {
  const until = performance.now() + timeLimitMs;
  while (book.running.size > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
}
