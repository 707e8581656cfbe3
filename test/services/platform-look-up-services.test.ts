// Look-up services of the local platform, from section 6 of the documents.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type Platform } from '../platform/platform.ts';
import { usualShape, type Shape } from '../platform/shape.ts';
import { parseXml } from '../platform/xml.ts';
import { callerOf, linkOf, type Ask, type Caller, type Reply } from '../support/platform-caller.ts';

type Shown = Readonly<Record<string, unknown>>;

let platform: Platform;
let caller: Caller;
let person: string;

beforeAll(async () => {
  platform = await startPlatform({ seed: 11, users: 2, messages: 4 });
  caller = callerOf(platform);
  person = platform.control.identity.addToken({ person: 'person-1' });
});
afterEach(() => {
  Object.assign(platform.control.shape, usualShape());
  platform.control.lookup.setAnswer('L101/1', undefined);
});
afterAll(async () => {
  caller.close();
  await platform.stop();
});

const set = (chosen: Partial<Shape>) => Object.assign(platform.control.shape, chosen);
const ask = (where: string, options: Ask = {}): Promise<Reply> =>
  caller.ask('GET', where, { token: person, accept: 'application/json', ...options });
const own = () => platform.organisationNumber;
const query = (options: string) => `queryOptions=${encodeURIComponent(options)}`;
const boat = 'kjenningssignal=LM 1234';
const lookUp = (service: string, text: string, options: Ask = {}) =>
  ask(`${own()}/lookup/${service}${text === '' ? '' : `?${text}`}`, options);

describe('the answer', () => {
  it('is a string in the format of the owner, about the party: XML, or JSON where queryOptions ask for it', async () => {
    const xml = String((await lookUp('L101/1', query(boat))).json);
    const fields = parseXml(xml).children.map(({ name, text }) => [name, text]);
    expect(fields).toEqual([
      ['gjelder', own()],
      ['kjenningssignal', 'LM 1234'],
      ['navn', 'Havørna'],
    ]);
    const json = String((await lookUp('L101/1', query(`${boat};format=json`))).json);
    expect(JSON.parse(json)).toMatchObject({ gjelder: own(), navn: 'Havørna' });
    const text = String((await lookUp('L102/1', '')).json);
    expect(text).toMatch(/^Høyvann 06:12\r\n/);
    const mine = String((await ask(`my/lookup/L102/1`)).json);
    expect(mine).toContain('r50010001');
  });

  it('a format that the service does not offer is 400, as is a missing option; an unknown service is 404', async () => {
    expect((await lookUp('L101/1', query(`${boat};format=text`))).status).toBe(400);
    expect((await lookUp('L102/1', query('format=xml'))).status).toBe(400);
    const missing = await lookUp('L101/1', '');
    expect([missing.status, missing.reason]).toEqual([
      400,
      expect.stringContaining('kjenningssignal'),
    ]);
    expect((await lookUp('L101/2', query(boat))).status).toBe(404);
    expect((await lookUp('K103/1', query(boat))).status).toBe(404);
  });

  it('comes as a JSON string or a string element, as its text alone, or without Content-Type', async () => {
    const xml = await lookUp('L101/1', query(boat), { accept: 'application/xml' });
    const root = parseXml(xml.text);
    expect([xml.type, root.name]).toEqual(['application/xml; charset=utf-8', 'string']);
    expect(parseXml(root.text).name).toBe('svar');
    set({ lookupAnswer: 'raw' });
    const raw = await lookUp('L101/1', query(boat));
    expect([raw.type, parseXml(raw.text).name]).toEqual(['application/xml; charset=utf-8', 'svar']);
    const json = await lookUp('L101/1', query(`${boat};format=json`));
    expect([json.type, (json.json as Shown)['navn']]).toEqual([
      'application/json; charset=utf-8',
      'Havørna',
    ]);
    set({ lookupAnswer: 'untyped' });
    const untyped = await lookUp('L101/1', query(boat));
    expect([untyped.status, untyped.type, parseXml(untyped.text).name]).toEqual([200, '', 'svar']);
  });

  it('is whatever a test wants, of any length', async () => {
    const long = `<a>${'x'.repeat(3_000_000)}</a>`;
    platform.control.lookup.setAnswer('L101/1', long);
    expect((await lookUp('L101/1', query(boat))).json).toBe(long);
  });

  it('of a service with consent comes for the authorization code of one that includes it, and is about its giver', async () => {
    const { consents } = platform.control;
    const resources = [{ code: 'L103', edition: 1, metadata: {} }];
    const given = consents.make({ status: 'Accepted', resources });
    const status = async (code?: string) =>
      (await lookUp('L103/1', code === undefined ? '' : `authorizationCode=${code}`)).status;
    expect(await status()).toBe(403);
    expect(await status(consents.make({ status: 'Accepted' }).id)).toBe(403);
    expect(await status(consents.make({ resources }).id)).toBe(403);
    const foreign = { status: 'Accepted', resources, coveredBy: '987654325' } as const;
    expect(await status(consents.make(foreign).id)).toBe(403);
    const reply = await lookUp('L103/1', `authorizationCode=${given.id}`);
    expect(JSON.parse(String(reply.json))).toMatchObject({ gjelder: given.offeredBy });
    consents.revoke(given.id);
    expect(await status(given.id)).toBe(403);
  });
});

describe('the open metadata', () => {
  it('has the service in three languages with the links of the sample, and its schemas', async () => {
    const path = 'metadata/lookup/L101/1';
    const of = async (where: string) => (await caller.ask('GET', where)).json as Shown;
    const found = await of(path);
    expect(found).toMatchObject({
      ServiceType: 'Lookup',
      ServiceCode: 'L101',
      ServiceEditionCode: 1,
      ServiceName: 'Look-up in the boat register',
    });
    for (const relation of ['self', 'rolerequirements'])
      expect(linkOf(found, relation)).toContain(platform.address);
    expect(linkOf(found, 'requestschema')).toBe('');
    expect((await of(`${path}?language=1044`))['ServiceName']).toBe('Oppslag i båtregisteret');
    for (const [name, root] of [
      ['RequestSchema', 'foresporsel'],
      ['ResponseSchema', 'svar'],
    ] as const) {
      const schema = await caller.ask('GET', `${path}/schemas/${name}`);
      expect(schema.type).toBe('application/xml; charset=utf-8');
      expect(parseXml(schema.text).children[0]?.attributes['name']).toBe(root);
    }
    expect((await caller.ask('GET', 'metadata/lookup/L102/1/schemas/RequestSchema')).status).toBe(
      404,
    );
    expect((await caller.ask('GET', 'metadata/lookup/L109/1')).status).toBe(404);
  });
});
