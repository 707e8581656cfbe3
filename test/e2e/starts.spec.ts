// Journeys of starting the program: nothing is loaded twice, except in the one journey about reloading.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { codeListsPage } from '../pages/code-lists.ts';
import { firstRun } from '../pages/connections.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { framePage } from '../pages/frame.ts';
import type { Platform } from '../platform/platform.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const run = promisify(execFile);
const terminal = path.resolve(import.meta.dirname, '../../dist/main/terminal.js');
const form = en.connections.form;

const placeOf = (platform: Platform) => ({
  address: platform.address,
  organisationName: platform.organisation.name,
  organisationNumber: platform.organisationNumber,
});
/** What signs in nobody needs no secret, so it outlives a start with a keychain in memory. */
const openConnection = (platform: Platform, name: string) => ({
  name,
  environment: 'test',
  baseAddress: platform.address,
  organisationName: platform.organisation.name,
  organisationNumber: platform.organisationNumber,
  signIn: { way: 'none' },
  apiKey: null,
  highestTls: 'TLSv1.3',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
});

const nameField = (page: Page) => page.getByLabel(form.organisationName, { exact: true });
/** As it is written down, some moments after it was shown. */
const remembered = (steward: Steward) => async () =>
  JSON.stringify(((await steward.call('layout.get', {})) as { places: unknown }).places);
const chosen = async (steward: Steward) =>
  ((await steward.call('connections.list', {})) as { chosen: string | null }).chosen;

test(
  'the first run is killed: before saving it begins anew, after that its connection is opened and tested',
  { tag: '@first' },
  async ({ platform, openKeyring, start }) => {
    const { env } = await openKeyring();
    const steward = await start({ keychain: 'system', env });
    await nameField(steward.page).fill('Never saved');
    await steward.call('credentials.addApiKey', { name: 'Kept', key: platform.apiKey });
    await steward.restart();

    const { page } = steward;
    const steps = firstRun(page, en);
    await expect(nameField(page)).toHaveValue('');
    await steward.pick(steps.chooseCertificate, platform.certificateFile);
    await steps.passphrase(platform.passphrase);
    // The key that was added before is still there to be chosen.
    await page.getByLabel(en.firstRun.savedKey, { exact: true }).selectOption({ label: 'Kept' });
    await steps.environment('production');
    await steps.baseAddress(platform.address);
    await steps.caFile(steward.pick(steps.chooseCa, platform.caFile), platform.caFile);
    const held = platform.control.hold('enterpriseUsers.list', false);
    await steps.connect();
    await page.getByRole('region', { name: en.connections.test.title, exact: true }).waitFor();
    await steward.restart();
    held.release();

    const frame = framePage(steward.page, en);
    await frame.heading(en.connections.title).waitFor();
    const details = steward.page.getByRole('complementary', { name: en.words.details });
    await expect(details.getByText(en.connections.inUse, { exact: true })).toBeVisible();
    await details.getByRole('button', { name: en.connections.test.run, exact: true }).click();
    await details.getByText(en.connections.test.passed).waitFor();
    await frame.screen('enterprise-users').click();
    const users = enterpriseUsersPage(steward.page, en);
    await users.row(platform.control.users[0] ?? '').waitFor();
  },
);

test('what was typed in the first run is asked about on the way to anywhere else, until it is saved', async ({
  steward,
  platform,
}) => {
  const { page } = steward;
  const { draft, heading, screen } = framePage(page, en);
  const steps = firstRun(page, en);
  const back = page.getByRole('button', { name: en.frame.screens['first-run'], exact: true });
  // Nothing is asked where nothing was typed.
  await screen('settings').click();
  await heading(en.settings.title).waitFor();
  await back.click();

  await nameField(page).fill('Half a connection');
  for (const leave of [
    () => screen('settings').click(),
    () => page.keyboard.press('Control+,'),
    () => page.keyboard.press('Alt+ArrowLeft'),
  ]) {
    await leave();
    await draft.stay.click();
    await expect(nameField(page)).toHaveValue('Half a connection');
  }
  await screen('settings').click();
  await draft.discard.click();
  await heading(en.settings.title).waitFor();
  await back.click();
  await expect(nameField(page)).toHaveValue('');

  // What is saved is not lost: its connection is in use wherever one goes from the test.
  await steps.otherWays();
  await steps.where(placeOf(platform));
  await page.getByRole('radio', { name: en.signIn.ways.none }).check();
  await steps.connect();
  await page.getByRole('region', { name: en.connections.test.title, exact: true }).waitFor();
  expect(await chosen(steward)).toBeNull();
  await screen('settings').click();
  await heading(en.settings.title).waitFor();
  await expect.poll(() => chosen(steward)).not.toBeNull();
  await expect(page).toHaveTitle(/Fjordtrafikk AS/);

  // It is over: with several connections and none chosen nobody is set up once more.
  for (const name of ['Second', 'Third', 'Fourth']) {
    const { id } = (await steward.call('connections.create', openConnection(platform, name))) as {
      id: string;
    };
    if (name === 'Fourth') {
      await steward.call('connections.choose', { connection: id });
      await steward.call('connections.remove', { connection: id });
    }
  }
  await expect.poll(() => chosen(steward)).toBeNull();
  await screen('enterprise-users').click();
  await page.getByText(en.frame.noneChosen, { exact: true }).waitFor();
});

test('without a connection the first run is shown, wherever one was before, and Settings can be reached', async ({
  start,
}) => {
  const before = await start();
  await framePage(before.page, en).screen('settings').click();
  await expect.poll(remembered(before)).toContain('settings');
  await before.end();

  const steward = await start();
  await firstRun(steward.page, en).heading.waitFor();
  const frame = framePage(steward.page, en);
  await frame.screen('settings').click();
  await frame.heading(en.settings.title).waitFor();
});

test('the only connection is chosen: at the start, and when the other one goes', async ({
  folder,
  platform,
  start,
}) => {
  // A connection that was made in the terminal, and chosen by nobody.
  const data = path.join(folder, 'data');
  const input = JSON.stringify(openConnection(platform, 'From the terminal'));
  const to = new URL(platform.address).host;
  const call = ['call', 'connections.create', input, '--to', to];
  const words = [...call, '--data', data, '--keychain', 'memory'];
  await run(process.execPath, [terminal, ...words], { env: { PATH: process.env['PATH'] } });

  const steward = await start();
  const { page } = steward;
  await expect(page).toHaveTitle(/^Enterprise users – Fjordtrafikk AS – TEST – Steward$/);
  const first = await chosen(steward);
  expect(first).not.toBeNull();
  expect(await framePage(page, en).hash()).toBe(`#/${String(first)}/enterprise-users`);

  // With two, a person chooses; with one left there is nothing to choose.
  const other = (await steward.call('connections.create', openConnection(platform, 'Other'))) as {
    id: string;
  };
  expect(await chosen(steward)).toBe(first);
  await steward.call('connections.remove', { connection: first });
  await expect.poll(() => chosen(steward)).toBe(other.id);
  await expect.poll(framePage(page, en).hash).toBe(`#/${other.id}/enterprise-users`);
});

test('a place that is gone is not opened: the list without the user, Today without the screen', async ({
  platform,
  openKeyring,
  start,
}) => {
  const { env } = await openKeyring();
  const steward = await start({ keychain: 'system', env });
  const connection = await connectTo(steward, platform);
  const [gone = '', left = ''] = [...platform.control.users];
  await enterpriseUsersPage(steward.page, en).choose(gone);
  await expect.poll(remembered(steward)).toContain(gone);
  // As somebody else would: this window does not hear of it.
  await steward.call('enterpriseUsers.remove', { connection, userName: gone });
  await steward.restart();
  const users = enterpriseUsersPage(steward.page, en);
  await users.row(left).waitFor();
  await expect(users.inspector.getByRole('heading', { level: 2, name: gone })).toHaveCount(0);
  await expect(steward.page.getByRole('alert')).toHaveCount(0);

  await steward.call('layout.remember', {
    places: { [connection]: { screen: 'of-another-version', id: 'x' } },
  });
  await steward.restart();
  const { hash, heading } = framePage(steward.page, en);
  await heading(en.frame.screens.today).waitFor();
  expect(await hash()).toBe(`#/${connection}/today`);
});

/** Connected without secrets, at a list of codes that is open to all. */
async function atCodeList(start: () => Promise<Steward>, platform: Platform): Promise<Steward> {
  const steward = await start();
  let picked: Promise<unknown> | undefined;
  await steward.pick(async () => {
    picked = steward.call('files.choose', { purpose: 'certificate-authority' });
  }, platform.caFile);
  const { handle } = (await picked) as { handle: string };
  await steward.call('connections.create', {
    ...openConnection(platform, 'Open data'),
    extraCaFile: handle,
  });
  await expect(steward.page).toHaveTitle(/Fjordtrafikk AS/);
  const codes = codeListsPage(steward.page, en);
  await codes.open();
  await codes.choose('Municipalities');
  return steward;
}

test('after a proper end a new start returns to the place', async ({ platform, start }) => {
  const before = await atCodeList(start, platform);
  await expect.poll(remembered(before)).toContain('Municipalities');
  const place = await framePage(before.page, en).hash();
  await before.end();

  const steward = await start();
  await codeListsPage(steward.page, en)
    .detail.getByRole('heading', { name: 'Municipalities', exact: true })
    .waitFor();
  expect(await framePage(steward.page, en).hash()).toBe(place);
  await expect(framePage(steward.page, en).back).toBeDisabled();
});

test('a reload stays at the place, and an old address of the first run leads home, at a start to Today', async ({
  platform,
  start,
}) => {
  const steward = await atCodeList(start, platform);
  const { page } = steward;
  const { hash, heading } = framePage(page, en);
  const place = await hash();
  await page.reload();
  await codeListsPage(page, en)
    .detail.getByRole('heading', { name: 'Municipalities', exact: true })
    .waitFor();
  expect(await hash()).toBe(place);

  await page.evaluate(() => (location.hash = '#/-/first-run'));
  await enterpriseUsersPage(page, en).heading.waitFor();
  await page.reload();
  await heading(en.frame.screens.today).waitFor();
  expect(await hash()).toBe(`#/${String(await chosen(steward))}/today`);

  // Without a connection: Settings stay Settings, and the old address is the first run.
  await steward.call('connections.remove', { connection: await chosen(steward) });
  await firstRun(page, en).heading.waitFor();
  await page.evaluate(() => (location.hash = '#/-/settings'));
  await framePage(page, en).heading(en.settings.title).waitFor();
  await page.reload();
  await framePage(page, en).heading(en.settings.title).waitFor();
  await page.evaluate(() => (location.hash = '#/-/first-run'));
  await firstRun(page, en).heading.waitFor();
  await page.reload();
  await firstRun(page, en).heading.waitFor();
});

test('a screen whose file does not come says so, and Try again loads the window anew at that place', async ({
  start,
}) => {
  test.skip(process.env['STEWARD_SHELL'] === 'electron', 'requests are held back as in Chromium');
  const steward = await start();
  const { page } = steward;
  await firstRun(page, en).heading.waitFor();
  let held = 0;
  await page.route(/\/assets\/settings-[^/]*\.js$/, (route) => {
    held += 1;
    return route.abort();
  });
  const frame = framePage(page, en);
  await frame.screen('settings').click();
  await page.getByRole('alert').getByText(en.frame.notLoaded, { exact: true }).waitFor();
  // This document has its answer: whoever comes by again asks nobody.
  const asked = held;
  expect(asked).toBeGreaterThan(0);
  await page.keyboard.press('Control+J');
  await frame.heading(en.activity.title).waitFor();
  await frame.screen('settings').click();
  await page.getByRole('alert').getByText(en.frame.notLoaded, { exact: true }).waitFor();
  expect(held).toBe(asked);
  const place = await frame.hash();
  await page.unrouteAll();
  await page.getByRole('button', { name: en.words.tryAgain, exact: true }).click();
  await frame.heading(en.settings.title).waitFor();
  expect(await frame.hash()).toBe(place);
  // Chromium itself says what did not come, and nothing else was said.
  const said = steward.complaints.splice(0);
  expect(said.filter((line) => !line.startsWith('Failed to load resource'))).toEqual([]);
});

test('Norwegian comes when it is chosen, and the next start begins in it', async ({ start }) => {
  const before = await start();
  const parts = () =>
    before.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/(nb-[a-z]+-[a-z]+)-[^/]*\.js$/.exec(name)?.[1] ?? [])
        .sort(),
    );
  await firstRun(before.page, en).heading.waitFor();
  expect(await parts()).toEqual([]);
  await before.call('settings.change', { language: 'nb' });
  await expect(before.page.locator('html')).toHaveAttribute('lang', 'nb');
  await framePage(before.page, nb).screen('settings').waitFor();
  expect(await parts()).toEqual(['nb-at-start', 'nb-of-screens']);
  await before.end();

  const steward = await start();
  await framePage(steward.page, nb).screen('settings').click();
  await framePage(steward.page, nb).heading(nb.settings.title).waitFor();
  await expect(steward.page.locator('html')).toHaveAttribute('lang', 'nb');
});
