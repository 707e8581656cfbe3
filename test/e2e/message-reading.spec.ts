// Journeys of one message by mouse and keyboard: reading without marking it, saving, printing, following, deleting.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { formDeskPage } from '../pages/form-desk.ts';
import { messagePanePage } from '../pages/message-pane.ts';
import type { MessageWish } from '../platform/message-control.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const t = en.messagePane;
const LETTER = 'Vedtak om støtte til godstransport langs kysten for 2026, med vilkår';
const OTHER = 'Påminnelse om kvartalsstatistikk';
const ARCHIVED = 'Skjemaet saken gjelder';
const FORM = 'Søknad som fylles ut';
const SIGNED = 'Årsregnskap som venter';

const shaOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

async function lookInBoth(steward: Steward, name: string): Promise<void> {
  for (const language of ['nb', 'en'] as const) {
    await steward.call('settings.change', { language });
    await steward.page.locator(`html[lang="${language}"]`).waitFor();
    await look(steward, `${name}-${language}`);
  }
}

const addressed = (page: Page) => page.evaluate(() => location.hash.split('/').slice(2).join('/'));

test('a letter is read without being marked, its parts are saved and followed, and what is deleted says what follows', async ({
  connected: steward,
  platform,
}) => {
  const { page, downloads } = steward;
  const { control } = platform;
  const at = messagePanePage(page, en);
  const service = control.messages.serviceWith();
  const make = (wish: MessageWish) => control.messages.make(wish);
  const archived = make({ kind: 'FormTask', state: 'sent', subject: ARCHIVED });
  const letter = make({
    subject: LETTER,
    sender: 'Kystetaten',
    summary: 'Gjelder søknaden om støtte.',
    ...(archived.archiveReference && { archiveReference: archived.archiveReference }),
    body: '<h1>Vedtak</h1><p>Fristen er <b>tre uker</b>.</p>',
    replyOptions: [
      {
        type: 'Service',
        url: 'https://svar.example/start',
        text: 'Svar på vedtaket',
        serviceCode: service.code,
        serviceEdition: service.edition,
      },
      {
        type: 'ArchiveReference',
        text: 'Søknaden',
        url: `https://svar.example/arkiv/${archived.archiveReference ?? ''}`,
      },
      { type: 'ArchiveReference', url: 'https://svar.example/arkiv/AR99999999', text: 'Tidligere' },
      { type: 'URL', url: 'https://svar.example/mer', text: 'Les mer' },
      // A kind that nobody knows yet.
      { type: 'Annet' as 'URL', url: '', text: 'Ring oss på dagtid' },
    ],
    attachments: [
      { fileName: 'Vedtak.pdf', size: 3_000_000, encrypted: true },
      { fileName: 'grunnlag.xml', size: 20_000, sizeShown: -1 },
      { fileName: 'kart\u202efdp.exe', size: 900, signedByDefault: true },
    ],
  });
  const other = make({ subject: OTHER, asksConfirmation: true });
  const form = make({
    kind: 'FormTask',
    state: 'filling',
    subject: FORM,
    service: { code: service.code, edition: service.edition },
  });
  make({ kind: 'FormTask', state: 'signing', subject: SIGNED });

  await test.step('RTY-07 opening marks nothing; the press does', async () => {
    await at.open('inbox');
    await at.row(LETTER).click();
    await expect(at.heading(LETTER)).toBeVisible();
    await expect(at.attachments).toBeVisible();
    await expect(at.pane).toContainText(t.notMarked);
    // What the letter asks for is the one loud button, and says what it starts.
    await expect(at.reply).toHaveAttribute('data-variant', 'primary');
    await expect(at.reply).toHaveAccessibleDescription(/^Svar på vedtaket/);
    await expect(at.markAsRead).toHaveAttribute('data-variant', 'secondary');
    await expect(at.pane.locator('[data-variant="primary"]')).toHaveCount(1);
    await expect(at.pane).toContainText('Gjelder søknaden om støtte.');
    await at.delete.click();
    await expect(at.dialog).toContainText(t.delete.maybeForGood);
    await page.keyboard.press('Escape');
    await expect(at.dialog).toBeHidden();
    await lookInBoth(steward, 'letter');
    expect(control.messages.markedRead).toEqual([]);
    control.refuse('messages.get', { form: 'reason', words: 'Not now', status: 403 });
    await at.markAsRead.click();
    await expect(at.pane.getByRole('alert')).toContainText('Not now');
    expect(control.messages.markedRead).toEqual([]);
    await at.markAsRead.click();
    await expect(at.markAsRead).toBeHidden();
    expect(control.messages.markedRead).toEqual([letter.id]);
    await expect(at.row(LETTER)).toContainText(en.messages.states.read);
    await expect(at.row(OTHER)).toContainText(en.messages.states.unread);
  });

  await test.step('attachments are saved whole, one or all, and go on after a failure', async () => {
    const [pdf] = letter.attachments;
    await at.save('Vedtak.pdf').click();
    await expect(at.attachment('Vedtak.pdf')).toContainText(t.attachments.saved('Vedtak.pdf'));
    expect(shaOf(path.join(downloads, 'Vedtak.pdf'))).toBe(pdf?.sha256);
    // Stopped: nothing half is left.
    control.fault({ operation: 'attachments.content', acts: true, effect: { kind: 'stall' } });
    const asked = () =>
      control.requests.filter(({ operation }) => operation === 'attachments.content').length;
    const before = asked();
    await at.save('grunnlag.xml').click();
    // Stopped before it was asked for, it would leave the fault to the next one.
    await expect.poll(asked).toBe(before + 1);
    await at.stop('grunnlag.xml').click();
    await expect(at.save('grunnlag.xml')).toBeEnabled();
    expect(readdirSync(downloads)).toEqual(['Vedtak.pdf']);
    control.refuse('attachments.content', { form: 'reason', words: 'Too much today', status: 403 });
    await at.saveAll.click();
    await expect(at.attachments).toContainText(t.attachments.someFailed(1));
    await expect(at.attachment('Vedtak.pdf').getByRole('alert')).toContainText('Too much today');
    await lookInBoth(steward, 'attachments');
    const folder = readdirSync(downloads).find((name) => name.includes(letter.id)) ?? '';
    expect(folder).toContain('PRODUCTION');
    const saved = readdirSync(path.join(downloads, folder));
    expect(saved).toHaveLength(2);
    expect(saved.join()).not.toContain('\u202e');
    const sums = saved.map((name) => shaOf(path.join(downloads, folder, name))).sort();
    expect(sums).toEqual(
      letter.attachments
        .slice(1)
        .map((one) => one.sha256)
        .sort(),
    );
  });

  await test.step('replies say where they lead, and what is archived is found', async () => {
    await expect(at.replies).toContainText(t.linkText('svar.example'));
    await expect(at.replies).toContainText('Ring oss på dagtid');
    await at.replies.getByRole('button', { name: 'Tidligere' }).click();
    await expect(at.replies.getByRole('status').first()).toContainText('AR99999999');
    await at.replies.getByRole('button', { name: 'Søknaden' }).click();
    await expect(at.heading(ARCHIVED)).toBeVisible();
    expect(await addressed(page)).toBe(`archive/${archived.id}`);
    await expect(at.pane).toContainText(archived.id);
    // It can be printed, and its form be read and saved.
    await at.print.click();
    const printed = () =>
      readdirSync(downloads).find((name) => /message.*\.(pdf|html)$/.test(name));
    await expect.poll(printed).toBeDefined();
    await at.forms.getByRole('button', { expanded: false }).first().click();
    await at.showXml.click();
    const [main] = archived.forms;
    // Read as fields, compared with another form of its service, printed as a page of its own.
    await expect(at.fields.getByText(platform.organisationNumber, { exact: true })).toBeVisible();
    expect(await at.fields.getByRole('textbox').count()).toBe(0);
    await lookInBoth(steward, 'form-fields');
    await at.compare.click();
    await expect(
      at.dialog.getByRole('status').or(at.dialog.getByRole('heading')).first(),
    ).toBeVisible();
    await lookInBoth(steward, 'form-compared');
    await at.compare.click();
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await at.printForm.click();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('body > .paper')).toContainText(platform.organisationNumber);
    await expect(page.getByRole('banner')).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(page.locator('.paper')).toHaveCount(0);
    await at.asXml.click();
    await expect(at.dialog.locator('.cm-content')).toContainText('<');
    await lookInBoth(steward, 'xml');
    await page.keyboard.press('Escape');
    await at.saveXml.click();
    const xml = () => readdirSync(downloads).find((name) => name.endsWith('.xml'));
    await expect.poll(xml).toBeDefined();
    expect(main?.data).not.toBe('');
    expect(readFileSync(path.join(downloads, xml() ?? ''), 'utf8')).toContain('<');
    await page.goBack();
    await at.reply.click();
    await expect(formDeskPage(page, en).steps).toBeVisible();
    const started = control.messages
      .of(platform.organisationNumber)
      .find(({ state, subject }) => state === 'filling' && subject === service.name);
    expect(await addressed(page)).toBe(
      `work-list/${encodeURIComponent(`${started?.id ?? ''}+forms`)}`,
    );
  });

  await test.step('what is deleted says what follows, by keyboard alone; what is unknown is only looked at', async () => {
    await at.open('work-list');
    await at.row(FORM).click();
    await expect(at.continue).toBeVisible();
    await at.list.focus();
    await page.keyboard.press('Delete');
    await expect(at.dialog).toContainText(t.delete.openForm);
    await lookInBoth(steward, 'delete');
    await expect(at.confirm).toBeDisabled();
    await at.typed(FORM).pressSequentially(FORM);
    // Enter does nothing on the red button.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(at.confirm).toBeFocused();
    await page.keyboard.press('Enter');
    expect(control.executed('messages.remove')).toBe(0);
    control.fault({ operation: 'messages.remove', acts: false, effect: { kind: 'reset' } });
    await page.keyboard.press('Space');
    await expect(at.pane).toContainText(t.delete.maybeText);
    await expect(at.dialog).toBeHidden();
    await expect(at.delete).toHaveAttribute('aria-disabled', 'true');
    await lookInBoth(steward, 'maybe');
    await at.look.click();
    await expect(at.pane).toContainText(t.delete.still);
    await at.list.focus();
    await page.keyboard.press('Delete');
    await at.typed(FORM).fill(FORM);
    await at.confirm.focus();
    await page.keyboard.press('Space');
    await expect(at.row(FORM)).toBeHidden();
    // The neighbour is there, and the list has the focus.
    await expect(at.list).toBeFocused();
    await expect(at.pane.getByRole('heading', { level: 2 })).toBeVisible();
    expect(await addressed(page)).not.toBe('work-list');
    expect(control.messages.find(form.id)?.binned).toBe(true);
    expect(control.executed('messages.remove')).toBe(1);
  });

  await test.step('OFF-01 a letter is confirmed, then archived, and followed to its new place', async () => {
    await at.open('inbox');
    await at.row(OTHER).click();
    const archive = at.pane.getByRole('button', { name: t.archive, exact: true });
    await expect(at.heading(OTHER)).toBeVisible();
    // No relation says whether it asks to be confirmed, so both are there.
    await expect(at.pane.getByRole('button', { name: t.confirm, exact: true })).toBeVisible();
    await expect(archive).toBeVisible();
    await at.pane.getByRole('button', { name: t.confirm, exact: true }).click();
    // One act at a time: a press while another runs begins nothing.
    await expect(page.getByText(t.confirmed)).toBeVisible();
    await archive.click();
    await expect.poll(() => addressed(page)).toMatch(/^archive\/(?!$)/);
    await expect(at.heading(OTHER)).toBeVisible();
    await expect(archive).toBeHidden();
    expect([control.executed('messages.confirm'), control.executed('messages.archive')]).toEqual([
      1, 1,
    ]);
  });

  await test.step('what is in the trash goes for good; what is gone says so', async () => {
    await at.open('trash');
    await at.row(FORM).click();
    await expect(at.pane).toContainText(t.inTrashText);
    await lookInBoth(steward, 'trash');
    await at.delete.click();
    await expect(at.dialog).toContainText(t.delete.inTrash);
    await at.typed(FORM).fill(FORM);
    await at.confirm.click();
    await expect(at.row(FORM)).toBeHidden();
    expect(control.messages.find(form.id)).toBeUndefined();
    await at.open('inbox');
    await page.evaluate(() => {
      location.hash = location.hash.replace(/inbox.*/, 'inbox/a999999999');
    });
    await expect(at.pane).toContainText(t.gone);
    expect(control.messages.markedRead).toEqual([letter.id]);
    expect(control.messages.find(other.id)).toBeUndefined();
  });
  expect(existsSync(path.join(downloads, 'Vedtak.pdf'))).toBe(true);
});
