// Reads role definitions, rights and actions, whose words differ from server to server (platform.md, Values).
import type {
  Action,
  Right,
  RoleDefinition,
  RoleKind,
} from '../../preload/contract/role-definitions.ts';
import type { ResourceReader } from './reader.ts';

const EXTERNAL = /extern|ekstern/i;
const LOCAL = /local|lokal/i;

/** What is neither external nor local is named after the platform, whose name is not known here (platform.md, Roles and rights). */
export function roleKindOf(type: string): RoleKind {
  if (EXTERNAL.test(type)) return 'external';
  return LOCAL.test(type) ? 'local' : 'platform';
}

const ACTIONS: Readonly<Record<string, Action['known']>> = {
  read: 'Read',
  write: 'Write',
  delete: 'Delete',
  sign: 'Sign',
  readarchive: 'ReadArchive',
  archiveread: 'ReadArchive',
  deletearchive: 'DeleteArchive',
  archivedelete: 'DeleteArchive',
  access: 'Access',
};

/** `ArchiveRead`, `Archive-Read` and `readarchive` are one action; words nobody knows are kept. */
export function actionOf(word: string): Action {
  return { word, known: ACTIONS[word.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? 'unknown' };
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

export function readRights(reader: ResourceReader): Right[] {
  return reader.readers('Rights').map((right) => ({
    id: right.text('RightID'),
    type: right.text('RightType'),
    // Rights to something else than a service have no code.
    serviceCode: right.text('ServiceCode') ?? '',
    serviceEdition: right.integer('ServiceEditionCode', 'ServiceEdition', 'ServiceEdtionCode'),
    action: actionOf(right.requiredText('Action')),
    source: right.text('RightSourceType'),
    delegable: right.boolean('IsDelegatable', 'IsDelegable'),
  }));
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
