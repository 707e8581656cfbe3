// The door of the local platform, once for all rows of its table: keys, sign-ins, scopes, parties, methods, lists.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { table, type Row } from '../platform/table.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

/**
 * What documents say of the calls: who signs in, the resource of the API key (`*`: read for GET, write for the rest; `own`:
 * the key is of the organisation that signs in; `-`: any key), and the scopes, besides the general ones of the side.
 */
const DOCUMENTED: readonly (readonly [RegExp, Row['needs'], string, string?])[] = [
  [/^\w+ (metadata|ui|authentication)\b/, 'nobody', ''],
  [/enterpriseusers/, 'organisation', 'own', 'enterpriseusers.*'],
  [/^\w+ authorization\/token/, 'organisation', 'Authorization.read', 'consenttokens.*'],
  [/consentRequest/, 'organisation', 'own', 'consentrequests.* enduser/consentrequest.*'],
  [/^\w+ delegationRequest/, 'organisation', 'own Authorization.*', 'delegationrequests.*'],
  [/serviceowner\/organizations/, 'organisation', 'ServiceOwner.*', 'serviceowner/organizations'],
  [/serviceowner\/reportees/, 'organisation', 'ServiceOwner.*', 'serviceowner/reportees'],
  [/serviceowner\/auth/, 'organisation', 'ServiceOwner.*', 'serviceowner/rolesandrights'],
  [/serviceowner\/events/, 'organisation', 'ServiceOwner.*', 'serviceowner/events'],
  [/serviceowner\/srr/, 'organisation', 'ServiceOwner.*', 'serviceowner/srr.*'],
  [/serviceowner\/consents/, 'organisation', 'ServiceOwner.*', 'serviceowner/consents'],
  [/owner\/delegationR/, 'organisation', 'ServiceOwner.*', 'serviceowner/delegationrequests.*'],
  [/owner\/delegations/, 'organisation', 'ServiceOwner.*', 'serviceowner/delegations.write'],
  [/owner\/notifications/, 'organisation', 'ServiceOwner.*', 'serviceowner/notifications.read'],
  [/serviceowner\/roledefinitions/, 'organisation', 'ServiceOwner.*'],
  [/POST reportees\/reporteeconversion/, 'user', 'Authorization.read', 'reportees'],
  [/GET (reportees|organizations)(\/\{\w+\})?$/, 'user', 'Organization.read', 'reportees'],
  [/\/profile/, 'user', 'UserProfile.read', 'profiles.*'],
  [/\/lookup/, 'user', 'LookUp.read', 'lookup'],
  [/authorization\/roledefinitions/, 'user', 'Authorization.read', 'roledefinitions.*'],
  [/authorization\/delegations/, 'user', 'Authorization.*', 'delegations.*'],
  [/authorization\//, 'user', 'Authorization.*', 'rolesandrights.*'],
  [/brokerservice\//, 'user', 'Broker.*', 'brokerservice.*'],
  [/GET \S+\/messages$/, 'user', 'Message.*', 'instances.meta'],
  // A list, and its path has the shape of a single message: the documents name it for neither.
  [/GET \S+\/messages\/trashbin$/, 'user', 'Message.*', 'instances.meta instances.read'],
  [/\/messages/, 'user', 'Message.*', 'instances.*'],
  // What is not built.
  [/^\w+ (reportees|\{who\}\/\{\*\})/, 'user', '-'],
];

/** Off since April and May 2023. */
const OFF =
  /^\w+ delegationRequest|apprights|(POST|PUT|DELETE) \{who\}\S+roledefinitions|DELETE \{who\}\/authorization\/r|serviceowner\/roledefinitions/;

interface Known {
  readonly name: string;
  readonly row: Row;
  readonly operation: string;
  readonly needs: Row['needs'];
  /** Undefined: no key is asked for. */
  readonly key: { readonly own: boolean; readonly resource: string | undefined } | undefined;
  readonly scopes: readonly string[] | undefined;
}

const rows: readonly Known[] = Object.entries(table).flatMap(([operation, all]) =>
  all.map((row: Row): Known => {
    const name = `${row.method} ${row.path}`;
    const [, needs = 'nobody', keys = '', scopes] = DOCUMENTED.find(([at]) => at.test(name)) ?? [];
    const full = (one: string) => one.replace('*', row.method === 'GET' ? 'read' : 'write');
    const [resource] = keys.split(' ').filter((one) => one.includes('.'));
    return {
      ...{ name, row, operation, needs },
      key:
        keys === ''
          ? undefined
          : { own: keys.startsWith('own'), resource: resource && full(resource) },
      scopes: scopes
        ?.split(' ')
        .map(full)
        .concat(row.path.startsWith('serviceowner') ? ['serviceowner'] : ['enduser']),
    };
  }),
);
const keyed = rows.filter(({ key }) => key !== undefined);

let platform: Platform;
let caller: Caller;
/** A party that nobody here may act for, and an organisation that is no service owner. */
const stranger = '987654325';

beforeAll(async () => {
  platform = await startPlatform({ seed: 11, users: 3, messages: 12, services: 60 });
  caller = callerOf(platform);
});
afterEach(() => {
  platform.control.restore();
  platform.control.identity.missingScope = 401;
  Object.assign(platform.control.shape, usualShape());
});
afterAll(async () => {
  caller.close();
  await platform.stop();
});

const addressOf = ({ row }: Known, who = platform.organisationNumber): string => {
  const path = row.path
    .replace('{who}', who)
    .replace('{*}', 'nothing/more')
    .replaceAll(/\{\w+\}/g, '1');
  return path.startsWith('ui/') ? `${platform.address}/${path}` : path;
};
const ask = (one: Known, options: Ask = {}, who?: string): Promise<Reply> =>
  caller.ask(one.row.method, addressOf(one, who), options);
const person = (scopes?: readonly string[], id = 'person-1'): string =>
  platform.control.identity.addToken({ person: id, ...(scopes ? { scopes } : {}) });
const machine = (scopes?: readonly string[]): string =>
  platform.control.addToken(platform.organisationNumber, scopes);
/** The right sign-in of a call, or none. */
const signed = ({ needs }: Known, names?: readonly string[]): Ask => {
  const scopes = names?.map((name) => `altinn:${name}`);
  if (needs === 'nobody') return { bare: true };
  return { token: needs === 'user' ? person(scopes) : machine(scopes) };
};

/** Behind the door everything is switched off, so that a call that comes through changes nothing. */
const told = (reply: Reply): string =>
  reply.text.includes('lagt ned') ? 'through' : `${reply.status} ${reply.reason}`;
/** What each of them answers, and should. */
async function held(
  of: readonly Known[],
  options: (one: Known) => Ask,
  wanted: (one: Known) => unknown,
): Promise<void> {
  const found: [string, unknown][] = [];
  for (const one of of) found.push([one.name, told(await ask(one, options(one)))]);
  expect(found).toEqual(of.map((one) => [one.name, wanted(one)]));
}

const noKey = "400 Required header 'ApiKey' is missing.";
const badKey = '403 The API key is not authorized for this operation';
const noOrganisation = '401 There is no authenticated organization number set on this request';
const noScope = '401 Missing required scope';
const isOfFiles = ({ row }: Known) => row.path.includes('brokerservice');

describe('at the door', () => {
  beforeEach(() => {
    const areas = new Set(rows.map(({ operation }) => operation.split('.')[0] ?? ''));
    for (const area of areas) platform.control.retire(area, 'page', 'all');
    Object.assign(platform.control.shape, {
      switchedOffStillOn: true,
      tokenSignIn: 'organisation',
    });
  });

  it('every row is reached by its path, whatever the letter case, with a slash behind it or not', async () => {
    const missed: string[] = [];
    for (const one of rows)
      for (const address of [
        addressOf(one),
        `${addressOf(one)}/`,
        // Pages of the portal are no part of the API.
        addressOf(one).replace(/^[\w/-]+$/, (path) => path.toUpperCase()),
      ]) {
        const reply = await caller.ask(one.row.method, address, signed(one));
        const { operation } = platform.control.requests.at(-1) ?? { operation: '' };
        if (operation !== one.operation || told(reply) !== 'through')
          missed.push(`${one.name} ${address} ${operation} ${told(reply)}`);
      }
    expect(missed).toEqual([]);
    expect(rows.filter(({ name }) => !DOCUMENTED.some(([at]) => at.test(name)))).toEqual([]);
  });

  it('a method that a path has not is 405 with those it has, and an unknown path 404', async () => {
    for (const one of rows) {
      const reply = await caller.ask('PATCH', addressOf(one));
      expect([one.name, reply.status]).toEqual([one.name, 405]);
      expect(String(reply.headers['allow']).split(', ')).toContain(one.row.method);
    }
    expect((await caller.ask('DELETE', 'enterpriseusers')).headers['allow']).toBe('GET, POST');
    expect((await caller.ask('GET', 'nothing')).status).toBe(404);
  });

  it('without a key', async () => {
    await held(
      rows,
      (one) => ({ ...signed(one), headers: { ApiKey: '' } }),
      ({ key }) => (key ? noKey : 'through'),
    );
    await held(
      keyed,
      () => ({ bare: true }),
      () => noKey,
    );
  });

  it('with a key that is unknown, of another organisation, or without the resource', async () => {
    const { control } = platform;
    const by = (ApiKey: string) => (one: Known) => ({ ...signed(one), headers: { ApiKey } });
    await held(keyed, by('unknown'), () => badKey);
    await held(keyed, by(control.addApiKey({ owner: stranger })), ({ key }) =>
      key?.own ? badKey : 'through',
    );
    await held(keyed, by(control.addApiKey({ resources: [] })), ({ key }) =>
      key?.resource === undefined ? 'through' : badKey,
    );
    const named = keyed.filter(({ key }) => key?.resource !== undefined);
    const all = [...new Set(named.map(({ key }) => key?.resource ?? ''))];
    const keyTo = (wanted: (resource: string) => boolean) =>
      control.addApiKey({ resources: all.filter(wanted) });
    const only = new Map(all.map((one) => [one, keyTo((other) => other === one)]));
    const without = new Map(all.map((one) => [one, keyTo((other) => other !== one)]));
    await held(
      named,
      (one) => by(only.get(one.key?.resource ?? '') ?? '')(one),
      () => 'through',
    );
    await held(
      named,
      (one) => by(without.get(one.key?.resource ?? '') ?? '')(one),
      () => badKey,
    );
  });

  it('without sign-in: 401 for organisations; a path of persons is taken for a browser, file transfer says it', async () => {
    const unsigned = () => ({ bare: true, headers: { ApiKey: platform.apiKey } });
    await held(rows, unsigned, (one) =>
      one.needs === 'nobody'
        ? 'through'
        : one.needs === 'organisation'
          ? noOrganisation
          : isOfFiles(one)
            ? '401 Unauthorized'
            : '302 Found',
    );
    const files = rows.filter(isOfFiles);
    for (const one of files)
      expect((await ask(one, unsigned())).json).toMatchObject({ errorCode: 1 });
    platform.control.shape.unsignedFiles = 'browser';
    await held(files, unsigned, () => '302 Found');
  });

  it('a path of persons takes no machine for a person, and one of organisations no person', async () => {
    const user =
      '403 This operation requires an authenticated user; the request is authenticated as an organization only.';
    const token = { machine: machine(), person: person() };
    await held(
      keyed,
      () => ({ token: token.machine }),
      ({ needs }) => (needs === 'user' ? user : 'through'),
    );
    await held(
      keyed,
      () => ({ token: token.person }),
      ({ needs }) => (needs === 'user' ? 'through' : noOrganisation),
    );
  });

  it('an organisation by certificate or with the token of its enterprise user, which opens all but those users', async () => {
    const organisations = rows.filter(({ needs }) => needs === 'organisation');
    await held(
      organisations,
      () => ({ certificate: true }),
      () => 'through',
    );
    await held(
      organisations,
      () => ({}),
      ({ row }) => (row.path.startsWith('enterpriseusers') ? noOrganisation : 'through'),
    );
    await held(
      rows.filter(({ needs }) => needs === 'user'),
      () => ({}),
      () => 'through',
    );
  });

  it('a dead token is 401, and two ways of signing in at once are 400', async () => {
    await held(
      keyed,
      () => ({ token: 'dead' }),
      ({ needs }) =>
        needs === 'user' ? '401 The access token is unknown or has expired.' : noOrganisation,
    );
    const headers = { Cookie: `${platform.control.shape.cookieName}=x` };
    await held(
      keyed,
      (one) => ({ ...signed(one), headers }),
      () =>
        '400 The request carries a sign-in cookie beside an access token or a certificate. Use only one of them.',
    );
  });

  it('a token needs one of the scopes of its path, or the general one of its side', async () => {
    const scoped = keyed.filter(({ scopes }) => scopes !== undefined);
    const all = [...new Set(scoped.flatMap(({ scopes = [] }) => scopes))];
    const others = ({ scopes = [] }: Known) =>
      all.filter((name) => !scopes.includes(name)).concat('nothing');
    for (const place of [0, 1, 2])
      await held(
        scoped.filter(({ scopes = [] }) => scopes.length > place),
        (one) => signed(one, one.scopes?.slice(place, place + 1)),
        () => 'through',
      );
    await held(
      scoped,
      (one) => signed(one, others(one)),
      () => noScope,
    );
    await held(
      keyed.filter(({ scopes }) => scopes === undefined),
      (one) => signed(one, []),
      () => 'through',
    );
    platform.control.identity.missingScope = 403;
    await held(
      scoped,
      (one) => signed(one, []),
      () => '403 The access token lacks a scope that this operation requires.',
    );
  });

  it('what was switched off is 410 with the error model, and works by switch', async () => {
    const off: string[] = [];
    platform.control.shape.switchedOffStillOn = false;
    for (const one of rows) {
      const reply = await ask(one, signed(one));
      if (told(reply) === 'through') continue;
      off.push(one.name);
      expect([one.name, reply.status, reply.json]).toEqual([
        one.name,
        410,
        { ErrorCode: 1410, ErrorMessage: expect.any(String) as string },
      ]);
    }
    expect(off).toEqual(rows.map(({ name }) => name).filter((name) => OFF.test(name)));
  });
});

describe('behind the door', () => {
  beforeEach(() => {
    platform.control.shape.switchedOffStillOn = true;
  });

  it('a party that the caller may not act for is 403, with the error model in file transfer', async () => {
    const ofParties = rows.filter(
      ({ row, operation }) => row.path.startsWith('{who}/') && operation !== 'parties.notBuilt',
    );
    expect(ofParties.length).toBeGreaterThan(50);
    for (const one of ofParties) {
      const reply = await ask(one, signed(one), stranger);
      expect([one.name, reply.status]).toEqual([one.name, 403]);
      if (isOfFiles(one)) expect(reply.json).toMatchObject({ errorCode: 3 });
      else expect(reply.reason).toContain('not authorized to act');
    }
  });

  it('an organisation that is no service owner is 403 in the part of service owners', async () => {
    const headers = { ApiKey: platform.control.addApiKey({ owner: stranger }) };
    const token = platform.control.addToken(stranger);
    const owners = rows.filter(({ row }) => row.path.startsWith('serviceowner'));
    expect(owners.length).toBeGreaterThan(20);
    await held(
      owners,
      () => ({ token, headers }),
      () => '403 The authenticated organization is not a service owner.',
    );
  });

  it('delegations are for who manages access, and contact information is of organisations', async () => {
    const token = person(undefined, 'person-2');
    await held(
      rows.filter(({ row }) => row.path.startsWith('{who}/authorization/delegations')),
      () => ({ token }),
      () => '403 Only an access manager or main administrator may do this.',
    );
    for (const one of rows.filter(({ row }) => row.path.includes('contactinformation')))
      expect((await ask(one, { token }, 'my')).status).toBe(404);
  });

  it('who shows a credential where none is wanted is counted', async () => {
    const open = rows.filter(({ row }) => row.path.startsWith('metadata'));
    const counted = async (one: Known, options: Ask) => {
      const before = platform.control.credentialsAtOpen;
      await ask(one, options);
      return platform.control.credentialsAtOpen - before;
    };
    for (const one of open) {
      const found = [await counted(one, { bare: true })];
      for (const name of ['ApiKey', 'Authorization', 'Cookie'])
        found.push(await counted(one, { bare: true, headers: { [name]: 'x' } }));
      found.push(await counted(one, { bare: true, certificate: true }));
      expect([one.name, found]).toEqual([one.name, [0, 1, 1, 1, 1]]);
    }
  });

  it('a path that moved redirects with its query', async () => {
    for (const where of ['consentRequest', 'delegationRequest']) {
      const reply = await caller.ask('POST', `${where}?language=1044`, { token: machine() });
      expect([reply.status, reply.location]).toEqual([
        307,
        `${platform.address}/api/${where}s?language=1044`,
      ]);
    }
  });
});

describe('lists', () => {
  const hal = 'application/hal+json';
  const all = [hal, 'application/json', 'application/hal+xml', 'application/xml'];
  /**
   * Path, who asks, how many media types it has, what it is to who asks for HAL, and whether it is paged. Delegations are
   * not, the feed goes on by a position, and the look-up takes no page that there is not.
   */
  const LISTS: readonly (readonly [
    string,
    'person' | 'machine' | 'nobody',
    1 | 2 | 4,
    'linked' | 'bare',
    boolean,
  ])[] = [
    ['metadata', 'nobody', 4, 'linked', true],
    ['metadata/codelists', 'nobody', 4, 'linked', true],
    ['metadata/roledefinitions', 'nobody', 4, 'linked', true],
    ['enterpriseusers', 'machine', 2, 'bare', true],
    ['consentRequests', 'machine', 4, 'linked', true],
    ['delegationRequests', 'machine', 1, 'bare', true],
    ['serviceowner/organizations', 'machine', 4, 'linked', false],
    ['serviceowner/reportees?subject=14857912345', 'machine', 4, 'linked', true],
    ['serviceowner/consents', 'machine', 4, 'linked', true],
    ['serviceowner/delegationRequests', 'machine', 1, 'bare', true],
    ['serviceowner/events/feed', 'machine', 4, 'linked', false],
    ['reportees', 'person', 4, 'linked', true],
    ['organizations', 'person', 4, 'linked', true],
    ['{who}/messages', 'person', 4, 'linked', true],
    ['{who}/messages/trashbin', 'person', 4, 'linked', true],
    ['{who}/authorization/roledefinitions', 'person', 4, 'bare', true],
    ['{who}/authorization/delegations', 'person', 4, 'linked', false],
    ['{who}/authorization/roles', 'person', 4, 'linked', true],
    ['{who}/authorization/rights', 'person', 4, 'linked', true],
    ['{who}/profile/contactinformation', 'person', 4, 'bare', true],
    ['{who}/brokerservice/inbox', 'person', 4, 'bare', true],
  ];
  beforeAll(async () => {
    platform.control.consents.fill(5, { status: 'Accepted' });
    const { json } = await caller.ask('GET', 'my/messages');
    for (const one of itemsIn(json).slice(0, 4)) await caller.ask('DELETE', linkOf(one, 'self'));
  });
  beforeEach(() => {
    Object.assign(platform.control.shape, { switchedOffStillOn: true, consentsOfOwner: 'any' });
  });
  const read = (where: string, by: string, accept = hal, more = '') =>
    caller.ask(
      'GET',
      where.replace('{who}', platform.organisationNumber) +
        (more === '' ? '' : `${where.includes('?') ? '&' : '?'}${more}`),
      {
        accept,
        ...(by === 'nobody' ? { bare: true } : { token: by === 'person' ? person() : machine() }),
      },
    );
  const itemsIn = (list: unknown): readonly unknown[] =>
    Array.isArray(list)
      ? list
      : Object.values((list as { _embedded: Record<string, unknown[]> })._embedded).flat();

  it('come in the media types they have; JSON instead of others, or 406 where the platform is strict', async () => {
    const typesOf = async (where: string, by: string, given: readonly string[]) => {
      const types: string[] = [];
      for (const accept of given) {
        const reply = await read(where, by, accept);
        types.push(reply.status === 200 ? (reply.type.split(';')[0] ?? '') : String(reply.status));
      }
      return types;
    };
    const found: unknown[] = [];
    const wanted: unknown[] = [];
    for (const [where, by, count] of LISTS) {
      platform.control.shape.strictAccept = false;
      const json = await typesOf(where, by, [...all, 'text/csv']);
      platform.control.shape.strictAccept = true;
      const strict = await typesOf(where, by, [...all.slice(2), 'text/csv']);
      found.push([where, json, strict]);
      const has = count === 1 ? ['application/json'] : all.slice(0, count);
      // Who asks for HAL gets it rather than other JSON.
      const instead = (type: string) =>
        type.includes('hal') && has.includes(hal) ? hal : 'application/json';
      const kept = (type: string) => (has.includes(type) ? type : instead(type));
      const refused = (type: string) => (has.includes(type) ? type : '406');
      wanted.push([
        where,
        [...all, 'text/csv'].map(kept),
        [...all.slice(2), 'text/csv'].map(refused),
      ]);
    }
    expect(found).toEqual(wanted);
  });

  it('are paged with $top and $skip', async () => {
    const found: [string, boolean][] = [];
    for (const [where, by] of LISTS) {
      const page = async (more: string) => {
        const reply = await read(where, by, 'application/json', more);
        return reply.status === 200 ? itemsIn(reply.json).map((one) => JSON.stringify(one)) : [];
      };
      const whole = await page('');
      expect([where, whole.length > 1]).toEqual([where, true]);
      const [first, second] = [await page('$top=1'), await page('$skip=1&$top=1')];
      found.push([
        where,
        first.length === 1 &&
          first[0] === whole[0] &&
          second.length === 1 &&
          second[0] === whole[1],
      ]);
      if (found.at(-1)?.[1]) expect([where, await page('$skip=100000')]).toEqual([where, []]);
    }
    expect(found).toEqual(LISTS.map(([where, , , , isPaged]) => [where, isPaged]));
  });

  it('have links for callers that ask for HAL alone', async () => {
    const found: unknown[] = [];
    for (const [where, by] of LISTS) {
      const linked = (await read(where, by)).json;
      const plain = await read(where, by, 'application/json');
      found.push([
        where,
        linkOf(linked, 'self').startsWith(platform.address),
        Array.isArray(plain.json) && !plain.text.includes('_links'),
      ]);
    }
    expect(found).toEqual(LISTS.map(([where, , , hal]) => [where, hal === 'linked', true]));
  });
});
