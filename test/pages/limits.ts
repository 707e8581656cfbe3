// What stands in the place of a screen that the connection cannot use, and its entry in the sidebar.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { type ScreenId, screenLink } from './navigation.ts';

export function limitsPage(page: Page, texts: Texts) {
  const t = texts.limits;
  const main = page.getByRole('main');
  return {
    main,
    title: main.getByText(t.title, { exact: true }),
    link: (screen: ScreenId): Locator => screenLink(page, texts, screen),
    /** The line of a group of which nothing works; its name is its one way on. */
    closed: (group: keyof Texts['frame']['groups']): Locator =>
      page
        .getByRole('navigation', { name: texts.frame.navigation, exact: true })
        .getByRole('button', { name: new RegExp(`^${texts.frame.groups[group]}: `) }),
    fix: (field: keyof typeof t.fixes): Locator => button(main, t.fixes[field]),
    newConnection: button(main, texts.connections.newOne),
    switchTo: (name: string): Locator => button(main, texts.frame.switchTo(name)),
    openAnyway: button(main, t.tryAnyway),
  };
}
