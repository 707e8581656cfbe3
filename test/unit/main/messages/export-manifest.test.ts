// The lines of an export on a real disk: a torn line is cut with the next write, and reading changes nothing.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createManifest,
  openManifest,
  readFiles,
} from '../../../../main/messages/export-manifest.ts';
import type { Line } from '../../../../main/messages/folder-lines.ts';
import { sickDisk } from '../../../support/sick-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const AT = '2026-11-22T10:00:00.000Z';
const HEAD: Parameters<typeof createManifest>[1] = {
  program: 'Steward 0.0.0',
  started: AT,
  environment: 'test',
  platform: 'https://platform.example/',
  party: { who: 'my', name: 'Kari' },
  asked: {
    folders: ['inbox'],
    from: null,
    to: null,
    forms: true,
    attachments: true,
    print: false,
    filter: null,
  },
  list: { complete: true, because: null, calls: 1, messages: 2 },
};
const fileOf = (item: string): Line => ({
  kind: 'file',
  item,
  changed: null,
  part: 'message',
  path: `${item}.json`,
  bytes: 3,
  sha256: 'ab',
  source: '/a',
  at: AT,
});
const KEY = Buffer.alloc(32, 'a').toString('base64url');
const OTHER = Buffer.alloc(32, 'b').toString('base64url');
const linesIn = (folder: string) => path.join(folder, 'manifest.jsonl');
const pathsIn = async (folder: string) => (await readFiles(folder, KEY)).map((one) => one.path);

async function exported() {
  const folder = tempFolder();
  await createManifest(folder, HEAD);
  const manifest = await openManifest(folder, KEY);
  await manifest.add(fileOf('a'));
  return { folder, manifest };
}

describe('the lines of an export', () => {
  it('are not touched by who looks while one is half written', async () => {
    const { folder, manifest } = await exported();
    await manifest.add(fileOf('b'));
    const whole = readFileSync(linesIn(folder));
    const before = whole.subarray(0, whole.length - 40);
    writeFileSync(linesIn(folder), before);
    expect(await pathsIn(folder)).toEqual(['a.json']);
    expect(readFileSync(linesIn(folder)).equals(before)).toBe(true);
    appendFileSync(linesIn(folder), whole.subarray(whole.length - 40));
    expect(await pathsIn(folder)).toEqual(['a.json', 'b.json']);
  });

  it('that a kill tore off, or of which a disk kept a part that it refused, do not spoil the next one', async () => {
    const { folder } = await exported();
    appendFileSync(linesIn(folder), '{"kind":"fi');
    const manifest = await openManifest(folder, KEY);
    await manifest.add(fileOf('b'));
    expect(await pathsIn(folder)).toEqual(['a.json', 'b.json']);
    const disk = sickDisk();
    disk.fail(2, 'ENOSPC');
    const failure = { kind: 'file', problem: 'disk-full' };
    await expect(manifest.add(fileOf('c'))).rejects.toMatchObject({ failure });
    disk.heal();
    expect(manifest.entry('c').files).toEqual([]);
    appendFileSync(linesIn(folder), '{"kind":"fi');
    await manifest.add(fileOf('d'));
    expect(await pathsIn(folder)).toEqual(['a.json', 'b.json', 'd.json']);
  });

  it('without the first of them say nothing', async () => {
    const { folder } = await exported();
    const [head = '', line = ''] = readFileSync(linesIn(folder), 'utf8').split('\n');
    for (const text of [`${line}\n`, `${head.slice(1)}\n${line}\n`, head]) {
      writeFileSync(linesIn(folder), text);
      const failure = { kind: 'file', problem: 'damaged' };
      await expect(openManifest(folder, KEY)).rejects.toMatchObject({ failure });
    }
  });

  it('ATK-05 name plain places in the folder only, whoever sealed them', async () => {
    const { folder, manifest } = await exported();
    const places = [
      '../b',
      'b/../../b',
      '/b',
      'b/c/d/e/f',
      'b//c',
      '.b',
      'b\\c',
      'nul',
      'b/manifest.json ',
    ];
    for (const place of places) await manifest.add({ ...fileOf('b'), path: place } as Line);
    await manifest.add({ ...fileOf('c'), path: 'b/c/d.json' } as Line);
    expect(await pathsIn(folder)).toEqual(['a.json', 'b/c/d.json']);
  });

  it('ATK-05 count with the seal of this export only, also after its end', async () => {
    const folder = tempFolder();
    await createManifest(folder, HEAD);
    await (await openManifest(folder, KEY)).add(fileOf('a'));
    const line = readFileSync(linesIn(folder), 'utf8').trim().split('\n').at(-1) ?? '';
    for (const change of [
      { path: 'b.json' },
      { item: 'b' },
      { bytes: 4 },
      { sha256: 'ac' },
      { part: 'b' },
    ])
      appendFileSync(linesIn(folder), `${JSON.stringify({ ...JSON.parse(line), ...change })}\n`);
    const files = async (withKey = KEY) =>
      [...(await openManifest(folder, withKey)).files()].map((one) => one.path);
    expect(await files()).toEqual(['a.json']);
    expect(await files(OTHER)).toEqual([]);
    const manifest = await openManifest(folder, KEY);
    const shown = { id: 'a', subject: '', state: 'partly' as const, changed: null };
    await manifest.close('finished', AT, [
      { ...shown, missing: [], files: [...manifest.entry('a').files] },
    ]);
    expect(await files()).toEqual(['a.json']);
    expect(await files(OTHER)).toEqual([]);
  });
});
