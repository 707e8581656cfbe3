// The party switcher as a person uses it: the card at the top of the sidebar and its popover.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';

export function actingPage(page: Page, texts: Texts) {
  const { acting: t } = texts;
  const card = page.getByRole('navigation').getByRole('button', { name: `${t.title}: ` });
  const otherCard = page.getByRole('navigation').getByRole('button', { name: `${t.other}: ` });
  const popover = page.getByRole('dialog', { name: t.change, exact: true });
  const { field: search, options, option, current } = combobox(popover, t.search, t.all);
  return {
    /** While one acts as the connection's organisation, and while as another. */
    card,
    otherCard,
    popover,
    search,
    option,
    options,
    current,
    showDeleted: popover.getByRole('checkbox'),
    alert: popover.getByRole('alert'),
    async open(): Promise<void> {
      await card.or(otherCard).click();
      await search.waitFor();
    },
    async choose(name: string): Promise<void> {
      await card.or(otherCard).click();
      await option(name).first().click();
      await popover.waitFor({ state: 'hidden' });
    },
  };
}
