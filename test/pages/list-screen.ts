// A screen with a list, as a person uses it: name and facts, search, segments, notices, empty state, details.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, segment } from './controls.ts';
import { inspectorOf } from './inspector.ts';
import { openByLink, type ScreenId } from './navigation.ts';

/** What its parts are called, as in the texts of these screens. */
interface ListScreenTexts {
  readonly title: string;
  readonly filter: string;
  readonly refresh?: string;
  /** Of the inspector, where there is one. */
  readonly details?: string;
}

export function listScreen(page: Page, texts: Texts, screen: ScreenId, t: ListScreenTexts) {
  const main = page.getByRole('main');
  const heading = page.getByRole('heading', { level: 1, name: t.title, exact: true });
  const header = page.locator('header').filter({ has: heading });
  const inspector = inspectorOf(page, texts, t.details ?? texts.words.details);
  return {
    main,
    heading,
    header,
    /** The line under the name. */
    facts: header.getByRole('paragraph'),
    refresh: button(page, t.refresh ?? texts.words.refresh).first(),
    filter: page.getByRole('textbox', { name: t.filter }),
    segment: (label: string): Locator => segment(page, label),
    /** Why it could not be read, or not anew. */
    notices: main.getByRole('alert'),
    empty: (title: string): Locator => main.getByText(title, { exact: true }),
    inspector: inspector.pane,
    details: inspector,
    open: (): Promise<void> => openByLink(page, texts, screen),
    /** Opens one by its row. */
    async openRow(row: Locator, name: string): Promise<void> {
      await row.click();
      await inspector.opened(name).waitFor();
    },
  };
}
