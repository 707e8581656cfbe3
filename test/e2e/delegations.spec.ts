// Journeys of roles and rights: given to an enterprise user and a person, looked at, taken back, and one's own.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { button } from '../pages/controls.ts';
import { dataTable } from '../pages/data-table.ts';
import { dialogOf } from '../pages/dialog.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { listScreen } from '../pages/list-screen.ts';
import { goToPlace } from '../pages/navigation.ts';
import { day } from '../support/a-day.ts';
import { look } from './accessible.ts';
import { countActs } from './acts.ts';
import { expect, test } from './program.ts';

const t = en.delegations;
const PERSON = { number: '27828434567', lastName: 'Bratthammer', name: 'Sunniva Bratthammer' };

test(
  'DLG-02 DLG-03 DLG-05 roles and rights are given after a question, seen, and taken back with what is lost',
  { tag: ['@first', '@dark', '@delegations'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { control } = platform;
    const screen = listScreen(page, en, 'delegations', t);
    const { row } = dataTable(page, page.getByRole('grid', { name: t.title }));
    const dialog = dialogOf(page);
    const user = control.users[3] ?? '';
    const service = control.metadata.services.find(
      ({ kind, code }) => kind === 'formtask' && Number(code) % 9 !== 0 && Number(code) % 5 !== 0,
    );
    await screen.open();
    await expect(row('Kari Steinvåg')).toBeVisible();
    await row('Kari Steinvåg').click();
    await look(steward, 'holder');

    // Nothing is sent before something is chosen and named.
    await button(page, t.give.ask).first().click();
    await dialog.window.getByRole('button', { name: t.give.go }).click();
    await expect(dialog.window).toContainText(t.give.nothing);
    await expect(dialog.window).toContainText(en.fields.required);
    await dialog.window.getByRole('combobox', { name: t.give.fields.userName }).fill(user);
    const roles = dialog.window.getByRole('region', { name: /^Roles/ });
    await roles.getByRole('checkbox', { name: /^Utfyller/ }).check();
    await dialog.window
      .getByRole('combobox', { name: en.roleEditor.pick })
      .fill(service?.code ?? '');
    await page
      .getByRole('option')
      .filter({ hasText: `${service?.code ?? ''}/` })
      .first()
      .click();
    await dialog.window.getByRole('checkbox', { name: 'Read', exact: true }).check();
    await look(steward, 'give');
    await dialog.window.getByRole('button', { name: t.give.goMany(1, 1) }).click();
    await expect(dialog.window).toBeHidden();
    await expect(screen.details.opened(user)).toBeVisible();
    expect(steward.asked.at(-1)).toContain(`Give access to ${user}?`);
    await expect(screen.inspector.getByText('Read', { exact: true }).first()).toBeVisible();

    // What would be lost stands before the button.
    await button(screen.inspector, t.take.all).click();
    await expect(dialog.window).toContainText(t.take.loss);
    await expect(
      dialog.window.getByRole('table').or(dialog.window.getByText(t.take.losesNothing)),
    ).toBeVisible();
    await look(steward, 'take');
    await dialog.window.getByRole('textbox').fill(user);
    await dialog.window.getByRole('button', { name: t.take.go, exact: true }).click();
    await expect(dialog.window).toBeHidden();
    await expect(row(user)).toBeHidden();

    // A person by number: looked up, masked, and what the platform refuses stays in the dialog.
    await button(page, t.give.ask).first().click();
    await dialog.window.getByText(t.give.who.person, { exact: true }).click();
    await dialog.window
      .getByRole('textbox', { name: t.give.fields.identityNumber })
      .fill(PERSON.number);
    await dialog.window
      .getByRole('textbox', { name: t.give.fields.lastName })
      .fill(PERSON.lastName);
    await button(dialog.window, t.give.find).click();
    await expect(dialog.window).toContainText(t.give.found(PERSON.name, '278284•••••'));
    await roles.getByRole('checkbox', { name: /^Utfyller/ }).check();
    const words = 'Not now';
    control.refuse('delegations.create', { form: 'reason', words, status: 403 });
    await dialog.window.getByRole('button', { name: t.give.goMany(1, 0) }).click();
    await expect(dialog.window.getByRole('alert')).toContainText(words);
    await dialog.window.getByRole('button', { name: t.give.goMany(1, 0) }).click();
    await expect(dialog.window).toBeHidden();
    await expect(row(PERSON.name)).toBeVisible();

    // One's own.
    await button(page, t.own.ask).click();
    await expect(page.getByRole('heading', { name: t.own.title })).toBeVisible();
    await expect(page.getByRole('region', { name: t.own.title })).toBeVisible();
    await look(steward, 'own');
    await steward.call('settings.change', { language: 'nb' });
    await goToPlace(page, 'delegations', '+give');
    await expect(page.getByRole('dialog', { name: nb.delegations.give.title })).toBeVisible();
    await look(steward, 'give-nb');
  },
);

test(
  'FLD-28 who has a role is asked in two acts, and two holders are compared',
  { tag: '@delegations' },
  async ({ connected: steward, platform: { control } }) => {
    const { page } = steward;
    const screen = listScreen(page, en, 'delegations', t);
    const { row, grid } = dataTable(page, page.getByRole('grid', { name: t.title }));
    await screen.open();
    await expect(row('Kari Steinvåg')).toBeVisible();
    const holders = await grid.getByRole('checkbox').count();
    expect(control.executed('delegations.get')).toBe(0);

    const acts = await countActs(steward);
    await button(page, t.held.filter).click();
    await page.getByRole('button', { name: /^Utfyller og innsender/ }).click();
    await expect(row('Odd Lyngmyr')).toContainText('Utfyller og innsender');
    await expect(page.getByText(t.held.again)).toBeVisible();
    expect(await acts()).toHaveLength(day['who-has-a-role'].acts.length);
    // One call for each, and one box more is that of all rows.
    expect(control.executed('delegations.get')).toBe(holders - 1);
    await look(steward, 'who-has');

    for (const name of ['Odd Lyngmyr', 'Kari Steinvåg'])
      await page.getByRole('checkbox', { name: t.columns.tick(name) }).check();
    await expect(screen.inspector.getByRole('heading', { name: t.compare.title })).toBeVisible();
    await expect(screen.inspector.getByRole('table')).toBeVisible();
    await look(steward, 'compare');
    await steward.call('settings.change', { language: 'nb' });
    await expect(page.getByRole('heading', { name: nb.delegations.compare.title })).toBeVisible();
    await look(steward, 'compare-nb');
  },
);

test('DLG-06 many from a file: every line says what it would do, main asks once, and the report has each', async ({
  connected: steward,
  platform,
}, info) => {
  const { page } = steward;
  const { control } = platform;
  const screen = listScreen(page, en, 'delegations', t);
  const [, , third = '', fourth = ''] = control.users;
  const file = path.join(info.outputDir, 'access.csv');
  await mkdir(info.outputDir, { recursive: true });
  await writeFile(
    file,
    [
      'action;user name;last name;role',
      `give;${third};;27`,
      `give;${fourth};;27`,
      `give;${fourth};;27`,
      'give;27828434567;Bratthammer;27',
      '',
    ].join('\r\n'),
  );
  await screen.open();
  // Its key does what the button does, and no sooner.
  await expect(button(page, en.delegations.file.ask)).toBeEnabled();
  await page.keyboard.press('Control+I');
  await steward.pick(() => button(page, en.changeFile.choose).click(), file);
  const lines = page.getByRole('listbox', { name: en.changeFile.list });
  await expect(lines.getByRole('option')).toHaveCount(4);
  await expect(lines).toContainText(t.file.verdict.twice);
  await expect(lines).toContainText(t.file.verdict.refused);
  await expect(lines).not.toContainText('27828434567');
  await look(steward, 'file');
  await button(page, en.changeFile.make(2)).click();
  const panel = jobPanel(page, en, 'change-delegations');
  await panel.title('finished', 2).waitFor();
  expect(steward.asked.at(-1)).toContain('Give 2 roles');
  await look(steward, 'job');
  expect(control.executed('delegations.create')).toBe(2);
  await expect(panel.row(third)).toBeVisible();
});

test(
  'a role is given and taken back by keyboard alone',
  { tag: ['@keyboard', '@delegations'] },
  async ({ connected: { page }, platform: { control } }) => {
    const screen = listScreen(page, en, 'delegations', t);
    const { row } = dataTable(page, page.getByRole('grid', { name: t.title }));
    const dialog = dialogOf(page);
    const user = control.users[4] ?? '';
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const tabTo = async (wanted: Locator) => {
      const isFocused = (element: Element) => element === document.activeElement;
      for (let i = 0; i < 80 && !(await wanted.evaluate(isFocused)); i++) await press('Tab');
      await expect(wanted).toBeFocused();
    };
    await goToPlace(page, 'delegations');
    await row('Kari Steinvåg').waitFor();
    await press('Control+n');
    await tabTo(dialog.window.getByRole('combobox', { name: t.give.fields.userName }));
    await page.keyboard.type(user);
    await tabTo(dialog.window.getByRole('textbox', { name: t.give.filterRoles }));
    await page.keyboard.type('utfyller');
    await tabTo(dialog.window.getByRole('checkbox', { name: /^Utfyller/ }));
    await press('Space', 'Enter');
    await expect(dialog.window).toBeHidden();
    await expect(screen.details.opened(user)).toBeVisible();
    const back = screen.inspector.getByRole('button', {
      name: t.take.role('Utfyller og innsender'),
    });
    await back.waitFor();
    await press('F6');
    await tabTo(back);
    await press('Enter');
    await dialog.window.getByText(t.take.loss).waitFor();
    // Enter does nothing on the red button.
    const go = dialog.window.getByRole('button', { name: t.take.go, exact: true });
    await tabTo(go);
    await press('Enter');
    await expect(dialog.window).toBeVisible();
    await press('Space');
    await expect(dialog.window).toBeHidden();
    await expect(row(user)).toBeHidden();
  },
);
