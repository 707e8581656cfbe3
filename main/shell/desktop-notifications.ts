// Notifications of a Linux desktop by its own program; other systems show none for a program that is not installed.
import path from 'node:path';
import type { Surroundings } from './data-folder.ts';
import type { Notice, Notifications } from './shell.ts';
import { type Commands, systemCommands } from './system-commands.ts';

const PROGRAM = 'notify-send';
/** Of a notice in sight. A desktop may keep it in its list for longer, or show it until it is put aside. */
const SHOWN_MS = 20_000;

/** Undefined where there is no such program. It says nothing of clicks, and nobody can tell from here what has the focus. */
export function desktopNotifications(
  { platform, env }: Pick<Surroundings, 'platform' | 'env'>,
  canRun: (file: string) => boolean,
  { run }: Pick<Commands, 'run'> = systemCommands,
): Notifications | undefined {
  if (platform !== 'linux') return undefined;
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  const program = folders.map((folder) => path.posix.join(folder, PROGRAM)).find(canRun);
  if (program === undefined) return undefined;
  return {
    isWatched: () => false,
    show(notice) {
      // A desktop without anything that shows it: what waits stands on Today all the same.
      void run(program, argumentsFor(notice));
    },
  };
}

/** After `--` nothing is an option; of the body desktops read `<`, `>` and `&` as markup. */
const argumentsFor = ({ title, body }: Notice): readonly string[] => [
  '--app-name=Steward',
  `--expire-time=${String(SHOWN_MS)}`,
  '--',
  title,
  plainBody(body),
];

const plainBody = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
