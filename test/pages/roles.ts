// The Roles screen, as a person uses it: the list, related roles, the diagram, the services.
import type { Locator, Page } from 'playwright-core';
import type { Texts } from '../../renderer/texts/en.ts';
import { button, segment } from './controls.ts';
import { listBox } from './list-box.ts';
import { listDetail } from './list-detail.ts';
import { type Tree, treeOf } from './tree.ts';

export function rolesPage(page: Page, texts: Texts) {
  const t = texts.roles;
  const screen = listDetail(page, texts, 'roles', t);
  const { pane, detail, rows } = screen;
  const picture = (of: string): Locator => detail.getByRole('group', { name: t.picture.label(of) });
  return {
    ...screen,
    list: pane,
    tree: (way: 'children' | 'parents', of: string): Tree =>
      treeOf(detail, texts.roleDefinitions.tree[way](of)),
    picture,
    options: rows.options,
    role: rows.containing,
    kind: (name: keyof Texts['roles']['segments']): Locator => segment(pane, t.segments[name]),
    tab: (name: 'related' | 'picture' | 'services'): Locator => screen.tab(t.tabs[name]),
    node: (of: string, name: string): Locator => picture(of).getByRole('button', { name }),
    services: listBox(detail).list,
    openService: button(detail, t.services.open),
  };
}
