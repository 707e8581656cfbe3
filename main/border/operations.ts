// Performs one operation of the contract by name: checks, journal of writes, handler, trimmed answer; never throws.
import { randomUUID } from 'node:crypto';
import { type AllChecks, type AllHandlers, contract } from '../../preload/contract/contract.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Operation, Subject } from '../../preload/contract/operation.ts';
import { isUnknown } from '../../preload/failures.ts';
import { completeness, z } from '../../preload/contract/schema.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { firstRefusal } from './input-limits.ts';
import type { Consent } from './consent.ts';
import type { Log } from '../diagnostics/log.ts';
import type { PutAway } from '../put-away.ts';
import type { Policy } from '../policy/policy.ts';
import { failureOf, Problem } from '../problem.ts';
import { conflict } from '../problems.ts';
import { parsedInSlices } from './long-output.ts';
import { invalidBySchema, invalidInput } from './refusal.ts';
import type { NameSubject } from './subjects.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { Journal, JournalEntry } from '../storage/journal.ts';

export interface Call {
  readonly signal: AbortSignal;
  /** Given values of the operation's progress shape only. */
  readonly report: (step: unknown) => void;
  readonly window?: symbol | undefined;
  /** The kind of the job that performs it, where a person allowed at its start what its rows do. */
  readonly allowedFor?: Job['kind'] | undefined;
}

export interface Operations {
  readonly perform: (name: string, input: unknown, call: Call) => Promise<Result<unknown>>;
  /** `write` and `read` as the contract says; undefined for a name it does not have. */
  effect(name: string): Operation['effect'] | undefined;
  /** Without those that end the program themselves. */
  writesRunning(): number;
  /** Resolves when no write runs. */
  writesEnded(): Promise<void>;
}

export interface OperationsOptions {
  /** Asked for at each call: jobs are a handler that performs operations itself. */
  readonly handlers: () => AllHandlers;
  readonly journal: Pick<Journal, 'begin'>;
  readonly connections: Pick<ConnectionStore, 'find'>;
  readonly nameSubject: NameSubject;
  readonly policy: Pick<Policy, 'allow'>;
  readonly checks?: AllChecks | undefined;
  readonly consent: Pick<Consent, 'allow'>;
  readonly putAway: Pick<PutAway, 'allow'>;
  /** Whether a backup is being brought back, or was: its files take the places of those that are here. */
  readonly isBringingBack?: () => boolean;
  readonly log: Log;
}

type AnyHandler = (
  input: unknown,
  call: { signal: AbortSignal; report: (step: unknown) => void; window: symbol | undefined },
) => Promise<unknown>;

/** One operation as found by its name. */
interface Found {
  readonly name: string;
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/** What may be done although a backup comes: it keeps nothing that would be missed. */
const KEEPS_NOTHING = /^(app|layout|files|backup)\./;

/** They ask whether anything holds the program back, and would find themselves. */
const LEAVING: ReadonlySet<string> = new Set(['app.erase', 'updates.install']);

const BRINGING_BACK =
  'A backup is brought back: what is added now would be replaced by it. Close Steward and start it again.';

export function createOperations(options: OperationsOptions): Operations {
  const running = new Map<Promise<unknown>, string>();

  const perform = async (name: string, input: unknown, call: Call): Promise<Result<unknown>> => {
    const operation = operationOf(name);
    if (!operation) return refused({ kind: 'not-found', message: 'There is no such operation.' });
    try {
      // Before anything of the input is looked at, and also for jobs and the terminal.
      options.policy.allow(name);
      options.putAway.allow(name, call);
      if (operation.effect === 'write' && !KEEPS_NOTHING.test(name) && options.isBringingBack?.())
        throw conflict(BRINGING_BACK);
      const found = { name, operation, handler: handlerOf(options.handlers(), name) };
      if (operation.effect === 'write') return await performWrite(options, found, input, call);
      return await performRead(options, found, input, call);
    } catch (error) {
      return refused(explain(options.log, error, name, operation, call));
    }
  };

  return {
    effect: (name) => operationOf(name)?.effect,
    writesRunning: () => [...running.values()].filter((name) => !LEAVING.has(name)).length,
    async writesEnded() {
      while (running.size > 0) await Promise.all(running.keys());
    },
    async perform(name, input, call) {
      const work = perform(name, input, call);
      if (operationOf(name)?.effect !== 'write') return work;
      running.set(work, name);
      return work.finally(() => running.delete(work));
    },
  };
}

/** Nobody is asked about what is refused whatever they say. */
async function allow(
  { checks = {}, consent }: OperationsOptions,
  { name }: Found,
  given: unknown,
  call: Call,
): Promise<void> {
  const [feature = '', operation = ''] = name.split('.');
  const all: Readonly<Record<string, Readonly<Record<string, unknown>>>> = checks;
  const check = all[feature]?.[operation] as ((input: unknown) => void | Promise<void>) | undefined;
  await check?.(given);
  await consent.allow(name, given, call);
}

async function performRead(
  options: OperationsOptions,
  found: Found,
  input: unknown,
  call: Call,
): Promise<Result<unknown>> {
  const given = check(found.operation, input);
  await allow(options, found, given, call);
  const value = await found.handler(given, contextOf(found, call));
  return { ok: true, value: await parsedInSlices(found.operation.output, value, call.signal) };
}

/** Intent, act, outcome: a write that cannot be journalled is not begun (AUD-04, DSK-01). */
async function performWrite(
  options: OperationsOptions,
  found: Found,
  input: unknown,
  call: Call,
): Promise<Result<unknown>> {
  const { journal, connections, log, nameSubject } = options;
  const given = check(found.operation, input);
  // Nothing is intended before a person has allowed it.
  await allow(options, found, given, call);
  const subject = found.operation.subject?.(given);
  // What cannot be named (a file that nobody picked) is refused by the handler, in its own words.
  const named = subject && (quietly(() => nameSubject(found.name, given, subject)) ?? subject);
  const act = await journal.begin(entryOf(found.name, named, connections));
  let outcome: Outcome = { outcome: 'done', detail: '' };
  let result: Result<unknown>;
  try {
    const value = await found.handler(given, contextOf(found, call));
    result = shown(log, found, value, call);
    if (isOfCutList(value)) outcome = { outcome: 'done', detail: 'incomplete list' };
  } catch (error) {
    const failure = explain(log, error, found.name, found.operation, call);
    outcome = outcomeOf(failure);
    result = refused(failure);
  }
  await act.end(outcome.outcome, outcome.detail).catch((error: unknown) => {
    // The act has happened: its result is the truth. The open intent is closed at the next start.
    log.error(randomUUID(), 'journal-line-not-written', error);
  });
  return result;
}

/** A write whose answer cannot be shown has been done all the same. */
function shown(log: Log, found: Found, value: unknown, call: Call): Result<unknown> {
  const trimmed = found.operation.output.safeParse(value);
  if (trimmed.success) return { ok: true, value: trimmed.data };
  return refused(explain(log, trimmed.error, found.name, found.operation, call));
}

function contextOf({ operation }: Found, call: Call): Parameters<AnyHandler>[1] {
  return {
    signal: call.signal,
    window: call.window,
    report(step) {
      const trimmed = operation.progress?.safeParse(step);
      if (trimmed?.success) call.report(trimmed.data);
    },
  };
}

function entryOf(
  operation: string,
  subject: Subject | undefined,
  connections: Pick<ConnectionStore, 'find'>,
): JournalEntry {
  const connection = subject?.connection ?? null;
  const found = connection === null ? undefined : quietly(() => connections.find(connection));
  return {
    connection,
    connectionName: found?.name ?? '',
    environment: found?.environment ?? 'none',
    operation,
    object: subject?.object ?? '',
  };
}

function explain(
  log: Log,
  error: unknown,
  name: string,
  operation: Operation,
  call: Call,
): Failure {
  const failure = failureOf(error);
  if (failure) logFailure(log, name, failure, error);
  // A Problem is kept although the call was cancelled: outcome-unknown must not turn into cancelled (CAN-02).
  if (failure) return failure;
  if (call.signal.aborted && operation.effect === 'read')
    return { kind: 'cancelled', message: 'Cancelled.' };
  const reference = randomUUID();
  log.error(reference, name, error);
  return { kind: 'internal', message: 'Something went wrong inside Steward.', reference };
}

/** What a person is shown with a reference can be found in the log by it. */
function logFailure(log: Log, name: string, failure: Failure, error: unknown): void {
  if ('reference' in failure) log.error(failure.reference, name, error);
  else log.info('call-failed', { operation: name, kind: failure.kind });
}

const refused = (failure: Failure): Result<never> => ({ ok: false, failure });

/** Only names the contract itself has: nothing inherited, nothing deeper. */
function operationOf(name: string): Operation | undefined {
  const [feature = '', action = '', ...rest] = name.split('.');
  if (rest.length > 0 || !Object.hasOwn(contract, feature)) return undefined;
  const group = (contract as Record<string, Record<string, Operation>>)[feature] ?? {};
  return Object.hasOwn(group, action) ? group[action] : undefined;
}

function handlerOf(handlers: AllHandlers, name: string): AnyHandler {
  const [feature = '', action = ''] = name.split('.');
  const group = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[feature];
  const handler = group?.[action];
  if (!handler) throw new TypeError('An operation of the contract has no handler.');
  return handler;
}

function check(operation: Operation, input: unknown): unknown {
  const refusal = firstRefusal(input);
  if (refusal) throw invalidInput(refusal.field, refusal.problem);
  const given = operation.input.safeParse(input);
  if (!given.success) throw invalidBySchema(given.error, input);
  return given.data;
}

interface Outcome {
  readonly outcome: 'done' | 'refused' | 'unknown';
  readonly detail: string;
}

/** Of a file that was made of a list: its line says that the list was not all there (LIM-02). */
const isOfCutList = (value: unknown): boolean =>
  z.object({ completeness }).safeParse(value).data?.completeness.complete === false;

/** What the journal says of a write that failed. What cannot be known is never called refused. */
const outcomeOf = (failure: Failure): Outcome => ({
  outcome: isUnknown(failure) ? 'unknown' : 'refused',
  detail: detailOf(failure),
});

function detailOf(failure: Failure): string {
  switch (failure.kind) {
    case 'outcome-unknown':
    case 'unexpected-answer':
    case 'internal':
      return `${failure.kind} (reference ${failure.reference})`;
    case 'sign-in-needed':
    case 'refused':
      return `${String(failure.status)} ${failure.reason}`.trim();
    case 'conflict':
      return `conflict: ${failure.reason}`;
    case 'invalid-input':
      return `not valid: ${Object.keys(failure.fields).join(', ')}`;
    default:
      return 'problem' in failure ? `${failure.kind}: ${failure.problem}` : failure.kind;
  }
}

function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
