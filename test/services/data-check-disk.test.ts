// The check of everything on a folder that nothing can be written to, and one that is cancelled.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { itAsRoot, mountReadOnly, mountSmall, unmount } from '../support/needs-root.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { sickDisk } from '../support/sick-disk.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';

async function started(dataFolder: string): Promise<Steward> {
  const steward = await startSteward({ dataFolder });
  onTestFinished(() => steward.stop());
  await valueOf(steward.client.settings.change({ language: 'nb' }));
  return steward;
}

/** One sign of a document is another one. */
function damage(folder: string): string {
  const file = path.join(folder, 'settings.json');
  const text = readFileSync(file, 'utf8').replace('"nb"', '"nx"');
  writeFileSync(file, text);
  return text;
}

describe('a check of everything', () => {
  itAsRoot(
    'SAR-03 on a file system that is read-only by now changes nothing, says so, and leaves what it found',
    async () => {
      const place = makeTempFolder('steward-read-only');
      const disk = path.join(place.path, 'disk');
      mountSmall(disk, '16m');
      const data = path.join(disk, 'data');
      const steward = await startSteward({ dataFolder: data });
      try {
        await valueOf(steward.client.settings.change({ language: 'nb' }));
        const text = damage(data);
        const names = readdirSync(data);
        // Over itself: the log, which is held open for writing, forbids it to the file system below.
        mountReadOnly(data);
        const report = await valueOf(steward.client.app.check({}));
        expect(report).toMatchObject({ readOnly: true, repaired: 0, left: 1 });
        expect(report.stores[0]?.findings).toMatchObject([
          { kind: 'damaged', what: 'settings.json', outcome: 'left', kept: null },
        ]);
        expect(readdirSync(data)).toEqual(names);
        expect(readFileSync(path.join(data, 'settings.json'), 'utf8')).toBe(text);
      } finally {
        unmount(data);
        await steward.stop();
        unmount(disk);
        place.remove();
      }
    },
  );

  it.each(['EROFS', 'ENOSPC'])(
    'AUD-04 repairs nothing that cannot be noted in the journal first: %s at the first write',
    async (code) => {
      const folder = path.join(tempFolder(), 'data');
      const disk = sickDisk();
      const steward = await started(folder);
      const text = damage(folder);
      disk.fail(1, code);
      const report = await valueOf(steward.client.app.check({}));
      expect(report).toMatchObject({ readOnly: true, repaired: 0, left: 1 });
      expect(readFileSync(path.join(folder, 'settings.json'), 'utf8')).toBe(text);
      disk.heal();
      expect(await valueOf(steward.client.app.check({}))).toMatchObject({
        readOnly: false,
        repaired: 1,
        left: 0,
      });
    },
  );

  it('tells each store as it comes to it, and stops where it is cancelled', async () => {
    const steward = await started(path.join(tempFolder(), 'data'));
    const told: string[] = [];
    await valueOf(
      steward.client.app.check({}, { onProgress: ({ store }) => void told.push(store) }),
    );
    expect(told[0]).toBe('documents');
    expect(told.at(-1)).toBe('copy');
    const cancel = new AbortController();
    const answer = await steward.client.app.check(
      {},
      {
        signal: cancel.signal,
        onProgress: () => {
          cancel.abort();
        },
      },
    );
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  });
});
