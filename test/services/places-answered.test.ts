// Where a credential has been used: only places that have answered are named when it is to go to another one.
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { accountIn } from '../../main/secrets/vault-format.ts';
import path from 'node:path';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

let platform: Platform;
/** Where it is to go to, in turn. */
let other: Platform;
beforeAll(async () => {
  [platform, other] = await Promise.all([startPlatform({ users: 2 }), startPlatform()]);
});
afterAll(() => Promise.all([platform.stop(), other.stop()]));

const hostOf = ({ address }: Platform) => new URL(address).host;

/** How the account of what the journal writes whenever it rests ends. */
const ANCHOR = accountIn('', 'journal-anchor').split('.').at(-1) ?? '';

/** A data folder and a system's keychain, which counts what is written, but for the journal. */
function computer() {
  let writes = 0;
  const memory = createMemoryKeychain();
  const keychain: Keychain = {
    ...memory,
    kind: 'system',
    async write(account, value) {
      if (!account.endsWith(ANCHOR)) writes += 1;
      await memory.write(account, value);
    },
  };
  const dataFolder = path.join(tempFolder(), 'data');
  return {
    writes: () => writes,
    start: async (): Promise<Steward> => {
      const replacements = { keychain };
      const steward = await startSteward({ dataFolder, keychain: 'system', replacements });
      onTestFinished(() => steward.stop());
      return steward;
    },
  };
}

/** What is asked when the same connection is made for another place; nobody allows it. */
async function askedFor({ client, shell }: Steward, connection: string, baseAddress: string) {
  const { all } = await valueOf(client.connections.list({}));
  const found = all.find(({ id }) => id === connection);
  if (found === undefined) throw new TypeError('There should be a connection.');
  const { id: _id, extraCa: _extraCa, ...fields } = found;
  shell.asked.length = 0;
  shell.answer = () => false;
  await client.connections.create({ ...fields, name: 'Elsewhere', baseAddress });
  shell.answer = () => true;
  return shell.asked[0]?.detail.split('\n') ?? [];
}

it('ATK-02 a place counts as used once it has answered over TLS, also after a restart, and is written once', async () => {
  const { writes, start } = computer();
  const first = await start();
  const { connection } = await connectTo(first, platform);
  const before = await askedFor(first, connection, other.address);
  expect(before).toContain('“Platform key” has not been used yet.');
  expect(before).toContain('“Organisation certificate” has not been used yet.');

  await valueOf(first.client.enterpriseUsers.list({ connection }));
  const used = [
    `Until now, “Organisation certificate” has been used only at ${hostOf(platform)}.`,
    `Until now, “Platform key” has been used only at ${hostOf(platform)}.`,
  ];
  expect(await askedFor(first, connection, other.address)).toEqual(expect.arrayContaining(used));
  const written = writes();
  expect(written).toBeGreaterThan(3);
  for (let time = 0; time < 3; time += 1)
    await valueOf(first.client.enterpriseUsers.list({ connection }));
  expect(writes()).toBe(written);
  await first.stop();

  const again = await start();
  expect(await askedFor(again, connection, other.address)).toEqual(expect.arrayContaining(used));
});

it('ATK-02 a place that was allowed and never answered is not named', async () => {
  const steward = await computer().start();
  const gone = await startPlatform();
  await gone.stop();
  const { connection } = await connectTo(steward, platform, { baseAddress: gone.address });
  expect(await steward.client.enterpriseUsers.list({ connection })).toMatchObject({ ok: false });
  const asked = await askedFor(steward, connection, other.address);
  expect(asked).toContain('“Platform key” has not been used yet.');
  expect(asked.join()).not.toContain(hostOf(gone));
});
