// The rules of the data folder: where it is, and that no other user can write to it.
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  isUsualFolder,
  prepareDataFolder,
  usualDataFolder,
} from '../../../../main/shell/data-folder.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const modeOf = (folder: string) => statSync(folder).mode & 0o777;

describe('where the data folder is', () => {
  it.each([
    ['linux', { XDG_DATA_HOME: '/data/own' }, '/data/own/steward'],
    ['linux', { XDG_DATA_HOME: 'relative' }, '/home/kari/.local/share/steward'],
    ['linux', {}, '/home/kari/.local/share/steward'],
    ['darwin', {}, '/home/kari/Library/Application Support/Steward'],
    [
      'win32',
      { APPDATA: 'C:\\Users\\kari\\AppData\\Roaming' },
      'C:\\Users\\kari\\AppData\\Roaming\\Steward',
    ],
  ] as const)('on %s with %o', (platform, env, expected) => {
    expect(usualDataFolder({ platform, env, home: '/home/kari' })).toBe(expected);
  });
});

it('FLD-32 knows the usual one of this system from another', () => {
  const usual = usualDataFolder({ platform: process.platform, home: homedir(), env: {} });
  expect([usual, `${usual}/`, tempFolder()].map(isUsualFolder)).toEqual([true, true, false]);
});

describe('preparing the data folder', () => {
  it('SAR-08 makes it, and what is above it, with mode 0700 whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const folder = path.join(tempFolder(), 'a/b');
      expect(await prepareDataFolder(folder)).toBe(folder);
      expect(modeOf(folder)).toBe(0o700);
      expect(modeOf(path.dirname(folder))).toBe(0o700);
    } finally {
      process.umask(before);
    }
  });

  it('takes a folder that is there, and closes it to readers', async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o755);
    await prepareDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it.each([0o770, 0o702, 0o777])(
    'FIL-08 refuses a folder with mode %o that others can write',
    async (mode) => {
      const folder = tempFolder();
      chmodSync(folder, mode);
      await expect(prepareDataFolder(folder)).rejects.toMatchObject({
        failure: { kind: 'file', problem: 'not-permitted' },
      });
      expect(modeOf(folder)).toBe(mode);
    },
  );

  it('FIL-08 refuses a symbolic link, also with a slash at its end, and a file', async () => {
    const parent = tempFolder();
    mkdirSync(path.join(parent, 'real'), { mode: 0o700 });
    symlinkSync(path.join(parent, 'real'), path.join(parent, 'link'));
    writeFileSync(path.join(parent, 'file'), '');
    for (const name of ['link', 'link/', 'file']) {
      await expect(prepareDataFolder(`${parent}/${name}`)).rejects.toMatchObject({
        failure: { kind: 'file' },
      });
    }
  });
});
