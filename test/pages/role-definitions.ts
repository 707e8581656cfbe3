// The Local roles screen, as a person uses it: the list and the inspector.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { dataTable } from './data-table.ts';
import { confirmDialog, dialogOf } from './dialog.ts';
import { listScreen } from './list-screen.ts';
import { treeOf } from './tree.ts';

export function roleDefinitionsPage(page: Page, texts: Texts) {
  const t = texts.roleDefinitions;
  const screen = listScreen(page, texts, 'role-definitions', t);
  const { inspector, segment } = screen;
  const table = dataTable(page, page.getByRole('grid', { name: t.title, exact: true }));
  const removal = confirmDialog(page, texts, t.removeDialog.title, t.removeDialog.go);
  return {
    ...screen,
    newRole: button(page, t.newRole),
    importRole: button(page, t.importRole),
    compare: button(page, t.compare),
    chooseFile: button(page, texts.roleEditor.ofAll.choose),
    chooseOther: button(page, texts.roleEditor.ofAll.other),
    /** In the format that is offered first, which can be compared. */
    async exportAll(): Promise<void> {
      await button(page, t.exportAll).click();
      const dialog = dialogOf(page, texts.roleEditor.ofAll.exportTitle);
      await dialog.button(texts.roleEditor.ofAll.save).click();
      await dialog.closed();
    },
    grid: table.grid,
    reachable: table.reachable,
    row: table.row,
    tab: (name: 'rights' | 'children' | 'parents'): Locator =>
      inspector.getByRole('tab', { name: t.tabs[name] }),
    group: (kind: keyof Texts['roleDefinitions']['groups']): Locator => table.group(t.groups[kind]),
    segment: (kind: keyof Texts['roleDefinitions']['segments']): Locator =>
      segment(t.segments[kind]),
    name: screen.details.title,
    rights: inspector.getByRole('table'),
    /** What stands for one service and action. */
    right: (service: string, column: number): Locator =>
      inspector.getByRole('row').filter({ hasText: service }).getByRole('cell').nth(column),
    change: button(inspector, t.change),
    copyAsNew: button(inspector, t.copyAsNew),
    exportRole: button(inspector, t.exportRole),
    node: treeOf(inspector).item,
    removal: removal.window,
    confirmField: removal.typed,
    confirm: removal.confirm,

    choose: (name: string): Promise<void> => screen.openRow(table.row(name), name),
    async askToRemove(): Promise<void> {
      await button(inspector, t.remove).click();
      await removal.window.waitFor();
    },
  };
}
