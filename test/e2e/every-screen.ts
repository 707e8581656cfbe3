// The screens that are looked at here; goes to any by its address, and waits until nothing is read and nothing moves.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { screensOfTable } from '../../build/levels.mjs';
import { goToPlace } from '../pages/navigation.ts';
import { expect } from './program.ts';

const drawn = process.env['STEWARD_SCREENS']?.split(',');

/** Whether a journey that goes through every screen goes to this one: a machine that runs everything leaves some out. */
export const isLookedAt = (screen: string): boolean => drawn?.includes(screen) ?? true;

export const screensHere = (): readonly string[] =>
  screensOfTable()
    .map(({ id }) => id)
    .filter(isLookedAt);

export async function openScreen(page: Page, screen: string): Promise<void> {
  await goToPlace(page, screen);
  await page.locator('main h1').first().waitFor();
}

export async function settled(page: Page, texts: Texts): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(main.getByRole('status', { name: texts.words.loading })).toHaveCount(0);
  // One that never ends is a sign of work going on, and one that was ended is no failure.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    ),
  );
}
