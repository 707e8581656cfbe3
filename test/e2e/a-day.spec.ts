// A person's day: each task by its shortest way, every act counted; `test/support/a-day.ts` lists them.
// The first connection is counted in first-run.spec.ts.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { bulkRotation } from '../pages/bulk-rotation.ts';
import { button } from '../pages/controls.ts';
import { dataTable } from '../pages/data-table.ts';
import { dialogOf } from '../pages/dialog.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { formDeskPage } from '../pages/form-desk.ts';
import { formFieldsPage } from '../pages/form-fields.ts';
import { formStartPage } from '../pages/form-start.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { listScreen } from '../pages/list-screen.ts';
import { messagePanePage } from '../pages/message-pane.ts';
import { screenLink } from '../pages/navigation.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { copyPage } from '../pages/reference.ts';
import { signingPage } from '../pages/signing.ts';
import { todayPage } from '../pages/today.ts';
import type { Platform } from '../platform/platform.ts';
import { day } from '../support/a-day.ts';
import { countActs } from './acts.ts';
import { connectTo, expect, test } from './program.ts';
import { download } from './reference-copy.ts';

const PASSPHRASE = 'three lighthouses by the sea';

const REPLY = 'Svar på varselet';

test.use({ population: { users: 4 } });

/** A letter that is answered by a form to be signed. */
function letterTo({ control }: Platform) {
  const { code, edition } = control.messages.serviceWith({ signing: true, attachments: false });
  const reply = { serviceCode: code, serviceEdition: edition, url: 'https://svar.example/start' };
  return control.messages.make({
    subject: 'Varsel om kontroll',
    replyOptions: [{ type: 'Service', text: REPLY, ...reply }],
  });
}

test('a holder gets one more role by a press, a tick and a press', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const t = en.delegations;
  const { row } = dataTable(page, page.getByRole('grid', { name: t.title }));
  const screen = listScreen(page, en, 'delegations', t);
  await screen.open();
  await row('arkiv-uttrekk').click();
  await screen.details.opened('arkiv-uttrekk').waitFor();

  const acts = await countActs(steward);
  await button(screen.inspector, t.give.more).click();
  const { window } = dialogOf(page);
  await window.getByRole('checkbox', { name: /^Utfyller/ }).check();
  await button(window, t.give.goMany(1, 0)).click();
  await window.waitFor({ state: 'detached' });
  expect(await acts()).toHaveLength(day['give-a-role'].acts.length);
  expect(platform.control.executed('delegations.create')).toBe(1);
});

/** The question about the role is answered: a press while its box comes up is lost, as with any box of the system. */
const roleIsSettled = ({ control }: Platform) =>
  expect
    .poll(() => control.requests.some(({ operation }) => operation === 'delegations.create'))
    .toBe(true);

test('all overdue secrets are rotated into one file, from the start of the program', async ({
  platform,
  openKeyring,
  start,
}) => {
  const { control, organisation } = platform;
  const steward = await start({ keychain: 'system', env: (await openKeyring()).env });
  const connection = await connectTo(steward, platform);
  const users = enterpriseUsersPage(steward.page, en);
  const [kept = '', ...overdue] = control.users;
  await users.row(kept).waitFor();
  for (const userName of overdue)
    await steward.call('enterpriseUsers.tellRotation', { connection, userName, on: '2020-01-31' });
  await steward.restart();

  const acts = await countActs(steward);
  const today = todayPage(steward.page, en);
  await today.press(/secrets are overdue/).click();
  const rotation = bulkRotation(steward.page, en);
  await rotation.toEncryptedFile(PASSPHRASE);
  await rotation.confirm(organisation.name, overdue.length);
  await rotation.title('finished', overdue.length).waitFor({ timeout: 60_000 });
  expect(await acts()).toHaveLength(day['rotate-overdue'].acts.length);
  expect(control.executed('enterpriseUsers.rotateSecret')).toBe(overdue.length);
  await rotation.close.click();
  await today.open();
  // What was never rotated here is possibly overdue, which is said apart.
  await expect(today.items.filter({ hasText: /secrets are overdue/ })).toHaveCount(0);
});

test('a new enterprise user has its role when its secret is stored', async ({
  platform,
  openKeyring,
  start,
}) => {
  const { control } = platform;
  const steward = await start({ keychain: 'system', env: (await openKeyring()).env });
  await connectTo(steward, platform);
  const { page } = steward;
  const users = enterpriseUsersPage(page, en);
  const secret = oneTimeSecretWindow(page, en);
  await screenLink(page, en, 'settings').click();

  const acts = await countActs(steward);
  await screenLink(page, en, 'enterprise-users').click();
  await users.create('ny-robot', /^Utfyller/);
  await roleIsSettled(platform);
  await secret.keep.click();
  await secret.done.click();
  await expect(users.checklist.window).toContainText(
    en.enterpriseUsers.checklist.given('Utfyller og innsender'),
  );
  expect(await acts()).toHaveLength(day['new-user'].acts.length);
  expect(steward.asked.slice(1)).toEqual([expect.stringContaining('Give access to ny-robot?')]);
  expect(control.executed('delegations.create')).toBe(1);
});

test('a role that is refused leaves the new user and its secret, and is said among what is left to do', async ({
  connected: { page },
  platform,
}) => {
  const { control } = platform;
  const users = enterpriseUsersPage(page, en);
  control.refuse('delegations.create', { form: 'reason', words: 'Not now', status: 403 });
  await users.create('ny-robot', /^Utfyller/);
  await roleIsSettled(platform);
  await oneTimeSecretWindow(page, en).confirm();
  await expect(users.checklist.window.getByRole('alert')).toContainText('Not now');
  await expect(users.checklist.button(en.delegations.give.ask)).toBeVisible();
  expect(control.users).toContain('ny-robot');
});

test(
  'a letter is answered: its reply starts the form, which is filled in, sent to signing and signed',
  { tag: ['@first', '@inbox', '@work-list'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { control, organisation } = platform;
    const letter = letterTo(platform);
    const pane = messagePanePage(page, en);
    const fields = formFieldsPage(page, en);
    const desk = formDeskPage(page, en);
    const sign = signingPage(page, en);

    const acts = await countActs(steward);
    await pane.open('inbox');
    await pane.row(letter.subject).click();
    await pane.reply.click();
    await fields.text('Postnummer').fill('0150');
    await desk.check.click();
    await desk.sendToSigning.click();
    await sign.typed.fill(organisation.name);
    await sign.sign.click();
    await sign.result.waitFor();
    expect(await acts()).toHaveLength(day['answer-a-letter'].acts.length);
    expect(control.executed('messages.create')).toBe(1);
  },
);

test('50 forms are made of a spreadsheet and one that was sent before, and sent', async ({
  connected: steward,
  platform,
}, info) => {
  const { page } = steward;
  const { control } = platform;
  const service = control.messages.serviceWith({ signing: true });
  const at = (name: string, content: string) => {
    mkdirSync(info.outputDir, { recursive: true });
    const file = path.join(info.outputDir, name);
    writeFileSync(file, content);
    return file;
  };
  const lines = Array.from(
    { length: 50 },
    (_, n) => `Ny rampe ved kai ${String(n)};${String(n + 1)}`,
  );
  const table = at('many.csv', ['Formål;Søknadsbeløp i kroner', ...lines].join('\n'));
  const earlier = control.messages.make({
    ...{ kind: 'FormTask', state: 'sent', service },
    subject: 'Søknad i fjor',
  });
  const form = formStartPage(page, en);
  const pane = messagePanePage(page, en);
  const before = control.executed('messages.create');

  const acts = await countActs(steward);
  await screenLink(page, en, 'archive').click();
  await pane.row(earlier.subject).click();
  await pane.useAgain.click();
  await form.many.check();
  await steward.pick(() => form.chooseTable.click(), table);
  await form.manyToSigning.check();
  await form.sendMany(50).click();
  await jobPanel(page, en, 'sign-forms').title('finished', 50).waitFor({ timeout: 90_000 });
  expect(await acts()).toHaveLength(day['fifty-forms'].acts.length);
  expect(control.executed('messages.create') - before).toBe(50);
});

test('a reply whose answer is lost is looked for where it was pressed, and its form is not started again', async ({
  connected: { page },
  platform,
}) => {
  const { control } = platform;
  const letter = letterTo(platform);
  const pane = messagePanePage(page, en);
  await pane.open('inbox');
  await pane.row(letter.subject).click();
  control.fault({ operation: 'messages.create', acts: true, effect: { kind: 'reset' } });
  await expect(pane.pane).toContainText(REPLY);
  await pane.reply.click();
  await expect(pane.pane).toContainText(en.formStart.unknown.title);
  await expect(pane.pane).toContainText(en.formStart.unknown.found);
  await pane.reply.click();
  await expect(pane.pane).toContainText(en.formStart.unknown.title);
  expect(control.executed('messages.create')).toBe(1);
});

test(
  'what changed in a service is seen where the copy is renewed, and at the service',
  { tag: ['@first', '@services'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const { metadata } = control;
    const service = metadata.services.find(({ kind }) => kind === 'formtask');
    if (service === undefined) throw new Error('The platform has no form.');
    await download(steward, { what: 'owner', owner: service.ownerCode });
    metadata.change.detail(service, { steps: [] });

    const acts = await countActs(steward);
    const copy = copyPage(page, en);
    await copy.age.click();
    await copy.start.click();
    const changed = copy.changed(service.name.trim());
    await changed.getByText(en.services.steps, { exact: true }).waitFor();
    expect(await acts()).toHaveLength(day['what-changed'].acts.length);
    await changed.getByRole('button', { name: en.reference.openOne }).click();
    await page.getByText(en.services.changedSince('').trim(), { exact: false }).first().waitFor();
  },
);
