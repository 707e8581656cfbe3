// The screen of look-up services, as a person uses it: the service, the question, the answer.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, segment } from './controls.ts';
import { screenLink } from './navigation.ts';

export function lookupsPage(page: Page, texts: Texts) {
  const t = texts.lookups;
  const query = page.getByRole('region', { name: t.query }).first();
  const answer = page.getByRole('region', { name: t.answer });
  const service = page.getByRole('combobox', { name: t.pick });
  return {
    query,
    answer,
    service,
    open: (): Promise<void> => screenLink(page, texts, 'lookups').click(),
    /** By what is typed; the first that fits. */
    async choose(typed: string, name: string): Promise<void> {
      await service.fill(typed);
      await page.getByRole('option', { name }).first().click();
      await query.getByRole('heading', { name }).waitFor();
    },
    way: (label: string): Locator => segment(page, label),
    text: query.getByRole('textbox', { name: t.query }),
    consent: query.getByRole('textbox', { name: t.consent }),
    ask: button(query, t.ask),
    save: button(answer, t.save),
    /** What stands in the lines of the answer. */
    shown: answer.locator('pre'),
    failure: answer.getByRole('alert'),
  };
}
