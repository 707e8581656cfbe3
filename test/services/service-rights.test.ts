// The service rights register through the whole program: read, granted and revoked, in both documented bodies.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { readWorkbook } from '../support/workbook.ts';

const world = openReading({ messages: 2 });
const service = { code: 'B102', edition: 1 };
const person = '27828434567';
const reset = { kind: 'reset' } as const;

function desk(mediaType: MediaType = 'application/hal+json') {
  const { steward, platform } = world();
  const { control } = platform;
  Object.assign(control.shape, { srr: 'spec', srrRead: 200 });
  const connection = world().in(mediaType);
  const other = control.register.find(({ number }) => number !== platform.organisationNumber);
  const organisationNumber = other?.number ?? '';
  const rules = () =>
    control.serviceRights.all.filter(
      (one) => one.code === service.code && [organisationNumber, person].includes(one.reportee),
    );
  for (const one of rules()) control.serviceRights.remove(one.id);
  return {
    all: steward.client.serviceRights,
    app: steward.app,
    at: { connection, service },
    connection,
    control,
    own: platform.organisationNumber,
    organisationNumber,
    rules,
    shell: steward.shell,
    sent: (operation: string) =>
      control.requests.filter((one) => one.operation === `serviceRights.${operation}`).length,
  };
}

inEveryMediaType((mediaType) => {
  describe.each([
    ['spec', 200],
    ['picture', 201],
  ] as const)('in the form of the %s', (srr, srrRead) => {
    const open = () => {
      const made = desk(mediaType);
      Object.assign(made.control.shape, { srr, srrRead });
      return made;
    };

    it('SRR-01 the rules of a service are read whole, or those for one organisation; one by its id', async () => {
      const { all, at, own, control, connection } = open();
      const { rights, completeness } = await valueOf(all.list(at));
      expect(completeness.complete).toBe(true);
      expect(rights.map(({ id }) => id)).toEqual(
        control.serviceRights.all
          .filter(({ code }) => code === service.code)
          .map(({ id }) => String(id)),
      );
      const mine = await valueOf(all.list({ ...at, reportee: own }));
      expect(mine.rights.map(({ right }) => right.known)).toEqual(['read', 'write']);
      const [first] = mine.rights;
      expect(first).toMatchObject({
        ...{ serviceCode: 'B102', serviceEdition: 1, conditions: [] },
        validTo: '2098-12-31T23:00:00.000Z',
        reportee: { kind: 'organisation', number: own },
      });
      expect(await valueOf(all.get({ connection, rule: first?.id ?? '' }))).toEqual(first);
      expect(await all.get({ connection, rule: '999999' })).toMatchObject({
        failure: { kind: 'refused', status: 403 },
      });
    });

    it('SRR-02 both rights are granted in one call, with an end and conditions, and read back', async () => {
      const { all, at, organisationNumber, rules, sent } = open();
      const before = sent('create');
      const made = await valueOf(
        all.grant({
          ...at,
          reportee: { organisationNumber },
          rights: ['read', 'write'],
          validTo: '2099-12-31',
          conditions: [
            { name: 'IsRecipient', value: true },
            { name: 'HandledBy', value: ['910514318'] },
          ],
        }),
      );
      expect(sent('create') - before).toBe(1);
      expect(made.rights.map(({ right }) => right.known)).toEqual(['read', 'write']);
      expect(made.rights[0]?.validTo).toMatch(/^2099-12-31T/);
      expect(made.rights[0]?.conditions).toEqual(
        expect.arrayContaining([
          { name: 'IsRecipient', values: ['true'] },
          { name: 'HandledBy', values: ['910514318'] },
        ]),
      );
      expect(made).toMatchObject({ refused: [], notKept: [] });
      expect(rules().map(({ right }) => right)).toEqual(['read', 'write']);
    });

    it('SRR-02 a condition that the platform drops is named', async () => {
      const { all, at, organisationNumber } = open();
      const made = await valueOf(
        all.grant({
          ...at,
          reportee: { organisationNumber },
          rights: ['read'],
          conditions: [
            { name: 'IsRecipent', value: true },
            { name: 'IsSender', value: false },
          ],
        }),
      );
      expect(made.notKept).toEqual(['IsRecipent']);
    });

    it('SRR-02 the right that is there already is left, and the other one made', async () => {
      const { all, at, organisationNumber, rules } = open();
      const given = { ...at, reportee: { organisationNumber }, conditions: [] };
      await valueOf(all.grant({ ...given, rights: ['read'] }));
      const more = await valueOf(all.grant({ ...given, rights: ['read', 'write'] }));
      expect(more.rights.map(({ right }) => right.known)).toEqual(['write']);
      expect(more.refused).toEqual([{ right: 'read', because: 'RuleAlreadyExists' }]);
      expect(await all.grant({ ...given, rights: ['write'] })).toMatchObject({
        failure: { kind: 'conflict' },
      });
      expect(rules()).toHaveLength(2);
    });

    it('SRR-02 why a rule was not made stands in the failure, in the word of the platform', async () => {
      const { all, at, organisationNumber } = open();
      const late = { reportee: { organisationNumber }, rights: ['read'] as ['read'] };
      expect(
        await all.grant({ ...at, ...late, validTo: '2001-01-01', conditions: [] }),
      ).toMatchObject({ failure: { kind: 'refused', status: 400, reason: 'RightAlreadyExpired' } });
    });

    it('SRR-03 a rule is revoked; one that is gone is a conflict, and nothing is sent', async () => {
      const { all, at, organisationNumber, rules, sent } = open();
      const { rights } = await valueOf(
        all.grant({
          ...at,
          reportee: { organisationNumber },
          rights: ['read'],
          conditions: [],
        }),
      );
      const rule = rights[0]?.id ?? '';
      await valueOf(all.revoke({ ...at, rule }));
      expect(rules()).toEqual([]);
      const before = sent('remove');
      expect(await all.revoke({ ...at, rule })).toMatchObject({ failure: { kind: 'conflict' } });
      expect(sent('remove')).toBe(before);
    });
  });
});

describe('the register', () => {
  it('SRR-02 the other documented body is sent where the platform says that it cannot read the first', async () => {
    const { all, at, control, organisationNumber, rules } = desk();
    // The list comes in one form, and what is written is read in the other.
    control.fault({
      operation: 'serviceRights.list',
      acts: true,
      effect: { kind: 'alter', body: '[]' },
    });
    const made = await valueOf(
      all.grant({ ...at, reportee: { organisationNumber }, rights: ['read'], conditions: [] }),
    );
    expect(made.rights).toHaveLength(1);
    expect(rules()).toHaveLength(1);
    const posts = control.requests.filter(({ operation }) => operation === 'serviceRights.create');
    expect(posts.map(({ status }) => status)).toEqual([400, 201]);
  });

  it('SRR-02 the number of a person is in no address, no answer, no question and no line of the journal', async () => {
    const { steward } = world();
    const { all, at, control, shell } = desk();
    shell.asked.length = 0;
    const { rights } = await valueOf(
      all.grant({
        ...at,
        reportee: { identityNumber: person },
        rights: ['read'],
        conditions: [],
      }),
    );
    expect(rights[0]?.reportee).toEqual({ kind: 'person', number: '278284•••••' });
    expect(control.requests.every(({ query, path: at }) => !`${query}${at}`.includes(person))).toBe(
      true,
    );
    expect(shell.asked).toMatchObject([{ why: 'grant', targets: ['278284•••••', 'B102/1'] }]);
    const lines = await valueOf(steward.client.activity.list({ filter: {}, limit: 20 }));
    expect(JSON.stringify(lines)).not.toContain(person);
  });

  it('RTY-06 SRR-02 SRR-03 a lost answer is settled by looking, and sent once', async () => {
    const { all, at, control, organisationNumber, rules, sent } = desk();
    const given = { ...at, reportee: { organisationNumber }, rights: ['read'] as ['read'] };
    control.fault({ operation: 'serviceRights.create', acts: true, effect: reset });
    const made = await valueOf(all.grant({ ...given, conditions: [] }));
    expect(made.rights).toHaveLength(1);
    expect([rules().length, sent('create')]).toEqual([1, 1]);
    control.fault({ operation: 'serviceRights.remove', acts: true, effect: reset });
    await valueOf(all.revoke({ ...at, rule: made.rights[0]?.id ?? '' }));
    expect([rules().length, sent('remove')]).toEqual([0, 1]);
    control.fault({ operation: 'serviceRights.create', acts: false, effect: reset });
    expect(await all.grant({ ...given, conditions: [] })).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
    expect(rules()).toEqual([]);
  });

  it('RTY-06 LIM-02 a list of which the platform held back a part proves neither that a rule is new nor that it is gone', async () => {
    const { all, at, control, organisationNumber, rules } = desk();
    const given = { ...at, reportee: { organisationNumber }, conditions: [] };
    const { rights } = await valueOf(all.grant({ ...given, rights: ['read'] }));
    const rule = rights[0]?.id ?? '';
    const cut = {
      operation: 'serviceRights.list',
      acts: true,
      effect: { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' }, body: '[]' },
    } as const;
    // As it was read before, without the rule that is there.
    control.fault(cut);
    control.fault({ operation: 'serviceRights.create', acts: false, effect: reset });
    expect(await all.grant({ ...given, rights: ['read'] })).toMatchObject({
      failure: { kind: 'outcome-unknown' },
    });
    control.fault({ operation: 'serviceRights.remove', acts: false, effect: reset });
    const held = control.hold('serviceRights.remove', false);
    const revoking = all.revoke({ ...at, rule });
    await held.reached;
    control.fault(cut);
    held.release();
    expect(await revoking).toMatchObject({ failure: { kind: 'outcome-unknown' } });
    expect(rules()).toHaveLength(1);
    await valueOf(all.revoke({ ...at, rule }));
  });

  it('SRR-03 granting and revoking wait for a person', async () => {
    const { all, at, organisationNumber, rules, shell } = desk();
    const given = { ...at, reportee: { organisationNumber }, rights: ['read'] as ['read'] };
    const { rights } = await valueOf(all.grant({ ...given, conditions: [] }));
    const refused = { failure: { kind: 'cancelled' } };
    const { answer } = shell;
    shell.answer = () => false;
    try {
      expect(await all.grant({ ...given, rights: ['write'], conditions: [] })).toMatchObject(
        refused,
      );
      expect(await all.revoke({ ...at, rule: rights[0]?.id ?? '' })).toMatchObject(refused);
    } finally {
      shell.answer = answer;
    }
    expect(rules()).toHaveLength(1);
  });

  it('SRR-01 of a service that is not one’s own the register is refused in the words of the platform', async () => {
    const { all, connection } = desk();
    const answer = await all.list({ connection, service: { code: 'none', edition: 1 } });
    expect(answer).toMatchObject({
      failure: { kind: 'refused', status: 403, reason: 'The service is not yours.' },
    });
  });

  it('SRR-04 is saved as CSV and XLSX, with zeros, without numbers of persons and without formulas', async () => {
    const { all, app, at, control } = desk();
    control.serviceRights.add({
      ...{ code: service.code, edition: 1, reportee: person, right: 'read', validTo: undefined },
      conditions: { HandledBy: '=1+1' },
    });
    const folder = tempFolder();
    const csv = path.join(folder, 'rules.csv');
    const saved = await valueOf(
      all.exportList({ ...at, format: 'csv', target: app.targetFor(csv) }),
    );
    const text = readFileSync(csv, 'utf8');
    expect(saved.rows).toBe(text.trim().split('\r\n').length - 1);
    expect(text).toContain('278284•••••');
    expect(text).not.toContain(person);
    const one = path.join(folder, 'one.csv');
    const { rights } = await valueOf(all.list(at));
    const only = rights.slice(0, 1).map(({ id }) => id);
    const part = { ...at, format: 'csv', target: app.targetFor(one), only } as const;
    expect(await valueOf(all.exportList(part))).toMatchObject({ rows: 1 });
    const xlsx = path.join(folder, 'rules.xlsx');
    await valueOf(all.exportList({ ...at, format: 'xlsx', target: app.targetFor(xlsx) }));
    const book = readWorkbook(readFileSync(xlsx));
    expect(book.rows.flat()).toContain('HandledBy: =1+1');
    expect([book.formulas, book.types]).toEqual([0, ['s']]);
  });
});
