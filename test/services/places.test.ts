// Places from a file through the whole program: shown, taken when a person said so, offered, changed and forgotten.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { managedSettings } from '../../preload/contract/managed.ts';
import type { PlacesFile } from '../../preload/contract/places.ts';
import type { Result } from '../../preload/result.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 1 });
});
afterAll(() => platform.stop());
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function start(options: Parameters<typeof startSteward>[0] = {}): Promise<Steward> {
  const steward = await startSteward(options);
  stops.push(() => steward.stop());
  return steward;
}

const TEST = {
  name: 'Test',
  environment: 'test',
  baseAddress: 'https://test.one.example',
} as const;
const PRODUCTION = {
  ...{ name: 'Production', environment: 'production', baseAddress: 'https://one.example' },
  formerHosts: ['www.one.example'],
} as const;
const MACHINES = {
  ...{ kind: 'machine-token', name: 'Machines', tokenEndpoint: 'https://machine.example/token' },
  exchangeEndpoint: 'https://exchange.example/exchange',
} as const;
const first = { version: 1, name: 'Fjord IT', places: [TEST, PRODUCTION], providers: [MACHINES] };

const written = (steward: Steward, content: unknown) => {
  const file = path.join(tempFolder(), 'places.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return steward.app.handleFor(file);
};
const read = (steward: Steward, content: unknown) =>
  steward.client.places.read({ file: written(steward, content) });
const taken = async (steward: Steward, content: unknown) => {
  const { file } = await valueOf(read(steward, content));
  return steward.client.places.take(file);
};
const failure = (result: Result<unknown>) => (result.ok ? undefined : result.failure);
const states = (
  all: readonly {
    state: string;
    before: { name: string } | null;
    after: { name: string } | null;
  }[],
) => all.map(({ state, before, after }) => [(after ?? before)?.name, state]);

describe('a file of places', () => {
  it('is shown whole before anything is taken', async () => {
    const steward = await start();
    const shown = await valueOf(read(steward, first));
    expect(shown).toMatchObject({ file: first, moved: [] });
    expect(states(shown.places)).toEqual([
      ['Test', 'new'],
      ['Production', 'new'],
    ]);
    expect(states(shown.providers)).toEqual([['Machines', 'new']]);
    expect(await valueOf(steward.client.places.known({}))).toEqual({ known: null });
    expect(steward.shell.asked).toEqual([]);
  });

  it('is taken when a person said so, of a question that names each host', async () => {
    const told: unknown[] = [];
    const dataFolder = path.join(makeFolder(), 'data');
    const steward = await start({ dataFolder });
    steward.on('placesChanged', ({ known }) => told.push(known?.file.name));
    await valueOf(taken(steward, first));
    const [question, ...more] = steward.shell.asked;
    expect(more).toEqual([]);
    expect(question).toMatchObject({
      why: 'place',
      targets: ['test.one.example', 'one.example', 'machine.example', 'exchange.example'],
    });
    expect(question?.message).toContain('Fjord IT');
    for (const host of question?.targets ?? []) expect(question?.detail).toContain(`${host}: `);
    expect(told).toEqual(['Fjord IT']);
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 1 }));
    expect(lines[0]).toMatchObject({
      operation: 'places.take',
      object: 'places of Fjord IT: 2 places, 1 providers',
      outcome: 'done',
    });
    await steward.stop();
    stops.pop();
    const again = await start({ dataFolder });
    const { places } = await valueOf(again.client.app.start({}));
    expect(places?.file).toMatchObject(first);
  });

  it('is not taken where the person says no', async () => {
    const steward = await start();
    steward.shell.answer = () => false;
    expect(failure(await taken(steward, first))?.kind).toBe('cancelled');
    expect(await valueOf(steward.client.places.known({}))).toEqual({ known: null });
  });

  it('that is newer says what is new, what changes and what goes', async () => {
    const steward = await start();
    await valueOf(taken(steward, first));
    const next = {
      ...{ version: 1, name: 'Fjord IT' },
      places: [
        { ...TEST, baseAddress: 'https://test.two.example' },
        { ...PRODUCTION, name: 'Preview', baseAddress: 'https://preview.example' },
      ],
      providers: [MACHINES],
    };
    const shown = await valueOf(read(steward, next));
    expect(states(shown.places)).toEqual([
      ['Test', 'changed'],
      ['Preview', 'new'],
      ['Production', 'gone'],
    ]);
    expect(shown.places[0]).toMatchObject({
      before: { baseAddress: 'https://test.one.example' },
      after: { baseAddress: 'https://test.two.example' },
    });
    expect(states(shown.providers)).toEqual([['Machines', 'same']]);
  });

  it.each([
    [
      'a fault',
      { ...first, places: [{ ...TEST, baseAddress: 'http://x' }] },
      { 'places.0.baseAddress': 'base-address' },
    ],
    ['a managed.json', { version: 1, managedBy: 'IT', places: [TEST] }, { file: 'managed-file' }],
  ])('with %s is refused, and what was known stays', async (_, content, fields) => {
    const steward = await start();
    await valueOf(taken(steward, first));
    expect(failure(await read(steward, content))).toMatchObject({ kind: 'invalid-input', fields });
    expect((await valueOf(steward.client.places.known({}))).known?.file).toMatchObject(first);
  });

  it('that is larger than any is not read', async () => {
    const steward = await start();
    const large = `${JSON.stringify(first)}${' '.repeat(256 * 1024)}`;
    expect(failure(await read(steward, large))).toMatchObject({
      kind: 'file',
      problem: 'too-large',
    });
  });

  it('is judged again where it is taken: a page may send anything', async () => {
    const { client, shell } = await start();
    const twice = { version: 1, name: 'X', places: [TEST, TEST] } as unknown as PlacesFile;
    expect(failure(await client.places.take(twice))).toMatchObject({
      kind: 'invalid-input',
      fields: { 'places.1.name': 'twice' },
    });
    expect(shell.asked).toEqual([]);
  });
});

describe('connections made from a place', () => {
  it('are named with the old address when a newer file has another one, and stay as they are until a person changes them', async () => {
    const steward = await start();
    const { client } = steward;
    const here = { ...TEST, baseAddress: platform.address };
    await valueOf(taken(steward, { ...first, places: [here] }));
    const { connection } = await connectTo(steward, platform, { place: 'Test' });
    const next = { ...first, places: [TEST] };
    const moved = [
      {
        ...{ connection, name: 'Local platform', place: 'Test' },
        ...{ from: platform.address, to: TEST.baseAddress },
      },
    ];
    expect((await valueOf(read(steward, next))).moved).toEqual(moved);
    expect((await valueOf(taken(steward, next))).moved).toEqual(moved);
    const one = (await valueOf(client.connections.list({}))).all[0];
    expect(one).toMatchObject({ baseAddress: platform.address, place: 'Test' });
    // The offer is a change like any other: it asks, and names the new host.
    if (one === undefined) throw new TypeError('There should be a connection.');
    const { id: _id, extraCa: _ca, offers: _offers, ...fields } = one;
    steward.shell.asked.length = 0;
    await valueOf(
      client.connections.change({ ...fields, connection, baseAddress: TEST.baseAddress }),
    );
    expect(steward.shell.asked).toMatchObject([{ why: 'place', targets: ['test.one.example'] }]);
    expect((await valueOf(read(steward, next))).moved).toEqual([]);
  });

  it('stay when the places are forgotten', async () => {
    const steward = await start();
    await valueOf(
      taken(steward, { ...first, places: [{ ...TEST, baseAddress: platform.address }] }),
    );
    await connectTo(steward, platform, { place: 'Test' });
    const before = await valueOf(steward.client.connections.list({}));
    await valueOf(steward.client.places.forget({}));
    expect(await valueOf(steward.client.places.known({}))).toEqual({ known: null });
    expect(await valueOf(steward.client.connections.list({}))).toEqual(before);
    const { lines } = await valueOf(steward.client.activity.list({ filter: {}, limit: 1 }));
    expect(lines[0]).toMatchObject({ operation: 'places.forget', outcome: 'done' });
  });
});

describe('where the organisation settles the places', () => {
  const managed = managedSettings.parse({
    ...{ version: 1, managedBy: 'IT of Fjord' },
    places: [{ name: 'Here', environment: 'test', baseAddress: 'https://here.example' }],
  });

  it('a file can be looked at and not taken, and nobody is asked in vain', async () => {
    const steward = await start({ shell: { managed } });
    await valueOf(read(steward, first));
    expect(failure(await taken(steward, first))).toMatchObject({
      kind: 'managed',
      by: 'IT of Fjord',
    });
    expect(steward.shell.asked).toEqual([]);
    expect(await valueOf(steward.client.places.known({}))).toEqual({ known: null });
  });

  it('what was taken before opens no other address', async () => {
    const dataFolder = path.join(makeFolder(), 'data');
    const steward = await startSteward({ dataFolder });
    await valueOf(
      taken(steward, { ...first, places: [{ ...TEST, baseAddress: platform.address }] }),
    );
    await steward.stop();
    const again = await start({ dataFolder, shell: { managed } });
    await expect(connectTo(again, platform, { place: 'Test' })).rejects.toThrow();
    // Forgetting is free.
    await valueOf(again.client.places.forget({}));
  });
});

function makeFolder(): string {
  const temp = makeTempFolder('steward-places');
  stops.push(() => {
    temp.remove();
  });
  return temp.path;
}
