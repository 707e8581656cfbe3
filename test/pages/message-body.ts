// The body of a message, as a person sees it: the frame, what was left out, and the links below.
import type { Frame, Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { goToPlace } from './navigation.ts';

export function messageBodyPage(page: Page, texts: Texts) {
  const t = texts.messageBody;
  const links = page.getByRole('region', {
    name: new RegExp(t.links(0).replace('(0)', '\\(\\d+\\)')),
  });
  const frame = page.locator('iframe');
  const go = (message: string): Promise<void> => goToPlace(page, 'inbox', message);
  return {
    go,
    frame,
    /** What stands in it; it has no script, but can be looked at. */
    content: page.frameLocator('iframe').locator('body'),
    links: links.getByRole('listitem'),
    open: (number: number, host: string): Locator => button(links, t.openLink(number, host)),
    showAll: (n: number): Locator => button(links, t.showAll(n)),
    showFewer: button(links, t.showFewer),
    /** What is just being opened, until the program knows what the person answered. */
    opening: links.locator('[aria-busy="true"]'),
    said: (text: string): Locator => page.getByText(text, { exact: true }),

    /** Goes to a message by its address, and waits until its own body is there. */
    async read(message: string): Promise<Frame> {
      const before = (await frame.count()) === 0 ? null : await frame.getAttribute('src');
      await go(message);
      const next = page.locator(`iframe:not([src="${before ?? ''}"])`);
      const inner = await (await next.elementHandle())?.contentFrame();
      if (!inner) throw new Error('The frame is gone.');
      await inner.waitForLoadState('load');
      return inner;
    },
  };
}
