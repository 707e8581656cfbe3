// Accessibility by the machine: WCAG 2.2 A and AA in both schemes, 0 violations. A person's judgement is still needed.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, type Steward } from './program.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function expectAccessible(page: Page): Promise<void> {
  // The other mode opens a second page, which the shell closes.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(RULES)
    .analyze();
  const said = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  expect(said).toEqual([]);
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
