// A certificate or key replaced in every connection through the whole program: asked for once, all or nothing.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';

let platform: Platform;
let steward: Steward;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());
afterEach(() => steward.stop());

/** Two connections that sign in with one certificate and one key. */
async function twoConnections() {
  steward = await startSteward();
  const first = await connectTo(steward, platform);
  const { all } = await valueOf(steward.client.connections.list({}));
  const { id: _id, extraCa: _ca, ...same } = all[0] ?? expect.unreachable();
  const second = await valueOf(
    steward.client.connections.create({ ...same, name: 'The other', copyOf: first.connection }),
  );
  steward.shell.asked.length = 0;
  return { ...first, connections: [first.connection, second.id] };
}
const used = async () => {
  const all = await valueOf(steward.client.credentials.list({}));
  return Object.fromEntries(all.map(({ name, usedBy }) => [name, usedBy.length]));
};
const file = () => ({
  file: steward.app.handleFor(platform.certificateFile),
  passphrase: platform.passphrase,
});

it('a new certificate signs in wherever the old one did, after one question, and the old one can go', async () => {
  const { certificate, connections } = await twoConnections();
  const told: unknown[] = [];
  steward.on('connectionsChanged', (now) => told.push(now));
  const { credentials, connections: service } = steward.client;
  const answer = await valueOf(
    credentials.replace({ credential: certificate, name: 'Next year', ...file() }),
  );
  expect([...answer.connections].sort()).toEqual([...connections].sort());
  expect(answer.credential).toMatchObject({ name: 'Next year', kind: 'certificate' });
  expect(told).toHaveLength(1);
  const host = new URL(platform.address).host;
  expect(steward.shell.asked.map(({ why, targets }) => [why, targets])).toEqual([
    ['place', [host]],
  ]);
  expect(steward.shell.asked[0]?.message).toContain('“Next year” instead of “Organisation');
  expect(steward.shell.asked[0]?.detail).toContain('Used by Local platform and The other.');
  expect(await used()).toEqual({
    'Next year': 2,
    'Organisation certificate': 0,
    'Platform key': 2,
  });
  await valueOf(credentials.remove({ credential: certificate }));
  for (const connection of connections) {
    const { passed } = await valueOf(service.test({ connection }));
    expect(passed).toBe(true);
  }
});

it('what was signed in with the old one is dropped: the next call shows the new key', async () => {
  const { apiKey, connection } = await twoConnections();
  const { credentials, enterpriseUsers } = steward.client;
  await valueOf(enterpriseUsers.list({ connection }));
  await valueOf(credentials.replace({ credential: apiKey, name: 'Wrong', key: 'not-a-key' }));
  expect(await enterpriseUsers.list({ connection })).toMatchObject({ ok: false });
  const wrong = (await valueOf(credentials.list({}))).find(({ name }) => name === 'Wrong');
  await valueOf(
    credentials.replace({ credential: wrong?.id ?? '', name: 'Right', key: platform.apiKey }),
  );
  await valueOf(enterpriseUsers.list({ connection }));
});

it('nothing is kept or changed of one that is refused, or that a person does not allow', async () => {
  const { certificate, apiKey } = await twoConnections();
  const { credentials } = steward.client;
  const before = await used();
  const refused = async (input: Parameters<typeof credentials.replace>[0], failure: object) => {
    expect(await credentials.replace(input)).toMatchObject({ ok: false, failure });
    expect(await used()).toEqual(before);
  };
  const name = 'New';
  await refused(
    { credential: certificate, name, ...file(), passphrase: 'wrong' },
    { problem: 'wrong-passphrase' },
  );
  await refused({ credential: certificate, name, key: 'k' }, { fields: { key: 'unknown-field' } });
  await refused({ credential: apiKey, name }, { fields: { key: 'required' } });
  await refused(
    { credential: apiKey, name: 'Platform key', key: 'k' },
    { fields: { name: 'name-in-use' } },
  );
  await refused({ credential: 'nobody', name, key: 'k' }, { kind: 'not-found' });
  steward.shell.answer = () => false;
  await refused({ credential: apiKey, name, key: 'k' }, { kind: 'cancelled' });
});
