// Damaged files of a copy: nothing wrong is ever read, the rest stays, and losses are reported and fetched again.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { documents } from '../../../support/kept-documents.ts';
import {
  commitAll,
  openCopy,
  putAll,
  unsynced,
  valuesOf,
} from '../../../support/offline-copies.ts';
import { createRandom, type Random } from '../../../support/random-resources.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const yes = () => true;
const never = new AbortController().signal;
const sizeOf = (folder: string, name: string) => statSync(path.join(folder, name)).size;
const BAD = 'bad-2030-03-01T12-00-00-000Z';

/** Changes the bytes of a file in place, as a disk does. */
function change(folder: string, name: string, by: (bytes: Buffer) => Buffer): void {
  const file = path.join(folder, name);
  const bytes = by(readFileSync(file));
  writeFileSync(file, bytes);
}
const flipped = (at: number) => (bytes: Buffer) => {
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
};

/** Documents in one file. */
async function kept(count = 30) {
  const folder = tempFolder();
  const copy = await openCopy(folder);
  await commitAll(copy, documents(count, 1), 1);
  return { folder, copy };
}
const lineOf = (folder: string, name: string, index: number) => {
  const lines = readFileSync(path.join(folder, name), 'latin1').split('\n');
  return lines.slice(0, index).join('\n').length + 1;
};

describe('a damaged documents file', () => {
  it('is met by the read of what is damaged, set aside, and all else of it stays', async () => {
    const { folder, copy } = await kept();
    change(folder, 'documents-1.ndjson', flipped(lineOf(folder, 'documents-1.ndjson', 7) + 60));
    expect((await copy.read('d-6'))?.value).toEqual(documents(30, 1).get('d-6'));
    expect(copy.damaged).toEqual([]);
    expect(await copy.read('d-7')).toBeUndefined();
    const expected = documents(30, 1);
    expected.delete('d-7');
    for (const held of [copy, await openCopy(folder)]) {
      expect(held.damaged).toEqual(['d-7']);
      expect(held.entry('d-7')).toBeUndefined();
      expect(held.setAside).toEqual([`documents-1.ndjson.${BAD}`]);
      expect(await valuesOf(held)).toEqual(expected);
    }
    expect(readdirSync(folder)).not.toContain('documents-1.ndjson');
  });

  it.each([
    ['in its text', 80],
    ['in its hash', 3],
    ['in the blank', 32],
    ['in its line break', -1],
  ])('is met by a check when one byte is another one %s', async (_where, at) => {
    const { folder, copy } = await kept();
    const place = lineOf(folder, 'documents-1.ndjson', at < 0 ? 5 : 4) + at;
    await copy.verify(never);
    expect(copy.setAside).toEqual([]);
    change(folder, 'documents-1.ndjson', flipped(place));
    await copy.verify(never);
    expect(copy.damaged).toEqual(['d-4']);
    expect(copy.setAside).toEqual([`documents-1.ndjson.${BAD}`]);
    const expected = documents(30, 1);
    expected.delete('d-4');
    expect(await valuesOf(copy)).toEqual(expected);
  });

  it.each<[string, (file: string) => void]>([
    ['gone', rmSync],
    [
      'empty',
      (file) => {
        writeFileSync(file, '');
      },
    ],
    [
      'a folder',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
  ])('that is %s is known at the start', async (_what, damage) => {
    const { folder, copy } = await kept();
    await copy.close();
    damage(path.join(folder, 'documents-1.ndjson'));
    const again = await openCopy(folder);
    expect(again.damaged).toEqual([...documents(30, 1).keys()]);
    expect(again.head).toBe(1);
    await commitAll(again, documents(30, 1), 2);
    expect(again.damaged).toEqual([]);
    expect(await valuesOf(await openCopy(folder))).toEqual(documents(30, 1));
  });

  it('that is cut keeps what is before the cut', async () => {
    const { folder, copy } = await kept();
    await copy.close();
    const cut = lineOf(folder, 'documents-1.ndjson', 12) + 100;
    change(folder, 'documents-1.ndjson', (bytes) => bytes.subarray(0, cut));
    const again = await openCopy(folder);
    expect(again.damaged).toHaveLength(18);
    expect(await valuesOf(again)).toEqual(documents(12, 1));
  });

  it('is repaired by the next run, which tells restored documents from new ones', async () => {
    const { folder, copy } = await kept();
    change(folder, 'documents-1.ndjson', flipped(50));
    await copy.verify(never);
    const run = await copy.begin(2);
    expect(await run.put('d-0', documents(30, 1).get('d-0'))).toBe('unchanged');
    expect(run.changes()).toEqual([]);
    await run.commit(2, yes);
    expect(copy.damaged).toEqual([]);
    expect(await valuesOf(copy)).toEqual(new Map([...documents(30, 1)]));
    expect(copy.setAside).toEqual([`documents-1.ndjson.${BAD}`]);
    await copy.close();
    // All is there again: what was set aside is kept no longer.
    expect((await openCopy(folder)).setAside).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('bad'))).toEqual([]);
  });

  it('stays on the list until its documents come or are no longer wanted', async () => {
    const { folder, copy } = await kept();
    change(folder, 'documents-1.ndjson', (bytes) => flipped(50)(flipped(400)(bytes)));
    await copy.verify(never);
    expect(copy.damaged).toEqual(['d-0', 'd-1']);
    const run = await copy.begin(2);
    await run.put('d-2', 'changed');
    await run.commit(2, yes);
    expect((await openCopy(folder)).damaged).toEqual(['d-0', 'd-1']);
    await (await copy.begin(3)).commit(3, (key) => key !== 'd-1');
    expect((await openCopy(folder)).damaged).toEqual(['d-0']);
  });

  it('takes a version before away without a word', async () => {
    const { folder, copy } = await kept();
    await commitAll(copy, documents(30, 2), 2);
    change(folder, 'documents-1.ndjson', flipped(50));
    expect(await copy.read('d-0', 'before')).toBeUndefined();
    expect(copy.entry('d-0')?.before).toBeNull();
    expect(copy.damaged).toEqual([]);
    expect((await copy.read('d-1', 'before'))?.value).toEqual(documents(30, 1).get('d-1'));
    expect(await valuesOf(copy)).toEqual(documents(30, 2));
  });

  it('is repaired while a run writes to it', async () => {
    const { folder, copy } = await kept();
    const run = await copy.begin(2);
    await putAll(run, documents(64, 2));
    change(folder, 'documents-2.ndjson', flipped(50));
    // d-0 counts as it is in the copy, and must be put again.
    expect((await run.read('d-0'))?.value).toEqual(documents(30, 1).get('d-0'));
    expect(run.entry('d-0')).toBeUndefined();
    await putAll(run, new Map([...documents(80, 2)].slice(60)));
    await run.suspend();
    const again = await openCopy(folder);
    const resumed = await again.resume();
    expect(resumed.changes()).toHaveLength(79);
    await resumed.commit(2, yes);
    const expected = documents(80, 2).set('d-0', documents(1, 1).get('d-0'));
    expect(await valuesOf(again)).toEqual(expected);
    expect(again.damaged).toEqual([]);
  });

  it('is met by a put that would take its document for the same', async () => {
    const { folder, copy } = await kept();
    change(folder, 'documents-1.ndjson', flipped(60));
    const run = await copy.begin(2);
    expect(await run.put('d-0', documents(30, 1).get('d-0'))).toBe('unchanged');
    await run.commit(2, yes);
    expect(await valuesOf(copy)).toEqual(documents(30, 1));
    expect([copy.damaged, copy.setAside]).toEqual([[], [`documents-1.ndjson.${BAD}`]]);
  });

  it('is checked no further when nobody waits for it', async () => {
    const { copy } = await kept();
    const reason = new Error('left');
    await expect(copy.verify(AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('a damaged index', () => {
  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['one byte is another one', flipped(700)],
    ['its first line says so', flipped(6)],
    ['it is cut', (bytes) => bytes.subarray(0, -1)],
    ['it is empty', () => Buffer.alloc(0)],
    [
      'it is of another format',
      (bytes) => Buffer.from(bytes.toString().replace('copy 1', 'copy 2')),
    ],
  ])('is set aside when %s, and no document is written again', async (_what, damage) => {
    const { folder, copy } = await kept();
    await copy.close();
    change(folder, 'copy', damage);
    const again = await openCopy(folder);
    expect([again.head, [...again.keys()], again.damaged]).toEqual([null, [], []]);
    expect(again.setAside).toEqual([`copy.${BAD}`]);
    await again.close();
    const third = await openCopy(folder);
    expect(third.setAside).toEqual([`copy.${BAD}`]);
    const size = sizeOf(folder, 'documents-1.ndjson');
    await commitAll(third, documents(30, 1), 2);
    expect(readdirSync(folder)).toEqual(['copy', `copy.${BAD}`, 'documents-1.ndjson']);
    expect(sizeOf(folder, 'documents-1.ndjson')).toBe(size);
    expect(await valuesOf(await openCopy(folder))).toEqual(documents(30, 1));
  });

  it('is written anew by a check while the program knows better', async () => {
    const { folder, copy } = await kept();
    change(folder, 'copy', flipped(300));
    await copy.verify(never);
    expect(copy.setAside).toEqual([`copy.${BAD}`]);
    expect(await valuesOf(await openCopy(folder))).toEqual(documents(30, 1));
  });

  it('does not end the run that rests', async () => {
    const { folder, copy } = await kept();
    const run = await copy.begin(2);
    await putAll(run, new Map([...documents(30, 1)].slice(0, 10)));
    await putAll(run, new Map([...documents(30, 2)].slice(10)));
    await copy.close();
    rmSync(path.join(folder, 'copy'));
    mkdirSync(path.join(folder, 'copy'));
    const again = await openCopy(folder);
    const resumed = await again.resume();
    await resumed.commit(2, yes);
    const expected = new Map([...documents(10, 1), ...[...documents(30, 2)].slice(10)]);
    expect(await valuesOf(await openCopy(folder))).toEqual(expected);
  });
});

it.skipIf(process.platform === 'win32').each(['copy', 'run.ndjson'])(
  'a pipe in the place of %s is not waited for, but set aside',
  async (name) => {
    const { folder, copy } = await kept();
    await copy.begin('about');
    await copy.close();
    rmSync(path.join(folder, name));
    execFileSync('mkfifo', [path.join(folder, name)]);
    expect((await openCopy(folder)).setAside).toEqual([`${name}.${BAD}`]);
  },
);

describe('a damaged run', () => {
  async function rested() {
    const { folder, copy } = await kept();
    const run = await copy.begin('about');
    await putAll(run, documents(30, 2));
    await run.fail('other', 'why');
    await copy.close();
    return folder;
  }

  it('loses the lines that are damaged, and its tail', async () => {
    const folder = await rested();
    change(folder, 'run.ndjson', flipped(lineOf(folder, 'run.ndjson', 3) + 40));
    change(folder, 'run.ndjson', (bytes) => bytes.subarray(0, -5));
    change(folder, 'documents-2.ndjson', flipped(lineOf(folder, 'documents-2.ndjson', 8) + 60));
    const copy = await openCopy(folder);
    const run = await copy.resume();
    const missing = [...documents(30, 2).keys()].filter((key) => !run.entry(key));
    expect(missing).toEqual(['d-2', 'd-8']);
    expect(run.failures()).toEqual([]);
    await putAll(run, documents(30, 2));
    await run.commit(2, yes);
    expect(await valuesOf(await openCopy(folder))).toEqual(documents(30, 2));
  });

  it('is set aside when nobody can say what it was', async () => {
    const folder = await rested();
    change(folder, 'run.ndjson', flipped(20));
    const copy = await openCopy(folder);
    expect(copy.unfinished).toBeUndefined();
    expect(copy.setAside).toEqual([`run.ndjson.${BAD}`]);
    expect(await valuesOf(copy)).toEqual(documents(30, 1));
  });
});

describe('a run that is damaged after the start', () => {
  it.each(['damaged', 'not-found'])(
    'cannot go on (%s), and another one begins',
    async (problem) => {
      const { folder, copy } = await kept();
      await (await copy.begin(2)).suspend();
      if (problem === 'damaged') change(folder, 'run.ndjson', flipped(20));
      else rmSync(path.join(folder, 'run.ndjson'));
      await expect(copy.resume()).rejects.toMatchObject({ failure: { problem } });
      expect(copy.unfinished).toBeUndefined();
      await commitAll(copy, documents(30, 2), 2);
      expect(await valuesOf(await openCopy(folder))).toEqual(documents(30, 2));
    },
  );
});

describe('a thousand random damages', () => {
  /** Several files, versions before, and a run that rests. */
  async function world() {
    const { folder, copy } = await kept(12);
    const second = await copy.begin(2);
    await putAll(second, new Map([...documents(16, 2)].slice(8)));
    await second.commit(2, yes);
    const third = await copy.begin(3);
    await putAll(third, new Map([...documents(16, 3)].slice(12)));
    await third.suspend();
    await copy.close();
    return folder;
  }
  /** What each key may say: of the copy, before, and in the run. */
  const versions = [1, 2, 3].map((version) => documents(16, version));
  const isTrue = (key: string, value: unknown) =>
    versions.some((all) => JSON.stringify(all.get(key)) === JSON.stringify(value));

  const damages: readonly ((file: string, random: Random) => void)[] = [
    (file, random) => {
      change('', file, (bytes) => flipped(random.below(bytes.length))(bytes));
    },
    (file, random) => {
      change('', file, (bytes) => bytes.subarray(0, random.below(bytes.length)));
    },
    (file, random) => {
      change('', file, (bytes) =>
        bytes.fill(0, random.below(bytes.length), random.below(bytes.length)),
      );
    },
    (file, random) => {
      const piece = (bytes: Buffer) =>
        bytes.subarray(random.below(bytes.length)).subarray(0, random.below(900));
      change('', file, (bytes) => Buffer.concat([bytes, piece(bytes)]));
      change('', file, (bytes) => Buffer.concat([piece(bytes), bytes]));
    },
    (file, random) => {
      change('', file, () =>
        Buffer.from(Array.from({ length: random.below(3000) }, () => random.below(256))),
      );
    },
    (file) => {
      writeFileSync(file, '');
    },
    (file) => {
      rmSync(file);
    },
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    (file, random) => {
      const folder = path.dirname(file);
      const other = path.join(folder, random.pick(readdirSync(folder)));
      if (statSync(other).isFile()) writeFileSync(file, readFileSync(other));
    },
  ];

  /** Whether something was found damaged. */
  async function live(folder: string, random: Random, round: string): Promise<boolean> {
    const hit = () => {
      const file = path.join(folder, random.pick(readdirSync(folder)));
      if (statSync(file).isFile() && sizeOf('', file) > 0) random.pick(damages)(file, random);
    };
    const early = random.chance(70);
    if (early) hit();
    const copy = await openCopy(folder, unsynced);
    if (!early || random.chance(20)) hit();
    for (const was of ['now', 'before'] as const)
      for (const key of [...copy.keys()]) {
        const found = await copy.read(key, was);
        if (found) expect(isTrue(key, found.value), `${round} ${key}`).toBe(true);
      }
    const told = [...copy.keys(), ...copy.damaged].sort();
    if (copy.head !== null) expect(told, round).toEqual([...documents(16, 1).keys()].sort());
    const resumes = copy.unfinished !== undefined && random.chance(50);
    const run = resumes ? await copy.resume().catch(() => copy.begin(4)) : await copy.begin(4);
    for (const key of documents(16, 1).keys()) {
      const found = await run.read(key);
      if (found) expect(isTrue(key, found.value), `${round} ${key}`).toBe(true);
    }
    await putAll(run, documents(16, 3));
    await run.commit(4, yes);
    await copy.verify(never);
    const setAside = copy.setAside.length > 0;
    await copy.close();
    const again = await openCopy(folder, unsynced);
    expect([again.damaged, await valuesOf(again)], round).toEqual([[], documents(16, 3)]);
    return setAside;
  }

  it('CCH-02 show nothing wrong, end nothing, and are repaired by the next run', async () => {
    const source = await world();
    const folder = path.join(tempFolder(), 'copy');
    let found = 0;
    for (let round = 1; round <= 1000; round++) {
      rmSync(folder, { recursive: true, force: true });
      cpSync(source, folder, { recursive: true });
      if (await live(folder, createRandom(round), `round ${String(round)}`)) found += 1;
    }
    expect(found).toBeGreaterThan(500);
  }, 300_000);
});
