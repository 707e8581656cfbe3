// The format of the data folder: detected, migrated with a backup, refused when newer, whole after every disk refusal.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../../main/problem.ts';
import type { Disk } from '../../../../main/storage/disk.ts';
import { sealDocument, unsealDocument } from '../../../../main/storage/documents.ts';
import { bringForward } from '../../../../main/storage/folder-format.ts';
import type { FolderStep } from '../../../../main/storage/folder-format.ts';
import { root } from '../../../support/imports.ts';
import { stepwiseDisk } from '../../../support/stepwise-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const FORM_1 = path.join(root, 'test/fixtures/form-1');
let seconds = 0;
const bring = (folder: string, more: { disk?: Disk; steps?: readonly FolderStep[] } = {}) =>
  bringForward({
    folder,
    program: '9.9.9',
    ...more,
    now: () => new Date(Date.UTC(2027, 0, 1, 0, 0, seconds++)),
  });

function ofForm1(): string {
  const folder = tempFolder();
  cpSync(FORM_1, folder, { recursive: true });
  mkdirSync(path.join(folder, 'drafts', 'a'.repeat(32)), { recursive: true });
  writeFileSync(path.join(folder, 'drafts', 'a'.repeat(32), `${'b'.repeat(32)}.draft`), 'sealed');
  writeFileSync(path.join(folder, 'escrow.log'), 'STWESCRO');
  mkdirSync(path.join(folder, 'logs'));
  writeFileSync(path.join(folder, 'logs', 'steward.log'), '{}');
  return folder;
}

/** Names and contents of all files below, without backups. */
function contentOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, string>();
  for (const one of entries.filter((entry) => entry.isFile())) {
    const file = path.join(one.parentPath, one.name);
    found.set(path.relative(folder, file), readFileSync(file, 'utf8'));
  }
  return Object.fromEntries([...found].filter(([name]) => !name.startsWith('backups')).sort());
}
const without = (content: Readonly<Record<string, string>>, ...names: string[]) =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)));

const settingsOf = (folder: string) =>
  unsealDocument(readFileSync(path.join(folder, 'settings.json'), 'utf8'));
const formatOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'format.json'), 'utf8')) as { format: number };
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => failureOf(error),
  );

describe('the form of the data folder', () => {
  it('an empty folder has the newest form, and says by whom and when', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'window'));
    writeFileSync(path.join(folder, 'steward.lock'), 'nonce');
    const first = await bring(folder);
    expect(first).toMatchObject({ format: 5, backups: [], isNewCopy: false });
    expect(first.identity.from).toBeNull();
    expect(first.identity.id).toMatch(/^[0-9a-f]{32}$/);
    expect(formatOf(folder)).toMatchObject({ format: 5, program: '9.9.9' });
    expect(existsSync(path.join(folder, 'backups'))).toBe(false);
    const before = contentOf(folder);
    expect(await bring(folder)).toEqual(first);
    expect(contentOf(folder)).toEqual(before);
  });

  it('one of form 1 gets the new settings after a backup that is the old folder, and nothing else', async () => {
    const folder = ofForm1();
    const before = contentOf(folder);
    const { format, backups } = await bring(folder);
    expect([format, backups.length]).toEqual([5, 1]);
    expect(settingsOf(folder)).toEqual({
      ...(unsealDocument(before['settings.json'] ?? '') as object),
      updateAddress: null,
      notifications: true,
    });
    const after = contentOf(folder);
    expect(without(after, 'settings.json', 'format.json')).toEqual(
      without(before, 'settings.json'),
    );
    expect(after['format.json']).toContain('"format": 5');

    const kept = contentOf(path.join(folder, 'backups', backups[0] ?? ''));
    const small = without(before, 'logs/steward.log');
    expect(without(kept, 'SHA256SUMS', 'format.json')).toEqual(small);
    expect(kept['format.json']).toContain('"format": 1');
    const { SHA256SUMS: sums = '' } = kept;
    for (const line of sums.trim().split('\n')) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(kept[name] ?? '')
          .digest('hex'),
      ).toBe(sum);
    }
    expect(sums.trim().split('\n')).toHaveLength(Object.keys(small).length + 1);
  });

  it('one of a newer Steward is refused in words, and not touched', async () => {
    const folder = ofForm1();
    const newer = { format: 6, program: '2.0.0', written: '2028-01-01', more: true };
    writeFileSync(path.join(folder, 'format.json'), JSON.stringify(newer));
    const before = contentOf(folder);
    const failure = await problemOf(bring(folder));
    expect(failure).toMatchObject({ kind: 'file', problem: 'other' });
    expect(failure?.message).toMatch(/newer Steward.*form 6.*up to 5.*Nothing was changed/s);
    expect(contentOf(folder)).toEqual(before);
    expect(existsSync(path.join(folder, 'backups'))).toBe(false);
  });

  it.each(['', '{"format":', '{"format":0}', '{"format":"2"}', '[]'])(
    'a format file that says nothing (%s) stops the start and says what to do',
    async (text) => {
      const folder = ofForm1();
      writeFileSync(path.join(folder, 'format.json'), text);
      const before = contentOf(folder);
      const failure = await problemOf(bring(folder));
      expect(failure).toMatchObject({ kind: 'file', problem: 'damaged' });
      expect(failure?.message).toContain('remove this one file');
      expect(contentOf(folder)).toEqual(before);
    },
  );

  it('a damaged document is left for who opens it, and so is one that is not there', async () => {
    const folder = ofForm1();
    const damaged = readFileSync(path.join(folder, 'settings.json'), 'utf8').replace('90', '91');
    writeFileSync(path.join(folder, 'settings.json'), damaged);
    expect((await bring(folder)).format).toBe(5);
    expect(readFileSync(path.join(folder, 'settings.json'), 'utf8')).toBe(damaged);
    const other = ofForm1();
    rmSync(path.join(other, 'settings.json'));
    expect((await bring(other)).format).toBe(5);
    expect(existsSync(path.join(other, 'settings.json'))).toBe(false);
  });

  it('several steps are one: each sees what the one before made', async () => {
    const folder = ofForm1();
    const step = (n: number): FolderStep => ({
      settings: (value) => ({ ...(value as object), [`step${String(n)}`]: n }),
      layout: (value) => ({ seen: [...((value as { seen?: number[] }).seen ?? []), n] }),
    });
    const { format } = await bring(folder, { steps: [step(1), step(2), step(3)] });
    expect(format).toBe(4);
    expect(settingsOf(folder)).toMatchObject({ step1: 1, step2: 2, step3: 3 });
    const layout = unsealDocument(readFileSync(path.join(folder, 'layout.json'), 'utf8'));
    expect(layout).toEqual({ seen: [1, 2, 3] });
  });

  it('a backup that was copied back is brought forward again', async () => {
    const folder = ofForm1();
    const { backups } = await bring(folder);
    cpSync(path.join(folder, 'backups', backups[0] ?? ''), folder, { recursive: true });
    expect(formatOf(folder).format).toBe(1);
    const again = await bring(folder);
    expect(again).toMatchObject({ format: 5, backups: [backups[0], expect.stringMatching(/^1-/)] });
    expect(settingsOf(folder)).toMatchObject({
      updateAddress: null,
      notifications: true,
      rotationPolicyDays: 90,
    });
  });

  it('three backups stay, the newest, whatever form they are of; what a kill left goes', async () => {
    const folder = ofForm1();
    const made: string[] = [];
    for (let round = 0; round < 5; round++) {
      rmSync(path.join(folder, 'format.json'), { force: true });
      if (round === 3) mkdirSync(path.join(folder, 'backups', `${made[2] ?? ''}.part`));
      const { backups } = await bring(folder);
      made.push(backups.at(-1) ?? '');
      expect(backups).toEqual(made.slice(-3));
      expect(readdirSync(path.join(folder, 'backups')).sort()).toEqual([...backups].sort());
    }
  });
});

/** A copy as `cp -r` makes it. */
const copied = (from: string) => {
  const to = path.join(tempFolder(), 'copy');
  cpSync(from, to, { recursive: true });
  return to;
};

describe('who the folder is', () => {
  it('ATK-01 each folder has an id of its own, that stays with it', async () => {
    const [one, two] = [tempFolder(), ofForm1()];
    const ids = [(await bring(one)).identity, (await bring(two)).identity];
    expect(ids[0]?.id).not.toBe(ids[1]?.id);
    expect(ids.map((identity) => identity?.from)).toEqual([null, 'shared']);
    expect((await bring(one)).identity).toEqual(ids[0]);
    expect((await bring(two)).identity).toEqual(ids[1]);
  });

  it('ATK-01 a copy beside the first is noticed once, and gets an id of its own; the first keeps its own', async () => {
    const first = ofForm1();
    const { identity } = await bring(first);
    const copy = copied(first);
    const noticed = await bring(copy);
    expect(noticed).toMatchObject({ isNewCopy: true, identity: { from: identity.id } });
    expect(noticed.identity.id).not.toBe(identity.id);
    expect(await bring(copy)).toMatchObject({ isNewCopy: false, identity: noticed.identity });
    expect(await bring(first)).toMatchObject({ isNewCopy: false, identity });
  });

  it('ATK-01 a copy on another disk is one too where its number there is that of the first', async () => {
    const first = ofForm1();
    const { identity } = await bring(first);
    const copy = copied(first);
    const file = path.join(copy, 'format.json');
    const format = JSON.parse(readFileSync(file, 'utf8')) as {
      folder: { place: { device: string; inode: string } };
    };
    const inode = String(statSync(copy, { bigint: true }).ino);
    Object.assign(format.folder.place, { device: '0', inode });
    writeFileSync(file, JSON.stringify(format));
    expect(await bring(copy)).toMatchObject({ isNewCopy: true, identity: { from: identity.id } });
  });

  it('ATK-01 a folder that was moved, renamed or put back in its place is the same folder', async () => {
    const home = tempFolder();
    const at = (name: string) => path.join(home, name);
    mkdirSync(at('first'));
    const { identity } = await bring(at('first'));
    // As a move to another disk does it: copied, then removed.
    cpSync(at('first'), at('moved'), { recursive: true });
    rmSync(at('first'), { recursive: true });
    expect(await bring(at('moved'))).toMatchObject({ isNewCopy: false, identity });
    renameSync(at('moved'), at('renamed'));
    expect(await bring(at('renamed'))).toMatchObject({ isNewCopy: false, identity });
    // Another folder has come where it was.
    mkdirSync(at('moved'));
    await bring(at('moved'));
    expect(await bring(at('renamed'))).toMatchObject({ isNewCopy: false, identity });
    symlinkSync(at('renamed'), at('link'));
    expect(await bring(at('link'))).toMatchObject({ isNewCopy: false, identity });
    cpSync(at('renamed'), at('saved'), { recursive: true });
    rmSync(at('renamed'), { recursive: true });
    cpSync(at('saved'), at('renamed'), { recursive: true });
    expect(await bring(at('renamed'))).toMatchObject({ isNewCopy: false, identity });
  });

  it('ATK-01 the id of a lost format file is taken from what else names it', async () => {
    const folder = ofForm1();
    const { identity } = await bring(folder);
    rmSync(path.join(folder, 'format.json'));
    const knownId = () => Promise.resolve(identity.id);
    const again = await bringForward({ folder, program: '9.9.9', now: () => new Date(), knownId });
    expect(again.identity).toEqual(identity);
  });
});

/** Two documents change, so that there is a between. */
const both: FolderStep = {
  settings: (value) => ({ ...(value as object), updateAddress: null }),
  layout: (value) => ({ ...(value as object), newer: 1 }),
};

describe('a disk that refuses', () => {
  it.each(['ENOSPC', 'EROFS', 'EIO'])(
    'DSK-01 %s at every change: nothing has changed, and the next start does it',
    async (code) => {
      let [rounds, unfinished] = [0, 0];
      for (let at = 1; ; at++) {
        const folder = ofForm1();
        const before = contentOf(folder);
        let refused = 0;
        const disk = stepwiseDisk(async ({ number, half }) => {
          if (number < at) return;
          refused += 1;
          await half();
          throw Object.assign(new Error('refused'), { code });
        });
        const failure = await problemOf(bring(folder, { disk, steps: [both] }));
        if (refused === 0) break;
        rounds += 1;
        const where = `${code} at ${String(at)}`;
        if (failure === undefined) expect(formatOf(folder).format, where).toBe(2);
        else {
          expect(failure, where).toMatchObject({ kind: 'file' });
          const left = Object.entries(contentOf(folder)).filter(([name]) => !name.endsWith('.tmp'));
          const same = left.every(([name, text]) => before[name] === text);
          const words = same ? /Nothing in it was changed/ : /The next start goes on with it/;
          expect(failure.message, where).toMatch(words);
          expect(
            left.map(([name]) => name),
            where,
          ).toEqual(Object.keys(before));
          unfinished += same ? 0 : 1;
        }
        expect((await bring(folder, { steps: [both] })).format, where).toBe(2);
        expect(contentOf(folder)['layout.json'], where).toContain('"newer": 1');
        expect(settingsOf(folder), where).toHaveProperty('updateAddress');
      }
      expect(rounds).toBeGreaterThan(25);
      // Between the two documents, and before the file that says the form.
      expect(unfinished).toBeLessThanOrEqual(2);
    },
  );

  it('DSK-01 one refusal alone leaves every document as it was', async () => {
    for (let at = 1; ; at++) {
      const folder = ofForm1();
      const before = contentOf(folder);
      let refused = false;
      const disk = stepwiseDisk(({ number }) => {
        if (number !== at) return;
        refused = true;
        throw Object.assign(new Error('refused'), { code: 'EIO' });
      });
      const failure = await problemOf(bring(folder, { disk, steps: [both] }));
      if (!refused) break;
      if (failure !== undefined) {
        expect(contentOf(folder), String(at)).toEqual(before);
        expect(failure.message).toContain('Nothing in it was changed.');
      }
    }
  });

  it('a copy that does not read back as it was written is no backup, and no step is made', async () => {
    const folder = ofForm1();
    const before = contentOf(folder);
    // Of the last file that is copied, half is on the disk although the disk said yes.
    const lying = stepwiseDisk(() => undefined);
    const disk: Disk = {
      ...lying,
      async open(...given) {
        const handle = await lying.open(...given);
        const [file] = given;
        if (!String(file).includes('backups') || !String(file).endsWith('settings.json'))
          return handle;
        const writeFile = handle.writeFile.bind(handle);
        return Object.assign(handle, {
          writeFile: (text: Uint8Array) => writeFile(text.slice(0, 9)),
        });
      },
    };
    expect(await problemOf(bring(folder, { disk }))).toMatchObject({ problem: 'damaged' });
    expect(contentOf(folder)).toEqual(before);
    expect(existsSync(path.join(folder, 'backups'))).toBe(false);
  });

  it('the sample of form 1 is as its Steward sealed it', () => {
    for (const name of ['settings', 'connections', 'layout']) {
      const text = readFileSync(path.join(FORM_1, `${name}.json`), 'utf8');
      expect(sealDocument(unsealDocument(text))).toBe(text);
    }
  });
});
