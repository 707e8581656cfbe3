// The Activity screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export function activityPage(page: Page, texts: Texts) {
  const t = texts.activity;
  return {
    heading: page.getByRole('heading', { name: t.title, exact: true }),
    filter: page.getByRole('textbox', { name: t.filter }),
    outcome: page.getByRole('combobox', { name: t.outcomeLabel }),
    exportCsv: page.getByRole('button', { name: t.export, exact: true }),
    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: texts.frame.screens.activity, exact: true })
        .click();
    },
    /** Lines of one operation on one object. */
    line: (operation: string, object: string): Locator =>
      page
        .getByRole('row')
        .filter({ hasText: t.operation[operation] ?? operation })
        .filter({ hasText: object }),
  };
}
