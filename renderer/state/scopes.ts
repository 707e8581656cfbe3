// The scopes (platform.md, Scopes): their order on the page, and the smallest set for a sign-in method.
import type { Connection } from '../../preload/contract/connections.ts';

/** Names without the prefix, which stands for the platform's own name. */
export const scopeNames = {
  general: ['enduser', 'endusernoconsent', 'serviceowner'],
  /** An authenticated organisation is enough for these. */
  organisation: [
    'enterpriseusers.read',
    'enterpriseusers.write',
    'consenttokens.read',
    'consenttokens.write',
    'consentrequests.read',
    'consentrequests.write',
    'delegationrequests.read',
    'delegationrequests.write',
    'enduser/consentrequest.read',
    'enduser/consentrequest.write',
  ],
  /** A person or an enterprise user is needed. */
  person: [
    'reportees',
    'instances.meta',
    'instances.read',
    'instances.write',
    'profiles.read',
    'profiles.write',
    'roledefinitions.read',
    'roledefinitions.write',
    'rolesandrights.read',
    'rolesandrights.write',
    'delegations.read',
    'delegations.write',
    'lookup',
    'brokerservice.read',
    'brokerservice.write',
  ],
  serviceOwner: [
    'serviceowner/organizations',
    'serviceowner/reportees',
    'serviceowner/rolesandrights',
    'serviceowner/events',
    'serviceowner/srr.read',
    'serviceowner/srr.write',
    'serviceowner/consents',
    'serviceowner/delegationrequests.read',
    'serviceowner/delegationrequests.write',
    'serviceowner/notifications.read',
    'serviceowner/delegations.write',
  ],
} as const;

export type ScopeGroup = keyof typeof scopeNames;
export type ScopeName = (typeof scopeNames)[ScopeGroup][number];

const known: ReadonlySet<string> = new Set(Object.values(scopeNames).flat());
const PREFIX = 'platform:';

/** The name of a documented scope, whatever the platform calls itself; undefined for any other scope. */
export function knownScope(scope: string): ScopeName | undefined {
  const name = scope.replace(/^[^:]*:/, '').toLowerCase();
  return name !== scope.toLowerCase() && known.has(name) ? (name as ScopeName) : undefined;
}

/** The prefix these scopes use; `platform:` when none of them is one of the platform's. */
export function prefixIn(scopes: readonly string[]): string {
  const one = scopes.find((scope) => knownScope(scope) !== undefined);
  return one === undefined ? PREFIX : one.slice(0, one.indexOf(':') + 1);
}

/** Those that ask for scopes. */
export type ScopedWay = 'machine-token' | 'enterprise-user-token' | 'person';

/** The fewest scopes with which this program's everyday work succeeds: reading, and what the way is mostly used for. */
export function smallestSet(way: ScopedWay): readonly ScopeName[] {
  switch (way) {
    case 'machine-token':
      return ['enterpriseusers.read', 'enterpriseusers.write'];
    case 'person':
    case 'enterprise-user-token':
      return ['reportees', 'instances.read', 'instances.meta', 'profiles.read'];
  }
}

/** Adds a scope, or takes it away when it is there; the rest stays in its order. */
export function toggled(scopes: readonly string[], name: ScopeName): readonly string[] {
  const rest = scopes.filter((scope) => knownScope(scope) !== name);
  return rest.length < scopes.length ? rest : [...scopes, prefixIn(scopes) + name];
}

/** Whether look-ups of service owners can succeed: only scopes say for sure; a certificate may belong to one (platform.md, Scopes). */
export function mayBeServiceOwner({ signIn }: Pick<Connection, 'signIn'>): boolean {
  if ('scopes' in signIn)
    return signIn.scopes.some((one) => /(^|[:/])serviceowner(\/|$)/.test(one));
  return signIn.way === 'certificate' || signIn.way === 'pasted-token';
}
