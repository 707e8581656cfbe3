// The Profile screen, as a person reads it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, part } from './controls.ts';
import { failurePanel } from './failure-panel.ts';
import { screenLink } from './navigation.ts';

export function profilePage(page: Page, texts: Texts) {
  const t = texts.profile;
  const main = page.getByRole('main');
  return {
    /** The card of a name: an organisation's or a person's. */
    card: (name: string): Locator => part(page, name),
    copy: (what: string): Locator => button(page, t.copy(what)).first(),
    refresh: button(main, t.refresh),
    alert: failurePanel(main, texts).panel,
    open: (): Promise<void> => screenLink(page, texts, 'profile').click(),
  };
}
