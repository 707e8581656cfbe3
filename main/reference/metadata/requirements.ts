// Role requirements of the open metadata (platform.md, Roles and rights): which roles give access to what.
import type { RoleRequirement } from '../../../preload/contract/metadata.ts';
import type { ReadClient } from '../../platform/client.ts';
import { type Completeness, itemReaders, readWholeList } from '../../http/complete-list.ts';
import type { ResourceReader } from '../../http/reader.ts';
import { actionOf } from '../../../preload/contract/rules.ts';
import { inLanguage, type MetadataCall } from './call.ts';

/** What roles give access to. */
export type AccessTo =
  | { readonly service: { readonly code: string; readonly edition: number } }
  | { readonly delegationScheme: number }
  | { readonly app: { readonly org: string; readonly name: string } };

const path = 'api/metadata/rolerequirements';

export interface Requirements {
  readonly requirements: RoleRequirement[];
  readonly completeness: Completeness;
}

export async function loadRequirements(
  client: ReadClient,
  of: AccessTo,
  { language, ...how }: MetadataCall,
): Promise<Requirements> {
  const asked = inLanguage(language);
  const list = await readWholeList({
    load: (page) =>
      client.load({
        ...asked,
        ...how,
        path,
        query: { ...queryOf(of), ...asked.query, ...page },
      }),
    read: (value) =>
      itemReaders(value, 'the role requirements', ['rolerequirements'], ['RoleDefinitionId']).map(
        readRequirement,
      ),
    key: ({ role }) => String(role),
  });
  const { items: requirements, completeness } = list.shown();
  return { requirements, completeness };
}

function queryOf(of: AccessTo): Record<string, string> {
  if ('service' in of) {
    const { code, edition } = of.service;
    return { serviceCode: code, serviceEditionCode: String(edition) };
  }
  if ('app' in of) return { app: `${of.app.org}/${of.app.name}` };
  return { serviceCode: `AppId:${of.delegationScheme}` };
}

/** A list or one number, by sources that name it in two ways. */
const parentsOf = (reader: ResourceReader): number[] => [
  ...new Set([
    ...reader.integers('ParentRoleDefinitionIds'),
    ...reader.integers('ParentRoleDefinitionId'),
  ]),
];

function readRequirement(reader: ResourceReader): RoleRequirement {
  return {
    role: reader.requiredInteger('RoleDefinitionId'),
    code: reader.text('RoleDefinitionCode'),
    name: reader.requiredText('LocalizedRoleName', 'LocalizedRoleTypeName'),
    parents: parentsOf(reader),
    parentCodes: [...reader.texts('Parents')],
    delegable: reader.boolean('IsDelegable', 'IsDelegatable'),
    operations: reader.readers('Operations').map((operation) => ({
      action: actionOf(operation.requiredText('Name')),
      name: operation.text('LocalizedFriendlyName'),
      appliesTo: operation.readers('AppliesTo').map((step) => ({
        sequence: step.integer('SequenceNumber'),
        name: step.requiredText('Name'),
        securityLevel: step.integer('SecurityLevel'),
      })),
    })),
  };
}
