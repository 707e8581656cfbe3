// What is computed from a copy and kept beside it: found again for that very copy, never missed, never in the way.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, realDisk } from '../../../../main/storage/disk.ts';
import type { OfflineCopy } from '../../../../main/storage/offline-copy.ts';
import { documents } from '../../../support/kept-documents.ts';
import { commitAll, openCopy } from '../../../support/offline-copies.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const BYTES = Buffer.from('any\nbytes\0');
const fileOf = (folder: string) => path.join(folder, 'derived');
const readIn = async (copy: OfflineCopy, form = 'sum-1') =>
  (await copy.derived(form).read())?.toString();

async function keptIn(folder: string, disk?: Disk): Promise<OfflineCopy> {
  const copy = await openCopy(folder, disk);
  await commitAll(copy, documents(3, 1), 'head');
  await copy.derived('sum-1').keep(() => BYTES);
  return copy;
}

describe('what is kept of a copy', () => {
  it('is found again, also at the next start, in its form alone', async () => {
    const folder = tempFolder();
    for (const copy of [await keptIn(folder), await openCopy(folder)]) {
      expect(await readIn(copy)).toBe(BYTES.toString());
      expect(await readIn(copy, 'sum-2')).toBeUndefined();
    }
  });

  it('does not count to what the copy holds', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    await commitAll(copy, documents(3, 1), 'head');
    const before = await copy.bytes();
    await copy.derived('sum-1').keep(() => BYTES);
    expect([await readIn(copy), await copy.bytes()]).toEqual([BYTES.toString(), before]);
  });

  it('is gone with the copy that it was made of', async () => {
    const folder = tempFolder();
    const copy = await keptIn(folder);
    const old = copy.derived('sum-1');
    await commitAll(copy, documents(3, 1), 'the same once more');
    expect(await readIn(copy)).toBeUndefined();
    expect(await old.read()).toBeUndefined();
    // It was computed while the new copy was put in place.
    await old.keep(() => BYTES);
    expect([await readIn(copy), await readIn(await openCopy(folder))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is not that of a copy from which a document was lost', async () => {
    const folder = tempFolder();
    const copy = await keptIn(folder);
    const file = path.join(folder, 'documents-1.ndjson');
    writeFileSync(file, readFileSync(file, 'latin1').replace('{', '['), 'latin1');
    await copy.verify(AbortSignal.timeout(10_000));
    expect(copy.damaged).toHaveLength(1);
    for (const one of [copy, await openCopy(folder)]) expect(await readIn(one)).toBeUndefined();
  });

  it.each([
    ['cut off', (whole: string) => whole.slice(0, -1)],
    ['changed', (whole: string) => whole.replace('any', 'one')],
    ['empty', () => ''],
    ['without an end of its first line', () => 'derived'],
  ])('is not missed where its file is %s', async (_how, damaged) => {
    const folder = tempFolder();
    const copy = await keptIn(folder);
    writeFileSync(fileOf(folder), damaged(readFileSync(fileOf(folder), 'latin1')), 'latin1');
    expect([await readIn(copy), copy.setAside]).toEqual([undefined, []]);
    await copy.derived('sum-1').keep(() => BYTES);
    expect(await readIn(copy)).toBe(BYTES.toString());
  });

  it.skipIf(process.platform === 'win32')(
    'is not waited for where a pipe has its place, and not looked for behind a link',
    async () => {
      const folder = tempFolder();
      const copy = await keptIn(folder);
      renameSync(fileOf(folder), `${fileOf(folder)}-elsewhere`);
      symlinkSync(`${fileOf(folder)}-elsewhere`, fileOf(folder));
      expect(await readIn(copy)).toBeUndefined();
      rmSync(fileOf(folder));
      execFileSync('mkfifo', [fileOf(folder)]);
      expect(await readIn(copy)).toBeUndefined();
    },
  );

  it('is left out where the disk has no room for it, without a word', async () => {
    const folder = tempFolder();
    let isFull = false;
    const disk: Disk = {
      ...realDisk,
      open: (file, ...more) =>
        isFull
          ? Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
          : realDisk.open(file, ...more),
    };
    const copy = await openCopy(folder, disk);
    await commitAll(copy, documents(3, 1), 'head');
    isFull = true;
    await copy.derived('sum-1').keep(() => BYTES);
    isFull = false;
    expect(await readIn(copy)).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual(['copy', 'documents-1.ndjson']);
  });

  it('goes when the copy is removed, and does not come back', async () => {
    const folder = tempFolder();
    const copy = await keptIn(folder);
    const late = copy.derived('sum-1');
    await copy.remove();
    await late.keep(() => BYTES);
    expect(readdirSync(folder)).toEqual([]);
  });
});
