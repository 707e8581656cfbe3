// The editor of local roles and the import of one, as a person uses them.
import type { Locator, Page } from 'playwright-core';
import type { LocalAction } from '../../preload/contract/role-definitions.ts';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';
import { button } from './controls.ts';
import { dialogOf } from './dialog.ts';

export function roleEditorPage(page: Page, texts: Texts) {
  const t = texts.roleEditor;
  const grid = page.getByRole('grid', { name: t.grid });
  const services = combobox(page, t.pick, t.pickResults);
  const { window: pasting } = dialogOf(page, t.pasteTitle);
  /** By `code/edition`. */
  const row = (service: string): Locator => grid.locator(`[data-service="${service}"]`);
  return {
    heading: page.getByRole('heading', { level: 1 }),
    name: page.getByRole('textbox', { name: t.name, exact: true }),
    description: page.getByRole('textbox', { name: t.description }),
    picker: services.field,
    options: services.options,
    grid,
    rows: grid.locator('[data-service]'),
    row,
    cell: (service: string, action: LocalAction): Locator =>
      row(service).getByRole('checkbox', { name: `${t.actions[action]}: ` }),
    whole: (service: string): Locator =>
      row(service).getByRole('checkbox', { name: t.allOf('').trim() }),
    column: (action: LocalAction): Locator =>
      grid
        .getByRole('columnheader')
        .filter({ hasText: new RegExp(`^\\s*${t.actions[action]}\\s*$`) })
        .getByRole('checkbox'),
    find: page.getByRole('textbox', { name: t.find }),
    difference: page.getByRole('complementary', {
      name: new RegExp(`^(${t.difference}|${t.differenceNew})$`),
    }),
    save: button(page, texts.words.save),
    create: button(page, t.create),
    cancel: button(page.locator('header'), texts.words.cancel),
    paste: button(page, t.paste),
    copyRights: button(page, t.copyRights),
    pasting,
    pasteField: pasting.getByRole('textbox', { name: t.pasteField }),
    /** The lines of the report, in their order. */
    verdicts: pasting.locator('[data-verdict]'),
    copying: dialogOf(page, t.copyRightsTitle).window,
    conflict: dialogOf(page, t.conflict.title).window,
    settle: button(page, t.settle),
    choose: button(page, t.importChoose),
    importCreate: button(page, t.importCreate),
    importChange: button(page, t.importChange),
  };
}
