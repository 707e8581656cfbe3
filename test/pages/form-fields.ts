// A form shown as fields, as a person uses it: its controls by their names, its rows, and what is wrong.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, part, segment } from './controls.ts';

export function formFieldsPage(page: Page, texts: Texts) {
  const t = texts.formFields;
  const list = part(page, t.list);
  const modes = page.getByRole('radiogroup', { name: t.mode });
  const press = (name: string): Locator => button(list, name);
  return {
    list,
    /** How the form is shown: the other way is a press on its segment. */
    mode: (mode: keyof typeof t.modes): Locator => segment(modes, t.modes[mode]),
    text: (name: string | RegExp): Locator => list.getByRole('textbox', { name }),
    choice: (name: string | RegExp): Locator => list.getByRole('combobox', { name }),
    cell: (column: string, row: number): Locator =>
      list.getByRole('textbox', { name: t.cell(column, row), exact: true }),
    addRow: press(t.addRow),
    rowMenu: (name: string): Locator => press(t.moreRow(name)),
    /** In the menu that is open. */
    act: (name: string): Locator => button(page.locator(':popover-open'), name),
    editXml: button(page, t.editXml),
    said: (text: string | RegExp): Locator => page.getByText(text),
  };
}
