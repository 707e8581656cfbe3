// Saving a form: compared with what there is now, sent once, as a whole or form by form; a lost answer is looked up.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../preload/result.ts';
import type { FormDesk } from '../../renderer/screens/messages/form-desk.svelte.ts';
import type { Saving } from '../../renderer/screens/messages/saving.svelte.ts';
import {
  ACTOR,
  answerForm,
  answerLost,
  type Answers,
  conflict,
  CONNECTION,
  LATER,
  makeAttachment,
  makeDraft,
  makeDraftForm,
  makeMessage,
  notFound,
  refused,
  TARGET,
} from './support/form-answers.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { AT, keychainLocked, offline } from './support/samples.ts';

const CANCELLED: Failure = { kind: 'cancelled', message: 'Cancelled.' };
const signing = { state: 'signing', word: 'Signering' } as const;
const mine = (key: string) => makeDraftForm(key).xml;
const sent = (key: string) => ({
  draft: key,
  dataFormatId: key === '1' ? '10' : '20',
  dataFormatVersion: '3',
});
/** Main sends no message with an attachment of that size again. */
const large = makeAttachment('11', { bytes: 2_000_000 });

let page: Page;
let answers: Answers;
let desk: FormDesk;
let saving: Saving;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(AT) });
  page = await openPage();
  answers = answerForm(page.main);
  answers.draft = makeDraft(makeDraftForm('1'));
  const { FormDesk } = await import('../../renderer/screens/messages/form-desk.svelte.ts');
  page.asWindow(() => {
    desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
  });
  ({ saving } = desk);
});

type Sent = 'messages.replace' | 'forms.replace' | 'forms.add' | 'forms.remove';
const wholes = () => page.main.calls('messages.replace');
const steps = (name: Exclude<Sent, 'messages.replace'>) => page.main.calls(name);
const reads = () => page.main.calls('messages.get').length;
const xmlOf = () => page.main.calls('forms.data').map(({ input }) => input.form);
const kinds = () => saving.lines.map(({ kind, key }) => `${key} ${kind}`);

/** The form is opened, and its check step shown. */
async function open(): Promise<void> {
  await desk.load();
  await saving.load();
}
/** A person saves, and main has what is sent first. */
async function press(then: 'fill-in' | 'await-signature' = 'fill-in') {
  const saved = saving.save(then);
  await settled();
  return { saved };
}
const draftKeys = () => answers.draft?.forms.map(({ key }) => key);

describe('what is compared', () => {
  it('is read when what was typed is on the disk', async () => {
    let written: (failure: Failure | undefined) => void = () => undefined;
    desk.flush = () => new Promise((resolve) => (written = resolve));
    const done = saving.load();
    await settled();
    expect(page.main.calls('formDrafts.open')).toHaveLength(0);
    written(undefined);
    await done;
    expect(kinds()).toEqual(['1 changed', '2 kept']);
  });

  it('is the message, the draft and every form, with the XML of those forms that the draft has', async () => {
    await open();
    expect(reads()).toBe(2);
    expect(page.main.calls('forms.get').map(({ input }) => input.form)).toEqual(['1', '2']);
    expect(xmlOf()).toEqual(['1']);
  });

  it('of a draft with a sub-form alone reads the XML of no other sub-form', async () => {
    answers.draft = makeDraft(makeDraftForm('2'));
    const { forms } = answers.message;
    answers.message = makeMessage({ forms: [...forms, { id: '3', name: 'Weather' }] });
    await open();
    expect(xmlOf()).toEqual(['2']);
  });

  it('is a change only where the platform does not have the same', async () => {
    answers.xml = { 1: mine('1') };
    await open();
    expect(saving.changes).toEqual([]);
  });

  it('that cannot be read says why', async () => {
    page.main.alwaysFails('forms.get', refused);
    await open();
    expect(saving.forms.failure).toEqual(refused);
  });

  it('is no longer read when the desk is left', async () => {
    page.main.waits('forms.get');
    const done = open();
    await settled();
    const call = page.main.last('forms.get');
    desk.leave();
    expect(call.stopped).toBe(true);
    call.fail(offline);
    await done;
    expect(saving.forms).toMatchObject({ busy: false, failure: undefined });
  });

  it('left before what was typed is on the disk, asks for nothing', async () => {
    let written: (failure: Failure | undefined) => void = () => undefined;
    desk.flush = () => new Promise((resolve) => (written = resolve));
    const done = saving.load();
    saving.leave();
    written(undefined);
    await done;
    expect(page.main.calls('formDrafts.open')).toHaveLength(0);
    expect(reads()).toBe(0);
  });

  it('left before the message has come, asks for no form', async () => {
    await desk.load();
    page.main.waits('messages.get');
    const done = saving.load();
    await settled();
    saving.leave();
    page.main.last('messages.get').answer(answers.message);
    await done;
    expect(page.main.calls('forms.get')).toHaveLength(0);
  });
});

describe('what somebody else has changed as well', () => {
  beforeEach(async () => {
    answers.draft = makeDraft(makeDraftForm('1'), makeDraftForm('2', { removed: true }));
    answers.message = makeMessage({ lastChanged: LATER });
    await open();
  });
  const undecided = () => saving.undecided.map(({ key }) => key);

  it('must be decided form by form before it is saved', () => {
    expect(undecided()).toEqual(['1', '2']);
    expect(desk.saveReason('fill-in')).toBeDefined();
    saving.choices.set('1', 'mine');
    expect(undecided()).toEqual(['2']);
    saving.choices.set('2', 'theirs');
    expect(desk.saveReason('fill-in')).toBeUndefined();
  });

  it('and was decided for theirs stays as they have it', async () => {
    saving.choices.set('1', 'mine');
    saving.choices.set('2', 'theirs');
    await press();
    expect(page.main.last('messages.replace').input).toMatchObject({
      forms: [{ draft: '1', replaces: '1' }, { kept: '2' }],
      drop: { forms: [] },
      expected: LATER,
    });
  });

  it('is asked anew when it is compared anew: theirs may be another one', async () => {
    saving.choices.set('1', 'mine');
    saving.choices.set('2', 'theirs');
    await saving.load();
    expect(undecided()).toEqual(['1', '2']);
  });

  it('asks nothing where the change was one’s own', async () => {
    answers.message = makeMessage();
    await open();
    answers.message = makeMessage({ lastChanged: LATER });
    await desk.afterOwnWrite();
    expect(undecided()).toEqual([]);
  });
});

describe('the way on to signing', () => {
  it('saves what is not saved, and needs nothing saved where the platform has all of it', async () => {
    await open();
    expect(desk.savedFirst).toBe('fill-in');
    expect(desk.completeReason).toBeUndefined();
    answers.draft = null;
    await saving.load();
    expect(desk.savedFirst).toBeUndefined();
    expect(desk.completeReason).toBeUndefined();
    expect(desk.saveReason('fill-in')).toBeDefined();
  });

  it('leaves a form that waits for a signature waiting, where it can be sent as a whole', async () => {
    answers.message = makeMessage({ status: signing });
    await open();
    expect(desk.savedFirst).toBe('await-signature');
    answers.message = makeMessage({ status: signing, attachments: [large] });
    await open();
    expect(desk.savedFirst).toBe('fill-in');
  });

  it('is not open while it is compared, nor before a person chose between two versions', async () => {
    page.main.waits('messages.get');
    await desk.draft.load();
    const done = open();
    await settled();
    expect(desk.completeReason).toBeDefined();
    page.main.last('messages.get').answer(makeMessage({ lastChanged: LATER }));
    await settled();
    page.main.last('messages.get').answer(makeMessage({ lastChanged: LATER }));
    await done;
    expect(saving.undecided).toHaveLength(1);
    expect(desk.completeReason).toBe(desk.saveReason('fill-in'));
    expect(desk.completeReason).toBeDefined();
    saving.choices.set('1', 'mine');
    expect(desk.completeReason).toBeUndefined();
  });

  it('is not open while it is not known what came of a save', async () => {
    await open();
    page.main.alwaysFails('messages.get', offline);
    const { saved } = await press();
    page.main.last('messages.replace').fail(answerLost);
    expect(await saved).toBeUndefined();
    expect(desk.completeReason).toBeDefined();
    expect(desk.finished.check).toBe(false);
  });

  it('ends a draft of which the person keeps nothing: it would stand in the way of the signature', async () => {
    answers.message = makeMessage({ lastChanged: LATER });
    await open();
    saving.choices.set('1', 'theirs');
    expect(desk.savedFirst).toBeUndefined();
    expect(await saving.settle()).toBe(true);
    expect(answers.draft).toBeNull();
    expect(desk.draft.value).toBeNull();
    expect(wholes()).toHaveLength(0);
  });

  it('ends no draft into which something was typed meanwhile', async () => {
    answers.xml = { 1: mine('1') };
    await open();
    expect(desk.savedFirst).toBeUndefined();
    answers.draft = makeDraft(makeDraftForm('1', { xml: '<form>typed just now</form>' }));
    expect(await saving.settle()).toBe(false);
    expect(answers.draft).not.toBeNull();
  });
});

describe('after one’s own save', () => {
  const moments: boolean[] = [];
  async function save() {
    moments.length = 0;
    await open();
    const { saved } = await press();
    answers.message = makeMessage({ lastChanged: LATER, lastChangedBy: 'Me' });
    answers.xml = { 1: mine('1') };
    page.main.waits('messages.get');
    page.main.last('messages.replace').answer({ id: TARGET.message });
    await settled();
    moments.push(desk.stale);
    page.main.last('messages.get').answer(answers.message);
    await saved;
    page.main.always('messages.get', () => answers.message);
  }

  it('nothing says at any moment that somebody changed the message', async () => {
    await save();
    expect(desk.message.value?.lastChanged).toBe(LATER);
    expect([...moments, desk.stale]).toEqual([false, false]);
    expect(desk.finished.check).toBe(true);
  });

  it('nor where the message is read once more meanwhile', async () => {
    answers.message = makeMessage({ lastChanged: LATER });
    page.main.waits('messages.get');
    const told = desk.afterOwnWrite();
    const first = page.main.last('messages.get');
    page.main.always('messages.get', () => answers.message);
    await desk.message.load();
    first.fail(CANCELLED);
    await told;
    expect(desk.stale).toBe(false);
  });

  it('what was read before of the signing text begins anew, and no change of it is told', async () => {
    await desk.load();
    await desk.signing.read();
    await save();
    await desk.signing.read();
    expect(desk.signing.gate).toMatchObject({ changed: 'nothing', typed: '' });
  });

  it('who leaves the form and comes back is not warned of their own change', async () => {
    answers.draft = makeDraft(makeDraftForm('1'));
    await open();
    answers.message = makeMessage({ lastChanged: LATER });
    await desk.afterOwnWrite();
    desk.leave();
    const { FormDesk } = await import('../../renderer/screens/messages/form-desk.svelte.ts');
    page.asWindow(() => {
      desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
    });
    await desk.load();
    await desk.draft.load();
    expect(desk.draft.value?.forms).toHaveLength(1);
    expect(desk.stale).toBe(false);
  });
});

describe('a save as a whole', () => {
  it.each(['fill-in', 'await-signature'] as const)(
    'is one call for all forms as they were shown, and ends the draft: %s',
    async (then) => {
      answers.draft = makeDraft(
        ...[makeDraftForm('1'), makeDraftForm('2', { removed: true }), makeDraftForm('new-1')],
      );
      await open();
      const { saved } = await press(then);
      expect(saving.busy).toBe(then);
      expect(wholes()).toHaveLength(1);
      expect(page.main.last('messages.replace').input).toMatchObject({
        ...TARGET,
        then,
        expected: AT,
        forms: [
          { ...sent('1'), type: 'main-form', replaces: '1' },
          { ...sent('new-1'), type: 'sub-form' },
        ],
        drop: { forms: ['2'] },
      });
      page.main.last('messages.replace').answer({ id: 'b90' });
      expect(await saved).toEqual({ then, id: 'b90' });
      expect(saving).toMatchObject({ busy: undefined, failure: undefined, lost: undefined });
      expect(answers.draft).toBeNull();
    },
  );

  it('is begun once, also by the other button', async () => {
    await open();
    const { saved } = await press();
    expect(await saving.save('await-signature')).toBeUndefined();
    expect(saving.busy).toBe('fill-in');
    page.main.last('messages.replace').fail(refused);
    await saved;
    expect(wholes()).toHaveLength(1);
    expect(saving.busy).toBeUndefined();
  });

  it('takes along what was typed after it was compared', async () => {
    await open();
    answers.draft = makeDraft(makeDraftForm('1'), makeDraftForm('2'));
    await press();
    expect(page.main.last('messages.replace').input.forms).toMatchObject([
      { draft: '1' },
      { draft: '2' },
    ]);
  });

  it('is sent also where the draft is read once more meanwhile, as the check of its forms does', async () => {
    await open();
    page.main.waits('formDrafts.open');
    const { saved } = await press();
    const first = page.main.last('formDrafts.open');
    page.main.always('formDrafts.open', () => ({ draft: answers.draft }));
    expect(await desk.draft.load()).toBe(true);
    first.fail(CANCELLED);
    await settled();
    expect(wholes()).toHaveLength(1);
    page.main.last('messages.replace').answer({ id: TARGET.message });
    expect(await saved).toEqual({ then: 'fill-in', id: TARGET.message });
  });

  it('sends nothing where what was typed is not on the disk, and says why and when', async () => {
    await open();
    desk.flush = async () => keychainLocked;
    const { saved } = await press();
    expect(await saved).toBeUndefined();
    expect(wholes()).toHaveLength(0);
    expect(saving).toMatchObject({ failure: keychainLocked, failedAt: new Date(AT) });
    expect(saving.busy).toBeUndefined();
  });

  it('sends nothing where the draft cannot be read, and says why', async () => {
    await open();
    page.main.alwaysFails('formDrafts.open', keychainLocked);
    const { saved } = await press();
    expect(await saved).toBeUndefined();
    expect(wholes()).toHaveLength(0);
    expect(saving).toMatchObject({ failure: keychainLocked, busy: undefined });
  });

  it('that was refused says why and when, keeps the draft, and can be tried again', async () => {
    await open();
    const before = reads();
    const { saved } = await press();
    page.main.last('messages.replace').fail(refused);
    expect(await saved).toBeUndefined();
    expect(saving).toMatchObject({ failure: refused, failedAt: new Date(AT), busy: undefined });
    expect(draftKeys()).toEqual(['1']);
    expect(reads()).toBe(before);
    const again = await press();
    expect(saving.failure).toBeUndefined();
    page.main.last('messages.replace').answer({ id: TARGET.message });
    expect(await again.saved).toEqual({ then: 'fill-in', id: TARGET.message });
  });

  it('that met a change of somebody else reads all again and asks what shall be', async () => {
    await open();
    const { saved } = await press();
    answers.message = makeMessage({ lastChanged: LATER });
    page.main.last('messages.replace').fail(conflict);
    expect(await saved).toBeUndefined();
    expect(saving.failure).toEqual(conflict);
    expect(saving.undecided.map(({ key }) => key)).toEqual(['1']);
    expect(draftKeys()).toEqual(['1']);
  });

  it('of a message that is not there any more shows that it is gone', async () => {
    await open();
    const { saved } = await press();
    page.main.alwaysFails('messages.get', notFound);
    page.main.last('messages.replace').fail(notFound);
    await saved;
    expect(desk.isGone).toBe(true);
    expect(draftKeys()).toEqual(['1']);
  });

  it('keeps attachments with their types, also under the ids that they have afterwards', async () => {
    const old = makeAttachment('11');
    answers.message = makeMessage({ attachments: [old] });
    desk.types.set('11', 'Map');
    await open();
    const { saved } = await press();
    expect(page.main.last('messages.replace').input.attachments).toEqual([
      { kept: '11', type: 'Map' },
    ]);
    const now = { ...old, id: '12' };
    answers.message = makeMessage({ attachments: [now], lastChanged: LATER });
    page.main.last('messages.replace').answer({ id: TARGET.message });
    await saved;
    expect(desk.typeOf(now)).toEqual({ type: 'Map', isSure: true });
  });
});

describe('a save form by form', () => {
  beforeEach(async () => {
    answers.message = makeMessage({ attachments: [large] });
    answers.draft = makeDraft(
      ...[makeDraftForm('2', { removed: true }), makeDraftForm('new-1'), makeDraftForm('1')],
    );
    await open();
  });

  it('sends one after the other, what goes last; what is done leaves the draft and is shown', async () => {
    const { saved } = await press();
    expect(steps('forms.replace').map(({ input }) => input)).toEqual([
      { ...TARGET, form: '1', ...sent('1') },
    ]);
    expect(steps('forms.add')).toHaveLength(0);
    page.main.last('forms.replace').answer({ id: '1' });
    await settled();
    expect(saving.done).toEqual(['Timetable']);
    expect(draftKeys()).toEqual(['2', 'new-1']);
    expect(steps('forms.add').map(({ input }) => input)).toEqual([{ ...TARGET, ...sent('new-1') }]);
    expect(steps('forms.remove')).toHaveLength(0);
    page.main.last('forms.add').answer({ id: '3' });
    await settled();
    expect(page.main.last('forms.remove').input).toEqual({ ...TARGET, form: '2' });
    page.main.last('forms.remove').answer({});
    expect(await saved).toEqual({ then: 'fill-in', id: TARGET.message });
    expect(answers.draft).toBeNull();
    expect(wholes()).toHaveLength(0);
  });

  it('sends nothing where somebody else was faster, reads all again and asks what shall be', async () => {
    answers.message = makeMessage({ attachments: [large], lastChanged: LATER });
    answers.xml = { 1: '<form>theirs</form>' };
    const { saved } = await press();
    expect(await saved).toBeUndefined();
    expect(steps('forms.replace')).toHaveLength(0);
    expect(saving.forms.value?.[0]?.xml).toBe('<form>theirs</form>');
    expect(saving.failure?.kind).toBe('conflict');
    expect(saving.undecided.map(({ key }) => key)).toEqual(['1', '2']);
    expect(draftKeys()).toHaveLength(3);
  });

  it('sends nothing where it cannot be known whether somebody was faster, and says why', async () => {
    page.main.alwaysFails('messages.get', offline);
    const { saved } = await press();
    expect(await saved).toBeUndefined();
    expect(steps('forms.replace')).toHaveLength(0);
    expect(saving).toMatchObject({ failure: offline, busy: undefined });
  });

  it('that ends in the middle shows what is done and why it ended; the next one sends only the rest', async () => {
    const { saved } = await press();
    answers.message = makeMessage({ attachments: [large], lastChanged: LATER });
    answers.xml = { 1: mine('1') };
    page.main.last('forms.replace').answer({ id: '1' });
    await settled();
    page.main.last('forms.add').fail(refused);
    expect(await saved).toBeUndefined();
    expect(saving).toMatchObject({ failure: refused, done: ['Timetable'], busy: undefined });
    expect(kinds()).toEqual(['1 kept', '2 removed', 'new-1 new']);
    // The first was one's own change: there is nothing to decide.
    expect(saving.undecided).toEqual([]);
    await press();
    expect(saving.done).toEqual([]);
    expect(steps('forms.replace')).toHaveLength(1);
    expect(steps('forms.add')).toHaveLength(2);
  });

  it('does not send again a new form whose answer was lost and that is there', async () => {
    const { saved } = await press();
    page.main.last('forms.replace').answer({ id: '1' });
    await settled();
    answers.message = makeMessage({
      attachments: [large],
      lastChanged: LATER,
      forms: [...answers.message.forms, { id: '3', name: 'New' }],
    });
    answers.xml = { 1: mine('1'), 3: mine('new-1') };
    page.main.last('forms.add').fail(answerLost);
    expect(await saved).toBeUndefined();
    expect(saving).toMatchObject({ found: 'other', lost: undefined });
    expect(draftKeys()).toEqual(['2']);
    expect(kinds()).toEqual(['1 kept', '2 removed', '3 kept']);
  });
});

describe('a save whose answer was lost', () => {
  /** What the platform has when it is asked is for the test to say, before the answer is lost. */
  async function lose(then: 'fill-in' | 'await-signature' = 'fill-in') {
    const { saved } = await press(then);
    return () => {
      page.main.last('messages.replace').fail(answerLost);
      return saved;
    };
  }
  beforeEach(open);

  it('is saved where the platform has what was sent, and is not sent again', async () => {
    const come = await lose();
    answers.message = makeMessage({ lastChanged: LATER });
    answers.xml = { 1: mine('1') };
    expect(await come()).toEqual({ then: 'fill-in', id: TARGET.message });
    expect(saving).toMatchObject({ lost: undefined, failure: undefined, found: undefined });
    expect(answers.draft).toBeNull();
    expect(wholes()).toHaveLength(1);
  });

  it('is not saved where nothing has changed since: that is said, and it can be sent again', async () => {
    const come = await lose();
    expect(await come()).toBeUndefined();
    expect(saving).toMatchObject({ found: 'not-done', lost: undefined, failure: answerLost });
    expect(draftKeys()).toEqual(['1']);
    expect(kinds()).toEqual(['1 changed', '2 kept']);
    expect(desk.saveReason('fill-in')).toBeUndefined();
    await press();
    expect(saving.found).toBeUndefined();
    expect(wholes()).toHaveLength(2);
  });

  it('that left something else is shown beside what is here, and is to be decided', async () => {
    const come = await lose();
    answers.message = makeMessage({ lastChanged: LATER });
    expect(await come()).toBeUndefined();
    expect(saving.found).toBe('other');
    expect(saving.undecided.map(({ key }) => key)).toEqual(['1']);
    expect(draftKeys()).toEqual(['1']);
  });

  it.each([
    [{ then: 'await-signature' as const, id: TARGET.message }, signing],
    [undefined, makeMessage().status],
  ])('was sent to signing only where the message is there: %o', async (saved, status) => {
    const come = await lose('await-signature');
    answers.message = makeMessage({ lastChanged: LATER, status });
    answers.xml = { 1: mine('1') };
    expect(await come()).toEqual(saved);
  });

  it.each(['messages.get', 'forms.get'] as const)(
    'is sent by nobody while it is not known, and is looked up again on request: %s',
    async (name) => {
      const come = await lose();
      page.main.alwaysFails(name, offline);
      expect(await come()).toBeUndefined();
      expect(saving.lost).toBeDefined();
      expect(saving).toMatchObject({ failure: answerLost, found: undefined, busy: undefined });
      expect(await saving.save('fill-in')).toBeUndefined();
      expect(wholes()).toHaveLength(1);
      expect(desk.saveReason('fill-in')).toBeDefined();
      const again = answerForm(page.main);
      again.draft = answers.draft;
      again.message = makeMessage({ lastChanged: LATER });
      again.xml = { 1: mine('1') };
      expect(await saving.lookUp()).toEqual({ then: 'fill-in', id: TARGET.message });
      expect(saving.lost).toBeUndefined();
      expect(again.draft).toBeNull();
    },
  );

  it('is looked up once at a time, and says why it could not be', async () => {
    const come = await lose();
    page.main.alwaysFails('messages.get', offline);
    await come();
    const before = reads();
    expect(await Promise.all([saving.lookUp(), saving.lookUp()])).toEqual([undefined, undefined]);
    expect(reads()).toBe(before + 1);
    expect(saving.looking.failure).toEqual(offline);
    const again = answerForm(page.main);
    again.draft = answers.draft;
    again.message = makeMessage({ lastChanged: LATER });
    again.xml = { 1: mine('1') };
    const [first, second] = await Promise.all([saving.lookUp(), saving.lookUp()]);
    expect(first).toEqual({ then: 'fill-in', id: TARGET.message });
    expect(second).toBeUndefined();
    expect(page.main.calls('formDrafts.drop')).toHaveLength(1);
    expect(saving.looking.failure).toBeUndefined();
  });

  it('is looked up by nobody where none was lost', async () => {
    const before = reads();
    expect(await saving.lookUp()).toBeUndefined();
    expect(reads()).toBe(before);
  });
});
