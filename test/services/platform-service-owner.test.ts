// The service owner's parts of the local platform, from section 8 of the documents, and what of them is switched off.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import type { Shape } from '../platform/shape.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;
let now: Date;

const kari = '14857912345';
const odd = '03916823456';
const sunniva = '27828434567';

// Each test gives, takes and lets time pass: one of its own each.
beforeEach(async () => {
  now = new Date('2026-05-04T10:00:00.250Z');
  platform = await startPlatform({ seed: 11, users: 2, messages: 4, now: () => now });
  caller = callerOf(platform);
  // What has nothing to do with a service is asked of all of them.
  set({ consentsOfOwner: 'any' });
});
afterEach(async () => {
  caller.close();
  await platform.stop();
});

const own = () => platform.organisationNumber;
const set = (chosen: Partial<Shape>) => Object.assign(platform.control.shape, chosen);
const ask = (method: string, where: string, options: Ask = {}): Promise<Reply> =>
  caller.ask(method, `serviceowner/${where}`, {
    ...(options.token === undefined ? { certificate: true } : {}),
    ...options,
  });
const read = async (where: string) => (await ask('GET', where)).json as Shown;
const status = async (where: string, options: Ask = {}) =>
  (await ask('GET', where, options)).status;
const items = async (relation: string, where: string) =>
  ((await read(where))['_embedded'] as Record<string, Shown[]>)[relation] ?? [];
const registered = (at: number) => platform.control.register[at] ?? { name: '', number: '' };
const service = () => {
  const [first] = platform.control.metadata.services;
  if (!first) throw new Error('There are services.');
  return first;
};

describe('reportees', () => {
  const of = (query: string) => items('reportees', `reportees?${query}`);

  it('are those of a person or an organisation, without ReporteeId and links', async () => {
    const found = await of(`subject=${kari}`);
    expect(found[0]).toEqual({
      Name: 'Kari Steinvåg',
      Type: 'Person',
      SocialSecurityNumber: kari,
    });
    for (const one of found) {
      expect(one).not.toHaveProperty('ReporteeId');
      expect(one).not.toHaveProperty('_links');
    }
    const units = await of(`subject=${own()}`);
    expect(units[0]).toMatchObject({
      Type: 'Enterprise',
      OrganizationNumber: own(),
      Status: 'Active',
      OrganizationForm: 'AS',
    });
    expect(units[1]).toMatchObject({ Type: 'Business', ParentOrganizationNumber: own() });
  });

  it('are narrowed by service, by role definition or by app, one of them', async () => {
    const { code, edition } = service();
    const numbers = async (query: string) =>
      (await of(query)).map((one) => one['OrganizationNumber']);
    const bySservice = await numbers(
      `subject=${odd}&serviceCode=${code}&serviceEdition=${edition}`,
    );
    expect(bySservice).toContain(own());
    expect(await numbers(`subject=${odd}&roleDefinitionId=27`)).toContain(own());
    expect(await numbers(`subject=${odd}&roleDefinitionId=4`)).not.toContain(own());
    expect(await of(`subject=${odd}&app=fyr%2Fhavneavgift`)).toEqual([]);
    const bad = [
      `subject=${odd}&serviceCode=${code}`,
      `subject=${odd}&serviceCode=none&serviceEdition=1`,
      `subject=${odd}&roleDefinitionId=4&app=a%2Fb`,
      '',
      'subject=00000000000',
    ];
    for (const query of bad)
      expect([query, await status(`reportees?${query}`)]).toEqual([query, 400]);
  });

  it('by consent come only when they are asked for', async () => {
    const giver = registered(30);
    platform.control.consents.make({ status: 'Accepted', offeredBy: giver.number });
    const names = async (query: string) => (await of(query)).map((one) => one['Name']);
    expect(await names(`subject=${own()}`)).not.toContain(giver.name);
    expect(await names(`subject=${own()}&showConsentReportees=true`)).toContain(giver.name);
  });

  it('a person without a profile is refused with clear words', async () => {
    const without = platform.control.named.find('r50040006');
    expect(without).toMatchObject({ kind: 'person' });
    const refused = await ask('GET', `reportees?subject=${without?.socialSecurityNumber}`);
    expect([refused.status, refused.reason]).toEqual([400, 'The subject has no profile.']);
  });
});

describe('rights and roles', () => {
  const between = (what: string, subject: string, reportee: string, more = '') =>
    read(`authorization/${what}?subject=${subject}&reportee=${reportee}${more}`);

  it('rights are one object with Subject, Reportee and Rights, not below _embedded', async () => {
    const found = await between('rights', odd, own());
    expect(found).toMatchObject({
      Subject: { Name: 'Odd Lyngmyr', Type: 'Person', SocialSecurityNumber: odd },
      Reportee: { Type: 'Enterprise', OrganizationNumber: own() },
      _links: { self: expect.anything() as unknown },
    });
    expect(found).not.toHaveProperty('_embedded');
    const actions = (found['Rights'] as Shown[])
      .filter((one) => one['RightSourceType'] === 'DirectlyDelegatedRights')
      .map((one) => one['Action']);
    expect(actions).toEqual(['Read', 'Write']);
    const base = 'authorization/rights';
    expect(await status(`${base}?subject=${odd}`)).toBe(400);
    expect(await status(`${base}?reportee=${own()}`)).toBe(400);
    expect(await status(`${base}?subject=${own()}&reportee=${own()}`)).toBe(400);
  });

  it('roles are below _embedded, in a language, with codes; their subject may be an organisation', async () => {
    const found = await between('roles', odd, own(), '&language=1044');
    const { roles } = found['_embedded'] as { roles: Shown[] };
    expect(found).not.toHaveProperty('Subject');
    expect(roles[0]).toMatchObject({
      RoleDefinitionCode: 'UTINN',
      RoleName: 'Utfyller og innsender',
    });
    const accountant = platform.control.named.find('r50030001')?.organisationNumber ?? '';
    const other = await between('roles', accountant, own());
    expect((other['_embedded'] as { roles: Shown[] }).roles[0]).toMatchObject({
      RoleDefinitionCode: 'REGN',
    });
    set({ lists: 'named', ownerRoles: 'with-parties' });
    expect(await between('roles', odd, own())).toMatchObject({
      Subject: { Name: 'Odd Lyngmyr' },
      roles: expect.any(Array) as unknown,
    });
  });

  it('roles link to the service owner’s definitions, which are switched off, or to the open ones', async () => {
    const link = async () => {
      const { roles } = (await between('roles', odd, own()))['_embedded'] as { roles: Shown[] };
      const reply = await caller.ask('GET', linkOf(roles[0], 'roledefinition'), {
        certificate: true,
      });
      return reply.status;
    };
    expect(await link()).toBe(410);
    set({ ownerRoleLinks: 'metadata' });
    expect(await link()).toBe(200);
  });

  it('what was switched off in May 2023 works by switch', async () => {
    const paths = [
      `authorization/apprights?subject=${odd}&reportee=${own()}`,
      'roledefinitions?language=1044',
      'roledefinitions/4',
    ];
    set({ switchedOffStillOn: true });
    for (const path of paths) expect([path, await status(path)]).toEqual([path, 200]);
    expect(await between('apprights', odd, own())).toMatchObject({ AppRights: [] });
    expect(await items('roledefinitions', 'roledefinitions?language=1044')).toContainEqual(
      expect.objectContaining({ RoleDefinitionCode: 'DAGL', RoleName: 'Daglig leder' }),
    );
  });
});

describe('consents', () => {
  const of = (query = '') => items('consents', `consents${query}`);
  const make = (wish: object = {}) =>
    platform.control.consents.make({ status: 'Accepted', ...wish });
  const codes = async (query = '') => (await of(query)).map((one) => one['AuthorizationCode']);

  it('are those accepted for own services, Active or Revoked, with their fields; expired ones are missing', async () => {
    const active = make();
    const revoked = make();
    const [requested, expired] = [make({ status: 'Opened' }), make({ validTo: now })];
    platform.control.consents.revoke(revoked.id);
    const found = await of();
    const one = (id: string) => found.find((it) => it['AuthorizationCode'] === id);
    expect(one(active.id)).toMatchObject({
      Status: 'Active',
      OfferedBy: { Name: expect.any(String) as string, Type: 'Enterprise' },
      CoveredBy: { Name: 'Fjordtrafikk AS', OrganizationNumber: own() },
      HandledBy: null,
      Created: '2026-05-04T12:00:00.2504567+02:00',
      ValidTo: expect.stringMatching(/^2027-/) as string,
      LastChanged: '2026-05-04T12:00:00.2504567+02:00',
    });
    expect(one(revoked.id)?.['Status']).toBe('Revoked');
    expect([one(requested.id), one(expired.id)]).toEqual([undefined, undefined]);
    platform.control.ownerCodes.delete(own());
    expect(await of()).toEqual([]);
  });

  it('used ones of one time count as Revoked', async () => {
    const { id } = make({ resources: [{ code: 'K108', edition: 2, metadata: {} }] });
    const use = { ServiceCode: 'K108', ServiceEditionCode: 2, UsageDateTime: '2026-05-04T12:00' };
    await caller.ask('POST', `authorization/token/${id}/loguse`, { certificate: true, body: use });
    expect(await codes('?status=revoked')).toContain(id);
  });

  it('are narrowed by status and service, with either name of the edition or both', async () => {
    const { id } = make({ resources: [{ code: 'K108', edition: 2, metadata: {} }] });
    expect(await codes('?status=active')).toContain(id);
    expect(await codes('?status=revoked')).not.toContain(id);
    expect(await codes('?status=active&status=revoked')).toEqual(await codes());
    expect(await status('consents?status=lost')).toBe(400);
    const narrowed = async () => [
      (await codes('?serviceCode=K108&serviceEditionCode=1')).length,
      (await codes('?serviceCode=K108&serviceEdition=1')).length,
    ];
    const all = (await codes('?serviceCode=K108')).length;
    expect([all > 0, await narrowed()]).toEqual([true, [0, 0]]);
    set({ consentEdition: 'serviceEdition' });
    expect(await narrowed()).toEqual([all, 0]);
    set({ consentEdition: 'serviceEditionCode' });
    expect(await narrowed()).toEqual([0, all]);
  });

  it('want a service to be named', async () => {
    set({ consentsOfOwner: 'by-service' });
    expect([await status('consents'), await status('consents?serviceCode=K103')]).toEqual([
      400, 400,
    ]);
    expect(await status('consents?serviceCode=K103&serviceEdition=1')).toBe(200);
  });

  it('write their status in capital or small letters', async () => {
    set({ consentStatus: 'active' });
    expect(new Set((await of()).map((one) => one['Status']))).toEqual(
      new Set(['active', 'revoked']),
    );
  });

  it('come 10 000 at a time, oldest change first, and go on behind the token of the last; more than that is 400', async () => {
    platform.control.consents.fill(12_000);
    const first = await read('consents');
    const { consents } = first['_embedded'] as { consents: Shown[] };
    expect(consents).toHaveLength(10_000);
    const changed = consents.map((one) => String(one['LastChanged']));
    expect(changed).toEqual([...changed].sort());
    const { continuationtoken: token = '' } = first as { continuationtoken?: string };
    const [changedThen, number] = token.split('_');
    expect(changedThen).toBe(String(consents.at(-1)?.['LastChanged']).slice(0, 23));
    expect(number).toMatch(/^\d+$/);
    const rest = await of(`?continuation=${encodeURIComponent(token)}`);
    const all = new Set([...consents, ...rest].map((one) => one['AuthorizationCode']));
    expect([all.size, rest.length]).toEqual([consents.length + rest.length, all.size - 10_000]);
    expect(all.size).toBeGreaterThanOrEqual(12_000);
    // With `$skip` beside the token some are lost.
    const skipped = await of(`?continuation=${encodeURIComponent(token)}&$skip=50`);
    expect(skipped).toHaveLength(rest.length - 50);
    expect([await status('consents?$top=10001'), await status('consents?continuation=x')]).toEqual([
      400, 400,
    ]);
  });

  it('tell their next page by link, by field, or both; the last may name one that is empty', async () => {
    platform.control.consents.fill(30);
    const told = async (continuationToken: Shape['continuationToken']) => {
      set({ continuationToken });
      const page = await read('consents?$top=5&status=active');
      return [linkOf(page, 'next') !== '', 'continuationtoken' in page];
    };
    expect(await told('both')).toEqual([true, true]);
    expect(await told('link')).toEqual([true, false]);
    expect(await told('field')).toEqual([false, true]);
    const walk = async (lastPage: Shape['lastPage']) => {
      set({ lastPage, continuationToken: 'link' });
      const sizes: number[] = [];
      const seen = new Set<unknown>();
      for (let where = 'serviceowner/consents?$top=20&status=active'; where !== '';) {
        const page = (await caller.ask('GET', where, { certificate: true })).json as Shown;
        const { consents } = page['_embedded'] as { consents: Shown[] };
        sizes.push(consents.length);
        for (const one of consents) seen.add(one['AuthorizationCode']);
        where = linkOf(page, 'next');
      }
      return [sizes, seen.size] as const;
    };
    const [sizes, count] = await walk('end');
    expect([sizes[0], sizes.at(-1), count]).toEqual([20, count - 20, count]);
    expect(await walk('next')).toEqual([[...sizes, 0], count]);
  });
});

describe('giving a role', () => {
  const base = 'delegations/roles';
  const body = (change: object = {}) => ({
    Type: 'Email',
    Email: 'a@b.example',
    SocialSecurityNumber: sunniva,
    LastName: 'Bratthammer',
    _embedded: { Roles: [{ RoleDefinitionId: 282 }] },
    ...change,
  });
  const give = (change: object = {}, onBehalfOf = kari, options: Ask = {}) =>
    ask('POST', `${base}/?onBehalfOf=${onBehalfOf}`, { body: body(change), ...options });
  const heldBySunniva = async () =>
    (await items('roles', `authorization/roles?subject=${sunniva}&reportee=${kari}`)).filter(
      (one) => one['RoleDefinitionCode'] === 'A0282',
    );

  it('is 201, seen with the owner as Delegator, and taken back by its RoleId', async () => {
    const definition = await caller.ask('GET', 'metadata/roledefinitions/282');
    expect(definition.json).toMatchObject({ RoleDefinitionCode: 'A0282' });
    const given = await give();
    expect([given.status, given.text]).toEqual([201, '']);
    const [role] = await heldBySunniva();
    expect(role).toMatchObject({
      Delegator: 'Fjordtrafikk AS',
      RoleId: expect.any(Number) as number,
    });
    expect(platform.control.held.notices.at(-1)).toMatchObject({ email: 'a@b.example' });
    const gone = (options: Ask = {}) =>
      ask('DELETE', `${base}/${String(role?.['RoleId'])}`, options);
    // Another service owner did not give it.
    platform.control.serviceOwners.add('987654325');
    const key = platform.control.addApiKey({ owner: '987654325' });
    const another = { token: platform.control.addToken('987654325'), headers: { ApiKey: key } };
    expect((await gone(another)).status).toBe(403);
    expect((await gone()).status).toBe(204);
    expect([await heldBySunniva(), platform.control.rolesGiven]).toEqual([[], []]);
    expect((await gone()).status).toBe(403);
  });

  it('every fault in what is asked is 403 with words in the reason', async () => {
    const organisation = {
      SocialSecurityNumber: undefined,
      OrganizationNumber: registered(9).number,
      Name: registered(9).name,
    };
    for (const [change, onBehalfOf] of [
      [{ Type: 'Sms' }],
      [{ LastName: 'Another' }],
      [{ _embedded: { Roles: [{ RoleDefinitionId: 27 }] } }],
      [{ _embedded: { Roles: [{ RoleDefinitionId: 282 }, { RoleDefinitionId: 282 }] } }],
      [{ _embedded: {} }],
      [{ ...organisation, Email: '' }],
      [{}, own()],
      [{}, '00000000000'],
    ] as const) {
      const refused = await give(change, onBehalfOf);
      expect([change, refused.status, refused.reason === 'Forbidden']).toEqual([
        change,
        403,
        false,
      ]);
    }
    expect(await heldBySunniva()).toEqual([]);
    expect((await give(organisation)).status).toBe(201);
    // A person with an address of its own needs none in the body.
    expect((await give({ Email: '' })).status).toBe(201);
  });

  it('a role that somebody else gave is 403', async () => {
    const [held] = await items('roles', `authorization/roles?subject=${odd}&reportee=${own()}`);
    expect((await ask('DELETE', `${base}/${String(held?.['RoleId'])}`)).status).toBe(403);
  });

  it('needs its scope, and by switch a machine token', async () => {
    const { control } = platform;
    const token = (scope: string) => ({ token: control.addToken(own(), [`altinn:${scope}`]) });
    expect((await give({}, kari, token('serviceowner/delegations.write'))).status).toBe(201);
    expect((await give({}, kari, token('serviceowner/rolesandrights'))).status).toBe(401);
    set({ ownerDelegation: 'token' });
    expect((await give()).status).toBe(401);
    expect((await give({}, kari, token('serviceowner/delegations.write'))).status).toBe(201);
  });
});

describe('delegation requests', () => {
  const base = 'delegationRequests';
  const of = async (query = '') => (await ask('GET', `${base}${query}`)).json as Shown[];
  const asked = (change: object = {}) => ({
    coveredBy: own(),
    offeredBy: registered(9).number,
    offeredByName: registered(9).name,
    requestServices: [
      {
        serviceCode: service().code,
        serviceEditionCode: service().edition,
        operations: ['Read'],
        metadata: {},
      },
    ],
    requestMessage: 'May we?',
    redirectUrl: 'https://retur.example/',
    ...change,
  });
  const post = (change: object = {}) => ask('POST', base, { body: asked(change) });

  it('a new one is 201 and created, in lower camel case; accepted, the rights are held', async () => {
    const made = await post();
    const request = made.json as Shown;
    expect([made.status, request]).toEqual([
      201,
      expect.objectContaining({
        guid: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        requestStatus: 'created',
        coveredBy: own(),
        offeredByName: registered(9).name,
        created: '2026-05-04T12:00:00',
        lastChanged: '2026-05-04T12:00:00.250',
        errors: [],
      }),
    ]);
    expect((await ask('GET', made.location)).status).toBe(404);
    expect((await caller.ask('GET', made.location, { certificate: true })).json).toEqual(request);
    const { guid } = made.json as { guid: string };
    platform.control.delegationRequests.answer(guid, 'accepted');
    expect(await read(`${base}/${guid}`)).toMatchObject({ requestStatus: 'accepted' });
    const where = `authorization/roles?subject=${own()}&reportee=${registered(9).number}`;
    // The collector of single rights.
    expect(await items('roles', where)).toContainEqual(
      expect.objectContaining({ RoleType: 'Local', RoleDefinitionId: 0 }),
    );
  });

  it.each([
    ['an unknown receiver', { coveredBy: '999999999' }, 1],
    ['another name of the giver', { offeredByName: 'X' }, 4],
    ['no address', { redirectUrl: '' }, 7],
    ['no services', { requestServices: [] }, 10],
    [
      'an unknown service',
      { requestServices: [{ serviceCode: 'none', serviceEditionCode: 1, operations: ['Read'] }] },
      11,
    ],
  ] as const)('%s is 400 with an array of errors', async (_what, change, code) => {
    const reply = await post(change);
    expect([reply.status, reply.json]).toEqual([
      400,
      [{ errorCode: code, errorDescription: expect.any(String) as string }],
    ]);
  });

  it('operations are those of the service', async () => {
    const [first] = asked().requestServices;
    for (const [operations, code] of [
      [['Fly'], 12],
      [[], 13],
    ] as const) {
      const reply = await post({ requestServices: [{ ...first, operations }] });
      expect((reply.json as Shown[]).map((one) => one['errorCode'])).toEqual([code]);
    }
  });

  it('are a bare array of plain JSON, narrowed by status, service, giver and receiver and by OData', async () => {
    const { delegationRequests: control } = platform.control;
    expect((await of('?status=opened&status=rejected')).map((one) => one['requestStatus'])).toEqual(
      ['opened', 'rejected'],
    );
    expect(await of(`?offeredBy=${registered(9).number}`)).toEqual([]);
    expect((await of(`?coveredBy=${own()}`)).length).toBe(5);
    const { code, edition } = service();
    expect((await of(`?coveredBy=${sunniva}`)).map((one) => one['coveredBy'])).toEqual([sunniva]);
    expect(await of(`?serviceCode=${code}&serviceEditionCode=${edition}`)).toHaveLength(6);
    expect(await of(`?serviceCode=${code}&serviceEditionCode=99`)).toEqual([]);
    const filter = encodeURIComponent("requestStatus eq 'accepted'");
    expect(await of(`?$filter=${filter}`)).toHaveLength(1);
    expect(await status(`${base}?$filter=x`)).toBe(400);
    for (let at = 0; at < 60; at += 1) control.make();
    expect((await ask('GET', base, { accept: 'application/hal+json' })).type).toBe(
      'application/json; charset=utf-8',
    );
    const [page, rest] = [await of(), await of('?$skip=50')];
    expect([page.length, rest.length]).toEqual([50, 16]);
    for (const one of page) expect(one).not.toHaveProperty('_links');
    set({ operationWords: 'lower' });
    expect((await of('?$top=1'))[0]).toMatchObject({ requestServices: [{ operations: ['read'] }] });
  });

  it('are read and deleted by their creator and by who is to receive, nobody else', async () => {
    const { delegationRequests: control } = platform.control;
    const foreign = { creator: '987654325', coveredBy: '123456785' };
    const both = async (wish: object) => {
      const { id } = control.make(wish);
      const got = await status(`${base}/${id}`);
      return [got, (await ask('DELETE', `${base}/${id}`)).status, control.find(id) !== undefined];
    };
    expect(await both(foreign)).toEqual([403, 403, true]);
    expect(await both({ ...foreign, creator: own() })).toEqual([200, 204, false]);
    expect(await both({ ...foreign, coveredBy: own() })).toEqual([200, 204, false]);
  });
});

describe('the service rights register', () => {
  const where = 'srr?serviceCode=B102&serviceEditionCode=1';
  const rule = (change: object = {}) => ({
    reportee: registered(9).number,
    right: 'read',
    validTo: '2028-01-01T00:00:00.000+01:00',
    conditions: { isRecipient: true },
    ...change,
  });
  const flat = (change: object = {}) => ({
    ServiceCode: 'B102',
    ServiceEditionCode: 1,
    Reportee: registered(9).number,
    Right: 'Read',
    ValidTo: '2028-01-01T00:00:00.0004567+01:00',
    Condition: { IsRecipient: true },
    ...change,
  });
  const spec = (...rights: object[]) => ({ serviceCode: 'B102', serviceEditionCode: 1, rights });
  const post = (body: unknown) => ask('POST', 'srr', { body, type: 'application/json' });
  const resultsOf = (reply: Reply) =>
    (reply.json as { rights: Shown[] }).rights.map((one) => one['operationResult']);

  it('gives the rules of one own service, whose code and edition are both needed', async () => {
    const found = await read(where);
    expect(found).toMatchObject({ serviceCode: 'B102', serviceEditionCode: '1' });
    expect(found).not.toHaveProperty('_links');
    expect((found['rights'] as Shown[])[0]).toEqual({
      id: expect.any(Number) as number,
      reportee: own(),
      right: 'read',
      validTo: '2099-01-01T00:00:00.000+01:00',
      conditions: {},
    });
    const one = (await read(`${where}&reportee=${own()}`))['rights'] as Shown[];
    expect(one.map((it) => it['right'])).toEqual(['read', 'write']);
    expect(await status('srr?serviceCode=B102')).toBe(400);
    expect(await status('srr?serviceEditionCode=1')).toBe(400);
    expect(await status(`srr?serviceCode=none&serviceEditionCode=1`)).toBe(403);
    platform.control.ownerCodes.set(own(), 'BRO');
    expect(await status(where)).toBe(403);
  });

  it('takes new rules: 201 with their ids, 409 for those that are there, 400 for bad ones', async () => {
    const made = await post(spec(rule()));
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({
        rights: [{ ...rule(), id: expect.any(Number) as number, operationResult: 'Ok' }],
      }),
    ]);
    const again = await post(spec(rule()));
    expect([again.status, resultsOf(again)]).toEqual([409, ['RuleAlreadyExists']]);
    for (const [change, result] of [
      [{ reportee: '' }, 'EmptyOrNotAValidSsnOrOrganisation'],
      [{ reportee: '12' }, 'EmptyOrNotAValidSsnOrOrganisation'],
      [{ right: 'write', validTo: '2020-01-01' }, 'RightAlreadyExpired'],
    ] as const) {
      const bad = await post(spec(rule(change)));
      expect([bad.status, resultsOf(bad)]).toEqual([400, [result]]);
    }
    const some = await post(spec(rule(), rule({ right: 'write' })));
    expect([some.status, resultsOf(some)]).toEqual([201, ['RuleAlreadyExists', 'Ok']]);
    const foreign = { serviceCode: 'none', serviceEditionCode: 1, rights: [rule()] };
    expect((await post(foreign)).status).toBe(403);
    for (const bad of [spec(), spec(rule({ right: 'fly' })), spec(rule({ validTo: 'soon' })), {}])
      expect((await post(bad)).status).toBe(400);
  });

  it('drops a misspelt condition without a word', async () => {
    const conditions = { handledBy: own(), isReciepient: true, keepSessionAlive: true };
    const made = await post(spec(rule({ conditions })));
    const [one] = (made.json as { rights: Shown[] }).rights;
    expect(one?.['conditions']).toEqual({ handledBy: own(), keepSessionAlive: true });
  });

  it('calls conditions in lower camel case, and wants an end of each rule', async () => {
    const conditions = { handledBy: own(), isRecipient: true };
    const made = await post(spec(rule({ conditions: { ...conditions, KeepSessionAlive: true } })));
    expect((made.json as { rights: Shown[] }).rights[0]?.['conditions']).toEqual(conditions);
    expect(platform.control.serviceRights.all.at(-1)?.conditions).toEqual({
      HandledBy: own(),
      IsRecipient: true,
    });
    for (const validTo of [null, undefined, ''])
      expect((await post(spec(rule({ right: 'write', validTo })))).status).toBe(400);
  });

  it('one rule is read (200, or 201), changed and deleted (204); a wrong id is 403', async () => {
    const { serviceRights } = platform.control;
    const [first] = serviceRights.all;
    const path = `srr/${first?.id}`;
    expect(await status(path)).toBe(200);
    set({ srrRead: 201 });
    expect(await status(path)).toBe(201);
    const put = (change: object = {}) =>
      ask('PUT', path, { body: spec(rule(change)), type: 'application/json' });
    expect((await put({ right: 'write' })).status).toBe(204);
    expect(first).toMatchObject({ right: 'write', validTo: new Date('2027-12-31T23:00:00Z') });
    const over = await put({ validTo: '2020-01-01' });
    expect([over.status, over.text]).toEqual([400, '']);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(serviceRights.all).not.toContain(first);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await ask(method, path, method === 'PUT' ? { body: spec(rule()) } : {})).status).toBe(
        403,
      );
  });

  it('is a bare array of flat objects in the other form, whose PUT answers a status; each form alone is understood', async () => {
    set({ srr: 'picture' });
    const found = (await ask('GET', where)).json as Shown[];
    expect(found[0]).toEqual({
      Id: expect.any(Number) as number,
      ServiceCode: 'B102',
      ServiceEditionCode: 1,
      Reportee: own(),
      Right: 'Read',
      ValidTo: '2099-01-01T00:00:00.0004567+01:00',
      Condition: {},
    });
    expect((await post(spec(rule()))).status).toBe(400);
    expect((await post(flat())).status).toBe(400);
    const made = await post([flat()]);
    expect([made.status, made.json]).toEqual([
      201,
      [expect.objectContaining({ ...flat(), OperationStatus: 'Ok' })],
    ]);
    const [one] = made.json as Shown[];
    const changed = await ask('PUT', `srr/${String(one?.['Id'])}`, {
      body: [flat({ Right: 'Write' })],
      type: 'application/json',
    });
    expect([changed.status, changed.json]).toEqual([
      200,
      expect.objectContaining({ Right: 'Write', OperationStatus: 'Ok' }),
    ]);
    const address = `srr/${String(one?.['Id'])}`;
    expect(await read(address)).toMatchObject([{ Right: 'Write' }]);
    set({ srrOne: 'object' });
    expect(await read(address)).toMatchObject({ Right: 'Write' });
    set({ srr: 'spec' });
    expect((await post([flat()])).status).toBe(400);
  });
});

describe('whether a receiver can be reached', () => {
  const of = async (query: string) => {
    const reply = await ask('GET', `notifications/validaterecipient?${query}`);
    if (reply.status !== 200) return reply.status;
    const found = reply.json as Shown;
    return [
      found['inboxAccessible'],
      found['canReceiveNotificationBySms'],
      found['canReceiveNotificationByEmail'],
    ];
  };
  const all = [true, true, true];
  const none = [false, false, false];
  const person = (number: string, lastName: string) =>
    of(`socialSecurityNumber=${number}&lastName=${encodeURIComponent(lastName)}`);

  it('a person by number and the first four signs of the last name, who lives, has a profile and is not reserved', async () => {
    const { recipients, named } = platform.control;
    expect(await person(kari, 'Steinvåg')).toEqual(all);
    expect(await person(kari, 'steiro')).toEqual(all);
    expect(await person(kari, 'Stein')).toEqual(all);
    expect(await person(kari, 'Ste')).toEqual(none);
    expect(await person('00000000000', 'Steinvåg')).toEqual(none);
    const without = named.find('r50040006');
    const lastName = without?.name.trim().split(' ').at(-1) ?? '';
    expect(await person(without?.socialSecurityNumber ?? '', lastName)).toEqual(none);
    for (const facts of [{ dead: true }, { reserved: true }, { profile: false }]) {
      recipients.set(kari, facts);
      expect(await person(kari, 'Steinvåg')).toEqual(none);
    }
    recipients.set(kari, { sms: false });
    expect(await person(kari, 'Steinvåg')).toEqual([true, false, true]);
  });

  it('an organisation alone, for which the service matters', async () => {
    expect(await of(`organizationNumber=${own()}`)).toEqual(all);
    expect(await of('organizationNumber=999999999')).toEqual(none);
    const { code, edition } = service();
    const withService = `serviceCode=${code}&serviceEditionCode=${edition}`;
    const bySms = (one: (typeof platform.control.register)[number], roles: boolean) =>
      [...one.official, ...(roles ? one.personal : [])].some((it) => it.mobileNumber !== '');
    // One whose only numbers are those of persons without a role for the service.
    const { register } = platform.control;
    const candidates = register.filter((one) => !bySms(one, false) && bySms(one, true));
    const answers = await Promise.all(
      candidates
        .slice(0, 20)
        .map(async ({ number }) => [
          await of(`organizationNumber=${number}`),
          await of(`organizationNumber=${number}&${withService}`),
        ]),
    );
    expect(answers.every(([without]) => (without as boolean[])[1] === true)).toBe(true);
    expect(answers.some(([, service_]) => (service_ as boolean[])[1] === false)).toBe(true);
    expect(await of(`organizationNumber=${own()}&serviceCode=none&serviceEditionCode=1`)).toEqual(
      none,
    );
  });

  it('needs one of the two, whole, and both or none of the service', async () => {
    for (const query of [
      '',
      `organizationNumber=${own()}&socialSecurityNumber=${kari}&lastName=Steinvåg`,
      `socialSecurityNumber=${kari}`,
      `organizationNumber=${own()}&serviceCode=1`,
      `organizationNumber=${own()}&serviceEditionCode=1`,
    ])
      expect([query, await of(encodeURI(query))]).toEqual([query, 400]);
  });
});

describe('events', () => {
  const of = (query = '') => items('events', `events/feed${query}`);
  const offsets = async (query = '') => (await of(query)).map((one) => Number(one['EventOffset']));

  it('of all six kinds, go on behind an offset whose own event is left out', async () => {
    const all = await of();
    expect(new Set(all.map((one) => one['EventType'])).size).toBe(6);
    const numbers = await offsets();
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(await offsets(`?eventOffset=${numbers[4]}`)).toEqual(numbers.slice(5));
    expect(await offsets(`?eventOffset=${numbers[4]}&fetch=2`)).toEqual(numbers.slice(5, 7));
    expect(await offsets(`?eventOffset=${numbers.at(-1)}`)).toEqual([]);
    platform.control.events.add({ kind: 'Read' });
    expect(await of(`?eventOffset=${numbers.at(-1)}`)).toMatchObject([{ EventType: 'Read' }]);
    platform.control.events.add({ owner: '987654325' });
    expect(await of()).toHaveLength(all.length + 1);
  });

  it('come 10 000 at most, and the rest behind the relation next', async () => {
    platform.control.events.fill(11_000);
    const page = await read('events/feed?fetch=20000');
    expect((page['_embedded'] as { events: Shown[] }).events).toHaveLength(10_000);
    const rest = await caller.ask('GET', linkOf(page, 'next'), { certificate: true });
    const { events } = (rest.json as { _embedded: { events: Shown[] } })._embedded;
    expect(events).toHaveLength(1_012);
    expect(linkOf(rest.json, 'next')).toBe('');
  });

  it('an offset or a number that is none is 400', async () => {
    for (const query of ['?eventOffset=x', '?fetch=0', '?fetch=many'])
      expect([query, await status(`events/feed${query}`)]).toEqual([query, 400]);
  });
});
