// Prepares an unpacked program for signing: no app but ours, the nine fuses, and the publisher's name for updates.
import { FuseV1Options as Fuse, FuseVersion, flipFuses } from '@electron/fuses';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** ISO-08. Each is set, also where it is Electron's default: a default may change with a version. */
export const FUSES = Object.freeze({
  [Fuse.RunAsNode]: false,
  [Fuse.EnableCookieEncryption]: true,
  [Fuse.EnableNodeOptionsEnvironmentVariable]: false,
  [Fuse.EnableNodeCliInspectArguments]: false,
  [Fuse.EnableEmbeddedAsarIntegrityValidation]: true,
  [Fuse.OnlyLoadAppFromAsar]: true,
  [Fuse.LoadBrowserProcessSpecificV8Snapshot]: false,
  [Fuse.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: libxml2 is WebAssembly, and bounds are checked by traps.
  [Fuse.WasmTrapHandlers]: true,
});

/** electron-builder's number of 64-bit ARM. */
const ARM64 = 3;

/**
 * Called by electron-builder when the runtime lies in its place: takes out the app that Electron shows when there is no other. A fetched
 * runtime has lost it by then, one from a folder has not.
 */
export async function afterExtract({ appOutDir, electronPlatformName: system, packager }) {
  const resources =
    system === 'darwin'
      ? path.join(appOutDir, packager.info.framework.distMacOsAppName, 'Contents/Resources')
      : path.join(appOutDir, 'resources');
  await rm(path.join(resources, 'default_app.asar'), { force: true });
}

/**
 * The packager ends the command of every desktop entry with a place for files or addresses, and takes no other command; Steward opens
 * neither, and refuses them. Called before the entries are written.
 */
export function openNothingFromEntries(targets) {
  for (const { helper } of targets) {
    if (helper?.computeDesktopEntry === undefined) continue;
    const compute = Object.getPrototypeOf(helper).computeDesktopEntry;
    helper.computeDesktopEntry = async function (...given) {
      const entry = await compute.apply(this, given);
      return entry.replace(/^(Exec=.*?) %U$/m, '$1');
    };
  }
}

/** Called by electron-builder before it signs. Throws where the runtime has other fuses than these nine. */
export async function afterPack(context) {
  const { electronPlatformName: system, packager, targets } = context;
  openNothingFromEntries(targets);
  await flipFuses(programOf(context), {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: needsNewSeal(context),
    ...FUSES,
  });
  if (system === 'win32')
    await nameThePublisher(packager, packager.getResourcesDir(context.appOutDir));
}

/** Apple's processors start nothing whose seal is broken. What is signed afterwards gets a new one anyway. */
function needsNewSeal({ electronPlatformName: system, arch, packager }) {
  const unsigned = packager.platformSpecificBuildOptions.identity === null;
  return system === 'darwin' && process.platform === 'darwin' && arch === ARM64 && unsigned;
}

/**
 * Called by electron-builder when everything is made, in a release for macOS. The program in a dmg is notarised, the dmg itself is not yet: what is
 * downloaded is looked at as a whole, also without a network. The lists of versions name the zip only, so nothing of them changes.
 */
export async function afterAllArtifactBuild(
  { artifactPaths },
  { env = process.env, run = promisify(execFile) } = {},
) {
  const credentials = env['APPLE_KEYCHAIN_PROFILE']
    ? ['--keychain-profile', env['APPLE_KEYCHAIN_PROFILE']]
    : [
        ...['--key', env['APPLE_API_KEY'], '--key-id', env['APPLE_API_KEY_ID']],
        ...['--issuer', env['APPLE_API_ISSUER']],
      ];
  for (const file of artifactPaths.filter((one) => one.endsWith('.dmg'))) {
    await run('xcrun', ['notarytool', 'submit', file, '--wait', ...credentials]);
    await run('xcrun', ['stapler', 'staple', file]);
    await run('xcrun', ['stapler', 'validate', file]);
  }
  return [];
}

export function programOf({ electronPlatformName: system, appOutDir, packager }) {
  const name = packager.appInfo.productFilename;
  if (system === 'darwin') return path.join(appOutDir, `${name}.app`);
  return path.join(appOutDir, system === 'win32' ? `${name}.exe` : packager.executableName);
}

/**
 * electron-updater takes any signature, without a word, where app-update.yml names no publisher (UPD-04). electron-builder
 * writes the file for installers only; written here, every Windows package has it.
 */
async function nameThePublisher(packager, resources) {
  const file = path.join(resources, 'app-update.yml');
  const names = packager.platformSpecificBuildOptions.signtoolOptions?.publisherName;
  const publishers = [names ?? []].flat().filter((name) => name.trim() !== '');
  if (publishers.length === 0) {
    throw new Error(
      'A Windows package needs win.signtoolOptions.publisherName (STEWARD_PUBLISHER).',
    );
  }
  const written = await readFile(file, 'utf8').catch(() => undefined);
  if (written === undefined) {
    const { provider, url } = packager.config.publish;
    const lines = [
      ...[`provider: ${provider}`, `url: ${url}`],
      `updaterCacheDirName: ${packager.appInfo.updaterCacheDirName}`,
      'publisherName:',
      ...publishers.map((name) => `  - ${JSON.stringify(name)}`),
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
  } else if (!/^publisherName:/m.test(written)) {
    throw new Error('app-update.yml names no publisher: nobody’s signature would be checked.');
  }
}
