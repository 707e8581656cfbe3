// A folder of the message box, as a person uses it: the rows, the filters, and the notices above them.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

type Folder = 'inbox' | 'work-list' | 'archive' | 'trash';

export function messagesPage(page: Page, texts: Texts) {
  const t = texts.messages;
  const main = page.getByRole('main');
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const filters = page.getByRole('form', { name: t.filter.title });
  const list = (folder: Folder): Locator =>
    page.getByRole('listbox', { name: texts.frame.screens[folder], exact: true });
  return {
    main,
    list,
    row: (subject: string): Locator =>
      main.getByRole('option').filter({ has: page.getByText(subject, { exact: true }) }),
    // Not what can be chosen in fields.
    rows: main.getByRole('listbox').locator('[role=option]'),
    search: page.getByRole('textbox', { name: t.search }),
    part: (part: keyof Texts['messages']['parts']): Locator =>
      page
        .getByRole('radiogroup', { name: t.part })
        .locator('label')
        .filter({ hasText: t.parts[part] }),
    sort: page.getByRole('combobox', { name: t.sort }),
    range: page.getByRole('combobox', { name: t.range }),
    firstDay: page.getByLabel(t.from, { exact: true }),
    showAll: button(main, t.showAll),
    refresh: button(main, t.refresh).first(),
    stop: button(main, texts.words.stop),
    again: button(main, t.again),
    start: button(main, t.start).first(),
    pane: page.getByRole('complementary', { name: texts.messagePane.title }),
    ask: button(main, t.filter.ask),
    filters,
    field: (label: string): Locator => filters.getByLabel(label),
    apply: button(filters, t.filter.apply),
    removeFilter: button(main, t.filter.remove),
    /** Said when the list was read to its end, and not while it is. */
    listed: page.locator('p.only-heard[role=status]'),
    dialog: page.getByRole('dialog'),

    async open(folder: Folder): Promise<void> {
      const name = texts.frame.screens[folder];
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    },
  };
}
