// Draws the pictures of the guide: the real program on every screen, with data and without animation.
// `npm run pictures` keeps what this writes.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { localDay } from '../../preload/contract/rules.ts';
import { en } from '../../renderer/texts/en.ts';
import { activityPage } from '../../test/pages/activity.ts';
import { codeListsPage } from '../../test/pages/code-lists.ts';
import { firstRun } from '../../test/pages/connections.ts';
import { button } from '../../test/pages/controls.ts';
import { contactInformationPage } from '../../test/pages/contact-information.ts';
import { enterpriseUsersPage } from '../../test/pages/enterprise-users.ts';
import { explorerPage } from '../../test/pages/explorer.ts';
import { formDeskPage } from '../../test/pages/form-desk.ts';
import { formEditorPage } from '../../test/pages/form-editor.ts';
import { framePage } from '../../test/pages/frame.ts';
import { bulkRotation } from '../../test/pages/bulk-rotation.ts';
import { handOverPage } from '../../test/pages/hand-over.ts';
import { lookupsPage } from '../../test/pages/lookups.ts';
import { messageExportPage } from '../../test/pages/message-export.ts';
import { messagePanePage } from '../../test/pages/message-pane.ts';
import { messagesPage } from '../../test/pages/messages.ts';
import { oneTimeSecretWindow } from '../../test/pages/one-time-secrets.ts';
import { listScreen } from '../../test/pages/list-screen.ts';
import { profilePage } from '../../test/pages/profile.ts';
import { copyPage } from '../../test/pages/reference.ts';
import { reporteesPage } from '../../test/pages/reportees.ts';
import { roleDefinitionsPage } from '../../test/pages/role-definitions.ts';
import { roleEditorPage } from '../../test/pages/role-editor.ts';
import { rolesPage } from '../../test/pages/roles.ts';
import {
  ownerEventsPage,
  ownerRequestsPage,
  partyAccessPage,
} from '../../test/pages/owner-screens.ts';
import { serviceOwnerPage } from '../../test/pages/service-owner.ts';
import { serviceRightsPage } from '../../test/pages/service-rights.ts';
import { servicesPage } from '../../test/pages/services.ts';
import { signingPage } from '../../test/pages/signing.ts';
import { todayPage } from '../../test/pages/today.ts';
import { type Platform, startPlatform } from '../../test/platform/platform.ts';
import { everythingOn } from '../../test/platform/shape.ts';
import { useScheme } from '../../test/e2e/accessible.ts';
import { connectTo, expect, test as base } from '../../test/e2e/program.ts';
import type { Steward } from '../../test/e2e/steward.ts';
import { download } from '../../test/e2e/reference-copy.ts';

const folder = fileURLToPath(new URL('../../dist/pictures/', import.meta.url));
const PASSPHRASE = 'a long walk along the fjord';

/** With as much as an organisation of some size has, all of it of the last years. */
const test = base.extend<{ ready: Steward }>({
  platform: async ({}, use) => {
    const platform = await startPlatform({
      users: 18,
      messages: 60,
      years: 3,
      parties: 9,
      switches: everythingOn,
    });
    // Whose certificate it is manages the access of the organisation.
    platform.control.held.managers.add('');
    await use(platform);
    await platform.stop();
  },
  // As a person has it; in memory only, every picture would begin by saying so.
  steward: async ({ openKeyring, start }, use) => {
    const { env } = await openKeyring();
    const steward = await start({ keychain: 'system', env });
    await use(steward);
    const code = await steward.end();
    expect({ code, complaints: steward.complaints }).toEqual({ code: 0, complaints: [] });
  },
  ready: async ({ steward, platform }, use) => {
    await connectTo(steward, platform, 'test');
    await steward.call('settings.change', { language: 'en', scheme: 'light' });
    await use(steward);
  },
});

/** Nothing but the screen itself: no message about what was done just now, no failure, nothing still being read. */
async function picture({ page }: Steward, name: string, heading?: string): Promise<void> {
  const notices = page
    .getByRole('status', { name: en.frame.notifications })
    .getByRole('button', { name: en.words.dismiss, exact: true });
  while ((await notices.count()) > 0) await notices.first().click();
  if (heading !== undefined) {
    const found = page.getByRole('heading', { name: heading, exact: true });
    await expect(found.first(), name).toBeVisible();
  }
  await expect(page.getByRole('alert'), name).toHaveCount(0);
  await expect(page.getByRole('status', { name: en.words.loading }), name).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]'), name).toHaveCount(0);
  await expect(page.locator('[data-spinner]'), name).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.mouse.move(640, 799);
  mkdirSync(folder, { recursive: true });
  await page.screenshot({
    path: path.join(folder, `${name}.png`),
    animations: 'disabled',
  });
}

async function dark(steward: Steward, name: string, heading: string): Promise<void> {
  await useScheme(steward, 'dark');
  await steward.page.locator('html[data-color-scheme=dark]').waitFor();
  await picture(steward, `${name}-dark`, heading);
  await useScheme(steward, 'light');
  await steward.page.locator('html[data-color-scheme=light]').waitFor();
}

test('pictures of the first connection', async ({ steward, platform }) => {
  const { page } = steward;
  const steps = firstRun(page, en);
  await steward.call('settings.change', { language: 'en', scheme: 'light' });
  await steward.pick(steps.chooseCertificate, platform.certificateFile);
  await steps.passphrase(platform.passphrase);
  await steps.key('a-key-of-another-environment');
  await steps.environment('test');
  await steps.baseAddress(platform.address);
  await steps.caFile(steward.pick(steps.chooseCa, platform.caFile), platform.caFile);
  await picture(steward, 'first-run', en.firstRun.title);
  await steps.connect();
  await page.getByRole('button', { name: en.connections.test.doIt.apiKey }).waitFor();
  await picture(steward, 'first-run-test');
  await steps.key(platform.apiKey);
  await steps.connectAgain();
  await page.getByRole('heading', { name: en.enterpriseUsers.title, exact: true }).waitFor();

  const frame = framePage(page, en);
  await frame.screen('connections').click();
  await page.getByRole('main').getByText(`${platform.organisation.name} – test`).first().click();
  await picture(steward, 'connections', en.connections.title);
  await frame.screen('settings').click();
  await picture(steward, 'settings', en.settings.title);
  await page.getByText(en.settings.version, { exact: true }).scrollIntoViewIfNeeded();
  await picture(steward, 'settings-below');
  await page.keyboard.press('Control+K');
  await page.keyboard.type('con');
  await frame.palette.options.first().waitFor();
  await page.getByText(en.frame.commandReading('').trim()).waitFor({ state: 'detached' });
  await picture(steward, 'palette');
});

/** Words that somebody wrote about some of the users. */
const NOTES = {
  'arkiv-uttrekk': 'Nightly archive pull',
  'erp-faktura-prod': 'ERP, invoice export',
  'lonn-amelding': 'Payroll, monthly report',
};

test('pictures of enterprise users and the activity', async ({ ready: steward, platform }) => {
  const { page } = steward;
  test.setTimeout(180_000);
  const users = enterpriseUsersPage(page, en);
  const names = platform.control.users.toSorted();
  for (const [name, note] of Object.entries(NOTES)) {
    await users.choose(name);
    await users.changeNote(note);
  }
  await users.create('arkiv-kopi');
  const secret = oneTimeSecretWindow(page, en);
  await secret.show.click();
  await expect(secret.secret).toBeVisible();
  await picture(steward, 'one-time-secret', en.oneTimeSecrets.title);
  await secret.hide.click();
  await secret.confirm();
  await users.closeChecklist();
  await users.choose(names[1] ?? '');
  await (await users.askToRotate(names[1] ?? '')).click();
  await secret.confirm();
  await users.closeChecklist();
  await picture(steward, 'enterprise-users', en.enterpriseUsers.title);
  await dark(steward, 'enterprise-users', en.enterpriseUsers.title);

  for (const name of names.slice(0, 3)) await users.tick(name).check();
  await users.rotateSelected.click();
  const rotation = bulkRotation(page, en);
  await rotation.toEncryptedFile(PASSPHRASE);
  await picture(steward, 'bulk-rotation', en.bulkRotation.review.title(3));
  await rotation.start(3).click();
  // Each row derives a key from the passphrase on purpose slowly.
  await page
    .getByRole('heading', { name: en.jobs.title['rotate-secrets'].finished(3) })
    .waitFor({ timeout: 90_000 });
  await picture(steward, 'bulk-rotation-done');
  await rotation.close.click();

  for (const name of names.slice(7, 10)) await users.tick(name).check();
  await users.rotateSelected.click();
  await rotation.toEncryptedFile(PASSPHRASE);
  await rotation.start(3).click();
  await rotation.pause.click();
  await rotation.resume.waitFor({ timeout: 90_000 });
  await rotation.close.click();
  const { chosen } = (await steward.call('connections.list', {})) as { readonly chosen: string };
  for (const userName of names.slice(4, 7))
    await steward.call('enterpriseUsers.tellRotation', {
      connection: chosen,
      userName,
      on: localDay(new Date(Date.now() - 200 * 86_400_000)),
    });
  const today = todayPage(page, en);
  await today.open();
  // Overdue, possibly overdue, and what is paused.
  await expect(today.items).toHaveCount(3);
  await picture(steward, 'today', en.today.title);

  const activity = activityPage(page, en);
  await activity.open();
  await page.getByRole('row').nth(2).waitFor();
  await picture(steward, 'activity', en.activity.title);
});

test('pictures of roles, contacts and parties', async ({ ready: steward, platform }) => {
  const { page } = steward;
  const roles = roleDefinitionsPage(page, en);
  const [role] = platform.control.localRoles(platform.organisationNumber);
  await roles.open();
  await roles.choose(role?.name.trim() ?? '');
  await roles.rights.waitFor();
  await picture(steward, 'role-definitions', en.roleDefinitions.title);
  await roles.change.click();
  const editor = roleEditorPage(page, en);
  await editor.rows.first().waitFor();
  await editor.rows.first().getByRole('checkbox').last().click();
  await picture(steward, 'role-editor');
  await editor.cancel.click();
  const draft = framePage(page, en).draft;
  await draft.discard.click();
  await roles.name.waitFor();

  const access = listScreen(page, en, 'delegations', en.delegations);
  await access.open();
  await page.getByRole('row').filter({ hasText: 'Odd' }).click();
  await access.inspector
    .getByRole('heading', { name: en.delegations.roles, exact: true })
    .waitFor();
  await picture(steward, 'delegations', en.delegations.title);

  const contacts = contactInformationPage(page, en);
  await contacts.open();
  await contacts.grid.getByRole('row').nth(1).click();
  await contacts.inspector.waitFor();
  await picture(steward, 'contact-information', en.contactInformation.title);
  const transfer = listScreen(page, en, 'file-transfer', en.fileTransfer);
  await transfer.open();
  await page.getByText('målinger-kaia.zip', { exact: true }).first().click();
  await transfer.inspector
    .getByRole('heading', { name: en.fileTransfer.receipt, exact: true })
    .waitFor();
  await picture(steward, 'file-transfer', en.fileTransfer.title);
  const lookups = lookupsPage(page, en);
  await lookups.open();
  await lookups.service.fill('L101/1');
  await page.getByRole('option').first().click();
  await lookups.query.getByRole('textbox', { name: 'kjenningssignal' }).fill('LM 1234');
  await lookups.way(en.lookups.notations.pairs).click({ force: true });
  await lookups.ask.click();
  await lookups.shown.waitFor();
  await picture(steward, 'lookups', en.lookups.title);
  await profilePage(page, en).open();
  await profilePage(page, en).card(platform.organisation.name).first().waitFor();
  await picture(steward, 'profile', en.profile.title);
  const parties = reporteesPage(page, en);
  await parties.open();
  await parties.list.getByRole('option').nth(1).click();
  await parties.inspector.getByRole('heading', { level: 2 }).waitFor();
  await picture(steward, 'reportees', en.reportees.title);
  const consents = listScreen(page, en, 'consents', en.consents);
  await consents.open();
  const rows = page.getByRole('grid', { name: en.consents.title }).getByRole('row');
  // What stands above moves while the list comes.
  await rows.nth(2).waitFor();
  await consents.segment(en.consents.statuses.accepted).check({ force: true });
  await rows.nth(2).click();
  await button(consents.inspector, en.consents.token.show).click();
  await consents.inspector.getByText(en.consents.token.signatures.valid, { exact: true }).waitFor();
  await picture(steward, 'consents', en.consents.title);

  const owner = serviceOwnerPage(page, en);
  await owner.open();
  await owner.lookUp(platform.organisationNumber);
  await owner.personal.waitFor();
  await picture(steward, 'service-owner', en.serviceOwner.title);
  const represented = partyAccessPage(page, en);
  await represented.open();
  await represented.lookUp('03916823456');
  await represented.row(platform.organisation.name).first().click();
  await represented.rights.getByRole('table').waitFor();
  await picture(steward, 'party-access', en.partyAccess.title);
  const rules = serviceRightsPage(page, en);
  await rules.open();
  await rules.choose('B102/1');
  await rules.row(en.serviceRights.right.write).first().click();
  await picture(steward, 'service-rights', en.serviceRights.title);
  const given = ownerRequestsPage(page, en).consents;
  await given.open();
  await given.ofService('K108/2');
  await given.row(en.ownerRequests.consents.status.active).first().click();
  await picture(steward, 'owner-requests', en.ownerRequests.title);
  const events = ownerEventsPage(page, en);
  await events.open();
  await events.row(en.ownerEvents.kinds.read).first().click();
  await picture(steward, 'owner-events', en.ownerEvents.title);
});

const SUBJECT = 'Vedtak om skjenkebevilling';
const BODY =
  '<h2>Vedtak</h2><p>Fjordtrafikk AS har fått <b>bevilling</b> fra nyttår og fem år fram.</p>' +
  '<table border="1"><tr><th>Skip</th><th>Strekning</th><th>Timer</th></tr>' +
  '<tr><td>MS Lodden</td><td>Molde – Vestnes</td><td>06–24</td></tr>' +
  '<tr><td>MS Makrell</td><td>Halsa – Kanestraum</td><td>08–22</td></tr></table>' +
  '<p>Klagefristen er tre uker. Les <a href="https://www.example.org/vilkaar">vilkårene</a>.</p>';

test('pictures of the message box', async ({ ready: steward, platform }) => {
  const { page } = steward;
  const { messages } = platform.control;
  const party = platform.organisationNumber;
  messages.make({
    party,
    kind: 'Correspondence',
    state: 'unread',
    subject: SUBJECT,
    body: BODY,
    attachments: [
      { fileName: 'vedtak.pdf', size: 48_000 },
      { fileName: 'kart.pdf', size: 912_000 },
    ],
  });
  messages.make({
    party,
    kind: 'Correspondence',
    binned: true,
    subject: 'Påminnelse om rapport',
  });
  const box = messagesPage(page, en);
  const pane = messagePanePage(page, en);
  await box.open('inbox');
  await box.row(SUBJECT).click();
  await pane.heading(SUBJECT).waitFor();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Vedtak' }).waitFor();
  await picture(steward, 'inbox', en.frame.screens.inbox);
  await dark(steward, 'inbox', en.frame.screens.inbox);
  for (const place of ['work-list', 'archive', 'trash'] as const) {
    await box.open(place);
    await box.rows.first().click();
    await box.pane.getByRole('heading', { level: 2 }).waitFor();
    await picture(steward, place, en.frame.screens[place]);
  }
  await box.open('inbox');
  await page.getByRole('button', { name: en.messages.export, exact: true }).click();
  await messageExportPage(page, en).heading.waitFor();
  await picture(steward, 'message-export', en.messageExport.title);
});

test('pictures of a form on its way', async ({ ready: steward, platform }) => {
  const { page } = steward;
  const { messages } = platform.control;
  const { chosen } = (await steward.call('app.start', {})) as {
    chosen: string;
  };
  const desk = formDeskPage(page, en);
  const editor = formEditorPage(page, en);

  const service = messages.serviceWith({ subForm: true });
  const task = messages.make({ kind: 'FormTask', state: 'filling', service });
  await desk.open(chosen, task.id, 'forms');
  await editor.toXml();
  await editor.lines.first().waitFor();
  await editor.text.press('Control+Home');
  await editor.text.press('End');
  await editor.text.pressSequentially('<!-- sjekket -->');
  await page.getByText(/Saved on this computer \d\d:\d\d:\d\d/).waitFor();
  await page.keyboard.press('F8');
  await page.getByText(en.formEditor.checked.valid).waitFor();
  await picture(steward, 'form-editor');

  const taking = messages.serviceWith({ attachments: true });
  const withFiles = messages.make({
    kind: 'FormTask',
    state: 'filling',
    service: taking,
    attachments: [{ fileName: 'situasjonsplan.pdf', size: 310_000 }],
  });
  await desk.open(chosen, withFiles.id, 'attachments');
  await desk.table.waitFor();
  await picture(steward, 'form-desk');
  await desk.open(chosen, task.id, 'check');
  await desk.line('changed').first().waitFor();
  await picture(steward, 'form-check');

  const signed = messages.serviceWith({ signing: true, attachments: false });
  const waiting = messages.make({
    kind: 'FormTask',
    state: 'signing',
    service: signed,
  });
  const signing = signingPage(page, en);
  await signing.open(waiting.id);
  await signing.text.waitFor();
  await signing.text.press('End');
  await signing.typed.fill(platform.organisation.name);
  await picture(steward, 'signing');
});

/** A service that has something to show in each of its tabs. */
function fullService({ control: { metadata } }: Platform) {
  const found = metadata.services.find((one) => metadata.detail(one).attachmentRules.length > 1);
  if (!found) throw new Error('The platform has no such service.');
  return {
    reference: `${found.code}/${String(found.edition)}`,
    name: found.name.trim(),
  };
}

test('pictures of the reference and the explorer', async ({ ready: steward, platform }) => {
  const { page } = steward;
  const services = servicesPage(page, en);
  const copy = copyPage(page, en);
  const { reference, name } = fullService(platform);
  await services.open();
  await services.rows.first().waitFor();
  await download(steward, { what: 'everything' });
  await services.toCopy.click();
  await copy.last.waitFor();
  await picture(steward, 'offline-copy', en.reference.title);
  await services.open();
  await services.search.fill(reference.split('/')[0] ?? '');
  await services.row(reference).click();
  await services.detail.getByRole('heading', { level: 2, name }).waitFor();
  await services.search.fill('');
  await picture(steward, 'services', en.frame.screens.services);
  await dark(steward, 'services', en.frame.screens.services);

  const codes = codeListsPage(page, en);
  await codes.open();
  await codes.choose('Municipalities');
  await codes.grid.getByRole('row').nth(1).click();
  await picture(steward, 'code-lists', en.codeLists.title);
  const roles = rolesPage(page, en);
  await roles.open();
  await roles.options.nth(1).click();
  await roles.heading.waitFor();
  await roles.tab('picture').click();
  await picture(steward, 'roles', en.frame.screens.roles);

  const explorer = explorerPage(page, en);
  await explorer.open();
  await explorer.filter.fill('roles');
  await explorer.entry('/api/{who}/authorization/roles').click();
  await explorer.parameter('who').fill(platform.organisationNumber);
  await explorer.send.click();
  await explorer.embedded('roles', 1).click();
  await explorer.tab('links').click();
  await picture(steward, 'explorer', en.explorer.title);
});

/** The connection that is there, and a person's beside it, under names that fit the picture. */
async function asCertificateAndPerson(steward: Steward, platform: Platform): Promise<void> {
  const kari = await connectTo(steward, platform, 'test', ' as a person');
  const { all } = (await steward.call('connections.list', {})) as {
    readonly all: readonly { readonly id: string; readonly extraCa: unknown }[];
  };
  for (const { id, extraCa: _kept, ...fields } of all) {
    const person = { name: 'Kari', signIn: { way: 'pasted-token' } };
    const named = id === kari ? person : { name: 'Certificate' };
    await steward.call('connections.change', { ...fields, ...named, connection: id });
    if (id !== kari) await steward.call('connections.choose', { connection: id });
  }
  const person = platform.control.identity.persons[0]?.id ?? '';
  const token = platform.control.identity.addToken({ person });
  await steward.call('signIn.pasteToken', { connection: kari, token });
}

test('pictures of the hand-over', async ({ ready: steward, platform }) => {
  test.setTimeout(300_000);
  const { page } = steward;
  await asCertificateAndPerson(steward, platform);
  const screen = handOverPage(() => page, en);
  await screen.open();
  await screen.choose().click();
  await expect(screen.start()).toBeEnabled({ timeout: 60_000 });
  await screen.readAs('services').selectOption({ label: 'Kari' });
  await expect(screen.readAs('services').locator('option:checked')).toHaveText('Kari');
  await picture(steward, 'hand-over', en.handOver.title);
  await screen.start().click();
  await screen.verify().waitFor({ timeout: 180_000 });
  await screen.verify().click();
  await screen.verified().waitFor();
  await picture(steward, 'hand-over-verified');
});
