// The dialog before a list is exported: how many of how many, and the way to all of them.
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, show } from './support/browser.ts';
import ExportList from '../../renderer/components/ExportList.svelte';
import { ListExport, type ExportWish } from '../../renderer/state/list-export.svelte.ts';
import { en } from '../../renderer/texts/en.ts';

const t = en.words.exporting;
const keys = (n: number) => Array.from({ length: n }, (_, at) => String(at));

it.each([
  [12, 240, 12, '12 of 240, as filtered'],
  [0, 240, undefined, 'Nothing matches the filter, so the whole list is saved (240).'],
  [240, 240, undefined, undefined],
] as const)('FLD-32 of %d of %d it says which are saved', async (shown, total, only, said) => {
  const saved: ExportWish[] = [];
  const exporting = new ListExport(
    () => ({ shown: keys(shown), total }),
    (wish) => {
      saved.push(wish);
      return Promise.resolve(undefined);
    },
    ['xlsx', 'csv'],
  );
  exporting.ask();
  expect(exporting.open).toBe(true);
  show(ExportList, { exporting, failed: 'Could not export' });
  if (said !== undefined) await expect.element(page.getByText(said)).toBeVisible();
  const filtered = page.getByRole('radio', { name: t.shown(shown, total) });
  if (only === undefined) expect(filtered.query()).toBeNull();
  else await expect.element(filtered).toBeChecked();
  await page.getByRole('button', { name: t.go }).click();
  await eventually(() => {
    expect(saved.map((wish) => wish.only?.length)).toEqual([only]);
  });
  if (only === undefined) return;
  await page.getByText(t.all(total), { exact: true }).click();
  await page.getByText(t.formats.csv, { exact: true }).click();
  await page.getByRole('button', { name: t.go }).click();
  await eventually(() => {
    expect(saved.at(-1)).toEqual({ format: 'csv' });
  });
});
