// One program shared by journeys that only look: afterwards their changes are undone by operations and none may remain.
import { expect } from '@playwright/test';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import type { Start } from '../../preload/contract/app.ts';
import type { FormDraftSummary } from '../../preload/contract/form-drafts.ts';
import type { Layout } from '../../preload/contract/layout.ts';
import { en } from '../../renderer/texts/en.ts';
import type { Steward } from './steward.ts';

/** What the next journey could notice of the ones before it. */
interface Traces {
  /**
   * All that main tells a window at its start. What happened is in the journal for good, so its length is left out; so are places
   * and parties, which are kept by connection, and no connection comes again.
   */
  readonly start: Omit<Start, 'journal' | 'layout'> & {
    readonly journal: string;
    readonly layout: Pick<Layout, 'sidebarWidth' | 'inspectorWidths'>;
    readonly sorting: readonly unknown[];
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
}

/** Put there by `expectAccessible`; it only looks. */
const HARMLESS = new Set(['axe']);
/** What a list tells of itself when it is opened. */
const USUAL_SORTING: Layout['sorting'] = {
  'enterprise-users': { column: 'name', rising: true },
  'code-lists': { column: 'given', rising: true },
};
/** Where each journey begins. */
const START = '#/-/enterprise-users';

const goToStart = (page: Page) => page.evaluate((to) => void (location.hash = to), START);

async function tracesOf(steward: Steward): Promise<Traces> {
  const { page } = steward;
  const { journal, layout, ...start } = (await steward.call('app.start', {})) as Start;
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
    start: { ...start, journal: journal.state, layout: { sidebarWidth, inspectorWidths }, sorting },
    url: page.url(),
    title: await page.title(),
    window: await page.locator('body').ariaSnapshot(),
    marks: marks.toSorted(),
    globals: globals.filter((name) => !HARMLESS.has(name)).toSorted(),
    files: readdirSync(steward.downloads),
  };
}

export interface SharedProgram {
  /** For one journey: it cannot end or kill the program. */
  readonly steward: Steward;
  /** Takes back what the journey made; throws where something of it is left, and answers what the page complained about. */
  reset(): Promise<readonly string[]>;
}

export async function shareProgram(steward: Steward): Promise<SharedProgram> {
  const { page, complaints } = steward;
  await page.getByRole('main').waitFor();
  await goToStart(page);
  const begun = await tracesOf(steward);
  const own = async (): Promise<never> => {
    throw new Error('A journey that ends the program has one of its own.');
  };
  return {
    // The page and the rest stay what they are: only one that ends gets another window.
    steward: { ...steward, kill: own, restart: own, end: own },
    async reset() {
      await takeBack(steward, begun);
      await expect
        .poll(() => tracesOf(steward), { message: 'The journey left something behind.' })
        .toEqual(begun);
      return complaints.splice(0);
    },
  };
}

/** Behind the lock, where no screen is, so that nothing asks about what goes. */
async function takeBack(steward: Steward, { start: begun }: Traces): Promise<void> {
  const { page } = steward;
  page.removeAllListeners();
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.setViewportSize({ width: 1280, height: 800 });
  await steward.call('settings.change', begun.settings);
  await steward.call('app.lock', {});
  const unlock = page.getByRole('button', { name: en.frame.openAgain, exact: true });
  await unlock.waitFor();
  const { connections, credentials, jobs } = (await steward.call('app.start', {})) as Start;
  for (const job of jobs) {
    if (job.state === 'running' || job.state === 'pausing' || job.state === 'paused') {
      await steward.call('jobs.stop', { job: job.id });
    }
    await expect
      .poll(() => steward.call('jobs.forget', { job: job.id }).catch(() => undefined))
      .toBeDefined();
  }
  for (const { id: connection } of connections) {
    const { drafts } = (await steward.call('formDrafts.list', { connection })) as {
      drafts: readonly FormDraftSummary[];
    };
    for (const { who, message } of drafts) {
      await steward.call('formDrafts.drop', { connection, who, message });
    }
    await steward.call('reference.remove', { connection });
    await steward.call('connections.remove', { connection });
  }
  for (const { id: credential } of credentials) {
    await steward.call('credentials.remove', { credential });
  }
  await unlock.click();
  await page.getByRole('main').waitFor();
  await page
    .getByRole('button', { name: en.words.dismiss, exact: true })
    .evaluateAll((buttons: HTMLButtonElement[]) => buttons.forEach((button) => button.click()));
  await goToStart(page);
  for (const name of readdirSync(steward.downloads)) {
    rmSync(path.join(steward.downloads, name), { recursive: true, force: true });
  }
}
