// The forms of a message while they are edited: what is typed is lost nowhere, and goes to the disk in order.
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DraftForm, FormDraft, TextChange } from '../../preload/contract/form-drafts.ts';
import type { Message } from '../../preload/contract/messages.ts';
import type { Failure } from '../../preload/result.ts';
import type { FormDesk } from '../../renderer/screens/messages/form-desk.svelte.ts';
import type { FormText } from '../../renderer/screens/messages/form-text.svelte.ts';
import type { FormTexts } from '../../renderer/screens/messages/form-texts.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { AT, makeConnection, offline } from './support/samples.ts';
import { startPage } from './support/start.ts';

const OWN = '974760673';
const LATER = '2026-03-02T09:00:00.000Z';
const FORMAT = { dataFormatId: '100', dataFormatVersion: '1' };
const FILE = 'file-aaaaaaaaaaaaaaaaaaaa';
const conflict: Failure = { kind: 'conflict', message: 'It is another one.', reason: '' };

const makeMessage = (more: Partial<Message> = {}): Message => ({
  id: 'a1',
  subject: 'Payroll',
  status: { state: 'filling-in', word: 'Utfylling' },
  type: { kind: 'form-task', word: 'FormTask' },
  lastChanged: AT,
  lastChangedBy: null,
  serviceOwner: null,
  sender: null,
  serviceCode: null,
  serviceEdition: null,
  replyOptions: [],
  summary: null,
  body: null,
  archiveReference: null,
  originalId: null,
  forms: [
    { id: '11', name: 'Main' },
    { id: '12', name: 'Sub' },
  ],
  attachments: [],
  can: {
    print: false,
    signingText: false,
    portal: false,
    archiveReference: false,
    metadata: false,
    validate: false,
    archive: false,
    confirm: 'no',
    payment: false,
  },
  printsAs: null,
  ...more,
});
const makeForm = (key: string, more: Partial<DraftForm> = {}): DraftForm => ({
  key,
  form: key.startsWith('new') ? null : key,
  type: key === '11' ? 'main-form' : 'sub-form',
  name: `Form ${key}`,
  ...FORMAT,
  xml: `<f${key}/>`,
  revision: 1,
  changed: false,
  removed: false,
  ...more,
});
const makeDraft = (forms: readonly DraftForm[], more: Partial<FormDraft> = {}): FormDraft => ({
  who: OWN,
  message: 'a1',
  subject: 'Payroll',
  expected: AT,
  changed: AT,
  forms: [...forms],
  ...more,
});

let page: Page;
let message: Message;
/** The draft on the disk, which main keeps. */
let disk: FormDraft | null;
let desk: FormDesk;
let texts: FormTexts;
let textsOf: (desk: FormDesk) => FormTexts;

const onDisk = (key: string) => disk?.forms.find((form) => form.key === key);
/** A form on the disk becomes another one. */
function put(form: DraftForm): { form: DraftForm } {
  const others = disk?.forms.filter(({ key }) => key !== form.key) ?? [];
  disk = makeDraft([...others, form], { expected: disk?.expected ?? message.lastChanged });
  return { form };
}
function edited(xml: string, changes: readonly TextChange[]): string {
  const pieces: string[] = [];
  let rest = 0;
  for (const { from, to, insert } of changes) {
    pieces.push(xml.slice(rest, from), insert);
    rest = to;
  }
  return pieces.join('') + xml.slice(rest);
}
/** Main puts what is typed on the disk at once. */
function keepEdits(): void {
  page.main.always('formDrafts.edit', ({ key, changes }) => {
    const before = onDisk(key) ?? makeForm(key);
    const xml = edited(before.xml, changes);
    const { form } = put({ ...before, xml, revision: before.revision + 1, changed: true });
    return { revision: form.revision, changed: true };
  });
}
const edits = () => page.main.calls('formDrafts.edit');
const begun = () => page.main.calls('formDrafts.begin').map(({ input }) => input.form);

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(AT) });
  page = await openPage({ address: '#/c-1/work-list/a1+forms' });
  const connection = makeConnection('c-1');
  await startPage(page, { connections: [connection], chosen: 'c-1' });
  const { FormDesk: Desk } = await import('../../renderer/screens/messages/form-desk.svelte.ts');
  ({ textsOf } = await import('../../renderer/screens/messages/form-texts.svelte.ts'));
  message = makeMessage();
  disk = null;
  page.main.always('messages.get', () => message);
  page.main.always('formDrafts.open', () => ({ draft: disk }));
  page.main.always('formDrafts.begin', ({ form }) => {
    disk ??= makeDraft([], { expected: message.lastChanged });
    const there = onDisk(form);
    return there === undefined ? put(makeForm(form)) : { form: there };
  });
  page.main.always('formDrafts.drop', () => {
    disk = null;
    return {};
  });
  page.asWindow(() => {
    const name = connection.organisationName;
    desk = new Desk(
      connection,
      { who: OWN, name, kind: 'organisation', organisationNumber: OWN, own: true },
      'a1',
    );
  });
  await desk.load();
  texts = textsOf(desk);
});

/** Chosen and there. */
async function open(key: string): Promise<FormText> {
  await texts.choose(key);
  if (texts.text?.key !== key) throw new Error(`${key} is not open.`);
  return texts.text;
}
/** What the editor tells of a key press, at the beginning of the text. */
function type(text: FormText, typed: string): void {
  text.document.onchange([{ from: 0, to: 0, insert: typed }]);
}
const row = (key: string) => {
  const found = texts.rows.find((one) => one.key === key);
  if (found === undefined) throw new Error(`There is no form ${key}.`);
  return found;
};
const statusOf = (key: string) => texts.rows.find((row) => row.key === key)?.status;

describe('choosing a form', () => {
  it('opens it once: what was typed and undone is there after another was looked at, also on another step', async () => {
    keepEdits();
    const first = await open('11');
    type(first, 'a');
    await open('12');
    await texts.choose('11');
    expect(texts.text).toBe(first);
    texts.leave();
    await settled();
    expect(textsOf(desk).text).toBe(first);
    expect(begun()).toEqual(['11', '12']);
  });

  it('twice before it is there opens it once: nothing typed into the first is replaced by the second', async () => {
    const both = [texts.choose('11'), texts.choose('11')];
    await Promise.all(both);
    expect(begun()).toEqual(['11']);
  });

  it('is not over while the one that is looked at is still being read', async () => {
    message = makeMessage({ status: { state: 'archived', word: 'Arkivert' } });
    await desk.message.load();
    const both = [texts.choose('11'), texts.choose('12')];
    const [first, second] = page.main.calls('forms.data');
    first?.answer({ xml: '<a/>' });
    await both[0];
    expect(texts.text).toBeUndefined();
    expect(texts.opening).toBe(true);
    second?.answer({ xml: '<b/>' });
    await both[1];
    expect(texts.opening).toBe(false);
    expect(texts.text?.document.text).toBe('<b/>');
  });

  it('puts what was typed into the one before on the disk without waiting', async () => {
    keepEdits();
    await open('12');
    type(await open('11'), 'a');
    expect(onDisk('11')?.xml).toBe('<f11/>');
    await open('12');
    await settled();
    expect(onDisk('11')?.xml).toBe('a<f11/>');
  });

  it('says why it could not be opened, and tries again at the next press', async () => {
    page.main.alwaysFails('formDrafts.begin', offline);
    await texts.choose('11');
    expect(texts.failure).toEqual(offline);
    expect(texts.text).toBeUndefined();
    page.main.always('formDrafts.begin', ({ form }) => put(makeForm(form)));
    const again = texts.choose('11');
    // What happened before is not shown while it is tried again.
    expect(texts.failure).toBeUndefined();
    await again;
    expect(texts.text?.key).toBe('11');
  });

  it('says nothing of one that is not looked at any more', async () => {
    await open('12');
    page.main.alwaysFails('formDrafts.begin', offline);
    const late = texts.choose('11');
    await texts.choose('12');
    await late;
    expect(texts.failure).toBeUndefined();
    expect(texts.text?.key).toBe('12');
  });

  it('of what can only be read begins no draft, and nothing typed is sent anywhere', async () => {
    message = makeMessage({ status: { state: 'archived', word: 'Arkivert' } });
    await desk.message.load();
    page.main.always('forms.data', () => ({ xml: '<sent/>' }));
    const text = await open('11');
    expect(text.isFixed).toBe(true);
    expect(text.document.text).toBe('<sent/>');
    type(text, 'a');
    await text.flush();
    expect(begun()).toEqual([]);
    expect(edits()).toHaveLength(0);
  });
});

describe('a draft', () => {
  const untouched = () => makeDraft([makeForm('11', { xml: '<old/>' })], { expected: AT });

  it('that is nothing but an older copy of the platform’s form is dropped and begun anew', async () => {
    disk = untouched();
    message = makeMessage({ lastChanged: LATER });
    await desk.load();
    const text = await open('11');
    expect(page.main.calls('formDrafts.drop')).toHaveLength(1);
    expect(text.document.text).toBe('<f11/>');
    expect(desk.stale).toBe(false);
  });

  it('of the message as it still is stays as it is', async () => {
    disk = untouched();
    const text = await open('11');
    expect(page.main.calls('formDrafts.drop')).toHaveLength(0);
    expect(text.document.text).toBe('<old/>');
  });

  it.each([
    { what: 'something was typed', more: makeForm('12', { changed: true }) },
    { what: 'a form was taken out', more: makeForm('12', { removed: true }) },
    { what: 'a form is new', more: makeForm('new-1') },
  ])('in which $what is not dropped, whatever the platform has meanwhile', async ({ more }) => {
    disk = makeDraft([makeForm('11', { xml: '<old/>' }), more], { expected: AT });
    message = makeMessage({ lastChanged: LATER });
    await desk.load();
    const text = await open('11');
    expect(page.main.calls('formDrafts.drop')).toHaveLength(0);
    expect(text.document.text).toBe('<old/>');
    expect(desk.stale).toBe(true);
  });

  it('is not taken for an older copy while what was typed is on its way to it', async () => {
    keepEdits();
    disk = makeDraft([makeForm('11'), makeForm('12')]);
    const first = await open('11');
    // An attachment was added: the message is another one than the draft was begun of.
    message = makeMessage({ lastChanged: LATER });
    await desk.afterOwnWrite();
    type(first, 'a');
    await open('12');
    await settled();
    expect(onDisk('11')?.xml).toBe('a<f11/>');
    expect(page.main.calls('formDrafts.drop')).toHaveLength(0);
  });
});

describe('what is typed', () => {
  it('is on the disk after a moment, also where nobody pauses', async () => {
    keepEdits();
    const text = await open('11');
    for (const sign of ['c', 'b', 'a']) {
      type(text, sign);
      expect(text.saving.kind).toBe('waiting');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(onDisk('11')?.xml).toBe('abc<f11/>');
    expect(text.saving).toMatchObject({ kind: 'saved', at: expect.any(Date) as Date });
    expect(edits()).toHaveLength(1);
    expect(statusOf('11')).toBe('changed');
  });

  it('goes to the disk in order: the next only after the one before, with its revision', async () => {
    const text = await open('11');
    type(text, 'a');
    const saved = text.flush();
    await settled();
    type(text, 'b');
    await vi.advanceTimersByTimeAsync(1000);
    expect(edits()).toHaveLength(1);
    edits()[0]?.answer({ revision: 7, changed: true });
    await settled();
    expect(edits()).toHaveLength(2);
    expect(edits()[1]?.input).toMatchObject({
      revision: 7,
      changes: [{ from: 0, to: 0, insert: 'b' }],
    });
    expect(text.isIdle).toBe(false);
    edits()[1]?.answer({ revision: 8, changed: true });
    expect(await saved).toBeUndefined();
    expect(text.isIdle).toBe(true);
  });

  it('is kept and said to be in danger where the disk refuses it, and goes with what is typed next', async () => {
    page.main.alwaysFails('formDrafts.edit', {
      kind: 'file',
      message: 'The disk is full.',
      problem: 'disk-full',
    });
    const text = await open('11');
    type(text, 'a');
    expect(await desk.flush()).toMatchObject({ problem: 'disk-full' });
    expect(text.isInDanger).toBe(true);
    expect(text.saving).toMatchObject({ kind: 'failed', failure: { problem: 'disk-full' } });
    keepEdits();
    type(text, 'b');
    await vi.advanceTimersByTimeAsync(300);
    expect(onDisk('11')?.xml).toBe('ba<f11/>');
    expect(text.isInDanger).toBe(false);
  });

  it('waits for a decision where another window was first; then what is here wins', async () => {
    const text = await open('11');
    let here = text.document.text;
    text.document.readBy(() => here);
    put(makeForm('11', { xml: '<theirs/>', revision: 5, changed: true }));
    page.main.alwaysFails('formDrafts.edit', conflict);
    const press = (sign: string) => {
      type(text, sign);
      here = `${sign}${here}`;
    };
    press('a');
    expect(await desk.flush()).toEqual(conflict);
    expect(text.saving.kind).toBe('conflict');
    press('b');
    await vi.advanceTimersByTimeAsync(1000);
    expect(edits()).toHaveLength(1);
    keepEdits();
    expect(await texts.keepMine(text)).toBeUndefined();
    expect(onDisk('11')?.xml).toBe('ba<f11/>');
    expect(text.isInDanger).toBe(false);
  });

  it('reads the whole draft again for the list only when it says something else', async () => {
    keepEdits();
    const text = await open('11');
    const reads = () => page.main.calls('formDrafts.open').length;
    const before = reads();
    type(text, 'a');
    await text.flush();
    await settled();
    expect(reads()).toBe(before + 1);
    type(text, 'b');
    await text.flush();
    await settled();
    expect(reads()).toBe(before + 1);
  });
});

describe('a form', () => {
  it('that is taken back is as the platform has it, and opened anew', async () => {
    keepEdits();
    const text = await open('11');
    type(text, 'a');
    page.main.always('formDrafts.revert', ({ key }) => {
      // What was typed is on the disk before it is taken back: it must not come after.
      expect(onDisk(key)?.xml).toBe('a<f11/>');
      disk = makeDraft(disk?.forms.filter((form) => form.key !== key) ?? []);
      return {};
    });
    expect(await texts.revert('11')).toBeUndefined();
    expect(texts.text).not.toBe(text);
    expect(texts.text?.document.text).toBe('<f11/>');
    expect(statusOf('11')).toBe('unchanged');
    await vi.advanceTimersByTimeAsync(1000);
    expect(onDisk('11')?.xml).toBe('<f11/>');
  });

  it('that is new is gone when it is taken back, and the first is shown', async () => {
    disk = makeDraft([makeForm('new-1')]);
    await desk.draft.load();
    await open('new-1');
    page.main.always('formDrafts.revert', () => {
      disk = null;
      return {};
    });
    await texts.revert('new-1');
    expect(texts.rows.map(({ key }) => key)).toEqual(['11', '12']);
    expect(texts.chosen).toBe('11');
  });

  it('that cannot be taken back stays as it was typed', async () => {
    keepEdits();
    const text = await open('11');
    type(text, 'a');
    page.main.alwaysFails('formDrafts.revert', offline);
    expect(await texts.revert('11')).toEqual(offline);
    expect(texts.text).toBe(text);
    expect(onDisk('11')?.xml).toBe('a<f11/>');
  });

  it('can be taken out without being opened, and what is typed into it after that is still saved', async () => {
    page.main.always('formDrafts.setRemoved', ({ key, removed }) => {
      const form = onDisk(key) ?? makeForm(key);
      return put({ ...form, removed, revision: form.revision + 1 });
    });
    expect(await texts.setRemoved('12', true)).toBeUndefined();
    expect(begun()).toEqual(['12']);
    expect(statusOf('12')).toBe('removed');
    const text = await open('12');
    expect(await texts.setRemoved('12', false)).toBeUndefined();
    expect(statusOf('12')).toBe('unchanged');
    expect(texts.text).toBe(text);
    type(text, 'a');
    void text.flush();
    await settled();
    expect(edits().at(-1)?.input.revision).toBe(onDisk('12')?.revision);
  });

  it('is replaced with a file as a whole, after what was typed, and put back', async () => {
    keepEdits();
    const text = await open('11');
    type(text, 'a');
    page.main.always('formDrafts.fill', ({ key }) => {
      expect(onDisk(key)?.xml).toBe('a<f11/>');
      return put(makeForm(key, { xml: '<filled/>', revision: 9, changed: true }));
    });
    const done = await texts.replace('11', FILE);
    expect(texts.text).not.toBe(text);
    expect(texts.text?.document.text).toBe('<filled/>');
    expect(statusOf('11')).toBe('changed');
    page.main.always('formDrafts.unfill', ({ key, revision }) => {
      expect(revision).toBe(9);
      return put(makeForm(key, { xml: 'a<f11/>', revision: 10, changed: true }));
    });
    expect('undo' in done && (await done.undo())).toBeUndefined();
    expect(texts.text?.document.text).toBe('a<f11/>');
  });

  it('whose file cannot be read stays as it is', async () => {
    const text = await open('11');
    page.main.alwaysFails('formDrafts.fill', offline);
    expect(await texts.replace('11', FILE)).toEqual(offline);
    expect(texts.text).toBe(text);
  });

  it('is saved to a file as it is on the disk; what cannot be put there is not saved as if it were', async () => {
    const text = await open('11');
    page.main.always('files.chooseTarget', () => ({ handle: FILE, name: 'a.xml' }));
    page.main.always('formDrafts.save', () => ({ name: 'a.xml', bytes: 6 }));
    page.main.alwaysFails('formDrafts.edit', offline);
    type(text, 'a');
    expect(await texts.saveAs('11')).toEqual(offline);
    expect(page.main.calls('files.chooseTarget')).toHaveLength(0);
    keepEdits();
    expect(await texts.saveAs('11')).toBeUndefined();
    expect(onDisk('11')?.xml).toBe('a<f11/>');
  });
});

describe('a new form', () => {
  const NEW = { ...FORMAT, name: 'Sub' };

  it('is chosen once it is there, and open', async () => {
    await open('11');
    const done = texts.add('empty', NEW);
    expect(texts.chosen).toBe('11');
    page.main.last('formDrafts.add').answer(put(makeForm('new-1', { xml: '' })));
    expect(await done).toBeUndefined();
    expect(texts.chosen).toBe('new-1');
    expect(texts.row?.status).toBe('new');
    expect(texts.text?.key).toBe('new-1');
  });

  it('that cannot be made leaves one where one was', async () => {
    await open('11');
    page.main.alwaysFails('formDrafts.add', offline);
    expect(await texts.add('empty', NEW)).toEqual(offline);
    expect(texts.chosen).toBe('11');
  });

  it('out of a file has its content; without a file there is none', async () => {
    page.main.always('files.choose', () => null);
    page.main.always('files.readings', () => ({ charset: 'utf-8', readings: [] }));
    expect(await texts.add('file', NEW)).toBe('cancelled');
    expect(page.main.calls('formDrafts.add')).toHaveLength(0);
    page.main.always('files.choose', () => ({ handle: FILE, name: 'a.xml' }));
    page.main.always('files.readings', () => ({ charset: 'utf-8', readings: [] }));
    page.main.always('formDrafts.add', ({ file }) => put(makeForm('new-1', { xml: file ?? '' })));
    expect(await texts.add('file', NEW)).toBeUndefined();
    expect(texts.text?.document.text).toBe(FILE);
  });

  it('that the platform fills in is chosen when the message has it', async () => {
    await open('11');
    page.main.always('forms.add', () => {
      const forms = [...message.forms, { id: '13', name: 'Filled in' }];
      message = makeMessage({ lastChanged: LATER, forms });
      return { id: '13' };
    });
    expect(await texts.add('prefilled', NEW)).toBeUndefined();
    await settled();
    expect(texts.row?.name).toBe('Filled in');
    expect(texts.text?.key).toBe('13');
    // Our own write is no change of somebody else.
    expect(desk.stale).toBe(false);
  });
});

describe('what is gone from the draft', () => {
  it('is not shown as if it were there, and is opened as the platform has it', async () => {
    keepEdits();
    const text = await open('11');
    type(text, 'a');
    await text.flush();
    disk = null;
    await desk.draft.load();
    texts.settle();
    await settled();
    expect(texts.text).not.toBe(text);
    expect(texts.text?.document.text).toBe('<f11/>');
    expect(statusOf('11')).toBe('unchanged');
  });

  it('is no longer chosen where the message does not have it either', async () => {
    disk = makeDraft([makeForm('new-1')]);
    await desk.draft.load();
    await open('new-1');
    disk = null;
    await desk.draft.load();
    texts.settle();
    expect(texts.chosen).toBeUndefined();
    expect(texts.text).toBeUndefined();
  });

  it('stays while something typed into it is not on the disk', async () => {
    page.main.alwaysFails('formDrafts.edit', offline);
    const text = await open('11');
    type(text, 'a');
    await text.flush();
    disk = null;
    await desk.draft.load();
    texts.settle();
    expect(texts.text).toBe(text);
    expect(text.isInDanger).toBe(true);
  });
});

describe('the count of problems', () => {
  const wrong = (total: number) => ({
    name: 'Payroll',
    bytes: 100,
    valid: total === 0,
    issues: [],
    total,
    problem: null,
    origin: { from: 'copy' as const, fetched: AT },
  });
  async function check(text: FormText, total: number): Promise<void> {
    page.main.always('xsd.validate', () => wrong(total));
    const { who, connection } = desk.target;
    const draft = { who, message: 'a1', key: text.key };
    const asked = () => ({ connection, code: '4628', edition: 7, ...FORMAT, draft });
    await text.check.run({ asked, flush: text.flush, broken: () => [] });
  }

  it('is of all checked forms, none while none was checked, and stays while another step is shown', async () => {
    const main = await open('11');
    expect(desk.checks?.problems).toBe(0);
    await check(main, 2);
    await check(await open('12'), 3);
    expect(desk.checks?.problems).toBe(5);
    texts.leave();
    await settled();
    expect(desk.checks?.problems).toBe(5);
  });

  it('is not of a form that was typed into since', async () => {
    keepEdits();
    const main = await open('11');
    await check(main, 2);
    await check(await open('12'), 3);
    type(main, 'a');
    expect(texts.problemsOf('11')).toBeUndefined();
    expect(desk.checks?.problems).toBe(3);
    await check(main, 0);
    expect(texts.problemsOf('11')).toBe(0);
    expect(desk.checks?.problems).toBe(3);
  });

  it('is not of a form that is gone', async () => {
    disk = makeDraft([makeForm('new-1')]);
    await desk.draft.load();
    await check(await open('new-1'), 4);
    expect(desk.checks?.problems).toBe(4);
    disk = null;
    await desk.draft.load();
    texts.settle();
    expect(desk.checks?.problems).toBe(0);
  });
});

describe('the check on the way to the end', () => {
  const answer = (total: number) => ({
    name: 'Payroll',
    bytes: 100,
    valid: total === 0,
    issues: [],
    total,
    problem: null,
    origin: { from: 'copy' as const, fetched: AT },
  });
  const checked = () => page.main.calls('xsd.validate').map(({ input }) => input.draft?.key);
  beforeEach(async () => {
    message = makeMessage({ serviceCode: '4628', serviceEdition: 7 });
    page.main.alwaysFails('reference.service', offline);
    disk = makeDraft([makeForm('11', { changed: true }), makeForm('12'), makeForm('new-1')]);
    await desk.load();
    await desk.draft.load();
    page.main.always('xsd.validate', () => answer(0));
  });

  it('is of each changed form, also of one that was not opened, and of none that was checked since', async () => {
    await texts.checkChanged();
    expect(checked()).toEqual(['11', 'new-1']);
    expect([desk.checks?.problems, desk.checks?.unchecked]).toEqual([0, 0]);
    expect(desk.checks?.isChecking).toBe(false);
    await texts.checkChanged();
    expect(checked()).toHaveLength(2);
  });

  it('finishes the forms only when each of them was checked, nothing was found and nothing typed since', async () => {
    keepEdits();
    await texts.checkChanged();
    expect(desk.finished.forms).toBe(false);
    const kept = await open('12');
    await texts.check(row('12'));
    expect(desk.finished.forms).toBe(true);
    type(kept, 'a');
    expect(desk.finished.forms).toBe(false);
    page.main.always('xsd.validate', () => answer(1));
    await texts.check(row('12'));
    expect(desk.checks?.problems).toBe(1);
    expect(desk.finished.forms).toBe(false);
  });

  it('that could not hold a form against its XSD finishes nothing, and is said', async () => {
    page.main.alwaysFails('xsd.validate', offline);
    // The editor needs a browser.
    vi.doMock('../../renderer/components/xml-editor.ts', () => ({ brokenIn: () => [] }));
    onTestFinished(() => {
      vi.doUnmock('../../renderer/components/xml-editor.ts');
    });
    await texts.checkChanged();
    expect([desk.checks?.unchecked, desk.checks?.areValid]).toEqual([2, false]);
    expect(desk.checks?.isChecking).toBe(false);
  });

  it('ends with the step that asked for it', async () => {
    page.main.waits('xsd.validate');
    const done = texts.checkChanged();
    await settled();
    expect(desk.checks?.isChecking).toBe(true);
    const call = page.main.last('xsd.validate');
    texts.stopChecking();
    expect(call.stopped).toBe(true);
    call.answer(answer(0));
    await done;
    expect(checked()).toEqual(['11']);
    expect(desk.checks?.isChecking).toBe(false);
  });
});

describe('what the platform says of the forms', () => {
  const fact = (id: string) => ({
    id,
    type: id === '12' ? ('main-form' as const) : ('sub-form' as const),
    word: 'Form',
    name: `Named ${id}`,
    ...FORMAT,
    validationStatus: 'NotValidated',
    hasData: true,
  });

  it('is read of one after the other, and the main form comes first', async () => {
    const done = texts.readFacts();
    page.main.last('forms.get').answer(fact('11'));
    await settled();
    page.main.last('forms.get').answer(fact('12'));
    await done;
    expect(texts.rows.map(({ key, validation }) => [key, validation])).toEqual([
      ['12', 'NotValidated'],
      ['11', 'NotValidated'],
    ]);
  });

  it('is asked for no more once the step is left', async () => {
    const done = texts.readFacts();
    texts.leave();
    expect(page.main.calls('forms.get').map(({ stopped }) => stopped)).toEqual([true]);
    page.main.last('forms.get').answer(fact('11'));
    await done;
    expect(page.main.calls('forms.get')).toHaveLength(1);
    expect(texts.rows.map(({ validation }) => validation)).toEqual([null, null]);
  });
});

describe('leaving', () => {
  it('puts what was typed on the disk at once and reads the draft as it is then', async () => {
    keepEdits();
    type(await open('11'), 'a');
    texts.leave();
    await settled();
    expect(onDisk('11')?.xml).toBe('a<f11/>');
    expect(desk.draft.value?.forms.find(({ key }) => key === '11')?.xml).toBe('a<f11/>');
  });

  it('stops a check that runs', async () => {
    const text = await open('11');
    const { who, connection } = desk.target;
    const draft = { who, message: 'a1', key: '11' };
    const asked = () => ({ connection, code: '4628', edition: 7, ...FORMAT, draft });
    void text.check.run({ asked, flush: text.flush, broken: () => [] });
    await settled();
    texts.leave();
    expect(page.main.last('xsd.validate').stopped).toBe(true);
    expect(text.check.isRunning).toBe(false);
  });
});
