// Synchronising the open metadata through the whole program: each scope, its calls, and what stays after a failure.
import { everythingOn } from '../platform/shape.ts';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../preload/contract/jobs.ts';
import { MOST_AT_ONCE } from '../../main/reference/concurrency-limiter.ts';
import type { Service } from '../platform/service-data.ts';
import { startPlatform } from '../platform/platform.ts';
import { type CopyDesk, copyDesk } from '../support/copy-desk.ts';
import { holdMonotonicClock } from '../support/clock.ts';
import { startSteward, valueOf } from '../support/steward.ts';

const SERVICES = 24;
/** Calls for the lists, with which a copy begins. */
const LISTS = 3;
const NOTHING = { waiting: 0, running: 0, notFound: 0, refused: 0, unknown: 0, skipped: 0 };
const allOf = ({ tally }: Job) => Object.values(tally).reduce((sum, n) => sum + n, 0);
let desk: CopyDesk;
beforeAll(async () => {
  desk = await copyDesk(
    await startSteward(),
    await startPlatform({ users: 1, services: SERVICES, switches: everythingOn }),
  );
});
afterEach(() => {
  const { control } = desk.platform;
  control.clearFaults();
  control.restore();
  control.forget();
  for (const one of control.metadata.services) control.metadata.change.spoil(one, undefined);
});
afterAll(async () => {
  await desk.steward.stop();
  await desk.platform.stop();
});

const at = () => ({ connection: desk.connection });
const reference = () => desk.steward.client.reference;
const state = () => valueOf(reference().state(at()));
const failures = async () => (await valueOf(reference().failures(at()))).documents;
const schemasOf = (some: readonly Service[]) =>
  some.reduce((sum, one) => sum + desk.platform.control.metadata.detail(one).forms.length, 0);

/** Everything that is in the copy, by the name and content of its files. */
function files(): Record<string, string> {
  const folder = path.join(desk.steward.dataFolder, 'reference');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const documents = names.filter((name) => /documents[^/]*$/.test(name));
  return Object.fromEntries(
    documents.map((name) => [name, readFileSync(path.join(folder, name), 'latin1')]),
  );
}

const service = (fits: (one: Service) => boolean = () => true): Service => {
  const found = desk.platform.control.metadata.services.find(fits);
  if (found === undefined) throw new Error('The platform has no such service.');
  return found;
};
const hasForms = (one: Service) =>
  one.kind === 'formtask' && desk.platform.control.metadata.detail(one).forms.length > 0;

describe('a copy of the open metadata', () => {
  it('has lists alone, one owner, or everything, without any credential and without asking twice', async () => {
    const { control } = desk.platform;
    const { services } = control.metadata;
    await valueOf(reference().remove(at()));
    const list = await desk.copy({ what: 'list' });
    expect(list).toMatchObject({
      state: 'finished',
      because: 'none',
      details: { skippedAreas: [] },
    });
    expect(list).toMatchObject({ tally: { ...NOTHING, done: 3 }, details: { unchanged: 0 } });
    const lists = ['codeLists.list', 'metadata.list', 'openRoles.list'];
    expect(Object.keys(desk.calls()).sort()).toEqual(lists);
    const counts = { services: SERVICES, codeLists: control.codeLists.all.length };
    expect((await state()).counts).toMatchObject({ ...counts, keptServices: 0, keptCodeLists: 0 });

    control.forget();
    const { ownerCode } = service(hasForms);
    const own = services.filter((one) => one.ownerCode === ownerCode);
    await desk.copy({ what: 'owner', owner: ownerCode });
    const kept = { keptServices: own.length, keptCodeLists: counts.codeLists };
    const ofOwner = { ...kept, requirements: own.length, schemas: schemasOf(own) };
    expect((await state()).counts).toMatchObject(ofOwner);
    expect(desk.calls()).toMatchObject({ 'metadata.get': own.length });

    control.forget();
    const all = await desk.copy();
    const schemas = schemasOf(services);
    expect((await state()).counts).toMatchObject({
      keptServices: SERVICES,
      requirements: SERVICES,
      schemas,
    });
    expect(desk.calls()).toMatchObject({
      'metadata.get': SERVICES,
      'metadata.xsd': schemas,
      'codeLists.get': counts.codeLists,
    });
    expect(new Set(desk.asked()).size).toBe(desk.asked().length);
    expect(allOf(all)).toBe(3 + 2 * SERVICES + schemas + counts.codeLists);
    expect(control.credentialsAtOpen).toBe(0);
    expect(control.requests.some(({ headers }) => headers.includes('apikey'))).toBe(false);
    // One on the list, however many there were.
    expect(await valueOf(desk.steward.client.jobs.list({}))).toHaveLength(1);
  });

  it('does not write what is unchanged, and says what changed', async () => {
    await desk.copy();
    const before = files();
    const second = await desk.copy();
    expect([second.tally.done, second.details.unchanged]).toEqual([allOf(second), allOf(second)]);
    expect(files()).toEqual(before);
    expect(Object.values(before).join('').length).toBeGreaterThan(50_000);

    const { metadata, codeLists, openRoles } = desk.platform.control;
    const changed = service(hasForms);
    const renamed = service((one) => one.code !== changed.code);
    const gone = service(({ code }) => code !== changed.code && code !== renamed.code);
    metadata.change.detail(changed, { steps: [{ name: 'Kontroll', securityLevel: 4 }] });
    metadata.change.line(renamed, { name: 'Melding om nytt navn' });
    metadata.change.remove(gone);
    const added = metadata.change.addEdition(changed);
    codeLists.put('Fuel', 1, [{ code: 'EL', texts: ['a', 'b', 'c'] }]);
    codeLists.put('Fuel', 2, [{ code: 'EL', texts: ['a', 'b', 'c'] }]);
    openRoles.put(4, { name: ['New', 'Ny', 'Ny'] });
    const third = await desk.copy();
    const found = await valueOf(reference().changes(at()));
    const names = (some: readonly { code: string; edition: number }[] = []) =>
      some.map(({ code, edition }) => `${code}/${String(edition)}`).sort();
    const nameOf = ({ code, edition }: Service) => `${code}/${String(edition)}`;
    expect(names(found?.services.changed)).toEqual([nameOf(changed), nameOf(renamed)].sort());
    expect(names(found?.services.added)).toEqual([nameOf(added)]);
    expect(names(found?.services.removed)).toEqual([nameOf(gone)]);
    expect(found?.codeLists).toEqual({
      added: [{ name: 'Fuel', version: 2 }],
      removed: [],
      changed: [{ name: 'Fuel', version: 1 }],
    });
    expect(found?.roles.changed.map(({ id }) => id)).toEqual([4]);
    expect((await state()).last?.changed).toBe(7);
    expect(third.details.unchanged).toBeGreaterThan(100);
    const { keptServices, services } = (await state()).counts;
    expect(keptServices).toBe(services);
  });

  it('lists what could not be had, keeps the older one of it, and has it the next time', async () => {
    await desk.copy();
    const { change } = desk.platform.control.metadata;
    const [one, two, three] = desk.platform.control.metadata.services;
    if (!one || !two || !three) throw new Error('There are services.');
    change.spoil(one, 'missing');
    change.spoil(two, 'malformed');
    change.spoil(three, 'another');
    const job = await desk.copy();
    expect(job).toMatchObject({
      state: 'finished',
      tally: { refused: 3 },
      details: { skippedAreas: [] },
    });
    const failed = await failures();
    const names = [one, two, three].map((s) => `${s.kind}/${s.code}/${String(s.edition)}`);
    expect(failed.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(new Set(failed.map(({ failure }) => failure.kind))).toEqual(
      new Set(['not-found', 'unexpected-answer']),
    );
    const { keptServices, services } = (await state()).counts;
    expect(keptServices).toBe(services);
    for (const spoilt of [one, two, three]) change.spoil(spoilt, undefined);
    expect((await desk.copy()).tally.refused).toBe(0);
    expect(await failures()).toEqual([]);
  });

  it('passes over areas that are switched off, says which, and keeps what it had of them', async () => {
    await desk.copy();
    const before = (await state()).counts;
    const { control } = desk.platform;
    control.retire('roleRequirements', 404, 'all');
    control.retire('openRoles', 410, 'all');
    control.retire('codeLists', 'page', 'all');
    control.forget();
    const job = await desk.copy();
    expect([...job.details.skippedAreas].sort()).toEqual([
      'code-lists',
      'role-requirements',
      'roles',
    ]);
    expect(job).toMatchObject({ state: 'finished', tally: { refused: 0 } });
    // Roles, the list of code lists and all in it, and the requirements of every service.
    const { services, codeLists } = before;
    expect(job.tally.skipped).toBe(1 + 1 + codeLists + services);
    expect(desk.calls()['roleRequirements.get']).toBeLessThan(15);
    expect((await state()).counts).toEqual(before);
    expect((await state()).last?.skippedAreas).toHaveLength(3);

    control.restore();
    control.retire('metadata', 403, 'all');
    control.forget();
    const older = (await state()).fetched;
    const rest = await desk.copy();
    expect(rest.state).toBe('finished');
    expect([...rest.details.skippedAreas].sort()).toEqual(['schemas', 'services']);
    expect(desk.calls()['roleRequirements.get']).toBe(2 * services);
    expect((await state()).counts).toEqual(before);
    // The date of the copy is that of the list of services.
    expect((await state()).fetched).toBe(older);
  });

  it('RAT-02 rests for as long as a busy platform asks, all calls of it', async () => {
    const { control } = desk.platform;
    const effect = { kind: 'alter', status: 429, headers: { 'Retry-After': '1' } } as const;
    // The documents that it begins with.
    control.fault({ operation: 'codeLists.get', acts: false, times: 3, effect });
    control.fault({ operation: 'metadata.get', acts: false, times: 2, effect: { kind: 'reset' } });
    // No rest of its own.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const letTimePass = holdMonotonicClock();
    const { release } = await desk.startHeld(LISTS);
    release();
    // In the time of so many calls, one after the other, it would have made its own, several at once.
    const { enterpriseUsers } = desk.steward.client;
    for (let n = 0; n < SERVICES; n += 1) await valueOf(enterpriseUsers.list(at()));
    expect(desk.asked().length - LISTS).toBeLessThan(2 * MOST_AT_ONCE);
    letTimePass();
    const job = await desk.rested();
    expect(job).toMatchObject({ state: 'finished', tally: { refused: 0, skipped: 0 } });
    expect(desk.calls()['codeLists.get']).toBe(control.codeLists.all.length + 3);
    expect(desk.calls()['metadata.get']).toBe(control.metadata.services.length + 2);
  });

  it('pauses where nothing answers any more, keeps what it had, and goes on when asked to', async () => {
    const { control } = desk.platform;
    const { jobs } = desk.steward.client;
    await desk.copy();
    const before = await state();
    control.forget();
    // Its five rests are as short as chance has it.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { id: job, release } = await desk.startHeld(30);
    const gone = { operation: '*', acts: false, times: 10_000, effect: { kind: 'reset' } } as const;
    control.fault(gone);
    release();
    const paused = await desk.rested();
    expect(paused).toMatchObject({ state: 'paused', because: 'unreachable' });
    expect(paused.tally.refused).toBe(0);
    expect(await state()).toMatchObject({ fetched: before.fetched, counts: before.counts });
    control.clearFaults();
    await valueOf(jobs.resume({ job }));
    const end = await desk.rested();
    expect(end).toMatchObject({ state: 'finished', tally: { refused: 0, skipped: 0 } });
    expect(end.details.unchanged).toBe(allOf(end));
  });

  it('goes on after a pause without asking for what it has; cancelled, the copy before stays', async () => {
    const { control } = desk.platform;
    const { jobs } = desk.steward.client;
    await desk.copy();
    const before = await state();
    control.forget();
    const { id: job, release } = await desk.startHeld(30);
    await valueOf(jobs.pause({ job }));
    release();
    const paused = await desk.rested();
    expect(paused).toMatchObject({
      state: 'paused',
      because: 'asked',
      details: { secondsLeft: null },
    });
    expect(await state()).toMatchObject({ fetched: before.fetched, counts: before.counts });
    expect(await jobs.startSynchronise({ ...at(), scope: { what: 'list' } })).toMatchObject({
      ok: false,
      failure: { kind: 'conflict' },
    });
    control.forget();
    await valueOf(jobs.resume({ job }));
    const end = await desk.rested();
    expect(end).toMatchObject({ state: 'finished', details: { unchanged: allOf(end) } });
    // What was under way when it paused may be asked for once more, and nothing else.
    expect(desk.documents()).toHaveLength(allOf(end) - paused.tally.done);

    const renewed = await state();
    const { id: second, ...held } = await desk.startHeld(20);
    expect(await reference().remove(at())).toMatchObject({
      ok: false,
      failure: { kind: 'conflict' },
    });
    await valueOf(jobs.stop({ job: second }));
    expect(await desk.rested()).toMatchObject({ state: 'stopped', because: 'asked' });
    held.release();
    expect(await state()).toEqual(renewed);

    const { id: third, ...heldAgain } = await desk.startHeld(20);
    await valueOf(jobs.pause({ job: third }));
    heldAgain.release();
    await desk.rested();
    await valueOf(jobs.stop({ job: third }));
    expect(await state()).toEqual(renewed);
    await valueOf(jobs.forget({ job: third }));
    expect(await valueOf(jobs.list({}))).toEqual([]);
  });
});
