// The first run: from an empty program to a list of enterprise users, by certificate, through the screens.
import { en } from '../../renderer/texts/en.ts';
import { firstRun } from '../pages/connections.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { expectAccessibleInBoth } from './accessible.ts';
import { expect, test } from './program.ts';

test('a person connects by certificate and sees the enterprise users', async ({
  steward,
  platform,
}) => {
  const { page } = steward;
  const steps = firstRun(page, en);
  await expectAccessibleInBoth(steward);
  await steps.where({
    address: platform.address,
    organisationName: platform.organisation.name,
    organisationNumber: platform.organisationNumber,
  });
  await steps.importCertificate(platform.passphrase, () =>
    steward.pick(steps.choose(en.credentials.form.file), platform.certificateFile),
  );
  await steps.addApiKey(platform.apiKey);
  await steps.openMore();
  await steward.pick(steps.choose(en.connections.form.extraCa), platform.caFile);
  await page.getByText('None', { exact: true }).click();
  await expectAccessibleInBoth(steward);
  await steps.saveAndTest();
  await steps.passed.waitFor();
  await expectAccessibleInBoth(steward);
  await steps.begin.click();

  const users = enterpriseUsersPage(page, en);
  await users.heading.waitFor();
  for (const name of platform.control.users) await expect(users.row(name)).toBeVisible();
  await expect(page).toHaveTitle(
    `${en.enterpriseUsers.title} – ${platform.organisation.name} – PRODUCTION – Steward`,
  );
});
