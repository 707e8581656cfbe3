// Signing: only what was read to its end, once, nothing unsaved; a lost answer is looked up and not signed again.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../preload/contract/messages.ts';
import type { Failure } from '../../preload/result.ts';
import type { FormDesk } from '../../renderer/screens/messages/form-desk.svelte.ts';
import type { Signing } from '../../renderer/screens/messages/signing.svelte.ts';
import {
  ACTOR,
  answerForm,
  answerLost,
  type Answers,
  conflict,
  CONNECTION,
  digestOf,
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

const archived = { state: 'archived-form', word: 'Arkivert' } as const;

let page: Page;
let answers: Answers;
let desk: FormDesk;
let signing: Signing;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(AT) });
  page = await openPage();
  answers = answerForm(page.main);
  const { FormDesk } = await import('../../renderer/screens/messages/form-desk.svelte.ts');
  page.asWindow(() => {
    desk = new FormDesk(CONNECTION, ACTOR, TARGET.message);
  });
  ({ signing } = desk);
});

const signatures = () => page.main.calls('messages.sign');
const texts = () => page.main.calls('messages.signingText');
const reads = () => page.main.calls('messages.get');

/** The form is opened and its signing step shown. */
async function openStep(): Promise<void> {
  await desk.load();
  await Promise.all([signing.checkDraft(), signing.read()]);
}
/** A person asks for all of it again, and the step reads the text of what came. */
async function refresh(): Promise<void> {
  await desk.message.load();
  await signing.read();
}
function readAndName(): void {
  signing.seen(signing.key);
  signing.type(signing.key, ACTOR.name);
}
/** Opened, read to the end and the name typed: the button is there. */
async function openRead(message: Partial<Message> = {}): Promise<void> {
  answers.message = makeMessage(message);
  await openStep();
  readAndName();
  expect(signing.blocked).toBeUndefined();
}
/** The button is pressed, and main has the signature. */
async function press() {
  const pressed = signing.sign();
  await settled();
  return { pressed };
}
/** Signed, and the answer was lost on its way; what the platform has then is for the test to say. */
async function loseAnswer(): Promise<void> {
  await openRead();
  await press();
  page.main.waits('messages.get');
  page.main.last('messages.sign').fail(answerLost);
  await settled();
}
const found = () => (signing.outcome?.kind === 'unknown' ? signing.outcome.found : undefined);

describe('the signing text', () => {
  it.each([
    ['archived', { status: archived }],
    ['deleted', { status: { state: 'deleted', word: 'Slettet' } }],
    ['a correspondence', { type: { kind: 'correspondence', word: 'Correspondence' } }],
  ] satisfies [string, Partial<Message>][])(
    'is not asked for of what cannot be signed: %s',
    async (_, message) => {
      answers.message = makeMessage(message);
      await openStep();
      expect(texts()).toHaveLength(0);
      expect(signing.blocked).toBe('reading');
    },
  );

  it('must be seen to its end before the name of the party can be typed, and that letter for letter', async () => {
    await openStep();
    expect(signing.blocked).toBe('unread');
    signing.type(signing.key, ACTOR.name);
    expect(signing.blocked).toBe('unread');
    signing.seen(signing.key);
    expect(signing).toMatchObject({ blocked: 'unnamed', gate: { typed: '' } });
    for (const wrong of [ACTOR.name.toLowerCase(), ACTOR.name.slice(0, -1), `${ACTOR.name} `]) {
      signing.type(signing.key, wrong);
      await press();
      expect(signing.blocked).toBe('unnamed');
    }
    expect(signatures()).toHaveLength(0);
    signing.type(signing.key, ACTOR.name);
    expect(signing.blocked).toBeUndefined();
  });

  it('that the platform does not have needs the name alone, and main hears that none was shown', async () => {
    page.main.alwaysFails('messages.signingText', notFound);
    await openStep();
    expect(signing.text.failure).toBeUndefined();
    expect(signing.blocked).toBe('unnamed');
    signing.type(signing.key, ACTOR.name);
    await press();
    expect(page.main.last('messages.sign').input.signingText).toEqual({ none: true });
  });

  it.each([
    ['messages.signingText', refused, 'reading'],
    ['messages.signingText', offline, 'offline'],
    ['messages.get', refused, 'reading'],
    ['messages.get', offline, 'offline'],
  ] as const)(
    'that cannot be compared with what there is now shuts the button, though it was read and the name typed: %s, %o',
    async (name, failure, reason) => {
      await openRead();
      page.main.alwaysFails(name, failure);
      await refresh();
      expect(signing.blocked).toBe(reason);
      const query = name === 'messages.get' ? desk.message : signing.text;
      expect(query.failure).toEqual(failure);
    },
  );

  it('read again and the same keeps what was seen and typed, after the button was shut meanwhile', async () => {
    await openRead();
    page.main.waits('messages.signingText');
    await desk.message.load();
    const again = signing.read();
    expect(signing.blocked).toBe('reading');
    const { signingText: text } = answers;
    page.main.last('messages.signingText').answer({ text, digest: digestOf(text) });
    await again;
    expect(signing.gate.changed).toBe('nothing');
    expect(signing.blocked).toBeUndefined();
  });

  it('that is another one is read, and the name typed, anew, and it is said that the text has changed', async () => {
    await openRead();
    answers.signingText = 'I sign something else.';
    await refresh();
    expect(signing.gate).toMatchObject({ changed: 'text', seenToEnd: false, typed: '' });
    expect(signing.blocked).toBe('unread');
  });
});

describe('what is signed', () => {
  const attachments = [
    makeAttachment('11', { signingLocked: true }),
    makeAttachment('12', { signedByDefault: false }),
  ];

  it('is what was chosen with what is locked, at the text and the state of the message that were shown', async () => {
    await openRead({ attachments });
    signing.mode = 'chosen';
    signing.choose('form 1', false);
    signing.choose('attachment 0', false);
    await press();
    expect(page.main.last('messages.sign').input).toEqual({
      ...TARGET,
      what: { forms: ['1'], attachments: ['11'] },
      expected: AT,
      signingText: { digest: digestOf('I sign the timetable.') },
    });
  });

  it('is not nothing', async () => {
    await openRead();
    signing.mode = 'chosen';
    signing.choose('form 0', false);
    signing.choose('form 1', false);
    expect(signing.blocked).toBe('none');
    await press();
    expect(signatures()).toHaveLength(0);
  });

  it.each([
    ['the same', 'message', 'I sign the timetable.'],
    ['another', 'text', 'I sign another timetable.'],
  ])(
    'is chosen anew when the content has changed, and read anew with %s text',
    async (_, changed, text) => {
      await openRead({ attachments });
      signing.mode = 'chosen';
      signing.choose('attachment 1', true);
      answers.signingText = text;
      // What was chosen is no longer at its place.
      answers.message = makeMessage({ attachments: attachments.toReversed(), lastChanged: LATER });
      await refresh();
      expect(signing.gate).toMatchObject({ changed, seenToEnd: false, typed: '' });
      expect(signing.what).toEqual({ forms: ['1', '2'], attachments: ['11'] });
    },
  );

  it('is never what came after the reading: main is told of which state the text was', async () => {
    await openRead();
    answers.message = makeMessage({ lastChanged: LATER });
    await desk.message.load();
    await press();
    expect(page.main.last('messages.sign').input.expected).toBe(AT);
  });
});

describe('what is on this computer and not at the platform', () => {
  it('stops signing', async () => {
    answers.draft = makeDraft(makeDraftForm('1'));
    await openStep();
    readAndName();
    expect(signing.blocked).toBe('unsaved');
  });

  it('stops signing also where it was typed after the button was pressed', async () => {
    await openRead();
    answers.draft = makeDraft(makeDraftForm('1'));
    const { pressed } = await press();
    expect(signatures()).toHaveLength(0);
    expect(await pressed).toBeUndefined();
    expect(signing).toMatchObject({ blocked: 'unsaved', busy: false, outcome: undefined });
  });

  it('is waited for before anything is signed', async () => {
    await openStep();
    page.main.waits('formDrafts.open');
    readAndName();
    await press();
    expect(signing).toMatchObject({ busy: true, blocked: 'reading' });
    expect(signatures()).toHaveLength(0);
    page.main.last('formDrafts.open').answer({ draft: null });
    await settled();
    expect(signatures()).toHaveLength(1);
  });

  it('is not known where the draft cannot be read: nothing is signed, and the reason is said', async () => {
    await openRead();
    page.main.alwaysFails('formDrafts.open', keychainLocked);
    const { pressed } = await press();
    expect(signatures()).toHaveLength(0);
    expect(await pressed).toEqual(keychainLocked);
    expect(signing).toMatchObject({ blocked: 'draft-unknown', draftFailure: keychainLocked });
    page.main.always('formDrafts.open', () => ({ draft: null }));
    await signing.checkDraft();
    expect(signing.blocked).toBeUndefined();
  });

  it('is not known where typed texts could not be written: nothing is signed, and the reason is said', async () => {
    await openRead();
    desk.flush = async () => keychainLocked;
    const { pressed } = await press();
    expect(signatures()).toHaveLength(0);
    expect(await pressed).toEqual(keychainLocked);
    expect(signing).toMatchObject({ blocked: 'draft-unknown', draftFailure: keychainLocked });
  });
});

describe('a signature', () => {
  it('is given once, however often the button is pressed', async () => {
    await openRead();
    const first = signing.sign();
    const second = signing.sign();
    expect(signing).toMatchObject({ busy: true, blocked: 'reading' });
    await settled();
    const third = signing.sign();
    await settled();
    expect(signatures()).toHaveLength(1);
    signatures()[0]?.fail(refused);
    expect(await Promise.all([first, second, third])).toEqual([refused, undefined, undefined]);
    expect(signing.busy).toBe(false);
  });

  it('that was refused leaves all as it is, and says why', async () => {
    await openRead();
    const { pressed } = await press();
    page.main.last('messages.sign').fail(refused);
    expect(await pressed).toEqual(refused);
    expect(signing).toMatchObject({ blocked: undefined, outcome: undefined, busy: false });
    expect(reads()).toHaveLength(1);
  });

  it('that met another content is to be read again: message and text come anew, and nothing else is said', async () => {
    await openRead();
    const { pressed } = await press();
    answers.message = makeMessage({ lastChanged: LATER });
    page.main.last('messages.sign').fail(conflict);
    expect(await pressed).toBeUndefined();
    expect(signing).toMatchObject({ blocked: 'unread', outcome: undefined, busy: false });
    expect(signing.message?.lastChanged).toBe(LATER);
    await signing.read();
    expect(signing.gate.changed).toBe('message');
  });

  it('that met a conflict of another kind shows it', async () => {
    await openRead();
    const { pressed } = await press();
    const inUse: Failure = { kind: 'conflict', message: 'It is in use.', reason: 'Locked' };
    page.main.last('messages.sign').fail(inUse);
    expect(await pressed).toEqual(inUse);
    expect(signing.blocked).toBe('unread');
  });

  it('that was given shows what there is now: the archived message under its new id; the draft is gone', async () => {
    answers.draft = makeDraft(makeDraftForm('1', { changed: false }));
    await openRead();
    await press();
    answers.message = makeMessage({ id: 'b90', status: archived });
    page.main.last('messages.sign').answer({ id: 'b90' });
    await settled();
    expect(answers.draft).toBeNull();
    expect(reads().at(-1)?.input.message).toBe('b90');
    expect(signing.outcome).toMatchObject({
      kind: 'signed',
      id: 'b90',
      items: [{ id: '1' }, { id: '2' }],
      failure: undefined,
    });
    expect(desk.isOpen).toBe(false);
    // It is the person's own change: nothing is a surprise, here or under the address that is gone.
    expect(desk.stale).toBe(false);
    expect(signing.isDone).toBe(true);
    expect(desk.finished.sign).toBe(true);
    expect(desk.archivedAs).toBe('b90');
    await signing.read();
    expect(texts()).toHaveLength(1);
  });

  it('that was given stays given where its result cannot be read: why is said, and it is not given again', async () => {
    await openRead();
    await press();
    page.main.alwaysFails('messages.get', offline);
    page.main.last('messages.sign').answer({ id: 'b90' });
    await settled();
    expect(signing.outcome).toMatchObject({ kind: 'signed', id: 'b90', failure: offline });
    await press();
    expect(signatures()).toHaveLength(1);
  });
});

describe('a signature whose answer was lost', () => {
  it('is looked for at once, and not given again', async () => {
    await loseAnswer();
    expect(signing).toMatchObject({ busy: false, outcome: { kind: 'unknown', found: undefined } });
    expect(reads()).toHaveLength(2);
    await press();
    signing.beginAgain();
    expect(signing.outcome).toBeDefined();
    expect(signatures()).toHaveLength(1);
  });

  it('is known to be none where the message is as it was: the text is read anew, and the button comes back', async () => {
    await loseAnswer();
    page.main.last('messages.get').answer(answers.message);
    await settled();
    expect(found()).toEqual({ kind: 'unchanged' });
    expect(page.main.calls('formDrafts.drop')).toHaveLength(0);
    await press();
    expect(signatures()).toHaveLength(1);
    page.main.always('messages.get', () => answers.message);
    signing.beginAgain();
    await settled();
    expect(signing).toMatchObject({ outcome: undefined, key: '' });
    await signing.read();
    expect(signing.blocked).toBe('unread');
    readAndName();
    expect(signing.blocked).toBeUndefined();
    await press();
    expect(signatures()).toHaveLength(2);
  });

  it('is known to be given where the message is archived now', async () => {
    await loseAnswer();
    page.main.last('messages.get').answer(makeMessage({ id: 'b90', status: archived }));
    await settled();
    page.main.last('messages.get').answer(makeMessage({ id: 'b90', status: archived }));
    await settled();
    expect(signing.outcome).toMatchObject({ kind: 'signed', id: 'b90', message: { id: 'b90' } });
    expect(desk.isOpen).toBe(false);
  });

  it('that left the message open and changed is shown as that, and can be begun again', async () => {
    await loseAnswer();
    page.main.last('messages.get').answer(makeMessage({ lastChanged: LATER }));
    await settled();
    expect(found()).toMatchObject({ kind: 'changed', message: { lastChanged: LATER } });
    signing.beginAgain();
    expect(signing.outcome).toBeUndefined();
  });

  it('whose message is gone shows what of its service was archived since, and offers no second one', async () => {
    await loseAnswer();
    page.main.last('messages.get').fail(notFound);
    await settled();
    const list = page.main.last('messages.list');
    expect(list.input).toMatchObject({ all: true, from: '2026-03-02T07:58:00.000Z' });
    list.answer({
      messages: [
        makeMessage({ id: 'b1', status: archived, serviceCode: '9999' }),
        makeMessage({ id: 'b2' }),
        makeMessage({ id: 'b3', status: archived }),
      ],
      completeness: { complete: true, because: null, calls: 1 },
    });
    await settled();
    expect(found()).toMatchObject({ kind: 'gone', archived: [{ id: 'b3' }] });
    signing.beginAgain();
    expect(signing.outcome).toBeDefined();
  });

  it('that cannot be looked for says why, offers no second one, and is looked for again on request', async () => {
    await loseAnswer();
    page.main.last('messages.get').fail(offline);
    await settled();
    expect(found()).toEqual({ kind: 'failed', failure: offline });
    signing.beginAgain();
    expect(signing.outcome).toBeDefined();
    const again = signing.look();
    expect(found()).toBeUndefined();
    page.main.last('messages.get').answer(answers.message);
    await again;
    expect(found()).toEqual({ kind: 'unchanged' });
    expect(signatures()).toHaveLength(1);
  });
});
