// Settings, Data on this computer: what is stored is told row by row, as the table has it, in both languages.
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { show } from './support/browser.ts';
import { storedData } from '../../preload/contract/stored-data.ts';
import StoredData from '../../renderer/screens/settings/StoredData.svelte';
import { placeWords } from '../../renderer/screens/settings/stored-places.ts';
import { language } from '../../renderer/texts/language.svelte.ts';

it.each(['en', 'nb'] as const)('every row of what is stored is told in %s', async (tongue) => {
  await language.use(tongue, 'en');
  onTestFinished(() => language.use('en', 'en'));
  show(StoredData, {});
  const t = language.t.storedData;
  await page.getByRole('button', { name: t.open }).click();
  const list = page.getByRole('dialog', { name: t.title }).getByRole('region', { name: t.list });
  await expect.element(list).toBeVisible();
  const told = [...list.element().querySelectorAll('section')].map((section) => [
    section.querySelector('h3')?.textContent,
    ...[...section.querySelectorAll('dd')].map((cell) => cell.textContent.trim()),
  ]);
  expect(told).toEqual(
    storedData.map((row) => [
      t.rows[row.id].what,
      t.rows[row.id].personal,
      placeWords(row, t),
      t.protections[row.protection],
      t.rows[row.id].kept,
      t.removals[row.removedBy],
    ]),
  );
  await page.getByRole('button', { name: language.t.words.close }).click();
  await expect.element(list).not.toBeInTheDocument();
});
