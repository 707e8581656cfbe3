// A field that steers a list, as a person uses it on any screen: search, list, and the option that Enter takes.
import type { Locator } from 'playwright-core';
import type { At } from './controls.ts';
import { listBox, type ListBox } from './list-box.ts';

export interface Combobox extends ListBox {
  readonly field: Locator;
}

/** By the names of the field and of its list. */
export const combobox = (at: At, name: string, listName = name): Combobox => ({
  field: at.getByRole('combobox', { name, exact: true }),
  ...listBox(at, listName),
});
