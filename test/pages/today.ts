// Today: what waits for the person, as read and pressed.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { screenLink } from './navigation.ts';

export function todayPage(page: Page, texts: Texts) {
  const t = texts.today;
  const list = page.getByRole('main').getByRole('region', { name: t.title, exact: true });
  return {
    open: (): Promise<void> => screenLink(page, texts, 'today').click(),
    heading: page.getByRole('heading', { level: 1, name: t.title, exact: true }),
    items: list.getByRole('listitem'),
    /** The one way to deal with an item, by what it says. */
    press: (item: RegExp): Locator =>
      list.getByRole('listitem').filter({ hasText: item }).getByRole('button'),
    empty: page.getByText(t.empty, { exact: true }),
  };
}
