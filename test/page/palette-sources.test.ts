// What the palette reads: when something is typed, again when it is old or was written to, never while it is fresh.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoundService } from '../../preload/contract/reference.ts';
import type * as actingModule from '../../renderer/state/acting.svelte.ts';
import type * as paletteModule from '../../renderer/state/palette-sources.svelte.ts';
import { openPage, type Page, settled } from './support/page.ts';
import {
  allThere,
  AT,
  emptyLayout,
  makeConnection,
  makeParty,
  makeUser,
  offline,
} from './support/samples.ts';
import { startPage } from './support/start.ts';

const OWN = '974760673';
const MINUTE = 60_000;

let page: Page;
let module: typeof paletteModule;
let acting: typeof actingModule.acting;

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(AT) });
  page = await openPage({ address: '#/c-1/inbox' });
  module = await import('../../renderer/state/palette-sources.svelte.ts');
  ({ acting } = await import('../../renderer/state/acting.svelte.ts'));
  await startPage(page, {
    connections: [makeConnection('c-1'), makeConnection('c-2')],
    chosen: 'c-1',
    layout: { ...emptyLayout, actsAsUser: { 'c-1': true, 'c-2': true } },
  });
});

const sources = () => module.paletteSources('c-1', OWN);
const calls = () => page.main.calls('enterpriseUsers.list');
/** The palette is opened, something is typed, main answers with these users, and it is closed. */
async function useWith(...names: readonly string[]): Promise<void> {
  const before = calls().length;
  sources().read('svc');
  const asked = calls().slice(before);
  for (const call of asked)
    call.answer({
      users: names.map((name) => makeUser(name)),
      fetched: AT,
      fromCopy: false,
      completeness: allThere,
    });
  await settled();
  sources().leave();
}
const users = () => sources().users.value?.map(({ one }) => one.userName);

describe('the users that the palette finds', () => {
  it('are read once while they are fresh', async () => {
    await useWith('svc-a');
    await useWith('svc-b');
    expect(calls()).toHaveLength(1);
    expect(users()).toEqual(['svc-a']);
  });

  it('are read again after something was written here, and only then', async () => {
    await useWith('svc-a');
    module.outdatePalette('c-2', 'users');
    module.outdatePalette('c-1', 'localRoles');
    await useWith('svc-b');
    expect(calls()).toHaveLength(1);
    module.outdatePalette('c-1', 'users');
    expect(calls()).toHaveLength(1);
    await useWith('svc-b');
    expect(users()).toEqual(['svc-b']);
    await useWith('svc-c');
    expect(calls()).toHaveLength(2);
  });

  it('are read again when they are old, and found as they were meanwhile', async () => {
    await useWith('svc-a');
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    await useWith('svc-b');
    expect(calls()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    sources().read('svc');
    expect(calls()).toHaveLength(2);
    expect(users()).toEqual(['svc-a']);
  });

  it('are said to be unread when they could not be read again, and are asked for at the next opening', async () => {
    await useWith('svc-a');
    module.outdatePalette('c-1', 'users');
    sources().read('svc');
    page.main.last('enterpriseUsers.list').fail({ kind: 'offline', message: 'Offline.' });
    await settled();
    expect(sources().failed).toContain('users');
    expect(users()).toEqual(['svc-a']);
    sources().leave();
    await useWith('svc-b');
    expect(users()).toEqual(['svc-b']);
    expect(sources().failed).not.toContain('users');
  });
});

const ORIGIN = { from: 'copy' as const, fetched: AT };
const WHOLE = { complete: true, because: null, calls: 1 };
const service: FoundService = {
  ownerCode: 'FT',
  ownerName: 'Fyrtilsynet',
  name: 'Havnemelding',
  code: '4628',
  edition: 7,
  validFrom: null,
  validTo: null,
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: true,
  enterpriseUserEnabled: null,
  kept: true,
  form: null,
};
const foundServices = (...services: readonly FoundService[]) => ({
  services: [...services],
  total: services.length,
  all: 20_000,
  exact: false,
  completeness: WHOLE,
  origin: ORIGIN,
});
const localRole = (id: number, kind: 'local' | 'external', name: string) => ({
  id,
  kind,
  type: kind,
  name,
  description: '',
  code: null,
});
/** The readings of all five, by the operation that makes them. */
const READINGS = [
  'reportees.list',
  'enterpriseUsers.list',
  'roleDefinitions.list',
  'reference.search',
  'reference.roles',
] as const;
const asked = () => READINGS.filter((name) => page.main.calls(name).length > 0);
const stopped = () => READINGS.filter((name) => page.main.calls(name).some((call) => call.stopped));

describe('the palette', () => {
  it('reads nothing when it is opened, and each of its five when something is typed, once', async () => {
    sources();
    await settled();
    expect(asked()).toEqual([]);
    sources().read('h');
    expect(asked()).toEqual(READINGS);
    sources().read('ha');
    for (const name of READINGS) expect(page.main.calls(name)).toHaveLength(1);
    expect(sources().reading).toEqual(module.sourceNames);
  });

  it('reads users of the connection, local roles of the party, and services for what is typed', () => {
    sources().read('havn');
    expect(page.main.last('enterpriseUsers.list').input).toEqual({ connection: 'c-1' });
    expect(page.main.last('roleDefinitions.list').input).toEqual({ connection: 'c-1', who: OWN });
    expect(page.main.last('reference.search').input).toMatchObject({
      connection: 'c-1',
      typed: 'havn',
    });
  });

  it('finds of each what it leads to: no deleted party, and no local role that is not local', async () => {
    sources().read('havn');
    page.main.last('reportees.list').answer({
      reportees: [
        makeParty('50', { name: 'Havn AS', organisationNumber: OWN }),
        makeParty('51', { name: 'Gone AS', status: { known: 'deleted', word: 'Deleted' } }),
      ],
      completeness: WHOLE,
    });
    page.main.last('enterpriseUsers.list').answer({
      users: [makeUser('svc-a', 'Lønn')],
      fetched: AT,
      fromCopy: false,
      completeness: allThere,
    });
    page.main.last('roleDefinitions.list').answer({
      roles: [localRole(1, 'local', 'Payroll'), localRole(2, 'external', 'Accountant')],
      completeness: WHOLE,
    });
    page.main.last('reference.search').answer(foundServices(service));
    page.main.last('reference.roles').answer({
      roles: [
        {
          id: 3,
          kind: 'external',
          type: 'External',
          code: 'DAGL',
          name: 'General manager',
          description: '',
          parents: [],
          children: [],
        },
      ],
      completeness: WHOLE,
      origin: ORIGIN,
    });
    await settled();
    const { parties, localRoles, roles, services } = sources();
    expect(parties.map(({ one }) => one.name)).toEqual(['Havn AS']);
    expect(parties[0]?.codes).toEqual([OWN]);
    expect(users()).toEqual(['svc-a']);
    // Also found by what is noted of it, as it is typed without Norwegian letters.
    expect(sources().users.value?.[0]?.searchKey).toContain('lonn');
    expect(localRoles.value?.map(({ one }) => one.name)).toEqual(['Payroll']);
    expect(services.hits('havn', 6).hits.map(({ reference }) => reference)).toEqual(['4628/7']);
    expect(roles[0]?.codes).toEqual(['dagl', '3']);
    expect(sources().reading).toEqual([]);
    expect(sources().failed).toEqual([]);
  });

  it('stops what it reads when it is closed, and reads it at the next opening', async () => {
    sources().read('h');
    sources().leave();
    expect(stopped()).toEqual(READINGS);
    expect(sources().reading).toEqual([]);
    await settled();
    sources().read('h');
    for (const name of READINGS) expect(page.main.calls(name)).toHaveLength(2);
  });

  it('does not stop what another part of the page reads', () => {
    void acting.parties?.load();
    sources().read('h');
    expect(page.main.calls('reportees.list')).toHaveLength(1);
    sources().leave();
    expect(stopped()).not.toContain('reportees.list');
    expect(acting.parties?.busy).toBe(true);
  });

  it('says which could not be read, asks for them not again while it is open, and again at the next opening', async () => {
    sources().read('h');
    for (const name of READINGS) page.main.last(name).fail(offline);
    await settled();
    expect(sources().failed).toEqual(module.sourceNames);
    sources().read('ha');
    for (const name of READINGS) expect(page.main.calls(name)).toHaveLength(1);
    sources().leave();
    sources().read('ha');
    for (const name of READINGS) expect(page.main.calls(name)).toHaveLength(2);
  });

  it('does not say that services are still read once some were found: the rest comes in a moment', async () => {
    sources().read('h');
    page.main.last('reference.search').answer(foundServices(service));
    await settled();
    sources().read('ha');
    expect(page.main.last('reference.search').input.typed).toBe('ha');
    expect(sources().reading).not.toContain('services');
  });
});

describe('local roles that are found', () => {
  it('stay when they cannot be read again, and it is said that they are not new', async () => {
    const answer = {
      roles: [localRole(1, 'local', 'Payroll')],
      completeness: WHOLE,
    };
    sources().read('p');
    page.main.last('roleDefinitions.list').answer(answer);
    await settled();
    sources().leave();
    module.outdatePalette('c-1', 'localRoles');
    sources().read('p');
    page.main.last('roleDefinitions.list').fail(offline);
    await settled();
    expect(sources().failed).toContain('localRoles');
    expect(sources().localRoles.value?.map(({ one }) => one.name)).toEqual(['Payroll']);
  });
});

describe('a screen that the organisation switched off', () => {
  it.each([
    { off: 'enterprise-users' as const, never: ['enterpriseUsers.list'] },
    { off: 'role-definitions' as const, never: ['roleDefinitions.list'] },
    { off: 'reference' as const, never: ['reference.search', 'reference.roles'] },
  ])('$off: nothing is read that leads to it', async ({ off, never }) => {
    await startPage(page, {
      connections: [makeConnection('c-1')],
      chosen: 'c-1',
      managed: { version: 1, managedBy: 'IT', off: [off] },
    });
    sources().read('h');
    expect(asked()).toEqual(READINGS.filter((name) => !never.includes(name)));
    expect(sources().reading).toHaveLength(READINGS.length - never.length);
  });
});
