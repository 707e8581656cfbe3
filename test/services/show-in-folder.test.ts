// What was saved is shown in its folder: only what was saved in this session, by the handle of its target.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

let steward: Steward;
const folder = makeTempFolder('steward-shown');
beforeAll(async () => {
  steward = await startSteward();
});
afterAll(async () => {
  await steward.stop();
  folder.remove();
});

async function target(name: string): Promise<string> {
  steward.shell.picks.push(path.join(folder.path, name));
  const chosen = await valueOf(steward.client.files.chooseTarget({ suggestedName: name }));
  return chosen?.handle ?? '';
}

it('NAV-07 a saved file is shown where it is', async () => {
  const { activity, files } = steward.client;
  const journal = await target('journal.csv');
  await valueOf(activity.exportCsv({ filter: {}, target: journal }));
  await valueOf(files.show({ target: journal }));
  expect(steward.shell.shown).toEqual([path.join(folder.path, 'journal.csv')]);
  // Shown again, it is gone: a file manager would show whatever it begins with.
  rmSync(path.join(folder.path, 'journal.csv'));
  expect(await files.show({ target: journal })).toMatchObject({
    failure: { kind: 'file', problem: 'not-found' },
  });
  expect(steward.shell.shown).toHaveLength(1);
});

it('NAV-07 nothing else is: no target that nothing was written to, no file that was picked, no handle of another session', async () => {
  const before = steward.shell.shown.length;
  const { activity, files } = steward.client;
  const unwritten = await target('unwritten.csv');
  const picked = steward.app.handleFor(import.meta.filename);
  const failed = await target('journal.csv/inside.csv');
  expect(await activity.exportCsv({ filter: {}, target: failed })).toMatchObject({ ok: false });
  for (const handle of [unwritten, picked, failed, `file-${'x'.repeat(24)}`])
    expect(await files.show({ target: handle })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { target: 'unknown-handle' } },
    });
  expect(steward.shell.shown).toHaveLength(before);
});
