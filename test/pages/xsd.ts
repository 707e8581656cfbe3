// The XSD of a form and the check of a file against it, as a person uses them.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { treeOf } from './tree.ts';

export function xsdPage(page: Page, texts: Texts) {
  const t = texts.xsd;
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const outline = treeOf(page, t.outline.label);
  return {
    heading: page.getByRole('heading', { level: 1 }),
    header: page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) }),
    tree: outline.tree,
    rows: outline.items,
    row: outline.item,
    chosen: outline.chosen,
    search: page.getByRole('textbox', { name: t.outline.search }),
    expand: button(t.outline.expand),
    panel: page.getByRole('tabpanel'),
    tab: (name: 'details' | 'text'): Locator => page.getByRole('tab', { name: t.tabs[name] }),
    text: page.getByRole('group', { name: t.text.label }),
    save: button(t.save),
    copy: button(t.copy),
    check: button(t.check),
    back: button(t.back),
    choose: button(t.validate.choose),
    other: button(t.validate.other),
    again: button(t.validate.again),
    showXsd: button(t.validate.showXsd),
    copyAll: button(t.validate.copyAll),
    issues: page.getByRole('group', { name: t.validate.issues }).locator('tbody tr'),
    said: (text: string): Locator => page.getByText(text),
  };
}
