// A journey of look-up services: asked by fields and as text, answered as XML, JSON and text, saved, and refused.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { lookupsPage } from '../pages/lookups.ts';
import { screenLink } from '../pages/navigation.ts';
import { look, picture } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const t = en.lookups;

/** In both sizes. */
async function lookInBoth(steward: Steward, name: string) {
  const { page } = steward;
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const [width, height] of [
    [900, 600],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await look(steward, `${name}-${String(width)}`);
  }
  await page.setViewportSize(before);
}

test(
  'a look-up service is asked by fields or text, and its answer is shown and saved as it came',
  { tag: ['@first', '@dark', '@lookups'] },
  async ({ connected: steward, platform }) => {
    const { page } = steward;
    const { control } = platform;
    control.shape.serviceKinds = 'all';
    const screen = lookupsPage(page, en);
    await screen.open();
    await expect(page.getByText(t.noneChosen, { exact: true })).toBeVisible();
    await look(steward);
    await picture(page, 'empty');

    // By fields: this owner reads pairs, and says so in its own words.
    await screen.choose('båt', 'Oppslag i båtregisteret');
    await screen.query.getByRole('textbox', { name: 'kjenningssignal' }).fill('LM 1234');
    await screen.ask.click();
    await expect(screen.failure).toContainText('queryOptions lacks kjenningssignal.');
    await expect(screen.answer).toContainText(t.otherNotation);
    await look(steward);
    await picture(page, 'refused');
    await screen.way(t.notations.pairs).click({ force: true });
    await screen.ask.click();
    await expect(screen.shown).toContainText('<kjenningssignal>LM 1234</kjenningssignal>');
    await expect(screen.answer).toContainText(t.packed);
    await lookInBoth(steward, 'xml');
    await screen.save.click();
    const saved = () =>
      readdirSync(steward.downloads).map((name) =>
        readFileSync(path.join(steward.downloads, name), 'utf8'),
      );
    await expect.poll(saved).toEqual([expect.stringMatching(/^<svar><gjelder>\d{9}</)]);

    // As text, which begins with what the fields say: here, JSON is asked for.
    await screen.way(t.ways.text).click({ force: true });
    await expect(screen.text).toHaveValue('kjenningssignal=LM 1234');
    await screen.text.fill('kjenningssignal=LM 1234;format=json');
    await page.keyboard.press('Control+Enter');
    await expect(screen.shown).toContainText('"navn": "Havørna"');
    await lookInBoth(steward, 'json');

    // What was typed is there after another screen was looked at, and so is the answer.
    await screenLink(page, en, 'reportees').click();
    await expect(screen.answer).toBeHidden();
    await screen.open();
    await expect(screen.text).toHaveValue('kjenningssignal=LM 1234;format=json');
    await expect(screen.shown).toContainText('"navn": "Havørna"');

    // A page is text here: nothing of it is read as one.
    control.lookup.setAnswer('L101/1', '<b onclick="x()">fet</b><img src="https://x.test/">');
    await screen.ask.click();
    await expect(screen.shown).toHaveText('<b onclick="x()">fet</b><img src="https://x.test/">');
    await expect(screen.answer.locator('img, b[onclick]')).toHaveCount(0);

    // One that is not in the list, with text and the code of a consent.
    const resources = [{ code: 'L103', edition: 1, metadata: {} }];
    const given = control.consents.make({ status: 'Accepted', resources });
    await screen.service.fill('L103/1');
    await page.getByRole('option').first().click();
    await screen.ask.click();
    await expect(screen.failure).toContainText('authorization code');
    await screen.consent.fill(given.id);
    await screen.ask.click();
    await expect(screen.shown).toContainText(given.offeredBy);

    await steward.call('settings.change', { language: 'nb' });
    const norsk = lookupsPage(page, nb);
    await norsk.service.fill('L102/1');
    await page.getByRole('option').first().click();
    await norsk.ask.click();
    await expect(norsk.shown).toContainText('Høyvann 06:12');
    await norsk.service.fill('L101');
    await page.getByRole('option').first().click();
    await norsk.query.getByRole('textbox', { name: 'kjenningssignal' }).fill('LM 1234');
    await norsk.way(nb.lookups.notations.pairs).click({ force: true });
    await norsk.ask.click();
    await lookInBoth(steward, 'norsk');
  },
);
