// Every screen and dialog in both languages and colour schemes: no accessibility violation, no CSP report, a picture.
import type { Locator } from 'playwright-core';
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { isLookedAt } from './every-screen.ts';
import { bulkRotation } from '../pages/bulk-rotation.ts';
import { openByLink, type ScreenId, screenLink } from '../pages/navigation.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Control } from '../platform/control.ts';
import type { Steward } from './steward.ts';

type Place = readonly [name: string, go: (at: At) => Promise<void>, leave?: Leave];
type Leave = (at: At) => Promise<void>;
interface At {
  readonly steward: Steward;
  readonly control: Control;
  readonly t: Texts;
  readonly user: string;
}

const pageOf = ({ steward, t }: At) => enterpriseUsersPage(steward.page, t);
const escape: Leave = async ({ steward }) => {
  await steward.page.keyboard.press('Escape');
  await steward.page.getByRole('dialog').waitFor({ state: 'detached' });
};
const link = ({ steward, t }: At, screen: ScreenId): Locator => screenLink(steward.page, t, screen);
const key =
  (keys: string): Place[1] =>
  async ({ steward }) => {
    await steward.page.keyboard.press(keys);
    await steward.page.getByRole('dialog').waitFor();
  };

const places: readonly Place[] = [
  ['list', (at) => pageOf(at).choose(at.user)],
  ['new-user', key('Control+N'), escape],
  ['rename', key('F2'), escape],
  ['rotate', key('Control+Shift+R'), escape],
  ['delete', key('Delete'), escape],
  ['shortcuts', key('Shift+?'), escape],
  ['palette', key('Control+K'), escape],
  [
    'bulk-choose',
    async (at) => {
      await pageOf(at).tick(at.user).check();
      await pageOf(at).rotateSelected.click();
      await bulkRotation(at.steward.page, at.t).back.click();
    },
  ],
  ['bulk-destination', (at) => bulkRotation(at.steward.page, at.t).next.click(), escape],
  ['bulk-undecided', loseAnAnswer],
  [
    'bulk-stop',
    (at) => bulkRotation(at.steward.page, at.t).stop.click(),
    (at) => at.steward.page.keyboard.press('Escape'),
  ],
  ['bulk-notice', escape, decide],
  ['activity', (at) => link(at, 'activity').click()],
  ['connections', (at) => link(at, 'connections').click()],
  ['settings', (at) => link(at, 'settings').click()],
];

/** A rotation of three that stands still, because one of them got no answer. */
async function loseAnAnswer({ steward, control, t }: At): Promise<void> {
  const { chosen } = (await steward.call('app.start', {})) as { chosen: string };
  const operation = 'enterpriseUsers.rotateSecret';
  control.fault({ operation, acts: true, effect: { kind: 'reset' } });
  await steward.call('jobs.startRotation', {
    connection: chosen,
    userNames: control.users.slice(1, 4),
    destination: { kind: 'keychain' },
  });
  const bulk = bulkRotation(steward.page, t);
  await bulk.banner.click();
  await bulk.rotateAgain.waitFor();
}

/** The old secret is said to work still, and the rest is not rotated. */
async function decide({ steward, t }: At): Promise<void> {
  const bulk = bulkRotation(steward.page, t);
  await bulk.banner.click();
  await bulk.oldWorks.click();
  await bulk.unknown.waitFor({ state: 'detached' });
  await bulk.stopForGood();
  await bulk.forget.click();
  await bulk.window.waitFor({ state: 'detached' });
}

/** The screen that a place is on: without one of its name, that of the list. */
const screenOf = (name: string) => (name in en.frame.screens ? name : 'enterprise-users');

/** The screens that none of these places is on; the first run is gone once there is a connection. */
const others = (t: Texts) =>
  (Object.keys(t.frame.screens) as (keyof Texts['frame']['screens'])[]).filter(
    (screen) => screen !== 'first-run' && !places.some(([name]) => name === screen),
  );

for (const [language, t] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 every screen in ${language} is accessible in both schemes and reports nothing`,
    { tag: '@looks' },
    async ({ connected: steward, platform: { control } }) => {
      const [user = ''] = control.users;
      const at: At = { steward, control, t, user };
      await steward.call('settings.change', { language });
      await pageOf(at).heading.waitFor();
      for (const [name, go, leave] of places.filter(([one]) => isLookedAt(screenOf(one)))) {
        await go(at);
        await look(steward, `${name}-${language}`);
        await leave?.(at);
      }
      for (const screen of others(t).filter(isLookedAt)) {
        await openByLink(steward.page, t, screen);
        // One row leads to two screens, which are its tabs.
        const row = screen === 'contact-information' ? 'profile' : screen;
        await expect(link(at, row)).toHaveAttribute('aria-current', 'page');
        await expect(steward.page.locator('[aria-busy=true], .skeleton')).toHaveCount(0);
        await look(steward, `${screen}-${language}`);
      }
      if (!isLookedAt('enterprise-users')) return;
      await link(at, 'enterprise-users').click();
      await pageOf(at).choose(user);
      await (await pageOf(at).askToRotate(user)).click();
      const secret = oneTimeSecretWindow(steward.page, t);
      await secret.show.click();
      await look(steward, `secret-${language}`);
      await secret.saveEncrypted.click();
      await look(steward, `secret-file-${language}`);
      await steward.page
        .getByRole('button', { name: t.oneTimeSecrets.file.cancel, exact: true })
        .click();
      await secret.confirm();
      expect(steward.complaints).toEqual([]);
    },
  );
}
