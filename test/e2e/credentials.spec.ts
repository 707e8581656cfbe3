// Certificates and keys as a person looks after them: replaced wherever they are used, and the old ones removed.
import { en } from '../../renderer/texts/en.ts';
import { credentialsPage } from '../pages/connections.ts';
import { toasts } from '../pages/toast.ts';
import { expectAccessibleInBoth } from './accessible.ts';
import { expect, test } from './program.ts';

const { replacing, removed } = en.credentials;

test('a certificate that runs out is replaced in every connection at once, and the old one is removed', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const { all } = (await steward.call('connections.list', {})) as { all: { id: string }[] };
  const { id: _id, extraCa: _ca, ...same } = { extraCa: null, ...all[0] };
  await steward.call('connections.create', { ...same, name: 'The other' });
  const asked = steward.asked.length;

  const credentials = credentialsPage(page, en);
  await credentials.open('Certificate');
  const dialog = await credentials.replace('Certificate');
  for (const name of ['Local platform', 'The other'])
    await expect(dialog.uses).toContainText(`${name} ${replacing.purposes['signIn.certificate']}`);
  await steward.pick(dialog.choose, platform.certificateFile);
  await dialog.passphrase.fill(platform.passphrase);
  await page.keyboard.press('Enter');
  await expect(dialog.name).not.toHaveValue('');
  await dialog.name.fill('Next year');
  await expectAccessibleInBoth(steward);
  await dialog.action.click();
  await expect(toasts(page, en).saying(replacing.done('Certificate', 'Next year'))).toBeVisible();
  expect(steward.asked.slice(asked).join()).toContain('“Next year” instead of “Certificate”');

  await credentials.removal('Certificate').confirmAs('Certificate');
  await expect(toasts(page, en).saying(removed('Certificate'))).toBeVisible();
  await expect(credentials.details.opened('Next year')).toBeVisible();
  await expect(credentials.details.pane).toContainText('Local platform and The other');
  for (const { id } of all)
    expect(await steward.call('enterpriseUsers.list', { connection: id })).toMatchObject({
      users: platform.control.users.map(() => expect.anything() as unknown),
    });
});
