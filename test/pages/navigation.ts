// The ways to a screen: its link in the sidebar, and its address.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';

export type ScreenId = keyof Texts['frame']['screens'];

export const screenLink = (page: Page, { frame }: Texts, screen: ScreenId): Locator =>
  page
    .getByRole('navigation', { name: frame.navigation, exact: true })
    // What waits there, or is new, stands behind the name.
    .getByRole('link', { name: new RegExp(`^${frame.screens[screen]}(?:[,.] .+)?$`) });

/** As a link would, in the connection in use unless another is named. */
export const goToPlace = (page: Page, screen: string, id = '', connection = ''): Promise<void> =>
  page.evaluate(
    ([to, named]) => {
      const [, current = '-'] = location.hash.split('/');
      location.hash = `#/${named || current}/${to ?? ''}`;
    },
    [id === '' ? screen : `${screen}/${encodeURIComponent(id)}`, connection],
  );
