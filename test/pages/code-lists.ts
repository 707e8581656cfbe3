// The Code lists screen, as a person uses it: the names, the codes of one list, what changed in it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, segment } from './controls.ts';
import { dataTable } from './data-table.ts';
import { dialogOf } from './dialog.ts';
import { listDetail } from './list-detail.ts';

export function codeListsPage(page: Page, texts: Texts) {
  const t = texts.codeLists;
  const screen = listDetail(page, texts, 'code-lists', t);
  const { pane, detail, rows } = screen;
  const table = dataTable(page, detail.getByRole('grid'));
  const exporting = dialogOf(page, t.exportTitle);
  return {
    ...screen,
    names: pane,
    grid: table.grid,
    exporting: exporting.window,
    list: rows.list,
    name: rows.containing,
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
    format: (name: 'xlsx' | 'csv'): Locator => segment(exporting.window, t.formats[name]),
    save: exporting.button(t.save),
    compare: button(detail, t.compare),
    compareWith: detail.getByRole('combobox', { name: t.compareWith }),
    endCompare: button(detail, t.endCompare),
    change: (name: keyof Texts['codeLists']['changes']): Locator =>
      segment(detail, t.changes[name]),
  };
}
