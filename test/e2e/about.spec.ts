// Journeys about what is inside Steward: this build's libraries, their licences, and the bill of materials as a file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { screenLink } from '../pages/navigation.ts';
import { look, picture } from './accessible.ts';
import { expect, test } from './program.ts';

const t = en.about.materials;

test('a person finds a library, reads its licence and saves the bill of materials', async ({
  connected: steward,
}) => {
  const { page } = steward;
  await screenLink(page, en, 'settings').click();
  const open = page.getByRole('button', { name: t.open });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: t.title });
  const list = dialog.getByRole('listbox', { name: t.list });
  await expect(list.getByRole('option').first()).toBeVisible();
  const said = await dialog.getByRole('status').first().textContent();
  const count = Number(/^(\d+) libraries$/.exec(said ?? '')?.[1]);
  expect(count).toBeGreaterThan(50);

  await dialog.getByRole('textbox', { name: t.find }).fill('ofl inter');
  await expect(list.getByRole('option')).toHaveCount(1);
  await expect(dialog.getByRole('status').first()).toHaveText(t.count(1, count));
  const notice = (name: string) => dialog.getByRole('region', { name: t.notice(name) });
  await expect(notice('@fontsource-variable/inter')).toContainText('SIL OPEN FONT LICENSE');
  await dialog.getByRole('textbox', { name: t.find }).fill('nobody made this');
  await expect(dialog.getByText(t.noMatch)).toBeVisible();

  // Esc empties the field first and closes the dialog after that.
  await page.keyboard.press('Escape');
  await list.focus();
  await page.keyboard.type('zod');
  await expect(notice('zod')).toContainText('MIT License');
  await page.keyboard.press('End');
  await expect(notice('zod')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(notice('@codemirror/commands')).toBeVisible();
  await look(steward);

  await dialog.getByRole('button', { name: t.save }).click();
  const name = 'steward-0.1.0-bill-of-materials.cdx.json';
  await expect(page.getByText(t.saved(name))).toBeVisible();
  const bill = JSON.parse(readFileSync(path.join(steward.downloads, name), 'utf8')) as {
    specVersion: string;
    components: unknown[];
  };
  expect([bill.specVersion, bill.components.length]).toEqual(['1.6', count]);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  expect(steward.complaints).toEqual([]);
});

test(
  'it stands in Norwegian, and fits a narrow window',
  { tag: ['@looks', '@settings'] },
  async ({ connected: steward }) => {
    const { page } = steward;
    await steward.call('settings.change', { language: 'nb' });
    await screenLink(page, nb, 'settings').click();
    await page.getByRole('button', { name: nb.about.materials.open }).click();
    const dialog = page.getByRole('dialog', { name: nb.about.materials.title });
    await expect(dialog.getByRole('option').first()).toBeVisible();
    await look(steward, 'inside-nb');
    await page.setViewportSize({ width: 560, height: 600 });
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    );
    expect(fits).toBe(true);
    await picture(page, 'inside-narrow');
  },
);
