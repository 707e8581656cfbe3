// The connection in use follows the address and main's choice, and the last place of each connection is remembered.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as inUseModule from '../../renderer/state/connection-in-use.svelte.ts';
import type * as draftsModule from '../../renderer/state/drafts.svelte.ts';
import type * as routerModule from '../../renderer/state/router.svelte.ts';
import type * as chooseModule from '../../renderer/state/switch-connection.ts';
import { openPage, type Page, settled } from './support/page.ts';
import { keychainLocked, makeConnection } from './support/samples.ts';
import { startPage } from './support/start.ts';

const all = [makeConnection('c-1'), makeConnection('c-2')];
let page: Page;
let inUse: typeof inUseModule.inUse;
let router: typeof routerModule.router;
let drafts: typeof draftsModule;
let chooseConnection: typeof chooseModule.chooseConnection;

beforeEach(async () => {
  vi.useFakeTimers();
  page = await openPage({ address: '#/c-1/enterprise-users/svc-payroll' });
  const module = await import('../../renderer/state/connection-in-use.svelte.ts');
  ({ inUse } = module);
  ({ router } = await import('../../renderer/state/router.svelte.ts'));
  ({ chooseConnection } = await import('../../renderer/state/switch-connection.ts'));
  drafts = await import('../../renderer/state/drafts.svelte.ts');
  page.asWindow(() => {
    module.followConnection((id) => id !== 'removed-screen');
  });
  await startPage(page, { connections: all, chosen: 'c-1' });
});

const mainChose = (chosen: string | null, connections = all) => {
  page.main.tell('connectionsChanged', { all: connections, chosen });
  page.flush();
};
const wanted = () => page.main.calls('connections.choose').map(({ input }) => input.connection);

describe('an address of another connection', () => {
  it('asks main for it, and no screen is shown before main has it', async () => {
    expect(inUse.state).toBe('settled');
    router.go({ connection: 'c-2', screen: 'roles' });
    expect(inUse.state).toBe('changing');
    page.flush();
    expect(wanted()).toEqual(['c-2']);
    mainChose('c-2');
    page.main.last('connections.choose').answer({ chosen: 'c-2' });
    await settled();
    expect(inUse.state).toBe('settled');
    expect(router.route).toEqual({ connection: 'c-2', screen: 'roles', id: null });
    expect(wanted()).toEqual(['c-2']);
  });

  it('by a link, Back and Forward is followed alike', async () => {
    page.bar.follow('#/c-2/roles');
    page.flush();
    mainChose('c-2');
    page.main.last('connections.choose').answer({ chosen: 'c-2' });
    await settled();
    router.back();
    page.flush();
    expect(wanted()).toEqual(['c-2', 'c-1']);
    mainChose('c-1');
    expect(router.route.id).toBe('svc-payroll');
  });

  it('that main cannot choose is left for the one in use, and said', async () => {
    router.go({ connection: 'c-2' });
    page.flush();
    page.main.last('connections.choose').fail(keychainLocked);
    await settled();
    expect(router.route.connection).toBe('c-1');
    expect(inUse.state).toBe('settled');
    expect(inUse.refused).toEqual(keychainLocked);
    router.go({ connection: 'c-2' });
    page.flush();
    page.main.last('connections.choose').answer({ chosen: 'c-2' });
    await settled();
    expect(inUse.refused).toBeUndefined();
  });

  it('that main cannot choose says nothing and moves nobody who is elsewhere by then', async () => {
    router.go({ connection: 'c-2' });
    page.flush();
    const late = page.main.last('connections.choose');
    router.go({ connection: 'c-1', screen: 'settings' });
    page.flush();
    late.fail(keychainLocked);
    await settled();
    expect(router.route).toEqual({ connection: 'c-1', screen: 'settings', id: null });
    expect(inUse.refused).toBeUndefined();
  });

  it('that is not here is said to be gone, and main is asked for nothing', () => {
    router.go({ connection: 'c-9' });
    page.flush();
    expect(inUse.state).toBe('gone');
    expect(wanted()).toEqual([]);
    expect(router.route.connection).toBe('c-9');
  });
});

describe('a choice of main', () => {
  it('is followed: what was open in the connection before is closed', () => {
    mainChose('c-2');
    expect(router.route).toEqual({ connection: 'c-2', screen: 'enterprise-users', id: null });
    expect(inUse.state).toBe('settled');
    expect(wanted()).toEqual([]);
  });

  it('is no step of the way: Back does not lead into the other connection', () => {
    const { length } = page.bar;
    mainChose('c-2');
    expect(page.bar.length).toBe(length);
  });

  it('of none is followed where the connection was removed', () => {
    mainChose(null, [makeConnection('c-2'), makeConnection('c-3')]);
    expect(router.route.connection).toBeNull();
  });

  it('does not move the address where only something else of the connections changed', () => {
    mainChose('c-1', [makeConnection('c-1', { name: 'Renamed' }), makeConnection('c-2')]);
    expect(router.route.id).toBe('svc-payroll');
    expect(wanted()).toEqual([]);
  });
});

describe('a person who switches', () => {
  it('goes to the same screen of the other connection with nothing open', () => {
    chooseConnection('c-2');
    expect(router.route).toEqual({ connection: 'c-2', screen: 'enterprise-users', id: null });
  });

  it('to the one in use stays where they are, with all that is open', () => {
    chooseConnection('c-1');
    expect(router.route.id).toBe('svc-payroll');
  });

  it('is asked about drafts, and main hears nothing before the answer', () => {
    drafts.holdDraft({ name: () => 'Changes', isUnsaved: () => true });
    chooseConnection('c-2');
    page.flush();
    expect(drafts.drafts.asked).toBe(true);
    expect(wanted()).toEqual([]);
    drafts.drafts.discard();
    page.flush();
    expect(wanted()).toEqual(['c-2']);
  });
});

describe('the last place', () => {
  const told = () => {
    vi.advanceTimersByTime(400);
    return page.main.calls('layout.remember').at(-1)?.input.places;
  };

  it('of each connection is remembered where one goes', () => {
    router.go({ screen: 'roles' });
    page.flush();
    expect(told()).toEqual({ 'c-1': { screen: 'roles', id: null } });
  });

  it('is not written down between two connections: what the address names is open in neither', () => {
    vi.advanceTimersByTime(400);
    const before = page.main.calls('layout.remember').length;
    router.go({ connection: 'c-2', screen: 'roles' });
    page.flush();
    vi.advanceTimersByTime(400);
    expect(page.main.calls('layout.remember')).toHaveLength(before);
    mainChose('c-2');
    expect(told()).toMatchObject({ 'c-2': { screen: 'roles', id: null } });
  });

  it('is never one that is no screen', () => {
    vi.advanceTimersByTime(400);
    const before = page.main.calls('layout.remember').length;
    router.go({ screen: 'removed-screen' });
    page.flush();
    vi.advanceTimersByTime(400);
    expect(page.main.calls('layout.remember')).toHaveLength(before);
  });
});
