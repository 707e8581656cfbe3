// The Parties screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function reporteesPage(page: Page, texts: Texts) {
  const { reportees: t, frame, words } = texts;
  const inspector = page.getByRole('complementary', { name: t.details, exact: true });
  const list = page.getByRole('listbox', { name: t.title, exact: true });
  const row = (name: string): Locator =>
    list.getByRole('option').filter({ has: page.getByText(name, { exact: true }) });
  return {
    heading: page.getByRole('heading', { name: t.title, exact: true, level: 1 }),
    list,
    row,
    inspector,
    filter: page.getByRole('textbox', { name: t.filter }),
    kind: (kind: keyof Texts['reportees']['kinds']): Locator =>
      page.getByRole('radio', { name: t.kinds[kind] }),
    showDeleted: page.getByRole('main').getByRole('checkbox'),
    actAs: inspector.getByRole('button', { name: t.actAs, exact: true }),
    star: (name: string): Locator => inspector.getByRole('button', { name: t.star(name) }),
    reveal: (name: string): Locator =>
      inspector.getByRole('button', { name: words.showNumber(name) }),
    hide: (name: string): Locator =>
      inspector.getByRole('button', { name: words.hideNumber(name) }),
    alert: page.getByRole('main').getByRole('alert'),
    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: frame.screens.reportees, exact: true })
        .click();
    },
    async choose(name: string): Promise<void> {
      await row(name).click();
      await inspector.getByRole('heading', { name, exact: true }).waitFor();
    },
  };
}
