// Finds the outcome of a failed write: by asking the server (RTY-06), or because its part of the API is switched off.
import { isPage, isUnknown } from '../../preload/failures.ts';
import type { WholeList } from '../http/complete-list.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { failureOf, Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import { switchedOffSince } from './missing-permissions.ts';

/** A documented call that was refused. */
interface Call {
  readonly method: string;
  readonly path: string;
}
interface Answer {
  readonly status: number;
  readonly reason: string;
}

/** What a list has that it had not before. Problem refused{incomplete-list} where either was cut: what was missing may have been there. */
export const newSince =
  <T>(before: WholeList<T>, key: (item: T) => unknown) =>
  (now: WholeList<T>): T[] => {
    const old = new Set(before.whole().map(key));
    return now.whole().filter((one) => !old.has(key(one)));
  };

/** A write that may have been done: cut off, or answered with something that is not understood. */
export function isOutcomeUnknown(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== undefined && isUnknown(failure);
}

/**
 * Acts once. When its outcome is unknown, `proof` asks the server: what it finds is the result, undefined or a failed
 * read prove nothing and the failure stays. `proof` only reads and is not to be aborted with the act.
 */
export async function reconciled<T>(
  act: () => Promise<T>,
  proof: () => Promise<T | undefined>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const found = await proof().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}

/**
 * The failure of a write, or the refusal `not-offered-any-more` where the server refuses all writes of a part of the API:
 * 405 and 410 say so; 403 without a word, 404 or a page do when `works`, a read of what the write was about, still does
 * (platform.md, Errors). A 403 that says why is left as it is.
 */
export async function switchedOff(
  error: unknown,
  call: Call,
  works: () => Promise<unknown>,
): Promise<unknown> {
  const answer = silentRefusal(error);
  if (answer === undefined) return error;
  const doesWork = await works().then(
    () => true,
    () => false,
  );
  return doesWork ? notOffered(call, answer, error) : error;
}

/** The same for reading a collection: 404 without a word says that the collection itself is gone. */
export function switchedOffList(error: unknown, path: string): unknown {
  const answer = silentRefusal(error);
  return answer?.status === 404 && isSilent(answer.reason)
    ? notOffered({ method: 'GET', path }, answer, error)
    : error;
}

/** The server said no word of its own. */
export const isSilent = (reason: string) => /^(|forbidden|not found)$/i.test(reason.trim());

function silentRefusal(error: unknown): Answer | undefined {
  const failure = failureOf(error);
  if (failure === undefined) return undefined;
  if (failure.kind === 'not-found') return { status: 404, reason: failure.reason ?? '' };
  if (isPage(failure)) return failure;
  const isWordless403 =
    failure.kind === 'refused' && failure.status === 403 && isSilent(failure.reason);
  return isWordless403 ? failure : undefined;
}

/** For a write that the server says it did, and of which it shows nothing: its outcome counts as unknown. */
export function doneUnseen(message: string): Problem {
  const reference = newErrorId();
  return unexpectedAnswer(message, { status: 201, reference });
}

function notOffered({ method, path }: Call, { status, reason }: Answer, cause: unknown): Problem {
  return new Problem(
    {
      kind: 'refused',
      message: 'The platform does not offer this any more.',
      status,
      reason,
      reference: newErrorId(),
      cause: 'not-offered-any-more',
      switchedOff: switchedOffSince(method, path),
    },
    cause,
  );
}
