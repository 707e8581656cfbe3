// Journeys of a form as fields, by keyboard: typed, rows moved, mended, killed, saved; no other byte changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import type { FormDraft } from '../../preload/contract/form-drafts.ts';
import { en, type Texts } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { button, segment } from '../pages/controls.ts';
import { dialogOf } from '../pages/dialog.ts';
import { formDeskPage } from '../pages/form-desk.ts';
import { formEditorPage } from '../pages/form-editor.ts';
import { formFieldsPage } from '../pages/form-fields.ts';
import { formStartPage } from '../pages/form-start.ts';
import type { Platform } from '../platform/platform.ts';
import { kindsForm } from '../support/kinds-form.ts';
import { look, picture } from './accessible.ts';
import { faultsInLayout } from './layout-faults.ts';
import { connectTo, expect, test } from './program.ts';
import type { Steward } from './steward.ts';

/** More presses than there are controls between any two. */
const MOST_PRESSES = 60;

/** 1280 x 800 at a zoom of 200 %, and the smallest in which the sidebar has words. */
const SIZES = [
  { width: 640, height: 400 },
  { width: 900, height: 600 },
];

/** A form task whose form has a field of every kind. */
function taskOf({ control }: Platform) {
  const { messages } = control;
  const service = messages.serviceFor(kindsForm);
  return messages.make({ kind: 'FormTask', state: 'filling', service }).id;
}

/** What main keeps of the only form. */
async function keptBy(steward: Steward, connection: string, message: string) {
  const { drafts } = (await steward.call('formDrafts.list', { connection })) as {
    drafts: { who: string }[];
  };
  const target = { connection, who: drafts[0]?.who ?? 'my', message };
  const opened = await steward.call('formDrafts.open', target);
  const [form] = (opened as { draft: FormDraft }).draft.forms;
  if (form === undefined) throw new Error('Main keeps no form.');
  return { ...form, target };
}

/** As a person reaches it who has no mouse. */
async function tabTo(steward: Steward, wanted: Locator, by: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let press = 0; press < MOST_PRESSES; press += 1) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await steward.page.keyboard.press(by);
  }
  throw new Error(`${by} does not lead to ${String(wanted)}.`);
}

/** The open form is filled from a file with this XML. */
async function fillFrom(
  steward: Steward,
  texts: Texts,
  file: string,
  xml: string,
  kept: () => Promise<string>,
) {
  const { fill, isChanged, dialog } = formEditorPage(steward.page, texts);
  writeFileSync(file, xml);
  await steward.pick(async () => {
    const isAsked = await isChanged();
    await fill();
    if (isAsked)
      await dialog.getByRole('button', { name: texts.formEditor.fillAsk.action }).press('Enter');
  }, file);
  await expect.poll(kept).toBe(xml);
}

const withoutRows = (xml: string) => xml.replace(/\s*<Linje>[\s\S]*<\/Linje>/, '');
const rowsIn = (xml: string) =>
  [...xml.matchAll(/<Vare>(.*?)<\/Vare>/g)].map(([, one = '']) =>
    one.replace(/<!\[CDATA\[(.*)\]\]>/, '$1'),
  );

test('FLD-01 FLD-02 FLD-06 a form is filled in as fields by keyboard, and nothing but what was typed changes in its XML', async ({
  platform,
  openKeyring,
  start,
}) => {
  const message = taskOf(platform);
  const { env } = await openKeyring();
  const steward = await start({ keychain: 'system', env });
  const connection = await connectTo(steward, platform);
  await steward.call('settings.change', { language: 'nb' });
  const form = () => formFieldsPage(steward.page, nb);
  const editor = () => formEditorPage(steward.page, nb);
  const desk = () => formDeskPage(steward.page, nb);
  const t = nb.formFields;
  const { data } = kindsForm;
  const file = path.join(steward.downloads, 'skjema.xml');
  const press = (keys: string) => steward.page.keyboard.press(keys);
  const type = (text: string) => steward.page.keyboard.type(text);
  const shot = (name: string) => picture(steward.page, name);
  const kept = async () => (await keptBy(steward, connection, message)).xml;
  const becomes = (xml: string) => expect.poll(kept).toBe(xml);
  const over = async (field: Locator, text: string) => {
    await tabTo(steward, field);
    await press('ControlOrMeta+a');
    await type(text);
  };

  await desk().open(connection, message, 'forms');
  await form().text(/^Navn/).waitFor();
  // The platform lays XML out anew; this one has what nobody would write, and keeps it.
  await fillFrom(steward, nb, file, data, kept);
  await expect(form().text(/^Navn/)).toHaveValue('Fjord & Fjell Ås');
  await look(steward);
  await shot('opened');
  // One form alone has the width of its list, and there is one undo.
  const width = async () => (await form().text(/^Navn/).boundingBox())?.width;
  expect(await width()).toBeGreaterThanOrEqual(420);
  await expect(steward.page.getByRole('button', { name: t.undo, exact: true })).toHaveCount(1);
  const head = async () => (await editor().tools.boundingBox())?.y;
  const before = await head();

  // A value of every kind, as the language writes it; XML gets its own.
  await over(form().text(/^Navn/), 'A < B & Ås');
  await over(form().text(/^Belop/), '1 234,5');
  await over(form().text(/^Fra dato/), '24.12.2026');
  await tabTo(steward, form().choice(/^Er riktig/));
  await press('ArrowDown');
  await tabTo(steward, form().choice(/^Art/));
  await press('ArrowDown');
  await tabTo(steward, form().choice(/^Kommune/));
  await type('K31');
  await press('Enter');
  await over(form().text(/^Merknad/), 'Alt i orden');
  await press('Tab');
  const typed = data
    .replace('Fjord &amp; Fjell &#xC5;s', 'A &lt; B &amp; Ås')
    .replace('12.50', '1234.5')
    .replace('</Belop>\r\n', '</Belop>\r\n\t<FraDato>2026-12-24</FraDato>\r\n')
    .replace('<ErRiktig>1<', '<ErRiktig>false<')
    .replace('<Art>laks<', '<Art>torsk<')
    .replace(
      '</Art>\r\n',
      '</Art>\r\n    <Kommune>K31</Kommune>\r\n    <Merknad>Alt i orden</Merknad>\r\n',
    );
  await becomes(typed);
  await shot('typed');
  expect(await head()).toBe(before);

  // What is wrong is said at its field, gone to by one key, and mended.
  await over(
    form()
      .text(/^Pris, rad 2|^Pris, rad 1/)
      .first(),
    'mye',
  );
  await expect(form().said(t.values['not-number']).first()).toBeVisible();
  await tabTo(steward, form().text(/^Navn/), 'Shift+Tab');
  await press('F8');
  await expect(form().cell('Pris', 1)).toBeFocused();
  await shot('problem');
  await look(steward);
  await press('ControlOrMeta+a');
  await type('2,5');
  const mended = typed.replace('<Pris>1<', '<Pris>2.5<');
  await becomes(mended);
  await expect(form().said(t.problems.none)).toBeVisible();

  // Rows: another one, its copy, one place up, and gone.
  await tabTo(steward, form().addRow, 'Shift+Tab');
  await press('Enter');
  await expect(form().cell('Vare', 3)).toBeFocused();
  await type('tre');
  await expect.poll(async () => rowsIn(await kept())).toEqual(['en', 'to', 'tre']);
  const act = async (row: number, name: string) => {
    // From a cell of the row to what helps with it.
    await press('Alt+Enter');
    await expect(form().rowMenu(`Linje ${String(row)}`)).toBeFocused();
    await press('Enter');
    await tabTo(steward, form().act(name));
    await press('Enter');
  };
  await act(3, t.duplicate);
  await expect(form().cell('Vare', 4)).toBeFocused();
  await type('!');
  await expect.poll(async () => rowsIn(await kept())).toEqual(['en', 'to', 'tre', 'tre!']);
  await act(4, t.up);
  await expect.poll(async () => rowsIn(await kept())).toEqual(['en', 'to', 'tre!', 'tre']);
  await expect(form().cell('Vare', 3)).toBeFocused();
  await act(3, t.removeRow);
  await expect(form().cell('Vare', 3)).toBeFocused();
  await expect.poll(async () => rowsIn(await kept())).toEqual(['en', 'to', 'tre']);
  expect(withoutRows(await kept())).toBe(withoutRows(mended));
  await shot('rows');

  // The same text and the same undo as XML, both ways.
  const all = await kept();
  await tabTo(steward, form().mode('fields'), 'Shift+Tab');
  await press('ArrowRight');
  await expect(editor().line('A &lt; B &amp; Ås')).toBeVisible();
  await editor().text.focus();
  await press('ControlOrMeta+z');
  await expect.poll(async () => rowsIn(await kept())).toEqual(['en', 'to', 'tre!', 'tre']);
  await press('ControlOrMeta+Home');
  await type(' ');
  await expect.poll(kept).toMatch(/^ /);
  await press('Escape');
  await press('Tab');
  await tabTo(steward, editor().tools.getByRole('radio', { checked: true }), 'Shift+Tab');
  await press('ArrowLeft');
  await expect(form().text(/^Navn/)).toHaveCount(0);
  await expect(form().said(t.broken)).toBeVisible();
  await shot('broken');
  await press('ArrowRight');
  await editor().text.focus();
  await press('ControlOrMeta+z');
  await press('Escape');
  await press('Tab');
  await tabTo(steward, editor().tools.getByRole('radio', { checked: true }), 'Shift+Tab');
  await press('ArrowLeft');
  await tabTo(steward, form().text(/^Navn/));
  for (let now = await kept(); now !== data; now = await kept()) {
    const before = now;
    await press('ControlOrMeta+z');
    await expect.poll(kept).not.toBe(before);
  }
  for (let now = await kept(); now !== all; now = await kept()) {
    const before = now;
    await press('ControlOrMeta+y');
    await expect.poll(kept).not.toBe(before);
    if (rowsIn(before).length === 4) break;
  }

  // Killed: all of it is there again, and is saved.
  await expect(
    editor()
      .said(/Lagret på denne maskinen/)
      .first(),
  ).toBeVisible();
  const last = await kept();
  await steward.restart();
  await desk().open(connection, message, 'forms');
  await expect(form().text(/^Navn/)).toHaveValue('A < B & Ås');
  await expect(form().text(/^Belop/)).toHaveValue('1234,5');
  await expect(form().text(/^Fra dato/)).toHaveValue('24.12.2026');
  await expect(form().choice(/^Er riktig/)).toHaveValue('false');
  await expect(form().choice(/^Kommune/)).toHaveValue('K31');
  expect(await kept()).toBe(last);
  await press('Alt+3');
  await expect(desk().save).toBeEnabled();
  await press('ControlOrMeta+s');
  await expect(form().said(nb.formDesk.check.saved)).toBeVisible();
  expect(platform.control.messages.find(message)?.forms[0]?.data).toBe(last);
  expect(steward.complaints).toEqual([]);
});

for (const [language, t] of [
  ['en', en],
  ['nb', nb],
] as const) {
  test(
    `FLD-06 in ${language} the fields of a form fit small windows, and in a large one nothing but their list scrolls`,
    { tag: ['@looks', '@work-list'] },
    async ({ connected: steward, platform }) => {
      const { page } = steward;
      await steward.call('settings.change', { language });
      const { chosen } = (await steward.call('app.start', {})) as { chosen: string };
      const message = taskOf(platform);
      const form = formFieldsPage(page, t);
      await formDeskPage(page, t).open(chosen, message, 'forms');
      await form.text(/^Navn/).waitFor();
      const scrolling = () =>
        page.getByRole('main').evaluate((main) =>
          [main, main.querySelector('[data-editor]')?.shadowRoot ?? main]
            .flatMap((root, at, all) =>
              all.indexOf(root) === at ? [...root.querySelectorAll<HTMLElement>('*')] : [],
            )
            .filter(
              (one) =>
                one.scrollHeight > one.clientHeight + 1 &&
                /auto|scroll/.test(getComputedStyle(one).overflowY) &&
                one.tagName !== 'TEXTAREA' &&
                one.checkVisibility(),
            )
            .map((one) => one.classList[0]),
        );
      expect(await scrolling()).toEqual(['rows']);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        // Never two beside each other: all of the step scrolls, and its fields with it.
        expect(await scrolling()).toEqual(['step']);
        // What is far below is drawn where it is gone to.
        await form.list.evaluate((list) => {
          const step = list.closest('.step');
          step?.scrollTo(0, step.scrollHeight);
        });
        const belowLast = () =>
          form.list.evaluate((list) => {
            const rows = [...list.querySelectorAll('[data-row]')];
            const end = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom));
            return Math.round(list.getBoundingClientRect().bottom - end);
          });
        await expect.poll(belowLast, { timeout: 8000 }).toBeLessThan(3);
        await picture(page, `${String(size.width)}`);
        expect(await faultsInLayout(page)).toEqual([]);
        // So it is with its XML.
        await form.mode('xml').click({ force: true });
        await expect(page.locator('[data-editor] .cm-content')).toContainText('Skjema');
        await expect.poll(scrolling).toEqual(['step']);
        await picture(page, `xml-${String(size.width)}`);
        await form.mode('fields').click({ force: true });
        await form.text(/^Navn/).waitFor();
      }
      await look(steward);
    },
  );
}

test('FLD-03 what does not fit the schema of a form is shown as it is, and nothing is dropped', async ({
  connected: steward,
  platform,
  folder,
}) => {
  const { page } = steward;
  const { chosen: connection } = (await steward.call('app.start', {})) as { chosen: string };
  const message = taskOf(platform);
  const form = formFieldsPage(page, en);
  const editor = formEditorPage(page, en);
  const desk = formDeskPage(page, en);
  const kept = async () => (await keptBy(steward, connection, message)).xml;
  const fill = (xml: string) => fillFrom(steward, en, path.join(folder, 'skjema.xml'), xml, kept);
  await desk.open(connection, message, 'forms');
  await form.text(/^Navn/).waitFor();

  const strange = kindsForm.data.replace('<Linje>', '<Ukjent a="1">x<!-- y --></Ukjent><Linje>');
  await fill(strange);
  await expect(form.said('<Ukjent a="1">x<!-- y --></Ukjent>')).toBeVisible();
  await expect(form.said(en.formFields.raw.misfit)).toBeVisible();
  await picture(page, 'strange');
  await look(steward);
  await form.text(/^Navn/).fill('Ny');
  await expect.poll(kept).toBe(strange.replace('Fjord &amp; Fjell &#xC5;s', 'Ny'));
  await form.editXml.press('Enter');
  await expect(editor.line('<Ukjent a="1">')).toBeVisible();
});

test('FLD-06 a form takes values from another form, a file and the template, and Ctrl+Z takes them back at once', async ({
  connected: steward,
  platform,
}, info) => {
  const { page } = steward;
  const { messages } = platform.control;
  const service = messages.serviceFor(kindsForm);
  const [, message] = [1, 2].map(
    () => messages.make({ kind: 'FormTask', state: 'filling', service }).id,
  );
  const { chosen } = (await steward.call('app.start', {})) as { chosen: string };
  const form = formFieldsPage(page, en);
  const t = en.formFields.fill;
  const { template } = en.manyForms;
  const dialog = dialogOf(page, t.title);
  const name = form.text(/^Navn/);
  const source = (of: keyof typeof t.sources) => segment(dialog.window, t.sources[of]);
  const act = async (words: string) => {
    await button(page, en.formEditor.more).click();
    await form.act(words).click();
  };
  const fill = async (of: keyof typeof t.sources) => {
    await act(t.open);
    await source(of).press('Space');
  };
  const take = () => dialog.button(t.action).click();
  const type = async (text: string) => {
    await name.fill(text);
    await name.press('Tab');
  };

  await formDeskPage(page, en).open(chosen, message ?? '', 'forms');
  await name.waitFor();
  const first = await name.inputValue();
  await type('Skrevet her');
  await fill('form');
  await expect(dialog.window).toContainText(t.text);
  await look(steward);
  await take();
  await expect(name).toHaveValue(first);
  // Where the keys are after the dialog, they are the form's.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(name).toHaveValue('Skrevet her');

  const file = path.join(info.outputDir, 'annet.xml');
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(file, kindsForm.data.replace('Fjord &amp; Fjell &#xC5;s', 'Fra fil'));
  await fill('file');
  await steward.pick(() => dialog.button(t.choose).click(), file);
  await expect(dialog.window).toContainText('annet.xml');
  await take();
  await expect(name).toHaveValue('Fra fil');

  // The template: kept, taken from, replaced, begun with, and removed.
  await act(template.keep);
  await expect(page.getByText(template.kept1)).toBeVisible();
  await type('Noe annet');
  await fill('kept');
  await take();
  await expect(name).toHaveValue('Fra fil');
  await type('Ny mal');
  await act(template.replace);
  await type('Enda noe');
  await fill('kept');
  await take();
  await expect(name).toHaveValue('Ny mal');
  const start = formStartPage(page, en);
  await start.open(service);
  await start.many.check();
  await expect(start.template).toHaveValue('kept');

  await formDeskPage(page, en).open(chosen, message ?? '', 'forms');
  await act(template.remove);
  await expect(page.getByText(template.removed)).toBeVisible();
  await act(t.open);
  await expect(source('file')).toBeAttached();
  await expect(source('kept')).toHaveCount(0);
  await dialog.button(en.words.cancel).click();
});
