// Consents of the local platform, from section 5 of the documents: requests, tokens, keys, delegation requests.
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import type { Shape } from '../platform/shape.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;
let now: Date;

// Each test asks, answers and lets time pass: one of its own each.
beforeEach(async () => {
  now = new Date('2026-05-04T10:00:00.250Z');
  platform = await startPlatform({ seed: 11, users: 2, messages: 4, now: () => now });
  caller = callerOf(platform);
});
afterEach(async () => {
  caller.close();
  await platform.stop();
});

const own = () => platform.organisationNumber;
/** As the organisation, by its certificate. */
const ask = (method: string, where: string, options: Ask = {}): Promise<Reply> =>
  caller.ask(method, where, {
    ...(options.token === undefined ? { certificate: true } : {}),
    ...options,
  });
const set = (chosen: Partial<Shape>) => Object.assign(platform.control.shape, chosen);
const items = (reply: Reply) =>
  (reply.json as { _embedded: { consentRequests: Shown[] } })._embedded.consentRequests;
const requests = async (query = '') => items(await ask('GET', `consentRequests${query}`));
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
const giver = () => platform.control.register[9] ?? { name: '', number: '' };
const asked = (change: object = {}): Record<string, unknown> => ({
  CoveredBy: own(),
  OfferedBy: giver().number,
  OfferedByName: giver().name,
  ValidTo: '2027-05-04T00:00:00',
  RedirectUrl: 'https://retur.fjordtrafikk.example/ferdig?sak=7',
  RequestResources: [
    {
      ServiceCode: 'K107',
      ServiceEditionCode: 1,
      Metadata: { inntektsaar: '2025', formaal: 'lån' },
    },
  ],
  RequestMessage: { 'no-nb': 'Kan vi?', 'no-nn': 'Kan vi?', en: 'May we?' },
  ...change,
});
const post = (change: object = {}, options: Ask = {}) =>
  ask('POST', 'consentRequests', { body: asked(change), ...options });
const codesOf = (reply: Reply) => (reply.json as Shown[]).map((one) => one['errorCode']);
const accepted = (wish: object = {}) =>
  platform.control.consents.make({ status: 'Accepted', ...wish });

describe('requests', () => {
  it('a good one is 201 with the request, Unopened, with links to itself and to where the giver answers', async () => {
    const made = await post();
    expect(made.status).toBe(201);
    const request = made.json as Shown;
    const state = {
      RequestStatus: 'Unopened',
      Created: expect.stringMatching(/^2026-05-04T12:00:00$/) as string,
      LastChanged: '2026-05-04T12:00:00.250',
    };
    expect((await ask('GET', made.location)).json).toEqual(request);
    expect(request).not.toHaveProperty('OfferedByName');
    expect(request).toMatchObject({
      ...state,
      CoveredBy: own(),
      OfferedBy: giver().number,
      PortalViewMode: 'Hide',
      ValidTo: '2027-05-04T00:00:00',
      RequestResources: [
        { ServiceCode: 'K107', ServiceEditionCode: 1, Metadata: { inntektsaar: '2025' } },
      ],
    });
    expect(request['AuthorizationCode']).toMatch(/^[\da-f-]{36}$/);
    expect(linkOf(request, 'gui')).toContain(String(request['AuthorizationCode']));
    const plain = await post({}, { accept: 'application/json' });
    expect(plain.json).not.toHaveProperty('_links');
    expect(platform.control.executed('consents.create')).toBe(2);
    set({ requestFields: 'table' });
    expect((await post()).json).toMatchObject({ ...state, OfferedByName: giver().name });
    set({ requestFields: 'sample', newRequest: 'bare' });
    const bare = await post();
    for (const name of [...Object.keys(state), 'OfferedByName', 'Errors'])
      expect(bare.json).not.toHaveProperty(name);
    expect((await ask('GET', bare.location)).json).toMatchObject(state);
  });

  it.each([
    ['CoveredBy is another organization', 2, { CoveredBy: '987654325' }],
    ['HandledBy is another organization', 2, { HandledBy: '987654325' }],
    [
      'giver and receiver are one',
      3,
      () => ({ OfferedBy: own(), OfferedByName: 'Fjordtrafikk AS' }),
    ],
    ['the name of the giver is not that of the register', 4, { OfferedByName: 'Another AS' }],
    ['a required person without its name', 5, { RequiredDelegator: '14857912345' }],
    ['the end has passed', 6, { ValidTo: '2026-05-04T00:00:00' }],
    ['no address to return to', 7, { RedirectUrl: '' }],
    ['an address that is not https', 7, { RedirectUrl: 'http://retur.example/' }],
    ['a portal view that there is not', 9, { PortalViewMode: 'Maybe' }],
    ['no service', 10, { RequestResources: [] }],
    [
      'a service that takes no consent',
      11,
      { RequestResources: [{ ServiceCode: 'none', ServiceEditionCode: 1 }] },
    ],
    [
      'a metadata value missing',
      12,
      {
        RequestResources: [
          { ServiceCode: 'K107', ServiceEditionCode: 1, Metadata: { inntektsaar: '2025' } },
        ],
      },
    ],
    [
      'a message where the template takes none',
      13,
      { RequestResources: [{ ServiceCode: 'K108', ServiceEditionCode: 2, Metadata: {} }] },
    ],
    ['a message in another language', 15, { RequestMessage: { sv: 'Får vi?' } }],
  ] as const)('%s: 400', async (_what, code, change) => {
    const reply = await post(typeof change === 'function' ? change() : change);
    expect([reply.status, codesOf(reply)]).toEqual([400, [code]]);
  });

  it('everything that is wrong is in one array, in either spelling, in the request, or in the reason phrase', async () => {
    const bad = { ValidTo: '2020-01-01', OfferedByName: 'X' };
    const shownBy = async (consentErrors: Shape['consentErrors']) => {
      set({ consentErrors });
      return post(bad);
    };
    const one = { errorCode: 4, errorDescription: expect.any(String) as string };
    expect((await shownBy('camel')).json).toEqual([one, { ...one, errorCode: 6 }]);
    const pascal = [
      { ErrorCode: 4, ErrorMessage: expect.any(String) as string },
      { ErrorCode: 6, ErrorMessage: expect.any(String) as string },
    ];
    expect((await shownBy('pascal')).json).toEqual(pascal);
    expect((await shownBy('inside')).json).toMatchObject({ CoveredBy: own(), Errors: pascal });
    const reason = await shownBy('reason');
    expect([reason.text, reason.reason]).toEqual(['', expect.stringContaining('ValidTo')]);
  });

  it('the giver may be named by its last name alone, and one person may have to answer', async () => {
    const sunniva = { OfferedBy: '27828434567', OfferedByName: 'Bratthammer' };
    expect((await post(sunniva)).status).toBe(201);
    expect((await post({ ...sunniva, OfferedByName: 'Sunniva' })).status).toBe(400);
    const odd = { RequiredDelegator: '03916823456', RequiredDelegatorName: 'Lyngmyr' };
    expect((await post(odd)).json).toMatchObject(odd);
    set({ requiredDelegator: 'untold' });
    expect((await post(odd)).json).not.toHaveProperty('RequiredDelegator');
  });

  it('values that the owner of the service did not ask for are dropped without a word', async () => {
    const Metadata = { inntektsaar: '2025', formaal: 'lån', skonummer: '43' };
    const asks = [{ ServiceCode: 'K107', ServiceEditionCode: 1, Metadata }];
    const made = (await post({ RequestResources: asks })).json as Shown;
    const { skonummer: _, ...kept } = Metadata;
    expect(made['RequestResources']).toEqual([{ ...asks[0], Metadata: kept }]);
  });

  it('a supplier asks for another, and then is HandledBy', async () => {
    const { number } = platform.control.register[5] ?? { number: '' };
    const made = await post({ CoveredBy: number, HandledBy: own() });
    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ HandledBy: own() })]);
  });

  it('RequestMessage may be missing, or may not', async () => {
    const without = { RequestMessage: undefined };
    expect((await post(without)).status).toBe(201);
    set({ requestMessage: 'required' });
    expect(codesOf(await post(without))).toEqual([14]);
    const refusing = [{ ServiceCode: 'K108', ServiceEditionCode: 2, Metadata: {} }];
    expect((await post({ ...without, RequestResources: refusing })).status).toBe(201);
  });

  it('RedirectUrl may lead anywhere, or to registered domains', async () => {
    const elsewhere = { RedirectUrl: 'https://elsewhere.example/' };
    expect((await post(elsewhere)).status).toBe(201);
    set({ redirectDomains: 'registered' });
    expect(codesOf(await post(elsewhere))).toEqual([8]);
    expect((await post()).status).toBe(201);
  });

  it('XML is taken and given', async () => {
    const list = await ask('GET', 'consentRequests', { accept: 'application/xml' });
    expect(list.text).toMatch(/^<\?xml.*<ArrayOfConsentRequest .*<AuthorizationCode>/s);
    const hal = await ask('GET', 'consentRequests', { accept: 'application/hal+xml' });
    expect(hal.text).toContain('<resource rel="consentRequests"');
    const xml = `<resource rel="ConsentRequest"><CoveredBy>${own()}</CoveredBy><OfferedBy>27828434567</OfferedBy><OfferedByName>Bratthammer</OfferedByName><ValidTo>2027-01-01</ValidTo><RedirectUrl>https://retur.example/</RedirectUrl><resource rel="RequestResources"><resource rel="RequestResource"><ServiceCode>K103</ServiceCode><ServiceEditionCode>1</ServiceEditionCode></resource></resource></resource>`;
    const made = await ask('POST', 'consentRequests', { type: 'application/xml', body: xml });
    expect(made.status).toBe(201);
  });
});

describe('the list', () => {
  it('has both directions, or one: incoming ones ask us, outgoing ones are ours', async () => {
    const all = await requests();
    const outgoing = await requests('?direction=outgoing');
    const incoming = await requests('?direction=incoming');
    expect(outgoing.every((one) => one['CoveredBy'] === own())).toBe(true);
    expect(incoming.every((one) => one['OfferedBy'] === own())).toBe(true);
    expect([incoming.length, outgoing.length + incoming.length]).toEqual([1, all.length]);
    expect((await ask('GET', 'consentRequests?direction=up')).status).toBe(400);
    platform.control.consents.make({ coveredBy: '987654325', offeredBy: '123456785' });
    expect(await requests()).toHaveLength(all.length);
  });

  it('is narrowed by service and by several statuses, in either notation or both', async () => {
    const found = async (query: string) =>
      new Set((await requests(query)).map((one) => one['RequestStatus']));
    const plain = '?status=opened&status=rejected';
    const indexed = '?status%5B0%5D=opened&status%5B1%5D=rejected';
    const two = new Set(['Opened', 'Rejected']);
    const all = new Set(['Unopened', 'Opened', 'Accepted', 'Rejected']);
    expect([await found(plain), await found(indexed)]).toEqual([two, two]);
    set({ repeatedParameters: 'plain' });
    expect([await found(plain), await found(indexed)]).toEqual([two, all]);
    set({ repeatedParameters: 'indexed' });
    expect([await found(plain), await found(indexed)]).toEqual([all, two]);
    set({ repeatedParameters: 'both' });
    expect((await ask('GET', 'consentRequests?status=lost')).status).toBe(400);
    const byService = await requests('?serviceCode=K108&serviceEditionCode=2');
    expect(byService.length).toBeGreaterThan(0);
    for (const one of byService)
      expect((one['RequestResources'] as Shown[])[0]?.['ServiceCode']).toBe('K108');
    expect(await requests('?serviceCode=K108&serviceEditionCode=1')).toEqual([]);
  });

  it('takes OData, and what its parser cannot read is 400 with its words', async () => {
    const filter = encodeURIComponent("RequestStatus eq 'Accepted'");
    const found = await requests(`?$filter=${filter}&$orderby=LastChanged%20desc`);
    const changed = found.map((one) => String(one['LastChanged']));
    expect(changed.length).toBeGreaterThan(1);
    expect(changed).toEqual([...changed].sort().reverse());
    expect(await requests('?$top=2&$skip=1')).toHaveLength(2);
    const bad = await ask('GET', 'consentRequests?$filter=nonsense%20eq%201');
    expect([bad.status, bad.reason]).toEqual([400, expect.stringContaining('nonsense')]);
  });

  it('goes on from a continuation token, oldest change first, with each request once', async () => {
    platform.control.consents.fill(120, { status: 'Unopened' });
    // No document shows where the next page is told.
    expect((await ask('GET', 'consentRequests')).json).not.toHaveProperty('continuationtoken');
    set({ requestPages: 'told' });
    const codes: unknown[] = [];
    let token = '';
    for (let page = 0; page < 9; page += 1) {
      const reply = await ask('GET', `consentRequests${token && `?continuation=${token}`}`);
      codes.push(...items(reply).map((one) => one['AuthorizationCode']));
      const { continuationtoken: next } = reply.json as { continuationtoken?: string };
      if (next === undefined) break;
      token = encodeURIComponent(next);
    }
    expect([codes.length, new Set(codes).size]).toEqual([127, 127]);
    expect((await ask('GET', 'consentRequests?continuation=nonsense')).status).toBe(400);
  });

  it('is a bare array without HAL', async () => {
    const plain = await ask('GET', 'consentRequests', { accept: 'application/json' });
    expect(Array.isArray(plain.json)).toBe(true);
  });
});

describe('one request', () => {
  it('an unknown one and one of others are 403, a code that is none is 400; its giver may read it', async () => {
    const { consents } = platform.control;
    const foreign = consents.make({ coveredBy: '987654325', offeredBy: '123456785' });
    const given = consents.make({ coveredBy: '987654325', offeredBy: own() });
    const status = async (method: string, code: string) =>
      (await ask(method, `consentRequests/${code}`)).status;
    expect(await status('GET', foreign.id)).toBe(403);
    expect(await status('GET', '00000000-0000-4000-8000-000000000000')).toBe(403);
    expect(await status('GET', 'x')).toBe(400);
    expect([await status('GET', given.id), await status('DELETE', given.id)]).toEqual([200, 403]);
  });

  it('is withdrawn while it is unopened or opened, and not afterwards', async () => {
    const { consents } = platform.control;
    const status = async (answer?: 'Opened' | 'Accepted' | 'Rejected') => {
      const { id } = consents.make();
      if (answer) consents.answer(id, answer);
      const gone = await ask('DELETE', `consentRequests/${id}`);
      return [gone.status, consents.find(id) === undefined];
    };
    expect(await status()).toEqual([204, true]);
    expect(await status('Opened')).toEqual([204, true]);
    expect(await status('Accepted')).toEqual([400, false]);
    expect(await status('Rejected')).toEqual([400, false]);
  });

  it('its status follows the giver, and the return address carries code and status, or the failure encoded twice', async () => {
    const { consents } = platform.control;
    const { AuthorizationCode } = (await post()).json as { AuthorizationCode: string };
    const read = async () =>
      ((await ask('GET', `consentRequests/${AuthorizationCode}`)).json as Shown)['RequestStatus'];
    consents.answer(AuthorizationCode, 'Opened');
    expect(await read()).toBe('Opened');
    const back = new URL(consents.answer(AuthorizationCode, 'Accepted'));
    expect(await read()).toBe('Accepted');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      sak: '7',
      AuthorizationCode,
      Status: 'OK',
    });
    const failed = new URL(consents.failure(AuthorizationCode, 'Gikk ikke, æ'));
    expect(failed.searchParams.get('ErrorMessage')).toBe('Gikk%20ikke%2C%20%C3%A6');
    expect(failed.searchParams.get('FailedAuthorizationCode')).toBe(AuthorizationCode);
    expect(await read()).toBe('Accepted');
  });

  it('gui leads to a page in the language of the giver, which opens it, and sends its answer to the return address', async () => {
    const { consents } = platform.control;
    const made = (await post()).json as { AuthorizationCode: string };
    const { AuthorizationCode: code } = made;
    const gui = linkOf(made, 'gui');
    const page = async (language: string) =>
      (await caller.ask('GET', `${gui}?languageCode=${language}`)).text;
    expect(await page('en')).toContain('May we?');
    expect(consents.find(code)?.status).toBe('Opened');
    expect(await page('nb-NO')).toContain('Gi samtykke');
    expect(await page('nn-NO')).toContain('Gje samtykke');
    const form = { type: 'application/x-www-form-urlencoded', body: 'answer=give' };
    const answered = await caller.ask('POST', gui, form);
    expect([answered.status, answered.location]).toEqual([
      302,
      `https://retur.fjordtrafikk.example/ferdig?sak=7&AuthorizationCode=${code}&Status=OK`,
    ]);
    expect(consents.find(code)?.status).toBe('Accepted');
    expect((await caller.ask('GET', gui)).status).toBe(404);
    const other = consents.make();
    await caller.ask('POST', `${platform.address}/ui/consent/${other.id}`, { ...form, body: '' });
    expect(other.status).toBe('Rejected');
  });

  it('the singular path is deprecated: POST redirects, the others still answer', async () => {
    const moved = await ask('POST', 'consentRequest', { body: asked() });
    expect([moved.status, moved.location]).toEqual([
      307,
      `${platform.address}/api/consentRequests?ForceEIAuthentication`,
    ]);
    expect((await ask('GET', 'consentRequest')).status).toBe(200);
  });
});

/** Header and claims of a token, and whether one of the published keys has signed it. */
async function opened(token: string) {
  const [head = '', body = '', signature = ''] = token.split('.');
  const of = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Shown;
  const published = (await caller.ask('GET', 'metadata/jwk', open)).json;
  const keys = (
    Array.isArray(published) ? published : (published as { keys: unknown }).keys
  ) as Shown[];
  const header = of(head);
  const key = keys.find(({ kid }) => kid === header['kid']);
  const isSigned =
    key !== undefined &&
    verify(
      'RSA-SHA256',
      Buffer.from(`${head}.${body}`),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  return { header, claims: of(body), isSigned };
}
const open: Ask = { accept: 'application/json' };
const fetched = async (code: string, options: Ask = {}) =>
  ask('GET', `authorization/token/${code}`, { accept: 'application/json', ...options });
const tokenOf = async (code: string) => String((await fetched(code)).json);

describe('tokens', () => {
  it('are JWS with RS256 by a published key, live 30 seconds, and are made anew for the same code', async () => {
    const { id, offeredBy } = accepted();
    const reply = await fetched(id);
    expect([reply.status, reply.type]).toEqual([200, 'application/json; charset=utf-8']);
    const { header, claims, isSigned } = await opened(String(reply.json));
    const at = Math.floor(now.getTime() / 1000);
    expect([header, isSigned]).toEqual([
      {
        alg: 'RS256',
        typ: 'JWT',
        kid: expect.any(String) as string,
        x5t: expect.any(String) as string,
      },
      true,
    ]);
    expect(claims).toEqual({
      Services: 'K103_1',
      AuthorizationCode: id,
      OfferedBy: offeredBy,
      CoveredBy: own(),
      DelegatedDate: at,
      ValidToDate: at + 300 * 86_400,
      iss: expect.any(String) as string,
      nbf: at,
      exp: at + 30,
    });
    later(31);
    expect((await opened(await tokenOf(id))).claims).toMatchObject({ nbf: at + 31, exp: at + 61 });
    const known = (await caller.ask('GET', 'metadata/well-known', open)).json as Shown;
    expect(known['issuer']).toBe(claims['iss']);
    expect(known['response_types_supported']).toEqual(['token']);
    const { keys } = (await caller.ask('GET', String(known['jwks_uri']))).json as { keys: Shown[] };
    expect(keys).toHaveLength(2);
    for (const { kid, x5t, x5c, ...key } of keys) {
      const [der = ''] = x5c as string[];
      const certificate = new X509Certificate(Buffer.from(der, 'base64'));
      const { publicKey } = certificate;
      expect(publicKey.equals(createPublicKey({ key, format: 'jwk' }))).toBe(true);
      const hex = certificate.fingerprint.replaceAll(':', '');
      expect([kid, Buffer.from(String(x5t), 'base64url')]).toEqual([hex, Buffer.from(hex, 'hex')]);
    }
  });

  it('name their key by its certificate alone, and write their dates as text, by switch', async () => {
    const { id } = accepted();
    set({ tokenHeader: 'x5t', tokenDates: 'dots' });
    const { header, claims } = await opened(await tokenOf(id));
    expect(Object.keys(header).sort()).toEqual(['alg', 'typ', 'x5t']);
    expect(claims['DelegatedDate']).toBe('04.05.2026 12:00:00');
    set({ tokenDates: 'dashes' });
    const dashed = (await opened(await tokenOf(id))).claims;
    expect(dashed['DelegatedDate']).toBe('2026-05-04 12:00:00');
  });

  it('come inside a string element to who accepts XML', async () => {
    const { id } = accepted();
    const xml = await fetched(id, { accept: 'application/xml' });
    expect(xml.text).toMatch(/<string [^>]*>[\w-]+\.[\w-]+\.[\w-]+<\/string>$/);
  });

  it('name their services in one of the documented ways', async () => {
    const resources = [
      { code: 'K103', edition: 1, metadata: {} },
      { code: 'K108', edition: 2, metadata: {} },
    ];
    const two = accepted({ resources }).id;
    const one = accepted().id;
    const said = async (tokenServices: Shape['tokenServices']) => {
      set({ tokenServices });
      const all = [await opened(await tokenOf(one)), await opened(await tokenOf(two))];
      return all.map(({ claims }) => claims['Services'] ?? { codes: claims['ServiceCodes'] });
    };
    expect(await said('Services')).toEqual(['K103_1', ['K103_1', 'K108_2']]);
    expect(await said('ServiceCodes')).toEqual([
      { codes: ['K103_1'] },
      { codes: ['K103_1', 'K108_2'] },
    ]);
    expect(await said('comma')).toEqual(['K103,1', ['K103,1', 'K108,2']]);
    const asked = [{ code: 'K107', edition: 1, metadata: { inntektsaar: '2017_06' } }];
    const valued = accepted({ resources: asked }).id;
    const services = async () => (await opened(await tokenOf(valued))).claims['Services'];
    set({ tokenServices: 'Services' });
    expect(await services()).toEqual(['K107_1', 'K107_1_inntektsaar=2017_06']);
    set({ tokenMetadata: false });
    expect(await services()).toBe('K107_1');
  });

  it('403 when the code is wrong, not accepted, given up, taken back or over', async () => {
    const { consents } = platform.control;
    const status = async (code: string) => (await fetched(code)).status;
    expect(await status('00000000-0000-4000-8000-000000000000')).toBe(403);
    expect(await status(consents.make({ status: 'Opened' }).id)).toBe(403);
    const taken = accepted().id;
    consents.revoke(taken);
    expect(await status(taken)).toBe(403);
    const over = accepted({ validTo: new Date(now.getTime() + 60_000) }).id;
    expect(await status(over)).toBe(200);
    later(61);
    expect(await status(over)).toBe(403);
    const given = accepted().id;
    expect((await ask('DELETE', `authorization/token/${given}`)).status).toBe(204);
    expect([await status(given), consents.find(given)?.revoked]).toEqual([403, true]);
    expect((await ask('DELETE', `authorization/token/${given}`)).status).toBe(403);
  });

  it('the key alone is enough if it is the receiver’s, or an organization must sign in; a dead token is never enough', async () => {
    const { id } = accepted();
    const stranger = platform.control.addApiKey({ owner: '987654325' });
    const keyAlone = async (key: string, more: object = {}) =>
      (
        await caller.ask('GET', `authorization/token/${id}`, {
          accept: 'application/json',
          token: '',
          headers: { ApiKey: key, Authorization: '', ...more },
        })
      ).status;
    expect(await keyAlone(platform.apiKey)).toBe(200);
    expect(await keyAlone(stranger)).toBe(403);
    expect(await keyAlone(platform.apiKey, { Authorization: 'Bearer none' })).toBe(401);
    expect((await fetched(id, { headers: { ApiKey: stranger } })).status).toBe(403);
    set({ tokenSignIn: 'organisation' });
    expect(await keyAlone(platform.apiKey)).toBe(401);
    expect((await fetched(id)).status).toBe(200);
  });

  it('a supplier gets one only where the service rights register lets it act for the receiver', async () => {
    const [first, second] = platform.control.register.slice(20);
    const handled = accepted({ coveredBy: first?.number, handledBy: own() }).id;
    expect((await fetched(handled)).status).toBe(403);
    platform.control.serviceRights.add({
      code: 'K103',
      edition: 1,
      reportee: first?.number ?? '',
      right: 'read',
      validTo: undefined,
      conditions: { HandledBy: [own(), second?.number] },
    });
    const { claims } = await opened(await tokenOf(handled));
    expect(claims).toMatchObject({ CoveredBy: first?.number, HandledBy: own() });
  });

  it('keys change, and a token can be wrong in every way that a reader must notice', async () => {
    const { consents } = platform.control;
    const { id } = accepted();
    const before = await tokenOf(id);
    consents.rotateKey();
    const after = await tokenOf(id);
    expect([(await opened(before)).isSigned, (await opened(after)).isSigned]).toEqual([true, true]);
    consents.rotateKey('dropped');
    expect((await opened(after)).isSigned).toBe(false);
    const spoilt = async (how: Parameters<typeof consents.spoilToken>[0]) => {
      consents.spoilToken(how);
      return opened(await tokenOf(id));
    };
    expect((await spoilt('signature')).isSigned).toBe(false);
    expect((await spoilt('unknown-key')).isSigned).toBe(false);
    expect((await spoilt('no-signature')).header['alg']).toBe('none');
    const expired = await spoilt('expired');
    expect([expired.isSigned, Number(expired.claims['exp']) < now.getTime() / 1000]).toEqual([
      true,
      true,
    ]);
    expect((await opened(await tokenOf(id))).isSigned).toBe(true);
  });

  it('the keys may be a bare array; who shows a credential there is counted', async () => {
    set({ jwk: 'array' });
    const before = platform.control.credentialsAtOpen;
    const reply = await caller.ask('GET', 'metadata/jwk', open);
    for (const key of reply.json as Shown[])
      expect(Object.keys(key).sort()).toEqual(['e', 'kid', 'kty', 'n', 'use', 'x5c', 'x5t']);
    expect(platform.control.credentialsAtOpen).toBeGreaterThan(before);
  });
});

describe('logging a use', () => {
  const use = (change: object = {}) => ({
    ServiceCode: 'K103',
    ServiceEditionCode: 1,
    UsageDateTime: '2026-05-04T11:59:00',
    ...change,
  });
  const log = async (code: string, body: object, query = '') =>
    (await ask('POST', `authorization/token/${code}/loguse${query}`, query ? {} : { body })).status;

  it('is 204 and kept; a service that is not included and a time that is none are 400', async () => {
    const { id, uses } = accepted();
    expect(await log(id, use())).toBe(204);
    expect(uses).toEqual([{ code: 'K103', edition: 1, at: new Date('2026-05-04T09:59:00Z') }]);
    expect(await log(id, use({ ServiceCode: 'K108' }))).toBe(400);
    expect(await log(id, use({ UsageDateTime: 'today' }))).toBe(400);
    expect((await fetched(id)).status).toBe(200);
  });

  it('ends a consent of one use', async () => {
    const { id } = accepted({ resources: [{ code: 'K108', edition: 2, metadata: {} }] });
    const body = use({ ServiceCode: 'K108', ServiceEditionCode: 2 });
    expect([await log(id, body), await log(id, body)]).toEqual([204, 403]);
  });

  it('its fields stand in the body, in the query, or in either', async () => {
    const { id } = accepted();
    const query = `?${new URLSearchParams(Object.entries(use()).map(([name, value]) => [name, String(value)])).toString()}`;
    const both = async (logUse: Shape['logUse']) => {
      set({ logUse });
      return [await log(id, use()), await log(id, use(), query)];
    };
    expect(await both('either')).toEqual([204, 204]);
    expect(await both('body')).toEqual([204, 415]);
    expect(await both('query')).toEqual([400, 204]);
  });
});

describe('faults', () => {
  it('faults, holds and an area that is closed meet it like every other', async () => {
    const { control } = platform;
    control.fault({ operation: 'consents.create', acts: true, effect: { kind: 'reset' } });
    const before = control.consents.all.length;
    await expect(post()).rejects.toThrow();
    expect(control.consents.all).toHaveLength(before + 1);
    control.retire('consents', 410, 'all');
    expect((await ask('GET', 'consentRequests')).status).toBe(410);
    control.restore();
    set({ tooManyEvery: 1 });
    const busy = await ask('GET', 'consentRequests');
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, '1']);
  });
});

describe('delegation requests of organizations', () => {
  it('still work by switch, for receiver and giver', async () => {
    set({ switchedOffStillOn: true });
    const list = (await ask('GET', 'delegationRequests')).json as Shown[];
    expect(list[0]).toMatchObject({
      guid: expect.any(String) as string,
      requestStatus: 'created',
      coveredBy: own(),
    });
    const foreign = platform.control.delegationRequests.make({ coveredBy: '987654325' });
    expect((await ask('GET', `delegationRequests/${foreign.id}`)).status).toBe(403);
    const mine = platform.control.delegationRequests.make({ offeredBy: own() });
    expect((await ask('DELETE', `delegationRequests/${mine.id}`)).status).toBe(204);
    expect(platform.control.delegationRequests.find(mine.id)).toBeUndefined();
  });
});
