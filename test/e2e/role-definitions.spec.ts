// Journeys of local roles by mouse and keyboard: three groups, rights, the trees of roles, and deletion.
import { writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { framePage, typeAtOnce } from '../pages/frame.ts';
import { roleDefinitionsPage } from '../pages/role-definitions.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

const LOCAL = 'Rapportering av utslipp';
const t = en.roleDefinitions;

test(
  'roles are found in their groups, read with their rights, followed to others, and a local one is deleted',
  { tag: ['@first', '@role-definitions'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { control } = platform;
    const screen = roleDefinitionsPage(page, en);
    // Without the open metadata's roles only their trees and codes are missing.
    control.fault({
      operation: 'openRoles.list',
      acts: false,
      times: 99,
      effect: { kind: 'reset' },
    });
    await screen.open();
    await expect(screen.group('local')).toHaveText(`${t.groups.local} 1`);
    await expect(screen.group('external')).toHaveText(`${t.groups.external} 8`);
    await expect(screen.heading.locator('..')).toContainText(
      t.count(1, platform.organisation.name),
    );

    // A local role: its rights are the platform's, with the names of the services.
    await screen.choose(LOCAL);
    const [role] = control.localRoles(platform.organisationNumber);
    const [right] = role?.rights ?? [];
    const service = `${right?.serviceCode}/${right?.serviceEdition}`;
    const { name = '' } =
      control.metadata.services.find((one) => `${one.code}/${one.edition}` === service) ?? {};
    await expect(screen.rights).toContainText(name.trim());
    await expect(screen.right(service, 0)).toContainText(t.rights.has);
    await expect(screen.right(service, 3)).toContainText(t.rights.hasNot);
    await expect(screen.inspector).toContainText(t.afterDelegation);
    await expect(screen.change).toBeVisible();

    await screen.exportRole.click();
    await expect(page.getByText(en.roleEditor.exported(''))).toBeVisible();
    const [file = ''] = await readdir(steward.downloads);
    expect(file).toContain('PRODUCTION');
    expect(JSON.parse(await readFile(path.join(steward.downloads, file), 'utf8'))).toMatchObject({
      name: LOCAL,
    });

    // A role of the register cannot be changed, and leads to others.
    await screen.filter.fill('zzz');
    await expect(page.getByText(en.words.noMatches)).toBeVisible();
    await screen.filter.fill('daglig');
    await expect(screen.grid.getByRole('row')).toHaveCount(3);
    await screen.choose('Daglig leder');
    await expect(screen.change).toBeHidden();
    await expect(screen.inspector).toContainText(t.notLocal);
    await screen.tab('children').click();
    await expect(screen.inspector.getByRole('alert')).toContainText(t.tree.loading);
    control.clearFaults();
    await screen.inspector
      .getByRole('button', { name: en.failures.fixes.retry, exact: true })
      .click();
    await expect(screen.inspector).toContainText('DAGL');
    await screen.node('Hovedadministrator').click();
    await expect(screen.name).toHaveText('Hovedadministrator');
    await expect(screen.row('Hovedadministrator')).toBeFocused();
    await expect(screen.filter).toHaveValue('');
    await page.goBack();
    await expect(screen.name).toHaveText('Daglig leder');

    // In production its name is typed; what the platform says stays in the dialog.
    await screen.choose(LOCAL);
    await screen.askToRemove();
    await expect(screen.confirm).toBeDisabled();
    await screen.confirmField(LOCAL).fill(LOCAL);
    control.refuse('roleDefinitions.remove', { form: 'reason', words: 'Not now', status: 403 });
    await screen.confirm.click();
    await expect(screen.removal.getByRole('alert')).toContainText('Not now');
    expect(control.localRoles(platform.organisationNumber)).toHaveLength(1);
    await screen.confirm.click();
    await expect(screen.removal).toBeHidden();
    await expect(screen.row(LOCAL)).toBeHidden();
    await expect(screen.grid).toContainText(t.noLocal);
    expect(control.localRoles(platform.organisationNumber)).toHaveLength(0);

    // An address may lead to a role that is not there any more.
    await page.evaluate((id) => {
      location.hash = location.hash.replace(/[^/]*$/, `role-definitions/${id}`);
    }, role?.id);
    await expect(screen.inspector).toContainText(t.gone);
  },
);

test(
  'the list, the rights, the trees and deleting work with the keyboard alone',
  { tag: ['@keyboard', '@role-definitions'] },
  async ({ connected: { page }, platform: { control, organisationNumber } }) => {
    const screen = roleDefinitionsPage(page, en);
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.keyboard.press('Control+k');
    await page.keyboard.type(en.frame.screens['role-definitions']);
    await page.keyboard.press('Enter');
    await screen.row(LOCAL).waitFor();

    await press('/');
    await page.keyboard.type('plan');
    await press('Tab', 'Tab');
    while (!(await screen.row('Plan og bygg').evaluate((row) => row === document.activeElement)))
      await press('Tab');
    await press('Home');
    await expect(screen.name).toHaveText('Plan og bygg');
    await press('Enter');
    await expect(screen.copyAsNew).toBeFocused();

    // Roles 31 and 32 give access to each other: the circle ends.
    await press('Tab', 'ArrowRight');
    await expect(screen.tab('children')).toBeFocused();
    await press('Tab', 'ArrowDown', 'ArrowUp', 'ArrowRight');
    const building = screen.node('Byggesak').first();
    await expect(building).toBeFocused();
    await expect(building).toHaveAttribute('aria-expanded', 'true');
    await press('ArrowRight');
    await expect(screen.node('Plan og bygg')).toBeFocused();
    await expect(screen.node('Plan og bygg')).toContainText(t.tree.circle);
    await expect(screen.node('Plan og bygg')).not.toHaveAttribute('aria-expanded');
    await press('ArrowLeft', 'Enter');
    await expect(screen.name).toHaveText('Byggesak');
    await expect(screen.row('Byggesak')).toBeFocused();

    // Typing finds; Delete asks; Space, not Enter, does it.
    await typeAtOnce(page, 'rapp');
    await expect(screen.name).toHaveText(LOCAL);
    // The form and back, also while the role is still read: the keyboard goes on where it was.
    const held = control.hold('roleDefinitions.get', false);
    await press('F2');
    await held.reached;
    await press('Escape');
    await expect(screen.row(LOCAL)).toBeFocused();
    held.release();
    await press('F2');
    await expect(screen.grid).toBeHidden();
    await press('Escape');
    await expect(screen.row(LOCAL)).toBeFocused();
    await press('Delete');
    await screen.removal.waitFor();
    await page.keyboard.type(LOCAL);
    await press('Tab', 'Tab', 'Enter');
    await expect(screen.confirm).toBeFocused();
    await press('Space');
    await expect(screen.row(LOCAL)).toBeHidden();
    expect(control.localRoles(organisationNumber)).toHaveLength(0);
    await expect(screen.reachable).toBeFocused();
  },
);

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `local roles in ${language} are accessible in both schemes, in every state`,
    { tag: ['@looks', '@role-definitions'] },
    async ({ connected: steward, platform: { control } }) => {
      const { page } = steward;
      await steward.call('settings.change', { language });
      const screen = roleDefinitionsPage(page, texts);
      const see = (name: string) => look(steward, `${name}-${language}`);
      await screen.open();
      await screen.choose(LOCAL);
      await screen.rights.waitFor();
      await see('roles-local');
      await screen.askToRemove();
      await see('roles-remove');
      await page.keyboard.press('Escape');
      await screen.choose('Regnskapsfører');
      await screen.tab('children').click();
      await screen.node('Regnskapslister').focus();
      await page.keyboard.press('*');
      await see('roles-tree');
      // What was read stays, and nothing can be changed.
      control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
      await screen.tab('rights').click();
      await screen.refresh.click();
      await expect(screen.newRole).toHaveAttribute('title', texts.words.needsConnection);
      await expect(screen.row(LOCAL)).toBeVisible();
      await see('roles-offline');
      control.clearFaults();
      control.retire('roleDefinitions', 410, 'all');
      await screen.refresh.click();
      await expect(screen.newRole).toHaveAttribute('title', texts.roleDefinitions.notOffered);
      await expect(screen.row(LOCAL)).toBeVisible();
      // Left and opened again, there is nothing read before to be kept.
      await framePage(page, texts).screen('settings').click();
      await framePage(page, texts).screen('role-definitions').click();
      await page.getByRole('alert').first().waitFor();
      await expect(screen.inspector).toBeHidden();
      await see('roles-retired');
    },
  );
}

test('all local roles are exported and compared with later: what one has that the other has not', async ({
  connected: steward,
  folder,
}) => {
  const { page } = steward;
  const words = en.roleEditor.ofAll;
  const { chosen } = (await steward.call('app.start', {})) as { chosen: string };
  const right = { serviceCode: '0112', serviceEdition: 1, action: 'Read' };
  const at = { connection: chosen, who: 'my' };
  const make = (name: string) =>
    steward.call('roleDefinitions.create', { ...at, name, description: '', rights: [right] });
  await make('Before');
  const roles = roleDefinitionsPage(page, en);
  await roles.open();
  await roles.exportAll();
  await expect(page.getByRole('status', { name: en.frame.notifications })).toContainText('.json');
  const [name = ''] = await readdir(steward.downloads);

  await make('After');
  await roles.compare.click();
  await steward.pick(() => roles.chooseFile.click(), path.join(steward.downloads, name));
  const after = page.getByRole('heading', { name: 'After', exact: true });
  await expect(after).toBeVisible();
  await expect(page.getByText(words.where.here, { exact: true })).toBeVisible();
  await expect(page.getByText(words.onlyHere(1))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Before', exact: true })).toHaveCount(0);
  await look(steward);

  // A table as well; of a line that is not taken it is said where it stands.
  const table = path.join(folder, 'roles.csv');
  writeFileSync(
    table,
    'role;service code;service edition;action\nBefore;0112;1;Read\nBefore;0112;en;Read\n',
  );
  await steward.pick(() => roles.chooseOther.click(), table);
  await expect(page.getByText(words.refused(1))).toBeVisible();
  await expect(page.getByText(words.atLine(3, 'service edition'))).toBeVisible();
  await expect(after).toBeVisible();
  await look(steward);
  writeFileSync(table, 'navn;rettighet\nA;B\n');
  await steward.pick(() => roles.chooseOther.click(), table);
  await expect(page.getByText(words.noColumns)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(roles.compare).toBeVisible();
});
