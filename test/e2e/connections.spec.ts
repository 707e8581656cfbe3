// Two connections at once, production and test: no data is carried across, and neither is called for the other.
import { everythingOn } from '../platform/shape.ts';
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { framePage } from '../pages/frame.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { connectTo, expect, test as base } from './program.ts';

const test = base.extend<{ other: Platform }>({
  // Playwright reads from the braces which fixtures a fixture needs.
  other: async ({}, use) => {
    const other = await startPlatform({ users: 4, seed: 99, switches: everythingOn });
    await use(other);
    await other.stop();
  },
});

/** What a platform was asked, without what its own list of users takes. */
const asked = ({ control }: Platform) => control.requests.map(({ operation }) => operation);
const textOf = ({ control }: Platform) =>
  control.requests.map(({ path, query }) => decodeURIComponent(`${path}?${query}`)).join('\n');

test(
  'switching closes what is open, stops what is asked, and asks the other nothing of the one',
  { tag: ['@first', '@enterprise-users'] },
  async ({ connected: steward, platform, other }) => {
    const { page } = steward;
    const frame = framePage(page, en);
    const users = enterpriseUsersPage(page, en);
    await connectTo(steward, other, 'test', ' 2');
    await users.row([...other.control.users][0] ?? '').waitFor();
    await frame.switcher.click();
    await frame.connection(en.words.production).click();
    const mine = platform.control.users.find((user) => !other.control.users.includes(user)) ?? '';
    await users.choose(mine);
    await users.tick(mine).check();
    await users.filter.fill(mine);

    // An answer that comes too late is shown nowhere.
    const held = platform.control.hold('enterpriseUsers.list', true);
    await page.keyboard.press('Escape');
    await users.filter.fill(mine);
    await users.refresh.click();
    await held.reached;
    other.control.forget();
    await frame.switcher.click();
    await frame.connection(en.words.test).click();
    for (const name of other.control.users) await expect(users.row(name)).toBeVisible();
    held.release();
    await expect(users.filter).toHaveValue('');
    await expect(page.getByText(en.words.selected(1), { exact: true })).toBeHidden();
    await expect(users.row(mine)).toHaveCount(0);
    expect(await frame.hash()).not.toContain(mine);
    expect(textOf(other)).not.toContain(mine);
    expect(new Set(asked(other))).toEqual(new Set(['enterpriseUsers.list']));

    // Back leads to the other connection with what was open there, and asks that one only.
    const before = other.control.requests.length;
    await frame.back.click();
    await expect(users.row(mine)).toHaveAttribute('aria-selected', 'true');
    expect(other.control.requests.length).toBe(before);
    // Each was shown the certificate of its own organisation only.
    const certificates = (of: Platform) =>
      new Set(of.control.requests.flatMap(({ certificate }) => certificate ?? []));
    expect(certificates(other).size).toBe(1);
    expect(certificates(platform).size).toBe(1);
  },
);

test('a draft is asked about on every way out, and a job keeps the connection it was begun for', async ({
  alone: steward,
  platform,
  other,
}) => {
  const { page } = steward;
  const { draft, palette, ...frame } = framePage(page, en);
  const users = enterpriseUsersPage(page, en);
  const production = ((await steward.call('app.start', {})) as { chosen: string }).chosen;
  await connectTo(steward, other, 'test', ' 2');
  await users.row([...other.control.users][0] ?? '').waitFor();
  await frame.screen('connections').click();
  await frame.heading(en.frame.screens.connections).waitFor();
  await page.keyboard.press('Control+N');
  const name = page.getByLabel(en.words.name, { exact: true });
  await name.fill('Half typed');
  const place = await frame.hash();

  const isAsked = async (leave: () => Promise<unknown>) => {
    // The window that was asked about a way back returns by itself: a way begun before it is there is another one.
    await expect.poll(() => frame.hash()).toBe(place);
    await leave();
    await expect(draft.window).toContainText(en.drafts.connection(''));
    await expect(draft.stay).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(draft.window).toBeHidden();
    await expect(name).toHaveValue('Half typed');
  };
  await isAsked(() => frame.screen('settings').click());
  await isAsked(() => page.keyboard.press('Alt+ArrowLeft'));
  await isAsked(() => page.evaluate(() => history.go(-2)));
  await isAsked(() => page.keyboard.press('Control+J'));
  await isAsked(() => page.keyboard.press('Control+L'));
  await isAsked(() => name.press('Escape'));
  await isAsked(() => palette.run(en.frame.screens.activity));
  await isAsked(async () => {
    await frame.switcher.click();
    await frame.connection(en.words.production).click();
  });
  // Leaving the program says so too.
  expect(await steward.call('app.quit', { anyway: false })).toEqual({ held: true });
  const quit = page.getByRole('dialog', { name: en.frame.quitTitle });
  await expect(quit).toContainText(en.drafts.quit(1));
  await quit.getByRole('button', { name: en.frame.stay, exact: true }).click();

  const held = platform.control.hold('enterpriseUsers.rotateSecret', false);
  const [first = '', second = ''] = [...platform.control.users];
  const job = (await steward.call('jobs.startRotation', {
    connection: production,
    userNames: [first, second],
    destination: { kind: 'keychain' },
  })) as { id: string };
  await held.reached;
  const before = [first, second].map((user) => platform.control.secretOf(user));
  await frame.screen('enterprise-users').click();
  await draft.discard.click();
  await expect(users.row([...other.control.users][0] ?? '')).toBeVisible();
  other.control.forget();
  held.release();
  await expect
    .poll(async () => {
      const jobs = (await steward.call('jobs.list', {})) as { id: string; state: string }[];
      return jobs.find(({ id }) => id === job.id)?.state;
    })
    .toBe('finished');
  expect([first, second].map((user) => platform.control.secretOf(user))).not.toEqual(before);
  expect(asked(other)).toEqual([]);
});
