// The Code lists screen, as a person uses it: the names, the codes of one list, what changed in it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { dataTable } from './data-table.ts';

export function codeListsPage(page: Page, texts: Texts) {
  const t = texts.codeLists;
  const names = page.getByRole('region', { name: t.list, exact: true });
  const detail = page.getByRole('region', { name: t.details, exact: true });
  const button = (at: Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const table = dataTable(page, detail.getByRole('grid'));
  const exporting = page.getByRole('dialog', { name: t.exportTitle });
  return {
    names,
    detail,
    grid: table.grid,
    exporting,
    search: names.getByRole('textbox', { name: t.search }),
    list: names.getByRole('listbox', { name: t.title }),
    name: (name: string): Locator => names.getByRole('option', { name }),
    refresh: button(names, t.refresh),
    heading: detail.getByRole('heading', { level: 2 }),
    version: detail.getByRole('combobox', { name: t.version }),
    language: detail.getByRole('combobox', { name: t.language }),
    filter: detail.getByRole('textbox', { name: t.filter }),
    within: detail.getByRole('combobox', { name: t.within }),
    column: (name: keyof Texts['codeLists']['columns']): Locator => table.heading(t.columns[name]),
    row: table.row,
    /** The codes in sight, from top to bottom. */
    codes: table.firstCells,
    copyRow: button(detail, t.copyRow),
    exportButton: button(detail, t.export),
    format: (name: 'xlsx' | 'csv'): Locator =>
      exporting.getByRole('radio', { name: t.formats[name] }),
    save: button(exporting, t.save),
    compare: button(detail, t.compare),
    compareWith: detail.getByRole('combobox', { name: t.compareWith }),
    endCompare: button(detail, t.endCompare),
    change: (name: keyof Texts['codeLists']['changes']): Locator =>
      detail.getByRole('radio', { name: t.changes[name] }),

    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: texts.frame.screens['code-lists'], exact: true })
        .click();
    },
    async choose(name: string): Promise<void> {
      await names.getByRole('option', { name }).click();
      await detail.getByRole('heading', { name, exact: true }).waitFor();
    },
  };
}
