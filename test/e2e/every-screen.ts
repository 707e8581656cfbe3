// Goes to any screen by its address, and waits until nothing is being read and nothing moves.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { goToPlace } from '../pages/navigation.ts';
import { expect } from './program.ts';

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
