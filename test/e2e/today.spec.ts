// Journeys of Today: it opens first when something waits, leads to where that is dealt with, and empties.
import { en } from '../../renderer/texts/en.ts';
import { bulkRotation } from '../pages/bulk-rotation.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { screenLink } from '../pages/navigation.ts';
import { todayPage } from '../pages/today.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';

const PASSPHRASE = 'three lighthouses by the sea';

test.use({ population: { users: 4 } });

test(
  'what waits is what a start shows first; each leads to where it is dealt with, until nothing is left',
  { tag: ['@first', '@dark', '@today'] },
  async ({ platform, openKeyring, start }) => {
    const { env } = await openKeyring();
    const steward = await start({ keychain: 'system', env });
    await connectTo(steward, platform);
    const today = () => todayPage(steward.page, en);
    const rotation = () => bulkRotation(steward.page, en);
    await today().open();
    await today().heading.waitFor();
    await screenLink(steward.page, en, 'enterprise-users').click();

    const users = enterpriseUsersPage(steward.page, en);
    const [first = ''] = platform.control.users;
    await users.tick(first).waitFor();
    await steward.page.getByRole('checkbox', { name: en.enterpriseUsers.columns.tickAll }).check();
    await users.rotateSelected.click();
    await rotation().toEncryptedFile(PASSPHRASE);
    // Between two users, before anything is sent for the second: a kill leaves no outcome unknown.
    const held = platform.control.hold('enterpriseUsers.get', false, { from: 2 });
    await rotation().confirm(platform.organisation.name, 4);
    await held.reached;
    await steward.restart();
    held.release();

    // Who was at what waits goes on there.
    await rotation().window.getByText(en.jobs.because.restarted, { exact: true }).waitFor();
    await rotation().close.click();
    await screenLink(steward.page, en, 'inbox').click();
    await expect
      .poll(async () => JSON.stringify(await steward.call('layout.get', {})))
      .toContain('"screen":"inbox"');
    await steward.restart();

    await today().heading.waitFor();
    // The job, and the users that it has not come to: they are older than the policy.
    await expect(today().items).toHaveCount(2);
    await today()
      .press(/possibly overdue/)
      .waitFor();
    await look(steward);
    await today().press(new RegExp(en.jobs.because.restarted)).click();
    await rotation().resume.waitFor();
    await rotation().resume.click();
    await rotation().progress(4, 4).first().waitFor();
    await rotation().close.click();
    await today().open();
    await today().empty.waitFor();
    await expect(today().items).toHaveCount(0);
    expect(steward.complaints).toEqual([]);
  },
);
