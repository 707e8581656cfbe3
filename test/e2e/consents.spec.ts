// Journeys of consents: asked for, followed to the answer, its token shown and copied, its use logged; withdrawn.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { button, field } from '../pages/controls.ts';
import { dataTable } from '../pages/data-table.ts';
import { dialogOf } from '../pages/dialog.ts';
import { jobPanel } from '../pages/job-panel.ts';
import { listScreen } from '../pages/list-screen.ts';
import { goToPlace } from '../pages/navigation.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

const t = en.consents;
const NUMBER = '27828434567';

function rowsOf(page: Page) {
  const table = dataTable(page, page.getByRole('grid', { name: t.title }));
  return { ...table, rows: table.grid.locator('tbody tr[tabindex]') };
}

test('CNS-02 CNS-03 CNS-05 CNS-07 a person is asked for consent after a question, followed to the answer, and its token is proven and used', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const { consents, shape } = platform.control;
  // One of the documents has names in answers, the other numbers alone.
  shape.requestFields = 'table';
  const screen = listScreen(page, en, 'consents', t);
  const dialog = dialogOf(page);
  await screen.open();
  await expect(rowsOf(page).rows.first()).toBeVisible();
  await look(steward, 'list');

  // Nothing is sent before all is there.
  await button(page, t.create.ask).first().click();
  await dialog.window.getByRole('button', { name: t.create.go }).click();
  await expect(dialog.window).toContainText(t.create.noService);
  await expect(dialog.window).toContainText(en.fields.required);
  await field(dialog.window, t.create.fields.identityNumber).fill(NUMBER);
  await field(dialog.window, t.create.fields.lastName).fill('Bratthammer');
  await dialog.window.getByRole('combobox', { name: en.roleEditor.pick }).fill('K107/1');
  await page.getByRole('option').filter({ hasText: 'K107/1' }).first().click();
  for (const [at, [name, value]] of [
    ['inntektsaar', '2025'],
    ['formaal', 'Lån'],
  ].entries()) {
    await button(dialog.window, t.create.addValue).click();
    await field(dialog.window, t.create.valueName)
      .nth(at)
      .fill(name ?? '');
    await field(dialog.window, t.create.value)
      .nth(at)
      .fill(value ?? '');
  }
  await dialog.window.getByRole('textbox', { name: t.create.until }).fill('04/05/2099');
  await field(dialog.window, t.create.fields.returnAddress).fill(
    'https://retur.fjordtrafikk.example/ferdig',
  );
  await dialog.window.getByRole('textbox', { name: t.languages.nb }).fill('Kan vi lese inntekten?');
  await look(steward, 'new');

  // What the platform says is wrong stands in the dialog, and is mended there.
  await field(dialog.window, t.create.fields.lastName).fill('Noen Andre');
  await dialog.window.getByRole('button', { name: t.create.go }).click();
  await expect(dialog.window.getByRole('alert')).toContainText('do not match the register');
  await field(dialog.window, t.create.fields.lastName).fill('Bratthammer');
  await dialog.window.getByRole('button', { name: t.create.go }).click();
  await expect(dialog.window).toBeHidden();
  await expect(screen.details.opened('Bratthammer')).toBeVisible();
  expect(steward.asked.at(-1)).toContain('Ask person 278284••••• (Bratthammer) for consent?');
  expect(steward.asked.join(' ')).not.toContain(NUMBER);
  await expect(screen.inspector).toContainText('278284•••••');
  await look(steward, 'request');

  // Followed until it is answered; a person can end it before.
  await button(screen.inspector, t.follow.begin).click();
  await expect(screen.inspector).toContainText(/Last checked at \d/);
  await button(screen.inspector, t.follow.stop).click();
  await button(screen.inspector, t.follow.begin).click();
  await expect(screen.inspector).toContainText(/Last checked at \d/);
  const made = consents.all.at(-1)?.id ?? '';
  consents.answer(made, 'Accepted');
  await button(screen.inspector, t.token.show).click();
  await expect(screen.inspector).toContainText(t.token.signatures.valid);
  await look(steward, 'token');
  await button(screen.inspector, t.token.copy).click();
  await expect(page.getByText(/Token copied/)).toBeVisible();
  expect(await page.content()).not.toMatch(/eyJ[\w-]+\./);

  await button(screen.inspector, t.logUse.ask('K107/1')).click();
  await dialog.window.getByRole('button', { name: t.logUse.go, exact: true }).click();
  await expect(dialog.window).toBeHidden();
  expect(consents.find(made)?.uses).toHaveLength(1);
  await button(screen.inspector, t.giveUp.ask).click();
  await look(steward, 'give-up');
  await dialog.window.getByRole('button', { name: t.giveUp.go, exact: true }).click();
  await expect(dialog.window).toBeHidden();
  await expect.poll(() => consents.find(made)?.revoked).toBe(true);
  await button(screen.inspector, t.token.again).click();
  await expect(screen.inspector.getByRole('alert')).toBeVisible();
});

test(
  'CNS-01 CNS-04 requests are found by status and direction, and one is withdrawn',
  { tag: ['@first', '@dark', '@consents'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { consents, shape } = platform.control;
    shape.requestFields = 'table';
    const { id } = consents.make({ offeredBy: NUMBER, offeredByName: 'Sunniva Bratthammer' });
    const screen = listScreen(page, en, 'consents', t);
    const dialog = dialogOf(page);
    const { row, rows } = rowsOf(page);
    await screen.open();
    await expect(row('Sunniva Bratthammer').first()).toBeVisible();
    const all = await rows.count();
    // “Sent and received” begins like one of the others.
    const direction = (name: string) => page.getByRole('radio', { name, exact: true });
    await direction(t.directions.incoming).check({ force: true });
    await expect(rows).not.toHaveCount(all);
    await direction(t.directions.outgoing).check({ force: true });
    await screen.filter.fill('Sunniva');
    await row('Sunniva Bratthammer').first().click();
    await button(screen.inspector, t.withdraw.ask).click();
    await dialog.window.getByRole('button', { name: t.withdraw.go, exact: true }).click();
    await expect(dialog.window).toBeHidden();
    expect(consents.find(id)).toBeUndefined();
    await expect(page.getByText(t.withdraw.done)).toBeVisible();
    await steward.call('settings.change', { language: 'nb' });
    await goToPlace(page, 'consents', '+new');
    await expect(page.getByRole('dialog', { name: nb.consents.create.title })).toBeVisible();
    await look(steward, 'new-nb');
  },
);

test('CNS-08 many from a table: every line says what it would do, main asks once, and the report has each', async ({
  connected: steward,
  platform,
}, info) => {
  const { page } = steward;
  const { control } = platform;
  const screen = listScreen(page, en, 'consents', t);
  const [other] = control.register.slice(9);
  const file = path.join(info.outputDir, 'requests.csv');
  await mkdir(info.outputDir, { recursive: true });
  const person = `${NUMBER};Bratthammer;;;K103/1;2097-05-04;https://retur.fjordtrafikk.example/`;
  await writeFile(
    file,
    [
      'national identity number;last name;organisation number;name;service;valid to;return address',
      person,
      `;;${other?.number ?? ''};${other?.name ?? ''};K103/1;2097-05-04;https://retur.fjordtrafikk.example/`,
      person,
      ';;;;K103/1;2097-05-04;https://retur.fjordtrafikk.example/',
      '',
    ].join('\r\n'),
  );
  await screen.open();
  await expect(button(page, t.file.ask)).toBeEnabled();
  await page.keyboard.press('Control+I');
  await steward.pick(() => button(page, en.changeFile.choose).click(), file);
  const lines = page.getByRole('listbox', { name: en.changeFile.list });
  await expect(lines.getByRole('option')).toHaveCount(4);
  await expect(lines).toContainText(t.file.verdict.twice);
  await expect(lines).toContainText(t.file.verdict.refused);
  await expect(lines).not.toContainText(NUMBER);
  await look(steward, 'file');
  const before = control.executed('consents.create');
  await button(page, t.file.send(2)).click();
  const panel = jobPanel(page, en, 'request-consents');
  await panel.title('finished', 2).waitFor();
  expect(steward.asked.at(-1)).toContain('Send 2 requests for consent as');
  await look(steward, 'job');
  expect(control.executed('consents.create') - before).toBe(2);
  await expect(page.getByRole('main')).toContainText('2: Bratthammer 278284••••• K103/1');
  await expect(page.getByRole('main')).not.toContainText(NUMBER);
});
