// The sidebar in the running program: rows in sight, folding, the rail by keyboard, the size of text everywhere.
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { framePage } from '../pages/frame.ts';
import { limitsPage } from '../pages/limits.ts';
import { screenLink } from '../pages/navigation.ts';
import { look, picture } from './accessible.ts';
import { another } from './another-connection.ts';
import { openScreen, screensHere, settled } from './every-screen.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const LANGUAGES = [
  ['en', en],
  ['nb', nb],
] as const;

const sidebarOf = (page: Page, t = en) =>
  page.getByRole('navigation', { name: t.frame.navigation, exact: true });

/** Uses a connection that signs in by the certificate alone: nobody has said what else its platform takes. */
async function useCertificateOnly(steward: Steward): Promise<string> {
  const connection = await another(steward, 'Certificate only', {});
  await steward.call('connections.choose', { connection });
  await steward.page.evaluate((to) => (location.hash = `#/${to}/settings`), connection);
  await expect(screenLink(steward.page, en, 'settings')).toHaveAttribute('aria-current', 'page');
  return connection;
}

/** Of every row in the sidebar, its height and whether all of it is in sight. */
const rowsOf = (page: Page, name: string) =>
  sidebarOf(page)
    .getByRole('link', { name })
    .evaluateAll((rows) =>
      rows.map((row) => {
        const { top, bottom, left, height } = row.getBoundingClientRect();
        const at = (y: number) => row.contains(document.elementFromPoint(left + 20, y));
        return {
          name: row.getAttribute('aria-label'),
          height,
          seen: at(top + 1) && at(bottom - 1),
        };
      }),
    );

test(
  'all rows are seen without scrolling at 1280 x 800, with a certificate only and with everything open',
  { tag: ['@first', '@dark'] },
  async ({ connected: steward }) => {
    const { page } = steward;
    await page.setViewportSize({ width: 1280, height: 800 });
    const heights = async () => {
      const rows = await rowsOf(page, '');
      expect(rows.filter(({ seen }) => !seen)).toEqual([]);
      // The three at the foot are no rows of this height.
      return { count: rows.length - 3, heights: [...new Set(rows.map((row) => row.height))] };
    };
    await expect(screenLink(page, en, 'owner-events')).toBeVisible();
    expect(await heights()).toEqual({ count: 22, heights: [24, 44] });
    await look(steward, 'sidebar-everything');
    // Headings of that height are no targets: the palette folds what they name.
    const { palette } = framePage(page, en);
    await palette.run(en.frame.foldGroup(en.frame.groups.access));
    await expect(screenLink(page, en, 'delegations')).toHaveCount(0);
    await palette.run(en.frame.unfoldGroup(en.frame.groups.access));
    await expect(screenLink(page, en, 'delegations')).toBeVisible();
    await useCertificateOnly(steward);
    await expect(screenLink(page, en, 'inbox')).toHaveCount(0);
    expect(await heights()).toEqual({ count: 12, heights: [26, 44] });
    await look(steward, 'sidebar-certificate-only');
  },
);

test('what was folded is folded after a reload; a service owner says so at the connection', async ({
  connected: steward,
}) => {
  const { page } = steward;
  await page.setViewportSize({ width: 1280, height: 800 });
  const connection = await useCertificateOnly(steward);
  const group = sidebarOf(page).locator('summary', { hasText: en.frame.groups.reference });
  await group.press('Enter');
  await expect(screenLink(page, en, 'explorer')).toHaveCount(0);
  await expect
    .poll(async () => (await steward.call('layout.get', {})) as object)
    .toMatchObject({ folded: ['reference'] });
  await page.reload();
  await expect(group).toBeVisible();
  await expect(screenLink(page, en, 'explorer')).toHaveCount(0);
  await group.press('Enter');
  await expect(screenLink(page, en, 'explorer')).toBeVisible();

  // The palette finds what only service owners need, always.
  await expect(screenLink(page, en, 'service-rights')).toHaveCount(0);
  await framePage(page, en).palette.run(en.frame.screens['service-rights']);
  await framePage(page, en).heading(en.frame.screens['service-rights']).waitFor();
  await page.evaluate((to) => (location.hash = `#/${to}/connections/${to}`), connection);
  await page.getByRole('checkbox', { name: en.connections.isServiceOwner }).check();
  await expect(screenLink(page, en, 'service-rights')).toBeVisible();
  await expect
    .poll(async () => (await steward.call('layout.get', {})) as object)
    .toMatchObject({ folded: [], serviceOwners: { [connection]: true } });
});

test(
  'the icon rail at 900 x 600 says names, reasons and ways on by keyboard, also to a screen reader',
  { tag: '@keyboard' },
  async ({ connected: steward }) => {
    const { page } = steward;
    const { closed } = limitsPage(page, en);
    await page.setViewportSize({ width: 900, height: 600 });
    const [{ name = '' } = {}] = (
      (await steward.call('connections.list', {})) as { all: readonly { name: string }[] }
    ).all;
    await useCertificateOnly(steward);
    const hint = sidebarOf(page).locator('[popover]:popover-open');
    await page.getByRole('button', { name: new RegExp(`^${en.acting.title}`) }).focus();
    const seen: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      await page.keyboard.press('Tab');
      await expect(hint).toHaveCount(1);
      seen.push((await hint.innerText()).replaceAll(/\s+/g, ' '));
    }
    expect(seen[0]).toContain(en.frame.screens.today);
    expect(seen[1]).toContain(en.frame.screens['enterprise-users']);
    expect(seen[2]).toContain(en.limits.screens.delegations);
    expect(seen[4]).toContain(en.limits.screens.inbox);
    expect(seen[4]).toContain(en.frame.switchTo(name));
    await expect(closed('message-box')).toBeFocused();
    await expect(closed('message-box')).toHaveAccessibleDescription(
      new RegExp(en.limits.screens.inbox),
    );
    await look(steward, 'rail');
    // Escape takes the hint away; Enter goes the way on.
    await page.keyboard.press('Escape');
    await expect(hint).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(framePage(page, en).switcher).toHaveAccessibleName(new RegExp(name));
    await expect(screenLink(page, en, 'inbox')).toHaveAttribute('aria-current', 'page');
    // The foot stands in the title bar.
    await screenLink(page, en, 'connections').press('Enter');
    await expect(framePage(page, en).heading(en.connections.title)).toBeVisible();
    await picture(page, 'rail-connections');
  },
);

/** Every size in which a text in sight is written, with one text of each. */
const textSizes = (page: Page) =>
  page.evaluate(() => {
    const sizes: Record<string, string> = {};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const box = text.parentElement;
      const said = text.nodeValue?.trim() ?? '';
      if (box === null || said === '' || !box.checkVisibility()) continue;
      sizes[getComputedStyle(box).fontSize] ??= said.slice(0, 60);
    }
    return sizes;
  });

for (const [language, t] of LANGUAGES) {
  test(
    `text is 13 px, small 12 and tiny 11, and nothing is less on any screen, in ${language}`,
    { tag: '@looks' },
    async ({ connected: steward }) => {
      const { page } = steward;
      await page.setViewportSize({ width: 1280, height: 800 });
      const settings = (await steward.call('settings.get', {})) as object;
      await steward.call('settings.change', { ...settings, language });
      await expect(sidebarOf(page, t)).toBeVisible();
      const body = await page.evaluate(() => getComputedStyle(document.body).fontSize);
      expect(body).toBe('13px');
      const wrong: Record<string, object> = {};
      for (const screen of screensHere()) {
        await openScreen(page, screen);
        await settled(page, t);
        const odd = Object.entries(await textSizes(page)).filter(([size]) => {
          const px = Number.parseFloat(size);
          // What is larger than text is a heading of its own.
          return px < 15 && ![11, 12, 13].includes(px);
        });
        if (odd.length > 0) wrong[screen] = Object.fromEntries(odd);
      }
      expect(wrong).toEqual({});
    },
  );
}
