// The making of packages: configuration, options, what a release refuses, and the files beside the program.
import { FuseV1Options } from '@electron/fuses';
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Choices,
  configFor,
  missingForRelease,
  readChoices,
} from '../../build/packaging/choices.mjs';
import {
  afterAllArtifactBuild,
  FUSES,
  openNothingFromEntries,
} from '../../build/packaging/hooks.mjs';
import { sign } from '../../build/packaging/sign.mjs';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { readYaml } from '../support/yaml.ts';

const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
const { LinuxTargetHelper } = createRequire(import.meta.url)(
  path.join(root, 'node_modules/app-builder-lib/out/targets/LinuxTargetHelper.js'),
) as {
  LinuxTargetHelper: new (packager: object) => {
    computeDesktopEntry(options: object, exec?: string, extra?: object): Promise<string> | string;
  };
};
interface Config {
  readonly electronVersion: string;
  readonly asar: boolean;
  readonly npmRebuild: boolean;
  readonly publish: { readonly provider: string; readonly url: string };
  readonly files: readonly string[];
  readonly linux: Part;
  readonly win: Part & { readonly signtoolOptions: { readonly publisherName: readonly string[] } };
  readonly mac: Part & Readonly<Record<string, unknown>>;
  readonly nsis: Readonly<Record<string, unknown>>;
  readonly deb: Package;
  readonly rpm: Package;
  readonly [key: string]: unknown;
}
interface Part {
  readonly target: readonly string[];
  readonly files: readonly { readonly from: string; readonly to: string }[];
}
interface Package {
  readonly depends: readonly string[];
  readonly fpm: readonly string[];
}
const config = readYaml(read('electron-builder.yml')) as Config;
const product = JSON.parse(read('package.json')) as {
  homepage: string;
  author: { name: string; email: string };
  devDependencies: Record<string, string>;
};

describe('the configuration of packages', () => {
  it('makes what each system installs', () => {
    expect(config.linux.target).toEqual(['AppImage', 'deb', 'rpm']);
    expect(config.win.target).toEqual(['nsis', 'portable']);
    expect(config.mac.target).toEqual(['dmg', 'zip']);
    // For one account or for all: the person chooses.
    expect(config.nsis).toMatchObject({ oneClick: false, perMachine: false, allowElevation: true });
  });

  it('INS-08 the entries of the desktop open no files, take no sandbox away, and an AppImage needs no library of its own', async () => {
    expect(config['toolsets']).toEqual({ appimage: '1.0.3' });
    const packager = {
      appInfo: { sanitizedProductName: 'Steward', productName: 'Steward', description: 'x' },
      executableName: 'steward',
      info: { metadata: { desktopName: 'steward.desktop' } },
      config,
      platformSpecificBuildOptions: config.linux,
      fileAssociations: [],
    };
    const helper = new LinuxTargetHelper(packager);
    const entries = async () =>
      (
        await Promise.all([
          helper.computeDesktopEntry(config.linux),
          helper.computeDesktopEntry(config.linux, 'AppRun %U', { 'X-AppImage-Version': '1' }),
        ])
      ).map((entry) => /^Exec=.*$/m.exec(entry)?.[0]);
    // What the packager would write: when it writes something else, the step is to be looked at again.
    expect(await entries()).toEqual(['Exec=/opt/Steward/steward %U', 'Exec=AppRun %U']);
    openNothingFromEntries([{ helper }, { helper: undefined }, {}]);
    expect(await entries()).toEqual(['Exec=/opt/Steward/steward', 'Exec=AppRun']);
  });

  it('ISO-08 nine fuses are set, each by name, by nothing else than our own step', () => {
    expect(FUSES).toEqual({
      [FuseV1Options.RunAsNode]: false,
      [FuseV1Options.EnableCookieEncryption]: true,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
      [FuseV1Options.EnableNodeCliInspectArguments]: false,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
      [FuseV1Options.OnlyLoadAppFromAsar]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
      [FuseV1Options.WasmTrapHandlers]: true,
    });
    // The packager's own way knows eight.
    expect(config).not.toHaveProperty('electronFuses');
    expect(config).not.toHaveProperty('disableAsarIntegrity');
    expect(config).toMatchObject({ asar: true, afterPack: './build/packaging/hooks.mjs' });
  });

  it('UPD-01 packs the Electron that is pinned', () => {
    expect(config.electronVersion).toBe(product.devDependencies['electron']);
  });

  it('UPD-05 packs the built program, no other shell and no variables, and compiles nothing', () => {
    expect(config.files.filter((line) => !line.startsWith('!'))).toEqual([
      'dist/main/**',
      'dist/preload/electron-bridge.cjs',
      'dist/renderer/**',
      'dist/materials/**',
      'package.json',
      'LICENSE',
    ]);
    for (const never of ['!dist/main/chromium.js', '!dist/main/terminal.js', '!**/.env*']) {
      expect(config.files).toContain(never);
    }
    expect(config.npmRebuild).toBe(false);
  });

  it('packs for each system the keychain library of that system only', () => {
    expect(config.files).toContain('!node_modules/keytar/{prebuilds,build,src,script,binding.gyp}');
    for (const [part, prebuild] of [
      [config.linux, 'linux'],
      [config.win, 'win32'],
      [config.mac, 'darwin'],
    ] as const) {
      const folder = `node_modules/keytar/prebuilds/${prebuild}-\${arch}`;
      expect(part.files).toEqual([{ from: folder, to: folder }]);
    }
    expect(config.deb.depends).toContain('libsecret-1-0');
    expect(config.rpm.depends.join()).toContain('libsecret');
  });

  it('UPD-04 names a publisher, and an address that is nobody’s', () => {
    expect(config.win.signtoolOptions.publisherName.length).toBeGreaterThan(0);
    expect(config.publish.provider).toBe('generic');
    expect(config.publish.url).toMatch(/^https:\/\/[a-z.]+\.invalid\/$/);
  });

  it('lets macOS allow one thing under the hardened runtime', () => {
    expect(config.mac).toMatchObject({
      hardenedRuntime: true,
      entitlements: 'build/packaging/entitlements.plist',
      entitlementsInherit: 'build/packaging/entitlements.plist',
    });
    const keys = [...read('build/packaging/entitlements.plist').matchAll(/<key>(.+)<\/key>/g)];
    expect(keys.map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  });
});

describe('npm run dist', () => {
  const linux = { platform: 'linux', arch: 'x64' };
  const asked = (...args: string[]) => readChoices(args, linux) as Choices;

  it('makes both processors’ packages of this system, and with --dir this processor’s program', () => {
    expect(asked()).toMatchObject({ systems: ['linux'], processors: ['x64', 'arm64'], dir: false });
    expect(asked('--dir')).toMatchObject({ systems: ['linux'], processors: ['x64'], dir: true });
    expect(asked('--win', '--mac', '--arm64', '--release')).toMatchObject({
      systems: ['win', 'mac'],
      processors: ['arm64'],
      release: true,
    });
    expect(asked('--out', '/x').out).toBe(path.resolve('/x'));
  });

  it.each([[['--windows']], [['linux']], [['--out']]])('refuses %j', (args) => {
    expect(readChoices(args, linux)).toEqual(expect.any(String));
  });

  const ready = {
    STEWARD_HOMEPAGE: 'https://example.org/steward',
    STEWARD_MAINTAINER: 'Packages <packages@example.org>',
    STEWARD_PUBLISHER_KEY: 'key.pem',
    STEWARD_PUBLISHER: 'Example AS',
    WIN_CSC_LINK: 'windows.pfx',
    CSC_LINK: 'mac.p12',
    APPLE_API_KEY: 'key.p8',
    APPLE_API_KEY_ID: 'id',
    APPLE_API_ISSUER: 'issuer',
  };

  it('refuses as a release what is unsigned, not notarised, without a key for updates, or nobody’s', () => {
    const all = asked('--release', '--linux', '--win', '--mac');
    expect(missingForRelease(all, ready, product)).toEqual([]);
    for (const name of Object.keys(ready)) {
      const found = missingForRelease(all, { ...ready, [name]: '' }, product);
      expect(found.map((line) => line.split(/[ :]/)[0])).toEqual([name]);
    }
    expect(missingForRelease(asked('--release', '--dir'), ready, product)).toHaveLength(1);
    expect(configFor(asked('--win', '--release'), {}, product).forceCodeSigning).toBe(true);
    expect(configFor(asked('--win'), {}, product).forceCodeSigning).toBe(false);
  });

  it('signs for Windows in one way: a file, Azure Trusted Signing with all that it needs, or a command', () => {
    const win = asked('--release', '--win');
    const { WIN_CSC_LINK: _, ...unsigned } = ready;
    const azure = {
      ...{ STEWARD_AZURE_ENDPOINT: 'https://x', STEWARD_AZURE_ACCOUNT: 'a' },
      ...{ STEWARD_AZURE_PROFILE: 'p', AZURE_TENANT_ID: 't' },
      ...{ AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' },
    };
    const command = { STEWARD_SIGN_COMMAND: '/opt/sign' };
    const missing = (env: Record<string, string>) =>
      missingForRelease(win, { ...unsigned, ...env }, product).map((line) => line.split(/[ :]/)[0]);
    expect([azure, command, { WIN_CSC_LINK: 'x.pfx' }].map(missing)).toEqual([[], [], []]);
    expect(missing({ ...azure, AZURE_TENANT_ID: '' })).toEqual(['AZURE_TENANT_ID']);
    expect(missing({ ...azure, STEWARD_AZURE_PROFILE: '' })).toEqual(['STEWARD_AZURE_PROFILE']);
    expect(missingForRelease(win, { ...ready, ...command }, product)).toEqual([
      'WIN_CSC_LINK and STEWARD_SIGN_COMMAND: one way of signing for Windows, not several.',
    ]);
    expect(
      configFor(win, { ...ready, ...azure, WIN_CSC_LINK: '', STEWARD_PUBLISHER_KEY: '' }, product)
        .win,
    ).toEqual({
      signtoolOptions: { publisherName: ['Example AS'] },
      azureSignOptions: {
        publisherName: 'Example AS',
        endpoint: 'https://x',
        codeSigningAccountName: 'a',
        certificateProfileName: 'p',
      },
    });
    const { sign: hook } = configFor(win, command, product).win?.signtoolOptions ?? {};
    expect(existsSync(path.join(root, hook ?? 'nothing'))).toBe(true);
  });

  it('a command that signs is given the file, and its failure ends the release with its words', async () => {
    const folder = tempFolder();
    const program = path.join(folder, 'signs');
    writeFileSync(program, '#!/bin/sh\necho "$1" > "$1.signed"\n', { mode: 0o755 });
    const file = path.join(folder, 'a b.exe');
    await sign({ path: file }, { STEWARD_SIGN_COMMAND: program });
    expect(readFileSync(`${file}.signed`, 'utf8')).toBe(`${file}\n`);
    writeFileSync(program, '#!/bin/sh\necho "no token is plugged in" >&2; exit 3\n', {
      mode: 0o755,
    });
    await expect(sign({ path: file }, { STEWARD_SIGN_COMMAND: program })).rejects.toThrow(
      'no token is plugged in',
    );
  });

  it('a dmg is signed, notarised as a whole, and carries the proof', async () => {
    const config = configFor(asked('--release', '--mac'), {}, product);
    expect(config.dmg).toEqual({ sign: true });
    expect(config.afterAllArtifactBuild).toBe('./build/packaging/hooks.mjs');
    const ran: string[] = [];
    const run = async (program: string, args: readonly string[]) => {
      ran.push([program, ...args].join(' '));
    };
    const artifactPaths = ['/x/steward-1-mac-arm64.zip', '/x/steward-1-mac-arm64.dmg'];
    await afterAllArtifactBuild({ artifactPaths }, { env: ready, run });
    expect(ran).toEqual([
      'xcrun notarytool submit /x/steward-1-mac-arm64.dmg --wait --key key.p8 --key-id id --issuer issuer',
      'xcrun stapler staple /x/steward-1-mac-arm64.dmg',
      'xcrun stapler validate /x/steward-1-mac-arm64.dmg',
    ]);
    const refusing = { env: ready, run: () => Promise.reject(new Error('Invalid')) };
    await expect(afterAllArtifactBuild({ artifactPaths }, refusing)).rejects.toThrow('Invalid');
  });

  it('takes publisher, homepage and maintainer from the environment', () => {
    const made = configFor(asked('--win'), { ...ready, STEWARD_PUBLISHER_KEY: '' }, product);
    expect(made).toMatchObject({
      extraMetadata: {
        homepage: 'https://example.org/steward',
        author: { name: 'Packages', email: 'packages@example.org' },
      },
      linux: { maintainer: 'Packages <packages@example.org>' },
      win: { signtoolOptions: { publisherName: ['Example AS'] } },
    });
    const wrong = { STEWARD_HOMEPAGE: 'http://example.org' };
    expect(() => configFor(asked(), wrong, product)).toThrow('https');
    expect(() => configFor(asked(), { STEWARD_MAINTAINER: 'me' }, product)).toThrow('Name <');
  });

  it('UPD-04 carries the public key of the lists of versions, and never a private one', () => {
    const folder = tempFolder();
    const given = (name: string, text: string | Buffer) => {
      const STEWARD_PUBLISHER_KEY = path.join(folder, name);
      writeFileSync(STEWARD_PUBLISHER_KEY, text);
      return configFor(asked(), { STEWARD_PUBLISHER_KEY }, product).extraResources;
    };
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = { format: 'pem' } as const;
    expect(given('good', publicKey.export({ ...pem, type: 'spki' }))).toEqual([
      { from: path.join(folder, 'good'), to: 'publisher-key.pem' },
    ]);
    const secret = privateKey.export({ ...pem, type: 'pkcs8' });
    expect(() => given('private', secret)).toThrow('private key');
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    expect(() => given('other', other.export({ ...pem, type: 'spki' }))).toThrow('Ed25519');
    expect(() => given('none', 'nothing')).toThrow('Ed25519');
  });

  it('finds the runtime of a system and processor in a folder of several', () => {
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'win32-arm64'));
    const { electronDist } = configFor(asked(), { STEWARD_ELECTRON_DIST: folder }, product);
    expect(electronDist?.({ platformName: 'win32', arch: 'arm64' })).toMatch(/win32-arm64$/);
    expect(electronDist?.({ platformName: 'linux', arch: 'x64' })).toBe(folder);
  });

  it('says what it knows when it is asked for something else', () => {
    const args = ['build/dist.mjs', '--unknown'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('Unknown option: --unknown');
    expect(stderr).toContain('STEWARD_ELECTRON_DIST');
  });
});

/** Scripts of the shell. */
if (process.platform !== 'win32')
  describe('`steward` on the command line', () => {
    it('of macOS starts the program of its bundle, through links and folders with blanks', () => {
      const folder = tempFolder();
      const contents = path.join(folder, 'My Apps', 'Steward.app', 'Contents');
      mkdirSync(path.join(contents, 'MacOS'), { recursive: true });
      mkdirSync(path.join(contents, 'Resources', 'bin'), { recursive: true });
      const program = path.join(contents, 'MacOS', 'Steward');
      writeFileSync(program, '#!/bin/sh\nfor arg; do printf "<%s>" "$arg"; done; cat; exit 7\n');
      const launcher = path.join(contents, 'Resources', 'bin', 'steward');
      copyFileSync(path.join(root, 'build/packaging/steward.sh'), launcher);
      chmodSync(program, 0o755);
      mkdirSync(path.join(folder, 'bin'));
      symlinkSync(
        path.relative(path.join(folder, 'bin'), launcher),
        path.join(folder, 'bin/second'),
      );
      symlinkSync('second', path.join(folder, 'bin/steward'));
      const given = ['call', 'a.b', '{"x": "å *"}', ''];
      const { status, stdout } = spawnSync(path.join(folder, 'bin/steward'), given, {
        cwd: '/',
        input: 'read',
        encoding: 'utf8',
      });
      expect(stdout).toBe('<call><a.b><{"x": "å *"}><>read');
      expect(status).toBe(7);
    });

    it('of Linux leads nowhere when the package goes: it says how people remove their secrets', () => {
      expect(config.deb.fpm).toEqual(['--before-remove=build/packaging/before-remove.sh']);
      expect(config.rpm.fpm).toContain(config.deb.fpm[0]);
      const said = (...args: string[]) =>
        execFileSync(path.join(root, 'build/packaging/before-remove.sh'), args, {
          encoding: 'utf8',
        });
      // What dpkg and rpm say when the package goes, and when a newer one takes its place.
      for (const going of ['remove', '0']) expect(said(going)).toContain('steward erase --yes');
      for (const replaced of ['upgrade', '1', 'deconfigure']) expect(said(replaced)).toBe('');
    });
  });

describe('the installer of Windows', () => {
  const script = read('build/packaging/installer.nsh');
  const macro = (name: string) =>
    new RegExp(`!macro ${name}\\b.*?\\n(.*?)!macroend`, 's').exec(script)?.[1] ?? '';

  it('asks in both languages, and keeps the files unless it is told otherwise', () => {
    // What is compiled of it is run by test/packaging/windows-installer.test.ts.
    const asking = ['stewardOpen', 'stewardSecrets', 'stewardEverything', 'stewardNotErased'];
    for (const name of [...asking, 'stewardNoPath']) {
      for (const language of ['ENGLISH', 'NORWEGIAN']) {
        expect(script).toContain(`LangString ${name} \${LANG_${language}} "`);
      }
    }
    expect(macro('stewardErase')).toContain('MB_DEFBUTTON2 "$(stewardEverything)"');
    expect(config.nsis).toMatchObject({
      include: 'build/packaging/installer.nsh',
      installerLanguages: ['en_US', 'nb_NO'],
    });
  });
});

describe('the set-up of continuous integration', () => {
  it('runs `npm test` as an ordinary user, what needs root and the campaigns as root, and all of it as whoever is not', () => {
    const script = read('.ci/run');
    expect(script).toMatch(/^add '.*' as_user npm test$/m);
    expect(script).toMatch(/^add '.*' node build\/setup\.mjs --test build\/test\.mjs needs-root$/m);
    expect(script).toMatch(/^add '.*' npm run campaigns$/m);
    expect(script).toContain('if [ "$(id -u)" != 0 ]; then exec npm run test:all; fi');
  });
});
