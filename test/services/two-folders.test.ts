// Two data folders of one person in one keychain: used, copied and erased beside each other.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { everythingOn } from '../platform/shape.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { createWorld, keychainOf, lockable } from '../support/fake-keychain.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

let platform: Platform;
const started: Steward[] = [];
beforeAll(async () => {
  platform = await startPlatform({ users: 2, switches: everythingOn });
});
afterAll(async () => {
  for (const steward of started) await steward.stop();
  await platform.stop();
});

async function start(dataFolder: string, keychain: Keychain): Promise<Steward> {
  const steward = await startSteward({ dataFolder, replacements: { keychain } });
  started.push(steward);
  return steward;
}

async function secretsOf({ client }: Steward): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { id } of await valueOf(client.oneTimeSecrets.list({})))
    found[id] = (await valueOf(client.oneTimeSecrets.reveal({ secret: id }))).secret;
  return found;
}

/** A folder with a connection, credentials, two one-time secrets and a journal, and the keychain that has its entries. */
async function used(world = createWorld()) {
  const folder = tempFolder();
  const steward = await start(folder, keychainOf(world));
  const { connection } = await connectTo(steward, platform);
  for (const userName of platform.control.users)
    await valueOf(steward.client.enterpriseUsers.rotateSecret({ connection, userName }));
  const secrets = await secretsOf(steward);
  expect(Object.keys(secrets)).toHaveLength(2);
  await steward.stop();
  return { folder, world, secrets };
}

const change = async (steward: Steward, name: string) => {
  await valueOf(steward.client.settings.change({ scheme: 'light' }));
  const key = { name, key: 'another-key-0123456789' };
  await valueOf(steward.client.credentials.addApiKey(key));
  expect(await valueOf(steward.client.activity.verify({}))).toMatchObject({ state: 'whole' });
};
const whole = { state: 'whole', firstBadLine: null };
const copied = (folder: string) => {
  const to = path.join(tempFolder(), 'copy');
  copyFolder(folder, to);
  return to;
};

describe('two folders', () => {
  it('ATK-01 a change in the second leaves the journal of both whole, now and at the next start', async () => {
    const world = createWorld();
    const folders = [tempFolder(), tempFolder()];
    for (const when of ['now', 'at the next start'])
      for (const folder of folders) {
        const steward = await start(folder, keychainOf(world));
        expect((await valueOf(steward.client.app.start({}))).journal, when).toMatchObject(whole);
        await change(steward, when);
        await steward.stop();
      }
  });

  it('ATK-01 erasing the second takes nothing of the first', async () => {
    const { folder, world, secrets } = await used();
    const first = await start(folder, keychainOf(world));
    const second = await start(tempFolder(), keychainOf(world));
    await change(second, 'Second');
    await valueOf(second.client.app.erase({ what: 'everything', anyway: true }));
    await second.stop();
    expect(await secretsOf(first)).toEqual(secrets);
    expect(await valueOf(first.client.activity.verify({}))).toMatchObject(whole);
    await valueOf(first.client.app.erase({ what: 'everything', anyway: true }));
    await first.stop();
    expect([...world.entries.keys()]).toEqual([]);
  });
});

describe('a copy', () => {
  it('ATK-01 beside the first is said once, has the secrets, and its end is not the end of the first', async () => {
    const { folder, world, secrets } = await used();
    const beside = copied(folder);
    const first = await start(folder, keychainOf(world));
    // Its journal goes on, and the end of it that the keychain remembers.
    await change(first, 'Later');
    const copy = await start(beside, keychainOf(world));
    const begun = await valueOf(copy.client.app.start({}));
    expect(begun).toMatchObject({ copiedFolder: 'beside', setAside: [], journal: whole });
    expect(await secretsOf(copy)).toEqual(secrets);
    await change(copy, 'Of the copy');
    await valueOf(copy.client.app.erase({ what: 'secrets', anyway: true }));
    await copy.stop();
    expect(await secretsOf(first)).toEqual(secrets);
    expect((await valueOf(first.client.app.start({}))).copiedFolder).toBeNull();
    expect(await valueOf(first.client.activity.verify({}))).toMatchObject(whole);
    await first.stop();
    const calm = await start(beside, keychainOf(world));
    expect((await valueOf(calm.client.app.start({}))).copiedFolder).toBeNull();
    await calm.stop();
  });

  it('ATK-01 opens while the keychain is locked, waits, and has the secrets when it is open', async () => {
    const { folder, world, secrets } = await used();
    const keychain = lockable(keychainOf(world));
    keychain.locked = true;
    const copy = await start(copied(folder), keychain);
    const before = new Map(world.entries);
    expect((await valueOf(copy.client.app.start({}))).secrets).toHaveLength(2);
    expect(world.entries).toEqual(before);
    keychain.locked = false;
    expect((await valueOf(copy.client.app.checkKeychain({}))).state).toBe('ready');
    expect(await secretsOf(copy)).toEqual(secrets);
    for (const [account, value] of before) expect(world.entries.get(account)).toBe(value);
    expect((await valueOf(copy.client.app.start({}))).journal).toMatchObject(whole);
    await copy.stop();
  });

  it('ATK-01 on another account is said, and does not block; a folder that was moved is said nothing of', async () => {
    const { folder, world, secrets } = await used();
    const moved = copied(folder);
    rmSync(folder, { recursive: true });
    const there = await start(moved, keychainOf(world));
    expect((await valueOf(there.client.app.start({}))).copiedFolder).toBeNull();
    expect(await secretsOf(there)).toEqual(secrets);
    await there.stop();
    const another = createWorld();
    const elsewhere = await start(moved, keychainOf(another));
    expect((await valueOf(elsewhere.client.app.start({}))).copiedFolder).toBe('elsewhere');
    await valueOf(
      elsewhere.client.credentials.addApiKey({ name: 'New here', key: 'another-key-0123456789' }),
    );
    await elsewhere.stop();
    const next = await start(moved, keychainOf(another));
    expect((await valueOf(next.client.app.start({}))).copiedFolder).toBeNull();
    await next.stop();
  });
});
