// The Contact look-up screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox, type Combobox } from './combobox.ts';

export function serviceOwnerPage(page: Page, texts: Texts) {
  const t = texts.serviceOwner;
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const inspector = page.getByRole('complementary', { name: t.details });
  const form = page.getByRole('search', { name: t.title });
  const field = form.getByRole('textbox', { name: t.field });
  const dialog = page.getByRole('dialog', { name: t.exporting.title });
  const part = (name: string): Locator => inspector.getByRole('region', { name });
  return {
    heading: page.getByRole('heading', { name: t.title, exact: true }),
    field,
    form,
    /** What the field says that it takes the text for. */
    said: form.getByRole('status'),
    search: button(form, t.search),
    asPhone: button(form, t.asPhone),
    results: page.getByRole('listbox', { name: t.results }),
    result: (name: string): Locator =>
      page.getByRole('listbox', { name: t.results }).getByRole('option', { name }),
    inspector,
    opened: (name: string): Locator => inspector.getByRole('heading', { name, exact: true }),
    official: part(t.official),
    personal: part(t.personal),
    person: (name: string): Locator =>
      part(t.personal).getByRole('listitem').filter({ hasText: name }).first(),
    roles: (name: string): Locator => inspector.getByRole('button', { name: t.showRoles(name) }),
    filter: (kind: 'role' | 'service'): Combobox => combobox(page, t[kind]),
    refresh: button(page, t.refresh),
    fromFile: button(page, t.fromFile),
    chooseFile: button(page, t.bulk.choose),
    start: (count: number): Locator => button(page, t.bulk.go(count)),
    rows: page.getByRole('listbox', { name: texts.jobs.rows }),
    export: button(page, t.export),
    dialog,
    save: button(dialog, t.exporting.go),
    choice: (name: string): Locator => dialog.getByText(name, { exact: true }),
    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: texts.frame.screens['service-owner'], exact: true })
        .click();
    },
    async lookUp(text: string): Promise<void> {
      await field.fill(text);
      await field.press('Enter');
    },
  };
}
