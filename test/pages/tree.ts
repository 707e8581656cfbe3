// A tree, as a person uses it on any screen: its items, and the one that is chosen.
import type { Locator, Page } from 'playwright-core';

export interface Tree {
  readonly tree: Locator;
  readonly items: Locator;
  /** Those that contain the text. */
  readonly item: (text: string) => Locator;
  readonly chosen: Locator;
}

/** Without a name, the only tree there is. */
export function treeOf(at: Page | Locator, name?: string): Tree {
  const tree = at.getByRole('tree', name === undefined ? {} : { name });
  const items = tree.getByRole('treeitem');
  return {
    tree,
    items,
    item: (text) => items.filter({ hasText: text }),
    chosen: tree.getByRole('treeitem', { selected: true }),
  };
}
