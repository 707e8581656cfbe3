// Contact information, as a person uses it: registered addresses, entries, and a file of changes.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { dataTable } from './data-table.ts';

export function contactInformationPage(page: Page, texts: Texts) {
  const t = texts.contactInformation;
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const { grid, row } = dataTable(page, page.getByRole('grid', { name: t.entries.title }));
  const inspector = page.getByRole('complementary', { name: t.entries.details });
  const dialog = page.getByRole('dialog');
  const fileLines = page.getByRole('listbox', { name: t.bulk.list });
  return {
    heading: page.getByRole('heading', { name: t.title, exact: true, level: 1 }),
    official: page.getByRole('region', { name: t.official.title }),
    filter: page.getByRole('textbox', { name: t.entries.filter }),
    refresh: button(page, t.refresh),
    export: button(page, t.export),
    add: button(page, t.add.ask).first(),
    undo: button(page, t.undo),
    fromFile: button(page, t.bulkAsk),
    openJob: button(page, texts.jobs.open),
    grid,
    row,
    inspector,
    replace: button(inspector, t.entries.replace),
    remove: button(inspector, t.entries.remove),
    dialog,
    email: dialog.getByLabel(t.add.email),
    mobile: dialog.getByLabel(t.add.mobile),
    kind: (kind: 'email' | 'mobile'): Locator =>
      dialog.getByText(t.entries.kind[kind], { exact: true }),
    save: button(dialog, t.add.go),
    saveReplacement: button(dialog, t.replace.go),
    confirmRemoval: button(dialog, t.remove.go),

    chooseFile: button(page, t.bulk.choose),
    otherFile: button(page, t.bulk.other),
    fileLines,
    fileLine: (text: string): Locator => fileLines.getByRole('option').filter({ hasText: text }),
    which: (label: string): Locator => page.getByText(label, { exact: true }),
    typed: (name: string): Locator => page.getByLabel(texts.words.typeToConfirm(name)),
    start: (label: string): Locator => button(page, label),

    async open(): Promise<void> {
      const name = texts.frame.screens['contact-information'];
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      await grid.waitFor();
    },
    choose: (value: string): Promise<void> => row(value).click(),
  };
}
