// Sealed offline copies: reading returns what was written, for the same owner, or nothing.
import { randomBytes, randomInt } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSealedCopies } from '../../../../main/storage/sealed-copy.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const TEXT = JSON.stringify({ users: ['system-æ', 'marker-7731'] });

function setUp(key = randomBytes(32)) {
  const folder = path.join(tempFolder(), 'copies');
  const copies = openSealedCopies({ folder, key: () => Promise.resolve(key) });
  const file = async () => path.join(folder, (await readdir(folder))[0] ?? '');
  return { folder, copies, file };
}

describe('sealed copies', () => {
  it('CCH-01 are read by their owner only, and show nothing on the disk', async () => {
    const { copies, file } = setUp();
    await copies.write('list/one', 'owner', TEXT);
    expect(await copies.read('list/one', 'owner')).toBe(TEXT);
    const bytes = await readFile(await file());
    expect(bytes.toString('latin1')).not.toMatch(/marker|list|owner/);
    expect(path.basename(await file())).not.toMatch(/one/);
    expect(await copies.read('list/one', 'another owner')).toBeUndefined();
  });

  it('leave nothing of a write that a kill cut off', async () => {
    const first = setUp();
    await first.copies.write('a', 'o', TEXT);
    const cutOff = path.join(first.folder, `.${'a'.repeat(32)}.copy.${'0'.repeat(16)}.tmp`);
    await writeFile(cutOff, 'half of');
    const again = openSealedCopies({ folder: first.folder, key: async () => randomBytes(32) });
    await again.write('b', 'o', TEXT);
    expect((await readdir(first.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('SAR-08 are files of this user alone', async () => {
    const { copies, file, folder } = setUp();
    await copies.write('a', 'o', TEXT);
    expect((await stat(await file())).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  itAtLength(
    'CCH-02 after any of 1 000 damages a copy is dropped: nothing wrong is shown and nothing fails',
    async () => {
      const { copies, file } = setUp();
      await copies.write('a', 'o', TEXT);
      const name = await file();
      const whole = await readFile(name);
      let shown = 0;
      for (let i = 0; i < 1000; i++) {
        const bytes = damaged(whole);
        await writeFile(name, bytes);
        const read = await copies.read('a', 'o');
        if (bytes.equals(whole)) expect(read).toBe(TEXT);
        else {
          expect(read).toBeUndefined();
          shown += 1;
          await expect(stat(name)).rejects.toThrow();
        }
      }
      expect(shown).toBeGreaterThan(900);
      await copies.write('a', 'o', TEXT);
      expect(await copies.read('a', 'o')).toBe(TEXT);
    },
  );

  it('CCH-02 a folder in its place, an unreadable file and another key are as good as no copy', async () => {
    const { copies, file, folder } = setUp();
    await copies.write('a', 'o', TEXT);
    const name = await file();
    await rm(name);
    await mkdir(name);
    expect(await copies.read('a', 'o')).toBeUndefined();
    await copies.write('a', 'o', TEXT);
    await chmod(name, 0o000);
    await copies.read('a', 'o');
    await chmod(name, 0o600).catch(() => undefined);
    await copies.write('a', 'o', TEXT);
    const other = openSealedCopies({ folder, key: () => Promise.resolve(randomBytes(32)) });
    expect(await other.read('a', 'o')).toBeUndefined();
  });

  it('CCH-01 a copy whose key is out of reach is left for when it is back', async () => {
    const { copies, folder } = setUp();
    await copies.write('a', 'o', TEXT);
    const without = openSealedCopies({ folder, key: () => Promise.resolve(undefined) });
    expect(await without.read('a', 'o')).toBeUndefined();
    expect(await copies.read('a', 'o')).toBe(TEXT);
  });
});

function damaged(whole: Buffer): Buffer {
  const bytes = Buffer.from(whole);
  switch (randomInt(4)) {
    case 0: {
      const at = randomInt(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
      return bytes;
    }
    case 1:
      return bytes.subarray(0, randomInt(bytes.length));
    case 2:
      return Buffer.concat([bytes, randomBytes(1 + randomInt(40))]);
    default:
      return randomBytes(randomInt(bytes.length * 2));
  }
}
