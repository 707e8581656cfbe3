// Asks each group of the endpoint table one harmless question: what a platform still offers, and to whom.
import type { EndpointGroup, Offer } from '../../preload/contract/offers.ts';
import {
  type Endpoint,
  endpointFor,
  endpointGroups,
  type Probe,
  probeOf,
  successorOf,
} from '../../preload/contract/endpoints.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import { cancelled } from '../problems.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { Api } from './api.ts';
import { isSilent, switchedOffList } from './reconcile.ts';
import type { ApiCall } from './requests.ts';

/** A person waits for the table; the platform has others to serve. */
const AT_ONCE = 3;

export interface OffersNeeds {
  readonly api: Pick<Api, 'client' | 'open'>;
  /** Gets a token or cookie where the connection signs in by one: without it every group would say the same. */
  readonly signIn: (signal: AbortSignal) => Promise<void>;
  /** Takes secrets and identity numbers out of the platform's words: what was found is kept. */
  readonly clean: (text: string) => string;
}

type Report = (progress: { groups: Offer[]; of: number }) => void;

/** One of each group, in the order of the table. Problem cancelled, and what keeps every question from being asked: sign-in, keychain, policy. */
export async function askOffers(
  connection: SavedConnection,
  needs: OffersNeeds,
  signal: AbortSignal,
  report: Report,
): Promise<Offer[]> {
  const { id, signIn } = connection;
  if (signIn.way !== 'none' && signIn.way !== 'certificate') await needs.signIn(signal);
  const openly = await needs.api.open(id);
  const signedIn = signIn.way === 'none' ? undefined : await needs.api.client(id);
  const found = new Map<EndpointGroup, Offer>();
  const inOrder = () => endpointGroups.flatMap((group) => found.get(group) ?? []);
  const waiting = [...endpointGroups];
  /** Why nothing of this platform can be reached: nobody waits for that once more for each group. */
  let unreached: Failure | undefined;

  const ask = async (group: EndpointGroup): Promise<Offer> => {
    const probe = probeOf(group);
    if ('none' in probe) return { state: 'not-asked', group, because: probe.none };
    if (unreached !== undefined) return { state: 'not-reached', group, failure: unreached };
    const { call, endpoint } = questionOf(probe, connection);
    const client = endpoint.open ? openly : signedIn;
    if (client === undefined) return { state: 'not-asked', group, because: 'signs-in-not' };
    try {
      await client.load({ ...call, signal });
      return { state: 'answers', group };
    } catch (error) {
      const failure = failureIn(error, call.path, endpoint);
      if (failure === undefined || failure.kind === 'cancelled') throw error;
      const kept = cleaned(failure, needs.clean);
      if (concernsAll(failure)) unreached = kept;
      return offerOf(group, kept, endpoint);
    }
  };
  const askOneByOne = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      if (signal.aborted) throw cancelled();
      found.set(group, await ask(group));
      report({ groups: inOrder(), of: endpointGroups.length });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, askOneByOne));
  } finally {
    // After a failure nothing more is asked.
    waiting.splice(0);
  }
  return inOrder();
}

/** The documented call of a probe, about the connection's own organisation. What comes is thrown away, in whatever type it comes. */
export function questionOf(
  { get, query = {} }: Extract<Probe, { get: string }>,
  { organisationNumber }: Pick<SavedConnection, 'organisationNumber'>,
): { readonly call: ApiCall; readonly endpoint: Endpoint } {
  const filled = (text: string) => text.replace(/\{(?:who|orgno)\}/, organisationNumber);
  const path = `api/${filled(get)}`;
  const endpoint = endpointFor('GET', path);
  if (endpoint === undefined) throw new TypeError('A probe asks for what is not documented.');
  const values = Object.entries(query).map(([name, value]) => [name, filled(value)] as const);
  const call = { path, query: Object.fromEntries(values), raw: true, large: true };
  return { call, endpoint };
}

/** A collection that is not found is gone; one item is only not found. */
const failureIn = (error: unknown, path: string, { path: template }: Endpoint) =>
  failureOf(template.endsWith('}') ? error : switchedOffList(error, path));

function offerOf(group: EndpointGroup, failure: Failure, { switchedOff }: Endpoint): Offer {
  switch (failure.kind) {
    case 'sign-in-needed':
      return { state: 'not-allowed', group, failure };
    case 'not-found':
    case 'conflict':
      return { state: 'answers', group };
    case 'refused':
      return ofRefusal(group, failure, switchedOff);
    default:
      return { state: 'not-reached', group, failure };
  }
}

type Refused = Extract<Failure, { kind: 'refused' }>;

function ofRefusal(
  group: EndpointGroup,
  failure: Refused,
  documented: Endpoint['switchedOff'],
): Offer {
  // A bare 403 of what is documented as switched off says so; one with words says something else.
  const isOld = documented !== undefined && failure.status === 403 && isSilent(failure.reason);
  if (failure.cause === 'not-offered-any-more' || isOld) {
    const since = documented?.since ?? null;
    const instead = documented?.instead ?? successorOf(group);
    return { state: 'switched-off', group, since, instead, failure };
  }
  if (failure.cause === 'redirected') return { state: 'not-reached', group, failure };
  const isOfCaller = failure.cause !== 'other' || [401, 403].includes(failure.status);
  return isOfCaller ? { state: 'not-allowed', group, failure } : { state: 'answers', group };
}

/** What the next question would only end in again. */
function concernsAll(failure: Failure): boolean {
  if (failure.kind === 'unreachable') return !['reset', 'timed-out'].includes(failure.problem);
  return ['offline', 'certificate', 'keychain'].includes(failure.kind);
}

/** Without what a body said at length. */
function cleaned(failure: Failure, clean: (text: string) => string): Failure {
  if (!('reason' in failure) || failure.reason === undefined) return failure;
  const reason = clean(failure.reason);
  return failure.kind === 'refused'
    ? { ...failure, reason, details: undefined }
    : { ...failure, reason };
}
