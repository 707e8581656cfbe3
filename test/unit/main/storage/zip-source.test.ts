// A zip made while it is read: as long as it was promised, complete, and refused where it could not be.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openZipSource, type ZipSource } from '../../../../main/storage/zip-source.ts';
import { failureOf } from '../../../../main/problem.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

async function bytesOf(source: ZipSource, piece = 1000): Promise<Buffer> {
  const all: Buffer[] = [];
  for (;;) {
    const into = Buffer.alloc(piece);
    const got = await source.read(into);
    if (got === 0) break;
    all.push(into.subarray(0, got));
  }
  await source.close();
  return Buffer.concat(all);
}
const problemOf = async (work: Promise<unknown>) => {
  const failure = failureOf(
    await work.then(
      () => undefined,
      (error: unknown) => error,
    ),
  );
  return failure?.kind === 'file' ? failure.problem : failure;
};

it('a folder becomes a zip with every file, of exactly the promised length, that other programs open', async () => {
  const folder = path.join(tempFolder('steward-zip'), 'målinger');
  mkdirSync(path.join(folder, 'under', 'dypt'), { recursive: true });
  mkdirSync(path.join(folder, 'tom'));
  const large = Buffer.alloc(1_300_000, 'måling ');
  writeFileSync(path.join(folder, 'stor.txt'), large);
  writeFileSync(path.join(folder, 'tom.txt'), '');
  writeFileSync(path.join(folder, 'under', 'dypt', 'blåbær.txt'), 'øl');
  const source = await openZipSource(folder);
  const zip = await bytesOf(source, 70_000);
  expect([source.name, zip.length]).toEqual(['målinger.zip', source.bytes]);
  const found = unzipSync(new Uint8Array(zip));
  expect(Object.keys(found)).toEqual(['stor.txt', 'tom.txt', 'under/dypt/blåbær.txt']);
  expect(Buffer.from(found['stor.txt'] ?? []).equals(large)).toBe(true);
  const file = path.join(path.dirname(folder), 'out.zip');
  writeFileSync(file, zip);
  // Python checks names, lengths and sums of all entries on its own.
  expect(execFileSync('python3', ['-m', 'zipfile', '-t', file], { encoding: 'utf8' })).toContain(
    'Done testing',
  );
});

it('sums are those of the files within', async () => {
  const folder = tempFolder('steward-zip');
  writeFileSync(path.join(folder, 'a.txt'), 'abc');
  const source = await openZipSource(path.join(folder, 'a.txt'));
  expect(source.name).toBe('a.zip');
  expect(await source.sums()).toEqual([
    { name: 'a.txt', sum: createHash('sha256').update('abc').digest('hex') },
  ]);
  await source.close();
});

it('a ready zip is sent byte by byte as it is', async () => {
  const file = path.join(tempFolder('steward-zip'), 'ready.ZIP');
  writeFileSync(file, 'PK\u0003\u0004 as it is');
  const source = await openZipSource(file, { bytes: 1, files: 0 });
  expect((await bytesOf(source)).toString()).toBe('PK\u0003\u0004 as it is');
  expect(source.name).toBe('ready.ZIP');
});

it('what does not fit, holds nothing, or leads elsewhere is refused before anything is read', async () => {
  const folder = tempFolder('steward-zip');
  expect(await problemOf(openZipSource(folder))).toBe('not-found');
  expect(await problemOf(openZipSource(path.join(folder, 'gone')))).toBe('not-found');
  writeFileSync(path.join(folder, 'a.txt'), 'abc');
  expect(await problemOf(openZipSource(folder, { bytes: 100 }))).toBe('too-large');
  expect(await problemOf(openZipSource(folder, { files: 0 }))).toBe('too-large');
  symlinkSync('/etc/passwd', path.join(folder, 'b.txt'));
  expect(await problemOf(openZipSource(folder))).toBe('not-a-file');
});

it('a file that grows or shrinks meanwhile ends the zip before its end', async () => {
  const folder = tempFolder('steward-zip');
  const [a, b] = [path.join(folder, 'a.txt'), path.join(folder, 'b.txt')];
  writeFileSync(a, 'abc');
  writeFileSync(b, 'defg');
  const source = await openZipSource(folder);
  appendFileSync(b, 'more');
  expect(await problemOf(bytesOf(source))).toBe('changed-meanwhile');
  const again = await openZipSource(folder);
  writeFileSync(b, '');
  expect(await problemOf(bytesOf(again))).toBe('changed-meanwhile');
});
