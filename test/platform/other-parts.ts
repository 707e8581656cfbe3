// The parts of the API without a screen in Steward: plain resources that a client can browse by links.
import type { Call, Route } from './call.ts';
import { refusals } from './errors.ts';
import { pageOf } from './lists.ts';
import type { PartyOf } from './party-of.ts';
import { listOf, represent } from './representation.ts';
import { roleDefinitions } from './role-definitions.ts';

interface Part {
  readonly path: string;
  readonly needs: Route['needs'];
  /** Only for service owners. */
  readonly owner?: true;
  /** Name of the embedded items; a part without items is one resource. */
  readonly items?: readonly object[];
}

const numbered = (count: number, item: (at: number) => object): object[] =>
  Array.from({ length: count }, (_, at) => ({ Id: 7_000 + at * 3, ...item(at) }));

const consent = (at: number): object => ({
  ConsentStatus: ['Opened', 'Approved', 'Rejected'][at % 3],
  ValidTo: `2027-0${1 + (at % 9)}-28T00:00:00`,
  RequestMessage: 'Kan vi lese opplysninger om driften?',
});
const right = (at: number): object => ({
  RightID: 900 + at,
  RightType: 'Service',
  ServiceCode: String(112 + at * 7).padStart(4, '0'),
  ServiceEditionCode: 1,
  Action: at % 2 === 0 ? 'Read' : 'Archive-Read',
  IsDelegatable: at % 2 === 0,
});
const role = (at: number): object => ({
  RoleDefinitionId: roleDefinitions[at]?.id,
  RoleName: roleDefinitions[at]?.name[1],
});

const parts: readonly Part[] = [
  { path: 'authorization/token/{authCode}', needs: 'organisation' },
  { path: 'consentRequests', needs: 'organisation', items: numbered(4, consent) },
  { path: '{who}/authorization/delegations', needs: 'user', items: numbered(5, right) },
  { path: '{who}/authorization/rights', needs: 'user', items: numbered(12, right) },
  { path: '{who}/authorization/roles', needs: 'user', items: numbered(6, role) },
  { path: '{who}/lookup/{serviceCode}/{serviceEditionCode}', needs: 'user' },
  { path: '{who}/brokerservice/inbox', needs: 'user', items: numbered(2, right) },
  ...['consents', 'delegationRequests', 'events/feed', 'notifications/validaterecipient'].map(
    (name) => ({
      path: `serviceowner/${name}`,
      needs: 'organisation' as const,
      owner: true as const,
      items: numbered(3, consent),
    }),
  ),
  ...['reportees', 'authorization/rights', 'srr'].map((name) => ({
    path: `serviceowner/${name}`,
    needs: 'organisation' as const,
    owner: true as const,
    items: numbered(8, right),
  })),
  {
    path: 'serviceowner/authorization/roles',
    needs: 'organisation',
    owner: true,
    items: numbered(6, role),
  },
];

export function otherRoutes(owners: ReadonlySet<string>, partyOf: PartyOf): readonly Route[] {
  return parts.flatMap((part) => {
    const refused = (call: Call) => {
      if (part.owner && !owners.has(call.caller.organisation ?? '')) return refusals.noServiceOwner;
      return part.path.startsWith('{who}') && !partyOf(call) ? refusals.notAllowedToAct : undefined;
    };
    const common = {
      method: 'GET',
      needs: part.needs,
      apiKey: true,
      operation: `other.${part.path.replace('{who}/', '').replaceAll('/', '.')}`,
    } as const;
    const whole: Route = {
      ...common,
      path: part.path,
      act: (call) => refused(call) ?? wholeOf(part, call),
    };
    const item: Route = {
      ...common,
      path: `${part.path}/{id}`,
      act: (call) => refused(call) ?? itemOf(part, call),
    };
    return part.items ? [whole, item] : [whole];
  });
}

/** The documented path of this call. */
const pathOf = (part: Part, call: Call): string =>
  `/api/${part.path.replace('{who}', call.parts['who'] ?? 'my')}`;

function wholeOf(part: Part, call: Call) {
  const path = pathOf(part, call);
  const self = call.links.to(path);
  const name = part.path.split('/').at(-1) ?? 'items';
  if (!part.items) {
    const value = { Description: name, _links: { self: { href: self } } };
    return represent(call, value, { name: 'Resource' });
  }
  const page = pageOf(part.items, call.query, call.shape);
  const items = page.map((item) => linked(call, path, item));
  const find = `${self}/{${name.replace(/s$/, '')}Id}`;
  return represent(call, listOf(items, { relation: name, self, find }), { name: 'Item' });
}

function linked(call: Call, path: string, item: object): object {
  const { Id, RoleDefinitionId } = item as { Id: number; RoleDefinitionId?: number };
  const definition =
    RoleDefinitionId === undefined
      ? {}
      : {
          roledefinition: {
            href: call.links.to(`/api/metadata/roledefinitions/${RoleDefinitionId}`),
          },
        };
  return {
    ...item,
    _links: { self: { href: call.links.to(`${path}/${Id}`) }, ...definition },
  };
}

function itemOf(part: Part, call: Call) {
  const id = call.parts['id'];
  const item = part.items?.find((one) => String((one as { Id: number }).Id) === id);
  if (!item) return refusals.notFound;
  return represent(call, linked(call, pathOf(part, call), item), { name: 'Item' });
}
