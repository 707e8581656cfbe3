// What the journeys of the reference share: making a copy, and pictures of one state in every language and scheme.
import type { CopyState, Scope } from '../../preload/contract/reference.ts';
import { expectAccessible, useScheme } from './accessible.ts';
import { expect } from './program.ts';
import type { Steward } from './steward.ts';

/** Waits until the copy is in place. */
export async function download(steward: Steward, scope: Scope): Promise<void> {
  const connection = await steward.page.evaluate(() => location.hash.split('/')[1] ?? '');
  const last = async () =>
    ((await steward.call('reference.state', { connection })) as CopyState).last?.at ?? null;
  const before = await last();
  await steward.call('jobs.startSynchronise', { connection, scope });
  await expect.poll(last).not.toBe(before);
}

/** A picture of what is on the page in each language and scheme, and nothing a machine finds wrong in any of them. */
export async function lookAt(steward: Steward, file: string): Promise<void> {
  const { page } = steward;
  for (const language of ['nb', 'en'] as const) {
    await steward.call('settings.change', { language });
    await page.locator(`html[lang="${language}"]`).waitFor();
    for (const scheme of ['dark', 'light'] as const) {
      await useScheme(steward, scheme);
      await page.locator(`html[data-color-scheme="${scheme}"]`).waitFor();
      await page.screenshot({
        path: `${file}-${language}-${scheme}.png`,
        animations: 'disabled',
      });
      await expectAccessible(page);
    }
  }
}
