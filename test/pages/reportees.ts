// The Parties screen, as a person uses it.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { listBox } from './list-box.ts';
import { listScreen } from './list-screen.ts';

export function reporteesPage(page: Page, texts: Texts) {
  const { reportees: t, words } = texts;
  const screen = listScreen(page, texts, 'reportees', t);
  const { inspector, main, notices: alert, segment } = screen;
  const { list, option: row } = listBox(page, t.title);
  return {
    ...screen,
    list,
    row,
    kind: (kind: keyof Texts['reportees']['kinds']): Locator => segment(t.kinds[kind]),
    showDeleted: main.getByRole('checkbox'),
    actAs: button(inspector, t.actAs),
    star: (name: string): Locator => inspector.getByRole('button', { name: t.star(name) }),
    reveal: (name: string): Locator =>
      inspector.getByRole('button', { name: words.showNumber(name) }),
    hide: (name: string): Locator =>
      inspector.getByRole('button', { name: words.hideNumber(name) }),
    alert,
    choose: (name: string): Promise<void> => screen.openRow(row(name), name),
  };
}
