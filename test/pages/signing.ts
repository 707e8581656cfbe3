// Signing a form, as a person uses it: the text, the tick, what is signed, and the result.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { confirmDialog } from './dialog.ts';
import { goToPlace } from './navigation.ts';

export function signingPage(page: Page, texts: Texts) {
  const t = texts.signing;
  const main = page.getByRole('main');
  const asking = confirmDialog(page, texts, t.confirm.title, t.confirm.sign);
  return {
    text: main.getByRole('group', { name: t.read.label }),
    tick: main.getByRole('checkbox', {
      name: new RegExp(`^(${t.read.tick}|${t.read.tickNone})$`),
    }),
    everything: main.getByRole('radio', { name: t.what.all }),
    chosen: main.getByRole('radio', { name: t.what.chosen }),
    item: (name: string): Locator =>
      main.getByRole('list', { name: t.what.label }).getByRole('checkbox', { name }),
    sign: button(main, t.go.sign),
    confirm: asking.window,
    typed: asking.window.getByRole('textbox'),
    cancel: asking.cancel,
    really: asking.confirm,
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
