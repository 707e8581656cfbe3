// A journey of many forms: 50 from a CSV file and one from a workbook, tried, sent once each, and opened.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { formStartPage } from '../pages/form-start.ts';
import { messagePanePage } from '../pages/message-pane.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { workbookOfRows } from '../support/made-workbook.ts';
import { look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';

const HEAD = ['Formål', 'Søknadsbeløp i kroner', 'Dato for hendelsen'];

test('50 forms from a spreadsheet are tried, sent once each and opened; one more comes from a workbook', async ({
  connected: steward,
  platform,
}, info) => {
  const { page } = steward;
  const { control } = platform;
  const service = control.messages.serviceWith({ signing: true });
  const earlier = control.messages.make({
    ...{ kind: 'FormTask', state: 'sent', service },
    subject: 'Søknad i fjor',
  });
  const file = (name: string, content: string | Buffer) => {
    mkdirSync(info.outputDir, { recursive: true });
    const at = path.join(info.outputDir, name);
    writeFileSync(at, content);
    return at;
  };
  const lines = Array.from({ length: 50 }, (_, n) => [
    `Ny rampe ved kai ${n}`,
    n + 1,
    '17.05.2026',
  ]);
  const wrong = ['Ny rampe ved kai x', 'mye', '17.05.2026'];
  const csv = [HEAD, ...lines, wrong].map((cells) => cells.join(';')).join('\r\n');
  const start = formStartPage(page, en);
  const shot = (name: string) => picture(page, name);
  const sent = () => control.executed('messages.create');
  const before = sent();

  // The file, and a template that is kept for the next time.
  await start.open(service);
  await start.many.check();
  await steward.pick(() => start.chooseTable.click(), file('many.csv', csv));
  await expect(start.ready(0)).toBeVisible();
  await start.template.selectOption('file');
  await steward.pick(
    () => start.chooseTemplate.click(),
    file('template.xml', service.mainForm.data),
  );
  await expect(start.ready(50)).toBeVisible();
  await start.keepTemplate.click();
  await expect(start.template).toHaveValue('kept');
  await expect(start.ready(50)).toBeVisible();
  // Problems first.
  await expect(start.lines.getByRole('option').first()).toContainText('Ny rampe ved kai x');
  await expect(start.fieldOf('Formål')).toHaveValue('Formål');
  await look(steward);
  await shot('planned');

  // A column that is taken elsewhere changes what is wrong.
  await start.fieldOf('Formål').fill('E-post');
  await page.keyboard.press('Enter');
  await expect(start.ready(0)).toBeVisible();
  await start.fieldOf('Formål').fill('Formål');
  await page.keyboard.press('Enter');
  await expect(start.ready(50)).toBeVisible();

  await start.manyToSigning.check();
  await start.sendMany(50).click();
  const job = jobPanel(page, en, 'sign-forms');
  await expect(job.title('finished', 50)).toBeVisible({ timeout: 90_000 });
  expect(steward.asked.at(-1)).toContain('Send 50 forms to signing as');
  expect(sent() - before).toBe(50);
  await look(steward);
  await shot('sent');

  // The form of a line.
  await job.row('Ny rampe ved kai 7').dblclick();
  await expect(page).toHaveURL(/work-list\/\w+(\+|%2B)forms$/);

  // At most five acts: the way, the file, then, start, and the question.
  const again = formStartPage(page, en);
  await again.open(service);
  await again.many.check();
  const book = workbookOfRows([HEAD, ['Ny brygge ved kai', 1500, '2026-05-17']]);
  await steward.pick(() => again.chooseTable.click(), file('one.xlsx', book));
  await again.manyToSigning.check();
  await again.sendMany(1).click();
  await expect(job.title('finished', 1)).toBeVisible({ timeout: 60_000 });
  expect(sent() - before).toBe(51);

  // In the work list each is called by its line.
  const pane = messagePanePage(page, en);
  await pane.open('work-list');
  const called = en.manyForms.called(51, 'Ny rampe ved kai 49', service.name);
  await expect(page.getByRole('main')).toContainText(called);
  await look(steward);
  await shot('named');

  // One that was sent is used again, by itself and for many.
  await pane.open('archive');
  await pane.row(earlier.subject).click();
  await expect(pane.useAgain).toBeVisible();
  await look(steward);
  await shot('archived');
  await pane.useAgain.click();
  await expect(start.again).toBeChecked();
  await expect(page.getByText(en.formStart.file.valid)).toBeVisible();
  await look(steward);
  await shot('again');
  await start.many.check();
  await steward.pick(() => start.chooseTable.click(), file('three.csv', csv));
  await expect(start.ready(50)).toBeVisible();
  await expect(start.template).toHaveValue('message');
  await expect(start.earlier).toHaveValue(earlier.id);
  await expect(start.nameBy).toHaveValue('0');
  await look(steward);
  await shot('from-earlier');
  await start.again.check();
  await start.start.click();
  await expect(page).toHaveURL(/work-list\/\w+(\+|%2B)forms$/);
  const [, made = ''] = /work-list\/(\w+)/.exec(page.url()) ?? [];
  const values = (id: string) =>
    [...(control.messages.find(id)?.forms[0]?.data ?? '').matchAll(/>([^<>]*\S[^<>]*)</g)].map(
      ([, value]) => value,
    );
  expect(values(made)).toEqual(values(earlier.id));
  expect(control.messages.find(made)?.state).toBe('filling');

  await steward.call('settings.change', { language: 'nb' });
  const norwegian = formStartPage(page, nb);
  await norwegian.open(service);
  await norwegian.many.check();
  await steward.pick(() => norwegian.chooseTable.click(), file('two.xlsx', book));
  await expect(norwegian.ready(1)).toBeVisible();
  await shot('norsk');
  await useScheme(steward, 'dark');
  await norwegian.open(service, earlier.id);
  await expect(page.getByText(nb.formStart.file.valid)).toBeVisible();
  await shot('igjen');
  await norwegian.many.check();
  await steward.pick(() => norwegian.chooseTable.click(), file('four.csv', csv));
  await expect(norwegian.ready(50)).toBeVisible();
  await shot('fra-tidligere');
});
