// Why a connection cannot use a screen at all, worked out from the table of endpoints and the connection's set-up.
import type { Connection, SignInWay } from '../../preload/contract/connections.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import {
  type Callers,
  type Endpoint,
  endpointFor,
  SIGN_INS,
  type Successor,
} from '../../preload/contract/endpoints.ts';
import { certificateOf } from '../../preload/contract/used-credentials.ts';
import type { Texts } from '../texts/en.ts';
import { prefixIn } from './scopes.ts';

export type LimitedScreen = keyof Texts['limits']['screens'];

/** What cannot be otherwise while the connection is as it is, and the field of its form that changes it, if one does. */
export type Limit =
  | {
      readonly why: 'sign-in';
      readonly needs: Exclude<Callers, 'nobody'>;
      readonly field: 'way';
      /** Organisations are refused by what is documented; a platform may do otherwise. */
      readonly mayTry: boolean;
    }
  | {
      /** Found when a person had the platform asked; nothing of the connection changes that. */
      readonly why: 'switched-off';
      readonly asked: string;
      readonly since: string | null;
      readonly instead: Successor | null;
    }
  | { readonly why: 'certificate-expired'; readonly name: string; readonly field: 'certificate' }
  | { readonly why: 'api-key'; readonly field: 'apiKey' }
  | { readonly why: 'scope'; readonly scope: string; readonly field: 'scopes' };

/** What a screen is made for: where none of these calls can succeed, nothing of it can. What is not named asks open endpoints, or nobody. */
const CALLS: Readonly<Record<LimitedScreen, readonly (readonly [method: string, path: string])[]>> =
  {
    'enterprise-users': [
      ['GET', 'enterpriseusers'],
      ['POST', 'enterpriseusers'],
    ],
    delegations: [
      ['GET', 'my/authorization/delegations'],
      ['POST', 'my/authorization/delegations'],
      ['GET', 'my/authorization/roles'],
      ['GET', 'my/authorization/rights'],
    ],
    'role-definitions': [['GET', 'my/authorization/roledefinitions']],
    'contact-information': [['GET', '1/profile/contactinformation']],
    profile: [
      ['GET', 'my/profile'],
      ['GET', '1/profile'],
    ],
    reportees: [['GET', 'reportees']],
    consents: [
      ['GET', 'consentRequests'],
      ['POST', 'consentRequests'],
      ['GET', 'authorization/token/1'],
    ],
    inbox: [['GET', 'my/messages']],
    'work-list': [['GET', 'my/messages']],
    archive: [['GET', 'my/messages']],
    // No page of the documentation names the scope of this list.
    trash: [
      ['GET', 'my/messages/trashbin'],
      ['GET', 'my/messages'],
    ],
    'file-transfer': [
      ['GET', 'my/brokerservice/inbox'],
      ['POST', 'my/brokerservice/outbox'],
    ],
    lookups: [['GET', 'my/lookup/1/1']],
    'service-owner': [
      ['GET', 'serviceowner/organizations'],
      ['GET', 'serviceowner/reportees'],
      ['GET', 'serviceowner/authorization/rights'],
    ],
    'party-access': [
      ['GET', 'serviceowner/reportees'],
      ['GET', 'serviceowner/authorization/rights'],
      ['GET', 'serviceowner/authorization/roles'],
    ],
    'service-rights': [
      ['GET', 'serviceowner/srr'],
      ['POST', 'serviceowner/srr'],
    ],
    'owner-requests': [
      ['GET', 'serviceowner/consents'],
      ['GET', 'serviceowner/delegationRequests'],
    ],
    'owner-events': [['GET', 'serviceowner/events/feed']],
  };

export const isLimitedScreen = (screen: string): screen is LimitedScreen => screen in CALLS;

export const endpointsOf = (screen: LimitedScreen): readonly Endpoint[] =>
  CALLS[screen].flatMap(([method, path]) => endpointFor(method, path) ?? []);

export interface SetUp {
  readonly connection: Pick<Connection, 'signIn' | 'apiKey' | 'offers'>;
  readonly credentials: readonly Credential[];
  /** A person has said that this platform takes an organisation for a user. */
  readonly actsAsUser: boolean;
}

/** Undefined where any call of the screen may succeed. */
export function limitOf(screen: string, setUp: SetUp): Limit | undefined {
  if (!isLimitedScreen(screen)) return undefined;
  const limits = endpointsOf(screen).map((endpoint) => limitOfCall(endpoint, setUp));
  if (limits.includes(undefined)) return undefined;
  // What a person can change comes before what is gone: the rest of the screen may still work.
  return limits.find((limit) => limit?.why !== 'switched-off') ?? limits[0];
}

/** Whether the set-up lets one documented call succeed. What a pasted token stands for, it does not tell. */
export function mayCall(method: string, path: string, setUp: SetUp): boolean {
  const endpoint = endpointFor(method, path);
  return (
    endpoint !== undefined &&
    setUp.connection.signIn.way !== 'pasted-token' &&
    limitOfCall(endpoint, setUp) === undefined
  );
}

function limitOfCall(endpoint: Endpoint, setUp: SetUp): Limit | undefined {
  const { callers, exchangedToo, scopes } = endpoint;
  const { signIn, apiKey, offers } = setUp.connection;
  const off = offers?.groups.find(({ group }) => group === endpoint.group);
  if (offers !== undefined && off?.state === 'switched-off')
    return { why: 'switched-off', asked: offers.asked, since: off.since, instead: off.instead };
  if (callers === 'nobody') return undefined;
  const isOrganisation = signIn.way === 'certificate' || signIn.way === 'machine-token';
  const mayTry = callers === 'user' && isOrganisation;
  const isExchanged = exchangedToo && signIn.way === 'enterprise-user-token';
  const isCaller = SIGN_INS[callers].includes(signIn.way) || isExchanged;
  if (!isCaller && !(mayTry && setUp.actsAsUser))
    return { why: 'sign-in', needs: callers, field: 'way', mayTry };
  const certificate = setUp.credentials.find((one) => one.id === certificateOf(signIn));
  if (certificate?.kind === 'certificate' && certificate.expiry === 'expired')
    return { why: 'certificate-expired', name: certificate.name, field: 'certificate' };
  if (apiKey === null) return { why: 'api-key', field: 'apiKey' };
  if (!('scopes' in signIn) || scopes.length === 0) return undefined;
  const opening = callers === 'user' ? [...scopes, 'endusernoconsent'] : scopes;
  const isOpened = signIn.scopes.some((one) => opening.includes(nameOf(one)));
  const [scope = ''] = scopes;
  return isOpened
    ? undefined
    : { why: 'scope', scope: prefixIn(signIn.scopes) + scope, field: 'scopes' };
}

/** Without the platform's own name, whatever that is. */
const nameOf = (scope: string) => scope.replace(/^[^:]*:/, '').toLowerCase();

type LimitTexts = Pick<Texts, 'limits' | 'failures'>;

interface Of {
  readonly screen: LimitedScreen;
  readonly way: SignInWay;
}

/** A sentence or two: how the connection signs in, and what the screen requires. */
export function limitWords(limit: Limit, { screen, way }: Of, texts: LimitTexts): string {
  const { limits: t, failures } = texts;
  const required = (what: string) => t.requires(t.screens[screen], what);
  switch (limit.why) {
    case 'sign-in':
      return `${t.ways[way]} ${required(t.signIns[limit.needs])}`;
    case 'scope':
      return required(t.scope(limit.scope));
    case 'api-key':
      return required(t.apiKey);
    case 'certificate-expired':
      return t.expired(limit.name);
    case 'switched-off':
      return [t.off(limit.asked), ...offWords(limit, failures)].join(' ');
  }
}

/** Since when, as the documentation says it, and what comes instead. */
export const offWords = (
  { since, instead }: { readonly since: string | null; readonly instead: Successor | null },
  t: Pick<Texts['failures'], 'switchedOff' | 'instead'>,
): string[] => [
  ...(since === null ? [] : [t.switchedOff(since)]),
  ...(instead === null ? [] : [t.instead[instead]]),
];
