// Journeys of many messages: selected by keys and by the pointer, marked as read, deleted by a job, exported.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { messageExportPage } from '../pages/message-export.ts';
import { messagesPage } from '../pages/messages.ts';
import { screenLink } from '../pages/navigation.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { look, picture } from './accessible.ts';
import { expect, test } from './program.ts';

const t = en.messages.selected;
const NAME = 'Fjordtrafikk AS';
const DAY = 86_400_000;

test('messages are selected by keyboard, marked as read, deleted into the trash and out of it, and the lists follow', async ({
  connected: steward,
  platform: { control, organisationNumber: party },
}) => {
  const { page } = steward;
  const box = messagesPage(page, en);
  const shot = (name: string) => picture(page, name);
  const at = (days: number) => ({ party, changed: new Date(Date.now() - days * DAY) });
  const letters = [1, 2, 3, 4].map((days) =>
    control.messages.make({ ...at(days / 10), subject: `Varsel ${String(days)}`, state: 'unread' }),
  );
  const forms = [1, 2, 3].map((days) =>
    control.messages.make({
      ...at(days / 10),
      ...{ kind: 'FormTask', state: 'sent', subject: `Rapport ${String(days)}` },
    }),
  );
  const filed = control.messages.make({
    ...at(0.05),
    ...{ state: 'filed', subject: 'Arkivert brev' },
  });
  control.shape.organisationLetters = 'binned';
  const truth = (id: string) => control.messages.find(id);
  const readings = () =>
    control.requests.filter(({ operation }) => operation === 'messages.list').length;

  // By keys alone: two are selected in a range, and marked as read.
  await box.open('inbox');
  await box.row('Varsel 1').waitFor();
  await box.list('inbox').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(box.bar(2)).toBeVisible();
  await expect(box.row('Varsel 2')).toHaveAttribute('aria-checked', 'true');
  await expect(box.row('Varsel 3')).toHaveAttribute('aria-checked', 'false');
  await look(steward);
  await shot('selected');
  const before = readings();
  for (let i = 0; i < 40 && !(await box.markSelected.evaluate(isFocused)); i++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (const one of letters.slice(0, 2)) {
    await expect(box.row(one.subject)).toContainText(en.messages.states.read);
    expect(truth(one.id)?.state).toBe('read');
  }
  await expect(box.row('Varsel 3')).toContainText(en.messages.unread);
  await expect(box.bar(2)).toBeHidden();
  expect(readings()).toBe(before);

  // What was sent to an organisation goes only where that is said of it.
  await box.open('archive');
  await box.row('Rapport 1').waitFor();
  await box.tick('Arkivert brev').click();
  await box.tick('Rapport 2').click({ modifiers: ['Shift'] });
  await expect(box.bar(3)).toBeVisible();
  await expect(box.pane).toContainText(en.messages.noneChosen);
  await page.keyboard.press('Delete');
  const asking = box.deleting(3, 2);
  const { window, withMaybe } = asking;
  await expect(window).toContainText(t.then.stays);
  await look(steward);
  await shot('deleting');
  await withMaybe(1).check();
  await expect(window).toContainText(t.then.maybe);
  await withMaybe(1).uncheck();
  await asking.confirmAs(NAME);
  for (const one of forms.slice(0, 2)) {
    await expect(box.row(one.subject)).toBeHidden();
    expect(truth(one.id)?.binned).toBe(true);
  }
  await expect(box.row('Arkivert brev')).toBeVisible();
  expect(truth(filed.id)?.binned).toBe(false);
  await expect(box.list('archive')).toBeFocused();
  expect(steward.asked.at(-1)).toContain('2 messages');
  expect(readings()).toBe(before);

  // The job is found in Activity, with each message by its subject.
  await screenLink(page, en, 'activity').click();
  await page.getByText(en.jobs.kind.delete, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: en.jobs.open, exact: true }).first().click();
  const job = jobPanel(page, en, 'delete');
  await job.title('finished', 2).waitFor();
  await expect(job.row('Rapport 1')).toContainText(en.jobs.row.delete.done);
  await shot('job');
  await page.keyboard.press('Escape');

  // An export of a choice says so.
  await box.open('archive');
  await box.row('Rapport 3').waitFor();
  await box.tick('Rapport 3').click();
  await box.exportSelected(1).click();
  const exporting = messageExportPage(page, en);
  await exporting.heading.waitFor();
  await expect(page.getByText(en.messageExport.selection(1, '1')).first()).toBeVisible();
  await shot('export');
  await page.keyboard.press('Escape');

  // In the trash all goes for good, whatever it is.
  await box.open('trash');
  await box.row('Rapport 1').waitFor();
  await box.search.fill('Rapport');
  await box.list('trash').focus();
  await page.keyboard.press('Control+a');
  await expect(box.bar(2)).toBeVisible();
  await page.keyboard.press('Delete');
  const forGood = box.deleting(2, 2);
  await expect(forGood.window).toContainText(t.inTrash);
  await forGood.confirmAs(NAME);
  await expect(box.row('Rapport 1')).toBeHidden();
  for (const one of forms.slice(0, 2)) expect(truth(one.id)).toBeUndefined();
});

test(
  'the bar and the dialog fit in Norwegian and in a narrow window',
  { tag: ['@looks', '@inbox'] },
  async ({ connected: steward, platform: { control, organisationNumber: party } }) => {
    const { page } = steward;
    await steward.call('settings.change', { language: 'nb' });
    const box = messagesPage(page, nb);
    for (const days of [1, 2])
      control.messages.make({ party, subject: `Brev ${String(days)}`, state: 'unread' });
    await box.open('inbox');
    await box.row('Brev 1').waitFor();
    await box.list('inbox').focus();
    await page.keyboard.press('Control+a');
    await page.setViewportSize({ width: 800, height: 600 });
    await expect(box.markSelected).toBeVisible();
    await picture(page, 'narrow-nb');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').waitFor();
    await picture(page, 'deleting-nb');
    await page.keyboard.press('Escape');
  },
);

const isFocused = (element: Element) => element === document.activeElement;
