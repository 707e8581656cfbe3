// Delegations (section 1): who holds roles and rights for a party, giving them and taking them away.
import type { Acts } from './door.ts';
import { actionsOf } from './role-requirements.ts';
import type { Answer, Call } from './call.ts';
import { refusals, refusalWith, refuse, refuseWith } from './errors.ts';
import {
  everyRole,
  isDelegable,
  shownRights,
  shownRoles,
  type HeldRight,
  type Holder,
} from './held-rights.ts';
import { byOData, listed, wholeList, type Listing } from './lists.ts';
import type { Metadata } from './metadata.ts';
import type { Party } from './party-of.ts';
import { lastNameOf, type Named, type Registered } from './register.ts';
import { embeddedOf, itemsOf, readBody, Reply, textOf, type Fields } from './representation.ts';
import { roleDefinitionOf } from './role-definitions.ts';
import type { World } from './world.ts';

export function delegationActs(parts: World) {
  const { metadata } = parts;
  const of =
    (act: (call: Call, holder: Holder) => unknown) =>
    (call: Call, party: Party): unknown =>
      act(call, holderOf(parts, call, party, call.parts['receiverId']));
  return {
    'delegations.list': (call, party) => list(parts, call, party),
    'delegations.create': (call, party) => create(parts, call, party),
    'delegations.removeOne': (call, party) => removeByQuery(parts, call, party),
    'delegations.get': of((call, holder) => single(metadata, call, holder)),
    'delegations.roles': of(shownRoles),
    'delegations.rights': of((call, holder) => shownRightList(metadata, call, holder)),
    'delegations.removeRole': of((call, holder) => removeRole(holder, call.parts['roleId'])),
    'delegations.removeRight': of((call, holder) =>
      removeRight(metadata, call, holder, call.parts['rightId']),
    ),
    'delegations.appRights': of(() => []),
    'delegations.removeAppRight': of(() => refusals.rightNotFound),
  } satisfies Partial<Acts>;
}

/** A receiver that there is not is 404; a good one that holds nothing is empty, or 404 too (section 1). */
function holderOf(
  { named, held }: World,
  call: Call,
  party: Party,
  id: string | null = '',
): Holder {
  const holder = held.find(party, named.find(id ?? '') ?? refuse(refusals.receiverNotFound));
  const isEmpty = holder.roles.length + holder.rights.length === 0;
  return isEmpty && call.shape.emptyReceiver === 'missing'
    ? refuse(refusals.receiverNotFound)
    : holder;
}

const pathOf = ({ parts }: Call): string =>
  `/api/${parts['who'] ?? 'my'}/authorization/delegations`;

/** All at once: OData is not documented on this list. */
function list(parts: World, call: Call, party: Party): Listing {
  const { given } = call;
  const code = given.get('serviceCode');
  const edition = given.get('serviceEdition') ?? given.get('serviceEditionCode');
  const app = given.get('app');
  if (app !== null && code !== null) refuseWith(400, 'app and serviceCode exclude each other.');
  const isFor = (holder: Holder): boolean =>
    app === null &&
    (code === null ||
      shownRights(call, parts.metadata, holder).some(
        (right) =>
          right.ServiceCode === code &&
          (edition === null || String(right.ServiceEditionCode) === edition),
      ));
  const found = parts.held.of(party).filter(isFor);
  return wholeList(
    found.map(({ receiver }) => ({ ...fieldsOf(receiver), _links: linksOf(call, receiver) })),
    { find: `${pathOf(call)}/{receiverId}` },
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
  const self = `${pathOf(call)}/${id}`;
  const [roles, rights, apprights] = ['roles', 'rights', 'apprights'].map(
    (one) => `${self}/${one}`,
  );
  return { self, roles, rights, apprights };
}

function single(metadata: Metadata, call: Call, holder: Holder): object {
  const part = (name: string, items: readonly object[]): object => ({
    _links: { self: `${pathOf(call)}/${holder.receiver.id}/${name}` },
    _embedded: { [name]: items },
  });
  return {
    ...fieldsOf(holder.receiver),
    Roles: part('roles', shownRoles(call, holder)),
    Rights: part('rights', shownRights(call, metadata, holder)),
    _links: linksOf(call, holder.receiver),
  };
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

export const shownRightList = (metadata: Metadata, call: Call, holder: Holder): Listing =>
  listed(
    byOData(
      call,
      shownRights(call, metadata, holder),
      rightProperties,
      (right, name) => right[name as keyof typeof right],
    ),
  );

type Step = Answer | (() => void);

/** Several roles and rights at once. What happens when one is bad is not documented: a switch. */
function create(parts: World, call: Call, party: Party): Answer | undefined {
  const body = readBody(call);
  const receiver = receiverOf(parts.named, body);
  const holder = parts.held.find(party, receiver);
  const steps: Step[] = [
    ...itemsOf(listIn(body, 'Roles')).map((item) =>
      roleStep(parts, call, party, holder, item as Fields),
    ),
    ...itemsOf(listIn(body, 'Rights')).map((item) => rightStep(parts, holder, item as Fields)),
  ];
  if (steps.length === 0) refuseWith(400, 'At least one role or right must be given.');
  const [bad] = steps.filter((step) => typeof step !== 'function');
  const done = steps.filter((step) => typeof step === 'function');
  if (bad && call.shape.delegations === 'whole') return bad;
  for (const step of done) step();
  if (done.length > 0) {
    parts.held.notices.push({
      party: party.key,
      receiver: receiver.id,
      email: textOf(body['Email']),
    });
  }
  return bad;
}

/** `Roles` in one page, `roles` in another (section 1). */
const listIn = (body: Fields, name: string): unknown =>
  embeddedOf(body, name) ?? embeddedOf(body, name.toLowerCase());

function receiverOf(named: Named, body: Fields): Registered {
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
    found ?? refuseWith(400, 'The receiver was not found, or the name does not match the register.')
  );
}

/** Roles of clients are given in the portal alone (section 1). */
const clientRoles = [24, 25];
const mainAdministrator = 20;

function roleStep(
  { held, state }: World,
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
    holder.roles.push({
      id: held.nextId(),
      definition: definition.id,
      delegator,
      since: state.now(),
    });
  };
}

/** ReadArchive, ArchiveRead and Archive-Read are one: the page, the tutorial and the specification. */
const isSameAction = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((word) => word.replace(/^Archive-?(.+)$/, '$1Archive'));
  return first === second;
};

/** The words of actions are those of the role requirements of the service. */
function rightStep({ held, metadata }: World, holder: Holder, item: Fields): Step {
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

function removeRole(holder: Holder, id: string | undefined): void {
  const role = holder.roles.find((one) => String(one.id) === id) ?? refuse(refusals.roleNotFound);
  if (roleDefinitionOf(String(role.definition))?.type === 'External')
    refuseWith(403, 'This role cannot be deleted.');
  holder.roles = holder.roles.filter((one) => one !== role);
}

/** A right that a role gives goes with the role. */
function removeRight(metadata: Metadata, call: Call, holder: Holder, id: string | undefined): void {
  const left = holder.rights.filter((one) => String(one.id) !== id);
  if (left.length === holder.rights.length)
    refuse(
      shownRights(call, metadata, holder).some((one) => String(one.RightID) === id)
        ? refusalWith(403, 'Only a directly delegated right can be deleted.')
        : refusals.rightNotFound,
    );
  holder.rights = left;
}

/** The older form: what is to go stands in the query. */
function removeByQuery(parts: World, call: Call, party: Party): Reply {
  const holder = holderOf(parts, call, party, call.given.get('receiverId'));
  const [role, right] = [call.given.get('roleId'), call.given.get('authzRuleId')];
  if (role !== null) removeRole(holder, role);
  else if (right !== null) removeRight(parts.metadata, call, holder, right);
  else refuseWith(400, 'roleId or authzRuleId must be given.');
  return new Reply({ reason: role === null ? 'Right Deleted' : 'Role Deleted' });
}
