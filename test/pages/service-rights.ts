// The service rights register, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';
import { button } from './controls.ts';
import { dataTable } from './data-table.ts';
import { dialogOf } from './dialog.ts';
import { listScreen } from './list-screen.ts';

export function serviceRightsPage(page: Page, texts: Texts) {
  const t = texts.serviceRights;
  const screen = listScreen(page, texts, 'service-rights', t);
  const { row } = dataTable(page, page.getByRole('grid', { name: t.title }));
  const dialog = dialogOf(page);
  const { field } = combobox(page, t.service);
  return {
    ...screen,
    row,
    field,
    dialog: dialog.window,
    grant: button(page, t.grant.ask),
    revoke: button(screen.inspector, t.revoke.ask),
    export: button(page, t.exportAsk),
    in: (name: string): Locator => dialog.window.getByLabel(name, { exact: true }),
    press: (name: string) => dialog.window.getByRole('button', { name, exact: true }).click(),
    async choose(service: string): Promise<void> {
      await field.fill(service);
      await field.press('Enter');
    },
  };
}
