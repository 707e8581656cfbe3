// Drafts on a disk that is full, that fails, that is damaged or sealed with another key.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CONNECTION,
  draftWorld,
  form,
  HEAD,
  perform,
  stateAfter,
  TARGET,
  textsOf,
} from '../../../support/draft-desk.ts';
import { markersInFolder, markerSecret, plainMarker } from '../../../support/markers.ts';
import { sickDisk } from '../../../support/sick-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name));
const failure = (kind: string, problem?: string) => ({
  failure: { kind, ...(problem !== undefined && { problem }) },
});
const other = { ...TARGET, message: 'a200' };

describe('a disk that refuses', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['EIO', 'other'],
  ])(
    'DSK-01 %s at any change loses nothing, is said, and goes on when it is over',
    async (code, problem) => {
      const disk = sickDisk();
      let refused = 0;
      for (let at = 1; at <= 40; at++) {
        const world = draftWorld(path.join(tempFolder(), 'drafts'));
        disk.heal();
        disk.fail(at, code);
        for (let n = 0; n < 11; n++) {
          const where = `change ${String(at)}, step ${String(n)}`;
          const error: unknown = await perform(world.drafts, n).catch((thrown: unknown) => thrown);
          if (error === undefined) continue;
          refused += 1;
          expect(error, where).toMatchObject(failure('file', problem));
          disk.heal();
          expect(await textsOf(world.drafts), where).toEqual(stateAfter(n));
          expect(await textsOf(world.again()), where).toEqual(stateAfter(n));
          // The same step once more, by the drafts that met the failure.
          await perform(world.drafts, n);
        }
        disk.heal();
        expect(await textsOf(world.drafts)).toEqual(stateAfter(11));
        const reopened = world.again();
        expect(await textsOf(reopened)).toEqual(stateAfter(11));
        expect([...world.drafts.setAside, ...reopened.setAside]).toEqual([]);
      }
      expect(refused).toBeGreaterThan(15);
    },
  );

  it('DSK-01 a draft that cannot be read is no draft that is not there', async () => {
    const disk = sickDisk();
    const folder = tempFolder();
    const world = draftWorld(folder);
    await world.drafts.put(TARGET, HEAD, form('<a/>'));
    await world.drafts.put(other, HEAD, form('<b/>'));
    const reopened = world.again();
    const sick = filesIn(folder).find((file) => {
      disk.failReads(path.basename(file), 'EIO');
      return true;
    });
    // One of the two opens; the other one, and the list, say what is wrong.
    const answers = await Promise.allSettled([reopened.open(TARGET), reopened.open(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(reopened.list(CONNECTION)).rejects.toMatchObject(failure('file', 'other'));
    disk.heal();
    expect(await reopened.list(CONNECTION)).toHaveLength(2);
    expect(filesIn(folder)).toContain(sick);
  });
});

describe('a damaged draft', () => {
  it('CCH-02 is set aside and said, as it was before the damage where that can be told; others stay', async () => {
    const outcomes = new Map<string, number>();
    for (let n = 0; n < 50; n++) {
      const folder = tempFolder();
      const world = draftWorld(folder);
      await world.drafts.put(other, HEAD, form('<untouched/>'));
      const before = new Set(filesIn(folder));
      for (let step = 0; step < 8; step++) await perform(world.drafts, step);
      const [file = ''] = filesIn(folder).filter((one) => !before.has(one));
      const bytes = readFileSync(file);
      // Of each line one place after another; the first is the header, with the print of the key.
      const ends = [...bytes.keys()].filter((index) => bytes[index] === 10);
      const start = n % ends.length === 0 ? 0 : (ends[(n % ends.length) - 1] ?? 0) + 1;
      const end = ends[n % ends.length] ?? 0;
      const at = start + Math.floor(((end - start) * (n % 7)) / 7);
      // Not what a torn write leaves: that is no damage.
      bytes[at] = (bytes[at] ?? 0) ^ (n % 2 === 0 ? 0x10 : 0x01);
      writeFileSync(file, bytes);
      const reopened = world.again();
      const found = await textsOf(reopened);
      const step = [0, 1, 2, 3, 4, 5, 6, 7, 8].find(
        (count) => JSON.stringify(stateAfter(count)) === JSON.stringify(found),
      );
      expect(step, `byte ${String(at)}`).toBeDefined();
      expect(reopened.setAside, `byte ${String(at)}`).toHaveLength(1);
      const [aside = ''] = reopened.setAside;
      expect(readFileSync(path.join(path.dirname(file), aside)).equals(bytes)).toBe(true);
      expect((await reopened.form(other, '1')).xml).toBe('<untouched/>');
      // The next start finds it in order, and work goes on.
      const next = world.again();
      expect(await textsOf(next)).toEqual(found);
      expect(next.setAside).toEqual([]);
      await next.put(TARGET, HEAD, form('<more/>', '9'));
      expect(await textsOf(world.again())).toMatchObject({ '9': '<more/>' });
      outcomes.set(String(step), (outcomes.get(String(step)) ?? 0) + 1);
    }
    // Lost where its first line is damaged, else cut off at one of several places.
    expect(outcomes.size).toBeGreaterThan(5);
  });

  it('FLT-06 says for as long as it is there that later steps are missing, since when, and where they are kept', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    for (let step = 0; step < 8; step++) await perform(world.drafts, step);
    const [file = ''] = filesIn(folder);
    const bytes = readFileSync(file);
    const ends = [...bytes.keys()].filter((index) => bytes[index] === 10);
    // One bit in the fourth step: the four after it do not fit any more.
    const flipped = (ends[3] ?? 0) + 20;
    bytes[flipped] = (bytes[flipped] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const reopened = world.again();
    const { lost } = (await reopened.open(TARGET)) ?? {};
    expect(lost).toMatchObject({ steps: 5, files: reopened.setAside });
    expect(reopened.setAside).toHaveLength(1);
    expect(readFileSync(path.join(path.dirname(file), lost?.files[0] ?? '')).equals(bytes)).toBe(
      true,
    );
    // After the next start, after more work, and in the list.
    const next = world.again();
    const { revision } = await next.form(TARGET, '1');
    await next.edit(TARGET, '1', { revision, changes: [{ from: 3, to: 3, insert: 'more' }] });
    expect((await world.again().open(TARGET))?.lost).toEqual(lost);
    expect(await world.again().list(CONNECTION)).toMatchObject([{ lost }]);
    expect(await next.unreadable(CONNECTION)).toEqual([]);
    await next.drop(TARGET);
    await next.put(TARGET, HEAD, form('<anew/>'));
    expect((await next.open(TARGET))?.lost).toBeUndefined();
    // Of what is kept of it much can be read: it is none of those that nobody knows.
    expect(await next.unreadable(CONNECTION)).toEqual([]);
    expect(filesIn(folder)).toHaveLength(2);
  });

  it('FLT-06 whose last step alone is damaged says so too', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    for (let step = 0; step < 4; step++) await perform(world.drafts, step);
    const [file = ''] = filesIn(folder);
    const bytes = readFileSync(file);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const { lost } = (await world.again().open(TARGET)) ?? {};
    expect(lost?.files).toHaveLength(1);
    expect((await world.again().open(TARGET))?.lost).toEqual(lost);
  });

  it('FLT-06 of which nothing can be read is named for its connection, also after the next start', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    await world.drafts.put(TARGET, HEAD, form('<a/>'));
    const [file = ''] = filesIn(folder);
    const bytes = readFileSync(file);
    bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const reopened = world.again();
    expect(await reopened.open(TARGET)).toBeUndefined();
    expect(await reopened.unreadable(CONNECTION)).toEqual(reopened.setAside);
    expect(await world.again().unreadable(CONNECTION)).toEqual(reopened.setAside);
    expect(reopened.setAside).toHaveLength(1);
  });

  it('CCH-02 whose lines are out of order or of another draft ends before them', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    for (let step = 0; step < 4; step++) await perform(world.drafts, step);
    await world.drafts.put(other, HEAD, form('<b/>'));
    const [one = '', two = ''] = filesIn(folder);
    renameSync(one, `${one}.x`);
    renameSync(two, one);
    renameSync(`${one}.x`, two);
    const swapped = world.again();
    expect(await swapped.list(CONNECTION)).toEqual([]);
    expect(swapped.setAside).toHaveLength(2);
  });

  it('a line without its end is what a kill left: it is cut off without a word', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    for (let step = 0; step < 4; step++) await perform(world.drafts, step);
    const [file = ''] = filesIn(folder);
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    const reopened = world.again();
    expect(await textsOf(reopened)).toEqual(stateAfter(3));
    expect(reopened.setAside).toEqual([]);
    await perform(reopened, 3);
    expect(await textsOf(world.again())).toEqual(stateAfter(4));
  });
});

describe('the key', () => {
  it('another key or none opens nothing, touches nothing and is said', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    await world.drafts.put(TARGET, HEAD, form('<a/>'));
    const kept = () => filesIn(folder).map((file) => [file, readFileSync(file).toString('hex')]);
    const before = kept();
    for (const key of [Buffer.alloc(32, 9), undefined]) {
      world.key = key;
      const drafts = world.again();
      const asked = [
        () => drafts.list(CONNECTION),
        () => drafts.open(TARGET),
        () => drafts.form(TARGET, '1'),
        () => drafts.put(TARGET, HEAD, form('<b/>')),
        () => drafts.drop(TARGET),
        () => drafts.revert(TARGET, '1'),
      ];
      for (const ask of asked)
        await expect(ask()).rejects.toMatchObject(failure('keychain', 'not-stored'));
      expect(kept()).toEqual(before);
      expect(drafts.setAside).toEqual([]);
    }
    world.key = Buffer.alloc(32, 7);
    expect((await world.again().form(TARGET, '1')).xml).toBe('<a/>');
  });

  it('FLT-05 lost: drafts given up are kept beside the new ones and named, and forms are filled in again', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    await world.drafts.put(TARGET, HEAD, form('<a/>'));
    await world.drafts.put(other, HEAD, form('<b/>'));
    const before = filesIn(folder).map((file) => readFileSync(file).toString('hex'));
    world.key = Buffer.alloc(32, 9);
    const drafts = world.again();
    await expect(drafts.open(TARGET)).rejects.toMatchObject(failure('keychain', 'not-stored'));
    expect(await drafts.sealed.count()).toBe(2);
    await drafts.sealed.giveUp();
    expect(await drafts.sealed.count()).toBe(0);
    expect(drafts.setAside).toHaveLength(2);
    expect(filesIn(folder).map((file) => readFileSync(file).toString('hex'))).toEqual(before);
    await drafts.put(TARGET, HEAD, form('<c/>'));
    expect((await world.again().form(TARGET, '1')).xml).toBe('<c/>');
    expect(filesIn(folder).map((file) => path.basename(file))).toEqual(
      expect.arrayContaining([...drafts.setAside]) as unknown,
    );
  });

  it('without drafts the keychain is not asked, and a key is made for the first one', async () => {
    const world = draftWorld(tempFolder());
    world.key = undefined;
    expect(await world.drafts.open(TARGET)).toBeUndefined();
    expect(await world.drafts.list(CONNECTION)).toEqual([]);
    expect(world.asked).toBe(0);
    await world.drafts.put(TARGET, HEAD, form('<a/>'));
    expect(world.key).toHaveLength(32);
  });

  it('of a session in memory seals files of its own, which go with the next start', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    await world.drafts.put(TARGET, HEAD, form('<kept/>'));
    Object.assign(world, { isMemory: true, key: Buffer.alloc(32, 1) });
    // In the same session, which changes its keychain.
    expect(await world.drafts.open(TARGET)).toBeUndefined();
    await world.drafts.put(TARGET, HEAD, form('<gone/>'));
    expect((await world.drafts.form(TARGET, '1')).xml).toBe('<gone/>');
    expect(filesIn(folder)).toHaveLength(2);
    Object.assign(world, { isMemory: false, key: Buffer.alloc(32, 7) });
    expect((await world.again().form(TARGET, '1')).xml).toBe('<kept/>');
    expect(filesIn(folder)).toHaveLength(1);
  });

  it('SAR-01 nothing of a draft can be read on the disk, and names say nothing', async () => {
    const folder = tempFolder();
    const { drafts } = draftWorld(folder);
    const secrets = ['subject', 'text', 'edit', 'fill', 'who', 'name'].map(plainMarker);
    const [subject = '', text = '', edit = '', fill = '', who = '', name = ''] = secrets;
    const target = { ...TARGET, who, message: plainMarker('message') };
    const given = { ...form(`<a>${text}${markerSecret('x')}</a>`), name };
    await drafts.put(target, { ...HEAD, subject }, given);
    const changes = [{ from: 3, to: 3, insert: edit }];
    await drafts.edit(target, '1', { revision: 0, changes });
    const content = { xml: fill, written: { charset: 'utf-8', mark: false } } as const;
    await drafts.fill(target, '1', content);
    expect(filesIn(folder)).toHaveLength(1);
    const all = [...secrets, plainMarker('message'), markerSecret('x')];
    expect(markersInFolder(folder, all)).toEqual([]);
    expect(path.relative(folder, filesIn(folder)[0] ?? '')).toMatch(
      /^[0-9a-f]{32}.[0-9a-f]{32}\.draft$/,
    );
    expect(readFileSync(filesIn(folder)[0] ?? '').toString()).not.toContain(CONNECTION);
  });
});
