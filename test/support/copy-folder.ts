// Copies a data folder as a backup program does: what a killed program's lock leaves, a socket, cannot be copied.
import { cpSync, lstatSync } from 'node:fs';

/** All below `from` into `to`, which is made; what `to` has besides stays. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (file) => !lstatSync(file).isSocket() });
}
