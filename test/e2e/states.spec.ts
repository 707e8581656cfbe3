// What a person sees when something is wrong: offline, signed out, no answer, an unexpected answer.
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

const words = en.enterpriseUsers;

test(
  'CCH-04 offline the copy is shown with its age, and nothing can be changed',
  { tag: ['@first', '@dark', '@enterprise-users'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const users = enterpriseUsersPage(page, en);
    const [name = ''] = platform.control.users;
    await users.choose(name);
    platform.cutOff();
    await users.refresh.click();
    await expect(page.getByText(en.frame.youAreOffline)).toBeVisible();
    await expect(users.row(name)).toBeVisible();
    for (const button of [users.newUser, users.rotate]) {
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAttribute('title', en.words.needsConnection);
      await button.click({ force: true });
    }
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog')).toBeHidden();
    await look(steward);
  },
);

test(
  'signed out, what is shown stays, and nothing is sent again by itself',
  { tag: ['@first', '@dark', '@enterprise-users'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const users = enterpriseUsersPage(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    control.fault({
      operation: 'enterpriseUsers.list',
      acts: false,
      times: 20,
      effect: {
        kind: 'alter',
        status: 200,
        headers: { 'Content-Type': 'text/html' },
        body: '<html><title>Log in</title></html>',
      },
    });
    await users.refresh.click();
    await expect(page.getByText(en.frame.youAreSignedOut)).toBeVisible();
    await expect(users.row(name)).toBeVisible();
    await expect(users.rotate).toHaveAttribute('aria-disabled', 'true');
    await look(steward);
    control.clearFaults();
    await users.refresh.click();
    await expect(page.getByText(en.frame.youAreSignedOut)).toBeHidden();
  },
);

test(
  'OTS-06 without an answer the user may have been rotated; rotating again settles it',
  { tag: ['@first', '@dark', '@enterprise-users'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    control.fault({
      operation: 'enterpriseUsers.rotateSecret',
      acts: true,
      effect: { kind: 'reset' },
    });
    await (await users.askToRotate(name)).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: en.words.cancel, exact: true }).click();
    await expect(users.row(name)).toContainText(words.attention['outcome-unknown']);
    await expect(users.inspector).toContainText(en.oneTimeSecrets.box.unknownText);
    await look(steward);

    await users.inspector.getByRole('button', { name: en.oneTimeSecrets.box.again }).click();
    const window = users.dialog(words.rotateDialog.title);
    await window.getByLabel(en.words.typeToConfirm(name)).fill(name);
    await window.getByRole('button', { name: words.rotateDialog.go, exact: true }).click();
    expect(await secret.read()).toBe(control.secretOf(name));
    await secret.confirm();
    await users.closeChecklist();
    await expect(users.row(name)).not.toContainText(words.attention['outcome-unknown']);
    expect(control.executed('enterpriseUsers.rotateSecret')).toBe(2);
  },
);

test(
  'OTS-04 an answer that is not understood is kept and can be looked at',
  { tag: ['@first', '@dark', '@enterprise-users'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const users = enterpriseUsersPage(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    control.fault({
      operation: 'enterpriseUsers.rotateSecret',
      acts: true,
      effect: { kind: 'alter', body: '{"odd":"a-secret-in-an-odd-place"}' },
    });
    await (await users.askToRotate(name)).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: en.words.cancel, exact: true }).click();
    await expect(users.row(name)).toContainText(words.attention['answer-unclear']);
    await page.getByRole('button', { name: en.oneTimeSecrets.box.look }).click();
    const box = users.dialog(en.oneTimeSecrets.look.title);
    await expect(box).not.toContainText('a-secret-in-an-odd-place');
    await box.getByRole('button', { name: en.oneTimeSecrets.look.show }).click();
    await expect(box).toContainText('a-secret-in-an-odd-place');
    await look(steward);
    await box.getByRole('button', { name: en.oneTimeSecrets.look.drop }).click();
    await expect(users.row(name)).not.toContainText(words.attention['answer-unclear']);
  },
);

test('a list without users, and a filter without hits, say so and offer one way on', async ({
  connected: { page },
  platform: { control },
}) => {
  const users = enterpriseUsersPage(page, en);
  await users.row(control.users[0] ?? '').waitFor();
  await users.filter.fill('nothing is called this');
  await expect(page.getByText(en.words.noMatches, { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: en.words.clearFilter }).last().click();
  await expect(users.row(control.users[0] ?? '')).toBeVisible();
  control.fault({
    operation: 'enterpriseUsers.list',
    acts: true,
    times: 2,
    effect: { kind: 'alter', body: '[]' },
  });
  await users.refresh.click();
  await expect(page.getByText(words.empty, { exact: true })).toBeVisible();
});
