// The journey of a hand-over: what it would take, its run with a kill in it, its proof, and its pages in a browser.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { handOverPage } from '../pages/hand-over.ts';
import { look } from './accessible.ts';
import { connectTo, expect, test } from './program.ts';

const t = en.handOver;

test('an organisation is taken along: counted, killed, gone on with, verified, and read without Steward', async ({
  platform,
  openKeyring,
  start,
}) => {
  const steward = await start({ keychain: 'system', env: (await openKeyring()).env });
  await connectTo(steward, platform);
  const { control, organisationNumber: party } = platform;
  control.messages.make({ party, kind: 'FormTask', state: 'sent', subject: 'Søknad om rampe' });
  const letter = { party, subject: 'Vedtak om kai', body: '<p>Hei</p>' };
  control.messages.make({ ...letter, attachments: [{ fileName: 'kart.pdf', size: 40_000 }] });
  const screen = handOverPage(() => steward.page, en);

  await screen.open();
  await screen.choose().click();
  await expect(screen.start()).toBeEnabled();
  await look(steward, 'plan');
  await steward.call('settings.change', { language: 'nb' });
  await steward.page.getByRole('heading', { level: 1, name: nb.handOver.title }).waitFor();
  await look(steward, 'plan-nb');
  await steward.call('settings.change', { language: 'en' });
  await screen.part('services').uncheck();
  await screen.part('journal').uncheck();

  // Somewhere in the middle, with an attachment on its way.
  const { reached } = control.hold('attachments.content', false);
  await screen.start().click();
  await reached;
  await steward.restart();
  control.clearFaults();
  await screen.open();
  await screen.job().open.click();
  await screen.job().resume.click();
  await screen.verify().waitFor();
  await look(steward, 'finished');
  await screen.verify().click();
  await screen.verified().waitFor();
  await look(steward, 'verified');
  expect(control.messages.markedRead).toEqual([]);

  const root = path.join(steward.downloads, readdirSync(steward.downloads)[0] ?? '');
  const browser = await chromium.launch({
    executablePath: process.env['STEWARD_CHROMIUM'] ?? '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).protocol));
  await page.goto(pathToFileURL(path.join(root, 'index.html')).href);
  await page.getByRole('link', { name: t.parts.messages.name, exact: true }).click();
  await page.getByRole('link', { name: 'Søknad om rampe', exact: true }).first().click();
  await page.getByRole('link', { name: /as a page/ }).click();
  await expect(page.getByText('Fjordtrafikk AS').first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'All parts', exact: true }).click();
  await page.getByRole('link', { name: 'Norsk', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Overlevering for /);
  expect(new Set(asked)).toEqual(new Set(['file:']));
  await browser.close();
});
