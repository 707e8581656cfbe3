// The fixtures of all journeys: the real program as a process of its own, driven as a person would.
import { everythingOn } from '../platform/shape.ts';
import { test as base, expect } from '@playwright/test';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Steward } from './steward.ts';
import { en } from '../../renderer/texts/en.ts';
import { goToPlace, screenLink } from '../pages/navigation.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { makeConnection } from '../support/make-connection.ts';
import { callFromPage } from '../support/page-call.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { openChromiumWindow, startWaitingWindow } from './chromium-window.ts';
import { type Heard, isHeard, listen } from './complaints.ts';
import { openElectronWindow } from './electron-window.ts';
import { whyNotHere } from './limits.ts';
import { shareProgram, type SharedProgram } from './shared-program.ts';
import type { ShellStart, ShellWindow } from './shell-window.ts';

interface StartOptions {
  readonly keychain?: 'system' | 'memory';
  /** Variables of a keyring's session. */
  readonly env?: NodeJS.ProcessEnv;
}

interface Prepared {
  open(): Promise<Steward>;
  /** Ends a program that nobody opened. */
  stop(): Promise<void>;
}

/** Where the shell can, the program starts at once and waits before its page: `open` lets it go there. */
function prepareSteward(folder: string, options: StartOptions): Prepared {
  const heard: Heard = { complaints: [], asked: [] };
  const start = startOf(folder, options, heard);
  const waiting = isElectron() ? undefined : startWaitingWindow(start);
  return {
    open: async () => {
      const first = waiting ? waiting.enter() : openElectronWindow(start);
      return stewardOf(await entered(first), start, heard);
    },
    stop: async () => waiting?.stop(),
  };
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
      window = await entered(isElectron() ? openElectronWindow(start) : openChromiumWindow(start));
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

async function entered(opening: Promise<ShellWindow>): Promise<ShellWindow> {
  const window = await opening;
  window.page.setDefaultTimeout(PATIENCE_MS);
  if (!(await isHeard(window.page))) {
    throw new Error('The page was there before the journey listened to it.');
  }
  return window;
}

/** Programs with nothing in them, one ahead: the next starts while a journey runs, and waits before its page. */
interface Pool {
  take(): Promise<Taken>;
  /** The one that journeys of this worker share; started when the first of them comes. */
  shared(): Promise<SharedProgram>;
}

interface Taken {
  readonly steward: Steward;
  readonly remove: () => void;
}

function openPool() {
  const make = () => {
    const folder = makeTempFolder('steward-e2e');
    return { folder, program: prepareSteward(folder.path, {}) };
  };
  let next: ReturnType<typeof make> | undefined;
  let common: Taken | undefined;
  let shared: SharedProgram | undefined;
  const pool: Pool = {
    async take() {
      const { folder, program } = next ?? make();
      next = undefined;
      const steward = await program.open();
      next = make();
      return { steward, remove: () => folder.remove() };
    },
    async shared() {
      common ??= await pool.take();
      shared ??= await shareProgram(common.steward);
      return shared;
    },
  };
  const close = async () => {
    await next?.program.stop();
    next?.folder.remove();
    if (common === undefined) return;
    const code = await common.steward.end();
    common.remove();
    expect(code).toBe(0);
  };
  return { pool, close };
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
  // This platform takes an organisation for a user, which the documentation does not tell: said once, as by “Open anyway”.
  await steward.call('layout.remember', { actsAsUser: { [connection]: true } });
  await steward.call('connections.choose', { connection });
  await steward.page.reload();
  // Journeys press its keys at once: it has been shown before, as after a connection that was made by hand.
  await goToPlace(steward.page, 'connections');
  await steward.page.getByRole('heading', { name: en.connections.title }).waitFor();
  // Whatever screen was open before: journeys go on from the list.
  await screenLink(steward.page, en, 'enterprise-users').click();
  await steward.page.getByRole('heading', { name: en.enterpriseUsers.title }).waitFor();
  return connection;
}

interface Fixtures {
  /** Sees to it that what cannot hold here is skipped, with the reason. */
  limits: undefined;
  /** How many enterprise users the platform begins with. */
  users: number;
  platform: Platform;
  folder: string;
  /** What the journey starts beside: ended after it, the last first, also when it fails. */
  afterwards: (end: () => Promise<unknown>) => void;
  /** A program of its own in the journey's folder, as often as it likes, with secrets in memory unless it says otherwise. */
  start: (options?: StartOptions) => Promise<Steward>;
  /** A keyring of its own. */
  openKeyring: () => Promise<Keyring>;
  /** Not connected to anything yet; secrets end with it. */
  steward: Steward;
  /** Connected to the platform, in production. */
  connected: Steward;
}

export const test = base.extend<Fixtures, { pool: Pool }>({
  pool: [
    async ({}, use) => {
      const { pool, close } = openPool();
      await use(pool);
      await close();
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
  users: [6, { option: true }],
  platform: async ({ users }, use) => {
    const platform = await startPlatform({ users, switches: everythingOn });
    // Whose certificate it is manages the access of the organisation.
    platform.control.held.managers.add('');
    await use(platform);
    await platform.stop();
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
    for (const end of ends) await end();
  },
  start: async ({ folder, afterwards }, use) => {
    await use(async (options = {}) => {
      const steward = await prepareSteward(folder, options).open();
      afterwards(() => steward.end());
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
  steward: async ({ pool }, use) => {
    const { steward, remove } = await pool.take();
    await use(steward);
    const code = await steward.end();
    remove();
    // CSP-02: every journey is a tour, and none may make the page complain.
    expect({ complaints: steward.complaints, code }).toEqual({ complaints: [], code: 0 });
  },
  connected: async ({ steward, platform }, use) => {
    await connectTo(steward, platform);
    await use(steward);
  },
});

/**
 * A journey in the program that its worker's journeys share: what it makes is taken back, and it fails where something is left.
 * Not for those about starts, drafts, locks, kills, the first run, secrets given out once, or what the program remembers.
 */
export const sharedTest = test.extend({
  steward: async ({ pool }, use, info) => {
    const program = await pool.shared();
    await use(program.steward);
    // After a failure the worker ends, and its program with it.
    if (info.errors.length === 0) expect(await program.reset()).toEqual([]);
  },
});

export { expect };
