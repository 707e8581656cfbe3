// The frame around every screen: palette, unsaved drafts, back and forward, pane widths, connections.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { combobox } from './combobox.ts';
import { button } from './controls.ts';
import { dialogOf } from './dialog.ts';
import { type ScreenId, screenLink } from './navigation.ts';

export function framePage(page: Page, texts: Texts) {
  const { frame: t, drafts } = texts;
  const commands = combobox(page, t.commandField);
  const { field } = commands;
  const draft = dialogOf(page, drafts.title);
  const ways = page.getByRole('group', { name: t.ways, exact: true });
  return {
    palette: {
      ...commands,
      window: page.getByRole('dialog', { name: t.commandField, exact: true }),
      async open(): Promise<void> {
        await page.keyboard.press('Control+K');
        await field.waitFor();
      },
      /** Types it and waits until every source has answered. */
      async search(text: string): Promise<void> {
        await field.fill(text);
        await page.getByText(t.commandReading('').trim()).waitFor({ state: 'detached' });
      },
      async run(text: string): Promise<void> {
        await this.open();
        await this.search(text);
        await page.keyboard.press('Enter');
        await field.waitFor({ state: 'detached' });
      },
    },
    draft: {
      window: draft.window,
      stay: draft.button(drafts.stay),
      discard: draft.button(drafts.discard),
    },
    back: button(ways, t.shortcuts.back),
    forward: button(ways, t.shortcuts.forward),
    border: (name: string): Locator => page.getByRole('separator', { name, exact: true }),
    switcher: page.getByRole('button', { name: new RegExp(`^${t.connectionSwitcher}:`) }),
    connection: (name: string): Locator =>
      page
        .getByRole('group', { name: t.connectionSwitcher, exact: true })
        .getByRole('button', { name: new RegExp(name) }),
    heading: (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true }),
    screen: (id: ScreenId): Locator => screenLink(page, texts, id),
    hash: (): Promise<string> => page.evaluate(() => location.hash),
  };
}

/**
 * Letters into the list that has the focus, at once: what is typed within a moment is one beginning, and keys sent one by one
 * may come later on a busy machine.
 */
export const typeAtOnce = (page: Page, text: string): Promise<void> =>
  page.evaluate((letters) => {
    for (const key of letters) {
      const typed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(typed);
    }
  }, text);
