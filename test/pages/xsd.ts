// The XSD of a form and the check of a file against it, as a person uses them.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button } from './controls.ts';
import { treeOf } from './tree.ts';

export function xsdPage(page: Page, texts: Texts) {
  const t = texts.xsd;
  const press = (name: string): Locator => button(page, name);
  const outline = treeOf(page, t.outline.label);
  return {
    heading: page.getByRole('heading', { level: 1 }),
    header: page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) }),
    tree: outline.tree,
    rows: outline.items,
    row: outline.item,
    chosen: outline.chosen,
    search: page.getByRole('textbox', { name: t.outline.search }),
    expand: press(t.outline.expand),
    panel: page.getByRole('tabpanel'),
    tab: (name: 'details' | 'text'): Locator => page.getByRole('tab', { name: t.tabs[name] }),
    text: page.getByRole('group', { name: t.text.label }),
    save: press(t.save),
    copy: press(t.copy),
    check: press(t.check),
    back: press(t.back),
    choose: press(t.validate.choose),
    other: press(t.validate.other),
    again: press(t.validate.again),
    showXsd: press(t.validate.showXsd),
    copyAll: press(t.validate.copyAll),
    issues: page.getByRole('group', { name: t.validate.issues }).locator('tbody tr'),
    said: (text: string): Locator => page.getByText(text),
  };
}
