// Never loses a one-time secret: intent before the call, the sealed raw answer before parsing, then the vault (OTS-01).
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Notify } from '../../preload/contract/contract.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Environment } from '../../preload/contract/schema.ts';
import { isUnknown } from '../../preload/failures.ts';
import { type BrokenExchange, type ExchangeResponse, maySucceed } from '../http/exchange.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { FolderLock } from '../storage/folder-lock.ts';
import { type AppendFile, openAppendFile } from '../storage/log-file.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import { readSecretAnswer, type SecretAnswer } from './enterprise-user-answers.ts';
import {
  type Attempt,
  type AttemptIndex,
  type Changes,
  createAttemptIndex,
  type NewNote,
  secretName,
} from './escrow-attempts.ts';
import type { EscrowRecord, Facts } from './escrow-log.ts';
import { createOpener, LOG_NAME, type Opener } from './escrow-opener.ts';
import {
  contentOf,
  createSealer,
  type KeptAnswer,
  keptAnswer,
  legibleOf,
  type Sealer,
} from './escrow-seal.ts';
import type { Sealed } from './sealing-keys.ts';
import { createSecretStore, type SecretStore } from './escrow-vault.ts';
import type { Vault } from './vault.ts';
import { conflict, fileProblem, keychainProblem, notFound, unexpectedAnswer } from '../problems.ts';

/** One create or rotate, as the service knows it. */
export interface AttemptPlan {
  readonly connection: string;
  readonly environment: Environment;
  readonly userName: string;
  readonly operation: 'create' | 'rotateSecret';
  readonly job?: string | undefined;
  readonly report: (step: { readonly step: 'preparing' | 'asking' | 'keeping' }) => void;
  readonly warmUp: () => Promise<void>;
  /** Sends exactly once; `arrived` must be awaited before anything reads the answer. */
  readonly send: (
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ) => Promise<ExchangeResponse>;
  /** Finds the secret in the answer; throws Problem unexpected-answer when it is not what was asked for (PAR-09). */
  readonly read: (body: Buffer) => { readonly secret: Secret; readonly created: string | null };
}

export interface Escrow {
  /**
   * All steps from the intent to the vault. Rejects with Problem conflict while an attempt for this user is open (OTS-09), with a
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
  /** At start, before anything else, and whenever the keychain is back: finishes what was interrupted. */
  recover(): Promise<void>;
  /** Number of secrets that arrived and are in no vault yet: the program must not quit (OTS-03). */
  unsaved(): number;
  /** The user has another name on the server: its attempts get it too. */
  renamed(connection: string, from: string, to: string): Promise<void>;
  /** The user was removed from the server: its confirmed secrets are removed, all others stay. */
  removed(connection: string, userName: string): Promise<void>;
  /** Answers that only the escrow's key opens; given up, their outcome is unknown. */
  readonly sealed: Sealed;
  /** Reads the log again, and opens every sealed answer. Problem file{...} or keychain{...}. */
  check(run: StoreCheck): Promise<void>;
  /** Name of the file in which damaged records were set aside at the start, if any. */
  readonly setAside: readonly string[];
  /** Resolves when running attempts have ended, or after the time limit; the next start recovers the rest. */
  close(timeLimitMs?: number): Promise<void>;
}

export interface EscrowOptions {
  readonly folder: string;
  readonly vault: Vault;
  readonly now?: () => Date;
  readonly notify?: Notify;
  /** Replaced by fault tests. */
  readonly file?: AppendFile;
  /** Locks the escrow of this folder for this process; undefined when another process has the lock. */
  readonly hold: () => Promise<FolderLock | undefined>;
}

/** The parts of the escrow that all its functions use. */
interface EscrowContext {
  readonly index: AttemptIndex;
  readonly sealer: Sealer;
  readonly store: SecretStore;
  readonly opener: Opener;
  readonly vault: Vault;
  readonly session: string;
}

/** Bytes that must be free on the disk before anything is sent. */
const ROOM = 1024 * 1024;

export async function openEscrow(options: EscrowOptions): Promise<Escrow> {
  const { folder, vault, now = () => new Date(), notify, hold } = options;
  const session = randomUUID();
  const changed = (changes: Changes) => notify?.('secretsChanged', changes);
  const sealer: Sealer = createSealer(vault, () => sealedAnswers(index).length > 0);
  const vouch = (record: EscrowRecord) => sealer.vouch(record);
  const index: AttemptIndex = createAttemptIndex({ vault, session, now, changed, vouch });
  const file = options.file ?? openAppendFile(path.join(folder, LOG_NAME));
  const opener = createOpener({ file, now, index, hold });
  const context: EscrowContext = {
    index,
    sealer,
    store: createSecretStore(vault, index),
    opener,
    vault,
    session,
  };
  const list = () => index.attempts.flatMap((attempt) => index.show(attempt) ?? []).reverse();
  await opener.tryOpen();
  return assembled(context, list, now);
}

function assembled(context: EscrowContext, list: () => OneTimeSecret[], now: () => Date): Escrow {
  const { index, opener, sealer } = context;
  return {
    list,
    find: (id) => shownOf(index, id),
    of: (connection, userName) =>
      index
        .of({ connection, userName })
        .flatMap((attempt) => index.show(attempt) ?? [])
        .reverse(),
    run: (plan) => run(plan, context),
    reveal: (id) => revealOf(known(index, id), context),
    look: (id) => lookAt(known(index, id), context),
    keep: (id) => keepFor(known(index, id), context),
    confirmStored: (id) => closeWith(known(index, id), context),
    resolve: (id, how) => resolveAs(known(index, id), how, context),
    recover: () => recoverAll(context),
    unsaved: () => list().filter((entry) => isUnsaved(entry, context)).length,
    async renamed(connection, from, to) {
      for (const { id, facts } of index.of({ connection, userName: from }))
        await index.note({ id, facts: { ...facts, userName: to } }, 'renamed');
    },
    async removed(connection, userName) {
      const held = index.of({ connection, userName });
      await context.store.forget(held.filter(({ phase }) => phase === 'kept'));
    },
    sealed: {
      count: async () => sealedAnswers(index).length,
      async giveUp() {
        await opener.need();
        for (const attempt of sealedAnswers(index))
          await index.note(withoutSealed(attempt), 'unknown');
      },
    },
    check: (run) => checkAll(run, context, now),
    get setAside() {
      return opener.setAside;
    },
    async close(timeLimitMs = 0) {
      await ended(index, timeLimitMs);
      index.settle();
      await context.vault.rest().catch(() => undefined);
      sealer.forget();
      await opener.close();
    },
  };
}

/** Only secrets of this session: staying does not make the sealed answers of an earlier one any safer. */
const isUnsaved = ({ id, state, kept }: OneTimeSecret, { index, session }: EscrowContext) =>
  state === 'waiting' &&
  index.find(id)?.facts.session === session &&
  (kept === 'sealed-file' || index.inMemoryOnly.has(id));

function known(index: AttemptIndex, id: string): Attempt {
  const attempt = index.find(id);
  if (attempt && index.show(attempt)) return attempt;
  throw notFound('This secret is not kept here any more.');
}

async function run(plan: AttemptPlan, context: EscrowContext) {
  const { index, vault, session } = context;
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
  if (index.busy.has(user)) throw openAlready();
  index.busy.add(user);
  index.running.add(id);
  try {
    plan.report({ step: 'preparing' });
    await preflight(facts, context);
    const { created } = await runAttempt(plan, { id, facts }, context);
    index.running.delete(id);
    await settleKept(id, context);
    return { entry: entryOf(index, id), created };
  } finally {
    index.running.delete(id);
    index.busy.delete(user);
    index.announce(plan);
  }
}

/** Attempts whose answer is read from what the key of the system's keychain sealed, and from nowhere else. */
const sealedAnswers = ({ attempts, running }: AttemptIndex): readonly Attempt[] =>
  attempts.filter(
    ({ id, phase, facts, sealed }) =>
      sealed !== undefined &&
      facts.vault === 'system' &&
      (phase === 'answered' || phase === 'unclear') &&
      !running.has(id),
  );

function shownOf(index: AttemptIndex, id: string): OneTimeSecret | undefined {
  const attempt = index.find(id);
  return attempt && index.show(attempt);
}

function entryOf(index: AttemptIndex, id: string): OneTimeSecret {
  const entry = shownOf(index, id);
  if (!entry) throw new Error('An attempt ended without an entry.');
  return entry;
}

/** Step 0. Whatever throws here, nothing has been sent. */
async function preflight(
  facts: Facts,
  { index, opener, sealer, vault }: EscrowContext,
): Promise<void> {
  const log = await opener.need();
  const blocking = index.of(facts).some((attempt) => {
    const state = index.show(attempt)?.state;
    return (state === 'outcome-unknown' || state === 'answer-unclear') && !attempt.again;
  });
  if (blocking) throw openAlready();
  if ((await log.free()) < ROOM) throw diskFull();
  await vault.prove();
  await sealer.prepare();
}

const diskFull = () =>
  fileProblem('disk-full', 'The disk is too full to keep a new secret safely. Nothing was sent.');

function openAlready(): Problem {
  return conflict(
    'An earlier attempt for this user is not finished: its outcome must be resolved before a new one begins.',
  );
}

/** Waits for running attempts, so that their answers are stored too (CAN-04). */
async function ended(index: AttemptIndex, timeLimitMs: number): Promise<void> {
  const until = performance.now() + timeLimitMs;
  while (index.running.size > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What is known of the server's answer so far. */
interface ResponseState {
  status?: number;
  answer?: KeptAnswer;
  note: NewNote;
}

/** Statuses that mean that the server did nothing. 408 and 5xx do not mean that. */
const REFUSALS = new Set([400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 415, 422, 423, 429]);
const isRefusal = (status: number) => REFUSALS.has(status) || (status >= 300 && status < 400);
const isSuccess = (status: number) => status >= 200 && status < 300;

/** Runs the attempt after preflight. Rejects with the Problem for the person; the log says what is left to do. */
async function runAttempt(
  plan: AttemptPlan,
  started: NewNote,
  context: EscrowContext,
): Promise<SecretAnswer> {
  const { index } = context;
  // 1. Twice, so that one damaged record cannot hide the attempt.
  await index.note(started, 'intent', 'intent');
  plan.report({ step: 'asking' });
  // 2.
  try {
    await plan.warmUp();
  } catch (error) {
    await index.noteOrKnow(started, 'not-sent');
    throw error;
  }
  // 3. and, before anything reads the answer, 4.
  const response: ResponseState = { note: started };
  let failure: unknown;
  try {
    const answer = await plan.send((arrived) => keepAnswer(arrived, response, context));
    if (response.status === undefined) await keepAnswer(answer, response, context);
  } catch (error) {
    failure = error;
    await keepPart(error, response, context);
  }
  plan.report({ step: 'keeping' });
  return settle(plan, response, failure, context);
}

async function keepAnswer(
  answer: ExchangeResponse,
  response: ResponseState,
  context: EscrowContext,
) {
  response.status = answer.status;
  if (isRefusal(answer.status)) return;
  await keepBytes(keptAnswer(answer), response, context);
}

/** The bytes of an answer that was cut off, when there are any. */
async function keepPart(error: unknown, response: ResponseState, context: EscrowContext) {
  const partial = brokenOf(error)?.partial;
  if (!partial || response.answer || !maySucceed(partial) || partial.raw.length === 0) return;
  response.status = partial.status;
  await keepBytes(keptAnswer(partial), response, context);
}

/** A full disk is no failure here: the secret still goes to the vault, or stays in memory should that fail too. */
async function keepBytes(
  answer: KeptAnswer,
  response: ResponseState,
  { index, sealer }: EscrowContext,
) {
  response.answer = answer;
  try {
    const sealed = sealer.seal(response.note.id, answer);
    response.note = { ...response.note, sealed };
    await index.note(response.note, 'answer');
  } catch {
    response.note = { id: response.note.id, facts: response.note.facts };
  }
}

function brokenOf(error: unknown): BrokenExchange | undefined {
  for (
    let cause = error;
    typeof cause === 'object' && cause !== null;
    cause = (cause as Error).cause
  ) {
    const { broken } = cause as { broken?: BrokenExchange };
    if (broken) return broken;
  }
  return undefined;
}

async function settle(
  plan: AttemptPlan,
  response: ResponseState,
  failure: unknown,
  context: EscrowContext,
): Promise<SecretAnswer> {
  const { note, answer, status } = response;
  const notHttp = brokenOf(failure)?.notHttp;
  if (answer && (isSuccess(answer.status) || notHttp !== undefined))
    return readAndStore(plan, response, { answer, notHttp }, context);
  if (status !== undefined && isRefusal(status)) {
    await context.index.noteOrKnow(note, 'refused');
    throw failure instanceof Error ? failure : unknownOutcome(note.id);
  }
  if (nothingDone(failure)) {
    await context.index.noteOrKnow(note, 'not-sent');
    throw failure;
  }
  await context.index.noteOrKnow(note, 'unknown');
  throw unknownOutcome(note.id, failure);
}

function nothingDone(failure: unknown): failure is Problem {
  const broken = brokenOf(failure);
  if (broken) return broken.sent === 'nothing';
  const found = failureOf(failure);
  // How far a cancelled call came is not known.
  if (!found || isUnknown(found) || found.kind === 'cancelled') return false;
  // Not every status that the client treats as a failure means that nothing was done.
  return !('status' in found) || found.status === undefined || isRefusal(found.status);
}

/** 5. to 9. */
async function readAndStore(
  plan: AttemptPlan,
  { note }: ResponseState,
  came: { readonly answer: KeptAnswer; readonly notHttp: string | undefined },
  context: EscrowContext,
): Promise<SecretAnswer> {
  let read: SecretAnswer;
  try {
    read = plan.read(contentOf(came.answer));
  } catch (error) {
    throw await unclearAnswer(note, came, error, context.index);
  }
  await context.store.put(note, read);
  return read;
}

/** An answer with content is kept for a person to read; without content the outcome is unknown. */
async function unclearAnswer(
  note: NewNote,
  { answer, notHttp }: { readonly answer: KeptAnswer; readonly notHttp: string | undefined },
  error: unknown,
  index: AttemptIndex,
) {
  const holdsSomething = contentOf(answer).toString('latin1').trim() !== '';
  await index.noteOrKnow(note, holdsSomething && note.sealed ? 'unclear' : 'unknown');
  if (!holdsSomething || (!answer.whole && notHttp === undefined))
    return unknownOutcome(note.id, error);
  const how =
    notHttp === undefined ? 'not with what was asked for' : `not in valid HTTP (${notHttp})`;
  return unexpectedAnswer(
    `The server answered, but ${how}. The answer is kept; look at it before anything else.`,
    { status: answer.status, reference: note.id },
    error,
  );
}

function unknownOutcome(reference: string, cause?: unknown): Problem {
  return new Problem(
    {
      kind: 'outcome-unknown',
      message: 'The call was sent, but its answer was lost. It may have been done.',
      reference,
    },
    cause,
  );
}

/** The reader for an answer found after a crash, when the plan is gone. */
const readKeptAnswer = (answer: KeptAnswer, userName: string): SecretAnswer =>
  readSecretAnswer(contentOf(answer), userName);

/** From the vault, or from the sealed answer while the vault does not have it. */
async function revealOf(attempt: Attempt, context: EscrowContext): Promise<Secret> {
  if (attempt.phase === 'answered')
    return readKeptAnswer(await unsealed(attempt, context), attempt.facts.userName).secret;
  const secret = await context.store.get(attempt);
  if (secret) return secret;
  throw notFound('No secret is kept for this entry.');
}

async function lookAt(attempt: Attempt, context: EscrowContext): Promise<string> {
  const bytes = legibleOf(await unsealed(attempt, context));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

async function unsealed({ id, sealed }: Attempt, { sealer }: EscrowContext): Promise<KeptAnswer> {
  const answer = sealed && (await sealer.open(id, sealed));
  if (answer) return answer;
  throw notFound('No answer is kept for this entry.');
}

async function keepFor(attempt: Attempt, context: EscrowContext): Promise<OneTimeSecret> {
  const { index } = context;
  await inVault(attempt, context);
  await index.note(attempt, 'kept');
  await context.store.forget(olderOf(attempt, context));
  const entry = index.show(index.find(attempt.id) ?? attempt);
  if (!entry) throw new Error('A kept secret has no entry.');
  return entry;
}

/** Removes the secret and every older one of this user from this computer. */
async function closeWith(attempt: Attempt, context: EscrowContext): Promise<void> {
  const state = context.index.show(attempt)?.state;
  if (state !== 'waiting' && state !== 'confirmed') throw notNow();
  await context.store.forget([...olderOf(attempt, context), attempt]);
}

async function resolveAs(
  attempt: Attempt,
  how: 'rotated-again' | 'old-one-works' | 'dropped',
  context: EscrowContext,
): Promise<void> {
  const { index, store } = context;
  const state = index.show(attempt)?.state;
  if (state !== 'outcome-unknown' && state !== 'answer-unclear') throw notNow();
  await refuseToDropFound(attempt, context);
  const all = index.of(attempt.facts);
  const laterIsStored = all
    .slice(all.indexOf(attempt) + 1)
    .some(({ phase }) => phase === 'stored' || phase === 'kept');
  if (how === 'rotated-again' && !laterIsStored) await index.note(attempt, 'again');
  else await store.forget([attempt]);
}

/** The keychain is asked once more: what it has was never read, so it is shown and not removed (FLT-03). */
async function refuseToDropFound(attempt: Attempt, context: EscrowContext): Promise<void> {
  const { index, store, vault } = context;
  if (!vault.has(secretName(attempt))) await store.seek([attempt]);
  if (!vault.has(secretName(attempt))) return;
  await index.note(withoutSealed(attempt), 'stored', 'done');
  throw notNow();
}

async function inVault(attempt: Attempt, context: EscrowContext): Promise<void> {
  const { index } = context;
  const state = index.show(attempt)?.state;
  if (state !== 'waiting' && state !== 'confirmed') throw notNow();
  if (attempt.phase === 'stored' || attempt.phase === 'kept') return;
  await moveToVault(attempt, context);
  if (index.find(attempt.id)?.phase === 'stored') return;
  await context.vault.check();
  throw keychainProblem(
    'not-stored',
    'The keychain did not take the secret. It is still kept sealed.',
  );
}

/** Older secrets of the same user that are held. */
function olderOf(attempt: Attempt, { index }: EscrowContext): readonly Attempt[] {
  const all = index.of(attempt.facts);
  const place = all.findIndex(({ id }) => id === attempt.id);
  return all.slice(0, place).filter(({ phase }) => phase === 'stored' || phase === 'kept');
}

const notNow = () => conflict('This entry is in another state by now; look at it again.');

async function checkAll(
  run: StoreCheck,
  { index, opener, sealer }: EscrowContext,
  now: () => Date,
): Promise<void> {
  const log = await opener.need();
  await log.check(run, {
    name: LOG_NAME,
    values: () => index.records(),
    now,
    isSound: (record) => !index.isJudged || sealer.isVouched(record),
  });
  for (const { id, sealed, facts } of sealedAnswers(index)) {
    const answer = sealed && (await sealer.open(id, sealed));
    run.read();
    if (!answer) run.left({ kind: 'unreadable', what: LOG_NAME, concerns: facts.userName });
  }
}

async function recoverAll(context: EscrowContext): Promise<void> {
  const { index, store, opener, vault, session } = context;
  await opener.tryOpen();
  const writable = await opener.need().then(
    () => true,
    () => false,
  );
  if (!writable) return;
  await untilKeychainFails(() => judgeLog(context));
  await untilKeychainFails(() =>
    store.seek(index.attempts.filter((one) => isSought(one, context))),
  );
  for (const attempt of index.attempts) {
    if (index.running.has(attempt.id)) continue;
    await untilKeychainFails(() => recoverOne(attempt, context));
  }
  await untilKeychainFails(() => store.adopt({ vault: vault.kind, session }));
  await index.compact(true);
  index.announce();
}

/** Believes of the log what the key vouches for, and writes it anew where that is not all of it. */
async function judgeLog({ index, opener, sealer, vault }: EscrowContext): Promise<void> {
  // Another session's key says nothing about what the system's keychain keeps.
  if (index.isJudged || vault.kind === 'memory' || !(await sealer.load())) return;
  const next = index.judge((record) => sealer.isVouched(record));
  if (next === 'set-aside') await opener.replace(() => index.records());
  else if (next === 'rewrite') await (await opener.need()).rewrite(() => index.records());
}

/** One that the vault does not know, and that is not on its way out. */
const isSought = (attempt: Attempt, { index, vault }: EscrowContext) =>
  attempt.phase !== 'closing' && !index.running.has(attempt.id) && !vault.has(secretName(attempt));

/** A failing keychain leaves the entry for the next recovery. */
async function untilKeychainFails(act: () => Promise<void>): Promise<void> {
  await act().catch((error: unknown) => {
    if (failureOf(error)?.kind !== 'keychain') throw error;
  });
}

async function recoverOne(attempt: Attempt, context: EscrowContext): Promise<void> {
  const { index, store, vault } = context;
  switch (attempt.phase) {
    case 'open':
    case 'unknown':
    case 'answered':
    case 'unclear':
      // The vault has the secret, and only the record of that was lost.
      if (vault.has(secretName(attempt)))
        return index.note(withoutSealed(attempt), 'stored', 'done');
      if (attempt.phase === 'answered' || index.inMemoryOnly.has(attempt.id))
        return moveToVault(attempt, context);
      if (attempt.phase === 'open') return index.note(withoutSealed(attempt), 'unknown');
      return;
    case 'closing':
      // Nothing leaves the system's keychain on the word of a log that is not believed yet.
      if (attempt.facts.vault === 'system' && !index.isJudged) return;
      return store.forget([attempt]);
    case 'stored':
      return settleKept(attempt.id, context);
    case 'kept':
    case 'over':
      return;
  }
}

/** Moves a secret from the sealed answer, or from memory, into the vault. It stays where it is when that fails. */
async function moveToVault(attempt: Attempt, context: EscrowContext): Promise<void> {
  const { index, sealer, store } = context;
  const { id, facts, sealed } = attempt;
  const held = index.inMemoryOnly.get(id);
  if (held) return store.put({ id, facts }, { secret: held, created: null });
  const answer = sealed && (await sealer.open(id, sealed));
  // Its key is missing: shown as unknown, and kept in case the key comes back.
  if (!answer || !sealed) return;
  let read;
  try {
    read = readKeptAnswer(answer, facts.userName);
  } catch {
    return index.note({ id, facts }, answer.raw.length > 0 ? 'unclear' : 'unknown');
  }
  await store.put({ id, facts, sealed }, read);
  await settleKept(id, context);
}

/** A stored secret ends earlier attempts of its user that a person resolved as `rotated-again`. */
async function settleKept(id: string, { index, store }: EscrowContext): Promise<void> {
  const attempt = index.find(id);
  if (attempt?.phase !== 'stored') return;
  const all = index.of(attempt.facts);
  const settled = all
    .slice(0, all.indexOf(attempt))
    .filter((older) => older.again && older.phase !== 'over' && older.phase !== 'kept');
  // The new secret is safe; the next start tries again what fails here.
  await store.forget(settled).catch(() => undefined);
}

const withoutSealed = ({ id, facts }: Attempt) => ({ id, facts });
