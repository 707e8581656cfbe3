// A form filled in from a file or the template: what has a place is taken as one step, the rest is named.
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import { formSchemaOf } from '../../preload/forms/form-schema.ts';
import { openXmlText } from '../../renderer/components/xml-editor.ts';
import { XmlDocument } from '../../renderer/components/xml-document.ts';
import FillFrom from '../../renderer/screens/messages/FillFrom.svelte';
import { FormFields } from '../../renderer/forms/form-fields.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import { group, leaf } from '../support/outlines.ts';

const t = en.formFields;
const schema = formSchemaOf([
  group(0, 'Skjema'),
  leaf(1, 'Navn'),
  leaf(1, 'Beloep', 'decimal', { min: 0 }),
  leaf(1, 'Dato', 'date', { min: 0 }),
]);
const XML = '<Skjema>\r\n  <Navn>Fjord</Navn><!-- min -->\r\n</Skjema>';
const HANDLE = 'file-aaaaaaaaaaaaaaaaaaaa';
const kind = {
  connection: 'c-1',
  ...{ code: '1234', edition: 2, dataFormatId: '10', dataFormatVersion: '3' },
};
const of = {
  connection: 'c-1',
  ...{ who: '974760673', message: 'a77', serviceCode: '1234', dataFormatId: '10' },
};
const take = page.getByRole('button', { name: t.fill.action });

function open(hasTemplate: boolean, xml = XML) {
  const text = new XmlDocument(xml, () => undefined);
  const fields = new FormFields({
    schema,
    document: text,
    open: openXmlText,
    wordsOf: () => '',
    checked: () => [],
    onpause: () => undefined,
  });
  let closed = 0;
  const ontaken = () => (closed += 1);
  show(FillFrom, { fields, of, kind, hasTemplate, ontaken, onclose: () => undefined });
  return { text, fields, closed: () => closed };
}
async function chooseFile(xml: string) {
  main.always('formDrafts.content', ({ file }) => ({ xml: file === HANDLE ? xml : null }));
  await page.getByText(t.fill.sources.file).click();
  await page.getByRole('button', { name: t.fill.choose }).click();
  await expect.element(page.getByText('other.xml')).toBeVisible();
}

beforeEach(() => {
  main.always('messages.list', () => ({
    messages: [],
    completeness: { complete: true, because: null, calls: 1 },
  }));
  main.always('files.choose', () => ({ handle: HANDLE, name: 'other.xml' }));
  main.always('files.readings', () => ({ charset: 'utf-8', readings: [] }));
});

it('FLD-03 of a file whose schema is another, what has a place is taken, and the rest is listed with its reason', async () => {
  const { text, fields, closed } = open(false);
  await chooseFile(
    '<Skjema><Navn kilde="x">Fjell</Navn><Beloep>mye</Beloep><Dato>2026-12-24</Dato><Ukjent>1</Ukjent></Skjema>',
  );
  await expect.element(page.getByText(t.fill.left(2))).toBeVisible();
  await expect.element(page.getByText(`/Skjema/Beloep: ${t.values['not-number']}`)).toBeVisible();
  await expect
    .element(page.getByText(`/Skjema/Navn/@kilde: ${t.fill.reasons['no-such-path']}`))
    .toBeVisible();
  // In the foot, as in every dialog.
  expect(take.element().closest('.foot')).not.toBeNull();
  await take.click();
  await eventually(() => {
    expect(text.text).toBe(
      '<Skjema>\r\n  <Navn>Fjell</Navn>\r\n  <Dato>2026-12-24</Dato><!-- min -->\r\n</Skjema>',
    );
  });
  expect(closed()).toBe(1);
  fields.undo();
  expect(text.text).toBe(XML);
});

it('nothing is taken from another form, or from what is no XML', async () => {
  const { text } = open(false);
  await chooseFile('<Annet><Navn>Fjell</Navn></Annet>');
  await expect.element(page.getByText(t.fill.otherForm)).toBeVisible();
  await expect.element(take).toHaveAttribute('aria-disabled', 'true');
  await chooseOther('<Skjema>');
  await expect.element(page.getByText(t.fill.otherForm)).toBeVisible();
  expect(text.text).toBe(XML);
});
async function chooseOther(xml: string) {
  main.always('formDrafts.content', () => ({ xml }));
  await page.getByRole('button', { name: t.fill.chooseOther }).click();
}

it('where there are only the same values, there is nothing to take', async () => {
  open(false);
  await chooseFile('<Skjema><Navn>Fjord</Navn></Skjema>');
  await expect.element(page.getByText(t.fill.nothing)).toBeVisible();
  await expect.element(take).toHaveAttribute('aria-disabled', 'true');
});

it('the template is offered where one is kept, and read only when it is chosen', async () => {
  main.always('formDrafts.content', ({ kept }) => ({
    xml: kept === undefined ? null : '<Skjema><Navn>Mal</Navn></Skjema>',
  }));
  const before = main.calls('formDrafts.content').length;
  const { text } = open(true);
  expect(main.calls('formDrafts.content')).toHaveLength(before);
  await page.getByText(t.fill.sources.kept).click();
  await take.click();
  await eventually(() => expect(text.text).toContain('<Navn>Mal</Navn>'));
});

it('the template is not offered where none is kept', async () => {
  open(false);
  await expect.element(page.getByText(t.fill.sources.file)).toBeVisible();
  expect(page.getByText(t.fill.sources.kept, { exact: true }).elements()).toHaveLength(0);
});
