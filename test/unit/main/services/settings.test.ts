// Settings: kept over a restart, every window hears of a change, nothing else changes.
import { describe, expect, it } from 'vitest';
import { createPolicy } from '../../../../main/policy/policy.ts';
import { openSettings, settingsService } from '../../../../main/services/settings.ts';
import { openDocuments } from '../../../../main/storage/documents.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const context = { signal: new AbortController().signal, report: () => undefined };

describe('settings', () => {
  it('begin with careful values: 30 seconds on the clipboard, lock after ten minutes', async () => {
    const settings = await openSettings(await openDocuments({ folder: tempFolder() }));
    expect(settings.value()).toMatchObject({ clipboardSeconds: 30, idleLockMinutes: 10 });
  });

  it('a change touches only what was given, is told, and is there at the next start', async () => {
    const folder = tempFolder();
    const told: unknown[] = [];
    const open = async () =>
      settingsService({
        policy: createPolicy(null),
        settings: await openSettings(await openDocuments({ folder })),
        changed: (now) => told.push(now),
      });
    const changed = await (await open()).change({ scheme: 'dark', language: undefined }, context);
    expect(changed).toMatchObject({ scheme: 'dark', language: 'auto', clipboardSeconds: 30 });
    expect(told).toEqual([changed]);
    expect(await (await open()).get({}, context)).toEqual(changed);
  });
});
