// Screens that a connection cannot use: dimmed and explained in their place, and the platform is asked nothing.
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { framePage } from '../pages/frame.ts';
import { limitsPage } from '../pages/limits.ts';
import { messagesPage } from '../pages/messages.ts';
import { goToPlace, type ScreenId } from '../pages/navigation.ts';
import { look } from './accessible.ts';
import { another } from './another-connection.ts';
import { expect, test } from './program.ts';

const DIMMED = [
  'enterprise-users',
  'delegations',
  'role-definitions',
  'contact-information',
  'profile',
  'reportees',
  'consents',
  'lookups',
  'inbox',
  'work-list',
  'archive',
  'trash',
  'file-transfer',
] as const satisfies readonly ScreenId[];

/** Each with its first row, whose reason it gives. */
const CLOSED = [
  ['access', 'enterprise-users'],
  ['message-box', 'inbox'],
  ['organisation', 'profile'],
] as const;

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(`what a connection that does not sign in cannot use is dimmed and explained in ${language}, without a call and without advising a key`, async ({
    connected: steward,
    platform: { control },
  }) => {
    const { page } = steward;
    const screen = limitsPage(page, texts);
    const frame = framePage(page, texts);
    const settings = (await steward.call('settings.get', {})) as object;
    await steward.call('settings.change', { ...settings, language });
    const open = await another(steward, 'Open data', { signIn: { way: 'none' }, apiKey: null });
    // Nobody else may take its place.
    const { all } = (await steward.call('connections.list', {})) as { all: { id: string }[] };
    await steward.call('connections.choose', { connection: open });
    for (const { id } of all)
      if (id !== open) await steward.call('connections.remove', { connection: id });
    await page.evaluate((to) => (location.hash = `#/${to}/services`), open);
    await expect(screen.link('services')).toHaveAttribute('aria-current', 'page');
    control.forget();

    // Nothing of these groups works: each is one line.
    for (const [group, first] of CLOSED) {
      const reason = `${texts.limits.ways.none} ${texts.limits.screens[first]}`;
      await expect(screen.closed(group)).toHaveAccessibleDescription(new RegExp(`^${reason}`));
      await expect(screen.closed(group)).toContainText(texts.limits.fixes.way);
    }
    for (const id of DIMMED) {
      const reason = `${texts.limits.ways.none} ${texts.limits.screens[id]}`;
      await expect(screen.link(id)).toHaveCount(0);
      await goToPlace(page, id);
      await expect(screen.title).toBeVisible();
      const row = id === 'contact-information' ? 'profile' : id;
      await expect(frame.heading(texts.frame.screens[row])).toBeVisible();
      await expect(screen.main).toContainText(reason);
      await expect(screen.main).not.toContainText(/API/);
      await expect(screen.openAnyway).toBeHidden();
    }
    await expect(screen.link('services')).not.toHaveAttribute('aria-describedby');
    await expect(screen.link('service-owner')).toHaveCount(0);
    await look(steward);

    // The palette says the same, and looks for nothing behind what is closed.
    await frame.palette.open();
    await frame.palette.field.fill(texts.frame.screens.inbox);
    await expect(
      frame.palette.window.getByRole('option', { name: texts.frame.screens.inbox }).first(),
    ).toContainText(texts.limits.ways.none);
    await page.keyboard.press('Escape');

    // One button leads to the very field.
    await goToPlace(page, 'inbox');
    await screen.fix('way').click();
    await expect(page.getByRole('radio', { name: texts.signIn.ways.none }).first()).toBeFocused();
    expect(control.requests.filter(({ path }) => !/^\/api\/metadata/.test(path))).toEqual([]);
  });
}

test('a screen of users says that an organisation is refused by the documentation; it is opened all the same, or with another connection', async ({
  connected: steward,
  platform: { control, caFile },
}) => {
  const { page } = steward;
  const screen = limitsPage(page, en);
  const box = messagesPage(page, en);
  const letter = control.messages.make({
    subject: 'Varsel om kontroll',
    changed: new Date(),
  });
  const { all } = (await steward.call('connections.list', {})) as { all: { name: string }[] };
  let chosen: Promise<unknown> | undefined;
  await steward.pick(async () => {
    chosen = steward.call('files.choose', { purpose: 'certificate-authority' });
  }, caFile);
  const { handle: extraCaFile } = (await chosen) as { handle: string };
  const same = await another(steward, 'By certificate', { extraCaFile });
  await steward.call('connections.choose', { connection: same });
  await page.evaluate((to) => (location.hash = `#/${to}/services`), same);
  control.forget();

  // The line leads to the connection that can; the screen itself says why it can't, and is opened all the same.
  await expect(screen.closed('message-box')).toContainText(en.frame.switchTo(all[0]?.name ?? ''));
  await framePage(page, en).palette.run(en.frame.screens.inbox);
  await expect(screen.main).toContainText(en.limits.ways.certificate);
  await expect(screen.main).toContainText(en.limits.documented);
  // The first connection has been opened so before.
  await expect(screen.switchTo(all[0]?.name ?? '')).toBeVisible();
  expect(control.executed('messages.list')).toBe(0);
  await screen.openAnyway.click();
  await expect(box.row(letter.subject)).toBeVisible();
  await expect(screen.link('archive')).not.toHaveAttribute('aria-describedby');
  await expect
    .poll(async () => (await steward.call('layout.get', {})) as object)
    .toMatchObject({ actsAsUser: { [same]: true } });
});

test(
  'a missing scope is named, and its field is a press away',
  { tag: '@first' },
  async ({ connected: steward }) => {
    const { page } = steward;
    const screen = limitsPage(page, en);
    const person = await another(steward, 'Ola', {
      signIn: {
        way: 'person',
        provider: { found: 'discovery', issuer: 'https://id.example.test' },
        clientId: 'steward',
        scopes: ['openid', 'altinn:profiles.read'],
        acrValues: '',
      },
    });
    const { all } = (await steward.call('connections.list', {})) as { all: { id: string }[] };
    await steward.call('connections.choose', { connection: person });
    for (const { id } of all)
      if (id !== person) await steward.call('connections.remove', { connection: id });
    await page.evaluate((to) => (location.hash = `#/${to}/inbox`), person);
    await expect(screen.main).toContainText('altinn:instances.meta');
    await expect(screen.link('profile')).not.toHaveAttribute('aria-describedby');
    await screen.fix('scopes').click();
    await expect(page.getByRole('textbox', { name: en.scopes.label })).toBeFocused();
  },
);
