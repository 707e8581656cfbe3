// The Contact look-up screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox, type Combobox } from './combobox.ts';
import { button } from './controls.ts';
import { dialogOf } from './dialog.ts';
import { listBox } from './list-box.ts';
import { listScreen } from './list-screen.ts';

export function serviceOwnerPage(page: Page, texts: Texts) {
  const t = texts.serviceOwner;
  const screen = listScreen(page, texts, 'service-owner', { ...t, filter: t.field });
  const { inspector } = screen;
  const form = page.getByRole('search', { name: t.title });
  const field = form.getByRole('textbox', { name: t.field });
  const dialog = dialogOf(page, t.exporting.title);
  const results = listBox(page, t.results);
  const part = (name: string): Locator => inspector.getByRole('region', { name });
  return {
    ...screen,
    field,
    form,
    /** What the field says that it takes the text for. */
    said: form.getByRole('status'),
    search: button(form, t.search),
    asPhone: button(form, t.asPhone),
    results: results.list,
    result: results.containing,
    opened: screen.details.opened,
    official: part(t.official),
    personal: part(t.personal),
    person: (name: string): Locator =>
      part(t.personal).getByRole('listitem').filter({ hasText: name }).first(),
    roles: (name: string): Locator => inspector.getByRole('button', { name: t.showRoles(name) }),
    filter: (kind: 'role' | 'service'): Combobox => combobox(page, t[kind]),
    fromFile: button(page, t.fromFile),
    chooseFile: button(page, t.bulk.choose),
    start: (count: number): Locator => button(page, t.bulk.go(count)),
    rows: listBox(page, texts.jobs.rows).list,
    export: button(page, t.export),
    dialog: dialog.window,
    save: dialog.button(texts.words.exporting.go),
    choice: (name: string): Locator => dialog.window.getByText(name, { exact: true }),
    async lookUp(text: string): Promise<void> {
      await field.fill(text);
      await field.press('Enter');
    },
  };
}
