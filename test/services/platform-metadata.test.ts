// Metadata, code lists, roles, profile, contacts and look-ups of the local platform, asked with node:https alone.
import { Agent, request } from 'node:https';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape } from '../platform/shape.ts';
import { parseXml, type XmlElement } from '../platform/xml.ts';
import { xsdOf } from '../platform/xsd.ts';

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly location: string;
  readonly type: string;
  readonly text: string;
}

let platform: Platform;
let agent: Agent;
let token: string;
const flag = 'ForceEIAuthentication';

beforeAll(async () => {
  platform = await startPlatform({ seed: 5, services: 60 });
  agent = new Agent({ keepAlive: true });
  const organisation = platform.organisationNumber;
  token = platform.control.identity.addToken({ organisation, user: 'arkiv-uttrekk' });
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
  platform.control.restore();
  platform.control.clearFaults();
});
afterAll(async () => {
  agent.destroy();
  await platform.stop();
});

interface Ask {
  readonly open?: boolean;
  readonly keyless?: boolean;
  readonly accept?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body as it is, of this media type. */
  readonly raw?: { readonly type: string; readonly text: string };
}

/** A path below `/api/` or a link; as an enterprise user of the organisation unless it is open. */
function ask(method: string, where: string, options: Ask = {}): Promise<Reply> {
  const url = where.startsWith('https:') ? where : `${platform.address}/api/${where}`;
  const text =
    options.raw?.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const own = { key: platform.clientKeyPem, cert: platform.clientCertificatePem };
  const flagged = options.keyless === true;
  const joined = flagged ? `${url}${url.includes('?') ? '&' : '?'}${flag}` : url;
  return new Promise((resolve, reject) => {
    const call = request(
      joined,
      {
        method,
        agent,
        ca: platform.caPem,
        ...(flagged ? own : {}),
        headers: {
          Accept: options.accept ?? 'application/hal+json',
          ...(options.open || flagged
            ? {}
            : { ApiKey: platform.apiKey, Authorization: `Bearer ${token}` }),
          ...options.headers,
          ...(text === undefined
            ? {}
            : {
                'Content-Type': options.raw?.type ?? 'application/hal+json',
                'Content-Length': Buffer.byteLength(text),
              }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            reason: answer.statusMessage ?? '',
            location: answer.headers.location ?? '',
            type: answer.headers['content-type'] ?? '',
            text: textOf(Buffer.concat(chunks)),
          }),
        );
      },
    );
    call.once('error', reject);
    call.end(text);
  });
}

const textOf = (bytes: Buffer): string =>
  bytes.toString(bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) ? 'utf16le' : 'utf8');

interface Resource {
  readonly [field: string]: unknown;
  readonly _links: Readonly<Record<string, { readonly href: string }>>;
}
const read = async (where: string, options: Ask = {}): Promise<Resource> =>
  JSON.parse((await ask('GET', where, options)).text) as Resource;
const openly = { open: true } as const;
const embedded = (value: Resource, relation: string): readonly Resource[] =>
  (value['_embedded'] as Record<string, Resource[]>)[relation] ?? [];
const array = async (where: string, options: Ask = {}): Promise<readonly Resource[]> =>
  (await read(where, options)) as unknown as readonly Resource[];

describe('open metadata', () => {
  it('lists all services at once, with links that lead to each of them and to usable schemas', async () => {
    const before = platform.control.credentialsAtOpen;
    const services = embedded(await read('metadata', openly), 'metadata');
    expect(services).toHaveLength(60);
    const types = new Set(services.map((service) => service['ServiceType']));
    expect([...types].sort()).toEqual(['Correspondence', 'FormTask']);
    let schemas = 0;
    for (const { _links } of services) {
      const service = await read(_links['self']?.href ?? '', openly);
      const forms = service['FormsMetaData'];
      // A letter has no forms.
      expect([service['ServiceType'], Array.isArray(forms)]).toEqual([
        service['ServiceType'],
        service['ServiceType'] === 'FormTask',
      ]);
      for (const form of (forms ?? []) as Resource[]) {
        const schema = await ask('GET', form._links['schema']?.href ?? '', openly);
        expect(schema.type).toContain('application/xml');
        expect(parseXml(schema.text).name).toBe('schema');
        schemas += 1;
      }
    }
    expect(schemas).toBeGreaterThan(40);
    expect(platform.control.credentialsAtOpen).toBe(before);
  });

  it('spellings and types of fields vary from service to service by switch, as in the field', async () => {
    const listed = async () => (await ask('GET', 'metadata', openly)).text;
    const others = ['"ServiceEdtionCode":', '"ServiceEdition":', '"ServiceEditionCode":"'];
    const sample = await listed();
    for (const odd of others) expect(sample).not.toContain(odd);
    Object.assign(platform.control.shape, { spellings: 'mixed', values: 'mixed' });
    const text = await listed();
    for (const odd of others) expect(text).toContain(odd);
    expect(text).toContain('9999-12-31T23:59:59');
    expect(text).toMatch(/"ServiceCode":"0\d+"/);
  });

  it('a filled-in form holds what its schema asks for, in that order, each value within its limits', () => {
    const { metadata } = platform.control;
    const roots = new Set<string>();
    const schemas: string[] = [];
    for (const service of metadata.services)
      for (const { format } of metadata.detail(service).forms) {
        const form = parseXml(metadata.sampleForm(format));
        roots.add(form.name);
        schemas.push(xsdOf(format));
        expect([format.id, faultsOf(parseXml(xsdOf(format)), form)]).toEqual([format.id, []]);
      }
    expect([...roots].sort()).toEqual(['Skjema', 'melding']);
    for (const freedom of ['minOccurs="0"', 'maxOccurs="unbounded"', 'maxOccurs="20"'])
      expect(schemas.some((schema) => schema.includes(freedom))).toBe(true);
  });

  it('20 000 services start at once, and $top and $skip page through them', async () => {
    const large = await startPlatform({ seed: 5, services: 20_000 });
    const own = platform;
    platform = large;
    try {
      const tail = await read('metadata?$top=10000&$skip=19990', openly);
      expect(embedded(tail, 'metadata')).toHaveLength(10);
      const whole = await array('metadata', { ...openly, accept: 'application/json' });
      const names = whole.map((one) => `${String(one['ServiceCode'])}/${String(edition(one))}`);
      expect(new Set(names).size).toBe(20_000);
    } finally {
      platform = own;
      await large.stop();
    }
  });

  it('code lists differ by language and version, and the default language differs between endpoints', async () => {
    const nynorsk = await read('metadata/codelists/Municipalities/4?language=2068', openly);
    const codes = nynorsk['Codes'] as Resource[];
    expect(codes.map((code) => [code['Code'], code['Value1']])).toContainEqual([
      '0317',
      'Ytterhamn',
    ]);
    const older = await read('metadata/codelists/Municipalities/1?language=2068', openly);
    expect((older['Codes'] as unknown[]).length).toBeLessThan(codes.length);
    const list = await read('metadata/codelists', openly);
    const single = await read('metadata/codelists/Units/1', openly);
    expect(embedded(list, 'codelists')).toHaveLength(50);
    expect([embedded(list, 'codelists')[0]?.['Language'], single['Language']]).toEqual([
      1044, 1044,
    ]);
    expect((await ask('GET', 'metadata/codelists/Units/9', openly)).status).toBe(404);
  });

  it('role definitions form a graph with one circle; role requirements come in three sorts', async () => {
    const roles = embedded(
      await read('metadata/roledefinitions?language=1033', openly),
      'roledefinitions',
    );
    expect(new Set(roles.map((role) => role['RoleType']))).toEqual(new Set(['External', 'Altinn']));
    const [building] = roles.filter((role) => role['RoleDefinitionId'] === 32);
    expect([building?.['ParentRoleDefinitionIds'], building?.['ChildRoleDefinitionIds']]).toEqual([
      [31],
      [31],
    ]);
    const [service] = platform.control.metadata.services;
    const ask = async (query: string) =>
      embedded(await read(`metadata/rolerequirements?${query}`, openly), 'rolerequirements');
    const ofService = await ask(
      `serviceCode=${service?.code}&serviceEditionCode=${service?.edition}`,
    );
    expect((ofService[0]?.['Operations'] as Resource[]).length).toBeGreaterThan(1);
    for (const query of ['serviceCode=AppId%3A418', 'app=fyr%2Fhavneavgift']) {
      const [first] = await ask(query);
      expect((first?.['Operations'] as Resource[]).map((one) => one['Name'])).toEqual(['Access']);
      const role = await read(first?._links['roledefinition']?.href ?? '', openly);
      expect(String(role['RoleDefinitionId'])).toBe(String(first?.['RoleDefinitionId']));
    }
  });

  it('credentials that come to an open endpoint are counted', async () => {
    const counted = async (options: Ask, query = ''): Promise<number> => {
      const before = platform.control.credentialsAtOpen;
      await ask('GET', `metadata/codelists/Units/1${query}`, options);
      return platform.control.credentialsAtOpen - before;
    };
    for (const name of ['ApiKey', 'Authorization', 'Cookie'])
      expect([name, await counted({ open: true, headers: { [name]: 'x' } })]).toEqual([name, 1]);
    expect(await counted({ keyless: true })).toBe(1);
    expect(await counted(openly, `?${flag}`)).toBe(0);
    expect(await counted(openly)).toBe(0);
  });
});

describe('role definitions of a party', () => {
  // Section 13: changes are off since May 2023.
  beforeEach(() => {
    platform.control.shape.switchedOffStillOn = true;
  });
  const own = () => `${platform.organisationNumber}/authorization/roledefinitions`;
  const rights = (...actions: string[]) => {
    const [service] = platform.control.metadata.services;
    return actions.map((Action) => ({
      ServiceCode: service?.code,
      ServiceEditionCode: service?.edition,
      Action,
    }));
  };
  const body = (name: string, ...actions: string[]) => ({
    RoleName: name,
    RoleDescription: 'for prøve',
    _embedded: { Rights: rights(...actions) },
  });

  it('lists three kinds, creates, reads with rights, replaces all of it and removes', async () => {
    const kinds = (await array(own())).map((role) => role['RoleType']);
    expect(new Set(kinds)).toEqual(new Set(['External', 'Altinn', 'Local']));
    const created = await ask('POST', `${own()}/?language=1044`, {
      body: body('Prøve', 'Read', 'Sign'),
    });
    expect([created.status, created.text]).toEqual([201, '']);
    const role = await read(created.location);
    expect((role['Rights'] as Resource[]).map((right) => right['Action'])).toEqual([
      'Read',
      'Sign',
    ]);
    const replaced = await ask('PUT', created.location, {
      body: { ...body('Prøve 2', 'Write'), RoleType: 'Local' },
    });
    expect([replaced.status, replaced.location]).toEqual([204, created.location]);
    expect((await read(created.location))['Rights'] as Resource[]).toHaveLength(1);
    expect((await ask('DELETE', created.location)).status).toBe(204);
    expect((await ask('GET', created.location)).status).toBe(404);
  });

  it('a role is created from a body in each media type, with one right and with two', async () => {
    const [service] = platform.control.metadata.services;
    const codes = `<ServiceCode>${service?.code}</ServiceCode><ServiceEditionCode>${service?.edition}</ServiceEditionCode>`;
    const right = (action: string) => `${codes}<Action>${action}</Action>`;
    const plain = (actions: string[]) =>
      `<resource rel="RoleDefinition"><RoleName>xml ${actions.length}</RoleName><resource rel="Rights">${actions.map((a) => `<resource rel="Right">${right(a)}</resource>`).join('')}</resource></resource>`;
    const hal = (actions: string[]) => plain(actions).replace('<RoleName>xml', '<RoleName>hal');
    const json = (actions: string[]) =>
      JSON.stringify({ RoleName: `json ${actions.length}`, Rights: rights(...actions) });
    for (const actions of [['Read'], ['Read', 'Write']])
      for (const [type, text] of [
        ['application/xml', plain(actions)],
        ['application/hal+xml', hal(actions)],
        ['application/json', json(actions)],
      ] as const) {
        const created = await ask('POST', own(), { raw: { type, text } });
        expect([type, created.reason]).toEqual([type, 'Role Definition Created']);
        const role = platform.control.localRoles(platform.organisationNumber).at(-1);
        expect([type, role?.rights.map((one) => one.action)]).toEqual([type, actions]);
      }
  });

  it('refuses other actions, rights given twice, unknown services, taken names and roles for everyone', async () => {
    const post = async (given: unknown) => (await ask('POST', own(), { body: given })).reason;
    for (const [at, action] of ['ReadArchive', 'Archive-Read', 'ArchiveRead'].entries())
      expect([action, await post(body(`Arkiv ${at}`, action))]).toEqual([
        action,
        'Role Definition Created',
      ]);
    expect(await post(body('A', 'readarchive'))).toContain("'readarchive' is not valid");
    expect(await post(body('A', 'Read', 'Read'))).toContain('more than once');
    expect(await post(body('', 'Read'))).toBe('The RoleName field is required.');
    expect(await post(body('rapportering av utslipp', 'Read'))).toContain('already exists');
    const strange = { ServiceCode: '99', ServiceEditionCode: 1, Action: 'Read' };
    expect(await post({ RoleName: 'A', _embedded: { Rights: [strange] } })).toContain(
      'does not exist',
    );
    for (const method of ['PUT', 'DELETE'])
      expect((await ask(method, `${own()}/4`, { body: body('B', 'Read') })).status).toBe(403);
    const [local] = platform.control.localRoles(platform.organisationNumber);
    const put = await ask('PUT', `${own()}/${local?.id}`, { body: body('C', 'Read') });
    expect(put.reason).toBe('The RoleType field is required.');
  });

  it('switched off, changes are answered in each form and reads go on', async () => {
    for (const form of [403, 404, 405, 410] as const) {
      platform.control.retire('roleDefinitions', form);
      expect((await ask('POST', own(), { body: body('X', 'Read') })).status).toBe(form);
      expect((await ask('GET', own())).status).toBe(200);
    }
    platform.control.retire('roleDefinitions', 'page', 'all');
    const page = await ask('GET', own());
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8']);
  });
});

describe('profile and contact information', () => {
  const own = () => `${platform.organisationNumber}/profile`;

  it('shows the profile of the organisation and leads to its contact information', async () => {
    const profile = await read(own());
    expect(typeof profile['MobileNumber']).toBe('string');
    platform.control.shape.values = 'mixed';
    expect(typeof (await read(own()))['MobileNumber']).toBe('number');
    const entries = await array(profile._links['contactinformation']?.href ?? '');
    expect(entries.length).toBeGreaterThan(1);
    expect((await read('my/profile'))['Name']).toBe(platform.organisation.name);
    expect((await ask('GET', '987654325/profile')).status).toBe(403);
  });

  it('adds with exactly one of e-mail and mobile number, and removes', async () => {
    const path = `${own()}/contactinformation`;
    const add = (given: unknown) => ask('POST', path, { body: given });
    const created = await add({ Email: 'ny@fjordtrafikk.example', MobileNumber: '', Id: null });
    expect([created.status, created.reason]).toEqual([204, 'Contact Information Created']);
    const added = platform.control.contactInformation(platform.organisationNumber).at(-1);
    expect(added?.email).toBe('ny@fjordtrafikk.example');
    for (const wrong of [
      {},
      { Email: 'a@b.example', MobileNumber: '90000001' },
      { Email: 'a@b.example', Name: 'a@b.example' },
      { Email: 'no address' },
      { Email: 'ny@fjordtrafikk.example' },
    ])
      expect([wrong, (await add(wrong)).status]).toEqual([wrong, 400]);
    const removed = await ask('DELETE', `${path}/${added?.id}`);
    expect([removed.status, removed.reason]).toEqual([204, 'Contact Information Deleted']);
    expect((await ask('DELETE', `${path}/${added?.id}`)).status).toBe(404);
  });
});

describe('look-ups of a service owner', () => {
  const base = 'serviceowner/organizations';
  const find = async (query: string) => embedded(await read(`${base}?${query}`), 'organizations');
  const numbers = (found: readonly Resource[]) => found.map((one) => one['OrganizationNumber']);

  it('a number without country code finds more; answers hold duplicates; both given narrows', async () => {
    const contacts = platform.control.register.flatMap((one) => [...one.official, ...one.personal]);
    const coded = contacts.find((one) => one.mobileNumber.startsWith('+47'))?.mobileNumber ?? '';
    const exact = await find(`phoneNumber=${encodeURIComponent(coded)}`);
    const wide = await find(`phoneNumber=${coded.slice(3)}`);
    expect(exact.length).toBeGreaterThan(0);
    expect(wide.length).toBeGreaterThanOrEqual(exact.length);
    const bare = contacts.find((one) => /^9\d{7}$/.test(one.mobileNumber))?.mobileNumber ?? '';
    expect(await find(`phoneNumber=${encodeURIComponent('+47')}${bare}`)).toHaveLength(0);
    const shared = `felles@${platform.organisationNumber}.example`;
    const twice = await find(`email=${shared}`);
    expect(numbers(twice)).toEqual([platform.organisationNumber, platform.organisationNumber]);
    // Both must be there; of what is found, each contact point counts.
    expect(await find(`email=${shared}&phoneNumber=+4700000000`)).toEqual([]);
    const own = platform.control.register[0];
    const phone = [...(own?.official ?? []), ...(own?.personal ?? [])]
      .map((one) => one.mobileNumber)
      .find((one) => one !== '');
    const both = await find(`email=${shared}&phoneNumber=${encodeURIComponent(phone ?? '')}`);
    expect(new Set(numbers(both))).toEqual(new Set([platform.organisationNumber]));
    expect(platform.control.unfilteredLookups).toBe(0);
  });

  it('leads from an organisation to contacts, roles and role definitions, some of which are missing here', async () => {
    const one = await read(`${base}/${platform.organisationNumber}/`);
    const official = await read(one._links['officialcontacts']?.href ?? '');
    expect(embedded(official, 'officialcontacts').length).toBeGreaterThan(1);
    const statuses = new Set<number>();
    for (const { number } of platform.control.register.slice(0, 20)) {
      const contacts = await read(`${base}/${number}/personalcontacts/`);
      for (const contact of embedded(contacts, 'personalcontacts')) {
        const roles = embedded(await read(contact._links['roles']?.href ?? ''), 'roles');
        for (const role of roles)
          statuses.add((await ask('GET', role._links['roledefinition']?.href ?? '')).status);
      }
    }
    // Section 13: off by default, though roles still link there (section 8).
    expect([...statuses]).toEqual([410]);
    platform.control.shape.switchedOffStillOn = true;
    const known = ['serviceowner/roledefinitions/4', 'serviceowner/roledefinitions/5'];
    const answers = await Promise.all(known.map((path) => ask('GET', path)));
    expect(answers.map((one) => one.status)).toEqual([200, 404]);
  });

  it('filters persons by role and by service', async () => {
    const person = platform.control.register.flatMap((one) =>
      one.personal.map((p) => ({ one, p })),
    )[0];
    const role = await read(`metadata/roledefinitions/${person?.p.roles[0]}`, openly);
    const path = `${base}/${person?.one.number}/personalcontacts`;
    const ids = async (query: string) =>
      embedded(await read(`${path}?${query}`), 'personalcontacts').map(
        (p) => p['PersonalContactId'],
      );
    expect(await ids(`roleDefinitionCode=${String(role['RoleDefinitionCode'])}`)).toContain(
      person?.p.id,
    );
    expect(await ids('roleDefinitionCode=NONE')).toEqual([]);
    expect((await ask('GET', `${path}?serviceCode=0112`)).reason).toContain('together');
  });

  it('is for service owners only', async () => {
    platform.control.serviceOwners.clear();
    const refused = await ask('GET', `${base}/${platform.organisationNumber}`);
    platform.control.serviceOwners.add(platform.organisationNumber);
    expect([refused.status, refused.reason]).toEqual([
      403,
      'The authenticated organization is not a service owner.',
    ]);
  });
});

describe('refusals', () => {
  it('stand in every form that servers use, and nothing was done', async () => {
    const before = platform.control.executed('roleDefinitions.create');
    const words = 'Rollen kan ikke endres nå: årsoppgjøret pågår';
    const forms = [
      'model',
      'model-array',
      'camel',
      'errors-inside',
      'xml-model',
      'xml-array',
    ] as const;
    for (const form of ['reason', 'latin1-reason', ...forms] as const) {
      const bodied = form !== 'reason' && form !== 'latin1-reason';
      platform.control.refuse('roleDefinitions.create', { form, words, status: 409, code: 42 });
      const reply = await ask('POST', 'my/authorization/roledefinitions', { body: {} });
      expect([form, reply.status]).toEqual([form, 409]);
      expect(bodied ? reply.text : reply.reason).toContain(words);
      if (bodied) expect([reply.reason, reply.text.includes('42')]).toEqual(['Conflict', true]);
      expect(reply.type.includes('xml')).toBe(form.startsWith('xml'));
    }
    expect(platform.control.executed('roleDefinitions.create')).toBe(before);
  });

  it('every media type shows the same role definition and the same contact', async () => {
    const path = `${platform.organisationNumber}/authorization/roledefinitions/4`;
    const plain = await read(path, { accept: 'application/json' });
    expect(plain['RoleName']).toBe('Managing director');
    for (const accept of ['application/hal+xml', 'application/xml']) {
      const reply = await ask('GET', path, { accept });
      const role = parseXml(reply.text);
      expect([accept, reply.type]).toEqual([accept, `${accept}; charset=utf-8`]);
      expect(role.children.find((one) => one.name === 'RoleName')?.text).toBe('Managing director');
      const rights = role.children.find((one) => one.name === 'Rights')?.children ?? [];
      expect(rights).toHaveLength((plain['Rights'] as unknown[]).length);
    }
  });
});

const edition = (service: Resource): unknown =>
  service['ServiceEditionCode'] ?? service['ServiceEdtionCode'] ?? service['ServiceEdition'];

const named = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** What of a form does not fit its schema, for the parts of XML Schema the platform writes. */
function faultsOf(schema: XmlElement, form: XmlElement): string[] {
  const types = new Map(schema.children.map((type) => [type.attributes['name'], type]));
  const typeOf = (name: string): XmlElement | undefined => types.get(name);
  const check = (declared: XmlElement, found: XmlElement): string[] => {
    const type = typeOf(declared.attributes['type'] ?? '') ?? named(declared, 'complexType')[0];
    if (!type) return [`${found.name} has no type`];
    if (type.name === 'simpleType') return valueFaults(type, found);
    const [extension] = named(type, 'simpleContent').flatMap((one) => named(one, 'extension'));
    const fixed = named(extension ?? type, 'attribute')
      .filter((one) => found.attributes[one.attributes['name'] ?? ''] !== one.attributes['fixed'])
      .map((one) => `${found.name} ${one.attributes['name']}`);
    if (extension) {
      const base = typeOf(extension.attributes['base'] ?? '');
      return base ? [...fixed, ...valueFaults(base, found)] : [`${found.name} has no base`];
    }
    const children = named(type, 'sequence').flatMap((one) => named(one, 'element'));
    return [...fixed, ...sequenceFaults(children, found.children, check)];
  };
  const [root] = named(schema, 'element');
  return root?.attributes['name'] === form.name ? check(root, form) : [`root ${form.name}`];
}

function sequenceFaults(
  declared: readonly XmlElement[],
  found: readonly XmlElement[],
  check: (declared: XmlElement, found: XmlElement) => string[],
): string[] {
  const left = [...found];
  const faults = declared.flatMap((one) => {
    const { name, minOccurs = '1', maxOccurs = '1' } = one.attributes;
    const mine: XmlElement[] = [];
    while (left[0]?.name === name) mine.push(left.shift() as XmlElement);
    const most = maxOccurs === 'unbounded' ? Infinity : Number(maxOccurs);
    const count = mine.length < Number(minOccurs) || mine.length > most;
    return [
      ...(count ? [`${name} ${mine.length} times`] : []),
      ...mine.flatMap((m) => check(one, m)),
    ];
  });
  return [...faults, ...left.map((one) => `${one.name} unexpected`)];
}

function valueFaults(type: XmlElement, { name, text }: XmlElement): string[] {
  const [restriction] = named(type, 'restriction');
  const all = (facet: string) =>
    named(restriction ?? type, facet).map((one) => one.attributes['value'] ?? '');
  const base = (restriction?.attributes['base'] ?? '').split(':')[1] ?? '';
  const forms: Record<string, RegExp> = {
    string: /^/,
    integer: /^-?\d+$/,
    decimal: /^-?\d+(\.\d+)?$/,
    date: /^\d{4}-\d{2}-\d{2}$/,
    boolean: /^(true|false)$/,
  };
  const values = all('enumeration');
  const fits =
    forms[base]?.test(text) === true &&
    (values.length === 0 || values.includes(text)) &&
    all('pattern').every((one) => new RegExp(`^(?:${one})$`).test(text)) &&
    all('minLength').every((one) => text.length >= Number(one)) &&
    all('maxLength').every((one) => text.length <= Number(one)) &&
    all('minInclusive').every((one) => Number(text) >= Number(one)) &&
    all('maxInclusive').every((one) => Number(text) <= Number(one)) &&
    all('totalDigits').every((one) => text.replace('.', '').length <= Number(one)) &&
    all('fractionDigits').every((one) => (text.split('.')[1] ?? '').length <= Number(one));
  return fits ? [] : [`${name} is '${text}'`];
}
