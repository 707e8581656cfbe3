// The pane beside a list with what is open, as a person uses it; in a narrow window it can be closed.
import type { Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';

export function inspectorOf(page: Page, texts: Texts, name: string) {
  const pane = page.getByRole('complementary', { name, exact: true });
  return {
    pane,
    title: pane.getByRole('heading', { level: 2 }),
    /** There when this is open. */
    opened: (of: string) => pane.getByRole('heading', { name: of, exact: true }),
    close: button(pane, texts.words.closeDetails),
  };
}
