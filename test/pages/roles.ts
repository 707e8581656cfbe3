// The Roles screen, as a person uses it: the list, related roles, the diagram, the services.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { type Tree, treeOf } from './tree.ts';

export function rolesPage(page: Page, texts: Texts) {
  const t = texts.roles;
  const list = page.getByRole('region', { name: t.list, exact: true });
  const detail = page.getByRole('region', { name: t.details, exact: true });
  const tree = (way: 'children' | 'parents', of: string): Tree =>
    treeOf(detail, texts.roleDefinitions.tree[way](of));
  const picture = (of: string): Locator => detail.getByRole('group', { name: t.picture.label(of) });
  return {
    list,
    detail,
    tree,
    picture,
    search: list.getByRole('textbox', { name: t.search }),
    options: list.getByRole('option'),
    role: (name: string): Locator => list.getByRole('option', { name }),
    kind: (name: keyof Texts['roles']['segments']): Locator =>
      list.getByRole('radio', { name: t.segments[name] }),
    refresh: list.getByRole('button', { name: t.refresh, exact: true }),
    heading: detail.getByRole('heading', { level: 2 }),
    tab: (name: 'related' | 'picture' | 'services'): Locator =>
      detail.getByRole('tab', { name: t.tabs[name] }),
    node: (of: string, name: string): Locator => picture(of).getByRole('button', { name }),
    services: detail.getByRole('listbox'),
    openService: detail.getByRole('button', { name: t.services.open, exact: true }),

    async open(): Promise<void> {
      await page
        .getByRole('navigation')
        .getByRole('link', { name: texts.frame.screens.roles, exact: true })
        .click();
    },
    async choose(name: string): Promise<void> {
      await list.getByRole('option', { name }).click();
      await detail.getByRole('heading', { name, exact: true }).waitFor();
    },
  };
}
