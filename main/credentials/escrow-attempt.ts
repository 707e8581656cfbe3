// One create or rotate from preflight to vault: the order of checks.md 3.12, steps 1 to 9.
import type { Failure } from '../../preload/result.ts';
import type { BrokenExchange, ExchangeResponse } from '../http/transport.ts';
import { failureOf, Problem } from '../problem.ts';
import type { AttemptPlan } from './escrow.ts';
import { readSecretAnswer, type SecretAnswer } from './enterprise-user-answers.ts';
import type { Book, NewNote } from './escrow-book.ts';
import { contentOf, type KeptAnswer, keptAnswer, type Sealer } from './escrow-seal.ts';
import type { Shelf } from './escrow-shelf.ts';

export interface AttemptParts {
  readonly book: Book;
  readonly sealer: Sealer;
  readonly shelf: Shelf;
}

/** What was heard of the server's answer. */
interface Heard {
  status?: number;
  answer?: KeptAnswer;
  note: NewNote;
}

/** Statuses with which a server says that it did nothing. 408 and all of 5xx say no such thing. */
const REFUSALS = new Set([400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 415, 422, 423, 429]);
const isRefusal = (status: number) => REFUSALS.has(status) || (status >= 300 && status < 400);
const isSuccess = (status: number) => status >= 200 && status < 300;

/** Failures that are found before the first byte of a call leaves this computer, or that say that nothing was done. */
const NOTHING_DONE: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  'invalid-input',
  'sign-in-needed',
  'refused',
  'not-found',
  'conflict',
  'busy',
  'certificate',
  'unreachable',
  'keychain',
  'file',
  'offline',
]);

/** Runs the attempt; preflight is over. Rejects with the Problem a person is shown; the log says what is owed. */
export async function runAttempt(
  plan: AttemptPlan,
  started: NewNote,
  parts: AttemptParts,
): Promise<SecretAnswer> {
  const { book } = parts;
  // 1. Twice, so that a damaged byte on the disk cannot hide that something was asked for.
  await book.note(started, 'intent', 'intent');
  plan.report({ step: 'asking' });
  // 2.
  try {
    await plan.warmUp();
  } catch (error) {
    await book.noteOrKnow(started, 'not-sent');
    throw error;
  }
  // 3. and, before anything looks at the answer, 4.
  const heard: Heard = { note: started };
  let failure: unknown;
  try {
    const answer = await plan.send((arrived) => keepAnswer(arrived, heard, parts));
    if (heard.status === undefined) await keepAnswer(answer, heard, parts);
  } catch (error) {
    failure = error;
    await keepPart(error, heard, parts);
  }
  plan.report({ step: 'keeping' });
  return settle(plan, heard, failure, parts);
}

async function keepAnswer(answer: ExchangeResponse, heard: Heard, parts: AttemptParts) {
  heard.status = answer.status;
  if (isRefusal(answer.status)) return;
  await keepBytes(keptAnswer(answer), heard, parts);
}

/** The bytes of an answer that was cut off, when there are any. */
async function keepPart(error: unknown, heard: Heard, parts: AttemptParts) {
  const partial = brokenOf(error)?.partial;
  if (!partial || heard.answer || !isSuccess(partial.status) || partial.raw.length === 0) return;
  heard.status = partial.status;
  await keepBytes(keptAnswer(partial), heard, parts);
}

/** A full disk does not stop the secret: it goes on to the vault, and stays in memory should that fail too. */
async function keepBytes(answer: KeptAnswer, heard: Heard, { book, sealer }: AttemptParts) {
  heard.answer = answer;
  try {
    const sealed = sealer.seal(heard.note.id, answer);
    heard.note = { ...heard.note, sealed };
    await book.note(heard.note, 'answer');
  } catch {
    heard.note = { id: heard.note.id, facts: heard.note.facts };
  }
}

export function brokenOf(error: unknown): BrokenExchange | undefined {
  for (let at = error; typeof at === 'object' && at !== null; at = (at as Error).cause) {
    const { broken } = at as { broken?: BrokenExchange };
    if (broken) return broken;
  }
  return undefined;
}

async function settle(
  plan: AttemptPlan,
  heard: Heard,
  failure: unknown,
  parts: AttemptParts,
): Promise<SecretAnswer> {
  const { note, answer, status } = heard;
  if (answer && isSuccess(answer.status)) return takeSecret(plan, heard, answer, parts);
  if (status !== undefined && isRefusal(status)) {
    await parts.book.noteOrKnow(note, 'refused');
    throw failure instanceof Error ? failure : unknownOutcome(note.id);
  }
  if (nothingDone(failure)) {
    await parts.book.noteOrKnow(note, 'not-sent');
    throw failure;
  }
  await parts.book.noteOrKnow(note, 'unknown');
  throw unknownOutcome(note.id, failure);
}

function nothingDone(failure: unknown): failure is Problem {
  const broken = brokenOf(failure);
  if (broken) return broken.sent === 'nothing';
  const found = failureOf(failure);
  if (!found || !NOTHING_DONE.has(found.kind)) return false;
  // A status that the conversation found no refusal in, but that is none for us: it may have been done.
  return !('status' in found) || found.status === undefined || isRefusal(found.status);
}

/** 5. to 9. */
async function takeSecret(
  plan: AttemptPlan,
  { note }: Heard,
  answer: KeptAnswer,
  parts: AttemptParts,
): Promise<SecretAnswer> {
  let read: SecretAnswer;
  try {
    read = plan.read(contentOf(answer));
  } catch (error) {
    throw await unclearAnswer(note, answer, error, parts.book);
  }
  await parts.shelf.put(note, read);
  return read;
}

/** Bytes that hold something are kept for a person to look at; without any, only the question stays. */
async function unclearAnswer(note: NewNote, answer: KeptAnswer, error: unknown, book: Book) {
  const holdsSomething = contentOf(answer).toString('latin1').trim() !== '';
  await book.noteOrKnow(note, holdsSomething && note.sealed ? 'unclear' : 'unknown');
  if (!answer.whole || !holdsSomething) return unknownOutcome(note.id, error);
  return new Problem(
    {
      kind: 'unexpected-answer',
      message:
        'The server answered, but not with what was asked for. The answer is kept; look at it before anything else.',
      status: answer.status,
      reference: note.id,
    },
    error,
  );
}

export function unknownOutcome(reference: string, cause?: unknown): Problem {
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
export const readKeptAnswer = (answer: KeptAnswer, userName: string): SecretAnswer =>
  readSecretAnswer(contentOf(answer), userName);
