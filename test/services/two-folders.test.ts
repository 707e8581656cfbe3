// Two data folders of one person in one keychain: migrated, used, copied and erased beside each other.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Keychain } from '../../main/secrets/keychain.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { createWorld, keychainOf, lockable, type World } from '../support/fake-keychain.ts';
import {
  folderOfForm2,
  keychainOfForm2,
  olderEntries,
  secondFolderOfForm2,
  SHARED_NAMES,
} from '../support/form-2.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const started: Steward[] = [];
afterAll(async () => {
  for (const steward of started) await steward.stop();
});

async function start(dataFolder: string, keychain: Keychain): Promise<Steward> {
  const steward = await startSteward({ dataFolder, replacements: { keychain } });
  started.push(steward);
  return steward;
}

function keychainWithForm2(): World {
  const world = createWorld();
  for (const [account, value] of Object.entries(keychainOfForm2.entries))
    world.entries.set(account, value);
  return world;
}

async function secretsOf({ client }: Steward): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { id } of await valueOf(client.oneTimeSecrets.list({})))
    found[id] = (await valueOf(client.oneTimeSecrets.reveal({ secret: id }))).secret;
  return found;
}

describe('a folder of form 2', () => {
  it('ATK-01 opens with all its secrets, and has names of its own from then on', async () => {
    const world = keychainWithForm2();
    const steward = await start(folderOfForm2(), keychainOf(world));
    const begun = await valueOf(steward.client.app.start({}));
    expect(begun).toMatchObject({
      setAside: [],
      copiedFolder: null,
      journal: { state: 'whole', firstBadLine: null },
      jobs: [{ state: 'finished' }],
    });
    expect(await secretsOf(steward)).toEqual(keychainOfForm2.secrets);
    expect(await valueOf(steward.client.activity.verify({}))).toMatchObject({ state: 'whole' });
    expect(await valueOf(steward.client.app.dataFolder({}))).toMatchObject({
      format: 5,
      hadSharedNames: true,
    });
    const { shared, own } = olderEntries(world.entries.keys());
    expect(own).toEqual([]);
    expect(shared).toEqual(olderEntries(Object.keys(keychainOfForm2.entries)).shared);
    await steward.stop();
  });

  it('ATK-01 opens while the keychain is locked, waits, and is brought forward when it is open', async () => {
    const world = keychainWithForm2();
    const keychain = lockable(keychainOf(world));
    keychain.locked = true;
    const steward = await start(folderOfForm2(), keychain);
    const before = new Map(world.entries);
    expect((await valueOf(steward.client.app.start({}))).secrets).toHaveLength(2);
    expect(world.entries).toEqual(before);
    keychain.locked = false;
    expect((await valueOf(steward.client.app.checkKeychain({}))).state).toBe('ready');
    expect(await secretsOf(steward)).toEqual(keychainOfForm2.secrets);
    expect(olderEntries(world.entries.keys()).own).toEqual([]);
    expect((await valueOf(steward.client.app.start({}))).journal.state).toBe('whole');
    await steward.stop();
  });
});

describe('two folders of form 2', () => {
  it('ATK-01 a change in the second leaves the journal of both whole, whichever is opened first', async () => {
    for (const secondFirst of [true, false]) {
      const world = keychainWithForm2();
      const folders = [folderOfForm2(), secondFolderOfForm2()];
      for (const folder of secondFirst ? folders.toReversed() : folders) {
        const steward = await start(folder, keychainOf(world));
        await valueOf(steward.client.settings.change({ scheme: 'light' }));
        const key = { name: 'More', key: 'another-key-0123456789' };
        await valueOf(steward.client.credentials.addApiKey(key));
        expect(await valueOf(steward.client.activity.verify({}))).toMatchObject({ state: 'whole' });
        await steward.stop();
      }
      for (const folder of folders) {
        const steward = await start(folder, keychainOf(world));
        const { journal } = await valueOf(steward.client.app.start({}));
        expect(journal).toMatchObject({ state: 'whole', firstBadLine: null });
        await steward.stop();
      }
    }
  });

  it('ATK-01 erasing the second takes nothing of the first, and says what stays of both', async () => {
    const world = keychainWithForm2();
    const first = await start(folderOfForm2(), keychainOf(world));
    const second = await start(secondFolderOfForm2(), keychainOf(world));
    const erased = await valueOf(
      second.client.app.erase({ what: 'everything', anyway: true, shared: false }),
    );
    expect(erased.shared).toBe(SHARED_NAMES.length);
    await second.stop();
    expect(await secretsOf(first)).toEqual(keychainOfForm2.secrets);
    expect(await valueOf(first.client.activity.verify({}))).toMatchObject({ state: 'whole' });
    const all = await valueOf(
      first.client.app.erase({ what: 'everything', anyway: true, shared: true }),
    );
    expect(all.shared).toBe(0);
    await first.stop();
    expect([...world.entries.keys()]).toEqual([]);
  });
});

describe('a copy', () => {
  it('ATK-01 beside the first is said once, has the secrets, and its end is not the end of the first', async () => {
    const world = keychainWithForm2();
    const folder = folderOfForm2();
    const first = await start(folder, keychainOf(world));
    await first.stop();
    const beside = path.join(tempFolder(), 'copy');
    copyFolder(folder, beside);
    const again = await start(folder, keychainOf(world));
    await valueOf(again.client.settings.change({ scheme: 'light' }));
    const copy = await start(beside, keychainOf(world));
    const begun = await valueOf(copy.client.app.start({}));
    expect(begun).toMatchObject({ copiedFolder: 'beside', journal: { state: 'whole' } });
    expect(await secretsOf(copy)).toEqual(keychainOfForm2.secrets);
    await valueOf(copy.client.app.erase({ what: 'secrets', anyway: true, shared: false }));
    await copy.stop();
    expect(await secretsOf(again)).toEqual(keychainOfForm2.secrets);
    expect((await valueOf(again.client.app.start({}))).copiedFolder).toBeNull();
    await again.stop();
    const calm = await start(beside, keychainOf(world));
    expect((await valueOf(calm.client.app.start({}))).copiedFolder).toBeNull();
    await calm.stop();
  });

  it('ATK-01 on another account is said, and does not block; a folder that was moved is said nothing of', async () => {
    const world = keychainWithForm2();
    const folder = folderOfForm2();
    const first = await start(folder, keychainOf(world));
    await first.stop();
    const moved = path.join(tempFolder(), 'moved');
    copyFolder(folder, moved);
    writeFileSync(path.join(folder, 'format.json'), '{"format":3}');
    const there = await start(moved, keychainOf(world));
    expect((await valueOf(there.client.app.start({}))).copiedFolder).toBeNull();
    expect(await secretsOf(there)).toEqual(keychainOfForm2.secrets);
    await there.stop();
    const another = createWorld();
    const elsewhere = await start(moved, keychainOf(another));
    expect((await valueOf(elsewhere.client.app.start({}))).copiedFolder).toBe('elsewhere');
    const key = { name: 'New here', key: 'another-key-0123456789' };
    await valueOf(elsewhere.client.credentials.addApiKey(key));
    await elsewhere.stop();
    const next = await start(moved, keychainOf(another));
    expect((await valueOf(next.client.app.start({}))).copiedFolder).toBeNull();
    await next.stop();
  });
});
