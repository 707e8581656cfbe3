// Delegations, own rights and reportee conversion of the local platform, from sections 1 to 3 of the documents.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;
let manager: string;
let base: string;
const [kari, odd, sunniva] = ['r50010001', 'r50010002', 'r50010003'];

// Each test gives and takes: one of its own each.
beforeEach(async () => {
  platform = await startPlatform({ seed: 11, users: 4, services: 60, messages: 4 });
  caller = callerOf(platform);
  manager = platform.control.identity.addToken({ person: 'person-1' });
  base = `${platform.organisationNumber}/authorization/delegations`;
});
afterEach(async () => {
  caller.close();
  await platform.stop();
});

const ask = (method: string, where: string, options: Ask = {}): Promise<Reply> =>
  caller.ask(method, where, { token: manager, ...options });
const items = (reply: Reply, relation: string): readonly Shown[] =>
  (reply.json as { _embedded: Record<string, Shown[]> })._embedded[relation] ?? [];
const holders = async (query = '') => items(await ask('GET', base + query), 'rightholders');
const rolesOf = async (id: string) => items(await ask('GET', `${base}/${id}/roles`), 'roles');
const rightsOf = async (id: string) => items(await ask('GET', `${base}/${id}/rights`), 'rights');
const give = (body: object) => ask('POST', base, { body });
const sunnivas = { SocialSecurityNumber: '27828434567', LastName: 'Bratthammer' };
const role = (RoleDefinitionId: number) => ({ _embedded: { Roles: [{ RoleDefinitionId }] } });
const service = () => {
  const { metadata } = platform.control;
  const found = metadata.services.find(
    (one) => one.kind === 'formtask' && Number(one.code) % 45 !== 0 && Number(one.code) % 9 !== 0,
  );
  if (!found) throw new Error('The seed gives none.');
  return { ServiceCode: found.code, ServiceEditionCode: found.edition };
};

describe('section 1, reading', () => {
  it('lists persons, organisations and enterprise users, key roles too, but not what they hold', async () => {
    const found = await holders();
    const ids = found.map((one) => String(one['RightHolderId']));
    expect(ids).toEqual(expect.arrayContaining([kari, odd, 'r50030001']));
    expect(ids.some((id) => /^u\d+$/.test(id))).toBe(true);
    const person = found.find((one) => one['RightHolderId'] === kari);
    expect(person).toMatchObject({
      Name: 'Kari Steinvåg',
      LastName: 'Steinvåg',
      SocialSecurityNumber: '148579*****',
    });
    expect(Object.keys(person?.['_links'] as object).sort()).toEqual(
      ['addedlater', 'apprights', 'rights', 'roles', 'self'].sort(),
    );
    const user = found.find((one) => String(one['RightHolderId']).startsWith('u'));
    expect([user?.['Name'], user && 'UserName' in user]).toEqual([
      platform.control.users[0],
      false,
    ]);
    for (const one of found) expect('Roles' in one).toBe(false);
    const organisation = found.find((one) => one['RightHolderId'] === 'r50030001');
    expect(organisation?.['OrganizationNumber']).toMatch(/^\d{9}$/);
  });

  it('find is a template with receiverId, and one holder has roles and rights below _embedded', async () => {
    const list = await ask('GET', base);
    const find = linkOf(list.json, 'find');
    expect(find).toMatch(/\{receiverId\}$/);
    const one = await ask('GET', find.replace('{receiverId}', odd));
    expect(one.json).toMatchObject({
      RightHolderId: odd,
      Roles: { _embedded: { roles: expect.any(Array) as unknown[] } },
      Rights: { _embedded: { rights: expect.any(Array) as unknown[] } },
    });
    expect((await ask('GET', linkOf(one.json, 'roles'))).status).toBe(200);
  });

  it('RoleId is absent on roles that follow from another, and on the collector of single rights', async () => {
    const roles = await rolesOf(odd);
    const held = roles.filter((one) => 'RoleId' in one);
    expect(held.map((one) => one['RoleDefinitionId'])).toEqual([27]);
    expect(held[0]).toMatchObject({
      RoleType: 'Altinn',
      RoleName: 'Fill in and send',
      RoleDefinitionCode: 'UTINN',
      Delegator: 'Kari Steinvåg',
      DelegatedTime: expect.stringMatching(/^2024-/) as string,
    });
    const derived = roles.filter((one) => !('RoleId' in one));
    expect(derived.map((one) => [one['RoleType'], one['RoleDefinitionId']])).toEqual([
      ['Altinn', 28],
      ['Local', 0],
    ]);
    const nynorsk = items(await ask('GET', `${base}/${odd}/roles?language=2068`), 'roles');
    expect(nynorsk[0]?.['RoleName']).toBe('Utfyllar og innsendar');
  });

  it('rights say where they come from, in the words of either document, and are filtered', async () => {
    const sources = async () => [
      ...new Set((await rightsOf(odd)).map((one) => one['RightSourceType'])),
    ];
    expect(await sources()).toEqual(['DirectlyDelegatedRights', 'RoleTypeRights']);
    const filter = encodeURIComponent("RightSourceType ne 'RoleTypeRights'");
    const single = items(await ask('GET', `${base}/${odd}/rights?$filter=${filter}`), 'rights');
    expect(single.map((one) => one['Action'])).toEqual(['Read', 'Write']);
    expect((await ask('GET', `${base}/${odd}/rights?$filter=nonsense`)).status).toBe(400);
    platform.control.shape.rightSources = 'spec';
    expect(await sources()).toEqual(['DirectlyDelegated', 'RoleTypeRights']);
  });

  it('a bad receiver is 404, a good one without anything 200 and empty, or 404 by switch', async () => {
    expect((await ask('GET', `${base}/r1`)).status).toBe(404);
    const empty = await ask('GET', `${base}/${sunniva}`);
    expect([empty.status, empty.json]).toEqual([
      200,
      expect.objectContaining({ RightHolderId: sunniva }),
    ]);
    expect(await rolesOf(sunniva)).toEqual([]);
    platform.control.shape.emptyReceiver = 'missing';
    expect((await ask('GET', `${base}/${sunniva}`)).status).toBe(404);
    expect((await holders()).some((one) => one['RightHolderId'] === sunniva)).toBe(false);
  });

  it('is narrowed by service, with either name of the edition; app excludes it', async () => {
    const [first] = platform.control.metadata.services;
    for (const edition of ['serviceEdition', 'serviceEditionCode']) {
      const query = `?serviceCode=${first?.code}&${edition}=${first?.edition}`;
      expect((await holders(query)).map((one) => one['RightHolderId'])).toContain(odd);
    }
    expect(await holders('?serviceCode=none&serviceEdition=1')).toEqual([]);
    expect((await ask('GET', `${base}?app=fyr%2Fhavneavgift&serviceCode=1`)).status).toBe(400);
  });

  it('who manages no access is 403', async () => {
    const token = platform.control.identity.addToken({ person: 'person-2' });
    expect((await ask('GET', base, { token })).status).toBe(403);
    expect((await ask('GET', `${kari}/authorization/delegations`)).status).toBe(200);
    platform.control.held.managers.add('person-2');
    expect((await ask('GET', base, { token })).status).toBe(200);
    platform.control.held.managers.delete('person-2');
  });
});

describe('section 1, giving and taking', () => {
  it('gives roles and rights at once: 201 without a body, a notice goes out, and each is taken again', async () => {
    const before = platform.control.held.notices.length;
    const made = await give({
      ...sunnivas,
      Email: 'sunniva@postkasse.example',
      _embedded: {
        Roles: [{ RoleDefinitionId: 30 }],
        Rights: [{ ...service(), Action: 'Read' }],
      },
    });
    expect([made.status, made.text]).toEqual([201, '']);
    expect(platform.control.held.notices.slice(before)).toEqual([
      { party: platform.organisationNumber, receiver: sunniva, email: 'sunniva@postkasse.example' },
    ]);
    const roleId = String((await rolesOf(sunniva)).find((one) => 'RoleId' in one)?.['RoleId']);
    const [right] = await rightsOf(sunniva);
    const derived = (await rightsOf(sunniva)).find(
      (one) => one['RightSourceType'] === 'RoleTypeRights',
    );
    const rights = `${base}/${sunniva}/rights`;
    expect((await ask('DELETE', `${rights}/${String(derived?.['RightID'])}`)).status).toBe(403);
    expect((await ask('DELETE', `${rights}/${String(right?.['RightID'])}`)).status).toBe(204);
    expect((await ask('DELETE', `${rights}/${String(right?.['RightID'])}`)).status).toBe(404);
    expect((await ask('DELETE', `${base}/${sunniva}/roles/${roleId}`)).status).toBe(204);
    // What the role gave went with it.
    expect([await rolesOf(sunniva), await rightsOf(sunniva)]).toEqual([[], []]);
  });

  it('keys in lower case and the XML of the documents give too', async () => {
    const lower = { ...sunnivas, _embedded: { roles: [{ RoleDefinitionId: 26 }] } };
    expect((await give(lower)).status).toBe(201);
    const xml =
      '<resource rel="RightHolder"><Type>Person</Type><SocialSecurityNumber>27828434567</SocialSecurityNumber><LastName>Bratthammer</LastName>' +
      '<resource rel="Roles"><resource rel="Role"><RoleDefinitionId>30</RoleDefinitionId></resource></resource></resource>';
    const made = await ask('POST', base, { type: 'application/xml', body: xml });
    expect(made.status).toBe(201);
    const held = (await rolesOf(sunniva)).filter((one) => 'RoleId' in one);
    expect(held.map((one) => one['RoleDefinitionId'])).toEqual([26, 30]);
    for (const one of held) {
      const gone = await ask(
        'DELETE',
        `${base}?receiverId=${sunniva}&roleId=${String(one['RoleId'])}`,
      );
      expect(gone.status).toBe(204);
    }
  });

  it('the name must be that of the register, for each kind of receiver', async () => {
    const { register, users } = platform.control;
    const other = register[7];
    const organisation = { OrganizationNumber: other?.number, Name: other?.name };
    const user = { UserName: users[3], LastName: '' };
    for (const receiver of [
      sunnivas,
      organisation,
      user,
      { UserName: 'sunnivab', LastName: 'Bratthammer' },
    ])
      expect([receiver, (await give({ ...receiver, ...role(27) })).status]).toEqual([
        receiver,
        201,
      ]);
    for (const receiver of [
      { ...sunnivas, LastName: 'Fjell' },
      { ...organisation, Name: 'Another' },
      { UserName: 'sunnivab', LastName: 'Fjell' },
      { UserName: users[3], OrganizationNumber: '987654325' },
      {},
    ])
      expect([receiver, (await give({ ...receiver, ...role(27) })).status]).toEqual([
        receiver,
        400,
      ]);
  });

  it('roles of registers and of clients are 403, and one that the caller has not', async () => {
    for (const id of [4, 24, 25])
      expect((await give({ ...sunnivas, ...role(id) })).status).toBe(403);
    platform.control.held.managers.add('person-2');
    const token = platform.control.identity.addToken({ person: 'person-2' });
    const has = (id: number) => ask('POST', base, { body: { ...sunnivas, ...role(id) }, token });
    expect([(await has(28)).status, (await has(23)).status]).toEqual([201, 403]);
    platform.control.held.managers.delete('person-2');
    const [key] = await rolesOf(kari);
    const kept = await ask('DELETE', `${base}/${kari}/roles/${String(key?.['RoleId'])}`);
    expect([kept.status, kept.reason]).toEqual([403, 'This role cannot be deleted.']);
  });

  it('the words of actions are those of the role requirements, in each spelling; a right that cannot be delegated is 403', async () => {
    const right = (given: object) => give({ ...sunnivas, _embedded: { Rights: [given] } });
    for (const Action of ['ArchiveRead', 'ReadArchive', 'Archive-Read'])
      expect([Action, (await right({ ...service(), Action })).status]).toEqual([Action, 201]);
    expect((await right({ ...service(), Action: 'archiveread' })).status).toBe(400);
    expect(
      (await right({ ServiceCode: 'none', ServiceEditionCode: 1, Action: 'Read' })).status,
    ).toBe(400);
    const kept = platform.control.metadata.services.find(({ code }) => Number(code) % 9 === 0);
    const given = { ServiceCode: kept?.code, ServiceEditionCode: kept?.edition, Action: 'Read' };
    expect((await right(given)).status).toBe(403);
  });

  it.each(['whole', 'part'] as const)('with a bad part it fails; delegations=%s', async (how) => {
    platform.control.shape.delegations = how;
    const [receiver] = [{ UserName: platform.control.users[2] }];
    const id = platform.control.named.idOfUser(platform.control.users[2] ?? '');
    const held = async () => (await rolesOf(id)).filter((one) => 'RoleId' in one).length;
    const before = await held();
    const body = { _embedded: { Roles: [{ RoleDefinitionId: 31 }, { RoleDefinitionId: 99 }] } };
    expect((await give({ ...receiver, ...body })).status).toBe(400);
    expect(await held()).toBe(how === 'whole' ? before : before + 1);
  });
});

describe('section 2', () => {
  it('own roles and rights are those of the signed-in user, for a party', async () => {
    const own = `${platform.organisationNumber}/authorization`;
    const roles = items(await ask('GET', `${own}/roles?language=1044`), 'roles');
    expect(roles[0]).toMatchObject({ RoleDefinitionCode: 'DAGL', RoleName: 'Daglig leder' });
    const token = platform.control.identity.addToken({ person: 'person-2' });
    const filter = encodeURIComponent("RightSourceType eq 'DirectlyDelegatedRights'");
    const rights = await ask('GET', `${own}/rights?$filter=${filter}`, { token });
    expect(items(rights, 'rights')).toHaveLength(2);
  });

  it('what was switched off works by switch (section 13)', async () => {
    const own = `${platform.organisationNumber}/authorization`;
    const calls = [
      ['GET', `${own}/apprights`],
      ['DELETE', `${own}/roles/1`],
      ['DELETE', `${own}/rights/1`],
      ['DELETE', `${own}/apprights/fyr/havneavgift/1`],
      ['GET', `${base}/${odd}/apprights`],
      ['DELETE', `${base}/${odd}/apprights/fyr/havneavgift/1`],
      ['POST', `${own}/roledefinitions`],
      ['PUT', `${own}/roledefinitions/1`],
      ['DELETE', `${own}/roledefinitions/1`],
    ] as const;
    platform.control.shape.switchedOffStillOn = true;
    for (const [method, path] of calls) expect((await ask(method, path)).status).not.toBe(410);
    expect(items(await ask('GET', `${own}/apprights`), 'apprights')).toEqual([]);
  });

  it('reportees take their parameters, and organisations are a resource of their own', async () => {
    const unknown = await ask('GET', 'reportees?serviceCode=none&serviceEdition=1');
    expect([unknown.status, unknown.reason]).toEqual([400, expect.stringContaining('none')]);
    const [first] = platform.control.metadata.services;
    const query = `serviceCode=${first?.code}&serviceEdition=${first?.edition}&showConsentReportees=true`;
    expect((await ask('GET', `reportees?${query}`)).status).toBe(200);
    const all = items(
      await ask('GET', 'organizations?includeInactiveReportees=true'),
      'organizations',
    );
    const active = items(
      await ask('GET', 'organizations?includeInactiveReportees=false'),
      'organizations',
    );
    expect(all.length).toBeGreaterThan(active.length);
    const one = await ask('GET', linkOf(all[0], 'self'));
    expect(one.json).toMatchObject({ OrganizationNumber: platform.organisationNumber });
  });
});

describe('section 3', () => {
  const convert = (body: object) =>
    ask('POST', 'reportees/ReporteeConversion', { body, accept: 'application/json' });

  it('converts a number and a name that fit, also of a person the caller does not represent', async () => {
    const token = platform.control.identity.addToken({ person: 'person-3' });
    const person = { SocialSecurityNumber: '03916823456', LastName: 'Lyngmyr' };
    const found = await ask('POST', 'reportees/ReporteeConversion', { body: person, token });
    expect(found.json).toMatchObject({
      ReporteeId: odd,
      Type: 'Person',
      SocialSecurityNumber: '03916823456',
    });
    const { name, number } = platform.organisation;
    const organisation = (await convert({ OrganizationNumber: number, Name: name })).json as Shown;
    expect(organisation).toEqual({
      ReporteeId: 'r50020001',
      Name: name,
      Type: 'Foretak',
      OrganizationNumber: number,
      OrganizationForm: 'AS',
      Status: 'Active',
    });
    expect((await convert({ ...person, LastName: 'Fjell' })).status).toBe(400);
  });
});
