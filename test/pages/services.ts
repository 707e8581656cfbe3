// The Services screen, as a person uses it: the list, the open service, and comparing.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function servicesPage(page: Page, texts: Texts) {
  const t = texts.services;
  const list = page.getByRole('listbox', { name: t.list });
  const detail = page.getByRole('region', { name: t.details });
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const owners = page.getByRole('group', { name: t.owners });
  return {
    heading: page.getByRole('heading', { level: 1 }),
    search: page.getByRole('textbox', { name: t.search }),
    list,
    rows: list.getByRole('option'),
    row: (reference: string): Locator => list.getByRole('option').filter({ hasText: reference }),
    chosen: list.getByRole('option', { selected: true }),
    chip: (name: keyof Texts['services']['chips']): Locator =>
      page.getByRole('group', { name: t.filters }).getByRole('button', {
        name: t.chips[name],
      }),
    owners,
    owner: (name: string): Locator => owners.getByRole('button', { name }),
    ownersFind: owners.getByRole('textbox', { name: t.ownersFind }),
    refresh: button(page, t.refresh),
    toCopy: page.getByRole('button', { name: new RegExp(`^(${t.download}|${t.toCopy})$`) }),
    detail,
    name: detail.getByRole('heading', { level: 2 }),
    tab: (name: 'overview' | 'requirements' | 'lists' | 'raw'): Locator =>
      detail.getByRole('tab', { name: t.tabs[name] }),
    panel: detail.getByRole('tabpanel'),
    rules: detail.getByRole('table', { name: t.rules }),
    requirement: (role: string): Locator =>
      detail
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: role, exact: true }) }),
    compare: button(page, t.compare),
    validate: button(detail, t.validate),
    copyReference: button(detail, t.copyReference),
    openXsd: (form: string): Locator => button(detail, t.openXsdOf(form)),
    comparedWith: page.getByRole('combobox', { name: t.comparison.with }),
    backToService: button(page, t.backToService),

    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: texts.frame.screens.services, exact: true })
        .click();
    },
  };
}
