// Files that only grow, on a real disk: what they hold after kills, damage and refused writes, in each way of standing in the bytes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileProblem } from '../../../../main/problems.ts';
import { framed } from '../../../../main/storage/log-codecs.ts';
import {
  type AppendFile,
  type Codec,
  openAppendFile,
  openLog,
} from '../../../../main/storage/log-file.ts';
import { z } from '../../../../preload/contract/schema.ts';
import { sickDisk } from '../../../support/sick-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const now = () => new Date('2026-11-22T10:00:00Z');
const refusal = () => fileProblem('damaged', 'Of another version.');
const value = z.object({ n: z.number(), text: z.string() });
type Value = z.infer<typeof value>;
const valuesOf = (count: number): Value[] =>
  Array.from({ length: count }, (_, n) => ({ n, text: `value ${String(n)} ø` }));

interface Form {
  readonly name: string;
  readonly codec: Codec<Value>;
  /** Of `{ n: 0, text: 'ø' }` and `{ n: 1, text: '' }`, as released versions write them. */
  readonly written: string;
}

const FORMS: readonly Form[] = [
  {
    name: 'framed',
    codec: framed({ mark: 'STWTESTS', version: 1, record: value, refusal }),
    written: [
      '53545754455354530001',
      'feffc1e50000001355683b437b226e223a302c2274657874223a22c3b8227d',
      'feffc1e50000001192a5fba57b226e223a312c2274657874223a22227d',
    ].join(''),
  },
];

const fileIn = (folder: string) => path.join(folder, 'values.log');
const openIn = (folder: string, codec: Codec<Value>) =>
  openLog(openAppendFile(fileIn(folder)), codec, now);

/** A file of so many values, and its bytes. */
async function written(codec: Codec<Value>, count: number) {
  const folder = tempFolder();
  const { log } = await openIn(folder, codec);
  await log.append(valuesOf(count));
  return { folder, bytes: readFileSync(fileIn(folder)) };
}

describe.each(FORMS)('values that are $name', ({ codec, written: hex }) => {
  it('stand in the bytes as released versions write them', async () => {
    const folder = tempFolder();
    const { log } = await openIn(folder, codec);
    await log.append([{ n: 0, text: 'ø' }]);
    await log.append([{ n: 1, text: '' }]);
    expect(readFileSync(fileIn(folder)).toString('hex')).toBe(hex);
    expect(log.size).toBe(hex.length / 2);
  });

  it('cut at each byte: those that are whole are found without a word, and more can be written', async () => {
    const { bytes } = await written(codec, 4);
    const ends = (await codec.scan(bytes)).places.map(({ end }) => end);
    for (let length = 0; length <= bytes.length; length++) {
      const folder = tempFolder();
      writeFileSync(fileIn(folder), bytes.subarray(0, length));
      const { log, found, setAside } = await openIn(folder, codec);
      const whole = ends.filter((end) => end <= length).length;
      expect([found, setAside], `cut at ${String(length)}`).toEqual([valuesOf(whole), undefined]);
      await log.append([{ n: 9, text: 'more' }]);
      const again = await openIn(folder, codec);
      expect(again.found, `cut at ${String(length)}`).toEqual([
        ...valuesOf(whole),
        { n: 9, text: 'more' },
      ]);
      expect(again.setAside).toBeUndefined();
    }
  });

  it('changed at each byte: none is found that was not written; what is missing is said, or was the end', async () => {
    const { bytes } = await written(codec, 4);
    for (let at = 0; at < bytes.length; at++) {
      const folder = tempFolder();
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      writeFileSync(fileIn(folder), changed);
      const where = `byte ${String(at)}`;
      const opened = await openIn(folder, codec).catch(() => undefined);
      if (!opened) {
        // Of another version, for all that can be known.
        expect(readFileSync(fileIn(folder)).equals(changed), where).toBe(true);
        expect(readdirSync(folder), where).toHaveLength(1);
        continue;
      }
      const { found, setAside = '' } = opened;
      expect(valuesOf(4), where).toEqual(expect.arrayContaining([...found]));
      // A length that reaches behind the end is what a kill leaves as well.
      const isTorn = setAside === '' && found.length === 3;
      if (!isTorn) expect(readFileSync(path.join(folder, setAside)).equals(changed)).toBe(true);
      const again = await openIn(folder, codec);
      expect([again.found, again.setAside], where).toEqual([found, undefined]);
    }
  });

  it('a refused write is not there, nor a part of it that the disk kept, and the next one is', async () => {
    const folder = tempFolder();
    const { log } = await openIn(folder, codec);
    await log.append(valuesOf(2));
    const before = log.size;
    const disk = sickDisk();
    for (const step of [1, 2, 3]) {
      disk.fail(step, 'ENOSPC');
      const failure = { kind: 'file', problem: 'disk-full' };
      await expect(log.append([{ n: 7, text: 'refused' }])).rejects.toMatchObject({ failure });
      disk.heal();
      expect(log.size).toBe(before);
    }
    // The disk does not even take back what it wrote.
    writeFileSync(fileIn(folder), 'half of a value', { flag: 'a' });
    await log.append([{ n: 8, text: 'kept' }]);
    const again = await openIn(folder, codec);
    expect(again.found).toEqual([...valuesOf(2), { n: 8, text: 'kept' }]);
    expect(again.setAside).toBeUndefined();
  });

  it('a first write that is refused, before there is a file, does not stand in the way of the next', async () => {
    const folder = tempFolder();
    const { log } = await openIn(folder, codec);
    const disk = sickDisk();
    disk.fail(1, 'EIO');
    await expect(log.append(valuesOf(1))).rejects.toMatchObject({ failure: { kind: 'file' } });
    disk.heal();
    expect(existsSync(fileIn(folder))).toBe(false);
    await log.append(valuesOf(1));
    expect((await openIn(folder, codec)).found).toEqual(valuesOf(1));
  });
});

/** Counts what is done to a file, and lets an append wait. */
function counted(folder: string) {
  const file = openAppendFile(fileIn(folder));
  const acts: string[] = [];
  let going: Promise<void> = Promise.resolve();
  const counting: AppendFile = {
    ...file,
    append: async (bytes) => {
      acts.push('append');
      await going;
      await file.append(bytes);
    },
    replace: async (bytes) => {
      acts.push('replace');
      await file.replace(bytes);
    },
  };
  const hold = () => {
    let go: () => void = () => undefined;
    going = new Promise((resolve) => (go = resolve));
    return go;
  };
  return { file: counting, acts, hold };
}

describe('a file that grows', () => {
  const [{ codec } = FORMS[0] as Form] = FORMS;

  it('writes together what is asked for meanwhile, in the order in which it was asked for', async () => {
    const folder = tempFolder();
    const { file, acts, hold } = counted(folder);
    const { log } = await openLog(file, codec, now);
    const go = hold();
    const order: number[] = [];
    const first = log.append(valuesOf(1), () => order.push(0));
    await Promise.resolve();
    const rest = [1, 2, 3].map((n) =>
      log.append(
        [
          { n, text: '' },
          { n: n * 10, text: '' },
        ],
        () => order.push(n),
      ),
    );
    go();
    await Promise.all([first, ...rest]);
    expect(acts).toEqual(['append', 'append']);
    expect(order).toEqual([0, 1, 2, 3]);
    const { found } = await openIn(folder, codec);
    expect(found.map(({ n }) => n)).toEqual([0, 1, 10, 2, 20, 3, 30]);
  });

  it('is made shorter by what is known after the writes before it, and misses none', async () => {
    const folder = tempFolder();
    const { file, acts, hold } = counted(folder);
    const { log } = await openLog(file, codec, now);
    const known: Value[] = [];
    const put = (value: Value) => log.append([value], () => known.push(value));
    await put({ n: 0, text: 'x'.repeat(70_000) });
    const go = hold();
    const last = put({ n: 1, text: 'last' });
    const compacted = log.compact(() => known.map(({ n }) => ({ n, text: 'short' })));
    go();
    await Promise.all([last, compacted]);
    expect(acts).toEqual(['append', 'append', 'replace']);
    expect((await openIn(folder, codec)).found.map(({ n }) => n)).toEqual([0, 1]);
    await put({ n: 2, text: '' });
    expect((await openIn(folder, codec)).found.map(({ n }) => n)).toEqual([0, 1, 2]);
  });

  it('is written anew only when it has doubled since, or when it is asked for, and never while it is short', async () => {
    const { file, acts } = counted(tempFolder());
    const { log } = await openLog(file, codec, now);
    const big = { n: 0, text: 'x'.repeat(40_000) };
    const replaced = () => acts.filter((act) => act === 'replace').length;
    await log.append([big]);
    await log.compact(() => [big], true);
    expect(replaced()).toBe(0);
    await log.append([big]);
    await log.compact(() => [big, big]);
    expect(replaced()).toBe(1);
    await log.append([big]);
    await log.compact(() => [big, big, big]);
    expect(replaced()).toBe(1);
    await log.compact(() => [big, big, big], true);
    expect(replaced()).toBe(2);
  });

  it('of another version is refused in the words of whose it is, and left as it is', async () => {
    const { folder, bytes } = await written(codec, 2);
    const later = framed({ mark: 'STWTESTS', version: 2, record: value, refusal });
    await expect(openIn(folder, later)).rejects.toThrow('Of another version.');
    expect(readFileSync(fileIn(folder)).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
