// Which scopes and which API resource each part of the API asks for (api.md, Scopes and API key); paths only, no payloads.

/** One part of the API: its paths below `/api/`, and the scopes of which any one opens it. */
interface Part {
  readonly part: string;
  readonly path: RegExp;
  readonly read?: string;
  readonly write?: string;
  readonly serviceOwner?: boolean;
}

/** Longest paths first: the first that fits counts. Names without `platform:`. */
const PARTS: readonly Part[] = [
  owner('organizations', 'serviceowner/organizations'),
  owner('reportees', 'serviceowner/reportees'),
  owner('rights and roles', '(rights|roles)', 'serviceowner/rolesandrights'),
  owner('events', 'serviceowner/events'),
  owner('srr', 'serviceowner/srr.read', 'serviceowner/srr.write'),
  owner('consents', 'serviceowner/consents'),
  owner(
    'delegationrequests',
    'serviceowner/delegationrequests.read',
    'serviceowner/delegationrequests.write',
  ),
  owner('notifications', 'serviceowner/notifications.read'),
  { part: 'service-owner role definitions', path: /^serviceowner\/roledefinitions/i },
  user('enterprise users', 'enterpriseusers', 'enterpriseusers'),
  user('reportees', 'reportees', undefined, 'reportees', 'reportees'),
  user('consent tokens', 'authorization/token', 'consenttokens'),
  user('delegation requests', 'delegationrequest', 'delegationrequests'),
  user('consent requests', 'consentrequest', 'consentrequests'),
  user('role definitions', '[^/]+/authorization/roledefinitions', 'roledefinitions'),
  user('delegations', '[^/]+/authorization/delegations', 'delegations'),
  user('rights', '[^/]+/authorization/rights', 'rolesandrights'),
  user('roles', '[^/]+/roles', 'rolesandrights'),
  user('lookup', '[^/]+/lookup', undefined, 'lookup'),
  user('broker service', '[^/]+/brokerservice', 'brokerservice'),
  user('profiles', '[^/]+/profile', 'profiles'),
  user('message list', '[^/]+/messages$', undefined, 'instances.meta', 'instances.write'),
  user('messages', '[^/]+/messages', 'instances'),
];

function owner(part: string, scopeOrPath: string, ...scopes: string[]): Part {
  const isPath = scopeOrPath.startsWith('(');
  const [read, write] = isPath ? scopes : [scopeOrPath, ...scopes];
  const below = isPath ? scopeOrPath : part;
  return {
    part,
    path: new RegExp(`^serviceowner/${below}`, 'i'),
    serviceOwner: true,
    ...(read !== undefined && { read }),
    ...(write !== undefined && { write }),
  };
}

function user(
  part: string,
  path: string,
  scope: string | undefined,
  read = scope && `${scope}.read`,
  write = scope && `${scope}.write`,
): Part {
  return {
    part,
    path: new RegExp(`^${path}`, 'i'),
    ...(read !== undefined && { read }),
    ...(write !== undefined && { write }),
  };
}

export interface EndpointNeeds {
  readonly part: string;
  /** Endpoint category and kind of operation, as API keys are limited. */
  readonly keyResource: string;
  /** Without the platform's prefix; any one is enough. */
  readonly scopes: readonly string[];
}

/** What a call of a documented path needs; undefined for open endpoints and for addresses that only a link tells. */
export function needsOf(method: string, path: string): EndpointNeeds | undefined {
  const below = path.replace(/^\/?api\//i, '').replace(/\/+$/, '');
  const found = PARTS.find((one) => one.path.test(below));
  if (found === undefined) return undefined;
  const isRead = method === 'GET';
  const scope = isRead ? found.read : found.write;
  const general = found.serviceOwner === true ? 'serviceowner' : 'enduser';
  const noScope = found.read === undefined && found.write === undefined;
  return {
    part: found.part,
    keyResource: `${found.part}: ${isRead ? 'read' : 'write'} (${method})`,
    scopes: noScope ? [] : [...(scope === undefined ? [] : [scope]), general],
  };
}
