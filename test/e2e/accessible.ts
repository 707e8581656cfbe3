// Accessibility by the machine: WCAG 2.2 A and AA in both schemes, 0 violations. A person's judgement is still needed.
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
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  }, RULES);
}

export const useScheme = (steward: Steward, scheme: 'light' | 'dark') =>
  steward.call('settings.change', { scheme });

/** What is on the page now, in both schemes. */
export async function expectAccessibleInBoth(steward: Steward): Promise<void> {
  for (const scheme of ['dark', 'light'] as const) {
    await useScheme(steward, scheme);
    await steward.page.locator(`html[data-color-scheme="${scheme}"]`).waitFor();
    // Colours fade into each other for a moment.
    await steward.page.evaluate(() =>
      Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))),
    );
    await expectAccessible(steward.page);
  }
}
