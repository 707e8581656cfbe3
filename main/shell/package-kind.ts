// What kind of package this program was installed from, and the publisher's key that it carries.
import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The kinds that can be replaced; a portable program, a folder and a developer's copy are somebody else's to renew. */
export type PackageKind = 'nsis' | 'mac' | 'appimage' | 'deb' | 'rpm';

export interface Package {
  readonly name: string;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Absolute path of the running program. */
  readonly program: string;
  readonly resources: string;
}

/** Undefined for anything that electron-builder has not made as one of these. */
export function packageKind(given: Package): PackageKind | undefined {
  // Every build that can look for new versions carries it.
  const isBuilt = existsSync(path.join(given.resources, 'app-update.yml'));
  switch (given.platform) {
    case 'win32':
      return isBuilt && isInstalledOnWindows(given) ? 'nsis' : undefined;
    case 'darwin':
      return isBuilt ? 'mac' : undefined;
    case 'linux':
      return linuxKind(given);
    default:
      return undefined;
  }
}

/** The portable program says so itself; an unpacked folder has no uninstaller beside it. */
function isInstalledOnWindows({ env, program, name }: Package): boolean {
  if (env['PORTABLE_EXECUTABLE_FILE'] !== undefined) return false;
  return existsSync(path.join(path.dirname(program), `Uninstall ${name}.exe`));
}

function linuxKind({ env, resources }: Package): PackageKind | undefined {
  const image = env['APPIMAGE'];
  if (image !== undefined && path.isAbsolute(image) && existsSync(image)) return 'appimage';
  const kind = textOf(path.join(resources, 'package-type'))?.trim();
  return kind === 'deb' || kind === 'rpm' ? kind : undefined;
}

/** PEM of the Ed25519 key in `publisher-key.pem`; undefined where there is none, or one of another kind. */
export function publisherKeyIn(resources: string): string | undefined {
  const pem = textOf(path.join(resources, 'publisher-key.pem'));
  if (pem === undefined) return undefined;
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519' ? pem : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
