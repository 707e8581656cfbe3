// Erasing Steward from a computer: the keychain and the data folder afterwards, what stays, and what stops it half way.
import { everythingOn } from '../platform/shape.ts';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { refreshTokenName } from '../../main/auth/refresh-token-store.ts';
import type { Keychain } from '../../main/secrets/keychain.ts';
import { openVaultList, vaultListFile } from '../../main/secrets/vault-list.ts';
import { Secret } from '../../main/secret.ts';
import { openDocuments } from '../../main/storage/documents.ts';
import { z } from '../../preload/contract/schema.ts';
import { startPlatform } from '../platform/platform.ts';
import {
  createWorld,
  keychainOf,
  lockable,
  openVault,
  type World,
} from '../support/fake-keychain.ts';
import { idOf } from '../support/keyring-entries.ts';
import { plainMarker } from '../support/markers.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
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

/** A folder with credentials, a connection and a journal; its keychain outlives the program. */
async function used(keychain?: (world: World) => Keychain) {
  const world = createWorld();
  const given = keychain?.(world) ?? keychainOf(world);
  const folder = tempFolder();
  const steward = await start(folder, given);
  await valueOf(steward.client.credentials.addApiKey({ name: 'A', key: plainMarker('a') }));
  await valueOf(steward.client.credentials.addApiKey({ name: 'B', key: plainMarker('b') }));
  await valueOf(steward.client.settings.change({ scheme: 'dark' }));
  // Writes the journal's anchor, which comes a moment after each line, now.
  await valueOf(steward.client.activity.verify({}));
  expect(world.entries.size).toBeGreaterThan(3);
  return { world, folder, keychain: given, steward };
}

/** Takes out of the list of secrets, and out of that of credentials, what does not stay. */
async function forget(
  folder: string,
  stays: (entry: {
    readonly name?: string | undefined;
    readonly id?: string | undefined;
  }) => boolean,
): Promise<void> {
  const entry = z.looseObject({ name: z.string().optional(), id: z.string().optional() });
  const documents = await openDocuments({ folder });
  const list = z.looseObject({ credentials: z.array(entry) });
  const document = await documents.open('credentials', list, { credentials: [] });
  await document.change((all) => ({ ...all, credentials: all.credentials.filter(stays) }));
  // Written anew: a record that says that a name is gone would name it as well.
  const openList = () =>
    openVaultList({ file: vaultListFile(folder), folder: idOf(folder), now: () => new Date() });
  const entries = (await openList()).all();
  rmSync(path.join(folder, 'vault.log'));
  const again = await openList();
  for (const one of entries.filter(stays)) await again.note(one.name, () => one);
}

const erase = (steward: Steward, what: 'secrets' | 'everything', anyway = false) =>
  steward.client.app.erase({ what, anyway });

describe('after a day of work', () => {
  it('SAR-09 nothing is left in the keychain, and the next start is calm with what needs no secret', async () => {
    const platform = await startPlatform({ users: 2, switches: everythingOn });
    onTestFinished(() => platform.stop());
    const { steward, world, folder, keychain } = await used();
    const { connection } = await connectTo(steward, platform);
    const { client } = steward;
    const [userName = ''] = platform.control.users;
    await valueOf(client.enterpriseUsers.list({ connection }));
    const { secret } = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
    await valueOf(client.oneTimeSecrets.keep({ secret }));
    const { organisationNumber } = platform;
    await valueOf(
      client.jobs.startLookUp({
        connection,
        organisationNumbers: [organisationNumber],
        officialContacts: true,
        personalContacts: false,
      }),
    );
    mkdirSync(path.join(folder, 'drafts', 'a'.repeat(32)), { recursive: true });
    writeFileSync(path.join(folder, 'drafts', 'a'.repeat(32), `${'b'.repeat(32)}.draft`), 'sealed');
    const restOn = ['copies', 'credentials.json', 'drafts', 'escrow.log', 'jobs', 'jobs.json'];
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(restOn));

    const { secrets, left } = await valueOf(erase(steward, 'secrets', true));
    expect(secrets).toBeGreaterThan(6);
    expect(left).toEqual([]);
    expect([...world.entries.keys()]).toEqual([]);
    await steward.stop();
    expect([...world.entries.keys()]).toEqual([]);
    const names = readdirSync(folder);
    expect(names.filter((name) => restOn.includes(name))).toEqual([]);
    const [journal = ''] = names.filter((name) => name.startsWith('journal.jsonl'));
    expect(journal).toMatch(/^journal\.jsonl\.closed-/);
    const lines = readFileSync(path.join(folder, journal), 'utf8').trim().split('\n');
    expect(lines.at(-1)).toMatch(/"operation":"app\.erase".*"outcome":"done"/);

    const again = await start(folder, keychain);
    const begun = await valueOf(again.client.app.start({}));
    expect(begun).toMatchObject({
      setAside: [],
      credentials: [],
      secrets: [],
      jobs: [],
      settings: { scheme: 'dark' },
      journal: { state: 'whole', lines: 0 },
    });
    expect(begun.connections).toHaveLength(1);
    await again.stop();
  });
});

describe('erasing secrets', () => {
  it('is held by a secret that nobody has confirmed, quietly, and done when a person wants it anyway', async () => {
    const platform = await startPlatform({ users: 1, switches: everythingOn });
    onTestFinished(() => platform.stop());
    const { steward, world } = await used();
    const { connection } = await connectTo(steward, platform);
    const userName = platform.control.users[0] ?? '';
    await valueOf(steward.client.enterpriseUsers.rotateSecret({ connection, userName }));
    const before = world.entries.size;
    expect(await valueOf(erase(steward, 'secrets'))).toEqual({
      held: true,
      secrets: 0,
      left: [],
    });
    expect(world.entries.size).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(steward.sent)).not.toContain('quitHeld');
    expect((await valueOf(erase(steward, 'secrets', true))).held).toBe(false);
    await steward.stop();
    expect(world.entries.size).toBe(0);
  });

  it('a locked keychain keeps all, stops nothing, and is asked again when it is open', async () => {
    const fake: { keychain?: Keychain & { locked: boolean } } = {};
    const { steward, world } = await used((w) => (fake.keychain = lockable(keychainOf(w))));
    const before = new Map(world.entries);
    if (fake.keychain) fake.keychain.locked = true;
    const refused = await erase(steward, 'everything');
    expect(refused).toMatchObject({ failure: { kind: 'keychain', problem: 'locked' } });
    for (const [account, value] of before) expect(world.entries.get(account)).toBe(value);
    if (fake.keychain) fake.keychain.locked = false;
    await valueOf(steward.client.credentials.addApiKey({ name: 'C', key: plainMarker('c') }));
    expect((await valueOf(erase(steward, 'secrets'))).secrets).toBeGreaterThan(3);
    await steward.stop();
    expect(world.entries.size).toBe(0);
  });

  it('an entry that cannot be removed is said, the others go, and the next time it goes too', async () => {
    let stuck = '';
    const removed = new Set<string>();
    const { steward, world, folder, keychain } = await used((w) => {
      const real = keychainOf(w);
      const remove = (account: string) => {
        if (account === stuck) return Promise.reject(new Error('denied'));
        removed.add(account);
        return real.remove(account);
      };
      return { ...real, remove };
    });
    const before = [...world.entries.keys()];
    [stuck = ''] = before.filter((one) => one.split('.').length === 3);
    removed.clear();
    const refused = await erase(steward, 'secrets');
    expect(refused.ok).toBe(false);
    // Not what is there now: secrets are taken again, and the journal's anchor comes a moment after its line.
    const stayed = before.filter((one) => !removed.has(one));
    expect(stayed).toContain(stuck);
    expect(stayed.filter((one) => !one.startsWith(stuck))).toEqual([]);
    await steward.stop();
    stuck = '';
    const again = await start(folder, keychain);
    await valueOf(erase(again, 'secrets'));
    await again.stop();
    expect(world.entries.size).toBe(0);
  });

  it('finds what the list has lost in the one that was set aside', async () => {
    const { steward, world, folder, keychain } = await used();
    await steward.stop();
    const list = readFileSync(path.join(folder, 'vault.log'), 'latin1');
    writeFileSync(
      path.join(folder, 'vault.log'),
      list.replace('STWVAULT', '\0'.repeat(8)),
      'latin1',
    );
    const again = await start(folder, keychain);
    expect((await valueOf(again.client.app.start({}))).setAside).toHaveLength(1);
    await valueOf(erase(again, 'secrets'));
    await again.stop();
    expect(world.entries.size).toBe(0);
  });

  it('finds what only a backup names', async () => {
    const { steward, world, folder, keychain } = await used();
    const [, lost] = (await valueOf(steward.client.app.start({}))).credentials;
    await steward.stop();
    const all = world.entries.size;
    const backup = path.join(folder, 'backups', '1-2026-01-01T00-00-00-000Z');
    mkdirSync(backup, { recursive: true });
    copyFileSync(path.join(folder, 'vault.log'), path.join(backup, 'vault.log'));
    await forget(folder, ({ name, id }) => !`${name} ${id}`.includes(lost?.id ?? '-'));
    const again = await start(folder, keychain);
    expect((await valueOf(again.client.app.start({}))).credentials).toHaveLength(1);
    expect(world.entries.size).toBeGreaterThanOrEqual(all);
    await valueOf(erase(again, 'secrets'));
    await again.stop();
    expect([...world.entries.keys()]).toEqual([]);
  });

  it('finds what only the documents name: credentials and one-time secrets', async () => {
    const platform = await startPlatform({ users: 1, switches: everythingOn });
    onTestFinished(() => platform.stop());
    const { steward, world, folder, keychain } = await used();
    const { connection } = await connectTo(steward, platform);
    const [userName = ''] = platform.control.users;
    await valueOf(steward.client.enterpriseUsers.rotateSecret({ connection, userName }));
    await steward.stop();
    const all = world.entries.size;
    const whole = readFileSync(path.join(folder, 'credentials.json'), 'utf8');
    await forget(folder, ({ name = '' }) => !/^(credential|secret|one-time)/.test(name));
    writeFileSync(path.join(folder, 'credentials.json'), whole);
    const again = await start(folder, keychain);
    expect(world.entries.size).toBeGreaterThanOrEqual(all);
    await valueOf(erase(again, 'secrets', true));
    await again.stop();
    expect([...world.entries.keys()]).toEqual([]);
  });

  it('finds what only a connection names: its refresh token', async () => {
    const platform = await startPlatform({ users: 1, switches: everythingOn });
    onTestFinished(() => platform.stop());
    const { steward, world, folder, keychain } = await used();
    const { connection } = await connectTo(steward, platform);
    const before = new Set(world.entries.keys());
    // Beside the program, as after the list of secrets was lost: no list of it names this one.
    const beside = await openVault(
      { ...createWorld(), entries: world.entries },
      { folder: idOf(folder) },
    );
    await beside.put(refreshTokenName(connection), new Secret(plainMarker('refresh')));
    const added = [...world.entries.keys()].filter((account) => !before.has(account));
    expect(added).not.toEqual([]);
    await steward.stop();
    const again = await start(folder, keychain);
    expect([...world.entries.keys()]).toEqual(expect.arrayContaining(added));
    await valueOf(erase(again, 'secrets'));
    await again.stop();
    expect([...world.entries.keys()]).toEqual([]);
  });

  it('a session in memory does not call removed what it cannot reach', async () => {
    let keyring: ReturnType<typeof lockable> | undefined;
    const { steward, world } = await used((all) => (keyring = lockable(keychainOf(all))));
    if (keyring !== undefined) keyring.locked = true;
    await valueOf(steward.client.app.checkKeychain({}));
    await valueOf(steward.client.app.useMemoryKeychain({}));
    const before = world.entries.size;
    const refused = await erase(steward, 'secrets');
    expect(refused).toMatchObject({ failure: { kind: 'keychain', problem: 'absent' } });
    expect(world.entries.size).toBe(before);
  });

  it('after it no new secret is kept, and no part that still runs brings one back', async () => {
    const { steward, world } = await used();
    await valueOf(erase(steward, 'secrets'));
    const key = plainMarker('late');
    const late = await steward.client.credentials.addApiKey({ name: 'Late', key });
    expect(late).toMatchObject({ failure: { kind: 'keychain', problem: 'refused' } });
    await steward.stop();
    expect(world.entries.size).toBe(0);
  });
});

describe('erasing everything', () => {
  it('leaves nothing that Steward made, and what others put there by its name', async () => {
    const { steward, world, folder } = await used();
    mkdirSync(path.join(folder, 'window', 'Default'), { recursive: true });
    mkdirSync(path.join(folder, 'backups', '1-2026-01-01T00-00-00-000Z'), { recursive: true });
    mkdirSync(path.join(folder, 'drafts', 'mine'), { recursive: true });
    writeFileSync(path.join(folder, 'drafts', 'mine', 'notes'), 'mine');
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    writeFileSync(path.join(folder, 'settings.json.bad-2026'), 'damaged');
    writeFileSync(path.join(folder, 'steward.lock'), 'nonce');
    const { left } = await valueOf(erase(steward, 'everything'));
    expect(left).toEqual(['drafts/mine', 'notes.txt']);
    await steward.stop();
    // The window and the lock go with the process.
    expect(readdirSync(folder).sort()).toEqual(['drafts', 'notes.txt', 'steward.lock', 'window']);
    expect(readFileSync(path.join(folder, 'drafts', 'mine', 'notes'), 'utf8')).toBe('mine');
    expect(world.entries.size).toBe(0);
  });

  it('killed in the middle, it is asked again and goes on', async () => {
    const { steward, world, folder, keychain } = await used();
    await valueOf(erase(steward, 'everything'));
    // As after a kill: neither stopped nor finished.
    expect(existsSync(path.join(folder, 'journal.jsonl'))).toBe(true);
    const again = await start(folder, keychain);
    await valueOf(erase(again, 'everything', true));
    await again.stop();
    // Its process is this one: what holds the escrow's log goes with it.
    expect(readdirSync(folder)).toEqual(['.escrow.1']);
    expect(world.entries.size).toBe(0);
    rmSync(folder, { recursive: true });
  });
});
