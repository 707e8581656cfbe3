// A narrow list with what is open in full width beside it, as a person uses it on the reference screens.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, part } from './controls.ts';
import { listBox } from './list-box.ts';
import { type ScreenId, screenLink } from './navigation.ts';

export function listDetail(page: Page, texts: Texts, screen: ScreenId, t: ListDetailTexts) {
  const pane = part(page, t.list);
  const detail = part(page, t.details);
  const rows = listBox(pane, t.title);
  return {
    pane,
    detail,
    rows,
    search: pane.getByRole('textbox', { name: t.search }),
    refresh: button(pane, t.refresh),
    /** What is open. */
    heading: detail.getByRole('heading', { level: 2 }),
    /** In a narrow window, where it covers the list. */
    back: button(detail, texts.words.back),
    open: (): Promise<void> => screenLink(page, texts, screen).click(),
    async choose(name: string): Promise<void> {
      await rows.containing(name).first().click();
      await detail.getByRole('heading', { name, exact: true }).waitFor();
    },
    tab: (label: string): Locator => detail.getByRole('tab', { name: label }),
  };
}

/** Each of these screens has them under the same names. */
type ListDetailTexts = Record<'list' | 'details' | 'title' | 'search' | 'refresh', string>;
