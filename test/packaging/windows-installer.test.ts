// The installer and uninstaller of Windows, compiled from the packager's scripts and ours, and what is compiled run.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/imports.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import {
  readInstaller,
  readUninstaller,
  runCompiled,
  type Ran,
  type Situation,
} from './nsis-machine.ts';
import { makeWindowsInstaller, type WindowsInstaller } from './windows-tools.ts';

const temp = makeTempFolder('windows-installer');
let made: WindowsInstaller;
beforeAll(async () => {
  made = await makeWindowsInstaller(temp.path);
}, 300_000);
afterAll(() => {
  temp.remove();
});

const OWN = 'C:\\Users\\kari\\AppData\\Local\\Programs\\Steward';
const ALL = 'C:\\Program Files\\Steward';
const ofKari: Situation = { parameters: '/currentuser', installed: { user: OWN }, person: 'kari' };
/** Kari uninstalls, and an administrator types a password. */
const withAdministrator: Situation = {
  parameters: '/allusers',
  installed: { all: ALL },
  person: 'kari',
  administrator: 'it-drift',
};
const ofDistribution: Situation = {
  parameters: '/S /allusers',
  installed: { all: ALL },
  administrator: 'SYSTEM',
};
const ALL_GOES = { 'for the Windows account': 'yes', 'files for the account': 'yes' } as const;

function run(compiled: Parameters<typeof runCompiled>[0], situation: Situation): Ran {
  const ran = runCompiled(compiled, situation);
  const acts = ran.acts.map(shorter).filter((act) => act !== '');
  process.stdout.write(`${situation.parameters}: ${acts.join('; ')}; ends with ${ran.code}\n`);
  return { acts, code: ran.code };
}
const uninstall = (situation: Situation) => run(readUninstaller(made.uninstaller), situation);
const install = (situation: Situation) => run(readInstaller(made.installer), situation);

/** Without what belongs to every run: links, keys of the registry, and the way to PowerShell. */
const shorter = (act: string): string =>
  /^(link|forget) |\.lnk$|^sleep /.test(act)
    ? ''
    : act.replace(/"[^"]*powershell\.exe".*steward-path\.ps1"/, 'PATH').replaceAll('"', '');

describe('the installer for Windows', () => {
  it('UPD-05 is made of the packager’s scripts and ours without a warning, and without a package in parts', () => {
    expect(made.made).toEqual([expect.stringMatching(/^steward-.*-windows-x64-setup\.exe$/)]);
    const configuration = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
    expect(configuration).toContain('differentialPackage: false');
    expect(configuration).toContain('writeUpdateInfo: false');
  });

  it('INS-18 puts steward on PATH of the account, or of the computer', () => {
    expect(install({ ...ofKari, installed: {} }).acts).toEqual([
      expect.stringMatching(/^run as kari: PATH add .*\\bin user$/),
    ]);
    expect(install({ ...ofDistribution, installed: {} }).acts).toEqual([
      expect.stringMatching(/^run as SYSTEM: PATH add .*\\bin machine$/),
    ]);
  });

  it('INS-18 takes the entry of the account away when everybody gets the program', () => {
    const { acts } = install({
      ...ofDistribution,
      administrator: 'kari',
      installed: { user: OWN },
    });
    expect(acts).toEqual([
      `run as kari: C:\\Plugins\\old-uninstaller.exe /S /KEEP_APP_DATA /currentuser --updated _?=${OWN}`,
      `run as kari: PATH remove ${OWN}\\bin user`,
      expect.stringMatching(/^run as kari: PATH add .*\\bin machine$/),
    ]);
  });

  it('INS-18 is there without PATH where PowerShell is restricted, and says so once, to a person', () => {
    const codes = { 'PATH add': 4, 'path.ps1" add': 4 };
    const answers = { 'did not let the installer change PATH': 'ok' } as const;
    expect(install({ ...ofKari, installed: {}, codes, answers })).toMatchObject({
      acts: [expect.any(String), expect.stringContaining('ask Steward is installed.')],
      code: 0,
    });
    const silent = { ...ofKari, parameters: '/S /currentuser', installed: {}, codes };
    expect(install(silent)).toMatchObject({ acts: [expect.any(String)], code: 0 });
    const updated = { ...ofKari, parameters: '/currentuser --updated', installed: {}, codes };
    expect(install(updated)).toMatchObject({ acts: [expect.any(String)], code: 0 });
    // There is no PowerShell here: of its script only the order can be seen.
    const script = readFileSync(path.join(root, 'build/packaging/path.ps1'), 'utf8');
    const refusal = script.indexOf("LanguageMode -ne 'FullLanguage'");
    expect(refusal).toBeGreaterThan(0);
    expect(script.indexOf('exit 4')).toBeGreaterThan(refusal);
    expect(script.search(/\[Microsoft|\.OpenSubKey|\[string\]\$key/)).toBeGreaterThan(
      script.indexOf('exit 4'),
    );
  });

  it('INS-18 asks about a program that runs, waits for the one that an update ends, and kills neither', () => {
    const open = { ...ofKari, openFor: 1000 };
    const asked = install({ ...open, answers: { 'Steward is open': 'cancel' } });
    expect(asked).toEqual({ acts: [expect.stringContaining('ask Steward is open')], code: 3 });
    expect(install({ ...open, parameters: '/S /currentuser' })).toEqual({ acts: [], code: 3 });
    const closed = install({ ...ofKari, openFor: 5, answers: { 'Steward is open': 'retry' } });
    expect(closed.acts.slice(0, 2)).toEqual([
      expect.stringContaining('ask Steward is open'),
      expect.stringContaining('old-uninstaller.exe'),
    ]);
    const ending = install({ ...ofKari, parameters: '/S /currentuser --updated', openFor: 50 });
    expect(ending.acts.at(-1)).toContain('PATH add');
  });
});

describe('the uninstaller for Windows', () => {
  it('SAR-09 removes the secrets, then PATH, then the program', () => {
    expect(uninstall({ ...ofKari, parameters: '/S /currentuser' })).toEqual({
      acts: [
        `run as kari: ${OWN}\\Steward.exe erase --yes`,
        `run as kari: PATH remove ${OWN}\\bin user`,
        `remove ${OWN}`,
      ],
      code: 0,
    });
    expect(uninstall({ ...ofKari, answers: ALL_GOES }).acts).toEqual([
      'ask Remove the secrets that Steward has stored for the Windows account kari (certificates, keys, tokens and passwords)?',
      expect.stringContaining("ask Also remove Steward's files for the account kari"),
      `run as kari: ${OWN}\\Steward.exe erase --everything --yes`,
      `run as kari: PATH remove ${OWN}\\bin user`,
      `remove ${OWN}`,
    ]);
  });

  it('INS-18 leaves everything as it was, PATH too, when the secrets cannot be removed', () => {
    const refused = { ...ofKari, codes: { ' erase ': 1 } };
    const act = `run as kari: ${OWN}\\Steward.exe erase --yes`;
    expect(uninstall({ ...refused, parameters: '/S /currentuser' })).toEqual({
      acts: [act],
      code: 3,
    });
    const answers = { ...ALL_GOES, 'could not remove them': 'no' } as const;
    const asked = uninstall({ ...refused, answers });
    expect(asked.acts.at(-1)).toContain('ask Steward could not remove them');
    expect(asked.code).toBe(3);
  });

  it('INS-18 asks a person who has a window open, ends with 3 in silence, and kills nothing', () => {
    const open = { ...ofKari, openFor: 1000 };
    expect(uninstall({ ...open, parameters: '/S /currentuser' })).toEqual({ acts: [], code: 3 });
    const asked = uninstall({ ...open, answers: { 'Steward is open': 'cancel' } });
    expect(asked).toEqual({ acts: [expect.stringContaining('ask Steward is open')], code: 3 });
  });

  it('SAR-09 keeps what it is told to keep, and everything when a newer version takes the place', () => {
    expect(uninstall({ ...ofKari, parameters: '/S /currentuser /KEEPSECRETS' }).acts).toEqual([
      `run as kari: PATH remove ${OWN}\\bin user`,
      `remove ${OWN}`,
    ]);
    const replaced = { ...ofKari, parameters: '/S /KEEP_APP_DATA /currentuser --updated' };
    expect(uninstall(replaced).acts).toEqual([`remove ${OWN}`]);
  });

  it('INS-18 erases in the account that uninstalls, not in the one whose password was typed', () => {
    expect(uninstall({ ...withAdministrator, answers: ALL_GOES }).acts).toEqual([
      expect.stringContaining('for the Windows account kari'),
      expect.stringContaining('for the account kari'),
      `run as kari: ${ALL}\\Steward.exe erase --everything --yes`,
      `run as it-drift: PATH remove ${ALL}\\bin machine`,
      `remove ${ALL}`,
    ]);
    const elevated = { ...ofDistribution, parameters: '/allusers', administrator: 'it-drift' };
    const named = uninstall({ ...elevated, answers: { 'account it-drift': 'no' } });
    expect(named.acts[0]).toContain('for the Windows account it-drift');
  });

  it('INS-18 erases nobody’s secrets when a distribution removes the program of everybody', () => {
    expect(uninstall(ofDistribution)).toEqual({
      acts: [`run as SYSTEM: PATH remove ${ALL}\\bin machine`, `remove ${ALL}`],
      code: 0,
    });
  });

  it('asks for the rights of an administrator before it touches what is everybody’s', () => {
    const { administrator: _, ...asKari } = withAdministrator;
    expect(uninstall(asKari)).toEqual({
      acts: ['ask for the rights of an administrator'],
      code: 0,
    });
  });
});
