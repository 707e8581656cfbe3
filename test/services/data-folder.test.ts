// The program on a data folder of an older form, as an older Steward left it.
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../support/imports.ts';
import { startSteward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const FORM_1 = path.join(root, 'test/fixtures/form-1');

it('a folder of Steward 0.1 opens with its connections, settings and journal', async () => {
  const folder = tempFolder();
  cpSync(FORM_1, folder, { recursive: true });
  const steward = await startSteward({ dataFolder: folder });
  onTestFinished(() => steward.stop());
  const { client } = steward;
  const begun = await valueOf(client.app.start({}));
  expect(begun).toMatchObject({
    setAside: [],
    settings: {
      scheme: 'dark',
      language: 'nb',
      rotationPolicyDays: 90,
      updateAddress: null,
      notifications: true,
    },
    layout: { sidebarWidth: 260 },
    connections: [{ name: 'Open data' }, { name: 'Trial' }],
    journal: { lines: 8, firstBadLine: null },
  });
  expect(begun.chosen).toBe(begun.connections[1]?.id);
  expect(await valueOf(client.activity.verify({}))).toMatchObject({ lines: 8, firstBadLine: null });
  const { format, backups } = await valueOf(client.app.dataFolder({}));
  expect([format, backups.length]).toEqual([5, 1]);
  const journal = (where: string) => readFileSync(path.join(where, 'journal.jsonl'), 'utf8');
  expect(journal(folder)).toBe(journal(FORM_1));
  expect(journal(path.join(folder, 'backups', backups[0] ?? ''))).toBe(journal(FORM_1));
});
