// The explorer through the whole program: every entry point, links and templates, and no call to a foreign origin.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explored, ShownLink } from '../../preload/contract/explorer.ts';
import { type EvilServers, startEvilServers } from '../faults/evil-servers.ts';
import { formsFound } from '../support/markers.ts';
import { inEveryMediaType, type MediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading();
const explorer = () => world().steward.client.explorer;
const hal = () => world().in('application/hal+json');
type At = Parameters<ReturnType<typeof explorer>['get']>[0]['at'];

const get = (at: At, connection = hal(), more: { accept?: MediaType; open?: boolean } = {}) =>
  valueOf(explorer().get({ connection, at, ...more }));
const entry = (name: string, values?: Record<string, string>) =>
  values === undefined ? { entry: name } : { entry: name, values };

/** A connection with the token of a person who manages access of the organisation. */
async function asPerson(): Promise<string> {
  const { steward, platform } = world();
  const name = `Person ${String(Math.random())}`;
  const connection = await world().connect({ name, signIn: { way: 'pasted-token' } });
  const token = platform.control.identity.addToken({ person: 'person-1' });
  await valueOf(steward.client.signIn.pasteToken({ connection, token }));
  return connection;
}

/** The first link of a relation, of the answer itself or of resource `at`. */
function linkIn({ resources }: Explored, relation: string, at = 0): ShownLink {
  const found = resources[at]?.links.find((one) => one.relation === relation);
  if (found === undefined) throw new Error(`There is no ${relation}.`);
  return found;
}
const alter = (operation: string, body: unknown, headers?: Record<string, string>) =>
  world().platform.control.fault({
    operation,
    acts: true,
    effect: { kind: 'alter', body: JSON.stringify(body), ...(headers && { headers }) },
  });

const ORGANISATION = '910514318';
/** Entry point, the values it needs beside the path, and what its answer holds. */
type Values = Readonly<Record<string, string>>;
const consentGiven = (): Values => {
  const { consents } = world().platform.control;
  return { authCode: consents.make({ status: 'Accepted' }).id };
};
const WITHOUT_SCREEN: readonly (readonly [string, Values | (() => Values), string])[] = [
  ['{who}/authorization/delegations', {}, '"rightholders"'],
  ['{who}/authorization/roles', {}, '"roles"'],
  ['{who}/authorization/rights', {}, '"rights"'],
  ['{who}/lookup/{serviceCode}/{serviceEditionCode}', { serviceCode: 'L102' }, 'Høyvann'],
  ['{who}/brokerservice/inbox', {}, '"FileReference"'],
  ['consentRequests', {}, '"AuthorizationCode"'],
  ['authorization/token/{authCode}', consentGiven, 'ey'],
  ['serviceowner/reportees', { subject: ORGANISATION }, '"reportees"'],
  [
    'serviceowner/authorization/rights',
    { subject: '14857912345', reportee: ORGANISATION },
    '"Rights"',
  ],
  [
    'serviceowner/authorization/roles',
    { subject: ORGANISATION, reportee: ORGANISATION },
    '"roles"',
  ],
  ['serviceowner/delegationRequests', {}, '"requestStatus"'],
  ['serviceowner/consents', { serviceCode: 'K103', serviceEditionCode: '1' }, '"consents"'],
  ['serviceowner/srr', { serviceCode: 'B102', serviceEditionCode: '1' }, '"rights"'],
  ['serviceowner/events/feed', {}, '"'],
  [
    'serviceowner/notifications/validaterecipient',
    { organizationNumber: ORGANISATION },
    '"inboxAccessible"',
  ],
];

describe('entry points', () => {
  it('name every area of the documentation, and fill in what the connection knows', async () => {
    const { entries } = await valueOf(explorer().entryPoints({ connection: hal() }));
    const named = (part: string) => entries.filter(({ path }) => path.includes(part));
    for (const part of [
      ...['/messages', '/reportees', '/profile', '/enterpriseusers', '/roledefinitions'],
      ...['/metadata', '/codelists', '/rolerequirements', '/organizations', '/personalcontacts'],
      ...[
        'authorization/token',
        'consentRequests',
        '/delegations',
        '/rights',
        '}/authorization/roles',
      ],
      ...['/lookup', '/brokerservice', 'serviceowner/events', 'serviceowner/srr'],
      ...['serviceowner/consents', 'serviceowner/notifications', 'serviceowner/reportees'],
    ])
      expect(named(part).length, part).toBeGreaterThan(0);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const usual = entries.flatMap(({ parameters }) =>
      parameters.map((one) => [one.name, one.usual] as const),
    );
    const of = (name: string) => new Set(usual.filter(([n]) => n === name).map(([, v]) => v));
    expect(of('who')).toEqual(new Set(['my']));
    expect(of('orgno')).toEqual(new Set([world().platform.organisationNumber]));
    expect(of('language')).toEqual(new Set(['1033']));
    // Looking must not mark a message as read.
    expect(of('markAsRead')).toEqual(new Set(['false']));
    const open = entries.filter((one) => one.open);
    expect(open.every(({ path }) => path.startsWith('/api/metadata'))).toBe(true);
  });

  it('MTD-01 MTD-04 MTD-06 MTD-08 open ones are asked without a credential by themselves', async () => {
    const { entries } = await valueOf(explorer().entryPoints({ connection: hal() }));
    const plain = entries.filter(
      ({ open, parameters }) => open && parameters.every((one) => one.in === 'query'),
    );
    expect(plain.map(({ id }) => id)).toContain('metadata/codelists');
    const { credentialsAtOpen: before } = world().platform.control;
    const offered = plain.filter(({ id }) => !/jwk|well-known/.test(id));
    expect(offered).toHaveLength(4);
    for (const { id } of offered) {
      const values = id.endsWith('rolerequirements')
        ? { serviceCode: 'Appid:1', language: '1044' }
        : undefined;
      const found = await get(entry(id, values));
      expect([found.status, found.asked.signedIn], id).toEqual([200, false]);
    }
    expect(world().platform.control.credentialsAtOpen).toBe(before);
  });

  it.each(WITHOUT_SCREEN)(
    'reach %s, which has no screen, with the organisation signed in or a person',
    async (id, more, says) => {
      const { entries } = await valueOf(explorer().entryPoints({ connection: hal() }));
      const found = entries.find((one) => one.id === id);
      const who = world().platform.organisationNumber;
      const paths = found?.parameters.filter((one) => one.in === 'path') ?? [];
      const values = {
        ...Object.fromEntries(paths.map(({ name }) => [name, name === 'who' ? who : '1'])),
        ...(typeof more === 'function' ? more() : more),
      };
      const connection = id.startsWith('{who}') ? await asPerson() : hal();
      const shown = await get(entry(id, values), connection);
      expect([shown.status, shown.asked.signedIn]).toEqual([200, true]);
      expect(shown.raw.text).toContain(says);
    },
  );

  it('what was switched off has its date and is tried when a person asks: refused, or there where it is on', async () => {
    const id = 'serviceowner/roledefinitions';
    const { entries } = await valueOf(explorer().entryPoints({ connection: hal() }));
    expect(entries.find((one) => one.id === id)?.switchedOff).toEqual({
      since: '2023-05-22',
      instead: 'open-metadata',
    });
    expect(await explorer().get({ connection: hal(), at: entry(id) })).toMatchObject({
      failure: { kind: 'refused', status: 410, switchedOff: { since: '2023-05-22' } },
    });
    const { shape } = world().platform.control;
    shape.switchedOffStillOn = true;
    const shown = await get(entry(id));
    shape.switchedOffStillOn = false;
    expect(shown.raw.text).toContain('"RoleDefinitionId"');
  });

  it.each(["a/b?c#d e%2f+'", 'blåbær 東京 100%\\x'])(
    'FLD-15 each parameter of each entry point goes out encoded once: %j',
    async (id) => {
      const { entries } = await valueOf(explorer().entryPoints({ connection: hal() }));
      const { control } = world().platform;
      const sent: string[] = [];
      const expected: string[] = [];
      for (const one of entries) {
        const last = one.parameters.at(-1);
        if (last === undefined) continue;
        const paths = one.parameters.filter((parameter) => parameter.in === 'path');
        const names = last.in === 'query' ? [...paths, last] : paths;
        control.forget();
        // What the platform says of it does not matter; that another path is asked would.
        await explorer().get({
          connection: hal(),
          at: entry(one.id, Object.fromEntries(names.map(({ name }) => [name, id]))),
        });
        const encoded = encodeURIComponent(id);
        // The apostrophe is one of the signs that a query has in a form of its own.
        const query = last.in === 'query' ? `${last.name}=${encoded.replaceAll("'", '%27')}` : '';
        expected.push(`${one.path.replaceAll(/\{\w+\}/g, encoded)} ${query}`);
        const { path, query: search } = control.requests[0] ?? { path: '', query: '' };
        const asked = search
          .replace(/^\?/, '')
          .split('&')
          .filter((pair) => pair === query);
        sent.push(`${path} ${asked.join('&')}`);
      }
      expect(expected.length).toBeGreaterThan(30);
      expect(sent).toEqual(expected);
    },
  );

  it('LNK-01 take nothing that leaves its place in the path, and nothing that was not asked for', async () => {
    const refused = async (values: Record<string, string>) =>
      explorer().get({ connection: hal(), at: entry('{orgno}/profile', values) });
    for (const orgno of ['..', '.', '%2e', '%252e', '../a', 'a/../b', 'a\\..\\b', '..;x', 'a/..'])
      expect(await refused({ orgno }), orgno).toMatchObject({
        ok: false,
        failure: { kind: 'invalid-input', fields: { 'at.values.orgno': 'wrong-type' } },
      });
    for (const orgno of ['a\u0000b', 'x\ny'])
      expect(await refused({ orgno }), orgno).toMatchObject({
        failure: { fields: { 'at.values.orgno': 'control-characters' } },
      });
    expect(await refused({ orgno: '' })).toMatchObject({
      failure: { fields: { 'at.values.orgno': 'required' } },
    });
    expect(await refused({ other: '1' })).toMatchObject({
      failure: { fields: { 'at.values.other': 'unknown-field' } },
    });
    expect(
      await explorer().get({ connection: hal(), at: entry('https://evil.example/') }),
    ).toMatchObject({ failure: { fields: { 'at.entry': 'not-a-choice' } } });
    expect(world().platform.control.requests).toEqual([]);
  });
});

inEveryMediaType((mediaType) => {
  it('shows state, headers, raw text and time, in the media type that was asked for', async () => {
    const found = await get(entry('metadata/roledefinitions/{id}', { id: '4' }), hal(), {
      accept: mediaType,
    });
    expect(found).toMatchObject({ status: 200, type: mediaType, more: false });
    expect(found.asked.mediaType).toBe(mediaType);
    const state = new Map(found.resources[0]?.state.map((one) => [one.name, one]));
    expect(state.get('RoleDefinitionCode')).toMatchObject({ kind: 'text', text: 'DAGL' });
    expect(state.get('ChildRoleDefinitionIds')?.kind).toBe('structure');
    expect(found.raw.text).toMatch(mediaType.includes('xml') ? /^\s*</ : /^\s*\{/);
    expect(found.bytes).toBe(Buffer.byteLength(found.raw.text));
    expect(found.headers.map(({ name }) => name)).toContain('content-type');
    const links = found.resources[0]?.links ?? [];
    expect(links.length > 0).toBe(mediaType.includes('hal'));
  });
});

describe('links', () => {
  it('are followed three deep, embedded ones too, and a template is filled in', async () => {
    const person = await asPerson();
    const list = await get(
      entry('{who}/authorization/delegations', { who: world().platform.organisationNumber }),
      person,
    );
    const items = list.resources.filter(({ parent }) => parent === 0);
    expect(items.length).toBeGreaterThan(3);
    const first = items[0]?.at ?? 0;
    const holder = await get({ link: linkIn(list, 'self', first).handle }, person);
    const held = await get({ link: linkIn(holder, 'roles').handle }, person);
    const { at: one = 0 } = held.resources.find(({ parent }) => parent === 0) ?? {};
    const definition = await get({ link: linkIn(held, 'roledefinition', one).handle }, person);
    const role = definition.resources[0]?.state.find(({ name }) => name === 'RoleName');
    expect(role?.text).toMatch(/\w/);

    const find = linkIn(list, 'find');
    expect(find).toMatchObject({ templated: true, leads: 'platform' });
    expect(find.variables).toHaveLength(1);
    const [{ name } = { name: '' }] = find.variables;
    const id = items[2]?.state.find((one) => one.name === 'RightHolderId')?.text ?? '';
    const found = await get({ link: find.handle, values: { [name]: id } }, person);
    expect(found.resources[0]?.state).toContainEqual({
      ...{ name: 'RightHolderId', kind: 'text', text: id },
    });
    expect(await explorer().get({ connection: person, at: { link: find.handle } })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { [`at.values.${name}`]: 'required' } },
    });
    const away = { link: find.handle, values: { [name]: '../x' } };
    expect(await explorer().get({ connection: person, at: away })).toMatchObject({
      failure: { kind: 'invalid-input', fields: { [`at.values.${name}`]: 'wrong-type' } },
    });
  });

  it('relations that nobody documents, and links inside of fields, appear by themselves', async () => {
    const list = await get(entry('metadata'));
    expect(linkIn(list, 'addedlater').leads).toBe('platform');
    const { metadata, credentialsAtOpen: before } = world().platform.control;
    const service = metadata.services.find(
      (one) => one.kind === 'formtask' && metadata.detail(one).forms.length > 0,
    );
    const found = await get(
      entry('metadata/formtask/{serviceCode}/{serviceEditionCode}', {
        serviceCode: service?.code ?? '',
        serviceEditionCode: String(service?.edition),
      }),
    );
    const form = found.resources.find(({ relation }) => relation === 'FormsMetaData');
    const schema = await get({ link: linkIn(found, 'schema', form?.at).handle });
    expect(schema.raw.text).toContain('schema');
    expect(schema.asked.signedIn).toBe(false);
    expect(world().platform.control.credentialsAtOpen).toBe(before);
  });

  it('belong to the connection whose answer they came in, and are never guessed', async () => {
    const list = await get(entry('consentRequests'));
    const { handle } = linkIn(list, 'self');
    const unknown = { failure: { kind: 'invalid-input', fields: { 'at.link': 'unknown-handle' } } };
    const other = world().in('application/xml');
    expect(await explorer().get({ connection: other, at: { link: handle } })).toMatchObject(
      unknown,
    );
    const guessed = { link: `link-${'A'.repeat(24)}` };
    expect(await explorer().get({ connection: hal(), at: guessed })).toMatchObject(unknown);
  });

  it('a long answer is cut and says so; every resource names the one it lies in', async () => {
    const items = Array.from({ length: 400 }, (_, at) => ({ Id: at }));
    alter('consents.list', { _embedded: { consents: items } });
    const found = await get(entry('consentRequests'));
    expect([found.resources.length, found.more]).toEqual([300, true]);
    expect(found.resources.slice(1).every(({ parent }) => parent === 0)).toBe(true);
  });
});

describe('foreign addresses', () => {
  let evil: EvilServers;
  beforeAll(async () => {
    evil = await startEvilServers(world().platform.pki);
  });
  afterAll(() => evil.stop());

  it('LNK-01 LNK-03 no link that leads away is asked, in any form, and each says where it leads', async () => {
    const host = new URL(evil.addresses.https).host;
    const own = new URL(world().platform.address);
    const hrefs: readonly [string, ShownLink['leads']][] = [
      [`${evil.addresses.https}/api/x`, 'browser'],
      [`${evil.addresses.http}/api/x`, 'nowhere'],
      [`//${host}/api/x`, 'nowhere'],
      [`/\\${host}/api/x`, 'nowhere'],
      [`https:/${host}/api/x`, 'nowhere'],
      [`https://${own.host}@${host}/api/x`, 'nowhere'],
      [`https://${host}\\@${own.host}/api/x`, 'nowhere'],
      [`http://${own.host}/api/x`, 'nowhere'],
      [`${own.origin}/other/place`, 'browser'],
      [`${own.origin}/api/../secret`, 'browser'],
      [`${own.origin}/api/%2e%2e/secret`, 'nowhere'],
      ['javascript:alert(1)', 'nowhere'],
      ['file:///etc/passwd', 'nowhere'],
      ['', 'nowhere'],
      [`${evil.addresses.https}/api/{id}`, 'browser'],
    ];
    const links = Object.fromEntries(hrefs.map(([href], at) => [`r${String(at)}`, { href }]));
    alter('consents.list', { _links: links });
    const found = await get(entry('consentRequests'));
    const shown = found.resources[0]?.links ?? [];
    expect(shown.map(({ relation }) => relation)).toEqual(Object.keys(links));
    for (const [at, link] of shown.entries()) {
      const [href, leads] = hrefs[at] ?? ['', 'nowhere'];
      if (!href.includes('%2e')) expect([href, link.leads]).toEqual([href, leads]);
      expect(link.leads, href).not.toBe('platform');
      const result = await explorer().get({
        connection: hal(),
        at: { link: link.handle, values: { id: '1' } },
      });
      expect(result, href).toMatchObject({
        ok: false,
        failure: { kind: 'unexpected-answer', field: '_links' },
      });
    }
    expect(evil.connections).toBe(0);
  });

  it('LNK-03 LNK-04 an entry that redirects away is not followed', async () => {
    world().platform.control.fault({
      operation: 'consents.list',
      acts: true,
      effect: {
        kind: 'alter',
        status: 302,
        body: '',
        headers: { Location: `${evil.addresses.https}/api/x` },
      },
    });
    const result = await explorer().get({ connection: hal(), at: entry('consentRequests') });
    expect(result.ok).toBe(false);
    expect(evil.connections).toBe(0);
  });

  it('NAV-06 what leads to a browser is opened there by the shell, and nothing else', async () => {
    const { shell } = world().steward;
    alter('consents.list', {
      _links: {
        portalview: { href: 'https://portal.example.test/inbox?a=1' },
        script: { href: 'javascript:alert(1)' },
        user: { href: 'https://portal.example.test@evil.example/x' },
      },
    });
    const found = await get(entry('consentRequests'));
    const open = (relation: string) =>
      explorer().openLink({ connection: hal(), link: linkIn(found, relation).handle });
    expect(linkIn(found, 'portalview')).toMatchObject({
      leads: 'browser',
      host: 'portal.example.test',
    });
    expect(await open('portalview')).toEqual({ ok: true, value: { host: 'portal.example.test' } });
    for (const relation of ['script', 'user'])
      expect(await open(relation)).toMatchObject({ failure: { kind: 'invalid-input' } });
    expect(shell.opened).toEqual(['https://portal.example.test/inbox?a=1']);
  });
});

describe('what is shown', () => {
  it('holds no secret that a server sends back, and masks numbers of persons', async () => {
    const { apiKey } = world().platform;
    alter(
      'consents.list',
      {
        Echo: apiKey,
        Owner: '01010112345',
        _links: { self: { href: `/api/x?k=${apiKey}&p=01010112345` } },
      },
      { 'X-Echo': apiKey, 'Set-Cookie': '.ASPXAUTH=0123456789abcdef' },
    );
    const found = await get(entry('consentRequests'));
    const text = JSON.stringify(found);
    expect(formsFound(text, apiKey)).toEqual([]);
    expect(text).not.toMatch(/01010112345|0123456789abcdef/);
    expect(found.resources[0]?.state.map(({ name }) => name)).toEqual(['Echo', 'Owner']);
  });

  it('a body that is no text is said to be so; a long one is cut at 256 KiB', async () => {
    const { apiKey } = world().platform;
    const before = 256 * 1024 - '{"Long":"'.length - 8;
    alter('consents.list', { Long: `${'x'.repeat(before)}${apiKey}${'x'.repeat(50_000)}` });
    const long = await get(entry('consentRequests'));
    expect([long.raw.cut, long.raw.text.length]).toEqual([true, 256 * 1024]);
    // Nor is half a secret left at the end.
    expect(long.raw.text).not.toContain(apiKey.slice(0, 6));
    world().platform.control.fault({
      operation: 'consents.list',
      acts: true,
      effect: {
        kind: 'alter',
        headers: { 'Content-Type': 'application/pdf' },
        body: '%PDF\0\u0001',
      },
    });
    const binary = await get(entry('consentRequests'));
    expect(binary).toMatchObject({
      type: 'application/pdf',
      resources: [],
      raw: { kind: 'binary' },
    });
  });

  it('ERR-02 a refusal has the platform’s words; without sign-in only open entries answer', async () => {
    const signedOut = await world().connect({
      name: 'Nobody',
      signIn: { way: 'none' },
      apiKey: null,
    });
    const refused = await explorer().get({ connection: signedOut, at: entry('consentRequests') });
    expect(refused).toMatchObject({ ok: false });
    expect((await get(entry('metadata/codelists'), signedOut)).status).toBe(200);
    // The open form of an entry that takes credentials: asked on purpose, to see what comes.
    const open = await explorer().get({
      connection: hal(),
      at: entry('enterpriseusers'),
      open: true,
    });
    expect(open).toMatchObject({ ok: false });
    const last = world().platform.control.requests.at(-1);
    expect(last?.headers.map((name) => name.toLowerCase())).not.toContain('apikey');
  });
});

describe('traffic', () => {
  it('has every exchange with its connection, and a report by the reference that was shown', async () => {
    await valueOf(explorer().clearTraffic({}));
    await get(entry('consentRequests'));
    const before = await valueOf(explorer().traffic({}));
    expect(before.exchanges.map((one) => [one.method, one.status, one.connection])).toEqual([
      ['GET', 200, hal()],
    ]);
    world().platform.control.fault({
      operation: 'consents.list',
      acts: false,
      effect: {
        kind: 'alter',
        status: 403,
        reason: 'The API key is not authorized',
        body: '',
        headers: { 'X-Correlation-Id': 'find-me' },
      },
    });
    const refused = await explorer().get({ connection: hal(), at: entry('consentRequests') });
    if (refused.ok || !('reference' in refused.failure)) throw new Error('It was refused.');
    const { reference } = refused.failure;
    const { exchanges } = await valueOf(explorer().traffic({ since: before.last }));
    expect(exchanges).toMatchObject([{ status: 403, reference }]);

    const { text } = await valueOf(explorer().copySupportReport({ reference }));
    expect(world().steward.shell.clipboardText).toBe(text);
    for (const part of [
      ...[reference, '/api/consentRequests?ForceEIAuthentication', '403 The API key is not'],
      ...['find-me', 'ApiKey: ••••', 'Kind: refused', 'Name: application/hal+json', 'TLSv1'],
    ])
      expect(text).toContain(part);
    expect(formsFound(text, world().platform.apiKey)).toEqual([]);
    const number = exchanges[0]?.number ?? 0;
    const again = await valueOf(explorer().supportReport({ exchange: number }));
    expect(again.text).toContain('Kind: refused');
  });

  it('an unknown reference still gives a report; an exchange that is gone is not found', async () => {
    const { text } = await valueOf(explorer().supportReport({ reference: 'NOBODY-KNOWS' }));
    expect(text).toMatch(/NOBODY-KNOWS[^]*Steward[^]*No exchange/);
    await valueOf(explorer().clearTraffic({}));
    expect(await explorer().supportReport({ exchange: 1 })).toMatchObject({
      failure: { kind: 'not-found' },
    });
    expect(await explorer().supportReport({})).toMatchObject({
      failure: { kind: 'invalid-input' },
    });
  });
});
