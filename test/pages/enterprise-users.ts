// The Enterprise users screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, part } from './controls.ts';
import { dataTable } from './data-table.ts';
import { confirmDialog, dialogOf } from './dialog.ts';
import { listScreen } from './list-screen.ts';

export function enterpriseUsersPage(page: Page, texts: Texts) {
  const t = texts.enterpriseUsers;
  const screen = listScreen(page, texts, 'enterprise-users', t);
  const { inspector } = screen;
  const tick = (name: string): Locator =>
    page.getByRole('checkbox', { name: t.columns.tick(name), exact: true });
  const { grid } = dataTable(page, page.getByRole('grid', { name: t.title }));
  /** By its box: a name may stand in a note too. */
  const row = (name: string): Locator => grid.getByRole('row').filter({ has: tick(name) });
  const creation = dialogOf(page, t.create.title);
  const checklist = dialogOf(page, t.checklist.title);
  const renaming = confirmDialog(page, texts, t.renameDialog.title, t.renameDialog.go);
  const rotation = confirmDialog(page, texts, t.rotateDialog.title, t.rotateDialog.go);
  const removal = confirmDialog(page, texts, t.removeDialog.title, t.removeDialog.go);

  return {
    ...screen,
    exportAll: button(screen.header, t.export),
    exportSelected: (n: number): Locator => button(part(page, texts.words.selected(n)), t.export),
    selected: (n: number): Locator => part(page, texts.words.selected(n)),
    /** The dialog of so many selected users. */
    deleting: (n: number) => confirmDialog(page, texts, t.deleteMany.title(n), t.deleteMany.go(n)),
    grid,
    newUser: button(page, t.newUser),
    row,
    tick,
    dialog: (name: string): Locator => page.getByRole('dialog', { name, exact: true }),
    checklist,
    rotate: button(inspector, t.rotate),
    rotateSelected: button(page, t.rotateSelected),

    choose: (name: string): Promise<void> => screen.openRow(row(name), name),
    /** With the roles it gets at once. */
    async create(name: string, ...roles: readonly RegExp[]): Promise<void> {
      await button(page, t.newUser).click();
      await creation.window.getByLabel(t.create.name).fill(name);
      for (const role of roles) await creation.window.getByRole('checkbox', { name: role }).check();
      await creation.button(t.create.go).click();
    },
    async closeChecklist(): Promise<void> {
      await checklist.button(t.checklist.close).click();
    },
    async rename(from: string, to: string): Promise<void> {
      await button(inspector, t.rename).click();
      await renaming.field(t.renameDialog.newName).fill(to);
      await renaming.confirmAs(from);
    },
    /** Up to the last button, which the test presses. */
    async askToRotate(name: string): Promise<Locator> {
      await button(inspector, t.rotate).click();
      return this.typeToRotate(name);
    },
    async typeToRotate(name: string): Promise<Locator> {
      await rotation.type(name);
      return rotation.confirm;
    },
    async remove(name: string): Promise<void> {
      await button(inspector, t.remove).click();
      await removal.confirmAs(name);
    },
    /** As the language writes a day. */
    async tellRotation(day: string): Promise<void> {
      await button(inspector, t.told.ask).click();
      await inspector.getByLabel(t.told.day, { exact: true }).fill(day);
      await button(inspector, t.saveNote).click();
      await inspector.getByText(t.told.by).waitFor();
    },
    async changeNote(note: string): Promise<void> {
      await inspector.getByRole('button', { name: t.addNote }).click();
      await inspector.getByRole('textbox', { name: t.note }).fill(note);
      await button(inspector, t.saveNote).click();
      await inspector.getByText(note).waitFor();
    },
  };
}
