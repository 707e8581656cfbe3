// A form of the archive that is used again by one act, and forms of a spreadsheet that are called by their line.
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Message, MessageSummary } from '../../preload/contract/messages.ts';
import { eventually, main, show } from './support/browser.ts';
import { acting } from '../../renderer/state/acting.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { shortcuts } from '../../renderer/state/shortcuts.svelte.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import MessageFolder from '../../renderer/screens/messages/MessageFolder.svelte';
import type { Folder } from '../../renderer/screens/messages/places.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { answerForm, makeMessage } from './support/form-answers.ts';
import { makeConnection, makeStart } from './support/samples.ts';

const t = en.messagePane;
const SENT = { state: 'archived-form', word: 'Arkivert' } as const;
const again = page.getByRole('button', { name: t.useAgain, exact: true });

/** A connection of its own for each test: what is known of a message box outlives a screen. */
let connections = 0;
let connection = makeConnection('c-0');
let messages: Message[];
beforeEach(async () => {
  connection = makeConnection(`c-${String((connections += 1))}`);
  main.always('app.start', () => makeStart({ connections: [connection], chosen: connection.id }));
  await startWindow();
  await eventually(() => {
    expect(session.chosen?.id).toBe(connection.id);
  });
  messages = [makeMessage({ id: 'a77', status: SENT })];
  answerForm(main);
  main.always('messages.get', ({ message }) => found(message));
  main.always('formDrafts.list', () => ({ drafts: [], unreadable: [] }));
  main.always('messages.list', () => ({
    messages: messages.map((one): MessageSummary => one),
    completeness: { complete: true, because: null, calls: 1 },
  }));
});
const found = (id: string) => messages.find((one) => one.id === id) ?? makeMessage({ id });
function open(message: string | null, folder: Folder = 'archive') {
  router.replace({ screen: folder, id: message });
  if (acting.own === null) throw new Error('A connection is chosen.');
  show(MessageFolder, { connection, actor: acting.own, folder, message });
}

describe('FLD-29 Use again', () => {
  it('leads from a sent form to the start of a new one of its service, and begins nothing', async () => {
    open('a77');
    await again.click();
    await eventually(() => expect(router.route).toMatchObject(PLACE));
    expect(main.calls('messages.create')).toHaveLength(0);
    expect(main.calls('forms.data')).toHaveLength(0);
    expect(main.calls('messages.get').every(({ input }) => input.markAsRead !== true)).toBe(true);
  });
  const PLACE = { screen: 'work-list', id: '+start/1234/2/a77' };

  it('has a key, which the palette lists too', async () => {
    open('a77');
    await expect.element(again).toBeVisible();
    const shortcut = shortcuts.all.find(({ label }) => label === t.useAgain);
    expect(shortcut).toMatchObject({ keys: 'Mod+Shift+U', group: 'screen' });
    expect([shortcut?.enabled?.(), shortcut?.inPalette]).toEqual([true, undefined]);
    shortcut?.run?.();
    await eventually(() => expect(router.route).toMatchObject(PLACE));
  });

  it.each<[string, Partial<Message>, Folder]>([
    ['a letter', { type: { kind: 'correspondence', word: '' } }, 'archive'],
    ['a form that is being filled in', { status: makeMessage().status }, 'work-list'],
    ['a form without a service', { serviceCode: null }, 'archive'],
  ])('is not there for %s', async (_what, more, folder) => {
    messages = [makeMessage({ id: 'a77', status: SENT, ...more })];
    open('a77', folder);
    await expect.element(page.getByRole('heading', { name: makeMessage().subject })).toBeVisible();
    await eventually(() => expect(main.calls('messages.get').length).toBeGreaterThan(0));
    expect(again.elements()).toHaveLength(0);
  });
});

it('FLD-29 drafts of a spreadsheet are told apart by their line, in both languages, and found by it', async () => {
  messages = ['Quay one', 'Quay two', ''].map((title, n) =>
    makeMessage({ id: `a${String(n)}`, row: { line: n + 2, title } }),
  );
  open(null, 'work-list');
  const names = () =>
    [...document.querySelectorAll('.message .subject')].map(({ textContent }) => textContent);
  await eventually(() =>
    expect(names().toSorted()).toEqual([
      'Line 4 – Ferry timetable',
      'Quay one (line 2) – Ferry timetable',
      'Quay two (line 3) – Ferry timetable',
    ]),
  );
  expect(nb.manyForms.called(12, 'Fjordtrafikk', 'Rutetabell')).toBe(
    'Fjordtrafikk (linje 12) – Rutetabell',
  );
  await page.getByRole('textbox', { name: en.messages.search }).fill('quay two');
  await eventually(() => expect(names()).toEqual(['Quay two (line 3) – Ferry timetable']));
});
