// The Explorer screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, part } from './controls.ts';
import { listScreen } from './list-screen.ts';

export function explorerPage(page: Page, texts: Texts) {
  const t = texts.explorer;
  const answer = part(page, t.answer);
  const trail = page.getByRole('navigation', { name: t.history });
  const press = (name: string): Locator => button(answer, name);
  return {
    ...listScreen(page, texts, 'explorer', t),
    answer,
    trail,
    send: press(t.send),
    back: trail.getByRole('button', { name: t.back }),
    forward: trail.getByRole('button', { name: t.forward }),
    /** Where the walk stands. */
    here: trail.locator('[aria-current="step"]'),
    /** Path as it is documented. */
    entry: (path: string): Locator => page.getByTitle(path, { exact: true }),
    parameter: (name: string): Locator => answer.getByRole('textbox', { name }),
    tab: (name: keyof Texts['explorer']['tabs']): Locator =>
      answer.getByRole('tab', { name: t.tabs[name] }),
    follow: (relation: string): Locator => press(`${t.follow}: ${relation}`),
    fill: (relation: string): Locator => press(`${t.fill}: ${relation}`),
    template: (relation: string): Locator =>
      answer.getByRole('form', { name: t.fillTitle(relation) }),
    /** An embedded resource by its relation and number from 1. */
    embedded: (relation: string, number: number): Locator =>
      press(t.open(t.item(relation, number))),
    openInBrowser: press(t.openInBrowser),
    async look(view: 'browse' | 'traffic'): Promise<void> {
      await page.getByText(t.views[view], { exact: true }).click();
    },
    exchanges: page
      .getByRole('grid', { name: t.views.traffic })
      .getByRole('row')
      .filter({ hasText: 'GET' }),
    exchangeFilter: page.getByRole('textbox', { name: t.traffic.filter }),
    copyReport: page.getByRole('button', { name: t.traffic.copyReport }),
  };
}
