// Journeys of a form's XSD by keyboard: reading, saving, and checking an XML file twice; then the same without network.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { servicesPage } from '../pages/services.ts';
import { xsdPage } from '../pages/xsd.ts';
import type { Platform } from '../platform/platform.ts';
import { sampleFormOf } from '../platform/xsd.ts';
import { look, picture, useScheme } from './accessible.ts';
import { expect, test } from './program.ts';

/** A form of the platform that has a field with a pattern. */
function formIn({ control }: Platform) {
  const { metadata } = control;
  const service = metadata.services.find(
    (one) => one.kind === 'formtask' && metadata.detail(one).forms.length > 0,
  );
  const form = service && metadata.detail(service).forms[0];
  if (service === undefined || form === undefined) throw new Error('There is no form.');
  return { service, form, text: metadata.schema(service, form.format) };
}

test('an XSD is looked through, saved, and a file checked against it until it fits', async ({
  connected: steward,
  platform,
}) => {
  const { page } = steward;
  const { service, form, text } = formIn(platform);
  const xsd = xsdPage(page, en);
  const shot = (name: string) => picture(page, name);

  const services = servicesPage(page, en);
  await services.open();
  await services.search.fill(`${service.code}/${service.edition}`);
  await expect(services.rows.first()).toContainText(`${service.code}/${service.edition}`);
  await services.rows.first().click();
  await services.openXsd(form.format.title.trim()).click();
  await expect(xsd.heading).toHaveText(en.xsd.title(form.format.title.trim()));
  await expect(xsd.header).toContainText(`${form.format.id}/${String(form.format.version)}`);

  // By the keyboard alone: find a field, see its rules, go to its line of the text.
  await page.keyboard.press('/');
  await page.keyboard.type('organisasjonsnummer');
  await expect(xsd.row('rganisasjonsnummer').first()).toBeVisible();
  await xsd.tree.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.type('organisasjonsn');
  await expect(xsd.chosen).toContainText('rganisasjonsnummer');
  await expect(xsd.panel).toContainText(en.xsd.details.path);
  await shot('details');
  await look(steward);
  await xsd.tab('details').focus();
  await page.keyboard.press('ArrowRight');
  await expect(xsd.text).toContainText('rganisasjonsnummer');
  await shot('text');
  await look(steward);

  await xsd.save.click();
  const saved = () => readFileSync(path.join(steward.downloads, savedName), 'utf8');
  const savedToast = page.getByText(/XSD saved as /);
  await expect(savedToast).toBeVisible();
  const savedName = ((await savedToast.textContent()) ?? '').replace(/^.*XSD saved as /, '').trim();
  expect(saved()).toBe(text);

  const good = sampleFormOf(form.format);
  const file = path.join(steward.downloads, 'skjema.xml');
  writeFileSync(file, `${good.replace('910514318', '12')}`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(xsd.choose).toBeFocused();
  await shot('choose');
  await look(steward);
  await steward.pick(() => page.keyboard.press('Enter'), file);
  await expect(xsd.issues).toHaveCount(1);
  await expect(xsd.issues.first()).toContainText(en.xsd.issueKinds.pattern);
  await expect(xsd.issues.first()).toContainText(/\/(Skjema|melding)\/.*rganisasjonsnummer/);
  await shot('issues');
  await look(steward);

  // Mended in another program, with the network gone: the same file once more.
  writeFileSync(file, good);
  await page.keyboard.press('ControlOrMeta+R');
  await expect(xsd.said(en.xsd.validate.valid)).toBeVisible();
  await expect(xsd.said(en.xsd.validate.uncovered)).toBeVisible();
  await shot('valid');
  await look(steward);
  writeFileSync(file, `<!DOCTYPE a>${good}`);
  await xsd.again.click();
  await expect(xsd.said(en.xsd.problems['file-doctype'].title)).toBeVisible();
  await shot('doctype');

  // FLD-01: it says UTF-8 and is in what an older program wrote: the person sees what it may be, by the keyboard alone.
  writeFileSync(file, Buffer.from(`<!-- Bl\xe5b\xe6r -->${good}`, 'latin1'));
  await steward.pick(() => xsd.other.click(), file);
  const reading = page.getByRole('dialog', { name: en.fileReading.title });
  await expect(reading).toContainText('Blåbær');
  await expect(reading.getByRole('radio')).toHaveCount(1);
  await shot('reading');
  await look(steward);
  await page.keyboard.press('Escape');
  await expect(reading).toBeHidden();
  await steward.pick(() => xsd.other.click(), file);
  await reading.getByRole('radio').focus();
  await page.keyboard.press('Enter');
  await expect(reading).toBeHidden();
  await expect(xsd.said(en.xsd.validate.valid)).toBeVisible();
  await expect(
    page.getByText(en.fileReading.told('skjema.xml', en.fileReading.charset('windows-1252'))),
  ).toBeVisible();

  await steward.call('settings.change', { language: 'nb' });
  await useScheme(steward, 'dark');
  const norsk = xsdPage(page, nb);
  writeFileSync(file, good.replace('</', '<x/></').slice(0, -3));
  await norsk.again.click();
  await expect(norsk.issues.first()).toContainText(nb.xsd.issueKinds.malformed);
  await shot('malformed-nb-dark');
  await norsk.showXsd.click();
  await norsk.expand.click();
  await norsk.rows.nth(3).click();
  await shot('outline-nb-dark');
  await page.setViewportSize({ width: 900, height: 700 });
  await shot('narrow-details-nb-dark');
  await page.keyboard.press('Escape');
  await expect(norsk.chosen).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(servicesPage(page, nb).name).toBeVisible();
});
