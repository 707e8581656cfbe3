// The documented scopes (platform.md, Scopes) and the platform's own name before them; without schemas, for the page.

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

/** The name of a documented scope, whatever the platform calls itself; undefined for any other scope. */
export function knownScope(scope: string): ScopeName | undefined {
  const name = scope.replace(/^[^:]*:/, '').toLowerCase();
  return name !== scope.toLowerCase() && known.has(name) ? (name as ScopeName) : undefined;
}

/** What stands before these scopes, with its colon: the platform's own name. Undefined when none of them is one of the platform's. */
export function scopePrefix(scopes: readonly string[]): string | undefined {
  const one = scopes.find((scope) => knownScope(scope) !== undefined);
  return one?.slice(0, one.indexOf(':') + 1);
}
