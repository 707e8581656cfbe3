// What the journeys of a worker share: a platform, and a program that is connected to it; nothing of a journey remains.
// The platform is reset before each of them, and what it made in the program is taken back by operations after it.
import { expect, test } from '@playwright/test';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import type { Start } from '../../preload/contract/app.ts';
import type { FormDraftSummary } from '../../preload/contract/form-drafts.ts';
import type { Layout } from '../../preload/contract/layout.ts';
import { en } from '../../renderer/texts/en.ts';
import { type Platform, type Population, startPlatform } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';
import { bringCredentials, type Brought, connectWith } from '../support/make-connection.ts';
import type { Steward } from './steward.ts';

/** What the next journey could notice of the ones before it. */
interface Traces {
  /**
   * All that main tells a window at its start. What happened is in the journal for good, so its length is left out; so are places
   * and parties, which are kept by connection, and no connection comes again.
   */
  readonly start: Omit<Start, 'journal' | 'layout' | 'credentials'> & {
    readonly journal: string;
    readonly layout: Pick<Layout, 'sidebarWidth' | 'inspectorWidths'>;
    readonly sorting: readonly unknown[];
    /** Those that the connections of all journeys are made with are there, used by none. */
    readonly credentials: readonly unknown[];
  };
  readonly url: string;
  readonly title: string;
  /** What assistive tools are told of the whole window. */
  readonly window: string;
  /** Marks on the document itself: language, scheme, and what a journey put there. */
  readonly marks: readonly string[];
  /** Names beside those a page has: what a journey put into it, such as a clock. */
  readonly globals: readonly string[];
  readonly files: readonly string[];
  /** Consents given, and names of files picked. */
  readonly heard: readonly string[];
}

/** Put there by `expectAccessible`; it only looks. */
const HARMLESS = new Set(['axe']);
/** What a list tells of itself when it is opened. */
const USUAL_SORTING: Layout['sorting'] = {
  'enterprise-users': { column: 'name', rising: true },
  'code-lists': { column: 'given', rising: true },
};
/** Where the program is between journeys, without a connection. */
const START = '#/-/enterprise-users';

/** By way of another place: whatever was gone back from, there is nothing to go forward to. */
const goToStart = (page: Page) =>
  page.evaluate((to) => {
    location.hash = '#/-/settings';
    location.hash = to;
  }, START);

async function tracesOf(steward: Steward, { certificate }: Brought): Promise<Traces> {
  const { page } = steward;
  const { journal, layout, credentials, ...start } = await startOf(steward);
  const { sidebarWidth, inspectorWidths } = layout;
  const sorting = Object.entries(layout.sorting).filter(
    ([screen, chosen]) => !isDeepStrictEqual(USUAL_SORTING[screen], chosen),
  );
  const { marks, globals } = await page.evaluate(() => ({
    marks: [document.documentElement, document.body].flatMap((element) =>
      [...element.attributes].map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
    globals: [...Object.keys(globalThis), `Date: ${String(Date)}`, `${innerWidth}x${innerHeight}`],
  }));
  return {
    start: {
      ...start,
      journal: journal.state,
      layout: { sidebarWidth, inspectorWidths },
      sorting,
      credentials: credentials.map(({ kind, name, usedBy }) => ({ kind, name, usedBy })),
    },
    url: page.url(),
    title: await page.title(),
    window: (await page.locator('body').ariaSnapshot()).replaceAll(certificate, 'certificate'),
    marks: marks.toSorted(),
    globals: globals.filter((name) => !HARMLESS.has(name)).toSorted(),
    files: readdirSync(steward.downloads),
    heard: [...steward.asked, ...steward.picked],
  };
}

const startOf = async (steward: Steward) => (await steward.call('app.start', {})) as Start;

/**
 * Uses a connection that was just made, and goes to its enterprise users. This platform takes an organisation for a user, which the
 * documentation does not tell: said once, as by “Open anyway”.
 */
export async function useConnection(steward: Steward, connection: string): Promise<void> {
  const { page } = steward;
  await steward.call('layout.remember', {
    actsAsUser: { [connection]: true },
    serviceOwners: { [connection]: true },
  });
  await steward.call('connections.choose', { connection });
  await page.evaluate((to) => void (location.hash = to), `#/${connection}/enterprise-users`);
  await page.reload();
  await page.getByRole('heading', { name: en.enterpriseUsers.title, exact: true }).waitFor();
}

export interface SharedProgram {
  /** For one journey: it cannot end or kill the program. */
  readonly steward: Steward;
  connect(): Promise<void>;
  /** Takes back what the journey made; throws where something of it is left, and answers what the page complained about. */
  reset(): Promise<readonly string[]>;
}

export async function shareProgram(steward: Steward, platform: Platform): Promise<SharedProgram> {
  const { page, complaints } = steward;
  await page.getByRole('main').waitFor();
  await goToStart(page);
  let brought = await bringCredentials(steward, platform);
  forget(steward);
  const begun = await tracesOf(steward, brought);
  const own = async (): Promise<never> => {
    throw new Error('A journey that ends the program has one of its own.');
  };
  return {
    // The page and the rest stay what they are: only one that ends gets another window.
    steward: { ...steward, kill: own, restart: own, end: own },
    async connect() {
      await useConnection(steward, await connectWith(steward, platform, brought, 'production'));
    },
    async reset() {
      brought = await takeBack(steward, begun, brought, platform);
      await expect
        .poll(() => tracesOf(steward, brought), { message: 'The journey left something behind.' })
        .toEqual(begun);
      return complaints.splice(0);
    },
  };
}

function forget({ asked, picked }: Steward): void {
  asked.length = 0;
  picked.length = 0;
}

/** What the system of the journeys asks of a page: light, or dark where they are gone through once more in the dark. */
export async function useUsualMedia(page: Page): Promise<void> {
  const { colorScheme = null } = test.info().project.use;
  await page.emulateMedia({ colorScheme, media: null, reducedMotion: null, forcedColors: null });
}

/** Behind the lock, where no screen is, so that nothing asks about what goes. Answers what the next connections are made with. */
async function takeBack(
  steward: Steward,
  { start: begun }: Traces,
  brought: Brought,
  platform: Platform,
): Promise<Brought> {
  const { page } = steward;
  page.removeAllListeners();
  await page.unrouteAll();
  await useUsualMedia(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await steward.call('settings.change', begun.settings);
  await steward.call('app.lock', {});
  const unlock = page.getByRole('button', { name: en.frame.openAgain, exact: true });
  await unlock.waitFor();
  await endJobs(steward);
  await removeConnections(steward);
  const next = await keepCredentials(steward, brought, platform);
  // What the page was about to tell of the order of its lists goes with it, told or not.
  await steward.call('layout.remember', { sorting: USUAL_SORTING });
  await unlock.click();
  await page.getByRole('main').waitFor();
  await page
    .getByRole('button', { name: en.words.dismiss, exact: true })
    .evaluateAll((buttons: HTMLButtonElement[]) => buttons.forEach((button) => button.click()));
  await goToStart(page);
  for (const name of readdirSync(steward.downloads)) {
    rmSync(path.join(steward.downloads, name), { recursive: true, force: true });
  }
  forget(steward);
  return next;
}

async function endJobs(steward: Steward): Promise<void> {
  for (const { id: job, state } of (await startOf(steward)).jobs) {
    if (state === 'running' || state === 'pausing' || state === 'paused')
      await steward.call('jobs.stop', { job });
    await expect
      .poll(() => steward.call('jobs.forget', { job }).catch(() => undefined))
      .toBeDefined();
  }
}

/** With all that is kept of each; what was said of its secrets is a person's, and a test's to say. */
async function removeConnections(steward: Steward): Promise<void> {
  for (const { id: connection } of (await startOf(steward)).connections) {
    const { drafts } = (await steward.call('formDrafts.list', { connection })) as {
      drafts: readonly FormDraftSummary[];
    };
    for (const { who, message } of drafts) {
      await steward.call('formDrafts.drop', { connection, who, message });
    }
    await steward.call('reference.remove', { connection });
    await steward.call('connections.remove', { connection });
  }
}

/** Only those that all connections are made with; brought once more where the journey removed or renamed one. */
async function keepCredentials(
  steward: Steward,
  brought: Brought,
  platform: Platform,
): Promise<Brought> {
  const kept = [
    { id: brought.certificate, name: 'Certificate' },
    { id: brought.apiKey, name: 'Key' },
  ];
  const { credentials } = await startOf(steward);
  const isKept = ({ id, name }: { readonly id: string; readonly name: string }) =>
    kept.some((one) => one.id === id && one.name === name);
  const isWhole = credentials.filter(isKept).length === kept.length;
  for (const one of credentials)
    if (!isWhole || !isKept(one)) await steward.call('credentials.remove', { credential: one.id });
  return isWhole ? brought : bringCredentials(steward, platform);
}

/** The platform of a worker, started with the first journey that asks for it. */
export function sharePlatform() {
  let started: Promise<Platform> | undefined;
  return {
    /** As just started with these. */
    async populated(population: Population): Promise<Platform> {
      started ??= startPlatform({ identity: true });
      const platform = await started;
      platform.reset({ switches: everythingOn, ...population });
      // Whose certificate it is manages the access of the organisation.
      platform.control.held.managers.add('');
      return platform;
    },
    stop: async () => (await started)?.stop(),
  };
}
