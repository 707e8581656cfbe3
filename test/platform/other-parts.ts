// Entry points whose rules come later (sections 5 to 8): real paths and parameters, documented kinds of answers.
import type { Answer, Call, Route } from './call.ts';
import { refusals, refusalWith } from './errors.ts';
import { pageOf } from './lists.ts';
import { platformName } from './names.ts';
import type { PartyOf } from './party-of.ts';
import { listOf, represent } from './representation.ts';
import { openRolePath, roleDefinitions } from './role-definitions.ts';

type Kind =
  /** A list with its items; each has its address, and `{id}` of it is a path of its own. */
  | { readonly items: readonly object[]; readonly relation: string }
  /** One value as JSON. */
  | { readonly value: unknown }
  /** 201 with a resource, or 204. */
  | { readonly status: 201 | 204 }
  | { readonly bytes: string };

interface Entry {
  readonly method: Route['method'];
  readonly path: string;
  readonly needs: Route['needs'];
  readonly kind: Kind;
  /** Only for service owners. */
  readonly owner?: true;
  /** Parameters without which the call is 400. */
  readonly asks?: readonly string[];
  readonly switchedOff?: 410;
}

const numbered = (count: number, item: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => ({ Id: 7_000 + at * 3, ...item(at) }));

const guid = (at: number): string => `5b7e4f0a-9a53-4b8f-8d0e-91c70000000${at}`;

const consent = (at: number): object => ({
  AuthorizationCode: guid(at),
  RequestStatus: ['Unopened', 'Opened', 'Accepted', 'Rejected'][at % 4],
  ValidTo: `2027-0${1 + (at % 9)}-28T00:00:00`,
  RequestMessage: { 'no-nb': 'Kan vi lese opplysninger om driften?' },
});
const right = (at: number): object => ({
  RightID: 900 + at,
  RightType: 'Service',
  ServiceCode: String(112 + at * 7).padStart(4, '0'),
  ServiceEditionCode: 1,
  Action: at % 2 === 0 ? 'Read' : 'ArchiveRead',
  RightSourceType: 'RoleTypeRights',
  IsDelegatable: at % 2 === 0,
});
const role = (at: number): object => ({
  RoleType: platformName,
  RoleDefinitionId: roleDefinitions[at]?.id,
  RoleName: roleDefinitions[at]?.name[1],
  RoleDefinitionCode: roleDefinitions[at]?.code,
});
const file = (at: number): object => ({
  ServiceCode: '0119',
  ServiceEdtionCode: 1,
  FileName: `data-${at}.zip`,
  FileReference: guid(at),
  FileSize: 1024,
  FileStatus: 'Uploaded',
  ReceiptID: 400 + at,
  Sender: '910514318',
  SentDate: '2026-03-02T10:15Z',
});
const receipt = {
  ReceiptID: 400,
  LastChanged: '2026-03-02T10:15:00',
  Status: 'OK',
  Text: 'Mottatt',
  ReceiptHistory: '2026-03-02 mottatt',
  SubReceipts: [],
};
const rule = (at: number): object => ({
  id: 60 + at,
  reportee: '910514318',
  right: at % 2 === 0 ? 'read' : 'write',
  validTo: '2028-01-01T00:00:00',
});
const owned = { needs: 'organisation', owner: true } as const;
const list = (relation: string, items: readonly object[]) => ({ kind: { relation, items } });
const value = (of: unknown) => ({ kind: { value: of } });
const status = (of: 201 | 204) => ({ kind: { status: of } });
const off = { switchedOff: 410 } as const;
const inbox = '{who}/brokerservice/inbox';

const entries: readonly Entry[] = [
  // Section 5.
  {
    method: 'GET',
    path: 'consentRequests',
    needs: 'organisation',
    ...list('consentRequests', numbered(4, consent)),
  },
  { method: 'POST', path: 'consentRequests', needs: 'organisation', ...status(201) },
  { method: 'DELETE', path: 'consentRequests/{id}', needs: 'organisation', ...status(204) },
  {
    method: 'GET',
    path: 'authorization/token/{authCode}',
    needs: 'organisation',
    ...value('eyJhbGciOiJSUzI1NiJ9.e30.c2ln'),
  },
  {
    method: 'DELETE',
    path: 'authorization/token/{authCode}',
    needs: 'organisation',
    ...status(204),
  },
  {
    method: 'POST',
    path: 'authorization/token/{authCode}/loguse',
    needs: 'organisation',
    asks: ['ServiceCode', 'ServiceEditionCode', 'UsageDateTime'],
    ...status(204),
  },
  {
    method: 'GET',
    path: 'delegationRequests',
    needs: 'organisation',
    ...list('delegationRequests', numbered(3, consent)),
    ...off,
  },
  { method: 'POST', path: 'delegationRequests', needs: 'organisation', ...status(201), ...off },
  {
    method: 'DELETE',
    path: 'delegationRequests/{id}',
    needs: 'organisation',
    ...status(204),
    ...off,
  },
  { method: 'GET', path: 'metadata/jwk', needs: 'nobody', ...value({ keys: [] }) },
  {
    method: 'GET',
    path: 'metadata/well-known',
    needs: 'nobody',
    ...value({ jwks_uri: 'metadata/jwk' }),
  },
  // Section 6. The format of the answer is up to the owner of the service.
  {
    method: 'GET',
    path: '{who}/lookup/{serviceCode}/{serviceEditionCode}',
    needs: 'user',
    ...value('<svar><treff>1</treff></svar>'),
  },
  {
    method: 'GET',
    path: 'metadata/lookup/{serviceCode}/{serviceEditionCode}',
    needs: 'nobody',
    ...value({ ServiceType: 'Lookup' }),
  },
  {
    method: 'GET',
    path: 'metadata/lookup/{serviceCode}/{serviceEditionCode}/schemas/{schema}',
    needs: 'nobody',
    kind: { bytes: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>' },
  },
  // Section 7.
  {
    method: 'GET',
    path: 'brokerservice/inbox/hasavailablefiles',
    needs: 'user',
    asks: ['recipients'],
    ...value(true),
  },
  {
    method: 'GET',
    path: inbox,
    needs: 'user',
    ...value(Array.from({ length: 2 }, (_, at) => file(at))),
  },
  { method: 'GET', path: `${inbox}/{ref}`, needs: 'user', ...value(file(0)) },
  { method: 'GET', path: `${inbox}/{ref}/download`, needs: 'user', kind: { bytes: 'PK' } },
  { method: 'GET', path: `${inbox}/{ref}/receipt`, needs: 'user', ...value(receipt) },
  { method: 'POST', path: `${inbox}/{ref}/confirmdownloaded`, needs: 'user', ...value(receipt) },
  {
    method: 'POST',
    path: '{who}/brokerservice/outbox',
    needs: 'user',
    asks: ['brokerServiceDescription'],
    ...status(201),
  },
  { method: 'GET', path: '{who}/brokerservice/outbox/{ref}', needs: 'user', ...value(file(0)) },
  {
    method: 'GET',
    path: '{who}/brokerservice/outbox/{ref}/receipt',
    needs: 'user',
    ...value({ ...receipt, SubReceipts: [receipt] }),
  },
  // Section 8.
  {
    method: 'GET',
    path: 'serviceowner/reportees',
    ...owned,
    asks: ['subject'],
    ...list(
      'reportees',
      numbered(3, () => ({
        Name: 'Fjordtrafikk AS',
        Type: 'Enterprise',
        OrganizationNumber: '910514318',
      })),
    ),
  },
  {
    method: 'GET',
    path: 'serviceowner/authorization/rights',
    ...owned,
    asks: ['subject', 'reportee'],
    ...value({
      Subject: { Type: 'Person' },
      Reportee: { Type: 'Enterprise' },
      Rights: [right(0), right(1)],
    }),
  },
  {
    method: 'GET',
    path: 'serviceowner/authorization/roles',
    ...owned,
    asks: ['subject', 'reportee'],
    ...list('roles', numbered(6, role)),
  },
  {
    method: 'GET',
    path: 'serviceowner/authorization/apprights',
    ...owned,
    ...value({ AppRights: [] }),
    ...off,
  },
  {
    method: 'GET',
    path: 'serviceowner/roledefinitions',
    ...owned,
    ...list('roledefinitions', numbered(6, role)),
    ...off,
  },
  {
    method: 'GET',
    path: 'serviceowner/consents',
    ...owned,
    ...list('consents', numbered(3, consent)),
  },
  {
    method: 'POST',
    path: 'serviceowner/delegations/roles',
    ...owned,
    asks: ['onBehalfOf'],
    ...status(201),
  },
  { method: 'DELETE', path: 'serviceowner/delegations/roles/{roleId}', ...owned, ...status(204) },
  {
    method: 'GET',
    path: 'serviceowner/delegationRequests',
    ...owned,
    ...list('delegationRequests', numbered(3, consent)),
  },
  { method: 'POST', path: 'serviceowner/delegationRequests', ...owned, ...status(201) },
  { method: 'DELETE', path: 'serviceowner/delegationRequests/{id}', ...owned, ...status(204) },
  {
    method: 'GET',
    path: 'serviceowner/srr',
    ...owned,
    asks: ['serviceCode', 'serviceEditionCode'],
    ...list('srr', numbered(4, rule)),
  },
  { method: 'POST', path: 'serviceowner/srr', ...owned, ...status(201) },
  { method: 'PUT', path: 'serviceowner/srr/{id}', ...owned, ...status(204) },
  { method: 'DELETE', path: 'serviceowner/srr/{id}', ...owned, ...status(204) },
  {
    method: 'GET',
    path: 'serviceowner/notifications/validaterecipient',
    ...owned,
    ...value({
      inboxAccessible: true,
      canReceiveNotificationBySms: false,
      canReceiveNotificationByEmail: true,
    }),
  },
  {
    method: 'GET',
    path: 'serviceowner/events/feed',
    ...owned,
    ...list(
      'events',
      numbered(3, (at) => ({ Kind: ['created', 'read', 'archived'][at] })),
    ),
  },
];

export function otherRoutes(owners: ReadonlySet<string>, partyOf: PartyOf): readonly Route[] {
  return entries.flatMap((entry) => {
    const refused = (call: Call): Answer | undefined => {
      if (entry.owner && !owners.has(call.caller.organisation ?? ''))
        return refusals.noServiceOwner;
      return entry.path.startsWith('{who}') && !partyOf(call)
        ? refusals.notAllowedToAct
        : undefined;
    };
    const missing = (call: Call): Answer | undefined => {
      const given = new URLSearchParams(call.query);
      const name = entry.asks?.find((one) => !given.has(one));
      return name === undefined
        ? undefined
        : refusalWith(400, `The parameter ${name} is required.`);
    };
    const common = {
      method: entry.method,
      needs: entry.needs,
      apiKey: entry.needs !== 'nobody',
      operation: `other.${entry.path.replace('{who}/', '').replaceAll('/', '.')}`,
      ...(entry.switchedOff === undefined ? {} : { switchedOff: entry.switchedOff }),
    } as const;
    const whole: Route = {
      ...common,
      path: entry.path,
      act: (call) => refused(call) ?? missing(call) ?? answerOf(entry, call),
    };
    const item: Route = {
      ...common,
      path: `${entry.path}/{id}`,
      act: (call) => refused(call) ?? itemOf(entry, call),
    };
    return 'items' in entry.kind ? [whole, item] : [whole];
  });
}

/** The documented path of this call. */
const pathOf = (entry: Entry, call: Call): string =>
  `/api/${entry.path.replace('{who}', call.parts['who'] ?? 'my')}`;

function answerOf(entry: Entry, call: Call): Answer {
  const { kind } = entry;
  if ('status' in kind) {
    return kind.status === 204
      ? { status: 204, reason: 'No Content' }
      : represent(call, { Id: 7_100, Status: 'Created' }, { name: 'Resource', status: 201 });
  }
  if ('bytes' in kind) {
    const headers = { 'Content-Type': 'application/octet-stream' };
    return { status: 200, reason: 'OK', headers, body: kind.bytes };
  }
  if ('value' in kind) return represent(call, kind.value, { name: 'Resource' });
  const path = pathOf(entry, call);
  const self = call.links.to(path);
  const page = pageOf(kind.items, call.query, call.shape);
  const items = page.map((item) => linked(call, path, item));
  const find = `${self}/{id}`;
  return represent(call, listOf(items, { relation: kind.relation, self, find }), { name: 'Item' });
}

function linked(call: Call, path: string, item: object): object {
  const { Id, RoleDefinitionId } = item as { Id: number; RoleDefinitionId?: number };
  const definition =
    RoleDefinitionId === undefined
      ? {}
      : { roledefinition: { href: call.links.to(openRolePath(RoleDefinitionId, 1033)) } };
  return { ...item, _links: { self: { href: call.links.to(`${path}/${Id}`) }, ...definition } };
}

function itemOf(entry: Entry, call: Call): Answer {
  const items = 'items' in entry.kind ? entry.kind.items : [];
  const item = items.find((one) => String((one as { Id: number }).Id) === call.parts['id']);
  return item
    ? represent(call, linked(call, pathOf(entry, call), item), { name: 'Item' })
    : refusals.notFound;
}
