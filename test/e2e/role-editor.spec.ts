// Journeys of the role editor by mouse and keyboard: picked, pasted and copied rights, differences, conflicts, files.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { roleDefinitionsPage } from '../pages/role-definitions.ts';
import { roleEditorPage } from '../pages/role-editor.ts';
import type { Platform } from '../platform/platform.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const LOCAL = 'Rapportering av utslipp';
const t = en.roleEditor;

/** `code/edition` of the service with this number in the platform's list. */
function serviceOf({ control }: Platform, at: number): { reference: string; name: string } {
  const service = control.metadata.services[at];
  if (service === undefined) throw new Error(`There is no service ${at}.`);
  return { reference: `${service.code}/${service.edition}`, name: service.name.trim() };
}

/** What the platform has of a role, as sorted texts. */
function rightsAt({ control, organisationNumber }: Platform, name: string): readonly string[] {
  const role = control.localRoles(organisationNumber).find((one) => one.name.trim() === name);
  return (role?.rights ?? [])
    .map((right) => `${right.serviceCode}/${right.serviceEdition} ${right.action}`)
    .sort();
}

/** What somebody else does meanwhile. */
function elsewhere(
  { control, organisationNumber }: Platform,
  change: { name?: string; description?: string; add?: string; action?: string },
): void {
  const role = control.localRoles(organisationNumber)[0];
  if (role === undefined) throw new Error('There is no local role.');
  if (change.name !== undefined) role.name = change.name;
  if (change.description !== undefined) role.description = change.description;
  const [, serviceCode = '', edition = ''] = /^(.+)\/(\d+)$/.exec(change.add ?? '') ?? [];
  if (serviceCode !== '') {
    const { action = 'Sign' } = change;
    const right = { id: 1, serviceCode, serviceEdition: Number(edition), action };
    role.rights = [...role.rights, right];
  }
}

test(
  'a role is made of services picked, pasted and copied, and one who changed it meanwhile is not overwritten',
  { tag: ['@first', '@role-definitions'] },
  async ({ connected: { page }, platform }) => {
    const [one, two, three, four] = [0, 1, 7, 8].map((at) => serviceOf(platform, at));
    const list = roleDefinitionsPage(page, en);
    const editor = roleEditorPage(page, en);
    await list.open();
    await list.newRole.click();
    await expect(editor.name).toBeFocused();
    await expect(editor.difference).toContainText(t.delegation);
    await expect(editor.create).toHaveAttribute('title', t.reasons.needsRight);

    // Picked by name, and knowingly one that the platform's list does not have.
    await editor.name.fill(LOCAL.toUpperCase());
    await expect(page.getByText(t.nameTaken)).toBeVisible();
    await editor.name.fill('Payroll');
    await expect(editor.create).toHaveAttribute('title', t.reasons.needsRight);
    await editor.picker.fill(three?.reference ?? '');
    await editor.options.first().click();
    await expect(editor.cell(three?.reference ?? '', 'Read')).toBeChecked();
    await editor.picker.fill('9999/1');
    await editor.options.filter({ hasText: t.pickUnlisted('9999/1') }).click();
    await expect(editor.row('9999/1')).toContainText(t.noName);

    // Pasted, with a word about every line.
    await editor.paste.click();
    const lines = [
      three?.reference,
      `${four?.reference} Write;Sign`,
      '8888/1',
      'what',
      '1/1 Approve',
    ];
    await editor.pasteField.fill(lines.join('\n'));
    const verdicts = () =>
      editor.verdicts.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-verdict')));
    // Whether the platform lists them is asked for after they were pasted.
    await expect.poll(verdicts).toEqual(['known', 'adds', 'unlisted', 'shape', 'action']);
    await editor.pasting.getByRole('button', { name: t.pasteAddServices(1), exact: true }).click();
    await expect(editor.cell(four?.reference ?? '', 'Sign')).toBeChecked();

    // Copied from another role: adds.
    await editor.copyRights.click();
    await editor.copying.getByRole('option').filter({ hasText: LOCAL }).click();
    await editor.copying.getByRole('button', { name: t.copyRightsAdd, exact: true }).click();
    await expect(editor.rows).toHaveCount(5);
    await expect(editor.difference).toContainText(t.added(8));

    // The platform does not know 9999/1 and says so; nothing typed is lost.
    await editor.create.click();
    await expect(page.getByRole('alert')).toContainText('9999/1');
    await editor.row('9999/1').getByRole('button').click();
    await page.getByRole('button', { name: t.undo }).click();
    await expect(editor.rows).toHaveCount(5);
    await editor.row('9999/1').getByRole('button').click();
    await editor.create.click();
    await expect(list.name).toHaveText('Payroll');
    const [first, second] = [one?.reference ?? '', two?.reference ?? ''];
    const own = [
      ...[`${three?.reference} Read`, `${four?.reference} Sign`, `${four?.reference} Write`],
    ];
    const copied = [`${first} Read`, `${first} Write`, `${second} Read`, `${second} Write`];
    expect(rightsAt(platform, 'Payroll')).toEqual([...own, ...copied].sort());

    // A change that meets one of somebody else: both are shown, theirs is taken over, nothing is lost.
    await list.choose(LOCAL);
    await list.change.click();
    await expect(editor.save).toHaveAttribute('title', t.reasons.nothingChanged);
    await editor.cell(first, 'Sign').check();
    await editor.cell(second, 'Write').uncheck();
    await editor.description.fill('Mine');
    await expect(editor.difference).toContainText(t.added(1));
    await expect(editor.difference).toContainText(t.removed(1));
    elsewhere(platform, { description: 'Theirs', add: four?.reference ?? '' });
    await editor.save.click();
    await expect(editor.conflict).toContainText(t.conflict.theyChanged);
    await expect(editor.conflict).toContainText(four?.reference ?? '');
    expect(platform.control.executed('roleDefinitions.replace')).toBe(0);
    await editor.conflict.getByText(t.conflict.keepTheirs('Theirs')).click();
    await editor.conflict.getByRole('button', { name: t.conflict.takeOver }).click();
    await expect(editor.description).toHaveValue('Theirs');
    await expect(editor.cell(four?.reference ?? '', 'Sign')).toBeChecked();
    await editor.save.click();
    await expect(list.name).toHaveText(LOCAL);
    expect(rightsAt(platform, LOCAL)).toEqual(
      [`${first} Read`, `${first} Sign`, `${first} Write`, `${second} Read`]
        .concat(`${four?.reference} Sign`)
        .sort(),
    );

    // A role that somebody deleted meanwhile: what was written becomes a new one.
    await list.choose('Payroll');
    await list.change.click();
    await editor.name.fill('Payroll and staff');
    const all = platform.control.localRoles(platform.organisationNumber) as unknown[];
    all.splice(-1, 1);
    await editor.save.click();
    await expect(page.getByText(t.gone.title)).toBeVisible();
    await page.getByRole('button', { name: t.gone.asNew }).click();
    await editor.create.click();
    await expect(list.name).toHaveText('Payroll and staff');
    expect(rightsAt(platform, 'Payroll and staff')).toEqual([...own, ...copied].sort());
  },
);

test(
  'by keyboard alone: picked, ticked in the grid, saved, an answer that never came looked up, leaving asks',
  { tag: ['@keyboard', '@role-definitions'] },
  async ({ connected: { page }, platform }) => {
    const service = serviceOf(platform, 5);
    const list = roleDefinitionsPage(page, en);
    const editor = roleEditorPage(page, en);
    await list.open();
    await list.row(LOCAL).waitFor();
    await page.keyboard.press('Control+n');
    await expect(editor.name).toBeFocused();
    await page.keyboard.type('Keys');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(editor.picker).toBeFocused();
    await page.keyboard.type(service.reference);
    await expect(editor.options.first()).toContainText(service.name);
    await page.keyboard.press('Enter');
    await expect(editor.row(service.reference)).toBeVisible();
    // Paste, copy, then one stop for the whole grid.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
    await expect(editor.whole(service.reference)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(editor.cell(service.reference, 'Write')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(editor.cell(service.reference, 'Write')).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await expect(editor.column('DeleteArchive')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(editor.cell(service.reference, 'DeleteArchive')).toBeChecked();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await expect(editor.whole(service.reference)).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(editor.rows).toHaveCount(0);
    await editor.picker.focus();
    await page.keyboard.type(`${service.reference}`);
    await page.keyboard.press('Enter');

    // Escape is a way out, so it asks; staying keeps everything.
    await page.keyboard.press('Escape');
    const asked = page.getByRole('dialog');
    await expect(asked).toContainText(t.draftNew);
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await expect(editor.name).toHaveValue('Keys');

    // Done at the platform, but no answer came and nothing could be looked up: it is not offered again before a look.
    platform.control.fault({
      operation: 'roleDefinitions.create',
      acts: true,
      effect: { kind: 'reset' },
    });
    const acted = platform.control.hold('roleDefinitions.create', true);
    await editor.name.focus();
    await page.keyboard.press('Control+s');
    await acted.reached;
    platform.control.fault({
      operation: 'roleDefinitions.list',
      acts: false,
      effect: { kind: 'reset' },
      times: 9,
    });
    acted.release();
    await expect(editor.settle).toBeVisible();
    await expect(editor.create).toHaveAttribute('title', t.reasons.unsettled);
    platform.control.clearFaults();
    await editor.settle.focus();
    await page.keyboard.press('Enter');
    await expect(list.name).toHaveText('Keys');
    expect(rightsAt(platform, 'Keys')).toEqual([`${service.reference} Read`]);
    expect(platform.control.executed('roleDefinitions.create')).toBe(1);
  },
);

test('a role from a file is tried first, and a column of three hundred services is ticked in rows that stay', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const list = roleDefinitionsPage(page, en);
  const editor = roleEditorPage(page, en);
  await list.open();
  await list.choose(LOCAL);
  const [one] = platform.control.localRoles(platform.organisationNumber);
  const file = await roleFiles(steward, platform, one?.id ?? 0);
  await list.importRole.click();
  await steward.pick(() => editor.choose.click(), file.good);
  await expect(page.getByText(t.importExisting(LOCAL))).toBeVisible();
  await expect(page.getByText(t.importRefused(1))).toBeVisible();
  await editor.importChange.click();
  await expect(editor.difference).toContainText(t.removed(1));
  expect(platform.control.executed('roleDefinitions.replace')).toBe(0);
  await editor.save.click();
  await expect(list.name).toHaveText(LOCAL);
  expect(rightsAt(platform, LOCAL)).toHaveLength(3);

  await list.importRole.click();
  await steward.pick(() => editor.choose.click(), file.bad);
  await expect(page.getByText(t.importNoRole)).toBeVisible();
  await page.keyboard.press('Escape');
  await list.newRole.click();
  await editor.name.fill('Everything');
  await editor.paste.click();
  const many = Array.from({ length: 300 }, (_, at) => `${5000 + at}/1`).join('\n');
  await editor.pasteField.fill(many);
  await editor.pasting.getByRole('checkbox', { name: t.pasteUnlistedTake(300) }).check();
  await editor.pasting.getByRole('button', { name: t.pasteAddServices(300), exact: true }).click();
  await expect(editor.rows).toHaveCount(300);
  // A whole column is ticked in the rows that are there: with 300 of them, rows made anew would be felt.
  await editor.rows.evaluateAll((rows) => rows.forEach((row) => row.setAttribute('data-met', '')));
  await editor.column('Sign').check();
  await expect(editor.difference).toContainText(t.added(600));
  const signing = editor.rows.getByRole('checkbox', { name: `${t.actions.Sign}: `, checked: true });
  await expect(signing).toHaveCount(300);
  await expect(editor.grid.locator('[data-service][data-met]')).toHaveCount(300);
  await page.keyboard.press('/');
  await expect(editor.find).toBeFocused();
  await page.keyboard.type('5299');
  await expect(editor.rows).toHaveCount(1);
  await editor.whole('5299/1').check();
  await expect(editor.difference).toContainText(t.added(604));
});

/** What the program itself wrote, with one right of it spelt so that nobody knows it; and a file that is no role. */
async function roleFiles(steward: Steward, { organisationNumber }: Platform, role: number) {
  const { chosen } = (await steward.call('app.start', {})) as { chosen: string };
  const target = (await steward.call('files.chooseTarget', { suggestedName: 'role.json' })) as {
    handle: string;
  };
  const { name } = (await steward.call('roleDefinitions.exportRole', {
    connection: chosen,
    who: organisationNumber,
    role,
    target: target.handle,
  })) as { name: string };
  const good = path.join(steward.downloads, name);
  const bad = path.join(steward.downloads, 'bad.json');
  writeFileSync(good, readFileSync(good, 'utf8').replace('"Write"', '"Approve"'));
  writeFileSync(bad, '{"name": 7');
  return { good, bad };
}

for (const [language, texts] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `CSP-02 the editor of roles in ${language} is accessible in both schemes`,
    { tag: ['@looks', '@role-definitions'] },
    async ({ connected: steward, platform }) => {
      await steward.call('settings.change', { language });
      const { page } = steward;
      const words = texts.roleEditor;
      const list = roleDefinitionsPage(page, texts);
      const editor = roleEditorPage(page, texts);
      const see = (name: string) => look(steward, `${name}-${language}`);
      const [one, two] = [serviceOf(platform, 0).reference, serviceOf(platform, 1).reference];
      await list.open();
      await list.importRole.click();
      await see('import-empty');
      await page.keyboard.press('Escape');
      await list.newRole.click();
      await see('editor-new');
      await editor.picker.fill('e');
      await editor.options.first().waitFor();
      await see('editor-picker');
      await editor.picker.fill('');
      await editor.paste.click();
      await editor.pasteField.fill(
        `${one}\n${two} Read, Sign\n9999/9\nwhat is this\n${one} Approve`,
      );
      await see('editor-paste');
      await page.keyboard.press('Escape');
      await editor.cancel.click();
      // A right that the API cannot be given: nothing is saved before the person said that it may go.
      elsewhere(platform, { add: two, action: 'Approve' });
      await list.choose(LOCAL);
      await list.change.click();
      await editor.cell(one, 'Sign').check();
      await editor.cell(two, 'Write').uncheck();
      await editor.name.fill('Utslipp og avfall');
      await expect(editor.save).toHaveAttribute('title', words.reasons.acceptLoss);
      await expect(editor.difference).toContainText(`${two}: Approve`);
      await see('editor-change');
      await page.setViewportSize({ width: 900, height: 700 });
      await see('editor-narrow');
      await page.setViewportSize({ width: 1280, height: 800 });
      await editor.difference.getByRole('checkbox', { name: words.lostAccept }).check();
      await editor.copyRights.click();
      await editor.copying.getByRole('option').nth(2).click();
      await expect(editor.copying.getByRole('status').first()).toContainText(/\d/);
      await see('editor-copy');
      await page.keyboard.press('Escape');
      elsewhere(platform, { name: 'Utslipp', add: serviceOf(platform, 4).reference });
      await editor.save.click();
      await editor.conflict.waitFor();
      await see('editor-conflict');
      await page.keyboard.press('Escape');
      await expect(page.getByText(words.conflict.waiting)).toBeVisible();
      await see('editor-conflict-waiting');
      await page.getByRole('button', { name: words.conflict.resolve }).click();
      await editor.conflict.getByRole('button', { name: words.conflict.takeOver }).click();
      await editor.difference.getByRole('checkbox', { name: words.lostAccept }).check();
      platform.control.retire('roleDefinitions', 410, 'writes');
      await editor.save.click();
      await page.getByRole('alert').waitFor();
      await see('editor-retired');
      // Typed text stays, and leaving asks.
      await expect(editor.name).toHaveValue('Utslipp og avfall');
      await list.open();
      await page.getByRole('dialog').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: texts.drafts.discard }).click();
      const [role] = platform.control.localRoles(platform.organisationNumber);
      const { good } = await roleFiles(steward, platform, role?.id ?? 0);
      await list.importRole.click();
      await steward.pick(() => editor.choose.click(), good);
      await editor.importCreate.waitFor();
      await see('import-file');
    },
  );
}
