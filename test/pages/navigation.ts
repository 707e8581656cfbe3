// The ways to a screen: its link in the frame, the tab of one that shares its row, and its address.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export type ScreenId = keyof Texts['frame']['screens'];

/** In the sidebar; those of this computer stand in the title bar of a narrow window. */
export const screenLink = (page: Page, { frame }: Texts, screen: ScreenId): Locator =>
  page
    .getByRole('navigation', { name: frame.navigation, exact: true })
    .or(page.getByRole('banner'))
    // What waits there, or is new, stands behind the name.
    .getByRole('link', { name: new RegExp(`^${frame.screens[screen]}(?:[,.] .+)?$`) });

/** A tab of a screen that has several, each with its own address. */
export const screenTab = (page: Page, texts: Texts, screen: 'profile' | 'contact-information') =>
  page.getByRole('tab', {
    name: { profile: texts.profile.tab, 'contact-information': texts.contactInformation.tab }[
      screen
    ],
    exact: true,
  });

export async function openByLink(page: Page, texts: Texts, screen: ScreenId): Promise<void> {
  if (screen !== 'contact-information') return screenLink(page, texts, screen).click();
  await screenLink(page, texts, 'profile').click();
  await screenTab(page, texts, screen).click();
}

/** As a link would, in the connection in use unless another is named. */
export const goToPlace = (page: Page, screen: string, id = '', connection = ''): Promise<void> =>
  page.evaluate(
    ([to, named]) => {
      const [, current = '-'] = location.hash.split('/');
      location.hash = `#/${named || current}/${to ?? ''}`;
    },
    [id === '' ? screen : `${screen}/${encodeURIComponent(id)}`, connection],
  );
