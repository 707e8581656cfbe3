// The files of exported look-ups, through the whole program: without, with masked and with whole identity numbers.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../main/storage/csv-reading.ts';
import { roleDefinitionOf } from '../platform/role-definitions.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { readWorkbook } from '../support/workbook.ts';
import { eventually } from '../support/eventually.ts';

const world = openReading();

function desk(name = 'table.csv') {
  const { steward, platform } = world();
  const { control, organisationNumber } = platform;
  const folder = tempFolder();
  const file = path.join(folder, name);
  const all = steward.client.serviceOwner;
  const connection = world().in('application/hal+json');
  const own = control.register.find(({ number }) => number === organisationNumber);
  const bare = control.register.find(
    ({ official, personal }) => official.length + personal.length === 0,
  );
  if (!own || !bare) throw new Error('The register has not what the test needs.');
  const of = { organisationNumbers: [own.number, bare.number] };
  const ask = {
    connection,
    of,
    target: steward.app.targetFor(file),
    format: name.endsWith('xlsx') ? ('xlsx' as const) : ('csv' as const),
  };
  const rows = () => readCsv(readFileSync(file))?.map(({ cells }) => cells) ?? [];
  const log = () => readFileSync(path.join(steward.dataFolder, 'logs', 'steward.log'), 'utf8');
  return { all, ask, bare, connection, control, file, folder, log, own, rows, steward };
}

const HEADINGS = [
  ...['organisation number', 'name', 'form', 'last changed', 'last confirmed', 'contact', 'person'],
  ...[
    'national identity number',
    'e-mail',
    'e-mail changed',
    'mobile number',
    'mobile number changed',
  ],
];

describe('tables of organisations', () => {
  it('SOW-06 one row for each contact, one for an organisation without any; no numbers, and no column for them', async () => {
    const { all, ask, own, bare, rows, file } = desk();
    const saved = await valueOf(all.exportResults({ ...ask, identityNumbers: 'none' }));
    const [headings, ...found] = rows();
    expect(headings).toEqual(HEADINGS.filter((heading) => !heading.startsWith('national')));
    const count = own.official.length + own.personal.length + 1;
    expect(saved).toMatchObject({
      ...{ name: 'table.csv', rows: count, bytes: readFileSync(file).length },
      completeness: { complete: true },
    });
    expect(found.map(([number, , , , , kind, person]) => [number, kind, person])).toEqual([
      ...own.official.map(() => [own.number, 'official', '']),
      ...own.personal.map(({ name }) => [own.number, 'personal', name]),
      [bare.number, '', ''],
    ]);
    const [first] = own.official;
    expect(found[0]?.slice(1, 3)).toEqual([own.name, own.form]);
    expect([found[0]?.[7], found[0]?.[9]]).toEqual([first?.email, first?.mobileNumber]);
    const text = readFileSync(file, 'utf8');
    for (const { socialSecurityNumber } of own.personal)
      expect(text).not.toContain(socialSecurityNumber.slice(0, 6));
  });

  it('masked numbers are masked, whole ones whole, and the log says that, not which', async () => {
    const masked = desk();
    const { own, log } = masked;
    const lines = () => log().split('identity-numbers-exported').length;
    const before = lines();
    await valueOf(masked.all.exportResults({ ...masked.ask, identityNumbers: 'masked' }));
    expect(masked.rows()[0]).toEqual(HEADINGS);
    const numbers = own.personal.map(({ socialSecurityNumber }) => socialSecurityNumber);
    const column = (rows: readonly (readonly string[])[]) =>
      rows.filter(([, , , , , kind]) => kind === 'personal').map((cells) => cells[7]);
    expect(column(masked.rows())).toEqual(numbers.map((number) => `${number.slice(0, 6)}•••••`));
    expect(lines()).toBe(before);
    const whole = desk('table.xlsx');
    await valueOf(whole.all.exportResults({ ...whole.ask, identityNumbers: 'whole' }));
    const { rows, types } = readWorkbook(readFileSync(whole.file));
    expect([rows[0], column(rows), types]).toEqual([HEADINGS, numbers, ['s']]);
    expect(lines()).toBe(before + 1);
    for (const number of numbers) expect(log()).not.toContain(number);
  });

  it('filters narrow the persons', async () => {
    const { all, ask, own, rows } = desk();
    const of = { organisationNumbers: [own.number], roleDefinitionCode: 'DAGL' };
    await valueOf(all.exportResults({ ...ask, of, identityNumbers: 'none' }));
    const isHead = (id: number) => roleDefinitionOf(String(id))?.code === 'DAGL';
    const heads = own.personal.filter(({ roles }) => roles.some(isHead)).map(({ name }) => name);
    const persons = rows().flatMap((cells) => (cells[5] === 'personal' ? [cells[6]] : []));
    expect(persons).toEqual(heads);
    expect(heads.length).toBeLessThan(own.personal.length);
  });

  it('AUD-01 the journal says what kind of file was made, and no number', async () => {
    const { all, ask, own, steward } = desk();
    await valueOf(all.exportResults({ ...ask, identityNumbers: 'whole' }));
    const page = JSON.stringify(
      await valueOf(steward.client.activity.list({ filter: {}, limit: 20 })),
    );
    expect(page).toContain('look-ups as csv with national identity numbers');
    for (const { socialSecurityNumber } of own.personal)
      expect(page).not.toContain(socialSecurityNumber);
  });

  it('is never written over a file, nor where nobody chose', async () => {
    const { all, ask, file, control } = desk();
    writeFileSync(file, 'old');
    expect(await all.exportResults({ ...ask, identityNumbers: 'none' })).toMatchObject({
      failure: { kind: 'file', problem: 'already-exists' },
    });
    expect(readFileSync(file, 'utf8')).toBe('old');
    control.forget();
    const target = 'file-AAAAAAAAAAAAAAAAAAAAAAAA';
    expect(await all.exportResults({ ...ask, target, identityNumbers: 'none' })).toMatchObject({
      failure: { fields: { target: 'unknown-handle' } },
    });
    expect(control.requests).toEqual([]);
  });

  it('CAN-01 tells how far it is; cancelled or failed it leaves no file', async () => {
    const { all, ask, control, folder } = desk();
    const organisationNumbers = control.register.slice(0, 20).map(({ number }) => number);
    const controller = new AbortController();
    const steps: unknown[] = [];
    const ended = await all.exportResults(
      { ...ask, of: { organisationNumbers }, identityNumbers: 'whole' },
      {
        signal: controller.signal,
        onProgress(step) {
          steps.push(step);
          controller.abort();
        },
      },
    );
    expect(ended).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(steps[0]).toMatchObject({ of: 20 });
    await eventually(() => {
      expect(readdirSync(folder)).toEqual([]);
    });
    const unknown = { organisationNumbers: ['974760673'] };
    expect(await all.exportResults({ ...ask, of: unknown, identityNumbers: 'none' })).toMatchObject(
      { failure: { kind: 'not-found' } },
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('tables of a job', () => {
  async function finishedJob({ control, connection, steward }: ReturnType<typeof desk>) {
    const organisationNumbers = control.register.slice(0, 12).map(({ number }) => number);
    const { id } = await valueOf(
      steward.client.jobs.startLookUp({
        connection,
        organisationNumbers,
        officialContacts: true,
        personalContacts: true,
      }),
    );
    await eventually(async () => {
      const jobs = await valueOf(steward.client.jobs.list({}));
      expect(jobs.find((job) => job.id === id)?.state).toBe('finished');
    });
    return { job: id, organisationNumbers };
  }

  it('come from what it kept, in the order of its rows, without asking again', async () => {
    const world = desk('table.xlsx');
    const { all, ask, control, file } = world;
    const { job, organisationNumbers } = await finishedJob(world);
    const page = await valueOf(all.results({ job, from: 0, count: 5 }));
    expect(page).toMatchObject({ total: 12 });
    expect(page.results.map(({ organisation }) => organisation.organisationNumber)).toEqual(
      organisationNumbers.slice(0, 5),
    );
    control.forget();
    await valueOf(all.exportResults({ ...ask, of: { job }, identityNumbers: 'masked' }));
    expect(control.requests).toEqual([]);
    const { rows } = readWorkbook(readFileSync(file));
    const numbers = rows.slice(1).map(([number]) => number);
    expect([...new Set(numbers)]).toEqual(organisationNumbers);
    expect(rows.flat().some((cell) => /^\d{11}$/.test(cell))).toBe(false);
  });

  it('with whole numbers the persons, and only they, are asked for anew', async () => {
    const world = desk();
    const { all, ask, control, rows } = world;
    const { job, organisationNumbers } = await finishedJob(world);
    control.forget();
    await valueOf(all.exportResults({ ...ask, of: { job }, identityNumbers: 'whole' }));
    expect(control.requests.some(({ path: asked }) => asked.includes('officialcontacts'))).toBe(
      false,
    );
    const wanted = control.register
      .filter(({ number }) => organisationNumbers.includes(number))
      .flatMap(({ personal }) => personal.map(({ socialSecurityNumber }) => socialSecurityNumber));
    const found = rows()
      .map((cells) => cells[7] ?? '')
      .filter((cell) => /^\d{11}$/.test(cell));
    expect(found.sort()).toEqual(wanted.sort());
    expect(wanted.length).toBeGreaterThan(0);
  });

  it('are not made over another connection, nor of a job that is not there', async () => {
    const world = desk();
    const { all, ask, folder } = world;
    const { job } = await finishedJob(world);
    const other = openOther();
    for (const given of [{ connection: other, of: { job } }, { of: { job: 'none' } }])
      expect(await all.exportResults({ ...ask, ...given, identityNumbers: 'whole' })).toMatchObject(
        { failure: { kind: 'not-found' } },
      );
    expect(readdirSync(folder)).toEqual([]);
  });

  const openOther = () => world().in('application/xml');
});

it('organisation numbers come out of a file, checked one by one, and nothing is looked up', async () => {
  const { all, control, folder, own, bare, steward } = desk();
  const file = path.join(folder, 'numbers.csv');
  const person = own.personal[0]?.socialSecurityNumber ?? '';
  writeFileSync(
    file,
    `orgnr;navn\r\n${own.number};Æ\r\n${bare.number}\r\n${own.number}\r\n974760674\r\n${person}\r\n`,
    'latin1',
  );
  control.forget();
  const found = await valueOf(all.readNumbers({ file: steward.app.handleFor(file) }));
  expect(found).toEqual({
    organisationNumbers: [own.number, bare.number],
    repeated: 1,
    refused: [
      { line: 5, text: '974760674', problem: 'organisation-number' },
      { line: 6, text: `${person.slice(0, 6)}•••••`, problem: 'organisation-number' },
    ],
  });
  expect(control.requests).toEqual([]);
  expect(existsSync(file)).toBe(true);
});
