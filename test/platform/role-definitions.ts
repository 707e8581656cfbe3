// Role definitions for everyone (platform.md, Roles and rights): external and the platform's own, and the open reads.
import { inLanguage, languageOf, type Language, type Texts } from './code-lists.ts';
import type { Acts } from './door.ts';
import { refusals, refuse } from './errors.ts';
import { listed } from './lists.ts';
import { platformName } from './names.ts';

export interface RoleDefinition {
  readonly id: number;
  readonly type: 'External' | 'Platform';
  readonly code: string;
  readonly name: Texts;
  readonly description: Texts;
  /** Roles that also give access to this one. */
  readonly parents: readonly number[];
  /** Roles one has with this one. */
  readonly children: readonly number[];
}

type Row = readonly [
  id: number,
  code: string,
  name: Texts,
  children: readonly number[],
  type?: 'External',
];

const same = (name: string): Texts => [name, name, name];

/** Who has a role has its children too: a graph without circles but for 31 and 32, which name each other. */
const rows: readonly Row[] = [
  [3, 'LEDE', ['Chair of the board', 'Styrets leder', 'Leiar i styret'], [20, 21, 40], 'External'],
  [4, 'DAGL', ['Managing director', 'Daglig leder', 'Dagleg leiar'], [20, 21, 22, 40], 'External'],
  [5, 'MEDL', ['Member of the board', 'Styremedlem', 'Styremedlem'], [], 'External'],
  [6, 'REGN', ['Accountant', 'Regnskapsfører', 'Rekneskapsførar'], [23, 24], 'External'],
  [7, 'REVI', ['Auditor', 'Revisor', 'Revisor'], [25], 'External'],
  [8, 'KONT', ['Contact person', 'Kontaktperson', 'Kontaktperson'], [26], 'External'],
  [9, 'DELT', ['Participant', 'Deltaker', 'Deltakar'], [], 'External'],
  [10, 'BEST', ['Managing shipowner ', 'Bestyrende reder ', 'Styrande reiar '], [20], 'External'],
  [20, 'HOVED', ['Main administrator', 'Hovedadministrator', 'Hovudadministrator'], [21, 22]],
  [21, 'TILG', ['Access management', 'Tilgangsstyring', 'Tilgangsstyring'], [33]],
  [22, 'SIGN', ['Signing', 'Signering', 'Signering'], [27]],
  [23, 'LONN', ['Pay and staff', 'Lønn og personal', 'Løn og personale'], [27]],
  [24, 'REGL', ['Accounting', 'Regnskapslister', 'Rekneskapslister'], [27]],
  [
    25,
    'REVM',
    ['Auditor without signing', 'Revisor uten signering', 'Revisor utan signering'],
    [27],
  ],
  [26, 'POST', ['Mail and archive', 'Post og arkiv', 'Post og arkiv'], [27]],
  [27, 'UTINN', ['Fill in and send', 'Utfyller og innsender', 'Utfyllar og innsendar'], [28]],
  [28, 'LESE', ['Read only', 'Bare lesing', 'Berre lesing'], []],
  [30, 'MILJ', ['Environment', 'Energi, miljø og klima', 'Energi, miljø og klima'], [27]],
  [31, 'PLAN', ['Planning', 'Plan og bygg', 'Plan og bygg'], [32, 27]],
  [32, 'BYGG', ['Building', 'Byggesak', 'Byggesak'], [31]],
  [33, 'KLADM', ['Client administration', 'Klientadministrasjon', 'Klientadministrasjon'], []],
  [40, 'KRYP', ['Confidential mail', 'Taushetsbelagt post', 'Teieplikt-post'], []],
  // The rest makes the list longer than one page.
  ...Array.from({ length: 36 }, (_, at): Row => [
    100 + at,
    `SEK${String(at + 1).padStart(2, '0')}`,
    [`Sector ${at + 1}`, `Sektor ${at + 1}`, `Sektor ${at + 1}`],
    at % 2 === 0 ? [27] : [28],
  ]),
];

/** Who is whose parent follows from the children. */
const withParents = (all: readonly Omit<RoleDefinition, 'parents'>[]): readonly RoleDefinition[] =>
  all.map((role) => ({
    ...role,
    parents: all.filter(({ children }) => children.includes(role.id)).map(({ id }) => id),
  }));

export const roleDefinitions: readonly RoleDefinition[] = withParents(
  rows.map(([id, code, name, children, type]) => ({
    id,
    code,
    name,
    children,
    type: type ?? ('Platform' as const),
    description:
      type === 'External'
        ? ['From the entity register', 'Rolle fra enhetsregisteret', 'Rolle frå einingsregisteret']
        : same(''),
  })),
);

/** The one role that service owners give (section 8). It gives access to nothing, and stands in the open reads alone. */
export const ownerRole: RoleDefinition = {
  id: 282,
  code: 'A0282',
  type: 'Platform',
  name: ['Given by an agency', 'Gitt av etat', 'Gitt av etat'],
  description: same(''),
  parents: [],
  children: [],
};

/** Role definitions as the open reads of one platform show them; the other areas keep to those of the seed. */
export interface OpenRoles {
  readonly all: readonly RoleDefinition[];
  find(id: string): RoleDefinition | undefined;
  /** Changes one, or adds one. */
  put(id: number, change: Partial<Omit<RoleDefinition, 'id' | 'parents'>>): RoleDefinition;
  /** Roles that name it as their child go on doing so. */
  remove(id: number): void;
}

export function createOpenRoles(): OpenRoles {
  let all: readonly RoleDefinition[] = [...roleDefinitions, ownerRole];
  const find = (id: string) => all.find((role) => String(role.id) === id);
  return {
    get all() {
      return all;
    },
    find,
    put(id, change) {
      const code = `ROLE${id}`;
      const fresh = { id, code, type: 'Platform' as const, name: same(code) };
      const before = find(String(id)) ?? { ...fresh, description: same(''), children: [] };
      const after = { ...before, ...change };
      const others = all.filter((role) => role.id !== id);
      const at = all.findIndex((role) => role.id === id);
      all = withParents(
        others.toSpliced(at < 0 ? others.length : at, 0, { ...after, parents: [] }),
      );
      return find(String(id)) ?? { ...after, parents: [] };
    },
    remove(id) {
      all = withParents(all.filter((role) => role.id !== id));
    },
  };
}

export const roleDefinitionOf = (id: string): RoleDefinition | undefined =>
  [...roleDefinitions, ownerRole].find((role) => String(role.id) === id);

/** All roles one has with `id`, itself included; ends on circles too. */
export function rolesBelow(id: number, met = new Set<number>()): ReadonlySet<number> {
  if (met.has(id)) return met;
  met.add(id);
  for (const child of roleDefinitionOf(String(id))?.children ?? []) rolesBelow(child, met);
  return met;
}

export const openRolePath = (id: number, language: Language): string =>
  `/api/metadata/roledefinitions/${id}?language=${language}`;

/** The four fields that every kind of read shows. */
export function roleFields(role: RoleDefinition, language: Language) {
  return {
    RoleType: role.type === 'Platform' ? platformName : role.type,
    RoleDefinitionId: role.id,
    RoleName: inLanguage(role.name, language),
    RoleDescription: inLanguage(role.description, language),
  };
}

export function openRoleActs(roles: OpenRoles) {
  return {
    'openRoles.list'(call) {
      const language = languageOf(call);
      const self = `/api/metadata/roledefinitions?language=${language}`;
      return listed(roles.all, (role) => openRole(role, language), { self });
    },
    'openRoles.get': (call) =>
      openRole(
        roles.find(call.parts['id'] ?? '') ?? refuse(refusals.roleDefinitionNotFound),
        languageOf(call),
      ),
  } satisfies Partial<Acts>;
}

/** The graph stands only where there is something to say: missing, not empty, for roles without neighbours. */
function openRole(role: RoleDefinition, language: Language): object {
  return {
    ...roleFields(role, language),
    RoleDefinitionCode: role.code,
    ...(role.parents.length > 0 ? { ParentRoleDefinitionIds: role.parents } : {}),
    ...(role.children.length > 0 ? { ChildRoleDefinitionIds: role.children } : {}),
    _links: { self: openRolePath(role.id, language) },
  };
}
