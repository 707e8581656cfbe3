// Journeys of the form editor: typing that survives a kill, checking until valid, adding and removing sub-forms.
// Nothing else of the form's XML changes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FormDraft } from '../../preload/contract/form-drafts.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { formEditorPage } from '../pages/form-editor.ts';
import { goToPlace } from '../pages/navigation.ts';
import { look, picture, useScheme } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const openForms = ({ page }: Steward, connection: string, message: string) =>
  goToPlace(page, 'work-list', `${message}+forms`, connection);

test('a form is typed into, kept through a kill, checked and mended, and gets sub-forms', async ({
  platform,
  openKeyring,
  start,
}) => {
  const { messages } = platform.control;
  const service = messages.serviceWith({ subForm: true });
  const made = messages.make({ kind: 'FormTask', state: 'filling', service });
  const { env } = await openKeyring();
  const steward = await start({ keychain: 'system', env });
  const connection = await connectTo(steward, platform);
  const form = () => formEditorPage(steward.page, en);
  const press = (keys: string) => steward.page.keyboard.press(keys);
  const shot = (name: string) => picture(steward.page, name);
  const kept = async () => {
    const target = { connection, who: 'my', message: made.id };
    const parties = (await steward.call('formDrafts.list', { connection })) as {
      drafts: { who: string }[];
    };
    const { who } = parties.drafts[0] ?? target;
    const { draft } = (await steward.call('formDrafts.open', { ...target, who })) as {
      draft: FormDraft;
    };
    return draft.forms;
  };
  const isSaved = () =>
    expect(
      form()
        .said(/Saved on this computer \d\d:\d\d:\d\d/)
        .first(),
    ).toBeVisible();

  // By the keyboard alone: find the number, type another one over it.
  await openForms(steward, connection, made.id);
  await form().toXml();
  await expect(form().lines.first()).toBeVisible();
  await look(steward);
  const was = (await kept())[0]?.xml ?? '';
  expect(was).toContain('\r\n');
  await form().text.focus();
  await press('ControlOrMeta+f');
  await steward.page.keyboard.type('910514318');
  await press('Enter');
  await shot('find');
  await look(steward);
  await press('Escape');
  await steward.page.keyboard.type('12/?');
  await isSaved();
  expect((await kept())[0]?.xml).toBe(was.replace('910514318', '12/?'));

  // What is wrong is named, marked, and gone to; undone, the form fits.
  await press('F8');
  await expect(form().problem).toHaveCount(1);
  await expect(form().problem).toContainText(en.xsd.issueKinds.pattern);
  await expect(form().problem).toContainText(/rganisasjonsnummer/);
  await expect(form().marks).toHaveCount(1);
  await form().unfold();
  await expect(form().form(en.formEditor.problems('1', 1))).toBeVisible();
  await shot('problem');
  await look(steward);
  // In a low window all of it scrolls: what is wrong stands below the XML, never over it.
  await steward.page.setViewportSize({ width: 900, height: 600 });
  const gap = async () => {
    const boxes = [form().text, form().problems].map((one) => one.boundingBox());
    const [text, found] = await Promise.all(boxes);
    return (found?.y ?? 0) - ((text?.y ?? 0) + (text?.height ?? 0));
  };
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  await steward.page.setViewportSize({ width: 1280, height: 800 });
  await press('F8');
  await expect(form().problem).toHaveAttribute('aria-selected', 'true');
  // What was typed slowly is undone in several steps.
  for (let now = (await kept())[0]?.xml; now !== was; now = (await kept())[0]?.xml) {
    const before = now;
    await press('ControlOrMeta+z');
    await expect.poll(async () => (await kept())[0]?.xml).not.toBe(before);
  }
  await isSaved();
  await expect(form().said(en.formEditor.checked.old)).toBeVisible();
  await press('F8');
  await expect(form().said(en.formEditor.checked.valid)).toBeVisible();
  expect((await kept())[0]).toMatchObject({ xml: was, changed: false });
  await shot('valid');
  await press('Escape');
  await press('Tab');
  expect(
    await steward.page.evaluate(() => document.activeElement?.hasAttribute('data-editor')),
  ).toBe(false);

  // From a file with other line ends, whose bytes stay what they are; then killed.
  const file = path.join(steward.downloads, 'skjema.xml');
  const mixed = `${was.replaceAll('\r\n', '\n')}\r\n<!-- slutt -->\n`;
  writeFileSync(file, mixed);
  await steward.pick(form().fill, file);
  await expect(form().line('slutt')).toBeVisible();
  await form().text.focus();
  await press('ControlOrMeta+End');
  await steward.page.keyboard.type('<!-- æ -->');
  await press('Enter');
  await isSaved();
  await steward.restart();
  await openForms(steward, connection, made.id);
  await form().toXml();
  await expect(form().lines.first()).toBeVisible();
  await form().text.focus();
  await press('ControlOrMeta+End');
  await expect(form().line('<!-- æ -->')).toBeVisible();
  expect((await kept())[0]).toMatchObject({ xml: `${mixed}<!-- æ -->\n`, changed: true });
  await form().unfold();
  await expect(form().form(en.formEditor.status.changed)).toBeVisible();
  await form().revert();
  await shot('revert');
  await form().dialog.getByRole('button', { name: en.formEditor.revertAsk.action }).press('Space');
  await expect(form().form(en.formEditor.status.unchanged)).toBeVisible();
  await expect(form().line('<!-- æ -->')).toHaveCount(0);

  // Sub-forms: prefilled at the platform, and empty here.
  await form().add.click();
  await shot('add');
  await look(steward);
  await form().dialog.getByRole('button', { name: en.formEditor.add.action.prefilled }).click();
  await expect(form().form(en.formEditor.types['sub-form'])).toHaveCount(1);
  await expect.poll(() => messages.find(made.id)?.forms.length).toBe(2);
  await form().remove();
  await expect(form().form(en.formEditor.status.removed)).toBeVisible();
  await form().undo.click();
  await expect(form().form(en.formEditor.status.removed)).toHaveCount(0);
  expect(messages.find(made.id)?.forms.length).toBe(2);
  await form().add.click();
  await form().dialog.getByText(en.formEditor.add.ways.empty).click();
  await form().dialog.getByRole('button', { name: en.formEditor.add.action.empty }).click();
  await expect(form().form(en.formEditor.status.new)).toHaveAttribute('aria-selected', 'true');
  await form().text.focus();
  await steward.page.keyboard.type('<a');
  await press('F8');
  await expect(form().problem.first()).toContainText(en.formEditor.kinds.malformed);

  await steward.call('settings.change', { language: 'nb' });
  await useScheme(steward, 'dark');
  await expect(form().said(nb.formEditor.checked.only)).toBeVisible();
  await shot('malformed-nb-dark');
  await steward.page.setViewportSize({ width: 900, height: 700 });
  await shot('narrow-nb-dark');
  await steward.page.setViewportSize({ width: 1280, height: 800 });

  const archived = messages.make({ kind: 'FormTask', state: 'sent', service });
  await openForms(steward, connection, archived.id);
  await expect(form().said(nb.formEditor.fixed.archived)).toBeVisible();
  await formEditorPage(steward.page, nb).toXml();
  await expect(form().lines.first()).toBeVisible();
  await form().text.focus();
  await steward.page.keyboard.type('x');
  await expect(form().editor.getByRole('textbox')).toHaveAttribute('aria-readonly', 'true');
  await shot('archived-nb-dark');
  expect(steward.complaints).toEqual([]);
});
