// Many requests for consent from a table: tried, sent once each whatever becomes of an answer, nothing in the open.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Shape } from '../platform/shape.ts';
import { eventually } from '../support/eventually.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { workbookOfRows } from '../support/made-workbook.ts';

const world = openReading();
const NUMBER = '27828434567';
const RETURN = 'https://retur.fjordtrafikk.example/ferdig';
const HEAD = [
  ...['national identity number', 'last name', 'organisation number', 'name', 'service'],
  ...['valid to', 'return address', 'message nb', 'value: inntektsaar', 'value: formaal'],
];
let day = 0;
/** Each table has an end of its own: what other tests have asked is not asked again. */
const nextDay = () => `2098-01-${String((day += 1)).padStart(2, '0')}`;

function desk() {
  const { steward, platform } = world();
  const { client, app, shell, dataFolder } = steward;
  const { control } = platform;
  const connection = world().in('application/hal+json');
  const folder = tempFolder();
  const handle = (name: string, content: string | Buffer) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return app.handleFor(file);
  };
  const csv = (...rows: readonly (readonly string[])[]) =>
    handle('requests.csv', [HEAD, ...rows].map((row) => row.join(';')).join('\r\n'));
  const plan = (file: string) => valueOf(client.consents.readFile({ connection, file }));
  const start = async (file: string) => {
    const { digest, count } = await plan(file);
    return client.jobs.startConsentRequests({ connection, file, digest, count });
  };
  const ended = async (job: string, state = 'finished') => {
    await eventually(async () => {
      const all = await valueOf(client.jobs.list({}));
      expect(all.find(({ id }) => id === job)).toMatchObject({ state });
    });
    const found = (await valueOf(client.jobs.list({}))).find(({ id }) => id === job);
    if (found === undefined) throw new TypeError('There is no such job.');
    return found;
  };
  const set = (chosen: Partial<Shape>) => Object.assign(control.shape, chosen);
  return { client, connection, control, csv, dataFolder, ended, handle, plan, set, shell, start };
}

const person = (end: string): readonly string[] => [
  ...[NUMBER, 'Bratthammer', '', '', 'K107/1', end, RETURN, 'Kan vi?', '2025', 'lån'],
];
const organisation = (number: string, name: string, end: string): readonly string[] => [
  ...['', '', number, name, 'K103/1', end, RETURN, 'Kan vi?', '', ''],
];

it('CNS-08 every line is tried: what would be sent, what was asked already, what stands twice, what is refused', async () => {
  const { client, connection, control, csv, plan, start, ended } = desk();
  const end = nextDay();
  const other = control.register[6] ?? { number: '', name: '' };
  const file = csv(person(end), organisation(other.number, other.name, end), person(end), [
    '',
    '',
    '',
    '',
    'K103/1',
    end,
    RETURN,
  ]);
  const tried = await plan(file);
  expect(tried.rows.map(({ verdict }) => verdict)).toEqual(['send', 'send', 'twice', 'refused']);
  expect(tried).toMatchObject({ count: 2, completeness: { complete: true } });
  expect(JSON.stringify(tried)).not.toContain(NUMBER);
  const job = await valueOf(start(file));
  expect(await ended(job.id)).toMatchObject({ tally: { done: 2, refused: 0 } });
  // Asked and not answered: the same table has nothing more to send.
  const again = await valueOf(client.consents.readFile({ connection, file }));
  expect(again).toMatchObject({ count: 0 });
  expect(again.rows.map(({ verdict }) => verdict)).toContain('there-already');
});

it('CNS-08 a workbook does what a CSV file does', async () => {
  const { handle, plan } = desk();
  const file = handle('requests.xlsx', workbookOfRows([HEAD, person(nextDay())]));
  expect(await plan(file)).toMatchObject({ count: 1, rows: [{ verdict: 'send' }] });
});

it('CNS-08 ATK-03 main asks once for all of them; without a yes none is sent, and a table that was changed begins nothing', async () => {
  const { client, connection, control, csv, plan, shell } = desk();
  const end = nextDay();
  const file = csv(person(end));
  const { digest, count } = await plan(file);
  const before = control.executed('consents.create');
  shell.asked.length = 0;
  shell.answer = () => false;
  const ask = { connection, file, digest, count };
  expect(await client.jobs.startConsentRequests(ask)).toMatchObject({
    failure: { kind: 'cancelled' },
  });
  shell.answer = () => true;
  expect(shell.asked).toMatchObject([{ why: 'send' }]);
  const changed = csv(person(nextDay()));
  expect(await client.jobs.startConsentRequests({ ...ask, file: changed })).toMatchObject({
    failure: { kind: 'conflict', field: 'digest' },
  });
  expect(control.executed('consents.create')).toBe(before);
});

it('CNS-08 CCH-01 neither the folder, the journal, the report nor any event has a number of a person', async () => {
  const { client, csv, dataFolder, ended, start } = desk();
  const { sent } = world().steward;
  const before = sent.length;
  const job = await valueOf(start(csv(person(nextDay()))));
  await ended(job.id);
  const { rows } = await valueOf(client.jobs.rows({ job: job.id, from: 0, count: 10 }));
  expect(rows).toMatchObject([
    {
      state: 'done',
      subject: '2: Bratthammer 278284••••• K107/1',
      made: expect.any(String) as string,
    },
  ]);
  const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true });
  // What is being written takes the place of a file that is looked at here, or of none.
  for (const one of files.filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp')))
    expect(readFileSync(path.join(one.parentPath, one.name), 'latin1')).not.toContain(NUMBER);
  const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 100 }));
  expect(JSON.stringify([lines, rows, sent.slice(before)])).not.toContain(NUMBER);
});

it('CNS-08 RTY-09 a request whose answer was lost is found, and each is made once', async () => {
  const { control, csv, ended, start } = desk();
  const end = nextDay();
  const [, , ...others] = control.register;
  const some = others.slice(3, 6).map(({ number, name }) => organisation(number, name, end));
  const before = control.consents.all.length;
  control.fault({ operation: 'consents.create', acts: true, times: 1, effect: { kind: 'reset' } });
  const job = await valueOf(start(csv(...some)));
  expect(await ended(job.id)).toMatchObject({ tally: { done: 3, unknown: 0 } });
  expect(control.consents.all.length - before).toBe(3);
});

it('CNS-08 RTY-09 one that is not there after a lost answer waits for a person, who has it sent once', async () => {
  const { client, control, csv, ended, start } = desk();
  const before = control.consents.all.length;
  control.fault({ operation: 'consents.create', acts: false, times: 1, effect: { kind: 'reset' } });
  const job = await valueOf(start(csv(person(nextDay()))));
  expect(await ended(job.id, 'paused')).toMatchObject({
    because: 'unknown-outcome',
    tally: { unknown: 1 },
  });
  expect(control.consents.all.length).toBe(before);
  await valueOf(client.jobs.resume({ job: job.id }));
  await ended(job.id);
  expect(control.consents.all.length).toBe(before);
  await valueOf(client.jobs.retry({ job: job.id }));
  expect(await ended(job.id)).toMatchObject({ tally: { done: 1 } });
  expect(control.consents.all.length).toBe(before + 1);
});

it('CNS-08 a line that the platform refuses is refused alone, in its words', async () => {
  const { client, control, csv, ended, start } = desk();
  const end = nextDay();
  const other = control.register[7] ?? { number: '', name: '' };
  const wrong = [NUMBER, 'Noen Andre', ...person(end).slice(2)];
  const job = await valueOf(start(csv(wrong, organisation(other.number, other.name, end))));
  expect(await ended(job.id)).toMatchObject({ tally: { done: 1, refused: 1 } });
  const { rows } = await valueOf(client.jobs.rows({ job: job.id, from: 0, count: 10 }));
  expect(JSON.stringify(rows)).toContain('do not match the register');
});
