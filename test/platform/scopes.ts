// The documented scopes, apart from main's own table: which scopes open a path, and what the scopes are called.
import type { Method } from './call.ts';
import { switches, type Shape } from './shape.ts';

interface Rule {
  /** Without the platform's prefix. */
  readonly scope: string;
  readonly methods: readonly Method[];
  /** Of the path below `/api/`, in lower case and without a slash at the end. */
  readonly path: RegExp;
  /** An authenticated organisation is enough, without a person or enterprise user. */
  readonly organisation?: true;
}

const read: readonly Method[] = ['GET'];
const remove: readonly Method[] = ['DELETE'];
const create: readonly Method[] = ['POST', 'DELETE'];
const change: readonly Method[] = ['POST', 'PUT', 'DELETE'];

/** A path of the service owner's part with everything below it. */
const owner = (parts: string): RegExp => new RegExp(`^serviceowner/(${parts})(/|$)`);
/** A path below `{who}` with everything below it. */
const party = (parts: string): RegExp => new RegExp(`^(my|r\\d+|\\d{9})/(${parts})(/|$)`);
const whole = (parts: string): RegExp => new RegExp(`^(${parts})(/|$)`);

const serviceOwnerRules: readonly Rule[] = [
  { scope: 'serviceowner/organizations', methods: read, path: owner('organizations') },
  { scope: 'serviceowner/reportees', methods: read, path: owner('reportees') },
  {
    scope: 'serviceowner/rolesandrights',
    methods: read,
    path: owner('authorization/(rights|roles|apprights)'),
  },
  { scope: 'serviceowner/events', methods: read, path: owner('events') },
  { scope: 'serviceowner/srr.read', methods: read, path: owner('srr') },
  { scope: 'serviceowner/srr.write', methods: change, path: owner('srr') },
  { scope: 'serviceowner/consents', methods: read, path: owner('consents') },
  {
    scope: 'serviceowner/delegationrequests.read',
    methods: read,
    path: owner('delegationrequests'),
  },
  {
    scope: 'serviceowner/delegationrequests.write',
    methods: create,
    path: owner('delegationrequests'),
  },
  { scope: 'serviceowner/notifications.read', methods: read, path: owner('notifications') },
  {
    scope: 'serviceowner/delegations.write',
    methods: create,
    path: owner('delegations'),
  },
];

const rights = 'authorization/(roles|rights|apprights)';
// The singular is deprecated.
const consentRequest = whole('consentrequests?');
const requests = whole('delegationrequests?');
const messages = (rest: string): RegExp => new RegExp(`^(my|r\\d+|\\d{9})/messages${rest}`);

const endUserRules: readonly Rule[] = [
  organisationRule('consenttokens.read', read, whole('authorization/token')),
  organisationRule('consenttokens.write', create, whole('authorization/token')),
  { scope: 'rolesandrights.read', methods: read, path: party(rights) },
  { scope: 'rolesandrights.write', methods: remove, path: party(rights) },
  { scope: 'reportees', methods: read, path: whole('reportees') },
  // The documents name no scope for the organisations; they are reportees.
  { scope: 'reportees', methods: read, path: whole('organizations') },
  { scope: 'reportees', methods: ['POST'], path: /^reportees\/reporteeconversion$/ },
  { scope: 'profiles.read', methods: read, path: party('profile') },
  { scope: 'profiles.write', methods: create, path: party('profile') },
  { scope: 'lookup', methods: read, path: party('lookup') },
  // The trash bin is a list, and its path has the shape of a single message: the documentation names it for neither.
  { scope: 'instances.meta', methods: read, path: messages('(/trashbin)?$') },
  { scope: 'instances.read', methods: read, path: messages('/.') },
  { scope: 'instances.write', methods: change, path: messages('(/|$)') },
  { scope: 'delegations.read', methods: read, path: party('authorization/delegations') },
  { scope: 'delegations.write', methods: create, path: party('authorization/delegations') },
  { scope: 'brokerservice.read', methods: read, path: party('brokerservice') },
  { scope: 'brokerservice.read', methods: read, path: whole('brokerservice') },
  { scope: 'brokerservice.write', methods: ['POST'], path: party('brokerservice') },
  organisationRule('delegationrequests.read', read, requests),
  organisationRule('delegationrequests.write', create, requests),
  organisationRule('consentrequests.read', read, consentRequest),
  organisationRule('consentrequests.write', create, consentRequest),
  organisationRule('enduser/consentrequest.read', read, consentRequest),
  organisationRule('enduser/consentrequest.write', create, consentRequest),
  { scope: 'roledefinitions.read', methods: read, path: party('authorization/roledefinitions') },
  { scope: 'roledefinitions.write', methods: change, path: party('authorization/roledefinitions') },
  organisationRule('enterpriseusers.read', read, whole('enterpriseusers')),
  organisationRule('enterpriseusers.write', change, whole('enterpriseusers')),
];

function organisationRule(scope: string, methods: readonly Method[], path: RegExp): Rule {
  return { scope, methods, path, organisation: true };
}

/** Names without prefix. */
const general = { owner: ['serviceowner'], endUser: ['enduser', 'endusernoconsent'] } as const;

const names: readonly string[] = [
  ...general.owner,
  ...general.endUser,
  ...new Set([...serviceOwnerRules, ...endUserRules].map((rule) => rule.scope)),
];

/** Every scope under each prefix: clients are given them all, and the switch says which prefix counts. */
export const allScopes: readonly string[] = switches.scopePrefix.others
  .concat(switches.scopePrefix.usual)
  .flatMap((prefix) => names.map((name) => prefix + name));

/** `/api/My/Messages/` -> `my/messages`. */
const below = (path: string): string =>
  path
    .replace(/^\/api\//i, '')
    .replace(/\/$/, '')
    .toLowerCase();

/**
 * The scopes of which a bearer token needs one for a documented path (beginning with `/api/`); none are needed when the list
 * is undefined (open parts, and role definitions of the service owner's part).
 */
export function scopesFor(
  method: string,
  path: string,
  prefix: Shape['scopePrefix'] = switches.scopePrefix.usual,
): readonly string[] | undefined {
  const asked = below(path);
  if (/^(metadata|authentication)(\/|$)/.test(asked)) return undefined;
  if (owner('roledefinitions').test(asked)) return undefined;
  const forOwners = /^serviceowner(\/|$)/.test(asked);
  const rules = (forOwners ? serviceOwnerRules : endUserRules).filter(
    (rule) => rule.methods.some((known) => known === method) && rule.path.test(asked),
  );
  return [...(forOwners ? general.owner : general.endUser), ...rules.map((rule) => rule.scope)].map(
    (name) => prefix + name,
  );
}

/** Whether an organisation alone may call the path, as the rows marked `E` say. */
export function isForOrganisations(method: string, path: string): boolean {
  const asked = below(path);
  return endUserRules.some(
    (rule) =>
      rule.organisation === true &&
      rule.methods.some((known) => known === method) &&
      rule.path.test(asked),
  );
}
