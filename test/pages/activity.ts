// The Activity screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { listScreen } from './list-screen.ts';

export function activityPage(page: Page, texts: Texts) {
  const t = texts.activity;
  return {
    ...listScreen(page, texts, 'activity', t),
    outcome: page.getByRole('combobox', { name: t.outcomeLabel }),
    exportCsv: button(page, t.export),
    /** Lines of one operation on one object. */
    line: (operation: string, object: string): Locator =>
      page
        .getByRole('row')
        .filter({ hasText: t.operation[operation] ?? operation })
        .filter({ hasText: object }),
  };
}
