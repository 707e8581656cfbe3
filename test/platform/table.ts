// The table of all routes: methods and paths, whom each serves, the API key and the scopes it asks for, and its limits.
import type { Answer, KeyNeed, Method, Route } from './call.ts';
import { refusedFile } from './errors.ts';
import { jsonOnly, type Form } from './representation.ts';

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
  /** The media types it answers in; all four when left out. */
  readonly types?: readonly Form[];
}

/** The form of an answer, when nothing is refused. */
export interface Answers {
  readonly status: number;
  readonly reason: string;
  /** Element of one in plain XML. */
  readonly name: string;
  /** Of a list; without it lists are bare arrays. */
  readonly relation?: string;
  readonly types?: readonly Form[];
}

export interface Row extends Omit<Columns, 'below' | 'key' | 'scopes' | 'ownKey' | 'types'> {
  readonly method: Method;
  readonly path: string;
  readonly key?: KeyNeed;
  /** Without prefix. */
  readonly scopes?: readonly string[];
  readonly answers: Answers;
}

/**
 * Method and rest of the path, behind an arrow the form of the answer, with what differs from the family. The form is what
 * one is called in XML (`→ Message`), with its relation where it is a list (`→ messages of Message`), and the status and
 * the reason where they are not 200 and OK (`→ 204 Message Deleted`, `→ 201 Created: Message`).
 */
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
  const { below = '', key, ownKey, scopes, types, ...columns } = { ...shared, ...own };
  const [asked = '', form = ''] = at.split(' → ');
  const [method = 'GET', rest = ''] = asked.split(' ');
  const inFull = (name: string) => name.replace(/\*$/, method === 'GET' ? 'read' : 'write');
  const path = below + rest;
  const general = path.startsWith('serviceowner')
    ? ['serviceowner']
    : ['enduser', 'endusernoconsent'];
  return {
    ...columns,
    method: method as Method,
    path,
    answers: { ...answersOf(form), ...(types ? { types } : {}) },
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

function answersOf(form: string): Answers {
  const [said = '', of = ''] = /^\d/.test(form) ? form.split(': ') : ['200 OK', form];
  const [name = '', relation] = of.split(' of ').toReversed();
  const reason = said.slice(4);
  return { status: Number(said.slice(0, 3)), reason, name, ...(relation ? { relation } : {}) };
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
/** The singular is deprecated; POST there redirects. With which status is not documented. */
const both = (at: string, rest: string) => [`${at}s${rest}`, at + rest];
const moved = (path: string, form: string) => [
  `POST ${path}s${form}`,
  { at: `POST ${path}`, movedTo: `/api/${path}s` },
];
const writes: readonly Method[] = ['POST', 'PUT', 'DELETE'];

/** Of the rows that fit a path and its method, the first counts. */
export const table = {
  ...family(page, {
    'authentication.password': 'POST authentication/authenticatewithpassword',
    'consentPage.show': 'GET ui/consent/{authCode}',
    'consentPage.answer': 'POST ui/consent/{authCode}',
    'messages.payment': 'GET ui/payment/{party}/{messageId} → 204 Paid',
  }),
  ...family(
    {
      ...{ ...organisation, below: 'enterpriseusers', scopes: 'enterpriseusers.*' },
      // Always JSON, also to a caller that asked for XML.
      types: jsonOnly,
    },
    {
      'enterpriseUsers.list': 'GET → EnterpriseUser',
      'enterpriseUsers.get': 'GET /{userName} → EnterpriseUser',
      'enterpriseUsers.create': 'POST → 200 Enterprise User Created: EnterpriseUser',
      'enterpriseUsers.rotateSecret':
        'POST /{userName}/rotatesecret → 200 Enterprise User Secret Rotated: EnterpriseUser',
      'enterpriseUsers.rename': 'PUT /{userName} → 200 Enterprise User Renamed: EnterpriseUser',
      'enterpriseUsers.remove': 'DELETE /{userName} → 204 Enterprise User Deleted',
    },
  ),
  ...family(
    { ...open, below: 'metadata' },
    {
      'codeLists.list': 'GET /codelists → codelists of CodeList',
      'codeLists.get': 'GET /codelists/{name}/{version} → CodeList',
      'openRoles.list': 'GET /roledefinitions → roledefinitions of RoleDefinition',
      'openRoles.get': 'GET /roledefinitions/{id} → RoleDefinition',
      'roleRequirements.get': 'GET /rolerequirements → rolerequirements of RoleRequirement',
      'metadata.list': 'GET',
      'metadata.get': (['formtask', 'correspondence'] as const).map((kind) => ({
        at: `GET /${kind}/{serviceCode}/{serviceEditionCode} → Metadata`,
        parts: { kind },
      })),
      'metadata.xsd':
        'GET /formtask/{serviceCode}/{serviceEditionCode}/forms/{dataFormatId}/{dataFormatVersion}/xsd',
      'metadata.attachmentXsd':
        'GET /formtask/{serviceCode}/{serviceEditionCode}/attachmentrules/{ruleId}/xsd',
      'consents.jwk': { at: 'GET /jwk → Key', types: ['json'] },
      'consents.wellKnown': { at: 'GET /well-known → Key', types: ['json'] },
      'lookup.metadata': 'GET /lookup/{serviceCode}/{serviceEditionCode} → Metadata',
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
      'roleDefinitions.list': 'GET → roledefinitions of RoleDefinition',
      'roleDefinitions.get': 'GET /{id} → RoleDefinition',
      'roleDefinitions.create': off('POST → 201 Role Definition Created'),
      'roleDefinitions.replace': off('PUT /{id} → 204 Role Definition Updated'),
      'roleDefinitions.remove': off('DELETE /{id} → 204 Role Definition Deleted'),
    },
  ),
  ...family(
    { ...party, below: '{who}/profile', key: 'UserProfile.read', scopes: 'profiles.*' },
    {
      'profile.own': { at: 'GET → Profile', below: 'my/profile', parts: { who: 'my' } },
      'profile.organisation': 'GET → Profile',
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
      'contactInformation.list': 'GET → ContactInformation',
      'contactInformation.get': 'GET /{id} → ContactInformation',
      'contactInformation.add': 'POST → 204 Contact Information Created',
      'contactInformation.remove': 'DELETE /{id} → 204 Contact Information Deleted',
    },
  ),
  ...family(
    { ...owner, below: 'serviceowner/organizations', scopes: 'serviceowner/organizations' },
    {
      'serviceOwner.organisations': 'GET → organizations of Organization',
      'serviceOwner.organisation': 'GET /{number} → Organization',
      'serviceOwner.officialContacts':
        'GET /{number}/officialcontacts → officialcontacts of OfficialContact',
      'serviceOwner.personalContacts':
        'GET /{number}/personalcontacts → personalcontacts of PersonalContact',
      'serviceOwner.roles': 'GET /{number}/personalcontacts/{person}/roles → roles of Role',
    },
  ),
  ...family(owner, {
    'serviceOwner.roleDefinition': off('GET roledefinitions/{id} → RoleDefinition'),
    'ownerAccess.roleDefinitions': off('GET roledefinitions → roledefinitions of RoleDefinition'),
  }),
  ...family(
    { ...owner, scopes: 'serviceowner/rolesandrights' },
    {
      'ownerAccess.reportees': {
        at: 'GET reportees → reportees of Reportee',
        scopes: 'serviceowner/reportees',
      },
      'ownerAccess.rights': 'GET authorization/rights → Authorization',
      'ownerAccess.roles': 'GET authorization/roles → roles of Role',
      'ownerAccess.appRights': off('GET authorization/apprights → Authorization'),
    },
  ),
  ...family(
    { ...owner, scopes: 'serviceowner/delegations.write' },
    {
      'ownerDelegations.create': 'POST delegations/roles → 201 Created',
      'ownerDelegations.remove': 'DELETE delegations/roles/{roleId} → 204 Role Deleted',
    },
  ),
  ...family(
    {
      ...owner,
      below: 'serviceowner/delegationRequests',
      scopes: 'serviceowner/delegationrequests.*',
      types: ['json'],
    },
    {
      'ownerDelegationRequests.list': 'GET → DelegationRequest',
      'ownerDelegationRequests.create': 'POST → 201 Created: DelegationRequest',
      'ownerDelegationRequests.get': 'GET /{guid} → DelegationRequest',
      'ownerDelegationRequests.remove': 'DELETE /{guid} → 204 Delegation Request Deleted',
    },
  ),
  ...family(
    { ...owner, scopes: 'serviceowner/srr.*', types: ['json'] },
    {
      'serviceRights.list': 'GET srr → ServiceRight',
      'serviceRights.create': 'POST srr → ServiceRight',
      'serviceRights.get': 'GET srr/{id} → ServiceRight',
      'serviceRights.change': 'PUT srr/{id} → 204 Rule Changed: ServiceRight',
      'serviceRights.remove': 'DELETE srr/{id} → 204 Rule Deleted',
    },
  ),
  ...family(owner, {
    'ownerConsents.list': {
      at: 'GET consents → consents of Consent',
      scopes: 'serviceowner/consents',
    },
    'recipients.validate': {
      at: 'GET notifications/validaterecipient → Recipient',
      scopes: 'serviceowner/notifications.read',
    },
    'events.feed': { at: 'GET events/feed → events of Event', scopes: 'serviceowner/events' },
  }),
  ...family(
    { ...organisation, scopes: 'consentrequests.* enduser/consentrequest.*' },
    {
      'consents.list': both('GET consentRequest', ' → consentRequests of ConsentRequest'),
      'consents.create': moved('consentRequest', ' → 201 Created: ConsentRequest'),
      'consents.get': both('GET consentRequest', '/{authCode} → ConsentRequest'),
      'consents.remove': both('DELETE consentRequest', '/{authCode} → 204 Consent Request Deleted'),
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
        at: 'GET → string',
        types: ['json', 'xml'],
        needsBy: ({ tokenSignIn }) => (tokenSignIn === 'key' ? 'nobody' : 'organisation'),
      },
      'consents.giveUp': 'DELETE → 204 Consent Revoked',
      'consents.logUse': 'POST /loguse → 204 Usage Logged',
    },
  ),
  ...family(
    {
      ...organisation,
      key: 'Authorization.*',
      scopes: 'delegationrequests.*',
      switchedOff: 410,
      // Plain JSON, whatever is asked for: no links, and lists are bare arrays.
      types: ['json'],
    },
    {
      'delegationRequests.list': both('GET delegationRequest', ' → DelegationRequest'),
      'delegationRequests.create': moved('delegationRequest', ' → 201 Created: DelegationRequest'),
      'delegationRequests.get': both('GET delegationRequest', '/{guid} → DelegationRequest'),
      'delegationRequests.remove': both(
        'DELETE delegationRequest',
        '/{guid} → 204 Delegation Request Deleted',
      ),
    },
  ),
  ...family(
    {
      ...{ needs: 'user', serves: 'manager', below: '{who}/authorization/delegations' },
      key: 'Authorization.*',
      scopes: 'delegations.*',
    },
    {
      'delegations.list': 'GET → rightholders of RightHolder',
      'delegations.create': 'POST → 201 Created',
      'delegations.removeOne': 'DELETE → 204 Deleted',
      'delegations.get': 'GET /{receiverId} → RightHolder',
      'delegations.roles': 'GET /{receiverId}/roles → roles of Role',
      'delegations.rights': 'GET /{receiverId}/rights → rights of Right',
      'delegations.removeRole': 'DELETE /{receiverId}/roles/{roleId} → 204 Role Deleted',
      'delegations.removeRight': 'DELETE /{receiverId}/rights/{rightId} → 204 Right Deleted',
      'delegations.appRights': off('GET /{receiverId}/apprights → apprights of AppRight'),
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
      'ownRights.roles': 'GET roles → roles of Role',
      'ownRights.rights': 'GET rights → rights of Right',
      'ownRights.appRights': off('GET apprights → apprights of AppRight'),
      'ownRights.removeRole': off('DELETE roles/{roleId} → 204 Role Deleted'),
      'ownRights.removeRight': off('DELETE rights/{rightId} → 204 Right Deleted'),
      'ownRights.removeAppRight': off('DELETE apprights/{org}/{app}/{ruleGuid}'),
    },
  ),
  ...family(
    { ...party, key: 'LookUp.read', scopes: 'lookup', types: ['json', 'xml'] },
    { 'lookup.query': 'GET {who}/lookup/{serviceCode}/{serviceEditionCode} → string' },
  ),
  ...family(files, {
    'fileTransfer.hasFiles': {
      at: 'GET brokerservice/inbox/hasavailablefiles → boolean',
      types: ['json'],
      below: '',
      needsBy: ({ availableFiles }) => (availableFiles === 'key' ? 'nobody' : 'user'),
    },
  }),
  ...family(ofFiles, {
    'fileTransfer.inbox': 'GET inbox → File',
    'fileTransfer.received': 'GET inbox/{ref} → File',
    // Two are deprecated. Where that stands below the party is not said: both places.
    'fileTransfer.download': [
      'GET inbox/{ref}/download',
      'GET inbox/files/{ref}',
      'GET files/{ref}',
    ],
    'fileTransfer.receipt': 'GET inbox/{ref}/receipt → Receipt',
    'fileTransfer.confirm': [
      'POST inbox/{ref}/confirmdownloaded → Receipt',
      'GET inbox/{ref}/confirmdownloaded → Receipt',
    ],
    'fileTransfer.send': { at: 'POST outbox → 201 Created: File', streamed: true },
    'fileTransfer.sent': 'GET outbox/{ref} → File',
    'fileTransfer.sentReceipt': 'GET outbox/{ref}/receipt → Receipt',
  }),
  ...family(
    // The documents name no scope for the organisations; they are reportees.
    { needs: 'user', key: 'Organization.read', scopes: 'reportees' },
    {
      'reportees.list': 'GET reportees → reportees of Reportee',
      'reportees.get': 'GET reportees/{reporteeId} → Reportee',
      'reportees.convert': {
        at: 'POST reportees/reporteeconversion → Reportee',
        key: 'Authorization.read',
        types: jsonOnly,
      },
      'organizations.list': 'GET organizations → organizations of Organization',
      'organizations.get': 'GET organizations/{organizationNumber} → Organization',
    },
  ),
  ...family(messages, {
    'messages.list': { at: 'GET → messages of Message', scopes: 'instances.meta' },
    // A list, and its path has the shape of a single message: the documentation names it for neither.
    'messages.trashBin': {
      at: 'GET /trashbin → messages of Message',
      scopes: 'instances.meta instances.read',
    },
    'messages.create': {
      at: 'POST → 201 Created',
      scopes: 'instances.write',
      largestBody,
    },
  }),
  ...family(message, {
    'messages.get': 'GET → Message',
    'messages.replace': { at: 'PUT', largestBody },
    'messages.remove': 'DELETE → 204 Message Deleted',
    'messages.print': 'GET /print',
    'messages.signingText': 'GET /signingtext → SigningText',
    'messages.validate': 'GET /validate → ValidationResult',
    'messages.customData': 'GET /custommessagedata → CustomMessageData',
    'messages.archive': 'PUT /archive → 204 Message Archived',
    'messages.confirm': 'PUT /confirm → 204 Message Confirmed',
    'forms.list': 'GET /forms → forms of Form',
    'forms.get': 'GET /forms/{formId} → Form',
    'forms.print': 'GET /forms/{formId}/print',
    'forms.data': 'GET /forms/{formId}/formdata',
    'forms.add': 'POST /forms → 201 Form Created',
    'forms.replace': 'PUT /forms/{formId} → 200 Form Updated',
    'forms.remove': 'DELETE /forms/{formId} → 204 Form Deleted',
    'attachments.stream': {
      at: 'POST /attachments/streamedattachment → 201 Attachment Created',
      streamed: true,
    },
    'attachments.add': { at: 'POST /attachments → 201 Attachment Created', largestBody },
    'attachments.list': 'GET /attachments → attachments of Attachment',
    'attachments.content': 'GET /attachments/{attachmentId}',
    'attachments.remove': 'DELETE /attachments/{attachmentId} → 204 Attachment Deleted',
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
