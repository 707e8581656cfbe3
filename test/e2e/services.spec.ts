// Services: found as they are typed, read tab by tab, compared; the same by keyboard alone, and what is seen without network.
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { servicesPage } from '../pages/services.ts';
import type { Metadata } from '../platform/metadata.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { expectAccessibleInBoth, useScheme } from './accessible.ts';
import { expect, test as base } from './program.ts';

/** More services than are fetched at once. */
const test = base.extend<{ platform: Platform }>({
  platform: async ({}, use) => {
    const platform = await startPlatform({ services: 700 });
    await use(platform);
    await platform.stop();
  },
});
const t = en.services;
const referenceOf = ({ code, edition }: { code: string; edition: number }) => `${code}/${edition}`;

/** A form with steps, attachment rules and another edition. */
function richService(metadata: Metadata) {
  const found = metadata.services.find((service) => {
    const { forms, steps, attachmentRules } = metadata.detail(service);
    const editions = metadata.services.filter(({ code }) => code === service.code);
    return (
      forms.length > 1 && steps.length > 1 && attachmentRules.length > 1 && editions.length === 2
    );
  });
  if (found === undefined) throw new Error('The platform has no such service.');
  return { service: found, ...metadata.detail(found) };
}

test('a service is found, read and compared', async ({ connected: steward, platform }, info) => {
  test.setTimeout(90_000);
  const { page } = steward;
  const { metadata } = platform.control;
  const screen = servicesPage(page, en);
  const { service, forms, steps, attachmentRules } = richService(metadata);
  const reference = referenceOf(service);
  const shot = async (name: string) => {
    await page.screenshot({ path: path.join(info.outputDir, `${name}.png`) });
  };

  await screen.open();
  await expect(screen.heading.locator('..')).toContainText(t.counted('700', '700', 700));
  await expect(screen.detail).toContainText(t.noneChosen);
  await expectAccessibleInBoth(steward);

  // All rows are there, the last one too.
  await screen.list.focus();
  await page.keyboard.press('End');
  const last = metadata.services.at(-1);
  if (last === undefined) throw new Error('There is a last one.');
  await expect(screen.chosen).toContainText(referenceOf(last));
  await expect(screen.name).toHaveText(last.name.trim());

  // What is open stays open while something else is typed.
  await page.keyboard.press('/');
  await page.keyboard.type(reference);
  await expect(screen.rows).toHaveCount(1);
  await expect(screen.name).toHaveText(last.name.trim());
  await page.keyboard.press('Enter');
  await expect(screen.name).toHaveText(service.name.trim());
  await expect(screen.list).toBeFocused();
  for (const form of forms) {
    await expect(screen.openXsd(form.format.title.trim())).toBeVisible();
    await expect(screen.panel).toContainText(`${form.format.id}/${form.format.version}`);
  }
  for (const { name, securityLevel } of steps) {
    await expect(screen.panel.getByRole('listitem').filter({ hasText: name })).toContainText(
      t.level(securityLevel),
    );
  }
  await expect(screen.rules.getByRole('row')).toHaveCount(attachmentRules.length + 1);
  for (const { allowedFileTypes } of attachmentRules) {
    await expect(screen.rules).toContainText(allowedFileTypes);
  }
  await expectAccessibleInBoth(steward);
  await shot('overview-light');

  await screen.tab('requirements').click();
  await expect(screen.panel.getByRole('table')).toContainText(t.requirements.steps['SendIn'] ?? '');
  await expectAccessibleInBoth(steward);
  await shot('requirements-light');
  await screen.tab('lists').click();
  await expect(screen.panel.getByRole('heading', { level: 3 })).toHaveCount(forms.length);
  await expect(screen.panel.locator('.skeleton, [role="status"]')).toHaveCount(0);
  await expectAccessibleInBoth(steward);
  await shot('lists-light');
  await screen.tab('raw').click();
  await expect(screen.panel).toContainText('a field of a later release');
  await expectAccessibleInBoth(steward);
  await shot('raw-light');

  // The place is an address; the tab is part of it.
  expect(page.url()).toContain(encodeURIComponent(`formtask/${reference}+raw`));

  await screen.compare.click();
  await expect(screen.comparedWith).toBeVisible();
  await expect(page.getByText(en.words.loading)).toHaveCount(0);
  await shot('compare-light');
  await expectAccessibleInBoth(steward);
  await screen.backToService.click();
  await expect(screen.name).toHaveText(service.name.trim());

  // In Norwegian and dark.
  await steward.call('settings.change', { language: 'nb' });
  await useScheme(steward, 'dark');
  await shot('overview-dark-nb');
  const norwegian = servicesPage(page, nb);
  await norwegian.search.fill('tilskudd');
  await norwegian.chip('form').click();
  await norwegian.chip('rest').click();
  await norwegian.chip('owner').click();
  await shot('owners-dark-nb');
  await norwegian.owners.getByRole('button').nth(1).click();
  await shot('filtered-dark-nb');
  await norwegian.tab('requirements').click();
  await shot('requirements-dark-nb');
});
