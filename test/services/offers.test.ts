// What a platform still offers, asked of the local one: its switches, keys that lack something, nothing changed.
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endpointGroups, probeOf } from '../../preload/contract/endpoints.ts';
import type { EndpointGroup, Offer } from '../../preload/contract/offers.ts';
import { failureOf } from '../../main/problem.ts';
import { connectionTo, openConnectionDesk } from '../support/connection-desk.ts';
import { startPlatform, type Platform, type PlatformControl } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  platform.reset();
});

const PROBED = endpointGroups.filter((group) => 'get' in probeOf(group));

/** A platform that lets one certificate act for the organisation, so that each group can be asked. */
async function open(apiKey = platform.apiKey) {
  const { clientKeyPem: keyPem, clientCertificatePem: chainPem } = platform;
  const desk = await openConnectionDesk({
    certificates: { certificate: { keyPem, chainPem } },
    apiKeys: { key: apiKey, 'other-key': apiKey },
  });
  stops.push(() => desk.stop());
  const extraCaFile = desk.handles.issue(platform.caFile);
  const given = connectionTo(platform.address, { extraCaFile });
  const { id } = await desk.service.create(given, desk.call);
  const seen: { groups: Offer[]; of: number }[] = [];
  const ask = (signal = desk.call.signal) =>
    desk.service.askOffers({ connection: id }, { signal, report: (step) => seen.push(step) });
  return { ...desk, id, given, seen, ask };
}

const statesIn = (groups: readonly Offer[]) =>
  Object.fromEntries(groups.map(({ group, state }) => [group, state]));

/** What differs from the rest, which answer. */
interface Case {
  readonly switches: object;
  readonly prepare?: (control: PlatformControl) => string | void;
  readonly found: Partial<Record<EndpointGroup, Offer['state']>>;
}
/** An organisation by itself manages nobody's access: the right is lacking, everywhere. */
const OF_A_CERTIFICATE: Case['found'] = { delegations: 'not-allowed' };
const DOCUMENTED = {
  'app-rights': 'switched-off',
  'delegation-requests': 'switched-off',
  'owner-app-rights': 'switched-off',
  'owner-role-definitions': 'switched-off',
} as const;
const NO_KEY = Object.fromEntries(
  (
    [
      ...['messages', 'delegations', 'roles', 'rights', 'file-transfer', 'parties'],
      ...['profiles', 'role-definitions', 'app-rights', 'delegation-requests'],
    ] as const
  ).map((group) => [group, 'not-allowed']),
);

describe('a platform whose groups are asked', () => {
  it.each<[string, Case]>([
    ['where everything is on', { switches: everythingOn, found: {} }],
    [
      'where the key holds the resources of service owners alone',
      {
        switches: everythingOn,
        prepare: (control) =>
          control.addApiKey({ resources: ['ServiceOwner.read', 'ServiceOwner.write'] }),
        found: NO_KEY,
      },
    ],
    [
      'where is off what the documentation says',
      { switches: { organisationAsParty: 'certificate' }, found: DOCUMENTED },
    ],
    [
      'where more has been switched off since, in every way that servers say so',
      {
        switches: { organisationAsParty: 'certificate' },
        prepare(control) {
          control.retire('enterpriseUsers', 410, 'all');
          control.retire('serviceRights', 405, 'all');
          control.retire('ownRights', 403, 'all');
          control.retire('consents', 404, 'all');
          control.retire('metadata', 410, 'all');
        },
        found: {
          ...DOCUMENTED,
          'enterprise-users': 'switched-off',
          'service-rights': 'switched-off',
          'consent-requests': 'switched-off',
          metadata: 'switched-off',
          // A bare 403 says it only of what is documented so; of the rest the key may be what lacks.
          roles: 'not-allowed',
          rights: 'not-allowed',
        },
      },
    ],
  ])('%s', async (_, { switches, prepare, found }) => {
    Object.assign(platform.control.shape, switches);
    const key = prepare?.(platform.control);
    const { ask, seen, book, id } = await open(key ?? platform.apiKey);
    const { asked, groups } = await ask();
    const all = { ...OF_A_CERTIFICATE, ...found };
    expect(statesIn(groups)).toEqual(
      Object.fromEntries(
        endpointGroups.map((group) => [
          group,
          all[group] ?? (PROBED.includes(group) ? 'answers' : 'not-asked'),
        ]),
      ),
    );
    expect(seen.at(-1)).toEqual({ groups, of: endpointGroups.length });
    expect(seen).toHaveLength(endpointGroups.length);
    expect(book.find(id).offers).toEqual({ asked, groups });
  });

  it('says since when, what comes instead, and what a key lacks', async () => {
    Object.assign(platform.control.shape, { organisationAsParty: 'certificate' });
    platform.control.retire('enterpriseUsers', 410, 'all');
    const of = async (key?: string) => {
      const { groups } = await (await open(key)).ask();
      return (group: EndpointGroup) => groups.find((one) => one.group === group);
    };
    const whole = await of();
    expect(whole('delegation-requests')).toMatchObject({ since: '2023-04-19', instead: 'portal' });
    expect(whole('owner-role-definitions')).toMatchObject({ instead: 'open-metadata' });
    expect(whole('enterprise-users')).toMatchObject({ since: null, instead: 'system-users' });
    const bare = await of(platform.control.addApiKey({ resources: ['ServiceOwner.read'] }));
    expect(bare('messages')).toMatchObject({
      state: 'not-allowed',
      failure: { cause: 'api-key-not-authorized', needs: { keyResource: 'Message.read' } },
    });
  });
});

describe('asking', () => {
  it('changes nothing, marks nothing as read, shows nothing of us where that is open, and asks no slow list', async () => {
    Object.assign(platform.control.shape, everythingOn);
    const { control } = platform;
    const truth = () =>
      JSON.stringify([
        control.messages.of(),
        control.messages.markedRead,
        control.users,
        control.fileTransfer,
        control.events.all,
        control.rolesGiven,
        control.serviceRights.all,
        control.delegationRequests.all,
        control.contactInformation(platform.organisationNumber),
        control.localRoles(platform.organisationNumber),
      ]);
    const { ask } = await open();
    const before = truth();
    expect(before.length).toBeGreaterThan(10_000);
    control.forget();
    await ask();
    expect(truth()).toBe(before);
    expect(control.requests.length).toBeGreaterThanOrEqual(PROBED.length);
    expect(control.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(control.credentialsAtOpen).toBe(0);
    expect(control.unfilteredLookups).toBe(0);
  });

  it('never leaves for another host, whatever the platform answers', async () => {
    let connections = 0;
    const other = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    stops.push(() => other.close());
    const Location = `https://127.0.0.1:${String((other.address() as AddressInfo).port)}/api/messages`;
    for (const status of [302, 307]) {
      const { ask } = await open();
      const effect = { kind: 'alter', status, headers: { Location } } as const;
      platform.control.fault({ operation: '*', acts: false, effect, times: 500 });
      const { groups } = await ask();
      expect(groups.filter(({ state }) => state === 'answers')).toEqual([]);
      platform.control.clearFaults();
    }
    expect(connections).toBe(0);
  });

  it('ends when it is cancelled, and keeps nothing', async () => {
    const { ask, book, id } = await open();
    const held = platform.control.hold('*', false, { from: 1 });
    const stop = new AbortController();
    const asked = ask(stop.signal).then(() => undefined, failureOf);
    await held.reached;
    stop.abort();
    expect(await asked).toMatchObject({ kind: 'cancelled' });
    held.release();
    expect(book.find(id).offers).toBeUndefined();
  });

  it('is kept through a new name, and gone with another key, another place, and the connection', async () => {
    const { ask, service, book, id, given, call } = await open();
    const kept = await ask();
    const { extraCaFile: _, ...same } = given;
    const change = (more: object) => service.change({ ...same, connection: id, ...more }, call);
    await change({ name: 'Renamed' });
    expect(book.find(id).offers).toEqual(kept);
    await change({ apiKey: 'other-key' });
    expect(book.find(id).offers).toBeUndefined();
    await ask();
    await change({ apiKey: 'other-key', organisationNumber: '974760673' });
    expect(book.find(id).offers).toBeUndefined();
    await ask();
    await service.remove({ connection: id }, call);
    expect(book.all()).toEqual([]);
  });
});
