// Decides whether a case was survived by comparing what the program says with what the platform did.
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import type { Failure, Result } from '../../preload/result.ts';
import type { Fault, Outcome } from './fault.ts';
import type { Operation } from './operations.ts';

/** What is known when a case is over. */
export interface Observed {
  readonly result: Result<unknown> | 'hung';
  readonly executed: number;
  /** The whole secret arrived at this computer. */
  readonly delivered: boolean;
  /** What the platform holds now as the user's secret, when the case made one. */
  readonly trueSecret: string | undefined;
  /** The entries of the program for this user. */
  readonly entries: readonly OneTimeSecret[];
  /** Secrets and texts the program shows for them when asked. */
  readonly shown: readonly string[];
  /** The value of an `ok` agrees with the platform. */
  readonly truthful: boolean;
  readonly nextCallWorks: boolean;
  /** Entries that a person could not finish. */
  readonly stuck: readonly string[];
  readonly evilConnections: number;
  /** The most that the program has read on one connection to the server. */
  readonly takenBytes: number;
  /** Told, not judged: a busy machine changes them. */
  readonly ms: number;
  readonly memoryGrowthMb: number;
  readonly stallMs: number;
  readonly loose: readonly string[];
  readonly leaks: readonly string[];
}

export interface Verdict {
  readonly outcome: Outcome | 'hung';
  readonly survived: boolean;
  readonly why: readonly string[];
  readonly silentLoss: boolean;
  readonly doubleExecution: boolean;
  readonly secretArrived: boolean;
  readonly secretKept: boolean;
}

/** The largest answer, as it is on the wire, what is read with it, and the small ones before it. */
const MOST_TAKEN_BYTES = 4.5 * 1024 * 1024;

/** When a call counts as hung: no measure, it ends what never would. */
export const limits = { ms: 30_000, slowMs: 150_000 };

const classes: Readonly<Record<Failure['kind'], Outcome>> = {
  refused: 'rejected',
  conflict: 'rejected',
  'not-found': 'rejected',
  'sign-in-needed': 'rejected',
  busy: 'rejected',
  certificate: 'notsent',
  unreachable: 'notsent',
  offline: 'notsent',
  keychain: 'notsent',
  file: 'notsent',
  'invalid-input': 'notsent',
  managed: 'notsent',
  'outcome-unknown': 'unknown',
  'unexpected-answer': 'salvage',
  cancelled: 'unknown',
  internal: 'internal',
};

export function outcomeOf(result: Result<unknown>): Outcome {
  if (!result.ok) return classes[result.failure.kind];
  return (result.value as { fromCopy?: boolean } | undefined)?.fromCopy === true ? 'copy' : 'ok';
}

export function judge(fault: Fault, operation: Operation, seen: Observed): Verdict {
  const outcome = seen.result === 'hung' ? 'hung' : outcomeOf(seen.result);
  const changing = operation.kind !== 'read';
  const secret = operation.kind === 'secret';
  const kept = isKept(seen);
  const claimsNothing = outcome === 'rejected' || outcome === 'notsent' || outcome === 'hung';
  const known = secret ? seen.entries.length > 0 : true;
  const heldOrSaid = outcome === 'ok' ? !secret || kept : !claimsNothing && known;
  const silentLoss = changing && seen.executed > 0 && !heldOrSaid;
  const doubleExecution = changing && seen.executed > 1;
  const why = [
    ...unexpected(fault, operation, outcome, seen),
    ...(silentLoss
      ? [`done at the platform, but the program says ${outcome} and holds nothing`]
      : []),
    ...(doubleExecution ? [`done ${seen.executed} times`] : []),
    ...(changing && outcome === 'ok' && seen.executed === 0
      ? ['says ok, but nothing was done']
      : []),
    ...(outcome === 'ok' && !seen.truthful ? ['says ok with something that is not so'] : []),
    ...(secret && outcome === 'ok' && !kept ? ['says ok, but shows another secret'] : []),
    ...(seen.evilConnections > 0
      ? [`${seen.evilConnections} connections to a foreign origin`]
      : []),
    ...(seen.nextCallWorks ? [] : ['the next call does not work']),
    ...(seen.takenBytes > MOST_TAKEN_BYTES ? [`took ${seen.takenBytes} bytes of an answer`] : []),
    ...seen.stuck.map((entry) => `cannot be finished: ${entry}`),
    ...seen.loose.map((error) => `unhandled: ${error}`),
    ...seen.leaks.map((leak) => `secret in ${leak}`),
  ];
  const secretArrived = secret && seen.delivered && seen.executed > 0;
  return {
    outcome,
    survived: why.length === 0,
    why,
    silentLoss,
    doubleExecution,
    secretArrived,
    secretKept: secretArrived && kept,
  };
}

/** The true secret is shown as it is, or can be read in the kept answer (as JSON, or as UTF-16). */
function isKept({ trueSecret, shown }: Observed): boolean {
  if (trueSecret === undefined) return false;
  const written = JSON.stringify(trueSecret).slice(1, -1);
  return shown.some((text) => {
    const plain = text.replaceAll('\0', '');
    return plain.includes(trueSecret) || plain.includes(written);
  });
}

function unexpected(
  fault: Fault,
  operation: Operation,
  outcome: Verdict['outcome'],
  seen: Observed,
): string[] {
  const wanted = fault.expect[operation.kind];
  // Renaming and deleting can be looked up: a broken answer that was seen through is as good as a whole one (RTY-06).
  const lookedUp = operation.kind === 'rename' || operation.kind === 'remove';
  if (outcome === 'ok' && lookedUp && wanted.includes('unknown') && seen.executed === 1) return [];
  if (outcome === 'hung' || !wanted.includes(outcome)) {
    return [`${outcome}, expected ${wanted.join(' or ')}${detail(seen)}`];
  }
  const says = fault.says;
  if (!says || seen.result === 'hung' || seen.result.ok) return [];
  const { failure } = seen.result;
  const problem = 'problem' in failure ? failure.problem : undefined;
  const fits = says.kinds.includes(failure.kind) && (!says.problem || says.problem === problem);
  return fits ? [] : [`says ${failure.kind}${problem ? ` ${problem}` : ''}${detail(seen)}`];
}

function detail({ result }: Observed): string {
  if (result === 'hung' || result.ok) return '';
  const { failure } = result;
  const problem = 'problem' in failure ? ` ${failure.problem}` : '';
  return ` (${failure.kind}${problem}: ${failure.message})`;
}
