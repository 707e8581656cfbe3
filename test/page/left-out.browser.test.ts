// What is open beside a list closes when the filter leaves it out, but for an unsaved edit or what an address opened.
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import EnterpriseUsers from '../../renderer/screens/enterprise-users/EnterpriseUsers.svelte';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { allThere, AT, makeConnection, makeStart, makeUser } from './support/samples.ts';

const t = en.enterpriseUsers;
const connection = makeConnection('c-1');
const filter = () => page.getByRole('textbox', { name: t.filter });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

beforeEach(async () => {
  main.always('app.start', () => makeStart({ connections: [connection], chosen: 'c-1' }));
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe('c-1');
  });
  main.always('enterpriseUsers.history', () => []);
  main.always('enterpriseUsers.list', () => ({
    users: [makeUser('svc-payroll'), makeUser('svc-archive')],
    fetched: AT,
    fromCopy: false,
    completeness: allThere,
  }));
  onTestFinished(() => router.replace({ id: null }));
});

async function openUser(id: string) {
  router.go({ connection: 'c-1', screen: 'enterprise-users', id });
  show(EnterpriseUsers, { connection });
  await expect.element(heading(id)).toBeVisible();
}

it('closes once the filter leaves it out, not before, and the person types on', async () => {
  await openUser('svc-payroll');
  await filter().fill('svc');
  await expect.element(heading('svc-payroll')).toBeVisible();
  await filter().click();
  await userEvent.keyboard('-arch');
  await expect.element(heading('svc-payroll')).not.toBeInTheDocument();
  expect(router.route.id).toBeNull();
  await expect.element(filter()).toHaveFocus();
  await expect.element(page.getByRole('row', { name: /svc-archive/ })).toBeVisible();
});

it('stays while a note in it is not saved', async () => {
  await openUser('svc-payroll');
  await page.getByRole('button', { name: t.addNote }).click();
  await page.getByRole('textbox', { name: t.note, exact: true }).fill('For the payroll');
  await filter().fill('archive');
  await expect.element(page.getByRole('row', { name: /svc-payroll/ })).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('textbox', { name: t.note, exact: true }))
    .toHaveValue('For the payroll');
  await page.getByRole('button', { name: t.cancel, exact: true }).click();
});

it('is shown by its address whatever the filter leaves, until the filter changes', async () => {
  await openUser('svc-payroll');
  await filter().fill('archive');
  await expect.element(heading('svc-payroll')).not.toBeInTheDocument();
  router.replace({ id: 'svc-payroll' });
  await expect.element(heading('svc-payroll')).toBeVisible();
  await filter().fill('archiv');
  await expect.element(heading('svc-payroll')).not.toBeInTheDocument();
});
