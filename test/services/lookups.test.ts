// Look-up services through the whole program: described, asked for a party, and saved as they answered.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn, type Shape, usualShape } from '../platform/shape.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const folder = makeTempFolder('steward-lookups');
let platform: Platform;
let steward: Steward;
let connection: string;
let first: Awaited<ReturnType<typeof connectTo>>;

beforeAll(async () => {
  platform = await startPlatform({ users: 2, messages: 4, switches: everythingOn });
  steward = await startSteward();
  first = await connectTo(steward, platform);
  ({ connection } = first);
});
beforeEach(() => {
  platform.control.clearFaults();
  platform.control.lookup.setAnswer('L101/1', undefined);
  Object.assign(platform.control.shape, usualShape(), everythingOn);
});
afterAll(async () => {
  await steward.stop();
  await platform.stop();
  folder.remove();
});

const set = (chosen: Partial<Shape>) => Object.assign(platform.control.shape, chosen);
const own = () => platform.organisationNumber;
const lookups = () => steward.client.lookups;
const boats = { code: 'L101', edition: 1 };
const BOAT = 'kjenningssignal=LM 1234';
const ask = (more: object = {}) =>
  lookups().ask({ connection, who: own(), ...boats, query: BOAT, ...more });
const asked = (more: object = {}) => valueOf(ask(more));
const namesIn = (schema: { outline: readonly { name: string }[] | null } | null) =>
  schema?.outline?.map(({ name }) => name);

/** A second connection with the same certificate and key. */
const another = async (mediaType: ConnectionInput['mediaType'] = 'application/hal+json') => {
  const { id } = await valueOf(
    steward.client.connections.create({
      name: `Another ${String((made += 1))}`,
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: own(),
      signIn: { way: 'certificate', certificate: first.certificate },
      apiKey: first.apiKey,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType,
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: steward.app.handleFor(platform.caFile),
    }),
  );
  return id;
};
let made = 0;
const saved = async (answer: string): Promise<Buffer> => {
  const file = path.join(folder.path, `answer-${String((made += 1))}.txt`);
  const target = steward.app.targetFor(file);
  const result = await valueOf(lookups().save({ connection, answer, target }));
  const content = readFileSync(file);
  expect(result).toEqual({ name: path.basename(file), bytes: content.length });
  return content;
};

/** Whatever the documents leave open, the answer and the file are the same. */
const SHAPES: readonly Partial<Shape>[] = [
  {},
  { lookupAnswer: 'raw' },
  { lookupAnswer: 'untyped' },
  { strictAccept: true },
  { links: 'text' },
];

describe.each(SHAPES)('on a platform with %j', (shape) => {
  beforeEach(() => void set(shape));

  it('a service is described with its schemas as outlines, and one without has none', async () => {
    const described = await valueOf(lookups().describe({ connection, ...boats, language: 1044 }));
    expect(described).toMatchObject({
      name: 'Oppslag i båtregisteret',
      ownerName: 'Fyrtilsynet',
      enterpriseUserEnabled: true,
    });
    expect(namesIn(described.request)).toEqual(['foresporsel', 'kjenningssignal']);
    expect(namesIn(described.response)).toContain('navn');
    const tides = await valueOf(lookups().describe({ connection, code: 'L102', edition: 1 }));
    expect([tides.request, tides.response]).toEqual([null, null]);
  });

  it('XML, JSON and text are told apart, shown in lines, and saved as the owner wrote them', async () => {
    const xml = await asked();
    expect(xml).toMatchObject({
      kind: 'xml',
      cut: false,
      packed: shape.lookupAnswer === undefined,
    });
    expect(xml.text).toContain('\n  <kjenningssignal>LM 1234</kjenningssignal>\n');
    const inFile = (await saved(xml.handle)).toString();
    expect(inFile).toMatch(/^<svar><gjelder>/);
    expect(xml.bytes).toBe(Buffer.byteLength(inFile));
    const json = await asked({ query: `${BOAT};format=json` });
    expect(json.kind).toBe('json');
    expect(json.text).toContain('\n  "navn": "Havørna"\n');
    expect(JSON.parse((await saved(json.handle)).toString())).toMatchObject({ gjelder: own() });
    const text = await asked({ code: 'L102', query: '' });
    expect(text).toMatchObject({ kind: 'text' });
    expect((await saved(text.handle)).toString()).toBe(
      `Høyvann 06:12\r\nLavvann 12:31\r\n${own()}\r\n`,
    );
  });
});

it('a connection of any media type gets the same answer', async () => {
  for (const mediaType of ['application/hal+xml', 'application/xml', 'application/json'] as const) {
    const other = await another(mediaType);
    const described = await valueOf(lookups().describe({ connection: other, ...boats }));
    expect(namesIn(described.request)).toContain('kjenningssignal');
    expect(await asked({ connection: other })).toMatchObject({ kind: 'xml', packed: true });
  }
});

it('a service that asks for a consent answers for its code, and says so without one', async () => {
  const resources = [{ code: 'L103', edition: 1, metadata: {} }];
  const given = platform.control.consents.make({ status: 'Accepted', resources });
  const refused = await ask({ code: 'L103', query: '' });
  expect(refused).toMatchObject({ ok: false, failure: { kind: 'refused', status: 403 } });
  const answer = await asked({ code: 'L103', query: '', authorizationCode: given.id });
  expect(answer.text).toContain(given.offeredBy);
});

it('a query that the service does not understand, and a service that is not there, are said in the platform’s words', async () => {
  expect(await ask({ query: '' })).toMatchObject({
    ok: false,
    failure: { kind: 'refused', status: 400, reason: 'queryOptions lacks kjenningssignal.' },
  });
  expect(await ask({ edition: 2 })).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  expect(await lookups().describe({ connection, code: 'L109', edition: 1 })).toMatchObject({
    ok: false,
    failure: { kind: 'not-found' },
  });
});

it('a query keeps its line breaks and signs on the way', async () => {
  const query = '<foresporsel>\r\n\t<a b="c&amp;d">Å+%20;=</a>\n</foresporsel>';
  await ask({ query });
  const sent = platform.control.requests.findLast(({ path: where }) => where.includes('/lookup/'));
  expect(new URLSearchParams(sent?.query).get('queryOptions')).toBe(query);
});

it('of a large answer a part is shown, and all of it is saved', async () => {
  const long = `<a>${'<b>x</b>'.repeat(60_000)}</a>`;
  platform.control.lookup.setAnswer('L101/1', long);
  const answer = await asked();
  expect(answer).toMatchObject({ kind: 'xml', cut: true, bytes: long.length });
  expect(answer.text.length).toBe(256 * 1024);
  expect((await saved(answer.handle)).toString()).toBe(long);
});

it('an answer is shown without what main keeps secret, and is known to its own connection alone', async () => {
  const key = platform.apiKey;
  platform.control.lookup.setAnswer('L101/1', `said: ${key} and more`);
  const answer = await asked();
  expect(answer.text).not.toContain(key);
  const other = await another();
  const target = steward.app.targetFor(path.join(folder.path, 'other.txt'));
  const save = (of: string, handle: string) =>
    lookups().save({ connection: of, answer: handle, target });
  for (const [of, handle] of [
    [other, answer.handle],
    [connection, `answer-${'x'.repeat(24)}`],
  ] as const)
    expect(await save(of, handle)).toMatchObject({
      ok: false,
      failure: { kind: 'invalid-input', fields: { answer: 'unknown-handle' } },
    });
});

it('of many answers the oldest are not kept', async () => {
  const oldest = await asked();
  for (let more = 0; more < 20; more += 1) await asked();
  const target = steward.app.targetFor(path.join(folder.path, 'oldest.txt'));
  expect(await lookups().save({ connection, answer: oldest.handle, target })).toMatchObject({
    ok: false,
    failure: { fields: { answer: 'unknown-handle' } },
  });
});
