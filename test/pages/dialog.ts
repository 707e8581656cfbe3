// A dialog, and one that asks before something is done for good, as a person uses them on any screen.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, field } from './controls.ts';

/** Without a title, the only one there is. */
export function dialogOf(page: Page, title?: string) {
  const window = page.getByRole('dialog', title === undefined ? {} : { name: title });
  return {
    window,
    button: (name: string): Locator => button(window, name),
    field: (label: string): Locator => field(window, label),
    closed: (): Promise<void> => window.waitFor({ state: 'detached' }),
  };
}

export function confirmDialog(page: Page, { words }: Texts, title: string, action: string) {
  const dialog = dialogOf(page, title);
  const { window } = dialog;
  const typed = (name: string): Locator => window.getByLabel(words.typeToConfirm(name));
  const confirm = dialog.button(action);
  /** Where a name is asked for. */
  async function type(name: string): Promise<void> {
    await window.waitFor();
    if ((await typed(name).count()) > 0) await typed(name).fill(name);
  }
  return {
    ...dialog,
    typed,
    type,
    confirm,
    cancel: dialog.button(words.cancel),
    async confirmAs(name: string): Promise<void> {
      await type(name);
      await confirm.click();
      await dialog.closed();
    },
  };
}
