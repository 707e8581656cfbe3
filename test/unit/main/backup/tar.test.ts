// The tar of a backup: the system's own tar opens it, and what is not one is damage.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readTar, type TarFile, tarPieces } from '../../../../main/backup/tar.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const file = (name: string, text: string): TarFile => {
  const bytes = Buffer.from(text);
  return { name, bytes: bytes.length, content: [bytes] };
};
const FILES = [
  file('manifest.json', '{}'),
  file('data/empty', ''),
  file('data/jobs/whole-block', 'x'.repeat(512)),
  file('data/drafts/long', 'æ'.repeat(40_000)),
];

async function tar(files: readonly TarFile[] = FILES): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of tarPieces(files)) all.push(piece);
  return Buffer.concat(all);
}

async function read(bytes: Buffer, size = 700) {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: [string, string][] = [];
  for await (const { name, content } of readTar(pieces())) {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    found.push([name, Buffer.concat(parts).toString('utf8')]);
  }
  return found;
}

const asText = async () =>
  Promise.all(
    FILES.map(async ({ name, content }) => {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(part);
      return [name, Buffer.concat(parts).toString('utf8')];
    }),
  );

it.each([1, 700, 100_000])('is read again as it was written, in pieces of %i', async (size) => {
  expect(await read(await tar(), size)).toEqual(await asText());
});

it('is opened by the tar of the system', async () => {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'backup.tar'), await tar());
  execFileSync('tar', ['-xf', 'backup.tar'], { cwd: folder });
  expect(readdirSync(path.join(folder, 'data')).sort()).toEqual(['drafts', 'empty', 'jobs']);
  expect(readFileSync(path.join(folder, 'data/drafts/long'), 'utf8')).toBe('æ'.repeat(40_000));
});

it('what is cut, changed or followed by something is damaged', async () => {
  const whole = await tar();
  const changed = Buffer.from(whole);
  changed[3] = 0x41;
  const damaged = { failure: { problem: 'damaged' } };
  for (const bytes of [
    whole.subarray(0, 600),
    whole.subarray(0, -1100),
    changed,
    Buffer.concat([whole, Buffer.from('x')]),
  ])
    await expect(read(bytes)).rejects.toMatchObject(damaged);
});

it('a name that it cannot hold is refused, and a content that is not as long as it said', async () => {
  await expect(tar([file('x'.repeat(101), '')])).rejects.toMatchObject({
    failure: { problem: 'too-large' },
  });
  await expect(tar([{ ...file('x', 'abc'), bytes: 4 }])).rejects.toMatchObject({
    failure: { problem: 'changed-meanwhile' },
  });
});
