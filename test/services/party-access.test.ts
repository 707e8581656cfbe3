// What service owners are shown of a party's access, through the whole program: reportees, roles, rights and tables.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { readWorkbook } from '../support/workbook.ts';

const world = openReading({ messages: 2 });
const kari = { identityNumber: '14857912345' };
const odd = { identityNumber: '03916823456' };

function desk(mediaType: MediaType = 'application/hal+json') {
  const { steward, platform } = world();
  const connection = world().in(mediaType);
  return {
    all: steward.client.partyAccess,
    app: steward.app,
    connection,
    control: platform.control,
    own: { organisationNumber: platform.organisationNumber },
    steward,
  };
}

inEveryMediaType((mediaType) => {
  it('PAC-01 whom somebody represents is listed complete over all pages, with masked numbers', async () => {
    const { all, connection, control, own } = desk(mediaType);
    const whole = await valueOf(all.reportees({ connection, subject: kari }));
    expect(whole.completeness).toMatchObject({ complete: true, because: null });
    expect(whole.reportees[0]).toMatchObject({
      ...{ name: 'Kari Steinvåg', kind: 'person', identityNumber: '148579•••••' },
    });
    expect(JSON.stringify(whole)).not.toMatch(/\d{11}/);
    control.shape.pageSize = 2;
    const paged = await valueOf(all.reportees({ connection, subject: kari }));
    expect(paged.reportees).toEqual(whole.reportees);
    const units = await valueOf(all.reportees({ connection, subject: own }));
    expect(units.reportees.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['Enterprise', 'Business']),
    );
  });

  it('PAC-01 they are narrowed by a service, and by a role under its code', async () => {
    const { all, connection, control, own } = desk(mediaType);
    const numbers = async (more: object) =>
      (await valueOf(all.reportees({ connection, subject: odd, ...more }))).reportees.map(
        (one) => one.organisationNumber,
      );
    const [service] = control.metadata.services;
    const of = { code: service?.code ?? '', edition: service?.edition ?? 0 };
    expect(await numbers({ service: of })).toContain(own.organisationNumber);
    expect(await numbers({ roleDefinitionCode: 'DAGL' })).not.toContain(own.organisationNumber);
    expect(control.requests.some(({ query }) => query.includes('roleDefinitionId=4'))).toBe(true);
    expect(
      await all.reportees({ connection, subject: odd, roleDefinitionCode: 'NONE' }),
    ).toMatchObject({ failure: { fields: { roleDefinitionCode: 'not-a-choice' } } });
  });

  it('PAC-02 rights stand at the top of the answer, roles below it: both are read whole, wherever they stand', async () => {
    const { all, connection, control, own } = desk(mediaType);
    const pair = { connection, subject: odd, reportee: own };
    for (const lists of ['embedded', 'named'] as const)
      for (const ownerRoles of ['alone', 'with-parties', 'bare'] as const) {
        const ownerRoleLinks = ownerRoles === 'alone' ? 'owner' : 'metadata';
        Object.assign(control.shape, { lists, ownerRoleLinks, ownerRoles });
        const rights = await valueOf(all.rights(pair));
        expect(rights.rights.length).toBeGreaterThan(0);
        expect(rights.subject).toMatchObject({ kind: 'person', identityNumber: '039168•••••' });
        expect(rights.reportee.organisationNumber).toBe(own.organisationNumber);
        const roles = await valueOf(all.roles(pair));
        expect(roles.roles.map(({ id }) => id)).toContain(27);
        expect(roles.roles.every(({ name }) => name !== '')).toBe(true);
        control.shape.pageSize = 1;
        expect((await valueOf(all.roles(pair))).roles).toEqual(roles.roles);
        control.shape.pageSize = 50;
      }
    Object.assign(control.shape, {
      ...{ lists: 'embedded', ownerRoleLinks: 'owner', ownerRoles: 'alone' },
    });
  });
});

describe('the access of a party', () => {
  it('PAC-02 who has no profile is refused in the words of the platform', async () => {
    const { all, connection, own } = desk();
    expect(
      await all.rights({ connection, subject: { identityNumber: '00000000000' }, reportee: own }),
    ).toMatchObject({ failure: { kind: 'refused', status: 400 } });
    expect(await all.rights({ connection, subject: own, reportee: own })).toMatchObject({
      failure: { kind: 'refused', reason: 'The subject must be a person.' },
    });
  });

  it('PAC-03 both are saved as tables without whole numbers, and the journal says that a file was made, not of whom', async () => {
    const { all, app, connection, own, steward } = desk();
    const folder = tempFolder();
    const csv = path.join(folder, 'parties.csv');
    const saved = await valueOf(
      all.exportReportees({
        ...{ connection, subject: kari, format: 'csv' as const },
        target: app.targetFor(csv),
      }),
    );
    const text = readFileSync(csv, 'utf8');
    expect(saved.completeness.complete).toBe(true);
    expect(saved.rows).toBe(text.trim().split('\r\n').length - 1);
    expect(text).toContain('148579•••••');
    expect(text).not.toMatch(/(?<![\w-])\d{11}(?![\w-])/);
    const xlsx = path.join(folder, 'access.xlsx');
    await valueOf(
      all.exportAccess({
        ...{ connection, subject: odd, reportee: own, format: 'xlsx' as const },
        target: app.targetFor(xlsx),
      }),
    );
    const { rows } = readWorkbook(readFileSync(xlsx));
    expect(rows[1]?.slice(0, 2)).toEqual([
      expect.stringContaining('Odd'),
      expect.stringContaining(' '),
    ]);
    expect(new Set(rows.slice(1).map((row) => row[2]))).toEqual(new Set(['role', 'right']));
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 5 }));
    expect(lines.map(({ operation }) => operation)).toContain('partyAccess.exportAccess');
    expect(JSON.stringify(lines)).not.toMatch(/(?<![\w-])\d{11}(?![\w-])|039168/);
  });
});
