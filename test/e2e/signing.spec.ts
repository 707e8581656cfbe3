// Journeys of starting and signing a form: the text must be read to its end, and what changed is shown again.
// A lost answer never leads to a second signature.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { formStartPage } from '../pages/form-start.ts';
import { signingPage } from '../pages/signing.ts';
import type { Platform } from '../platform/platform.ts';
import { look } from './accessible.ts';
import { expect, test } from './program.ts';
import type { Steward } from './steward.ts';

const LONG = Array.from({ length: 60 }, (_, at) => `§ ${at + 1} Opplysningene er riktige.`);

/** What the platform says from now on when it is asked for the signing text. */
function signingText({ control }: Platform, text: string): void {
  control.clearFaults();
  const body = JSON.stringify({ SigningText: text });
  const effect = { kind: 'alter', body } as const;
  control.fault({ operation: 'messages.signingText', acts: true, effect, times: 1000 });
}

/** By the keyboard alone. */
async function tabTo({ page }: Steward, target: Locator): Promise<void> {
  for (let i = 0; i < 60; i += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

test('RTY-08 by keyboard alone a form is started with one’s own XML, read to its end, signed and archived', async ({
  connected: steward,
  platform,
}, info) => {
  const { page } = steward;
  const { control } = platform;
  const service = control.messages.serviceWith({ signing: true, attachments: false });
  const file = (name: string, content: string) => {
    mkdirSync(info.outputDir, { recursive: true });
    const at = path.join(info.outputDir, name);
    writeFileSync(at, content);
    return at;
  };
  const start = formStartPage(page, en);
  const sign = signingPage(page, en);

  // Which service, and a file that does not fit before one that does.
  await start.open();
  await expect(start.search).toBeFocused();
  await page.keyboard.type(service.code);
  await expect(start.options.first()).toContainText(`${service.code}/`);
  await look(steward, 'start-pick');
  await page.keyboard.type(`/${service.edition}`);
  const reference = `${service.code}/${service.edition}`;
  await expect(start.options.first()).toContainText(reference);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: service.name.trim() })).toBeVisible();
  await tabTo(steward, start.prefilled);
  await page.keyboard.press('ArrowDown');
  await expect(start.start).toHaveAttribute('title', en.formStart.reasons['no-file']);
  await tabTo(steward, start.choose);
  await steward.pick(() => page.keyboard.press('Enter'), file('bad.xml', '<Annet/>'));
  await expect(page.getByText(en.formStart.file.invalid('1'))).toBeVisible();
  await tabTo(steward, page.getByRole('radio', { name: en.formStart.then['fill-in'] }));
  await page.keyboard.press('ArrowDown');
  await look(steward, 'start-invalid');
  await tabTo(steward, start.send);
  await page.keyboard.press('Enter');
  // Refused in the server's words, and surely nothing was made.
  await expect(page.getByRole('alert')).toContainText(en.failures.serverSaid);
  expect(control.executed('messages.create')).toBe(0);
  const good = file('good.xml', service.mainForm.data);
  await steward.pick(() => start.other.press('Enter'), good);
  await expect(page.getByText(en.formStart.file.valid)).toBeVisible();
  await tabTo(steward, start.send);
  await page.keyboard.press('Enter');

  // A short text is read at once; the name is still needed.
  await expect(sign.text).toContainText(service.name.trim());
  await expect(sign.sign).toHaveAttribute('title', en.signing.go.reasons.unnamed);
  await tabTo(steward, sign.typed);
  await page.keyboard.type(platform.organisation.name);
  // Enter in the field is no signature.
  await page.keyboard.press('Enter');
  await tabTo(steward, sign.sign);
  // Meanwhile somebody changed it: nothing is signed, and the new one wants to be read to its end.
  signingText(platform, LONG.join('\n\n'));
  const signatures = control.executed('messages.replace');
  expect(control.executed('messages.replace')).toBe(signatures);
  await page.keyboard.press('Space');
  await expect(page.getByText(en.signing.changed.text)).toBeVisible();
  expect(control.executed('messages.replace')).toBe(signatures);
  await expect(sign.typed).toHaveValue('');
  await expect(sign.typed).toBeDisabled();
  await expect(sign.sign).toHaveAttribute('title', en.signing.go.reasons.unread);
  await look(steward, 'sign-changed');
  await sign.sign.press('Enter');
  await sign.text.focus();
  await page.keyboard.press('End');
  await expect(page.getByText(en.signing.read.atEnd)).toBeVisible();
  expect(control.executed('messages.replace')).toBe(signatures);
  await tabTo(steward, sign.typed);
  await page.keyboard.type(platform.organisation.name);
  await look(steward, 'sign-named');

  // While it is under way there is no second signature.
  const held = control.hold('messages.replace', true);
  await tabTo(steward, sign.sign);
  await page.keyboard.press('Space');
  await held.reached;
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Enter');
  held.release();
  await expect(sign.result).toBeFocused();
  expect(control.executed('messages.replace')).toBe(signatures + 1);
  const [archived] = control.messages
    .of(platform.organisationNumber)
    .filter(({ state, subject }) => state === 'sent' && subject === service.name)
    .toSorted((a, b) => b.changed.getTime() - a.changed.getTime());
  await expect(page.getByRole('main')).toContainText(archived?.id ?? '?');
  await look(steward, 'sign-result');
  await tabTo(steward, sign.toArchive);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain(`archive/${archived?.id}`);
});

test('RTY-06 chosen items are signed, and a signature whose answer is lost is not given twice', async ({
  connected: steward,
  platform,
}) => {
  await steward.call('settings.change', { language: 'nb' });
  const { page } = steward;
  const { control } = platform;
  const service = control.messages.serviceWith({ signing: true });
  const made = control.messages.make({
    kind: 'FormTask',
    state: 'signing',
    service,
    party: platform.organisationNumber,
    attachments: [
      { fileName: 'kart.pdf', size: 10 },
      { fileName: 'erklæring.pdf', size: 10, signingLocked: true },
    ],
  });
  const sign = signingPage(page, nb);
  signingText(
    platform,
    '<p>Jeg bekrefter <b>alt</b>.</p><p>Se <a href="https://a.example/">her</a></p>',
  );
  const confirmed = async () => {
    await sign.typed.fill(platform.organisation.name);
    await sign.sign.click();
  };

  // Some of it: what is locked stays ticked, and is said why.
  await sign.open(made.id);
  await expect(sign.text).toContainText('Jeg bekrefter alt.');
  await expect(sign.text).toContainText('her (https://a.example/)');
  await sign.chosen.check({ force: true });
  await expect(sign.item('erklæring.pdf')).toBeDisabled();
  await expect(sign.item('erklæring.pdf')).toBeChecked();
  await expect(sign.item('kart.pdf')).not.toBeChecked();
  await sign.item(nb.signing.what.form).uncheck();
  await look(steward, 'sign-chosen-nb');
  await confirmed();
  await expect(sign.partly).toBeFocused();
  const warnings = page.getByRole('main').locator('.callout[data-color="warning"], [role="alert"]');
  await look(steward, 'sign-partly-nb');
  for (const step of ['Alt+1', 'Alt+3', 'Alt+4']) {
    await page.keyboard.press(step);
    await expect(warnings).toHaveCount(0);
  }
  const locked = made.attachments.find(({ fileName }) => fileName === 'erklæring.pdf');
  expect(control.messages.find(made.id)).toMatchObject({ state: 'signing', signed: [locked?.id] });

  // The rest; its answer is lost on the way, once before it was done and once after.
  control.clearFaults();
  await sign.rest.click();
  await expect(sign.text).toContainText(service.name.trim());
  const before = control.executed('messages.replace');
  const lost = { operation: 'messages.replace', effect: { kind: 'reset' } } as const;
  control.fault({ ...lost, acts: false });
  await sign.everything.check({ force: true });
  await confirmed();
  await expect(page.getByText(nb.signing.unknown.unchanged)).toBeVisible();
  await expect(sign.sign).toBeHidden();
  await look(steward, 'sign-unknown-nb');
  await sign.begin.click();
  await expect(sign.typed).toHaveValue('');
  control.fault({ ...lost, acts: true });
  await confirmed();
  await expect(page.getByText(nb.signing.unknown.gone)).toBeVisible();
  await expect(sign.sign).toBeHidden();
  expect(control.executed('messages.replace')).toBe(before + 1);
  expect(control.messages.find(made.id)).toBeUndefined();

  // A start whose answer is lost, of a service that is not open to the API.
  const start = formStartPage(page, nb);
  const closed = control.metadata.services.find(
    ({ kind, restEnabled }) => kind === 'formtask' && !restEnabled,
  );
  await start.open(closed);
  await expect(page.getByText(nb.formStart.warnings['not-rest'])).toBeVisible();
  await look(steward, 'start-warned-nb');
  await start.start.click();
  await expect(page.getByRole('alert')).toContainText('cannot be submitted to');
  await start.open(service);
  const created = control.executed('messages.create');
  control.fault({ operation: 'messages.create', acts: true, effect: { kind: 'reset' } });
  await start.start.click();
  await expect(page.getByText(nb.formStart.unknown.found)).toBeVisible();
  await expect(start.start).toBeHidden();
  expect(control.executed('messages.create')).toBe(created + 1);
});
