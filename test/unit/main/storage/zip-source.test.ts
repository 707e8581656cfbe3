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
  expect(Object.keys(found)).toEqual(['stor.txt', 'tom/', 'tom.txt', 'under/dypt/blåbær.txt']);
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

it.each([
  { name: '.DS_Store', isLeftOut: true },
  { name: 'Thumbs.db', isLeftOut: true },
  { name: 'thumbs.db', isLeftOut: true },
  { name: 'desktop.ini', isLeftOut: true },
  { name: 'Desktop.ini', isLeftOut: true },
  { name: '._skjema.pdf', isLeftOut: true },
  { name: '~$Årsrapport.docx', isLeftOut: true },
  { name: '.gitignore', isLeftOut: false },
  { name: 'Thumbs.db.txt', isLeftOut: false },
  { name: '_skjema.pdf', isLeftOut: false },
  { name: '~utkast.docx', isLeftOut: false },
])('FLD-18 $name in a folder is left out and named: $isLeftOut', async ({ name, isLeftOut }) => {
  const folder = tempFolder('steward-zip');
  mkdirSync(path.join(folder, 'under'));
  writeFileSync(path.join(folder, 'under', name), 'x');
  writeFileSync(path.join(folder, 'a.txt'), 'abc');
  const source = await openZipSource(folder);
  expect(source.leftOut).toEqual(isLeftOut ? [`under/${name}`] : []);
  const zip = await bytesOf(source);
  expect(zip.length).toBe(source.bytes);
  const kept = isLeftOut ? 'under/' : `under/${name}`;
  expect(Object.keys(unzipSync(new Uint8Array(zip)))).toEqual(['a.txt', kept]);
  // Chosen by itself it is what the person wants to send.
  const alone = await openZipSource(path.join(folder, 'under', name));
  expect(alone.leftOut).toEqual([]);
  await alone.close();
});

it('FLD-18 names as macOS spells them are in the zip, its name and its sums as everyone else does; two spellings on one disk stay two files', async () => {
  const decomposed = (text: string) => text.normalize('NFD');
  const folder = path.join(tempFolder('steward-zip'), decomposed('målinger'));
  mkdirSync(path.join(folder, decomposed('på kai')), { recursive: true });
  writeFileSync(path.join(folder, decomposed('på kai'), decomposed('bølge.txt')), '1');
  const source = await openZipSource(folder);
  expect(source.name).toBe('målinger.zip');
  expect((await source.sums()).map(({ name }) => name)).toEqual(['på kai/bølge.txt']);
  const zip = await bytesOf(source);
  expect(zip.length).toBe(source.bytes);
  expect(Object.keys(unzipSync(new Uint8Array(zip)))).toEqual(['på kai/bølge.txt']);
  writeFileSync(path.join(folder, decomposed('å.txt')), 'two signs');
  writeFileSync(path.join(folder, 'å.txt'), 'one sign');
  const both = await openZipSource(folder);
  const names = Object.keys(unzipSync(new Uint8Array(await bytesOf(both))));
  expect(new Set(names).size).toBe(3);
});

it('FLD-18 a folder that holds only empty folders and what systems keep there has nothing to send', async () => {
  const folder = tempFolder('steward-zip');
  mkdirSync(path.join(folder, 'tom'));
  writeFileSync(path.join(folder, '.DS_Store'), 'x');
  expect(await problemOf(openZipSource(folder))).toBe('not-found');
});
