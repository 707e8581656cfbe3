// A list of which the platform held back a part, through the whole program: what must know all of it refuses to decide.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Result } from '../../preload/result.ts';
import { everythingOn } from '../platform/shape.ts';
import { openReading } from '../support/open-reading.ts';
import type { Steward } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ switches: everythingOn });

interface Desk {
  readonly client: Steward['client'];
  readonly connection: string;
  readonly organisationNumber: string;
  /** A handle to a file of a local role whose name nobody has. */
  readonly roleFile: () => string;
}

type Act = (desk: Desk) => Promise<Result<unknown>>;

const rows: readonly (readonly [what: string, list: string, act: Act])[] = [
  [
    'a role’s code is looked up for its number',
    'openRoles.list',
    ({ client, connection }) =>
      client.partyAccess.reportees({
        connection,
        subject: { identityNumber: '03916823456' },
        roleDefinitionCode: 'DAGL',
      }),
  ],
  [
    'a person’s number is shown',
    'serviceOwner.personalContacts',
    ({ client, ...at }) =>
      client.serviceOwner.revealNumber({
        connection: at.connection,
        organisationNumber: at.organisationNumber,
        person: 'r1',
      }),
  ],
  [
    'a role of a file has a namesake or none',
    'roleDefinitions.list',
    ({ client, connection, roleFile }) =>
      client.roleDefinitions.readFile({ connection, who: 'my', file: roleFile() }),
  ],
  [
    'a rule of the register is gone',
    'serviceRights.list',
    ({ client, connection }) =>
      client.serviceRights.revoke({
        connection,
        service: { code: 'B102', edition: 1 },
        rule: '4711',
      }),
  ],
];

it.each(rows)('LIM-02 %s: only a whole list says so', async (_what, operation, act) => {
  const { steward, platform } = world();
  const { control, organisationNumber } = platform;
  Object.assign(control.shape, { srr: 'spec', srrRead: 200 });
  const desk: Desk = {
    client: steward.client,
    connection: world().in('application/json'),
    organisationNumber,
    roleFile() {
      const file = path.join(tempFolder(), 'role.json');
      const role = { format: 'steward-local-role', version: 1, name: 'Ny', description: 'Ny' };
      writeFileSync(file, JSON.stringify({ ...role, rights: [] }));
      return steward.app.handleFor(file);
    },
  };
  const effect = {
    kind: 'alter',
    headers: { 'X-Warning-LimitReached': 'true' },
    body: '[]',
  } as const;
  control.fault({ operation, acts: true, times: 9, effect });
  expect(await act(desk)).toMatchObject({
    failure: { kind: 'refused', cause: 'incomplete-list' },
  });
  expect(control.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
