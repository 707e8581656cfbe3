// The palette in the whole window: its keys, the focus, and that what it found outlives neither lock nor switch.
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually, main, show } from './support/browser.ts';
import App from '../../renderer/App.svelte';
import { router } from '../../renderer/state/router.svelte.ts';
import { session } from '../../renderer/state/session.svelte.ts';
import { startWindow } from '../../renderer/start.ts';
import { en } from '../../renderer/texts/en.ts';
import { allThere, AT, makeConnection, makeStart, makeUser, offline } from './support/samples.ts';

const t = en.frame;
const connections = [makeConnection('c-1'), makeConnection('c-2')];
/** Refused at once, so that only the users are waited for. */
const READ = [
  'reportees.list',
  'roleDefinitions.list',
  'reference.search',
  'reference.roles',
] as const;
const field = () => page.getByRole('combobox', { name: t.commandField });
const options = () => page.getByRole('dialog').getByRole('option');
const input = () => {
  const element = field().element();
  if (!(element instanceof HTMLInputElement)) throw new Error('The palette is closed.');
  return element;
};

/** The texts of the rows, and of the one that Enter would run. */
const rows = () => options().elements();
const chosen = () => rows().findIndex((row) => row.getAttribute('aria-selected') === 'true');
const isClosed = () =>
  eventually(() => {
    expect(page.getByRole('dialog').query()).toBeNull();
  });

async function open(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
}
const usersOf = (connection: string) =>
  main.calls('enterpriseUsers.list').filter(({ input: of }) => of.connection === connection);
/** Something is typed and main answers it with these users. */
async function find(typed: string, ...names: readonly string[]): Promise<void> {
  const connection = session.chosen?.id ?? '';
  await field().fill(typed);
  await eventually(() => {
    expect(usersOf(connection).at(-1)?.answered).toBe(false);
  });
  usersOf(connection)
    .at(-1)
    ?.answer({
      users: names.map((name) => makeUser(name)),
      fetched: AT,
      fromCopy: false,
      completeness: allThere,
    });
  for (const name of names) await expect.element(options().getByText(name)).toBeVisible();
}

beforeEach(async () => {
  // What an earlier test found is gone behind a lock.
  session.lock();
  flushSync();
  session.unlock();
  for (const name of READ) main.alwaysFails(name, offline);
  main.always('app.start', () => makeStart({ connections, chosen: 'c-1' }));
  main.always('connections.choose', ({ connection }) => {
    main.tell('connectionsChanged', { all: connections, chosen: connection });
    return { chosen: connection };
  });
  show(App, {});
  await startWindow();
  // The window begins where an earlier test left it, or at home.
  router.replace({ connection: 'c-1', screen: 'settings', id: null });
  await eventually(() => {
    expect(document.querySelector('#content h1')).not.toBeNull();
  });
});

describe('the palette', () => {
  it('opens empty each time, with the first row chosen and nothing read', async () => {
    const before = main.calls('enterpriseUsers.list').length;
    await open();
    await field().fill('set');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    await isClosed();
    const read = main.calls('enterpriseUsers.list').length;
    await open();
    expect(input().value).toBe('');
    expect(chosen()).toBe(0);
    expect(main.calls('enterpriseUsers.list')).toHaveLength(read);
    expect(read).toBe(before + 1);
  });

  it('goes through its rows by the arrows, from the last to the first and back, and names the row to screen readers', async () => {
    await open();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe(2);
    expect(input().getAttribute('aria-activedescendant')).toBe(rows()[2]?.id);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(rows().length - 1);
    await userEvent.keyboard('{ArrowDown}');
    expect(chosen()).toBe(0);
    await expect.element(field()).toHaveFocus();
  });

  it('leaves Home and End to what is typed: there they move the cursor, and the row stays chosen', async () => {
    await open();
    await field().fill('e');
    await userEvent.keyboard('n{Backspace}{ArrowDown}');
    expect(chosen()).toBe(1);
    await userEvent.keyboard('{Home}');
    expect(input().selectionStart).toBe(0);
    await userEvent.keyboard('{End}');
    expect(input().selectionStart).toBe(1);
    expect(chosen()).toBe(1);
  });

  it('begins at the first row again when something else is typed', async () => {
    await open();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await userEvent.keyboard('e');
    expect(chosen()).toBe(0);
  });

  it('runs the chosen row on Enter and closes', async () => {
    await open();
    await field().fill(t.screens.activity);
    await userEvent.keyboard('{Enter}');
    await isClosed();
    await eventually(() => {
      expect(router.route).toMatchObject({ connection: 'c-1', screen: 'activity' });
    });
  });

  it('does nothing on Enter where nothing matches, and stays', async () => {
    await open();
    await field().fill('qqqqqq');
    await expect.element(page.getByText(t.commandNothing)).toBeVisible();
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
    await expect.element(field()).toHaveFocus();
    expect(router.route.screen).toBe('settings');
  });

  it('gives the focus back to where it was on Esc', async () => {
    const button = page.getByRole('button', { name: t.connectionSwitcher }).first();
    const element = await button.findElement();
    if (!(element instanceof HTMLElement)) throw new Error('It can have the focus.');
    element.focus();
    await open();
    await userEvent.keyboard('{Escape}');
    await isClosed();
    await expect.element(button).toHaveFocus();
  });

  it('leads to the place of a link that is pasted, before anything else', async () => {
    await open();
    await userEvent.fill(field(), '#/c-1/inbox/b7');
    await expect.element(options().first()).toHaveTextContent('#/c-1/inbox/b7');
    await userEvent.keyboard('{Enter}');
    await eventually(() => {
      expect(router.route).toMatchObject({ connection: 'c-1', screen: 'inbox', id: 'b7' });
    });
  });

  it.each([
    [en.enterpriseUsers.newUser, { screen: 'enterprise-users', id: '/new' }],
    [t.commandGive, { screen: 'delegations', id: '+give' }],
    [t.commandNewRole, { screen: 'role-definitions', id: '+new' }],
    [en.messages.start, { screen: 'work-list', id: '+start' }],
    [en.reference.title, { screen: 'services', id: '+copy' }],
    [en.connections.newOne, { screen: 'connections', id: '+new' }],
    [en.credentials.importCertificateAsk, { screen: 'connections', id: '+import' }],
  ])('begins "%s" from any screen', async (label, place) => {
    await open();
    await field().fill(`> ${label}`);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).not.toBeInTheDocument();
    await eventually(() => {
      expect(router.route).toMatchObject({ connection: 'c-1', ...place });
    });
  });

  it('offers nothing to begin that this connection cannot do', async () => {
    const none = makeConnection('c-1', { signIn: { way: 'none' }, apiKey: null });
    main.tell('connectionsChanged', { all: [none], chosen: 'c-1' });
    await open();
    await field().fill('>');
    const offered = rows().map((row) => row.textContent?.trim());
    for (const label of [en.enterpriseUsers.newUser, t.commandRotate, en.messages.start])
      expect(offered).not.toContain(label);
    for (const label of [en.connections.newOne, en.reference.title])
      expect(offered).toContain(label);
  });

  it('asks whose secret is to be rotated, reads the users alone for it, and leads to the dialog', async () => {
    const services = main.calls('reference.search').length;
    await open();
    await field().fill(`> ${t.commandRotate}`);
    await userEvent.keyboard('{Enter}');
    expect(input().value).toBe(`${t.commandAsks.user} `);
    await userEvent.keyboard('pay');
    await eventually(() => {
      expect(usersOf('c-1').at(-1)?.answered).toBe(false);
    });
    usersOf('c-1')
      .at(-1)
      ?.answer({
        users: [makeUser('svc-payroll'), makeUser('svc-other')],
        fetched: AT,
        fromCopy: false,
        completeness: allThere,
      });
    await expect.element(options().getByText('svc-payroll')).toBeVisible();
    expect(rows()).toHaveLength(1);
    expect(main.calls('reference.search')).toHaveLength(services);
    await userEvent.keyboard('{Enter}');
    await isClosed();
    await eventually(() => {
      expect(router.route).toMatchObject({ screen: 'enterprise-users', id: '/rotate/svc-payroll' });
    });
  });

  it('shows some of each, and all in the list of the screen, where the filter is what was typed', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `svc-${String(i)}`);
    await open();
    await field().fill('svc');
    await eventually(() => {
      expect(usersOf('c-1').at(-1)?.answered).toBe(false);
    });
    const users = names.map((name) => makeUser(name));
    usersOf('c-1').at(-1)?.answer({ users, fetched: AT, fromCopy: false, completeness: allThere });
    const all = options().getByText(t.commandShowAll(9), { exact: true });
    await expect.element(all).toBeVisible();
    await all.click();
    await isClosed();
    await eventually(() => {
      expect(router.route).toMatchObject({ screen: 'enterprise-users', id: null });
    });
    const filter = page.getByRole('textbox', { name: en.enterpriseUsers.filter });
    await expect.element(filter).toHaveValue('svc');
  });

  it('offers commands alone after ">", and reads nothing for them', async () => {
    const before = main.calls('enterpriseUsers.list').length;
    await open();
    await field().fill('> link');
    expect(rows().map((row) => row.textContent?.trim())).toEqual([t.copyPlace]);
    await field().fill(`> ${t.screens.settings}`);
    expect(rows()).toEqual([]);
    expect(main.calls('enterpriseUsers.list')).toHaveLength(before);
  });

  it('says what could not be read, beside what was found', async () => {
    await open();
    await find('svc', 'svc-a');
    await expect
      .element(page.getByText(/^Could not load parties, local roles, services,? and roles$/))
      .toBeVisible();
  });
});

describe('what the palette found', () => {
  it('is gone behind the lock and after it, and is read anew', async () => {
    await open();
    await find('svc', 'svc-secret');
    const before = usersOf('c-1').length;
    main.tell('locked', {});
    const unlock = page.getByRole('button', { name: 'Open again' });
    await expect.element(unlock).toBeVisible();
    expect(document.body.textContent).not.toContain('svc-secret');
    await unlock.click();
    await eventually(() => {
      expect(document.querySelector('#content')).not.toBeNull();
    });
    expect(page.getByRole('dialog').query()).toBeNull();
    await open();
    expect(input().value).toBe('');
    await field().fill('svc');
    await eventually(() => {
      expect(usersOf('c-1')).toHaveLength(before + 1);
    });
    expect(document.body.textContent).not.toContain('svc-secret');
  });

  it('is gone in another connection, whose own is read for what is typed', async () => {
    await open();
    await find('svc', 'svc-first');
    router.go({ connection: 'c-2', screen: 'settings', id: null });
    await eventually(() => {
      expect(session.chosen?.id).toBe('c-2');
      expect(usersOf('c-2').at(-1)?.answered).toBe(false);
    });
    expect(input().value).toBe('svc');
    expect(document.body.textContent).not.toContain('svc-first');
    usersOf('c-2')
      .at(-1)
      ?.answer({
        users: [makeUser('svc-second')],
        fetched: AT,
        fromCopy: false,
        completeness: allThere,
      });
    await expect.element(options().getByText('svc-second')).toBeVisible();
  });

  it('that was asked for is not taken once the palette is closed', async () => {
    await open();
    await field().fill('svc');
    await eventually(() => {
      expect(usersOf('c-1').at(-1)?.answered).toBe(false);
    });
    await userEvent.keyboard('{Escape}');
    await isClosed();
    expect(usersOf('c-1').at(-1)?.stopped).toBe(true);
  });
});

describe('the list of shortcuts', () => {
  it('is closed behind the lock, and after it', async () => {
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: t.shortcutsTitle })).toBeVisible();
    main.tell('locked', {});
    await page.getByRole('button', { name: 'Open again' }).click();
    await eventually(() => {
      expect(document.querySelector('#content')).not.toBeNull();
    });
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});
