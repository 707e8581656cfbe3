// Journeys of roles of everyone: search, relations, the diagram, and the services of a role, with and without a copy.
import { en } from '../../renderer/texts/en.ts';
import { rolesPage } from '../pages/roles.ts';
import { expect, test } from './program.ts';
import { download, lookInEach } from './reference-copy.ts';

const t = en.roles;

test(
  'a role is found, followed up and down, seen as a picture, and its services are opened from the copy',
  { tag: ['@first', '@roles'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const screen = rolesPage(page, en);
    await screen.open();
    await screen.search.fill('dagl');
    await expect(screen.options).toHaveCount(1);
    await screen.search.fill('27');
    await expect(screen.options.first()).toContainText('UTINN');
    await screen.search.fill('');
    await screen.list.getByText(t.segments.external).first().click();
    await expect(screen.options).toHaveCount(8);
    await screen.choose('Daglig leder');

    // The trees: opened level by level, to another role, and back.
    const down = screen.tree('children', 'Daglig leder');
    const chief = down.item('Hovedadministrator');
    await chief.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(down.item('Signering').first()).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(screen.heading).toHaveText('Hovedadministrator');
    // It is not of the kind that was shown.
    await expect(screen.kind('all')).toBeChecked();
    await expect(screen.tree('parents', 'Hovedadministrator').tree).toContainText(
      'Bestyrende reder',
    );
    await page.goBack();
    await expect(screen.heading).toHaveText('Daglig leder');

    // Roles 31 and 32 give access to each other: the tree and the picture end.
    await screen.choose('Plan og bygg');
    const circle = screen.tree('children', 'Plan og bygg');
    await circle.item('Byggesak').focus();
    await page.keyboard.press('*');
    await expect(circle.tree).toContainText(en.roleDefinitions.tree.circle);
    await screen.tab('picture').click();
    const picture = screen.picture('Plan og bygg');
    await expect(picture.getByRole('button', { name: 'Byggesak' })).toHaveCount(2);
    await screen.node('Plan og bygg', 'Plan og bygg').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect(screen.node('Plan og bygg', 'Byggesak').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screen.heading).toHaveText('Byggesak');

    // Which services it can use is known from a copy only; a new one is shown at once.
    await screen.tab('services').click();
    await expect(screen.detail).toContainText(t.services.unknown);
    await expect(screen.list).toContainText(en.services.download);
    await download(steward, { what: 'everything' });
    await expect(screen.detail).toContainText(t.kept);
    // Asked anew, the platform answers; the copy is no less there for that.
    await screen.refresh.click();
    await expect(screen.refresh).toBeEnabled();
    await expect(screen.detail).toContainText(t.kept);
    await expect(screen.list).not.toContainText(en.services.download);
    await screen.choose('Daglig leder');
    // All are known: nothing to say about that.
    await expect(screen.detail).not.toContainText(t.services.partly);
    const first = screen.services.getByRole('option').first();
    const reference = (await first.locator('.mono').innerText()).trim();
    await first.click();
    await screen.openService.click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain(`/${reference}`);
    expect(page.url()).toContain('services');
    await page.goBack();
    await expect(screen.options.first()).toBeVisible();

    // Without the platform: all of it is still here, with its date.
    control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
    await screen.refresh.click();
    await expect(page.getByText(en.frame.youAreOffline)).toBeVisible();
    // Wherever the list stands after coming back.
    await screen.search.fill('Regnskapsfører');
    await screen.choose('Regnskapsfører');
    await screen.tab('services').click();
    await expect(screen.services.getByRole('option').first()).toBeVisible();
    control.clearFaults();
    await screen.refresh.click();
    await expect(page.getByText(en.frame.youAreOffline)).toBeHidden();
  },
);

test(
  'roles are accessible in both schemes and languages, in every state',
  { tag: ['@looks', '@roles'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const screen = rolesPage(page, en);
    const see = (name: string) => lookInEach(steward, name);
    await screen.open();
    await screen.choose('Hovedadministrator');
    await screen.tree('children', 'Hovedadministrator').item('Signering').focus();
    await page.keyboard.press('*');
    await see('roles-related');
    await screen.tab('picture').click();
    await see('roles-picture');
    await screen.tab('services').click();
    await expect(screen.detail).toContainText(t.services.unknown);
    await see('roles-unknown');
    await download(steward, { what: 'everything' });
    await screen.services.waitFor();
    control.fault({ operation: '*', acts: false, effect: { kind: 'reset' }, times: 99 });
    await screen.refresh.click();
    await expect(page.getByText(en.frame.youAreOffline)).toBeVisible();
    await see('roles-offline');
  },
);
