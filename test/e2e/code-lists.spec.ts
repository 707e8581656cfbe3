// Journeys of code lists by mouse and keyboard: versions, languages, filters, sorting, copying, saving, comparing.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { codeListsPage } from '../pages/code-lists.ts';
import { typeAtOnce } from '../pages/frame.ts';
import { download, lookInEach } from './reference-copy.ts';
import { expect, test } from './program.ts';

const t = en.codeLists;

const goTo = (page: Page, id: string) =>
  page.evaluate((to) => {
    const [, connection] = location.hash.split('/');
    location.hash = `#/${connection ?? '-'}/code-lists/${encodeURIComponent(to)}`;
  }, id);
/** What the page puts on the clipboard: the browser without a window has none to read. */
async function copied(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const { prototype } = DataTransfer;
    const own = Object.getOwnPropertyDescriptor(prototype, 'setData');
    prototype.setData = (_, text) => {
      if (own !== undefined) Object.defineProperty(prototype, 'setData', own);
      document.body.dataset['copied'] = text;
    };
  });
  await act();
  return page.evaluate(() => {
    const { copied: text = '' } = document.body.dataset;
    delete document.body.dataset['copied'];
    return text;
  });
}

test(
  'a code list is found, read, filtered, sorted, copied, saved and compared',
  { tag: ['@first', '@code-lists'] },
  async ({ connected: steward }) => {
    const { page } = steward;
    const screen = codeListsPage(page, en);
    await screen.open();
    await screen.search.fill('zzz');
    await expect(screen.names).toContainText(en.words.noMatches);
    await screen.search.fill('munici');
    await expect(screen.list.getByRole('option')).toHaveCount(1);
    await expect(screen.names).toContainText(t.versions(4));
    await screen.choose('Municipalities');
    await expect(screen.version).toHaveValue('4');
    await expect(screen.language).toHaveValue('1044');
    await expect(screen.row('0118')).toContainText('Fjordvik');
    await expect(screen.grid).toHaveAttribute('aria-rowcount', '7');

    // Languages differ by the letter; an older version has fewer codes.
    await expect(screen.row('1109')).toContainText('Søndre Ørnes');
    await screen.language.selectOption({ label: t.languages[2068] });
    await expect(screen.row('1109')).toContainText('Søre Ørnes');
    await expect(screen.detail).toContainText(t.liveIn(t.languages[2068]));
    await screen.version.selectOption('2');
    await expect(screen.grid).toHaveAttribute('aria-rowcount', '5');
    expect(page.url()).toContain('Municipalities%2F2');
    await screen.version.selectOption('4');
    await screen.language.selectOption({ label: t.languages[1044] });

    // Filter and sorting, in all columns or one.
    await screen.filter.fill('sondre');
    await expect.poll(() => screen.codes()).toEqual(['1109']);
    await screen.filter.fill('0');
    await screen.within.selectOption({ label: t.columns.value2 });
    await expect.poll(() => screen.codes()).toEqual(['0118', '0402']);
    await screen.filter.fill('');
    await screen.column('value1').getByRole('button').click();
    expect((await screen.codes())[0]).toBe('0402');
    await expect(screen.column('value1')).toHaveAttribute('aria-sort', 'ascending');
    await screen.column('value1').getByRole('button').click();
    expect((await screen.codes()).at(-1)).toBe('0402');
    await screen.column('value1').getByRole('button').click();
    expect((await screen.codes())[0]).toBe('0118');

    await screen.row('0204').click();
    expect(await copied(page, () => page.keyboard.press('Control+c'))).toBe('0204');
    await expect(page.getByText(t.copiedCode('0204'))).toBeVisible();
    expect(await copied(page, () => screen.copyRow.click())).toBe('0204\tElvesund\t\t');

    // Saved whole, whatever is filtered, with the zeros in front.
    await page.keyboard.press('Control+e');
    await expect(screen.exporting).toContainText(t.exportAll(6, '6'));
    await screen.exporting.getByText(t.formats.csv).click();
    await screen.save.click();
    await expect(screen.exporting).toBeHidden();
    await screen.exportButton.click();
    await screen.save.click();
    await expect(screen.exporting).toBeHidden();
    const files = (await readdir(steward.downloads)).sort();
    expect(files.map((name) => path.extname(name))).toEqual(['.csv', '.xlsx']);
    const csv = await readFile(path.join(steward.downloads, files[0] ?? ''), 'utf8');
    expect(files[0]).toContain('municipalities-4-nb');
    expect(csv).toContain(t.columns.value1);
    expect(csv).toContain('0118');
    expect(csv.trim().split('\n')).toHaveLength(7);

    // Version 4 has one code more than version 3.
    await screen.compare.click();
    await expect(screen.compareWith).toHaveValue('3');
    await expect(screen.grid.getByRole('row')).toHaveCount(2);
    await expect(screen.row('2030')).toContainText(t.changes.added);
    await screen.compareWith.selectOption('1');
    await expect(screen.change('added')).toBeVisible();
    await expect(screen.grid.getByRole('row')).toHaveCount(4);
    await screen.detail.getByText(t.changes.removed).click();
    await expect(screen.detail).toContainText(t.noneOfThese);
    expect(decodeURIComponent(page.url())).toContain('Municipalities/4+compare/1');
    await page.goBack();
    await expect(screen.row('0118')).toBeVisible();
  },
);

test(
  'code lists work by keyboard alone, lead from an address, and say when the platform is gone',
  { tag: ['@keyboard', '@code-lists'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const screen = codeListsPage(page, en);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Control+k');
    await page.keyboard.type(en.frame.screens['code-lists']);
    await press('Enter');
    await screen.list.waitFor();
    await press('/');
    await page.keyboard.type('units');
    await press('ArrowDown');
    await expect(screen.heading).toHaveText('Units');
    await expect(screen.list).toBeFocused();
    await screen.grid.waitFor();
    await press('Enter');
    await expect(screen.row('01')).toBeFocused();
    await press('ArrowDown');
    expect(await copied(page, () => page.keyboard.press('Control+c'))).toBe('02');
    await press('End');
    await expect(screen.row('10')).toHaveAttribute('aria-selected', 'true');
    await typeAtOnce(page, '03');
    await expect(screen.row('03')).toHaveAttribute('aria-selected', 'true');
    await press('Control+f');
    await expect(screen.filter).toBeFocused();
    await page.keyboard.type('ton');
    await press('ArrowDown');
    await expect(screen.row('02')).toHaveAttribute('aria-selected', 'true');
    await press('Escape');
    await expect(screen.heading).toBeHidden();
    await expect(screen.list).toBeFocused();

    await goTo(page, 'Empty list/1');
    await expect(screen.detail).toContainText(t.noCodes);
    await expect(screen.compare).toHaveAttribute('title', t.nothingToCompare);
    await goTo(page, 'Nothing such/1');
    await expect(screen.detail).toContainText(t.gone);
    await goTo(page, 'Fuel');
    await expect(screen.version).toHaveValue('1');
    // A copy, and another one after the platform changed a code: compared with what it was before.
    await download(steward, { what: 'owner', owner: 'none' });
    await expect(screen.detail).toContainText(t.kept);
    control.codeLists.put('Fuel', 1, [
      { code: 'H2', texts: ['Hydrogen', 'Hydrogengass', 'Hydrogengass'] },
      { code: 'BIO', texts: ['Biogas', 'Biogass', 'Biogass'] },
    ]);
    await download(steward, { what: 'owner', owner: 'none' });
    await expect(screen.row('H2')).toContainText('Hydrogengass');
    await screen.compare.click();
    await expect(screen.compareWith).toHaveValue('before');
    await expect(screen.row('H2')).toContainText('Hydrogen');
    await expect(screen.row('H2').locator('ins')).toContainText('Hydrogengass');
    await expect(screen.row('EL')).toContainText(t.changes.removed);
    await expect(screen.row('BIO')).toContainText(t.changes.added);
    await screen.endCompare.click();

    // Without the platform what is in the copy is read, in its language; another one says so and leads back.
    control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
    await screen.refresh.click();
    await expect(page.getByText(en.frame.youAreOffline)).toBeVisible();
    await screen.search.fill('');
    await screen.choose('Municipalities');
    await expect(screen.row('0118')).toContainText('Fjordvik');
    await expect(screen.detail).toContainText(t.kept);
    await screen.language.selectOption({ label: t.languages[1033] });
    await expect(screen.detail.getByRole('alert')).toBeVisible();
    await screen.detail.getByRole('button', { name: t.showIn(t.languages[1044]) }).click();
    await expect(screen.row('0118')).toContainText('Fjordvik');
    control.clearFaults();
  },
);

test(
  'code lists are accessible in both schemes and languages, in every state',
  { tag: ['@looks', '@code-lists'] },
  async ({ connected: steward }) => {
    const { page } = steward;
    const screen = codeListsPage(page, en);
    const see = (name: string) => lookInEach(steward, name);
    await screen.open();
    await screen.list.waitFor();
    await see('code-lists-none');
    await screen.choose('Municipalities');
    await screen.row('0204').click();
    await screen.column('value1').getByRole('button').click();
    await see('code-lists-open');
    await screen.exportButton.click();
    await screen.exporting.waitFor();
    await see('code-lists-export');
    await page.keyboard.press('Escape');
    await screen.compare.click();
    await screen.compareWith.selectOption('1');
    await screen.row('0402').waitFor();
    await see('code-lists-compare');
  },
);
