// Signing a form, as a person uses it: the text, what is signed, the name, and the result.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { goToPlace } from './navigation.ts';

export function signingPage(page: Page, texts: Texts) {
  const t = texts.signing;
  const main = page.getByRole('main');
  return {
    text: main.getByRole('group', { name: t.read.label }),
    everything: main.getByRole('radio', { name: t.what.all }),
    chosen: main.getByRole('radio', { name: t.what.chosen }),
    item: (name: string): Locator =>
      main.getByRole('list', { name: t.what.label }).getByRole('checkbox', { name }),
    /** Its name, whatever it is, in the language of the page. */
    typed: main.getByLabel(new RegExp(`^${texts.words.typeToConfirm('.+')}`)),
    sign: button(main, t.go.now),
    result: main.getByRole('heading', { name: t.result.archived }),
    partly: main.getByRole('heading', { name: t.result.partly }),
    rest: button(main, t.result.rest),
    toArchive: button(main, t.standing.toArchive),
    print: button(main, t.result.print),
    again: button(main, t.unknown.again),
    begin: button(main, t.unknown.begin),
    open: (message: string): Promise<void> => goToPlace(page, 'work-list', `${message}+sign`),
  };
}
