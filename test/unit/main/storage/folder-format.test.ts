// The form of the data folder: its id, the refusal of a newer one, and a step to the next, whatever the disk does.
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
import { type FolderStep, openFolder } from '../../../../main/storage/folder-format.ts';
import { stepwiseDisk } from '../../../support/stepwise-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

let seconds = 0;
const open = (folder: string, more: { disk?: Disk; steps?: readonly FolderStep[] } = {}) =>
  openFolder({
    folder,
    program: '9.9.9',
    ...more,
    now: () => new Date(Date.UTC(2027, 0, 1, 0, 0, seconds++)),
  });

/** A folder that was in use. */
async function used(): Promise<string> {
  const folder = tempFolder();
  await open(folder);
  const drafts = path.join(folder, 'drafts', 'a'.repeat(32));
  mkdirSync(drafts, { recursive: true });
  writeFileSync(path.join(drafts, `${'b'.repeat(32)}.draft`), 'sealed');
  writeFileSync(path.join(folder, 'escrow.log'), 'STWESCRO');
  writeFileSync(path.join(folder, 'settings.json'), sealDocument({ scheme: 'dark' }));
  writeFileSync(path.join(folder, 'layout.json'), sealDocument({ sidebarWidth: 260 }));
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

const valueOf = (folder: string, name: string) =>
  unsealDocument(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
const formatIn = (folder: string) =>
  (JSON.parse(readFileSync(path.join(folder, 'format.json'), 'utf8')) as { format: number }).format;
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => failureOf(error),
  );

describe('the form of the data folder', () => {
  it('an empty folder has form 1, and says by whom and when', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'window'));
    writeFileSync(path.join(folder, 'steward.lock'), 'nonce');
    const first = await open(folder);
    expect(first).toMatchObject({ format: 1, backups: [], isNewCopy: false });
    expect(first.id).toMatch(/^[0-9a-f]{32}$/);
    const before = contentOf(folder);
    expect(JSON.parse(before['format.json'] ?? '')).toMatchObject({ format: 1, program: '9.9.9' });
    expect(existsSync(path.join(folder, 'backups'))).toBe(false);
    expect(await open(folder)).toEqual(first);
    expect(contentOf(folder)).toEqual(before);
  });

  it('one of a newer Steward is refused in words, and not touched', async () => {
    const folder = await used();
    const newer = { format: 2, program: '2.0.0', written: '2028-01-01', more: true };
    writeFileSync(path.join(folder, 'format.json'), JSON.stringify(newer));
    const before = contentOf(folder);
    const failure = await problemOf(open(folder));
    expect(failure).toMatchObject({ kind: 'file', problem: 'other' });
    expect(failure?.message).toMatch(/newer Steward.*form 2.*up to 1.*Nothing was changed/s);
    expect(contentOf(folder)).toEqual(before);
  });

  it.each(['', '{"format":', '{"format":0}', '{"format":"2"}', '{"format":1}', '[]'])(
    'a format file that says nothing (%s) stops the start and says what to do',
    async (text) => {
      const folder = await used();
      writeFileSync(path.join(folder, 'format.json'), text);
      const before = contentOf(folder);
      const failure = await problemOf(open(folder));
      expect(failure).toMatchObject({ kind: 'file', problem: 'damaged' });
      expect(failure?.message).toContain('remove this one file');
      expect(contentOf(folder)).toEqual(before);
    },
  );
});

/** Two documents change, so that there is a between, and one that is not there. */
const step: FolderStep = {
  settings: (value) => ({ ...(value as object), added: true }),
  layout: (value) => ({ ...(value as object), added: true }),
  jobs: () => 'never asked for',
};
const next = { steps: [step] };

describe('a step to the next form', () => {
  it('is made once, after a backup that is the folder as it was, and changes nothing else', async () => {
    const folder = await used();
    writeFileSync(path.join(folder, 'connections.json'), 'damaged');
    const before = contentOf(folder);
    const { format, backups } = await open(folder, next);
    expect([format, backups.length, formatIn(folder)]).toEqual([2, 1, 2]);
    expect(valueOf(folder, 'settings')).toEqual({ scheme: 'dark', added: true });
    const after = contentOf(folder);
    const changed = ['format.json', 'layout.json', 'settings.json'];
    expect(without(after, ...changed)).toEqual(without(before, ...changed));
    const kept = contentOf(path.join(folder, 'backups', backups[0] ?? ''));
    expect(kept).toEqual(without(before, 'logs/steward.log'));
    expect(await open(folder, next)).toMatchObject({ format: 2, backups });
    expect(contentOf(folder)).toEqual(after);
  });

  it('each sees what the one before made, and three backups stay', async () => {
    const folder = await used();
    const counts: FolderStep = {
      layout: (value) => ({ seen: [...((value as { seen?: number[] }).seen ?? []), 0] }),
    };
    await open(folder, { steps: [counts, counts] });
    expect(valueOf(folder, 'layout')).toEqual({ seen: [0, 0] });
    const made: string[] = [];
    for (let form = 4; form < 8; form++) {
      // As a kill leaves one that was being made.
      mkdirSync(path.join(folder, 'backups', `${String(form)}-2026-11-22T02-40-00-000Z.part`));
      const { backups } = await open(folder, { steps: Array(form - 1).fill(counts) as [] });
      made.push(backups.at(-1) ?? '');
      expect(backups.slice(-made.length)).toEqual(made.slice(-3));
      expect(backups.length).toBeLessThanOrEqual(3);
      expect(readdirSync(path.join(folder, 'backups')).toSorted()).toEqual(backups.toSorted());
    }
  });

  it('a backup that was copied back is opened by the Steward that wrote it, and goes the way again', async () => {
    const folder = await used();
    const before = contentOf(folder);
    const { backups } = await open(folder, next);
    cpSync(path.join(folder, 'backups', backups[0] ?? ''), folder, { recursive: true });
    expect(contentOf(folder)).toEqual(before);
    expect((await open(folder)).format).toBe(1);
    expect((await open(folder, next)).format).toBe(2);
    expect(valueOf(folder, 'settings')).toEqual({ scheme: 'dark', added: true });
  });

  it('DSK-01 S6 a disk that refuses from any change on, as after a kill: the old folder is whole in it or in the backup, and the next start ends the step', async () => {
    let [rounds, between] = [0, 0];
    for (let at = 1; ; at++) {
      const folder = await used();
      const before = without(contentOf(folder), 'logs/steward.log');
      let refused = 0;
      const disk = stepwiseDisk(async ({ number, half }) => {
        if (number < at) return;
        refused += 1;
        await half();
        throw Object.assign(new Error('refused'), { code: 'ENOSPC' });
      });
      const failure = await problemOf(open(folder, { ...next, disk }));
      if (refused === 0) break;
      rounds += 1;
      const where = `change ${String(at)}`;
      if (failure === undefined) expect(formatIn(folder), where).toBe(2);
      else {
        expect(failure, where).toMatchObject({ kind: 'file', problem: 'disk-full' });
        expect(failure.message, where).toContain('The next start goes on with it.');
        expect(formatIn(folder), where).toBe(1);
        const now = Object.entries(before).every(
          ([name, text]) => contentOf(folder)[name] === text,
        );
        between += now ? 0 : 1;
        const backups = path.join(folder, 'backups');
        const whole = existsSync(backups)
          ? readdirSync(backups).filter((name) => !name.endsWith('.part'))
          : [];
        if (!now) expect(contentOf(path.join(backups, whole[0] ?? '')), where).toEqual(before);
      }
      const { backups } = await open(folder, next);
      expect(formatIn(folder), where).toBe(2);
      for (const name of ['settings', 'layout'])
        expect(valueOf(folder, name), where).toHaveProperty('added');
      expect(contentOf(path.join(folder, 'backups', backups[0] ?? '')), where).toEqual(before);
    }
    expect(rounds).toBeGreaterThan(20);
    expect(between).toBeGreaterThan(1);
  });

  it('a copy that does not read back as it was written is no backup, and no step is made', async () => {
    const folder = await used();
    const before = contentOf(folder);
    // Of one file that is copied, half is on the disk although the disk said yes.
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
    expect(await problemOf(open(folder, { ...next, disk }))).toMatchObject({ problem: 'damaged' });
    expect(contentOf(folder)).toEqual(before);
    expect((await open(folder)).backups).toEqual([]);
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
    const folders = [tempFolder(), tempFolder()];
    const ids = [];
    for (const folder of folders) ids.push((await open(folder)).id);
    expect(ids[0]).not.toBe(ids[1]);
    for (const [at, folder] of folders.entries()) expect((await open(folder)).id).toBe(ids[at]);
  });

  it('ATK-01 a copy beside the first is noticed once, and gets an id of its own; the first keeps its own', async () => {
    const first = await used();
    const { id } = await open(first);
    const copy = copied(first);
    const noticed = await open(copy);
    expect(noticed.isNewCopy).toBe(true);
    expect(noticed.id).not.toBe(id);
    expect(await open(copy)).toMatchObject({ isNewCopy: false, id: noticed.id });
    expect(await open(first)).toMatchObject({ isNewCopy: false, id });
  });

  it('ATK-01 a copy on another disk is one too where its number there is that of the first', async () => {
    const first = await used();
    const { id } = await open(first);
    const copy = copied(first);
    const file = path.join(copy, 'format.json');
    const format = JSON.parse(readFileSync(file, 'utf8')) as {
      folder: { place: { device: string; inode: string } };
    };
    const inode = String(statSync(copy, { bigint: true }).ino);
    Object.assign(format.folder.place, { device: '0', inode });
    writeFileSync(file, JSON.stringify(format));
    const noticed = await open(copy);
    expect(noticed.isNewCopy).toBe(true);
    expect(noticed.id).not.toBe(id);
  });

  it('ATK-01 a folder that was moved, renamed or put back in its place is the same folder', async () => {
    const home = tempFolder();
    const at = (name: string) => path.join(home, name);
    mkdirSync(at('first'));
    const { id } = await open(at('first'));
    const same = { isNewCopy: false, id };
    // As a move to another disk does it: copied, then removed.
    cpSync(at('first'), at('moved'), { recursive: true });
    rmSync(at('first'), { recursive: true });
    expect(await open(at('moved'))).toMatchObject(same);
    renameSync(at('moved'), at('renamed'));
    expect(await open(at('renamed'))).toMatchObject(same);
    // Another folder has come where it was.
    mkdirSync(at('moved'));
    await open(at('moved'));
    expect(await open(at('renamed'))).toMatchObject(same);
    symlinkSync(at('renamed'), at('link'));
    expect(await open(at('link'))).toMatchObject(same);
    cpSync(at('renamed'), at('saved'), { recursive: true });
    rmSync(at('renamed'), { recursive: true });
    cpSync(at('saved'), at('renamed'), { recursive: true });
    expect(await open(at('renamed'))).toMatchObject(same);
  });

  it('ATK-01 the id of a lost format file is taken from what else names it', async () => {
    const folder = await used();
    const { id } = await open(folder);
    rmSync(path.join(folder, 'format.json'));
    const knownId = () => Promise.resolve(id);
    const again = await openFolder({ folder, program: '9.9.9', now: () => new Date(), knownId });
    expect(again.id).toBe(id);
  });
});
