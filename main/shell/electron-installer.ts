// Replaces the installed program with a new version, by electron-updater: its only user. What and from where is main/updates.ts.
import type { Installer } from './shell.ts';

/** Undefined where this kind of package cannot replace itself. */
export function createElectronInstaller(): Installer | undefined {
  return undefined;
}
