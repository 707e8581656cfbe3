// Delegations (section 1): who holds roles and rights for a party, giving them and taking them away.
import type { Acts } from './door.ts';
import { actionsOf } from './role-requirements.ts';
import type { Answer, Call } from './call.ts';
import { refusals, refusalWith } from './errors.ts';
import {
  everyRole,
  isDelegable,
  shownRights,
  shownRoles,
  type HeldRight,
  type HeldRights,
  type Holder,
} from './held-rights.ts';
import { listed } from './lists.ts';
import { filterOf, QueryFault } from './message-query.ts';
import type { Metadata } from './metadata.ts';
import type { Party } from './party-of.ts';
import { lastNameOf, type Named, type Registered } from './register.ts';
import {
  embeddedOf,
  itemsOf,
  listOf,
  readBody,
  represent,
  textOf,
  type Fields,
} from './representation.ts';
import { roleDefinitionOf } from './role-definitions.ts';

export interface AuthorizationParts {
  readonly held: HeldRights;
  readonly named: Named;
  readonly metadata: Metadata;
  readonly now: () => Date;
}

export function delegationActs(parts: AuthorizationParts) {
  const of =
    (act: (call: Call, holder: Holder, party: Party) => Answer) =>
    (call: Call, party: Party): Answer => {
      const holder = holderOf(parts, call, party, call.parts['receiverId'] ?? '');
      return 'status' in holder ? holder : act(call, holder, party);
    };
  return {
    'delegations.list': (call, party) => list(parts, call, party),
    'delegations.create': (call, party) => create(parts, call, party),
    'delegations.removeOne': (call, party) => removeByQuery(parts, call, party),
    'delegations.get': of((call, holder) => single(parts, call, holder)),
    'delegations.roles': of(roles),
    'delegations.rights': of((call, holder) => rights(parts, call, holder)),
    'delegations.removeRole': of((call, holder) => removeRole(holder, call.parts['roleId'] ?? '')),
    'delegations.removeRight': of((call, holder) =>
      removeRight(parts, call, holder, call.parts['rightId'] ?? ''),
    ),
    'delegations.appRights': of(appRights),
    'delegations.removeAppRight': of(() => refusals.rightNotFound),
  } satisfies Partial<Acts>;
}

/** A receiver that there is not is 404; a good one that holds nothing is empty, or 404 too (section 1). */
function holderOf(
  parts: AuthorizationParts,
  call: Call,
  party: Party,
  id: string,
): Holder | Answer {
  const receiver = parts.named.find(id);
  if (!receiver) return refusals.receiverNotFound;
  const holder = parts.held.find(party, receiver);
  const isEmpty = holder.roles.length + holder.rights.length === 0;
  return isEmpty && call.shape.emptyReceiver === 'missing' ? refusals.receiverNotFound : holder;
}

const pathOf = (call: Call, id = ''): string =>
  `/api/${call.parts['who'] ?? 'my'}/authorization/delegations${id === '' ? '' : `/${id}`}`;

/** All at once: OData is not documented on this list. */
function list(parts: AuthorizationParts, call: Call, party: Party): Answer {
  const query = new URLSearchParams(call.query);
  const code = query.get('serviceCode');
  const edition = query.get('serviceEdition') ?? query.get('serviceEditionCode');
  const app = query.get('app');
  if (app !== null && code !== null) {
    return refusalWith(400, 'app and serviceCode exclude each other.');
  }
  const isFor = (holder: Holder): boolean =>
    app === null &&
    (code === null ||
      shownRights(call, parts.metadata, holder).some(
        (right) =>
          right.ServiceCode === code &&
          (edition === null || String(right.ServiceEditionCode) === edition),
      ));
  const found = parts.held.of(party).filter(isFor);
  const self = call.links.to(pathOf(call));
  const items = found.map((holder) => ({
    ...fieldsOf(holder.receiver),
    _links: linksOf(call, holder.receiver),
  }));
  return represent(
    call,
    listOf(items, { relation: 'rightholders', self, find: `${self}/{receiverId}` }),
    { name: 'RightHolder' },
  );
}

/** The last five digits of a person are hidden, of the caller itself too. */
const fieldsOf = (receiver: Registered): object => ({
  RightHolderId: receiver.id,
  Name: receiver.name,
  ...(receiver.kind === 'person'
    ? {
        LastName: lastNameOf(receiver.name),
        SocialSecurityNumber: (receiver.socialSecurityNumber ?? '').replace(/\d{5}$/, '*****'),
      }
    : {}),
  ...(receiver.kind === 'organisation' ? { OrganizationNumber: receiver.organisationNumber } : {}),
});

function linksOf(call: Call, { id }: Registered): object {
  const to = (last: string): object => ({ href: call.links.to(pathOf(call, id) + last) });
  return { self: to(''), roles: to('/roles'), rights: to('/rights'), apprights: to('/apprights') };
}

function single(parts: AuthorizationParts, call: Call, holder: Holder): Answer {
  const { id } = holder.receiver;
  const part = (name: string, items: readonly object[]): object => ({
    _links: { self: { href: call.links.to(`${pathOf(call, id)}/${name}`) } },
    _embedded: { [name]: items },
  });
  const value = {
    ...fieldsOf(holder.receiver),
    Roles: part('roles', shownRoles(call, holder)),
    Rights: part('rights', shownRights(call, parts.metadata, holder)),
    _links: linksOf(call, holder.receiver),
  };
  return represent(call, value, { name: 'RightHolder' });
}

function roles(call: Call, holder: Holder): Answer {
  const self = call.links.to(`${pathOf(call, holder.receiver.id)}/roles`);
  return represent(call, listOf(shownRoles(call, holder), { relation: 'roles', self }), {
    name: 'Role',
  });
}

function rights(parts: AuthorizationParts, call: Call, holder: Holder): Answer {
  return shownRightList(parts, call, holder, `${pathOf(call, holder.receiver.id)}/rights`);
}

const rightProperties = {
  RightID: 'Int32',
  RightType: 'String',
  ServiceCode: 'String',
  ServiceEditionCode: 'Int32',
  Action: 'String',
  RightSourceType: 'String',
  IsDelegatable: 'Boolean',
};

/** Narrowed by `$filter`; faults of it are 400 with the words of the parser. */
export function shownRightList(
  { metadata }: Pick<AuthorizationParts, 'metadata'>,
  call: Call,
  holder: Holder,
  path: string,
): Answer {
  const filter = new URLSearchParams(call.query).get('$filter');
  try {
    const all = shownRights(call, metadata, holder);
    const test =
      filter === null
        ? () => true
        : filterOf<(typeof all)[number]>(
            filter,
            rightProperties,
            (right, name) => right[name as keyof typeof right],
          );
    const facts = { name: 'Right', relation: 'rights', path };
    return listed(call, all.filter(test), (right) => right, facts);
  } catch (error) {
    if (error instanceof QueryFault) return refusalWith(400, error.message);
    throw error;
  }
}

function appRights(call: Call, holder: Holder): Answer {
  const self = call.links.to(`${pathOf(call, holder.receiver.id)}/apprights`);
  return represent(call, listOf([], { relation: 'apprights', self }), { name: 'AppRight' });
}

type Step = Answer | (() => void);

/** Several roles and rights at once. What happens when one is bad is not documented: a switch. */
function create(parts: AuthorizationParts, call: Call, party: Party): Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const receiver = receiverOf(parts.named, body.value);
  if ('status' in receiver) return receiver;
  const holder = parts.held.find(party, receiver);
  const steps: Step[] = [
    ...itemsOf(listIn(body.value, 'Roles')).map((item) =>
      roleStep(parts, call, party, holder, item as Fields),
    ),
    ...itemsOf(listIn(body.value, 'Rights')).map((item) =>
      rightStep(parts, holder, item as Fields),
    ),
  ];
  if (steps.length === 0) return refusalWith(400, 'At least one role or right must be given.');
  const [bad] = steps.filter((step) => typeof step !== 'function');
  const done = steps.filter((step) => typeof step === 'function');
  if (bad && call.shape.delegations === 'whole') return bad;
  for (const step of done) step();
  if (done.length > 0) {
    parts.held.notices.push({
      party: party.key,
      receiver: receiver.id,
      email: textOf(body.value['Email']),
    });
  }
  return bad ?? { status: 201, reason: 'Created' };
}

/** `Roles` in one page, `roles` in another (section 1). */
const listIn = (body: Fields, name: string): unknown =>
  embeddedOf(body, name) ?? embeddedOf(body, name.toLowerCase());

function receiverOf(named: Named, body: Fields): Registered | Answer {
  const [number, lastName] = [textOf(body['SocialSecurityNumber']), textOf(body['LastName'])];
  const [organisation, name] = [textOf(body['OrganizationNumber']), textOf(body['Name'])];
  const userName = textOf(body['UserName']);
  const found =
    number !== ''
      ? named.person(number, lastName)
      : userName !== ''
        ? named.userName(userName, lastName, organisation)
        : named.organisation(organisation, name);
  return (
    found ??
    refusalWith(400, 'The receiver was not found, or the name does not match the register.')
  );
}

/** Roles of clients are given in the portal alone (section 1). */
const clientRoles = [24, 25];
const mainAdministrator = 20;

function roleStep(
  { held, now }: AuthorizationParts,
  call: Call,
  party: Party,
  holder: Holder,
  item: Fields,
): Step {
  const id = textOf(item['RoleDefinitionId']);
  const definition = roleDefinitionOf(id);
  if (!definition) return refusalWith(400, `The role definition ${id} does not exist.`);
  if (definition.type === 'External') {
    return refusalWith(403, 'Roles of the registers cannot be delegated.');
  }
  if (clientRoles.includes(definition.id)) {
    return refusalWith(
      403,
      'Client roles of auditors and accountants are delegated in the portal.',
    );
  }
  const own = everyRole(held.ofCaller(call, party));
  const may = own.has(definition.id) || own.has(mainAdministrator);
  if (!may) return refusalWith(403, 'You do not have the role yourself.');
  const delegator = held.ofCaller(call, party).receiver.name;
  return () => {
    if (holder.roles.some((role) => role.definition === definition.id)) return;
    holder.roles.push({ id: held.nextId(), definition: definition.id, delegator, since: now() });
  };
}

/** ReadArchive, ArchiveRead and Archive-Read are one: the page, the tutorial and the specification. */
const isSameAction = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((word) => word.replace(/^Archive-?(.+)$/, '$1Archive'));
  return first === second;
};

/** The words of actions are those of the role requirements of the service. */
function rightStep({ held, metadata }: AuthorizationParts, holder: Holder, item: Fields): Step {
  const [code, edition] = [textOf(item['ServiceCode']), textOf(item['ServiceEditionCode'])];
  const action = textOf(item['Action']);
  const service = metadata.find(code, Number(edition));
  if (!service) return refusalWith(400, `The service ${code}/${edition} does not exist.`);
  const known = actionsOf(service).find((one) => isSameAction(one, action));
  if (known === undefined) {
    return refusalWith(400, `The service has no operation '${action}'.`);
  }
  if (!isDelegable(code)) return refusalWith(403, 'The right cannot be delegated.');
  const right: HeldRight = {
    id: held.nextId(),
    serviceCode: code,
    serviceEdition: service.edition,
    action: known,
  };
  const isHeld = (one: HeldRight): boolean =>
    one.serviceCode === code && one.serviceEdition === service.edition && one.action === known;
  return () => {
    if (!holder.rights.some(isHeld)) holder.rights.push(right);
  };
}

function removeRole(holder: Holder, id: string): Answer {
  const role = holder.roles.find((one) => String(one.id) === id);
  if (!role) return refusals.roleNotFound;
  if (roleDefinitionOf(String(role.definition))?.type === 'External') {
    return refusalWith(403, 'This role cannot be deleted.');
  }
  holder.roles = holder.roles.filter((one) => one !== role);
  return { status: 204, reason: 'Role Deleted' };
}

/** A right that a role gives goes with the role. */
function removeRight(
  { metadata }: AuthorizationParts,
  call: Call,
  holder: Holder,
  id: string,
): Answer {
  const right = holder.rights.find((one) => String(one.id) === id);
  if (right) {
    holder.rights = holder.rights.filter((one) => one !== right);
    return { status: 204, reason: 'Right Deleted' };
  }
  const all = shownRights(call, metadata, holder);
  return all.some((one) => String(one.RightID) === id)
    ? refusalWith(403, 'Only a directly delegated right can be deleted.')
    : refusals.rightNotFound;
}

/** The older form: what is to go stands in the query. */
function removeByQuery(parts: AuthorizationParts, call: Call, party: Party): Answer {
  const query = new URLSearchParams(call.query);
  const holder = holderOf(parts, call, party, query.get('receiverId') ?? '');
  if ('status' in holder) return holder;
  const [role, right] = [query.get('roleId'), query.get('authzRuleId')];
  if (role !== null) return removeRole(holder, role);
  if (right !== null) return removeRight(parts, call, holder, right);
  return refusalWith(400, 'roleId or authzRuleId must be given.');
}
