// Connections as a file on the screen: what is saved for whom, what a file holds, and what is missing then.
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import '../../renderer/styles/fonts.css';
import type {
  ConnectionFileContents,
  ListedConnection,
} from '../../preload/contract/connection-file.ts';
import { verbsNow } from '../../renderer/frame/palette-verbs.ts';
import Connections from '../../renderer/screens/connections/Connections.svelte';
import FirstRun from '../../renderer/screens/connections/FirstRun.svelte';
import { TAKE_OVER_PLACE } from '../../renderer/state/job-place.ts';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { AT, keychainLocked, makeConnection, makeStart, offline } from './support/samples.ts';

// As in the program.
document.documentElement.dataset['size'] = 'sm';
const t = en.connectionFile;
const ONE = makeConnection('c-1', { name: 'Certificate' });
const OTHER = makeConnection('c-2', { name: 'Kari', signIn: { way: 'pasted-token' } });
const FILE = { handle: 'file-aaaaaaaaaaaaaaaaaaaa', name: 'steward-connections.json.age' };
const TARGET = { handle: 'file-bbbbbbbbbbbbbbbbbbbb', name: 'mine.json.age' };
const PASSPHRASE = 'correct horse battery';

const listed = (number: number, more: Partial<ListedConnection>): ListedConnection => ({
  ...{ number, name: `Number ${String(number)}`, environment: 'test', way: 'certificate' },
  baseAddress: 'https://platform.example/api',
  ...{ organisationName: 'Fjordtrafikk AS', organisationNumber: '974760673' },
  ...{ hosts: ['platform.example'], extraCa: null, here: null, managed: false, needs: [] },
  ...more,
});
const MISSING = {
  kind: 'certificate',
  name: 'CN=Fjordtrafikk AS',
  validTo: '2027-05-01T10:00:00Z',
  state: 'add',
} as const;
const KEY = { kind: 'api-key', name: 'Platform key', validTo: null, state: 'comes' } as const;
const CONTENTS: ConnectionFileContents = {
  ...{ state: 'open', sum: 'a'.repeat(64), made: AT, for: 'self', secrets: true },
  connections: [
    listed(1, {
      name: 'Production',
      hosts: ['platform.example', 'proxy.example:8080'],
      extraCa: 'root.pem',
      needs: [MISSING, KEY],
    }),
    listed(2, { name: 'Kari (2)', here: 'Kari' }),
    listed(3, { name: 'Elsewhere', managed: true }),
  ],
  settings: [
    { name: 'scheme', from: 'auto', to: 'dark', managed: false },
    { name: 'idleLockMinutes', from: 10, to: 60, managed: false },
    { name: 'notifications', from: true, to: false, managed: true },
  ],
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const typing = (name: string) => page.getByRole('textbox', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name });

async function open(id = '', connections = [ONE, OTHER]) {
  main.always('app.start', () =>
    makeStart({ connections: [...connections], chosen: connections[0]?.id ?? null }),
  );
  await startWindow();
  await eventually(() => {
    expect(session.connections).toHaveLength(connections.length);
  });
  router.go({ connection: connections[0]?.id ?? null, screen: 'connections', id });
  onTestFinished(() => router.replace({ id: null }));
  return show(Connections, {});
}
/** Chosen, and open where it needs no passphrase. */
async function openFile() {
  await open(TAKE_OVER_PLACE);
  await button(t.take.choose).click();
}
async function save(name: string) {
  await open();
  await button(t.menu).click();
  await button(name).click();
}

beforeEach(() => {
  main.always('files.choose', () => FILE);
  main.always('files.chooseTarget', () => TARGET);
  main.always('connectionFile.read', () => CONTENTS);
  main.always('connectionFile.save', () => ({ name: 'mine.json', bytes: 10 }));
  main.always('connectionFile.saveEncrypted', () => ({ name: 'mine.json.age', bytes: 10 }));
});

describe('saving', () => {
  it('for another computer takes all along with their secrets, under a passphrase that fits', async () => {
    await save(t.open.self);
    await expect.element(box('Kari')).toBeChecked();
    await expect.element(page.getByRole('radio', { name: t.save.with })).toBeChecked();
    const before = main.calls('files.chooseTarget').length;
    await button(t.save.action).click();
    expect(main.calls('files.chooseTarget')).toHaveLength(before);
    await expect.element(page.getByText(en.fields['passphrase-too-short'])).toBeVisible();
    await typing(en.oneTimeSecrets.file.passphrase).fill(PASSPHRASE);
    await typing(en.oneTimeSecrets.file.again).fill(PASSPHRASE);
    await box('Kari').click();
    await button(t.save.action).click();
    expect(main.last('files.chooseTarget').input.suggestedName).toMatch(
      /^steward-connections-\d{4}-\d\d-\d\d\.json\.age$/,
    );
    expect(main.last('connectionFile.saveEncrypted').input).toEqual({
      ...{ target: TARGET.handle, for: 'self', connections: ['c-1'], settings: true },
      passphrase: PASSPHRASE,
    });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('for a colleague leaves secrets out until somebody says otherwise', async () => {
    await save(t.open.colleague);
    await expect.element(page.getByRole('radio', { name: t.save.without })).toBeChecked();
    await expect.element(page.getByText(t.save.text.colleague)).toBeVisible();
    await box(t.save.settings).click();
    await button(t.save.action).click();
    expect(main.last('connectionFile.save').input).toEqual({
      ...{ target: TARGET.handle, for: 'colleague', connections: ['c-1', 'c-2'] },
      settings: false,
    });
  });

  it('of none is refused in words, and a failure keeps the passphrase that was typed', async () => {
    main.alwaysFails('connectionFile.saveEncrypted', keychainLocked);
    await save(t.open.self);
    for (const name of ['Certificate', 'Kari']) await box(name).click();
    await button(t.save.action).click();
    await expect.element(page.getByText(t.save.none)).toBeVisible();
    await box('Certificate').click();
    const typed = typing(en.oneTimeSecrets.file.passphrase);
    await typed.fill(PASSPHRASE);
    await typing(en.oneTimeSecrets.file.again).fill(PASSPHRASE);
    await button(t.save.action).click();
    await expect.element(page.getByText(t.save.failed)).toBeVisible();
    await expect.element(typed).toHaveValue(PASSPHRASE);
  });
});

describe('a file', () => {
  it('is shown whole: where each connection leads, what comes along and what is to be added', async () => {
    await openFile();
    expect(main.last('connectionFile.read').input).toEqual({ file: FILE.handle });
    for (const text of [
      'proxy.example:8080',
      t.take.extraCa('root.pem'),
      t.take.here('Kari'),
      t.take.withSecrets,
    ])
      await expect.element(page.getByText(text)).toBeVisible();
    for (const text of [t.take.states.comes, t.take.states.add])
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    await expect.element(page.getByText('CN=Fjordtrafikk AS')).toBeVisible();
    await expect.element(page.getByText('10 minutes of inactivity → 60')).toBeVisible();
    await expect.element(page.getByText(t.take.selected(1, 3))).toBeVisible();
  });

  it('has what is new selected; what is here already is not, and what may not be cannot be', async () => {
    await openFile();
    await expect.element(box('Production')).toBeChecked();
    await expect.element(box('Kari (2)')).not.toBeChecked();
    await expect.element(box('Elsewhere')).toBeDisabled();
    await expect.element(box(en.settings.notifications)).toBeDisabled();
    const all = box(t.take.all);
    await all.click();
    await expect.element(page.getByText(t.take.selected(2, 3))).toBeVisible();
    await all.click();
    for (const name of [en.settings.scheme, en.settings.idle]) await box(name).click();
    await eventually(() => {
      expect(button(t.take.action).element().getAttribute('title')).toBe(t.take.nothing);
    });
  });

  it('that is encrypted asks for its passphrase; a wrong one is told, and what was typed stays', async () => {
    main.always('connectionFile.read', ({ passphrase }) =>
      passphrase === PASSPHRASE
        ? CONTENTS
        : { state: passphrase === undefined ? 'passphrase-needed' : 'wrong-passphrase' },
    );
    await openFile();
    const field = page.getByLabelText(t.take.passphrase);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('correct horse{Enter}');
    await expect.element(page.getByText(t.take.problems['wrong-passphrase'].title)).toBeVisible();
    await expect.element(field).toHaveValue('correct horse');
    await expect.element(page.getByText(FILE.name)).toBeVisible();
    await field.fill(PASSPHRASE);
    await userEvent.keyboard('{Enter}');
    await expect.element(box('Production')).toBeChecked();
    main.alwaysFails('connectionFile.takeOver', offline);
    await button(t.take.action).click();
    expect(main.last('connectionFile.takeOver').input).toMatchObject({ passphrase: PASSPHRASE });
  });

  it.each(['foreign', 'newer', 'damaged'] as const)('that is %s says what to do', async (state) => {
    main.always('connectionFile.read', () => ({ state }));
    await openFile();
    await expect.element(page.getByText(t.take.problems[state].title)).toBeVisible();
    await expect.element(page.getByText(t.take.problems[state].text)).toBeVisible();
    await expect.element(button(t.take.action)).not.toBeInTheDocument();
    await expect.element(button(t.take.another)).toBeVisible();
  });
});

describe('taking over', () => {
  const taken = {
    connections: [
      { connection: 'c-8', name: 'Production', missing: [MISSING] },
      { connection: 'c-9', name: 'Kari (2)', missing: [] },
    ],
    settings: ['scheme' as const],
  };

  it('sends what was selected of the file that was shown, then leads to what is missing', async () => {
    main.always('connectionFile.takeOver', () => taken);
    await openFile();
    await box(en.settings.idle).click();
    await box('Kari (2)').click();
    await button(t.take.action).click();
    expect(main.last('connectionFile.takeOver').input).toEqual({
      ...{ file: FILE.handle, sum: CONTENTS.sum, connections: [1, 2], settings: ['scheme'] },
    });
    await expect.element(page.getByText(t.take.done(2))).toBeVisible();
    await expect.element(page.getByText(t.take.ready)).toBeVisible();
    await button(t.take.add).click();
    expect(router.route.id).toBe('c-8+change-certificate');
  });

  it('that failed or that a person did not allow keeps what was selected', async () => {
    main.alwaysFails('connectionFile.takeOver', {
      ...{ kind: 'file', problem: 'changed-meanwhile', message: '' },
    });
    await openFile();
    await box('Kari (2)').click();
    await button(t.take.action).click();
    await expect.element(page.getByText(t.take.changed.what)).toBeVisible();
    await expect.element(box('Kari (2)')).toBeChecked();
    main.alwaysFails('connectionFile.takeOver', { kind: 'cancelled', message: '' });
    await button(t.take.action).click();
    await expect.element(page.getByText(t.take.changed.what)).not.toBeInTheDocument();
    await expect.element(box('Kari (2)')).toBeChecked();
  });

  it('is reached from the first run, the palette and the menu, by keyboard too', async () => {
    await open();
    expect(verbsNow().find(({ id }) => id === 'take-over')?.text).toBe(t.open.take);
    const menu = await button(t.menu).findElement();
    if (menu instanceof HTMLElement) menu.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(t.open.self)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(router.route.id).toBe(TAKE_OVER_PLACE);
    await button(t.take.back).click();
    expect(router.route.id ?? '').toBe('');
  });

  it('is offered where there is no connection yet', async () => {
    await open('', []);
    show(FirstRun, {});
    await button(t.open.take).click();
    expect(router.route).toMatchObject({ screen: 'connections', id: TAKE_OVER_PLACE });
  });
});

it('is used by keyboard alone: each box and button in the order shown', async () => {
  await openFile();
  await expect.element(box('Production')).toBeChecked();
  const another = await button(t.take.another).findElement();
  if (another instanceof HTMLElement) another.focus();
  for (const name of [t.take.all, 'Production', 'Kari (2)', en.settings.scheme, en.settings.idle]) {
    await userEvent.tab();
    await expect.element(box(name)).toHaveFocus();
  }
  await userEvent.tab();
  await expect.element(button(t.take.action)).toHaveFocus();
});
