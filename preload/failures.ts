// Questions about a failure: whether the write may have happened, who is unreachable, whether a retry may help.
import type { Failure } from './result.ts';

/** Who or what stands in the way. */
export type Obstacle =
  /** The platform cannot be reached, or takes no calls for a while. */
  | 'away'
  /** The platform's certificate is not believed. */
  | 'untrusted'
  /** The platform does not take who we are. */
  | 'sign-in'
  /** The keychain, a file or the organisation's policy on this computer. */
  | 'computer'
  /** Somebody, the platform or Steward, said no to what was asked. */
  | 'question'
  /** Nobody can make out what came back. */
  | 'unclear'
  | 'cancelled';

export function obstacleOf(failure: Failure): Obstacle {
  switch (failure.kind) {
    case 'unreachable':
    case 'offline':
    case 'busy':
      return 'away';
    case 'certificate':
      return failure.problem.startsWith('server-') ? 'untrusted' : 'sign-in';
    case 'sign-in-needed':
      return 'sign-in';
    case 'keychain':
    case 'file':
    case 'managed':
      return 'computer';
    case 'invalid-input':
    case 'refused':
    case 'not-found':
    case 'conflict':
      return 'question';
    case 'outcome-unknown':
    case 'unexpected-answer':
    case 'internal':
      return 'unclear';
    case 'cancelled':
      return 'cancelled';
  }
}

/** A page where an answer was due: somebody took the call. Status 0 is a sign-in that no call was made without. */
export function isPage(failure: Failure): failure is Extract<Failure, { kind: 'sign-in-needed' }> {
  return failure.kind === 'sign-in-needed' && failure.status >= 200 && failure.status < 300;
}

/** A write that ended so may have been done: it is looked for, never called refused and never sent again unasked (RTY-04, RTY-06). */
export function isUnknown(failure: Failure): boolean {
  return obstacleOf(failure) === 'unclear' || isPage(failure);
}

/** Nobody is there to ask: what was kept of an earlier answer may be shown. A 429 comes from somebody who is there. */
export function isAway(failure: Failure): boolean {
  if (failure.kind === 'busy') return failure.status === undefined || failure.status >= 500;
  return obstacleOf(failure) === 'away';
}

const GATEWAY_FAULTS = [502, 504];

/** The same question may be answered later, though nobody does anything about it (http/retries.ts: for one call). */
export function mayTryLater(failure: Failure): boolean {
  if (failure.kind === 'unexpected-answer') return GATEWAY_FAULTS.includes(failure.status);
  return obstacleOf(failure) === 'away';
}
