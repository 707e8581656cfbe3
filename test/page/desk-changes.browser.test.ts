// What saving would change, by form: field by field where both fit the schema, else by the lines of the XML.
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { main, show } from './support/browser.ts';
import DeskChanges from '../../renderer/screens/messages/DeskChanges.svelte';
import DeskSaving from '../../renderer/screens/messages/DeskSaving.svelte';
import { FormDesk } from '../../renderer/screens/messages/form-desk.svelte.ts';
import { en } from '../../renderer/texts/en.ts';
import type { Service } from '../../preload/contract/metadata.ts';
import { group, leaf } from '../support/outlines.ts';
import {
  ACTOR,
  answerForm,
  CONNECTION,
  makeDraft,
  makeDraftForm,
  makeMessage,
  notFound,
  TARGET,
} from './support/form-answers.ts';

const t = en.formDesk.check;
const OUTLINE = [
  group(0, 'Skjema'),
  leaf(1, 'Beloep', 'decimal'),
  group(1, 'Linje', { min: 0, max: 9 }),
  leaf(2, 'Vare'),
];
const BEFORE = '<Skjema><Beloep>1</Beloep><Linje><Vare>fisk</Vare></Linje></Skjema>';

beforeEach(() => {
  main.always('xsd.view', () => ({
    text: '',
    bytes: 0,
    origin: { from: 'platform', fetched: '2026-03-01T00:00:00.000Z' },
    outline: OUTLINE,
    cut: false,
    problem: null,
  }));
});

async function showDraft(before: string, after: string) {
  const answers = answerForm(main);
  answers.xml = { '1': before };
  answers.draft = makeDraft(makeDraftForm('1', { xml: after }));
  const desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
  await desk.load();
  await desk.draft.load();
  await desk.saving.load();
  return show(DeskChanges, { desk });
}
const rows = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim()),
  );

it('names each field with what the platform has and what the draft has', async () => {
  await showDraft(
    BEFORE,
    BEFORE.replace('>1<', '>1234.5<').replace(
      '</Linje>',
      '</Linje><Linje><Vare>brød</Vare></Linje>',
    ),
  );
  await page.getByText('2 fields differ').click();
  await expect.element(page.getByRole('columnheader', { name: t.platformHas })).toBeVisible();
  expect(rows()).toEqual([
    ['Beloep', '1', '1234.5'],
    ['Linje 2 › Vare', '–', 'brød'],
  ]);
  expect(page.getByText(t.differs(1)).elements()).toHaveLength(0);
});

it.each([
  ['one of them is another form', BEFORE, '<Annet/>'],
  ['one of them is no XML', BEFORE, '<Skjema>'],
  ['no field is another', BEFORE, BEFORE.replace('<Linje>', '<!-- ny --><Linje>')],
])('shows the lines of the XML where %s', async (_what, before, after) => {
  await showDraft(before, after);
  await page.getByText(t.differs(1)).click();
  await expect.element(page.getByText(after, { exact: true })).toBeVisible();
  expect(rows()).toEqual([]);
});

it('shows the lines of the XML where there is no schema', async () => {
  main.alwaysFails('xsd.view', notFound);
  await showDraft(BEFORE, BEFORE.replace('>1<', '>2<'));
  await expect.element(page.getByText(t.differs(1))).toBeVisible();
});

const service = (...steps: readonly string[]): Service => ({
  ...{ ownerCode: 'HAV', ownerName: 'Havneverket', name: 'Ferry timetable', code: '1234' },
  ...{ edition: 2, validFrom: null, validTo: null, kind: 'formtask', type: 'FormTask' },
  ...{ restEnabled: true, eusEnabled: null, enterpriseUserEnabled: null },
  forms: [],
  steps: steps.map((name) => ({ name, securityLevel: 3 })),
  attachmentRules: [],
});

it.each([
  [
    'that ends in a signature says where its text is shown',
    ['Utfylling', 'Signering'],
    'filling-in',
    1,
  ],
  ['that is signed already does not', ['Utfylling', 'Signering'], 'signing', 0],
  ['without a signature does not', ['Utfylling'], 'filling-in', 0],
] as const)('a form %s', async (_what, steps, state, count) => {
  const answers = answerForm(main);
  answers.message = makeMessage({ status: { state, word: '' } });
  main.always('reference.service', () => ({
    service: service(...steps),
    raw: '{}',
    keptSchemas: [],
    origin: { from: 'platform', fetched: '2026-03-01T00:00:00.000Z' },
    before: null,
  }));
  const desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
  await desk.load();
  await desk.draft.load();
  await desk.saving.load();
  show(DeskSaving, { desk });
  await expect.element(page.getByText(t.what)).toBeVisible();
  expect(page.getByText(t.signedLater).elements()).toHaveLength(count);
});
