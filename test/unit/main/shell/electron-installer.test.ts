// Installing a new version with the real electron-updater. Electron and Windows themselves are not present.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../../../main/problem.ts';
import {
  createElectronInstaller,
  type InstallerHost,
} from '../../../../main/shell/electron-installer.ts';
import type { Installer, ListedUpdate } from '../../../../main/shell/shell.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { installedHost, keyPair, listOf, RUNNING } from '../../../support/update-desk.ts';
import { eventually } from '../../../support/eventually.ts';

const { publicPem } = keyPair();
const before = { ...process.env };
const home = process.cwd();
beforeEach(() => {
  process.env = { ...before };
});
afterEach(() => {
  process.env = before;
  process.chdir(home);
});

function created(host: InstallerHost): Installer {
  const installer = createElectronInstaller(host);
  if (installer === undefined) throw new Error('This package cannot be replaced.');
  return installer;
}

/** Puts these bytes where the installer wants them, and lets it look at them. */
const download = (installer: Installer, update: ListedUpdate, content: Buffer) =>
  installer.download(update, {
    signal: new AbortController().signal,
    load: async (_name, to) => {
      writeFileSync(to, content, { mode: 0o600 });
    },
  });

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => {
      const { failure } = error as Problem;
      return failure.kind === 'conflict' ? failure.field : failure.kind;
    },
  );

describe('UPD-04 what can be replaced', () => {
  const linux = () => installedHost(publicPem);
  function windows(
    more: Partial<InstallerHost> = {},
    config = 'publisherName:\n  - CN=Publisher\n',
  ) {
    const host = linux();
    writeFileSync(path.join(host.resources, 'app-update.yml'), `provider: generic\n${config}`);
    writeFileSync(path.join(host.resources, 'Uninstall Steward.exe'), '');
    return {
      ...host,
      platform: 'win32' as const,
      program: path.join(host.resources, 'Steward.exe'),
      ...more,
    };
  }

  it('a deb or rpm package, by the list of its system and processor', () => {
    expect(created(linux())).toMatchObject({
      listName: 'latest-linux.yml',
      rootKeys: publicPem,
    });
    expect(created({ ...linux(), arch: 'arm64' }).listName).toBe('latest-linux-arm64.yml');
    const rpm = linux();
    writeFileSync(path.join(rpm.resources, 'package-type'), 'rpm\n');
    expect(created(rpm).listName).toBe('latest-linux.yml');
  });

  it('what the Windows installer has put there, and a Mac’s program', () => {
    expect(created(windows()).listName).toBe('latest.yml');
    expect(created({ ...windows(), platform: 'darwin' }).listName).toBe('latest-mac.yml');
  });

  it('no portable program, no folder, no copy of a developer, no other system', () => {
    const nothing = { ...linux(), resources: tempFolder() };
    expect(createElectronInstaller(nothing)).toBeUndefined();
    const noUninstaller = { ...windows(), program: path.join(tempFolder(), 'Steward.exe') };
    for (const host of [
      windows({ env: { PORTABLE_EXECUTABLE_FILE: 'C:\\Steward.exe' } }),
      noUninstaller,
      { ...nothing, platform: 'win32' as const },
      { ...nothing, platform: 'darwin' as const },
      { ...linux(), platform: 'freebsd' as const },
      { ...nothing, env: { APPIMAGE: 'Steward.AppImage' } },
    ])
      expect(createElectronInstaller(host)).toBeUndefined();
  });

  it('a key that is no Ed25519 key is none', () => {
    const host = linux();
    writeFileSync(path.join(host.resources, 'publisher-key.pem'), 'no key');
    expect(created(host).rootKeys).toBeUndefined();
  });

  describe('on Windows the publisher’s signature', () => {
    const content = Buffer.from('MZ installer');
    const list = listOf({ version: '1.5.0', file: 'Steward-1.5.0.exe', content });

    /** PowerShell and chcp as this system's shell finds them. */
    function powerShell(answer: string) {
      const folder = tempFolder();
      writeFileSync(path.join(folder, 'chcp'), '#!/bin/sh\n');
      writeFileSync(path.join(folder, 'powershell.exe'), `#!/bin/sh\n${answer}\n`);
      for (const name of ['chcp', 'powershell.exe']) chmodSync(path.join(folder, name), 0o755);
      process.env['PATH'] = `${folder}:${before['PATH'] ?? ''}`;
      // The library's line for Windows sends the answer of chcp to a file called NUL here.
      process.chdir(folder);
    }
    const says = (status: number, subject: string) => {
      const signer = JSON.stringify({ Status: status, SignerCertificate: { Subject: subject } });
      powerShell(`echo '${signer}'`);
    };

    it.each([
      ['is the publisher’s', 0, 'CN=Publisher, O=Publisher AS', 'done'],
      ['is somebody else’s', 0, 'CN=Somebody', 'publisher'],
      ['does not fit', 3, 'CN=Publisher', 'publisher'],
    ])('%s', async (_name, status, subject, expected) => {
      says(status, subject);
      const host = windows();
      const installer = created(host);
      const update = await installer.read(list);
      expect(await codeOf(download(installer, update, content))).toBe(expected);
      expect(await codeOf(installer.verify())).toBe(
        expected === 'done' ? 'done' : 'not-downloaded',
      );
      if (expected !== 'done') {
        const left = readdirSync(host.folder, { recursive: true, withFileTypes: true });
        expect(left.filter((entry) => entry.isFile())).toEqual([]);
      }
    });

    it('cannot be checked: what the library would let through is refused', async () => {
      powerShell('exit 1');
      const installer = created(windows());
      const update = await installer.read(list);
      expect(await codeOf(download(installer, update, content))).toBe('publisher');
      expect(await codeOf(installer.verify())).toBe('not-downloaded');
    });

    it('app-update.yml names no publisher: nothing is downloaded', async () => {
      says(0, 'CN=Publisher');
      const installer = created(windows({}, ''));
      const update = await installer.read(list);
      const load = vi.fn();
      const { signal } = new AbortController();
      expect(await codeOf(installer.download(update, { load, signal }))).toBe('publisher');
      expect(load).not.toHaveBeenCalled();
    });

    it.each([
      ['an empty one', 'publisherName: [" "]\n'],
      ['an empty one beside the right one', 'publisherName: ["CN=Publisher", ""]\n'],
      ['none, though it looks so', 'publisherName:\n'],
    ])('app-update.yml names %s: refused, and nothing is left', async (_name, config) => {
      says(0, 'CN=Publisher');
      const host = windows({}, config);
      const installer = created(host);
      const update = await installer.read(list);
      expect(await codeOf(download(installer, update, content))).toBe('publisher');
      expect(await codeOf(installer.verify())).toBe('not-downloaded');
      const left = readdirSync(host.folder, { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile())).toEqual([]);
    });
  });
});

describe('UPD-04 an AppImage', () => {
  /** A program that says where it was started, in place of the one that runs. */
  function appImage() {
    const folder = tempFolder('steward-app-image');
    const image = path.join(folder, 'Steward.AppImage');
    writeFileSync(image, 'the old one');
    process.env['APPIMAGE'] = image;
    const exits: string[] = [];
    const host: InstallerHost = {
      ...installedHost(publicPem),
      env: { APPIMAGE: image },
      relaunch: () => exits.push('relaunch'),
      exit: () => exits.push('exit'),
    };
    const started = path.join(folder, 'started');
    const content = Buffer.from(`#!/bin/sh\necho "$APPIMAGE_SILENT_INSTALL" > ${started}\n`);
    const list = listOf({ version: '1.5.0', file: 'Steward-1.5.0.AppImage', content });
    return { host, folder, image, list, content, started, exits };
  }

  it('is replaced by the new one, which starts', async () => {
    const { host, image, list, content, started, exits } = appImage();
    const installer = created(host);
    const update = await installer.read(list);
    expect(update).toMatchObject({ version: '1.5.0', file: 'Steward-1.5.0.AppImage' });
    await download(installer, update, content);
    await installer.verify();
    expect(readFileSync(image, 'utf8')).toBe('the old one');
    installer.install();
    expect(readFileSync(image)).toEqual(content);
    expect(exits).toEqual(['exit']);
    await eventually(() => {
      expect(readFileSync(started, 'utf8')).toBe('true\n');
    });
  });

  it('stays where its folder may not be written: the old one is not taken away', async () => {
    const { host, image, list, content, exits } = appImage();
    const elsewhere = path.join(tempFolder(), 'gone');
    mkdirSync(elsewhere);
    writeFileSync(path.join(elsewhere, 'Steward.AppImage'), 'the old one');
    const installer = created({
      ...host,
      env: { APPIMAGE: path.join(elsewhere, 'Steward.AppImage') },
    });
    await download(installer, await installer.read(list), content);
    await installer.verify();
    rmSync(elsewhere, { recursive: true });
    expect(await codeOf(installer.verify())).toBe('place');
    expect(() => {
      installer.install();
    }).toThrow();
    expect(existsSync(image)).toBe(true);
    expect(exits).toEqual([]);
  });

  it('what the library would choose must be what the person was shown', async () => {
    const { host, list, content } = appImage();
    const installer = created(host);
    const update = await installer.read(list);
    const other = { ...update, file: 'Steward-9.9.9.AppImage' };
    expect(await codeOf(download(installer, other, content))).toBe('file');
  });

  it('nothing of an earlier start is taken for a download', async () => {
    const { host, list, content } = appImage();
    const pending = path.join(host.folder, 'Steward/pending');
    mkdirSync(pending, { recursive: true });
    writeFileSync(path.join(pending, 'Steward-1.5.0.AppImage'), content);
    const installer = created(host);
    await installer.read(list);
    expect(await codeOf(installer.verify())).toBe('not-downloaded');
    expect(existsSync(path.join(pending, 'Steward-1.5.0.AppImage'))).toBe(false);
  });
});

describe('UPD-08 a package of Linux whose prompt for the rights of an administrator', () => {
  /** A person's account: `pkexec` answers as the person does, what it starts puts the new program in place of the old one. */
  async function installing(kind: 'deb' | 'rpm', pkexec: string) {
    const folder = tempFolder('steward-commands');
    const asked = path.join(folder, 'asked');
    const command = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    };
    const exits: string[] = [];
    const host: InstallerHost = {
      ...installedHost(publicPem),
      relaunch: () => exits.push('relaunch'),
      exit: () => exits.push('exit'),
    };
    writeFileSync(path.join(host.resources, 'package-type'), kind);
    writeFileSync(host.program, 'old');
    command('pkexec', `echo asked >> '${asked}'\n${pkexec}`);
    for (const name of ['dpkg', 'zypper']) command(name, `printf new > '${host.program}'`);
    command('apt-get', 'exit 0');
    process.env['PATH'] = `${folder}:${before['PATH'] ?? ''}`;
    vi.spyOn(process, 'getuid').mockReturnValue(1000);
    const installer = created(host);
    const content = Buffer.from('package');
    const list = listOf({ version: '1.5.0', file: `Steward-1.5.0.${kind}`, content });
    await download(installer, await installer.read(list), content);
    installer.install();
    const prompts = readFileSync(asked, 'utf8').trimEnd().split('\n').length;
    return { program: readFileSync(host.program, 'utf8'), prompts, exits };
  }
  afterEach(() => {
    vi.restoreAllMocks();
  });

  describe.each(['deb', 'rpm'] as const)('%s', (kind) => {
    it('is accepted: the new one takes the place of the old one, and starts', async () => {
      expect(await installing(kind, 'shift; exec "$@"')).toEqual({
        program: 'new',
        prompts: 1,
        exits: ['relaunch', 'exit'],
      });
    });

    it.each([126, 127])(
      'is refused with %d: nobody is asked again, the old one starts',
      async (code) => {
        const once = `[ $(wc -l < "$(dirname "$0")/asked") = 1 ] && exit ${code}; shift; exec "$@"`;
        expect(await installing(kind, once)).toEqual({
          program: 'old',
          prompts: 1,
          exits: ['relaunch', 'exit'],
        });
      },
    );
  });

  it('is accepted while libraries are missing: they are installed with a second prompt', async () => {
    const fails = `[ $(wc -l < "$(dirname "$0")/asked") = 1 ] && exit 1; exit 0`;
    expect((await installing('deb', fails)).prompts).toBe(2);
  });
});

describe('UPD-04 a list', () => {
  it('for a newer system than this one is refused in words', async () => {
    const installer = created(installedHost(publicPem));
    const list = listOf({ version: '1.5.0', more: 'minimumSystemVersion: 999.0.0' });
    expect(await codeOf(installer.read(list))).toBe('system');
  });

  it('of the running or an older version is read all the same: what follows is decided elsewhere', async () => {
    const installer = created(installedHost(publicPem));
    for (const version of [RUNNING, '1.0.0'])
      expect(await installer.read(listOf({ version }))).toMatchObject({ version });
  });

  it('gives each processor its own file', async () => {
    const file = (url: string) => `  - url: ${url}\n    sha512: x\n    size: 1`;
    const list = `version: 1.5.0\nfiles:\n${['Steward-arm64.deb', 'Steward-x64.deb'].map(file).join('\n')}\n`;
    for (const arch of ['x64', 'arm64']) {
      const installer = created({ ...installedHost(publicPem), arch });
      expect((await installer.read(list)).file).toBe(`Steward-${arch}.deb`);
    }
  });
});
