// Contact information: entries added, replaced and removed, by mouse and by keyboard alone; many of them from a file.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { contactInformationPage } from '../pages/contact-information.ts';
import { workbookOfRows } from '../support/made-workbook.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';
import { lookInEach } from './reference-copy.ts';

const t = en.contactInformation;
const BOAT = 'vakt.båt@fjordtrafikk.example';
const NUMBER = '90000418';

test(
  'an entry is checked, added, taken back, replaced in the right order, removed and exported',
  { tag: ['@first', '@contact-information'] },
  async ({ connected: steward, platform: { control, organisationNumber } }) => {
    const { page } = steward;
    const contacts = contactInformationPage(page, en);
    const values = () =>
      control.contactInformation(organisationNumber).map((one) => one.email || one.mobileNumber);
    await contacts.open();
    await expect(contacts.official).toContainText(t.official.source);
    await expect(contacts.official).not.toContainText(t.official.none);

    // Checked before it is sent: the form, and what is there already in other letters or with a country code.
    await contacts.add.click();
    await contacts.email.fill('vakt@');
    await contacts.save.click();
    await expect(contacts.dialog).toContainText(en.fields['e-mail']);
    await contacts.email.fill(BOAT.toUpperCase());
    await expect(contacts.dialog).toContainText(t.add.there(BOAT));
    await contacts.kind('mobile').click();
    await contacts.mobile.fill(`+47 900 00 418`);
    await expect(contacts.dialog).toContainText(t.add.there(NUMBER));
    await contacts.save.click();
    expect(control.executed('contactInformation.add')).toBe(0);
    await contacts.mobile.fill('412 00 555');
    await contacts.save.click();
    await expect(contacts.dialog).toBeHidden();
    await expect(contacts.row('41200555')).toBeVisible();

    // Undo takes it away again.
    await contacts.undo.click();
    await expect(contacts.row('41200555')).toBeHidden();
    expect(values()).not.toContain('41200555');

    // What the platform refuses stays in the dialog, in its own words.
    await contacts.add.click();
    await contacts.email.fill('ny@fjordtrafikk.example');
    const words = 'Not now';
    control.refuse('contactInformation.add', { form: 'reason', words, status: 403 });
    await contacts.save.click();
    await expect(contacts.dialog.getByRole('alert')).toContainText(words);
    await contacts.save.click();
    await expect(contacts.row('ny@fjordtrafikk.example')).toBeVisible();

    // A replacement adds first. When the removal fails, both stand and one press does the rest.
    await contacts.choose(NUMBER);
    await contacts.replace.click();
    await contacts.mobile.fill('41200666');
    control.refuse('contactInformation.remove', { form: 'reason', words, status: 403 });
    await contacts.saveReplacement.click();
    await expect(page.getByText(t.replace.halfText(NUMBER, '41200666'))).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(words);
    expect(values()).toEqual(expect.arrayContaining([NUMBER, '41200666']));
    await page.getByRole('button', { name: t.replace.finish(NUMBER) }).click();
    await expect(page.getByText(t.replace.half)).toBeHidden();
    await expect(contacts.row(NUMBER)).toBeHidden();
    expect(values()).not.toContain(NUMBER);

    // Removing names the entry and asks.
    await contacts.choose(BOAT);
    await contacts.remove.click();
    await expect(contacts.dialog).toContainText(BOAT);
    await expect(contacts.dialog.getByRole('button', { name: en.words.cancel })).toBeFocused();
    await contacts.confirmRemoval.click();
    await expect(contacts.row(BOAT)).toBeHidden();

    await page.keyboard.press('Control+e');
    const saved = page.getByText(/saved as .*contact-information.*\.csv/);
    await saved.waitFor();
    const [name = ''] = /\S+\.csv/.exec((await saved.textContent()) ?? '') ?? [];
    expect(name).toContain('PRODUCTION');
    const csv = await readFile(path.join(steward.downloads, name), 'utf8');
    for (const value of values()) expect(csv).toContain(value);
  },
);

test(
  'entries are found, added, replaced and removed with the keyboard alone',
  { tag: ['@keyboard', '@contact-information'] },
  async ({ connected: { page }, platform: { control, organisationNumber } }) => {
    const contacts = contactInformationPage(page, en);
    const count = () => control.contactInformation(organisationNumber).length;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Control+k');
    await page.keyboard.type(en.frame.screens['contact-information']);
    await press('Enter');
    await contacts.row(BOAT).waitFor();

    await press('/');
    await page.keyboard.type('zzz');
    await page.getByText(en.words.noMatches).waitFor();
    await press('Escape');
    await contacts.row(BOAT).waitFor();
    while (!(await contacts.grid.evaluate((grid) => grid.contains(document.activeElement))))
      await press('Tab');
    await press('End');
    await expect(contacts.row(NUMBER)).toBeFocused();
    await press('Home', 'v');
    await expect(contacts.row(BOAT)).toBeFocused();
    await press('Enter');
    await expect(contacts.replace).toBeFocused();
    await press('Enter');
    await page.keyboard.type('vakt@fjordtrafikk.example');
    await press('Enter');
    await expect(contacts.row(BOAT)).toBeHidden();
    await contacts.row('vakt@fjordtrafikk.example').waitFor();
    expect(count()).toBe(3);
    await expect(contacts.dialog).toBeHidden();

    await press('Control+n');
    await expect(contacts.email).toBeFocused();
    await press('Shift+Tab', 'ArrowRight');
    await press('Tab');
    await expect(contacts.mobile).toBeFocused();
    await page.keyboard.type('41200777');
    await press('Enter');
    await contacts.row('41200777').waitFor();
    await expect(contacts.dialog).toBeHidden();

    while (!(await contacts.grid.evaluate((grid) => grid.contains(document.activeElement))))
      await press('Tab');
    await press('4', 'Delete');
    await expect(contacts.dialog).toContainText('41200777');
    // Enter does nothing on the red button.
    await press('Tab', 'Enter');
    await expect(contacts.confirmRemoval).toBeFocused();
    expect(count()).toBe(4);
    await press('Space');
    await expect(contacts.row('41200777')).toBeHidden();
    expect(count()).toBe(3);
  },
);

const FILE = [
  'action;value',
  'add;en@fjordtrafikk.example',
  'add;to@fjordtrafikk.example',
  'add;+47 412 00 888',
  `add;${BOAT}`,
  'add;EN@fjordtrafikk.example',
  'add;ikke en adresse',
  `remove;0047${NUMBER}`,
  'remove;borte@fjordtrafikk.example',
].join('\r\n');

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `contact information in ${language} is accessible in both schemes, in every state`,
    { tag: ['@looks', '@contact-information'] },
    async ({ connected: steward, platform, folder }) => {
      const { page } = steward;
      const { control } = platform;
      const file = path.join(folder, 'endringer.csv');
      await writeFile(file, FILE);
      await steward.call('settings.change', { language });
      const contacts = contactInformationPage(page, texts);
      const see = (name: string) => look(steward, `${name}-${language}`);
      await contacts.open();
      await contacts.choose(BOAT);
      await see('contacts-list');
      await contacts.add.click();
      await contacts.email.fill(BOAT.toUpperCase());
      await see('contacts-add');
      await page.keyboard.press('Escape');
      await contacts.replace.click();
      await see('contacts-replace');
      await page.keyboard.press('Escape');
      await contacts.remove.click();
      await see('contacts-remove');
      await page.keyboard.press('Escape');
      await contacts.fromFile.click();
      await see('contacts-file-none');
      await steward.pick(() => contacts.chooseFile.click(), file);
      await contacts.fileLine('en@fjordtrafikk.example').first().waitFor();
      await see('contacts-file');
      // What was read stays, and nothing can be changed.
      await page.goBack();
      control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
      await contacts.refresh.click();
      await expect(contacts.add).toHaveAttribute('title', texts.words.needsConnection);
      await see('contacts-offline');
      control.clearFaults();
      control.retire('contactInformation', 410, 'all');
      // A press while the answer before is on its way asks nothing.
      await expect(async () => {
        await contacts.refresh.click();
        const said = page.getByRole('alert').first();
        await expect(said).toContainText(texts.contactInformation.loading, { timeout: 1500 });
      }).toPass();
      await see('contacts-retired');
    },
  );
}

test('RTY-09 a file of changes is a job that survives a kill: each entry once, every row accounted for', async ({
  folder,
  platform,
  openKeyring,
  start,
}) => {
  const { control, organisationNumber, organisation } = platform;
  const ADDED = Array.from({ length: 12 }, (_, i) => `vakt${i}@fjordtrafikk.example`);
  const file = path.join(folder, 'endringer.csv');
  const lines = ['action;value', ...ADDED.map((value) => `add;${value}`), `remove;${NUMBER}`];
  await writeFile(file, lines.join('\n'));
  const { env } = await openKeyring();
  const steward = await start({ keychain: 'system', env });
  await connectTo(steward, platform);
  const before = contactInformationPage(steward.page, en);
  await before.open();
  await before.fromFile.click();
  await steward.pick(() => before.chooseFile.click(), file);
  await before.fileLine(ADDED[11] ?? '').waitFor();
  // Additions need no name; a removal in production does.
  const go = before.start(en.changeFile.make(13));
  await expect(go).toBeDisabled();
  await before.which(t.bulk.do.add(12)).click();
  await expect(before.start(t.bulk.goAdd(12))).toBeEnabled();
  await before.which(t.bulk.do.both(12, 1)).click();
  await before.typed(organisation.name).fill(organisation.name);
  control.refuse('contactInformation.add', {
    form: 'reason',
    words: 'Not that one',
    status: 403,
  });
  const held = control.hold('contactInformation.add', false, { from: 5 });
  await go.click();
  await held.reached;
  await steward.restart();
  held.release();

  const { page } = steward;
  const contacts = contactInformationPage(page, en);
  const job = jobPanel(page, en, 'change-contact-entries');
  await contacts.open();
  await contacts.openJob.click();
  await expect(job.title('paused', 13)).toBeVisible();
  await expect(job.because('restarted')).toBeVisible();
  await job.row('vakt0@').click();
  await expect(page.getByRole('alert')).toContainText('Not that one');
  for (const language of ['nb', 'en'] as const) {
    await steward.call('settings.change', { language });
    await look(steward, `contacts-job-${language}`);
  }
  await job.resume.click();
  await job.title('finished', 13).waitFor();
  await job.onlyOpen.click({ force: true });
  await expect(job.rows.getByRole('option')).toHaveCount(1);
  await job.retry(1).click();
  await page.getByText(en.jobs.noneOpen).waitFor();
  await expect(job.progress(13, 13)).toBeVisible();
  const values = control
    .contactInformation(organisationNumber)
    .map((one) => one.email || one.mobileNumber);
  expect(values.filter((value) => value.startsWith('vakt') && !value.includes('å')).sort()).toEqual(
    [...ADDED].sort(),
  );
  expect(values).not.toContain(NUMBER);
  expect(control.executed('contactInformation.add')).toBe(12);

  await job.saveReport.click();
  const saved = page.getByText(/saved as .*report.*\.csv/);
  const [name = ''] = /\S+\.csv/.exec((await saved.textContent()) ?? '') ?? [];
  const report = await readFile(path.join(steward.downloads, name), 'utf8');
  for (const value of [...ADDED, NUMBER]) expect(report).toContain(value);

  // From the activity the job is found again, and taken off the list for good.
  await page.keyboard.press('Control+j');
  await page.getByRole('listitem').getByRole('button', { name: en.jobs.open }).click();
  await expect(job.title('finished', 13)).toBeVisible();
  await job.forget.click();
  await page.getByText(en.jobs.gone).waitFor();
  expect(steward.complaints).toEqual([]);
});

test(
  'FLD-17 hidden rows of a workbook are left out until they are ticked',
  { tag: ['@looks', '@contact-information'] },
  async ({ connected: steward, folder }) => {
    const file = path.join(folder, 'kontakter.xlsx');
    const rows = [['value'], ['synlig@fjordtrafikk.example'], ['skjult@fjordtrafikk.example']];
    await writeFile(file, workbookOfRows(rows, [2]));
    const { page } = steward;
    const contacts = contactInformationPage(page, en);
    await contacts.open();
    await contacts.fromFile.click();
    await steward.pick(() => contacts.chooseFile.click(), file);
    await contacts.fileLine('synlig@').waitFor();
    await expect(page.getByText(en.changeFile.hidden(1, 2))).toBeVisible();
    await expect(contacts.fileLine('skjult@')).toHaveCount(0);
    await lookInEach(steward, 'hidden-rows');
    await page.getByRole('checkbox', { name: en.changeFile.takeHidden }).check();
    await contacts.fileLine('skjult@').waitFor();
    await lookInEach(steward, 'hidden-rows-taken');
    await page.getByRole('checkbox', { name: en.changeFile.takeHidden }).uncheck();
    await expect(contacts.fileLine('skjult@')).toHaveCount(0);
  },
);
