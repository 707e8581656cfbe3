// A journey of file transfer: what waits is downloaded and confirmed, a file is sent, and its receipts are read.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { button } from '../pages/controls.ts';
import { dataTable } from '../pages/data-table.ts';
import { dialogOf } from '../pages/dialog.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { listScreen } from '../pages/list-screen.ts';
import { look, picture } from './accessible.ts';
import { expect, test } from './program.ts';

const t = en.fileTransfer;

test(
  'files that wait are downloaded whole and confirmed; a file is sent once, and its receipts are shown',
  { tag: ['@first', '@dark', '@file-transfer'] },
  async ({ connected: steward, platform }, info) => {
    const { page } = steward;
    const { control, organisationNumber: own } = platform;
    const shot = (name: string) => picture(page, name);
    const screen = listScreen(page, en, 'file-transfer', t);
    const { row } = dataTable(page, page.getByRole('grid', { name: t.title }));
    const { fileTransfer } = control;

    // Its list has services of every kind.
    control.shape.serviceKinds = 'all';
    await screen.open();
    await screen.openRow(row('målinger-kaia.zip'), 'målinger-kaia.zip');
    await expect(screen.inspector).toContainText('2.4 MB');
    await expect(screen.inspector).toContainText('Available');
    await look(steward);
    await shot('inbox');

    await button(page, t.downloadAll(2)).click();
    const downloads = jobPanel(page, en, 'download-files');
    await expect(downloads.title('finished', 2)).toBeVisible({ timeout: 60_000 });
    await expect(downloads.row('dybdekart.zip')).toContainText(en.jobs.row.download.done);
    expect(readdirSync(steward.downloads).sort()).toEqual(['dybdekart.zip', 'målinger-kaia.zip']);
    await look(steward);
    await shot('downloaded');
    await button(page, t.back).first().click();
    await expect(screen.empty(t.empty)).toBeVisible();
    await screen.segment(t.show.downloaded).click({ force: true });
    await expect(row('dybdekart.zip')).toBeVisible();

    // What is missing is said; then it is asked once, and sent.
    const other = control.serviceRights.all.find((one) => one.reportee !== own)?.reportee ?? '';
    const nobody = '910000020';
    const nameOf = (number: string) =>
      control.register.find((one) => one.number === number)?.name ?? '';
    mkdirSync(info.outputDir, { recursive: true });
    const file = path.join(info.outputDir, 'rutedata.csv');
    writeFileSync(file, '1;2;3');
    const dialog = dialogOf(page, t.send.title);
    const field = (name: string) => dialog.window.getByRole('textbox', { name });
    await button(page, t.send.ask).first().click();
    await dialog.button(t.send.go).click();
    await expect(dialog.window).toContainText(t.send.noFiles);
    await dialog.window.getByRole('combobox', { name: t.send.service }).fill('formidling');
    await shot('searching');
    await dialog.window.getByRole('option', { name: 'B102/1' }).click();
    await field(t.send.recipients).fill('910000000');
    await expect(dialog.window).toContainText(t.send.recipientsCheckDigit('910000000'));
    const checked = dialog.window.getByRole('list', { name: t.send.recipientsChecked });
    await field(t.send.recipients).fill(`${other}, ${nobody}`);
    await expect(checked).toContainText(nameOf(other));
    await expect(checked).toContainText(t.send.recipientState.missing);
    await field(t.send.reference).fill('Uke 14');
    await steward.pick(() => button(dialog.window, t.send.chooseFiles).click(), file);
    await expect(dialog.window).toContainText('rutedata.csv');
    await look(steward);
    await shot('sending');
    // A number that nobody has is warned of before anything is sent.
    await dialog.button(t.send.go).click();
    await expect(dialog.button(t.send.goAnyway)).toBeVisible();
    await look(steward);
    await shot('warned');
    await field(t.send.recipients).fill(other);
    await dialog.button(t.send.go).click();
    const sending = jobPanel(page, en, 'send-files');
    await expect(sending.title('finished', 1)).toBeVisible({ timeout: 60_000 });
    expect(steward.asked.at(-1)).toContain('rutedata.csv');
    expect(control.executed('fileTransfer.send')).toBe(1);
    const sent = fileTransfer.files.at(-1);
    fileTransfer.confirm(sent?.reference ?? '', other);

    await button(page, t.back).first().click();
    await screen.segment(t.box.out).click({ force: true });
    await screen.openRow(row('rutedata.zip'), 'rutedata.zip');
    await expect(screen.inspector).toContainText(t.receivers);
    await expect(screen.inspector).toContainText('Downloaded');
    await look(steward);
    await shot('sent');

    // One that another program has sent is not in the list, and opened by its ID.
    const elsewhere = fileTransfer.put({
      fileName: 'fra fagsystemet.zip',
      sender: own,
      recipients: [other],
    });
    await button(page, t.open.ask).click();
    const opening = dialogOf(page, t.open.title);
    await opening.window.getByRole('textbox').fill(elsewhere.reference);
    await look(steward);
    await shot('opening');
    await opening.button(t.open.go).click();
    await expect(screen.inspector).toContainText('fra fagsystemet.zip');
    await expect(screen.inspector).toContainText(t.receivers);
    await shot('elsewhere');

    // The next one begins with what was sent last.
    await button(page, t.send.ask).first().click();
    await expect(dialog.window).toContainText('Formidling av målinger B102/1');
    await expect(field(t.send.recipients)).toHaveValue(other);
    await dialog.button(en.words.cancel).click();
    await expect(dialog.window).toBeHidden();

    // One alone is confirmed by hand, after a question.
    const one = fileTransfer.put({ fileName: 'kort.zip' });
    await steward.call('settings.change', { language: 'nb' });
    const norwegian = nb.fileTransfer;
    await page.getByText(norwegian.show.uploaded, { exact: true }).first().click();
    const rader = dataTable(page, page.getByRole('grid', { name: norwegian.title }));
    await rader.row('kort.zip').click();
    await button(page, norwegian.confirm).click();
    await expect(rader.row('kort.zip')).toBeHidden();
    expect(steward.asked.at(-1)).toContain(one.reference);
    await shot('norsk');
  },
);
