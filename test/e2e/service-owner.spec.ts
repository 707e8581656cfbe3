// Journeys of contact look-up: search, filters, export, many numbers from a file, and no data left behind.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { serviceOwnerPage } from '../pages/service-owner.ts';
import type { Platform } from '../platform/platform.ts';
import type { RegisteredOrganisation } from '../platform/service-owner-data.ts';
import { roleDefinitionOf } from '../platform/role-definitions.ts';
import { markersInFolder } from '../support/markers.ts';
import { readWorkbook } from '../support/workbook.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const t = en.serviceOwner;

/** The callers' own organisation has two contacts of each kind at least. */
function ownOf({ control, organisationNumber }: Platform): RegisteredOrganisation {
  const own = control.register.find(({ number }) => number === organisationNumber);
  if (own === undefined) throw new Error('The register has not its own caller.');
  return own;
}

/** What one e-mail finds is several organisations, as accountants have it. */
function sharedMailbox({ control }: Platform, organisations: readonly RegisteredOrganisation[]) {
  const organizations = organisations.map(({ name, number, form }) => ({
    Name: name,
    OrganizationNumber: number,
    Type: form,
    LastChanged: '2024-03-12T09:14:00',
    LastConfirmed: null,
  }));
  control.fault({
    operation: 'serviceOwner.organisations',
    acts: true,
    effect: { kind: 'alter', body: JSON.stringify({ _embedded: { organizations } }) },
  });
}

const lookUps = ({ control }: Platform) =>
  control.requests.filter(({ path: at }) => at.includes('/serviceowner/'));

const asked = (platform: Platform, query: string) =>
  lookUps(platform).some((one) => one.query.includes(query));

async function saved(page: Page, downloads: string): Promise<{ name: string; bytes: Buffer }> {
  const toast = page.getByRole('status', { name: en.frame.notifications });
  const said =
    (await toast
      .getByText(/saved as/)
      .last()
      .textContent()) ?? '';
  const name = /saved as (\S+)/.exec(said)?.[1] ?? '';
  return { name, bytes: await readFile(path.join(downloads, name)) };
}

test(
  'a mailbox leads to organisations, their contacts, roles of a person and a CSV file',
  { tag: ['@first', '@service-owner'] },
  async ({ connected: { page, downloads }, platform }) => {
    const { control } = platform;
    const own = ownOf(platform);
    const other = control.register.find(
      ({ number, official }) => number !== own.number && official.length === 0,
    );
    const [person, second] = own.personal;
    if (other === undefined || person === undefined || second === undefined)
      throw new Error('Too few.');
    const screen = serviceOwnerPage(page, en);
    await screen.open();
    await expect(page.getByText(t.start, { exact: true })).toBeVisible();

    await screen.field.fill('910 514 319');
    await expect(screen.said).toHaveText(t.typed['wrong-check-digit']);
    await expect(screen.asPhone).toBeVisible();
    await screen.lookUp(person.socialSecurityNumber);
    await expect(screen.said).toHaveText(t.typed['identity-number']);
    await expect(screen.search).toBeDisabled();
    expect(lookUps(platform)).toEqual([]);

    await screen.lookUp('12 34 56 78');
    await expect(page.getByText(t.none.phoneNumber, { exact: true })).toBeVisible();
    sharedMailbox(platform, [own, other]);
    await screen.lookUp(` Regnskap <felles@${own.number}.example> `);
    await expect(screen.results.getByRole('option')).toHaveCount(2);
    expect(page.url()).not.toContain('felles');
    await screen.result(other.name).click();
    await expect(screen.inspector.getByText(t.officialNone)).toBeVisible();
    await screen.result(own.name).click();
    await expect(screen.opened(own.name)).toBeVisible();
    await expect(screen.official.getByRole('listitem')).toHaveCount(own.official.length);
    await expect(screen.person(person.name)).toBeVisible();

    const masked = `${person.socialSecurityNumber.slice(0, 6)}•••••`;
    await expect(screen.person(person.name)).toContainText(masked);
    await screen.inspector
      .getByRole('button', { name: en.words.showNumber(person.name) })
      .first()
      .click();
    await expect(screen.person(person.name)).toContainText(person.socialSecurityNumber);
    await screen.roles(person.name).first().click();
    for (const id of person.roles)
      await expect(screen.person(person.name)).toContainText(
        roleDefinitionOf(String(id))?.code ?? '?',
      );

    const code = roleDefinitionOf(String(person.roles[0]))?.code ?? '';
    await screen.filter('role').field.fill(code.toLowerCase());
    await page.getByRole('option', { name: code }).first().click();
    const having = own.personal.filter(({ roles }) =>
      roles.some((id) => roleDefinitionOf(String(id))?.code === code),
    );
    await expect(screen.personal.getByRole('heading')).toBeVisible();
    await expect.poll(() => asked(platform, `roleDefinitionCode=${code}`)).toBe(true);
    await expect(screen.inspector.getByRole('button', { name: /^Roles of/ })).toHaveCount(
      having.length,
    );
    await screen.personal.getByRole('button', { name: t.clearPick(t.role) }).click();
    await expect(screen.inspector.getByRole('button', { name: /^Roles of/ })).toHaveCount(
      own.personal.length,
    );

    await screen.export.click();
    await expect(screen.dialog).toContainText(t.exporting.personalTitle);
    await screen.choice(t.exporting.one).click();
    await expect(screen.dialog).toContainText(
      t.exporting.holds(1, own.official.length + own.personal.length),
    );
    await screen.choice(en.words.exporting.formats.csv).click();
    await screen.save.click();
    await expect(screen.dialog).toBeHidden();
    const { name, bytes } = await saved(page, downloads);
    expect(name).toMatch(/-PRODUCTION-look-ups-\d{4}-\d\d-\d\d\.csv$/);
    const text = bytes.toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    for (const one of [person, second]) {
      expect(text).toContain(one.name);
      expect(text).not.toContain(one.socialSecurityNumber);
    }
    expect(control.unfilteredLookups).toBe(0);

    // A part that fails leaves the other, and is asked again by itself.
    control.refuse('serviceOwner.officialContacts', {
      form: 'model',
      words: 'Not now',
      status: 503,
      times: 9,
    });
    await page.keyboard.press('Control+r');
    await expect(screen.official.getByRole('alert')).toContainText('Not now');
    await expect(screen.person(person.name)).toBeVisible();
  },
);

test(
  'by keyboard alone: looked up, opened, roles, filter, export, back',
  { tag: ['@keyboard', '@service-owner'] },
  async ({ connected: { page, downloads }, platform }) => {
    const own = ownOf(platform);
    const [person] = own.personal;
    if (person === undefined) throw new Error('Too few.');
    const screen = serviceOwnerPage(page, en);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const tabTo = async (to: Locator) => {
      for (let i = 0; i < 40 && !(await to.evaluate(isFocused)); i += 1) await press('Tab');
      await expect(to).toBeFocused();
    };
    await screen.open();
    await screen.heading.waitFor();
    await press('/');
    await expect(screen.field).toBeFocused();
    await page.keyboard.type('no ' + own.number);
    await press('Enter');
    await expect(screen.opened(own.name)).toBeVisible();
    expect(page.url()).toMatch(new RegExp(`/service-owner/${own.number}$`));
    await tabTo(screen.results);
    await press('Home', 'Enter');
    const copy = screen.inspector.getByRole('button', { name: t.copyNumber });
    await expect(copy).toBeFocused();
    await tabTo(screen.filter('service').field);
    await page.keyboard.type('zzz');
    await expect(page.getByText(t.pickNothing).first()).toBeVisible();
    await press('Escape');
    await page.keyboard.type(platform.control.metadata.services[0]?.code ?? '');
    await expect(screen.filter('service').options.first()).toBeVisible();
    await press('ArrowDown', 'Enter');
    await expect.poll(() => asked(platform, 'serviceCode=')).toBe(true);
    await expect(screen.filter('service').field).toHaveAttribute('readonly');
    await press('Backspace');
    await expect(screen.filter('service').field).not.toHaveAttribute('readonly');
    const roles = screen.roles(person.name).first();
    await tabTo(roles);
    await press('Space');
    await expect(roles).toHaveAttribute('aria-expanded', 'true');
    await press('Control+e');
    await screen.dialog.waitFor();
    await tabTo(screen.save);
    await press('Enter');
    await expect(screen.dialog).toBeHidden();
    const { rows } = readWorkbook((await saved(page, downloads)).bytes);
    expect(rows).toHaveLength(1 + own.official.length + own.personal.length);
    await press('Escape');
    await expect(screen.inspector.getByRole('heading', { name: own.name })).toBeHidden();
    const bulk = page.getByRole('heading', { name: t.bulk.title });
    await press('Control+n');
    await expect(bulk).toBeVisible();
    await press('Alt+ArrowLeft');
    await expect(bulk).toBeHidden();
    await expect(screen.heading).toBeVisible();
    await press('Alt+ArrowRight');
    await expect(bulk).toBeVisible();
    await press('Escape');
    await expect(bulk).toBeHidden();
    await expect(screen.heading).toBeVisible();
  },
);

const isFocused = (element: Element) => element === document.activeElement;

/** Some of them nobody knows; and what is no number at all. */
async function numbersFile(folder: string, platform: Platform, count: number): Promise<string> {
  const file = path.join(folder, 'numbers.csv');
  const numbers = platform.control.register.slice(0, count).map(({ number }) => number);
  const identity = ownOf(platform).personal[0]?.socialSecurityNumber ?? '';
  const lines = ['orgnr', ...numbers, numbers[0], '910514319', identity, 'Fjord AS'];
  await writeFile(file, lines.join('\r\n'));
  return file;
}

test('many numbers from a file: what is read, a job that pauses and goes on, and a workbook of it', async ({
  connected: steward,
  platform,
  folder,
}) => {
  const { page, downloads } = steward;
  const screen = serviceOwnerPage(page, en);
  const own = ownOf(platform);
  const file = await numbersFile(folder, platform, 30);
  await screen.open();
  await screen.fromFile.click();
  await steward.pick(() => screen.chooseFile.click(), file);
  await expect(page.getByText(t.bulk.read(30), { exact: true })).toBeVisible();
  await expect(page.getByText(t.bulk.repeated(1))).toBeVisible();
  await expect(page.getByText('910514319')).toBeVisible();
  for (const { socialSecurityNumber } of own.personal)
    await expect(page.getByText(socialSecurityNumber)).toHaveCount(0);

  const held = platform.control.hold('serviceOwner.officialContacts', true);
  await screen.start(30).click();
  await expect(page.getByRole('button', { name: en.jobs.pause })).toBeVisible();
  await page.getByRole('button', { name: en.jobs.pause }).click();
  await expect(
    page.getByRole('heading', { name: en.jobs.title['look-up'].pausing(30) }),
  ).toBeVisible();
  held.release();
  const resume = page.getByRole('button', { name: en.jobs.resume });
  await expect(resume).toBeVisible();
  await page.getByRole('button', { name: t.job.back }).click();
  await expect(page.getByText(en.jobs.title['look-up'].paused(30))).toBeVisible();
  await page.getByRole('button', { name: en.jobs.open, exact: true }).click();
  await resume.click();
  await expect(
    page.getByRole('heading', { name: en.jobs.title['look-up'].finished(30) }),
  ).toBeVisible();
  await screen.rows.getByRole('option', { name: own.name }).dblclick();
  await expect(screen.opened(own.name)).toBeVisible();
  await expect(screen.inspector.getByText(own.personal[0]?.name ?? '').first()).toBeVisible();

  await screen.export.click();
  const contacts = platform.control.register
    .slice(0, 30)
    .reduce((sum, { official, personal }) => sum + official.length + personal.length, 0);
  await expect(screen.dialog).toContainText(t.exporting.holds(30, contacts));
  await screen.choice(t.exporting.identity.whole).click();
  await expect(screen.save).toBeDisabled();
  await screen.dialog.getByRole('checkbox').check();
  await screen.save.click();
  await expect(screen.dialog).toBeHidden();
  const { name, bytes } = await saved(page, downloads);
  expect(name).toMatch(/\.xlsx$/);
  const { rows, formulas } = readWorkbook(bytes);
  expect(formulas).toBe(0);
  const cells = new Set(rows.flat());
  for (const person of own.personal) expect(cells).toContain(person.socialSecurityNumber);
  for (const { mobileNumber } of own.personal)
    if (mobileNumber !== '') expect(cells).toContain(mobileNumber);
});

async function fieldsOf(steward: Steward, connection: string): Promise<object> {
  const { all } = (await steward.call('connections.list', {})) as {
    all: readonly (Readonly<Record<string, unknown>> & { id: string })[];
  };
  const known = Object.entries(all.find(({ id }) => id === connection) ?? {});
  return Object.fromEntries(known.filter(([key]) => key !== 'id' && key !== 'extraCa'));
}

/** A connection that reads what is open to all and signs nobody in. */
async function openOnly(steward: Steward, like: string): Promise<string> {
  const own = await fieldsOf(steward, like);
  const input = { ...own, name: 'Open', signIn: { way: 'none' } };
  return ((await steward.call('connections.create', input)) as { id: string }).id;
}

/** The same organisation at the same platform, as a connection of the other environment. */
async function alsoInTest(steward: Steward, platform: Platform, like: string): Promise<string> {
  const own = await fieldsOf(steward, like);
  const file = async (purpose: string, name: string) => {
    let chosen: Promise<unknown> | undefined;
    await steward.pick(async () => {
      chosen = steward.call('files.choose', { purpose });
    }, name);
    return ((await chosen) as { handle: string }).handle;
  };
  const made = async (name: string, input: unknown) =>
    ((await steward.call(name, input)) as { id: string }).id;
  // A credential belongs to one environment.
  return made('connections.create', {
    ...own,
    name: 'Other',
    environment: 'test',
    signIn: {
      way: 'certificate',
      certificate: await made('credentials.importCertificate', {
        name: 'Other certificate',
        file: await file('certificate', platform.certificateFile),
        passphrase: platform.passphrase,
      }),
    },
    apiKey: await made('credentials.addApiKey', { name: 'Other key', key: platform.apiKey }),
    extraCaFile: await file('certificate-authority', platform.caFile),
  });
}

test('a search stays here: not in an address or a file, not after a lock, not in another connection', async ({
  folder,
  platform,
  start,
}) => {
  const own = ownOf(platform);
  const [person] = own.personal;
  if (person === undefined) throw new Error('Too few.');
  const steward = await start();
  const { page } = steward;
  const first = await connectTo(steward, platform);
  const other = await alsoInTest(steward, platform, first);
  const screen = serviceOwnerPage(page, en);
  const mobile = own.personal.find(({ mobileNumber }) => mobileNumber !== '')?.mobileNumber ?? '';
  await screen.open();
  await screen.lookUp(mobile);
  await screen.lookUp(person.email);
  await expect(screen.opened(own.name)).toBeVisible();
  await screen.inspector
    .getByRole('button', { name: en.words.showNumber(person.name) })
    .first()
    .click();
  await expect(screen.inspector).toContainText(person.socialSecurityNumber);
  expect(page.url()).not.toContain('felles');

  const before = lookUps(platform).length;
  await page.keyboard.press('Control+l');
  await page.getByRole('button', { name: en.frame.openAgain }).click();
  await expect(page.getByText(t.start, { exact: true })).toBeVisible();
  await expect(screen.field).toHaveValue('');
  await screen.lookUp(person.email);
  await expect(screen.opened(own.name)).toBeVisible();
  await expect(screen.person(person.name)).toBeVisible();
  await expect(screen.official.getByRole('listitem')).toHaveCount(own.official.length);
  const until = lookUps(platform).length;
  expect(until).toBeGreaterThan(before);
  await steward.call('connections.choose', { connection: other });
  await expect(page.getByText(t.start, { exact: true })).toBeVisible();
  await expect(screen.field).toHaveValue('');
  expect(lookUps(platform).length).toBe(until);

  // Who cannot be a service owner is told so at the place itself, which stands in no menu.
  const open = await openOnly(steward, first);
  await steward.call('connections.choose', { connection: open });
  await page.evaluate((to) => (location.hash = `#/${to}/service-owner`), open);
  await expect(page.getByText(en.limits.title, { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(en.limits.signIns['service-owner']);
  const menu = page.getByRole('navigation', { name: en.frame.navigation });
  await expect(menu.getByRole('link', { name: t.title })).toHaveCount(0);
  expect(lookUps(platform).length).toBe(until);
  expect(steward.complaints).toEqual([]);
  expect(await steward.end()).toBe(0);
  expect(
    markersInFolder(folder, [person.email, person.socialSecurityNumber, person.name, mobile]),
  ).toEqual([]);
});

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 contact look-up in ${language} is accessible in both schemes, in every state`,
    { tag: ['@looks', '@service-owner'] },
    async ({ connected: steward, platform, folder }) => {
      const { page } = steward;
      const { control } = platform;
      const words = texts.serviceOwner;
      const own = ownOf(platform);
      const [person] = own.personal;
      await steward.call('settings.change', { language });
      const screen = serviceOwnerPage(page, texts);
      const see = (name: string) => look(steward, `${name}-${language}`);
      await screen.open();
      await screen.heading.waitFor();
      await screen.field.fill('910 514 319');
      await see('start');
      await screen.lookUp('12345678');
      await page.getByText(words.none.phoneNumber).waitFor();
      await see('none');
      sharedMailbox(platform, control.register.slice(0, 12));
      await screen.lookUp('felles@regnskap.example');
      await screen.result(own.name).click();
      await screen
        .roles(person?.name ?? '')
        .first()
        .click();
      await screen
        .person(person?.name ?? '')
        .locator('.ds-tag')
        .first()
        .waitFor();
      await see('found');
      await screen.filter('role').field.fill('l');
      await page.getByRole('option').nth(1).waitFor();
      await see('filter');
      await page.keyboard.press('Escape');
      await screen.export.click();
      await screen.choice(words.exporting.identity.whole).click();
      await see('export');
      await page.keyboard.press('Escape');
      control.retire('serviceOwner', 410, 'all');
      await screen.lookUp('22000000');
      await page.getByRole('alert').waitFor();
      await see('retired');
      control.restore();
      await screen.fromFile.click();
      await steward.pick(() => screen.chooseFile.click(), await numbersFile(folder, platform, 24));
      await screen.start(24).waitFor();
      await see('bulk');
      await screen.start(24).click();
      await page.getByRole('heading', { name: texts.jobs.title['look-up'].finished(24) }).waitFor();
      await screen.rows.getByRole('option', { name: own.name }).dblclick();
      await screen.opened(own.name).waitFor();
      await see('job');
      await page.setViewportSize({ width: 900, height: 700 });
      await see('job-narrow');
    },
  );
}
