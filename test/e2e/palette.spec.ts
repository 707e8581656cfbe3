// Journeys of the palette over all its sources, of links to places, back and forward, and remembered pane widths.
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { framePage } from '../pages/frame.ts';
import { messagesPage } from '../pages/messages.ts';
import type { Platform } from '../platform/platform.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const t = en.frame;

/** A service of the platform that only one code and edition fits. */
async function serviceOf(steward: Steward) {
  const connection = (await steward.call('app.start', {})) as { chosen: string };
  const at = { connection: connection.chosen, fresh: true };
  const { services } = (await steward.call('reference.services', at)) as {
    services: { name: string; code: string; edition: number; kind: string | null }[];
  };
  const found = services.find(({ kind }) => kind === 'formtask');
  if (found === undefined) throw new Error('The platform has no form.');
  return { ...found, reference: `${found.code}/${found.edition}` };
}

test(
  'things are found by name and by code, opened, linked to, and gone back from',
  { tag: '@first' },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const { palette, ...frame } = framePage(page, en);
    const [user = ''] = [...control.users];
    const service = await serviceOf(steward);

    await palette.open();
    // Nothing is asked for before something is typed.
    const before = control.requests.length;
    await expect(palette.group(t.commandScreens)).toBeVisible();
    expect(control.requests.length).toBe(before);
    await palette.search(user);
    await expect(palette.group(t.commandUsers).getByRole('option')).toHaveText(new RegExp(user));
    await expect(palette.current).toContainText(user);
    await page.keyboard.press('Enter');
    await expect(enterpriseUsersPage(page, en).row(user)).toHaveAttribute('aria-selected', 'true');

    // An exact code comes first, and leads to that very service.
    await palette.open();
    await palette.search(service.reference);
    await expect(palette.current).toContainText(service.reference);
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => decodeURIComponent(await frame.hash()))
      .toContain(`services/formtask/${service.reference}`);
    await expect(page.getByRole('heading', { name: service.name }).first()).toBeVisible();
    const place = await frame.hash();

    // Verbs only after ">"; the link that is copied leads back here.
    await palette.open();
    await palette.field.fill(`> ${t.copyPlace}`);
    await expect(palette.options).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByText(t.placeCopied)).toBeVisible();
    await frame.screen('settings').click();
    await expect(frame.heading(en.frame.screens.settings)).toBeVisible();
    await frame.back.click();
    await expect.poll(frame.hash).toBe(place);
    await frame.forward.click();
    await expect(frame.heading(en.frame.screens.settings)).toBeVisible();
    await expect(frame.forward).toBeDisabled();
    await palette.run(place);
    await expect.poll(frame.hash).toBe(place);
  },
);

test('what is begun from any screen opens its dialog, and messages that were read are found and shown in their folder', async ({
  connected: steward,
  platform: { control },
}) => {
  const { page } = steward;
  const { palette, ...frame } = framePage(page, en);
  const users = enterpriseUsersPage(page, en);
  const box = messagesPage(page, en);
  const [user = ''] = [...control.users];
  const subject = (n: number) => `Kaileie ${String(n)}`;
  for (let n = 1; n <= 8; n++) control.messages.make({ subject: subject(n), changed: new Date() });

  await frame.screen('settings').click();
  await palette.open();
  await palette.field.fill(`> ${t.commandRotate}`);
  await page.keyboard.press('Enter');
  await expect(palette.field).toHaveValue(`${t.commandAsks.user} `);
  await page.keyboard.type(user);
  await palette.option(user).click();
  await expect(users.dialog(en.enterpriseUsers.rotateDialog.title)).toContainText(user);
  await page.keyboard.press('Escape');
  await expect(users.row(user)).toHaveAttribute('aria-selected', 'true');

  await frame.screen('settings').click();
  await palette.run(`> ${en.enterpriseUsers.newUser}`);
  await expect(users.dialog(en.enterpriseUsers.create.title)).toBeVisible();
  await page.keyboard.press('Escape');
  // With nobody overdue the users are chosen first.
  await palette.run(`> ${t.commandRotateOverdue}`);
  await expect(users.dialog(en.bulkRotation.choose.title)).toBeVisible();
  await page.keyboard.press('Escape');
  await palette.run(`> ${en.credentials.importCertificateAsk}`);
  await expect(users.dialog(en.credentials.importCertificate)).toBeVisible();
  await page.keyboard.press('Escape');

  // Only what was read in this session: nothing is asked for messages.
  await palette.open();
  await palette.search(subject(3));
  await expect(palette.option(subject(3))).toHaveCount(0);
  expect(control.executed('messages.list')).toBe(0);
  await page.keyboard.press('Escape');
  await box.open('inbox');
  await expect(box.row(subject(3))).toBeVisible();
  // Rows are there as they come; a list that is left before its end is asked for anew.
  await expect(box.listed).toContainText(/\d/);
  await frame.screen('settings').click();
  const asked = control.executed('messages.list');
  await palette.open();
  await palette.search(subject(3));
  await palette.option(subject(3)).click();
  await expect(box.row(subject(3))).toHaveAttribute('aria-selected', 'true');
  await frame.screen('settings').click();
  await palette.open();
  await palette.search('kaileie');
  await palette.option(t.commandShowAll(8)).click();
  await expect(box.search).toHaveValue('kaileie');
  await expect(box.rows).toHaveCount(8);
  expect(control.executed('messages.list')).toBe(asked);
});

test('a link to a connection that is not here says so, and the last place and the borders are kept', async ({
  alone: steward,
  platform: { control },
}) => {
  const { page } = steward;
  const frame = framePage(page, en);
  const users = enterpriseUsersPage(page, en);
  const [user = ''] = [...control.users];
  await users.choose(user);

  const border = frame.border(en.words.widthOf(en.enterpriseUsers.details));
  await border.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(border).toHaveAttribute('aria-valuenow', '348');
  const side = frame.border(t.sidebarWidth);
  const box = await side.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 4, (box?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await expect(side).toHaveAttribute('aria-valuenow', '292');
  await page
    .getByRole('columnheader', { name: en.enterpriseUsers.columns.created })
    .getByRole('button')
    .click();

  await page.evaluate(() => {
    location.hash = '#/not-here/enterprise-users/x';
  });
  await expect(frame.heading(t.goneTitle)).toBeAttached();
  const asked = control.requests.length;
  await page.getByRole('button', { name: t.goneBack }).click();
  await users.row(user).waitFor();
  expect(control.requests.length).toBeGreaterThan(asked);
  await users.choose(user);
  await expect
    .poll(async () => JSON.stringify(await steward.call('layout.get', {})))
    .toMatch(new RegExp(`"sidebarWidth":292.*348.*"created".*${user}`));

  await steward.restart();
  await expect(framePage(steward.page, en).border(t.sidebarWidth)).toHaveAttribute(
    'aria-valuenow',
    '292',
  );
  expect(decodeURIComponent(await framePage(steward.page, en).hash())).toContain(
    `enterprise-users/${user}`,
  );
});

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 the palette in ${language} is accessible in both schemes`,
    { tag: '@looks' },
    async ({ connected: steward, platform }) => {
      await steward.call('settings.change', { language });
      await looksOf(steward, texts, platform, (name) => look(steward, `${name}-${language}`));
    },
  );
}

async function looksOf(
  steward: Steward,
  texts: Texts,
  { control }: Platform,
  see: (name: string) => Promise<void>,
) {
  const { page } = steward;
  const frame = framePage(page, texts);
  const { palette } = frame;
  // What fails is said in one line, and the rest is found all the same.
  control.fault({ operation: 'openRoles.list', acts: false, effect: { kind: 'reset' }, times: 9 });
  await palette.open();
  await see('palette-empty');
  await palette.search('a');
  await expect(palette.window).toContainText(
    texts.frame.commandUnread(texts.frame.commandSources.roles),
  );
  await see('palette-hits');
  await palette.search('zzzz');
  await see('palette-nothing');
  await palette.field.fill('>');
  await see('palette-commands');
  await page.keyboard.press('Escape');

  await frame.screen('connections').click();
  await frame.heading(texts.frame.screens.connections).waitFor();
  await page.keyboard.press('Control+N');
  await page.getByLabel(texts.connections.form.name, { exact: true }).fill('x');
  await frame.screen('settings').click();
  await see('draft');
  await frame.draft.discard.click();
  await frame.heading(texts.frame.screens.settings).waitFor();
  await page.evaluate(() => {
    location.hash = '#/not-here/enterprise-users';
  });
  await frame.heading(texts.frame.goneTitle).waitFor({ state: 'attached' });
  await see('gone');
}
