// The controls of any screen by their names: a button, a labelled field, a choice in a row of segments, a part.
import type { Locator, Page } from 'playwright-core';

export type At = Page | Locator;

export const button = (at: At, name: string | RegExp): Locator =>
  at.getByRole('button', { name, exact: true });
export const field = (at: At, label: string): Locator => at.getByLabel(label, { exact: true });
/** Its count, which belongs to its name, is left out. */
export const segment = (at: At, label: string): Locator => at.getByRole('radio', { name: label });
export const part = (at: At, name: string): Locator =>
  at.getByRole('region', { name, exact: true });
