// Which roles give access to a service, a delegation scheme or an app (platform.md, Roles and rights).
import type { Call } from './call.ts';
import { inLanguage, languageOf, type Language, type Texts } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refuse } from './errors.ts';
import { seedOf } from './form-models.ts';
import { listed } from './lists.ts';
import type { Metadata } from './metadata.ts';
import { createChance } from './randomness.ts';
import {
  openRolePath,
  roleDefinitions,
  type OpenRoles,
  type RoleDefinition,
} from './role-definitions.ts';
import type { Service } from './service-data.ts';

/** Roles that give access to what is named: stable for the name, never none. */
export function rolesFor(name: string): readonly RoleDefinition[] {
  const chance = createChance(seedOf(name));
  return chance.shuffle(roleDefinitions).slice(0, 2 + chance.below(4));
}

export const nameOfService = (service: Pick<Service, 'code' | 'edition'>): string =>
  `${service.code}/${service.edition}`;

export const roleRequirementActs = (metadata: Metadata, roles: OpenRoles) =>
  ({
    'roleRequirements.get': (call) => requirements(metadata, roles, call),
  }) satisfies Partial<Acts>;

/** Apps and delegation schemes whose role requirements can be asked for. */
const apps = ['fyr/havneavgift', 'hvt/utslipp', 'fjv/byggesak'];
const schemes = ['appid:1', 'appid:2', 'appid:418'];

/** By service, by app, or by delegation scheme; what does not name a known one is 404 (section 11). */
function requirements(metadata: Metadata, roles: OpenRoles, call: Call) {
  const code = call.given.get('serviceCode') ?? '';
  const app = call.given.get('app') ?? '';
  const service = metadata.find(code, Number(call.given.get('serviceEditionCode') ?? Number.NaN));
  const named = [
    apps.find((one) => one === app),
    schemes.find((one) => one === code.toLowerCase()),
  ];
  const name =
    named.find((one) => one !== undefined) ??
    (service ? nameOfService(service) : refuse(refusals.serviceNotFound));
  const language = languageOf(call);
  const operations =
    service && name === nameOfService(service)
      ? operationsOf(metadata, service, language)
      : [{ Name: 'Access', LocalizedFriendlyName: 'Access' }];
  const given = service && metadata.rolesOf(service);
  const ids = given ?? rolesFor(name).map(({ id }) => id);
  return listed(
    ids.flatMap((id) => roles.find(String(id)) ?? []),
    (role, at) => requirement(call, role, at, language, operations),
    { self: `${call.path}?${call.query}`, bare: call.shape.requirementFields !== 'page' },
  );
}

function requirement(
  call: Call,
  role: RoleDefinition,
  at: number,
  language: Language,
  operations: readonly object[],
): object {
  const { requirementFields: fields, values } = call.shape;
  const [parent] = role.parents;
  const isSpec = (mixed: boolean): boolean => fields === 'spec' || (fields === 'mixed' && mixed);
  const path = openRolePath(role.id, language);
  return {
    RoleDefinitionId: values === 'mixed' && at % 4 === 3 ? String(role.id) : role.id,
    RoleDefinitionCode: role.code,
    [isSpec(at % 3 === 1) ? 'LocalizedRoleTypeName' : 'LocalizedRoleName']: inLanguage(
      role.name,
      language,
    ),
    ...(parent === undefined
      ? {}
      : isSpec(at % 4 === 2)
        ? {
            ParentRoleDefinitionId: call.shape.requirementParents === 'one' ? parent : role.parents,
          }
        : { ParentRoleDefinitionIds: role.parents }),
    [isSpec(at % 3 === 2) ? 'IsDelegatable' : 'IsDelegable']: role.type === 'Platform',
    Operations: operations,
    _links: { roledefinition: isSpec(false) ? call.links.to(path) : path },
  };
}

const friendly: Readonly<Record<string, Texts>> = {
  Read: ['Read', 'Lese', 'Lese'],
  Write: ['Fill in', 'Fylle ut', 'Fylle ut'],
  ArchiveRead: ['Read in the archive', 'Lese i arkivet', 'Lese i arkivet'],
  ArchiveDelete: ['Delete from the archive', 'Slette fra arkivet', 'Slette frå arkivet'],
};

const same = (name: string): Texts => [name, name, name];

/** The words of actions, spelt as the service has them. */
export function actionsOf(service: Pick<Service, 'kind' | 'code'>): readonly string[] {
  const names = service.kind === 'correspondence' ? ['Read', 'ArchiveRead'] : Object.keys(friendly);
  const isHyphened = Number(service.code) % 5 === 0;
  return names.map((name) => (isHyphened && name === 'ArchiveRead' ? 'Archive-Read' : name));
}

/** The steps are given per operation for services with several of them. */
function operationsOf(metadata: Metadata, service: Service, language: Language): object[] {
  const { steps } = metadata.detail(service);
  const appliesTo = steps.map((step, at) => ({
    ...(at === 0 ? {} : { SequenceNumber: at }),
    Name: at === 0 ? 'FormFilling' : 'SendIn',
    SecurityLevel: step.securityLevel,
  }));
  return actionsOf(service).map((name) => ({
    Name: name,
    LocalizedFriendlyName: inLanguage(friendly[name.replace('-', '')] ?? same(name), language),
    ...(steps.length > 1 ? { AppliesTo: appliesTo } : {}),
  }));
}
