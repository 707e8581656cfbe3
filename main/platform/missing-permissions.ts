// Adds to a refusal what it leaves open: the key's resource, the scope and the right are three different things.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/result.ts';
import { needsOf } from './endpoints.ts';
import { Problem } from '../problem.ts';

interface Asked {
  readonly method: string;
  /** A documented path below the base address; anything else explains nothing. */
  readonly path: string;
  readonly signIn: SignIn;
  /** What the provider said that it granted; undefined as long as it has said nothing. */
  readonly granted?: readonly string[] | undefined;
}

/** Causes that a person can do something about at one of three places. */
const UNCLEAR: readonly Extract<Failure, { kind: 'refused' }>['cause'][] = [
  'api-key-not-authorized',
  'missing-scope',
  'other',
];

/** The same Problem, or one whose refusal names what the call needs. */
export function withMissingPermissions(
  problem: Problem,
  { method, path, signIn, granted }: Asked,
): Problem {
  const { failure } = problem;
  if (failure.kind !== 'refused' || !UNCLEAR.includes(failure.cause)) return problem;
  if (failure.status !== 403 && failure.cause !== 'missing-scope') return problem;
  const needed = needsOf(method, path);
  if (needed === undefined) return problem;
  const { keyResource, part } = needed;
  const scopes = needed.scopes.map((scope) => `platform:${scope}`);
  const needs = {
    keyResource,
    scopes,
    granted: granted ? [...granted] : askedFor(signIn),
    right: part,
  };
  return new Problem({ ...failure, needs }, problem);
}

function askedFor(signIn: SignIn): string[] | null {
  return signIn.way === 'machine-token' || signIn.way === 'person' ? [...signIn.scopes] : null;
}
