// The fixtures of all journeys: the real program as a process of its own, driven as a person would.
import { test as base, expect } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Steward } from './steward.ts';
import { en } from '../../renderer/texts/en.ts';
import type { Platform, Population } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { makeConnection } from '../support/make-connection.ts';
import { callFromPage } from '../support/page-call.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { openChromiumWindow } from './chromium-window.ts';
import { type Heard, isHeard, listen } from './complaints.ts';
import { openElectronWindow } from './electron-window.ts';
import { whyNotHere } from './limits.ts';
import type { ShellStart, ShellWindow } from './shell-window.ts';
import {
  sharePlatform,
  shareProgram,
  type SharedProgram,
  useConnection,
  useUsualMedia,
} from './world.ts';

interface StartOptions {
  readonly keychain?: 'system' | 'memory';
  /** Variables of a keyring's session. */
  readonly env?: NodeJS.ProcessEnv;
}

async function openSteward(folder: string, options: StartOptions = {}): Promise<Steward> {
  const heard: Heard = { complaints: [], asked: [] };
  const start = startOf(folder, options, heard);
  return stewardOf(await opened(start), start, heard);
}

/** CSP-02: every journey is a tour, and none may make the page complain. */
async function endWell(steward: Steward): Promise<void> {
  const code = await steward.end();
  expect({ complaints: steward.complaints, code }).toEqual({ complaints: [], code: 0 });
}

function stewardOf(first: ShellWindow, start: ReturnType<typeof startOf>, heard: Heard): Steward {
  let window = first;
  let code: Promise<number> | undefined;
  const picked: string[] = [];
  const over = async () => {
    const ended = await window.ended;
    await window.disconnect();
    return ended;
  };
  const kill = async () => {
    window.kill();
    await (code = over());
  };
  return {
    get page() {
      return window.page;
    },
    data: start.data,
    downloads: start.downloads,
    ...heard,
    call: (name, input) => callFromPage(window.page, name, input),
    picked,
    pick(act, file) {
      picked.push(path.basename(file));
      return window.pick(act, file);
    },
    kill,
    async restart() {
      await kill();
      window = await opened(start);
      code = undefined;
    },
    end: () => (code ??= window.end().then(over)),
  };
}

/** The same journeys in Electron where its runtime is (`STEWARD_SHELL=electron`), else in the Chromium shell. */
const isElectron = () => process.env['STEWARD_SHELL'] === 'electron';

function startOf(
  folder: string,
  { keychain = 'memory', env }: StartOptions,
  heard: Heard,
): ShellStart & { readonly data: string } {
  const data = path.join(folder, 'data');
  const home = path.join(folder, 'home');
  const downloads = path.join(folder, 'downloads');
  for (const made of [home, downloads]) mkdirSync(made, { recursive: true });
  return {
    data,
    args: ['--data', data, '--keychain', keychain],
    downloads,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', ...env },
    listen: (context) => listen(context, heard),
  };
}

async function opened(start: ShellStart): Promise<ShellWindow> {
  const window = await (isElectron() ? openElectronWindow(start) : openChromiumWindow(start));
  window.page.setDefaultTimeout(PATIENCE_MS);
  await useUsualMedia(window.page);
  noteVisits(window.page);
  if (!(await isHeard(window.page))) {
    throw new Error('The page was there before the journey listened to it.');
  }
  return window;
}

/** What the journeys of a worker share; each part starts with the first of them that asks for it. */
function openWorld() {
  const platform = sharePlatform();
  const folder = makeTempFolder('steward-e2e');
  let started: Promise<Steward> | undefined;
  let shared: Promise<SharedProgram> | undefined;
  return {
    populated: (population: Population) => platform.populated(population),
    shared(at: Platform): Promise<SharedProgram> {
      started ??= openSteward(folder.path);
      return (shared ??= started.then((steward) => shareProgram(steward, at)));
    },
    async close() {
      if (started !== undefined) await endWell(await started);
      await platform.stop();
      folder.remove();
    },
  };
}

/** A connection to the local platform, made by the same operations as the screens use. */
export async function connectTo(
  steward: Steward,
  platform: Platform,
  environment: 'production' | 'test' = 'production',
  /** Ends every name, where there is more than one connection. */
  more = '',
): Promise<string> {
  const connection = await makeConnection(steward, platform, environment, more);
  await useConnection(steward, connection);
  return connection;
}

/** The screens that the journey has been on, in whatever window. */
const visited = new Set<string>();

function noteVisits(page: Page): void {
  page.on('framenavigated', (frame) => {
    const [, , screen = ''] = new URL(frame.url()).hash.split(/[/?]/);
    if (frame === page.mainFrame()) visited.add(screen);
  });
}

interface Fixtures {
  /** Sees to it that what cannot hold here is skipped, with the reason. */
  limits: undefined;
  /** Sees to it that a journey has been on the screens that its tags name. */
  screens: undefined;
  /** What the platform begins with. */
  population: Population;
  /** As it was just started, with the identity provider. */
  platform: Platform;
  folder: string;
  /** What the journey starts beside: ended after it, the last first, also when it fails. */
  afterwards: (end: () => Promise<unknown>) => void;
  /**
   * A program of its own in the journey's folder, as often as it likes, with secrets in memory unless it says otherwise. At the end
   * it has ended well, or does now.
   */
  start: (options?: StartOptions) => Promise<Steward>;
  /** A keyring of its own. */
  openKeyring: () => Promise<Keyring>;
  /**
   * Connected to the platform, in production: the program that the journeys of this worker share. What a journey makes is taken
   * back, and it fails where something is left.
   */
  connected: Steward;
  /** A program of its own, not connected to anything yet; secrets end with it. */
  steward: Steward;
  /** The same, connected: for a journey about starts, ends, kills, locks, the journal, or what the program remembers. */
  alone: Steward;
}

export const test = base.extend<Fixtures, { world: ReturnType<typeof openWorld> }>({
  world: [
    async ({}, use) => {
      const world = openWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker' },
  ],
  limits: [
    async ({}, use, info) => {
      const why = whyNotHere(info.title, process.platform);
      base.skip(why !== undefined, why);
      await use(undefined);
    },
    { auto: true },
  ],
  screens: [
    async ({}, use, info) => {
      visited.clear();
      await use(undefined);
      const named = info.tags.map((tag) => tag.slice(1)).filter((tag) => tag in en.frame.screens);
      if (info.errors.length === 0)
        expect(named.filter((screen) => !visited.has(screen))).toEqual([]);
    },
    { auto: true },
  ],
  population: [{ users: 6 }, { option: true }],
  platform: async ({ world, population }, use) => {
    await use(await world.populated(population));
  },
  // Playwright reads from the braces which fixtures a fixture needs.
  folder: async ({}, use) => {
    const folder = makeTempFolder('steward-e2e');
    await use(folder.path);
    folder.remove();
  },
  afterwards: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use((end) => void ends.unshift(end));
    const failures: unknown[] = [];
    for (const end of ends) await end().catch((error: unknown) => failures.push(error));
    // None keeps the next from ending.
    expect(failures).toEqual([]);
  },
  start: async ({ folder, afterwards }, use) => {
    await use(async (options) => {
      const steward = await openSteward(folder, options);
      afterwards(() => endWell(steward));
      return steward;
    });
  },
  openKeyring: async ({ afterwards }, use) => {
    await use(async () => {
      const keyring = await startKeyring();
      afterwards(() => keyring.stop());
      return keyring;
    });
  },
  steward: async ({ start }, use) => {
    await use(await start());
  },
  alone: async ({ steward, platform }, use) => {
    await connectTo(steward, platform);
    await use(steward);
  },
  connected: async ({ world, platform }, use, info) => {
    const program = await world.shared(platform);
    noteVisits(program.steward.page);
    await program.connect();
    await use(program.steward);
    // After a failure the worker ends, and its program with it.
    if (info.errors.length === 0) expect(await program.reset()).toEqual([]);
  },
});

export { expect };
