// Many forms from a spreadsheet, and one form's own content: columns, lines, the template, the start.
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FormRow } from '../../preload/contract/many-forms.ts';
import type { Service } from '../../preload/contract/metadata.ts';
import { eventually, main, show } from './support/browser.ts';
import StartService from '../../renderer/screens/messages/StartService.svelte';
import { en } from '../../renderer/texts/en.ts';
import {
  ACTOR,
  CONNECTION,
  makeAttachment,
  makeMessage,
  notFound,
  refused,
} from './support/form-answers.ts';

const t = en.manyForms;
const file = en.formStart.file;
const TABLE = { handle: 'file-aaaaaaaaaaaaaaaaaaaa', name: 'forms.csv' };
const XML_FILE = { handle: 'file-bbbbbbbbbbbbbbbbbbbb', name: 'template.xml' };
const FORM = {
  connection: 'c-1',
  ...{ code: '1234', edition: 2, dataFormatId: '10', dataFormatVersion: '3' },
};
const field = (path: string, label: string, required = false) => ({
  path,
  label,
  above: [],
  required,
});
const NAME = field('/Skjema/Navn', 'Name', true);
const AMOUNT = field('/Skjema/Belop', 'Amount');
const line = (number: number, problems: FormRow['problems'] = [], more = 0): FormRow => ({
  line: number,
  title: `Quay ${String(number)}`,
  problems,
  problemCount: problems.length + more,
});
const wrong = (kind: FormRow['problems'][number]['kind'], more: object = {}) => ({
  column: 1,
  path: AMOUNT.path,
  field: 'Amount',
  message: '',
  kind,
  ...more,
});

let rows: FormRow[];
let hasTemplate: boolean;
let headingLine: number | undefined;
const planned = () => main.calls('manyForms.plan');

beforeEach(() => {
  rows = [line(2), line(3, [wrong('value', { value: 'integer' })], 2), line(4)];
  hasTemplate = false;
  headingLine = undefined;
  main.alwaysFails('reference.service', notFound);
  main.always('jobs.list', () => []);
  main.always('files.choose', ({ purpose }) => (purpose === 'form-table' ? TABLE : XML_FILE));
  main.always('files.readings', () => ({ charset: 'utf-8', readings: [] }));
  main.always('manyForms.kept', () => ({
    template: hasTemplate ? { bytes: 120 } : null,
    headings: [],
  }));
  main.always('manyForms.keep', ({ template }) => {
    hasTemplate = template !== null;
    return {};
  });
  main.always('manyForms.plan', ({ mapping, nameBy }) => ({
    name: TABLE.name,
    columns: [
      { heading: 'Who', samples: ['Quay 2', 'Quay 3'] },
      { heading: '', samples: ['7'] },
    ],
    fields: [NAME, AMOUNT],
    mapping: mapping ?? [{ column: 0, path: NAME.path }],
    mappingFrom: mapping === undefined ? 'headings' : 'given',
    nameBy: nameBy ?? 0,
    rows,
    valid: rows.filter(({ problemCount }) => problemCount === 0).length,
    digest: 'c'.repeat(64),
    ...(headingLine !== undefined && { headingLine }),
    problem: null,
  }));
});

const lines = () => page.getByRole('listbox', { name: t.dry.list }).getByRole('option');
const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const button = (name: string) => page.getByRole('button', { name });
const showStart = (again?: string) =>
  show(StartService, {
    connection: CONNECTION,
    actor: ACTOR,
    reference: { code: '1234', edition: 2 },
    again,
  });
async function open(how: string) {
  showStart();
  await page.getByText(how, { exact: true }).click();
  await page.getByLabelText(file.formatId).fill('10');
  await page.getByLabelText(file.formatVersion).fill('3');
  await userEvent.tab();
}
async function openMany() {
  await open(t.how);
  await press(t.choose);
  await expect.element(page.getByText(t.dry.ready(2))).toBeVisible();
}

it('FLD-17 headings below a title are told with their line, and nothing is told of those in the first', async () => {
  await openMany();
  await expect.element(page.getByText(en.changeFile.headings(3))).not.toBeInTheDocument();
  headingLine = 3;
  await press(t.other);
  await expect.element(page.getByText(en.changeFile.headings(3))).toBeVisible();
});

describe('columns', () => {
  it('are shown with samples and the field that was found; one without a heading has its number', async () => {
    await openMany();
    await expect
      .element(page.getByRole('combobox', { name: t.mapping.fieldOf('Who') }))
      .toHaveValue('Name');
    await expect.element(page.getByText('Quay 2 · Quay 3')).toBeVisible();
    const second = page.getByRole('combobox', {
      name: t.mapping.fieldOf(t.mapping.unnamed(2)),
    });
    await expect.element(second).toBeVisible();
    await expect.element(page.getByText(t.mapping.text.headings)).toBeVisible();
    await expect.element(page.getByText(t.mapping.count(1, 2))).toBeVisible();
  });

  it('brought to another field are tried anew, and a field keeps one column', async () => {
    await openMany();
    const before = planned().length;
    await page
      .getByRole('combobox', { name: t.mapping.fieldOf(t.mapping.unnamed(2)) })
      .fill('Name');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(planned()).toHaveLength(before + 1));
    expect(planned().at(-1)?.input.mapping).toEqual([{ column: 1, path: NAME.path }]);
  });
});

describe('lines', () => {
  it('with problems come first, each with its column, what is wrong, and how much more', async () => {
    await openMany();
    const first = lines().first();
    await expect.element(first).toHaveTextContent('Quay 3');
    await expect
      .element(first)
      .toHaveTextContent(`Amount: ${en.xsd.issueKinds.integer} ${t.dry.more(2)}`);
    await expect.element(page.getByText(t.dry.wrong(1))).toBeVisible();
    await expect.element(page.getByText(t.dry.leftOut)).toBeVisible();
  });

  it.each([
    ['twice', wrong('twice', { message: '2' }), t.dry.twice(2)],
    ['too long', wrong('too-long'), t.dry.long],
    ['without a place', wrong('place'), t.dry.place],
    ['ambiguous', wrong('value', { value: 'ambiguous' }), t.dry.ambiguous],
    ['with a character XML cannot hold', wrong('value', { value: 'character' }), t.dry.character],
    ['empty', wrong('value', { value: 'empty' }), en.xsd.issueKinds.empty],
  ])('that are %s say so', async (_what, problem, words) => {
    rows = [line(2), line(3, [problem]), line(4)];
    await openMany();
    await expect.element(lines().first()).toHaveTextContent(words);
  });

  it('are none where the forms cannot be checked, and nothing can be sent', async () => {
    main.always('manyForms.plan', () => ({
      ...{ name: TABLE.name, columns: [], fields: [], mapping: [], mappingFrom: 'headings' },
      ...{ nameBy: null, rows: [], valid: 0, digest: 'c'.repeat(64) },
      problem: { kind: 'doctype', message: 'It has a DOCTYPE.' },
    }));
    await open(t.how);
    await press(t.choose);
    await expect.element(page.getByText(t.dry.unchecked)).toBeVisible();
    await expect.element(button(t.save(0))).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByText(t.reasons['no-lines'])).toBeVisible();
  });
});

describe('the template', () => {
  it('of a file is kept for the next time, used, and removed', async () => {
    await openMany();
    const choice = page.getByRole('combobox', { name: t.template.label });
    await choice.selectOptions(t.template.file);
    await expect.element(page.getByText(t.reasons['no-template'])).toBeVisible();
    await press(t.template.choose);
    await eventually(() =>
      expect(planned().at(-1)?.input.template).toEqual({ from: 'file', file: XML_FILE.handle }),
    );
    await press(t.template.keep);
    await expect.element(choice).toHaveValue('kept');
    expect(main.last('manyForms.keep').input).toEqual({
      ...FORM,
      template: { file: XML_FILE.handle },
    });
    await eventually(() => expect(planned().at(-1)?.input.template).toEqual({ from: 'kept' }));
    await press(t.template.remove);
    await expect.element(choice).toHaveValue('schema');
    expect(main.last('manyForms.keep').input).toEqual({ ...FORM, template: null });
  });

  it('that is kept already is what forms begin with', async () => {
    hasTemplate = true;
    await openMany();
    expect(planned().at(-1)?.input.template).toEqual({ from: 'kept' });
    await expect
      .element(page.getByRole('combobox', { name: t.template.label }))
      .toHaveValue('kept');
  });

  it('that cannot be kept says why, and the file stays the one that is used', async () => {
    main.alwaysFails('manyForms.keep', refused);
    await openMany();
    const choice = page.getByRole('combobox', { name: t.template.label });
    await choice.selectOptions(t.template.file);
    await press(t.template.choose);
    await press(t.template.keep);
    await expect.element(page.getByText(t.template.failed)).toBeVisible();
    await expect.element(choice).toHaveValue('file');
  });
});

describe('the start', () => {
  it('sends what was tried, and how many of it are valid', async () => {
    await openMany();
    await page.getByText(t.then['await-signature'], { exact: true }).click();
    await press(t.send(2));
    expect(main.last('jobs.startForms').input).toMatchObject({
      ...FORM,
      who: ACTOR.who,
      file: TABLE.handle,
      template: { from: 'schema' },
      mapping: [{ column: 0, path: NAME.path }],
      then: 'await-signature',
      count: 2,
      digest: 'c'.repeat(64),
    });
    main.last('jobs.startForms').fail(refused);
    await expect.element(page.getByText(t.starting)).toBeVisible();
  });
});

describe("one form from content of one's own", () => {
  const start = button(en.formStart.start);
  const CHECKED = {
    ...{ name: '', bytes: 120, valid: true, issues: [], total: 0, problem: null },
    origin: { from: 'platform', fetched: '2026-03-01T00:00:00.000Z' },
  } as const;

  it('begins with the template where one is kept, checked against the XSD', async () => {
    hasTemplate = true;
    main.always('xsd.validate', () => CHECKED);
    await open(en.formStart.how.own);
    await expect.element(start).toHaveAttribute('aria-disabled', 'true');
    await press(file.template);
    await expect.element(page.getByText(t.template.kept, { exact: true })).toBeVisible();
    await expect.element(page.getByText(file.valid)).toBeVisible();
    expect(main.last('xsd.validate').input).toEqual({ ...FORM, template: 'kept' });
    await start.click();
    expect(main.last('messages.create').input).toMatchObject({
      forms: [{ dataFormatId: '10', dataFormatVersion: '3', template: 'kept' }],
    });
  });

  it('takes a file in the place of the template', async () => {
    hasTemplate = true;
    main.always('xsd.validate', () => CHECKED);
    await open(en.formStart.how.own);
    await press(file.template);
    await press(file.other);
    await expect.element(page.getByText(XML_FILE.name)).toBeVisible();
    await start.click();
    expect(main.last('messages.create').input).toMatchObject({
      forms: [{ dataFormatId: '10', dataFormatVersion: '3', file: XML_FILE.handle }],
    });
  });

  it('has no template to offer where none is kept', async () => {
    await open(en.formStart.how.own);
    await expect.element(button(file.choose)).toBeVisible();
    expect(button(file.template).elements()).toHaveLength(0);
  });
});

/** Two forms of the service in the message box, the newest first, and what each has. */
function answerEarlier(dataFormatVersion = '3') {
  const state = { state: 'archived-form', word: 'Arkivert' } as const;
  const earlier = ['2026-02-03', '2026-01-02'].map((day, n) =>
    makeMessage({
      ...{ id: `e${String(n + 1)}`, subject: `Ferry ${day}`, status: state },
      lastChanged: `${day}T09:00:00.000Z`,
      attachments: [makeAttachment('1'), makeAttachment('2')],
    }),
  );
  main.always('messages.list', () => ({
    messages: earlier,
    completeness: { complete: true, because: null, calls: 1 },
  }));
  main.always(
    'messages.get',
    ({ message }) => earlier.find(({ id }) => id === message) ?? makeMessage(),
  );
  main.always('forms.get', ({ form }) => ({
    ...{ id: form, word: '', name: '', validationStatus: null, hasData: true },
    type: form === '1' ? 'main-form' : 'sub-form',
    ...{ dataFormatId: form === '1' ? '10' : '20', dataFormatVersion },
  }));
}
const choice = page.getByRole('combobox', { name: t.template.label });
let before = 0;
/** What this test has started. */
const started = () => main.calls('messages.create').slice(before);
beforeEach(() => {
  before = main.calls('messages.create').length;
});

describe('FLD-29 an earlier form', () => {
  it('is what each form begins with: the newest of the service, or another one', async () => {
    answerEarlier();
    await openMany();
    await choice.selectOptions(t.template.message);
    await eventually(() =>
      expect(planned().at(-1)?.input.template).toEqual({ from: 'message', message: 'e1' }),
    );
    const earlier = page.getByRole('combobox', { name: t.template.earlier });
    await earlier.selectOptions('e2');
    await eventually(() =>
      expect(planned().at(-1)?.input.template).toEqual({ from: 'message', message: 'e2' }),
    );
    await press(t.save(2));
    expect(main.last('jobs.startForms').input.template).toEqual({ from: 'message', message: 'e2' });
  });

  it('is none where the box has none, and then nothing is begun', async () => {
    main.always('messages.list', () => ({
      messages: [],
      completeness: { complete: true, because: null, calls: 1 },
    }));
    await openMany();
    await choice.selectOptions(t.template.message);
    await expect.element(page.getByText(t.template.noEarlier)).toBeVisible();
    await expect.element(page.getByText(t.reasons['no-earlier'])).toBeVisible();
  });

  it('that the platform prefills is started once, and is what each form begins with', async () => {
    main.always('messages.create', () => ({ id: 'p1' }));
    await openMany();
    await choice.selectOptions(t.template.prefilled);
    await expect.element(page.getByText(t.reasons['no-prefilled'])).toBeVisible();
    expect(started()).toHaveLength(0);
    await press(t.template.prefill);
    await expect.element(page.getByText(t.template.ready, { exact: true })).toBeVisible();
    await eventually(() =>
      expect(planned().at(-1)?.input.template).toEqual({ from: 'message', message: 'p1' }),
    );
    expect(started().map(({ input }) => [input.then, input.forms])).toEqual([['fill-in', []]]);
  });

  it('whose start got no answer is looked for, and not started again', async () => {
    answerEarlier();
    main.alwaysFails('messages.create', { kind: 'outcome-unknown', message: '', reference: '' });
    await openMany();
    await choice.selectOptions(t.template.prefilled);
    await press(t.template.prefill);
    await expect.element(page.getByText(en.formStart.unknown.title)).toBeVisible();
    expect(started()).toHaveLength(1);
  });
});

it('FLD-29 forms are named by the column that was found, or by another one', async () => {
  await openMany();
  const name = page.getByLabelText(t.dry.nameBy);
  await expect.element(name).toHaveValue('0');
  await name.selectOptions('1');
  await eventually(() => expect(planned().at(-1)?.input.nameBy).toBe(1));
  await press(t.save(2));
  expect(main.last('jobs.startForms').input.nameBy).toBe(1);
});

/** Of an edition that has ended. */
const SERVICE: Service = {
  ...{ ownerCode: 'STE', ownerName: 'The office', name: 'Ferries', code: '1234', edition: 2 },
  ...{ validFrom: '2021-01-01T00:00:00Z', validTo: '2025-12-31T00:00:00Z' },
  ...{ kind: 'formtask', type: 'FormTask', restEnabled: true },
  ...{ eusEnabled: true, enterpriseUserEnabled: true, steps: [], attachmentRules: [] },
  forms: [
    {
      ...{ formId: 1, name: 'Timetable', dataFormatProvider: 'model', formType: 'MainForm' },
      ...{ dataFormatId: '10', dataFormatVersion: '3', onlyXsdValidation: false },
    },
  ],
};

describe('FLD-29 a form that is used again', () => {
  const { earlier, how, reasons } = en.formStart;
  const start = button(en.formStart.start);
  const found = { valid: true, issues: [], total: 0, problem: null };
  beforeEach(() => {
    main.always('xsd.validate', () => ({
      ...{ name: '', bytes: 120, ...found },
      origin: { from: 'platform', fetched: '2026-03-01T00:00:00.000Z' },
    }));
  });

  it('is checked, says what is left behind, and begins a draft by a press alone', async () => {
    answerEarlier();
    showStart('e1');
    await expect.element(page.getByText(how.earlier)).toBeVisible();
    await expect.element(page.getByText(/^Ferry 2026-02-03/)).toBeVisible();
    await expect.element(page.getByText(earlier.left(2, 1))).toBeVisible();
    await expect.element(page.getByText(file.valid)).toBeVisible();
    const from = { who: ACTOR.who, message: 'e1' };
    expect(main.last('xsd.validate').input).toEqual({ ...FORM, earlier: from });
    expect(started()).toHaveLength(0);
    expect(main.calls('messages.get').every(({ input }) => input.markAsRead !== true)).toBe(true);
    await start.click();
    expect(main.last('messages.create').input).toMatchObject({
      then: 'fill-in',
      forms: [{ dataFormatId: '10', dataFormatVersion: '3', earlier: 'e1' }],
    });
  });

  it('whose version the service does not take any more says so before anything is begun', async () => {
    answerEarlier('2');
    main.always('reference.service', () => ({
      ...{ service: SERVICE, raw: '', keptSchemas: [], before: null },
      origin: { from: 'platform', fetched: '2026-03-01T00:00:00.000Z' },
    }));
    const checked = main.calls('xsd.validate').length;
    showStart('e1');
    await expect.element(page.getByText(earlier.notTaken)).toBeVisible();
    await expect.element(page.getByText(earlier.other('10/2', '10/3'))).toBeVisible();
    await expect.element(page.getByText(en.formStart.warnings.ended)).toBeVisible();
    await expect.element(page.getByText(reasons['not-taken'], { exact: true })).toBeVisible();
    await expect.element(start).toHaveAttribute('aria-disabled', 'true');
    expect(main.calls('xsd.validate')).toHaveLength(checked);
  });

  it('is what many forms begin with', async () => {
    answerEarlier();
    showStart('e2');
    await page.getByText(t.how, { exact: true }).click();
    await press(t.choose);
    await expect.element(page.getByText(t.dry.ready(2))).toBeVisible();
    await expect.element(choice).toHaveValue('message');
    expect(planned().at(-1)?.input).toMatchObject({
      ...FORM,
      template: { from: 'message', message: 'e2' },
    });
  });
});
