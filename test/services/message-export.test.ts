// Exporting messages through the whole program: the files, that nothing is marked as read, and what a pause leaves.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobOf } from '../../preload/contract/jobs.ts';
import { type MessageWish } from '../platform/message-control.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { eventually } from '../support/eventually.ts';

const world = openReading({ messages: 0 });
const PARTS = { forms: true, attachments: true, print: true };
const ALL = { from: null, to: null, ...PARTS };

interface Written {
  readonly state: string;
  readonly complete: boolean;
  readonly program: string;
  readonly list: { readonly messages: number; readonly complete: boolean };
  readonly messages: readonly {
    readonly id: string;
    readonly state: string;
    readonly files: readonly { path: string; bytes: number; sha256: string; source: string }[];
    readonly missing: readonly { readonly part: string; readonly why: string }[];
  }[];
}

let number = 0;

/** A desk with messages of its own: only those of its minute are exported. */
function exportDesk() {
  const desk = messageDesk(world());
  const { client, shell } = world().steward;
  const { control } = world().platform;
  number += 1;
  const minute = new Date(Date.UTC(2025, 0, 1, 0, number));
  const from = minute.toISOString();
  const to = new Date(minute.getTime() + 50_000).toISOString();
  const make = (wish: MessageWish) => desk.make({ changed: minute, ...wish });
  const choose = async () => {
    shell.picks.push(desk.folder);
    const folder = await valueOf(
      client.files.chooseFolder({ suggestedName: `fjord-test-messages-${String(number)}` }),
    );
    return folder ?? { handle: '', name: '' };
  };
  const start = async (wish: object = {}) => {
    const folder = await choose();
    const given = { ...desk.at, partyName: 'Fjordtrafikk AS', folders: ['inbox', 'archive'] };
    const job = await valueOf(
      client.jobs.startMessageExport({
        ...given,
        ...ALL,
        from,
        to,
        folder: folder.handle,
        ...wish,
      } as Parameters<typeof client.jobs.startMessageExport>[0]),
    );
    return { id: job.id, root: path.join(desk.folder, folder.name) };
  };
  const rested = (id: string, state: string) =>
    eventually(async () => {
      const found = (await valueOf(client.jobs.list({}))).find((job) => job.id === id);
      expect(found).toMatchObject({ state });
      return found as JobOf<'export-messages'>;
    });
  return { ...desk, client, control, make, choose, start, rested, from, to };
}

const manifestIn = (root: string) =>
  JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8')) as Written;

const filesOf = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)))
    .filter((name) => name !== 'manifest.json')
    .sort();

/** Every file of the manifest with its own hash, and no other file. */
function proven(root: string): Written {
  const manifest = manifestIn(root);
  const files = manifest.messages.flatMap((one) => one.files);
  for (const { path: name, bytes, sha256 } of files) {
    const content = readFileSync(path.join(root, name));
    expect(content.length).toBe(bytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  }
  expect(filesOf(root)).toEqual(files.map(({ path: name }) => name).sort());
  return manifest;
}

describe('an export', () => {
  it('RTY-07 holds every message with its body, forms, attachments and printable version as they came, and marks none as read', async () => {
    const on = exportDesk();
    const letter = on.make({
      subject: 'Vedtak: 1/2 "godkjent"',
      body: '<p>Hei <b>på</b> deg</p>',
      attachments: [
        { fileName: 'brev.pdf', size: 70_000 },
        { fileName: 'Brev.pdf', bytes: Buffer.from('another') },
        { fileName: '../../.hidden', bytes: Buffer.from('hostile') },
        { fileName: 'side.html', bytes: Buffer.from('<p>x</p>') },
      ],
    });
    const form = on.make({ kind: 'FormTask', state: 'sent', subject: 'Skjema' });
    on.make({ kind: 'FormTask', state: 'filling', subject: 'Utkast' });
    on.control.forget();
    const { id, root } = await on.start();
    const job = await on.rested(id, 'finished');
    expect(job).toMatchObject({ tally: { done: 2, refused: 0 }, details: { wholeList: true } });
    const manifest = proven(root);
    expect(manifest).toMatchObject({ state: 'finished', complete: true, list: { messages: 2 } });
    expect(manifest.program).toMatch(/^Steward /);
    expect(job.details.files).toBe(filesOf(root).length);
    const home = readdirSync(root).find((name) => name.includes(letter.id)) ?? '';
    expect(home).toBe(`2025-01-01 ${letter.id} Vedtak_ 1_2 _godkjent_`);
    expect(readFileSync(path.join(root, home, 'body.txt'), 'utf8')).toBe(
      '<p>Hei <b>på</b> deg</p>',
    );
    expect(readFileSync(path.join(root, home, 'body.html'), 'utf8')).toContain(
      '<p>Hei <b>på</b> deg</p>',
    );
    expect(readdirSync(path.join(root, home, 'attachments')).sort()).toEqual([
      ...['Brev (2).pdf', '_.._.hidden', 'brev.pdf', 'side.html'],
    ]);
    const of = (message: string) => manifest.messages.find((one) => one.id === message);
    const hashes = of(letter.id)?.files.map(({ sha256 }) => sha256) ?? [];
    expect(hashes).toEqual(expect.arrayContaining(letter.attachments.map(({ sha256 }) => sha256)));
    const xml = of(form.id)?.files.find(({ path: name }) => name.endsWith('.xml'));
    const [own] = on.truth(form.id).forms;
    const saved = { ...on.at, message: form.id, form: own?.id ?? '' };
    await valueOf(on.client.forms.saveData({ ...saved, target: on.place('own.xml') }));
    expect(readFileSync(path.join(root, xml?.path ?? ''))).toEqual(
      readFileSync(path.join(on.folder, 'own.xml')),
    );
    // The platform prints some messages as a page; which ones goes by their number.
    const printed = of(form.id)?.files.map(({ path: name }) => path.basename(name)) ?? [];
    expect(printed.filter((name) => /^print\.(pdf|html)$/.test(name))).toHaveLength(1);
    const shown = await on.shown(letter.id);
    const told = JSON.parse(
      readFileSync(path.join(root, home, 'message.json'), 'utf8'),
    ) as typeof shown;
    expect(told).toMatchObject({ id: letter.id, subject: letter.subject, status: shown.status });
    expect(on.control.messages.markedRead).not.toContain(letter.id);
    const reads = on.control.requests.filter(({ operation }) => operation === 'messages.get');
    expect(reads.length).toBeGreaterThan(1);
    expect(reads.every(({ query }) => query.includes('markAsRead=false'))).toBe(true);
    expect(JSON.stringify(await valueOf(on.client.jobs.list({})))).not.toContain(on.folder);
  });

  // Refused, and answered in a way that nobody can make out: both speak of the one part.
  it.each([400, 500])(
    'says what cannot be had and why (%i), and gets it with a retry without asking for anything else again',
    async (status) => {
      const on = exportDesk();
      const one = on.make({ subject: 'Ett', attachments: [{ fileName: 'a.pdf', size: 5_000 }] });
      const gone = on.make({ subject: 'Borte' });
      const held = on.control.hold('messages.get', false);
      on.control.fault({
        operation: 'attachments.content',
        acts: false,
        effect: { kind: 'alter', status, reason: 'The archive rests.' },
      });
      const started = on.start();
      await held.reached;
      await valueOf(on.client.messages.list({ ...on.at }));
      const { id, root } = await started;
      held.release();
      const job = await on.rested(id, 'finished');
      expect(job.tally).toMatchObject({ done: 1, refused: 1 });
      const before = proven(root);
      expect(before.complete).toBe(false);
      expect(before.messages.find((m) => m.id === one.id)).toMatchObject({
        state: 'partly',
        missing: [{ why: 'The archive rests.' }],
      });
      expect(before.messages.find((m) => m.id === gone.id)?.state).toBe('whole');
      on.control.forget();
      await valueOf(on.client.jobs.retry({ job: id }));
      await on.rested(id, 'finished');
      expect(proven(root)).toMatchObject({ state: 'finished', complete: true });
      expect(on.control.executed('messages.get')).toBe(1);
      expect(on.control.executed('attachments.content')).toBe(1);
    },
  );

  it('lists what was deleted meanwhile as missing', async () => {
    const on = exportDesk();
    const task = on.make({ kind: 'FormTask', state: 'sent', subject: 'Slettes' });
    on.make({ subject: 'Blir' });
    const held = on.control.hold('messages.get', false);
    const second = on.control.hold('messages.get', false);
    const { id, root } = await on.start();
    await Promise.all([held.reached, second.reached]);
    await valueOf(on.client.messages.remove({ ...on.at, message: task.id }));
    held.release();
    second.release();
    const job = await on.rested(id, 'finished');
    expect(job.tally).toMatchObject({ done: 1, notFound: 1 });
    const manifest = proven(root);
    expect(manifest.complete).toBe(false);
    expect(manifest.messages.find((m) => m.id === task.id)).toMatchObject({
      state: 'missing',
      files: [],
      missing: [{ part: 'message' }],
    });
  });

  it('rests when its folder is gone, goes on when it is back, and can be cancelled: what is there stays', async () => {
    const on = exportDesk();
    const wishes = Array.from({ length: 12 }, (_, i) => ({ subject: `Melding ${String(i)}` }));
    for (const wish of wishes) on.make({ ...wish, attachments: [{ fileName: 'a.bin', size: 9 }] });
    const gate = on.control.hold('attachments.content', false);
    const { id, root } = await on.start();
    await gate.reached;
    renameSync(root, `${root}.away`);
    gate.release();
    await on.rested(id, 'paused').then((job) => {
      expect(job).toMatchObject({ because: 'destination' });
    });
    expect(await on.client.jobs.resume({ job: id })).toMatchObject({
      ok: false,
      failure: { kind: 'file', problem: 'not-found' },
    });
    expect(existsSync(root)).toBe(false);
    renameSync(`${root}.away`, root);
    const next = on.control.hold('messages.get', false);
    await valueOf(on.client.jobs.resume({ job: id }));
    await next.reached;
    await valueOf(on.client.jobs.stop({ job: id }));
    const stopped = await on.rested(id, 'stopped');
    next.release();
    const manifest = proven(root);
    expect(manifest).toMatchObject({ state: 'cancelled', complete: false });
    expect(stopped.tally.skipped).toBeGreaterThan(0);
    expect(manifest.messages).toHaveLength(12);
  });

  it('is paused for a file that comes slowly, and then begins that file alone again', async () => {
    const on = exportDesk();
    const one = on.make({
      subject: 'Stor',
      attachments: [
        { fileName: 'first.bin', size: 4_000 },
        { fileName: 'second.bin', size: 4_000 },
      ],
    });
    const held = on.control.hold('attachments.content', true, { from: 2 });
    const { id, root } = await on.start();
    await held.reached;
    await valueOf(on.client.jobs.pause({ job: id }));
    expect(await on.rested(id, 'paused')).toMatchObject({
      because: 'asked',
      tally: { waiting: 1 },
      details: { files: 1 },
    });
    held.release();
    on.control.forget();
    await valueOf(on.client.jobs.resume({ job: id }));
    await on.rested(id, 'finished');
    expect(on.control.executed('attachments.content')).toBe(1);
    expect(proven(root).messages).toMatchObject([{ id: one.id, state: 'whole' }]);
  });

  it('NAV-07 its folder is shown where it is, and said to be gone when it is', async () => {
    const on = exportDesk();
    const { shell } = world().steward;
    const before = shell.shown.length;
    on.make({ subject: 'En' });
    const { id, root } = await on.start();
    await on.rested(id, 'finished');
    await valueOf(on.client.jobs.showWritten({ job: id }));
    expect(shell.shown.slice(before)).toEqual([root]);
    renameSync(root, `${root}-elsewhere`);
    expect(await on.client.jobs.showWritten({ job: id })).toMatchObject({
      failure: { kind: 'file', problem: 'not-found' },
    });
    expect(shell.shown).toHaveLength(before + 1);
  });

  it('is not begun over anything, for nothing, or beside another one', async () => {
    const on = exportDesk();
    const nothing = await on.choose();
    const given = { ...on.at, ...ALL, partyName: 'Fjord', from: on.from, to: on.to };
    const begin = (folder: string) =>
      on.client.jobs.startMessageExport({ ...given, folders: ['inbox'], folder });
    expect(await begin(nothing.handle)).toMatchObject({ ok: false, failure: { kind: 'conflict' } });
    expect(existsSync(path.join(on.folder, nothing.name))).toBe(false);
    on.make({ subject: 'En' });
    mkdirSync(path.join(on.folder, nothing.name));
    expect(await begin(nothing.handle)).toMatchObject({
      ok: false,
      failure: { kind: 'file', problem: 'already-exists' },
    });
    const held = on.control.hold('messages.get', false);
    const { id } = await on.start();
    await held.reached;
    expect(await begin((await on.choose()).handle)).toMatchObject({
      ok: false,
      failure: { kind: 'conflict' },
    });
    held.release();
    await on.rested(id, 'finished');
  });

  it('is checked again: what is gone, changed or not its own is named', async () => {
    const on = exportDesk();
    on.make({ subject: 'En', attachments: [{ fileName: 'a.bin', size: 900 }] });
    const { id, root } = await on.start();
    await on.rested(id, 'finished');
    const verify = () => valueOf(on.client.jobs.verifyExport({ job: id }));
    expect(await verify()).toMatchObject({ files: 4, missing: [], changed: [], others: [] });
    const [attachment = '', body = ''] = filesOf(root);
    writeFileSync(path.join(root, attachment), Buffer.alloc(900, 1));
    renameSync(path.join(root, body), path.join(root, 'other.html'));
    expect(await verify()).toEqual({
      files: 4,
      missing: [body],
      changed: [attachment],
      others: ['other.html'],
    });
  });
});
