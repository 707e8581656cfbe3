// Signing a form, as a person uses it: the text, the tick, what is signed, and the result.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { goTo } from './form-start.ts';

export function signingPage(page: Page, texts: Texts) {
  const t = texts.signing;
  const main = page.getByRole('main');
  const button = (at: Locator, name: string): Locator =>
    at.getByRole('button', { name, exact: true });
  const confirm = page.getByRole('dialog', { name: t.confirm.title });
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
    confirm,
    typed: confirm.getByRole('textbox'),
    cancel: button(confirm, texts.words.cancel),
    really: button(confirm, t.confirm.sign),
    result: main.getByRole('heading', { name: t.result.archived }),
    partly: main.getByRole('heading', { name: t.result.partly }),
    rest: button(main, t.result.rest),
    toArchive: button(main, t.standing.toArchive),
    print: button(main, t.result.print),
    again: button(main, t.unknown.again),
    begin: button(main, t.unknown.begin),
    open: (message: string): Promise<void> => goTo(page, `${message}+sign`),
  };
}
