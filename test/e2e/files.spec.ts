// Files on their way in and out: dropped where they are asked for, and shown in their folder after a save.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { bulkRotation } from '../pages/bulk-rotation.ts';
import { toasts } from '../pages/toast.ts';
import { contactInformationPage } from '../pages/contact-information.ts';
import { goToPlace } from '../pages/navigation.ts';
import { drop } from './drop-files.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';
import { systemBrowser } from './system-browser.ts';

test('what was saved is shown in its folder by one press', async ({ start, folder, platform }) => {
  const system = systemBrowser(folder);
  const steward = await start({ env: { PATH: system.path } });
  await connectTo(steward, platform);
  const { page } = steward;
  await enterpriseUsersPage(page, en)
    .row([...platform.control.users][0] ?? '')
    .waitFor();
  await page.keyboard.press('Control+E');
  const news = toasts(page, en);
  await expect(news.saying(/enterprise-users/)).toBeVisible();
  await news.action(en.words.showInFolder).click();
  expect(await system.opened(1)).toBe(steward.downloads);
});

test('what a job has written is shown in its folder, where the job is shown', async ({
  start,
  folder,
  platform,
}) => {
  const system = systemBrowser(folder);
  const steward = await start({ env: { PATH: system.path } });
  const connection = await connectTo(steward, platform);
  const { page } = steward;
  const show = page.getByRole('button', { name: en.words.showInFolder, exact: true });
  const chosen = async (name: string, suggestedName: string) =>
    ((await steward.call(name, { suggestedName })) as { handle: string }).handle;

  const bulk = bulkRotation(page, en);
  await steward.call('jobs.startRotation', {
    connection,
    userNames: [...platform.control.users].slice(0, 1),
    destination: {
      kind: 'file',
      target: await chosen('files.chooseTarget', 'secrets.age'),
      passphrase: 'fjorten fjell og en fjord',
    },
  });
  const [rotation] = (await steward.call('jobs.list', {})) as { id: string }[];
  await goToPlace(page, 'enterprise-users', `/job/${rotation?.id ?? ''}`);
  await bulk.window.getByText(/secrets\S*\.age/).waitFor();
  await show.click();
  expect(await system.opened(1)).toBe(steward.downloads);
  await bulk.close.click();

  platform.control.messages.make({ subject: 'Vedtak', body: '<p>Hei</p>' });
  const exported = (await steward.call('jobs.startMessageExport', {
    connection,
    who: platform.organisationNumber,
    partyName: 'Fjordtrafikk AS',
    folder: await chosen('files.chooseFolder', 'messages'),
    ...{ folders: ['inbox'], from: null, to: null },
    ...{ forms: false, attachments: false, print: false },
  })) as { id: string };
  await goToPlace(page, 'inbox', `job+${exported.id}`);
  await show.click();
  expect(await system.opened(2)).toBe(steward.downloads);
});

async function dropOn(steward: Steward, place: Locator, file: string): Promise<void> {
  await place.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
  await drop(steward, { x: x + width / 2, y: y + height / 2 }, [file]);
}

test(
  'a file is dropped where it is asked for: on the field of a form, and on a screen that reads a file',
  { tag: ['@first', '@connections', '@contact-information'] },
  async ({ connected: steward, folder, platform }) => {
    const { page } = steward;
    await goToPlace(page, 'connections', '+new');
    const ca = page.getByRole('group', { name: en.connections.form.extraCa });
    await dropOn(steward, ca, platform.caFile);
    await expect(ca).toContainText(path.basename(platform.caFile));
    await page.getByRole('button', { name: en.words.cancel, exact: true }).click();
    await page.getByRole('button', { name: en.drafts.discard }).click();

    const file = path.join(folder, 'contacts.csv');
    writeFileSync(file, 'action;value\nadd;post@fjordtrafikk.example\n');
    const contacts = contactInformationPage(page, en);
    await contacts.open();
    await contacts.fromFile.click();
    await contacts.chooseFile.waitFor();
    await dropOn(steward, contacts.chooseFile, file);
    await expect(contacts.fileLines).toContainText('post@fjordtrafikk.example');
  },
);
