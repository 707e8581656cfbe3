// Create, rename, rotate and delete, each compared with what the platform really has.
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { decryptWithPassphrase } from '../../main/secrets/age.ts';
import { en } from '../../renderer/texts/en.ts';
import { activityPage } from '../pages/activity.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { expect, test } from './program.ts';
import { lookInEach } from './reference-copy.ts';

test(
  'a user is created, renamed, rotated and deleted, and all of it is in Activity',
  { tag: ['@first', '@enterprise-users', '@activity'] },
  async ({ alone: steward, platform: { control } }) => {
    const { page } = steward;
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const [taken = ''] = control.users;

    // Before the list is there, only the platform can tell that a name is taken; while it is asked, Esc does nothing.
    await users.row(taken).waitFor();
    await users.create(taken.toUpperCase());
    await expect(page.getByText(en.enterpriseUsers.create.taken)).toBeVisible();
    await page.keyboard.press('Escape');

    await users.create('ny-robot');
    expect(await secret.read()).toBe(control.secretOf('ny-robot'));
    await secret.confirm();
    // Each line of the checklist does what it says.
    const { checklist } = users;
    await checklist.button(en.enterpriseUsers.copyName).click();
    await checklist.window
      .getByRole('checkbox', { name: en.enterpriseUsers.checklist.system })
      .check();
    await checklist.button(en.enterpriseUsers.addNote).click();
    await checklist.field(en.enterpriseUsers.note).fill('Robot for toll');
    await checklist.button(en.enterpriseUsers.saveNote).click();
    await expect(checklist.window.getByLabel(en.enterpriseUsers.checklist.done)).toHaveCount(2);
    await users.closeChecklist();
    await expect(users.inspector).toContainText('Robot for toll');

    await users.rename('ny-robot', 'toll-robot');
    await expect(users.row('toll-robot')).toBeVisible();
    expect(control.users).toContain('toll-robot');
    expect(control.users).not.toContain('ny-robot');
    await expect(users.inspector).toContainText('Robot for toll');

    const before = control.secretOf('toll-robot');
    await (await users.askToRotate('toll-robot')).click();
    const after = await secret.read();
    expect(after).toBe(control.secretOf('toll-robot'));
    expect(after).not.toBe(before);
    await expect(
      secret.window.getByText(en.oneTimeSecrets.made.rotateSecret, { exact: true }),
    ).toBeVisible();
    await secret.confirm();
    await users.closeChecklist();

    await users.remove('toll-robot');
    await expect(users.row('toll-robot')).toBeHidden();
    expect(control.users).not.toContain('toll-robot');

    const activity = activityPage(page, en);
    await activity.open();
    await expect(activity.line('enterpriseUsers.create', 'ny-robot')).toContainText('Done');
    await expect(activity.line('enterpriseUsers.rename', 'ny-robot → toll-robot')).toContainText(
      'Done',
    );
    await expect(activity.line('enterpriseUsers.rotateSecret', 'toll-robot')).toContainText('Done');
    await expect(activity.line('enterpriseUsers.remove', 'toll-robot')).toContainText('Done');
    expect(await page.locator('main').textContent()).not.toContain(after);
  },
);

test('a name the server knows and the list does not is refused on the field, in the server\u2019s words', async ({
  connected: { page },
  platform: { control },
}) => {
  const users = enterpriseUsersPage(page, en);
  control.fault({
    operation: 'enterpriseUsers.create',
    acts: false,
    effect: { kind: 'alter', status: 400, reason: 'Username already in use' },
  });
  await users.create('brukt-navn');
  const window = users.dialog(en.enterpriseUsers.create.title);
  await expect(window.getByText('Username already in use')).toBeVisible();
  await expect(window.getByLabel(en.enterpriseUsers.create.name)).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(window).toBeHidden();
});

test(
  'RTY-10 twenty presses within a moment rotate once',
  { tag: ['@first', '@enterprise-users'] },
  async ({ connected: { page }, platform: { control } }) => {
    const users = enterpriseUsersPage(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    const go = await users.askToRotate(name);
    await go.evaluate((button: HTMLButtonElement) => {
      for (let i = 0; i < 20; i++) button.click();
    });
    const secret = oneTimeSecretWindow(page, en);
    await secret.confirm();
    expect(control.executed('enterpriseUsers.rotateSecret')).toBe(1);
  },
);

test(
  'OTS-12 the window with a secret cannot be left before it is stored',
  { tag: ['@first', '@enterprise-users'] },
  async ({ connected: { page }, platform: { control } }) => {
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    await (await users.askToRotate(name)).click();
    await secret.window.waitFor();
    await expect(secret.copy).toBeFocused();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await page.mouse.click(5, 400);
    await expect(secret.window).toBeVisible();
    await expect(secret.done).toBeDisabled();
    // Closing the window is held, and says why.
    await page.close({ runBeforeUnload: true });
    await expect(page.getByText(en.frame.quitSecrets(1))).toBeVisible();
    await page.getByRole('button', { name: en.frame.stay, exact: true }).click();
    expect(await secret.read()).toBe(control.secretOf(name));
    await secret.stored.check();
    await expect(secret.done).toBeEnabled();
    await secret.confirm();
  },
);

test(
  'MEM-03 the secret is in the page only while it is shown, and goes on blur',
  { tag: ['@first', '@enterprise-users'] },
  async ({ connected: { page }, platform: { control } }) => {
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    await (await users.askToRotate(name)).click();
    await secret.window.waitFor();
    const truth = control.secretOf(name) ?? '';
    const held = async () => {
      // Text as it reads, every attribute, and what assistive tools are told.
      const texts = await page.evaluate(() =>
        [
          document.title,
          document.documentElement.textContent,
          ...[...document.querySelectorAll('*')].flatMap((element) => [
            ...element.getAttributeNames().map((key) => element.getAttribute(key)),
            'value' in element ? String(element.value) : '',
          ]),
        ].join('\n'),
      );
      const tree = await page.locator('body').ariaSnapshot();
      return texts.includes(truth) || tree.includes(truth);
    };
    expect(truth.length).toBeGreaterThan(8);
    expect(await held()).toBe(false);
    await secret.show.click();
    await expect(secret.secret).toHaveText(truth);
    expect(await held()).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    await expect(secret.secret).toBeHidden();
    expect(await held()).toBe(false);
    await secret.show.click();
    await secret.hide.click();
    expect(await held()).toBe(false);
    await secret.confirm();
    expect(await held()).toBe(false);
  },
);

test('MEM-03 a shown secret hides itself after 30 seconds', async ({
  alone: { page },
  platform: { control },
}) => {
  const users = enterpriseUsersPage(page, en);
  const secret = oneTimeSecretWindow(page, en);
  const [name = ''] = control.users;
  await users.choose(name);
  await (await users.askToRotate(name)).click();
  await secret.window.waitFor();
  await page.clock.install();
  await secret.show.click();
  await expect(secret.secret).toBeVisible();
  await page.clock.runFor(29_000);
  await expect(secret.secret).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(secret.secret).toBeHidden();
  await secret.confirm();
});

test('CLP-03 the page cannot read the clipboard, also while a secret is on it', async ({
  connected: { page, complaints },
  platform: { control },
}) => {
  const users = enterpriseUsersPage(page, en);
  const secret = oneTimeSecretWindow(page, en);
  const [name = ''] = control.users;
  await users.choose(name);
  await (await users.askToRotate(name)).click();
  await secret.copy.click();
  await expect(secret.window.getByRole('progressbar')).toBeVisible();
  const read = await page.evaluate(() =>
    navigator.clipboard.readText().then(
      () => 'read',
      (error: unknown) => (error instanceof DOMException ? error.name : String(error)),
    ),
  );
  expect(read).toBe('NotAllowedError');
  // The page may not even ask: its policy forbids it before the browser does, and the browser says so.
  await expect
    .poll(() => complaints.splice(0))
    .toEqual([expect.stringContaining('Clipboard API has been blocked')]);
  await secret.confirm();
});

test(
  'a secret is saved to a file that opens with the passphrase only',
  { tag: ['@first', '@enterprise-users'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page, downloads } = steward;
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const [name = ''] = control.users;
    await users.choose(name);
    await (await users.askToRotate(name)).click();
    await secret.saveTo('fjorten fjell og en fjord');
    const said = await secret.window.getByRole('status').filter({ hasText: '.age' }).textContent();
    const file = await readFile(path.join(downloads, /\S+\.age/.exec(said ?? '')?.[0] ?? ''));
    const text = await decryptWithPassphrase(file, 'fjorten fjell og en fjord');
    expect(text).toContain(control.secretOf(name) ?? 'nothing');
    await expect(secret.stored).toBeChecked();
    await secret.confirm();
  },
);

test(
  'the list is saved as a file, by the button or by key, whole or what is ticked',
  { tag: ['@first', '@enterprise-users'] },
  async ({ connected: { page, downloads }, platform: { control, organisationNumber } }) => {
    const users = enterpriseUsersPage(page, en);
    const [one = '', two = ''] = control.users;
    const saved = async (rows: number) => {
      const toast = page.getByRole('status', { name: en.frame.notifications });
      const words = en.enterpriseUsers.exported('', rows);
      const said = await toast.getByText(words).textContent();
      const name = (said ?? '').trim().slice(words.length);
      const file = path.join(downloads, name);
      const text = await readFile(file, 'utf8');
      // Nothing is written over a file that is there, and a dialog suggests the same name again.
      await rm(file);
      return { name, text };
    };
    await users.row(one).waitFor();
    await users.exportAll.click();
    const all = await saved(control.users.length);
    expect(all.name).toMatch(/-PRODUCTION-enterprise-users-\d{4}-\d\d-\d\d\.csv$/);
    expect(all.text.startsWith('\ufeff"user name";')).toBe(true);
    for (const name of control.users) {
      expect(all.text).toContain(`"${name}";`);
      expect(all.text).not.toContain(control.secretOf(name) ?? 'a secret for each');
    }
    expect(all.text).toContain(`"${organisationNumber}"`);

    await users.tick(one).click();
    await users.exportSelected(1).click();
    const first = await saved(1);
    expect(first.text).toContain(`"${one}";`);
    expect(first.text).not.toContain(`"${two}";`);

    await users.tick(two).click();
    await page.keyboard.press('Control+e');
    const both = await saved(2);
    expect(both.text).toContain(`"${two}";`);
    await page.keyboard.press('Shift+?');
    const keys = page.getByRole('dialog', { name: en.frame.shortcutsTitle, exact: true });
    await expect(keys.getByText(en.enterpriseUsers.export, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  },
);

test(
  'FLD-32 what is exported is what the filter leaves, or all of it',
  { tag: ['@looks', '@enterprise-users'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page, downloads } = steward;
    const users = enterpriseUsersPage(page, en);
    const words = en.words.exporting;
    const [one = '', two = ''] = control.users;
    await users.row(one).waitFor();
    await page.getByLabel(en.enterpriseUsers.filter, { exact: true }).fill(one);
    await users.row(two).waitFor({ state: 'detached' });
    await users.exportAll.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(words.shown(1, control.users.length))).toBeVisible();
    await lookInEach(steward, 'export-filtered');
    await dialog.getByRole('button', { name: words.go }).click();
    const file = async () => {
      const [name] = await readdir(downloads);
      return name === undefined ? '' : readFile(path.join(downloads, name), 'utf8');
    };
    await expect.poll(file).toContain(`"${one}";`);
    expect(await file()).not.toContain(`"${two}";`);
  },
);

test('CSP-03 the page takes no HTML from text', async ({ connected: { page, complaints } }) => {
  const made = await page.evaluate(() => {
    const box = document.createElement('div');
    try {
      box.innerHTML = '<img src=x>';
      return 'made';
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown';
    }
  });
  expect(made).toBe('TypeError');
  // Each of the two policies tells it twice, in whichever order: by the window, and by the browser's own line in the console.
  const kinds = [/^csp: require-trusted-types-for/, /TrustedHTML/];
  await expect
    .poll(() => kinds.map((kind) => complaints.filter((one) => kind.test(one)).length))
    .toEqual([2, 2]);
  complaints.splice(0);
});

test('a secret that was rotated elsewhere has the age that a person enters, and it is taken back again', async ({
  connected: { page },
  platform: { control },
}) => {
  const users = enterpriseUsersPage(page, en);
  const t = en.enterpriseUsers;
  const user = [...control.users][0] ?? '';
  await users.choose(user);
  await expect(users.row(user)).toContainText(t.neverHere);
  await users.tellRotation('31.01.2020');
  await expect(users.inspector).toContainText('31 Jan 2020');
  await expect(users.row(user)).not.toContainText(t.neverHere);
  await expect(users.inspector.getByText(t.overdueText)).toBeVisible();
  await users.inspector.getByRole('button', { name: t.told.change }).click();
  await users.inspector.getByRole('button', { name: en.words.remove, exact: true }).click();
  await expect(users.row(user)).toContainText(t.neverHere);
});
