// The documented endpoints: callers, scopes, key, rights, what is off, how a group is asked for. For main and the page.
import type { SignInWay } from './connections.ts';
import type { EntryArea } from './explorer.ts';
import type { EndpointGroup } from './offers.ts';
import type { Failure } from '../result.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Refused = Extract<Failure, { kind: 'refused' }>;
export type DocumentedRight = NonNullable<NonNullable<Refused['needs']>['documentedRight']>;
export type SwitchedOff = NonNullable<Refused['switchedOff']>;
export type Successor = SwitchedOff['instead'];

/** A user is a person or an enterprise user; an organisation is proven by certificate or machine token. */
export type Callers = 'nobody' | 'user' | 'organisation' | 'service-owner';

/** The ways of signing in that make such a caller. What a pasted token stands for, nobody can tell; an exchanged one also opens consents. */
export const SIGN_INS: Readonly<Record<Callers, readonly SignInWay[]>> = {
  nobody: [],
  user: ['person', 'password', 'enterprise-user', 'enterprise-user-token', 'pasted-token'],
  organisation: ['certificate', 'machine-token', 'pasted-token'],
  'service-owner': ['certificate', 'machine-token', 'enterprise-user-token', 'pasted-token'],
};

export interface Endpoint {
  readonly method: Method;
  /** Below `/api/`: `{who}/messages/{messageid}`. */
  readonly path: string;
  /** Names of the parameters in the path, and of those in the query. */
  readonly pathParameters: readonly string[];
  readonly query: readonly string[];
  readonly area: EntryArea | 'signing-in';
  readonly group: EndpointGroup;
  /** What it is about; the page has words for each. */
  readonly part: string;
  readonly callers: Callers;
  /** An enterprise user whose token was exchanged is taken for its organisation here. */
  readonly exchangedToo: boolean;
  /** Asked without any credential. */
  readonly open: boolean;
  /** Without the platform's prefix; any one is enough. None: no scope is documented. */
  readonly scopes: readonly string[];
  /** What the API key must hold; undefined where no resource is documented. */
  readonly keyResource: string | undefined;
  /** The key's owner must be the organisation that signs in. */
  readonly keyOwnerMustSignIn: boolean;
  /** A right that the documentation asks for beyond access to the part itself. */
  readonly right: DocumentedRight | undefined;
  /** Since when the platform does not offer it any more, and what came instead. */
  readonly switchedOff: SwitchedOff | undefined;
  /** False where the fields of the answer are not documented. */
  readonly described: boolean;
  /** The answer is a file, and fetching it may have an effect: links lead to it, the explorer does not offer it. */
  readonly file: boolean;
}

interface Row {
  readonly on: readonly Method[];
  readonly path: string;
  readonly query?: readonly string[];
  readonly part?: string;
  /** Instead of the group's scope with `.read` or `.write`. */
  readonly scopes?: readonly string[];
  readonly key?: string;
  readonly right?: DocumentedRight;
  readonly off?: SwitchedOff;
  readonly described?: false;
  readonly file?: true;
}

/**
 * The harmless question that tells whether the platform still offers a group: a documented GET that changes nothing, marks nothing as
 * read and needs no more than the connection has; `{who}` and `{orgno}` are its own organisation. Or why there is none.
 */
export type Probe =
  | { readonly get: string; readonly query?: Readonly<Record<string, string>> }
  | { readonly none: NoProbe };
export type NoProbe = 'only-changes' | 'needs-service' | 'needs-code';

interface Group {
  readonly area: Endpoint['area'];
  readonly probe: Probe;
  /** What the platform's owner has announced in place of the group; null where nothing is announced. */
  readonly successor: Successor | null;
  readonly part: string;
  readonly callers: Callers;
  /** Begins the names of two scopes, `.read` for GET and `.write`. */
  readonly scope?: string;
  /** Begins the names of two resources, `.read` for GET and `.write`. */
  readonly key?: string;
  readonly keyOwnerMustSignIn?: true;
  readonly exchangedToo?: true;
  readonly right?: DocumentedRight;
  readonly rows: readonly Row[];
}

const PAGING = ['$top', '$skip'];
const ODATA = [...PAGING, '$filter', '$orderby'];
const LANGUAGE = ['language'];
const ONE = { $top: '1' };
const OF_OWN = { subject: '{orgno}', reportee: '{orgno}' };
const SERVICE = ['serviceCode', 'serviceEditionCode'];

const READ: readonly Method[] = ['GET'];
const CREATE: readonly Method[] = ['POST'];
const REPLACE: readonly Method[] = ['PUT'];
const REMOVE: readonly Method[] = ['DELETE'];

const ROLES_OFF: SwitchedOff = { since: '2023-05-22', instead: 'nothing' };
const APP_RIGHTS_OFF: SwitchedOff = { since: '2023-05-22', instead: 'access-management' };
const OPEN_ROLES: SwitchedOff = { since: '2023-05-22', instead: 'open-metadata' };
const REQUESTS_OFF: SwitchedOff = { since: '2023-04-19', instead: 'portal' };

const message = '{who}/messages/{messageid}';
const holder = '{who}/authorization/delegations/{receiverId}';
const broker = '{who}/brokerservice';
const formtask = 'metadata/formtask/{serviceCode}/{serviceEditionCode}';
const owner = 'serviceowner';

/** platform.md, Endpoints, is written from this; where the sources differ, the newest word is taken. */
const groups: Readonly<Record<EndpointGroup, Group>> = {
  messages: {
    area: 'message-box',
    part: 'messages',
    callers: 'user',
    scope: 'instances',
    key: 'Message',
    probe: { get: '{who}/messages', query: ONE },
    successor: 'dialogs-and-apps',
    rows: [
      {
        on: READ,
        path: '{who}/messages',
        query: [...ODATA, 'dateFrom', 'dateTo', 'language'],
        part: 'message list',
        scopes: ['instances.meta'],
      },
      { on: CREATE, path: '{who}/messages', query: ['complete', 'sign', 'language'] },
      { on: READ, path: '{who}/messages/trashbin', query: LANGUAGE },
      { on: READ, path: message, query: ['markAsRead', 'language'] },
      { on: REPLACE, path: message, query: ['complete', 'sign', 'language'] },
      { on: REMOVE, path: message },
      { on: REPLACE, path: `${message}/archive`, query: LANGUAGE },
      { on: REPLACE, path: `${message}/confirm`, query: LANGUAGE },
      { on: READ, path: `${message}/validate`, query: LANGUAGE },
      { on: READ, path: `${message}/signingtext`, query: LANGUAGE },
      { on: READ, path: `${message}/custommessagedata`, described: false },
      {
        on: READ,
        path: `${message}/print`,
        query: ['language', 'dataFormatId', 'dataFormatVersion'],
        file: true,
      },
      { on: READ, path: `${message}/forms`, query: LANGUAGE },
      { on: CREATE, path: `${message}/forms` },
      { on: READ, path: `${message}/forms/{formid}`, query: LANGUAGE },
      { on: [...REPLACE, ...REMOVE], path: `${message}/forms/{formid}` },
      { on: READ, path: `${message}/forms/{formid}/formdata`, query: LANGUAGE },
      { on: READ, path: `${message}/forms/{formid}/print`, query: LANGUAGE, file: true },
      { on: READ, path: `${message}/attachments` },
      { on: CREATE, path: `${message}/attachments`, query: LANGUAGE },
      {
        on: CREATE,
        path: `${message}/attachments/streamedattachment`,
        query: ['fileName', 'attachmentType', 'language'],
      },
      { on: READ, path: `${message}/attachments/{attachmentid}`, file: true },
      {
        on: CREATE,
        path: `${message}/attachments/{attachmentid}`,
        query: ['fileName', 'attachmentType', 'language'],
      },
      { on: REMOVE, path: `${message}/attachments/{attachmentid}` },
      {
        on: READ,
        path: '{who}/authorization/attachments/{receiverId}',
        query: ['messageId', 'attachmentId'],
        scopes: [],
        file: true,
      },
    ],
  },
  parties: {
    area: 'parties',
    part: 'reportees',
    callers: 'user',
    key: 'Organization',
    probe: { get: 'reportees', query: ONE },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: 'reportees',
        query: [
          ...ODATA,
          'showConsentReportees',
          'includeInactiveReportees',
          'serviceCode',
          'serviceEdition',
          'app',
        ],
        scopes: ['reportees'],
      },
      { on: READ, path: 'reportees/{reporteeId}', scopes: ['reportees'] },
      {
        on: CREATE,
        path: 'reportees/ReporteeConversion',
        scopes: ['reportees'],
        key: 'Authorization.read',
      },
      {
        on: READ,
        path: 'organizations',
        query: ['showConsentReportees', 'includeInactiveReportees'],
        described: false,
      },
      { on: READ, path: 'organizations/{organizationId}', described: false },
    ],
  },
  profiles: {
    area: 'profile',
    part: 'profiles',
    callers: 'user',
    scope: 'profiles',
    probe: { get: '{orgno}/profile' },
    successor: null,
    rows: [
      { on: READ, path: 'my/profile', key: 'UserProfile.read' },
      {
        on: READ,
        path: '{orgno}/profile',
        key: 'UserProfile.read',
        right: 'rights-for-party',
      },
      { on: READ, path: '{orgno}/profile/contactinformation', key: 'UserProfile.read' },
      { on: READ, path: '{orgno}/profile/contactinformation/{id}', key: 'UserProfile.read' },
      { on: CREATE, path: '{orgno}/profile/contactinformation' },
      { on: REMOVE, path: '{orgno}/profile/contactinformation/{id}' },
    ],
  },
  'enterprise-users': {
    area: 'enterprise-users',
    part: 'enterprise users',
    callers: 'organisation',
    scope: 'enterpriseusers',
    keyOwnerMustSignIn: true,
    probe: { get: 'enterpriseusers', query: ONE },
    successor: 'system-users',
    rows: [
      { on: READ, path: 'enterpriseusers', query: PAGING },
      { on: CREATE, path: 'enterpriseusers' },
      { on: [...READ, ...REPLACE, ...REMOVE], path: 'enterpriseusers/{username}' },
      { on: CREATE, path: 'enterpriseusers/{username}/rotatesecret' },
    ],
  },
  'role-definitions': {
    area: 'roles',
    part: 'role definitions',
    callers: 'user',
    scope: 'roledefinitions',
    probe: { get: '{who}/authorization/roledefinitions' },
    successor: 'access-groups',
    rows: [
      {
        on: READ,
        path: '{who}/authorization/roledefinitions',
        query: LANGUAGE,
        key: 'Authorization.read',
      },
      {
        on: CREATE,
        path: '{who}/authorization/roledefinitions',
        query: LANGUAGE,
        key: 'Authorization.read',
        off: ROLES_OFF,
      },
      {
        on: READ,
        path: '{who}/authorization/roledefinitions/{roledefinitionid}',
        query: LANGUAGE,
        key: 'Authorization.read',
      },
      {
        on: REPLACE,
        path: '{who}/authorization/roledefinitions/{roledefinitionid}',
        query: LANGUAGE,
        key: 'Authorization.read',
        right: 'held-rights',
        off: ROLES_OFF,
      },
      {
        on: REMOVE,
        path: '{who}/authorization/roledefinitions/{roledefinitionid}',
        key: 'Authorization.read',
        off: ROLES_OFF,
      },
    ],
  },
  delegations: {
    area: 'authorization',
    part: 'delegations',
    callers: 'user',
    scope: 'delegations',
    key: 'Authorization',
    right: 'access-manager',
    probe: { get: '{who}/authorization/delegations' },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: '{who}/authorization/delegations',
        query: ['serviceCode', 'serviceEdition', 'app'],
      },
      { on: CREATE, path: '{who}/authorization/delegations' },
      {
        on: REMOVE,
        path: '{who}/authorization/delegations',
        query: ['receiverId', 'roleId', 'authzRuleId', 'org', 'app', 'ruleGuid'],
      },
      { on: READ, path: holder, query: LANGUAGE },
      { on: READ, path: `${holder}/roles`, query: LANGUAGE },
      { on: READ, path: `${holder}/rights`, query: ['$filter', 'language'] },
      { on: READ, path: `${holder}/apprights`, off: APP_RIGHTS_OFF },
      { on: REMOVE, path: `${holder}/roles/{roleId}` },
      { on: REMOVE, path: `${holder}/rights/{rightId}` },
      {
        on: REMOVE,
        path: `${holder}/apprights/{org}/{app}/{ruleGuid}`,
        off: APP_RIGHTS_OFF,
      },
    ],
  },
  roles: {
    area: 'authorization',
    part: 'roles',
    callers: 'user',
    scope: 'rolesandrights',
    key: 'Authorization',
    probe: { get: '{who}/authorization/roles', query: ONE },
    successor: 'access-groups',
    rows: [
      { on: READ, path: '{who}/authorization/roles', query: [...ODATA, 'language'] },
      { on: REMOVE, path: '{who}/authorization/roles/{roleId}', off: APP_RIGHTS_OFF },
    ],
  },
  rights: {
    area: 'authorization',
    part: 'rights',
    callers: 'user',
    scope: 'rolesandrights',
    key: 'Authorization',
    probe: { get: '{who}/authorization/rights', query: ONE },
    successor: 'access-management',
    rows: [
      { on: READ, path: '{who}/authorization/rights', query: [...ODATA, 'language'] },
      { on: REMOVE, path: '{who}/authorization/rights/{rightId}', off: APP_RIGHTS_OFF },
    ],
  },
  'app-rights': {
    area: 'authorization',
    part: 'rights',
    callers: 'user',
    scope: 'rolesandrights',
    key: 'Authorization',
    probe: { get: '{who}/authorization/apprights', query: ONE },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: '{who}/authorization/apprights',
        query: [...ODATA, 'language'],
        off: APP_RIGHTS_OFF,
      },
      {
        on: REMOVE,
        path: '{who}/authorization/apprights/{org}/{app}/{ruleGuid}',
        off: APP_RIGHTS_OFF,
      },
    ],
  },
  'look-ups': {
    area: 'authorization',
    part: 'lookup',
    callers: 'user',
    probe: { none: 'needs-service' },
    successor: null,
    rows: [
      {
        on: READ,
        path: '{who}/lookup/{serviceCode}/{serviceEditionCode}',
        query: ['queryOptions', 'authorizationCode'],
        scopes: ['lookup'],
        key: 'LookUp.read',
        described: false,
      },
    ],
  },
  'file-transfer': {
    area: 'file-transfer',
    part: 'broker service',
    callers: 'user',
    scope: 'brokerservice',
    key: 'Broker',
    right: 'service-register',
    probe: { get: '{who}/brokerservice/inbox' },
    successor: 'broker-api',
    rows: [
      {
        on: READ,
        path: 'brokerservice/inbox/hasavailablefiles',
        query: [...SERVICE, 'recipients'],
      },
      {
        on: READ,
        path: `${broker}/inbox`,
        query: ['fileStatus', ...SERVICE, 'minSentDateTime', 'maxSentDateTime'],
      },
      { on: READ, path: `${broker}/inbox/{reference}` },
      { on: READ, path: `${broker}/inbox/{reference}/download`, file: true },
      { on: READ, path: `${broker}/inbox/{reference}/receipt` },
      { on: CREATE, path: `${broker}/inbox/{reference}/confirmdownloaded` },
      { on: CREATE, path: `${broker}/outbox`, query: ['fileName', 'brokerServiceDescription'] },
      { on: READ, path: `${broker}/outbox/{reference}` },
      { on: READ, path: `${broker}/outbox/{reference}/receipt` },
    ],
  },
  'consent-requests': {
    area: 'authorization',
    part: 'consent requests',
    callers: 'organisation',
    scope: 'consentrequests',
    exchangedToo: true,
    keyOwnerMustSignIn: true,
    probe: { get: 'consentRequests', query: ONE },
    successor: 'consent-site',
    rows: [
      {
        on: READ,
        path: 'consentRequests',
        query: [...SERVICE, 'direction', 'status', 'continuation', ...ODATA],
      },
      { on: CREATE, path: 'consentRequests' },
      { on: [...READ, ...REMOVE], path: 'consentRequests/{authCode}', right: 'party-to-request' },
    ],
  },
  'consent-tokens': {
    area: 'authorization',
    part: 'consent tokens',
    callers: 'organisation',
    scope: 'consenttokens',
    exchangedToo: true,
    probe: { none: 'needs-code' },
    successor: 'consent-site',
    rows: [
      {
        on: [...READ, ...REMOVE],
        path: 'authorization/token/{authCode}',
        key: 'Authorization.read',
        right: 'party-to-request',
      },
      {
        on: CREATE,
        path: 'authorization/token/{authCode}/loguse',
        key: 'Authorization.read',
        right: 'party-to-request',
      },
    ],
  },
  'delegation-requests': {
    area: 'authorization',
    part: 'delegation requests',
    callers: 'organisation',
    scope: 'delegationrequests',
    key: 'Authorization',
    keyOwnerMustSignIn: true,
    probe: { get: 'delegationRequests' },
    successor: 'portal',
    rows: [
      { on: [...READ, ...CREATE], path: 'delegationRequests', off: REQUESTS_OFF },
      { on: [...READ, ...REMOVE], path: 'delegationRequests/{guid}', off: REQUESTS_OFF },
    ],
  },
  'owner-organizations': {
    area: 'service-owner',
    part: 'organizations',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/organizations/{orgno}` },
    successor: null,
    rows: [
      {
        on: READ,
        path: `${owner}/organizations`,
        query: ['email', 'phoneNumber'],
        scopes: ['serviceowner/organizations'],
      },
      {
        on: READ,
        path: `${owner}/organizations/{orgno}`,
        query: ['$expand'],
        scopes: ['serviceowner/organizations'],
      },
      {
        on: READ,
        path: `${owner}/organizations/{orgno}/officialcontacts`,
        scopes: ['serviceowner/organizations'],
      },
      {
        on: READ,
        path: `${owner}/organizations/{orgno}/personalcontacts`,
        query: ['roleDefinitionCode', 'serviceCode', 'serviceEdition'],
        scopes: ['serviceowner/organizations'],
      },
      {
        on: READ,
        path: `${owner}/organizations/{orgno}/personalcontacts/{person}/roles`,
        scopes: ['serviceowner/organizations'],
      },
    ],
  },
  'owner-reportees': {
    area: 'service-owner',
    part: 'reportees',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/reportees`, query: { subject: '{orgno}' } },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: `${owner}/reportees`,
        query: [
          'subject',
          'serviceCode',
          'serviceEdition',
          'roleDefinitionId',
          'app',
          'showConsentReportees',
        ],
        scopes: ['serviceowner/reportees'],
      },
    ],
  },
  'owner-access': {
    area: 'service-owner',
    part: 'rights and roles',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/authorization/roles`, query: OF_OWN },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: `${owner}/authorization/rights`,
        query: ['subject', 'reportee'],
        scopes: ['serviceowner/rolesandrights'],
      },
      {
        on: READ,
        path: `${owner}/authorization/roles`,
        query: ['subject', 'reportee', 'language'],
        scopes: ['serviceowner/rolesandrights'],
      },
    ],
  },
  'owner-app-rights': {
    area: 'service-owner',
    part: 'rights and roles',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/authorization/apprights`, query: OF_OWN },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: `${owner}/authorization/apprights`,
        query: ['subject', 'reportee'],
        scopes: ['serviceowner/rolesandrights'],
        off: APP_RIGHTS_OFF,
      },
    ],
  },
  'owner-delegations': {
    area: 'service-owner',
    part: 'delegations',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { none: 'only-changes' },
    successor: 'access-management',
    rows: [
      {
        on: CREATE,
        path: `${owner}/delegations/roles`,
        query: ['onBehalfOf'],
        scopes: ['serviceowner/delegations.write'],
      },
      {
        on: REMOVE,
        path: `${owner}/delegations/roles/{roleId}`,
        scopes: ['serviceowner/delegations.write'],
        right: 'given-by-caller',
      },
    ],
  },
  'owner-delegation-requests': {
    area: 'service-owner',
    part: 'delegationrequests',
    callers: 'service-owner',
    scope: 'serviceowner/delegationrequests',
    key: 'ServiceOwner',
    probe: { get: `${owner}/delegationRequests`, query: ONE },
    successor: 'access-management',
    rows: [
      {
        on: READ,
        path: `${owner}/delegationRequests`,
        query: [...SERVICE, 'status', 'continuation', 'coveredBy', 'offeredBy', ...ODATA],
      },
      { on: CREATE, path: `${owner}/delegationRequests` },
      {
        on: [...READ, ...REMOVE],
        path: `${owner}/delegationRequests/{id}`,
        right: 'party-to-request',
      },
    ],
  },
  'owner-consents': {
    area: 'service-owner',
    part: 'consents',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/consents`, query: ONE },
    successor: 'consent-site',
    rows: [
      {
        on: READ,
        path: `${owner}/consents`,
        query: [...SERVICE, 'status', 'continuation', '$top'],
        scopes: ['serviceowner/consents'],
      },
    ],
  },
  'service-rights': {
    area: 'service-owner',
    part: 'srr',
    callers: 'service-owner',
    scope: 'serviceowner/srr',
    key: 'ServiceOwner',
    probe: { get: `${owner}/srr` },
    successor: 'owner-register',
    rows: [
      { on: READ, path: `${owner}/srr`, query: [...SERVICE, 'reportee'] },
      { on: CREATE, path: `${owner}/srr` },
      { on: [...READ, ...REPLACE, ...REMOVE], path: `${owner}/srr/{id}` },
    ],
  },
  'owner-events': {
    area: 'service-owner',
    part: 'events',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/events/feed`, query: { fetch: '1' } },
    successor: null,
    rows: [
      {
        on: READ,
        path: `${owner}/events/feed`,
        query: ['eventOffset', 'fetch'],
        scopes: ['serviceowner/events'],
        described: false,
      },
    ],
  },
  'owner-notifications': {
    area: 'service-owner',
    part: 'notifications',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: {
      get: `${owner}/notifications/validaterecipient`,
      query: { organizationNumber: '{orgno}' },
    },
    successor: null,
    rows: [
      {
        on: READ,
        path: `${owner}/notifications/validaterecipient`,
        query: [
          'organizationNumber',
          'socialSecurityNumber',
          'lastName',
          'serviceCode',
          'serviceEditionCode',
        ],
        scopes: ['serviceowner/notifications.read'],
      },
    ],
  },
  'owner-role-definitions': {
    area: 'service-owner',
    part: 'service-owner role definitions',
    callers: 'service-owner',
    key: 'ServiceOwner',
    probe: { get: `${owner}/roledefinitions` },
    successor: 'open-metadata',
    rows: [
      { on: READ, path: `${owner}/roledefinitions`, query: LANGUAGE, scopes: [], off: OPEN_ROLES },
      {
        on: READ,
        path: `${owner}/roledefinitions/{id}`,
        query: LANGUAGE,
        scopes: [],
        off: OPEN_ROLES,
      },
    ],
  },
  metadata: {
    area: 'metadata',
    part: 'metadata',
    callers: 'nobody',
    probe: { get: 'metadata', query: ONE },
    successor: 'resource-register',
    rows: [
      { on: READ, path: 'metadata', query: [...ODATA, 'language'] },
      { on: READ, path: formtask, query: LANGUAGE },
      { on: READ, path: `${formtask}/forms/{dataFormatId}/{dataFormatVersion}/xsd` },
      { on: READ, path: `${formtask}/attachmentrules/{ruleId}/xsd` },
      {
        on: READ,
        path: 'metadata/correspondence/{serviceCode}/{serviceEdition}',
        query: LANGUAGE,
      },
      {
        on: READ,
        path: 'metadata/lookup/{serviceCode}/{serviceEditionCode}',
        query: LANGUAGE,
        described: false,
      },
      {
        on: READ,
        path: 'metadata/lookup/{serviceCode}/{serviceEditionCode}/schemas/{schema}',
        query: LANGUAGE,
        described: false,
      },
      { on: READ, path: 'metadata/codelists', query: [...ODATA, 'language'] },
      { on: READ, path: 'metadata/codelists/{name}/{version}', query: LANGUAGE },
      { on: READ, path: 'metadata/roledefinitions', query: LANGUAGE },
      { on: READ, path: 'metadata/roledefinitions/{id}', query: LANGUAGE },
      { on: READ, path: 'metadata/rolerequirements', query: [...SERVICE, 'app', 'language'] },
      { on: READ, path: 'metadata/jwk', described: false },
      { on: READ, path: 'metadata/well-known', described: false },
    ],
  },
  'signing-in': {
    area: 'signing-in',
    part: 'signing in',
    callers: 'nobody',
    probe: { none: 'only-changes' },
    successor: 'tokens',
    rows: [{ on: CREATE, path: 'authentication/authenticatewithpassword' }],
  },
};

/** In the order of the table. */
export const endpointGroups = Object.keys(groups) as EndpointGroup[];

export const endpoints: readonly Endpoint[] = endpointGroups.flatMap((name) =>
  groups[name].rows.flatMap((row) => row.on.map((method) => endpointOf(name, row, method))),
);

export const probeOf = (group: EndpointGroup): Probe => groups[group].probe;
export const successorOf = (group: EndpointGroup): Successor | null => groups[group].successor;
export const callersOf = (group: EndpointGroup): Callers => groups[group].callers;

function endpointOf(name: EndpointGroup, row: Row, method: Method): Endpoint {
  const group: Group = groups[name];
  const mode = method === 'GET' ? 'read' : 'write';
  const open = group.callers === 'nobody';
  const named = row.scopes ?? (group.scope === undefined ? [] : [`${group.scope}.${mode}`]);
  const general = group.callers === 'service-owner' ? 'serviceowner' : 'enduser';
  const isFree = open || row.scopes?.length === 0;
  return {
    method,
    path: row.path,
    pathParameters: [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: row.query ?? [],
    area: group.area,
    group: name,
    part: row.part ?? group.part,
    callers: group.callers,
    exchangedToo: group.exchangedToo ?? false,
    open,
    scopes: isFree ? [] : [...named, general],
    keyResource: row.key ?? (group.key === undefined ? undefined : `${group.key}.${mode}`),
    keyOwnerMustSignIn: group.keyOwnerMustSignIn ?? false,
    right: row.right ?? group.right,
    switchedOff: row.off,
    described: row.described ?? true,
    file: row.file ?? false,
  };
}

/** Each call asks for its row: nothing is taken apart twice. */
const mostLiteralFirst = endpoints
  .map((endpoint) => ({ endpoint, template: partsOf(endpoint.path) }))
  .sort((a, b) => a.endpoint.pathParameters.length - b.endpoint.pathParameters.length);

/** The row of a call; literal parts come before `{parameters}` and are compared without case, as the platform does. */
export function endpointFor(method: string, path: string): Endpoint | undefined {
  const asked = partsOf(path.replace(/^\/?api\//i, '').replace(/\/+$/, ''));
  return mostLiteralFirst.find(
    ({ endpoint, template }) => endpoint.method === method && fits(template, asked),
  )?.endpoint;
}

/** The parts of a documented path below `api/`, whatever is done there: words in small letters, and `{parameters}`. */
export const templateOf = (parts: readonly string[]): readonly string[] | undefined => {
  const asked = parts.map((part) => part.toLowerCase());
  return mostLiteralFirst.find(({ template }) => fits(template, asked))?.template;
};

/** Words that the documented paths are made of, in small letters. */
export const pathWords: ReadonlySet<string> = new Set(
  mostLiteralFirst.flatMap(({ template }) => template.filter((part) => !part.startsWith('{'))),
);

function partsOf(path: string): readonly string[] {
  return path.toLowerCase().split('/');
}

const fits = (template: readonly string[], asked: readonly string[]): boolean =>
  template.length === asked.length &&
  template.every(
    (part, index) => part === asked[index] || (part.startsWith('{') && asked[index] !== ''),
  );

/** What a call needs; undefined for open endpoints and for addresses that only a link tells. */
export function needsOf(method: string, path: string): Endpoint | undefined {
  const found = endpointFor(method, path);
  return found?.open === true ? undefined : found;
}
