// The open metadata through the whole program: four media types, no credential, complete lists, the item asked for.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Keychain } from '../../main/secrets/keychain.ts';
import type { Service as PlatformService } from '../platform/service-data.ts';
import { xsdOf } from '../platform/xsd.ts';
import { inEveryMediaType } from '../support/media-types.ts';
import { openReading } from '../support/open-reading.ts';
import { startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const world = openReading({ services: 60 });

/** The first service of the platform that fits, with its details. */
function serviceThat(fits: (service: PlatformService) => boolean) {
  const { metadata } = world().platform.control;
  const found = metadata.services.find(fits);
  if (found === undefined) throw new Error('The platform has no such service.');
  return { ...found, detail: metadata.detail(found) };
}
const hasForms = (one: PlatformService) =>
  one.kind === 'formtask' && world().platform.control.metadata.detail(one).forms.length > 0;

inEveryMediaType((mediaType) => {
  const metadata = () => world().steward.client.metadata;
  const connection = () => world().in(mediaType);

  it('MTD-01 all services come at once, with leading zeros, and whether that is all is known', async () => {
    const { services } = world().platform.control.metadata;
    const list = await valueOf(metadata().list({ connection: connection() }));
    expect(list.completeness).toEqual({ complete: true, because: null, calls: 2 });
    const known = (one: { code: string; edition: number; kind: string | null }) =>
      `${one.kind ?? ''} ${one.code}/${String(one.edition)}`;
    expect(list.services.map(known)).toEqual(services.map(known));
    expect(list.services[0]?.code).toMatch(/^0/);
    for (const [at, service] of services.entries()) {
      const found = list.services[at];
      expect(found?.name).toBe(service.name.trimEnd());
      expect(found?.restEnabled).toBe(service.restEnabled);
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
    const found = await valueOf(
      metadata().get({ connection: connection(), kind: 'formtask', code, edition }),
    );
    expect(found).toMatchObject({ code, edition, ownerCode: known.ownerCode, type: 'FormTask' });
    expect(found.forms.map((one) => [one.dataFormatId, one.dataFormatVersion])).toEqual(
      known.detail.forms.map(({ format }) => [format.id, String(format.version)]),
    );
    expect(found.steps).toEqual(known.detail.steps);
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
    const asked = { connection: connection(), kind: 'correspondence', code, edition } as const;
    const found = await valueOf(metadata().get(asked));
    expect(found).toMatchObject({ code, edition, name: name.trimEnd(), kind: 'correspondence' });
  });

  it('MTD-03 the schema of a form comes by its relation where there are any, else by the documented path', async () => {
    const known = serviceThat(hasForms);
    const [form] = known.detail.forms;
    if (form === undefined) throw new Error('It has forms.');
    const asked = {
      connection: connection(),
      code: known.code,
      edition: known.edition,
      dataFormatId: form.format.id,
      dataFormatVersion: String(form.format.version),
    };
    const { text, bytes } = await valueOf(metadata().xsd(asked));
    expect(text).toBe(xsdOf(form.format));
    expect(bytes).toBe(Buffer.byteLength(text));
    const paths = world().platform.control.requests.map((one) => one.path);
    expect(paths.at(-1)).toMatch(/\/api\/(g2\/|metadata\/formtask\/.*\/xsd$)/);

    const file = path.join(tempFolder(), 'form.xsd');
    const target = world().steward.app.handleFor(file);
    await valueOf(metadata().saveXsd({ ...asked, target }));
    expect(readFileSync(file, 'utf8')).toBe(text);
    // Never over a file that is there.
    expect(await metadata().saveXsd({ ...asked, target })).toMatchObject({
      ok: false,
      failure: { kind: 'file', problem: 'already-exists' },
    });
  });

  it('MTD-06 all external roles and roles of the platform come over pages, with what includes them', async () => {
    const asked = { connection: connection(), language: 1044 } as const;
    const { roles, completeness } = await valueOf(metadata().roleDefinitions(asked));
    expect(completeness.complete).toBe(true);
    expect(completeness.calls).toBeGreaterThan(2);
    expect(roles).toHaveLength(58);
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
      (
        await valueOf(
          metadata().roleDefinition({
            connection: connection(),
            role: 3,
            ...(language && { language }),
          }),
        )
      ).name;
    expect([await ask(), await ask(1044), await ask(2068)]).toEqual([
      'Chair of the board',
      'Styrets leder',
      'Leiar i styret',
    ]);
    const queries = world().platform.control.requests.map(({ query }) => query);
    expect(queries).toEqual(['language=1033', 'language=1044', 'language=2068']);
  });
});

describe('open means open', () => {
  it('LNK-06 no API key, certificate, token or cookie has come to an open endpoint', async () => {
    const { steward, platform } = world();
    const connection = world().in('application/hal+json');
    await valueOf(steward.client.metadata.list({ connection }));
    await valueOf(steward.client.metadata.roleDefinitions({ connection }));
    await valueOf(steward.client.codeLists.list({ connection }));
    // The schema lies behind a link that does not look open.
    const { code, edition, detail } = serviceThat(hasForms);
    const format = detail.forms[0]?.format;
    const form = { dataFormatId: format?.id ?? '', dataFormatVersion: String(format?.version) };
    await valueOf(steward.client.metadata.xsd({ connection, code, edition, ...form }));
    expect(platform.control.requests.at(-1)?.operation).toBe('metadata.xsd');
    expect(platform.control.credentialsAtOpen).toBe(0);
    for (const seen of platform.control.requests) {
      expect(seen.certificate).toBeUndefined();
      expect(seen.headers.map((name) => name.toLowerCase())).not.toContain('apikey');
      expect(seen.query).not.toContain('ForceEIAuthentication');
    }
  });

  it('works where nobody signs in and there is no key', async () => {
    const connection = await world().connect({
      name: 'Open only',
      signIn: { way: 'none' },
      apiKey: null,
    });
    const { services } = await valueOf(world().steward.client.metadata.list({ connection }));
    expect(services).toHaveLength(60);
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
    expect((await valueOf(own.client.metadata.list({ connection }))).services).toHaveLength(60);
    const lists = await valueOf(own.client.codeLists.list({ connection }));
    expect(lists.lists.length).toBeGreaterThan(0);
  });
});

describe('what is not as it should be', () => {
  const connection = () => world().in('application/hal+json');
  const metadata = () => world().steward.client.metadata;
  const answers = (operation: string, body: string, times = 1) =>
    world().platform.control.fault({
      operation,
      acts: true,
      times,
      effect: { kind: 'alter', body },
    });
  const one = (code: string) =>
    JSON.stringify({ ServiceCode: code, ServiceEditionCode: 1, ServiceType: 'FormTask' });

  it('PAR-16 LIM-01 a platform that pages this list after all is read to its end, doubles once', async () => {
    const page = (codes: readonly number[]) =>
      JSON.stringify(codes.map((code) => ({ ServiceCode: String(code), ServiceEditionCode: '1' })));
    answers('metadata.list', page([1, 2]));
    answers('metadata.list', page([3]));
    answers('metadata.list', page([3, 4]));
    answers('metadata.list', page([]));
    const list = await valueOf(metadata().list({ connection: connection() }));
    expect(list.services.map(({ code }) => code)).toEqual(['1', '2', '3', '4']);
    expect(list.completeness).toEqual({ complete: true, because: null, calls: 4 });
    expect(world().platform.control.requests.map(({ query }) => query)).toEqual([
      '',
      '$skip=2&$top=1',
      '$skip=2&$top=10000',
      '$skip=4&$top=1',
    ]);
  });

  it('PAR-16 a list without end is cut, and says so', async () => {
    let code = 0;
    for (let call = 0; call < 101; call++) {
      code += 1;
      answers('metadata.list', JSON.stringify([JSON.parse(one(String(code)))]));
    }
    const { completeness } = await valueOf(metadata().list({ connection: connection() }));
    expect(completeness).toMatchObject({ complete: false, because: 'endless' });
  });

  it('PAR-09 the answer about another service is not taken for this one', async () => {
    const { code, edition } = serviceThat(hasForms);
    answers('metadata.get', one('9999'));
    const asked = { connection: connection(), kind: 'formtask', code, edition } as const;
    expect(await metadata().get(asked)).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', field: 'ServiceCode' },
    });
  });

  it('PAR-08 what is no list is never an empty list', async () => {
    answers('metadata.list', '{"Message":{"Text":"hello"}}');
    expect(await metadata().list({ connection: connection() })).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', field: 'metadata' },
    });
  });

  it('a document that is no schema is refused and not saved', async () => {
    const known = serviceThat(hasForms);
    const format = known.detail.forms[0]?.format;
    const file = path.join(tempFolder(), 'form.xsd');
    world().platform.control.fault({
      operation: 'metadata.xsd',
      acts: true,
      effect: { kind: 'alter', body: '<?xml version="1.0"?><!-- x --><melding/>' },
    });
    const result = await metadata().saveXsd({
      connection: connection(),
      code: known.code,
      edition: known.edition,
      dataFormatId: format?.id ?? '',
      dataFormatVersion: String(format?.version),
      target: world().steward.app.handleFor(file),
    });
    expect(result).toMatchObject({
      ok: false,
      failure: { kind: 'unexpected-answer', field: 'schema' },
    });
    expect(existsSync(file)).toBe(false);
  });

  it('ERR-02 the platform’s own words come with a service that is not there', async () => {
    const result = await metadata().get({
      connection: connection(),
      kind: 'formtask',
      code: '9999',
      edition: 1,
    });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    expect(!result.ok && 'reason' in result.failure && result.failure.reason).toMatch(/\w+/);
  });
});

it('MTD-01 PAR-01 twenty thousand services come in the longest of the four forms', async () => {
  const platform = await startPlatform({ users: 1, services: 20_000 });
  onTestFinished(() => platform.stop());
  const own = await startSteward();
  onTestFinished(() => own.stop());
  const { connection } = await connectTo(own, platform, { mediaType: 'application/hal+xml' });
  const ask = { connection, at: { entry: 'metadata' }, accept: 'application/hal+xml' } as const;
  const explored = await valueOf(own.client.explorer.get(ask));
  expect(explored.bytes).toBeGreaterThan(10 * 1024 * 1024);
  // Relations are not needed for the list: the form that was chosen comes all the same.
  const { services, completeness } = await valueOf(own.client.metadata.list({ connection }));
  expect([services.length, completeness.complete]).toEqual([20_000, true]);
});
