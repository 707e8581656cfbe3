// The screens of service owners besides look-ups and the register: access of a party, consents and requests, events.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';
import { button } from './controls.ts';
import { dataTable } from './data-table.ts';
import { dialogOf } from './dialog.ts';
import { listScreen } from './list-screen.ts';

export function partyAccessPage(page: Page, texts: Texts) {
  const t = texts.partyAccess;
  const screen = listScreen(page, texts, 'party-access', { ...t, filter: t.field });
  const { row } = dataTable(page, page.getByRole('grid', { name: t.title }));
  const form = page.getByRole('search', { name: t.title });
  const part = (name: string): Locator => screen.inspector.getByRole('region', { name });
  return {
    ...screen,
    row,
    said: form.getByRole('status').last(),
    look: button(form, t.look),
    roles: part(t.roles),
    rights: part(t.rights),
    export: button(page, t.exportAsk),
    async lookUp(number: string): Promise<void> {
      await screen.filter.fill(number);
      await screen.filter.press('Enter');
    },
  };
}

export function ownerRequestsPage(page: Page, texts: Texts) {
  const t = texts.ownerRequests;
  const of = (details: string) =>
    listScreen(page, texts, 'owner-requests', { title: t.title, filter: t.filter, details });
  const rowIn = (name: string) => dataTable(page, page.getByRole('grid', { name })).row;
  return {
    consents: {
      ...of(t.consents.details),
      row: rowIn(t.views.consents),
      ofService: async (code: string) => {
        const { field } = combobox(page, t.service);
        await field.fill(code);
        await field.press('Enter');
      },
    },
    requests: { ...of(t.requests.details), row: rowIn(t.views.requests) },
    show: (view: 'consents' | 'requests') => page.getByText(t.views[view], { exact: true }).click(),
    ask: button(page, t.requests.ask).first(),
    remove: button(page, t.requests.removeAsk),
    dialog: dialogOf(page).window,
    service: combobox(page, t.requests.new.service).field,
  };
}

export function ownerEventsPage(page: Page, texts: Texts) {
  const t = texts.ownerEvents;
  const { row, ...table } = dataTable(page, page.getByRole('grid', { name: t.title }));
  return {
    ...listScreen(page, texts, 'owner-events', t),
    ...table,
    row,
    more: button(page, t.more),
    restart: button(page, t.restart),
  };
}
