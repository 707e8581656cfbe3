// The table of all routes: methods and paths, whom each serves, the API key and the scopes it asks for, and its limits.
import type { Answer, KeyNeed, Method, Route } from './call.ts';
import { refusedFile } from './errors.ts';

/**
 * For whom the door opens, besides the sign-in: service owners; who may act for the party of `{who}`; the same, and the
 * party is an organisation; the same, and the caller manages its access.
 */
type Serves = 'owner' | 'party' | 'organisation' | 'manager';

interface Columns extends Pick<
  Route,
  'needs' | 'needsBy' | 'unsigned' | 'switchedOff' | 'streamed' | 'largestBody'
> {
  /** What stands before the paths of a family. */
  readonly below?: string;
  /** Resource of the API key: `.*` is read for GET, write for the rest; `any` asks for none. Without it no key is wanted. */
  readonly key?: string;
  /** The key must be that of the organisation that signs in. */
  readonly ownKey?: true;
  /** One of them, or the general one of its side, opens it to a bearer token; `.*` as above. Without it none is wanted. */
  readonly scopes?: string;
  readonly serves?: Serves;
  /** Who may not act for the party is refused so. */
  readonly barred?: Answer;
  /** Parts that the path itself fixes. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Only redirects, to this path. */
  readonly movedTo?: string;
  /** Open to all: a credential that is shown is one too many. */
  readonly open?: true;
}

export interface Row extends Omit<Columns, 'below' | 'key' | 'scopes' | 'ownKey'> {
  readonly method: Method;
  readonly path: string;
  readonly key?: KeyNeed;
  /** Without prefix. */
  readonly scopes?: readonly string[];
}

/** Method and rest of the path, with what differs from the family. */
type Line = string | (Partial<Columns> & { readonly at: string });

/** A family of operations; one with several paths has a line for each. */
function family<const Name extends string>(
  shared: Columns,
  lines: Readonly<Record<Name, Line | readonly Line[]>>,
): Readonly<Record<Name, readonly Row[]>> {
  const rows = Object.entries<Line | readonly Line[]>(lines).map(([name, given]) => [
    name,
    [given].flat().map((line) => rowOf(shared, line)),
  ]);
  return Object.fromEntries(rows) as Record<Name, readonly Row[]>;
}

function rowOf(shared: Columns, line: Line): Row {
  const { at, ...own } = typeof line === 'string' ? { at: line } : line;
  const { below = '', key, ownKey, scopes, ...columns } = { ...shared, ...own };
  const [method = 'GET', rest = ''] = at.split(' ');
  const inFull = (name: string) => name.replace(/\*$/, method === 'GET' ? 'read' : 'write');
  const path = below + rest;
  const general = path.startsWith('serviceowner')
    ? ['serviceowner']
    : ['enduser', 'endusernoconsent'];
  return {
    ...columns,
    method: method as Method,
    path,
    ...(key === undefined
      ? {}
      : {
          key: {
            ...(key === 'any' ? {} : { resource: inFull(key) }),
            ownerMustMatch: ownKey === true,
          },
        }),
    ...(scopes === undefined
      ? {}
      : { scopes: [...general, ...scopes.split(' ').filter(Boolean).map(inFull)] }),
  };
}

const open: Columns = { needs: 'nobody', open: true };
/** Of the portal: no part of the API. */
const page: Columns = { needs: 'nobody' };
const organisation: Columns = { needs: 'organisation', key: 'any', ownKey: true };
const owner: Columns = {
  below: 'serviceowner/',
  needs: 'organisation',
  serves: 'owner',
  key: 'ServiceOwner.*',
};
const party: Columns = { needs: 'user', serves: 'party' };
const messages: Columns = { needs: 'user', below: '{who}/messages', key: 'Message.*' };
const message: Columns = {
  ...messages,
  below: '{who}/messages/{messageId}',
  scopes: 'instances.*',
};
const files: Columns = {
  below: '{who}/brokerservice/',
  needs: 'user',
  key: 'Broker.*',
  scopes: 'brokerservice.*',
  unsigned: ({ unsignedFiles }) =>
    unsignedFiles === '401' ? refusedFile(401, 1, 'The request is not authenticated.') : undefined,
  barred: refusedFile(403, 3, 'You are not allowed to use the file transfer of this reportee.'),
};
const ofFiles: Columns = { ...files, serves: 'party' };
/** Forms with small attachments come in one body; larger ones are streamed. */
const largestBody = 30 * 1024 * 1024;

/** Off since April 2023 and 22 May 2023 (23.4, 23.5; section 13). */
const off = (at: string) => ({ at, switchedOff: 410 }) as const;
const writes: readonly Method[] = ['POST', 'PUT', 'DELETE'];

/** Of the rows that fit a path and its method, the first counts. */
export const table = {
  ...family(page, {
    'authentication.password': 'POST authentication/authenticatewithpassword',
    'consentPage.show': 'GET ui/consent/{authCode}',
    'consentPage.answer': 'POST ui/consent/{authCode}',
    'messages.payment': 'GET ui/payment/{party}/{messageId}',
  }),
  ...family(
    { ...organisation, below: 'enterpriseusers', scopes: 'enterpriseusers.*' },
    {
      'enterpriseUsers.list': 'GET',
      'enterpriseUsers.get': 'GET /{userName}',
      'enterpriseUsers.create': 'POST',
      'enterpriseUsers.rotateSecret': 'POST /{userName}/rotatesecret',
      'enterpriseUsers.rename': 'PUT /{userName}',
      'enterpriseUsers.remove': 'DELETE /{userName}',
    },
  ),
  ...family(
    { ...open, below: 'metadata' },
    {
      'codeLists.list': 'GET /codelists',
      'codeLists.get': 'GET /codelists/{name}/{version}',
      'openRoles.list': 'GET /roledefinitions',
      'openRoles.get': 'GET /roledefinitions/{id}',
      'roleRequirements.get': 'GET /rolerequirements',
      'metadata.list': 'GET',
      'metadata.get': (['formtask', 'correspondence'] as const).map((kind) => ({
        at: `GET /${kind}/{serviceCode}/{serviceEditionCode}`,
        parts: { kind },
      })),
      'metadata.xsd':
        'GET /formtask/{serviceCode}/{serviceEditionCode}/forms/{dataFormatId}/{dataFormatVersion}/xsd',
      'metadata.attachmentXsd':
        'GET /formtask/{serviceCode}/{serviceEditionCode}/attachmentrules/{ruleId}/xsd',
      'consents.jwk': 'GET /jwk',
      'consents.wellKnown': 'GET /well-known',
      'lookup.metadata': 'GET /lookup/{serviceCode}/{serviceEditionCode}',
      'lookup.schema': 'GET /lookup/{serviceCode}/{serviceEditionCode}/schemas/{schema}',
    },
  ),
  ...family(
    {
      ...party,
      below: '{who}/authorization/roledefinitions',
      key: 'Authorization.read',
      scopes: 'roledefinitions.*',
    },
    {
      'roleDefinitions.list': 'GET',
      'roleDefinitions.get': 'GET /{id}',
      'roleDefinitions.create': off('POST'),
      'roleDefinitions.replace': off('PUT /{id}'),
      'roleDefinitions.remove': off('DELETE /{id}'),
    },
  ),
  ...family(
    { ...party, below: '{who}/profile', key: 'UserProfile.read', scopes: 'profiles.*' },
    {
      'profile.own': { at: 'GET', below: 'my/profile', parts: { who: 'my' } },
      'profile.organisation': 'GET',
    },
  ),
  ...family(
    {
      ...{ needs: 'user', serves: 'organisation', below: '{who}/profile/contactinformation' },
      // No write is named though POST and DELETE exist.
      key: 'UserProfile.read',
      scopes: 'profiles.*',
    },
    {
      'contactInformation.list': 'GET',
      'contactInformation.get': 'GET /{id}',
      'contactInformation.add': 'POST',
      'contactInformation.remove': 'DELETE /{id}',
    },
  ),
  ...family(
    { ...owner, below: 'serviceowner/organizations', scopes: 'serviceowner/organizations' },
    {
      'serviceOwner.organisations': 'GET',
      'serviceOwner.organisation': 'GET /{number}',
      'serviceOwner.officialContacts': 'GET /{number}/officialcontacts',
      'serviceOwner.personalContacts': 'GET /{number}/personalcontacts',
      'serviceOwner.roles': 'GET /{number}/personalcontacts/{person}/roles',
    },
  ),
  ...family(owner, {
    'serviceOwner.roleDefinition': off('GET roledefinitions/{id}'),
    'ownerAccess.roleDefinitions': off('GET roledefinitions'),
  }),
  ...family(
    { ...owner, scopes: 'serviceowner/rolesandrights' },
    {
      'ownerAccess.reportees': { at: 'GET reportees', scopes: 'serviceowner/reportees' },
      'ownerAccess.rights': 'GET authorization/rights',
      'ownerAccess.roles': 'GET authorization/roles',
      'ownerAccess.appRights': off('GET authorization/apprights'),
    },
  ),
  ...family(
    { ...owner, scopes: 'serviceowner/delegations.write' },
    {
      'ownerDelegations.create': 'POST delegations/roles',
      'ownerDelegations.remove': 'DELETE delegations/roles/{roleId}',
    },
  ),
  ...family(
    { ...owner, scopes: 'serviceowner/delegationrequests.*' },
    {
      'ownerDelegationRequests.list': 'GET delegationRequests',
      'ownerDelegationRequests.create': 'POST delegationRequests',
      'ownerDelegationRequests.get': 'GET delegationRequests/{guid}',
      'ownerDelegationRequests.remove': 'DELETE delegationRequests/{guid}',
    },
  ),
  ...family(
    { ...owner, scopes: 'serviceowner/srr.*' },
    {
      'serviceRights.list': 'GET srr',
      'serviceRights.create': 'POST srr',
      'serviceRights.get': 'GET srr/{id}',
      'serviceRights.change': 'PUT srr/{id}',
      'serviceRights.remove': 'DELETE srr/{id}',
    },
  ),
  ...family(owner, {
    'ownerConsents.list': { at: 'GET consents', scopes: 'serviceowner/consents' },
    'recipients.validate': {
      at: 'GET notifications/validaterecipient',
      scopes: 'serviceowner/notifications.read',
    },
    'events.feed': { at: 'GET events/feed', scopes: 'serviceowner/events' },
  }),
  ...family(
    { ...organisation, scopes: 'consentrequests.* enduser/consentrequest.*' },
    // The singular is deprecated; POST there redirects. With which status is not documented.
    {
      'consents.list': ['GET consentRequests', 'GET consentRequest'],
      'consents.create': [
        'POST consentRequests',
        { at: 'POST consentRequest', movedTo: '/api/consentRequests' },
      ],
      'consents.get': ['GET consentRequests/{authCode}', 'GET consentRequest/{authCode}'],
      'consents.remove': ['DELETE consentRequests/{authCode}', 'DELETE consentRequest/{authCode}'],
    },
  ),
  ...family(
    {
      needs: 'organisation',
      below: 'authorization/token/{authCode}',
      key: 'Authorization.read',
      scopes: 'consenttokens.*',
    },
    {
      'consents.token': {
        at: 'GET',
        needsBy: ({ tokenSignIn }) => (tokenSignIn === 'key' ? 'nobody' : 'organisation'),
      },
      'consents.giveUp': 'DELETE',
      'consents.logUse': 'POST /loguse',
    },
  ),
  ...family(
    {
      ...organisation,
      key: 'Authorization.*',
      scopes: 'delegationrequests.*',
      switchedOff: 410,
    },
    {
      'delegationRequests.list': ['GET delegationRequests', 'GET delegationRequest'],
      'delegationRequests.create': [
        'POST delegationRequests',
        { at: 'POST delegationRequest', movedTo: '/api/delegationRequests' },
      ],
      'delegationRequests.get': ['GET delegationRequests/{guid}', 'GET delegationRequest/{guid}'],
      'delegationRequests.remove': [
        'DELETE delegationRequests/{guid}',
        'DELETE delegationRequest/{guid}',
      ],
    },
  ),
  ...family(
    {
      ...{ needs: 'user', serves: 'manager', below: '{who}/authorization/delegations' },
      key: 'Authorization.*',
      scopes: 'delegations.*',
    },
    {
      'delegations.list': 'GET',
      'delegations.create': 'POST',
      'delegations.removeOne': 'DELETE',
      'delegations.get': 'GET /{receiverId}',
      'delegations.roles': 'GET /{receiverId}/roles',
      'delegations.rights': 'GET /{receiverId}/rights',
      'delegations.removeRole': 'DELETE /{receiverId}/roles/{roleId}',
      'delegations.removeRight': 'DELETE /{receiverId}/rights/{rightId}',
      'delegations.appRights': off('GET /{receiverId}/apprights'),
      'delegations.removeAppRight': off('DELETE /{receiverId}/apprights/{org}/{app}/{ruleGuid}'),
    },
  ),
  ...family(
    {
      ...party,
      below: '{who}/authorization/',
      key: 'Authorization.*',
      scopes: 'rolesandrights.*',
    },
    {
      'ownRights.roles': 'GET roles',
      'ownRights.rights': 'GET rights',
      'ownRights.appRights': off('GET apprights'),
      'ownRights.removeRole': off('DELETE roles/{roleId}'),
      'ownRights.removeRight': off('DELETE rights/{rightId}'),
      'ownRights.removeAppRight': off('DELETE apprights/{org}/{app}/{ruleGuid}'),
    },
  ),
  ...family(
    { ...party, key: 'LookUp.read', scopes: 'lookup' },
    { 'lookup.query': 'GET {who}/lookup/{serviceCode}/{serviceEditionCode}' },
  ),
  ...family(files, {
    'fileTransfer.hasFiles': {
      at: 'GET brokerservice/inbox/hasavailablefiles',
      below: '',
      needsBy: ({ availableFiles }) => (availableFiles === 'key' ? 'nobody' : 'user'),
    },
  }),
  ...family(ofFiles, {
    'fileTransfer.inbox': 'GET inbox',
    'fileTransfer.received': 'GET inbox/{ref}',
    // Two are deprecated. Where that stands below the party is not said: both places.
    'fileTransfer.download': [
      'GET inbox/{ref}/download',
      'GET inbox/files/{ref}',
      'GET files/{ref}',
    ],
    'fileTransfer.receipt': 'GET inbox/{ref}/receipt',
    'fileTransfer.confirm': [
      'POST inbox/{ref}/confirmdownloaded',
      'GET inbox/{ref}/confirmdownloaded',
    ],
    'fileTransfer.send': { at: 'POST outbox', streamed: true },
    'fileTransfer.sent': 'GET outbox/{ref}',
    'fileTransfer.sentReceipt': 'GET outbox/{ref}/receipt',
  }),
  ...family(
    // The documents name no scope for the organisations; they are reportees.
    { needs: 'user', key: 'Organization.read', scopes: 'reportees' },
    {
      'reportees.list': 'GET reportees',
      'reportees.get': 'GET reportees/{reporteeId}',
      'reportees.convert': {
        at: 'POST reportees/reporteeconversion',
        key: 'Authorization.read',
      },
      'organizations.list': 'GET organizations',
      'organizations.get': 'GET organizations/{organizationNumber}',
    },
  ),
  ...family(messages, {
    'messages.list': { at: 'GET', scopes: 'instances.meta' },
    // A list, and its path has the shape of a single message: the documentation names it for neither.
    'messages.trashBin': { at: 'GET /trashbin', scopes: 'instances.meta instances.read' },
    'messages.create': { at: 'POST', scopes: 'instances.write', largestBody },
  }),
  ...family(message, {
    'messages.get': 'GET',
    'messages.replace': { at: 'PUT', largestBody },
    'messages.remove': 'DELETE',
    'messages.print': 'GET /print',
    'messages.signingText': 'GET /signingtext',
    'messages.validate': 'GET /validate',
    'messages.customData': 'GET /custommessagedata',
    'messages.archive': 'PUT /archive',
    'messages.confirm': 'PUT /confirm',
    'forms.list': 'GET /forms',
    'forms.get': 'GET /forms/{formId}',
    'forms.print': 'GET /forms/{formId}/print',
    'forms.data': 'GET /forms/{formId}/formdata',
    'forms.add': 'POST /forms',
    'forms.replace': 'PUT /forms/{formId}',
    'forms.remove': 'DELETE /forms/{formId}',
    'attachments.stream': { at: 'POST /attachments/streamedattachment', streamed: true },
    'attachments.add': { at: 'POST /attachments', largestBody },
    'attachments.list': 'GET /attachments',
    'attachments.content': 'GET /attachments/{attachmentId}',
    'attachments.remove': 'DELETE /attachments/{attachmentId}',
  }),
  // The door of all that is not built below `{who}`: last in the table.
  ...family(
    // No document names a scope for them.
    { needs: 'user', key: 'any' },
    {
      'parties.notBuilt': [
        {
          at: 'POST {who}/messages/{messageId}/attachments/{attachmentId}',
          key: 'Message.*',
          scopes: 'instances.*',
        },
        ...writes.map((method) => `${method} reportees`),
        ...['reportees/{*}', '{who}/{*}'].flatMap((path) =>
          ['GET', ...writes].map((method) => `${method} ${path}`),
        ),
      ],
    },
  ),
} as const;

export type Operation = keyof typeof table;
