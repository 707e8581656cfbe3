// Documents: nothing is lost to a full disk, a damaged file or two changes at once.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Disk, realDisk } from '../../../../main/storage/disk.ts';
import { openDocuments, sealDocument, unsealDocument } from '../../../../main/storage/documents.ts';
import { z } from '../../../../preload/contract/schema.ts';
import { createClock } from '../../../support/clock.ts';
import { itAsRoot, mountSmall, unmount } from '../../../support/needs-root.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const schema = z.strictObject({ count: z.number(), text: z.string() });
const initial = { count: 0, text: '' };

const openIn = async (folder: string, disk: Disk = realDisk) => {
  const documents = await openDocuments({ folder, now: createClock().now, disk });
  return { documents, document: await documents.open('thing', schema, initial) };
};
const failing = (code: string, times = Infinity): Disk & { readonly tried: () => number } => {
  let tried = 0;
  return {
    ...realDisk,
    rename: async (...given) => {
      tried += 1;
      if (tried <= times) throw Object.assign(new Error('no'), { code });
      await realDisk.rename(...given);
    },
    tried: () => tried,
  };
};

describe('documents', () => {
  it('a change is there at the next start', async () => {
    const folder = tempFolder();
    await (await openIn(folder)).document.change(() => ({ count: 3, text: 'æøå\u2028' }));
    const { document, documents } = await openIn(folder);
    expect(document.value()).toEqual({ count: 3, text: 'æøå\u2028' });
    expect(documents.setAside).toEqual([]);
  });

  it('changes made at once each see the one before', async () => {
    const folder = tempFolder();
    const { document } = await openIn(folder);
    const change = () => document.change((now) => ({ ...now, count: now.count + 1 }));
    await Promise.all(Array.from({ length: 25 }, change));
    expect((await openIn(folder)).document.value().count).toBe(25);
  });

  it('FIL-07 100 damaged files: set aside, listed, defaults, and the next start is clean', async () => {
    const folder = tempFolder();
    await (await openIn(folder)).document.change(() => ({ count: 7, text: 'seven' }));
    const file = path.join(folder, 'thing.json');
    const whole = readFileSync(file);
    for (let round = 0; round < 100; round++) {
      const bytes = Buffer.from(whole);
      const at = round % bytes.length;
      if (round % 3 === 0) bytes[at] = (bytes[at] ?? 0) ^ 1;
      const damaged = round % 3 === 1 ? bytes.subarray(0, at) : bytes;
      writeFileSync(file, round % 3 === 2 ? randomBytes(round * 3) : damaged);
      const first = await openIn(folder);
      expect(first.document.value(), `round ${String(round)}`).toEqual(initial);
      expect(first.documents.setAside).toEqual(['thing.json.bad-2030-03-01T12-00-00-000Z']);
      const second = await openIn(folder);
      expect(second.documents.setAside).toEqual([]);
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    }
  });

  it('FIL-07 a folder in the place of the file is set aside too', async () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'thing.json'));
    const { document, documents } = await openIn(folder);
    expect(documents.setAside).toHaveLength(1);
    await document.change(() => ({ count: 1, text: '' }));
    expect((await openIn(folder)).document.value().count).toBe(1);
  });

  it('FIL-07 a value that no longer fits its schema is set aside, not half used', async () => {
    const folder = tempFolder();
    const documents = await openDocuments({ folder });
    const old = await documents.open('thing', z.object({ other: z.string() }), { other: 'x' });
    await old.change(() => ({ other: 'y' }));
    expect((await openIn(folder)).document.value()).toEqual(initial);
  });

  it('FIL-07 an envelope is exactly as it is written, or it holds nothing', () => {
    const sealed = sealDocument({ count: 1 });
    expect(unsealDocument(sealed)).toEqual({ count: 1 });
    const broken = [
      ...['', 'null', '7', '"text"', '{}', '{"version": 1}'],
      sealed.replace('"version": 1', '"version": 2'),
      sealed.replace('"count": 1', '"count": 2'),
      sealed.replace('"count": 1', '"count":  1'),
      sealed.replace('"version"', '"more": 1, "version"'),
      // The same sum, and no value.
      sealed.replace(/,\s*"value"[^]*/, '}'),
      `${sealed}\n`,
    ];
    for (const text of broken) {
      expect(text).not.toBe(sealed);
      expect(unsealDocument(text), text).toBeUndefined();
    }
  });

  it('DSK-01 a disk that fills up leaves the old state, in memory and on disk', async () => {
    const folder = tempFolder();
    await (await openIn(folder)).document.change(() => ({ count: 1, text: 'old' }));
    const { document } = await openIn(folder, failing('ENOSPC'));
    const change = document.change((now) => {
      now.count = 2;
      return now;
    });
    await expect(change).rejects.toMatchObject({ failure: { kind: 'file', problem: 'disk-full' } });
    expect(document.value()).toEqual({ count: 1, text: 'old' });
    expect((await openIn(folder)).document.value()).toEqual({ count: 1, text: 'old' });
    expect(readdirSync(folder)).toEqual(['thing.json']);
  });

  itAsRoot('DSK-01 a really full disk of 256 KB keeps the last state that fitted', async () => {
    const folder = tempFolder();
    mountSmall(folder, '256k');
    onTestFinished(() => {
      unmount(folder);
    });
    const { document } = await openIn(folder);
    let fitted = 0;
    const fill = async () => {
      for (let count = 1; count < 100; count++) {
        await document.change(() => ({ count, text: 'x'.repeat(count * 8000) }));
        fitted = count;
      }
    };
    await expect(fill()).rejects.toMatchObject({ failure: { problem: 'disk-full' } });
    expect(fitted).toBeGreaterThan(0);
    expect(document.value().count).toBe(fitted);
    expect((await openIn(folder)).document.value().count).toBe(fitted);
    expect(readdirSync(folder)).toEqual(['thing.json']);
  });

  it('DSK-02 a file held by another program is tried five times', async () => {
    const twice = failing('EBUSY', 4);
    const { document } = await openIn(tempFolder(), twice);
    await document.change(() => ({ count: 1, text: '' }));
    expect(twice.tried()).toBe(5);

    const always = failing('EPERM');
    const held = (await openIn(tempFolder(), always)).document;
    await expect(held.change(() => ({ count: 1, text: '' }))).rejects.toMatchObject({
      failure: { kind: 'file', problem: 'not-permitted' },
    });
    expect(always.tried()).toBe(5);
  });

  it('FIL-09 what a kill between write and rename left is removed at the next start', async () => {
    const folder = tempFolder();
    writeFileSync(path.join(folder, '.thing.json.0123456789abcdef.tmp'), 'half');
    writeFileSync(path.join(folder, '.keep.tmp'), 'not ours');
    await openIn(folder);
    expect(readdirSync(folder)).toEqual(['.keep.tmp']);
  });

  it('SAR-08 files are 0600 and folders 0700 from the first moment, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => {
      process.umask(before);
    });
    const folder = path.join(tempFolder(), 'deep', 'data');
    const { document } = await openIn(folder);
    await document.change(() => ({ count: 1, text: '' }));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path.dirname(folder)).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'thing.json')).mode & 0o777).toBe(0o600);
  });

  it('FIL-08 a folder that others may write in is refused', async () => {
    const folder = path.join(tempFolder(), 'open');
    mkdirSync(folder, { mode: 0o700 });
    execFileSync('chmod', ['0777', folder]);
    await expect(openDocuments({ folder })).rejects.toMatchObject({
      failure: { problem: 'not-permitted' },
    });
  });
});
