// A connection with what it needs in one act: all of it is kept or nothing, and a second attempt leaves nothing behind.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { SetUpInput } from '../../preload/contract/connections.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';

let platform: Platform;
let steward: Steward;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());
afterEach(() => steward.stop());

const given = (change: Partial<SetUpInput> = {}): SetUpInput => ({
  name: 'Fjordtrafikk AS',
  environment: 'production',
  baseAddress: `${platform.address}/api/`,
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: platform.organisationNumber,
  certificate: {
    file: steward.app.handleFor(platform.certificateFile),
    passphrase: platform.passphrase,
  },
  apiKey: { key: ` ${platform.apiKey}\n` },
  highestTls: 'TLSv1.3',
  language: 1033,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCaFile: steward.app.handleFor(platform.caFile),
  ...change,
});
const setUp = (change: Partial<SetUpInput> = {}) => steward.client.connections.setUp(given(change));
const kept = async () => {
  const all = await valueOf(steward.client.credentials.list({}));
  return all.map(({ kind, name, usedBy }) => `${kind} ${name}: ${String(usedBy.length)}`);
};
const BOTH = ['api-key Fjordtrafikk AS: 1', 'certificate Fjordtrafikk AS: 1'];

it('keeps certificate, key and connection, and the test passes', async () => {
  steward = await startSteward();
  const made = await valueOf(setUp());
  expect(made.baseAddress).toBe(platform.address);
  expect((await kept()).sort()).toEqual(BOTH);
  const { passed } = await valueOf(steward.client.connections.test({ connection: made.id }));
  expect(passed).toBe(true);
  expect(steward.shell.asked).toHaveLength(1);
});

it('keeps nothing of a connection that is refused, and nothing that a person has not allowed', async () => {
  steward = await startSteward();
  const refused = async (change: Partial<SetUpInput>, failure: object) => {
    const answer = await setUp(change);
    expect(answer).toMatchObject({ ok: false, failure });
    expect(await kept()).toEqual([]);
    expect((await valueOf(steward.client.connections.list({}))).all).toEqual([]);
  };
  const file = steward.app.handleFor(platform.certificateFile);
  await refused({ certificate: { file, passphrase: 'wrong' } }, { problem: 'wrong-passphrase' });
  await refused({ apiKey: { key: 'two words' } }, { fields: { key: 'wrong-type' } });
  await refused(
    { extraCaFile: steward.app.handleFor(platform.certificateFile) },
    { fields: { extraCaFile: 'no-certificate' } },
  );
  await refused({ apiKey: { kept: 'nobody' } }, { fields: { apiKey: 'not-a-choice' } });
  await valueOf(setUp());
  const before = await kept();
  expect(await setUp()).toMatchObject({ failure: { fields: { name: 'name-in-use' } } });
  expect(await kept()).toEqual(before);
});

it('a second attempt replaces what the first one brought: the wrong key is gone, and so is a wrong address', async () => {
  steward = await startSteward();
  const first = await valueOf(setUp({ apiKey: { key: 'of-another-environment' } }));
  if (first.signIn.way !== 'certificate') throw new Error('It signs in otherwise.');
  const certificate = { kept: first.signIn.certificate };
  const { extraCaFile: _ca, ...again } = given({ connection: first.id, certificate });
  const second = await valueOf(steward.client.connections.setUp(again));
  expect(second.id).toBe(first.id);
  expect((await kept()).sort()).toEqual([
    'api-key Fjordtrafikk AS (2): 1',
    'certificate Fjordtrafikk AS: 1',
  ]);

  // In production a credential is for one address: of an attempt it goes along, with a question.
  const asked = steward.shell.asked.length;
  const port = Number(new URL(platform.address).port);
  const moved = await valueOf(
    steward.client.connections.setUp({
      ...again,
      baseAddress: `https://127.0.0.1:${String(port)}`,
      apiKey: { kept: second.apiKey ?? '' },
    }),
  );
  expect(moved.baseAddress).toContain('127.0.0.1');
  expect(steward.shell.asked).toHaveLength(asked + 1);
});

it('what another connection uses stays, though it is replaced here', async () => {
  steward = await startSteward();
  const first = await valueOf(setUp());
  const key = first.apiKey ?? '';
  if (first.signIn.way !== 'certificate') throw new Error('It signs in otherwise.');
  const certificate = { kept: first.signIn.certificate };
  await valueOf(setUp({ name: 'The other', certificate, apiKey: { kept: key } }));
  await valueOf(setUp({ connection: first.id, certificate, apiKey: { key: 'another-key' } }));
  const all = await valueOf(steward.client.credentials.list({}));
  expect(all.find(({ id }) => id === key)?.usedBy).toHaveLength(1);
  expect(all.filter(({ kind }) => kind === 'api-key')).toHaveLength(2);
});
