// The Services screen, as a person uses it: the list, the open service, and comparing.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { listBox } from './list-box.ts';
import { screenLink } from './navigation.ts';

export function servicesPage(page: Page, texts: Texts) {
  const t = texts.services;
  const rows = listBox(page, t.list);
  const detail = page.getByRole('region', { name: t.details });
  const owners = page.getByRole('group', { name: t.owners });
  return {
    heading: page.getByRole('heading', { level: 1 }),
    search: page.getByRole('textbox', { name: t.search }),
    list: rows.list,
    rows: rows.options,
    row: rows.containing,
    chosen: rows.current,
    chip: (name: keyof Texts['services']['chips']): Locator =>
      page.getByRole('group', { name: t.filters }).getByRole('button', {
        name: t.chips[name],
      }),
    owners,
    owner: (name: string): Locator => owners.getByRole('button', { name }),
    ownersFind: owners.getByRole('textbox', { name: t.ownersFind }),
    refresh: button(page, t.refresh),
    toCopy: button(page, new RegExp(`^(${t.download}|${t.toCopy})$`)),
    detail,
    name: detail.getByRole('heading', { level: 2 }),
    tab: (name: 'overview' | 'requirements' | 'lists' | 'raw'): Locator =>
      detail.getByRole('tab', { name: t.tabs[name] }),
    panel: detail.getByRole('tabpanel'),
    rules: detail.getByRole('table', { name: t.rules }),
    requirement: (role: string): Locator =>
      detail.getByRole('row').filter({ has: button(page, role) }),
    compare: button(page, t.compare),
    validate: button(detail, t.validate),
    copyReference: button(detail, t.copyReference),
    openXsd: (form: string): Locator => button(detail, t.openXsdOf(form)),
    comparedWith: page.getByRole('combobox', { name: t.comparison.with }),
    backToService: button(page, t.backToService),
    open: (): Promise<void> => screenLink(page, texts, 'services').click(),
  };
}
