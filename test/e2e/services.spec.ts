// Journeys of services by mouse and keyboard: search while typing, the tabs, comparing, and use without network.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { servicesPage } from '../pages/services.ts';
import type { Metadata } from '../platform/metadata.ts';

import { expectAccessible, look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';

/** More services than are fetched at once. */
test.use({ population: { services: 700 } });
const t = en.services;
const referenceOf = ({ code, edition }: { code: string; edition: number }) => `${code}/${edition}`;

/** A form with steps, attachment rules and another edition. */
function richService(metadata: Metadata) {
  const found = metadata.services.find((service) => {
    // What is typed is then the beginning of no other one.
    if (service.edition === 1) return false;
    const { forms, steps, attachmentRules } = metadata.detail(service);
    const editions = metadata.services.filter(({ code }) => code === service.code);
    return (
      forms.length > 1 && steps.length > 1 && attachmentRules.length > 1 && editions.length === 2
    );
  });
  if (found === undefined) throw new Error('The platform has no such service.');
  return { service: found, ...metadata.detail(found) };
}

test(
  'a service is found, read and compared',
  { tag: ['@first', '@dark', '@services'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { metadata } = platform.control;
    const screen = servicesPage(page, en);
    const { service, forms, steps, attachmentRules } = richService(metadata);
    const reference = referenceOf(service);
    const shot = (name: string) => picture(page, name);

    await screen.open();
    await expect(screen.heading.locator('..')).toContainText(t.counted('700', '700', 700));
    await expect(screen.detail).toContainText(t.noneChosen);
    await look(steward);

    // All rows are there, the last one too.
    await screen.list.focus();
    await page.keyboard.press('End');
    await expect(screen.chosen).toHaveAttribute('aria-posinset', '700');
    const last = metadata.services
      .map(({ name }) => name.trim())
      .sort(new Intl.Collator('nb').compare)
      .at(-1);
    if (last === undefined) throw new Error('There is a last one.');
    await expect(screen.name).toHaveText(last);

    // What is open stays open while something else is typed.
    await page.keyboard.press('/');
    await page.keyboard.type(reference);
    await expect(screen.rows).toHaveCount(1);
    await expect(screen.name).toHaveText(last);
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
    await look(steward);
    await shot('overview-light');

    // Into the XSD of a form and back again, and to where a file is checked against it.
    const mainForm = forms[0]?.format.title.trim() ?? '';
    await screen.openXsd(mainForm).click();
    await expect(screen.heading).toContainText(mainForm);
    await page.keyboard.press('Escape');
    await expect(screen.name).toHaveText(service.name.trim());
    await screen.validate.click();
    await expect(screen.heading).toBeVisible();
    expect(page.url()).toContain(encodeURIComponent(`${reference}+validate/`));
    await page.keyboard.press('Escape');
    await expect(screen.name).toHaveText(service.name.trim());

    await screen.tab('requirements').click();
    await expect(screen.panel.getByRole('table')).toContainText(
      t.requirements.steps['SendIn'] ?? '',
    );
    await look(steward);
    await shot('requirements-light');
    await screen.tab('lists').click();
    await expect(screen.panel.getByRole('heading', { level: 3 })).toHaveCount(forms.length);
    await expect(screen.panel.locator('.skeleton, [role="status"]')).toHaveCount(0);
    await expectAccessible(page);
    await shot('lists-light');
    await screen.tab('raw').click();
    await expect(screen.panel).toContainText('a field of a later release');
    await expectAccessible(page);
    await shot('raw-light');

    // The place is an address; the tab is part of it.
    expect(page.url()).toContain(encodeURIComponent(`formtask/${reference}+raw`));

    await screen.compare.click();
    await expect(screen.comparedWith).toBeVisible();
    await expect(page.getByText(en.words.loading)).toHaveCount(0);
    await shot('compare-light');
    await look(steward);
    await screen.backToService.click();
    await expect(screen.name).toHaveText(service.name.trim());
  },
);

test('what is in the copy is there without the platform, and what is not says so; with the keyboard alone', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const { metadata } = platform.control;
  const { service } = richService(metadata);
  const reference = referenceOf(service);
  const away = metadata.services.find(
    ({ kind, ownerCode }) => kind === 'formtask' && ownerCode !== service.ownerCode,
  );
  if (away === undefined) throw new Error('There is another owner.');
  const screen = servicesPage(page, nb);
  const words = nb.services;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const shot = (name: string) => picture(page, name);
  await steward.call('settings.change', { language: 'nb' });
  await useScheme(steward, 'dark');
  await page.keyboard.press('Control+k');
  await page.keyboard.type(nb.frame.screens.services);
  await page.keyboard.press('Enter');
  await expect(screen.rows.first()).toBeVisible();
  await expect(screen.chip('kept')).toHaveCount(0);

  // A copy of one owner's services is put in place while the list is looked at.
  await steward.call('jobs.startSynchronise', {
    connection: new URL(page.url()).hash.split('/')[1],
    scope: { what: 'owner', owner: service.ownerCode },
  });
  await expect(screen.chip('kept')).toBeVisible();

  await press('/');
  await page.keyboard.type(reference);
  await press('Enter');
  await expect(screen.name).toHaveText(service.name.trim());
  await expect(screen.detail).toContainText(words.available);
  platform.cutOff();
  await press('Control+r');
  await expect(page.getByText(nb.frame.youAreOffline)).toBeVisible();
  await expect(screen.panel).toContainText(words.rules);
  await shot('offline-dark-nb');
  await useScheme(steward, 'light');
  await press('Enter', 'ArrowRight');
  await expect(screen.tab('requirements')).toBeFocused();
  await expect(screen.panel.getByRole('table')).toBeVisible();
  await shot('offline-requirements-nb');
  await press('Escape');
  await expect(screen.list).toBeFocused();

  // Not in the copy: its line of the list is, and says so.
  await press('/', 'Escape');
  await page.keyboard.type(referenceOf(away));
  await expect(screen.rows.first()).toContainText(referenceOf(away));
  await expect(screen.rows.first().getByRole('img', { name: words.notKept })).toBeVisible();
  await press('ArrowDown');
  await expect(screen.name).toHaveText(away.name.trim());
  await expect(screen.detail).toContainText(words.needsConnection);
  await look(steward);
  await shot('not-kept-nb');

  // Narrowed with the keyboard to what is there: an owner, by typing.
  await press('/', 'Escape', 'Tab', 'Tab', 'Tab', 'Enter');
  await expect(screen.ownersFind).toBeFocused();
  await page.keyboard.type(service.ownerCode);
  await expect(screen.owners.getByRole('button').nth(1)).toContainText(service.ownerName.trim());
  await shot('owners-nb');
  await press('ArrowDown', 'Enter');
  await expect(screen.chip('owner')).toContainText(service.ownerName.trim());
  await expect(screen.name).toHaveText(away.name.trim());
  await shot('filtered-nb');
});
