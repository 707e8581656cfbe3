// Journeys on a computer with managed settings: the allowed platform is offered, what is off is hidden, all are listed.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import type { Platform } from '../platform/platform.ts';
import { firstRun } from '../pages/connections.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { framePage } from '../pages/frame.ts';
import { managedPage } from '../pages/managed.ts';
import { countActs } from './acts.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const BY = 'IT at Fjordtrafikk AS';
const settled = (platform: Platform) => ({
  version: 1,
  managedBy: BY,
  organisationNumber: platform.organisationNumber,
  places: [
    { name: 'Elsewhere', environment: 'production', baseAddress: 'https://elsewhere.example' },
    {
      name: 'The platform',
      environment: 'test',
      baseAddress: platform.address,
      highestTls: 'TLSv1.2',
      formerHosts: ['old.example'],
    },
  ],
  providers: [{ kind: 'person', name: 'Sign-in', issuer: 'https://id.example' }],
  proxy: { use: 'none' },
  updateAddress: null,
  notifications: false,
  off: ['explorer', 'messages', 'file-transfer'],
  limits: { clipboardSeconds: 20 },
});

type Start = (options: { readonly env: NodeJS.ProcessEnv }) => Promise<Steward>;

async function startWith(start: Start, folder: string, settings: object): Promise<Steward> {
  const file = path.join(folder, 'managed.json');
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  return start({ env: { STEWARD_MANAGED: file } });
}
const managed = test.extend({
  steward: async ({ folder, platform, start }, use) => {
    const steward = await startWith(start, folder, settled(platform));
    await use(steward);
  },
});

managed('the first connection goes to a settled place', async ({ steward, platform }) => {
  const { page } = steward;
  const steps = firstRun(page, en);
  const settledFields = managedPage(page, en);
  const acts = await countActs(steward);
  await steward.pick(steps.chooseCertificate, platform.certificateFile);
  await steps.passphrase(platform.passphrase);
  await steps.key(platform.apiKey);
  await settledFields.place.selectOption({ label: 'The platform' });
  await expect(settledFields.address).toHaveCount(0);
  await expect(settledFields.organisationNumber).not.toBeEditable();
  await steps.openMore();
  await expect(settledFields.name).toHaveValue('The platform');
  await expect(settledFields.proxy).toHaveValue(en.connections.proxies.none);
  await expect(settledFields.highestTls).toHaveValue(en.connections.tls['TLSv1.2']);
  await look(steward);
  await steps.caFile(steward.pick(steps.chooseCa, platform.caFile), platform.caFile);
  await steps.connect();
  await enterpriseUsersPage(page, en).heading.waitFor();
  // Two files that are pressed for and picked, passphrase, key, place, Connect, the question, and a look at more settings.
  expect(await acts()).toHaveLength(10);

  // What is off is in no list, under no key and at no address.
  const frame = framePage(page, en);
  await expect(frame.screen('enterprise-users')).toBeVisible();
  for (const gone of ['explorer', 'inbox', 'archive', 'file-transfer'] as const)
    await expect(frame.screen(gone)).toHaveCount(0);
  await frame.palette.open();
  await frame.palette.search(en.frame.screens.explorer);
  await expect(frame.palette.options.filter({ hasText: en.frame.screens.explorer })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await frame.palette.field.waitFor({ state: 'detached' });
  const before = await frame.hash();
  // The second group would be the message box.
  await page.keyboard.press('Control+2');
  expect(await frame.hash()).toBe(before);
  const [connection = ''] = /(?<=#\/)[^/]+/.exec(before) ?? [];
  await page.evaluate((hash) => (location.hash = hash), `#/${connection}/explorer`);
  await settledFields.off('explorer').waitFor();
  await expect(page.getByText(en.managed.offText(BY))).toBeVisible();
  await look(steward);
  await settledFields.showSettled.click();
  await settledFields.section.waitFor();
});

managed(
  'the settings say what is settled, in both languages',
  { tag: ['@looks', '@settings'] },
  async ({ steward, platform }) => {
    const { page } = steward;
    for (const [language, t] of [
      ['en', en],
      ['nb', nb],
    ] as const) {
      await steward.call('settings.change', { language });
      await page.evaluate(() => (location.hash = '#/-/settings'));
      const { section, clipboard } = managedPage(page, t);
      await section.waitFor();
      for (const text of [
        ...[t.managed.lead(BY), t.managed.proxies.none, t.managed.updatesOff, platform.address],
        ...[t.managed.features.explorer, t.managed.limits.clipboardSeconds(20)],
        t.managed.notificationsOff,
      ])
        await expect(section.getByText(text).first()).toBeVisible();
      // Nothing in it can be changed.
      await expect(section.locator('input, select, textarea, button')).toHaveCount(0);
      await expect(clipboard).toHaveValue('20');
      await clipboard.fill('30');
      await expect(page.getByText(t.settings.between(5, 20))).toBeVisible();
      await clipboard.fill('20');
      await look(steward);
    }
  },
);

test('ATK-07 a file that others may write is told in the settings and not obeyed', async ({
  folder,
  start,
}) => {
  const file = path.join(folder, 'managed.json');
  writeFileSync(file, JSON.stringify({ version: 1, managedBy: BY, off: ['explorer'] }));
  chmodSync(file, 0o666);
  const steward = await start({ env: { STEWARD_MANAGED: file } });
  const { page } = steward;
  await page.evaluate(() => (location.hash = '#/-/settings'));
  for (const [language, t] of [
    ['en', en],
    ['nb', nb],
  ] as const) {
    await steward.call('settings.change', { language });
    const { untrusted, section } = managedPage(page, t);
    await expect(untrusted.getByText(t.managed.untrusted.writable)).toBeVisible();
    await expect(untrusted.getByText(file)).toBeVisible();
    await expect(section).toHaveCount(0);
    await look(steward);
  }
});

test('what was there before is seen and can be taken away', async ({ folder, platform, start }) => {
  const before = await start();
  const connection = await connectTo(before, platform);
  const held = platform.control.hold('enterpriseUsers.rotate', false);
  const userNames = [...platform.control.users];
  const job = (await before.call('jobs.startRotation', {
    connection,
    userNames,
    destination: { kind: 'keychain' },
  })) as { id: string };
  await before.call('jobs.pause', { job: job.id });
  held.release();
  await expect
    .poll(() => before.call('jobs.list', {}))
    .toMatchObject([{ id: job.id, state: 'paused' }]);
  await before.end();

  const steward = await startWith(start, folder, {
    version: 1,
    managedBy: BY,
    off: ['enterprise-users'],
    places: [{ name: 'Elsewhere', environment: 'test', baseAddress: 'https://elsewhere.example' }],
  });
  const { page } = steward;
  const t = en.managed;
  await page.evaluate((hash) => (location.hash = hash), `#/${connection}/enterprise-users`);
  await managedPage(page, en).off('enterprise-users').waitFor();
  await expect(page.getByText(t.leftText)).toBeVisible();
  await look(steward);
  await page.getByRole('button', { name: t.stop, exact: true }).click();
  await page.getByRole('button', { name: t.remove, exact: true }).click();
  await expect(page.getByText(t.leftText)).toHaveCount(0);

  await page.evaluate(
    (hash) => (location.hash = hash),
    `#/${connection}/connections/${connection}`,
  );
  await page.getByText(t.notAllowedTitle).waitFor();
  await look(steward);
});
