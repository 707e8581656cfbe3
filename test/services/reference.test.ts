// Looking up the open metadata through the whole program: from the copy, else from the platform, without signing in.
// Long, because each source is tested for every operation, in one place where a missing one is seen.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import type { Client } from '../../preload/contract/contract.ts';
import type { ServiceFilters } from '../../preload/contract/reference.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { type CopyDesk, copyDesk, EVERYTHING } from '../support/copy-desk.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { inEnglish } from '../support/service-words.ts';
import { readWorkbook } from '../support/workbook.ts';

interface World {
  readonly platform: Platform;
  readonly steward: Steward;
  readonly connection: string;
  readonly desk: CopyDesk;
  readonly reference: Client['reference'];
  readonly at: { readonly connection: string };
  search(typed?: string, filters?: ServiceFilters): Promise<Found>;
}
type Found = Extract<Awaited<ReturnType<Client['reference']['search']>>, { ok: true }>['value'];

async function open(dataFolder?: string): Promise<World> {
  const platform = await startPlatform({ users: 1, services: 60 });
  const steward = await startSteward(dataFolder === undefined ? {} : { dataFolder });
  const desk = await copyDesk(steward, platform);
  const { reference } = steward.client;
  const at = { connection: desk.connection };
  return {
    platform,
    steward,
    desk,
    reference,
    at,
    connection: desk.connection,
    search: (typed = '', filters = {}) =>
      valueOf(reference.search({ ...at, typed, filters, from: 0, count: 100 })),
  };
}

/** One for all tests of a block, which leave the platform as it was. */
function opened(prepare: (world: World) => Promise<unknown> = async () => undefined): () => World {
  let world: World | undefined;
  const all = () => {
    if (world === undefined) throw new Error('It is started before the tests.');
    return world;
  };
  beforeAll(async () => {
    world = await open();
    await prepare(world);
    world.platform.control.forget();
  });
  afterEach(() => {
    const { control } = all().platform;
    control.clearFaults();
    control.restore();
    control.forget();
  });
  afterAll(async () => {
    const { steward, platform } = all();
    // Whatever the tests did: nobody was told who asks.
    const { credentialsAtOpen } = platform.control;
    await steward.stop();
    await platform.stop();
    expect(credentialsAtOpen).toBe(0);
  });
  return all;
}

/** A form task with a form, what is said of it in the list, and the rest. */
function serviceOf({ platform }: World, nth = 0) {
  const { metadata } = platform.control;
  const found = metadata.services.filter(
    (one) => one.kind === 'formtask' && metadata.detail(one).forms.length > 0,
  )[nth];
  if (found === undefined) throw new Error('The platform has no such service.');
  const { kind, code, edition } = found;
  return { of: { kind, code, edition }, line: found, detail: metadata.detail(found) };
}
const operations = ({ platform }: World) =>
  platform.control.requests.map(({ operation }) => operation);

describe('without a copy', () => {
  const world = opened();

  it('the list is read once for everything that is asked of it', async () => {
    const { services } = world().platform.control.metadata;
    await valueOf(world().reference.remove(world().at));
    const all = await world().search();
    expect(all).toMatchObject({ total: services.length, all: services.length, exact: false });
    expect(all.origin.from).toBe('platform');
    const { of, line } = serviceOf(world());
    for (const typed of ['f', 'fo', 'for', of.code]) await world().search(typed);
    const exact = await world().search(`${of.code}/${of.edition}`);
    expect(exact.exact).toBe(true);
    expect(exact.services[0]).toMatchObject({
      code: of.code,
      edition: of.edition,
      name: line.name.trimEnd(),
      kept: false,
      enterpriseUserEnabled: null,
      form: null,
    });
    const { owners } = await valueOf(world().reference.owners(world().at));
    expect(owners.reduce((sum, one) => sum + one.services, 0)).toBe(services.length);
    expect(owners.every(({ keptServices }) => keptServices === 0)).toBe(true);
    const asked = [of, { code: 'none', edition: 1 }].map(({ code, edition }) => ({
      code,
      edition,
    }));
    const named = await valueOf(world().reference.named({ ...world().at, services: asked }));
    expect(named.services.map((one) => one?.code ?? null)).toEqual([of.code, null]);
    expect(operations(world())).toEqual(['metadata.list', 'metadata.list']);
  });

  it('it is read anew when that is asked for, and after a copy was removed', async () => {
    const { metadata } = world().platform.control;
    const { of, line } = serviceOf(world());
    await world().search();
    metadata.change.line(of, { name: 'Noe ganske annet' });
    expect((await world().search('ganske annet')).total).toBe(0);
    const fresh = {
      ...world().at,
      typed: 'ganske annet',
      filters: {},
      from: 0,
      count: 1,
      fresh: true,
    };
    expect((await valueOf(world().reference.search(fresh))).total).toBe(1);
    expect((await world().search('ganske annet')).total).toBe(1);
    metadata.change.line(of, { name: line.name });
    await valueOf(world().reference.remove(world().at));
    expect((await world().search('ganske annet')).total).toBe(0);
  });

  it('documents are those of the platform, and a refusal is the platform’s own', async () => {
    const { of, detail } = serviceOf(world());
    const { service, raw, origin, before } = await valueOf(
      world().reference.service({ ...world().at, ...of }),
    );
    expect(service.forms.map(({ dataFormatId }) => dataFormatId)).toEqual(
      detail.forms.map(({ format }) => format.id),
    );
    expect(JSON.parse(raw)).toMatchObject({ ServiceCode: of.code });
    expect([origin.from, before]).toEqual(['platform', null]);
    const before404 = await world().reference.service({ ...world().at, ...of, was: 'before' });
    expect(before404).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
    const words = 'Ikke nå.';
    const form = 'reason';
    world().platform.control.refuse('metadata.get', { form, words, status: 403 });
    expect(await world().reference.service({ ...world().at, ...of })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', reason: words },
    });
  });

  it('there is no copy, nothing is known of roles, and what one would take is told in calls', async () => {
    const state = await valueOf(world().reference.state(world().at));
    expect(state).toMatchObject({ fetched: null, last: null, language: 1033 });
    expect(state.counts.keptServices + state.counts.services).toBe(0);
    const of = await valueOf(world().reference.roleServices({ ...world().at, role: 4 }));
    expect(of).toEqual({ services: [], known: 0, all: 0 });
    expect(operations(world())).toEqual([]);
    expect(await valueOf(world().reference.changes(world().at))).toBeNull();
    const list = await valueOf(
      world().reference.estimate({ ...world().at, scope: { what: 'list' } }),
    );
    const all = await valueOf(world().reference.estimate({ ...world().at, scope: EVERYTHING }));
    expect([list.seconds, list.bytes]).toEqual([null, null]);
    expect(all.calls).toBeGreaterThan(list.calls + 100);
  });
});

describe('with a copy', () => {
  const world = opened(async ({ desk }) => {
    const job = await desk.copy();
    expect(job).toMatchObject({ state: 'finished', tally: { refused: 0 } });
  });

  it('nothing is asked of the platform: lists, services, requirements, code lists, roles', async () => {
    const { control } = world().platform;
    const { of, detail } = serviceOf(world());
    const found = await world().search(`${of.code}/${of.edition}`);
    const { fetched } = await valueOf(world().reference.state(world().at));
    expect(found.origin).toEqual({ from: 'copy', fetched });
    expect(found.services[0]).toMatchObject({
      kept: true,
      enterpriseUserEnabled: detail.enterpriseUserEnabled,
    });
    const id = detail.forms[0]?.format.id ?? '';
    const byForm = (await world().search(id)).services.find(({ code }) => code === of.code);
    expect(byForm?.form).toMatchObject({ dataFormatId: id });

    const one = await valueOf(world().reference.service({ ...world().at, ...of }));
    expect(one.origin.from).toBe('copy');
    expect(one.service.steps).toMatchObject(inEnglish(detail.steps));
    expect(JSON.parse(one.raw)).toMatchObject({ ServiceCode: of.code, _links: {} });
    const { code, edition } = of;
    const needed = await valueOf(world().reference.requirements({ ...world().at, code, edition }));
    expect([needed.origin.from, needed.completeness.complete]).toEqual(['copy', true]);
    expect(needed.requirements.length).toBeGreaterThan(0);

    const { lists } = await valueOf(world().reference.codeLists(world().at));
    expect(lists.find(({ name }) => name === 'Units')?.versions).toEqual(
      [3, 2, 1].map((version) => ({ version, kept: true, languages: [1033] })),
    );
    const units = await valueOf(
      world().reference.codeList({ ...world().at, name: 'Units', version: 3 }),
    );
    expect([units.origin.from, units.list.codes.length]).toEqual(['copy', 5]);
    const { roles, completeness } = await valueOf(world().reference.roles(world().at));
    expect(roles).toHaveLength(control.openRoles.all.length);
    expect(completeness).toEqual({ complete: true, because: null, calls: 0 });
    const dagl = await valueOf(world().reference.role({ ...world().at, role: 4 }));
    expect([dagl.origin.from, dagl.role.code]).toEqual(['copy', 'DAGL']);
    const listed = await valueOf(world().reference.services(world().at));
    expect(listed.origin.from).toBe('copy');
    // In the platform's order, unlike what is found.
    expect(listed.services.map((service) => service.code)).toEqual(
      control.metadata.services.map((service) => service.code),
    );
    const { owners } = await valueOf(world().reference.owners(world().at));
    expect(owners.every((owner) => owner.keptServices === owner.services)).toBe(true);
    expect(control.requests).toEqual([]);
  });

  it('says what it holds, how long the next one would take, and in calls how much', async () => {
    const { control } = world().platform;
    const state = await valueOf(world().reference.state(world().at));
    const { services } = control.metadata;
    const forms = services.flatMap((one) => control.metadata.detail(one).forms);
    expect(state.counts).toEqual({
      services: services.length,
      keptServices: services.length,
      requirements: services.length,
      schemas: state.counts.schemas,
      roles: control.openRoles.all.length,
      codeLists: control.codeLists.all.length,
      keptCodeLists: control.codeLists.all.length,
    });
    expect(state.counts.schemas).toBeGreaterThan(0);
    expect(state.counts.schemas).toBeLessThanOrEqual(forms.length);
    expect(state.bytes).toBeGreaterThan(10_000);
    const estimate = await valueOf(
      world().reference.estimate({ ...world().at, scope: EVERYTHING }),
    );
    expect(estimate.seconds).toBeGreaterThan(0);
    expect(estimate.bytes).toBeGreaterThan(10_000);
    const owner = services[0]?.ownerCode ?? '';
    const part = await valueOf(
      world().reference.estimate({ ...world().at, scope: { what: 'owner', owner } }),
    );
    expect(part.calls).toBeLessThan(estimate.calls);
    expect(operations(world())).toEqual([]);
    await world().desk.copy();
    // The estimate was what it took: exactly, since every form was known.
    expect(control.requests).toHaveLength(estimate.calls);
  });

  it('a role leads to the services whose requirements name it, or a role that comes with it', async () => {
    const { control } = world().platform;
    const role = control.openRoles.all.find(({ children }) => children.length > 0);
    if (role === undefined) throw new Error('The platform has such a role.');
    const found = await valueOf(world().reference.roleServices({ ...world().at, role: role.id }));
    expect([found.known, found.all]).toEqual([60, 60]);
    const named: Record<string, boolean> = {};
    for (const { code, edition } of control.metadata.services) {
      const of = await valueOf(world().reference.requirements({ ...world().at, code, edition }));
      const ids = of.requirements.map((one) => one.role);
      if (ids.includes(role.id)) named[`${code}/${edition}`] = true;
    }
    const own = found.services.filter(({ through }) => through === null);
    expect(own.map(({ code, edition }) => `${code}/${edition}`).sort()).toEqual(
      Object.keys(named).sort(),
    );
    const others = found.services.filter(({ through }) => through !== null);
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ through }) => through?.name !== '')).toBe(true);
    expect(found.services.every(({ actions }) => actions.length > 0)).toBe(true);
  });

  it('`fresh` asks the platform and leaves the copy as it is; the next one keeps the version before', async () => {
    const { metadata } = world().platform.control;
    const { of, detail } = serviceOf(world(), 1);
    const steps = [{ name: 'Helt nytt steg', securityLevel: 4 }];
    metadata.change.detail(of, { steps });
    onTestFinished(() => {
      metadata.change.detail(of, { steps: detail.steps });
    });
    const look = (how: { fresh?: true; was?: 'before' } = {}) =>
      valueOf(world().reference.service({ ...world().at, ...of, ...how }));
    expect((await look({ fresh: true })).service.steps).toMatchObject(inEnglish(steps));
    expect((await look({ fresh: true })).origin.from).toBe('platform');
    expect(await look()).toMatchObject({ origin: { from: 'copy' }, before: null });
    expect((await look()).service.steps).toMatchObject(inEnglish(detail.steps));

    await world().desk.copy();
    const now = await look();
    expect(now.service.steps).toMatchObject(inEnglish(steps));
    expect(now.before).not.toBeNull();
    const before = await look({ was: 'before' });
    expect(before.service.steps).toMatchObject(inEnglish(detail.steps));
    expect(before.origin).toEqual({ from: 'copy', fetched: now.before });
    const changes = await valueOf(world().reference.changes(world().at));
    expect(changes?.services.changed).toMatchObject([{ code: of.code, edition: of.edition }]);
  });

  it('everything that is asked for `fresh` is of the platform, although the copy has it', async () => {
    const { of } = serviceOf(world());
    const { code, edition } = of;
    const at = { ...world().at, fresh: true };
    const { reference } = world();
    for (const reading of [
      reference.search({ ...at, typed: '', filters: {}, from: 0, count: 1 }),
      reference.services(at),
      reference.service({ ...at, ...of }),
      reference.requirements({ ...at, code, edition }),
      reference.codeLists(at),
      reference.codeList({ ...at, name: 'Units', version: 3 }),
      reference.roles(at),
      reference.role({ ...at, role: 4 }),
    ])
      expect(await reading).toMatchObject({ ok: true, value: { origin: { from: 'platform' } } });
    expect((await valueOf(reference.roles(world().at))).origin.from).toBe('copy');
  });

  it('an XSD byte by byte is of the platform too: the copy has the text alone', async () => {
    const { of, detail } = serviceOf(world());
    const format = detail.forms[0]?.format;
    const originOf = async (exact: boolean) => {
      const target = world().steward.app.targetFor(path.join(tempFolder(), 'form.xsd'));
      const saved = await world().steward.client.xsd.save({
        ...world().at,
        code: of.code,
        edition: of.edition,
        dataFormatId: format?.id ?? '',
        dataFormatVersion: String(format?.version),
        target,
        exact,
      });
      return (await valueOf(saved)).origin.from;
    };
    expect([await originOf(false), await originOf(true)]).toEqual(['copy', 'platform']);
  });

  it('what no copy has is asked of the platform: a role that came since, and what apps and schemes need', async () => {
    const { control } = world().platform;
    const { id, code } = control.openRoles.put(998, {});
    onTestFinished(() => {
      control.openRoles.remove(id);
    });
    const came = await valueOf(world().reference.role({ ...world().at, role: id }));
    expect([came.origin.from, came.role.code]).toEqual(['platform', code]);
    const app = { org: 'fyr', name: 'havneavgift' };
    for (const of of [{ delegationScheme: 418 }, { app }]) {
      const needed = await valueOf(world().reference.requirements({ ...world().at, ...of }));
      expect([needed.origin.from, needed.completeness.complete]).toEqual(['platform', true]);
    }
    expect(operations(world())).toEqual([
      'openRoles.get',
      ...Array.from({ length: 4 }, () => 'roleRequirements.get'),
    ]);
    expect(control.requests.every(({ certificate }) => certificate === undefined)).toBe(true);
  });

  it('a list of which the platform held back a part says so out of the copy too', async () => {
    const { control } = world().platform;
    const effect = { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' } } as const;
    const lists = ['metadata.list', 'codeLists.list', 'openRoles.list'];
    for (const operation of lists) control.fault({ operation, acts: true, effect });
    await world().desk.copy({ what: 'list' });
    const held = { origin: { from: 'copy' }, completeness: { complete: false, because: 'limit' } };
    const all = async () => [
      await valueOf(world().reference.services(world().at)),
      await valueOf(world().reference.codeLists(world().at)),
      await valueOf(world().reference.roles(world().at)),
    ];
    expect(await all()).toMatchObject([held, held, held]);
    await world().desk.copy({ what: 'list' });
    const whole = { origin: { from: 'copy' }, completeness: { complete: true, because: null } };
    expect(await all()).toMatchObject([whole, whole, whole]);
  });

  it('documents that could not be had are listed with the platform’s words', async () => {
    const { of } = serviceOf(world(), 2);
    const { metadata } = world().platform.control;
    metadata.change.spoil(of, 'missing');
    onTestFinished(() => {
      metadata.change.spoil(of, undefined);
    });
    await world().desk.copy();
    const { documents, total } = await valueOf(world().reference.failures(world().at));
    expect(total).toBe(documents.length);
    expect(documents).toContainEqual({
      area: 'services',
      name: `${of.kind}/${of.code}/${of.edition}`,
      failure: expect.objectContaining({ kind: 'not-found' }) as unknown,
    });
    // What was had before is still there.
    const kept = await valueOf(world().reference.service({ ...world().at, ...of }));
    expect(kept.origin.from).toBe('copy');
  });

  it('an area that is switched off at the platform is still shown as it was', async () => {
    world().platform.control.retire('metadata', 410, 'all');
    const { of } = serviceOf(world());
    expect((await valueOf(world().reference.service({ ...world().at, ...of }))).origin.from).toBe(
      'copy',
    );
    expect((await world().search()).total).toBe(60);
    expect(await world().reference.service({ ...world().at, ...of, fresh: true })).toMatchObject({
      ok: false,
    });
  });

  /** A connection to the same platform by which nobody signs in. */
  const another = (changes: Pick<ConnectionInput, 'name'> & { language?: 2068 }) => {
    const { steward, platform } = world();
    return valueOf(
      steward.client.connections.create({
        environment: 'test',
        baseAddress: platform.address,
        organisationName: 'Fjordtrafikk AS',
        organisationNumber: platform.organisationNumber,
        signIn: { way: 'none' },
        apiKey: null,
        highestTls: 'TLSv1.2',
        language: 1033,
        mediaType: 'application/hal+json',
        proxy: { use: 'none' },
        formerHosts: [],
        extraCaFile: steward.app.handleFor(platform.caFile),
        ...changes,
      }),
    );
  };

  it('is one for all connections to the platform in its language, and each hears of a new one', async () => {
    const heard = new Map<string, unknown>();
    const stop = world().steward.on('referenceChanged', ({ connection, state }) => {
      heard.set(connection, state.fetched);
    });
    onTestFinished(stop);
    const twin = await another({ name: 'Twin' });
    const nynorsk = await another({ name: 'Nynorsk', language: 2068 });
    world().platform.control.forget();
    const mine = await valueOf(world().reference.state({ connection: twin.id }));
    expect(mine.fetched).not.toBeNull();
    const other = await valueOf(world().reference.state({ connection: nynorsk.id }));
    expect([other.language, other.fetched]).toEqual([2068, null]);
    await world().desk.copy({ what: 'list' });
    const { fetched: newest } = await valueOf(world().reference.state(world().at));
    expect([...heard.keys()].sort()).toEqual([world().connection, twin.id].sort());
    expect([...heard.values()]).toEqual([newest, newest]);
  });

  it('another language has no copy and is read from the platform', async () => {
    const asked = { ...world().at, name: 'Municipalities', version: 4, language: 2068 } as const;
    const { list, origin } = await valueOf(world().reference.codeList(asked));
    expect([origin.from, list.language]).toEqual(['platform', 2068]);
    expect(list.codes.find(({ code }) => code === '2030')?.value1).toBe('Nordre Vær & Holmar');
  });

  it('a code list is saved with its leading zeros, out of the copy', async () => {
    const folder = tempFolder();
    const headings = ['Kode', 'Verdi 1', 'Verdi 2', 'Verdi 3'];
    const save = (format: 'csv' | 'xlsx') => {
      const target = world().steward.app.targetFor(path.join(folder, `list.${format}`));
      const asked = { ...world().at, name: 'Municipalities', version: 4, headings, format, target };
      return valueOf(world().reference.saveCodeList(asked));
    };
    const { rows } = await save('csv');
    expect((await save('xlsx')).rows).toBe(rows);
    const csv = readFileSync(path.join(folder, 'list.csv'), 'utf8').split('\r\n');
    expect(csv[0]).toBe('\ufeff"Kode";"Verdi 1";"Verdi 2";"Verdi 3"');
    expect(csv[1]).toBe('"0118";"Fjordvik";"000118";""');
    const book = readWorkbook(readFileSync(path.join(folder, 'list.xlsx')));
    expect(book.rows.slice(0, 2)).toEqual([headings, ['0118', 'Fjordvik', '000118']]);
    expect(operations(world())).toEqual([]);
  });
});

describe('when the platform is away', () => {
  it('CCH-04 after a new start everything is there as of its date; a damaged document is asked for', async () => {
    const dataFolder = path.join(tempFolder(), 'data');
    const first = await open(dataFolder);
    await first.desk.copy();
    const { fetched } = await valueOf(
      first.steward.client.reference.state({ connection: first.connection }),
    );
    const { of } = serviceOf(first);
    await first.steward.stop();
    const steward = await startSteward({ dataFolder });
    onTestFinished(() => steward.stop());
    const { reference: again } = steward.client;
    const here = { connection: first.connection };
    await first.platform.stop();

    const all = { ...here, typed: '', filters: { kept: true }, from: 0, count: 100 };
    expect(await valueOf(again.search(all))).toMatchObject({
      total: 60,
      origin: { from: 'copy', fetched },
    });
    expect((await valueOf(again.service({ ...here, ...of }))).origin.from).toBe('copy');
    expect(await again.service({ ...here, ...of, fresh: true })).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    });

    // One sign of the document in its file.
    damage(dataFolder, `"ServiceCode":"${of.code}"`);
    expect(await again.service({ ...here, ...of })).toMatchObject({
      ok: false,
      failure: { kind: 'unreachable' },
    });
    expect((await valueOf(again.state(here))).damaged).toBeGreaterThan(0);
  });
});

describe('removing a copy', () => {
  const world = opened(({ desk }) => desk.copy({ what: 'list' }));

  it('a copy that is being made cannot be removed; one that rests can, and then nothing is left of it', async () => {
    const { control } = world().platform;
    const held = control.hold('metadata.get', false);
    await world().desk.start(EVERYTHING);
    await held.reached;
    expect(await world().reference.remove(world().at)).toMatchObject({
      ok: false,
      failure: { kind: 'conflict' },
    });
    held.release();
    await world().desk.rested();
    const folder = path.join(world().steward.dataFolder, 'reference');
    const files = () =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
            /documents|copy|run/.test(name),
          )
        : [];
    expect(files().length).toBeGreaterThan(0);
    expect(await valueOf(world().reference.remove(world().at))).toMatchObject({ fetched: null });
    expect(files()).toEqual([]);
    expect((await world().search()).origin.from).toBe('platform');
  });
});

/** Changes one sign of every place where a text stands in the documents of the copies. */
function damage(dataFolder: string, text: string): void {
  const folder = path.join(dataFolder, 'reference');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => /documents-\d+\.ndjson$/.test(one))) {
    const file = path.join(folder, name);
    const before = readFileSync(file, 'latin1');
    const escaped = JSON.stringify(text).slice(1, -1);
    const after = [text, escaped].reduce(
      (all, one) => all.replaceAll(one, `${one.slice(0, -2)}#${one.slice(-1)}`),
      before,
    );
    expect(after).not.toBe(before);
    writeFileSync(file, after, 'latin1');
  }
}
