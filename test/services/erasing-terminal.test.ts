// `steward erase` on a real keyring: what an uninstaller runs, and what it finds afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { root } from '../support/imports.ts';
import { type Keyring, type KeyringState, startKeyring } from '../support/keyring.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

beforeAll(() => ensureBuilt({ only: ['main'], logLevel: 'silent' }));

async function keyringIn(state?: KeyringState): Promise<Keyring> {
  const keyring = await startKeyring(state);
  onTestFinished(() => keyring.stop());
  return keyring;
}

async function run(runtime: readonly string[], args: readonly string[], keyring: Keyring) {
  const child = endsWithUs(
    spawn(process.execPath, [...runtime, path.join(root, 'dist/main/terminal.js'), ...args], {
      env: keyring.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

const addKey = '{"name":"Key","key":"a-key-in-the-keyring"}';

describe.each([
  ['in Node.js', []],
  ['ended as Electron ends it', AS_IN_ELECTRON],
])('steward erase, %s', (_, runtime) => {
  const steward = (args: readonly string[], keyring: Keyring) => run(runtime, args, keyring);

  it('SAR-09 ELC-01 says first what would go; then nothing is left in the keyring or, with --everything, in the folder', async () => {
    const keyring = await keyringIn();
    const folder = path.join(tempFolder(), 'data');
    const data = ['--data', folder];
    const made = await steward(['call', 'credentials.addApiKey', addKey, ...data], keyring);
    expect([made.code, made.err]).toEqual([0, '']);
    const before = await keyring.count('Steward');
    expect(before).toBeGreaterThan(2);

    const asked = await steward(['erase', ...data], keyring);
    expect([asked.code, asked.out]).toEqual([2, '']);
    expect(asked.err).toContain(folder);
    expect(asked.err).toMatch(/Nothing was removed\. To do it: steward erase --yes/);
    expect(await keyring.count('Steward')).toBe(before);

    const secrets = await steward(['erase', '--yes', ...data], keyring);
    expect([secrets.code, secrets.err]).toEqual([0, '']);
    expect(JSON.parse(secrets.out)).toMatchObject({ ok: true, value: { held: false, left: [] } });
    expect(await keyring.count('Steward')).toBe(0);
    expect(readdirSync(folder)).not.toContain('credentials.json');

    // What only the end of the process removes.
    for (const [place, file] of [
      ['window', 'Preferences'],
      ['updates', 'Steward.AppImage'],
    ] as const) {
      mkdirSync(path.join(folder, place), { recursive: true });
      writeFileSync(path.join(folder, place, file), 'of this program');
    }
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    const all = await steward(['erase', '--everything', '--yes', ...data], keyring);
    expect(JSON.parse(all.out)).toMatchObject({ ok: true, value: { left: ['notes.txt'] } });
    expect(all.out.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect(await keyring.count('Steward')).toBe(0);
  });

  it('SAR-02 a locked keyring: said, exit code 1, and nothing is gone', async () => {
    const keyring = await keyringIn();
    const data = ['--data', path.join(tempFolder(), 'data')];
    await steward(['call', 'credentials.addApiKey', addKey, ...data], keyring);
    const before = await keyring.count('Steward');
    await keyring.lock();
    const refused = await steward(['erase', '--everything', '--yes', ...data], keyring);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({
      ok: false,
      failure: { kind: 'keychain', problem: 'locked' },
    });
    expect(existsSync(path.join(data[1] ?? '', 'credentials.json'))).toBe(true);
    expect(await keyring.count('Steward')).toBe(before);
  });
});
