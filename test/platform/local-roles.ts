// Role definitions of a party (platform.md, Roles and rights): all three kinds are read, only local ones change.
import type { Call } from './call.ts';
import { languageOf, type Language } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refuse, refuseWith } from './errors.ts';
import { seedOf } from './form-models.ts';
import { listed, type Listing } from './lists.ts';
import type { Metadata } from './metadata.ts';
import type { Party } from './party-of.ts';
import { createChance } from './randomness.ts';
import { embeddedOf, itemsOf, readBody, Reply, textOf, type Fields } from './representation.ts';
import { roleDefinitionOf, roleDefinitions, roleFields } from './role-definitions.ts';

export interface Right {
  readonly id: number;
  readonly serviceCode: string;
  readonly serviceEdition: number;
  readonly action: string;
}

export interface LocalRole {
  readonly id: number;
  name: string;
  description: string;
  /** The language its name was given in. */
  language: Language;
  rights: readonly Right[];
}

export interface LocalRoles {
  /** Of a party: its organisation number, or `r<digits>` of a person. */
  of(party: string): LocalRole[];
  nextId(): number;
}

const localType = 'Local';
/** Case matters: the platform takes them as they are documented, in each of their spellings. */
const actions = [
  ...['Read', 'Write', 'Delete', 'Sign', 'ReadArchive', 'DeleteArchive'],
  ...['Archive-Read', 'Archive-Delete', 'ArchiveRead', 'ArchiveDelete'],
];

export function createLocalRoles(metadata: Metadata): LocalRoles {
  const byParty = new Map<string, LocalRole[]>();
  let last = 10_240;
  const nextId = (): number => (last += 1 + (last % 3));
  const first = (): LocalRole => ({
    id: nextId(),
    name: 'Rapportering av utslipp ',
    description: 'Bare det som skal sendes hvert halvår',
    language: 1044,
    rights: metadata.services.slice(0, 2).flatMap((service, at) =>
      ['Read', 'Write'].map((action, i) => ({
        id: last * 10 + at * 2 + i,
        serviceCode: service.code,
        serviceEdition: service.edition,
        action,
      })),
    ),
  });
  return {
    of(party) {
      const roles = byParty.get(party) ?? [first()];
      byParty.set(party, roles);
      return roles;
    },
    nextId,
  };
}

export function localRoleActs(roles: LocalRoles, metadata: Metadata) {
  return {
    'roleDefinitions.list': (call, party) => list(roles, call, party),
    'roleDefinitions.get': (call, party) => get(roles, metadata, call, party),
    'roleDefinitions.create': (call, party) => create(roles, metadata, call, party),
    'roleDefinitions.replace': (call, party) => replace(roles, metadata, call, party),
    'roleDefinitions.remove'(call, party) {
      const all = roles.of(party.key);
      all.splice(all.indexOf(localOf(roles, call, party)), 1);
    },
  } satisfies Partial<Acts>;
}

/** A bare array to every caller, or a HAL list (section 12). */
function list(roles: LocalRoles, call: Call, party: Party): Listing {
  const bare = call.shape.roleDefinitionList === 'array';
  const all = [
    ...roles.of(party.key).map((role) => ({ code: '', fields: localFields(role) })),
    ...roleDefinitions.map((role) => ({
      code: role.code,
      fields: roleFields(role, languageOf(call)),
    })),
  ];
  return listed(all, ({ code, fields }) => (bare ? fields : inSpec(call, code, fields)), { bare });
}

const pathOf = ({ parts }: Call, id: number): string =>
  `/api/${parts['who'] ?? 'my'}/authorization/roledefinitions/${id}`;

/** What the specification has more than the page. */
const inSpec = <F extends { readonly RoleDefinitionId: number }>(
  call: Call,
  code: string,
  fields: F,
) => ({
  ...fields,
  RoleDefinitionCode: code,
  _links: { self: pathOf(call, fields.RoleDefinitionId) },
});

const localFields = (role: LocalRole) => ({
  RoleType: localType,
  RoleDefinitionId: role.id,
  RoleName: role.name,
  RoleDescription: role.description,
});

function get(roles: LocalRoles, metadata: Metadata, call: Call, party: Party): object {
  const id = call.parts['id'] ?? '';
  const local = roles.of(party.key).find((role) => String(role.id) === id);
  const common = roleDefinitionOf(id);
  const { code, fields, rights } = local
    ? { code: '', fields: localFields(local), rights: local.rights }
    : common
      ? {
          code: common.code,
          fields: roleFields(common, languageOf(call)),
          rights: commonRights(metadata, common.id),
        }
      : refuse(refusals.roleDefinitionNotFound);
  const given = rights.map((right, at) => rightFields(call, right, at));
  if (call.shape.roleRights === 'array') return { ...fields, Rights: given };
  const self = `${pathOf(call, fields.RoleDefinitionId)}/rights`;
  return {
    ...inSpec(call, code, fields),
    Rights: { _links: { self }, _embedded: { rights: given } },
  };
}

function rightFields({ shape }: Call, right: Right, at: number): object {
  const isMixed = shape.spellings === 'mixed';
  return {
    RightID: right.id,
    RightType: 'Service',
    ServiceCode: right.serviceCode,
    [isMixed && at % 4 === 3 ? 'ServiceEdition' : 'ServiceEditionCode']: right.serviceEdition,
    Action: right.action,
    RightSourceType: 'RoleTypeRights',
    [isMixed && at % 5 === 4 ? 'IsDelegable' : 'IsDelegatable']: at % 2 === 0,
  };
}

/** The rights of roles for everyone; their actions are spelt as servers spell them (platform.md, Values). */
export function commonRights(metadata: Metadata, id: number): readonly Right[] {
  const chance = createChance(seedOf(`role ${id}`));
  const { services } = metadata;
  const spelt = ['Read', 'Write', 'ArchiveRead', 'Archive-Read', 'read', 'Sign', 'ArchiveDelete'];
  return Array.from({ length: Math.min(services.length, 2 + chance.below(9)) }, (_, at) => {
    const service = services[chance.below(services.length)] ?? services[0];
    return {
      id: id * 1000 + at,
      serviceCode: service?.code ?? '',
      serviceEdition: service?.edition ?? 1,
      action: spelt[chance.below(spelt.length)] ?? 'Read',
    };
  });
}

function create(roles: LocalRoles, metadata: Metadata, call: Call, party: Party): Reply {
  const wanted = wantedRole(metadata, call);
  const all = roles.of(party.key);
  if (taken(all, wanted.name, undefined)) refuse(refusals.roleNameTaken);
  const id = roles.nextId();
  all.push({ id, ...wanted, rights: numbered(id, wanted.rights) });
  return new Reply({ location: pathOf(call, id) });
}

/** Replaces all of it, its rights too (platform.md, Roles and rights). */
function replace(roles: LocalRoles, metadata: Metadata, call: Call, party: Party): Reply {
  const role = localOf(roles, call, party);
  const wanted = wantedRole(metadata, call);
  if (wanted.type === '') refuse(refusals.roleTypeMissing);
  if (wanted.type.toLowerCase() !== localType.toLowerCase()) refuse(refusals.onlyLocalRoles);
  if (taken(roles.of(party.key), wanted.name, role)) refuse(refusals.roleNameTaken);
  Object.assign(role, { ...localPart(wanted), rights: numbered(role.id, wanted.rights) });
  return new Reply({ location: pathOf(call, role.id) });
}

const localPart = ({ name, description, language }: Wanted) => ({ name, description, language });

const numbered = (id: number, rights: Wanted['rights']): Right[] =>
  rights.map((right, i) => ({ id: id * 100 + i, ...right }));

const taken = (all: readonly LocalRole[], name: string, own: LocalRole | undefined): boolean =>
  all.some((role) => role !== own && role.name.trim().toLowerCase() === name.trim().toLowerCase());

/** The local role a call names; the other kinds cannot be changed by anyone. */
function localOf(roles: LocalRoles, { parts: { id = '' } }: Call, party: Party): LocalRole {
  const local = roles.of(party.key).find((role) => String(role.id) === id);
  const isCommon = roleDefinitionOf(id) !== undefined;
  return local ?? refuse(isCommon ? refusals.onlyLocalRoles : refusals.roleDefinitionNotFound);
}

interface Wanted {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly language: Language;
  readonly rights: readonly Omit<Right, 'id'>[];
}

function wantedRole(metadata: Metadata, call: Call): Wanted {
  const body = readBody(call);
  const name = textOf(body['RoleName']);
  if (name.trim() === '') refuse(refusals.roleNameMissing);
  const rights = itemsOf(embeddedOf(body, 'Rights')).map((given) =>
    rightOf(metadata, given as Fields),
  );
  const names = rights.map(nameOf);
  const twice = names.find((one, at) => names.indexOf(one) < at);
  if (twice !== undefined) refuseWith(400, `The right ${twice} is given more than once.`);
  return {
    type: textOf(body['RoleType']),
    name,
    description: textOf(body['RoleDescription']),
    language: languageOf(call),
    rights,
  };
}

const nameOf = (right: Omit<Right, 'id'>): string =>
  `${right.serviceCode}/${right.serviceEdition} ${right.action}`;

function rightOf(metadata: Metadata, given: Fields): Omit<Right, 'id'> {
  const serviceCode = textOf(given['ServiceCode']);
  const edition = textOf(given['ServiceEditionCode']);
  const action = textOf(given['Action']);
  if (!actions.includes(action)) {
    refuseWith(400, `The action '${action}' is not valid. Use ${actions.join(', ')}.`);
  }
  if (!metadata.find(serviceCode, Number(edition))) {
    refuseWith(400, `The service ${serviceCode}/${edition} does not exist.`);
  }
  return { serviceCode, serviceEdition: Number(edition), action };
}
