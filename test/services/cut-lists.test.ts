// A list that the platform cut, through the whole program: nothing is decided by it, and its files say so.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Result } from '../../preload/result.ts';
import { everythingOn } from '../platform/shape.ts';
import { openReading } from '../support/open-reading.ts';
import { type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { readWorkbook } from '../support/workbook.ts';

const world = openReading({ users: 3, switches: everythingOn });

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

type Target = ReturnType<Steward['app']['targetFor']>;
interface Export {
  readonly list: string;
  readonly format: 'csv' | 'xlsx' | 'json';
  readonly heading: string;
  readonly run: (desk: Pick<Desk, 'client'> & At, target: Target) => Promise<Result<Saved>>;
}
interface At {
  readonly at: { readonly connection: string };
  readonly organisationNumber: string;
}
interface Saved {
  readonly completeness: { readonly complete: boolean; readonly because: string | null };
}

const kari = { identityNumber: '14857912345' };
const EXPORTS: Readonly<Record<string, Export>> = {
  'enterpriseUsers.exportList': {
    ...{ list: 'enterpriseUsers.list', format: 'csv', heading: 'user name' },
    run: ({ client, at }, target) => client.enterpriseUsers.exportList({ ...at, target }),
  },
  'contactInformation.exportList': {
    ...{ list: 'contactInformation.list', format: 'csv', heading: 'action' },
    run: ({ client, at, organisationNumber }, target) =>
      client.contactInformation.exportList({ ...at, organisationNumber, target }),
  },
  'roleDefinitions.exportAll as JSON': {
    ...{ list: 'roleDefinitions.list', format: 'json', heading: 'steward-local-roles' },
    run: ({ client, at }, target) =>
      client.roleDefinitions.exportAll({ ...at, who: 'my', format: 'json', target }),
  },
  'roleDefinitions.exportAll as XLSX': {
    ...{ list: 'roleDefinitions.list', format: 'xlsx', heading: 'role' },
    run: ({ client, at }, target) =>
      client.roleDefinitions.exportAll({ ...at, who: 'my', format: 'xlsx', target }),
  },
  'serviceRights.exportList': {
    ...{ list: 'serviceRights.list', format: 'csv', heading: 'rule' },
    run: ({ client, at }, target) =>
      client.serviceRights.exportList({
        ...{ ...at, service: { code: 'B102', edition: 1 }, format: 'csv', target },
      }),
  },
  'ownerRequests.exportConsents': {
    ...{ list: 'ownerConsents.list', format: 'csv', heading: 'code' },
    run: ({ client, at }, target) =>
      client.ownerRequests.exportConsents({
        ...{ ...at, service: { code: 'K107', edition: 1 }, format: 'csv', target },
      }),
  },
  'partyAccess.exportReportees': {
    ...{ list: 'ownerAccess.reportees', format: 'xlsx', heading: 'name' },
    run: ({ client, at }, target) =>
      client.partyAccess.exportReportees({ ...at, subject: kari, format: 'xlsx', target }),
  },
  'partyAccess.exportAccess': {
    ...{ list: 'ownerAccess.roles', format: 'csv', heading: 'subject' },
    run: ({ client, at, organisationNumber }, target) =>
      client.partyAccess.exportAccess({
        ...{ ...at, subject: { organisationNumber }, reportee: { organisationNumber } },
        ...{ format: 'csv', target },
      }),
  },
  'serviceOwner.exportResults': {
    ...{ list: 'serviceOwner.personalContacts', format: 'csv', heading: 'organisation number' },
    run: ({ client, at, organisationNumber }, target) =>
      client.serviceOwner.exportResults({
        ...{ ...at, of: { organisationNumbers: [organisationNumber] }, format: 'csv', target },
        identityNumbers: 'none',
      }),
  },
};

it.each(Object.entries(EXPORTS))(
  'LIM-02 %s is made, and says in its first line and its journal line that it is a part',
  async (name, { list, format, heading, run }) => {
    const { steward, platform } = world();
    const { control, organisationNumber } = platform;
    Object.assign(control.shape, { srr: 'spec', srrRead: 200 });
    const at = { connection: world().in('application/json') };
    const file = path.join(tempFolder(), `part.${format}`);
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    control.fault({ operation: list, acts: true, times: 9, effect });
    const target = steward.app.targetFor(file);
    const saved = await valueOf(run({ client: steward.client, at, organisationNumber }, target));
    expect(saved.completeness).toMatchObject({ complete: false, because: 'limit' });
    const [first, second] =
      format === 'xlsx'
        ? readWorkbook(readFileSync(file)).rows.map(([cell = '']) => cell)
        : readFileSync(file, 'utf8')
            .replace(/^\ufeff|^\{\n/, '')
            .split('\n');
    expect(first).toMatch(/^"?# Incomplete: |^ {2}"incomplete": "/);
    expect(second).toContain(heading);
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 1 }));
    const [operation = ''] = name.split(' ');
    const [line] = lines;
    expect(line?.operation === operation ? line.detail : 'in no line').toBe(
      JOURNALLED.includes(operation) ? 'incomplete list' : 'in no line',
    );
  },
);

/** Those that make a file of what others registered; the other lists are of one's own. */
const JOURNALLED = [
  'ownerRequests.exportConsents',
  'partyAccess.exportReportees',
  'partyAccess.exportAccess',
  'serviceOwner.exportResults',
];

it.each(['json', 'csv', 'xlsx'] as const)(
  'LIM-02 a %s of roles that says so is read again from its headings on',
  async (format) => {
    const { steward, platform } = world();
    const at = { connection: world().in('application/json'), who: 'my' };
    const file = path.join(tempFolder(), `roles.${format}`);
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    platform.control.fault({ operation: 'roleDefinitions.list', acts: true, times: 9, effect });
    const { roleDefinitions } = steward.client;
    const target = steward.app.targetFor(file);
    const saved = await valueOf(roleDefinitions.exportAll({ ...at, format, target }));
    const handle = steward.app.handleFor(file);
    const { inFile, refused } = await valueOf(roleDefinitions.compareFile({ ...at, file: handle }));
    expect([inFile.length, refused]).toEqual([saved.roles, []]);
    expect(saved.roles).toBeGreaterThan(0);
  },
);
