// Replacing a file: bytes, name and folder reach the disk in an order that leaves the old or the new after power loss.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Disk,
  realDisk,
  removeLeftovers,
  replaceFile,
  writeNew,
} from '../../../../main/storage/disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

/** The real disk, and every change in the order in which it was done and over. */
function watched(folder: string) {
  const steps: string[] = [];
  const named = (file: string) => {
    if (file === folder) return 'folder';
    return file.endsWith('.tmp') ? 'temporary' : path.basename(file);
  };
  const disk: Disk = {
    open: async (...given) => {
      const handle = await realDisk.open(...given);
      const name = named(String(given[0]));
      const note = <T>(step: string, act: () => Promise<T>) =>
        act().then((value) => {
          steps.push(`${step} ${name}`);
          return value;
        });
      const writeFile = handle.writeFile.bind(handle);
      const sync = handle.sync.bind(handle);
      const close = handle.close.bind(handle);
      return Object.assign(handle, {
        writeFile: (content: string) => note('write', () => writeFile(content)),
        sync: () => note('sync', sync),
        close: () => note('close', close),
      });
    },
    rename: async (from, to) => {
      await realDisk.rename(from, to);
      steps.push(`rename ${named(String(from))} to ${named(String(to))}`);
    },
    rm: realDisk.rm,
  };
  return { disk, steps };
}

describe('replacing a file', () => {
  it('DSK-01 syncs the new content before it takes the name, and the folder after', async () => {
    const folder = tempFolder();
    const { disk, steps } = watched(folder);
    await replaceFile(path.join(folder, 'a.json'), 'new', disk);
    expect(steps).toEqual([
      ...['write temporary', 'sync temporary', 'close temporary'],
      'rename temporary to a.json',
      ...['sync folder', 'close folder'],
    ]);
    expect(readFileSync(path.join(folder, 'a.json'), 'utf8')).toBe('new');
  });

  it('DSK-01 content that could not be synced never takes the name, and leaves nothing', async () => {
    const folder = tempFolder();
    const file = path.join(folder, 'a.json');
    writeFileSync(file, 'old');
    const { disk, steps } = watched(folder);
    const failing: Disk = {
      ...disk,
      open: async (...given) =>
        Object.assign(await disk.open(...given), {
          sync: () => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' })),
        }),
    };
    await expect(replaceFile(file, 'new', failing)).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'other' },
    });
    expect(steps.filter((step) => step.startsWith('rename'))).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('FIL-02 SAR-08 a new file is 0600 whatever the umask, and never takes the place of another', async () => {
    const before = process.umask(0);
    onTestFinished(() => {
      process.umask(before);
    });
    const file = path.join(tempFolder(), 'a');
    await writeNew(file, 'first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(writeNew(file, 'second')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(file, 'utf8')).toBe('first');
  });
});

it('FIL-09 leftovers are known by their whole name', async () => {
  const folder = tempFolder();
  const ours = ['.a.json.0123456789abcdef.tmp', '.SHA256SUMS.0123456789abcdef.tmp'];
  const others = ['.a.json.0123456789abcde.tmp', '.a.json.tmp', 'a.json.0123456789abcdef.tmp'];
  for (const name of [...ours, ...others]) writeFileSync(path.join(folder, name), '');
  mkdirSync(path.join(folder, 'sub'));
  await removeLeftovers(folder);
  expect(readdirSync(folder).sort()).toEqual([...others, 'sub'].sort());
});
