// The Local roles screen, as a person uses it: the list and the inspector.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { dataTable } from './data-table.ts';
import { treeOf } from './tree.ts';

export function roleDefinitionsPage(page: Page, texts: Texts) {
  const t = texts.roleDefinitions;
  const inspector = page.getByRole('complementary', { name: t.details });
  const table = dataTable(page, page.getByRole('grid', { name: t.title, exact: true }));
  const related = treeOf(inspector);
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const tab = (name: 'rights' | 'children' | 'parents'): Locator =>
    inspector.getByRole('tab', { name: t.tabs[name] });
  const removal = page.getByRole('dialog', { name: t.removeDialog.title });
  return {
    heading: page.getByRole('heading', { name: t.title, exact: true }),
    filter: page.getByRole('textbox', { name: t.filter }),
    newRole: button(page, t.newRole),
    importRole: button(page, t.importRole),
    refresh: button(page, t.refresh),
    grid: table.grid,
    reachable: table.reachable,
    inspector,
    row: table.row,
    tab,
    group: (kind: keyof Texts['roleDefinitions']['groups']): Locator => table.group(t.groups[kind]),
    segment: (kind: keyof Texts['roleDefinitions']['segments']): Locator =>
      page.getByRole('radio', { name: t.segments[kind] }),
    name: inspector.getByRole('heading', { level: 2 }),
    rights: inspector.getByRole('table'),
    /** What stands for one service and action. */
    right: (service: string, column: number): Locator =>
      inspector.getByRole('row').filter({ hasText: service }).getByRole('cell').nth(column),
    change: button(inspector, t.change),
    copyAsNew: button(inspector, t.copyAsNew),
    exportRole: button(inspector, t.exportRole),
    node: related.item,
    removal,
    confirmField: (name: string): Locator => removal.getByLabel(texts.words.typeToConfirm(name)),
    confirm: button(removal, t.removeDialog.go),

    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: texts.frame.screens['role-definitions'], exact: true })
        .click();
    },
    async choose(name: string): Promise<void> {
      await table.row(name).click();
      await inspector.getByRole('heading', { name, exact: true }).waitFor();
    },
    async askToRemove(): Promise<void> {
      await button(inspector, t.remove).click();
      await removal.waitFor();
    },
  };
}
