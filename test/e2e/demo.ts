// What `npm run demo` and the journey of its tour share: a platform, a keyring, separate folders, and the tour itself.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startChromiumShell } from '../../build/launch.mjs';
import { startStandAlone, type StandAlone } from '../platform/stand-alone.ts';
import { startKeyring } from '../support/keyring.ts';
import { tour, type TourStep } from './tour.ts';

export interface Demo {
  readonly platform: StandAlone;
  readonly dataFolder: string;
  /** For the programs of the demo. */
  readonly env: NodeJS.ProcessEnv;
  /** The tour without a window; its pictures, of each step unless told otherwise, go into the folder of the demo. */
  tour(
    say: (line: string) => void,
    options?: { readonly isDrawn: boolean },
  ): Promise<readonly TourStep[]>;
  stop(): Promise<void>;
}

/** In an empty folder. Ports are free ones. */
export async function openDemo(folder: string): Promise<Demo> {
  const dataFolder = path.join(folder, 'data');
  for (const name of ['data', 'downloads']) {
    mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  }
  const platform = await startStandAlone({ users: 24 });
  const keyring = await openKeyring(path.join(folder, 'downloads'));
  const { env } = keyring;
  return {
    platform,
    dataFolder,
    env,
    tour(say, { isDrawn } = { isDrawn: true }) {
      const start = () =>
        startChromiumShell({ dataFolder, headless: true, steered: true, held: true, env });
      return tour({ platform, start, pictures: folder, isDrawn, say });
    },
    async stop() {
      await keyring.stop();
      await platform.stop();
    },
  };
}

interface DemoKeyring {
  readonly env: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/**
 * Where the demo keeps its secrets: on Linux in a D-Bus session and a keyring of its own, so that the
 * person's keyring is left alone; elsewhere in the system's keychain, under names of its own.
 */
async function openKeyring(downloads: string): Promise<DemoKeyring> {
  if (process.platform !== 'linux') return { env: process.env, stop: async () => undefined };
  const keyring = await startKeyring();
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR, XDG_DATA_HOME, HOME } = keyring.env;
  const display = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'LANG', 'LANGUAGE'];
  const kept = Object.fromEntries(
    display.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  // Chromium finds a Wayland display below the real runtime folder; X11 needs none.
  const runtime = process.env['WAYLAND_DISPLAY'] ? process.env['XDG_RUNTIME_DIR'] : XDG_RUNTIME_DIR;
  return {
    env: {
      PATH: process.env['PATH'],
      HOME,
      XDG_DATA_HOME,
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS,
      STEWARD_DOWNLOADS: downloads,
      ...kept,
    },
    stop: () => keyring.stop(),
  };
}
