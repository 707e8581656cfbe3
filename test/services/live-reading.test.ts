// `fresh: true`: live reading of the open metadata, in four media types, openly, complete, about what was asked.
// Long, because each document of the open metadata is read in each form, and every guard of one holds for all.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Keychain } from '../../main/secrets/keychain.ts';
import type { Client } from '../../preload/contract/contract.ts';
import { startPlatform } from '../platform/platform.ts';
import { rolesFor } from '../platform/role-requirements.ts';
import type { Service as PlatformService } from '../platform/service-data.ts';
import { xsdOf } from '../platform/xsd.ts';
import { itAtLength } from '../support/at-length.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { inEnglish } from '../support/service-words.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ services: 60 });
const fresh = true;
const reference = () => world().steward.client.reference;
const xsd = () => world().steward.client.xsd;

/** The first service of the platform that fits, with its details. */
function serviceThat(fits: (service: PlatformService) => boolean) {
  const { metadata } = world().platform.control;
  const found = metadata.services.find(fits);
  if (found === undefined) throw new Error('The platform has no such service.');
  return { ...found, detail: metadata.detail(found) };
}
const hasForms = (one: PlatformService) =>
  one.kind === 'formtask' && world().platform.control.metadata.detail(one).forms.length > 0;

/** A form of the platform, as it is asked for by this connection. */
function formFor(connection: string) {
  const { code, edition, detail } = serviceThat(hasForms);
  const format = detail.forms[0]?.format;
  if (format === undefined) throw new Error('It has forms.');
  const version = String(format.version);
  return {
    format,
    asked: {
      connection,
      code,
      edition,
      dataFormatId: format.id,
      dataFormatVersion: version,
      fresh,
    },
  };
}

/** Once each: what is there to be read live, by its name. */
function everyReading(client: Pick<Client, 'reference' | 'xsd'>, connection: string) {
  const { asked } = formFor(connection);
  const { code, edition } = asked;
  const at = { connection, fresh };
  const all = { typed: '', filters: {}, from: 0, count: 500 };
  const app = { org: 'fyr', name: 'havneavgift' };
  return {
    'reference.search': () => client.reference.search({ ...at, ...all }),
    'reference.services': () => client.reference.services(at),
    'reference.service': () => client.reference.service({ ...at, kind: 'formtask', code, edition }),
    'reference.requirements': () => client.reference.requirements({ ...at, code, edition }),
    'reference.requirements of a scheme': () =>
      client.reference.requirements({ ...at, delegationScheme: 418 }),
    'reference.requirements of an app': () => client.reference.requirements({ ...at, app }),
    'reference.codeLists': () => client.reference.codeLists(at),
    'reference.codeList': () => client.reference.codeList({ ...at, name: 'Units', version: 2 }),
    'reference.roles': () => client.reference.roles(at),
    'reference.role': () => client.reference.role({ ...at, role: 4 }),
    'xsd.view': () => client.xsd.view(asked),
  } as const;
}

inEveryMediaType((mediaType) => {
  const connection = () => world().in(mediaType);
  const at = () => ({ connection: connection(), fresh });

  it('every reading asks in the form that the connection asks for', async () => {
    const { control } = world().platform;
    for (const [name, read] of Object.entries(everyReading(world().steward.client, connection()))) {
      control.forget();
      expect(await read(), name).toMatchObject({
        ok: true,
        value: { origin: { from: 'platform' } },
      });
      const [first] = control.requests;
      const isDocument = /^reference\.service$|^xsd/.test(name);
      // Where relations are wanted, HAL of the same kind.
      const form = isDocument ? mediaType.replace(/\/(?:hal\+)?/, '/hal+') : mediaType;
      expect(first?.accept, name).toBe(form);
    }
  });

  it('MTD-01 all services come at once, with leading zeros, and whether that is all is known', async () => {
    const { services } = world().platform.control.metadata;
    const list = await valueOf(reference().services(at()));
    expect(list.completeness).toEqual({ complete: true, because: null, calls: 2 });
    const known = (one: { code: string; edition: number; kind: string | null }) =>
      `${one.kind ?? ''} ${one.code}/${String(one.edition)}`;
    expect(list.services.map(known)).toEqual(services.map(known));
    expect(list.services[0]?.code).toMatch(/^0/);
    for (const [place, service] of services.entries()) {
      const found = list.services[place];
      expect(found?.name).toBe(service.name.trimEnd());
      // Only the document of one service says it.
      expect(found?.restEnabled).toBeNull();
      const isEndless = service.validTo?.startsWith('9999') === true;
      if (isEndless) expect(found?.validTo).toBe('for-ever');
    }
  });

  it('MTD-02 LIM-04 a form task has forms, steps and rules for attachments, loose types also read', async () => {
    const known = serviceThat(
      (one) =>
        hasForms(one) && world().platform.control.metadata.detail(one).attachmentRules.length > 0,
    );
    const { code, edition } = known;
    const { service: found } = await valueOf(
      reference().service({ ...at(), kind: 'formtask', code, edition }),
    );
    expect(found).toMatchObject({
      ...{ code, edition, ownerCode: known.ownerCode, type: 'FormTask' },
      restEnabled: known.restEnabled,
    });
    expect(found.forms.map((one) => [one.dataFormatId, one.dataFormatVersion])).toEqual(
      known.detail.forms.map(({ format }) => [format.id, String(format.version)]),
    );
    expect(found.steps).toMatchObject(inEnglish(known.detail.steps));
    const counts = found.steps.map(({ sequence }) => sequence);
    // Every second service of the platform counts its steps.
    expect([counts.map((_, at) => at + 1), counts.map(() => undefined)]).toContainEqual(counts);
    expect(found.attachmentRules.map((one) => [one.typeName, one.minCount, one.maxCount])).toEqual(
      known.detail.attachmentRules.map((one) => [one.typeName, one.minCount, one.maxCount]),
    );
    for (const { allowedFileTypes, endings } of found.attachmentRules) {
      expect(endings.length).toBeGreaterThan(0);
      for (const ending of endings) {
        expect(ending).toMatch(/^[a-z0-9]+$|^\*$/);
        expect(allowedFileTypes.toLowerCase()).toContain(ending);
      }
    }
  });

  it('MTD-02 a correspondence service is found at its own path', async () => {
    const { code, edition, name } = serviceThat(({ kind }) => kind === 'correspondence');
    const asked = { ...at(), kind: 'correspondence', code, edition } as const;
    const { service } = await valueOf(reference().service(asked));
    expect(service).toMatchObject({ code, edition, name: name.trimEnd(), kind: 'correspondence' });
  });

  it('MTD-03 the schema of a form comes by its relation where there are any, else by the documented path', async () => {
    const { asked, format } = formFor(connection());
    const { text, bytes } = await valueOf(xsd().view(asked));
    expect(text).toBe(xsdOf(format));
    expect(bytes).toBe(Buffer.byteLength(text));
    const paths = world().platform.control.requests.map((one) => one.path);
    expect(paths.at(-1)).toMatch(/\/api\/(g2\/|metadata\/formtask\/.*\/xsd$)/);

    const file = path.join(tempFolder(), 'form.xsd');
    const target = world().steward.app.targetFor(file);
    await valueOf(xsd().save({ ...asked, target, exact: true }));
    expect(readFileSync(file, 'utf8')).toBe(text);
    // Never over a file that is there.
    expect(await xsd().save({ ...asked, target, exact: true })).toMatchObject({
      ok: false,
      failure: { kind: 'file', problem: 'already-exists' },
    });
  });

  it('MTD-04 every code list in every version comes, over as many pages as it takes', async () => {
    const { lists, completeness } = await valueOf(reference().codeLists(at()));
    expect(completeness.complete).toBe(true);
    expect(completeness.calls).toBeGreaterThan(2);
    const listed = world().platform.control.codeLists.all.map(
      ({ name, version }) => `${name}/${version}`,
    );
    const found = lists.flatMap(({ name, versions }) =>
      versions.map(({ version }) => `${name}/${version}`),
    );
    expect(found.length).toBeGreaterThan(50);
    expect(found.toSorted()).toEqual(listed.toSorted());
    expect(lists.find(({ name }) => name === 'Units')?.versions).toEqual(
      [3, 2, 1].map((version) => ({ version, kept: false, languages: [1033] })),
    );
  });

  it('MTD-05 codes and values are text with their leading zeros, in the language that is asked for', async () => {
    const ask = async (language: 1033 | 1044 | 2068) => {
      const asked = { ...at(), name: 'Municipalities', version: 4, language };
      return (await valueOf(reference().codeList(asked))).list;
    };
    const english = await ask(1033);
    expect(english).toMatchObject({ name: 'Municipalities', version: 4, language: 1033 });
    expect(english.codes[0]).toEqual({
      code: '0118',
      value1: 'Fjordvik',
      value2: '000118',
      value3: '',
    });
    expect(english.codes.map(({ code }) => code)).toContain('2030');
    const value = (list: typeof english, code: string) =>
      list.codes.find((one) => one.code === code)?.value1;
    expect(value(await ask(1044), '1109')).toBe('Søndre Ørnes');
    expect(value(await ask(2068), '2030')).toBe('Nordre Vær & Holmar');
  });

  it('MTD-05 older versions have fewer codes; a list of one code and an empty one are lists', async () => {
    const count = async (name: string, version: number) =>
      (await valueOf(reference().codeList({ ...at(), name, version }))).list.codes.length;
    expect([await count('Units', 1), await count('Units', 3)]).toEqual([3, 5]);
    expect(await count('Empty list', 1)).toBe(0);
  });

  it('MTD-06 all external roles and roles of the platform come over pages, with what includes them', async () => {
    const { roles, completeness } = await valueOf(reference().roles({ ...at(), language: 1044 }));
    expect(completeness.complete).toBe(true);
    expect(completeness.calls).toBeGreaterThan(2);
    expect(roles).toHaveLength(59);
    expect(new Set(roles.map(({ kind }) => kind))).toEqual(new Set(['external', 'platform']));
    expect(roles.find(({ id }) => id === 4)).toMatchObject({
      kind: 'external',
      type: 'External',
      code: 'DAGL',
      name: 'Daglig leder',
      parents: [],
      children: [20, 21, 22, 40],
    });
    // Two roles that name each other, and one with a single neighbour: no list of one is lost in XML.
    expect(roles.find(({ id }) => id === 32)).toMatchObject({ parents: [31], children: [31] });
  });

  it('MTD-07 one role comes in the language that is asked for, else in that of the connection', async () => {
    const ask = async (language?: 1033 | 1044 | 2068) =>
      (await valueOf(reference().role({ ...at(), role: 3, ...(language && { language }) }))).role
        .name;
    expect([await ask(), await ask(1044), await ask(2068)]).toEqual([
      'Chair of the board',
      'Styrets leder',
      'Leiar i styret',
    ]);
    const queries = world().platform.control.requests.map(({ query }) => query);
    expect(queries).toEqual(['language=1033', 'language=1044', 'language=2068']);
  });

  it('MTD-08 a service’s roles have its operations with the steps they apply to', async () => {
    const { metadata } = world().platform.control;
    const task = serviceThat(
      (one) => one.kind === 'formtask' && metadata.detail(one).steps.length > 1,
    );
    const { code, edition } = task;
    const { requirements, completeness } = await valueOf(
      reference().requirements({ ...at(), code, edition }),
    );
    const roles = rolesFor(`${code}/${edition}`);
    expect(completeness.complete).toBe(true);
    expect(requirements.map(({ role, code: own }) => [role, own])).toEqual(
      roles.map(({ id, code: own }) => [id, own]),
    );
    for (const [place, requirement] of requirements.entries()) {
      expect(requirement.name).toBe(roles[place]?.name[0].trimEnd());
      expect(requirement.parents).toEqual(roles[place]?.parents);
      expect(requirement.delegable).toBe(roles[place]?.type === 'Platform');
      expect(requirement.operations.map(({ action }) => action.known)).toEqual(
        ['Read', 'Write', 'ReadArchive', 'DeleteArchive'], // whatever their spelling
      );
      for (const { appliesTo } of requirement.operations) {
        expect(appliesTo.map(({ securityLevel }) => securityLevel)).toEqual(
          task.detail.steps.map(({ securityLevel }) => securityLevel),
        );
        expect(appliesTo[0]).toMatchObject({ sequence: null, name: 'FormFilling' });
        expect(appliesTo[1]).toMatchObject({ sequence: 1, name: 'SendIn' });
      }
    }
  });

  it('MTD-08 an app and a delegation scheme have the one operation Access', async () => {
    const app = { org: 'fyr', name: 'havneavgift' };
    for (const of of [{ delegationScheme: 418 }, { app }]) {
      const { requirements } = await valueOf(reference().requirements({ ...at(), ...of }));
      expect(requirements.length).toBeGreaterThan(1);
      for (const { operations } of requirements)
        expect(operations).toMatchObject([
          { action: { word: 'Access', known: 'Access' }, appliesTo: [] },
        ]);
    }
    const queries = world().platform.control.requests.map(({ query }) => decodeURIComponent(query));
    expect(queries.filter((query) => query.includes('serviceCode=AppId:418')).length).toBe(2);
    expect(queries.filter((query) => query.includes('app=fyr/havneavgift'))).toHaveLength(2);
  });
});

describe('open means open', () => {
  it('LNK-06 no API key, certificate, token or cookie has come to an open endpoint', async () => {
    const { steward, platform } = world();
    const readings = everyReading(steward.client, world().in('application/hal+json'));
    for (const [name, read] of Object.entries(readings))
      expect(await read(), name).toMatchObject({ ok: true });
    // The schema lies behind a link that does not look open.
    expect(platform.control.requests.at(-1)?.operation).toBe('metadata.xsd');
    expect(platform.control.requests.length).toBeGreaterThan(Object.keys(readings).length);
    expect(platform.control.credentialsAtOpen).toBe(0);
    for (const seen of platform.control.requests) {
      expect(seen.certificate).toBeUndefined();
      expect(seen.headers.map((name) => name.toLowerCase())).not.toContain('apikey');
      expect(seen.query).not.toContain('ForceEIAuthentication');
    }
  });

  it('works signed out, and where nobody signs in and there is no key', async () => {
    for (const changes of [
      { name: 'Signed out', signIn: { way: 'pasted-token' as const } },
      { name: 'Open only', signIn: { way: 'none' as const }, apiKey: null },
    ]) {
      const connection = await world().connect(changes);
      const readings = everyReading(world().steward.client, connection);
      for (const [name, read] of Object.entries(readings))
        expect(await read(), `${changes.name}: ${name}`).toMatchObject({
          ok: true,
          value: { origin: { from: 'platform' } },
        });
    }
    expect(world().platform.control.credentialsAtOpen).toBe(0);
  });

  it('works while the keychain is locked: nothing is asked of it', async () => {
    let locked = false;
    const kept = new Map<string, string>();
    const refuse = () => {
      if (locked) throw new Error('Cannot read from a locked collection');
    };
    const keychain: Keychain = {
      kind: 'system',
      read: async (name) => {
        refuse();
        return kept.get(name);
      },
      write: async (name, text) => {
        refuse();
        kept.set(name, text);
      },
      remove: async (name) => {
        refuse();
        return kept.delete(name);
      },
    };
    const own = await startSteward({ replacements: { keychain } });
    onTestFinished(() => own.stop());
    const { connection } = await connectTo(own, world().platform);
    locked = true;
    for (const [name, read] of Object.entries(everyReading(own.client, connection)))
      expect(await read(), name).toMatchObject({ ok: true });
  });

  it('works where no copy can be opened', async () => {
    const own = await startSteward();
    onTestFinished(() => own.stop());
    const { connection } = await connectTo(own, world().platform);
    blockCopies(own);
    const { reference: blocked } = own.client;
    expect(await blocked.roles({ connection })).toMatchObject({ failure: { kind: 'file' } });
    for (const [name, read] of Object.entries(everyReading(own.client, connection)))
      expect(await read(), name).toMatchObject({ ok: true });
  });
});

/** Where the folder of the copies would be, there is a file. */
function blockCopies({ dataFolder }: Steward): void {
  const folder = path.join(dataFolder, 'reference');
  mkdirSync(dataFolder, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, '');
}

describe('what is not as it should be', () => {
  const connection = () => world().in('application/hal+json');
  const at = () => ({ connection: connection(), fresh });
  const answers = (operation: string, body: string, times = 1) =>
    world().platform.control.fault({
      operation,
      acts: true,
      times,
      effect: { kind: 'alter', body },
    });
  const one = (code: string) =>
    JSON.stringify({ ServiceCode: code, ServiceEditionCode: 1, ServiceType: 'FormTask' });

  it('PAR-16 LIM-01 a platform that pages the list of services after all is read to its end, doubles once', async () => {
    const page = (codes: readonly number[]) =>
      JSON.stringify(codes.map((code) => ({ ServiceCode: String(code), ServiceEditionCode: '1' })));
    answers('metadata.list', page([1, 2]));
    answers('metadata.list', page([3]));
    answers('metadata.list', page([3, 4]));
    answers('metadata.list', page([]));
    const steps: unknown[] = [];
    const list = await valueOf(
      reference().services(at(), { onProgress: (step) => void steps.push(step) }),
    );
    expect(list.services.map(({ code }) => code)).toEqual(['1', '2', '3', '4']);
    expect(list.completeness).toEqual({ complete: true, because: null, calls: 4 });
    expect(steps[0]).toEqual({ items: 2, calls: 1 });
    expect(world().platform.control.requests.map(({ query }) => query)).toEqual([
      'language=1033',
      'language=1033&$skip=2&$top=1',
      'language=1033&$skip=2&$top=10000',
      'language=1033&$skip=4&$top=1',
    ]);
  });

  it('PAR-16 a list without end is cut, and says so', async () => {
    let code = 0;
    for (let call = 0; call < 101; call++) {
      code += 1;
      answers('metadata.list', JSON.stringify([JSON.parse(one(String(code)))]));
    }
    const { completeness } = await valueOf(reference().services(at()));
    expect(completeness).toMatchObject({ complete: false, because: 'endless' });
  });

  it('PAR-16 a list of which the platform holds back a part says so', async () => {
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    for (const [operation, read] of [
      ['metadata.list', () => reference().services(at())],
      [
        'metadata.list',
        () =>
          reference().search({
            ...{ ...at(), typed: '', filters: {}, from: 0, count: 5, fresh: true },
          }),
      ],
      ['codeLists.list', () => reference().codeLists(at())],
      ['openRoles.list', () => reference().roles(at())],
      ['roleRequirements.get', () => reference().requirements({ ...at(), delegationScheme: 1 })],
    ] as const) {
      world().platform.control.fault({ operation, acts: true, effect });
      expect(await read(), operation).toMatchObject({
        ok: true,
        value: { completeness: { complete: false, because: 'limit' } },
      });
    }
  });

  it('PAR-09 the answer about another service or role is not taken for this one', async () => {
    const { code, edition } = serviceThat(hasForms);
    answers('metadata.get', one('9999'));
    expect(await reference().service({ ...at(), kind: 'formtask', code, edition })).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', field: 'ServiceCode' },
    });
    answers('openRoles.get', '{"RoleDefinitionId":5,"RoleName":"Other"}');
    expect(await reference().role({ ...at(), role: 4 })).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', field: 'RoleDefinitionId' },
    });
  });

  it('PAR-09 the answer about another list or version is not taken for this one', async () => {
    const { control } = world().platform;
    const effect = (body: string) => ({ kind: 'alter', body }) as const;
    const asked = { connection: world().in('application/xml'), name: 'Units', version: 2, fresh };
    for (const [body, field] of [
      ['<CodeList><Name>Fuel</Name><Version>2</Version><Codes/></CodeList>', 'Name'],
      ['<CodeList><Name>Units</Name><Version>3</Version><Codes/></CodeList>', 'Version'],
      ['<CodeList><Name>Units</Name><Version>two</Version><Codes/></CodeList>', 'Version'],
    ] as const) {
      control.fault({ operation: 'codeLists.get', acts: true, effect: effect(body) });
      expect(await reference().codeList(asked)).toMatchObject({
        ok: false,
        failure: { kind: 'unexpected-answer', field },
      });
    }
  });

  it('PAR-08 what is no list is never an empty list', async () => {
    answers('metadata.list', '{"Message":{"Text":"hello"}}');
    expect(await reference().services(at())).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', field: 'metadata' },
    });
  });

  it('a document that is no schema is refused and not saved', async () => {
    const file = path.join(tempFolder(), 'form.xsd');
    const target = world().steward.app.targetFor(file);
    for (const exact of [true, false]) {
      answers('metadata.xsd', '<?xml version="1.0"?><!-- x --><melding/>');
      const result = await xsd().save({ ...formFor(connection()).asked, target, exact });
      expect(result).toMatchObject({
        ok: false,
        failure: { kind: 'unexpected-answer', field: 'schema' },
      });
      expect(existsSync(file)).toBe(false);
    }
  });

  it('LNK-01 a name or an app cannot leave its place in the address', async () => {
    for (const name of ['../enterpriseusers', 'a/../b', '..', '%2e%2e', '..\\b'])
      expect(await reference().codeList({ ...at(), name, version: 1 })).toMatchObject({
        ok: false,
        failure: { kind: 'invalid-input', fields: { name: 'wrong-type' } },
      });
    type Asked = Parameters<Client['reference']['requirements']>[0];
    for (const of of [{ app: { org: 'a/b', name: 'c' } }, { delegationScheme: -1 }, {}])
      expect(await reference().requirements({ ...at(), ...of } as Asked)).toMatchObject({
        ok: false,
        failure: { kind: 'invalid-input' },
      });
    expect(world().platform.control.requests).toEqual([]);
  });

  it('ERR-02 the platform’s own words come with what is not there', async () => {
    const gone = { code: '9999', edition: 1 };
    for (const read of [
      () => reference().service({ ...at(), kind: 'formtask', ...gone }),
      () => reference().requirements({ ...at(), ...gone }),
      () => reference().codeList({ ...at(), name: 'Nothing', version: 1 }),
      () => reference().role({ ...at(), role: 999_999 }),
    ]) {
      const result = await read();
      expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
      expect(!result.ok && 'reason' in result.failure && result.failure.reason).toMatch(/\w+/);
    }
  });
});

it('MTD-08 role requirements come in the connection’s language or the one that is asked for', async () => {
  const { code, edition } = serviceThat(({ kind }) => kind === 'correspondence');
  const roles = rolesFor(`${code}/${edition}`);
  const asked = { connection: world().in('application/hal+json'), code, edition, fresh };
  for (const [place, language] of [undefined, 1044 as const, 2068 as const].entries()) {
    const { requirements } = await valueOf(
      reference().requirements({ ...asked, ...(language && { language }) }),
    );
    expect(requirements.map(({ name }) => name)).toEqual(
      roles.map(({ name }) => name[place]?.trimEnd()),
    );
  }
});

it('MTD-03 an XSD is saved byte by byte when that is asked for, and else in UTF-8', async () => {
  const { asked } = formFor(world().in('application/hal+json'));
  const text = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><!-- Beløp --></xs:schema>`;
  const given = Buffer.from(text('ISO-8859-1'), 'latin1');
  const save = async (exact: boolean) => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n';
    const length = `Content-Length: ${given.length}\r\nConnection: close\r\n\r\n`;
    world().platform.control.fault({
      operation: 'metadata.xsd',
      acts: false,
      effect: { kind: 'raw', bytes: head + length + given.toString('latin1') },
    });
    const file = path.join(tempFolder(), 'form.xsd');
    const target = world().steward.app.targetFor(file);
    // Not `fresh`: the bytes are the platform's alone.
    const saved = await valueOf(xsd().save({ ...asked, fresh: false, target, exact }));
    expect(saved.bytes).toBe(readFileSync(file).length);
    return readFileSync(file);
  };
  expect((await save(true)).equals(given)).toBe(true);
  expect((await save(false)).toString()).toBe(text('utf-8'));
});

itAtLength(
  'MTD-01 PAR-01 twenty thousand services come in the longest of the four forms',
  async () => {
    const platform = await startPlatform({ users: 1, services: 20_000 });
    onTestFinished(() => platform.stop());
    const own = await startSteward();
    onTestFinished(() => own.stop());
    const { connection } = await connectTo(own, platform, { mediaType: 'application/hal+xml' });
    const ask = { connection, at: { entry: 'metadata' }, accept: 'application/hal+xml' } as const;
    const explored = await valueOf(own.client.explorer.get(ask));
    expect(explored.bytes).toBeGreaterThan(10 * 1024 * 1024);
    // Relations are not needed for the list: the form that was chosen comes all the same.
    const { services, completeness } = await valueOf(own.client.reference.services({ connection }));
    expect([services.length, completeness.complete]).toEqual([20_000, true]);
  },
);
