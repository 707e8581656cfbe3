// The news above the status bar, as a person reads and dismisses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';

export function toasts(page: Page, texts: Texts) {
  const region = page.getByRole('status', { name: texts.frame.notifications });
  return {
    saying: (text: string | RegExp): Locator => region.getByText(text),
    action: (name: string): Locator => button(region, name),
    dismiss: button(region, texts.words.dismiss),
  };
}
