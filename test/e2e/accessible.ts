// What a journey looks at: accessibility by the machine, and a picture where pictures are wanted.
// WCAG 2.2 A and AA, 0 violations; a person's judgement is still needed.
import { test } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from './program.ts';
import type { Steward } from './steward.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsIn(page)).toEqual([]);
}

/** Run in the page itself, and only what is wrong comes back: that takes a third of the time of the ready-made builder. */
async function violationsIn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  // What follows sizes does so with the next frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(of: Document, options: RunOptions): Promise<AxeResults> };
    };
    const { violations } = await axe.run(document, {
      runOnly: rules,
      resultTypes: ['violations'],
      // Frames are sandboxed letters, in which nobody answers.
      iframes: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, RULES);
}

/** Below the journey's folder of results, with STEWARD_SHOTS: nobody compares pictures, so nobody waits for them. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['STEWARD_SHOTS'] === undefined) return;
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), animations: 'disabled' });
}

export async function useScheme(steward: Steward, scheme: 'light' | 'dark'): Promise<void> {
  await steward.call('settings.change', { scheme });
  await steward.page.locator(`html[data-color-scheme="${scheme}"]`).waitFor();
}

/** Journeys of `npm test` that look at states; *looks* goes through them once more with a system that is dark. */
const ONCE_MORE = '@dark';

/**
 * What is on the page now. In `npm test` a state is looked at once, in the scheme that it stands in; the same journey is gone
 * through once more in the dark by *looks*, which its tag says. Every other journey looks in both schemes, and ends in the light one.
 */
export async function look(steward: Steward, name?: string): Promise<void> {
  const { tags, project } = test.info();
  const isTwice = tags.includes(ONCE_MORE);
  if (tags.includes('@first') && !isTwice)
    throw new Error(`A journey of npm test that looks at something has the tag ${ONCE_MORE}.`);
  const isAsItStands = isTwice && process.env['STEWARD_LEVEL'] !== undefined;
  for (const scheme of isAsItStands ? [undefined] : (['dark', 'light'] as const)) {
    if (scheme !== undefined) await useScheme(steward, scheme);
    // Colours fade into each other for a moment.
    await steward.page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          // One that never ends is a sign of work going on, and one that was ended is no failure.
          .filter((one) => one.effect?.getTiming().iterations !== Infinity)
          .map((one) => one.finished.catch(() => undefined)),
      ),
    );
    if (name !== undefined)
      await picture(steward.page, `${name}-${scheme ?? project.use.colorScheme ?? 'light'}`);
    await expectAccessible(steward.page);
  }
}
