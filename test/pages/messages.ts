// A folder of the message box, as a person uses it: the rows, the filters, and the notices above them.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, field, part } from './controls.ts';
import { confirmDialog, dialogOf } from './dialog.ts';
import { inspectorOf } from './inspector.ts';
import { listBox } from './list-box.ts';
import { screenLink } from './navigation.ts';

export type Folder = 'inbox' | 'work-list' | 'archive' | 'trash';

export function messagesPage(page: Page, texts: Texts) {
  const t = texts.messages;
  const main = page.getByRole('main');
  const filters = page.getByRole('form', { name: t.filter.title });
  const rows = listBox(main);
  return {
    main,
    list: (folder: Folder): Locator => listBox(page, texts.frame.screens[folder]).list,
    row: rows.option,
    // Not what can be chosen in fields.
    rows: rows.list.locator('[role=option]'),
    search: page.getByRole('textbox', { name: t.search }),
    part: (part: keyof Texts['messages']['parts']): Locator =>
      page
        .getByRole('radiogroup', { name: t.part })
        .locator('label')
        .filter({ hasText: t.parts[part] }),
    sort: page.getByRole('combobox', { name: t.sort }),
    range: page.getByRole('combobox', { name: t.range }),
    firstDay: field(page, t.from),
    showAll: button(main, t.showAll),
    refresh: button(main, t.refresh).first(),
    stop: button(main, texts.words.stop),
    again: button(main, t.again),
    start: button(main, t.start).first(),
    pane: inspectorOf(page, texts, texts.messagePane.title).pane,
    ask: button(main, t.filter.ask),
    filters,
    field: (label: string): Locator => filters.getByLabel(label),
    apply: button(filters, t.filter.apply),
    removeFilter: button(main, t.filter.remove),
    /** Said when the list was read to its end, and not while it is. */
    listed: page.locator('p.only-heard[role=status]'),
    dialog: dialogOf(page).window,
    /** The box of a row, which is for the pointer alone. */
    tick: (text: string): Locator => rows.option(text).locator('[data-tick]'),
    bar: (count: number): Locator => part(page, texts.words.selected(count)),
    markSelected: button(page, t.selected.markAsRead).last(),
    exportSelected: (count: number): Locator =>
      button(part(page, texts.words.selected(count)), t.export),
    /** The dialog of so many selected messages, of which so many go. */
    deleting: (count: number, go: number) => ({
      ...confirmDialog(page, texts, t.selected.title(count), t.selected.go(go)),
      withMaybe: (maybe: number): Locator =>
        page.getByRole('checkbox', { name: t.selected.withMaybe(maybe) }),
    }),
    open: (folder: Folder): Promise<void> => openFolder(page, texts, folder),
  };
}

export async function openFolder(page: Page, texts: Texts, folder: Folder): Promise<void> {
  await screenLink(page, texts, folder).click();
  const name = texts.frame.screens[folder];
  await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}
