// The Profile screen, as a person reads it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function profilePage(page: Page, texts: Texts) {
  const { profile: t, frame } = texts;
  return {
    /** The card of a name: an organisation's or a person's. */
    card: (name: string): Locator => page.getByRole('region', { name, exact: true }),
    copy: (what: string): Locator =>
      page.getByRole('button', { name: t.copy(what), exact: true }).first(),
    refresh: page.getByRole('main').getByRole('button', { name: t.refresh, exact: true }),
    alert: page.getByRole('main').getByRole('alert'),
    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: frame.screens.profile, exact: true })
        .click();
    },
  };
}
