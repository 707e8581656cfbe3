// What the journeys of the reference share: making a copy, and looking at one state in each language.
import type { CopyState, Scope } from '../../preload/contract/reference.ts';
import { look } from './accessible.ts';
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

/** What is on the page in each language, in the schemes of this level. */
export async function lookInEach(steward: Steward, name: string): Promise<void> {
  for (const language of ['nb', 'en'] as const) {
    await steward.call('settings.change', { language });
    await steward.page.locator(`html[lang="${language}"]`).waitFor();
    await look(steward, `${name}-${language}`);
  }
}
