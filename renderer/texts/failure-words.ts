// Turns a Failure into what a person reads: what happened, the server's words, the facts to pass on, and the one fix.
import type { Failure } from '../../preload/result.ts';
import type { Saying } from './en/failures.ts';
import type { Texts } from './en.ts';

/** What the page can offer to do about a failure; the screen says how. */
export type Fix = 'retry' | 'refresh' | 'open-connection' | 'test-connection' | 'check-keychain';

export interface FailureWords {
  readonly what: string;
  readonly advice: string;
  /** The server's own words, when it gave any: shown whole, never translated. */
  readonly serverSaid: string | undefined;
  /** Label and value of what is worth passing on. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly reference: string | undefined;
  /** For those who want to know how it works underneath. */
  readonly note: string | undefined;
  readonly fix: Fix | undefined;
}

type Failures = Texts['failures'];

export function failureWords(failure: Failure, t: Texts): FailureWords {
  const { what, fix } = sayingOf(failure, t.failures);
  const advice =
    failure.kind === 'busy' && failure.retryAfterSeconds > 0
      ? t.failures.waitSeconds(Math.ceil(failure.retryAfterSeconds))
      : fix;
  return {
    what,
    advice,
    serverSaid: given('reason' in failure ? failure.reason : undefined),
    facts: factsOf(failure, t),
    reference: 'reference' in failure ? given(failure.reference) : undefined,
    note: fixOf(failure) === 'test-connection' ? t.failures.authenticationNote : undefined,
    fix: fixOf(failure),
  };
}

const given = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

function sayingOf(failure: Failure, t: Failures): Saying {
  switch (failure.kind) {
    case 'refused':
      return t.causes[failure.cause];
    case 'certificate':
      return t.certificate[failure.problem];
    case 'unreachable':
      return t.unreachable[failure.problem];
    case 'keychain':
      return t.keychain[failure.problem];
    case 'file':
      return t.file[failure.problem];
    case 'invalid-input':
    case 'sign-in-needed':
    case 'not-found':
    case 'conflict':
    case 'busy':
    case 'unexpected-answer':
    case 'outcome-unknown':
    case 'offline':
    case 'cancelled':
    case 'internal':
      return t.kinds[failure.kind];
  }
}

function factsOf(failure: Failure, t: Texts): readonly (readonly [string, string])[] {
  const words = t.failures;
  const rows: [string, string | undefined][] = [];
  if ('status' in failure && failure.status !== undefined && failure.status > 0) {
    rows.push([words.status, String(failure.status)]);
  }
  if (failure.kind === 'refused' && failure.errorCode !== undefined) {
    rows.push([words.errorCode, String(failure.errorCode)]);
  }
  if (failure.kind === 'unreachable') rows.push([words.host, failure.host]);
  if (failure.kind === 'unexpected-answer') rows.push([words.field, failure.field]);
  if (failure.kind === 'certificate') rows.push([words.detail, failure.detail]);
  if (failure.kind === 'invalid-input') {
    for (const [field, problem] of Object.entries(failure.fields)) {
      rows.push([field, t.fields[problem]]);
    }
  }
  return rows.filter((row): row is [string, string] => given(row[1]) !== undefined);
}

function fixOf(failure: Failure): Fix | undefined {
  switch (failure.kind) {
    case 'sign-in-needed':
      return 'test-connection';
    case 'refused':
      return fixOfRefusal(failure.cause);
    case 'certificate':
      return 'open-connection';
    case 'unreachable':
      return failure.problem.startsWith('proxy') ? 'open-connection' : 'retry';
    case 'keychain':
      return 'check-keychain';
    case 'not-found':
      return 'refresh';
    case 'busy':
    case 'unexpected-answer':
    case 'offline':
    case 'cancelled':
    case 'internal':
      return 'retry';
    // A write that may have been done is never offered again by a button, and what a person typed only they can mend.
    case 'outcome-unknown':
    case 'invalid-input':
    case 'conflict':
    case 'file':
      return undefined;
  }
}

function fixOfRefusal(cause: Extract<Failure, { kind: 'refused' }>['cause']): Fix | undefined {
  switch (cause) {
    case 'api-key-missing':
    case 'api-key-not-authorized':
    case 'redirected':
      return 'open-connection';
    case 'organisation-not-authenticated':
      return 'test-connection';
    case 'missing-scope':
    case 'not-offered-any-more':
      return undefined;
    case 'other':
      return 'retry';
  }
}
