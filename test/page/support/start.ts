// Answers the start call as main does, with the values that a test sets.
import type { Start } from '../../../preload/contract/app.ts';
import type { Page } from './page.ts';
import { makeStart } from './samples.ts';

export async function startPage(page: Page, start: Partial<Start> = {}): Promise<void> {
  const { begin } = await import('../../../renderer/state/session.svelte.ts');
  const done = begin(() => undefined);
  page.main.last('app.start').answer(makeStart(start));
  await done;
  page.flush();
}
