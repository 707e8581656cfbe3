// Open metadata of the local platform that changes between two calls, and services that are unavailable.
// Asked with node:https alone.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import type { Service } from '../platform/service-data.ts';
import { type Caller, callerOf } from '../support/platform-caller.ts';

type Fields = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;

beforeEach(async () => {
  platform = await startPlatform({ seed: 5, users: 1, services: 60 });
  caller = callerOf(platform);
});
afterEach(async () => {
  caller.close();
  await platform.stop();
});

const plain = { accept: 'application/json' };
const read = async (where: string) => (await caller.ask('GET', where, plain)).json as Fields;
const list = async (where: string) => (await caller.ask('GET', where, plain)).json as Fields[];
const status = async (where: string) => (await caller.ask('GET', where, plain)).status;
const pathOf = ({ kind, code, edition }: Service) => `metadata/${kind}/${code}/${edition}`;
const requirementsOf = ({ code, edition }: Service) =>
  list(`metadata/rolerequirements?serviceCode=${code}&serviceEditionCode=${edition}`);
const codeOf = (line: Fields) => line['ServiceCode'];
const idOf = (role: Fields) => Number(role['RoleDefinitionId']);

/** One with forms, steps and rules. */
function rich(): Service {
  const { metadata } = platform.control;
  const found = metadata.services.find((one) => metadata.detail(one).attachmentRules.length > 0);
  if (!found) throw new Error('The seed gives none.');
  return found;
}

describe('services', () => {
  it('another line is seen in the list, though it was asked for before, and in the document', async () => {
    const { metadata } = platform.control;
    const { change } = metadata;
    const service = rich();
    const forms = JSON.stringify((await read(pathOf(service)))['FormsMetaData']);
    await list('metadata');
    change.line(service, { name: 'Melding om nytt navn', ownerCode: 'NYE' });
    const lines = (await list('metadata')).filter((line) => codeOf(line) === service.code);
    expect(lines.map((line) => line['ServiceName'])).toContain('Melding om nytt navn');
    const document = await read(pathOf(service));
    expect([document['ServiceName'], document['ServiceOwnerCode']]).toEqual([
      'Melding om nytt navn',
      'NYE',
    ]);
    expect(JSON.stringify(document['FormsMetaData'])).toBe(forms);
    expect(metadata.detail(service).forms.length).toBeGreaterThan(0);
  });

  it('steps and rules change in the document alone', async () => {
    const { metadata } = platform.control;
    const { change } = metadata;
    const service = rich();
    const before = await list('metadata');
    const [rule, ...rest] = metadata.detail(service).attachmentRules;
    const steps = [{ name: 'Kontroll', securityLevel: 4 }];
    change.detail(service, {
      steps,
      attachmentRules: rule ? [{ ...rule, maxCount: 77 }, ...rest] : [],
    });
    const document = await read(pathOf(service));
    expect(document['ProcessSteps']).toMatchObject([{ Name: 'Kontroll', SecurityLevel: 4 }]);
    expect((document['AttachmentRules'] as Fields[])[0]?.['MaxAttachmentCount']).toBe(77);
    expect(await list('metadata')).toEqual(before);
  });

  it('editions come and services go, with all that belongs to them', async () => {
    const { change } = platform.control.metadata;
    const service = rich();
    const added = change.addEdition(service);
    expect(added.edition).toBeGreaterThan(service.edition);
    expect(codeOf(await read(pathOf(added)))).toBe(service.code);
    expect((await requirementsOf(added)).length).toBeGreaterThan(0);
    expect(await list('metadata')).toHaveLength(61);
    change.remove(service);
    expect(await list('metadata')).toHaveLength(60);
    expect(await status(pathOf(service))).toBe(404);
    expect(() => change.remove(service)).toThrow('There is no service');
  });

  it('schemas and role requirements can be other ones', async () => {
    const { metadata } = platform.control;
    const { change } = metadata;
    const service = rich();
    const [form] = metadata.detail(service).forms;
    if (!form) throw new Error('It has forms.');
    const { id, version } = form.format;
    const where = `${pathOf(service)}/forms/${id}/${version}/xsd`;
    const text = metadata.schema(service, form.format);
    expect((await caller.ask('GET', where)).text).toBe(text);
    change.schema(service, form.format, `${text}<!-- new -->`);
    expect((await caller.ask('GET', where)).text).toBe(`${text}<!-- new -->`);
    change.requirements(service, [28, 4]);
    expect((await requirementsOf(service)).map(idOf)).toEqual([28, 4]);
  });

  it('a service whose line is there may be missing, cut or another one, until it is mended', async () => {
    const { change } = platform.control.metadata;
    const service = rich();
    const where = pathOf(service);
    change.spoil(service, 'missing');
    expect(await status(where)).toBe(404);
    change.spoil(service, 'malformed');
    const cut = await caller.ask('GET', where, plain);
    expect(cut.status).toBe(200);
    expect(() => cut.json).toThrow();
    change.spoil(service, 'another');
    expect(codeOf(await read(where))).not.toBe(service.code);
    expect((await list('metadata')).map(codeOf)).toContain(service.code);
    change.spoil(service, undefined);
    expect(codeOf(await read(where))).toBe(service.code);
  });

  it('20 000 of them can change too', async () => {
    caller.close();
    await platform.stop();
    platform = await startPlatform({ seed: 5, users: 1, services: 20_000 });
    caller = callerOf(platform);
    const { change, services } = platform.control.metadata;
    const [first] = services;
    expect(await list('metadata')).toHaveLength(20_000);
    for (const service of services.slice(0, 20)) change.line(service, { name: 'Ny' });
    const named = (await list('metadata')).filter((line) => line['ServiceName'] === 'Ny');
    expect(named).toHaveLength(20);
    expect(codeOf(named[0] ?? {})).toBe(first?.code);
  });
});

describe('code lists', () => {
  it('versions come, change and go, in all languages', async () => {
    const { codeLists } = platform.control;
    const codes = [{ code: '007', texts: ['Ferry', 'Ferje', 'Ferje'], value3: 'x' }] as const;
    codeLists.put('Units', 4, codes);
    const made = await read('metadata/codelists/Units/4?language=1044');
    expect(made['Codes']).toEqual([{ Code: '007', Value1: 'Ferje', Value2: '', Value3: 'x' }]);
    const heads = (await list('metadata/codelists?$top=50')).map(
      (head) => `${String(head['Name'])}/${String(head['Version'])}`,
    );
    expect(heads.slice(0, 4)).toEqual(['Units/1', 'Units/2', 'Units/3', 'Units/4']);
    codeLists.put('units', 1, []);
    expect((await read('metadata/codelists/Units/1'))['Codes']).toEqual([]);
    codeLists.remove('Units', 1);
    expect(await status('metadata/codelists/Units/1')).toBe(404);
    expect((await list('metadata/codelists'))[0]?.['Version']).toBe(2);
  });
});

describe('role definitions', () => {
  it('change their names and their place in the graph, come and go', async () => {
    const { openRoles } = platform.control;
    const role = (id: number) => read(`metadata/roledefinitions/${id}?language=1044`);
    openRoles.put(28, { name: ['Look only', 'Bare se', 'Berre sjå'] });
    expect((await role(28))['RoleName']).toBe('Bare se');
    openRoles.put(900, { code: 'NYROLLE', children: [28] });
    expect((await role(28))['ParentRoleDefinitionIds']).toContain(900);
    expect(await role(900)).toMatchObject({ RoleDefinitionCode: 'NYROLLE', RoleType: 'Altinn' });
    openRoles.remove(28);
    expect(await status('metadata/roledefinitions/28')).toBe(404);
    expect((await role(900))['ChildRoleDefinitionIds']).toEqual([28]);
  });

  it('are of one platform alone', async () => {
    platform.control.openRoles.remove(28);
    platform.control.codeLists.remove('Units', 1);
    const other = await startPlatform({ users: 1 });
    try {
      expect(other.control.openRoles.find('28')).toBeDefined();
      expect(other.control.codeLists.find('Units', 1)).toBeDefined();
    } finally {
      await other.stop();
    }
  });
});
