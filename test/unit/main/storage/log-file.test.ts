// Files that only grow, on a real disk: after kills, damage and refused writes, in each framing.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileProblem } from '../../../../main/problems.ts';
import { APPEND_ITSELF } from '../../../../main/storage/disk.ts';
import {
  framed,
  givenLines,
  plainLines,
  sealedLines,
  summedLines,
} from '../../../../main/storage/log-codecs.ts';
import {
  type AppendFile,
  type AppendFileOptions,
  type Codec,
  continueLog,
  createLog,
  openAppendFile,
  openLog,
  readLog,
} from '../../../../main/storage/log-file.ts';
import { z } from '../../../../preload/contract/schema.ts';
import { hookedDisk } from '../../../support/hooked-disk.ts';
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
  /** A file with `{ n: 0, text: 'ø' }` and `{ n: 1, text: '' }` as a released version wrote it. */
  readonly written: Buffer;
  /** It is made whole, with its header, before anything is appended. */
  readonly made: boolean;
  /** A value that was changed is seen. */
  readonly checked: boolean;
}

/** Values as the texts of lines. */
function textsOf(lines: Codec<string>): Codec<Value> {
  return {
    ...lines,
    encode: (value, number) => lines.encode(JSON.stringify(value), number),
    decode(bytes, number) {
      const text = lines.decode(bytes, number);
      return text === undefined ? undefined : (JSON.parse(text) as Value);
    },
    async scan(bytes) {
      const { values, ...rest } = await lines.scan(bytes);
      return { ...rest, values: values.map((text) => JSON.parse(text) as Value) };
    },
  };
}

const sealed = (key: Buffer, purpose = 'test') => sealedLines({ key, purpose }) as Codec<Value>;
const KEY = Buffer.alloc(32, 7);

const FORMS: readonly Form[] = [
  {
    name: 'framed',
    codec: framed({ mark: 'STWTESTS', version: 1, record: value, refusal }),
    written: Buffer.from(
      [
        '53545754455354530001',
        'feffc1e50000001355683b437b226e223a302c2274657874223a22c3b8227d',
        'feffc1e50000001192a5fba57b226e223a312c2274657874223a22227d',
      ].join(''),
      'hex',
    ),
    made: false,
    checked: true,
  },
  {
    name: 'sealed lines',
    codec: sealed(KEY),
    written: Buffer.from(
      [
        'steward-lines-1 ae1f95659171e6e7',
        'gGmt6PewX/eU0qySHwJJurZv/TvoIOlm/Ct1z+f1UR+GlYeAy3aSMjKYt9lJxqW6T3AP',
        'PZaRbwIxf/eELv39SoX8b655GRVC8pv0on0s7xJsy1wGrvzzdYfGGanPP79slGtmqA==',
        '',
      ].join('\n'),
    ),
    made: true,
    checked: true,
  },
  {
    name: 'lines with sums',
    codec: textsOf(summedLines),
    written: Buffer.from(
      ['599d5b9d69d31666 {"n":0,"text":"ø"}', '8fa059b6c4bbe170 {"n":1,"text":""}', ''].join('\n'),
    ),
    made: false,
    checked: true,
  },
  {
    name: 'plain lines',
    codec: plainLines as Codec<Value>,
    written: Buffer.from('{"n":0,"text":"ø"}\n{"n":1,"text":""}\n'),
    made: false,
    checked: false,
  },
  {
    name: 'lines as they are given',
    codec: textsOf(givenLines),
    written: Buffer.from('{"n":0,"text":"ø"}\n{"n":1,"text":""}\n'),
    made: false,
    checked: false,
  },
];

/** Every byte is tried in memory, and one of so many with a file. */
const ON_DISK = 11;

const fileIn = (folder: string) => path.join(folder, 'values.log');
const openIn = (folder: string, codec: Codec<Value>) =>
  openLog(openAppendFile(fileIn(folder)), codec, { now });

/** A file without values. */
async function begun({ codec, made }: Form) {
  const folder = tempFolder();
  if (made) await createLog(openAppendFile(fileIn(folder)), codec, []);
  const { log } = await openIn(folder, codec);
  return { folder, log };
}

/** A file of so many values, and its bytes. */
async function written(form: Form, count: number) {
  const { folder, log } = await begun(form);
  await log.append(valuesOf(count));
  return { folder, bytes: readFileSync(fileIn(folder)) };
}

describe.each(FORMS)('values that are $name', (form) => {
  const { codec, made } = form;

  it('stand in the bytes as released versions write them', async () => {
    const two = [
      { n: 0, text: 'ø' },
      { n: 1, text: '' },
    ];
    const folder = tempFolder();
    writeFileSync(fileIn(folder), form.written);
    const { log, found, setAside } = await openIn(folder, codec);
    expect([found, setAside, log.size]).toEqual([two, undefined, form.written.length]);
    const anew = await begun(form);
    for (const one of two) await anew.log.append([one]);
    const bytes = readFileSync(fileIn(anew.folder));
    expect(anew.log.size).toBe(bytes.length);
    const places = (all: Buffer) => codec.scan(all).then((scan) => scan.places);
    expect(await places(bytes)).toEqual(await places(form.written));
    // What is sealed is another text each time.
    const same = made ? codec.header.length : bytes.length;
    expect(bytes.subarray(0, same)).toEqual(form.written.subarray(0, same));
  });

  it('cut at each byte: those that are whole are found without a word, and more can be written', async () => {
    const { bytes } = await written(form, 4);
    const ends = (await codec.scan(bytes)).places.map(({ end }) => end);
    const first = made ? codec.header.length : 0;
    for (let length = first; length <= bytes.length; length++) {
      const where = `cut at ${String(length)}`;
      const cut = bytes.subarray(0, length);
      const whole = ends.filter((end) => end <= length).length;
      const { values, damaged, otherVersion } = await codec.scan(cut);
      expect([values, damaged, otherVersion], where).toEqual([valuesOf(whole), false, false]);
      if (length % ON_DISK !== 0) continue;
      const folder = tempFolder();
      writeFileSync(fileIn(folder), cut);
      const { log, setAside } = await openIn(folder, codec);
      expect(setAside, where).toBeUndefined();
      await log.append([{ n: 9, text: 'more' }]);
      const again = await openIn(folder, codec);
      expect(again.found, where).toEqual([...valuesOf(whole), { n: 9, text: 'more' }]);
      expect(again.setAside, where).toBeUndefined();
    }
  });

  it('a refused write is not there, nor a part of it that the disk kept, and the next one is', async () => {
    const { folder, log } = await begun(form);
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
});

describe.each(FORMS.filter(({ checked }) => checked))(
  'values that are $name and checked',
  (form) => {
    const { codec } = form;

    it('changed at each byte: none is found that was not written; what is missing is said, or was the end', async () => {
      const { bytes } = await written(form, 4);
      for (let at = 0; at < bytes.length; at++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        const where = `byte ${String(at)}`;
        const { values, damaged, otherVersion } = await codec.scan(changed);
        expect(valuesOf(4), where).toEqual(expect.arrayContaining([...values]));
        // A last length that reaches behind the end, or a last line without its end, is what a kill leaves as well.
        if (!damaged && !otherVersion) expect(values.length, where).toBeGreaterThanOrEqual(3);
        if (at % ON_DISK !== 0) continue;
        const folder = tempFolder();
        writeFileSync(fileIn(folder), changed);
        const opening = openIn(folder, codec);
        if (otherVersion) {
          await expect(opening).rejects.toThrow();
          expect(readFileSync(fileIn(folder)).equals(changed), where).toBe(true);
          expect(readdirSync(folder), where).toHaveLength(1);
          continue;
        }
        const { found, setAside = '' } = await opening;
        expect([found, setAside !== ''], where).toEqual([values, damaged]);
        if (damaged) expect(readFileSync(path.join(folder, setAside)).equals(changed)).toBe(true);
        const again = await openIn(folder, codec);
        expect([again.found, again.setAside], where).toEqual([found, undefined]);
      }
    });

    it('are read by their numbers, also what was appended since, and what is not whole any more is not there', async () => {
      const { folder } = await written(form, 3);
      const { log } = await openIn(folder, codec);
      expect(await log.append([{ n: 3, text: 'later' }])).toBe(3);
      expect(await log.read([3, 0])).toEqual([{ n: 3, text: 'later' }, valuesOf(1)[0]]);
      await expect(log.read([4])).rejects.toThrow(RangeError);
      const bytes = readFileSync(fileIn(folder));
      const at = ((await codec.scan(bytes)).places[1]?.start ?? 0) + 20;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(fileIn(folder), bytes);
      expect(await log.read([0, 1, 2])).toEqual([valuesOf(1)[0], undefined, valuesOf(3)[2]]);
      rmSync(fileIn(folder));
      const failure = { kind: 'file', problem: 'not-found' };
      await expect(log.read([0])).rejects.toMatchObject({ failure });
    });
  },
);

/** Counts what is done to a file, and lets an append wait. */
function counted(folder: string) {
  const file = openAppendFile(fileIn(folder));
  const acts: string[] = [];
  let going: Promise<void> = Promise.resolve();
  const counting: AppendFile = {
    ...file,
    append: async (bytes, end) => {
      acts.push('append');
      await going;
      await file.append(bytes, end);
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
  const [form = {} as Form] = FORMS;
  const { codec } = form;

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

  it('writes together what is asked for meanwhile, in the order in which it was asked for', async () => {
    const folder = tempFolder();
    const { file, acts, hold } = counted(folder);
    const { log } = await openLog(file, codec, { now });
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
    const { log } = await openLog(file, codec, { now });
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
    const { log } = await openLog(file, codec, { now });
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

  it('that somebody else repairs goes on behind what was read: what was torn off goes with the first write', async () => {
    const { folder, bytes } = await written(form, 2);
    const [, second] = (await codec.scan(bytes)).places;
    const torn = bytes.subarray(0, bytes.length - 1);
    writeFileSync(fileIn(folder), torn);
    const file = openAppendFile(fileIn(folder));
    const log = continueLog(file, codec, await readLog(file, codec));
    expect(log.size).toBe(second?.start);
    expect(readFileSync(fileIn(folder)).equals(torn)).toBe(true);
    expect(await log.append([{ n: 5, text: '' }])).toBe(1);
    const { found, setAside } = await openIn(folder, codec);
    expect([found.map(({ n }) => n), setAside]).toEqual([[0, 5], undefined]);
  });

  it('of a later version is refused in the words of whose it is, and left as it is', async () => {
    const later = framed({ mark: 'STWTESTS', version: 2, record: value, refusal });
    const { folder, bytes } = await written({ ...form, codec: later }, 2);
    await expect(openIn(folder, codec)).rejects.toThrow('Of another version.');
    expect(readFileSync(fileIn(folder)).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('sealed lines', () => {
  const [, form = {} as Form] = FORMS;

  it('of another key, or of a file that is for something else, open nothing and are left as they are', async () => {
    const { folder, bytes } = await written(form, 2);
    const other = openIn(folder, sealed(Buffer.alloc(32, 8)));
    const failure = { kind: 'keychain', problem: 'not-stored' };
    await expect(other).rejects.toMatchObject({ failure });
    expect(readFileSync(fileIn(folder)).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
    const { found, setAside } = await openIn(folder, sealed(KEY, 'other'));
    expect([found, readdirSync(folder)]).toEqual([[], ['values.log', setAside]]);
  });

  it('that are missing, doubled or out of order are said, and those behind them still count', async () => {
    const { bytes } = await written(form, 4);
    const [header = '', ...lines] = bytes.toString().trimEnd().split('\n');
    const cases = [
      { order: [0, 2, 3], finds: [0, 2, 3] },
      { order: [0, 1, 1, 2, 3], finds: [0, 1, 2, 3] },
      { order: [0, 2, 1, 3], finds: [0, 2, 3] },
      { order: [1, 2, 3], finds: [1, 2, 3] },
    ];
    for (const { order, finds } of cases) {
      const folder = tempFolder();
      const text = [header, ...order.map((n) => lines[n]), ''].join('\n');
      writeFileSync(fileIn(folder), text);
      const { log, found, setAside } = await openIn(folder, form.codec);
      expect([found.map(({ n }) => n), setAside]).toEqual([finds, expect.any(String)]);
      // Written anew with numbers without gaps.
      expect(await log.append([{ n: 9, text: '' }])).toBe(finds.length);
      const again = await openIn(folder, form.codec);
      expect(again.found.map(({ n }) => n)).toEqual([...finds, 9]);
      expect(again.setAside).toBeUndefined();
    }
  });

  it('that must exist and do not are not found, and not made', async () => {
    const folder = tempFolder();
    const file = openAppendFile(fileIn(folder));
    const opening = openLog(file, form.codec, { now, mustExist: true });
    const failure = { kind: 'file', problem: 'not-found' };
    await expect(opening).rejects.toMatchObject({ failure });
    expect(readdirSync(folder)).toEqual([]);
  });
});

const CHANGED = { failure: { kind: 'file', problem: 'changed-meanwhile' } };
const FULL = { failure: { kind: 'file', problem: 'disk-full' } };

/** A file of two lines that goes on, on a disk a test can act on. */
async function going(options: AppendFileOptions = { foreign: 'refused' }) {
  const folder = tempFolder();
  const name = fileIn(folder);
  writeFileSync(name, 'one\ntwo\n');
  const disk = hookedDisk();
  const file = openAppendFile(name, { disk, ...options });
  const log = continueLog(file, givenLines, await readLog(file, givenLines));
  const text = () => readFileSync(name, 'utf8');
  return { name, disk, file, log, text };
}

/** A write that failed, of which the disk takes back nothing: half of it stands there. */
async function failedWrite({ disk, log }: Awaited<ReturnType<typeof going>>) {
  disk.refuse('write', 'ENOSPC');
  disk.refuse('truncate', 'EIO');
  await expect(log.append(['refused'])).rejects.toMatchObject(FULL);
  disk.heal();
}

describe('a file in which nothing foreign may stand', () => {
  it('grows from where it is known to end only: what is foreign, or missing, is left as it is, however often it is tried', async () => {
    const changes: ((name: string) => void)[] = [
      (name) => appendFileSync(name, 'x'),
      (name) => appendFileSync(name, 'foreign\n'),
      (name) => truncateSync(name, 5),
      (name) => truncateSync(name, 0),
    ];
    for (const change of changes) {
      const { name, log, text } = await going();
      change(name);
      const before = text();
      for (const line of ['three', 'four']) {
        await expect(log.append([line])).rejects.toMatchObject(CHANGED);
        expect(text()).toBe(before);
      }
      expect(log.isLeftover(Buffer.from('three\n'))).toBe(false);
    }
  });

  it('that is gone is changed too, also after a write that failed', async () => {
    const { name, log } = await going();
    rmSync(name);
    await expect(log.append(['three'])).rejects.toMatchObject(CHANGED);
    const failed = await going();
    await failedWrite(failed);
    rmSync(failed.name);
    await expect(failed.log.append(['three'])).rejects.toMatchObject(CHANGED);
  });

  it('drops what a write of its own has left, and says what that may be', async () => {
    const world = await going();
    const { log, text } = world;
    await failedWrite(world);
    expect(text()).toBe('one\ntwo\nrefu');
    const behind = (bytes: string) => log.isLeftover(Buffer.from(bytes));
    expect(['', 'refu', 'refused\n'].map(behind)).toEqual([true, true, true]);
    expect(['x', 'refuse!', 'refused\nx'].map(behind)).toEqual([false, false, false]);
    await log.append(['three']);
    expect(text()).toBe('one\ntwo\nthree\n');
    expect(behind('refu')).toBe(false);
  });

  it('drops nothing foreign after a write that failed, whether the disk had taken that one back or not', async () => {
    const world = await going();
    await failedWrite(world);
    for (const foreign of ['foreign\n', 'used\nforeign\n']) {
      writeFileSync(world.name, `one\ntwo\nrefu${foreign}`);
      await expect(world.log.append(['three'])).rejects.toMatchObject(CHANGED);
      expect(world.text()).toBe(`one\ntwo\nrefu${foreign}`);
    }
    // All of the line is there and the disk does not say that it is.
    const whole = await going();
    whole.disk.refuse('datasync', 'ENOSPC');
    whole.disk.refuse('truncate', 'EIO');
    await expect(whole.log.append(['refused'])).rejects.toMatchObject(FULL);
    whole.disk.heal();
    appendFileSync(whole.name, 'foreign\n');
    await expect(whole.log.append(['three'])).rejects.toMatchObject(CHANGED);
    expect(whole.text()).toBe('one\ntwo\nrefused\nforeign\n');

    const { name, disk, log, text } = await going();
    disk.refuse('write', 'ENOSPC');
    await expect(log.append(['refused'])).rejects.toMatchObject(FULL);
    disk.heal();
    expect(text()).toBe('one\ntwo\n');
    appendFileSync(name, 'foreign\n');
    await expect(log.append(['three'])).rejects.toMatchObject(CHANGED);
    expect(text()).toBe('one\ntwo\nforeign\n');
  });

  it('that has become shorter after a write that failed is neither cut nor made longer', async () => {
    const world = await going();
    await failedWrite(world);
    truncateSync(world.name, 5);
    await expect(world.log.append(['three'])).rejects.toMatchObject(CHANGED);
    expect(world.text()).toBe('one\nt');
  });

  it('keeps what came while it was written: in front of the line, which is there, or of one that is refused', async () => {
    const { name, disk, log, text } = await going();
    disk.afterStats(() => appendFileSync(name, 'foreign\n'));
    await log.append(['three']);
    expect(text()).toBe('one\ntwo\nforeign\nthree\n');
    await expect(log.append(['four'])).rejects.toMatchObject(CHANGED);

    const refused = await going();
    refused.disk.afterStats(() => appendFileSync(refused.name, 'foreign\n'));
    refused.disk.refuse('datasync', 'ENOSPC');
    await expect(refused.log.append(['three'])).rejects.toMatchObject(FULL);
    refused.disk.heal();
    expect(refused.text()).toBe('one\ntwo\nforeign\nthree\n');
    await expect(refused.log.append(['three'])).rejects.toMatchObject(CHANGED);
    expect(refused.text()).toBe('one\ntwo\nforeign\nthree\n');
  });
});

describe.each(['left', 'refused'] as const)('a file where what is foreign is %s', (foreign) => {
  it('writes nothing over what somebody else has just put there', async () => {
    const { name, disk, log, text } = await going({ foreign });
    disk.afterStats(() => appendFileSync(name, 'foreign\n'));
    await log.append(['three']);
    expect(text()).toBe('one\ntwo\nforeign\nthree\n');
  });

  it('is as long as before a refused write also where, as on Windows, nothing is cut through a handle that appends', async () => {
    for (const call of ['write', 'datasync'] as const) {
      const { disk, log, text } = await going({ foreign });
      disk.refuse(call, 'ENOSPC');
      disk.refuse('truncate', 'EPERM', APPEND_ITSELF);
      await expect(log.append(['refused'])).rejects.toMatchObject(FULL);
      expect(text()).toBe('one\ntwo\n');
    }
  });

  it('is not made longer by a cut', async () => {
    const { file, text } = await going({ foreign });
    await file.cut(20, Buffer.from('x'));
    expect(text()).toBe('one\ntwo\n');
  });
});

describe('a file that is new', () => {
  it('counts only when its folder is synced, unless that is only tried', async () => {
    for (const folderSync of ['needed', 'tried'] as const) {
      const folder = tempFolder();
      const disk = hookedDisk();
      disk.refuse('sync', 'EIO', 'r');
      const file = openAppendFile(fileIn(folder), { disk, folderSync });
      const log = continueLog(file, givenLines, await readLog(file, givenLines));
      const first = log.append(['one']);
      if (folderSync === 'tried') expect(await first).toBe(0);
      else
        await expect(first).rejects.toMatchObject({ failure: { kind: 'file', problem: 'other' } });
      disk.heal();
      await log.append(['two']);
      expect(readFileSync(fileIn(folder), 'utf8')).toBe(
        folderSync === 'tried' ? 'one\ntwo\n' : 'two\n',
      );
    }
  });
});
