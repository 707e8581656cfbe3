// A copy of documents: replaced as a whole, nothing written twice, runs that pause and continue.
// Long, because these are the rules of one interface; damage, disks and kills have files of their own.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OfflineCopy } from '../../../../main/storage/offline-copy.ts';
import type { CopyRun } from '../../../../main/storage/offline-copy/run.ts';
import { createClock } from '../../../support/clock.ts';
import { documents } from '../../../support/kept-documents.ts';
import { commitAll, openCopy, putAll, valuesOf } from '../../../support/offline-copies.ts';
import { createRandom, type Random } from '../../../support/random-resources.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const yes = () => true;
const documentBytes = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('documents-'))
    .reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);

describe('a copy', () => {
  it('is empty at first, and holds what was put when it is opened again', async () => {
    const folder = path.join(tempFolder(), 'deep', 'copy');
    const clock = createClock();
    const copy = await openCopy(folder, undefined, clock.now);
    expect([copy.head, [...copy.keys()], copy.unfinished, copy.damaged]).toEqual([
      null,
      [],
      undefined,
      [],
    ]);
    const values = new Map<string, unknown>([
      ['', 'an empty key'],
      ['__proto__', { __proto__: null, a: [1, null, true] }],
      ['with\nbreaks\u2028 and \ud800 half signs', 'æøå\u2028\ud800\n'],
      ['a/b%2F', null],
    ]);
    const run = await copy.begin({ about: 'æ' });
    for (const [key, value] of values) expect(await run.put(key, value, [key])).toBe('new');
    await run.commit({ head: 1 }, yes);
    for (const held of [copy, await openCopy(folder)]) {
      expect(held.head).toEqual({ head: 1 });
      expect([...held.keys()]).toEqual([...values.keys()]);
      expect(await valuesOf(held)).toEqual(values);
      expect(held.entry('a/b%2F')).toEqual({
        storedAt: '2030-03-01T12:00:00.000Z',
        bytes: 4,
        facts: ['a/b%2F'],
        before: null,
        hash: '74234e98afe7498fb5daf1f36ac2d78a',
      });
      expect(held.unfinished).toBeUndefined();
      expect(held.entry('none')).toBeUndefined();
      expect(await held.read('none')).toBeUndefined();
    }
  });

  it('shows nothing of a run before it is put in place', async () => {
    const copy = await openCopy(tempFolder());
    await commitAll(copy, documents(3, 1), 1);
    const run = await copy.begin('second');
    await putAll(run, documents(4, 2));
    expect(await valuesOf(copy)).toEqual(documents(3, 1));
    expect(copy.head).toBe(1);
    expect((await run.read('d-3'))?.value).toEqual(documents(4, 2).get('d-3'));
    expect(run.entry('d-0')?.before).toBe('2030-03-01T12:00:00.000Z');
    await run.commit(2, yes);
    expect(await valuesOf(copy)).toEqual(documents(4, 2));
    expect(copy.head).toBe(2);
  });

  it('reads of a run what it put, else what the copy has', async () => {
    const copy = await openCopy(tempFolder());
    await commitAll(copy, documents(2, 1), 1);
    const run = await copy.begin(2);
    await run.put('d-0', 'other');
    expect((await run.read('d-0'))?.value).toBe('other');
    expect((await run.read('d-1'))?.value).toEqual(documents(2, 1).get('d-1'));
    expect(run.entry('d-1')).toBeUndefined();
    expect(await run.read('none')).toBeUndefined();
  });

  it('writes no document again that is there, under whatever key', async () => {
    const folder = tempFolder();
    const clock = createClock();
    const copy = await openCopy(folder, undefined, clock.now);
    await commitAll(copy, documents(50, 1), 1);
    const bytes = documentBytes(folder);
    clock.pass(60_000);
    const run = await copy.begin(2);
    for (const [key, value] of documents(50, 1))
      expect(await run.put(key, value, 'other facts')).toBe('unchanged');
    expect(await run.put('again', documents(50, 1).get('d-7'))).toBe('new');
    expect(run.changes()).toEqual([{ key: 'again', how: 'new' }]);
    await run.commit(2, yes);
    expect(documentBytes(folder)).toBe(bytes);
    const entry = (await openCopy(folder)).entry('d-7');
    expect(entry).toMatchObject({ storedAt: '2030-03-01T12:01:00.000Z', facts: 'other facts' });
    expect((await copy.read('again'))?.value).toEqual(documents(50, 1).get('d-7'));
  });

  it('keeps the version before the last change, and no older one', async () => {
    const folder = tempFolder();
    const clock = createClock();
    const copy = await openCopy(folder, undefined, clock.now);
    for (const value of ['one', 'two', 'two', 'three']) {
      const run = await copy.begin(value);
      await run.put('key', value);
      await run.commit(value, yes);
      clock.pass(60_000);
      const read = (await openCopy(folder)).read('key', 'before');
      const before = { one: undefined, two: 'one', three: 'two' }[value];
      expect((await read)?.value, value).toBe(before);
    }
    expect(copy.entry('key')?.before).toBe('2030-03-01T12:02:00.000Z');
    expect(await copy.read('key', 'before')).toEqual({
      value: 'two',
      storedAt: '2030-03-01T12:02:00.000Z',
    });
  });

  it('keeps of the copy before only what it is asked to', async () => {
    const copy = await openCopy(tempFolder());
    await commitAll(copy, documents(4, 1), 1);
    const run = await copy.begin(2);
    await run.put('d-0', 'changed');
    await run.commit(2, (key) => key === 'd-2');
    expect([...copy.keys()]).toEqual(['d-0', 'd-2']);
  });

  it('lists what could not be had, and leaves its version as it is', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    await commitAll(copy, documents(3, 1), 1);
    const run = await copy.begin(2);
    await run.put('d-0', 'put, then refused');
    for (const key of ['d-0', 'd-1', 'd-2']) await run.fail(key, { kind: 'offline' });
    await run.put('d-2', 'had after all');
    const failures = ['d-0', 'd-1'].map((key) => ({ key, why: { kind: 'offline' } }));
    expect(run.failures()).toEqual(failures);
    await run.suspend();
    const again = await openCopy(folder);
    const resumed = await again.resume();
    expect(resumed.failures()).toEqual(failures);
    expect(resumed.changes()).toEqual([{ key: 'd-2', how: 'changed' }]);
    await resumed.commit(2, yes);
    const expected = documents(3, 1).set('d-2', 'had after all');
    expect(await valuesOf(again)).toEqual(expected);
  });

  it('SAR-08 has files of 0600 in a folder of 0700, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const folder = path.join(tempFolder(), 'copy');
    const copy = await openCopy(folder);
    await commitAll(copy, documents(3, 1), 1);
    await (await copy.begin(2)).put('x', 'y');
    await copy.close();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder)).toEqual([
      'copy',
      'documents-1.ndjson',
      'documents-2.ndjson',
      'run.ndjson',
    ]);
    for (const name of readdirSync(folder))
      expect(statSync(path.join(folder, name)).mode & 0o777, name).toBe(0o600);
  });

  it('CCH-05 says how many bytes it takes, and leaves none when it is removed', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    await commitAll(copy, documents(9, 1), 1);
    const run = await copy.begin(2);
    await putAll(run, documents(9, 2));
    await run.suspend();
    const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
    expect(await copy.bytes()).toBe(sizes.reduce((sum, size) => sum + size, 0));
    writeFileSync(path.join(folder, 'not-ours'), '');
    await copy.remove();
    expect(readdirSync(folder)).toEqual(['not-ours']);
    expect([copy.head, [...copy.keys()], copy.unfinished, await copy.bytes()]).toEqual([
      null,
      [],
      undefined,
      0,
    ]);
    await commitAll(copy, documents(2, 3), 3);
    expect(await valuesOf(await openCopy(folder))).toEqual(documents(2, 3));
  });
});

describe('a run', () => {
  /** One that was left by a process that ended well. */
  async function rested(folder: string) {
    const copy = await openCopy(folder);
    await commitAll(copy, documents(100, 1), 1);
    const run = await copy.begin({ scope: 'everything' });
    await putAll(run, new Map([...documents(100, 1)].slice(0, 40)));
    await putAll(run, new Map([...documents(200, 2)].slice(40, 150)));
    await run.suspend();
    await copy.close();
  }

  it('goes on in another process with all that it had', async () => {
    const folder = tempFolder();
    await rested(folder);
    const bytes = documentBytes(folder);
    const copy = await openCopy(folder);
    expect(copy.unfinished).toEqual({ scope: 'everything' });
    const run = await copy.resume();
    expect(run.about).toEqual({ scope: 'everything' });
    const put = [...documents(200, 2).keys()].filter((key) => run.entry(key));
    expect(put).toHaveLength(150);
    expect(run.changes()).toHaveLength(110);
    expect(run.changes().filter(({ how }) => how === 'new')).toHaveLength(50);
    expect(run.entry('d-45')?.facts).toEqual({ of: 'd-45' });
    expect((await run.read('d-45'))?.value).toEqual(documents(200, 2).get('d-45'));
    await putAll(run, new Map([...documents(200, 2)].slice(40, 150)));
    await run.commit(2, yes);
    expect(documentBytes(folder)).toBe(bytes);
    const expected = new Map([...documents(100, 1)].slice(0, 40));
    for (const [key, value] of [...documents(200, 2)].slice(40, 150)) expected.set(key, value);
    expect(await valuesOf(await openCopy(folder))).toEqual(expected);
  });

  it('rests when the copy is closed, and goes on in the same process too', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    const run = await copy.begin(1);
    await putAll(run, documents(10, 1));
    await run.suspend();
    const second = await copy.resume();
    await putAll(second, documents(20, 1));
    await copy.close();
    const again = await openCopy(folder);
    const third = await again.resume();
    expect(third.changes()).toHaveLength(20);
    await third.commit(1, yes);
    expect(await valuesOf(again)).toEqual(documents(20, 1));
  });

  it.each(['abandoned', 'replaced by another'])('leaves nothing when it is %s', async (how) => {
    const folder = tempFolder();
    await rested(folder);
    const copy = await openCopy(folder);
    if (how === 'abandoned') await (await copy.resume()).abandon();
    else await (await copy.begin('other')).abandon();
    expect(copy.unfinished).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['copy', 'documents-1.ndjson']);
    expect(await valuesOf(copy)).toEqual(documents(100, 1));
    await expect(copy.resume()).rejects.toMatchObject({ failure: { problem: 'not-found' } });
  });

  it('is the only one, and takes nothing more when it is over', async () => {
    const copy = await openCopy(tempFolder());
    const run = await copy.begin(1);
    await expect(copy.begin(2)).rejects.toThrow('at work');
    await expect(copy.resume()).rejects.toThrow('at work');
    await run.commit(1, yes);
    for (const late of [run.put('a', 1), run.fail('a', 1), run.commit(2, yes)])
      await expect(late).rejects.toMatchObject({ failure: { kind: 'file' } });
    await run.suspend();
    await run.abandon();
    expect(copy.head).toBe(1);
  });

  it('that became the copy is not taken for one that was left', async () => {
    const folder = tempFolder();
    await rested(folder);
    const file = path.join(folder, 'run.ndjson');
    const left = readFileSync(file);
    const copy = await openCopy(folder);
    await (await copy.resume()).commit(2, yes);
    await copy.close();
    // As a kill leaves it right after the copy was put in place.
    writeFileSync(file, left);
    const again = await openCopy(folder);
    expect(again.unfinished).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    expect([...again.keys()]).toHaveLength(150);
  });

  it('writes in the background what is put, and takes many at once', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    const run = await copy.begin(1);
    await run.put('first', 'first');
    const file = path.join(folder, 'run.ndjson');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('"key":"first"');
    const values = documents(500, 1);
    await Promise.all([...values].map(([key, value]) => run.put(key, value)));
    await run.commit(1, yes);
    expect(await valuesOf(await openCopy(folder))).toEqual(values.set('first', 'first'));
  });

  it('refuses a document that no reader would take', async () => {
    const copy = await openCopy(tempFolder());
    const run = await copy.begin(1);
    const huge = Array.from({ length: 65 }, () => 'x'.repeat(1 << 20));
    await expect(run.put('huge', huge)).rejects.toMatchObject({
      failure: { problem: 'too-large' },
    });
    await run.commit(1, yes);
    expect([...copy.keys()]).toEqual([]);
  });
});

describe('garbage', () => {
  it('is taken away when more than half of more than 8 MiB is dead', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    const sizes: number[] = [];
    // Each change makes the version before the last one garbage: about 3 MB each time.
    for (let version = 1; version <= 7; version++) {
      await commitAll(copy, documents(30, version, 100_000), version);
      sizes.push(documentBytes(folder) / 3_000_000);
    }
    expect(Math.max(...sizes)).toBeLessThan(2.2);
    const again = await openCopy(folder);
    expect(await valuesOf(again)).toEqual(documents(30, 7, 100_000));
    expect((await again.read('d-3', 'before'))?.value).toEqual(
      documents(30, 6, 100_000).get('d-3'),
    );
  });

  it('is taken away under those who read', async () => {
    const copy = await openCopy(tempFolder());
    await commitAll(copy, documents(30, 0, 100_000), 0);
    let over = false;
    let reads = 0;
    const reading = async (key: string) => {
      while (!over) {
        const before = copy.head as number;
        const { version } = (await copy.read(key))?.value as { version: number };
        expect(version).toBeGreaterThanOrEqual(before);
        expect(version).toBeLessThanOrEqual(copy.head as number);
        reads += 1;
      }
    };
    const readers = ['d-1', 'd-11', 'd-29'].map(reading);
    for (let version = 1; version <= 6; version++)
      await commitAll(copy, documents(30, version, 100_000), version);
    over = true;
    await Promise.all(readers);
    expect(reads).toBeGreaterThan(30);
    expect([copy.damaged, copy.setAside]).toEqual([[], []]);
  });

  it('in a file of which a part still counts goes with all others into one new file', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    const large = documents(200, 1, 100_000);
    await commitAll(copy, large, 1);
    const [first, ...others] = [...large.keys()];
    const run = await copy.begin(2);
    await run.put('d-1', 'other');
    await run.commit(2, (key) => key === first || key === others.at(-1));
    expect(readdirSync(folder)).toEqual(['copy', 'documents-3.ndjson']);
    expect(documentBytes(folder)).toBeLessThan(310_000);
    const expected = new Map([
      [first, large.get(first ?? '')],
      ['d-1', 'other'],
    ]);
    expected.set(others.at(-1), large.get(others.at(-1) ?? ''));
    expect(await valuesOf(await openCopy(folder))).toEqual(expected);
  });

  it('of many small runs does not become many files', async () => {
    const folder = tempFolder();
    const copy = await openCopy(folder);
    for (let version = 0; version < 40; version++) {
      const run = await copy.begin(version);
      await run.put(`key-${String(version)}`, version);
      await run.commit(version, yes);
    }
    expect(readdirSync(folder).length).toBeLessThanOrEqual(18);
    const again = await openCopy(folder);
    expect([...(await valuesOf(again)).values()]).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });
});

describe('whatever is done in whatever order', () => {
  interface World {
    readonly folder: string;
    readonly random: Random;
    copy: OfflineCopy;
    run: CopyRun | undefined;
    /** What must be in the copy, and in the run. */
    committed: Map<string, unknown>;
    put: Map<string, unknown>;
  }

  async function begin(world: World): Promise<CopyRun> {
    if (world.copy.unfinished !== undefined && world.random.chance(70)) return world.copy.resume();
    world.put.clear();
    return world.copy.begin('begun');
  }

  async function step(world: World): Promise<void> {
    const { random } = world;
    const run = (world.run ??= await begin(world));
    for (let count = random.below(90); count > 0; count--) {
      const key = `k-${String(random.below(60))}`;
      const value = { text: 'y'.repeat(random.below(4)), more: random.below(5) };
      await run.put(key, value);
      world.put.set(key, value);
    }
    const what = random.pick(['commit', 'abandon', 'rest', 'close', 'go on']);
    if (what === 'go on') return;
    world.run = undefined;
    if (what === 'commit') {
      await run.commit('head', yes);
      for (const [key, value] of world.put) world.committed.set(key, value);
    } else if (what === 'abandon') await run.abandon();
    else if (what === 'rest') await run.suspend();
    if (what === 'commit' || what === 'abandon') world.put.clear();
    if (what !== 'close' && random.chance(50)) return;
    await world.copy.close();
    world.copy = await openCopy(world.folder);
  }

  it('the copy and its run are what was put into them', async () => {
    let kept = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const folder = tempFolder();
      const world: World = {
        folder,
        random: createRandom(seed),
        copy: await openCopy(folder),
        run: undefined,
        committed: new Map(),
        put: new Map(),
      };
      for (let steps = 0; steps < 15; steps++) {
        await step(world);
        expect(await valuesOf(world.copy), `seed ${String(seed)}`).toEqual(world.committed);
        for (const [key, value] of world.run ? world.put : [])
          expect((await world.run?.read(key))?.value).toEqual(value);
      }
      kept += world.committed.size;
      expect([world.copy.damaged, world.copy.setAside]).toEqual([[], []]);
    }
    expect(kept).toBeGreaterThan(1000);
  });
});
