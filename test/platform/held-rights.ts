// What users hold for a party: the state of delegations (section 1), and their own roles and rights (section 2).
import type { Call, Caller } from './call.ts';
import { inLanguage, languageOf } from './code-lists.ts';
import { commonRights } from './local-roles.ts';
import type { Metadata } from './metadata.ts';
import { platformName } from './names.ts';
import type { Party } from './party-of.ts';
import { personOf } from './persons.ts';
import type { Named, Registered } from './register.ts';
import { openRolePath, roleDefinitionOf, rolesBelow } from './role-definitions.ts';
import type { State } from './state.ts';
import { localTime } from './timestamps.ts';

export interface HeldRole {
  readonly id: number;
  /** Of a role definition. */
  readonly definition: number;
  readonly delegator: string;
  readonly since: Date;
}

export interface HeldRight {
  readonly id: number;
  readonly serviceCode: string;
  readonly serviceEdition: number;
  readonly action: string;
}

/** What one receiver holds for one party. */
export interface Holder {
  readonly receiver: Registered;
  roles: HeldRole[];
  rights: HeldRight[];
}

/** A role that a service owner gave. */
export interface GivenRole {
  readonly owner: string;
  readonly roleId: number;
  readonly onBehalfOf: string;
  readonly receiver: string;
}

export interface Notice {
  readonly party: string;
  readonly receiver: string;
  readonly email: string;
}

export interface HeldRights {
  /** Those who hold something. */
  of(party: Party): readonly Holder[];
  /** Of any receiver that there is; with nothing in it when it holds nothing. */
  find(party: Party, receiver: Registered): Holder;
  /** What the caller holds for the party. */
  ofCaller(call: Pick<Call, 'caller'>, party: Party): Holder;
  /** Ids of persons and names of enterprise users that manage access of the organisation. */
  readonly managers: Set<string>;
  isManager(caller: Caller, party: Party): boolean;
  nextId(): number;
  readonly notices: Notice[];
}

const accessManagement = 21;

export function createHeldRights(state: State, metadata: Metadata, named: Named): HeldRights {
  const byParty = new Map<string, Map<string, Holder>>();
  const managers = new Set(['person-1']);
  let last = 880_000;
  const nextId = (): number => (last += 3);
  const role = (definition: number, delegator = ''): HeldRole => ({
    id: nextId(),
    definition,
    delegator,
    since: new Date('2024-03-11T09:30:00Z'),
  });
  const registered = (id: string): Registered[] => {
    const found = named.find(id);
    return found ? [found] : [];
  };
  /** What there is at first: holders by key role from the registers, by role, by single rights, and two enterprise users. */
  const firstOf = (party: Party): Holder[] => {
    if (party.kind === 'person') return [];
    const [service] = metadata.services;
    const rights = (...actions: string[]): HeldRight[] =>
      service
        ? actions.map((action) => ({
            id: nextId(),
            serviceCode: service.code,
            serviceEdition: service.edition,
            action,
          }))
        : [];
    const users = [...state.users.values()]
      .filter(({ owner }) => owner === party.key)
      .slice(0, 2)
      .flatMap(({ name }) => registered(named.idOfUser(name)))
      .map((receiver, at) => ({
        receiver,
        roles: at === 0 ? [role(27, 'Kari Steinvåg')] : [],
        rights: at === 0 ? [] : rights('Read'),
      }));
    const holders: [string, HeldRole[], HeldRight[]][] = [
      ['r50010001', [role(4)], []],
      ['r50010002', [role(27, 'Kari Steinvåg')], rights('Read', 'Write')],
      ['r50030001', [role(6)], []],
    ];
    return [
      ...holders.flatMap(([id, roles, rights_]) =>
        registered(id).map((receiver) => ({ receiver, roles, rights: rights_ })),
      ),
      ...users,
    ];
  };
  const all = (party: Party): Map<string, Holder> => {
    const known = byParty.get(party.key);
    if (known) return known;
    const made = new Map(firstOf(party).map((one) => [one.receiver.id, one]));
    byParty.set(party.key, made);
    return made;
  };
  const find = (party: Party, receiver: Registered): Holder => {
    const holder = all(party).get(receiver.id) ?? { receiver, roles: [], rights: [] };
    all(party).set(receiver.id, holder);
    return holder;
  };
  return {
    of: (party) =>
      [...all(party).values()].filter(({ roles, rights }) => roles.length + rights.length > 0),
    find,
    ofCaller({ caller }, party) {
      const id =
        caller.user === undefined
          ? `r${personOf(caller.person ?? '')?.party ?? ''}`
          : named.idOfUser(caller.user);
      const [receiver] = registered(id);
      if (receiver && receiver.id !== party.key) return find(party, receiver);
      // A person for itself: everything a private person may do.
      const self: Registered = { id: party.key, kind: 'person', name: party.name };
      return { receiver: receiver ?? self, roles: [role(27)], rights: [] };
    },
    managers,
    isManager(caller, party) {
      const person = personOf(caller.person ?? '');
      if (person && party.key === `r${person.party}`) return true;
      const [receiver] = caller.user === undefined ? [] : registered(named.idOfUser(caller.user));
      const byRole =
        receiver !== undefined &&
        find(party, receiver).roles.some(({ definition }) =>
          rolesBelow(definition).has(accessManagement),
        );
      const name = caller.person ?? caller.user ?? '';
      return party.kind === 'organisation' && (byRole || managers.has(name));
    },
    nextId,
    notices: [],
  };
}

/** Roles as answers show them: the held ones with RoleId, those that follow from them and the collector without. */
export function shownRoles(call: Call, holder: Holder): object[] {
  const language = languageOf(call);
  const shown = (definition: number, held: HeldRole | undefined): object[] => {
    const found = roleDefinitionOf(String(definition));
    if (!found) return [];
    return [
      {
        ...(held ? { RoleId: held.id } : {}),
        RoleType: found.type === 'Platform' ? platformName : found.type,
        RoleDefinitionId: found.id,
        RoleName: inLanguage(found.name, language),
        RoleDescription: inLanguage(found.description, language),
        RoleDefinitionCode: found.code,
        Delegator: held?.delegator ?? '',
        DelegatedTime: localTime(
          held?.since ?? new Date('2024-03-11T09:30:00Z'),
          3,
          call.shape.zonelessTimes,
        ),
        _links: { roledefinition: openRolePath(found.id, language) },
      },
    ];
  };
  const held = new Set(holder.roles.map(({ definition }) => definition));
  const derived = [...everyRole(holder)].filter((id) => !held.has(id));
  const collector = {
    RoleType: 'Local',
    RoleDefinitionId: 0,
    RoleName: inLanguage(['Single rights', 'Enkeltrettigheter', 'Enkeltrettar'], language),
    RoleDescription: '',
    Delegator: '',
    DelegatedTime: localTime(new Date('2024-03-11T09:30:00Z'), 0, call.shape.zonelessTimes),
    _links: { roledefinition: openRolePath(0, language) },
  };
  return [
    ...holder.roles.flatMap((one) => shown(one.definition, one)),
    ...derived.flatMap((id) => shown(id, undefined)),
    ...(holder.rights.length > 0 ? [collector] : []),
  ];
}

/** Ids of the roles somebody has, with all that follow from them. */
export const everyRole = ({ roles }: Holder): ReadonlySet<number> =>
  new Set(roles.flatMap(({ definition }) => [...rolesBelow(definition)]));

export interface ShownRight {
  readonly RightID: number;
  readonly RightType: string;
  readonly ServiceCode: string;
  readonly ServiceEditionCode: number;
  readonly Action: string;
  readonly RightSourceType: string;
  readonly IsDelegatable: boolean;
}

/** Single rights, then those that roles give. */
export function shownRights(call: Call, metadata: Metadata, holder: Holder): ShownRight[] {
  const single =
    call.shape.rightSources === 'page' ? 'DirectlyDelegatedRights' : 'DirectlyDelegated';
  const shown = (right: HeldRight, source: string): ShownRight => ({
    RightID: right.id,
    RightType: 'Service',
    ServiceCode: right.serviceCode,
    ServiceEditionCode: right.serviceEdition,
    Action: right.action,
    RightSourceType: source,
    IsDelegatable: isDelegable(right.serviceCode),
  });
  return [
    ...holder.rights.map((right) => shown(right, single)),
    ...[...everyRole(holder)]
      .flatMap((id) => commonRights(metadata, id))
      .map((right) => shown(right, 'RoleTypeRights')),
  ];
}

/** Some services keep their rights to themselves. */
export const isDelegable = (serviceCode: string): boolean => Number(serviceCode) % 9 !== 0;
