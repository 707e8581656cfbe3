// What kind of role a definition of the open metadata is, from the platform's own words; one role is the one asked for.
import { expect, it } from 'vitest';
import type { PlatformClient } from '../../../../main/platform/client.ts';
import { loadRole } from '../../../../main/reference/metadata/roles.ts';

const answering = (fields: Readonly<Record<string, unknown>>) =>
  ({
    read: async () => ({ RoleDefinitionId: 4, RoleName: 'Daglig leder', ...fields }),
  }) as unknown as PlatformClient;
const load = (fields: Readonly<Record<string, unknown>>) =>
  loadRole(answering(fields), 4, { signal: new AbortController().signal });

it.each([
  ['External', 'external'],
  ['external', 'external'],
  ['Local', 'local'],
  ['Lokal rolle', 'local'],
  // The platform's own roles have its name as their type, whatever is in that.
  ['Platform', 'platform'],
  ['Externalia', 'platform'],
  ['My external', 'platform'],
  ['', 'platform'],
] as const)('MTD-06 a role of type "%s" is of the kind %s', async (type, kind) => {
  expect(await load({ RoleType: type })).toMatchObject({ type, kind });
});

it('PAR-09 a definition of another role is refused', async () => {
  await expect(load({ RoleDefinitionId: 5 })).rejects.toMatchObject({
    failure: { kind: 'unexpected-answer' },
  });
});
