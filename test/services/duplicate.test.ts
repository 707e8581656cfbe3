// A copy of a connection for another place: what cannot go there is refused on its field, and nobody is asked first.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import type { FieldProblem, Result } from '../../preload/result.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { machineWay } from '../support/sign-in-desk.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 1, identity: true });
});
afterAll(() => platform.stop());

/** A connection in production, as *Duplicate* gives it back under another name. Nobody says yes from now on. */
async function connected(changes: Partial<ConnectionInput> = {}) {
  const steward = await startSteward();
  onTestFinished(() => steward.stop());
  const { connection, certificate, apiKey } = await connectTo(steward, platform, {
    environment: 'production',
  });
  const { all } = await valueOf(steward.client.connections.list({}));
  const { id, extraCa: _ca, ...fields } = all.find((one) => one.id === connection) ?? all[0]!;
  const before = { ...fields, ...changes, connection: id };
  if (Object.keys(changes).length > 0) await valueOf(steward.client.connections.change(before));
  steward.shell.asked.length = 0;
  steward.shell.answer = () => false;
  const { connection: _id, ...copy } = { ...before, name: `${before.name} copy`, copyOf: id };
  return { ...steward, id, certificate, apiKey, before, copy };
}

const fieldsOf = (answer: Result<unknown>) =>
  !answer.ok && answer.failure.kind === 'invalid-input' ? answer.failure.fields : answer;

const ELSEWHERE = 'https://elsewhere.example.no';
/** Of itself enough for a question: a name that is typed leaves this computer when it is looked for. */
const typed = { use: 'manual', host: 'proxy.example.no', port: 8080 } as const;
const both = { 'signIn.certificate': 'other-place', apiKey: 'other-place' } as const;

it.each<[string, Partial<ConnectionInput>, Record<string, FieldProblem>]>([
  ['another environment', { environment: 'test' }, both],
  ['another address', { baseAddress: ELSEWHERE }, both],
  ['another port', { baseAddress: 'https://localhost:1' }, both],
  [
    'another environment without sign-in, but with the key',
    { environment: 'test', signIn: { way: 'none' } },
    { apiKey: 'other-place' },
  ],
  ['the same place under a name in use', { name: 'LOCAL', proxy: typed }, { name: 'name-in-use' }],
  ['no key at all', { apiKey: null, proxy: typed }, { apiKey: 'required' }],
  ['a key that is gone', { apiKey: 'gone', proxy: typed }, { apiKey: 'not-a-choice' }],
])('FLD-14 a copy for %s is refused on its fields, unasked', async (_, change, fields) => {
  const { client, shell, copy, before } = await connected();
  const input = { ...copy, ...change };
  if (change.name !== undefined) input.name = before.name.toUpperCase();
  expect(fieldsOf(await client.connections.create(input))).toEqual(fields);
  expect(shell.asked).toEqual([]);
});

it.each<[string, Partial<ConnectionInput>]>([
  ['environment', { environment: 'test' }],
  ['address', { baseAddress: ELSEWHERE }],
])(
  'FLD-14 a connection that moves to another %s takes nothing along, unasked',
  async (_, change) => {
    const { client, shell, before } = await connected();
    expect(fieldsOf(await client.connections.change({ ...before, ...change }))).toEqual(both);
    expect(shell.asked).toEqual([]);
  },
);

it.each([
  ['tokenEndpoint', 'https://tokens.example.no/token'],
  ['exchangeEndpoint', 'https://tokens.example.no/exchange'],
])('FLD-14 a copy whose %s is another provider is refused, unasked', async (field, address) => {
  const first = await connected();
  const proof = { by: 'certificate', certificate: first.certificate } as const;
  const exchangeEndpoint = `${platform.address}/exchange`;
  const signIn = machineWay(platform, proof, { exchangeEndpoint });
  first.shell.answer = () => true;
  await valueOf(first.client.connections.change({ ...first.before, signIn }));
  first.shell.asked.length = 0;
  const moved = { ...first.copy, signIn: { ...signIn, [field]: address } } as ConnectionInput;
  expect(fieldsOf(await first.client.connections.create(moved))).toEqual({
    'signIn.proof.certificate': 'other-place',
    apiKey: 'other-place',
  });
  expect(first.shell.asked).toEqual([]);
});

it('FLD-14 a first connection that would take a kept certificate elsewhere is refused, unasked', async () => {
  const { client, shell, copy, certificate } = await connected();
  const { signIn: _signIn, apiKey: _key, copyOf: _of, ...place } = copy;
  const answer = await client.connections.setUp({
    ...place,
    baseAddress: ELSEWHERE,
    certificate: { kept: certificate },
    apiKey: { key: 'a-new-key' },
  });
  expect(fieldsOf(answer)).toEqual({ 'signIn.certificate': 'other-place' });
  expect(shell.asked).toEqual([]);
});

it('FLD-14 with credentials of its own the copy is asked about as any new place', async () => {
  const { client, shell, copy } = await connected();
  const { id: apiKey } = await valueOf(
    client.credentials.addApiKey({ name: 'Own', key: 'k'.repeat(20) }),
  );
  const signIn = { way: 'pasted-token' } as const;
  const answer = await client.connections.create({ ...copy, signIn, apiKey, environment: 'test' });
  expect(answer).toMatchObject({ failure: { kind: 'cancelled' } });
  expect(shell.asked).toHaveLength(1);
});

it('FLD-14 a setting of the organisation is refused before anybody is asked about its change', async () => {
  const managed = { version: 1, managedBy: 'Fjordtrafikk AS', updateAddress: null } as const;
  const steward = await startSteward({ shell: { managed } });
  onTestFinished(() => steward.stop());
  const answer = await steward.client.settings.change({ updateAddress: ELSEWHERE });
  expect(fieldsOf(answer)).toEqual({ updateAddress: 'managed' });
  expect(steward.shell.asked).toEqual([]);
});
