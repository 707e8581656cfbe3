// Journeys of a form from attachments to saving: files checked, dropped, streamed and cancelled, and others' changes.
// What saving would replace is shown first.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { formDeskPage } from '../pages/form-desk.ts';
import { formEditorPage } from '../pages/form-editor.ts';
import { messagesPage } from '../pages/messages.ts';
import { goToPlace } from '../pages/navigation.ts';
import { signingPage } from '../pages/signing.ts';
import type { Platform } from '../platform/platform.ts';
import { look, picture } from './accessible.ts';
import { drop } from './drop-files.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const t = en.formDesk;
const MIB = 1024 * 1024;
/** In the form that the platform begins with. */
const STREET = 'Kaivegen 12';

/** A message of a service that takes attachments, being filled in. */
function taskOf({ control }: Platform) {
  const service = control.messages.serviceWith({ attachments: true });
  const task = control.messages.make({ kind: 'FormTask', state: 'filling', service });
  const type = service.attachmentTypes.find(({ allowedFileTypes: all }) =>
    /^[^*]*(\*\.\w+[^*]*)*$/.test(all),
  );
  if (type === undefined) throw new Error('The service takes no attachments.');
  const [ending = 'pdf'] = type.allowedFileTypes
    .split(/[,;\s]+/)
    .map((one) => one.replace(/^\*?\.?/, ''))
    .filter((one) => one !== '' && one !== '*');
  const truth = () => control.messages.find(task.id);
  return { id: task.id, type: type.name, ending, form: task.forms[0]?.id ?? '', truth };
}

/** The text of the draft's only form, changed as a person types it. */
async function type(steward: Steward, target: object, form: string, from: string, to: string) {
  const { form: begun } = (await steward.call('formDrafts.begin', { ...target, form })) as {
    form: { xml: string; revision: number };
  };
  const at = begun.xml.lastIndexOf(from);
  const changes = [{ from: at, to: at + from.length, insert: to }];
  await steward.call('formDrafts.edit', {
    ...target,
    key: form,
    revision: begun.revision,
    changes,
  });
}

test('a form gets its attachments, and is saved without losing what it or somebody else had', async ({
  connected: steward,
  platform,
  folder,
}) => {
  const { page } = steward;
  const { control } = platform;
  const { chosen: connection } = (await steward.call('app.start', {})) as { chosen: string };
  const who = platform.organisationNumber;
  const task = taskOf(platform);
  const target = { connection, who, message: task.id };
  const desk = formDeskPage(page, en);
  const make = (name: string, bytes: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.alloc(bytes, 'a'));
    return file;
  };

  // What does not fit is said before any call.
  await desk.open(connection, task.id, 'attachments');
  await steward.pick(() => desk.add.click(), make('tool.exe', 20));
  await desk.typeOf('tool.exe').selectOption(task.type);
  await expect(desk.upload('tool.exe')).toContainText(t.attachments.problems.ending('').trim());
  await expect(desk.start(0)).toHaveCount(0);
  await expect(desk.check).toBeVisible();
  await desk.takeOff('tool.exe').click();

  // Dropped by a person: a small one in the body of the call, a large one as a stream that is cancelled.
  const names = [`small.${task.ending}`, `large.${task.ending}`] as const;
  const box = await desk.main.boundingBox();
  const middle = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 320 };
  await drop(steward, middle, [make(names[0], 2000), make(names[1], 24 * MIB)]);
  for (const name of names) await desk.typeOf(name).selectOption(task.type);
  await picture(page, 'attachments-chosen');
  const held = control.hold('attachments.stream', false);
  await desk.start(2).click();
  await expect(desk.table).toContainText(names[0]);
  await held.reached;
  await expect(desk.upload(names[1]).getByRole('progressbar')).toBeVisible();
  await look(steward, 'attachments-uploading');
  await desk.cancel(names[1]).click();
  await expect(desk.upload(names[1])).toHaveAttribute('data-state', 'cancelled');
  held.release();
  expect(task.truth()?.attachments.map(({ fileName }) => fileName)).toEqual([names[0]]);
  await picture(page, 'attachments-cancelled');
  await desk.takeOff(names[1]).click();

  // What may have been done is looked up and not offered again; what was refused can be tried again.
  const late = `late.${task.ending}`;
  const again = desk.upload(late).getByRole('button', { name: t.attachments.again });
  const upload = async (status: number, reason: string) => {
    await drop(steward, middle, [make(late, 3 * MIB)]);
    await desk.typeOf(late).selectOption(task.type);
    const effect = { kind: 'alter', status, reason } as const;
    control.fault({ operation: 'attachments.stream', acts: false, effect });
    await desk.start(1).click();
    await expect(desk.upload(late)).toHaveAttribute('data-state', 'failed');
  };
  await upload(503, 'Busy');
  await expect(desk.uploads).toContainText(t.attachments.unknownNotThere);
  await expect(again).toHaveCount(0);
  await look(steward, 'attachments-unknown');
  await desk.takeOff(late).click();
  await upload(400, 'Not today');
  await expect(desk.uploads).toContainText('Not today');
  await again.click();
  await expect(desk.table).toContainText(late);
  await desk.remove(late).click();
  await picture(page, 'attachment-remove');
  await desk.confirm(t.attachments.removeAction).click();
  await expect(desk.table).not.toContainText(late);
  expect(task.truth()?.attachments.map(({ fileName }) => fileName)).toEqual([names[0]]);

  // The check, by keyboard: what would be replaced, and saving all of it in one call.
  await type(steward, target, task.form, STREET, 'Mine');
  await page.keyboard.press('Alt+3');
  await expect(desk.line('changed')).toContainText(t.check.kinds.changed);
  await expect(desk.main).toContainText(t.check.whole);
  await picture(page, 'check-changed');
  // What was typed is still on its way to the draft, or being compared: until then the key does nothing.
  await expect(desk.save).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(t.check.saved)).toBeVisible();
  expect(task.truth()?.forms[0]?.data).toContain('>Mine<');
  expect(task.truth()?.attachments.map(({ fileName }) => fileName)).toEqual([names[0]]);
  await expect(desk.line('kept')).toHaveCount(1);
  await expect(desk.save).toHaveAttribute('title', t.check.nothingChanged);

  // The platform's own check sees what was saved just now, without being asked for.
  const own = page.getByRole('region', { name: t.check.platform.title });
  await expect(own.getByRole('status')).toHaveText(t.check.platform.good);
  await look(steward, 'check-platform');

  // Somebody else changes it meanwhile: nothing is sent before the person has compared and chosen.
  const now = task.truth()?.forms[0]?.id ?? '';
  await type(steward, target, now, 'Mine', 'Mine again');
  const theirs = task.truth()?.forms[0]?.data.replace('Mine', 'Theirs') ?? '';
  const { dataFormatId, dataFormatVersion } = (await steward.call('forms.get', {
    ...target,
    form: now,
  })) as { dataFormatId: string; dataFormatVersion: string };
  await steward.call('forms.replace', {
    ...target,
    form: now,
    dataFormatId,
    dataFormatVersion,
    xml: theirs,
  });
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Alt+3');
  await expect(page.getByText(t.check.stale, { exact: true })).toBeVisible();
  await expect(desk.save).toHaveAttribute('title', t.check.decideFirst);
  await look(steward, 'check-stale');
  await desk.keepMine.click();
  // The answer is lost after it was done: looked up, and not offered again.
  control.fault({ operation: 'messages.replace', acts: true, effect: { kind: 'reset' } });
  await desk.save.click();
  await expect(desk.line('kept')).toHaveCount(1);
  await expect(desk.save).toHaveAttribute('title', t.check.nothingChanged);
  expect(control.executed('messages.replace')).toBe(2);
  expect(task.truth()?.forms[0]?.data).toContain('>Mine again<');

  // An own draft is discarded, and the form goes to signing as it is at the platform.
  await type(steward, target, task.truth()?.forms[0]?.id ?? '', 'Mine again', 'Unwanted');
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Alt+3');
  await desk.menu.click();
  await desk.discard.click();
  await look(steward, 'discard');
  await desk.confirm(t.discardAction).click();
  await expect(page.getByText(t.discarded)).toBeVisible();
  await expect(desk.steps).toHaveCount(0);
  await desk.open(connection, task.id, 'check');
  await desk.sendToSigning.click();
  await expect(desk.steps.locator('[aria-current=step]')).toContainText(t.steps.sign);
  expect(task.truth()?.state).toBe('signing');
  expect(task.truth()?.forms[0]?.data).toContain('>Mine again<');

  await steward.call('settings.change', { language: 'nb' });
  const norwegian = formDeskPage(page, nb);
  for (const step of ['attachments', 'check'] as const) {
    await norwegian.open(connection, task.id, step);
    await norwegian.main.getByRole('heading', { level: 2 }).first().waitFor();
    await picture(page, `${step}-nb`);
  }
});

test(
  'one bar leads by keyboard alone from the form to its signature, and nothing warns of what one did oneself',
  { tag: ['@keyboard', '@work-list'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { control } = platform;
    const { chosen: connection } = (await steward.call('app.start', {})) as { chosen: string };
    const who = platform.organisationNumber;
    const service = control.messages.serviceWith({ signing: true, attachments: false });
    const task = control.messages.make({ kind: 'FormTask', state: 'filling', service });
    const form = task.forms[0]?.id ?? '';
    await type(steward, { connection, who, message: task.id }, form, STREET, 'Mine');
    const desk = formDeskPage(page, en);
    const editor = formEditorPage(page, en);
    const sign = signingPage(page, en);
    const warnings = desk.main.locator('.callout[data-color="warning"], [role="alert"]');
    const isAt = (step: keyof typeof t.steps) =>
      expect(desk.steps.locator('[aria-current=step]')).toContainText(t.steps[step]);

    // Nothing can be attached: what comes next is the check, also while one is typing.
    await desk.open(connection, task.id, 'forms');
    await editor.toXml();
    await expect(editor.lines.first()).toBeVisible();
    await editor.text.focus();
    await look(steward, 'bar-forms');
    await page.keyboard.press('Control+Enter');
    await isAt('check');
    await expect(desk.line('changed')).toBeVisible();
    await expect(desk.finished.filter({ hasText: t.steps.forms })).toBeVisible();
    await expect(warnings).toHaveCount(0);
    await look(steward, 'bar-check');
    await desk.back.press('Enter');
    await isAt('forms');
    await page.keyboard.press('Control+Enter');
    await isAt('check');

    // One press saves and goes on.
    await expect(desk.complete).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('Control+Enter');
    await isAt('sign');
    expect(control.executed('messages.replace')).toBe(1);
    expect(control.messages.find(task.id)?.forms[0]?.data).toContain('>Mine<');
    await expect(desk.finished).toHaveCount(3);
    await expect(desk.bar).toContainText(en.signing.go.reasons.unnamed);
    await look(steward, 'bar-sign');
    await page.keyboard.press('Control+Enter');
    expect(control.executed('messages.replace')).toBe(1);
    await sign.typed.focus();
    await page.keyboard.type(platform.organisation.name);
    await page.keyboard.press('Control+Enter');
    await expect(sign.result).toBeFocused();
    await expect(desk.finished).toHaveCount(4);
    await expect(warnings).toHaveCount(0);
    await look(steward, 'bar-signed');

    // Another step has nothing to warn of; the next thing to do is to look at it in the archive.
    await page.keyboard.press('Alt+1');
    await expect(sign.result).toBeVisible();
    await expect(warnings).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('/archive/');
    await goToPlace(page, 'work-list', `${task.id}+check`, connection);
    await expect(page.getByText(t.signedHere)).toBeVisible();
    await expect(warnings).toHaveCount(0);
    control.messages.make({ kind: 'FormTask', state: 'filling', service });
    await goToPlace(page, 'work-list', '', connection);
    await expect(messagesPage(page, en).rows).toHaveCount(1);
    await expect(warnings).toHaveCount(0);
    expect(await steward.call('formDrafts.list', { connection })).toMatchObject({ drafts: [] });
  },
);
