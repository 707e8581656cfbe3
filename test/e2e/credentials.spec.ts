// Certificates and keys as a person looks after them: replaced wherever they are used, and the old ones removed.
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { connectionsPage, credentialsPage } from '../pages/connections.ts';
import { field } from '../pages/controls.ts';
import { toasts } from '../pages/toast.ts';
import { createWorkshop } from '../support/certificate-files.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import { lookInEach } from './reference-copy.ts';

const { replacing, removed } = en.credentials;

test(
  'a certificate that runs out is replaced in every connection at once, and the old one is removed',
  { tag: ['@first', '@dark', '@connections'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { all } = (await steward.call('connections.list', {})) as { all: { id: string }[] };
    const { id: copyOf, extraCa: _ca, ...same } = { id: '', extraCa: null, ...all[0] };
    await steward.call('connections.create', { ...same, name: 'The other', copyOf });
    const asked = steward.asked.length;

    const credentials = credentialsPage(page, en);
    await credentials.open('Certificate');
    const dialog = await credentials.replace('Certificate');
    for (const name of ['Local platform', 'The other'])
      await expect(dialog.uses).toContainText(
        `${name} ${replacing.purposes['signIn.certificate']}`,
      );
    await steward.pick(dialog.choose, platform.certificateFile);
    await dialog.passphrase.fill(platform.passphrase);
    await page.keyboard.press('Enter');
    await expect(dialog.name).not.toHaveValue('');
    await dialog.name.fill('Next year');
    await look(steward);
    await dialog.action.click();
    // The next question stands in front of what is said of it.
    await expect(credentials.removal('Certificate').window).toBeVisible();
    expect(steward.asked.slice(asked).join()).toContain('“Next year” instead of “Certificate”');

    await credentials.removal('Certificate').confirmAs('Certificate');
    await expect(toasts(page, en).saying(removed('Certificate'))).toBeVisible();
    await expect(credentials.details.opened('Next year')).toBeVisible();
    await expect(credentials.details.pane).toContainText('Local platform and The other');
    for (const { id } of all)
      expect(await steward.call('enterpriseUsers.list', { connection: id })).toMatchObject({
        users: platform.control.users.map(() => expect.anything() as unknown),
      });
  },
);

test('a connection is duplicated with its credentials and its CA file, and the copy works at once', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const { test: words, copyName, form } = en.connections;
  const connections = connectionsPage(page, en);
  const asked = steward.asked.length;
  await connections.open('Local platform');
  await connections.duplicate.click();
  await expect(field(page, form.name)).toHaveValue(copyName('Local platform'));
  await expect(field(page, form.baseAddress)).toHaveValue(platform.address);
  await connections.save.click();
  // The same credentials at the same place: nobody is asked, and nothing is chosen again.
  await expect(page.getByText(words.passed)).toBeVisible();
  expect(steward.asked).toHaveLength(asked);

  // By the keyboard, a second copy has a name of its own.
  await connections.open('Local platform');
  await page.keyboard.press('Control+D');
  await expect(field(page, form.name)).toHaveValue(`${copyName('Local platform')} (2)`);
  // It takes no credential to another environment.
  await page.getByRole('radio', { name: en.words.test }).check();
  await expect(page.getByText(en.fields['other-place'])).toHaveCount(2);
  await connections.save.click();
  await expect(page.getByText(en.fields['other-place'])).toHaveCount(2);
  expect(steward.asked).toHaveLength(asked);
});

test(
  '(FLD-06) of a file with several keys a person chooses one, and that one is kept',
  { tag: ['@looks', '@connections'] },
  async ({ connected: steward, folder }) => {
    const shop = createWorkshop(folder);
    const names = ['Fjordtrafikk innsending', 'Fjordtrafikk arkiv'] as const;
    for (const name of names) shop.issue(name, { key: 'rsa' });
    const file = path.join(folder, shop.write('begge.pem', names.map(pemOf).join('')));
    function pemOf(name: string): string {
      return shop.text(`${name}.key`) + shop.text(`${name}.crt`);
    }

    const credentials = credentialsPage(steward.page, en);
    await credentials.open('Certificate');
    const dialog = await credentials.replace('Certificate');
    await steward.pick(dialog.choose, file);
    const choice = steward.page.getByRole('radio', { name: names[1] });
    await choice.waitFor();
    await lookInEach(steward, 'several-keys');
    await choice.check();
    await expect(dialog.window).toContainText(en.credentials.form.inside);
    await expect(choice).toBeChecked();
    await lookInEach(steward, 'several-keys-chosen');
    await dialog.name.fill('Chosen');
    await dialog.action.click();
    // The old one may go now; it stays.
    await credentials.removal('Certificate').window.waitFor();
    await steward.page.keyboard.press('Escape');
    await expect(credentials.details.opened('Chosen')).toBeVisible();
    await expect(credentials.details.pane).toContainText(names[1]);
  },
);
