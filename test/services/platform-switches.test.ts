// The switches of the local platform: each is in the table of its README, and does what the documents say.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namespaceOf, oddityOf } from '../platform/form-models.ts';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { sampleOfSwitches, switches, usualShape, type Shape } from '../platform/shape.ts';
import { parseXml } from '../platform/xml.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await startPlatform({ seed: 5, users: 4, services: 120, parties: 6 });
  caller = callerOf(platform);
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
  platform.control.clearFaults();
});
afterAll(async () => {
  caller.close();
  await platform.stop();
});

const ask = (method: string, where: string, options?: Ask): Promise<Reply> =>
  caller.ask(method, where, options);
const read = async (where: string, options?: Ask) =>
  (await ask('GET', where, options)).json as Shown;
const list = async (where: string) =>
  (await ask('GET', where, { accept: 'application/json' })).json as readonly Shown[];
const set = (chosen: Partial<Shape>) => Object.assign(platform.control.shape, chosen);
const own = { certificate: true } as const;
const services = () => platform.control.metadata.services;
const pathOf = ({ kind, code, edition }: { kind: string; code: string; edition: number }) =>
  `metadata/${kind}/${code}/${edition}`;

describe('the table', () => {
  it('README has a row for each: name, usual value, the others, what it does, source', () => {
    const file = new URL('../platform/README.md', import.meta.url);
    const rows = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1)
          .join(' | '),
      );
    for (const [name, one] of Object.entries(switches)) {
      const others = one.others.map((value) => `\`${String(value)}\``).join(', ');
      const usual = `\`${String(one.usual)}\``;
      expect(rows).toContain(
        [`\`${name}\``, usual, others || 'by a test', one.does, one.source].join(' | '),
      );
    }
  });

  it('a sample is the same for the same seed, named by it, and never what is usual', () => {
    const one = sampleOfSwitches(7);
    expect(sampleOfSwitches(7)).toEqual(one);
    expect(one.name).toContain('seed 7');
    const seeds = Array.from({ length: 60 }, (_, seed) => sampleOfSwitches(seed).switches);
    const drawn = new Set(seeds.flatMap((sample) => Object.keys(sample)));
    const may = Object.keys(switches).filter(
      (name) => switches[name as keyof Shape].others.length > 0,
    );
    expect([...drawn].sort()).toEqual(may.sort());
    for (const sample of seeds)
      for (const [name, value] of Object.entries(sample)) {
        expect(one.name).not.toBe('');
        expect(value).not.toBe(switches[name as keyof Shape].usual);
      }
    expect(sampleOfSwitches(7, Object.keys(one.switches) as (keyof Shape)[]).switches).toEqual({});
  });

  it('the platform starts with any sample and answers', async () => {
    const sample = sampleOfSwitches(3, ['tooManyEvery', 'xmlAnswers']);
    const other = await startPlatform({ users: 2, switches: sample.switches });
    const asking = callerOf(other);
    try {
      expect([sample.name, (await asking.ask('GET', 'my/messages')).status]).toEqual([
        sample.name,
        200,
      ]);
      expect(other.control.shape).toMatchObject(sample.switches);
    } finally {
      asking.close();
      await other.stop();
    }
  });
});

describe('section 12', () => {
  it('the error model stands instead of the reason phrase, on every status from 400, 5xx too', async () => {
    expect((await ask('GET', 'my/messages/a1')).reason).toBe('The message was not found.');
    set({ errorWords: 'model' });
    const missing = await ask('GET', 'my/messages/a1');
    expect([missing.status, missing.reason, missing.json]).toEqual([
      404,
      'Not Found',
      { ErrorCode: 1404, ErrorMessage: 'The message was not found.' },
    ]);
    const keyless = await ask('GET', 'my/messages', { headers: { ApiKey: '' } });
    expect(keyless.json).toMatchObject({
      ErrorMessage: expect.stringContaining('ApiKey') as string,
    });
    const { control } = platform;
    control.refuse('messages.list', { form: 'model', words: 'Nede', status: 503, code: 9 });
    const down = await ask('GET', 'my/messages');
    expect([down.status, down.reason, down.json]).toEqual([
      503,
      'Service Unavailable',
      { ErrorCode: 9, ErrorMessage: 'Nede' },
    ]);
  });

  it('enterprise users: array or object with 201, LastChanged and Name, names as they are spelt', async () => {
    const post = (UserName: string) =>
      ask('POST', 'enterpriseusers', { ...own, body: { UserName } });
    set({ single: 'array' });
    const page = await post('ny-1');
    expect([page.status, Array.isArray(page.json)]).toEqual([200, true]);
    expect((page.json as Shown[])[0]).not.toHaveProperty('LastChanged');
    set({ single: 'object' });
    const spec = await post('ny-2');
    expect([spec.status, spec.json]).toEqual([
      201,
      expect.objectContaining({
        UserName: 'ny-2',
        Name: 'ny-2',
        LastChanged: expect.any(String) as string,
      }),
    ]);
    expect((await ask('GET', 'enterpriseusers/NY-2', own)).status).toBe(200);
    set({ userNames: 'exact' });
    expect((await ask('GET', 'enterpriseusers/NY-2', own)).status).toBe(404);
  });

  it('contact information: one filled key; the form with null or defaults is taken, unless one-key', async () => {
    const path = `${platform.organisationNumber}/profile/contactinformation`;
    const post = async (body: object) => (await ask('POST', path, { body })).status;
    const form = { Id: 0, Name: null, MobileNumber: '', IsSelectedForNotification: false };
    expect(await post({ ...form, Email: 'a@b.example' })).toBe(204);
    expect(await post({ Email: 'b@b.example', MobileNumber: '90000001' })).toBe(400);
    set({ contactBody: 'one-key' });
    expect(await post({ ...form, Email: 'c@b.example' })).toBe(400);
    expect(await post({ Email: 'c@b.example' })).toBe(204);
    const added = platform.control.contactInformation(platform.organisationNumber).at(-1);
    expect(await read(`${path}/${added?.id}`)).toMatchObject({ Email: 'c@b.example' });
  });

  it('codes may be empty, and several versions of a list stand side by side', async () => {
    const codes = (await read('metadata/codelists/Fuel/1'))['Codes'] as Shown[];
    expect(codes).toContainEqual(expect.objectContaining({ Code: '', Value1: 'Velg' }));
    const heads = await list('metadata/codelists');
    expect(heads.filter((one) => one['Name'] === 'Units').map((one) => one['Version'])).toEqual([
      1, 2, 3,
    ]);
  });

  it('RestEnabled is in the single form document alone, EnterpriseUserEnabled in those of all kinds', async () => {
    for (const line of await list('metadata')) expect(line).not.toHaveProperty('RestEnabled');
    const form = services().find(({ kind }) => kind === 'formtask');
    const letter = services().find(({ kind }) => kind === 'correspondence');
    if (!form || !letter) throw new Error('The seed gives both.');
    expect(await read(pathOf(form))).toMatchObject({
      RestEnabled: form.restEnabled,
      EnterpriseUserEnabled: expect.any(Boolean) as boolean,
    });
    const other = await read(pathOf(letter));
    expect(other).toHaveProperty('EnterpriseUserEnabled');
    expect(other).not.toHaveProperty('RestEnabled');
  });

  it('role requirements have the fields of the page or of the specification', async () => {
    const path = `metadata/rolerequirements?serviceCode=${services()[0]?.code}&serviceEditionCode=${services()[0]?.edition}`;
    const keys = async () => new Set((await list(path)).flatMap((one) => Object.keys(one)));
    const pageOnes = ['LocalizedRoleName', 'IsDelegable'];
    const specOnes = ['LocalizedRoleTypeName', 'IsDelegatable'];
    set({ requirementFields: 'page' });
    const page = await keys();
    set({ requirementFields: 'spec' });
    const spec = await keys();
    const has = (all: ReadonlySet<string>, some: readonly string[]) =>
      some.map((one) => all.has(one));
    expect([has(page, pageOnes), has(page, specOnes)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect([has(spec, pageOnes), has(spec, specOnes)]).toEqual([
      [false, false],
      [true, true],
    ]);
    const [role] = (await read(path)) as unknown as { _links: { roledefinition: unknown } }[];
    expect(role?._links.roledefinition).toEqual(expect.stringContaining('https://'));
  });

  it('role definitions of a party: list and rights in both forms', async () => {
    const path = `${platform.organisationNumber}/authorization/roledefinitions`;
    expect(Array.isArray(await read(path))).toBe(true);
    expect(Array.isArray((await read(`${path}/4`))['Rights'])).toBe(true);
    set({ roleDefinitionList: 'hal', roleRights: 'embedded' });
    expect(await read(path)).toMatchObject({
      _embedded: { roledefinitions: expect.any(Array) as unknown[] },
    });
    expect((await read(`${path}/4`))['Rights']).toMatchObject({
      _embedded: { rights: expect.any(Array) as unknown[] },
    });
  });
});

describe('sections 8 and 11', () => {
  it('language is honoured where it is defined, and 1033 is the default', async () => {
    const role = async (query: string) =>
      (await read(`metadata/roledefinitions/4${query}`))['RoleName'];
    expect([await role(''), await role('?language=1044'), await role('?language=2068')]).toEqual([
      'Managing director',
      'Daglig leder',
      'Dagleg leiar',
    ]);
    const rule = services().find((one) => platform.control.metadata.detail(one).steps.length > 1);
    if (!rule) throw new Error('The seed gives one.');
    const steps = async (query: string) =>
      ((await read(pathOf(rule) + query))['ProcessSteps'] as Shown[]).map((one) => one['Name']);
    expect(await steps('')).toEqual(['Filling in', 'Signing']);
    expect(await steps('?language=1044')).toEqual(['Utfylling', 'Signering']);
    set({ words: 'nb' });
    expect(await role('')).toBe('Daglig leder');
  });

  it('role requirements are asked by service, scheme or app, and what is unknown is 404', async () => {
    const status = async (query: string) =>
      (await ask('GET', `metadata/rolerequirements?${query}`)).status;
    expect(await status('app=fyr%2Fhavneavgift')).toBe(200);
    expect(await status('serviceCode=AppId%3A418')).toBe(200);
    expect(await status('app=fyr%2Fnothing')).toBe(404);
    expect(await status('serviceCode=AppId%3A9')).toBe(404);
    expect(await status('serviceCode=fyr%2Fhavneavgift')).toBe(404);
    expect(await status('serviceCode=none&serviceEditionCode=1')).toBe(404);
  });

  it('items of the list have ServiceEditionName and rolerequirements of three shapes; more than 10 000 is 400', async () => {
    set({ serviceKinds: 'all' });
    const { _embedded } = (await read('metadata')) as { _embedded: { metadata: Shown[] } };
    const all = _embedded.metadata;
    for (const one of all) expect(one['ServiceEditionName']).toEqual(expect.any(String));
    const kinds = ['Lookup', 'Broker', 'Link', 'Collaboration', 'DelegationScheme', 'AltinnApp'];
    expect(all.slice(-6).map((one) => one['ServiceType'])).toEqual(kinds);
    const shapes = [all[0], ...all.slice(-2)].map(
      (one) => new URL(linkOf(one, 'rolerequirements')).search,
    );
    expect(shapes[0]).toMatch(/^\?serviceCode=\d+&serviceEditionCode=\d+$/);
    expect(shapes.slice(1)).toEqual(['?serviceCode=AppId%3A418', '?app=fyr%2Fhavneavgift']);
    for (const one of all.slice(-2))
      expect((await ask('GET', linkOf(one, 'rolerequirements'))).status).toBe(200);
    expect((await ask('GET', 'metadata?$top=10001')).status).toBe(400);
  });

  it('official contacts are at their path without a link, and by $expand', async () => {
    set({ officialContactsLink: 'absent' });
    const path = `serviceowner/organizations/${platform.organisationNumber}`;
    expect(linkOf(await read(path), 'officialcontacts')).toBe('');
    expect((await ask('GET', `${path}/officialcontacts`)).status).toBe(200);
    expect(await read(`${path}?$expand=OfficialContacts`)).toMatchObject({
      _embedded: { officialcontacts: expect.any(Array) as unknown[] },
    });
  });

  it('schemas have namespaces with Norwegian letters, imports nothing refers to, and UTF-16', async () => {
    const { metadata } = platform.control;
    const found = new Map<string, string>();
    for (const service of services())
      for (const { format } of metadata.detail(service).forms) {
        const oddity = oddityOf(format);
        const path = `${pathOf(service)}/forms/${format.id}/${format.version}/xsd`;
        if (oddity === undefined || found.has(oddity)) continue;
        const reply = await ask('GET', path);
        const wide = reply.bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe]));
        const text = reply.bytes.toString(wide ? 'utf16le' : 'utf8');
        expect([oddity, wide, reply.type.includes('utf-16')]).toEqual([
          oddity,
          oddity === 'utf-16',
          oddity === 'utf-16',
        ]);
        found.set(oddity, text);
        if (oddity !== 'namespace') continue;
        const { attributes } = parseXml(text);
        expect(attributes['targetNamespace']).toBe(namespaceOf(format));
        expect(parseXml(metadata.sampleForm(format)).attributes['xmlns']).toBe(namespaceOf(format));
      }
    expect([...found.keys()].sort()).toEqual(['namespace', 'unused-import', 'utf-16']);
    expect(found.get('namespace')).toContain('søknad/årsmelding');
    expect(found.get('unused-import')).toContain(':import namespace=');
  });
});

describe('the field', () => {
  it('some relations lead to a former host', async () => {
    set({ formerHost: true });
    const { id } = platform.control.messages.make();
    const message = await read(`my/messages/${id}?markAsRead=false`);
    expect(linkOf(message, 'metadata')).toMatch(/^https:\/\/www\.former-host\.invalid\/api\//);
    expect(linkOf(message, 'self')).toContain(platform.address);
  });

  it('Location may be relative; times without zone may be UTC; calls may be too many; XML may be refused', async () => {
    const { id } = platform.control.messages.make({ changed: new Date('2026-07-01T10:00:00Z') });
    const path = `my/messages/${id}?markAsRead=false`;
    const changed = async () => String((await read(path))['LastChangedDateTime']);
    expect(await changed()).toMatch(/^2026-07-01T12:00:00/);
    set({ zonelessTimes: 'utc', locations: 'relative' });
    expect(await changed()).toMatch(/^2026-07-01T10:00:00/);
    expect((await ask('PUT', `my/messages/${id}/archive`)).location).toMatch(/^\/api\//);
    set({ tooManyEvery: 2 });
    const replies = await Promise.all(['a', 'b'].map(() => ask('GET', 'my/messages')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(replies.some((one) => one.headers['retry-after'] === '1')).toBe(true);
    set({ ...usualShape(), xmlAnswers: 'refused' });
    expect((await ask('GET', 'my/messages', { accept: 'application/xml' })).status).toBe(406);
    expect((await ask('GET', 'my/messages', { accept: 'application/xml, */*' })).status).toBe(200);
  });
});
