// Delegation requests: of organisations, which is switched off (section 5), and of service owners (section 8).
import type { Call } from './call.ts';
import { continuedList, refuseFor, type Fault } from './consent-routes.ts';
import { namesOf, persona } from './consents.ts';
import type { Acts } from './door.ts';
import { byOData, type Listing, repeatedOf } from './lists.ts';
import { guidOf } from './randomness.ts';
import { isSame } from './register.ts';
import { embeddedOf, itemsOf, readBody, Reply, textOf, type Fields } from './representation.ts';
import { actionsOf } from './role-requirements.ts';
import { localTime } from './timestamps.ts';
import type { World } from './world.ts';

export type DelegationRequestStatus = 'created' | 'unopened' | 'opened' | 'accepted' | 'rejected';

export interface RequestedService {
  readonly code: string;
  readonly edition: number;
  readonly operations: readonly string[];
  readonly metadata: unknown;
}

export interface DelegationRequest {
  /** Its guid. */
  readonly id: string;
  /** The organisation that made it. */
  readonly creator: string;
  readonly coveredBy: string;
  readonly offeredBy: string;
  readonly offeredByName: string;
  readonly services: readonly RequestedService[];
  readonly message: string;
  readonly redirectUrl: string;
  readonly created: Date;
  changed: Date;
  status: DelegationRequestStatus;
}

export interface DelegationRequestControl {
  readonly all: readonly DelegationRequest[];
  find(guid: string): DelegationRequest | undefined;
  make(wish?: Partial<DelegationRequest>): DelegationRequest;
  /** What its giver does at the portal; accepted, the rights are held. */
  answer(guid: string, as: DelegationRequestStatus): void;
}

export function createDelegationRequests(parts: World) {
  const made = controlOf(parts);
  const requests: { byGuid?: Map<string, DelegationRequest> } = {};
  const byGuid = (): Map<string, DelegationRequest> => (requests.byGuid ??= made.seeded());
  const area: Area = { ...parts, byGuid, make: (wish) => made.make(byGuid(), wish) };
  const actsOf = (path: string, mine: Mine) => ({
    list: (call: Call) => list(area, call, mine),
    create: (call: Call) => created(area, call, path),
    get: (call: Call) => shown(call, one(area, call, mine)),
    remove: (call: Call) => void byGuid().delete(one(area, call, mine).id),
  });
  const ofOrganisations = actsOf('delegationRequests', ({ coveredBy, offeredBy }, own) =>
    [coveredBy, offeredBy].includes(own),
  );
  // The creator, or who is to receive (section 8).
  const ofOwners = actsOf('serviceowner/delegationRequests', ({ creator, coveredBy }, own) =>
    [creator, coveredBy].includes(own),
  );
  const control: DelegationRequestControl = {
    get all() {
      return [...byGuid().values()];
    },
    find: (guid) => byGuid().get(guid),
    make: (wish = {}) => made.make(byGuid(), wish),
    answer(guid, status) {
      const request = byGuid().get(guid);
      if (!request) throw new Error(`There is no delegation request ${guid}.`);
      Object.assign(request, { status, changed: parts.state.now() });
      if (status === 'accepted') give(parts, request);
    },
  };
  const acts = {
    'delegationRequests.list': ofOrganisations.list,
    'delegationRequests.create': ofOrganisations.create,
    'delegationRequests.get': ofOrganisations.get,
    'delegationRequests.remove': ofOrganisations.remove,
    'ownerDelegationRequests.list': ofOwners.list,
    'ownerDelegationRequests.create': ofOwners.create,
    'ownerDelegationRequests.get': ofOwners.get,
    'ownerDelegationRequests.remove': ofOwners.remove,
  } satisfies Partial<Acts>;
  return { acts, control };
}

type Mine = (request: DelegationRequest, organisation: string) => boolean;

interface Area extends World {
  readonly byGuid: () => Map<string, DelegationRequest>;
  readonly make: (wish: Partial<DelegationRequest>) => DelegationRequest;
}

function controlOf({ state, chance, named, metadata, register }: World) {
  const own = state.organisation.number;
  const make = (
    into: Map<string, DelegationRequest>,
    wish: Partial<DelegationRequest>,
  ): DelegationRequest => {
    const offeredBy = wish.offeredBy ?? register.all[3]?.number ?? '';
    const [service] = metadata.services;
    const request: DelegationRequest = {
      id: guidOf(chance),
      creator: own,
      coveredBy: own,
      offeredBy,
      offeredByName: named.byNumber(offeredBy)?.name ?? '',
      services: service
        ? [{ code: service.code, edition: service.edition, operations: ['Read'], metadata: {} }]
        : [],
      message: 'Vi trenger lesetilgang til årsrapporten.',
      redirectUrl: 'https://retur.fjordtrafikk.example/tilgang',
      created: state.now(),
      changed: state.now(),
      status: 'created',
      ...wish,
    };
    into.set(request.id, request);
    return request;
  };
  const seeded = (): Map<string, DelegationRequest> => {
    const all = new Map<string, DelegationRequest>();
    const statuses = ['created', 'unopened', 'opened', 'accepted', 'rejected'] as const;
    for (const [at, status] of statuses.entries()) {
      const changed = new Date(state.now().getTime() - (20 - at * 3) * 86_400_000);
      make(all, { status, changed, created: changed });
    }
    // The user may ask for himself: here for a person.
    make(all, { coveredBy: persona, status: 'unopened' });
    return all;
  };
  return { make, seeded };
}

/** The rights that were asked for are held from then on. */
function give({ held, named }: World, request: DelegationRequest): void {
  const [receiver, giver] = [request.coveredBy, request.offeredBy].map((one) =>
    named.byNumber(one),
  );
  if (!receiver || !giver) return;
  const party =
    giver.kind === 'person'
      ? { kind: giver.kind, key: giver.id, name: giver.name }
      : { kind: 'organisation' as const, key: request.offeredBy, name: giver.name };
  const holder = held.find(party, receiver);
  for (const { code, edition, operations } of request.services)
    for (const action of operations)
      holder.rights.push({ id: held.nextId(), serviceCode: code, serviceEdition: edition, action });
}

const types = {
  guid: 'String',
  requestStatus: 'String',
  coveredBy: 'String',
  offeredBy: 'String',
  created: 'DateTime',
  lastChanged: 'DateTime',
};

function list({ byGuid }: Pick<Area, 'byGuid'>, call: Call, mine: Mine): Listing {
  const { given } = call;
  const statuses = repeatedOf(call, 'status').map((status) => status.toLowerCase());
  const fits = (name: string, value: string): boolean =>
    !given.has(name) || given.get(name) === value;
  const asked = [...byGuid().values()].filter(
    (request) =>
      mine(request, call.caller.organisation ?? '') &&
      (statuses.length === 0 || statuses.includes(request.status)) &&
      fits('coveredBy', request.coveredBy) &&
      fits('offeredBy', request.offeredBy) &&
      request.services.some(
        ({ code, edition }) =>
          fits('serviceCode', code) && fits('serviceEditionCode', String(edition)),
      ),
  );
  const found = byOData(call, asked, types, (request, name) => {
    const values = {
      ...request,
      guid: request.id,
      requestStatus: request.status,
      lastChanged: request.changed,
    };
    return values[name as 'guid' | 'created'];
  });
  return continuedList(call, found, (request) => shown(call, request));
}

/** One of others, and one that there is not, are both 403: the documents say so of consents. */
function one({ byGuid }: Pick<Area, 'byGuid'>, call: Call, mine: Mine): DelegationRequest {
  const request = byGuid().get((call.parts['guid'] ?? '').toLowerCase());
  const words = 'The request is unknown, or belongs to another organization.';
  return request && mine(request, call.caller.organisation ?? '')
    ? request
    : refuseFor(call, 403, [{ code: 201, words }]);
}

/** Fields in lower camel case (section 5). */
function shown(call: Call, request: DelegationRequest): object {
  const time = (at: Date, digits: number) => localTime(at, digits, call.shape.zonelessTimes);
  return {
    guid: request.id,
    requestStatus: request.status,
    coveredBy: request.coveredBy,
    offeredBy: request.offeredBy,
    offeredByName: request.offeredByName,
    requestServices: request.services.map(({ code, edition, operations, metadata }) => ({
      serviceCode: code,
      serviceEditionCode: edition,
      operations:
        call.shape.operationWords === 'lower'
          ? operations.map((one) => one.toLowerCase())
          : operations,
      metadata,
    })),
    requestMessage:
      call.shape.delegationMessage === 'text' ? request.message : { 'no-nb': request.message },
    redirectUrl: request.redirectUrl,
    created: time(request.created, 0),
    lastChanged: time(request.changed, 3),
    errors: [],
  };
}

function created(area: Area, call: Call, path: string): Reply {
  const body = readBody(call);
  const { named, metadata } = area;
  const faults: Fault[] = [];
  const must = (holds: boolean, code: number, words: string): void => {
    if (!holds) faults.push({ code, words });
  };
  const text = (name: string): string => textOf(body[name]).trim();
  const [coveredBy, offeredBy] = [text('coveredBy'), text('offeredBy')];
  must(named.byNumber(coveredBy) !== undefined, 1, 'coveredBy is not in the register.');
  must(coveredBy !== offeredBy, 3, 'coveredBy and offeredBy must differ.');
  const giver = named.byNumber(offeredBy);
  const isNamed = giver && namesOf(giver).some((name) => isSame(name, text('offeredByName')));
  must(isNamed === true, 4, 'offeredBy and offeredByName do not match the register.');
  const redirect = text('redirectUrl');
  must(URL.canParse(redirect), 7, 'redirectUrl must be an address.');
  const services = itemsOf(embeddedOf(body, 'requestServices')).map((item) =>
    serviceOf(item as Fields),
  );
  must(services.length > 0, 10, 'requestServices must name at least one service.');
  for (const { code, edition, operations } of services) {
    const service = metadata.find(code, edition);
    must(service !== undefined, 11, `The service ${code}/${edition} does not exist.`);
    const known = service ? actionsOf(service) : [];
    const unknown = operations.find((operation) => !known.includes(operation));
    must(!service || unknown === undefined, 12, `The service has no operation '${unknown ?? ''}'.`);
    must(operations.length > 0, 13, 'operations must name at least one.');
  }
  const { requestMessage } = body;
  must(typeof requestMessage !== 'object', 14, 'requestMessage must be text.');
  if (faults.length > 0) refuseFor(call, 400, faults, body);
  const request = area.make({
    creator: call.caller.organisation ?? '',
    coveredBy,
    offeredBy,
    offeredByName: text('offeredByName'),
    services,
    message: text('requestMessage'),
    redirectUrl: redirect,
  });
  return new Reply({ location: `/api/${path}/${request.id}` }, shown(call, request));
}

const serviceOf = (item: Fields): RequestedService => ({
  code: textOf(item['serviceCode']),
  edition: Number(textOf(item['serviceEditionCode'])),
  operations: itemsOf(item['operations']).map(textOf),
  metadata: item['metadata'] ?? {},
});
