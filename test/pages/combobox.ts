// A field that steers a list, as a person uses it on any screen: search, list, and the option that Enter takes.
import type { Locator, Page } from 'playwright-core';

export interface Combobox {
  readonly field: Locator;
  readonly list: Locator;
  readonly options: Locator;
  readonly option: (text: string) => Locator;
  readonly group: (title: string) => Locator;
  /** What Enter takes. */
  readonly current: Locator;
}

/** By the names of the field and of its list. */
export function combobox(at: Page | Locator, name: string, listName = name): Combobox {
  const list = at.getByRole('listbox', { name: listName, exact: true });
  const options = list.getByRole('option');
  return {
    field: at.getByRole('combobox', { name, exact: true }),
    list,
    options,
    option: (text) => options.filter({ has: list.page().getByText(text, { exact: true }) }),
    group: (title) => list.getByRole('group', { name: title, exact: true }),
    current: list.getByRole('option', { selected: true }),
  };
}
