// The message box part of the demo's tour: a message is read; a form is started, filled in, signed and archived.
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { formDeskPage } from '../pages/form-desk.ts';
import { formEditorPage } from '../pages/form-editor.ts';
import { formStartPage } from '../pages/form-start.ts';
import { messagePanePage } from '../pages/message-pane.ts';
import { messagesPage } from '../pages/messages.ts';
import { signingPage } from '../pages/signing.ts';
import type { StandAlone } from '../platform/stand-alone.ts';

interface Walk {
  readonly page: Page;
  picture(name: string): Promise<unknown>;
}
type Step = readonly [name: string, act: () => Promise<void>];

const SUBJECT = 'Vedtak om skjenkebevilling';
const BODY =
  '<h2>Vedtak</h2><p>Dere har fått <b>bevilling</b> fra nyttår.</p>' +
  '<p>Les <a href="https://www.example.org/vilkaar">vilkårene</a>.</p><img src="https://sporing.example.org/1.gif">';

export function messageSteps(walk: Walk, platform: StandAlone): readonly Step[] {
  const service = () =>
    platform.control.messages.serviceWith({ signing: true, attachments: false });
  return [
    ['reads a message without marking it as read', () => read(walk, platform)],
    ['starts a form and fills it in', () => fillIn(walk, service())],
    ['reads the signing text, signs, and finds it archived', () => sign(walk, platform)],
  ];
}

async function read(walk: Walk, { control, announcement }: StandAlone) {
  const { page } = walk;
  const made = control.messages.make({
    kind: 'Correspondence',
    state: 'unread',
    subject: SUBJECT,
    body: BODY,
    party: announcement.organisationNumber,
    attachments: [{ fileName: 'vedtak.pdf', size: 48_000 }],
  });
  const folder = messagesPage(page, en);
  const pane = messagePanePage(page, en);
  await folder.open('inbox');
  await folder.row(SUBJECT).click();
  await pane.heading(SUBJECT).waitFor();
  await pane.attachment('vedtak.pdf').waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Vedtak' }).waitFor();
  await walk.picture('message');
  if (control.messages.find(made.id)?.state !== 'unread') throw new Error('It was marked as read.');
}

async function fillIn(
  walk: Walk,
  { code, edition, name }: { code: string; edition: number; name: string },
) {
  const { page } = walk;
  const start = formStartPage(page, en);
  const editor = formEditorPage(page, en);
  await start.open({ code, edition });
  await page.getByRole('main').getByRole('heading', { name: name.trim() }).waitFor();
  await walk.picture('start-form');
  await start.start.click();
  await editor.toXml();
  await editor.lines.first().waitFor();
  await editor.text.press('Control+Home');
  await editor.text.press('End');
  await editor.text.pressSequentially('<!-- ready -->');
  await page.getByText(en.formEditor.saving.saved('')).first().waitFor();
  await walk.picture('fill-in');
  const desk = formDeskPage(page, en);
  await desk.step('check').click();
  await desk.save.waitFor();
  await walk.picture('check');
  await desk.sendToSigning.click();
  await signingPage(page, en).text.waitFor();
}

async function sign(walk: Walk, { control, announcement }: StandAlone) {
  const { page } = walk;
  const desk = formDeskPage(page, en);
  const signing = signingPage(page, en);
  await desk.step('sign').click();
  await signing.text.waitFor();
  await signing.text.press('End');
  await signing.typed.fill(announcement.organisation);
  await walk.picture('sign');
  await signing.sign.click();
  await signing.result.waitFor();
  await walk.picture('signed');
  const sent = control.messages
    .of(announcement.organisationNumber)
    .filter(({ state }) => state === 'sent');
  const shown = await page.getByRole('main').innerText();
  if (!sent.some(({ id }) => shown.includes(id))) throw new Error('Its new id is not shown.');
}
