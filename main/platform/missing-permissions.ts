// Adds to a refusal what it leaves open (key, scope or right), and when the endpoint was switched off.
import type { SignIn } from '../../preload/contract/connections.ts';
import { scopePrefix } from '../../preload/contract/scope-names.ts';
import type { Failure } from '../../preload/result.ts';
import { type Endpoint, needsOf, type SwitchedOff } from '../../preload/contract/endpoints.ts';
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
const UNCLEAR: readonly Refused['cause'][] = ['api-key-not-authorized', 'missing-scope', 'other'];

/** The same Problem, or one whose refusal names what the call needs, and since when the platform does not offer it. */
export function withMissingPermissions(
  problem: Problem,
  { method, path, signIn, granted }: Asked,
): Problem {
  const { failure } = problem;
  const endpoint = needsOf(method, path);
  if (failure.kind !== 'refused' || endpoint === undefined) return problem;
  const switchedOff = isAnswerOfOld(failure) ? endpoint.switchedOff : undefined;
  const needs = isUnclear(failure) ? missingOf(endpoint, signIn, granted) : undefined;
  if (needs === undefined && switchedOff === undefined) return problem;
  return new Problem({ ...failure, needs, switchedOff }, problem);
}

/** What the documentation says of a call of an endpoint that is no longer there. */
export const switchedOffSince = (method: string, path: string): SwitchedOff | undefined =>
  needsOf(method, path)?.switchedOff;

type Refused = Extract<Failure, { kind: 'refused' }>;

const isUnclear = ({ cause, status }: Refused): boolean =>
  UNCLEAR.includes(cause) && (status === 403 || cause === 'missing-scope');

/** 403, 405 and 410 are what a part that is switched off may answer; other refusals have causes of their own. */
const isAnswerOfOld = ({ status }: Refused): boolean => [403, 405, 410].includes(status);

function missingOf(
  endpoint: Endpoint,
  signIn: SignIn,
  said: readonly string[] | undefined,
): Refused['needs'] {
  const asked = askedFor(signIn);
  const granted = said ?? asked;
  // Only the connection's own scopes tell it.
  const prefix = scopePrefix([...(asked ?? []), ...(said ?? [])]) ?? '';
  const { keyResource = '', keyOwnerMustSignIn, scopes, part, right } = endpoint;
  return {
    keyResource,
    keyOwnerMustSignIn,
    scopes: scopes.map((scope) => `${prefix}${scope}`),
    granted: granted === null ? null : [...granted],
    right: part,
    documentedRight: right,
  };
}

function askedFor(signIn: SignIn): string[] | null {
  return 'scopes' in signIn ? [...signIn.scopes] : null;
}
