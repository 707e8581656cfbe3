// What a hand-over would take, and through which connection: one that may read all of a part, or why none can.
import { describe, expect, it } from 'vitest';
import type { Run } from '../../../preload/contract/contract.ts';
import type { HandOverPart } from '../../../preload/contract/hand-over-parts.ts';
import type { Failure } from '../../../preload/result.ts';
import { type PlanAsked, planHandOver } from '../../../main/hand-over/plan.ts';
import type { SavedConnection } from '../../../main/storage/connection-store.ts';

const connection = (id: string, way: string, more: object = {}) =>
  ({
    id,
    name: id,
    signIn: { way },
    environment: 'test',
    baseAddress: 'https://platform.example/',
    organisationNumber: '910514318',
    ...more,
  }) as unknown as SavedConnection;
const certificate = connection('certificate', 'certificate');
const kari = connection('Kari', 'person');

const refused = (status: number, more: object = {}): Failure => ({
  ...{ kind: 'refused', message: '', status, reason: '', reference: '', cause: 'other' },
  ...more,
});
const SIGNED_OUT: Failure = {
  ...{ kind: 'sign-in-needed', message: '', status: 0, reason: '', reference: '' },
};
const AWAY: Failure = { kind: 'unreachable', message: '', host: '', problem: 'network' };
const whole = { complete: true, because: null, calls: 1 };
const EMPTY: Readonly<Record<string, object>> = {
  'enterpriseUsers.list': { users: [], fetched: '', fromCopy: false, completeness: whole },
  'delegations.list': { holders: [], completeness: whole },
  'roleDefinitions.list': { roles: [], completeness: whole },
  'profile.organisation': {},
  'profile.own': {},
  'contactInformation.list': { entries: [], completeness: whole },
  'reportees.list': { reportees: [], completeness: whole },
  'delegations.own': { roles: [], rights: [], completeness: whole },
  'messages.list': { messages: [], completeness: whole },
  'fileTransfer.list': { files: [], notListed: [], completeness: whole },
  'fileTransfer.sent': { files: [] },
  'consents.list': { requests: [], completeness: whole },
  'ownerRequests.list': { requests: [], completeness: whole },
  'reference.services': { services: [], origin: {}, completeness: whole },
  'ownerEvents.read': { events: [], next: null, more: false },
};

/** What each connection is refused, by operation; `*` is every other one. */
type Refusals = Readonly<Record<string, Readonly<Record<string, Failure>>>>;

async function plan(
  refusals: Refusals = {},
  all = [certificate, kari],
  wish: Omit<PlanAsked, 'chosen'> = {},
  more: Readonly<Record<string, object>> = {},
) {
  const asked: string[] = [];
  const run = (async (name: string, { connection: of }: { readonly connection: string }) => {
    asked.push(`${of} ${name}`);
    const failure = refusals[of]?.[name] ?? refusals[of]?.['*'];
    return failure === undefined
      ? { ok: true, value: more[name] ?? EMPTY[name] }
      : { ok: false, failure };
  }) as unknown as Run;
  const needs = { run, connections: all, journal: { acts: async () => 3 } };
  const parts = await planHandOver(
    needs,
    { chosen: all[0] ?? certificate, ...wish },
    new AbortController().signal,
    () => undefined,
  );
  const of = (part: HandOverPart) => {
    const { connection: id, obstacle } = parts.find((one) => one.part === part) ?? {};
    return obstacle ?? id;
  };
  /** Of a part: each way to it. */
  const readers = (part: HandOverPart) =>
    parts
      .find((one) => one.part === part)
      ?.readers.map(({ name, reads }) => `${name} ${reads}`)
      .join(', ');
  return { of, asked, parts, readers };
}

describe('a part is read', () => {
  it('through the one that the documents name first, though another is looked at', async () => {
    const { of } = await plan();
    expect([of('messages'), of('users'), of('consents')]).toEqual([
      'Kari',
      'certificate',
      'certificate',
    ]);
    expect([of('services'), of('journal')]).toEqual(['certificate', null]);
  });

  it('through another one where the platform refuses it', async () => {
    const { of } = await plan({ Kari: { '*': refused(403) } });
    expect([of('messages'), of('access')]).toEqual(['certificate', 'certificate']);
  });

  it('through one that has all of it rather than one that has some', async () => {
    const { of } = await plan({ Kari: { 'reportees.list': refused(403) } });
    expect(of('organisation')).toBe('certificate');
    const both = { 'reportees.list': refused(403) };
    expect((await plan({ Kari: both, certificate: both })).of('organisation')).toBe('Kari');
  });

  it('never through another organisation, place, or one that does not sign in', async () => {
    const others = [
      connection('other', 'person', { organisationNumber: '974760673' }),
      connection('production', 'person', { environment: 'production' }),
      connection('elsewhere', 'person', { baseAddress: 'https://other.example/' }),
      connection('nobody', 'none'),
    ];
    const { asked } = await plan({ certificate: { '*': refused(403) } }, [certificate, ...others]);
    expect(asked.filter((line) => !line.startsWith('certificate '))).toEqual([]);
  });
});

describe('a person can choose who reads a part', () => {
  it('among those that were tried, and those that by the documents may', async () => {
    const ola = connection('Ola', 'person');
    const { readers } = await plan({ Kari: { 'reportees.list': refused(403) } }, [
      certificate,
      kari,
      ola,
    ]);
    expect(readers('messages')).toBe('Kari all, Ola untried');
    expect(readers('organisation')).toBe('Kari some, Ola all');
    expect(readers('users')).toBe('certificate all');
    expect(readers('services')).toBe('certificate all, Kari all, Ola all');
    expect(readers('journal')).toBe('');
    const signedOut = await plan({ Kari: { '*': SIGNED_OUT } }, [certificate, kari, ola]);
    expect(signedOut.readers('messages')).toBe('Kari signed-out, Ola all');
  });

  it('and that one is asked first, alone where the part is, and kept though another has more', async () => {
    const ola = connection('Ola', 'person');
    const all = [certificate, kari, ola];
    const wish = {
      through: [{ part: 'organisation' as const, connection: 'Ola' }],
      parts: ['organisation' as const],
    };
    const { of, asked, parts, readers } = await plan(
      { Ola: { 'reportees.list': refused(403) } },
      all,
      wish,
    );
    expect(parts.map(({ part }) => part)).toEqual(['organisation']);
    expect([of('organisation'), readers('organisation')]).toEqual([
      'Ola',
      'Ola some, Kari untried',
    ]);
    expect(asked.filter((line) => !line.startsWith('Ola '))).toEqual([]);
    const services = [{ part: 'services' as const, connection: 'Ola' }];
    expect((await plan({}, all, { through: services })).of('services')).toBe('Ola');
  });

  it('and one that cannot gives way to another, which is told', async () => {
    const through = [{ part: 'users' as const, connection: 'Kari' }];
    const { of, readers } = await plan({ Kari: { '*': refused(403) } }, [certificate, kari], {
      through,
    });
    expect([of('users'), readers('users')]).toEqual([
      'certificate',
      'Kari no-connection, certificate all',
    ]);
  });
});

describe('a service owner', () => {
  it('has as many rules, consents and events as its own services and one answer of the feed tell', async () => {
    const OWN = {
      code: '0112',
      edition: 1,
      name: 'Kai',
      ownerCode: 'FYR',
      ownerName: 'FJORDTRAFIKK AS',
    };
    const parts = ['service-owner' as const];
    const owner = connection('owner', 'certificate', { organisationName: 'Fjordtrafikk AS' });
    const answers = {
      'reference.services': { services: [OWN], origin: {}, completeness: whole },
      'serviceRights.list': { rights: [{}, {}], completeness: whole },
      'ownerRequests.consents': { consents: [{}, {}, {}], completeness: whole },
      'ownerEvents.read': { events: [{}], next: '1', more: false },
    };
    const all = [owner];
    const [counted] = (await plan({}, all, { parts }, answers)).parts;
    // One service, two rules, three consents, one event; and a call for each list.
    expect(counted).toMatchObject({ connection: 'owner', count: 7, calls: 4, obstacle: null });
    const feed = { events: [{}], next: '1', more: true };
    const [long] = (await plan({}, all, { parts }, { ...answers, 'ownerEvents.read': feed })).parts;
    expect(long).toMatchObject({ connection: 'owner', count: null, calls: null });
  });

  it('that is none has no such lists, though the open metadata can be read', async () => {
    const { of } = await plan({
      certificate: { 'ownerRequests.list': refused(403), 'ownerEvents.read': refused(403) },
      Kari: { '*': refused(403) },
    });
    expect(of('service-owner')).toBe('no-connection');
  });
});

describe('a part is not read', () => {
  it.each([
    ['no-connection', refused(403), refused(403)],
    ['signed-out', refused(403), SIGNED_OUT],
    ['switched-off', refused(403), refused(410)],
    ['not-reached', AWAY, AWAY],
  ])('%s', async (why, ofCertificate, ofKari) => {
    const { of } = await plan({ certificate: { '*': ofCertificate }, Kari: { '*': ofKari } });
    expect(of('messages')).toBe(why);
  });

  it('because this computer alone has something of it', async () => {
    const inbox = { 'fileTransfer.list': refused(403) };
    const { of, parts } = await plan({ certificate: inbox, Kari: inbox });
    expect(of('file-transfers')).toBe('no-connection');
    expect(parts.find(({ part }) => part === 'file-transfers')?.calls).toBeNull();
  });
});
