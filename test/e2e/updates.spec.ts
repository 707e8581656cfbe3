// Journeys of program updates in the settings: a copy that is not installed, and every state that main can report.
import type { Page } from 'playwright-core';
import type { UpdatesState } from '../../preload/contract/updates.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { screenLink } from '../pages/navigation.ts';
import { look, picture } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const words = en.updates;
const section = (page: Page, t = words) => page.getByRole('region', { name: t.title, exact: true });

async function openSettings({ page }: Steward, t = en): Promise<void> {
  await screenLink(page, t, 'settings').click();
  await section(page, t.updates).scrollIntoViewIfNeeded();
}

/** An event as this shell's main sends it: no shell but the installed program comes this far by itself. */
const tell = (page: Page, value: UpdatesState) =>
  page.evaluate(
    (text) => {
      (window as unknown as { stewardToPage(texts: string[]): void }).stewardToPage([text]);
    },
    JSON.stringify({ kind: 'event', name: 'updatesChanged', value }),
  );

const found: UpdatesState = {
  state: 'found',
  checkedAt: '2030-03-01T12:00:00.000Z',
  update: {
    version: '1.5.0',
    released: '2030-02-28T09:00:00.000Z',
    bytes: 96_400_000,
    notes: `Messages can be sorted.\n\n${'<img src=x onerror=alert(1)> A line of what is new.\n'.repeat(30)}`,
  },
};

test('UPD-04 a copy that is not installed says so; the address is checked and kept', async ({
  steward,
}) => {
  const { page } = steward;
  await openSettings(steward);
  const part = section(page);
  await expect(part).toContainText(words.off['not-installed']);
  await expect(part.getByRole('button', { name: words.look })).toHaveCount(0);
  const address = part.getByLabel(words.address);
  await address.fill('http://updates.testvik.no/');
  await address.press('Enter');
  await expect(part).toContainText(en.fields['server-address']);
  await look(steward);
  await address.fill('https://updates.testvik.no/steward');
  await part.getByRole('button', { name: words.save, exact: true }).click();
  await expect(part.getByRole('button', { name: words.save, exact: true })).toBeDisabled();
  await steward.restart();
  await openSettings(steward);
  const kept = section(steward.page).getByLabel(words.address);
  await expect(kept).toHaveValue('https://updates.testvik.no/steward');
  await kept.fill('');
  await kept.press('Enter');
  await expect.poll(() => steward.call('settings.get', {})).toMatchObject({ updateAddress: null });
});

test('UPD-04 what was found is shown as plain text, and nothing happens before the person says so', async ({
  steward,
}) => {
  test.skip(process.env['STEWARD_SHELL'] === 'electron', 'speaks as the Chromium shell does');
  const { page } = steward;
  await openSettings(steward);
  const part = section(page);
  await tell(page, { state: 'idle', lookedAt: null });
  await expect(part).toContainText(words.idle);
  await expect(part.getByText(words.longAgoTitle)).toHaveCount(0);
  await tell(page, { state: 'idle', lookedAt: '2020-01-01T00:00:00.000Z' });
  await expect(part.getByText(words.longAgoTitle)).toBeVisible();
  await tell(page, { state: 'current', checkedAt: found.checkedAt });
  await expect(part).toContainText('is the newest version');
  await tell(page, { ...found, notInstalled: '1.4.0' });
  await expect(part.getByText(words.notInstalledTitle('1.4.0'))).toBeVisible();
  await picture(page, 'not-installed-light');
  await tell(page, found);
  await expect(part.getByText(words.notInstalledTitle('1.4.0'))).toHaveCount(0);
  await expect(part).toContainText(words.found('1.5.0'));
  await expect(part.getByRole('region', { name: words.notes })).toContainText('<img src=x');
  await expect(part.locator('img')).toHaveCount(0);
  const link = page.getByRole('link', { name: words.hint });
  await expect(link).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await picture(page, 'found-light');
  await look(steward);
  // Here nothing is installed: main refuses, and the page says it in its own words.
  await part.getByRole('button', { name: words.download, exact: true }).click();
  await expect(part).toContainText(words.refusals.off);
  await picture(page, 'refused-light');
  await expect(link).toBeHidden();
});

test('UPD-04 installing is asked about by name; the safe answer has the focus', async ({
  steward,
}) => {
  test.skip(process.env['STEWARD_SHELL'] === 'electron', 'speaks as the Chromium shell does');
  const { page } = steward;
  await steward.call('settings.change', { language: 'nb' });
  await openSettings(steward, nb);
  await tell(page, { ...found, state: 'downloaded' });
  const part = section(page, nb.updates);
  await part.getByRole('button', { name: nb.updates.install }).click();
  const dialog = page.getByRole('dialog', { name: nb.updates.installTitle('1.5.0') });
  await expect(dialog).toContainText(nb.updates.installText);
  await expect(dialog.getByRole('button', { name: nb.words.cancel })).toBeFocused();
  await look(steward, 'install-nb');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(part).toContainText(nb.updates.downloaded('1.5.0'));
  await picture(page, 'downloaded-nb');
});
