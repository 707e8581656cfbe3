// Reportees through the whole program: lists complete or marked incomplete, identity numbers only when asked for.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();
const NUMBER = '14857912345';
const person = {
  ReporteeId: 'r50010001',
  Name: 'Kari Steinvåg ',
  Type: 'Person',
  SocialSecurityNumber: NUMBER,
};

const asJson = { 'Content-Type': 'application/json' };

function desk(mediaType: Parameters<ReturnType<typeof world>['in']>[0] = 'application/hal+json') {
  const { steward, platform } = world();
  const { control } = platform;
  const answering = (operation: 'list' | 'get', body: unknown, headers = {}, times = 1) => {
    control.fault({
      operation: `reportees.${operation}`,
      acts: true,
      times,
      effect: {
        kind: 'alter',
        status: 200,
        body: JSON.stringify(body),
        headers: { ...asJson, ...headers },
      },
    });
  };
  const connection = world().in(mediaType);
  return { all: steward.client.reportees, connection, control, answering, steward };
}

inEveryMediaType((mediaType) => {
  it('REP-01 LIM-01 everybody is listed over pages, units with their organisation and deleted ones as such', async () => {
    const { all, connection, control } = desk(mediaType);
    const whole = await valueOf(all.list({ connection }));
    control.shape.pageSize = 2;
    const steps: { items: number; calls: number }[] = [];
    const paged = await valueOf(
      all.list({ connection }, { onProgress: (step) => steps.push(step) }),
    );
    expect(paged.reportees).toEqual(whole.reportees);
    expect(paged.completeness).toEqual({ complete: true, because: null, calls: 3 });
    expect(steps.at(-1)).toEqual({ items: 4, calls: 3 });
    const { organisationNumber } = world().platform;
    const [head, ...units] = whole.reportees;
    expect(head).toMatchObject({
      kind: 'organisation',
      type: 'Foretak',
      form: 'AS',
      organisationNumber,
      parentOrganisationNumber: null,
      identityNumber: null,
      status: { known: 'active', word: 'Active' },
    });
    expect(units.map((one) => [one.type, one.kind, one.status?.known])).toEqual([
      ['Foretak', 'organisation', 'active'],
      ['Business', 'organisation', 'active'],
      ['Foretak', 'organisation', 'deleted'],
    ]);
    for (const { parentOrganisationNumber, id } of units) {
      expect(parentOrganisationNumber).toBe(organisationNumber);
      expect(id).toMatch(/^r\d+$/);
    }
  });

  it('REP-02 one of them is read by its id, and only that one', async () => {
    const { all, connection, answering } = desk(mediaType);
    const { reportees } = await valueOf(all.list({ connection }));
    const [, second] = reportees;
    expect(await valueOf(all.get({ connection, reportee: second?.id ?? '' }))).toEqual(second);
    answering('get', person);
    expect(await all.get({ connection, reportee: second?.id ?? '' })).toMatchObject({
      failure: { kind: 'unexpected-answer', field: 'ReporteeId' },
    });
    expect(await all.get({ connection, reportee: 'r1' })).toMatchObject({
      failure: {
        kind: 'refused',
        reason: 'You are not authorized to act on behalf of this reportee.',
      },
    });
  });
});

describe('a person’s number', () => {
  it('REP-01 REP-02 is masked in every answer and whole only where it is asked for', async () => {
    const { all, connection, answering, steward } = desk();
    const asked = { connection, reportee: 'r50010001' };
    answering('list', [person]);
    answering('list', []);
    const { reportees } = await valueOf(all.list({ connection }));
    answering('get', person);
    const one = await valueOf(all.get(asked));
    expect(reportees).toEqual([one]);
    expect(one).toMatchObject({ name: 'Kari Steinvåg', kind: 'person', status: null });
    expect(one.identityNumber).toBe('148579•••••');
    expect(JSON.stringify(steward.sent).includes(NUMBER)).toBe(false);
    answering('get', person);
    expect(await valueOf(all.revealNumber(asked))).toEqual({ identityNumber: NUMBER });
    const log = readFileSync(path.join(steward.dataFolder, 'logs', 'steward.log'), 'utf8');
    expect(log).toContain('identity-number-shown');
    expect(log).not.toContain(NUMBER);
  });

  it('is null for an organisation', async () => {
    const { all, connection } = desk();
    const { reportees } = await valueOf(all.list({ connection }));
    const asked = { connection, reportee: reportees[0]?.id ?? '' };
    expect(await valueOf(all.revealNumber(asked))).toEqual({ identityNumber: null });
  });
});

describe('a list of reportees', () => {
  it('LIM-02 that the platform cut off says so', async () => {
    const { all, connection, answering } = desk();
    answering('list', [person], { 'X-Warning-LimitReached': '' });
    const { completeness } = await valueOf(all.list({ connection }));
    expect(completeness).toMatchObject({ complete: false, because: 'limit' });
  });

  it('PAR-16 ends with a server that gives everything at once, whatever is asked for', async () => {
    const { all, connection, answering } = desk();
    answering('list', [person, { ...person, ReporteeId: 'r2' }], {}, 2);
    const { reportees, completeness } = await valueOf(all.list({ connection }));
    expect(reportees.map(({ id }) => id)).toEqual(['r50010001', 'r2']);
    expect(completeness).toEqual({ complete: true, because: null, calls: 2 });
  });

  it('keeps words it does not know', async () => {
    const { all, connection, answering } = desk();
    const odd = {
      ...person,
      Type: 'Konkursbo',
      Status: 'UnderAvvikling',
      SocialSecurityNumber: '',
    };
    answering('list', { Reportees: [odd], Count: 1 });
    answering('list', []);
    const { reportees } = await valueOf(all.list({ connection }));
    expect(reportees).toMatchObject([
      {
        kind: 'unknown',
        type: 'Konkursbo',
        identityNumber: null,
        status: { known: 'unknown', word: 'UnderAvvikling' },
      },
    ]);
  });

  it('PAR-08 that cannot be understood is never an empty one', async () => {
    const { all, connection, answering } = desk();
    for (const body of [
      { a: 1 },
      [null],
      'x',
      [[person]],
      [{ Name: 'x' }],
      { _links: {}, a: [1] },
    ]) {
      answering('list', body);
      expect(await all.list({ connection }), JSON.stringify(body)).toMatchObject({
        failure: { kind: 'unexpected-answer' },
      });
    }
  });
});
