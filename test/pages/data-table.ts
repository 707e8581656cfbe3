// A table of rows, as a person uses it: its headings, groups and rows.
import type { Locator, Page } from 'playwright-core';

export function dataTable(page: Page, grid: Locator) {
  return {
    grid,
    /** By a text that stands in it alone. */
    row: (text: string): Locator =>
      grid.getByRole('row').filter({ has: page.getByText(text, { exact: true }) }),
    heading: (label: string): Locator => grid.getByRole('columnheader', { name: label }),
    /** The heading row of a group, with its count. */
    group: (label: string): Locator => grid.getByRole('rowheader', { name: label }),
    /** The row that Tab comes to. */
    reachable: grid.locator('tr[tabindex="0"]'),
    /** The first cells of the rows in sight, from top to bottom. */
    firstCells: (): Promise<string[]> =>
      grid.locator('tbody tr[tabindex] > :first-child').allInnerTexts(),
  };
}
