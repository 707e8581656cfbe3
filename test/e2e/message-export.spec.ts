// Journeys of exporting messages: choosing, counting, pausing, finding a paused job again, and verifying the files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { boundsOf } from '../../renderer/screens/messages/message-range.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { messageExportPage } from '../pages/message-export.ts';
import { screenLink } from '../pages/navigation.ts';
import type { Platform } from '../platform/platform.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';

interface Written {
  readonly complete: boolean;
  readonly messages: readonly {
    readonly state: string;
    readonly files: readonly { readonly path: string; readonly sha256: string }[];
  }[];
}

const DAY_MS = 24 * 3_600_000;

/** Of the last month, with everything a message can have; what else the platform has is older. */
function fill({ control, organisationNumber: party }: Platform): void {
  const at = (days: number) => ({ party, changed: new Date(Date.now() - days * DAY_MS) });
  for (let i = 0; i < 5; i += 1)
    control.messages.make({
      ...at(i + 1),
      subject: `Vedtak om kai ${String(i + 1)}`,
      body: '<p>Hei</p>',
      attachments: [{ fileName: `kart-${String(i + 1)}.pdf`, size: 40_000 }],
    });
  control.messages.make({ ...at(2), kind: 'FormTask', state: 'sent', subject: 'Søknad om rampe' });
}

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && one.name !== 'manifest.json')
    .map((one) => path.relative(root, path.join(one.parentPath, one.name)));
}

test('messages go into a folder: counted, paused, found again, and checked', async ({
  connected: steward,
  platform,
}) => {
  const { control } = platform;
  fill(platform);
  const inbox = screenLink(steward.page, en, 'inbox');
  await inbox.click();
  await steward.page.getByText('Vedtak om kai 1').first().waitFor();
  await steward.page.keyboard.press('Control+e');
  const screen = messageExportPage(steward.page, en);
  await screen.heading.waitFor();
  await screen.range.selectOption('30-days');
  await screen.folder('archive').check();
  const { from = '' } = boundsOf({ preset: '30-days', from: '', to: '' }, new Date());
  const all = control.messages
    .of(platform.organisationNumber)
    .filter(({ changed }) => changed.toISOString() >= from)
    .filter(({ binned, state }) => !binned && state !== 'filling' && state !== 'signing').length;
  await screen.count(all).waitFor();
  await screen.part('print').check();
  await look(steward, 'choices');

  // As many as come at once: none of them goes on to the next message meanwhile.
  const gates = [0, 1, 2].map(() => control.hold('attachments.content', false));
  await screen.start.click();
  await Promise.all(gates.map(({ reached }) => reached));
  await screen.job.pause.click();
  await steward.page.getByText(en.jobs.title['export-messages'].pausing(all)).waitFor();
  for (const gate of gates) gate.release();
  await screen.job.because('asked').waitFor();
  await steward.call('settings.change', { language: 'nb' });
  await messageExportPage(steward.page, nb).job.resume.waitFor();
  await look(steward, 'paused-nb');
  await messageExportPage(steward.page, nb).back.click();
  await steward.page.keyboard.press('Control+e');
  await messageExportPage(steward.page, nb).job.notice('paused', all).waitFor();
  await look(steward, 'choices-nb');
  await steward.call('settings.change', { language: 'en' });
  await screen.job.open.click();
  await screen.job.resume.waitFor();

  // By keyboard alone from here.
  await screen.job.resume.focus();
  await steward.page.keyboard.press('Enter');
  await screen.job.title('finished', all).waitFor();
  expect(control.messages.markedRead).toEqual([]);
  const root = path.join(steward.downloads, readdirSync(steward.downloads)[0] ?? '');
  expect(path.basename(root)).toMatch(/-PRODUCTION-messages-\d{4}-\d\d-\d\d$/);
  const manifest = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8')) as Written;
  const files = manifest.messages.flatMap((one) => one.files);
  expect(manifest.complete).toBe(true);
  expect(filesIn(root).sort()).toEqual(files.map((one) => one.path).sort());
  for (const { path: name, sha256 } of files)
    expect(
      createHash('sha256')
        .update(readFileSync(path.join(root, name)))
        .digest('hex'),
    ).toBe(sha256);
  await screen.verify.focus();
  await steward.page.keyboard.press('Enter');
  await screen.verified(files.length).waitFor();
  await look(steward, 'finished');
  writeFileSync(path.join(root, files[0]?.path ?? ''), 'altered');
  await steward.page.getByRole('button', { name: en.messageExport.verifyAgain }).click();
  await screen.different.waitFor();
  await look(steward, 'different');
  await steward.page.keyboard.press('Escape');
  await inbox.click();
  await steward.page.keyboard.press('Control+j');
  await expect(steward.page.getByText(en.jobs.kind['export-messages']).first()).toBeVisible();
});
