// Contact information, as a person uses it: registered addresses, entries, and a file of changes.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { dataTable } from './data-table.ts';
import { dialogOf } from './dialog.ts';
import { listBox } from './list-box.ts';
import { listScreen } from './list-screen.ts';

export function contactInformationPage(page: Page, texts: Texts) {
  const t = texts.contactInformation;
  const screen = listScreen(page, texts, 'contact-information', { ...t.entries, ...t });
  const { inspector } = screen;
  const { grid, row } = dataTable(page, page.getByRole('grid', { name: t.entries.title }));
  const dialog = dialogOf(page);
  const file = listBox(page, texts.changeFile.list);
  return {
    ...screen,
    official: page.getByRole('region', { name: t.official.title }),
    export: button(page, t.export),
    add: button(page, t.add.ask).first(),
    undo: button(page, t.undo),
    fromFile: button(page, t.bulkAsk),
    openJob: button(page, texts.jobs.open),
    grid,
    row,
    replace: button(inspector, t.entries.replace),
    remove: button(inspector, t.entries.remove),
    dialog: dialog.window,
    email: dialog.window.getByLabel(t.add.email),
    mobile: dialog.window.getByLabel(t.add.mobile),
    kind: (kind: 'email' | 'mobile'): Locator =>
      dialog.window.getByText(t.entries.kind[kind], { exact: true }),
    save: dialog.button(t.add.go),
    saveReplacement: dialog.button(t.replace.go),
    confirmRemoval: dialog.button(t.remove.go),

    chooseFile: button(page, texts.changeFile.choose),
    otherFile: button(page, texts.changeFile.other),
    fileLines: file.list,
    fileLine: file.containing,
    which: (label: string): Locator => page.getByText(label, { exact: true }),
    typed: (name: string): Locator => page.getByLabel(texts.words.typeToConfirm(name)),
    start: (label: string): Locator => button(page, label),

    async open(): Promise<void> {
      await screen.open();
      await grid.waitFor();
    },
    choose: (value: string): Promise<void> => row(value).click(),
  };
}
