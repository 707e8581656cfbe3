// Role definitions of the open metadata (platform.md, Roles and rights): external roles and the platform's own.
import type { OpenRole } from '../../../preload/contract/metadata.ts';
import type { ReadClient } from '../../platform/client.ts';
import { readPages } from '../../http/hal.ts';
import { pageOf, readerOf, type ResourceReader } from '../../http/reader.ts';
import { inLanguage, type MetadataCall, type Progress } from './call.ts';

const ROLES = { list: ['roledefinitions'], mark: 'RoleDefinitionId' } as const;

export async function listRoles(
  reading: ReadClient,
  { language, report, ...how }: MetadataCall & { readonly report: Progress },
) {
  const asked = inLanguage(language);
  let items = 0;
  let calls = 0;
  const { items: roles, complete } = await readPages(
    async (skip) => {
      const query = { ...asked.query, $skip: skip === 0 ? undefined : String(skip) };
      const call = { ...asked, ...how, path: 'api/metadata/roledefinitions/', query };
      const page = pageOf(await reading.read(call), 'the roles', ROLES);
      items += page.length;
      calls += 1;
      report({ items, calls });
      return page.map(readRole);
    },
    ({ id }) => String(id),
  );
  const because = complete ? null : ('endless' as const);
  return { roles: [...roles], completeness: { complete, because, calls } };
}

export async function fetchRole(
  reading: ReadClient,
  role: number,
  { language, ...how }: MetadataCall,
): Promise<OpenRole> {
  const path = `api/metadata/roledefinitions/${String(role)}`;
  const reader = readerOf(await reading.read({ ...inLanguage(language), ...how, path }), 'a role');
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

/** The platform's own roles bear its name as their type, whatever it is (platform.md, Roles and rights). */
function roleKindOf(type: string): OpenRole['kind'] {
  if (/^external$/i.test(type)) return 'external';
  return /lo[ck]al/i.test(type) ? 'local' : 'platform';
}
