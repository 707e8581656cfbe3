// A list to choose from, as a person uses it on any screen.
import type { Locator } from 'playwright-core';
import type { At } from './controls.ts';

export interface ListBox {
  readonly list: Locator;
  readonly options: Locator;
  /** By a text that stands in it alone. */
  readonly option: (text: string) => Locator;
  readonly containing: (text: string) => Locator;
  readonly group: (title: string) => Locator;
  readonly current: Locator;
}

/** Without a name, the only list there is. */
export function listBox(at: At, name?: string): ListBox {
  const list = at.getByRole('listbox', name === undefined ? {} : { name, exact: true });
  const options = list.getByRole('option');
  return {
    list,
    options,
    option: (text) => options.filter({ has: list.page().getByText(text, { exact: true }) }),
    containing: (text) => options.filter({ hasText: text }),
    group: (title) => list.getByRole('group', { name: title, exact: true }),
    current: list.getByRole('option', { selected: true }),
  };
}
