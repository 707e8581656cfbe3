// Attacks on the folder of an export, through the whole program: a changed manifest, and links in place of folders.
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobOf } from '../../preload/contract/jobs.ts';
import { openExportFolder } from '../../main/messages/export-folder.ts';
import { openManifest } from '../../main/messages/export-manifest.ts';
import { failureOf } from '../../main/problem.ts';
import { eventually } from '../support/eventually.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

const world = openReading({ messages: 0 });
const OLD = '2001-01-01T00:00:00.000Z';
let number = 0;

/** An export of one message that rests while its second attachment is still to come. */
async function resting() {
  const desk = messageDesk(world());
  const { client, shell } = world().steward;
  const { control } = desk;
  number += 1;
  const minute = new Date(Date.UTC(2025, 1, 1, 0, number));
  const attachments = ['first.bin', 'second.bin'].map((fileName) => ({ fileName, size: 4_000 }));
  const message = desk.make({ changed: minute, subject: 'Brev', body: '<p>Hei</p>', attachments });
  const held = control.hold('attachments.content', true, { from: 2 });
  shell.picks.push(desk.folder);
  const folder = await valueOf(
    client.files.chooseFolder({ suggestedName: `box-${String(number)}` }),
  );
  const { id } = await valueOf(
    client.jobs.startMessageExport({
      ...desk.at,
      partyName: 'Fjordtrafikk AS',
      folders: ['inbox'],
      from: minute.toISOString(),
      to: new Date(minute.getTime() + 50_000).toISOString(),
      ...{ forms: true, attachments: true, print: false },
      folder: folder?.handle ?? '',
    }),
  );
  const root = path.join(desk.folder, folder?.name ?? '');
  const rested = (...states: string[]) =>
    eventually(async () => {
      const found = (await valueOf(client.jobs.list({}))).find((job) => job.id === id);
      expect(states).toContain(found?.state);
      return found as JobOf<'export-messages'>;
    });
  await held.reached;
  await valueOf(client.jobs.pause({ job: id }));
  await rested('paused');
  held.release();
  control.forget();
  const home = readdirSync(root).find((name) => name.includes(message.id)) ?? '';
  return { client, id, root, home, message, rested, control, outside: desk.folder };
}

const lines = (root: string) =>
  readFileSync(path.join(root, 'manifest.jsonl'), 'utf8').trim().split('\n');

/** All files below a folder, with their content; links are not followed. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .map((file) => `${path.relative(folder, file)}: ${readFileSync(file, 'latin1').slice(0, 20)}`)
    .sort();

describe('ATK-05 the folder of an export', () => {
  it('ATK-05 a changed manifest makes nothing be deleted that the export has not written', async () => {
    const { client, id, root, home, rested, outside } = await resting();
    // As the program writes them, but for other files; the message looks as if it had changed meanwhile.
    const own = JSON.parse(lines(root).find((line) => line.includes('first.bin')) ?? '') as object;
    const victims = [
      '../victim.txt',
      `${home}/../../victim.txt`,
      `${home}/attachments/../../../victim.txt`,
      'notes.txt',
      `${home}/notes.txt`,
      `${home}/attachments/notes.txt`,
      `${home}/attachments/mine/notes.txt`,
      `${home}\\..\\..\\victim.txt`,
      path.join(outside, 'victim.txt'),
    ];
    mkdirSync(path.join(root, home, 'attachments', 'mine'));
    for (const victim of victims) {
      const file = path.resolve(root, victim);
      writeFileSync(file, 'not of the export');
      const line = { ...own, part: victim, path: victim, bytes: 17, changed: OLD };
      appendFileSync(path.join(root, 'manifest.jsonl'), `${JSON.stringify(line)}\n`);
    }
    await valueOf(client.jobs.resume({ job: id }));
    const { state, tally } = await rested('finished', 'paused');
    const left = victims.filter((victim) => {
      try {
        return readFileSync(path.resolve(root, victim), 'utf8') === 'not of the export';
      } catch {
        return false;
      }
    });
    const gone = String(victims.length - left.length);
    tell(
      'ATK-05',
      `${String(victims.length)} paths in the manifest`,
      `${gone} files gone, ${state}`,
    );
    expect(left).toEqual(victims);
    expect({ state, done: tally.done }).toEqual({ state: 'finished', done: 1 });
    expect(contents(path.join(root, home)).some((name) => name.startsWith('body.html'))).toBe(true);
  });

  it('ATK-05 what it has written of a message that changed meanwhile goes, and comes anew', async () => {
    const { client, id, root, home, message, rested, control } = await resting();
    control.messages.touch(message.id, new Date(Date.UTC(2025, 1, 2)));
    await valueOf(client.jobs.resume({ job: id }));
    const { tally } = await rested('finished', 'paused');
    expect(tally).toMatchObject({ done: 1 });
    expect(readdirSync(path.join(root, home, 'attachments')).sort()).toEqual([
      'first.bin',
      'second.bin',
    ]);
    expect(control.executed('attachments.content')).toBe(2);
  });

  it.each([
    ['the folder of a message', (home: string) => home],
    ['the attachments of a message', (home: string) => `${home}/attachments`],
    ['where half files grow', () => '.unfinished'],
    ['the manifest', () => 'manifest.jsonl'],
    ['the export itself', () => ''],
  ])(
    'ATK-05 ATK-16 nothing is written or deleted through a link in place of %s',
    async (what, nameOf) => {
      const { client, id, root, home, rested } = await resting();
      const elsewhere = tempFolder();
      const place = path.resolve(root, nameOf(home));
      // With all that was there, so that nothing seems to be missing.
      const target = path.join(elsewhere, 'target');
      renameSync(place, target);
      symlinkSync(target, place);
      const before = contents(elsewhere);
      await client.jobs.resume({ job: id });
      const { state, because } = await rested('finished', 'paused');
      const after = contents(elsewhere);
      const changed = JSON.stringify(after) === JSON.stringify(before) ? 'nothing' : 'something';
      tell(
        'ATK-05',
        `a link in place of ${what}`,
        `${changed} changed behind it, ${state} ${because ?? ''}`,
      );
      expect(after).toEqual(before);
    },
  );
});

it('ATK-39 a folder whose name leads out of the export is none of it: nothing is made or written, whoever names it', async () => {
  const { root } = await resting();
  const needs = { now: () => new Date(OLD), mark: () => Promise.resolve() };
  const folder = await openExportFolder(root, needs, (within) => openManifest(within, 'key'));
  const all = () => readdirSync(path.dirname(root), { recursive: true }).sort();
  const before = all();
  const file = { item: 'm', changed: null, part: 'body', name: 'x.txt', source: '/' };
  const names = ['..', '.', '', '../x', 'a/../../x', 'a\\..\\x', '/tmp', 'C:', 'con', 'x\0y'];
  const got: string[] = [];
  for (const name of names)
    for (const into of [[name], ['fine', name], [name, 'fine']])
      await folder
        .add({ ...file, into }, (sink) => sink.commit())
        .then(
          () => got.push(`${JSON.stringify(into)} was written`),
          (error: unknown) => {
            if (failureOf(error)?.kind !== 'file') got.push(String(error));
          },
        );
  tell('ATK-39', `${String(names.length)} names of folders`, got.join(', ') || 'nothing written');
  expect(got).toEqual([]);
  expect(all()).toEqual(before);
});
