// Journeys of erasing Steward: what the settings list, the confirmation, the last screen, and what is left afterwards.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';
import { screenLink } from '../pages/navigation.ts';

const openSettings = (steward: Steward, t: Texts) =>
  screenLink(steward.page, t, 'settings').click();
const section = ({ page }: Steward, t: Texts) =>
  page.getByRole('region', { name: t.onThisComputer.title });

for (const [language, t] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `LOC-01 the section and both questions can be read and used in ${language}`,
    { tag: ['@looks', '@settings'] },
    async ({ steward }) => {
      await steward.call('settings.change', { language });
      await openSettings(steward, t);
      const here = section(steward, t);
      await here.scrollIntoViewIfNeeded();
      await expect(here.getByText(t.onThisComputer.noBackups, { exact: true })).toBeVisible();
      await look(steward, `this-computer-${language}`);
      for (const what of ['secrets', 'everything'] as const) {
        const words = t.onThisComputer[what];
        await here.getByRole('button', { name: words.ask }).click();
        const dialog = steward.page.getByRole('dialog', { name: words.title });
        await expect(dialog.getByRole('textbox')).toBeFocused();
        await expect(dialog.getByRole('button', { name: words.action })).toBeDisabled();
        await look(steward, `erase-${what}-${language}`);
        await steward.page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    },
  );
}

test(
  'everything goes for who types the name; a last screen says so, and the program ends',
  { tag: ['@first', '@dark', '@settings'] },
  async ({ alone: steward }) => {
    const t = en.onThisComputer;
    await openSettings(steward, en);
    await section(steward, en).getByRole('button', { name: t.everything.ask }).click();
    const dialog = steward.page.getByRole('dialog', { name: t.everything.title });
    const act = dialog.getByRole('button', { name: t.everything.action });
    await dialog.getByRole('textbox').fill('steward');
    await expect(act).toBeDisabled();
    await dialog.getByRole('textbox').fill('Steward');
    await act.focus();
    // A reflex does nothing; Space does.
    await steward.page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await steward.page.keyboard.press('Space');
    await expect(steward.page.getByRole('heading', { name: t.everything.doneTitle })).toBeVisible();
    await expect(steward.page.getByText(t.next)).toBeVisible();
    await look(steward, 'erased-en');
    await expect(steward.page.getByRole('navigation')).toBeHidden();
    await steward.page.getByRole('button', { name: t.close }).click();
    expect(await steward.end()).toBe(0);
    expect(readdirSync(steward.data)).toEqual([]);
  },
);

test('a secret that nobody has confirmed holds it back, with the reason', async ({
  alone: steward,
  platform,
}) => {
  const [userName = ''] = platform.control.users;
  const { all } = (await steward.call('connections.list', {})) as { all: { id: string }[] };
  const connection = all[0]?.id;
  await steward.call('enterpriseUsers.rotateSecret', { connection, userName });
  const shown = steward.page.getByRole('dialog', { name: /.*/ }).first();
  await shown.waitFor();
  // Behind the secret that is on the screen.
  await expect(section(steward, en)).toBeHidden();
  const answer = await steward.call('app.erase', { what: 'secrets', anyway: false });
  expect(answer).toEqual({ held: true, secrets: 0, left: [] });
  const [secret] = (await steward.call('oneTimeSecrets.list', {})) as { id: string }[];
  await steward.call('oneTimeSecrets.keep', { secret: secret?.id });
});

test(
  'SAR-09 on a real keyring: no entry is left under the name of the service',
  { tag: '@keyring' },
  async ({ folder, platform, openKeyring, start }) => {
    const keyring = await openKeyring();
    const steward = await start({ keychain: 'system', env: keyring.env });
    const t = en.onThisComputer;
    await connectTo(steward, platform);
    expect(await keyring.count('Steward')).toBeGreaterThan(4);
    await openSettings(steward, en);
    await section(steward, en).getByRole('button', { name: t.secrets.ask }).click();
    const dialog = steward.page.getByRole('dialog', { name: t.secrets.title });
    await dialog.getByRole('textbox').fill('Steward');
    await dialog.getByRole('button', { name: t.secrets.action }).click();
    await expect(steward.page.getByRole('heading', { name: t.secrets.doneTitle })).toBeVisible();
    expect(await keyring.count('Steward')).toBe(0);
    await steward.page.getByRole('button', { name: t.close }).click();
    expect(await steward.end()).toBe(0);
    expect(await keyring.count('Steward')).toBe(0);
    expect(existsSync(path.join(folder, 'data', 'connections.json'))).toBe(true);
    expect(existsSync(path.join(folder, 'data', 'credentials.json'))).toBe(false);
    expect(steward.complaints).toEqual([]);
  },
);
