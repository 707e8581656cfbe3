// The Enterprise users screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { dataTable } from './data-table.ts';

export function enterpriseUsersPage(page: Page, texts: Texts) {
  const t = texts.enterpriseUsers;
  const tick = (name: string): Locator =>
    page.getByRole('checkbox', { name: t.columns.tick(name), exact: true });
  const inspector = page.getByRole('complementary', { name: t.details });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
  const button = (at: Page | Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const confirmByName = async (window: Locator, userName: string) => {
    const field = window.getByLabel(texts.words.typeToConfirm(userName));
    if ((await field.count()) > 0) await field.fill(userName);
  };
  const table = dataTable(page, page.getByRole('grid', { name: t.title }));
  /** By its box: a name may stand in a note too. */
  const row = (name: string): Locator => table.grid.getByRole('row').filter({ has: tick(name) });

  const heading = page.getByRole('heading', { name: t.title, exact: true });

  return {
    heading,
    exportAll: button(page.locator('header').filter({ has: heading }), t.export),
    exportSelected: (n: number): Locator =>
      button(page.getByRole('region', { name: t.selected(n), exact: true }), t.export),
    grid: table.grid,
    filter: page.getByRole('textbox', { name: t.filter }),
    newUser: button(page, t.newUser),
    refresh: button(page, t.refresh),
    inspector,
    row,
    tick,
    dialog,
    rotate: button(inspector, t.rotate),
    rotateSelected: button(page, t.rotateSelected),
    segment: (name: string): Locator => page.getByRole('radio', { name }),

    async choose(name: string): Promise<void> {
      await row(name).click();
      await inspector.getByRole('heading', { name, exact: true }).waitFor();
    },
    async create(name: string): Promise<void> {
      await button(page, t.newUser).click();
      await dialog(t.create.title).getByLabel(t.create.name).fill(name);
      await button(dialog(t.create.title), t.create.go).click();
    },
    async closeChecklist(): Promise<void> {
      await button(dialog(t.checklist.title), t.checklist.close).click();
    },
    async rename(from: string, to: string): Promise<void> {
      await button(inspector, t.rename).click();
      const window = dialog(t.renameDialog.title);
      await window.getByLabel(t.renameDialog.newName, { exact: true }).fill(to);
      await confirmByName(window, from);
      await button(window, t.renameDialog.go).click();
      await window.waitFor({ state: 'detached' });
    },
    /** Up to the last button, which the test presses. */
    async askToRotate(name: string): Promise<Locator> {
      await button(inspector, t.rotate).click();
      const window = dialog(t.rotateDialog.title);
      await confirmByName(window, name);
      return button(window, t.rotateDialog.go);
    },
    async remove(name: string): Promise<void> {
      await button(inspector, t.remove).click();
      const window = dialog(t.removeDialog.title);
      await confirmByName(window, name);
      await button(window, t.removeDialog.go).click();
      await window.waitFor({ state: 'detached' });
    },
    async changeNote(note: string): Promise<void> {
      await inspector.getByRole('button', { name: t.addNote }).click();
      await inspector.getByRole('textbox', { name: t.note }).fill(note);
      await button(inspector, t.saveNote).click();
      await inspector.getByText(note).waitFor();
    },
  };
}
