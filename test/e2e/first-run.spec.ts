// The first connection: from nothing to the list of users in few acts, and what is wrong is mended at its field.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createAuthority } from '../platform/pki.ts';
import { en } from '../../renderer/texts/en.ts';
import { firstRun } from '../pages/connections.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import type { Platform } from '../platform/platform.ts';
import { day } from '../support/a-day.ts';
import { countActs } from './acts.ts';
import { look } from './accessible.ts';
import { drop } from './drop-files.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const { steps: named, doIt } = en.connections.test;

/** Everything but the CA file, the address and the press. */
async function fillIn(
  steward: Steward,
  platform: Platform,
  {
    key = platform.apiKey,
    give = (steps: FirstRun) => steward.pick(steps.chooseCertificate, platform.certificateFile),
  } = {},
) {
  const steps = firstRun(steward.page, en);
  await give(steps);
  await steps.passphrase(platform.passphrase);
  await steps.key(key);
  await steps.environment('production');
  return steps;
}
type FirstRun = ReturnType<typeof firstRun>;

const kept = async (steward: Steward) =>
  ((await steward.call('credentials.list', {})) as { kind: string }[]).map(({ kind }) => kind);

test(
  'from nothing to the list of users: two files, a passphrase, a key, an environment, an address, two presses and an answer',
  { tag: ['@first', '@dark'] },
  async ({ steward, platform }) => {
    const { page } = steward;
    await firstRun(page, en).heading.waitFor();
    await look(steward);
    const acts = await countActs(steward);
    const dropped = async ({ certificateArea }: FirstRun) => {
      const { x = 0, y = 0 } = (await certificateArea.boundingBox()) ?? {};
      await drop(steward, { x: x + 20, y: y + 20 }, [platform.certificateFile]);
    };
    const steps = await fillIn(steward, platform, { give: dropped });
    // What the certificate says needs no typing.
    await expect(steps.organisationNumber).toHaveValue(platform.organisationNumber);
    await expect(steps.organisationName).not.toHaveValue('');
    await steps.baseAddress(`${platform.address}/api/`);
    await steps.caFile(steward.pick(steps.chooseCa, platform.caFile), platform.caFile);
    await expect(steps.address).toHaveValue(platform.address);
    await expect(page.getByText(en.connections.form.baseAddressShortened)).toBeVisible();
    await look(steward);
    await steps.connect();

    const users = enterpriseUsersPage(page, en);
    await users.heading.waitFor();
    for (const name of platform.control.users) await expect(users.row(name)).toBeVisible();
    await expect(page).toHaveTitle(/PRODUCTION – Steward$/);
    expect(await acts()).toHaveLength(day['first-connection'].acts.length);
    expect(steward.asked).toHaveLength(1);
  },
);

test('with a places file nobody types an address: it is shown, confirmed by its host, and chosen by name', async ({
  steward,
  platform,
  folder,
}) => {
  const { page } = steward;
  const file = path.join(folder, 'places.json');
  const place = { name: 'Local', environment: 'production', baseAddress: platform.address };
  writeFileSync(file, JSON.stringify({ version: 1, name: 'Fjord Systems AS', places: [place] }));
  const steps = firstRun(page, en);
  await steward.pick(steps.chooseCertificate, platform.certificateFile);
  await steps.passphrase(platform.passphrase);
  await steps.key(platform.apiKey);
  await page.getByRole('button', { name: en.places.get }).click();
  const dialog = page.getByRole('dialog', { name: en.places.title });
  const choose = dialog.getByRole('button', { name: en.words.chooseFile });
  await steward.pick(() => choose.click(), file);
  const { host } = new URL(platform.address);
  await expect(dialog.getByText(host, { exact: true })).toBeVisible();
  await look(steward);
  expect(steward.asked).toHaveLength(0);
  await dialog.getByRole('button', { name: en.places.use }).click();
  await expect(dialog).toBeHidden();
  expect(steward.asked).toHaveLength(1);
  // What was filled in before is still there.
  await expect(steps.organisationNumber).toHaveValue(platform.organisationNumber);
  await page.getByRole('combobox', { name: en.places.place, exact: true }).selectOption('Local');
  await expect(steps.address).toBeHidden();
  await expect(page.getByText(platform.address, { exact: true })).toBeVisible();
  await look(steward);
  await steps.caFile(steward.pick(steps.chooseCa, platform.caFile), platform.caFile);
  await steps.connect();
  await enterpriseUsersPage(page, en).heading.waitFor();
});

test('a key that is refused is replaced where it was typed, and the wrong one leaves the keychain', async ({
  steward,
  platform,
}) => {
  const { page } = steward;
  const steps = await fillIn(steward, platform, { key: 'a-key-of-another-platform' });
  await steps.baseAddress(platform.address);
  await steps.caFile(steward.pick(steps.chooseCa, platform.caFile), platform.caFile);
  await steps.connect();
  const replace = page.getByRole('button', { name: doIt.apiKey, exact: true });
  await replace.click();
  await expect(steps.apiKey).toBeFocused();
  await expect(page.getByText(named['api-key'], { exact: true })).toBeVisible();
  expect(await kept(steward)).toEqual(['certificate', 'api-key']);

  await steps.key(platform.apiKey);
  await steps.connectAgain();
  await enterpriseUsersPage(page, en).heading.waitFor();
  expect(await kept(steward)).toEqual(['certificate', 'api-key']);
  expect(steward.asked).toHaveLength(2);
});

test('a CA file that is none, and one of somebody else, are said at their field', async ({
  steward,
  platform,
  folder,
}) => {
  const { page } = steward;
  const none = path.join(folder, 'none.pem');
  const foreign = path.join(folder, 'foreign.pem');
  writeFileSync(none, 'not a certificate');
  writeFileSync(foreign, (await createAuthority('Somebody else')).certificatePem);
  const steps = await fillIn(steward, platform);
  await steps.baseAddress(platform.address);
  await steps.caFile(steward.pick(steps.chooseCa, none), none);
  await steps.connect();
  await expect(page.getByText(en.fields['no-certificate'])).toBeVisible();
  // Nothing of a connection that was refused is kept.
  expect(await kept(steward)).toEqual([]);

  await steps.caFile(steward.pick(steps.chooseOtherCa, foreign), foreign);
  await steps.connect();
  await expect(page.getByText(en.connections.test.advice['check-ca-file'])).toBeVisible();
  await page.getByRole('button', { name: doIt.extraCa, exact: true }).click();
  await steps.caFile(steward.pick(steps.chooseOtherCa, platform.caFile), platform.caFile);
  await steps.connectAgain();
  await enterpriseUsersPage(page, en).heading.waitFor();
});

test('what is missing is said at each field, and nobody guesses the environment', async ({
  steward,
}) => {
  const { page } = steward;
  const steps = firstRun(page, en);
  await steps.connect();
  await expect(page.getByText(en.firstRun.certificateMissing)).toBeVisible();
  await expect(page.getByText(en.connections.form.environmentMissing)).toBeVisible();
  await look(steward);
  expect(await kept(steward)).toEqual([]);
  expect(steward.asked).toEqual([]);
});
