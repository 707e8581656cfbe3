// Files of one item on a real disk: they take their places together, whole and named, or not at all.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openExportFolder } from '../../../../main/messages/export-folder.ts';
import { createManifest, openManifest } from '../../../../main/messages/export-manifest.ts';
import { sickDisk } from '../../../support/sick-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const AT = '2026-11-22T10:00:00.000Z';
const KEY = Buffer.alloc(32, 'a').toString('base64url');
const HEAD: Parameters<typeof createManifest>[1] = {
  program: 'Steward 0.0.0',
  started: AT,
  environment: 'test',
  platform: 'https://platform.example/',
  party: { who: 'my', name: 'Kari' },
  asked: {
    ...{ folders: ['inbox'], from: null, to: null, filter: null },
    ...{ forms: true, attachments: true, print: false },
  },
  list: { complete: true, because: null, calls: 1, messages: 2 },
};
const needs = { now: () => new Date(AT), mark: async () => undefined };
const openIn = (root: string) =>
  openExportFolder(root, needs, (within) => openManifest(within, KEY));

async function desk() {
  const root = tempFolder();
  await createManifest(root, HEAD);
  const folder = await openIn(root);
  return { root, folder, files: folder.filesOf('m') };
}

const fileOf = (name: string, ...inner: string[]) => ({
  ...{ changed: null, part: name, name, source: '/m' },
  into: ['letter', ...inner],
});
/** What is at its place, by its path. */
const placed = (root: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !one.parentPath.endsWith('.unfinished'))
      .map((one) => path.join(one.parentPath, one.name))
      .filter((file) => path.basename(file) !== 'manifest.jsonl')
      .map((file) => [path.relative(root, file), readFileSync(file, 'utf8')]),
  );
const named = (root: string) =>
  readFileSync(path.join(root, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => /"path":"([^"]+)"/.exec(line)?.[1] ?? []);

/** How often these are called until the test ends. */
function counted(...names: readonly ('lstat' | 'open' | 'statfs')[]) {
  const calls: Record<string, number> = {};
  for (const name of names) {
    const real = fs[name] as (...given: unknown[]) => Promise<unknown>;
    calls[name] = 0;
    Object.assign(fs, {
      [name]: (...given: unknown[]) => {
        calls[name] = (calls[name] ?? 0) + 1;
        return real(...given);
      },
    });
    onTestFinished(() => {
      Object.assign(fs, { [name]: real });
      syncBuiltinESMExports();
    });
  }
  syncBuiltinESMExports();
  return calls;
}

describe('files of one item', () => {
  it('are at no place and in no line before they settle, and then all of them, in their order', async () => {
    const { root, files } = await desk();
    await files.addWhole(fileOf('b.txt'), Buffer.from('b'));
    await files.add(fileOf('a.bin', 'attachments'), async (sink) => {
      await sink.write(Buffer.from('a'));
      await sink.commit();
    });
    await files.put(fileOf('message.html'), Buffer.from('page'));
    expect([placed(root), named(root)]).toEqual([{}, []]);
    const paths = ['letter/b.txt', 'letter/attachments/a.bin', 'letter/message.html'];
    expect(files.all().map((one) => one.path)).toEqual(paths);
    expect((await files.read('a.bin'))?.toString()).toBe('a');
    expect(files.waiting()).toBe(6);
    expect(await files.settle()).toBe(true);
    expect(placed(root)).toEqual({
      [paths[0] ?? '']: 'b',
      [paths[1] ?? '']: 'a',
      [paths[2] ?? '']: 'page',
    });
    expect(named(root)).toEqual(paths);
    expect(readdirSync(path.join(root, '.unfinished'))).toEqual([]);
    expect([files.waiting(), (await files.read('a.bin'))?.toString()]).toEqual([0, 'a']);
  });

  it('cost the disk no more looks, and their folder and lines no more syncs, the more they are', async () => {
    const { folder } = await desk();
    const costOf = async (item: string, many: number) => {
      const files = folder.filesOf(item);
      for (let at = 0; at < many; at += 1)
        await files.addWhole(fileOf(`${item}-${String(at)}.txt`), Buffer.from('text'));
      const before = { ...calls };
      await files.settle();
      const since = (name: string) => (calls[name] ?? 0) - (before[name] ?? 0);
      return { looks: since('lstat'), others: since('open') - many, room: since('statfs') };
    };
    const calls = counted('lstat', 'open', 'statfs');
    await costOf('first', 1);
    const few = await costOf('few', 1);
    expect(few.others).toBe(2);
    expect(await costOf('many', 20)).toEqual(few);
    expect(few.room).toBe(0);
  });

  it('leave what somebody else has put there meanwhile, and say that one has another name', async () => {
    const { root, folder, files } = await desk();
    await files.addWhole(fileOf('b.txt'), Buffer.from('ours'));
    mkdirSync(path.join(root, 'letter'));
    writeFileSync(path.join(root, 'letter/b.txt'), 'theirs');
    expect(await files.settle()).toBe(false);
    expect(placed(root)).toEqual({ 'letter/b.txt': 'theirs', 'letter/b (2).txt': 'ours' });
    expect(folder.manifest.entry('m').files.map((one) => one.path)).toEqual(['letter/b (2).txt']);
    expect(await files.settle()).toBe(true);
  });

  it('ATK-05 go through no link that came while they waited', async () => {
    const { root, files } = await desk();
    const elsewhere = tempFolder();
    await files.addWhole(fileOf('b.txt', 'attachments'), Buffer.from('b'));
    mkdirSync(path.join(root, 'letter'));
    symlinkSync(elsewhere, path.join(root, 'letter/attachments'));
    const failure = { kind: 'file', problem: 'not-a-file' };
    await expect(files.settle()).rejects.toMatchObject({ failure });
    expect([readdirSync(elsewhere), named(root)]).toEqual([[], []]);
  });

  it('do not wait once they are large: what a kill costs is bounded', async () => {
    const { root, files } = await desk();
    const large = Buffer.alloc(5 * 1024 * 1024, 'x');
    await files.addWhole(fileOf('a.bin'), large);
    expect(named(root)).toEqual([]);
    await files.addWhole(fileOf('b.bin'), large);
    expect(named(root)).toEqual(['letter/a.bin', 'letter/b.bin']);
    expect(files.waiting()).toBe(0);
  });

  it('DSK-01 of a disk that fails anywhere each is whole and named, or not at its place; later they come', async () => {
    const disk = sickDisk();
    for (let from = 1, fails = true; fails; from += 1) {
      const { root, files } = await desk();
      disk.fail(from, 'ENOSPC');
      const write = async () => {
        for (const name of ['a', 'b', 'c'])
          await files.addWhole(fileOf(`${name}.txt`), Buffer.from(name));
        await files.settle();
      };
      const told = await write().then(
        () => undefined,
        (error: unknown) => error,
      );
      fails = !disk.untouched();
      disk.heal();
      const there = placed(root);
      for (const [file, text] of Object.entries(there)) {
        expect(`${text}.txt`, file).toBe(path.basename(file));
        expect(named(root), file).toContain(file);
      }
      if (told === undefined) expect(Object.keys(there)).toHaveLength(3);
      else expect(told).toMatchObject({ failure: { kind: 'file', problem: 'disk-full' } });
      // As after a kill: the folder is opened again, and what is not whole comes anew.
      const again = await openIn(root);
      const whole = await again.whole('m');
      const more = again.filesOf('m');
      for (const name of ['a', 'b', 'c'])
        if (!whole.has(`${name}.txt`))
          await more.addWhole(fileOf(`${name}.txt`), Buffer.from(name));
      await more.settle();
      expect(placed(root)).toEqual({
        'letter/a.txt': 'a',
        'letter/b.txt': 'b',
        'letter/c.txt': 'c',
      });
      await again.tidy();
      expect(existsSync(path.join(root, '.unfinished'))).toBe(false);
    }
  });
});
