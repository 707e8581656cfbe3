// Journeys of the support report: read first, then copied or saved exactly as shown.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

for (const [name, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `LOG-08 the report is shown before it is saved, names nobody and is accessible (${name})`,
    { tag: name === 'en' ? ['@first', '@dark', '@settings'] : ['@looks', '@settings'] },
    async ({ connected: steward, platform }) => {
      const { page } = steward;
      const t = texts.about.report;
      await steward.call('settings.change', { language: name });
      const settings = texts.frame.screens.settings;
      await page.getByRole('link', { name: settings, exact: true }).click();
      await page.getByRole('button', { name: t.open, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t.title, exact: true });
      const report = dialog.getByRole('region', { name: t.title, exact: true });
      await expect(report).toContainText('Connections: 1');
      const shown = (await report.textContent()) ?? '';
      const { apiKey, passphrase, organisation, organisationNumber, address } = platform;
      for (const hidden of [apiKey, passphrase, organisation.name, organisationNumber, address]) {
        expect(shown).not.toContain(hidden);
      }
      await look(steward, `report-${name}`);
      await dialog.getByRole('button', { name: t.copy, exact: true }).click();
      await expect(
        dialog.getByRole('button', { name: texts.words.copied, exact: true }),
      ).toBeVisible();
      await dialog.getByRole('button', { name: t.save, exact: true }).click();
      const file = () => readdirSync(steward.downloads).find((one) => one.endsWith('.txt'));
      await expect.poll(file).toMatch(/^steward-report-\d{4}-\d{2}-\d{2}\.txt$/);
      // Changing the scheme has written lines since: what was shown is what is saved.
      await expect
        .poll(() => readFileSync(path.join(steward.downloads, file() ?? ''), 'utf8'))
        .toBe(shown);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: t.open, exact: true })).toBeFocused();
    },
  );
}
