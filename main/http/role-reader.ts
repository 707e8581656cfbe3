// Reads role definitions, rights and actions, whose words differ from server to server (platform.md, Values).
import type { Right, RoleDefinition, RoleKind } from '../../preload/contract/role-definitions.ts';
import type { HeldRight, HeldRole } from '../../preload/contract/delegations.ts';
import { actionOf } from '../../preload/contract/rules.ts';
import { itemReaders } from './complete-list.ts';
import { fieldOf } from './hal.ts';
import type { ResourceReader } from './reader.ts';

const EXTERNAL = /extern|ekstern/i;
const LOCAL = /local|lokal/i;

/** What is neither external nor local is named after the platform, whose name is not known here (platform.md, Roles and rights). */
export function roleKindOf(type: string): RoleKind {
  if (EXTERNAL.test(type)) return 'external';
  return LOCAL.test(type) ? 'local' : 'platform';
}

/** The fields every kind of read shows. Problem unexpected-answer without an id, a type or a name. */
export function readRoleDefinition(reader: ResourceReader): RoleDefinition {
  const type = reader.requiredText('RoleType');
  return {
    id: reader.requiredInteger('RoleDefinitionId'),
    kind: roleKindOf(type),
    type,
    name: reader.requiredText('RoleName'),
    description: reader.text('RoleDescription') ?? '',
    code: reader.text('RoleDefinitionCode'),
  };
}

/** Those of one answer of a party's list: bare arrays in every media type, so no relations are asked for. */
export const roleDefinitionReaders = (value: unknown): readonly ResourceReader[] =>
  itemReaders(value, 'the role definitions', ['roledefinitions'], ['RoleDefinitionId']);

export const readRights = (reader: ResourceReader): Right[] =>
  partOf(reader, 'Rights').map(readRight);

/** Roles or rights in a resource: an array, or an object with the array embedded in it (platform.md, Roles and rights). */
export function partOf(
  reader: ResourceReader,
  name: 'Roles' | 'Rights',
): readonly ResourceReader[] {
  const inside = reader.readers(name);
  const [only] = inside;
  if (only === undefined || inside.length > 1) return inside;
  const { state, embedded } = only.resource;
  const holds = (fields: typeof state | typeof embedded) => fieldOf(fields, name) !== undefined;
  const isAround = holds(embedded) || holds(state) || Object.keys(state).length === 0;
  return isAround ? only.readers(name) : inside;
}

export const readRight = (right: ResourceReader): Right => ({
  id: right.text('RightID'),
  type: right.text('RightType'),
  // Rights to something else than a service have no code.
  serviceCode: right.text('ServiceCode') ?? '',
  serviceEdition: right.integer('ServiceEditionCode', 'ServiceEdition', 'ServiceEdtionCode'),
  action: actionOf(right.requiredText('Action')),
  source: right.text('RightSourceType'),
  delegable: right.boolean('IsDelegatable', 'IsDelegable'),
});

/** A role that somebody holds. Its description may be missing, and an id where it follows from another role. */
export const readHeldRole = (reader: ResourceReader): HeldRole => ({
  ...readRoleDefinition(reader),
  held: reader.text('RoleId'),
  delegator: reader.text('Delegator') ?? '',
  since: reader.instant('DelegatedTime'),
});

/** `DirectlyDelegated` and `DirectlyDelegatedRights` are one word in two documents. */
export function readHeldRight(reader: ResourceReader): HeldRight {
  const found = readRight(reader);
  return { ...found, direct: /^directlydelegated/i.test(found.source ?? '') };
}

/** For comparing two sets of rights: the same right to the same action, however it is spelt. */
export function rightKey(right: {
  readonly serviceCode: string;
  readonly serviceEdition: number | null;
  readonly action: string;
}): string {
  const { word, known } = actionOf(right.action);
  return `${known === 'unknown' ? word : known} ${right.serviceCode}/${right.serviceEdition ?? '?'}`;
}
