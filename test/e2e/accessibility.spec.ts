// Every screen by Tab and F6, at 200 % zoom, in forced colours and with reduced motion; a new screen must pass too.
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { expectAccessible, picture } from './accessible.ts';
import { openScreen, screensHere, settled } from './every-screen.ts';
import { faultsInLayout } from './layout-faults.ts';
import { lostInForcedColours, movesFor } from './media-faults.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';
import { wrongOnTheWay } from './tab-walk.ts';

/** What is wrong on each screen, so that all of it is seen at once. */
async function ofEach(
  steward: Steward,
  wrong: () => Promise<readonly string[]>,
): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const screen of screensHere()) {
    await openScreen(steward.page, screen);
    await settled(steward.page, en);
    const here = await wrong();
    if (here.length > 0) found[screen] = here;
  }
  return found;
}

test(
  'Tab reaches every control of every screen, in order, named, uncovered and seen, and F6 every pane',
  { tag: '@looks' },
  async ({ alone: steward }) => {
    expect(
      await ofEach(steward, async () => [
        ...(await wrongOnTheWay(steward.page)),
        ...(await panesMissed(steward)),
      ]),
    ).toEqual({});
  },
);

async function panesMissed({ page }: Steward): Promise<string[]> {
  const panes = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
      (one) => one.checkVisibility() && one.querySelector('[data-pane]') === null,
    );
    all.forEach((one, i) => (one.dataset['pane'] = String(i)));
    return all.length;
  });
  const met = new Set<string>();
  for (let i = 0; i < panes; i += 1) {
    await page.keyboard.press('F6');
    met.add(
      await page.evaluate(() => {
        const { activeElement: at } = document;
        return at instanceof HTMLElement ? (at.dataset['pane'] ?? '') : '';
      }),
    );
  }
  met.delete('');
  return panes >= 2 && met.size === panes ? [] : [`F6 meets ${met.size} of ${panes} panes`];
}

test(
  'at a zoom of 200 % nothing is cut off, covered or out of reach, and text of 200 % loses no control and nothing to the side',
  { tag: '@looks' },
  async ({ alone: steward }) => {
    const { page } = steward;
    const look = (name: string, doubledText: boolean) => async () => {
      const faults = await faultsInLayout(page, { doubledText });
      await expectAccessible(page);
      const screen = (await page.evaluate(() => location.hash)).split('/')[2] ?? '';
      await picture(page, `${name}-${screen}`);
      return faults;
    };
    // The window of 1280 x 800 at a zoom of 200 %.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await ofEach(steward, look('zoom', false))).toEqual({});
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await ofEach(steward, look('text', true))).toEqual({});
  },
);

test(
  'in forced colours every control has an edge, no state is told by colour alone, and focus and signs are seen',
  { tag: '@looks' },
  async ({ alone: steward, platform }) => {
    const { page } = steward;
    expect(await ofEach(steward, () => lostInForcedColours(page))).toEqual({});
    const users = enterpriseUsersPage(page, en);
    const [user = ''] = [...platform.control.users];
    await openScreen(page, 'enterprise-users');
    await users.choose(user);
    expect(await lostInForcedColours(page)).toEqual([]);
    await picture(page, 'forced-colours');
    expect(await wrongOnTheWay(page)).toEqual([]);
    await users.rotate.click();
    await users.dialog(en.enterpriseUsers.rotateDialog.title).waitFor();
    expect(await lostInForcedColours(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openScreen(page, 'settings');
    await page.getByRole('button', { name: en.storedData.open }).click();
    await page.getByRole('dialog', { name: en.storedData.title }).waitFor();
    expect(await lostInForcedColours(page)).toEqual([]);
    await expectAccessible(page);
  },
);

test(
  'where less motion is wanted nothing moves for longer than a blink, also while something loads',
  { tag: '@looks' },
  async ({ alone: steward, platform }) => {
    const { page } = steward;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await ofEach(steward, () => movesFor(page))).toEqual({});
    const users = enterpriseUsersPage(page, en);
    const [user = ''] = [...platform.control.users];
    await openScreen(page, 'enterprise-users');
    await users.choose(user);
    const go = await users.askToRotate(user);
    expect(await movesFor(page)).toEqual([]);
    // A sign of work turns while the answer is awaited.
    const held = platform.control.hold('enterpriseUsers.rotateSecret', false);
    await go.click();
    await held.reached;
    await page.locator('[aria-busy=true]').first().waitFor();
    expect(await movesFor(page)).toEqual([]);
    held.release();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  },
);
