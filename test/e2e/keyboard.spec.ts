// The main journey without a mouse: found, ticked, noted, rotated, created and deleted by keys alone.
import { en } from '../../renderer/texts/en.ts';
import { enterpriseUsersPage } from '../pages/enterprise-users.ts';
import { oneTimeSecretWindow } from '../pages/one-time-secrets.ts';
import { expect, test } from './program.ts';

test(
  'a person rotates, creates and deletes by keyboard only',
  { tag: ['@keyboard', '@enterprise-users'] },
  async ({ connected: { page }, platform: { control } }) => {
    const users = enterpriseUsersPage(page, en);
    const secret = oneTimeSecretWindow(page, en);
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const [name = ''] = [...control.users].sort((a, b) => a.localeCompare(b, 'nb'));
    await users.row(name).waitFor();

    await press('/');
    await expect(users.filter).toBeFocused();
    await page.keyboard.type(name);
    await press('Escape');
    await expect(users.filter).toHaveValue('');
    for (let i = 0; i < 12 && !(await users.row(name).evaluate(isFocused)); i++) await press('Tab');
    await expect(users.row(name)).toBeFocused();
    await press('ArrowDown', 'Home');
    await expect(users.inspector.getByRole('heading', { name, exact: true })).toBeVisible();
    await press('Space');
    await expect(users.tick(name)).toBeChecked();
    await press('Shift+ArrowDown', 'Shift+ArrowDown');
    await expect(page.getByText(en.words.selected(3), { exact: true })).toBeVisible();
    await press('Shift+ArrowUp');
    await expect(page.getByText(en.words.selected(2), { exact: true })).toBeVisible();
    await press('Home', 'Enter');
    await expect(users.rotate).toBeFocused();

    await press('Control+Shift+R');
    await users.dialog(en.enterpriseUsers.rotateDialog.title).waitFor();
    const before = control.secretOf(name);
    await page.keyboard.type(name);
    // Enter in the field does nothing: the danger button is pressed on purpose, with Space.
    await press('Enter');
    expect(control.secretOf(name)).toBe(before);
    await press('Tab', 'Tab', 'Space');
    await secret.window.waitFor();
    await expect(secret.copy).toBeFocused();
    expect(control.secretOf(name)).not.toBe(before);
    await expect(secret.stored).toBeEnabled();
    for (let i = 0; i < 8 && !(await secret.stored.evaluate(isFocused)); i++) await press('Tab');
    await press('Space', 'Tab', 'Space');
    await expect(secret.window).toBeHidden();
    const checklist = users.dialog(en.enterpriseUsers.checklist.title);
    await checklist.waitFor();
    await press('Enter');
    await expect(checklist).toBeHidden();

    await press('Control+N');
    await users.dialog(en.enterpriseUsers.create.title).waitFor();
    await page.keyboard.type('tastatur-robot');
    await press('Enter');
    await secret.window.waitFor();
    // The window takes the focus when it stands, and would take it back from whoever is faster.
    await expect(secret.copy).toBeFocused();
    for (let i = 0; i < 8 && !(await secret.stored.evaluate(isFocused)); i++) await press('Tab');
    await press('Space', 'Tab', 'Space');
    await checklist.waitFor();
    await press('Enter');
    await expect(checklist).toBeHidden();
    expect(control.users).toContain('tastatur-robot');

    await expect(users.row('tastatur-robot')).toHaveAttribute('aria-selected', 'true');
    await press('Delete');
    await users.dialog(en.enterpriseUsers.removeDialog.title).waitFor();
    await page.keyboard.type('tastatur-robot');
    await press('Tab', 'Tab', 'Space');
    await expect(users.row('tastatur-robot')).toBeHidden();
    expect(control.users).not.toContain('tastatur-robot');

    await press('Control+J');
    await expect(page.getByRole('heading', { name: en.activity.title, exact: true })).toBeFocused();
    await press('Alt+ArrowLeft');
    await expect(users.heading).toBeFocused();
    await press('Control+k');
    await page.keyboard.type(en.frame.screens.settings);
    await press('Enter');
    await expect(page.getByRole('heading', { name: en.settings.title, exact: true })).toBeFocused();
  },
);

const isFocused = (element: Element) => element === document.activeElement;
