// Files downloaded into a folder and sent out as jobs: confirmed once whole, sent once, never over another file.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { exitCodeOf, sentenceOf } from '../../main/shell/terminal-jobs.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Shape } from '../platform/shape.ts';
import { eventually } from '../support/eventually.ts';
import { openFileTransfer } from '../support/file-transfer.ts';
import { valueOf } from '../support/steward.ts';

const world = openFileTransfer('steward-file-jobs');
const { own, other, put, set, sendings, newFolder, fileOf } = world;
beforeEach(() => {
  const { fileTransfer } = world.all().platform.control;
  for (const { reference, deliveries } of fileTransfer.files)
    for (const { recipient } of deliveries)
      if (recipient === own()) fileTransfer.confirm(reference, own());
});

const content = (text: string) => Buffer.from(`PK\u0003\u0004 ${text}`);
const statusOf = (reference: string) => fileOf(reference)?.deliveries[0]?.status;
const download = (folder: string, more: object = {}) =>
  world.all().steward.client.jobs.startFileDownload({
    connection: world.all().connection,
    who: own(),
    organisationName: 'Fjordtrafikk AS',
    folder: world.all().steward.app.targetFor(folder),
    ...more,
  });
const send = (paths: readonly string[], more: object = {}) =>
  world.all().steward.client.jobs.startFileSending({
    connection: world.all().connection,
    who: own(),
    organisationName: 'Fjordtrafikk AS',
    sources: paths.map((one) => world.all().steward.app.handleFor(one)),
    code: 'B102',
    edition: 1,
    sendersReference: 'R-7',
    recipients: [other()],
    ...more,
  });
const rests = (id: string, state = 'finished'): Promise<Job> =>
  eventually(async () => {
    const found = (await valueOf(world.all().steward.client.jobs.list({}))).find(
      (job) => job.id === id,
    );
    expect(found).toMatchObject({ state });
    return found as Job;
  }, 60);
const rowsOf = async (job: string) =>
  (await valueOf(world.all().steward.client.jobs.rows({ job, from: 0, count: 500 }))).rows;
const ended = async (started: ReturnType<typeof download>) => {
  const { id } = await valueOf(started);
  const job = await rests(id);
  return { job, rows: await rowsOf(id) };
};

it.each([{}, { downloadConfirms: true }, { fileStatus: 'number' }, { links: 'text' }] as const)(
  'all that waits is whole in the folder, and then confirmed, on a platform with %j',
  async (shape: Partial<Shape>) => {
    set(shape);
    const one = put({ fileName: 'målinger.zip', content: content('one') });
    const two = put({ fileName: '../../evil.zip', content: content('two') });
    put({ fileName: 'announced.zip', status: 'Initialized' });
    const folder = newFolder();
    const { job, rows } = await ended(download(folder));
    expect(readdirSync(folder).sort()).toEqual(['_.._evil.zip', 'målinger.zip']);
    expect(readFileSync(path.join(folder, 'målinger.zip')).equals(content('one'))).toBe(true);
    expect([statusOf(one.reference), statusOf(two.reference)]).toEqual([
      'Downloaded',
      'Downloaded',
    ]);
    const bytes = content('one').length + content('two').length;
    expect(job.details).toMatchObject({ files: 2, bytes, totalBytes: bytes });
    expect(rows.map(({ made: name }) => name).sort()).toEqual(['_.._evil.zip', 'målinger.zip']);
    // Nothing was asked: what is confirmed is on the disk.
    expect(world.all().steward.shell.asked).toEqual([]);
  },
);

it('never over a file that is there, and not through a link in place of the folder', async () => {
  put({ fileName: 'a.zip', content: content('new') });
  const folder = newFolder();
  writeFileSync(path.join(folder, 'a.zip'), 'old');
  await ended(download(folder));
  expect(readFileSync(path.join(folder, 'a.zip'), 'utf8')).toBe('old');
  expect(readFileSync(path.join(folder, 'a (2).zip')).equals(content('new'))).toBe(true);
  put();
  const link = path.join(world.folder.path, 'link');
  symlinkSync(folder, link);
  expect(await download(link)).toMatchObject({
    ok: false,
    failure: { kind: 'file', problem: 'not-a-file' },
  });
});

it('nothing waits: a conflict that says so, and no job', async () => {
  const before = (await valueOf(world.all().steward.client.jobs.list({}))).length;
  const answer = await download(newFolder());
  expect(answer).toMatchObject({ ok: false, failure: { kind: 'conflict', field: 'files' } });
  expect((await valueOf(world.all().steward.client.jobs.list({}))).length).toBe(before);
});

const CUT = { 'X-Warning-LimitReached': 'true' };
const cutList = (body?: string) => {
  const effect = { kind: 'alter', headers: CUT, ...(body !== undefined && { body }) } as const;
  const { control } = world.all().platform;
  control.fault({ operation: 'fileTransfer.inbox', acts: true, times: 9, effect });
};
const DOWNLOADS = [
  ['all of a whole list', () => undefined, false, true],
  ['all of a list that the platform cut', cutList, false, false],
  ['one that was chosen, whatever its list is', cutList, true, true],
] as const;

it.each(DOWNLOADS)(
  'LIM-02 %s: whether all is downloaded is said',
  async (_, cut, chosen, whole) => {
    const { reference } = put({ fileName: 'one.zip' });
    cut();
    const started = download(newFolder(), chosen ? { files: [reference] } : {});
    const { job } = await ended(started);
    expect([job.tally.done, job.details]).toMatchObject([1, { wholeList: whole }]);
    expect(exitCodeOf(job)).toBe(whole ? 0 : 1);
    expect(sentenceOf(job) ?? '').toContain(whole ? '' : 'there may be more');
  },
);

it('LIM-02 that nothing waits only a whole list says', async () => {
  cutList('[]');
  expect(await download(newFolder())).toMatchObject({
    failure: { kind: 'refused', cause: 'incomplete-list' },
  });
});

it('a chosen file alone, without confirming where that is said', async () => {
  const one = put({ fileName: 'one.zip' });
  put({ fileName: 'two.zip' });
  const folder = newFolder();
  const { job } = await ended(download(folder, { files: [one.reference], confirm: false }));
  expect(readdirSync(folder)).toEqual(['one.zip']);
  expect([statusOf(one.reference), job.tally.done]).toEqual(['Uploaded', 1]);
});

it('what is cut off is not confirmed and leaves nothing; a retry downloads it whole', async () => {
  const one = put({ fileName: 'large.zip', content: 3_000_000 });
  world.all().platform.control.fault({
    operation: 'fileTransfer.download',
    acts: true,
    effect: { kind: 'truncate', bytes: 1_000_000 },
    times: 10,
  });
  const folder = newFolder();
  const { id } = await valueOf(download(folder));
  const job = await eventually(async () => {
    const found = (await valueOf(world.all().steward.client.jobs.list({}))).find(
      (each) => each.id === id,
    );
    expect(['paused', 'finished']).toContain(found?.state);
    return found as Job;
  }, 60);
  expect([statusOf(one.reference), readdirSync(folder)]).toEqual(['Uploaded', []]);
  world.all().platform.control.clearFaults();
  if (job.state === 'paused') await valueOf(world.all().steward.client.jobs.resume({ job: id }));
  else await valueOf(world.all().steward.client.jobs.retry({ job: id }));
  expect((await rests(id)).tally.done).toBe(1);
  expect([statusOf(one.reference), readdirSync(folder)]).toEqual(['Downloaded', ['large.zip']]);
});

it('a confirmation that is not taken leaves the file in the folder; a retry only confirms', async () => {
  const one = put({ fileName: 'a.zip' });
  world.all().platform.control.fault({
    operation: 'fileTransfer.confirm',
    acts: false,
    effect: { kind: 'alter', status: 403, reason: 'Forbidden' },
  });
  const folder = newFolder();
  const { job } = await ended(download(folder));
  expect(job.tally).toMatchObject({ refused: 1 });
  expect([readdirSync(folder), statusOf(one.reference)]).toEqual([['a.zip'], 'Uploaded']);
  const before = world.all().platform.control.executed('fileTransfer.download');
  await valueOf(world.all().steward.client.jobs.retry({ job: job.id }));
  expect((await rests(job.id)).tally.done).toBe(1);
  expect(world.all().platform.control.executed('fileTransfer.download')).toBe(before);
  expect([readdirSync(folder), statusOf(one.reference)]).toEqual([['a.zip'], 'Downloaded']);
});

it('a file that was removed at the platform is not found, and the others come', async () => {
  const one = put({ fileName: 'gone.zip' });
  put({ fileName: 'here.zip' });
  const folder = newFolder();
  const held = world.all().platform.control.hold('fileTransfer.download', false);
  const { id } = await valueOf(download(folder));
  await held.reached;
  world.all().platform.control.fileTransfer.expire(one.reference);
  held.release();
  const { tally } = await rests(id);
  expect(tally).toMatchObject({ done: 1, notFound: 1 });
  expect(readdirSync(folder)).toEqual(['here.zip']);
});

it('a folder that is gone pauses the job, and it goes on when it is back', async () => {
  put({ fileName: 'a.zip' });
  const folder = newFolder();
  const held = world.all().platform.control.hold('fileTransfer.download', false);
  const { id } = await valueOf(download(folder));
  await held.reached;
  rmSync(folder, { recursive: true });
  held.release();
  expect((await rests(id, 'paused')).because).toBe('destination');
  mkdirSync(folder);
  await valueOf(world.all().steward.client.jobs.resume({ job: id }));
  await rests(id);
  expect(readdirSync(folder)).toEqual(['a.zip']);
});

it('files and folders are sent once each, asked for once, and known afterwards', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'uke 12'));
  writeFileSync(path.join(folder, 'uke 12', 'a.csv'), '1;2');
  writeFileSync(path.join(folder, 'b.csv'), '3;4');
  writeFileSync(path.join(folder, 'c.zip'), content('as it is'));
  const before = sendings();
  const paths = ['uke 12', 'b.csv', 'c.zip'].map((name) => path.join(folder, name));
  const { job, rows } = await ended(send(paths));
  expect(sendings()).toBe(before + 3);
  expect(job.details).toMatchObject({ files: 3, serviceCode: 'B102' });
  const sent = world.all().platform.control.fileTransfer.files.slice(-3);
  expect(sent.map(({ fileName }) => fileName)).toEqual(['uke 12.zip', 'b.zip', 'c.zip']);
  expect(rows.map(({ made: reference }) => reference)).toEqual(
    sent.map(({ reference }) => reference),
  );
  const [asked, ...more] = world.all().steward.shell.asked;
  expect([asked?.why, asked?.targets, more]).toEqual(['send', [own()], []]);
  expect(`${asked?.message ?? ''} ${asked?.detail ?? ''}`).toMatch(/3 files.*uke 12.*\d{9}/s);
  const { files } = await valueOf(
    world
      .all()
      .steward.client.fileTransfer.sent({ connection: world.all().connection, who: own() }),
  );
  expect(files.slice(0, 3).map(({ name }) => name)).toEqual(['c.zip', 'b.zip', 'uke 12.zip']);
  const { description } = await valueOf(
    world.all().steward.client.fileTransfer.kept({
      connection: world.all().connection,
      code: 'B102',
      edition: 1,
    }),
  );
  expect(description).toMatchObject({ sendersReference: 'R-7', recipients: [other()] });
});

it('FLD-18 a folder goes without what systems keep in it, and its row says how much; the names are spelt as everyone does', async () => {
  const folder = path.join(newFolder(), 'på kai'.normalize('NFD'));
  mkdirSync(folder);
  for (const name of ['.DS_Store', 'Thumbs.db', '._a.csv', '~$a.docx', 'å.csv'.normalize('NFD')])
    writeFileSync(path.join(folder, name), name);
  const { rows } = await ended(send([folder]));
  expect(rows).toMatchObject([{ subject: 'på kai', leftOut: 4, state: 'done' }]);
  const [sent] = world.all().platform.control.fileTransfer.files.slice(-1);
  expect(sent?.fileName).toBe('på kai.zip');
});

it('a lost answer is unknown and never sent again, neither by resuming nor by a retry', async () => {
  const folder = newFolder();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(path.join(folder, name), name);
  world.all().platform.control.fault({
    operation: 'fileTransfer.send',
    acts: true,
    effect: { kind: 'reset' },
  });
  const before = sendings();
  const { id } = await valueOf(send(['a.txt', 'b.txt'].map((name) => path.join(folder, name))));
  expect((await rests(id, 'paused')).because).toBe('unknown-outcome');
  await valueOf(world.all().steward.client.jobs.resume({ job: id }));
  await rests(id);
  expect(sendings()).toBe(before + 2);
  await valueOf(world.all().steward.client.jobs.retry({ job: id }));
  const job = await rests(id);
  expect([sendings(), job.tally.unknown, job.tally.done]).toEqual([before + 2, 1, 1]);
});

it('what cannot be sent is refused at the start; what is gone since then is refused alone', async () => {
  const folder = newFolder();
  for (const name of ['a.txt', 'b.txt']) writeFileSync(path.join(folder, name), name);
  const paths = ['a.txt', 'b.txt', 'c.txt'].map((name) => path.join(folder, name));
  expect(await send(paths)).toMatchObject({
    ok: false,
    failure: { kind: 'file', problem: 'not-found' },
  });
  const before = sendings();
  const held = world.all().platform.control.hold('fileTransfer.send', true);
  const { id } = await valueOf(send(paths.slice(0, 2)));
  await held.reached;
  rmSync(path.join(folder, 'b.txt'));
  held.release();
  const job = await rests(id);
  expect([job.tally.done, job.tally.refused, sendings()]).toEqual([1, 1, before + 1]);
});

it('without a yes nothing is begun', async () => {
  const folder = newFolder();
  writeFileSync(path.join(folder, 'a.txt'), 'a');
  world.all().steward.shell.answer = () => false;
  const before = sendings();
  expect(await send([path.join(folder, 'a.txt')])).toMatchObject({
    ok: false,
    failure: { kind: 'cancelled' },
  });
  expect(sendings()).toBe(before);
});
