// Starts of the page: nothing is shown before connection and place are known; choosing a connection ends setting up.
import { beforeEach, describe, expect, it } from 'vitest';
import type * as inUseModule from '../../renderer/state/connection-in-use.svelte.ts';
import type * as layoutModule from '../../renderer/state/layout.svelte.ts';
import type * as routerModule from '../../renderer/state/router.svelte.ts';
import type * as sessionModule from '../../renderer/state/session.svelte.ts';
import type * as settingUpModule from '../../renderer/state/setting-up.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { keychainLocked, makeConnection, makeStart } from './support/samples.ts';

let page: Page;
let session: typeof sessionModule.session;
let begin: typeof sessionModule.begin;
let router: typeof routerModule.router;
let settingUp: typeof settingUpModule.settingUp;
let layout: typeof layoutModule.layout;
let follow: typeof inUseModule.followConnection;

const only = makeConnection('c-1');
const chosenIs = (chosen: string | null, all = [only]) => {
  page.main.tell('connectionsChanged', { all, chosen });
};

beforeEach(async () => {
  page = await openPage();
  ({ session, begin } = await import('../../renderer/state/session.svelte.ts'));
  ({ router } = await import('../../renderer/state/router.svelte.ts'));
  ({ settingUp } = await import('../../renderer/state/setting-up.svelte.ts'));
  ({ layout } = await import('../../renderer/state/layout.svelte.ts'));
  ({ followConnection: follow } = await import('../../renderer/state/connection-in-use.svelte.ts'));
});

/** The window as App.svelte makes it, begun with this start value. */
async function open(start: Parameters<typeof makeStart>[0]): Promise<void> {
  page.asWindow(() => {
    follow(() => true);
  });
  const begun = begin(() => undefined);
  page.main.last('app.start').answer(makeStart(start));
  await begun;
  await settled();
}

describe('the start', () => {
  it('shows nothing until the only connection is chosen, and is at its first place at once', async () => {
    const shown = page.seen(() =>
      session.start === undefined
        ? 'nothing'
        : `${router.route.screen} ${session.chosen?.id ?? ''}`,
    );
    const begun = begin(() => {
      router.replace({ connection: 'c-1', screen: 'roles', id: null });
    });
    page.main.last('app.start').answer(makeStart({ connections: [only] }));
    await settled();
    expect(page.main.last('connections.choose').input).toEqual({ connection: 'c-1' });
    expect(session.start).toBeUndefined();
    chosenIs('c-1');
    page.main.last('connections.choose').answer({ chosen: 'c-1' });
    await begun;
    await settled();
    expect(shown.values).toEqual(['nothing', 'roles c-1']);
    expect(page.bar.address).toBe('#/c-1/roles');
  });

  it('goes on without one that cannot be chosen', async () => {
    page.main.alwaysFails('connections.choose', keychainLocked);
    const begun = begin(() => undefined);
    page.main.last('app.start').answer(makeStart({ connections: [only] }));
    await begun;
    expect(session.start).toBeDefined();
    expect(session.chosen).toBeNull();
  });

  it('chooses nothing between several, and nothing anew', async () => {
    const other = makeConnection('c-2');
    await open({ connections: [only, other] });
    expect(page.main.calls('connections.choose')).toHaveLength(0);
    chosenIs('c-1', [only, other]);
    await settled();
    expect(page.main.calls('connections.choose')).toHaveLength(0);
    expect(page.bar.address).toBe('#/c-1/enterprise-users');
  });
});

describe('with the window open', () => {
  it('the one connection that is left is chosen, and what is open beside connections stays open', async () => {
    const other = makeConnection('c-2');
    await open({ connections: [only, other], chosen: 'c-2' });
    router.replace({ screen: 'connections', id: 'c-2' });
    chosenIs(null);
    await settled();
    expect(page.main.last('connections.choose').input).toEqual({ connection: 'c-1' });
    router.replace({ id: 'c-1' });
    chosenIs('c-1');
    await settled();
    expect(page.bar.address).toBe('#/c-1/connections/c-1');
  });
});

describe('setting up', () => {
  beforeEach(async () => {
    await open({});
    settingUp.saves();
    // As main does: it tells of the connection before it answers who made it.
    chosenIs(null);
    await settled();
  });

  it('goes on while the connection is saved and tested: it is not chosen under the test', async () => {
    expect(settingUp.now).toBe(true);
    await settingUp.saved(only);
    await settled();
    expect(settingUp.connection?.id).toBe('c-1');
    expect(page.main.calls('connections.choose')).toHaveLength(0);
  });

  it('is written down at once as a place where the connection can be tested, for a start after a kill', async () => {
    await settingUp.saved(only);
    expect(page.main.last('layout.remember').input).toEqual({
      places: expect.objectContaining({ 'c-1': { screen: 'connections', id: 'c-1' } }) as unknown,
    });
    expect(layout.now.places['c-1']).toEqual({ screen: 'connections', id: 'c-1' });
  });

  it('is over at another screen: the connection that was made is chosen', async () => {
    await settingUp.saved(only);
    router.go({ screen: 'settings' });
    await settled();
    expect(settingUp.now).toBe(false);
    expect(settingUp.connection).toBeUndefined();
    expect(page.main.last('connections.choose').input).toEqual({ connection: 'c-1' });
  });

  it('does not come back once it has ended', async () => {
    await settingUp.saved(only);
    settingUp.ends();
    await settled();
    expect(settingUp.now).toBe(false);
    expect(settingUp.connection).toBeUndefined();
    expect(page.main.last('connections.choose').input).toEqual({ connection: 'c-1' });
  });

  it('is over at the address of the connection, when main has chosen it', async () => {
    await settingUp.saved(only);
    router.go({ connection: 'c-1' });
    await settled();
    expect(settingUp.now).toBe(true);
    expect(page.main.last('connections.choose').input).toEqual({ connection: 'c-1' });
    chosenIs('c-1');
    page.main.last('connections.choose').answer({ chosen: 'c-1' });
    await settled();
    expect(settingUp.now).toBe(false);
    expect(page.bar.address).toBe('#/c-1/enterprise-users');
  });
});
