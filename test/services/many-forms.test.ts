// Many forms from a table through the whole program: every line tried, each form sent once, and what is kept.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Template } from '../../preload/contract/many-forms.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';
import { eventually } from '../support/eventually.ts';
import { workbookOfRows } from '../support/made-workbook.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const reset = { kind: 'reset' } as const;
const folder = makeTempFolder('steward-many-forms');
const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
let platform: Platform;
let steward: Steward;
let connection: string;
let certificate: string;
let apiKey: string;
const start = () =>
  startSteward({
    dataFolder: path.join(folder.path, 'data'),
    keychain: 'system',
    replacements: { keychain },
  });

beforeAll(async () => {
  platform = await startPlatform({
    users: 2,
    messages: 4,
    services: 30,
    switches: everythingOn,
  });
  steward = await start();
  ({ connection, certificate, apiKey } = await connectTo(steward, platform));
});
let place = 0;
beforeEach(async () => {
  platform.control.clearFaults();
  steward.shell.answer = () => true;
  steward.shell.asked.length = 0;
  // Forms of another test are others.
  place += 1;
  await steward.client.manyForms.keep({ ...of(), template: null, mapping: null });
});
afterAll(async () => {
  await steward.stop();
  await platform.stop();
  folder.remove();
});

let files = 0;
function fileOf(content: string | Buffer, ending = 'csv'): ReadHandle {
  const file = path.join(folder.path, `${String((files += 1))}.${ending}`);
  writeFileSync(file, content);
  return steward.app.handleFor(file);
}
const service = () => platform.control.messages.serviceWith({ signing: true });
function of() {
  const { code, edition, mainForm } = service();
  const { dataFormatId, dataFormatVersion } = mainForm;
  return { connection, code, edition, dataFormatId, dataFormatVersion };
}
const template = (): Template => ({ from: 'file', file: fileOf(service().mainForm.data, 'xml') });
const HEAD = 'Formål;Søknadsbeløp i kroner;Dato for hendelsen';
const csv = (count: number) =>
  [
    HEAD,
    ...Array.from(
      { length: count },
      (_, n) => `Ny rampe ved kai ${String(place)}.${String(n)};${String(n + 1)} 000;17.05.2026`,
    ),
  ].join('\n');
const plan = (content: string | Buffer, more: object = {}) =>
  valueOf(
    steward.client.manyForms.plan({
      ...of(),
      who: 'my',
      file: fileOf(content),
      template: template(),
      ...more,
    }),
  );
async function planned(content: string | Buffer, more: object = {}) {
  const table = { ...of(), who: 'my', file: fileOf(content), template: template(), ...more };
  const { mapping, digest, valid } = await valueOf(steward.client.manyForms.plan(table));
  return {
    ...table,
    mapping,
    digest,
    count: valid,
    organisationName: 'Fjord AS',
    serviceName: service().name,
    then: 'fill-in' as const,
  };
}
const begin = async (content: string | Buffer, more: object = {}) =>
  steward.client.jobs.startForms({ ...(await planned(content)), ...more });
const rests = (id: string, state = 'finished'): Promise<Job> =>
  eventually(async () => {
    const found = (await valueOf(steward.client.jobs.list({}))).find((job) => job.id === id);
    expect(found).toMatchObject({ state });
    return found as Job;
  }, 60);
const rowsOf = async (job: string) =>
  (await valueOf(steward.client.jobs.rows({ job, from: 0, count: 500 }))).rows;
const sent = () => platform.control.executed('messages.create');
const truth = (id = '') => platform.control.messages.find(id);

it('FLD-17 hidden rows of a workbook are no forms until they are ticked, and what was tried is what is sent', async () => {
  const rows = csv(2)
    .split('\n')
    .map((line) => line.split(';'));
  const file = fileOf(workbookOfRows(rows, [2]), 'xlsx');
  const before = await planned('', { file });
  expect(before.count).toBe(1);
  await valueOf(steward.client.files.takeHidden({ file, taken: true }));
  expect(await steward.client.jobs.startForms(before)).toMatchObject({
    failure: { kind: 'conflict', field: 'digest' },
  });
  const { valid, hiddenRows } = await plan('', { file });
  expect([valid, hiddenRows]).toEqual([2, { count: 1, shown: 2, taken: true }]);
  for (const [shown, hidden] of [
    [0, [0, 1, 2]],
    [1, [1, 2]],
  ] as const) {
    const all = fileOf(workbookOfRows(rows, hidden), 'xlsx');
    const count = hidden.length;
    const found = await plan('', { file: all });
    expect([found.rows.length, found.hiddenRows]).toEqual([0, { count, shown, taken: false }]);
    await valueOf(steward.client.files.takeHidden({ file: all, taken: true }));
    expect((await plan('', { file: all })).valid).toBe(2);
  }
});

it('FLD-17 headings below a title are found by the fields they name, and what stands below a full line stays its line', async () => {
  const title = 'Søknader våren 2026';
  const found = await plan(`${title}\n\n${csv(2)}`);
  expect([found.valid, found.headingLine]).toEqual([2, 3]);
  expect(found.rows.map(({ line }) => line)).toEqual([4, 5]);
  expect(found.columns.map(({ heading }) => heading)).toEqual(HEAD.split(';'));
  const plain = await plan(csv(2));
  expect([plain.valid, plain.headingLine]).toEqual([2, undefined]);
  const [, first, ...others] = csv(3).split('\n');
  const moved = await plan([first, HEAD, ...others].join('\n'));
  expect([moved.headingLine, moved.rows.length]).toEqual([undefined, 3]);
});

it('FLD-17 a web page that is called .xls is told as such', async () => {
  const file = fileOf('<html><table><tr><td>Formål</td></tr></table></html>', 'xls');
  const table = { ...of(), who: 'my', file, template: template() };
  expect(await steward.client.manyForms.plan(table)).toMatchObject({
    failure: { kind: 'invalid-input', fields: { file: 'web-page' } },
  });
});

it('brings columns to fields by their headings, and says of every line what would be wrong with its form', async () => {
  const before = sent();
  const found = await plan(
    `${HEAD};Ukjent\nNy rampe ved kaia;1 500;17.05.2026;x\nNy brygge ved kaia;mye;17.05.2026;\nNy kai i byen;5;31.02.2026;\nNy kai i byen;;17.05.2026;\n\nNy rampe ved kaia;1 500;2026-05-17;y`,
  );
  expect(found.columns.map(({ heading }) => heading)).toEqual([...HEAD.split(';'), 'Ukjent']);
  expect(found.mapping.map(({ column }) => column)).toEqual([0, 1, 2]);
  expect(found.mappingFrom).toBe('headings');
  expect(
    found.rows.map(({ line, problems }) => [
      line,
      problems.map(({ column, kind, value }) => [column, kind, value]),
    ]),
  ).toEqual([
    [2, []],
    [3, [[1, 'value', 'integer']]],
    [4, [[2, 'value', 'date']]],
    [5, [[1, 'value', 'empty']]],
    [7, [[null, 'twice', undefined]]],
  ]);
  expect(found.valid).toBe(1);
  expect(sent()).toBe(before);
});

it('takes numbers and days of a workbook as they are, whatever the language', async () => {
  const { mapping } = await plan(csv(1));
  const found = await plan(
    workbookOfRows([
      ['a', 'b', 'c'],
      ['Ny rampe ved kaia', 1500, '2026-05-17'],
    ]),
    {
      mapping,
    },
  );
  expect(found).toMatchObject({ valid: 1, mappingFrom: 'given' });
});

it('an empty form asks for what the schema asks for', async () => {
  const found = await plan(csv(1), { template: { from: 'schema' } });
  expect(found.valid).toBe(0);
  expect(found.rows[0]?.problems.map(({ field, value }) => [field, value])).toContainEqual([
    'Organisasjonsnummer',
    'empty',
  ]);
});

it('can be stopped while lines are checked', async () => {
  const stop = new AbortController();
  const steps: number[] = [];
  const answer = await steward.client.manyForms.plan(
    { ...of(), who: 'my', file: fileOf(csv(400)), template: template() },
    {
      signal: stop.signal,
      onProgress: ({ step, done }) => {
        steps.push(done);
        if (step === 'checking') stop.abort();
      },
    },
  );
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  expect(Math.max(...steps)).toBeLessThan(400);
});

it('ATK-03 a person is asked once for all; each form is a message of its own, with its line', async () => {
  const { shell, client } = steward;
  const journalled = async () => {
    const found = await valueOf(client.activity.list({ filter: {}, limit: 500 }));
    return found.lines.filter(({ operation }) => operation === 'messages.create').length;
  };
  const lines = await journalled();
  const before = sent();
  shell.answer = () => false;
  expect(await begin(csv(3))).toMatchObject({ failure: { kind: 'cancelled' } });
  expect(sent()).toBe(before);
  shell.answer = () => true;
  const { id } = await valueOf(begin(csv(3)));
  shell.answer = () => false;
  expect(await rests(id)).toMatchObject({
    kind: 'send-forms',
    tally: { done: 3 },
    details: { then: 'fill-in', serviceCode: service().code },
  });
  expect(shell.asked).toHaveLength(2);
  expect(shell.asked[0]).toMatchObject({ why: 'send', targets: ['my'] });
  expect(shell.asked[0]?.message).toContain('Save 3 drafts');
  const rows = await rowsOf(id);
  expect(rows.map(({ subject, title }) => [subject, title])).toEqual([
    ['2', `Ny rampe ved kai ${String(place)}.0`],
    ['3', `Ny rampe ved kai ${String(place)}.1`],
    ['4', `Ny rampe ved kai ${String(place)}.2`],
  ]);
  expect(new Set(rows.map(({ made }) => made)).size).toBe(3);
  for (const [n, { made }] of rows.entries()) {
    expect(truth(made)?.state).toBe('filling');
    expect(truth(made)?.forms[0]?.data).toContain(
      `>Ny rampe ved kai ${String(place)}.${String(n)}<`,
    );
    expect(truth(made)?.forms[0]?.data).toContain(`>${String(n + 1)}000<`);
  }
  expect((await journalled()) - lines).toBe(3);
});

it('sends to signing where that is asked for', async () => {
  const { id } = await valueOf(begin(csv(1), { then: 'await-signature' }));
  await rests(id);
  const [row] = await rowsOf(id);
  expect(truth(row?.made)?.state).toBe('signing');
});

it('begins nothing when the table is another one than was tried, or is said to have other forms', async () => {
  const before = sent();
  const conflict = { failure: { kind: 'conflict', field: 'digest' } };
  expect(await begin(csv(2), { file: fileOf(csv(3)) })).toMatchObject(conflict);
  expect(await begin(csv(2), { count: 1 })).toMatchObject(conflict);
  expect(await begin(csv(2), { code: '9999' })).toMatchObject({ ok: false });
  expect(sent()).toBe(before);
});

it('RTY-09 a lost answer is settled by looking for the form; what cannot be found waits for a person', async () => {
  const { control } = platform;
  const before = sent();
  control.fault({ operation: 'messages.create', acts: true, effect: reset });
  control.fault({ operation: 'messages.create', acts: false, effect: reset });
  const { id } = await valueOf(begin(csv(3)));
  expect(await rests(id, 'paused')).toMatchObject({
    because: 'unknown-outcome',
    tally: { done: 1, unknown: 1, waiting: 1 },
  });
  const [first] = await rowsOf(id);
  expect(truth(first?.made)?.forms[0]?.data).toContain(`>Ny rampe ved kai ${String(place)}.0<`);
  await valueOf(steward.client.jobs.resume({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 2, unknown: 1 });
  expect(sent() - before).toBe(2);
  await valueOf(steward.client.jobs.retry({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 3 });
  expect(sent() - before).toBe(3);
});

it('two refusals in a row that the next would meet as well pause it, and one about a form alone does not', async () => {
  const { control } = platform;
  const refusal = (status: number) =>
    control.fault({
      operation: 'messages.create',
      acts: false,
      effect: { kind: 'alter', status, reason: 'Nei' },
    });
  refusal(400);
  refusal(403);
  refusal(403);
  const { id } = await valueOf(begin(csv(4)));
  expect(await rests(id, 'paused')).toMatchObject({
    because: 'two-refusals',
    tally: { refused: 3, waiting: 1 },
  });
  await valueOf(steward.client.jobs.retry({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 4 });
});

it('RTY-09 CCH-01 after a restart a form that was on its way is looked for, and nothing of it is readable on the disk', async () => {
  const before = sent();
  const held = platform.control.hold('messages.create', true);
  const { id } = await valueOf(begin(csv(3)));
  await held.reached;
  const stopping = steward.stop();
  held.release();
  await stopping;
  steward = await start();
  for (const name of readdirSync(path.join(folder.path, 'data', 'jobs')))
    expect(readFileSync(path.join(folder.path, 'data', 'jobs', name), 'latin1')).not.toContain(
      'Ny rampe',
    );
  await valueOf(steward.client.jobs.resume({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 3 });
  expect(sent() - before).toBe(3);
});

it('keeps which headings went where, and a template, sealed, for the next table of the same form', async () => {
  const { client } = steward;
  const mapping = (await plan(csv(1))).mapping.slice(0, 2);
  const other = 'Tekst;Kroner\nNy brygge ved kaia;20';
  const { id } = await valueOf(steward.client.jobs.startForms(await planned(other, { mapping })));
  await rests(id);
  expect(await plan(other)).toMatchObject({ mappingFrom: 'kept', mapping, valid: 1 });
  expect(await plan(csv(1))).toMatchObject({ mappingFrom: 'headings' });
  const file = fileOf(service().mainForm.data, 'xml');
  await valueOf(client.manyForms.keep({ ...of(), template: { file } }));
  expect((await plan(csv(1), { template: { from: 'kept' } })).valid).toBe(1);
  const kept = await valueOf(client.manyForms.kept(of()));
  expect(kept).toMatchObject({ headings: ['Tekst', 'Kroner'] });
  expect(kept.template?.bytes).toBeGreaterThan(100);
  const drafts = path.join(folder.path, 'data', 'drafts');
  const [store = ''] = readdirSync(drafts);
  for (const name of readdirSync(path.join(drafts, store)))
    expect(readFileSync(path.join(drafts, store, name), 'latin1')).not.toContain('Fjordtrafikk');
  await valueOf(client.manyForms.keep({ ...of(), template: null, mapping: null }));
  expect(await valueOf(client.manyForms.kept(of()))).toEqual({ template: null, headings: [] });
});

it('the kept template is what a single form is filled in from, checked as, and started with', async () => {
  const { client } = steward;
  const { code, edition, dataFormatId, dataFormatVersion } = of();
  const kept = { code, edition, dataFormatId, dataFormatVersion };
  const start = () =>
    client.messages.create({
      connection,
      who: platform.organisationNumber,
      serviceCode: code,
      serviceEdition: edition,
      then: 'fill-in',
      forms: [{ dataFormatId, dataFormatVersion, template: 'kept' }],
    });
  const nothing = { ok: false, failure: { kind: 'invalid-input' } };
  expect(await valueOf(client.formDrafts.content({ connection, kept }))).toEqual({ xml: null });
  expect(await start()).toMatchObject(nothing);
  expect(await client.xsd.validate({ ...of(), template: 'kept' })).toMatchObject({ ok: false });

  // Kept from a form as it stands in its draft.
  const message =
    (
      await valueOf(
        client.messages.create({
          connection,
          who: platform.organisationNumber,
          serviceCode: code,
          serviceEdition: edition,
          then: 'fill-in',
          forms: [],
        }),
      )
    ).id ?? '';
  const at = { connection, who: platform.organisationNumber, message };
  const shown = await valueOf(client.messages.get(at));
  const begun = await valueOf(client.formDrafts.begin({ ...at, form: shown.forms[0]?.id ?? '' }));
  const { key, revision, xml } = begun.form;
  const changes = [{ from: xml.length, to: xml.length, insert: '<!-- mal -->' }];
  await valueOf(client.formDrafts.edit({ ...at, key, revision, changes }));
  const draft = { who: at.who, message, key };
  await valueOf(client.manyForms.keep({ ...of(), template: { draft } }));
  expect(await valueOf(client.formDrafts.content({ connection, kept }))).toEqual({
    xml: `${xml}<!-- mal -->`,
  });
  expect(await valueOf(client.xsd.validate({ ...of(), template: 'kept' }))).toMatchObject({
    valid: true,
  });
  const made = (await valueOf(start())).id ?? '';
  const forms = truth(made)?.forms;
  expect(forms?.map(({ data }) => data)).toEqual([`${xml}<!-- mal -->`]);
  await valueOf(client.formDrafts.drop(at));
  // No job has made them: to another test they would be forms that it cannot tell from its own.
  for (const one of [message, made])
    await valueOf(client.messages.remove({ connection, who: at.who, message: one }));
});

it('what is kept is checked with everything, set aside when it is damaged, and goes with its connection', async () => {
  const { client } = steward;
  const file = fileOf(service().mainForm.data, 'xml');
  const drafts = path.join(folder.path, 'data', 'drafts');
  const [store = ''] = readdirSync(drafts);
  const keptThere = () =>
    readdirSync(path.join(drafts, store)).filter((one) => one.endsWith('.kept'));
  await valueOf(client.manyForms.keep({ ...of(), template: null, mapping: null }));
  const others = keptThere();
  await valueOf(client.manyForms.keep({ ...of(), template: { file } }));
  const [name = ''] = keptThere().filter((one) => !others.includes(one));
  writeFileSync(path.join(drafts, store, name), 'damaged');
  const report = await valueOf(client.app.check({}));
  expect(JSON.stringify(report)).toContain(name);
  expect((await valueOf(client.manyForms.kept(of()))).template).toBeNull();
  const { id: other } = await valueOf(
    client.connections.create({
      name: 'Another',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      signIn: { way: 'certificate', certificate },
      apiKey,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      copyOf: connection,
    }),
  );
  await valueOf(client.manyForms.keep({ ...of(), connection: other, template: { file } }));
  const all = readdirSync(drafts).length;
  await valueOf(client.connections.remove({ connection: other }));
  expect(readdirSync(drafts)).toHaveLength(all - 1);
});

/** A form of the service as somebody has sent it, before any job of these tests. */
const sentEarlier = () => {
  const then = new Date('2026-01-05T09:00:00Z');
  const about = { service: service(), created: then, changed: then };
  return platform.control.messages.make({ kind: 'FormTask', state: 'sent', ...about });
};
const fromMessage = (message: string) => ({ template: { from: 'message', message } });

it('FLD-29 forms begin with an earlier one of the archive: what has no column stays as it is there, and nothing of it is changed', async () => {
  const { code, edition, dataFormatId, dataFormatVersion } = of();
  const earlier = sentEarlier();
  const before = sent();
  const table = await planned(csv(2), fromMessage(earlier.id));
  expect(table.count).toBe(2);
  expect(sent()).toBe(before);
  const { id } = await valueOf(steward.client.jobs.startForms(table));
  await rests(id);
  const plain = earlier.forms[0]?.data ?? '';
  for (const [n, { made }] of (await rowsOf(id)).entries()) {
    const data = truth(made)?.forms[0]?.data ?? '';
    expect(data).toContain(`>Ny rampe ved kai ${String(place)}.${String(n)}<`);
    // All but the fields of the columns.
    expect(valuesOf(data)).toHaveLength(valuesOf(plain).length);
    const cells = [`Ny rampe ved kai ${String(place)}.${String(n)}`, `${String(n + 1)}000`];
    const changed = valuesOf(data).filter((one, at) => one !== valuesOf(plain)[at]);
    expect(changed.filter((one) => one !== '2026-05-17')).toEqual(cells);
  }
  expect(truth(earlier.id)).toMatchObject({ state: 'sent', id: earlier.id });
  const asked = platform.control.requests.filter(({ path: at }) => at.includes(earlier.id));
  expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(['GET']));
  const read = asked.filter(({ operation }) => operation === 'messages.get');
  expect(read.map(({ query }) => query).filter((one) => !one.includes('markAsRead=false'))).toEqual(
    [],
  );
  // One form alone, from the same: the same values, checked and begun.
  const who = 'my';
  const again = { ...of(), earlier: { who, message: earlier.id } };
  expect(await valueOf(steward.client.xsd.validate(again))).toMatchObject({ valid: true });
  const { id: made } = await valueOf(
    steward.client.messages.create({
      connection,
      who,
      serviceCode: code,
      serviceEdition: edition,
      then: 'fill-in',
      forms: [{ dataFormatId, dataFormatVersion, earlier: earlier.id }],
    }),
  );
  expect(truth(made ?? '')).toMatchObject({ state: 'filling' });
  expect(valuesOf(truth(made ?? '')?.forms[0]?.data ?? '')).toEqual(valuesOf(plain));
  await valueOf(steward.client.messages.remove({ connection, who, message: made ?? '' }));
});
const valuesOf = (xml: string) => [...xml.matchAll(/>([^<>]*\S[^<>]*)</g)].map(([, one]) => one);

it('FLD-29 a message without a form of this service, format and version begins nothing', async () => {
  const earlier = sentEarlier();
  const { dataFormatId, code, edition } = of();
  const older = { dataFormatId, dataFormatVersion: '999999' };
  const before = sent();
  const no = { failure: { kind: 'invalid-input', fields: { 'forms.0.earlier': 'not-a-choice' } } };
  const create = (form: object, more: object = {}) =>
    steward.client.messages.create({
      ...{ connection, who: 'my', serviceCode: code, serviceEdition: edition },
      then: 'fill-in',
      forms: [{ ...older, earlier: earlier.id, ...form }],
      ...more,
    });
  expect(await create({})).toMatchObject(no);
  expect(await create(of(), { serviceCode: '9999' })).toMatchObject({ ok: false });
  const letter = platform.control.messages.make({ subject: 'Et brev' });
  expect(
    await steward.client.manyForms.plan({
      ...of(),
      ...{ who: 'my', file: fileOf(csv(1)), template: { from: 'message', message: letter.id } },
    }),
  ).toMatchObject({ failure: { kind: 'invalid-input', fields: { template: 'not-a-choice' } } });
  expect(truth(letter.id)?.state).toBe('unread');
  expect(sent()).toBe(before);
});

it('FLD-29 drafts are called by their line: by the first column that tells all apart, or the one that a person chose', async () => {
  const shared = csv(2).replaceAll(/kai \d+\.\d+/g, `kai ${String(place)}`);
  const table = [`Fylke;${HEAD};Kai`, ...shared.split('\n').slice(1)]
    .map((one, n) => (n === 0 ? one : `Vestland;${one};Kai ${String(n)}`))
    .join('\n');
  expect(await plan(csv(2))).toMatchObject({ nameBy: 0 });
  expect(await plan(table)).toMatchObject({ nameBy: 2 });
  const same = [HEAD, ...[1, 2].map(() => csv(1).split('\n')[1])].join('\n');
  expect(await plan(same)).toMatchObject({ nameBy: null });
  const chosen = await planned(table, { nameBy: 4 });
  const { id } = await valueOf(steward.client.jobs.startForms(chosen));
  await rests(id);
  const rows = await rowsOf(id);
  expect(rows.map(({ title }) => title)).toEqual(['Kai 1', 'Kai 2']);
  const box = { connection, who: 'my' };
  const list = await valueOf(steward.client.messages.list({ ...box, all: true }));
  const called = (made: string | undefined) => list.messages.find((one) => one.id === made)?.row;
  expect(rows.map(({ made }) => called(made))).toEqual([
    { line: 2, title: 'Kai 1' },
    { line: 3, title: 'Kai 2' },
  ]);
  const made = rows[1]?.made ?? '';
  const shown = await valueOf(steward.client.messages.get({ ...box, message: made }));
  expect(shown.row).toEqual({ line: 3, title: 'Kai 2' });
  const form = shown.forms[0]?.id ?? '';
  await valueOf(steward.client.formDrafts.begin({ ...box, message: made, form }));
  const { drafts } = await valueOf(steward.client.formDrafts.list({ connection }));
  expect(drafts.find(({ message }) => message === made)?.row).toEqual(shown.row);
  await valueOf(steward.client.formDrafts.drop({ ...box, message: made }));
  // It is sealed, and found after a restart.
  const kept = path.join(folder.path, 'data', 'drafts');
  for (const name of readdirSync(kept, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.kept'))
      expect(readFileSync(path.join(kept, name), 'latin1')).not.toContain('Kai 1');
  await steward.stop();
  steward = await start();
  const after = await valueOf(steward.client.messages.get({ ...box, message: made }));
  expect(after.row).toEqual(shown.row);
});
