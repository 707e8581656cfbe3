// A copy on a disk that refuses writes: the old copy stays whole, and the run continues once there is space.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureOf } from '../../../../main/problem.ts';
import type { OfflineCopy } from '../../../../main/storage/offline-copy.ts';
import type { CopyRun } from '../../../../main/storage/offline-copy/run.ts';
import { documents } from '../../../support/kept-documents.ts';
import { itAsRoot, mountSmall, unmount } from '../../../support/needs-root.ts';
import { commitAll, openCopy, putAll, valuesOf } from '../../../support/offline-copies.ts';
import { stepwiseDisk } from '../../../support/stepwise-disk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const yes = () => true;
/** More than is written at once, and of the copy before both what stays and what changes. */
const first = documents(60, 1);
const second = new Map([...documents(60, 1)].slice(0, 20).concat([...documents(150, 2)].slice(20)));

async function update(copy: OfflineCopy): Promise<CopyRun> {
  const run = await copy.begin('second');
  await putAll(run, second);
  await run.fail('d-none', 'why');
  await run.commit(2, yes);
  return run;
}

/** Refuses one step, or all from it on. */
function refusing(code: string, at: number, how: 'once' | 'until it is well') {
  const state = { well: false, refused: 0 };
  const disk = stepwiseDisk(async ({ number, half }) => {
    if (state.well || (how === 'once' ? number !== at : number < at)) return;
    state.refused += 1;
    await half();
    throw Object.assign(new Error('refused'), { code });
  });
  return { disk, state };
}

async function whole(copy: OfflineCopy, round: string): Promise<void> {
  expect([1, 2], round).toContain(copy.head);
  expect(await valuesOf(copy), round).toEqual(copy.head === 1 ? first : second);
  expect([copy.damaged, copy.setAside], round).toEqual([[], []]);
}

describe('a disk that refuses', () => {
  it.each([
    ['ENOSPC', 'until it is well', 'disk-full'],
    ['ENOSPC', 'once', 'disk-full'],
    ['EIO', 'until it is well', 'other'],
  ] as const)('DSK-01 %s at every change, %s', async (code, how, problem) => {
    let rounds = 0;
    let resumed = 0;
    for (let at = 1; ; at++) {
      const round = `${code} at ${String(at)}`;
      const folder = tempFolder();
      await commitAll(await openCopy(folder), first, 1);
      const refuser = refusing(code, at, how);
      const copy = await openCopy(folder, refuser.disk);
      const failed = await update(copy).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refuser.state.refused === 0) break;
      rounds += 1;
      // What is only tidied up may fail unseen.
      if (failed) expect(failureOf(failed), round).toMatchObject({ kind: 'file', problem });
      await whole(copy, round);
      await whole(await openCopy(folder), round);
      refuser.state.well = true;
      if (copy.head === 1 && copy.unfinished !== undefined) {
        resumed += 1;
        await copy.close();
        const again = await openCopy(folder);
        const run = await again.resume();
        await putAll(run, new Map([...second].filter(([key]) => !run.entry(key))));
        await run.commit(2, yes);
        await whole(again, round);
        expect(again.head, round).toBe(2);
      }
    }
    expect(rounds).toBeGreaterThan(15);
    expect(resumed).toBeGreaterThan(8);
  });

  it('lets the same run go on, and loses nothing of it', async () => {
    let gone = 0;
    for (let at = 6; at < 30; at++) {
      const folder = tempFolder();
      const { disk, state } = refusing('ENOSPC', at, 'until it is well');
      const copy = await openCopy(folder, disk);
      const run = await copy.begin(2);
      const refused: string[] = [];
      for (const [key, value] of second)
        await run.put(key, value).catch(() => {
          refused.push(key);
        });
      await run.commit(2, yes).catch(() => undefined);
      gone += refused.length;
      if (state.refused === 0) break;
      if (copy.head === 2) continue;
      state.well = true;
      for (const key of refused) await run.put(key, second.get(key));
      await run.suspend();
      const again = await openCopy(folder);
      const resumed = await again.resume();
      expect(
        [...second.keys()].filter((key) => !resumed.entry(key)),
        String(at),
      ).toEqual([]);
      await resumed.commit(2, yes);
      expect(await valuesOf(await openCopy(folder)), String(at)).toEqual(second);
    }
    expect(gone).toBeGreaterThan(0);
  });

  it('gets nothing more of a run that is abandoned while it waits to be written', async () => {
    const folder = tempFolder();
    const { disk, state } = refusing('ENOSPC', 0, 'until it is well');
    state.well = true;
    const copy = await openCopy(folder, disk);
    await commitAll(copy, first, 1);
    const before = readdirSync(folder);
    const run = await copy.begin('second');
    state.well = false;
    await expect(putAll(run, second)).rejects.toMatchObject({ failure: { problem: 'disk-full' } });
    expect(readdirSync(folder)).not.toEqual(before);
    state.well = true;
    // The writes of these stand in line behind the end.
    const late = [run.abandon(), run.put('late', 'text'), run.fail('later', 'why')];
    await Promise.allSettled(late);
    expect(readdirSync(folder)).toEqual(before);
    const over = { failure: { kind: 'file', problem: 'changed-meanwhile' } };
    await expect(run.put('late', 'text')).rejects.toMatchObject(over);
    await expect(run.fail('late', 'why')).rejects.toMatchObject(over);
    await expect(run.commit(2, yes)).rejects.toMatchObject(over);
    expect(readdirSync(folder)).toEqual(before);
    await whole(await openCopy(folder), 'abandoned');
  });

  it('is left as it is by the repair of a file, and nothing wrong is read', async () => {
    const folder = tempFolder();
    const { disk, state } = refusing('ENOSPC', 0, 'until it is well');
    state.well = true;
    const copy = await openCopy(folder, disk);
    await commitAll(copy, first, 1);
    const file = path.join(folder, 'documents-1.ndjson');
    const bytes = readFileSync(file);
    bytes[60] = (bytes[60] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    state.well = false;
    expect(await copy.read('d-0')).toBeUndefined();
    expect(copy.damaged).toEqual(['d-0']);
    expect(copy.setAside).toEqual([]);
    const others = new Map(first);
    others.delete('d-0');
    expect(await valuesOf(copy)).toEqual(others);
    state.well = true;
    const again = await openCopy(folder);
    expect(await again.read('d-0')).toBeUndefined();
    expect(again.setAside).toHaveLength(1);
    expect(await valuesOf(again)).toEqual(others);
  });

  it('a full disk does not keep the copy from being put in place where only room would be won', async () => {
    const folder = tempFolder();
    let full = false;
    let refused = 0;
    const disk = stepwiseDisk(() => undefined);
    const copy = await openCopy(folder, {
      ...disk,
      open: async (...given) => {
        if (full && String(given[0]).endsWith('documents-3.ndjson')) {
          refused += 1;
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        }
        return disk.open(...given);
      },
    });
    const large = documents(200, 1, 100_000);
    await commitAll(copy, large, 1);
    const run = await copy.begin(2);
    await run.put('other', 'other');
    full = true;
    await run.commit(2, (key) => key === 'd-5');
    expect(refused).toBe(1);
    expect(await valuesOf(await openCopy(folder))).toEqual(
      new Map<string, unknown>([
        ['d-5', large.get('d-5')],
        ['other', 'other'],
      ]),
    );
  });

  itAsRoot(
    'DSK-01 a really full disk of 1 MB keeps the copy, and the run goes on when there is room',
    async () => {
      const folder = tempFolder();
      mountSmall(folder, '1m');
      const opened: OfflineCopy[] = [];
      onTestFinished(async () => {
        for (const copy of opened) await copy.close();
        unmount(folder);
      });
      const copy = await openCopy(folder);
      opened.push(copy);
      await commitAll(copy, first, 1);
      const ballast = path.join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(800_000));
      const large = documents(150, 2, 2000);
      const run = await copy.begin(2);
      const put = putAll(run, large).then(() => run.commit(2, yes));
      await expect(put).rejects.toMatchObject({ failure: { problem: 'disk-full' } });
      expect(await valuesOf(copy)).toEqual(first);
      await copy.close();
      const again = await openCopy(folder);
      opened.push(again);
      expect(await valuesOf(again)).toEqual(first);
      rmSync(ballast);
      const resumed = await again.resume();
      expect(resumed.changes().length).toBeGreaterThan(60);
      await putAll(resumed, large);
      await resumed.commit(2, yes);
      expect(await valuesOf(again)).toEqual(large);
    },
  );
});
