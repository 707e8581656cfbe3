// What a failure of every kind means for the next step, in one table, so that no two places differ.
import { describe, expect, it } from 'vitest';
import {
  isAway,
  isPage,
  isUnknown,
  mayTryLater,
  type Obstacle,
  obstacleOf,
} from '../../../preload/failures.ts';
import type { Failure, FailureKind } from '../../../preload/result.ts';
import { failure as shape } from '../../../preload/result.ts';

const given = { message: '', reason: '', reference: 'r' };
const page = (status: number): Failure => ({ ...given, kind: 'sign-in-needed', status });
const busy = (status?: number): Failure => ({
  kind: 'busy',
  message: '',
  retryAfterSeconds: 1,
  status,
});
const odd = (status: number): Failure => ({ ...given, kind: 'unexpected-answer', status });
const certificate = (problem: 'expired' | 'server-expired'): Failure => ({
  kind: 'certificate',
  message: '',
  problem,
  detail: '',
});
const refused = (status: number): Failure => ({
  ...given,
  kind: 'refused',
  status,
  cause: 'other',
});

type Says = 'unknown' | 'away' | 'later';
/** The failure, what stands in the way, and which of the three answers are yes. */
const TABLE: readonly (readonly [Failure, Obstacle, readonly Says[]])[] = [
  [{ kind: 'outcome-unknown', message: '', reference: 'r' }, 'unclear', ['unknown']],
  [odd(200), 'unclear', ['unknown']],
  [odd(500), 'unclear', ['unknown']],
  [odd(502), 'unclear', ['unknown', 'later']],
  [odd(504), 'unclear', ['unknown', 'later']],
  [{ kind: 'internal', message: '', reference: 'r' }, 'unclear', ['unknown']],
  [page(200), 'sign-in', ['unknown']],
  [page(299), 'sign-in', ['unknown']],
  [page(302), 'sign-in', []],
  [page(401), 'sign-in', []],
  // Nobody was signed in: no call was made.
  [page(0), 'sign-in', []],
  [certificate('expired'), 'sign-in', []],
  [certificate('server-expired'), 'untrusted', []],
  [{ kind: 'unreachable', message: '', host: 'h', problem: 'reset' }, 'away', ['away', 'later']],
  [{ kind: 'offline', message: '' }, 'away', ['away', 'later']],
  [busy(), 'away', ['away', 'later']],
  [busy(503), 'away', ['away', 'later']],
  [busy(429), 'away', ['later']],
  [{ kind: 'keychain', message: '', problem: 'locked' }, 'computer', []],
  [{ kind: 'file', message: '', problem: 'disk-full' }, 'computer', []],
  [{ kind: 'managed', message: '', by: 'x' }, 'computer', []],
  [{ kind: 'invalid-input', message: '', fields: {} }, 'question', []],
  [refused(403), 'question', []],
  [refused(500), 'question', []],
  [{ kind: 'not-found', message: '' }, 'question', []],
  [{ kind: 'conflict', message: '', reason: '' }, 'question', []],
  [{ kind: 'cancelled', message: '' }, 'cancelled', []],
];

describe('what happens after a failure', () => {
  it.each(TABLE)('RTY-04 RTY-06 %o: %s', (failure, obstacle, says) => {
    expect(obstacleOf(failure)).toBe(obstacle);
    expect({
      unknown: isUnknown(failure),
      away: isAway(failure),
      later: mayTryLater(failure),
    }).toEqual({
      unknown: says.includes('unknown'),
      away: says.includes('away'),
      later: says.includes('later'),
    });
    expect(isPage(failure)).toBe(obstacle === 'sign-in' && says.includes('unknown'));
  });

  it('is said of every kind there is', () => {
    const kinds = shape.options.map((one): FailureKind => one.shape.kind.value);
    expect(new Set(TABLE.map(([failure]) => failure.kind))).toEqual(new Set(kinds));
  });
});
