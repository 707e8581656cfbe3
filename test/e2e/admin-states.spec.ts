// The admin screens when the platform does not answer as usual: signed out, retired, unreachable. One rule for each.
import { en, type Texts } from '../../renderer/texts/en.ts';
import { framePage } from '../pages/frame.ts';
import type { Platform } from '../platform/platform.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

interface Place {
  readonly screen: keyof Texts['frame']['screens'];
  /** Below the screen, where it shows nothing by itself. */
  readonly id?: (platform: Platform) => string;
  /** The area of the platform, and the operation whose answer is the screen's. */
  readonly area: string;
  readonly operation: string;
}

const places: readonly Place[] = [
  { screen: 'role-definitions', area: 'roleDefinitions', operation: 'roleDefinitions.list' },
  {
    screen: 'contact-information',
    area: 'contactInformation',
    operation: 'contactInformation.list',
  },
  { screen: 'profile', area: 'profile', operation: 'profile.organisation' },
  { screen: 'reportees', area: 'reportees', operation: 'reportees.list' },
  {
    screen: 'service-owner',
    area: 'serviceOwner',
    operation: 'serviceOwner.organisation',
    id: ({ organisationNumber }) => organisationNumber,
  },
];

async function open({ page }: Steward, { screen, id }: Place, platform: Platform): Promise<void> {
  await page.evaluate(
    ([to, below]) => {
      const [, connection] = location.hash.split('/');
      location.hash = `#/${connection ?? '-'}/${to ?? ''}${below === undefined ? '' : `/${below}`}`;
    },
    [screen, id?.(platform)],
  );
  // One row leads to two screens, which are its tabs.
  const row = screen === 'contact-information' ? 'profile' : screen;
  await framePage(page, en).heading(en.frame.screens[row]).waitFor();
}

const content = ({ page }: Steward, { organisation }: Platform) =>
  page.locator('main').getByText(organisation.name).first();

test('signed out, each admin screen keeps what it shows and says so; signed in again, it is asked anew', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const signedOut = page.getByText(en.frame.youAreSignedOut);
  for (const place of places) {
    await open(steward, place, platform);
    await expect(content(steward, platform)).toBeVisible();
    // What stands there only until the list has come is nothing to keep.
    await expect(page.getByText(en.contactInformation.of(platform.organisation.name))).toBeHidden();
    const before = await page.locator('main').innerText();
    platform.control.fault({
      operation: place.operation,
      acts: false,
      times: 20,
      effect: {
        kind: 'alter',
        status: 200,
        headers: { 'Content-Type': 'text/html' },
        body: '<html><title>Log in</title></html>',
      },
    });
    await page.keyboard.press('Control+R');
    await expect(signedOut, place.screen).toBeVisible();
    // Everything that was there still is; only words about the state, and cells that were still being read, may have come.
    const now = await page.locator('main').innerText();
    const lost = before.split(/[\n\t]/).filter((text) => text.trim() !== '' && !now.includes(text));
    expect(
      lost.filter((text) => !/\d\d:\d\d/.test(text)),
      place.screen,
    ).toEqual([]);
    platform.control.clearFaults();
    await page.keyboard.press('Control+R');
    await expect(signedOut, place.screen).toBeHidden();
  }
});

test('an area that was retired is said to be, and an unreachable platform too, on each admin screen', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  for (const place of places) {
    platform.control.retire(place.area, 410, 'all');
    await open(steward, place, platform);
    await expect(
      page.locator('main').getByText(en.failures.causes['not-offered-any-more'].what).first(),
      place.screen,
    ).toBeVisible();
  }
  platform.cutOff();
  for (const place of places) {
    await open(steward, place, platform);
    await page.keyboard.press('Control+R');
    await expect(page.getByText(en.frame.youAreOffline), place.screen).toBeVisible();
  }
});
