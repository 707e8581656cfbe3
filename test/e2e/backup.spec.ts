// The journey of a backup: made in Settings, brought back at the first run once everything here was erased.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { screenLink } from '../pages/navigation.ts';
import { look, picture } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';

const t = en.backup;
const PASSPHRASE = 'fjorten fjell og en fjord';

test('a backup is made, and brought back where nothing is kept any more', async ({
  platform,
  openKeyring,
  start,
}) => {
  const { env } = await openKeyring();
  const first = await start({ keychain: 'system', env });
  await connectTo(first, platform);
  await screenLink(first.page, en, 'settings').click();
  const here = first.page.getByRole('group', { name: t.title });
  await here.scrollIntoViewIfNeeded();
  await look(first, 'settings');
  await expect(here.getByRole('button', { name: t.bring.open })).toBeDisabled();
  await here.getByRole('button', { name: t.make.open }).click();
  const making = first.page.getByRole('dialog', { name: t.make.title });
  const words = en.oneTimeSecrets.file;
  await making.getByRole('textbox', { name: words.passphrase, exact: true }).fill(PASSPHRASE);
  await making.getByRole('textbox', { name: words.again, exact: true }).fill(PASSPHRASE);
  await look(first, 'make');
  await first.call('settings.change', { language: 'nb' });
  await first.page.getByRole('dialog', { name: nb.backup.make.title }).waitFor();
  await look(first, 'make-nb');
  await first.call('settings.change', { language: 'en' });
  await making.getByRole('button', { name: t.make.action }).click();
  await expect(making).toBeHidden();
  const [name = ''] = readdirSync(first.downloads);
  expect(name).toMatch(/^Steward-backup-\d{4}-\d\d-\d\d\.age$/);
  await first.call('app.erase', { what: 'everything', anyway: true });
  await first.end();

  const empty = await start({ keychain: 'system', env });
  await empty.page.getByRole('button', { name: t.bring.open }).scrollIntoViewIfNeeded();
  await look(empty, 'first-run');
  await empty.page.getByRole('button', { name: t.bring.open }).click();
  const bringing = empty.page.getByRole('dialog', { name: t.bring.title });
  await empty.pick(
    () => bringing.getByRole('button', { name: t.bring.choose }).click(),
    path.join(empty.downloads, name),
  );
  const passphrase = bringing.getByRole('textbox', { name: t.bring.passphrase, exact: true });
  await passphrase.fill('another passphrase');
  await bringing.getByRole('button', { name: t.bring.action }).click();
  await expect(bringing.getByText(en.failures.file['wrong-passphrase'].what)).toBeVisible();
  await look(empty, 'wrong-passphrase');
  await passphrase.fill(PASSPHRASE);
  await bringing.getByRole('button', { name: t.bring.action }).click();
  await empty.page.getByRole('heading', { name: t.done.title }).waitFor();
  // Nothing can be changed any more, the colours neither.
  await picture(empty.page, 'brought-back');
  await empty.page.getByRole('button', { name: en.onThisComputer.close }).click();
  expect(await empty.end()).toBe(0);

  const again = await start({ keychain: 'system', env });
  await screenLink(again.page, en, 'activity').click();
  await expect(
    again.page.getByText(en.activity.operation['backup.bringBack'] ?? '').first(),
  ).toBeVisible();
  await look(again, 'journal');
});
