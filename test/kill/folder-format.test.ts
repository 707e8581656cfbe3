// A start that brings the data folder to a newer form, killed at each of its changes of the disk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { sealDocument, unsealDocument } from '../../main/storage/documents.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { bundleMain } from '../support/run-main.ts';
import { startSteward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

const KEY = 'a-key-that-must-not-be-lost';
const SCRIPT = `
import { bringForward } from './main/storage/folder-format.ts';
import { stepwiseDisk } from './test/support/stepwise-disk.ts';
const { FOLDER = '', KILL_AT, KILL_WHEN } = process.env;
const kill = () => process.kill(process.pid, 'SIGKILL');
const disk = stepwiseDisk(async ({ number, half }) => {
  if (number !== Number(KILL_AT) || KILL_WHEN === 'after') return;
  if (KILL_WHEN === 'half') await half();
  kill();
}, (number) => {
  if (number === Number(KILL_AT)) kill();
});
await bringForward({ folder: FOLDER, program: '1.0.0', now: () => new Date(), disk });
`;

/** Behaves as the keychain of a computer: it outlives the program. */
const outliving = (): Keychain => Object.assign(createMemoryKeychain(), { kind: 'system' });

/** A folder that was in use, as the first version left it: without the new settings, and not saying its form. */
async function usedFolder(keychain: Keychain): Promise<string> {
  const folder = tempFolder();
  const steward = await startSteward({ dataFolder: folder, replacements: { keychain } });
  await valueOf(steward.client.settings.change({ scheme: 'dark' }));
  await valueOf(steward.client.credentials.addApiKey({ name: 'Key', key: KEY }));
  await steward.stop();
  rmSync(path.join(folder, 'format.json'));
  const file = path.join(folder, 'settings.json');
  const value = unsealDocument(readFileSync(file, 'utf8')) as Record<string, unknown>;
  delete value['updateAddress'];
  delete value['notifications'];
  writeFileSync(file, sealDocument(value));
  return folder;
}

async function killed(folder: string, at: number, when: string): Promise<boolean> {
  const child = endsWithUs(
    fork(await (script ??= bundleMain(SCRIPT)), {
      env: { ...process.env, FOLDER: folder, KILL_AT: String(at), KILL_WHEN: when },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null) expect(code).toBe(0);
  return signal === 'SIGKILL';
}
let script: Promise<string> | undefined;

describe('a data folder on its way to a newer form', () => {
  it('S6 killed at every change of the disk: the next start ends in the new form with all there was', async () => {
    const keychain = outliving();
    const used = await usedFolder(keychain);
    const journal = readFileSync(path.join(used, 'journal.jsonl'), 'utf8');
    let kills = 0;
    for (let at = 1; ; at++) {
      const when = ['before', 'half', 'after'][at % 3] ?? '';
      const where = `${when} change ${String(at)}`;
      const folder = tempFolder();
      copyFolder(used, folder);
      if (!(await killed(folder, at, when))) break;
      kills += 1;
      const whole = readdirSync(path.join(folder, 'backups')).filter((n) => !n.endsWith('.part'));
      const steward = await startSteward({ dataFolder: folder, replacements: { keychain } });
      const begun = await valueOf(steward.client.app.start({}));
      expect(begun, where).toMatchObject({
        setAside: [],
        journal: { state: 'whole' },
        settings: { scheme: 'dark', updateAddress: null, notifications: true },
        credentials: [{ kind: 'api-key', lastFour: KEY.slice(-4) }],
      });
      const { format, backups } = await valueOf(steward.client.app.dataFolder({}));
      expect(format, where).toBe(5);
      // What was whole before is not made again once the form is the new one.
      expect(backups.length, where).toBeGreaterThanOrEqual(Math.max(1, whole.length));
      for (const name of backups) {
        const kept = readFileSync(path.join(folder, 'backups', name, 'journal.jsonl'), 'utf8');
        expect(kept, where).toBe(journal);
      }
      expect(readdirSync(path.join(folder, 'backups')).sort(), where).toEqual([...backups].sort());
      expect(readFileSync(path.join(folder, 'journal.jsonl'), 'utf8'), where).toContain(journal);
      await steward.stop();
      rmSync(folder, { recursive: true });
    }
    expect(kills).toBeGreaterThan(20);
  }, 300_000);
});
