// Role definitions of the open metadata (platform.md, Roles and rights): external roles and the platform's own.
import type { OpenRole } from '../../../preload/contract/metadata.ts';
import type { ReadClient } from '../../platform/client.ts';
import { encoded } from '../../http/addresses.ts';
import { itemReaders, readWholeList, type WholeList } from '../../http/complete-list.ts';
import { readerOf, type ResourceReader } from '../../http/reader.ts';
import { inLanguage, type ListCall, type MetadataCall } from './call.ts';

export function listRoles(
  client: ReadClient,
  { language, report, ...how }: ListCall,
): Promise<WholeList<OpenRole>> {
  const asked = inLanguage(language);
  const path = 'api/metadata/roledefinitions/';
  return readWholeList({
    load: (page) => client.load({ ...asked, ...how, path, query: { ...asked.query, ...page } }),
    read: (value) =>
      itemReaders(value, 'the roles', ['roledefinitions'], ['RoleDefinitionId']).map(readRole),
    key: ({ id }) => String(id),
    report,
  });
}

export async function loadRole(
  client: ReadClient,
  role: number,
  { language, ...how }: MetadataCall,
): Promise<OpenRole> {
  const path = encoded`api/metadata/roledefinitions/${role}`;
  const reader = readerOf(await client.read({ ...inLanguage(language), ...how, path }), 'a role');
  const found = readRole(reader);
  if (found.id !== role) throw reader.wrong('RoleDefinitionId');
  return found;
}

function readRole(reader: ResourceReader): OpenRole {
  const type = reader.text('RoleType') ?? '';
  return {
    id: reader.requiredInteger('RoleDefinitionId'),
    kind: roleKindOf(type),
    type,
    code: reader.text('RoleDefinitionCode') ?? '',
    name: reader.text('RoleName') ?? '',
    description: reader.text('RoleDescription') ?? '',
    parents: [...reader.integers('ParentRoleDefinitionIds')],
    children: [...reader.integers('ChildRoleDefinitionIds')],
  };
}

/** The platform's own roles have its name as their type, which differs between platforms (platform.md, Roles and rights). */
function roleKindOf(type: string): OpenRole['kind'] {
  if (/^external$/i.test(type)) return 'external';
  return /lo[ck]al/i.test(type) ? 'local' : 'platform';
}
