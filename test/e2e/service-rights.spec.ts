// Journeys of the service rights register: a rule is granted, looked at, exported and revoked.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { serviceRightsPage } from '../pages/service-rights.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

const t = en.serviceRights;

test(
  'SRR-01 SRR-02 SRR-03 SRR-04 a right is granted after a question, seen in the register, exported and revoked',
  { tag: ['@first', '@dark', '@service-rights'] },
  async ({ connected: steward, platform: { control } }) => {
    const { page, downloads } = steward;
    const screen = serviceRightsPage(page, en);
    const ruled = new Set(control.serviceRights.all.map(({ reportee }) => reportee));
    const other = control.register.find(({ number }) => !ruled.has(number))?.number ?? '';
    const shown = other.replace(/^(...)(...)/, '$1 $2 ');
    await screen.open();
    await expect(page.getByText(t.start, { exact: true })).toBeVisible();
    await look(steward, 'start');
    await screen.choose('B102/1');
    await expect(screen.row(t.right.write).first()).toBeVisible();

    // Nothing is sent before it is said for whom.
    await screen.grant.first().click();
    await screen.press(t.grant.go);
    await expect(screen.dialog).toContainText(en.fields.required);
    await screen.in(t.grant.organisationNumber).fill(shown);
    await screen.in(t.right.write).check();
    await screen.in(t.condition['IsRecipient'] ?? '').check();
    await look(steward, 'grant');
    await screen.press(t.grant.go);
    await expect(screen.dialog).toBeHidden();
    expect(steward.asked.at(-1)).toContain(`Give access to ${other}?`);
    await expect(screen.details.opened(shown)).toBeVisible();
    await expect(screen.inspector).toContainText(t.condition['IsRecipient'] ?? '?');
    await look(steward, 'rule');
    const made = control.serviceRights.all.filter(({ reportee }) => reportee === other);
    expect(made.map(({ right }) => right)).toEqual(['read', 'write']);

    await screen.export.click();
    await screen.dialog.getByText(en.words.exporting.formats.csv, { exact: true }).click();
    await screen.press(en.words.exporting.go);
    await expect(screen.dialog).toBeHidden();
    const toast = page.getByRole('status', { name: en.frame.notifications });
    const said =
      (await toast
        .getByText(/saved as/)
        .last()
        .textContent()) ?? '';
    const name = /saved as (\S+)/.exec(said)?.[1] ?? '';
    expect(await readFile(path.join(downloads, name), 'utf8')).toContain(other);

    await screen.revoke.click();
    await look(steward, 'revoke');
    await screen.press(t.revoke.go);
    await expect(screen.dialog).toBeHidden();
    expect(steward.asked.at(-1)).toContain('from the service rights register?');
    expect(control.serviceRights.all.filter(({ reportee }) => reportee === other)).toHaveLength(1);

    await steward.call('settings.change', { language: 'nb' });
    await expect(page.getByRole('heading', { name: nb.serviceRights.title })).toBeVisible();
    await look(steward, 'norwegian');
  },
);
