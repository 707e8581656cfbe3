// Has the system's file manager select a saved file in its folder: nothing is opened, and no command interpreter used.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { conflict } from '../problems.ts';
import { fileTrouble } from '../storage/disk.ts';
import { type Commands, LIMIT_MS, systemCommands } from './system-commands.ts';

/** Absolute, and without the NUL that what reads it would stop at (CVE-2026-70603). */
export const isPlainPath = (file: string): boolean => path.isAbsolute(file) && !file.includes('\0');

/** Problem conflict where nothing here shows folders. */
export async function showInFileManager(
  file: string,
  commands: Commands = systemCommands,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (!isPlainPath(file)) throw fileTrouble('not-a-file');
  if (!(await shown(file, commands, platform)))
    throw conflict('No program that shows folders was found.');
}

async function shown(
  file: string,
  { run, begin }: Commands,
  platform: NodeJS.Platform,
): Promise<boolean> {
  const folder = path.dirname(file);
  if (platform === 'darwin') return begin('open', ['-R', file]);
  // It takes a file to select as part of a command line of its own rules; a folder needs none.
  if (platform === 'win32') return begin('explorer.exe', [folder]);
  // The desktop's own file manager selects the file; where none is on the bus, the folder alone is opened.
  return (await run('dbus-send', selection(file))) || begin('xdg-open', [folder]);
}

const selection = (file: string): readonly string[] => [
  '--session',
  '--print-reply',
  `--reply-timeout=${String(LIMIT_MS - 1000)}`,
  '--dest=org.freedesktop.FileManager1',
  '/org/freedesktop/FileManager1',
  'org.freedesktop.FileManager1.ShowItems',
  // It takes an array apart at its commas.
  `array:string:${pathToFileURL(file).href.replaceAll(',', '%2C')}`,
  'string:',
];
