// The platform's code lists and roles: a list that was cut says so and why, beside the rows that came.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { completeness as shape } from '../../preload/contract/schema.ts';
import { main, show } from './support/browser.ts';
import CodeListScreen from '../../renderer/screens/reference/CodeListScreen.svelte';
import RoleScreen from '../../renderer/screens/reference/RoleScreen.svelte';
import { en } from '../../renderer/texts/en.ts';
import { AT, makeConnection } from './support/samples.ts';

const t = en.words;
type Completeness = ReturnType<typeof shape.parse>;
const screens = [
  {
    name: 'code-lists',
    row: 'Municipalities',
    begin: (connection: string, completeness: Completeness) => {
      const version = { version: 1, kept: false, languages: [1044] };
      main.always('reference.codeLists', () => ({
        lists: [{ name: 'Municipalities', versions: [version] }],
        completeness,
        origin: { from: 'platform' as const, fetched: AT },
      }));
      show(CodeListScreen, { connection: makeConnection(connection) });
    },
  },
  {
    name: 'roles',
    row: 'Daglig leder',
    begin: (connection: string, completeness: Completeness) => {
      const role = {
        id: 3,
        code: 'DAGL',
        name: 'Daglig leder',
        description: '',
        kind: 'external' as const,
        type: 'External',
        parents: [],
        children: [],
      };
      main.always('reference.roles', () => ({
        roles: [role],
        completeness,
        origin: { from: 'platform' as const, fetched: AT },
      }));
      show(RoleScreen, { connection: makeConnection(connection) });
    },
  },
];

describe.each(screens)('the list of $name', ({ name, row, begin }) => {
  it.each(['limit', 'endless'] as const)('says that it was cut: %s', async (because) => {
    begin(`${name}-${because}`, { complete: false, because, calls: 2 });
    await expect.element(page.getByRole('option', { name: row })).toBeVisible();
    await expect.element(page.getByText(t.notComplete(1))).toBeVisible();
    await expect.element(page.getByText(t.notCompleteBecause[because])).toBeVisible();
  });

  it('says nothing of it when it is whole', async () => {
    begin(`${name}-whole`, { complete: true, because: null, calls: 1 });
    await expect.element(page.getByRole('option', { name: row })).toBeVisible();
    expect(document.body.textContent).not.toContain(t.notComplete(1));
  });
});
